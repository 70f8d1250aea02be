"""A progress display that tells the page what is being done, and ends it when a stop is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from reports.writing.document import Heading
from reports.writing.progress import ProgressDisplay
from reports.writing.wording import capital
from reports.writing.workload import GAMES, MORE_GAMES
from simulate.explore.background import Stop


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
        self._tell(f"{capital(doing.rstrip(':'))} …")

    def show(self, done: int, rows: Callable[[], Sequence[Sequence[str]]] = list) -> None:
        """Raise `KeyboardInterrupt` if a stop is requested."""
        self._stop.check()

    def expect(self, total: float) -> None:
        """Do nothing, because no bar is shown."""

    def expect_steps(self, *steps: Any) -> None:
        """Do nothing, because no bar is shown."""
