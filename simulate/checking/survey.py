"""Thousands of games, played compiled and recorded, with every step of them looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simulate.checking.screens import Steps, add_menus, snapshots_of, whole_of
from simulate.checking.walks import CheckedTable, Place
from simulate.game import Game
from simulate.kit.layout import SEATS
from simulate.kit.menu import PASS
from simulate.making.telling import DeclaredTeller, count_hidden_kinds
from simulate.play import rows as row
from simulate.play.engine import Engine
from simulate.play.walk import RecordedGame

#: The most games, steps and bytes of records in all. The amount of work is fixed and no clock is
#: read, so that a busy machine gives the same verdict.
GAMES, STEPS, BYTES = 12_000, 1_400_000, 3 * 10**9
#: Games at each table with each line-up, if a few large games would use up all bytes.
FEWEST_GAMES = 5
#: Steps of a game that are recorded; of longer games no more is looked at.
MOST_STEPS = 4_000


@dataclass
class LineupSurvey:
    """Games at one table with one line-up."""

    rows: row.Integers
    steps: int = 0
    #: The seats that acted, as a set.
    acted: int = 0
    #: The number of games that were not recorded to their end.
    cut: int = 0


@dataclass
class Survey:
    """The results of looking at all recorded games, by table and number of the line-up."""

    cells: dict[tuple[CheckedTable, int], LineupSurvey] = field(default_factory=dict)
    #: By check, the first step at which it may fail.
    breaches: dict[str, Place] = field(default_factory=dict)
    #: The actions that were offered, as sets of 64 by their base.
    offered: dict[int, int] = field(default_factory=dict)
    #: The actions that were chosen, by number of the line-up.
    chosen: dict[int, set[int]] = field(default_factory=dict)
    #: Fields that were the same at every moment, each as its record (0: table, 1: own, 2: hidden)
    #: and its name.
    unchanged: list[tuple[int, str]] = field(default_factory=list)
    #: Pairs of holders of hidden cards that may have exchanged cards unseen; the last is nobody.
    linked: Any = field(default_factory=lambda: np.zeros((SEATS + 1, SEATS + 1), bool))

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(len(cell.rows) for cell in self.cells.values())

    @property
    def steps(self) -> int:
        """The number of steps."""
        return sum(cell.steps for cell in self.cells.values())

    def cells_at(self, table: CheckedTable) -> list[LineupSurvey]:
        """Return the cells of a table, one per line-up."""
        return [cell for (place, _), cell in self.cells.items() if place == table]

    def groups(self) -> list[list[int]]:
        """Return the holders of hidden cards in groups between which no hidden card ever moved."""
        near = self.linked | np.eye(SEATS + 1, dtype=bool)
        for _ in range(SEATS + 1):
            near = near @ near
        groups = dict.fromkeys(tuple(np.flatnonzero(holders).tolist()) for holders in near)
        return [list(group) for group in groups]


Screens = Mapping[str, Callable[[RecordedGame], Steps]]


def survey(
    game: Game, engines: Mapping[tuple[CheckedTable, int], Callable[[], Engine]], screens: Screens
) -> Survey:
    """Record games at each table with each line-up, and look at all steps of them.

    Parameters
    ----------
    game
        The game.
    engines
        Functions that make the engine of each table and number of a line-up.
    screens
        The screens of checks, by check.
    """
    results = Survey()
    records = (game.table.dtype, game.own.dtype, game.hidden.dtype)
    results.unchanged = [
        (place, name) for place, dtype in enumerate(records) for name in dtype.names or ()
    ]
    watch = _Fields(results.unchanged)
    hidden = _Hidden(game, results.linked)
    share = _Share.of(game, len(engines))
    for (table, who), make in engines.items():
        engine, cell = make(), LineupSurvey(np.zeros((0, row.width(len(game.counts))), np.int64))
        rows = []
        for number, recorded in share.games(engine):
            whole = whole_of(recorded)
            rows.append(recorded.row)
            cell.steps += len(recorded.steps)
            cell.cut += recorded.row[row.TURNS] == 0 and not recorded.row[row.FINISHED]
            acting = whole.tables["seat"][:-1][recorded.steps[:, 0] != PASS]
            for seat in np.unique(acting):
                cell.acted |= 1 << int(seat)
            add_menus(results.offered, whole.menus)
            results.chosen.setdefault(who, set()).update(np.unique(recorded.steps[:, 0]).tolist())
            watch.look(recorded)
            hidden.look(recorded, table)
            for name, screen in screens.items():
                if name not in results.breaches and (wrong := screen(recorded)).any():
                    step = int(np.flatnonzero(wrong)[0]) + 1
                    results.breaches[name] = Place(table, who, number, step)
        cell.rows = np.array(rows)
        results.cells[table, who] = cell
    hidden.link_dealt()
    return results


@dataclass(frozen=True)
class _Share:
    """The share of all games, steps and bytes that belongs to one table and line-up."""

    most_games: int
    most_steps: int
    step_bytes: int
    most_bytes: int

    @classmethod
    def of(cls, game: Game, cells: int) -> _Share:
        """Divide the work of a survey evenly."""
        own = game.own.dtype.itemsize * game.seats[1]
        step = game.table.dtype.itemsize + own + game.hidden.dtype.itemsize
        return cls(
            max(GAMES // cells, FEWEST_GAMES),
            STEPS // cells,
            step + game.menu.dtype.itemsize,
            BYTES // cells,
        )

    def games(self, engine: Engine) -> Iterator[tuple[int, RecordedGame]]:
        """Record games until the share is used up."""
        steps = 0
        for number in range(self.most_games):
            recorded = engine.record(number, whole=True, most=MOST_STEPS)
            steps += len(recorded.steps)
            yield number, recorded
            used_up = steps > self.most_steps or steps * self.step_bytes > self.most_bytes
            if used_up and number + 1 >= FEWEST_GAMES:
                return


class _Fields:
    """Watches fields that never changed so far, and strikes out those that change."""

    def __init__(self, unchanged: list[tuple[int, str]]) -> None:
        self._unchanged = unchanged
        self._first: dict[tuple[int, str, int], Any] = {}

    def look(self, game: RecordedGame) -> None:
        """Strike out the fields that change in a game, or differ from earlier games."""
        records, players = snapshots_of(game), int(game.rules.players)
        for place, name in list(self._unchanged):
            values = records[place][name]
            first = self._first.setdefault((place, name, players), values[0].copy())
            if (values != first).any():
                self._unchanged.remove((place, name))


class _Hidden:
    """Watches which holders of hidden cards may have exchanged some."""

    def __init__(self, game: Game, linked: Any) -> None:
        teller = game.teller
        self._components: Sequence[Any] = (
            teller.components if isinstance(teller, DeclaredTeller) else ()
        )
        self._linked = linked
        self._first: dict[tuple[object, str], Any] = {}
        self._varied = np.zeros(SEATS + 1, bool)

    def look(self, game: RecordedGame, table: CheckedTable) -> None:
        """Link holders whose hidden cards change in the same step."""
        counts = count_hidden_kinds(self._components, game.rules, snapshots_of(game))
        for cards, held in counts.items():
            changed = (held[1:] != held[:-1]).any(axis=-1)
            exchanges = np.unique(changed[changed.sum(axis=1) > 1], axis=0)
            for holders in exchanges:
                self._linked |= np.outer(holders, holders)
            first = self._first.setdefault((table, cards.name), held[0].copy())
            self._varied |= (held[0] != first).any(axis=-1)

    def link_dealt(self) -> None:
        """Link the holders whose first cards differ between games: they were dealt unseen."""
        self._linked |= np.outer(self._varied, self._varied)
