"""The progress display of a command on stderr: interim results, a bar and the time left."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from reports.writing.workload import GAMES, MORE_GAMES, ExpectedStep, Workload
from simulate.errors import StoppedError

if TYPE_CHECKING:
    from types import TracebackType

    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.live import Live as RichLive
    from rich.table import Table as RichTable

    from reports.writing.document import Heading, Table
    from simulate.play.executor import Worker

#: The minimum number of seconds between two updates of the rows, which may be slow to compute.
PAUSE = 0.25
#: The width of the bar in characters. It is fixed, so that the bar never seems to go backwards.
_BAR = 24


class ProgressDisplay:
    """A display with interim results in rows, and below them a bar for all steps of a command.

    Use it as a context manager. The display disappears at the end of the block. If Ctrl-C ended the
    block, its rows stay.

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
        self._workload = Workload()
        self._columns: Sequence[Heading] = ()
        self._tables: list[RichTable] = []
        self._updated_at = 0.0

    def expect_steps(self, *steps: ExpectedStep) -> None:
        """Announce steps that come before all steps announced earlier.

        A new step replaces an earlier one with the same name.
        """
        self._workload.expect_steps(*steps)

    def skip(self, name: str) -> None:
        """Remove a step that was announced but will not be made."""
        self._workload.skip(name)

    def begin(
        self,
        doing: str,
        columns: Sequence[Heading] = (),
        total: float = 0.0,
        unit: str = GAMES,
        *,
        step: str = MORE_GAMES,
    ) -> None:
        """Begin a step of the command, or a further part of the current step.

        Steps that were announced before this one count as finished.

        Parameters
        ----------
        doing
            The beginning of the line beside the bar, such as "Playing".
        columns
            The headings of the rows that are passed to `show`.
        total
            The number of games, or other units, in this part; 0 if it is unknown.
        unit
            The plural noun for the units.
        step
            The name of the step.
        """
        if not self._console:
            return
        # The rows of the previous step stay until `show` gets new rows.
        self._columns = columns
        self._updated_at = 0.0
        if self._live:  # Even a very short step is displayed once.
            self._live.refresh()
        self._workload.begin(doing, step, total, unit, time.monotonic())
        if not self._live:
            from rich.live import Live as RichLive

            self._live = RichLive(self, console=self._console, transient=True, refresh_per_second=8)
            self._live.start()

    def expect(self, total: float) -> None:
        """Change the number of units in this part, to no less than the number done."""
        self._workload.change_total(total)

    def show(self, done: int, rows: Callable[[], Sequence[Sequence[str]]] = list) -> None:
        """Update the display; its rows at most every `PAUSE` seconds.

        Parameters
        ----------
        done
            The number of units done in this part of the step.
        rows
            Returns the cells of each row; called only if the rows are updated. If it returns no
            rows and no workers of a cluster are connected, the previous rows stay.
        """
        if not self._live:
            return
        now = time.monotonic()
        self._workload.reach(done, now)
        if now < self._updated_at + PAUSE:
            return
        from reports.writing.document import Cell, Table
        from reports.writing.terminal import fitted
        from simulate.play.executor import current_executor

        self._updated_at = now
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

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if not self._live:
            return
        console = self._live.console
        self._live.stop()
        self._live = None
        if isinstance(error, KeyboardInterrupt | StoppedError):
            for table in self._tables:
                console.print(table)
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
        yield _Line(self._workload)


class _Line:
    """The bar with its words: in a single line, or with the bar below the words.

    Parameters
    ----------
    workload
        The steps of the command, with their estimated work.
    """

    def __init__(self, workload: Workload) -> None:
        self._workload = workload

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        now = time.monotonic()
        words = self._workload.words
        beside = self._workload.time_words(now)
        whole = f"{words} · {beside}"
        if _BAR + 1 + len(whole) <= options.max_width:
            beside = whole
        else:
            yield Text(words, overflow="fold")
        bar = ProgressBar(total=1.0, completed=self._workload.share_done(now), width=_BAR)
        line = Table.grid(padding=(0, 1))
        line.add_column(no_wrap=True)
        line.add_column(no_wrap=True)
        line.add_row(bar, Text(beside))
        yield line


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
