"""What stderr shows while games are played: how each study stands, and how long it takes still."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.table import Table as RichTable

    from reports.writing.document import Column, Table
    from simulate.play.crew import Worker

#: Seconds between two looks: making the rows of many cells takes longer than showing them.
PAUSE = 0.25
#: Characters of a bar at least, and at most.
_LEAST_BAR, _MOST_BAR = 10, 24


class Live:
    """Rows that change while games are played; nothing when stderr is no terminal.

    Parameters
    ----------
    quiet
        Show nothing.
    console
        Where to; stderr unless said.
    """

    def __init__(self, quiet: bool = True, console: Console | None = None) -> None:
        self._quiet = quiet
        self._console = console
        self._shown: _Shown | None = None

    def begin(self, what: str, columns: Sequence[Column], total: int) -> None:
        """Show that something is played from now on.

        Parameters
        ----------
        what
            What is played, beside the bar.
        columns
            Of the rows; where there is little room those that are spare are left out.
        total
            Games to play, of all rows together.
        """
        self.end()
        console = None if self._quiet else _terminal(self._console)
        if console:
            self._shown = _Shown(console, _Bar(what, total, "games"), columns)

    def expect(self, games: int) -> None:
        """Say how many games there will be at least."""
        if self._shown:
            self._shown.bar.total = games

    def show(self, done: int, rows: Callable[[], Sequence[Sequence[str]]]) -> None:
        """Show how many games are done, and the rows, which are made only when it is time."""
        if self._shown:
            self._shown.show(done, rows)

    def end(self) -> None:
        """Take away what is shown."""
        if self._shown:
            self._shown.stop()
            self._shown = None

    def __enter__(self) -> Live:
        return self

    def __exit__(self, *error: object) -> None:
        self.end()


@contextmanager
def saying(
    quiet: bool, costs: Sequence[float] = (), console: Console | None = None
) -> Iterator[Callable[[str], None]]:
    """Show on stderr what is being done; nothing when it is no terminal.

    Parameters
    ----------
    quiet
        Show nothing.
    costs
        How long each step takes, compared with the others, where each call begins the next one;
        none if it is not known how many there are.
    console
        Where to; stderr unless said.
    """
    found = None if quiet else _terminal(console)
    if not found:
        yield lambda what: None
        return
    if not costs:
        with found.status("") as status:
            yield lambda what: status.update(f"{what} ...")
        return
    bar, begun = _Bar("", sum(costs)), iter([*costs, 0.0])
    shown, doing = _Shown(found, bar, ()), 0.0

    def say(what: str) -> None:
        nonlocal doing
        bar.what = what
        bar.reach(bar.done + doing)
        doing = next(begun, 0.0)

    try:
        yield say
    finally:
        shown.stop()


def _terminal(console: Console | None) -> Console | None:
    from reports.writing.console import ReadableConsole

    console = console or ReadableConsole(stderr=True)
    return console if console.is_terminal else None


class _Bar:
    """How much is done, how long the rest takes, and what it is of, in lines that fit.

    Parameters
    ----------
    what
        What is done.
    total
        When all is done.
    unit
        What is counted; empty for what tells nobody anything.
    """

    def __init__(self, what: str, total: float, unit: str = "") -> None:
        self.what = what
        self.total = total
        self.done = 0.0
        self._unit = unit
        self._since: tuple[float, float] | None = None

    def reach(self, done: float) -> None:
        """Say how much is done; how fast is reckoned from the first time, as that was compiled."""
        self.done = done
        self._since = self._since or (time.monotonic(), done)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        share = min(1.0, self.done / self.total) if self.total else 0.0
        said = f"{100 * share:3.0f} %  {_clock(self._left()):>5} left"
        if self._unit:
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
        bar = ProgressBar(total=1.0, completed=share, width=width)
        name = [Text(self.what, "bold")] if one_line else []
        line.add_row(*name, bar, Text(said))
        yield line

    def _left(self) -> float | None:
        """Return about how many seconds the rest takes; ``None`` while nothing tells."""
        if self.done >= self.total:
            return 0.0
        if not self._since:
            return None
        begun, before = self._since
        passed, done = time.monotonic() - begun, self.done - before
        return passed * (self.total - self.done) / done if done and passed > 1 else None


def _clock(seconds: float | None) -> str:
    if seconds is None:
        return "-:--"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _table_of(workers: Sequence[Worker]) -> Table:
    """Return how those stand who play elsewhere."""
    from reports.writing.document import Cell, Column, Table

    columns = (
        Column("worker", numeric=False),
        Column("threads", spare=True),
        Column("games a second"),
        Column("blocks", spare=True),
        Column("played again", short="again"),
    )
    rows = [
        (
            one.name,
            str(one.threads) if one.threads else "lost",
            f"{one.games_per_s:,.0f}",
            f"{one.blocks:,}",
            f"{one.again:,}",
        )
        for one in workers
    ]
    return Table("", columns, [[Cell(text) for text in row] for row in rows])


class _Shown:
    """Rows above a bar."""

    def __init__(self, console: Console, bar: _Bar, columns: Sequence[Column]) -> None:
        from rich.live import Live as RichLive

        self.bar = bar
        self._columns = columns
        self._looked = 0.0
        self._tables: list[RichTable] = []
        self._live = RichLive(self, console=console, transient=True, refresh_per_second=8)
        self._live.start()

    def show(self, done: int, rows: Callable[[], Sequence[Sequence[str]]]) -> None:
        from reports.writing.document import Cell, Table
        from reports.writing.terminal import fitted
        from simulate.play.crew import current

        now = time.monotonic()
        if now < self._looked + PAUSE:
            return
        self._looked = now
        self.bar.reach(done)
        cells = [[Cell(text) for text in row] for row in rows()]
        tables = [Table("", self._columns, cells)] if cells else []
        if workers := current().workers():
            tables.append(_table_of(workers))
        self._tables = [part for table in tables for part in fitted(table, self._live.console)]

    def stop(self) -> None:
        self._live.stop()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Show the bar, and as many lines above it as the terminal is high."""
        from rich.console import Group
        from rich.segment import Segment
        from rich.text import Text

        lines = console.render_lines(Group(*self._tables), options, pad=False)
        room = max(2, console.height - 4)
        if len(lines) > room:
            rest = len(lines) - room + 1
            lines = lines[: room - 1]
        else:
            rest = 0
        for line in lines:
            yield from line
            yield Segment.line()
        if rest:
            yield Text(f"and {rest:,} lines more", "dim")
        yield self.bar
