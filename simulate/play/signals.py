"""Signals that stop a command: Ctrl-C, SIGTERM, or a terminal that is closed.

After `handle_stop_signals`, the first signal raises `KeyboardInterrupt` in the main thread, at once
or at the end of a `shielded` block. The command then reports and stores the finished games. Further
signals are ignored in the meantime, but the sixth ends the process at once.

Python cannot stop machine code. A call that may hang therefore runs in a thread of its own, so that
the thread that waits for it can be interrupted. The thread of the call is then abandoned, and
`exit_process` ends the process without waiting for it.
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

#: The names of the stop signals. Not every system has all of them.
NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
#: At this number of signals the process ends at once, for users who keep pressing Ctrl-C.
_MOST_SIGNALS = 6


class _StopHandler:
    """The signal handler: raises `KeyboardInterrupt` at the first signal, and counts signals."""

    def __init__(self) -> None:
        self.signals = 0
        #: The number of nested `shielded` blocks that are being executed.
        self.depth = 0
        #: True if a signal arrived in a shielded block and was not raised yet.
        self.is_pending = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.signals += 1
        if self.signals >= _MOST_SIGNALS:
            os._exit(130)
        if self.signals > 1:
            return
        if self.depth:
            self.is_pending = True
        else:
            raise KeyboardInterrupt

    def delay(self, number: int, frame: FrameType | None) -> None:
        """Raise `KeyboardInterrupt` at the end of the shielded block instead of now."""
        self.is_pending = True


# A global, because signal handlers belong to the process: all commands of a process share one.
_handler = _StopHandler()


def handle_stop_signals() -> None:
    """Install the handler that raises `KeyboardInterrupt` at a stop signal, for the whole process.

    Signals that the process ignores already (``nohup``) stay ignored. Called in another thread than
    the main thread, this does nothing, because Python allows handlers in the main thread only.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    _handler.signals = 0
    _handler.is_pending = False
    for name in NAMES:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _handler)


def is_stop_pending() -> bool:
    """Return True if a signal arrived in a `shielded` block that has not ended yet."""
    return _handler.is_pending


@contextmanager
def shielded() -> Iterator[None]:
    """Delay stop signals until the end of the `with` block, so that they cannot interrupt it.

    It has no effect outside of the main thread, or if the handler of Ctrl-C is neither Fathom's nor
    Python's.

    Raises
    ------
    KeyboardInterrupt
        At the end of the outermost block, if a signal arrived during the block.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # Signals interrupt the main thread only.
        return
    before: object = signal.getsignal(signal.SIGINT)
    in_notebook = before is signal.default_int_handler
    if not in_notebook and before is not _handler:
        yield
        return
    if in_notebook:
        signal.signal(signal.SIGINT, _handler.delay)
    _handler.depth += 1
    try:
        yield
    finally:
        _handler.depth -= 1
        if in_notebook:
            signal.signal(signal.SIGINT, signal.default_int_handler)
    if _handler.is_pending and not _handler.depth:
        _handler.is_pending = False
        raise KeyboardInterrupt


#: The time in seconds that an interrupted call has to end before it is abandoned.
GRACE_SECONDS = 0.1
#: The time in seconds after which a waiting thread checks again whether it was interrupted.
POLL_SECONDS = 0.05
_interrupted = threading.Event()
#: An event for each abandoned call, which is set if the call ends after all.
_abandoned: list[threading.Event] = []
#: The queue of each idle thread. Threads are reused, as starting one takes longer than many calls.
_idle: list[SimpleQueue[Callable[[], threading.Event]]] = []
#: For each thread, in `seconds`, the CPU seconds of the calls that other threads made for it.
_lent = threading.local()


class StandstillError(Exception):
    """A call was abandoned because it no longer makes progress."""


def interruptible(call: Callable[[], Result], stands_still: Callable[[], bool]) -> Result:
    """Call a function in another thread and return its result, so that Ctrl-C can interrupt it.

    Parameters
    ----------
    call
        The function. It may run machine code, which Python could not interrupt.
    stands_still
        Called every `POLL_SECONDS`; returns True if the call no longer makes progress.

    Raises
    ------
    StandstillError
        If `stands_still` returned True.
    KeyboardInterrupt
        If this is the main thread and a signal arrived.
    FathomError
        If `interrupt` was called and the call did not end in time. This error is never printed.
    BaseException
        The exception that the call raised.
    """
    outcome = Future[Result]()
    done = threading.Event()
    threads = list[int]()
    seconds = list[float]()

    def run() -> threading.Event:
        threads.append(threading.get_native_id())
        began = time.thread_time()
        try:
            outcome.set_result(call())
        except BaseException as error:  # The waiting thread raises it again.
            outcome.set_exception(error)
        seconds.append(time.thread_time() - began)
        return done

    try:
        calls = _idle.pop()
    except IndexError:
        calls = SimpleQueue()
        threading.Thread(target=_make_calls, args=(calls,), daemon=True).start()
    calls.put(run)
    try:
        while not done.wait(POLL_SECONDS):
            if _interrupted.is_set() and not done.wait(GRACE_SECONDS):
                raise FathomError("interrupted")
            if stands_still():
                raise StandstillError
    except BaseException:
        if not done.wait(GRACE_SECONDS):
            _abandon(done, threads)
        raise
    _lent.seconds = getattr(_lent, "seconds", 0.0) + seconds[0]
    return outcome.result()


def _abandon(done: threading.Event, threads: Sequence[int]) -> None:
    """Record that a call was abandoned, and give its thread the lowest priority."""
    _abandoned.append(done)
    if sys.platform == "linux":  # Elsewhere threads share a priority.
        for thread in threads:
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, thread, 19)


def cpu_seconds() -> float:
    """Return the CPU seconds of this thread and of the calls that `interruptible` made for it.

    Unlike the time on a clock, they do not grow while the machine runs other programs.
    """
    lent: float = getattr(_lent, "seconds", 0.0)
    return time.thread_time() + lent


def _make_calls(calls: SimpleQueue[Callable[[], threading.Event]]) -> None:
    """Make the calls that arrive in a queue, one at a time; never return."""
    while True:
        done = calls.get()()
        # The thread counts as idle before the end of the call is announced, so that the waiting
        # caller can use it for the next call.
        _idle.append(calls)
        done.set()
        del done


def interrupt() -> None:
    """Make all threads stop waiting for calls of `interruptible` that do not end soon.

    This concerns calls that are running or that begin before `resume`. For those that do not end
    within `GRACE_SECONDS`, `interruptible` raises `FathomError` in the waiting thread.
    """
    _interrupted.set()


def resume() -> None:
    """End the effect of `interrupt`: threads wait for their calls again."""
    _interrupted.clear()


def exit_process(code: int) -> None:
    """End the process with an exit code, even if an abandoned call still runs.

    Python would wait for the thread of that call, so the process is then ended without cleaning up.

    Raises
    ------
    SystemExit
        If no abandoned call still runs.
    """
    if not all(done.is_set() for done in _abandoned):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)
