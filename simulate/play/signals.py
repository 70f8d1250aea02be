"""Signals that stop a command: Ctrl-C, SIGTERM, or a terminal that is closed.

After `handle_stop_signals`, the first signal raises `KeyboardInterrupt` in the main thread, at once
or at the end of a `shielded` block. The command then reports and stores what is finished, which
takes a moment; later signals are ignored meanwhile. Only the sixth ends the process at once.

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

NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
#: The number of signals that end the process at once: somebody keeps pressing Ctrl-C.
_MOST_SIGNALS = 6


class _StopHandler:
    """The signal handler: counts signals, and delays them while a block is shielded."""

    def __init__(self) -> None:
        self.signals = 0
        #: How many `shielded` blocks are entered, one within another.
        self.depth = 0
        #: Whether a signal arrived in a shielded block.
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


# Signal handlers belong to the process, and Python lets only the main thread set them: there is one
# for all commands of a process, and nothing that could be passed from one to the next.
_handler = _StopHandler()


def handle_stop_signals() -> None:
    """Let all stop signals raise `KeyboardInterrupt`, from now until the process ends.

    Signals that are ignored already (``nohup``) stay ignored. Outside of the main thread it does
    nothing.
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
    """Return whether a signal arrived in a `shielded` block and waits for its end."""
    return _handler.is_pending


@contextmanager
def shielded() -> Iterator[None]:
    """Delay signals until the end of the `with` block, so that it is done as a whole.

    It has no effect outside of the main thread, and where another program handles Ctrl-C.

    Raises
    ------
    KeyboardInterrupt
        At the end of the outermost block, if a signal arrived meanwhile.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # signals interrupt the main thread only
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


#: How long an interrupted call may go on before it is abandoned, in seconds.
GRACE_SECONDS = 0.1
#: How often a waiting thread looks whether it was interrupted, in seconds.
POLL_SECONDS = 0.05
_interrupted = threading.Event()
#: One for each abandoned call; it is set if the call ends after all.
_abandoned: list[threading.Event] = []
#: The queue of each idle thread. Threads are reused, as starting one takes longer than many calls.
_idle: list[SimpleQueue[Callable[[], threading.Event]]] = []
#: By thread: the CPU seconds of the calls that other threads made for it.
_lent = threading.local()


class StandstillError(Exception):
    """A call was abandoned because it does not progress."""


def interruptible(call: Callable[[], Result], stands_still: Callable[[], bool]) -> Result:
    """Return the result of a call that Ctrl-C can interrupt, even in machine code.

    Parameters
    ----------
    call
        It is made in a thread of its own.
    stands_still
        Called every `POLL_SECONDS`; returns whether the call no longer progresses.

    Raises
    ------
    StandstillError
        If `stands_still` returned True.
    KeyboardInterrupt
        If this is the main thread, and a signal arrived.
    FathomError
        If this is another thread, and `interrupt` was called. Nobody sees this error.
    BaseException
        Whatever the call itself raises.
    """
    outcome, done = Future[Result](), threading.Event()
    threads, seconds = list[int](), list[float]()

    def run() -> threading.Event:
        threads.append(threading.get_native_id())
        began = time.thread_time()
        try:
            outcome.set_result(call())
        except BaseException as error:  # raised again by the thread that waits
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
    """Remember a call that does not end, and give its thread the lowest priority."""
    _abandoned.append(done)
    if sys.platform == "linux":  # elsewhere a thread has no priority of its own
        for thread in threads:
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, thread, 19)


def cpu_seconds() -> float:
    """Return the CPU seconds of this thread, with those of other threads that computed for it.

    Unlike a clock it stands still while the machine does something else.
    """
    lent: float = getattr(_lent, "seconds", 0.0)
    return time.thread_time() + lent


def _make_calls(calls: SimpleQueue[Callable[[], threading.Event]]) -> None:
    """Make the calls of a queue one after another, for ever."""
    while True:
        done = calls.get()()
        # The thread counts as idle before the end of the call is announced, so that the waiting
        # caller can use it for the next call.
        _idle.append(calls)
        done.set()
        del done


def interrupt() -> None:
    """Let threads abandon all calls they wait for, unless these end within `GRACE_SECONDS`."""
    _interrupted.set()


def resume() -> None:
    """Let threads wait for calls again, after `interrupt`."""
    _interrupted.clear()


def exit_process(code: int) -> None:
    """End the process with an exit code; at once if an abandoned call still runs.

    Python itself would wait for the thread of that call.
    """
    if not all(done.is_set() for done in _abandoned):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)
