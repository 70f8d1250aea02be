"""A thread that does one thing at a time: the newest task replaces the one before."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import copy_context

#: A task. It gets its `Stop`, and ends soon after a stop was requested.
Task = Callable[["Stop"], None]


class Stop:
    """The request to end a task."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def request(self) -> None:
        """Ask the task to end."""
        self._event.set()

    @property
    def is_requested(self) -> bool:
        """True if the task should end."""
        return self._event.is_set()

    def check(self) -> None:
        """Raise `KeyboardInterrupt`, which ends playing in good order, if a stop is requested."""
        if self._event.is_set():
            raise KeyboardInterrupt

    def wait(self, seconds: float) -> bool:
        """Wait some seconds; return True, earlier, as soon as a stop is requested."""
        return self._event.wait(seconds)


class Background:
    """Does the newest of the tasks that it was given, in a thread of its own.

    Tasks have the context variables of the thread that made this object.

    Parameters
    ----------
    failed
        Called, in the thread, with an error that a task did not expect. The thread goes on.
    """

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        self._failed = failed
        self._context = copy_context()
        self._changed = threading.Condition()
        self._next: tuple[Task, Stop] | None = None
        self._stop = Stop()
        self._is_closed = False
        self._thread = threading.Thread(target=self._work, name="fathom explore", daemon=True)
        self._thread.start()

    def begin(self, task: Task) -> None:
        """Stop the current task, and do this one as soon as that has ended."""
        with self._changed:
            self._stop.request()
            self._stop = Stop()
            self._next = (task, self._stop)
            self._changed.notify()

    def stop(self) -> None:
        """Stop the current task, or the one that waits."""
        with self._changed:
            self._stop.request()

    def close(self, seconds: float = 5.0) -> None:
        """Stop the current task, and wait up to some seconds until it has ended."""
        with self._changed:
            self._is_closed = True
            self._stop.request()
            self._changed.notify()
        self._thread.join(seconds)

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._next or self._is_closed)
                if self._is_closed or self._next is None:
                    return
                task, stop = self._next
                self._next = None
            if not stop.is_requested:
                self._context.copy().run(self._do, task, stop)

    def _do(self, task: Task, stop: Stop) -> None:
        """Do a task, and report its error."""
        try:
            task(stop)
        except KeyboardInterrupt:  # It ends tasks in good order.
            return
        except Exception as error:  # Without the thread, the page would wait for ever.
            self._failed(error)
