"""The matrix of a tournament: each strategy alone among players of every other strategy."""

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
    judge_difference,
)
from reports.figures.statistics import DealSums, Estimate, rate
from reports.tournament.mixed import TournamentStatistic
from simulate.play.lineups import LineupRun

#: The answer to the question whether one strategy beats all others.
BeatsAll = Literal["yes", "no", "not known yet"]


class PairwiseResults(TournamentStatistic):
    """The results of one player of each strategy (row) against players of each other (column)."""

    @cached_property
    def runs(self) -> dict[tuple[int, int], LineupRun]:
        """The games of each cell, by the numbers of row and column."""
        return dict(zip(self.run.design.cells, self.run.cells, strict=True))

    @property
    def games(self) -> int:
        """The number of games of each cell; in a race, the largest of these numbers.

        If all players win or lose together, there are no cells, and the result is the number of
        games of each strategy in all seats.
        """
        return max(lineup_run.games for lineup_run in self.run.cells or self.run.lineup_runs)

    @cached_property
    def rates(self) -> list[list[Estimate]]:
        """The win rate of one player of each strategy (row) against players of each other (column).

        On the diagonal it is the fair share.
        """
        fair = Estimate(self.fair_share, self.fair_share, self.fair_share, self.games)
        rates = [[fair] * self.size for _ in range(self.size)]
        for row, column in self.runs:
            rates[row][column] = self.mean_rate([(row, column)])
        return rates

    def mean_rate(self, cells: Sequence[tuple[int, int]], comparisons: int = 1) -> Estimate:
        """Return the mean win rate of some cells on the deals that all of them played.

        Parameters
        ----------
        cells
            The numbers of row and column of each cell; at least one cell.
        comparisons
            The number of figures whose intervals hold together, at all interim looks.

        Raises
        ------
        KeyError
            If a cell is not played.
        """
        runs = [self.runs[cell] for cell in cells]
        deals = min(len(lineup_run.wins) for lineup_run in runs)
        sums = _sum_deals([lineup_run.wins[:deals, 0] for lineup_run in runs], runs)
        return rate(sums, confidence_per_look(self.confidence, self.interim, comparisons))

    def simultaneous_rate(self, row: int, column: int) -> Estimate:
        """Return the win rate of a cell, with an interval corrected for all cells and looks.

        Raises
        ------
        KeyError
            If the cell is not played.
        """
        return self.mean_rate([(row, column)], len(self.runs))

    def judge_cells(self, margin: float) -> dict[tuple[int, int], Settled]:
        """Return the state of each cell, by the pair of its row and column.

        A cell is "clear", "practically the same" as the fair share, or "open". It is practically
        the same if its interval, at the confidence of all cells and looks together (Bonferroni),
        lies within `margin` of the fair share. Holm's method is not used for this, because it
        corrects only tests for a difference.
        """
        cells = {}
        for cell, compared in self.against_fair.items():
            fair = self.fair_share * decided_share(self.runs[cell])
            gap = self.simultaneous_rate(*cell).shifted(-fair)
            cells[cell] = judge_difference(compared, max(-gap.low, gap.high), margin)
        return cells

    @cached_property
    def against_fair(self) -> dict[tuple[int, int], AdjustedComparison]:
        """The comparison of each cell with the fair share, corrected for all cells and looks.

        The keys are the numbers of row and column.
        """
        comparisons = compare_shares(self.run.cells, self.fair_share, self.confidence, self.interim)
        return dict(zip(self.runs, comparisons, strict=True))

    def beats(self, first: int, second: int) -> bool:
        """Return True if the first strategy clearly beats the second.

        A single player of the first strategy, among players of the second, then wins more than a
        fair share, and a single player of the second, among players of the first, wins less. With
        two players, both conditions are the same.

        Raises
        ------
        KeyError
            If both are the same strategy.
        """
        gains = self.against_fair[first, second].word == "above"
        return gains and self.against_fair[second, first].word == "below"

    def find_winner_over_all(self) -> tuple[BeatsAll, list[int]]:
        """Return whether a strategy beats each of the other strategies, and which one.

        Returns
        -------
        verdict
            "yes", "no" or "not known yet".
        strategies
            For "yes", the number of the strategy. For "not known yet", the numbers of all
            strategies that may beat all others. For "no", an empty list.
        """
        candidates = []
        for strategy in range(self.size):
            rivals = [rival for rival in range(self.size) if rival != strategy]
            if all(self.beats(strategy, rival) for rival in rivals):
                return "yes", [strategy]
            if all(self._may_beat(strategy, rival) for rival in rivals):
                candidates.append(strategy)
        return ("not known yet", candidates) if candidates else ("no", [])

    def find_winner_alone(self) -> int | None:
        """Return the strategy that, alone, clearly wins more than its share against each other.

        The result is the number of a strategy of which `beats` is true or still unknown for every
        other strategy. At most one strategy is like this. None if there is none.
        """
        for strategy in range(self.size):
            rivals = [rival for rival in range(self.size) if rival != strategy]
            gains = [self.against_fair[strategy, rival].word == "above" for rival in rivals]
            if all(gains) and all(self._may_beat(strategy, rival) for rival in rivals):
                return strategy
        return None

    def _may_beat(self, first: int, second: int) -> bool:
        """Return True unless the games show that the first strategy does not beat the second."""
        loses_alone = self.against_fair[first, second].word == "below"
        loses_to_single = self.against_fair[second, first].word == "above"
        return not loses_alone and not loses_to_single

    @cached_property
    def ring(self) -> list[int]:
        """The numbers of the strategies in a shortest ring, in which each beats the next.

        The last beats the first. The list is empty if there is no ring.
        """
        beaten = np.zeros((self.size, self.size), bool)
        for cell in self.runs:
            beaten[cell] = self.beats(*cell)
        steps, before = shortest_path(beaten, unweighted=True, return_predecessors=True)
        # The length of the path from the first strategy to the second, if the second beats the
        # first and so closes the ring.
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
    """Return the sums over deals of the wins in several line-ups, all games weighted equally.

    `wins` has the wins of the first strategy of each line-up in each deal.
    """
    by_deal = np.asarray(np.sum(wins, axis=0, dtype=np.int64))
    rotations = sum(lineup_run.layout.rotations for lineup_run in runs)
    return DealSums(
        len(by_deal),
        int(by_deal.sum()),
        int(np.square(by_deal).sum()),
        rotations,
        runs[0].layout.win,
    )
