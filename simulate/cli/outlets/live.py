"""A live table on stderr: how each of several studies stands, and how long it takes still."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from rich.console import Console, Group
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

#: Seconds between two looks: making the rows of many cells takes longer than showing them.
PAUSE = 0.25


class LiveTable:
    """Rows that change while games are played; nothing when stderr is no terminal.

    Parameters
    ----------
    what
        What is played, beside the bar.
    columns
        Their headings.
    total
        Games to play, of all rows together.
    quiet
        Show nothing.
    """

    def __init__(self, what: str, columns: Sequence[str], total: int, quiet: bool) -> None:
        console = Console(stderr=True)
        self._columns = columns
        self._disabled = quiet or not console.is_terminal
        self._shown = 0.0
        self._bar = Progress(
            TextColumn("[bold]{task.description}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("games  left"),
            TimeRemainingColumn(compact=True),
            console=console,
        )
        self._task = self._bar.add_task(what, total=total)
        self._live = Live(console=console, transient=True, refresh_per_second=8)

    def __enter__(self) -> LiveTable:
        if not self._disabled:
            self._live.start()
            self._live.update(self._bar)
        return self

    def __exit__(self, *error: object) -> None:
        if not self._disabled:
            self._live.stop()

    def show(self, done: int, rows: Callable[[], Sequence[Sequence[str]]]) -> None:
        """Show how many games are done, and the rows, which are made only when it is time."""
        now = time.monotonic()
        if self._disabled or now < self._shown + PAUSE:
            return
        self._shown = now
        self._bar.update(self._task, completed=done)
        table = Table(box=None, pad_edge=False)
        for place, column in enumerate(self._columns):
            table.add_column(column, justify="right" if place else "left")
        for row in rows():
            table.add_row(*map(Text, row))
        self._live.update(Group(table, self._bar))
