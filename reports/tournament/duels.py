"""Two strategies half and half: who wins more, and whether it matters who sits beside whom.

Of each deal it is known how much of its games each side won in each way to sit. Written as a share
that is fair where it is the side's share of the seats, its intervals and tests are those of any
rate; then it is told as wins a seat. All ways to sit have the same deals, so they are compared deal
by deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from reports.figures.differences import Difference, difference
from reports.figures.rotation import rotation_gain
from reports.figures.statistics import DealSums, Estimate, rate, share_test
from reports.tournament.compared import Compared, compare_all
from reports.tournament.mixed import Mixed
from simulate.play.duels import Seating, is_cell, name_of, seatings, unrotated
from simulate.play.lineups import Played
from simulate.play.tournament import TournamentRun


@dataclass(frozen=True)
class Seated:
    """Two strategies in one way to sit.

    Attributes
    ----------
    seating
        Who sits where, as in "AABB": A is the first of the duel.
    games
        Games played.
    difference
        By how much the first wins more than the second, a seat.
    unfinished
        Games that reached the safety cap on turns undecided.
    """

    seating: str
    games: int
    difference: Estimate
    unfinished: int


@dataclass(frozen=True)
class Apart:
    """Two ways to sit of the same pair, with as many seats for each side in both.

    Attributes
    ----------
    first, second
        The numbers of the two strategies.
    more, less
        The way in which the first was seen to win more, and the one in which it wins less.
    difference
        By how much more.
    corrected
        The same with an interval corrected for all such differences of the tournament.
    compared
        ``"above"`` if it clearly wins more.
    """

    first: int
    second: int
    more: Seated
    less: Seated
    difference: Estimate
    corrected: Estimate
    compared: Compared


@dataclass(frozen=True)
class Duel:
    """Two strategies in all ways to sit.

    Attributes
    ----------
    first, second
        Their numbers; the first ranks higher with mixed line-ups.
    seated
        Each way to sit.
    difference
        By how much the first wins more a seat, in all ways to sit, each game counted alike.
    compared
        ``"above"`` or ``"below"`` if it clearly wins more or less, corrected for all pairs.
    rotation_gain
        How many times as many games, each of a deal of its own, the same interval would take.
    """

    first: int
    second: int
    seated: tuple[Seated, ...]
    difference: Estimate
    compared: Compared
    rotation_gain: float

    @property
    def games(self) -> int:
        """Games in all ways to sit."""
        return sum(seated.games for seated in self.seated)

    @property
    def unfinished(self) -> int:
        """Games of these that reached the safety cap on turns undecided."""
        return sum(seated.unfinished for seated in self.seated)


class Duels:
    """Each two strategies half and half.

    Parameters
    ----------
    run
        With at least one pass played.
    mixed
        Who ranks above whom.
    confidence
        Of every interval, and of all verdicts of one kind together.
    """

    def __init__(self, run: TournamentRun, mixed: Mixed, confidence: float) -> None:
        self.confidence = confidence
        self.are_played = run.tournament.with_duels
        self._players = run.tournament.study.players
        self._mixed = mixed
        self._cells = dict(zip(run.tournament.cells, run.cells, strict=True))
        self._others = {played.places: played for played in run.duels}

    @cached_property
    def pairs(self) -> list[Duel]:
        """Every two strategies, by rank; none unless they were asked for."""
        together = [_together(ways) for ways in self._ways.values()]
        compared = compare_all(
            [sums.mean - fair for sums, fair in together],
            [share_test(s.mean, s.variance_of_mean, s.deals, fair) for s, fair in together],
            self.confidence,
        )
        return [
            Duel(
                *pair,
                tuple(map(self._seated, ways)),
                self._told(sums, fair),
                verdict,
                rotation_gain(sums),
            )
            for (pair, ways), (sums, fair), verdict in zip(
                self._ways.items(), together, compared, strict=True
            )
        ]

    def pair(self, one: int, other: int) -> Duel:
        """Return the duel of two strategies, whichever is higher."""
        return next(duel for duel in self.pairs if {duel.first, duel.second} == {one, other})

    @cached_property
    def apart(self) -> list[Apart]:
        """Each two ways to sit of each pair that can be compared, those most apart first."""
        couples = [
            (pair, one, other)
            for pair, ways in self._ways.items()
            for one, other in combinations(ways, 2)
            if one.seats == other.seats
        ]
        found = [_difference(one, other, self.confidence) for _, one, other in couples]
        level = 1 - (1 - self.confidence) / max(1, len(couples))
        values = [abs(difference.estimate.value) for difference in found]
        verdicts = compare_all(values, [one.p_value for one in found], self.confidence)
        apart = []
        for (pair, *ways), plain, verdict in zip(couples, found, verdicts, strict=True):
            less, more = ways if plain.estimate.value >= 0 else reversed(ways)
            told, corrected = (
                self._a_seat(_difference(less, more, one).estimate)
                for one in (self.confidence, level)
            )
            seated = self._seated(more), self._seated(less)
            apart.append(Apart(*pair, *seated, told, corrected, verdict))
        return sorted(apart, key=lambda one: -one.difference.value)

    @property
    def farthest(self) -> Apart | None:
        """The two ways to sit that are most apart, of those that clearly are if any are.

        ``None`` where no two can be compared.
        """
        clear = (one for one in self.apart if one.compared.is_clear and one.corrected.low > 0)
        return next(clear, next(iter(self.apart), None))

    @property
    def at_most(self) -> float:
        """Within how much all ways to sit are alike, of every pair.

        All of them are only if each two are, so each is known at the full level (an
        intersection-union test; Berger and Hsu, Statistical Science 11, 1996).
        """
        return max((one.difference.high for one in self.apart), default=0.0)

    @cached_property
    def _ways(self) -> dict[tuple[int, int], list[_Way]]:
        """The ways to sit of each pair, by rank."""
        pairs = list(combinations(self._mixed.order, 2)) if self.are_played else []
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

    def _seated(self, way: _Way) -> Seated:
        told = self._told(way.sums, way.fair)
        return Seated(way.name, way.played.games, told, way.played.unfinished)

    def _told(self, sums: DealSums, fair: float) -> Estimate:
        return self._a_seat(rate(sums, self.confidence).shifted(-fair))

    def _a_seat(self, difference: Estimate) -> Estimate:
        """Return a difference of a side's shares as one of wins a seat."""
        half = self._players // 2
        return difference.scaled(self._players / (half * (self._players - half)))


