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
    against_fair,
    compare_all,
    decided,
    level_of,
    settled,
)
from reports.figures.statistics import DealSums, Estimate, rate, share_test
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
        self.fair_share = 1 / run.design.study.players


class Matrix(OfRun):
    """The win rates of the cells, and who beats whom."""

    @property
    def games(self) -> int:
        """Games played of each cell; of those of a race, the most."""
        return max(played.games for played in self.run.cells)

    @cached_property
    def played(self) -> dict[tuple[int, int], Played]:
        """What one strategy at a table of another gave, by their numbers."""
        return dict(zip(self.run.design.cells, self.run.cells, strict=True))

    @cached_property
    def rates(self) -> list[list[Estimate]]:
        """The win rate of each (row) where others play another (column), or the fair share."""
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
        """Estimate the mean win rate of some cells, on the deals that all of them played."""
        return rate(self._sums(cells), self.level)

    def surely(self, one: int, other: int) -> Estimate:
        """Return a cell's win rate with an interval that holds for all cells and looks together."""
        level = level_of(self.confidence, self.interim, len(self.played))
        return rate(self._sums([(one, other)]), level)

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
        found = against_fair(self.run.cells, self.fair_share, self.confidence, self.interim)
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

    def _sums(self, cells: Sequence[tuple[int, int]]) -> DealSums:
        """Return what the deals gave the ones in some cells together: those that all played."""
        several = [self.played[cell] for cell in cells]
        deals = min(len(played.wins) for played in several)
        wins = [played.wins[:deals, 0] for played in several]
        by_deal = np.asarray(np.sum(wins, axis=0, dtype=np.int64))
        total, squares = int(by_deal.sum()), int(np.square(by_deal).sum())
        layout = several[0].layout
        return DealSums(deals, total, squares, layout.rotations * len(cells), layout.win)


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


class Duels:
    """Each two strategies half and half, in the order of their ranks."""

    def __init__(self, run: TournamentRun, order: Sequence[int], confidence: float) -> None:
        self.confidence = confidence
        self.are_played = run.design.with_duels
        self._players = run.design.study.players
        self._order = order
        self._cells = dict(zip(run.design.cells, run.cells, strict=True))
        self._others = {played.places: played for played in run.duels}

    @cached_property
    def pairs(self) -> list[Duel]:
        """Every two strategies, by rank; none unless they were asked for."""
        sums = [_sums(ways) for ways in self._ways.values()]
        fair = [
            sum(way.fair * way.rotations for way in ways) / sum(way.rotations for way in ways)
            for ways in self._ways.values()
        ]
        compared = compare_all(
            [one.mean - share for one, share in zip(sums, fair, strict=True)],
            [
                share_test(one.mean, one.variance_of_mean, one.deals, share)
                for one, share in zip(sums, fair, strict=True)
            ],
            self.confidence,
        )
        return [
            Duel(
                *pair,
                tuple(
                    Seated(name_of(way.seating), way.games, self._told(_sums([way]), way.fair))
                    for way in ways
                ),
                self._told(one, share),
                verdict,
            )
            for (pair, ways), one, share, verdict in zip(
                self._ways.items(), sums, fair, compared, strict=True
            )
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

    @cached_property
    def _ways(self) -> dict[tuple[int, int], list[_Way]]:
        pairs = list(combinations(self._order, 2)) if self.are_played else []
        return {pair: [self._way(pair, one) for one in seatings(self._players)] for pair in pairs}

    def _way(self, pair: tuple[int, int], seating: Seating) -> _Way:
        """Return what two gave in a way to sit, in which 0 stands for the first of them."""
        first, second = pair
        if is_cell(seating):
            alone = pair if seating.count(0) == 1 else (second, first)
            return _Way.of(seating, first, self._cells[alone])
        # Line-ups name the strategy of the lower number first.
        played = seating if first < second else unrotated(tuple(1 - side for side in seating))
        return _Way.of(seating, first, self._others[tuple(sorted(pair)[side] for side in played)])

    def _told(self, sums: DealSums, fair: float) -> Estimate:
        """Return by how much a side's share is above the fair one, as wins a seat."""
        half = self._players // 2
        a_seat = self._players / (half * (self._players - half))
        return rate(sums, self.confidence).shifted(-fair).scaled(a_seat)


@dataclass(frozen=True, eq=False)
class _Way:
    """What the deals gave of two strategies in one way to sit."""

    #: 0 for the first, 1 for the second.
    seating: Seating
    #: Games played, and those of a deal.
    games: int
    rotations: int
    #: How many parts a game's win is counted in.
    unit: int
    #: Of each deal the share of its games that the first won, in such parts, times the seats: as
    #: many more than its share of the seats as it won more a seat than the second.
    by_deal: np.ndarray[Any, np.dtype[np.int64]]

    @classmethod
    def of(cls, seating: Seating, first: int, played: Played) -> _Way:
        """Read off what was played how much of it the strategy of that number won."""
        wins, layout = played.wins.astype(np.int64), played.layout
        mine, theirs = seating.count(0), seating.count(1)
        own = played.competitors.index(first)
        more = theirs * wins[:, own] - mine * wins[:, 1 - own]
        fair = mine * layout.rotations * layout.win
        unit = layout.win * len(seating)
        return cls(seating, played.games, layout.rotations, unit, more + fair)

    @property
    def fair(self) -> float:
        """The share of the first where nobody is better."""
        return self.seating.count(0) / len(self.seating)


def _sums(ways: Sequence[_Way]) -> DealSums:
    """Return the sums of several ways to sit, each game counted alike."""
    by_deal = np.asarray(np.sum([way.by_deal for way in ways], axis=0))
    games = sum(way.rotations for way in ways)
    return DealSums(
        len(by_deal), int(by_deal.sum()), int(np.square(by_deal).sum()), games, ways[0].unit
    )
