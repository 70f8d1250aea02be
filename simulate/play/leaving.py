"""Leaving compiled code that does not end: Ctrl-C waits for nobody's game.

Python cannot stop machine code. A call that may hang runs in a thread of its own, and whoever
waits for it can be interrupted: then the thread is left behind, and the process ends without it.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from typing import TypeVar

from simulate.errors import FathomError

Result = TypeVar("Result")

#: How long an interrupted call may go on until it is left behind, and how often threads look.
GRACE, LOOK = 0.3, 0.05
_interrupted = threading.Event()
_left: list[threading.Thread] = []


class StandstillError(Exception):
    """A call was left behind, for it does not go on."""


def interruptible(call: Callable[[], Result], stands_still: Callable[[], bool]) -> Result:
    """Return what a call returns, or raise what it raises, unless Ctrl-C comes first.

    Parameters
    ----------
    call
        What may hang.
    stands_still
        Asked now and then: whether it hangs.

    Raises
    ------
    StandstillError
        It hangs.
    KeyboardInterrupt
        It was pressed here, in the main thread.
    FathomError
        It was pressed there while this is another thread (`interrupt`); nobody hears of it.
    """
    results: list[Result] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            results.append(call())
        except BaseException as error:  # raised again where it is waited for
            raised.append(error)
        finally:
            done.set()

    done = threading.Event()
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        while not done.wait(LOOK):
            if _interrupted.is_set() and not done.wait(GRACE):
                _left.append(thread)
                raise FathomError("interrupted")
            if stands_still():
                _left.append(thread)
                raise StandstillError
    except KeyboardInterrupt:
        if not done.wait(GRACE):
            _left.append(thread)
        raise
    if raised:
        raise raised[0]
    return results[0]


def interrupt() -> None:
    """Let all calls that are waited for be left behind, if they do not end by themselves."""
    _interrupted.set()


def resume() -> None:
    """Let calls be waited for again, after what was interrupted is settled."""
    _interrupted.clear()


def leave(code: int) -> None:
    """End the process; at once if a call was left behind, as Python would wait for it."""
    if any(thread.is_alive() for thread in _left):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)
