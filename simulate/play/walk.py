"""Play a single game step by step (a walk), or record all its steps, with the code of studies.

Recording is about 100 times as fast as walking, because machine code calls the kernel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import numba
import numpy as np
from numba import types

from simulate.game import Game, Snapshot
from simulate.kit.compiled import JIT, Instance
from simulate.kit.layout import SEATS
from simulate.kit.menu import GROUP
from simulate.play import kernel
from simulate.play import rows as row
from simulate.play.kernel import DONE, STOPPED, State
from simulate.play.rows import Integers


@dataclass(frozen=True)
class Moment:
    """A step of a game, with the game as it was just before the action."""

    #: The number of the step, from 1.
    step: int
    #: The number of decisions of the game up to and including this step.
    decisions: int
    #: The seat to act, from 0.
    seat: int
    #: The action, or `simulate.kit.menu.PASS` in a turn without a decision.
    action: int
    #: The legal actions; none in a turn without a decision.
    actions: tuple[int, ...]
    #: A copy of the game before the action.
    snapshot: Snapshot


class Walk(Iterator[Moment]):
    """A game that is played step by step. Iterating yields a moment for each step.

    Attributes
    ----------
    snapshot
        A copy of the game after the last step.
    row
        The row of the game's counts (`simulate.play.rows`); None until the game is over.

    Parameters
    ----------
    work
        The arrays of the kernel (`simulate.play.kernel.workspace`), not shared with another game.
    results
        An array that receives the game's row: shape (1, `simulate.play.rows.width`).
    play_to
        Called with a number of steps; plays until the game has that many steps or is over, and
        returns the kernel's status. It may raise `FathomError`, which the methods pass on.
    """

    def __init__(
        self, work: dict[str, Any], results: row.Integers, play_to: Callable[[int], int]
    ) -> None:
        self._work = work
        self._results = results
        self._play_to = play_to
        self._advance(0)

    def __next__(self) -> Moment:
        if self.row is not None:
            raise StopIteration
        before = self.snapshot
        self._advance(self.steps + 1)
        return moment_of(self._work, before)

    @property
    def steps(self) -> int:
        """The number of steps that were played."""
        return int(self._work["trace"].steps[0])

    @property
    def action(self) -> int:
        """The last action, or `simulate.kit.menu.PASS` if the last step had no decision."""
        return int(self._work["trace"].action[0])

    @property
    def state(self) -> kernel.State:
        """A copy of the game's records and of its streams of random numbers."""
        table, own, hidden = self.snapshot
        chance, dice = (self._work[name].copy()[0] for name in ("chance", "dice"))
        return kernel.State(table.copy(), own.copy().view(np.recarray), hidden.copy(), chance, dice)

    def skip(self, steps: int) -> None:
        """Play `steps` steps, or the rest of the game if fewer steps are left.

        Raises
        ------
        FathomError
            If the game or a strategy fails.
        """
        if self.row is None:
            self._advance(self.steps + steps)

    def finish(self) -> row.Integers:
        """Play the rest of the game, and return the row of its counts.

        Raises
        ------
        FathomError
            If the game or a strategy fails.
        """
        if self.row is None:
            self._advance(kernel.TO_THE_END)
        assert self.row is not None
        return self.row

    def _advance(self, steps: int) -> None:
        """Play until the game has `steps` steps or is over.

        Raise `FathomError` if the game or a strategy fails.
        """
        status = self._play_to(steps)
        self.snapshot = snapshot_of(self._work)
        self.row: row.Integers | None = self._results[0] if status == kernel.DONE else None


def find_most_frequent_action(
    game: Game, rules: Any, walk: Walk, steps: int, last: int
) -> tuple[str, int, Moment]:
    """Return the most frequent action among the `last` steps up to step `steps` of a game.

    Parameters
    ----------
    game, rules
        The game and the record of its rules.
    walk
        A walk that has not reached these steps yet. It is played up to step `steps`.
    steps
        The number of the last step to count, from 1.
    last
        The number of steps to count.

    Returns
    -------
    name
        The name of the action.
    times
        The number of these steps in which it was chosen.
    moment
        The last of the moments at which it was chosen.

    Raises
    ------
    FathomError
        If the game or a strategy fails.
    """
    walk.skip(steps - last - walk.steps)
    moments = list(islice(walk, last))
    [(action, times)] = Counter(moment.action for moment in moments).most_common(1)
    moment = next(moment for moment in reversed(moments) if moment.action == action)
    return game.teller.action(rules, moment.snapshot.table, action), times, moment


def actions_on(menu: Any) -> tuple[int, ...]:
    """Return the actions on a menu, in the order in which they were offered."""
    # Lists are used because this runs at each step, and a record's arrays are slow to read.
    groups = zip(menu.bases.tolist(), menu.members.tolist()[: menu.groups], strict=False)
    return tuple(
        base + member
        for base, members in groups
        for member in range(GROUP)
        if members >> member & 1
    )


def snapshot_of(work: dict[str, Any]) -> Snapshot:
    """Return a copy of the game whose records are in the kernel's arrays (`kernel.workspace`)."""
    own = work["seats"]["own"][0].copy().view(np.recarray)
    return Snapshot(work["table"].copy()[0], own, work["hidden"].copy()[0])


