"""The live bar on stderr, with the first-player advantage as its interval narrows."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress

from reports.figures.statistics import DealSums, rate
from reports.run.sentences import points
from simulate.play.tally import WIN, Tally
from simulate.study import Study


class Progress:
    """A progress bar while games are played; nothing when stderr is no terminal.

    Parameters
    ----------
    study
        What is played.
    confidence
        Of the interval shown.
    quiet
        Show nothing.
    """

    def __init__(self, study: Study, confidence: float, quiet: bool) -> None:
        self._study = study
        self._confidence = confidence
        console = Console(stderr=True)
        self._bar = RichProgress(
            TextColumn("[bold]{task.description}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("games  {task.fields[speed]}  left"),
            TimeRemainingColumn(compact=True),
            TextColumn("{task.fields[advantage]}"),
            console=console,
            transient=True,
            disable=quiet or not console.is_terminal,
        )
        total = study.deals * study.rotations
        self._task = self._bar.add_task(study.game, total=total, speed="", advantage="")

    def __enter__(self) -> Progress:
        self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._bar.stop()

    def expect(self, games: int) -> None:
        """Say how many games there will be at least."""
        self._bar.update(self._task, total=games)

    def show(self, tally: Tally) -> None:
        """Show how far the run is and what it says so far."""
        if self._bar.disable:
            return
        games = tally.deals * self._study.rotations
        sums = DealSums(tally.deals, tally.sums[0], tally.squares[0], self._study.rotations, WIN)
        seat = rate(sums, self._confidence).shifted(-1 / self._study.players)
        elapsed = self._bar.tasks[0].elapsed or 0.0
        self._bar.update(
            self._task,
            completed=games,
            speed=f"{games / elapsed:,.0f} games/s" if elapsed else "",
            advantage=f"first-player advantage {points(seat.value)} "
            f"({points(seat.low)} to {points(seat.high)}) percentage points",
        )
