"""What stderr shows while a command works: how its games stand, and how long a step takes still."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.live import Live as RichLive
    from rich.table import Table as RichTable

    from reports.writing.document import Heading, Table
    from simulate.play.executor import Worker

#: Seconds between two looks: making the rows of many cells takes longer than showing them.
PAUSE = 0.25
#: Characters of a bar at least, and at most.
_LEAST_BAR, _MOST_BAR = 10, 24


_began: ContextVar[float] = ContextVar("began")


def begin_command() -> None:
    """Say that a command begins now."""
    _began.set(time.monotonic())


def command_seconds() -> float:
    """Return for how many seconds the command has been going on."""
    return time.monotonic() - _began.get(time.monotonic())


class ProgressDisplay:
    """A bar for each step of a command, below rows that change; nothing without a terminal."""

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
        self._shown_at = 0.0

    def begin(
        self, what: str, columns: Sequence[Heading] = (), total: float = 0.0, unit: str = "games"
    ) -> None:
        """Show that a step begins, of so many games in all rows; a `total` of 0 is not counted."""
        if not self._console:
            return
        # The rows of the step before stay until there are new ones.
        self._columns, self._shown_at = columns, 0.0
        if self._live:  # however short the step before was, it was there
            self._live.refresh()
        self._bar = _Bar(what, total, unit)
        if not self._live:
            from rich.live import Live as RichLive

            self._live = RichLive(self, console=self._console, transient=True, refresh_per_second=8)
            self._live.start()

    def expect(self, total: float) -> None:
        """Say how many games there will be at least in this step."""
        self._bar.total = max(total, self._bar.done)

    def show(self, done: int, rows: Callable[[], Sequence[Sequence[str]]] = list) -> None:
        """Show how many games are done, and the rows, which are made only when it is time."""
        now = time.monotonic()
        if not self._live or now < self._shown_at + PAUSE:
            return
        from reports.writing.document import Cell, Table
        from reports.writing.terminal import fitted
        from simulate.play.executor import current_executor

        self._shown_at = now
        self._bar.reach(done)
        cells = [[Cell(text) for text in row] for row in rows()]
        tables = [Table("", self._columns, cells)] if cells else []
        if workers := current_executor().workers():
            tables.append(_table_of(workers))
        if tables:
            self._tables = [part for table in tables for part in fitted(table, self._live.console)]

    def __enter__(self) -> ProgressDisplay:
        return self

    def __exit__(self, *error: object) -> None:
        if self._live:
            self._live.stop()
            self._live, self._tables = None, []

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Show the bar, and as many lines above it as the terminal is high."""
        from rich.console import Group
        from rich.segment import Segment
        from rich.text import Text

        lines = console.render_lines(Group(*self._tables), options, pad=False)
        room = max(2, console.height - 4)
        rest = len(lines) - room + 1 if len(lines) > room else 0
        for line in lines[: len(lines) - rest]:
            yield from line
            yield Segment.line()
        if rest:
            yield Text(f"and {rest:,} lines more", "dim")
        yield self._bar


class _Bar:
    """How far a step is, how long it takes still, and what it is, in lines that fit."""

    def __init__(self, what: str, total: float, unit: str) -> None:
        self.what, self.total, self.unit = what, total, unit
        self.done, self._began = 0.0, time.monotonic()
        self._since: tuple[float, float] | None = None

    def reach(self, done: float) -> None:
        """Say how much is done; how fast is reckoned from the first time, as that was compiled."""
        self.done = done
        self._since = self._since or (time.monotonic(), done)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        said = f"{_clock(time.monotonic() - self._began):>5} so far"
        if self.total:
            said = f"{100 * self.done / self.total:3.0f}%  {_clock(self._left()):>5} left"
            most = f"{self.total:,.0f}"
            counted = f"  {self.done:>{len(most)},.0f} of {most} {self.unit}"
            if len(self.what) + _LEAST_BAR + len(said) + len(counted) + 2 <= options.max_width:
                said += counted
        room = options.max_width - len(said) - 1
        one_line = len(self.what) + 1 + _LEAST_BAR <= room
        if not one_line:
            yield Text(self.what, "bold", overflow="fold")
        width = min(_MOST_BAR, room - (len(self.what) + 1 if one_line else 0))
        line = Table.grid(padding=(0, 1))
        for _ in range(2 + one_line):
            line.add_column(no_wrap=True)
        bar = ProgressBar(total=self.total or None, completed=self.done, width=width)
        name = [Text(self.what, "bold")] if one_line else []
        line.add_row(*name, bar, Text(said))
        yield line

    def _left(self) -> float | None:
        now = time.monotonic()
        if self.done >= self.total:
            return 0.0
        if not self._since or self.done <= self._since[1]:
            return None
        begun, before = self._since
        return (now - begun) * (self.total - self.done) / (self.done - before)


def _clock(seconds: float | None) -> str:
    if seconds is None:
        return "-:--"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _table_of(workers: Sequence[Worker]) -> Table:
    from reports.writing.document import Cell, Heading, Table

    columns = (
        Heading("worker", numeric=False),
        Heading("threads", spare=True),
        Heading("games a second"),
        Heading("blocks", spare=True),
        Heading("played again", short="again"),
    )
    rows = []
    for one in workers:
        speed, blocks = f"{one.games_per_s:,.0f}", f"{one.blocks:,}"
        rows.append((one.name, str(one.threads or "lost"), speed, blocks, f"{one.repeated:,}"))
    return Table("", columns, [[Cell(text) for text in row] for row in rows])
