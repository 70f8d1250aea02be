"""What stderr shows while games are played: how each study stands, and how long it takes still."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

#: Seconds between two looks: making the rows of many cells takes longer than showing them.
PAUSE = 0.25


class Live:
    """Rows that change while games are played; nothing when stderr is no terminal.

    Parameters
    ----------
    quiet
        Show nothing.
    """

    def __init__(self, quiet: bool = True) -> None:
        self._quiet = quiet
        self._table: _Table | None = None

    def begin(self, what: str, columns: Sequence[str], total: int) -> None:
        """Show that something is played from now on.

        Parameters
        ----------
        what
            What is played, beside the bar.
        columns
            Headings of the rows.
        total
            Games to play, of all rows together.
        """
        self.end()
        if not self._quiet:
            from rich.console import Console

            console = Console(stderr=True)
            if console.is_terminal:
                self._table = _Table(console, what, columns, total)

    def expect(self, games: int) -> None:
        """Say how many games there will be at least."""
        if self._table:
            self._table.expect(games)

    def show(self, done: int, rows: Callable[[], Sequence[Sequence[str]]]) -> None:
        """Show how many games are done, and the rows, which are made only when it is time."""
        if self._table:
            self._table.show(done, rows)

    def end(self) -> None:
        """Take away what is shown."""
        if self._table:
            self._table.stop()
            self._table = None

    def __enter__(self) -> Live:
        return self

    def __exit__(self, *error: object) -> None:
        self.end()


class _Table:
    """The rows above a bar."""

    def __init__(self, console: object, what: str, columns: Sequence[str], total: int) -> None:
        from rich.console import Console
        from rich.live import Live as RichLive
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        assert isinstance(console, Console)
        self._columns = columns
        self._shown = 0.0
        self._bar = Progress(
            TextColumn("[bold]{task.description}"),
            BarColumn(bar_width=16),
            MofNCompleteColumn(),
            TextColumn("games  left"),
            TimeRemainingColumn(compact=True),
            console=console,
        )
        self._task = self._bar.add_task(what, total=total)
        self._live = RichLive(self._bar, console=console, transient=True, refresh_per_second=8)
        self._live.start()

    def expect(self, games: int) -> None:
        self._bar.update(self._task, total=games)

    def show(self, done: int, rows: Callable[[], Sequence[Sequence[str]]]) -> None:
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        now = time.monotonic()
        if now < self._shown + PAUSE:
            return
        self._shown = now
        self._bar.update(self._task, completed=done)
        table = Table(box=None, pad_edge=False)
        for place, column in enumerate(self._columns):
            table.add_column(column, justify="right" if place else "left")
        for row in rows():
            table.add_row(*map(Text, row))
        self._live.update(Group(table, self._bar))

    def stop(self) -> None:
        self._live.stop()


@contextmanager
def saying(quiet: bool) -> Iterator[Callable[[str], None]]:
    """Show on stderr what is being done; nothing when it is no terminal."""
    from rich.console import Console

    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield lambda what: None
        return
    with console.status("") as status:
        yield lambda what: status.update(f"{what} ...")
