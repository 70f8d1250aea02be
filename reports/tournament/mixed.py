"""The mixed line-ups of a tournament: win rates, ranking and strengths.

Each line-up has deals of its own. Where they were drawn from more than were played, they are
independent draws themselves, and the errors follow the formula of two-stage sampling
(Cochran, Sampling Techniques, 1977, section 11.3).

Strengths come from who wins (Bradley and Terry, Biometrika 39, 1952). Of the games that one of two
competitors wins, the one with strength a wins the share 1 / (1 + exp(b - a)). A game of N seats
gives its winner over each of the N - 1 others; where one of several is to win with a probability in
proportion to exp(strength) (Luce, Individual Choice Behavior, 1959), that estimates the same
strengths.

Every competitor is given half a win and half a loss more, shared among all others, so that each
has a finite strength however it fared; for two competitors that is the estimate of least bias
(Firth, Biometrika 80, 1993). Of who won or lost every game it says nothing. Strengths count from
who would win half of the games against all of them, met equally often. Unlike the mean, that hardly
depends on how hopeless the last one is.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from scipy.optimize import brentq, minimize
from scipy.sparse.csgraph import connected_components
from scipy.special import expit, log_expit

from reports.analysis.contest_results import (
    ELO,
    AdjustedComparison,
    Settled,
    compare_all,
    confidence_per_look,
    settled,
)
from reports.figures.differences import difference_from_variance, rare_difference_variance
from reports.figures.statistics import UNKNOWN, Estimate, rate_from_variance, student_quantile
from reports.tournament.play import TournamentRun
from simulate.play.lineups import LineupRun
from simulate.strategy import TIERS

Numbers = np.ndarray[Any, np.dtype[np.float64]]

#: Elo points of who wins half of the games against all.
EVEN_ELO = 1500.0
#: Wins, and losses, that each competitor is given.
GIVEN = 0.5

#: Returns the covariance of a sum over deals, given of each group of deals its terms: shape
#: (deals, size).
Covariance = Callable[[Sequence[Numbers]], Numbers]


@dataclass(frozen=True)
class Group:
    """Deals of the same competitors: the seats each has, and each deal's games that it won.

    Shapes (competitors,) and (deals, competitors).
    """

    seats: Numbers
    wins: Numbers


@dataclass(frozen=True)
class Strengths:
    """What `fit` found."""

    #: The strengths, 0 for who would win half of the games against all, met equally often.
    values: Numbers
    #: Of the strengths.
    covariance: Numbers
    #: The largest set of competitors of which each won against another one, all around. The others
    #: won no game against those, or lost none, and their strength is not known.
    compared: list[int]


def fit(groups: Sequence[Group], covariance: Covariance) -> Strengths:
    """Fit strengths to the games of several groups of deals.

    By maximum likelihood over pairs, with a sandwich for the errors (Liang and Zeger,
    Biometrika 73, 1986): the pairs of a game, and the games of a deal, are not independent.
    """
    # Row over column: the games that one won, once for each seat the other had in them.
    wins = sum(np.outer(group.wins.sum(axis=0), group.seats) for group in groups)
    others = 1 - np.eye(len(groups[0].seats))
    wins = np.asarray(wins) * others
    given = wins + GIVEN / (len(wins) - 1) * others
    strengths = _maximise(given)
    share = _shares(strengths)
    scores = [_scores(group.seats, group.wins, share) for group in groups]
    bread = np.linalg.pinv(_information(given + given.T, share))
    middle = even(strengths)
    # How that moves with the strengths of all.
    weights = expit(strengths - middle) * expit(middle - strengths)
    turned = np.eye(len(wins)) - weights / weights.sum()
    spread = turned @ bread @ covariance(scores) @ bread @ turned.T
    _, labels = connected_components(wins > 0, connection="strong")
    largest = np.flatnonzero(labels == np.bincount(labels).argmax())
    return Strengths(strengths - middle, spread, largest.tolist())


def even(strengths: Numbers) -> float:
    """Return the strength of who would win half of the games against all, met equally often."""
    ends = float(strengths.min()), float(strengths.max())
    return float(brentq(lambda one: expit(strengths - one).mean() - 0.5, *ends, xtol=1e-12))


def _maximise(wins: Numbers) -> Numbers:
    met = wins + wins.T
    games = float(met.sum()) / 2

    def loss(strengths: Numbers) -> float:
        return -float((wins * log_expit(strengths[:, None] - strengths[None, :])).sum() / games)

    def slope(strengths: Numbers) -> Numbers:
        return np.asarray((met * _shares(strengths) - wins).sum(axis=1) / games)

    def bend(strengths: Numbers) -> Numbers:
        # The mean of the strengths changes nothing; held at 0, so that there is one best.
        return np.asarray(_information(met, _shares(strengths)) / games + 1 / len(wins))

    found = minimize(
        loss, np.zeros(len(wins)), jac=slope, hess=bend, method="trust-exact", tol=1e-10
    )
    return np.asarray(found.x - found.x.mean())


def _shares(strengths: Numbers) -> Numbers:
    return np.asarray(expit(strengths[:, None] - strengths[None, :]))


def _information(met: Numbers, share: Numbers) -> Numbers:
    """Return the second derivatives of the likelihood, with their sign turned."""
    information = -met * share * (1 - share)
    np.fill_diagonal(information, 0.0)
    np.fill_diagonal(information, -information.sum(axis=1))
    return information


def _scores(seats: Numbers, wins: Numbers, share: Numbers) -> Numbers:
    """Return each deal's derivative of the likelihood: shape (deals, competitors)."""
    # Each win of a over a seat of b counts 1 - share[a, b] for a, and as much less for b.
    surprise = seats[None, :] * (1 - share)
    np.fill_diagonal(surprise, 0.0)
    gained = wins * surprise.sum(axis=1)
    lost = (wins @ (1 - share) - wins * np.diag(1 - share)) * seats
    return np.asarray(gained - lost)


