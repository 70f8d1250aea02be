"""Play each deal several times: with the same set-up, but new dice, later shuffles and choices.

See `simulate.play.engine.Engine.repeat` for what the games of a deal have in common.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simulate.play import rows as row
from simulate.play.arms import CompiledStudy
from simulate.play.executor import Task
from simulate.play.lineups import Lineup, LineupRun, play_lineups
from simulate.play.rows import Integers
from simulate.play.signals import cpu_seconds
from simulate.play.tally import digest, whole_win
from simulate.strategy import Strategy
from simulate.study import Study

#: The counts of a seat in the games of a deal, in the order of `RepeatedDeals.counts`: games won,
#: alone or together with rivals; games won without rivals; the sum of the shares of wins, in parts
#: of a whole win, and the sum of their squares; the sum of the scores, and of their squares.
WON, ALONE, SHARES, SQUARED_SHARES, SCORES, SQUARED_SCORES = range(6)
#: The approximate largest number of tasks.
_MOST_TASKS = 400


@dataclass(frozen=True, eq=False)
class RepeatedDeals:
    """The counts of deals that were played several times each. Adding them joins their deals."""

    #: The numbers of the deals: shape (deals,).
    deals: Integers
    #: The six counts, from `WON` to `SQUARED_SCORES`: shape (deals, seats, 6).
    counts: Integers
    #: The number of games of each deal that were stopped undecided: shape (deals,).
    unfinished: Integers
    #: The number of games of each deal.
    repeats: int
    #: The processor time in seconds.
    seconds: float

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.deals) * self.repeats

    @property
    def fingerprint(self) -> str:
        """A SHA-256 hash of all counts, in hexadecimal."""
        parts = (self.deals, self.counts, self.unfinished)
        return digest([self.repeats, *(part.tolist() for part in parts)])

    def __add__(self, other: RepeatedDeals) -> RepeatedDeals:
        return RepeatedDeals(
            np.concatenate([self.deals, other.deals]),
            np.concatenate([self.counts, other.counts]),
            np.concatenate([self.unfinished, other.unfinished]),
            self.repeats,
            self.seconds + other.seconds,
        )


@dataclass(frozen=True)
class RepeatedLineup(Lineup):
    """A line-up that plays each deal several times."""

    repeats: int = field(kw_only=True)

    @property
    def key(self) -> str:
        """The key under which a journal keeps the counts."""
        return digest([self.arm.key, "repeats", self.repeats])[:20]

    def task(self, first: int, deals: int) -> Task:
        """Return the task that plays `deals` deals, starting at deal `first`."""
        return Task(_repeat, (self.arm,), (first, deals, self.repeats), deals * self.repeats)

    def unpack(self, packed: dict[str, Any]) -> RepeatedDeals:
        """Return the deals from their JSON object in a journal.

        Raises
        ------
        KeyError, TypeError, ValueError
            If these are not the values of repeated deals.
        """
        deals, counts, unfinished = (
            np.array(packed[name], np.int64) for name in ("deals", "counts", "unfinished")
        )
        return RepeatedDeals(deals, counts, unfinished, packed["repeats"], packed["seconds"])


def play_repeats(
    study: Study,
    lineup: Sequence[Strategy],
    deals: range,
    repeats: int,
    jobs: int,
    watch: Callable[[int], None],
) -> tuple[RepeatedDeals, float, bool]:
    """Play deals several times each, and return their counts.

    Parameters
    ----------
    study, lineup
        The study, and the strategies of its seats.
    deals
        The numbers of the deals.
    repeats
        The number of games of each deal, a multiple of the study's rotations.
    jobs
        The number of threads.
    watch
        Called repeatedly with the number of games played.

    Returns
    -------
    deals
        The counts of all deals, or of those finished before an interruption.
    elapsed
        Seconds of playing, without compiling.
    interrupted
        True if it was interrupted.

    Raises
    ------
    KeyboardInterrupt
        If the user interrupts it before any deal is finished.
    FathomError
        If the game or a strategy fails.
    """
    arm = CompiledStudy(study, lineup)
    arm.repeater.repeat(deals.start, 2 * study.rotations)  # Compile before time is measured.
    block = max(1, len(deals) // _MOST_TASKS)
    repeated = RepeatedLineup(arm, (), deals, block, repeats=repeats)

    def show(runs: Sequence[LineupRun | None]) -> None:
        watch(sum(run.games for run in runs if run))

    runs, elapsed, interrupted = play_lineups([repeated], jobs, 1, show)
    deals_played: Any = runs[0]
    return deals_played, elapsed, interrupted


def _repeat(arms: Sequence[CompiledStudy], first: int, deals: int, repeats: int) -> RepeatedDeals:
    """Play consecutive deals several times each; raise `FathomError` if a game fails."""
    [arm] = arms
    began = cpu_seconds()
    numbers = np.arange(first, first + deals)
    counts = []
    unfinished = []
    for deal in numbers.tolist():
        rows = arm.repeater.repeat(deal, repeats)
        counts.append(_count(arm, rows))
        unfinished.append(int((rows[:, row.FINISHED] == 0).sum()))
    return RepeatedDeals(
        numbers, np.array(counts), np.array(unfinished), repeats, cpu_seconds() - began
    )


def _count(arm: CompiledStudy, rows: Integers) -> Integers:
    """Return the six counts (see `WON`) of each seat in a deal's games: shape (seats, 6)."""
    players = arm.study.players
    sides = np.array(arm.engine.game.side_of(players))
    seats = np.arange(players)
    # The winners of undecided games are empty, so nobody wins them.
    won = rows[:, row.WINNERS, None] >> seats & 1
    winning_sides = np.zeros(len(rows), np.int64)
    for side in range(sides.max() + 1):
        winning_sides += won[:, sides == side].any(axis=1)
    shares = won * (whole_win(players) // np.maximum(1, winning_sides))[:, None]
    scores = rows[:, row.SCORES : row.SCORES + players]
    alone = won * (winning_sides == 1)[:, None]
    columns = (won, alone, shares, shares**2, scores, scores**2)
    return np.stack([column.sum(axis=0) for column in columns], axis=1)
