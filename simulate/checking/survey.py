"""The survey of a game: thousands of games are recorded, and all their steps are screened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.checking.screens import Steps, add_menus, snapshots_of, whole_of
from simulate.checking.walks import CheckedTable, Place
from simulate.game import Game
from simulate.kit.layout import SEATS
from simulate.kit.menu import PASS
from simulate.making.telling import DeclaredTeller, count_hidden_kinds
from simulate.play import rows as row
from simulate.play.engine import Engine
from simulate.play.walk import RecordedGame

#: The maximum numbers of games, of steps, and of bytes of records in total. The amount of work is
#: fixed and no clock is used, so that a busy machine gives the same verdict.
GAMES, STEPS, BYTES = 12_000, 1_400_000, 3 * 10**9
#: The minimum number of games at each table with each line-up, even if they exceed the other
#: limits.
FEWEST_GAMES = 5
#: The maximum number of steps of a game that are recorded. Later steps are not checked.
MOST_STEPS = 4_000


@dataclass
class LineupSurvey:
    """The results of the recorded games of a line-up with one number of players and variant."""

    #: The row of each game.
    rows: row.Integers
    #: The number of steps in all games.
    steps: int = 0
    #: The seats that acted in at least one game, as a set.
    acted: int = 0
    #: The number of games that were not recorded to their end.
    cut: int = 0


@dataclass
class Survey:
    """The results of recording games and screening their steps."""

    #: The results of the recorded games, by table and number of the line-up.
    cells: dict[tuple[CheckedTable, int], LineupSurvey] = field(default_factory=dict)
    #: The first step at which each check may fail, by the name of the check.
    breaches: dict[str, Place] = field(default_factory=dict)
    #: The actions that were offered, as sets of up to 64 actions by base.
    offered: dict[int, int] = field(default_factory=dict)
    #: The actions that were chosen, by number of the line-up.
    chosen: dict[int, set[int]] = field(default_factory=dict)
    #: The record of the rules, and the table, with which each action was chosen first.
    examples: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    #: The actions with which at least one turn ended.
    ended: set[int] = field(default_factory=set)
    #: The fields that had the same value at every moment, each as the index of its record (0:
    #: table, 1: own, 2: hidden) and its name.
    unchanged: list[tuple[int, str]] = field(default_factory=list)
    #: An array of shape (holders, holders): True for two holders of hidden cards that may have
    #: exchanged hidden cards. The holders are the seats and, last, nobody.
    linked: Any = field(default_factory=lambda: np.zeros((SEATS + 1, SEATS + 1), bool))

    @property
    def games(self) -> int:
        """The number of recorded games."""
        return sum(len(cell.rows) for cell in self.cells.values())

    @property
    def steps(self) -> int:
        """The number of recorded steps."""
        return sum(cell.steps for cell in self.cells.values())

    def cells_at(self, table: CheckedTable) -> list[LineupSurvey]:
        """Return the results of each line-up's recorded games at a table (players and variant)."""
        return [cell for (cell_table, _), cell in self.cells.items() if cell_table == table]

    def groups(self) -> list[list[int]]:
        """Return groups of holders (by number) between which no hidden card ever moved."""
        connected = self.linked | np.eye(SEATS + 1, dtype=bool)
        for _ in range(SEATS + 1):
            connected = connected @ connected
        groups = dict.fromkeys(tuple(np.flatnonzero(holders).tolist()) for holders in connected)
        return [list(group) for group in groups]


#: For each check, by its name, a function that returns the steps of a recorded game at which the
#: check may fail.
Screens = Mapping[str, Callable[[RecordedGame], Steps]]


def survey(
    game: Game, engines: Mapping[tuple[CheckedTable, int], Callable[[], Engine]], screens: Screens
) -> Survey:
    """Record games at each table with each line-up, screen all their steps, and return the results.

    Parameters
    ----------
    game
        The game.
    engines
        Functions that return the engine, by table and number of the line-up.
    screens
        Functions that return the steps at which a check may fail, by the name of the check.

    Raises
    ------
    FathomError
        If the code of the game or of a strategy raises an error.
    """
    results = Survey()
    records = (game.table.dtype, game.own.dtype, game.hidden.dtype)
    results.unchanged = [
        (place, name) for place, dtype in enumerate(records) for name in dtype.names or ()
    ]
    fields = _Fields(results.unchanged)
    hidden = _Hidden(game, results.linked)
    share = _Share.of(game, len(engines))
    for (table, lineup), make in engines.items():
        engine = make()
        cell = LineupSurvey(np.zeros((0, row.width(len(game.counts), game.sets)), np.int64))
        results.cells[table, lineup] = cell
        rows = []
        for number, recorded in share.games(engine):
            rows.append(recorded.row)
            _count_steps(recorded, cell)
            add_menus(results.offered, whole_of(recorded).menus)
            actions = np.unique(recorded.steps[:, 0]).tolist()
            results.chosen.setdefault(lineup, set()).update(actions)
            _note_turns(recorded, results)
            fields.update(recorded)
            hidden.update(recorded, table)
            _screen(recorded, screens, Place(table, lineup, number, 1), results.breaches)
        cell.rows = np.array(rows)
    hidden.link_dealt()
    return results


