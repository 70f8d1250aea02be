"""What stderr shows while a command works: how its games stand, and how long it takes still."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.live import Live as RichLive
    from rich.table import Table as RichTable

    from reports.writing.document import Column, Table
    from simulate.play.executor import Worker

#: Seconds between two looks: making the rows of many cells takes longer than showing them.
PAUSE = 0.25
#: Characters of a bar at least, and at most.
_LEAST_BAR, _MOST_BAR = 10, 24
#: How many seconds of steps have to take otherwise than was thought before that tells of the next.
_AS_THOUGHT = 5.0


_began: ContextVar[float] = ContextVar("began")


def begin_command() -> None:
    """Say that a command begins now."""
    _began.set(time.monotonic())


def command_seconds() -> float:
    """Return for how many seconds the command has been going on."""
    return time.monotonic() - _began.get(time.monotonic())


@dataclass(frozen=True)
class Ahead:
    """About how long a later step of a command takes."""

    seconds: float = 0.0
    #: So many times what the first step takes, besides.
    times: float = 0.0


class Live:
    """One bar for all that a command does, below rows that change; nothing without a terminal."""

    def __init__(self, quiet: bool = True, console: Console | None = None) -> None:
        self._console: Console | None = None
        if not quiet:
            from reports.writing.terminal import ReadableConsole

            console = console or ReadableConsole(stderr=True)
            self._console = console if console.is_terminal else None
        self._live: RichLive | None = None
        self._ahead: list[Ahead] = []
        self._bar = _Bar(self._ahead)
        self._columns: Sequence[Column] = ()
        self._tables: list[RichTable] = []
        self._shown_at = 0.0

    def expect_steps(self, *ahead: Ahead) -> None:
        """Say which steps come next, before those that were said to come already.

        What the step that has begun was guessed to take is then taken to be theirs.
        """
        self._ahead[:0] = ahead
        if self._live:
            self._bar.guessed = 0.0

    def begin(
        self, what: str, columns: Sequence[Column] = (), total: float = 0.0, unit: str = "games"
    ) -> None:
        """Show that a step begins, of so many games in all rows; a `total` of 0 is not counted."""
        if not self._console:
            return
        # The rows of the step before stay until there are new ones.
        self._columns, self._shown_at = columns, 0.0
        if not self._live:
            from rich.live import Live as RichLive

            self._bar = _Bar(self._ahead)
            self._live = RichLive(self, console=self._console, transient=True, refresh_per_second=8)
            self._live.start()
        self._bar.begin(what, total, unit)

    def expect(self, total: float) -> None:
        """Say how many games there will be at least in this step."""
        self._bar.total = total

    def show(self, done: int, rows: Callable[[], Sequence[Sequence[str]]] = list) -> None:
        """Show how many games are done, and the rows, which are made only when it is time."""
        now = time.monotonic()
        if not self._live or now < self._shown_at + PAUSE:
            return
        from reports.writing.document import Cell, Table
        from reports.writing.terminal import fitted
        from simulate.play.executor import current

        self._shown_at = now
        self._bar.reach(done)
        cells = [[Cell(text) for text in row] for row in rows()]
        tables = [Table("", self._columns, cells)] if cells else []
        if workers := current().workers():
            tables.append(_table_of(workers))
        if tables:
            self._tables = [part for table in tables for part in fitted(table, self._live.console)]

    def __enter__(self) -> Live:
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
    """How far a command is, how long the rest takes, and what it does, in lines that fit."""

    def __init__(self, ahead: list[Ahead]) -> None:
        self._ahead = ahead
        self.what, self.total, self.done, self._unit = "", 0.0, 0.0, ""
        self._since: tuple[float, float] | None = None
        self._began = self._step_began = time.monotonic() - command_seconds()
        self.guessed: float | None = None
        self._first = self._share = 0.0
        # What uncounted steps took and were thought to take, as if some had gone as was thought.
        self._took, self._thought, self._pace = _AS_THOUGHT, _AS_THOUGHT, 1.0

    def begin(self, what: str, total: float, unit: str) -> None:
        """Begin a step."""
        now = time.monotonic()
        if self.what:
            took = now - self._step_began
            self._first = self._first or took
            if self.guessed and not self.total:
                self._took += took
                self._thought += self.guessed / self._pace
                self._pace = self._took / self._thought
            self.guessed = self._seconds_of(self._ahead.pop(0)) if self._ahead else 0.0
        self.what, self.total, self._unit = what, total, unit
        self.done, self._since, self._step_began = 0.0, None, now

    def reach(self, done: float) -> None:
        """Say how much is done; how fast is reckoned from the first time, as that was compiled."""
        self.done = done
        self._since = self._since or (time.monotonic(), done)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        left = self._left()
        said = f"{100 * self._reached(left):3.0f} %  {_clock(left):>5} left"
        if self.total:
            most = f"{self.total:,.0f}"
            counted = f"  {self.done:>{len(most)},.0f} of {most} {self._unit}"
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
        bar = ProgressBar(total=1.0, completed=self._share, width=width)
        name = [Text(self.what, "bold")] if one_line else []
        line.add_row(*name, bar, Text(said))
        yield line

    def _reached(self, left: float | None) -> float:
        """Return which share of the command's time has passed; it never falls."""
        passed = time.monotonic() - self._began
        if left is not None and passed + left:
            self._share = max(self._share, passed / (passed + left))
        return self._share

    def _left(self) -> float | None:
        passed = time.monotonic() - self._step_began
        here = self._left_here(passed)
        if here is None:
            return None
        first = self._first or passed + here
        return here + sum(self._seconds_of(one, first) for one in self._ahead)

    def _left_here(self, passed: float) -> float | None:
        if self.total and self.done >= self.total:
            return 0.0
        if self._since and self.done > self._since[1]:
            begun, before = self._since
            return (time.monotonic() - begun) * (self.total - self.done) / (self.done - before)
        return None if self.guessed is None else max(self.guessed - passed, 0.0)

    def _seconds_of(self, step: Ahead, first: float | None = None) -> float:
        return self._pace * step.seconds + step.times * (self._first if first is None else first)


def _clock(seconds: float | None) -> str:
    if seconds is None:
        return "-:--"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _table_of(workers: Sequence[Worker]) -> Table:
    from reports.writing.document import Cell, Column, Table

    columns = (
        Column("worker", numeric=False),
        Column("threads", spare=True),
        Column("games a second"),
        Column("blocks", spare=True),
        Column("played again", short="again"),
    )
    rows = []
    for one in workers:
        speed, blocks = f"{one.games_per_s:,.0f}", f"{one.blocks:,}"
        rows.append((one.name, str(one.threads or "lost"), speed, blocks, f"{one.again:,}"))
    return Table("", columns, [[Cell(text) for text in row] for row in rows])
