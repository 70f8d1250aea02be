"""The matrix of a tournament: how each strategy fares alone at a table of each other.

Its cells share their deals. Whether one strategy beats another is read off it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from scipy.sparse.csgraph import shortest_path

from reports.figures.statistics import DealSums, Estimate, rate, share_test
from reports.tournament.compared import Compared, Settled, compare_all, level_of, settled
from simulate.play.lineups import Played
from simulate.play.tournament import TournamentRun


class Matrix:
    """The win rates of the cells, and who beats whom.

    Parameters
    ----------
    run
        With at least one pass played.
    confidence
        Of every interval, and of the verdicts on all cells together, at all looks.

    Attributes
    ----------
    level
        Of every interval by itself, so that those after all looks have the confidence.
    """

    def __init__(self, run: TournamentRun, confidence: float) -> None:
        self.run = run
        self.confidence = confidence
        self.interim = len(run.tournament.interim)
        self.level = level_of(confidence, self.interim)
        self.size = len(run.tournament.specs)
        self.fair_share = 1 / run.tournament.study.players
        self._cells = dict(zip(run.tournament.cells, run.cells, strict=True))

    @property
    def games(self) -> int:
        """Games played of each cell; of those of a race, the most."""
        return max(played.games for played in self.run.cells)

    @property
    def fewest_games(self) -> int:
        """Games played of the cell with the fewest; in a race some stop earlier than others."""
        return min(played.games for played in self.run.cells)

    def played(self, one: int, other: int) -> Played:
        """Return what one strategy at a table of another gave."""
        return self._cells[one, other]

    @cached_property
    def rates(self) -> list[list[Estimate]]:
        """The win rate of each strategy (row) where all others play another (column).

        The fair share exactly on the diagonal.
        """
        everyone = range(self.size)
        itself = Estimate(self.fair_share, self.fair_share, self.fair_share, self.games)
        return [
            [
                rate(self._sums([(one, other)]), self.level) if one != other else itself
                for other in everyone
            ]
            for one in everyone
        ]

    def together(self, cells: Sequence[tuple[int, int]]) -> Estimate:
        """Estimate the mean win rate of some cells, each of a strategy at a table of another.

        Of those of a race, on the deals that all of them played.
        """
        return rate(self._sums(cells), self.level)

    def surely(self, one: int, other: int) -> Estimate:
        """Return a cell's win rate with an interval that holds for all cells and looks together."""
        level = level_of(self.confidence, self.interim, len(self._cells))
        return rate(self._sums([(one, other)]), level)

    def decided(self, one: int, other: int) -> float:
        """Return the share of a cell's games that were decided: of others nobody is the winner."""
        played = self._cells[one, other]
        return 1 - played.unfinished / played.games

    def settled(self, margin: float) -> dict[tuple[int, int], Settled]:
        """Return how each cell stands: clear, so near to fair that nobody would notice, or open.

        The latter where its interval lies within the margin, at the level of all cells and looks
        together (Bonferroni). Holm's steps would not do: they count those that are found to differ,
        and a cell that is found to be fair may be one that is exactly so.

        Parameters
        ----------
        margin
            In shares of 1.
        """
        found = {}
        for cell, compared in self.against_fair.items():
            known = self.surely(*cell).shifted(-self.fair_share * self.decided(*cell))
            found[cell] = settled(compared, max(-known.low, known.high), margin)
        return found

    @cached_property
    def against_fair(self) -> dict[tuple[int, int], Compared]:
        """Whether each cell is above or below the fair share, corrected for all cells.

        The test is the one that Wilson's interval of the cell inverts. Unfinished games
        count for nobody, so the fair share is that of the decided games.
        """
        signs, p_values = [], []
        for cell in self._cells:
            sums, fair = self._sums([cell]), self.fair_share * self.decided(*cell)
            p_values.append(share_test(sums.mean, sums.variance_of_mean, sums.deals, fair))
            signs.append(sums.mean - fair)
        compared = compare_all(signs, p_values, self.confidence, self.interim)
        return dict(zip(self._cells, compared, strict=True))

    def beats(self, one: int, other: int) -> bool:
        """Return whether one strategy clearly beats another.

        Alone among the others it wins more than its share, and one of the others alone
        among such as it wins less. Two players need only be looked at once.
        """
        gains = self.against_fair[one, other].word == "above"
        return gains and self.against_fair[other, one].word == "below"

    @cached_property
    def ring(self) -> list[int]:
        """A shortest ring of strategies of which each beats the next and the last the first."""
        everyone = range(self.size)
        beaten = np.array(
            [[one != other and self.beats(one, other) for other in everyone] for one in everyone]
        )
        steps, before = shortest_path(beaten, unweighted=True, return_predecessors=True)
        back = np.where(beaten, steps.T, np.inf)
        first, second = np.unravel_index(back.argmin(), back.shape)
        if np.isinf(back[first, second]):
            return []
        found = [int(first)]
        while found[-1] != second:
            found.append(int(before[second, found[-1]]))
        return [found[0], *reversed(found[1:])]

    def _sums(self, cells: Sequence[tuple[int, int]]) -> DealSums:
        return sums_of([self._cells[cell] for cell in cells])


def rate_of_row(played: Played, confidence: float) -> Estimate:
    """Estimate the win rate of the one in a cell that is not yet finished."""
    return rate(sums_of([played]), confidence)


def sums_of(cells: Sequence[Played]) -> DealSums:
    """Return what the deals gave the ones in some cells together: those that all cells played."""
    deals = min(len(played.wins) for played in cells)
    wins = [played.wins[:deals, 0] for played in cells]
    by_deal = np.asarray(np.sum(wins, axis=0, dtype=np.int64))
    total, squares = int(by_deal.sum()), int(np.square(by_deal).sum())
    layout = cells[0].layout
    return DealSums(len(by_deal), total, squares, layout.rotations * len(cells), layout.win)
