"""The progress display of a command on stderr: interim results, and a bar with the time left."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.live import Live as RichLive
    from rich.table import Table as RichTable

    from reports.writing.document import Heading, Table
    from simulate.play.executor import Worker

#: The minimum number of seconds between two updates of the rows, which may be slow to compute.
PAUSE = 0.25
#: The minimum and the maximum width of a bar, in characters.
_LEAST_BAR, _MOST_BAR = 10, 24


class ProgressDisplay:
    """A display with interim results in rows, and below them a bar for the current step.

    Use it as a context manager. The display disappears at the end of the block.

    Parameters
    ----------
    quiet
        True to display nothing.
    console
        The console to display on; None for stderr. Nothing is displayed if it is not a terminal.
    """

    def __init__(self, quiet: bool = True, console: Console | None = None) -> None:
        self._console: Console | None = None
        if not quiet:
            from reports.writing.terminal import ReadableConsole

            console = console or ReadableConsole(stderr=True)
            self._console = console if console.is_terminal else None
        self._live: RichLive | None = None
        self._bar = _Bar("", 0.0, "")
        self._columns: Sequence[Heading] = ()
        self._tables: list[RichTable] = []
        self._updated_at = 0.0

    def begin(
        self, name: str, columns: Sequence[Heading] = (), total: float = 0.0, unit: str = "games"
    ) -> None:
        """Begin a step of the command.

        Parameters
        ----------
        name
            The name of the step, shown beside the bar.
        columns
            The headings of the rows that are passed to `show`.
        total
            The number of games, or other units, in this step; 0 if it is unknown.
        unit
            The plural noun for the units.
        """
        if not self._console:
            return
        # The rows of the previous step stay until `show` gets new rows.
        self._columns = columns
        self._updated_at = 0.0
        if self._live:  # Even a very short step is displayed once.
            self._live.refresh()
        self._bar = _Bar(name, total, unit)
        if not self._live:
            from rich.live import Live as RichLive

            self._live = RichLive(self, console=self._console, transient=True, refresh_per_second=8)
            self._live.start()

    def expect(self, total: float) -> None:
        """Change the total number of units in this step, to no less than the number done."""
        self._bar.total = max(total, self._bar.done)

    def show(self, done: int, rows: Callable[[], Sequence[Sequence[str]]] = list) -> None:
        """Update the display. Calls within `PAUSE` seconds after an update have no effect.

        Parameters
        ----------
        done
            The number of units done in this step.
        rows
            Returns the cells of each row; called only if the display is updated. If it returns no
            rows and no workers of a cluster are connected, the previous rows stay.
        """
        now = time.monotonic()
        if not self._live or now < self._updated_at + PAUSE:
            return
        from reports.writing.document import Cell, Table
        from reports.writing.terminal import fitted
        from simulate.play.executor import current_executor

        self._updated_at = now
        self._bar.reach(done)
        cells = [list(map(Cell, row)) for row in rows()]
        tables = [Table("", self._columns, cells)] if cells else []
        workers = current_executor().workers()
        if workers:
            tables.append(_worker_table(workers))
        if tables:
            console = self._live.console
            self._tables = [
                part for table in tables for part in fitted(table, console, console.width)
            ]

    def __enter__(self) -> ProgressDisplay:
        return self

    def __exit__(self, *error: object) -> None:
        if self._live:
            self._live.stop()
            self._live = None
            self._tables = []

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the rows that the terminal has room for, and the bar below them."""
        from rich.console import Group
        from rich.segment import Segment
        from rich.text import Text

        lines = console.render_lines(Group(*self._tables), options, pad=False)
        room = max(2, console.height - 4)
        hidden = len(lines) - room + 1 if len(lines) > room else 0
        for line in lines[: len(lines) - hidden]:
            yield from line
            yield Segment.line()
        if hidden:
            yield Text(f"and {hidden:,} more lines", "dim")
        yield self._bar


class _Bar:
    """The name, the bar and the remaining time of a step, in lines that fit the console.

    Parameters
    ----------
    name
        The name of the step.
    total
        The number of units in the step; 0 if it is unknown.
    unit
        The plural noun for the units.
    """

    def __init__(self, name: str, total: float, unit: str) -> None:
        self.name = name
        self.total = total
        self.unit = unit
        self.done = 0.0
        self._began = time.monotonic()
        #: The time of the first update in seconds, and the number of units done at that time.
        self._first: tuple[float, float] | None = None

    def reach(self, done: float) -> None:
        """Set the number of units done.

        The speed is measured from the first call, because the code is compiled before it.
        """
        self.done = done
        self._first = self._first or (time.monotonic(), done)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        status = f"{_clock(time.monotonic() - self._began):>5} so far"
        if self.total:
            status = f"{100 * self.done / self.total:3.0f}%  {_clock(self._seconds_left()):>5} left"
            most = f"{self.total:,.0f}"
            counted = f"  {self.done:>{len(most)},.0f} of {most} {self.unit}"
            if len(self.name) + _LEAST_BAR + len(status) + len(counted) + 2 <= options.max_width:
                status += counted
        room = options.max_width - len(status) - 1
        is_one_line = len(self.name) + 1 + _LEAST_BAR <= room
        if is_one_line:
            room -= len(self.name) + 1
        else:
            yield Text(self.name, "bold", overflow="fold")
        width = min(_MOST_BAR, room)
        line = Table.grid(padding=(0, 1))
        for _ in range(3 if is_one_line else 2):
            line.add_column(no_wrap=True)
        bar = ProgressBar(total=self.total or None, completed=self.done, width=width)
        name = [Text(self.name, "bold")] if is_one_line else []
        line.add_row(*name, bar, Text(status))
        yield line

    def _seconds_left(self) -> float | None:
        """Return the estimated remaining time in seconds, or None if the speed is unknown."""
        now = time.monotonic()
        if self.done >= self.total:
            return 0.0
        if not self._first or self.done <= self._first[1]:
            return None
        first_time, first_done = self._first
        return (now - first_time) * (self.total - self.done) / (self.done - first_done)


def _clock(total_seconds: float | None) -> str:
    """Return a duration as "m:ss" or "h:mm:ss"; "-:--" if it is None."""
    if total_seconds is None:
        return "-:--"
    minutes, seconds = divmod(round(total_seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _worker_table(workers: Sequence[Worker]) -> Table:
    """Return a table of the workers of a cluster, with their speeds and blocks."""
    from reports.writing.document import Cell, Heading, Table

    columns = (
        Heading("worker", numeric=False),
        Heading("threads", spare=True),
        Heading("games per second"),
        Heading("blocks", spare=True),
        Heading("played again", short="again"),
    )
    rows = []
    for worker in workers:
        rows.append(
            (
                worker.name,
                str(worker.threads or "lost"),
                f"{worker.games_per_s:,.0f}",
                f"{worker.blocks:,}",
                f"{worker.repeated:,}",
            )
        )
    return Table("", columns, [list(map(Cell, row)) for row in rows])
