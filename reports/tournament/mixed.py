"""The mixed line-ups of a tournament: win rates, ranking and strengths.

Each line-up has deals of its own. Where they were drawn from more than were played, they are
independent draws themselves, and the errors follow the formula of two-stage sampling
(Cochran, Sampling Techniques, 1977, section 11.3).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from scipy.special import stdtr

from reports.contest.results import ELO, Compared, Settled, compare_all, level_of, settled
from reports.figures.differences import few_differ
from reports.figures.statistics import Estimate, rate_of, student_quantile
from reports.tournament import bradley_terry
from reports.tournament.bradley_terry import Numbers
from simulate.play.lineups import Played
from simulate.play.tournament import TournamentRun
from simulate.strategy import TIERS


@dataclass(frozen=True)
class Pair:
    """Two strategies by their numbers, the first of which ranks higher."""

    first: int
    second: int
    #: Of their win rates, with its standard error.
    difference: Estimate
    #: ``"above"`` if the first is clearly better.
    compared: Compared
    error: float


@dataclass(frozen=True)
class Ranked:
    """One strategy's place."""

    #: Its number.
    strategy: int
    spec: str
    tier: str
    #: 1 for the highest win rate; below all that are clearly better, above all that are clearly
    #: worse.
    rank: int
    best_rank: int
    worst_rank: int
    #: With mixed line-ups, per seat it has.
    win_rate: Estimate
    #: Bradley and Terry's strength; 1500 would win half of the games against all others. Nothing is
    #: known of who won no game, or lost none.
    elo: Estimate


class OfRun:
    """What is reckoned of a run, sure after all looks; `level` is that of an interval."""

    def __init__(self, run: TournamentRun, confidence: float) -> None:
        self.run = run
        self.confidence = confidence
        self.interim = len(run.design.interim)
        self.level = level_of(confidence, self.interim)
        self.size = len(run.design.specs)
        self.fair_share = 1 / run.design.study.players


