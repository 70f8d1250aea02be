"""A progress display that tells the page what is being done, and ends it when a stop is asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from reports.writing.document import Heading
from reports.writing.progress import ProgressDisplay
from reports.writing.wording import capital
from reports.writing.workload import GAMES, MORE_GAMES
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
        self._tell(self._doing)

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
