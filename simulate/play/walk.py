"""Play a single game step by step, or record all its steps, with the code that plays blocks.

Recording is about 100 times as fast as walking, as machine code calls the kernel.
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
    """A step of a game, just before its action is applied."""

    #: The number of the step, from 1.
    step: int
    #: The number of decisions so far, this one included.
    decisions: int
    #: The seat, from 0.
    seat: int
    #: The action, or `simulate.kit.menu.PASS` in a turn without a decision.
    action: int
    #: The legal actions; none in a turn without a decision.
    actions: tuple[int, ...]
    #: A copy of the game.
    snapshot: Snapshot


class Walk(Iterator[Moment]):
    """A game that is played step by step; it iterates over its moments.

    A moment is returned after its action was applied. `snapshot` is then a copy of the game after
    the step, and `row` is None until the game is over.

    Parameters
    ----------
    work
        The arrays of the kernel (`simulate.play.kernel.workspace`), not shared with another game.
    results
        Room for the game's row: shape (1, `simulate.play.rows.width`).
    play_to
        Plays on to a number of steps, or to the end of the game, and returns the kernel's status.
    """

    def __init__(
        self, work: dict[str, Any], results: row.Integers, play_to: Callable[[int], int]
    ) -> None:
        self._work = work
        self._results = results
        self._play_to = play_to
        self._go_on(0)

    def __next__(self) -> Moment:
        if self.row is not None:
            raise StopIteration
        before = self.snapshot
        self._go_on(self.steps + 1)
        return moment_of(self._work, before)

    @property
    def steps(self) -> int:
        """The number of steps so far."""
        return int(self._work["trace"].steps[0])

    @property
    def action(self) -> int:
        """The action that was chosen last."""
        return int(self._work["trace"].action[0])

    @property
    def state(self) -> kernel.State:
        """A copy of the whole game, streams of chance included."""
        table, own, hidden = self.snapshot
        chance, dice = (self._work[name].copy()[0] for name in ("chance", "dice"))
        return kernel.State(table.copy(), own.copy().view(np.recarray), hidden.copy(), chance, dice)

    def skip(self, steps: int) -> None:
        """Play a number of steps, or the rest of the game if it has fewer."""
        if self.row is None:
            self._go_on(self.steps + steps)

    def finish(self) -> row.Integers:
        """Play the rest of the game, and return its row."""
        if self.row is None:
            self._go_on(kernel.TO_THE_END)
        assert self.row is not None
        return self.row

    def _go_on(self, steps: int) -> None:
        status = self._play_to(steps)
        self.snapshot = snapshot_of(self._work)
        self.row: row.Integers | None = self._results[0] if status == kernel.DONE else None


def find_most_frequent_action(
    game: Game, rules: Any, walk: Walk, steps: int, last: int
) -> tuple[str, int, Moment]:
    """Return the most frequent action among the last steps before a step.

    Parameters
    ----------
    game, rules
        The game and the record of its rules.
    walk
        A walk before these steps; it is played on.
    steps
        The number of the last step.
    last
        The number of steps to count.

    Returns
    -------
    name
        The name of the action.
    times
        How often it was chosen.
    moment
        The moment at which it was chosen for the last time.
    """
    walk.skip(steps - last - walk.steps)
    moments = list(islice(walk, last))
    [(action, times)] = Counter(moment.action for moment in moments).most_common(1)
    moment = next(moment for moment in reversed(moments) if moment.action == action)
    return game.teller.action(rules, moment.snapshot.table, action), times, moment


def actions_on(menu: Any) -> tuple[int, ...]:
    """Return the actions on a menu, in the order in which they were offered."""
    # Lists, as elements of a record's arrays are slow to read, and this runs at each step.
    groups = zip(menu.bases.tolist(), menu.members.tolist()[: menu.groups], strict=False)
    return tuple(
        base + member
        for base, members in groups
        for member in range(GROUP)
        if members >> member & 1
    )


def snapshot_of(work: dict[str, Any]) -> Snapshot:
    """Return a copy of the game in the kernel's arrays."""
    own = work["seats"]["own"][0].copy().view(np.recarray)
    return Snapshot(work["table"].copy()[0], own, work["hidden"].copy()[0])


def moment_of(work: dict[str, Any], snapshot: Snapshot) -> Moment:
    """Return the last step in the kernel's arrays; `snapshot` is the game before that step."""
    trace = work["trace"][0]
    return Moment(
        int(trace.steps),
        int(trace.decisions),
        int(snapshot.table.seat),
        int(trace.action),
        actions_on(work["menu"][0]),
        snapshot,
    )


#: The number of steps that are recorded at a time.
ROOM = 128


@dataclass(frozen=True)
class GameRecord:
    """All records of a game before each step, and after the last step."""

    #: Shape (steps + 1,).
    tables: Any
    #: Shape (steps + 1, most seats).
    owns: Any
    #: Shape (steps + 1,).
    hiddens: Any
    #: Shape (steps,).
    menus: Any
    #: Shape (steps + 1, players).
    scores: Integers


@dataclass(frozen=True)
class RecordedGame:
    """A game's row, and the table and some numbers before each step."""

    game: Game
    rules: Any
    row: Integers
    #: The table before each step: shape (steps,).
    tables: Any
    #: For each step, the action (`simulate.kit.menu.PASS` without a decision), the scores before it
    #: and the number of legal actions: shape (steps, 2 + most seats).
    steps: Integers
    #: All records, if they were requested.
    whole: GameRecord | None = None

    def describe_action(self, step: int) -> str:
        """Return the name of the action of a step, counted from 0."""
        return self.game.teller.action(self.rules, self.tables[step], int(self.steps[step, 0]))


# Replaced by the game's own function in each game's compiled copy.
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
    """Play a game from its step `first` with the kernel until it ends or the arrays are full.

    Hands, hidden records and menus are recorded only if their arrays are not empty.
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
    """Allocate the arrays that a recorder fills, for a number of steps.

    They are tables, steps, hands, hidden records and menus. The last three are empty unless `whole`
    is True.
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
    """Compile the recorder of a game, or fetch it from the disk.

    The function takes the arrays of `room_to_record`, the arguments of the kernel without the step
    to stop at, and the step to begin at. It returns the kernel's status.
    """
    play = kernel.kernel_of(game).compile()
    signature = None
    if JIT:
        [code] = play.overloads.values()
        play.get_compile_result = lambda signature: code  # as in `kernel.compile_strategy`
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