@dataclass(frozen=True, eq=False)
class _Way:
    """What the deals gave of two strategies in one way to sit.

    Attributes
    ----------
    seating
        0 for the first, 1 for the second.
    played
        What came of it.
    by_deal
        Of each deal the share of its games that the first won, in parts of which `unit` make a
        whole: as many more than its share of the seats as it won more a seat than the second.
    """

    seating: Seating
    played: Played
    by_deal: np.ndarray[Any, np.dtype[np.int64]]

    @classmethod
    def of(cls, seating: Seating, first: int, played: Played) -> _Way:
        """Read off what was played how much of it the strategy of that number won."""
        wins = played.wins.astype(np.int64)
        mine, theirs = seating.count(0), seating.count(1)
        own = played.competitors.index(first)
        more = theirs * wins[:, own] - mine * wins[:, 1 - own]
        return cls(seating, played, more + mine * played.layout.rotations * played.layout.win)

    @property
    def name(self) -> str:
        """Who sits where, as in "AABB"."""
        return name_of(self.seating)

    @property
    def seats(self) -> int:
        """How many seats the first has."""
        return self.seating.count(0)

    @property
    def fair(self) -> float:
        """The share of the first where nobody is better."""
        return self.seats / len(self.seating)

    @property
    def sums(self) -> DealSums:
        """The sums of that share."""
        return _sums([self])


def _together(ways: Sequence[_Way]) -> tuple[DealSums, float]:
    """Return the sums of several ways to sit, each game counted alike, and what is fair of them."""
    games = [way.played.layout.rotations for way in ways]
    fair = sum(way.fair * count for way, count in zip(ways, games, strict=True)) / sum(games)
    return _sums(ways), fair


def _sums(ways: Sequence[_Way]) -> DealSums:
    by_deal = np.asarray(np.sum([way.by_deal for way in ways], axis=0))
    total, squares = int(by_deal.sum()), int(np.square(by_deal).sum())
    games = sum(way.played.layout.rotations for way in ways)
    whole = ways[0].played.layout.win * len(ways[0].seating)
    return DealSums(len(by_deal), total, squares, games, whole)


def _difference(one: _Way, other: _Way, confidence: float) -> Difference:
    """Return how much larger the share of the first is in another way to sit, deal by deal."""
    products = int((one.by_deal * other.by_deal).sum())
    return difference(one.sums, other.sums, products, confidence, kind="rate")
