"""One game, step by step, by the very code that plays blocks; or recorded, 100 times as fast."""

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
    """A step of a game, just before its action is applied.

    Steps count from 1, seats from 0; `decisions` counts this one too. In a turn without a
    decision `actions` is empty and `action` is `simulate.kit.menu.PASS`. The snapshot is a copy.
    """

    step: int
    decisions: int
    seat: int
    action: int
    actions: tuple[int, ...]
    snapshot: Snapshot


class Walk(Iterator[Moment]):
    """A game that is played step by step; each step is told when its action was applied.

    Its `snapshot` is a copy of the game as it stands; its `row` is ``None`` until it is over. It
    has what the kernel works on, and room for the row, for itself; `play_to` plays on to so many
    steps, if there are so many, and returns the kernel's status.
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
        """How many steps were made."""
        return int(self._work["trace"].steps[0])

    @property
    def action(self) -> int:
        """The action that was chosen last."""
        return int(self._work["trace"].action[0])

    @property
    def state(self) -> kernel.State:
        """All of the game as it stands, streams of chance included; a copy."""
        table, own, hidden = self.snapshot
        chance, dice = (self._work[name].copy()[0] for name in ("chance", "dice"))
        return kernel.State(table.copy(), own.copy().view(np.recarray), hidden.copy(), chance, dice)

    def skip(self, steps: int) -> None:
        """Play so many steps at once, or what is left of the game, without telling them."""
        if self.row is None:
            self._go_on(self.steps + steps)

    def finish(self) -> row.Integers:
        """Play what is left of the game at once, and return its row."""
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
    """Walk on to a step, and return which of its last actions was most often, and when at last."""
    walk.skip(steps - last - walk.steps)
    moments = list(islice(walk, last))
    [(action, times)] = Counter(moment.action for moment in moments).most_common(1)
    moment = next(moment for moment in reversed(moments) if moment.action == action)
    return game.teller.action(rules, moment.snapshot.table, action), times, moment


def actions_on(menu: Any) -> tuple[int, ...]:
    """Return the actions on a menu, in the order offered."""
    # As plain numbers: fields of a record are slow to read, and this is done at each step.
    groups = zip(menu.bases.tolist(), menu.members.tolist()[: menu.groups], strict=False)
    return tuple(
        base + member
        for base, members in groups
        for member in range(GROUP)
        if members >> member & 1
    )


def snapshot_of(work: dict[str, Any]) -> Snapshot:
    """Copy the game in `work`."""
    own = work["seats"]["own"][0].copy().view(np.recarray)
    return Snapshot(work["table"].copy()[0], own, work["hidden"].copy()[0])


def moment_of(work: dict[str, Any], snapshot: Snapshot) -> Moment:
    """Return the last step in `work`, before which the game was as in `snapshot`."""
    trace = work["trace"][0]
    return Moment(
        int(trace.steps),
        int(trace.decisions),
        int(snapshot.table.seat),
        int(trace.action),
        actions_on(work["menu"][0]),
        snapshot,
    )


#: Steps that are written down at a time.
ROOM = 128


@dataclass(frozen=True)
class GameRecord:
    """All records of a game at every moment: before each step, and last after the final step.

    `owns` has shape (steps + 1, most seats); `tables` and `hiddens` have shape (steps + 1,);
    `menus` has shape (steps,) and `scores` has shape (steps + 1, players).
    """

    tables: Any
    owns: Any
    hiddens: Any
    menus: Any
    scores: Integers


@dataclass(frozen=True)
class RecordedGame:
    """A game's row; and of each step, as it was before it, the table, and numbers.

    These are the action chosen (`simulate.kit.menu.PASS` without a decision), all scores, and last
    how many actions were legal. `whole` holds all other records too, if they were requested.
    """

    game: Game
    rules: Any
    row: Integers
    tables: Any
    steps: Integers
    whole: GameRecord | None = None

    def describe_action(self, step: int) -> str:
        """Tell the action of a step, counted from 0."""
        return self.game.teller.action(self.rules, self.tables[step], int(self.steps[step, 0]))


# Replaced in each game's copy.
scores: Any = None


def _record(
    play: Any, seen: Any, steps: Any, owns: Any, hiddens: Any, offers: Any, first: int, work: Any
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
        seen[at] = tables[0]
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
    """Make the arrays that a recorder fills, for a number of steps."""
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

    The function takes the arrays of `room_to_record`, the arguments of the kernel but for the step
    to stop at, and the step to begin at.
    """
    plays, signature = kernel.kernel_of(game).compile(), None
    if JIT:
        [code] = plays.overloads.values()
        plays.get_compile_result = lambda signature: code  # as of `kernel.compile_strategy`
        kind: Any = types.FunctionType(code.signature)
        room = (numba.typeof(array) for array in room_to_record(game, 1, whole=True))  # type: ignore[no-untyped-call]
        *work, step = code.signature.args
        signature = types.int64(kind, *room, step, types.Tuple(work))  # type: ignore[no-untyped-call]
    made = Instance(_record, f"record_{game.name}", signature, {"scores": game.scores}).compile()
    if JIT:
        [only] = made.overloads.values()
        made = only.entry_point

    def record(
        seen: Any, steps: Any, owns: Any, hiddens: Any, offers: Any, *work_and_first: Any
    ) -> Any:
        *work, first = work_and_first
        return made(plays, seen, steps, owns, hiddens, offers, first, tuple(work))

    return record
