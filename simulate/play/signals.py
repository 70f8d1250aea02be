"""What stops a command: Ctrl-C, the system, or a terminal that is closed. Each is told alike.

Once `heard` is on, the first signal raises `KeyboardInterrupt` where the main thread is, at once
or at the end of what must not be divided. What is finished is then shown and kept, which takes a
moment, and later signals are not heard; only who insists ends the process without that.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

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


def hear() -> None:
    """Let every signal that asks a command to stop do so as Ctrl-C does; for a whole process."""
    if threading.current_thread() is not threading.main_thread():
        return
    _heard.came, _heard.waits = 0, False
    for name in NAMES:
        number = getattr(signal, name, None)
        # Who runs a command in the background, or with nohup, has some ignored.
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _heard)


def asked_to_stop() -> bool:
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
