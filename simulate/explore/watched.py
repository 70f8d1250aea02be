"""Progress displays that tell the page what is being done, and end it when a stop is asked."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

from reports.writing.document import Heading
from reports.writing.progress import ProgressDisplay
from reports.writing.wording import capital, uncapital
from reports.writing.workload import GAMES, MORE_GAMES, ExpectedStep, write_time
from simulate.explore.background import Stop

#: The time in seconds between two sentences on the same step.
_PAUSE = 1.0


class WatchedProgress(ProgressDisplay):
    """A display of progress for the page.

    Parameters
    ----------
    stop
        The request to end. After it, `begin` and `show` raise `KeyboardInterrupt`, which ends
        playing in good order.
    tell
        Called with a sentence at the beginning of each step, such as "Playing …".
    """

    def __init__(self, stop: Stop, tell: Callable[[str], None]) -> None:
        super().__init__(quiet=True)
        self._stop = stop
        self._tell = tell
        #: The sentence on the current step, its amount of work, and when it was last told.
        self._doing = ""
        self._total = 0.0
        self._told = 0.0

    def begin(
        self,
        doing: str,
        columns: Sequence[Heading] = (),
        total: float = 0.0,
        unit: str = GAMES,
        *,
        step: str = MORE_GAMES,
    ) -> None:
        """Tell what is being done; raise `KeyboardInterrupt` if a stop is requested."""
        self._stop.check()
        self._doing = f"{capital(doing.rstrip(':'))} …"
        self._total = total
        self._told = time.monotonic()
        self._tell(self._describe(self._told))

    def _describe(self, now: float) -> str:
        """Return a sentence on the step that begins."""
        return self._doing

    def show(self, done: int, rows: Callable[[], Sequence[Sequence[str]]] = list) -> None:
        """Tell how much of the step is done; raise `KeyboardInterrupt` if a stop is requested."""
        self._stop.check()
        now = time.monotonic()
        if self._total > 0 and now >= self._told + _PAUSE:
            self._told = now
            self._tell(f"{self._doing} {min(99, 100 * done // round(self._total))}%")

    def expect(self, total: float) -> None:
        """Change the amount of work of the step."""
        self._total = total

    def expect_steps(self, *steps: Any) -> None:
        """Do nothing, because no bar is shown."""


class SearchProgress(WatchedProgress):
    """A display of progress for work in several parts, with one share for all of them.

    Parameters
    ----------
    stop
        The request to end.
    tell
        Called with a sentence on the current part, the share of all work, and the time left.
    parts
        The number of parts.
    """

    def __init__(self, stop: Stop, tell: Callable[[str], None], parts: int) -> None:
        super().__init__(stop, tell)
        self._parts = parts
        self._part = 0

    def expect_steps(self, *steps: ExpectedStep) -> None:
        """Announce steps that come before all steps announced earlier."""
        self._workload.expect_steps(*steps)

    def skip(self, name: str) -> None:
        """Remove a step that was announced but will not be made."""
        self._workload.skip(name)

    def begin_part(self, number: int) -> None:
        """Begin a part of the work, numbered from 1."""
        self._part = number

    def begin(
        self,
        doing: str,
        columns: Sequence[Heading] = (),
        total: float = 0.0,
        unit: str = GAMES,
        *,
        step: str = MORE_GAMES,
    ) -> None:
        """Tell what is being done; raise `KeyboardInterrupt` if a stop is requested."""
        self._workload.begin(doing, step, total, unit, time.monotonic())
        super().begin(doing, columns, total, unit, step=step)

    def show(self, done: int, rows: Callable[[], Sequence[Sequence[str]]] = list) -> None:
        """Tell how much of all work is done; raise `KeyboardInterrupt` if a stop is requested."""
        self._stop.check()
        now = time.monotonic()
        self._workload.reach(done, now)
        if now >= self._told + _PAUSE:
            self._told = now
            self._tell(self._describe(now))

    def expect(self, total: float) -> None:
        """Change the amount of work of the step."""
        self._workload.change_total(total)

    def _describe(self, now: float) -> str:
        """Return a sentence on the current part, the share of all work, and the time left."""
        doing = self._doing.removesuffix(" …")
        share = min(99, math.floor(100 * self._workload.share_done(now)))
        words = f"Step {self._part} of {self._parts}: {uncapital(doing)} · {share}% of the search"
        left = self._workload.seconds_left(now)
        # The speed of the first part is not typical of the others.
        if left is None or self._part == 1:
            return words
        return f"{words} · {write_time(left)} left"