@dataclass(frozen=True)
class StrategyPair:
    """Two strategies by their numbers, the first of which ranks higher."""

    first: int
    second: int
    #: Of their win rates, with an interval that holds for all pairs and looks together.
    difference: Estimate
    #: ``"above"`` if the first is clearly better.
    compared: AdjustedComparison


@dataclass(frozen=True)
class RankedStrategy:
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


class TournamentStatistic:
    """What is reckoned of a run, sure after all looks; `level` is that of an interval."""

    def __init__(self, run: TournamentRun, confidence: float) -> None:
        self.run = run
        self.confidence = confidence
        self.interim = len(run.design.interim)
        self.level = confidence_per_look(confidence, self.interim)
        self.size = len(run.design.specs)
        self.fair_share = 1 / run.design.competitors


class MixedResults(TournamentStatistic):
    """What the strategies win when different ones sit at a table."""

    @property
    def games(self) -> int:
        """Games played of all mixed line-ups together."""
        return sum(played.games for played in self.run.mixed)

    @cached_property
    def ranking(self) -> list[RankedStrategy]:
        """The strategies by win rate with mixed line-ups, the best first."""
        rates = self._win_rates[0]
        clear = [pair for pair in self.pairs if pair.compared.word == "above"]
        above, below = Counter(one.second for one in clear), Counter(one.first for one in clear)
        return [
            RankedStrategy(
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
        beside = (pair for pair in self.pairs if pair.first == first)
        return [first, *(pair.second for pair in beside if not pair.compared.is_clear)]

    @cached_property
    def pairs(self) -> list[StrategyPair]:
        """Every two strategies, by rank, with the difference of their win rates."""
        rates, covariance = self._win_rates
        places = list(combinations(self.order, 2))
        level = confidence_per_look(self.confidence, self.interim, len(places))
        found = []
        for a, b in places:
            value = float(rates[a] - rates[b])
            variance = float(covariance[a, a] + covariance[b, b] - 2 * covariance[a, b])
            more = rare_difference_variance(variance, value, min(self._units(a), self._units(b)))
            found.append(
                difference_from_variance(value, variance, math.nan, more, self._units(), level)
            )
        values, p_values = [one.estimate.value for one in found], [one.p_value for one in found]
        compared = compare_all(values, p_values, self.confidence, self.interim)
        several = zip(places, found, compared, strict=True)
        return [
            StrategyPair(*place, difference.estimate, one) for place, difference, one in several
        ]

    def settled(self, margin: float) -> dict[tuple[int, int], Settled]:
        """Return how each pair stands, as `reports.tournament.results.Matrix.settled` of cells."""
        known = [(pair, pair.difference) for pair in self.pairs]
        return {
            (pair.first, pair.second): settled(pair.compared, max(-one.low, one.high), margin)
            for pair, one in known
        }

    def win_rate(self, number: int) -> Estimate:
        """Return the win rate of a strategy with mixed line-ups, per seat it has."""
        rates, covariance = self._win_rates
        value, variance = float(rates[number]), float(covariance[number, number])
        return rate_from_variance(
            value, variance, self._units(number), int(self._seats[number]), self.level
        )

    @cached_property
    def elos(self) -> list[Estimate]:
        """Bradley and Terry's strength of each strategy; not known where all play together."""
        if self.run.design.competitors == 1:
            return [UNKNOWN] * self.size
        groups = [
            Group(self._seats_of(played) / played.games, wins / played.layout.win)
            for played, wins in zip(self.run.mixed, self._wins(), strict=True)
        ]
        found = fit(groups, self._covariance)
        variances = np.maximum(np.diag(found.covariance), 0.0)  # rounded
        halves = student_quantile(self._units(), self.level) * np.sqrt(variances)
        known = found.compared if len(found.compared) > 1 else ()
        halves[[number not in known for number in range(self.size)]] = math.inf
        several = zip(found.values.tolist(), halves, self._seats, strict=True)
        return [
            Estimate(value, value - half, value + half, int(seats)).scaled(ELO).shifted(EVEN_ELO)
            for value, half, seats in several
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
            wins[:, list(dict.fromkeys(played.places))] = played.wins
            yield wins

    def _seats_of(self, played: LineupRun) -> Numbers:
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