def _count_steps(recorded: RecordedGame, cell: LineupSurvey) -> None:
    """Add the steps of a game, and the seats that act in it, to the results of its line-up.

    A game whose record stops early is counted in `LineupSurvey.cut`.
    """
    cell.steps += len(recorded.steps)
    cell.cut += recorded.row[row.TURNS] == 0 and not recorded.row[row.FINISHED]
    acting = whole_of(recorded).tables["seat"][:-1][recorded.steps[:, 0] != PASS]
    for seat in np.unique(acting):
        cell.acted |= 1 << int(seat)


def _note_turns(recorded: RecordedGame, results: Survey) -> None:
    """Add the first choice of each action, and the actions with which turns ended, to results."""
    chosen = recorded.steps[:, 0]
    turns = whole_of(recorded).tables["turns"]
    results.ended.update(np.unique(chosen[np.diff(turns) > 0]).tolist())
    for action, step in zip(*np.unique(chosen, return_index=True), strict=True):
        if int(action) not in results.examples:
            table = whole_of(recorded).tables[step].copy()
            results.examples[int(action)] = (recorded.rules, table)


def _screen(
    recorded: RecordedGame, screens: Screens, game: Place, breaches: dict[str, Place]
) -> None:
    """Add the first steps of a game at which checks may fail to `breaches`, by name of the check.

    Checks that may fail in an earlier game are in `breaches` already, and are left out. `recorded`
    is the game, and `game` the place of its first step. Steps are numbered from 1.
    """
    for name, screen in screens.items():
        if name in breaches:
            continue
        steps = np.flatnonzero(screen(recorded))
        if steps.size:
            breaches[name] = replace(game, step=int(steps[0]) + 1)


@dataclass(frozen=True)
class _Share:
    """The maximum numbers of games, steps and bytes at one table with one line-up."""

    most_games: int
    most_steps: int
    step_bytes: int
    most_bytes: int

    @classmethod
    def of(cls, game: Game, cells: int) -> _Share:
        """Return the share of each pair of table and line-up if there are `cells` pairs."""
        own = game.own.dtype.itemsize * game.seats[1]
        step = game.table.dtype.itemsize + own + game.hidden.dtype.itemsize
        return cls(
            max(GAMES // cells, FEWEST_GAMES),
            STEPS // cells,
            step + game.menu.dtype.itemsize,
            BYTES // cells,
        )

    def games(self, engine: Engine) -> Iterator[tuple[int, RecordedGame]]:
        """Yield the number and the record of each game, until the share is used up.

        Raise `FathomError` if the game or a strategy fails.
        """
        steps = 0
        for number in range(self.most_games):
            recorded = engine.record(number, whole=True, most=MOST_STEPS)
            steps += len(recorded.steps)
            yield number, recorded
            used_up = steps > self.most_steps or steps * self.step_bytes > self.most_bytes
            if used_up and number + 1 >= FEWEST_GAMES:
                return


class _Fields:
    """Removes fields from a list of all fields when they change."""

    def __init__(self, unchanged: list[tuple[int, str]]) -> None:
        self._unchanged = unchanged
        self._first: dict[tuple[int, str, int], Any] = {}

    def update(self, game: RecordedGame) -> None:
        """Remove the fields that change in a game, or differ from earlier games."""
        records = snapshots_of(game)
        players = int(game.rules.players)
        for place, name in list(self._unchanged):
            recorded = records[place][name]
            first = self._first.setdefault((place, name, players), recorded[0].copy())
            if (recorded != first).any():
                self._unchanged.remove((place, name))


class _Hidden:
    """Sets `Survey.linked` for holders of hidden cards that may have exchanged cards."""

    def __init__(self, game: Game, linked: Any) -> None:
        teller = game.teller
        self._components: Sequence[Any] = (
            teller.components if isinstance(teller, DeclaredTeller) else ()
        )
        self._linked = linked
        self._first: dict[tuple[object, str], Any] = {}
        self._varied = np.zeros(SEATS + 1, bool)

    def update(self, game: RecordedGame, table: CheckedTable) -> None:
        """Link all holders whose hidden cards change in the same step of a game."""
        counts = count_hidden_kinds(self._components, game.rules, snapshots_of(game))
        for cards, held in counts.items():
            changed = (held[1:] != held[:-1]).any(axis=-1)
            for holders in _different_rows(changed[changed.sum(axis=1) > 1]):
                self._linked |= np.outer(holders, holders)
            first = self._first.setdefault((table, cards.name), held[0].copy())
            self._varied |= (held[0] != first).any(axis=-1)

    def link_dealt(self) -> None:
        """Link all holders whose first cards differ between games, because they were dealt."""
        self._linked |= np.outer(self._varied, self._varied)


def _different_rows(rows: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the different rows of an array, of at most 62 columns.

    This is ``np.unique`` along the first axis, which is slow for the few rows of a game.
    """
    numbers = rows @ (1 << np.arange(rows.shape[1]))
    return rows[np.unique(numbers, return_index=True)[1]]
