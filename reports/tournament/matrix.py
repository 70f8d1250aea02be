"""The matrix of a tournament: each strategy at a table of each other one, and who beats whom."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal

import numpy as np
from scipy.sparse.csgraph import shortest_path

from reports.analysis.contest_results import (
    AdjustedComparison,
    Settled,
    compare_shares,
    confidence_per_look,
    decided_share,
    settled,
)
from reports.figures.statistics import DealSums, Estimate, rate
from reports.tournament.mixed import TournamentStatistic
from simulate.play.lineups import LineupRun

#: Whether one style beats all others.
BeatsAll = Literal["yes", "no", "not known yet"]


class PairwiseResults(TournamentStatistic):
    """The results of each strategy (row) at a table of each other one (column)."""

    @cached_property
    def runs(self) -> dict[tuple[int, int], LineupRun]:
        """The games of each cell, by the numbers of row and column."""
        return dict(zip(self.run.design.cells, self.run.cells, strict=True))

    @property
    def games(self) -> int:
        """The number of games of each cell, or of each group; in a race, the largest number."""
        return max(lineup_run.games for lineup_run in self.run.cells or self.run.lineup_runs)

    @cached_property
    def rates(self) -> list[list[Estimate]]:
        """The win rate of each row at a table of each column; the fair share on the diagonal."""
        fair = Estimate(self.fair_share, self.fair_share, self.fair_share, self.games)
        rates = [[fair] * self.size for _ in range(self.size)]
        for row, column in self.runs:
            rates[row][column] = self.mean_rate([(row, column)])
        return rates

    def mean_rate(self, cells: Sequence[tuple[int, int]], several: int = 1) -> Estimate:
        """Estimate the mean win rate of some cells, on the deals that all of them played.

        The interval holds together with those of `several` figures like it at all interim looks.
        """
        runs = [self.runs[cell] for cell in cells]
        deals = min(len(lineup_run.wins) for lineup_run in runs)
        sums = _sum_deals([lineup_run.wins[:deals, 0] for lineup_run in runs], runs)
        return rate(sums, confidence_per_look(self.confidence, self.interim, several))

    def simultaneous_rate(self, row: int, column: int) -> Estimate:
        """Return a cell's win rate, its interval corrected for all cells and interim looks."""
        return self.mean_rate([(row, column)], len(self.runs))

    def settled(self, margin: float) -> dict[tuple[int, int], Settled]:
        """Return whether each cell is clear, practically the same as the fair share, or open.

        It is practically the same if its interval lies within the margin, at the confidence of all
        cells and looks together (Bonferroni). Holm's steps would not do: they count the cells that
        differ, and a cell that is practically fair may be exactly so.
        """
        cells = {}
        for cell, compared in self.against_fair.items():
            fair = self.fair_share * decided_share(self.runs[cell])
            gap = self.simultaneous_rate(*cell).shifted(-fair)
            cells[cell] = settled(compared, max(-gap.low, gap.high), margin)
        return cells

    @cached_property
    def against_fair(self) -> dict[tuple[int, int], AdjustedComparison]:
        """Whether each cell is above or below the fair share, corrected for all cells."""
        comparisons = compare_shares(self.run.cells, self.fair_share, self.confidence, self.interim)
        return dict(zip(self.runs, comparisons, strict=True))

    def beats(self, first: int, second: int) -> bool:
        """Return whether one strategy clearly beats another.

        It wins more than its share alone at a table of the other, and the other wins less than its
        share alone at a table of it. For two players, both say the same.
        """
        gains = self.against_fair[first, second].word == "above"
        return gains and self.against_fair[second, first].word == "below"

    def find_winner_over_all(self) -> tuple[BeatsAll, list[int]]:
        """Return whether one strategy beats all others one at a time, and which.

        Returns
        -------
        verdict
            "yes", "no" or "not known yet".
        strategies
            The number of the strategy that beats all others; if that is not known yet, the numbers
            of all that may.
        """
        candidates = []
        for strategy in range(self.size):
            others = [other for other in range(self.size) if other != strategy]
            if all(self.beats(strategy, other) for other in others):
                return "yes", [strategy]
            if all(self._may_beat(strategy, other) for other in others):
                candidates.append(strategy)
        return ("not known yet", candidates) if candidates else ("no", [])

    def _may_beat(self, first: int, second: int) -> bool:
        """Return whether it is not clear yet that one strategy does not beat another."""
        loses_alone = self.against_fair[first, second].word == "below"
        loses_at_own_table = self.against_fair[second, first].word == "above"
        return not loses_alone and not loses_at_own_table

    @cached_property
    def ring(self) -> list[int]:
        """A shortest ring of strategies that each beat the next; an empty list if there is none."""
        beaten = np.zeros((self.size, self.size), bool)
        for cell in self.runs:
            beaten[cell] = self.beats(*cell)
        steps, before = shortest_path(beaten, unweighted=True, return_predecessors=True)
        # The ring from a first to a second strategy, which beats the first.
        back = np.where(beaten, steps.T, np.inf)
        first, second = np.unravel_index(back.argmin(), back.shape)
        if np.isinf(back[first, second]):
            return []
        ring = [int(first)]
        while ring[-1] != second:
            ring.append(int(before[second, ring[-1]]))
        return [ring[0], *reversed(ring[1:])]


def _sum_deals(
    wins: Sequence[np.ndarray[Any, np.dtype[Any]]], runs: Sequence[LineupRun]
) -> DealSums:
    """Return the sums over deals of the wins in several line-ups, each game weighted equally."""
    by_deal = np.asarray(np.sum(wins, axis=0, dtype=np.int64))
    rotations = sum(lineup_run.layout.rotations for lineup_run in runs)
    return DealSums(
        len(by_deal),
        int(by_deal.sum()),
        int(np.square(by_deal).sum()),
        rotations,
        runs[0].layout.win,
    )
