"""The states of a game within a single action, found by running the action without the compiler.

Compiled code only leaves the state after an action. What happened in between, such as a card that
was discarded and an equal card that was drawn, cannot be seen there. A replay therefore runs each
action once more in Python, on a copy of the state, and keeps the state after every line of the
author's code that changes it. Compiled play is not affected.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import numpy as np
from numba.core.registry import CPUDispatcher

from simulate.game import Game, Snapshot
from simulate.kit.compiled import JIT
from simulate.kit.seats import all_seats
from simulate.play.interpreted import MOST_LINES, is_authors
from simulate.play.kernel import State, workspace

#: Protects the replacement of Numba's method in `_without_compiler`.
_LOCK = threading.Lock()
#: Numba has no type annotations for its dispatchers.
_Dispatcher: Any = CPUDispatcher


class _TooLongError(Exception):
    """Raised if an action runs more than `MOST_LINES` lines of the author's code."""


def find_states_within(
    game: Game, rules: Any, state: State, action: int, after: Snapshot
) -> list[Snapshot]:
    """Return the different states of a game during an action, from the first to the last.

    Parameters
    ----------
    game, rules
        The game and the record of its rules.
    state
        A copy of the state before the action, which this function changes.
    action
        The action.
    after
        The state after the action, as compiled code left it.

    Returns
    -------
    list of Snapshot
        At least the states before and after the action. Only these two if the action fails without
        the compiler, takes very long, or leads to another state there.
    """
    before = _copy(state)
    recorder = _Recorder(state, before)
    apply = getattr(game.apply, "py_func", game.apply)
    try:
        with np.errstate(over="ignore"), _without_compiler(), recorder.recording():
            apply(rules, state, action)
    except Exception:
        # The compiled action succeeded, so the game can be described without these states.
        return [before, after]
    recorder.keep()
    if not _are_equal(recorder.states[-1], after):
        return [before, after]
    return recorder.states


def deal_without_compiler(game: Game, rules: Any) -> Snapshot:
    """Return a game before its first action, dealt from any random numbers.

    Raises
    ------
    Exception
        Any error of the game's code, unchanged.
    """
    work = {name: array[0] for name, array in workspace(game).items()}
    table = work["table"]
    table.active = all_seats(int(rules.players))
    state = State(table, work["seats"].own, work["hidden"], work["chance"], work["dice"])
    set_up = getattr(game.set_up, "py_func", game.set_up)
    with np.errstate(over="ignore"), _without_compiler():
        set_up(rules, state)
    return _copy(state)


class _Recorder:
    """Keeps the different states of a game while its code runs."""

    def __init__(self, state: State, before: Snapshot) -> None:
        self._state = state
        self._lines = 0
        self.states = [before]

    def keep(self) -> None:
        """Keep the present state if it differs from the last one that was kept."""
        last = self.states[-1]
        if not _are_equal(self._state, last):
            self.states.append(_copy(self._state))

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Return a context manager that keeps the states between the lines of the author's code."""
        earlier = sys.gettrace()
        sys.settrace(self._enter)
        try:
            yield
        finally:
            sys.settrace(earlier)

    def _enter(self, frame: FrameType, event: str, argument: Any) -> Any:
        return self._next_line if is_authors(frame) else None

    def _next_line(self, frame: FrameType, event: str, argument: Any) -> Any:
        self._lines += 1
        if self._lines > MOST_LINES:
            raise _TooLongError
        self.keep()
        return self._next_line


@contextmanager
def _without_compiler() -> Iterator[None]:
    """Return a context manager in which Python interprets compiled functions that it calls.

    This holds for the current thread only.
    """
    if not JIT:
        yield
        return
    thread = threading.get_ident()
    call_compiled = _Dispatcher.__call__

    def call(dispatcher: Any, *arguments: Any, **keywords: Any) -> Any:
        if threading.get_ident() == thread:
            return dispatcher.py_func(*arguments, **keywords)
        return call_compiled(dispatcher, *arguments, **keywords)

    with _LOCK:
        _Dispatcher.__call__ = call
        try:
            yield
        finally:
            del _Dispatcher.__call__


def _copy(state: State | Snapshot) -> Snapshot:
    return Snapshot(state.table.copy(), state.own.copy().view(np.recarray), state.hidden.copy())


def _are_equal(state: State | Snapshot, other: Snapshot) -> bool:
    """Return True if all records of two states have the same bytes."""
    records = (state.table, state.own, state.hidden)
    return all(
        record.tobytes() == another.tobytes()
        for record, another in zip(records, other, strict=True)
    )
