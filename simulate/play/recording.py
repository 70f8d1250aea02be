"""Whole games step by step, written down by machine code: a hundred times as fast as a walk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numba
import numpy as np
from numba import types

from simulate.game import Game
from simulate.kit.compiled import JIT, Instance
from simulate.kit.layout import SEATS
from simulate.play import kernel
from simulate.play.kernel import DONE, STOPPED, State
from simulate.play.rows import Integers

#: Of a step: its seat and action (`simulate.kit.menu.PASS` without a decision), how many turns and
#: stretches were over before it; and after it: these, whether half-time was, the seats still in as
#: a set, and every seat's score.
_FIELDS = ("seat", "action", "turn", "stretch", "turns", "stretches", "halftime", "active")
STEP = np.dtype([*((name, np.int64) for name in _FIELDS), ("scores", np.int64, SEATS)], align=True)
#: Steps that are written down at a time.
_ROOM = 128


@dataclass(frozen=True)
class Recorded:
    """A game's row, and its steps: an array of `STEP`; and parts of the tables before each step."""

    row: Integers
    steps: Any
    tables: Sequence[Any]

    def table(self, step: int) -> Any:
        """Return the table as it was before a step, counted from 0."""
        return self.tables[step // _ROOM][step % _ROOM]


# Replaced in each game's copy.
scores: Any = None


def _record(
    play: Any,
    log: Any,
    seen: Any,
    rules: Any,
    tables: Any,
    seats: Any,
    hiddens: Any,
    chances: Any,
    dice: Any,
    menus: Any,
    scratches: Any,
    traces: Any,
    strategies: Any,
    results: Any,
    seed: int,
    game: int,
    rotations: int,
    first: int,
) -> int:
    """Play a game on from its step `first` with the kernel until the log is full, or it ends."""
    table, trace = tables[0], traces[0]
    state = State(table, seats[0].own, hiddens[0], chances[0], dice[0])
    work = (rules, tables, seats, hiddens, chances, dice, menus, scratches, traces, strategies)
    status = STOPPED
    if first == 0:
        trace.status = DONE
        status = play(*work, results, seed, game, rotations, 0)
    while status == STOPPED and trace.steps < first + log.shape[0]:
        step = log[trace.steps - first]
        seen[trace.steps - first] = tables[0]
        step.seat = table.seat
        step.turn = table.turns
        step.stretch = table.checkpoints
        status = play(*work, results, seed, game, rotations, trace.steps + 1)
        step.action = trace.action
        step.turns = table.turns
        step.stretches = table.checkpoints
        step.halftime = table.halftime
        step.active = table.active
        standing = scores(state)
        for seat in range(rules[0].players):
            step.scores[seat] = standing[seat]
    return status


@cache
def compile_recorder(game: Game) -> Callable[..., int]:
    """Compile what records a game, or fetch it from the disk; it goes on as `record` says."""
    plays = kernel.kernel_of(game).compile()
    if not JIT:
        made = Instance(_record, f"record_{game.name}", None, {"scores": game.scores}).compile()
        return partial(made, plays)
    [code] = plays.overloads.values()
    plays.get_compile_result = lambda signature: code  # as of `kernel.compile_strategy`
    logs = (types.Array(numba.from_dtype(one), 1, "C") for one in (STEP, game.table.dtype))
    kind: Any = types.FunctionType(code.signature)
    signature = types.int64(kind, *logs, *code.signature.args)
    made = Instance(_record, f"record_{game.name}", signature, {"scores": game.scores}).compile()
    [only] = made.overloads.values()
    return partial(only.entry_point, plays)


def record(game: Game, results: Integers, play_on: Callable[..., int]) -> Recorded:
    """Record a game of which the first of `results` is to be the row.

    `play_on` takes a log, room for tables and the step from which to play on; it returns the
    kernel's status.
    """
    logs: list[Any] = []
    tables: list[Any] = []
    status = STOPPED
    while status == STOPPED:
        logs.append(np.empty(_ROOM, np.dtype((np.record, STEP))))
        tables.append(np.empty(_ROOM, np.dtype((np.record, game.table.dtype))))
        status = play_on(logs[-1], tables[-1], _ROOM * (len(logs) - 1))
    return Recorded(results[0], np.concatenate(logs), tables)
