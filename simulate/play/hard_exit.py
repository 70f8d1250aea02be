"""Leaving compiled code that does not end: Ctrl-C waits for nobody's game.

Python cannot stop machine code. A call that may hang runs in a thread of its own, and whoever
waits for it can be interrupted: then the thread is left behind, and the process ends without it.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import TypeVar

from simulate.errors import FathomError

Result = TypeVar("Result")

#: How long an interrupted call may go on until it is left behind, and how often threads look.
GRACE, LOOK = 0.1, 0.05
_interrupted = threading.Event()
#: Set when a call that was left behind ends after all.
_left: list[threading.Event] = []
#: What each thread waits at for the next call that may hang; starting one for each takes longer
#: than many calls do.
_idle: list[SimpleQueue[Callable[[], threading.Event]]] = []
#: By thread: CPU seconds of the calls that were made for it.
_lent = threading.local()


class StandstillError(Exception):
    """A call was left behind, for it does not go on."""


def interruptible(call: Callable[[], Result], stands_still: Callable[[], bool]) -> Result:
    """Return what a call returns, or raise what it raises, unless Ctrl-C comes first.

    `StandstillError`: it hangs, as `stands_still` told, which is asked now and then.
    `KeyboardInterrupt`: Ctrl-C came here, in the main thread. `FathomError`: it came there while
    this is another thread (`interrupt`); nobody hears of it.
    """
    results: list[Result] = []
    raised: list[BaseException] = []
    seconds: list[float] = []
    done = threading.Event()
    threads: list[int] = []

    def run() -> threading.Event:
        threads.append(threading.get_native_id())
        began = time.thread_time()
        try:
            results.append(call())
        except BaseException as error:  # raised again where it is waited for
            raised.append(error)
        seconds.append(time.thread_time() - began)
        return done

    _hand_over(run)
    try:
        while not done.wait(LOOK):
            if _interrupted.is_set() and not done.wait(GRACE):
                _leave_behind(done, threads)
                raise FathomError("interrupted")
            if stands_still():
                _leave_behind(done, threads)
                raise StandstillError
    except KeyboardInterrupt:
        if not done.wait(GRACE):
            _leave_behind(done, threads)
        raise
    _lent.seconds = getattr(_lent, "seconds", 0.0) + seconds[0]
    if raised:
        raise raised[0]
    return results[0]


def _leave_behind(done: threading.Event, threads: Sequence[int]) -> None:
    """Remember a call that does not end, and let it be no hindrance to what is still to do."""
    _left.append(done)
    if sys.platform == "linux":  # elsewhere threads have no such numbers
        for thread in threads:
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, thread, 19)


def cpu_seconds() -> float:
    """Return how long this thread has computed, with what others computed for it meanwhile.

    Unlike a clock it stands still while the machine does something else.
    """
    lent: float = getattr(_lent, "seconds", 0.0)
    return time.thread_time() + lent


def _hand_over(call: Callable[[], threading.Event]) -> None:
    """Let an idle thread make a call, and set what it returns once that thread is idle again."""
    try:
        calls = _idle.pop()
    except IndexError:
        calls = SimpleQueue()
        threading.Thread(target=_wait_for, args=(calls,), daemon=True).start()
    calls.put(call)


def _wait_for(calls: SimpleQueue[Callable[[], threading.Event]]) -> None:
    while True:
        done = calls.get()()
        _idle.append(calls)
        done.set()
        del done


def interrupt() -> None:
    """Let all calls that are waited for be left behind, if they do not end by themselves."""
    _interrupted.set()


def resume() -> None:
    """Let calls be waited for again, after what was interrupted is settled."""
    _interrupted.clear()


def leave(code: int) -> None:
    """End the process; at once if a call was left behind, as Python would wait for it."""
    if not all(done.is_set() for done in _left):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)