class Mixed(OfRun):
    """What the strategies win when different ones sit at a table."""

    @property
    def games(self) -> int:
        """Games played of all mixed line-ups together."""
        return sum(played.games for played in self.run.mixed)

    @cached_property
    def ranking(self) -> list[Ranked]:
        """The strategies by win rate with mixed line-ups, the best first."""
        rates = self._win_rates[0]
        clear = [pair for pair in self.pairs if pair.compared.word == "above"]
        above, below = Counter(one.second for one in clear), Counter(one.first for one in clear)
        return [
            Ranked(
                number,
                self.run.design.specs[number],
                TIERS[self.run.design.strategies[number].tier],
                1 + int((rates > rates[number]).sum()),
                1 + above[number],
                self.size - below[number],
                self.win_rate(number),
                self.elos[number],
            )
            for number in self.order
        ]

    @cached_property
    def order(self) -> list[int]:
        """The numbers of the strategies by win rate with mixed line-ups, the best first."""
        return [int(number) for number in np.argsort(-self._win_rates[0], kind="stable")]

    @property
    def best(self) -> list[int]:
        """Who wins most, and whoever may be as good, by rank."""
        first, *_ = self.order
        return [
            first,
            *(p.second for p in self.pairs if p.first == first and not p.compared.is_clear),
        ]

    @cached_property
    def pairs(self) -> list[Pair]:
        """Every two strategies, by rank, with the difference of their win rates."""
        rates, covariance = self._win_rates
        pairs = list(combinations(self.order, 2))
        values = [float(rates[a] - rates[b]) for a, b in pairs]
        spreads = [covariance[a, a] + covariance[b, b] - 2 * covariance[a, b] for a, b in pairs]
        errors = [
            math.sqrt(max(0.0, spread) + few_differ(spread, value, min(map(self._units, pair))))
            for pair, value, spread in zip(pairs, values, spreads, strict=True)
        ]
        p_values = [
            2 * float(stdtr(self._units() - 1, -abs(value / error))) if error else float(value == 0)
            for value, error in zip(values, errors, strict=True)
        ]
        reach = student_quantile(self._units(), self.level)
        compared = compare_all(values, p_values, self.confidence, self.interim)
        return [
            Pair(
                *pair,
                Estimate(
                    value,
                    max(-1.0, value - reach * error),
                    min(1.0, value + reach * error),
                    self.games,
                ),
                one,
                error,
            )
            for pair, value, error, one in zip(pairs, values, errors, compared, strict=True)
        ]

    def settled(self, margin: float) -> dict[tuple[int, int], Settled]:
        """Return how each pair stands, as `reports.tournament.results.Matrix.settled` of cells."""
        level = level_of(self.confidence, self.interim, len(self.pairs))
        reach = student_quantile(self._units(), level)
        found = {}
        for pair in self.pairs:
            # Without an error nothing is known of the difference.
            half = reach * pair.error if pair.error else math.inf
            farthest = abs(pair.difference.value) + half
            found[pair.first, pair.second] = settled(pair.compared, farthest, margin)
        return found

    def win_rate(self, number: int) -> Estimate:
        """Return the win rate of a strategy with mixed line-ups, per seat it has."""
        rates, covariance = self._win_rates
        value, variance = float(rates[number]), float(covariance[number, number])
        seats = int(self._seats[number])
        return rate_of(value, variance, self._units(number), seats, self.level)

    @cached_property
    def elos(self) -> list[Estimate]:
        """Bradley and Terry's strength of each strategy."""
        groups = [
            bradley_terry.Group(self._seats_of(played) / played.games, wins / played.layout.win)
            for played, wins in zip(self.run.mixed, self._wins(), strict=True)
        ]
        found = bradley_terry.fit(groups, self._covariance)
        variances = np.maximum(np.diag(found.covariance), 0.0)  # rounded
        halves = student_quantile(self._units(), self.level) * np.sqrt(variances)
        known = found.compared if len(found.compared) > 1 else ()
        reaches = [half if n in known else math.inf for n, half in enumerate(halves)]
        return [
            Estimate(value, value - reach, value + reach, self.win_rate(number).n)
            .scaled(ELO)
            .shifted(bradley_terry.EVEN_ELO)
            for number, (value, reach) in enumerate(
                zip(found.values.tolist(), reaches, strict=True)
            )
        ]

    def _units(self, number: int | None = None) -> int:
        """Return how many units tell of a strategy, or all: deals less means plus 1, or drawn."""
        mine = [one for one in self.run.mixed if number is None or number in one.places]
        if len(self.run.mixed) < self.run.design.mixed_possible:
            return len(mine)
        return 1 + sum(len(played.wins) - 1 for played in mine)

    @cached_property
    def _seats(self) -> Numbers:
        return np.asarray(np.sum([self._seats_of(played) for played in self.run.mixed], axis=0))

    def _wins(self) -> Iterator[Numbers]:
        """Yield what each deal of each line-up gave each strategy, in parts of a win."""
        for played in self.run.mixed:
            wins = np.zeros((len(played.wins), self.size))
            wins[:, list(played.competitors)] = played.wins
            yield wins

    def _seats_of(self, played: Played) -> Numbers:
        counts = [played.places.count(number) for number in range(self.size)]
        return np.array(counts) * float(played.games)

    @cached_property
    def _win_rates(self) -> tuple[Numbers, Numbers]:
        win = self.run.mixed[0].layout.win
        seats = np.maximum(self._seats, 1.0)
        rates = np.sum([wins.sum(axis=0) for wins in self._wins()], axis=0) / win / seats
        terms = [
            (wins / win - rates * self._seats_of(played) / len(wins)) / seats
            for played, wins in zip(self.run.mixed, self._wins(), strict=True)
        ]
        return rates, self._covariance(terms)

    def _covariance(self, terms: Sequence[Numbers]) -> Numbers:
        """Return the covariance of a sum over deals, of terms of shape (deals, size) by line-up."""
        taken = len(terms) / self.run.design.mixed_possible
        within = sum(_spread(term) for term in terms)
        if taken == 1:
            return np.asarray(within)
        between = _spread(np.array([term.sum(axis=0) for term in terms]))
        return np.asarray(taken * within + (1 - taken) * between)


def _spread(terms: Numbers) -> Numbers:
    """Return the covariance of a sum of independent rows, from how they differ."""
    centred = terms - terms.mean(axis=0)
    return np.asarray(centred.T @ centred * (len(terms) / (len(terms) - 1)))
