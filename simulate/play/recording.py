"""Whole games step by step, written down by machine code: a hundred times as fast as a walk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
from numba import types

from simulate.game import Game
from simulate.kit.compiled import JIT, Instance
from simulate.play import kernel
from simulate.play.kernel import DONE, STOPPED, State
from simulate.play.rows import Integers

#: Steps that are written down at a time.
ROOM = 128


@dataclass(frozen=True)
class Recorded:
    """A game's row; and of each step, as it was before it, the table, and numbers.

    These are the action chosen (`simulate.kit.menu.PASS` without a decision), all scores, and last
    how many actions were legal.
    """

    game: Game
    rules: Any
    row: Integers
    tables: Any
    steps: Integers

    def told(self, step: int) -> str:
        """Tell the action of a step, counted from 0."""
        return self.game.teller.action(self.rules, self.tables[step], int(self.steps[step, 0]))


# Replaced in each game's copy.
scores: Any = None


def _record(play: Any, seen: Any, steps: Any, first: int, work: Any) -> int:
    """Play a game on from its step `first` with the kernel until there is no room, or it ends."""
    rules, tables, seats, hiddens, chances, dice, menus, _, traces = work[:9]
    trace = traces[0]
    state = State(tables[0], seats[0].own, hiddens[0], chances[0], dice[0])
    status = STOPPED
    if first == 0:
        trace.status = DONE
        status = play(*work, 0)
    while status == STOPPED and trace.steps < first + steps.shape[0]:
        at = trace.steps - first
        seen[at] = tables[0]
        standing = scores(state)
        for seat in range(rules[0].players):
            steps[at, 1 + seat] = standing[seat]
        status = play(*work, trace.steps + 1)
        steps[at, 0] = trace.action
        steps[at, -1] = menus[0].count
    return status


@cache
def compile_recorder(game: Game) -> Callable[..., int]:
    """Compile what records a game, or fetch it from the disk.

    It takes room for tables and numbers, and what the kernel takes; there, the step to go on from.
    """
    plays, signature = kernel.kernel_of(game).compile(), None
    if JIT:
        [code] = plays.overloads.values()
        plays.get_compile_result = lambda signature: code  # as of `kernel.compile_strategy`
        kind: Any = types.FunctionType(code.signature)
        tables = types.Array(numba.from_dtype(game.table.dtype), 1, "C")
        *work, step = code.signature.args
        numbers = types.Array(types.int64, 2, "C")
        signature = types.int64(kind, tables, numbers, step, types.Tuple(work))  # type: ignore[no-untyped-call]
    made = Instance(_record, f"record_{game.name}", signature, {"scores": game.scores}).compile()
    if JIT:
        [only] = made.overloads.values()
        made = only.entry_point
    return lambda seen, steps, *work: made(plays, seen, steps, work[-1], work[:-1])
