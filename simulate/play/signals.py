"""What stops a command: Ctrl-C, the system, or a terminal that is closed. Each is told alike.

Once `hear` is on, the first signal raises `KeyboardInterrupt` where the main thread is, at once
or at the end of what must not be divided. What is finished is then shown and kept, which takes a
moment, and later signals are not heard; only who insists ends the process without that.

Python cannot stop machine code. A call that may hang runs in a thread of its own, and whoever
waits for it can be interrupted: then the thread is left behind, and the process ends without it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from types import FrameType
from typing import TypeVar

from simulate.errors import FathomError

Result = TypeVar("Result")

NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
#: Signals after which the process ends without finishing anything: a hand on the keyboard.
_INSISTING = 6


class _Heard:
    """How many signals came, and whether they wait."""

    def __init__(self) -> None:
        self.came = self.depth = 0
        self.waits = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.came += 1
        if self.came >= _INSISTING:
            os._exit(130)
        if self.came > 1:
            return
        if self.depth:
            self.waits = True
        else:
            raise KeyboardInterrupt

    def later(self, number: int, frame: FrameType | None) -> None:
        """Hear a signal at the end of what must not be divided."""
        self.waits = True


_heard = _Heard()


def handle_stop_signals() -> None:
    """Let every signal that asks a command to stop do so as Ctrl-C does; for a whole process."""
    if threading.current_thread() is not threading.main_thread():
        return
    _heard.came, _heard.waits = 0, False
    for name in NAMES:
        number = getattr(signal, name, None)
        # Who runs a command in the background, or with nohup, has some ignored.
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _heard)


def is_stop_pending() -> bool:
    """Tell whether a signal waits until what is `shielded` is done."""
    return _heard.waits


@contextmanager
def shielded() -> Iterator[None]:
    """Let signals wait until what is done here is done whole, as a block that is counted."""
    if threading.current_thread() is not threading.main_thread():
        yield  # nobody would be interrupted here
        return
    before: object = signal.getsignal(signal.SIGINT)
    in_notebook = before is signal.default_int_handler
    if not in_notebook and before is not _heard:
        yield  # somebody else hears it
        return
    if in_notebook:
        signal.signal(signal.SIGINT, _heard.later)
    _heard.depth += 1
    try:
        yield
    finally:
        _heard.depth -= 1
        if in_notebook:
            signal.signal(signal.SIGINT, signal.default_int_handler)
    if _heard.waits and not _heard.depth:
        _heard.waits = False
        raise KeyboardInterrupt


#: How long an interrupted call may go on until it is left behind, and how often threads look.
GRACE_SECONDS, POLL_SECONDS = 0.1, 0.05
_interrupted = threading.Event()
#: Set when a call that was left behind ends after all.
_left: list[threading.Event] = []
#: Where each idle thread waits for the next call; to start one for each takes longer than many do.
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
    outcome, done = Future[Result](), threading.Event()
    threads, seconds = list[int](), list[float]()

    def run() -> threading.Event:
        threads.append(threading.get_native_id())
        began = time.thread_time()
        try:
            outcome.set_result(call())
        except BaseException as error:  # raised again where it is waited for
            outcome.set_exception(error)
        seconds.append(time.thread_time() - began)
        return done

    try:
        calls = _idle.pop()
    except IndexError:
        calls = SimpleQueue()
        threading.Thread(target=_wait_for, args=(calls,), daemon=True).start()
    calls.put(run)
    try:
        while not done.wait(POLL_SECONDS):
            if _interrupted.is_set() and not done.wait(GRACE_SECONDS):
                raise FathomError("interrupted")
            if stands_still():
                raise StandstillError
    except BaseException:
        if not done.wait(GRACE_SECONDS):
            _leave_behind(done, threads)
        raise
    _lent.seconds = getattr(_lent, "seconds", 0.0) + seconds[0]
    return outcome.result()


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


def _wait_for(calls: SimpleQueue[Callable[[], threading.Event]]) -> None:
    """Make one call after another; who waits for one hears of its end once this is idle again."""
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


def exit_process(code: int) -> None:
    """End the process; at once if a call was left behind, as Python would wait for it."""
    if not all(done.is_set() for done in _left):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)
