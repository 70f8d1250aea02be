"""How strategies fare on the deals of the matrix: alone at a table of each other, and in duels.

Of each deal it is known how much of its games each side of a duel won in each way to sit. Written
as a share that is fair where it is the side's share of the seats, its intervals and tests are those
of any rate; then it is told as wins a seat. All ways to sit have the same deals, so they are
compared deal by deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
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
from simulate.play.lineups import Played, unrotated
from simulate.play.tournament import Seating, TournamentRun, is_cell, name_of, seatings


class OfRun:
    """What is reckoned of a run, sure after all looks; `level` is that of an interval."""

    def __init__(self, run: TournamentRun, confidence: float) -> None:
        self.run = run
        self.confidence = confidence
        self.interim = len(run.design.interim)
        self.level = level_of(confidence, self.interim)
        self.size = len(run.design.specs)
        self.players = run.design.study.players
        self.fair_share = 1 / self.players

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


def _sums(
    by_deal: Sequence[np.ndarray[Any, np.dtype[Any]]], played: Sequence[Played], seats: int = 1
) -> DealSums:
    """Return the sums of what deals gave in several line-ups, each game alike.

    That is counted in parts of a win, times so many seats.
    """
    several = np.asarray(np.sum(by_deal, axis=0, dtype=np.int64))
    total, squares = int(several.sum()), int(np.square(several).sum())
    rotations = sum(one.layout.rotations for one in played)
    return DealSums(len(several), total, squares, rotations, played[0].layout.win * seats)


@dataclass(frozen=True)
class Seated:
    """Two strategies in one way to sit."""

    #: Who sits where, as in "AABB": A is the first of the duel.
    seating: str
    #: Games played.
    games: int
    #: By how much the first wins more than the second, a seat.
    difference: Estimate


@dataclass(frozen=True)
class Duel:
    """Two strategies in all ways to sit."""

    #: Their numbers; the first ranks higher with mixed line-ups.
    first: int
    second: int
    #: Each way to sit.
    seated: tuple[Seated, ...]
    #: By how much the first wins more a seat, in all ways to sit, each game counted alike.
    difference: Estimate
    #: ``"above"`` or ``"below"`` if it clearly wins more or less, corrected for all pairs.
    compared: Compared

    @property
    def games(self) -> int:
        """Games in all ways to sit."""
        return sum(seated.games for seated in self.seated)


class Duels(OfRun):
    """Each two strategies half and half, in the order of their ranks."""

    def __init__(self, run: TournamentRun, confidence: float, order: Sequence[int]) -> None:
        super().__init__(run, confidence)
        self._order = order
        self._others = {played.places: played for played in run.duels}

    @cached_property
    def pairs(self) -> list[Duel]:
        """Every two strategies, by rank; none unless they were asked for."""
        pairs = list(combinations(self._order, 2)) if self.run.design.with_duels else []
        found = {pair: [self._way(pair, one) for one in seatings(self.players)] for pair in pairs}
        # Of an odd number of players each has the odd seat as often.
        sums = [self._sums(ways) for ways in found.values()]
        compared = compare_shares([(one, 0.5) for one in sums], self.confidence)
        return [
            Duel(
                *pair,
                tuple(
                    Seated(
                        name_of(way.seating),
                        way.played.games,
                        self._told(self._sums([way]), way.seating.count(0) / self.players),
                    )
                    for way in ways
                ),
                self._told(together, 0.5),
                verdict,
            )
            for (pair, ways), together, verdict in zip(found.items(), sums, compared, strict=True)
        ]

    def pair(self, one: int, other: int) -> Duel:
        """Return the duel of two strategies, whichever is higher."""
        return next(duel for duel in self.pairs if {duel.first, duel.second} == {one, other})

    def ahead(self, one: int, other: int) -> Estimate:
        """Return by how much one strategy wins more a seat than another, whichever is higher."""
        duel = self.pair(one, other)
        return duel.difference if duel.first == one else duel.difference.negated()

    def wins(self, one: int, other: int) -> bool:
        """Return whether one strategy clearly wins more than another."""
        duel = self.pair(one, other)
        return duel.compared.word == ("above" if duel.first == one else "below")

    def _way(self, pair: tuple[int, int], seating: Seating) -> _Way:
        """Return what two gave in a way to sit, in which 0 stands for the first of them."""
        first, second = pair
        mine, theirs = seating.count(0), seating.count(1)
        if is_cell(seating):
            played = self.played[pair if mine == 1 else (second, first)]
        else:
            # Line-ups name the strategy of the lower number first.
            turned = unrotated(tuple(1 - side for side in seating))
            sides = seating if first < second else turned
            played = self._others[tuple(sorted(pair)[side] for side in sides)]
        wins, own = played.wins.astype(np.int64), played.competitors.index(first)
        fair = mine * played.layout.rotations * played.layout.win
        return _Way(seating, played, theirs * wins[:, own] - mine * wins[:, 1 - own] + fair)

    def _sums(self, ways: Sequence[_Way]) -> DealSums:
        return _sums([way.by_deal for way in ways], [way.played for way in ways], self.players)

    def _told(self, sums: DealSums, fair: float) -> Estimate:
        """Return by how much a side's share is above the fair one, as wins a seat."""
        half = self.players // 2
        a_seat = self.players / (half * (self.players - half))
        return rate(sums, self.confidence).shifted(-fair).scaled(a_seat)


@dataclass(frozen=True, eq=False)
class _Way:
    """What two strategies gave in one way to sit, 0 for the first and 1 for the second."""

    seating: Seating
    played: Played
    #: Of each deal the share of its games that the first won, in parts of a win, times the seats:
    #: as many more than its share of the seats as it won more a seat than the second.
    by_deal: np.ndarray[Any, np.dtype[np.int64]]