def moment_of(work: dict[str, Any], snapshot: Snapshot) -> Moment:
    """Return the moment of the last step that was played in the kernel's arrays.

    `snapshot` is the game before that step.
    """
    trace = work["trace"][0]
    return Moment(
        int(trace.steps),
        int(trace.decisions),
        int(snapshot.table.seat),
        int(trace.action),
        actions_on(work["menu"][0]),
        snapshot,
    )


#: The number of steps for which arrays are allocated at a time.
ROOM = 128


@dataclass(frozen=True)
class GameRecord:
    """All records of a game before each step and after the last step, as arrays."""

    #: The record that everybody sees: shape (steps + 1,).
    tables: Any
    #: The records that each seat alone sees: shape (steps + 1, most seats of the game).
    owns: Any
    #: The record that nobody sees: shape (steps + 1,).
    hiddens: Any
    #: The menu of legal actions at each step: shape (steps,).
    menus: Any
    #: The scores, in parts of a point: shape (steps + 1, players).
    scores: Integers


@dataclass(frozen=True)
class RecordedGame:
    """A game that was played, with its row, its actions, and the table before each step."""

    game: Game
    #: The record of the rules.
    rules: Any
    #: The counts of the game: shape (`simulate.play.rows.width`,).
    row: Integers
    #: The record that everybody sees before each step: shape (steps,).
    tables: Any
    #: For each step, the action (`simulate.kit.menu.PASS` without a decision), the scores before
    #: the step (`simulate.kit.layout.SEATS` columns) and the number of legal actions: shape
    #: (steps, 2 + SEATS).
    steps: Integers
    #: All records of the game, if they were requested.
    whole: GameRecord | None = None

    def describe_action(self, step: int) -> str:
        """Return the name of the action of a step, such as "lays red 4".

        Raises
        ------
        IndexError
            If the game has fewer steps. Steps count from 0.
        """
        return self.game.teller.action(self.rules, self.tables[step], int(self.steps[step, 0]))


# Each game's compiled copy of `_record` has the game's own function instead of this name.
scores: Any = None


def _record(
    play: Any,
    tables_before: Any,
    steps: Any,
    owns: Any,
    hiddens: Any,
    offers: Any,
    first: int,
    work: Any,
) -> int:
    """Play a game from step `first` on until it ends or the arrays are full; return the status.

    `play` is the kernel, and `work` are its arguments without the step to stop at. The arrays
    `tables_before` to `offers` receive the records. Hands, hidden records and menus are recorded
    only if their arrays are not empty.
    """
    rules, tables, seats, hiddens_now, chances, dice, menus, _, traces = work[:9]
    trace = traces[0]
    state = State(tables[0], seats[0].own, hiddens_now[0], chances[0], dice[0])
    status = STOPPED
    if first == 0:
        trace.status = DONE
        status = play(*work, 0)
    while status == STOPPED and trace.steps < first + steps.shape[0]:
        at = trace.steps - first
        tables_before[at] = tables[0]
        if at < hiddens.shape[0]:
            hiddens[at] = hiddens_now[0]
            for seat in range(owns.shape[1]):
                owns[at, seat] = seats[0].own[seat]
        standing = scores(state)
        for seat in range(rules[0].players):
            steps[at, 1 + seat] = standing[seat]
        status = play(*work, trace.steps + 1)
        steps[at, 0] = trace.action
        steps[at, -1] = menus[0].count
        if at < offers.shape[0]:
            offers[at] = menus[0]
    return status


def room_to_record(game: Game, steps: int, *, whole: bool) -> list[Any]:
    """Return new arrays for a recorder to fill, for a number of steps.

    They are for the tables, the steps (see `RecordedGame`), the hands, the hidden records and the
    menus, in this order. The last three are empty unless `whole` is True.
    """
    all_steps = steps if whole else 0
    return [
        np.empty(steps, game.table.dtype),
        np.zeros((steps, 2 + SEATS), np.int64),
        np.empty((all_steps, game.seats[1]), game.own.dtype),
        np.empty(all_steps, game.hidden.dtype),
        np.empty(all_steps, game.menu.dtype),
    ]


@cache
def compile_recorder(game: Game) -> Callable[..., int]:
    """Return a compiled function that plays a game and records its steps (a recorder).

    Its arguments are the arrays of `room_to_record`, the arguments of the kernel without the step
    to stop at, and the step to begin at. It returns the kernel's status. It is loaded from the disk
    if it was compiled before.
    """
    play = kernel.kernel_of(game).compile()
    signature = None
    if JIT:
        [code] = play.overloads.values()
        # The code is looked up once instead of at each call, as in `kernel.compile_strategy`.
        play.get_compile_result = lambda signature: code
        kind: Any = types.FunctionType(code.signature)
        room = (numba.typeof(array) for array in room_to_record(game, 1, whole=True))  # type: ignore[no-untyped-call]
        *work, step = code.signature.args
        signature = types.int64(kind, *room, step, types.Tuple(work))  # type: ignore[no-untyped-call]
    recorder = Instance(
        _record, f"record_{game.name}", signature, {"scores": game.scores}
    ).compile()
    if JIT:
        [compiled] = recorder.overloads.values()
        recorder = compiled.entry_point

    def record(
        tables: Any, steps: Any, owns: Any, hiddens: Any, offers: Any, *work_and_first: Any
    ) -> Any:
        *work, first = work_and_first
        return recorder(play, tables, steps, owns, hiddens, offers, first, tuple(work))

    return record
