"""How strategies fare on the deals of the matrix: alone at a table of each other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from scipy.sparse.csgraph import shortest_path

from reports.contest.results import (
    Compared,
    Settled,
    compare_shares,
    decided,
    level_of,
    settled,
    wins_of,
)
from reports.figures.statistics import DealSums, Estimate, rate
from simulate.play.lineups import Played
from simulate.play.tournament import TournamentRun


class OfRun:
    """What is reckoned of a run, sure after all looks; `level` is that of an interval."""

    def __init__(self, run: TournamentRun, confidence: float) -> None:
        self.run = run
        self.confidence = confidence
        self.interim = len(run.design.interim)
        self.level = level_of(confidence, self.interim)
        self.size = len(run.design.specs)
        self.fair_share = 1 / run.design.study.players

    @cached_property
    def played(self) -> dict[tuple[int, int], Played]:
        """What one strategy at a table of another gave, by their numbers."""
        return dict(zip(self.run.design.cells, self.run.cells, strict=True))


class Matrix(OfRun):
    """The win rates of the cells, and who beats whom."""

    @property
    def games(self) -> int:
        """Games played of each cell; of those of a race, the most."""
        return max(played.games for played in self.run.cells)

    @cached_property
    def rates(self) -> list[list[Estimate]]:
        """The win rate of each (row) where others play another (column), or the fair share."""
        everyone = range(self.size)
        itself = Estimate(self.fair_share, self.fair_share, self.fair_share, self.games)
        return [
            [self.together([(one, other)]) if one != other else itself for other in everyone]
            for one in everyone
        ]

    def together(self, cells: Sequence[tuple[int, int]], several: int = 1) -> Estimate:
        """Estimate the mean win rate of some cells, on the deals that all of them played.

        The interval holds together with those of `several` figures like it, and for all looks.
        """
        played = [self.played[cell] for cell in cells]
        deals = min(len(one.wins) for one in played)
        sums = _sums([one.wins[:deals, 0] for one in played], played)
        return rate(sums, level_of(self.confidence, self.interim, several))

    def surely(self, one: int, other: int) -> Estimate:
        """Return a cell's win rate with an interval that holds for all cells and looks together."""
        return self.together([(one, other)], len(self.played))

    def settled(self, margin: float) -> dict[tuple[int, int], Settled]:
        """Return how each cell stands: clear, so near to fair that nobody would notice, or open.

        The latter where its interval lies within the margin, at the level of all cells and looks
        together (Bonferroni). Holm's steps would not do: they count those that are found to differ,
        and a cell that is found to be fair may be one that is exactly so.
        """
        found = {}
        for cell, compared in self.against_fair.items():
            known = self.surely(*cell).shifted(-self.fair_share * decided(self.played[cell]))
            found[cell] = settled(compared, max(-known.low, known.high), margin)
        return found

    @cached_property
    def against_fair(self) -> dict[tuple[int, int], Compared]:
        """Whether each cell is above or below the fair share, corrected for all cells."""
        won = [(wins_of(one), self.fair_share * decided(one)) for one in self.run.cells]
        found = compare_shares(won, self.confidence, self.interim)
        return dict(zip(self.played, found, strict=True))

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


def _sums(by_deal: Sequence[np.ndarray[Any, np.dtype[Any]]], played: Sequence[Played]) -> DealSums:
    """Return the sums of what deals gave in several line-ups, each game alike."""
    several = np.asarray(np.sum(by_deal, axis=0, dtype=np.int64))
    total, squares = int(several.sum()), int(np.square(several).sum())
    rotations = sum(one.layout.rotations for one in played)
    return DealSums(len(several), total, squares, rotations, played[0].layout.win)
