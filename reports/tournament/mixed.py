"""The results of mixed line-ups: win rates, ranking and Elo.

Each line-up has deals of its own. If the line-ups are a random sample of all possible ones, the
errors follow the formula of two-stage sampling (Cochran, Sampling Techniques, 1977, section 11.3).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from reports.analysis.contest_results import (
    ELO,
    AdjustedComparison,
    Settled,
    compare_all,
    confidence_per_look,
    judge_difference,
)
from reports.figures.differences import difference_from_variance
from reports.figures.statistics import UNKNOWN, Estimate, rate_from_variance
from reports.tournament.play import TournamentRun
from reports.tournament.strengths import Group, Numbers, fit
from simulate.play.intervals import rare_difference_variance, student_quantile
from simulate.play.lineups import LineupRun
from simulate.strategy import TIERS

#: The Elo of a strategy that wins half of the games against all others.
EVEN_ELO = 1500.0


@dataclass(frozen=True)
class StrategyPair:
    """Two strategies by their numbers; the first ranks higher."""

    first: int
    second: int
    #: The difference of their win rates; its interval is corrected for all pairs and interim looks.
    difference: Estimate
    #: The comparison of the difference with 0: ``"above"`` if the first is clearly better.
    compared: AdjustedComparison


@dataclass(frozen=True)
class RankedStrategy:
    """A strategy with its rank in a tournament, and how certain the rank is."""

    #: The number of the strategy.
    strategy: int
    #: The strategy as typed on the command line.
    spec: str
    #: The intended strength that the strategy declares.
    tier: str
    #: The rank by win rate, from 1.
    rank: int
    #: 1 + the number of strategies that are clearly better.
    best_rank: int
    #: The number of strategies that are not clearly worse.
    worst_rank: int
    #: The win rate with mixed line-ups, per seat that the strategy has.
    win_rate: Estimate
    #: `EVEN_ELO` plus the strength in Elo points. An end of its interval is infinite if the
    #: strategy won no game, or lost none.
    elo: Estimate


class TournamentStatistic:
    """The base class of results of a tournament that hold jointly at all interim looks.

    Parameters
    ----------
    run
        The games.
    confidence
        The confidence of all interim looks together.
    """

    def __init__(self, run: TournamentRun, confidence: float) -> None:
        self.run = run
        #: The confidence of all interim looks together.
        self.confidence = confidence
        #: The largest number of interim looks.
        self.interim = len(run.design.interim)
        #: The confidence of a single interval.
        self.level = confidence_per_look(confidence, self.interim)
        #: The number of strategies.
        self.size = len(run.design.specs)
        self.fair_share = 1 / run.design.competitors


class MixedResults(TournamentStatistic):
    """The results of line-ups of different strategies."""

    @property
    def games(self) -> int:
        """The number of games of all mixed line-ups together."""
        return sum(lineup_run.games for lineup_run in self.run.mixed)

    @cached_property
    def ranking(self) -> list[RankedStrategy]:
        """All strategies with their ranks, by win rate with mixed line-ups, the best first."""
        rates, _ = self._win_rates
        clear = [pair for pair in self.pairs if pair.compared.word == "above"]
        better = Counter(pair.second for pair in clear)
        worse = Counter(pair.first for pair in clear)
        design = self.run.design
        return [
            RankedStrategy(
                number,
                design.specs[number],
                TIERS[design.strategies[number].tier],
                1 + int((rates > rates[number]).sum()),
                1 + better[number],
                self.size - worse[number],
                self.win_rate(number),
                self.elos[number],
            )
            for number in self.order
        ]

    @cached_property
    def order(self) -> list[int]:
        """The numbers of the strategies by win rate with mixed line-ups, the best first."""
        rates, _ = self._win_rates
        return [int(number) for number in np.argsort(-rates, kind="stable")]

    @property
    def best(self) -> list[int]:
        """The numbers of the strategies that may be the best, by rank.

        They are the strategy with the highest win rate, and all whose win rates do not clearly
        differ from it.
        """
        first = self.order[0]
        rivals = [
            pair.second for pair in self.pairs if pair.first == first and not pair.compared.is_clear
        ]
        return [first, *rivals]

    @cached_property
    def pairs(self) -> list[StrategyPair]:
        """Every pair of strategies with the difference of their win rates; the first ranks higher.

        The intervals are corrected for the numbers of pairs and of interim looks. The comparisons
        are corrected for pairs by Holm's method, and for looks by Bonferroni's.
        """
        rates, covariance = self._win_rates
        numbers = list(combinations(self.order, 2))
        confidence = confidence_per_look(self.confidence, self.interim, len(numbers))
        differences = []
        for a, b in numbers:
            rate_difference = float(rates[a] - rates[b])
            variance = float(covariance[a, a] + covariance[b, b] - 2 * covariance[a, b])
            units = min(self._units(a), self._units(b))
            more = rare_difference_variance(variance, rate_difference, units)
            differences.append(
                difference_from_variance(
                    rate_difference, variance, math.nan, more, self._units(), confidence
                )
            )
        comparisons = compare_all(
            [gap.estimate.value for gap in differences],
            [gap.p_value for gap in differences],
            self.confidence,
            self.interim,
        )
        return [
            StrategyPair(a, b, gap.estimate, comparison)
            for (a, b), gap, comparison in zip(numbers, differences, comparisons, strict=True)
        ]

    def judge_pairs(self, margin: float) -> dict[tuple[int, int], Settled]:
        """Return the state of each pair of strategies, by their numbers, the higher-ranked first.

        A pair is "clear", "practically the same" (the interval of the difference of win rates lies
        within `margin`) or "open".
        """
        pairs = {}
        for pair in self.pairs:
            farthest = max(-pair.difference.low, pair.difference.high)
            pairs[pair.first, pair.second] = judge_difference(pair.compared, farthest, margin)
        return pairs

    def win_rate(self, number: int) -> Estimate:
        """Return the win rate in mixed line-ups of the strategy with this number.

        A game counts once for each seat that the strategy has in it.
        """
        rates, covariance = self._win_rates
        return rate_from_variance(
            float(rates[number]),
            float(covariance[number, number]),
            self._units(number),
            int(self._seats[number]),
            self.level,
        )

    @cached_property
    def elos(self) -> list[Estimate]:
        """The Elo of each strategy, by number; `UNKNOWN` if all players win or lose together."""
        if self.run.design.competitors == 1:
            return [UNKNOWN] * self.size
        groups = [
            Group(self._seats_in(lineup_run) / lineup_run.games, wins / lineup_run.layout.win)
            for lineup_run, wins in zip(self.run.mixed, self._wins(), strict=True)
        ]
        strengths = fit(groups, self._covariance)
        # Rounding may make a variance negative.
        variances = np.maximum(np.diag(strengths.covariance), 0.0)
        halves = student_quantile(self._units(), self.level) * np.sqrt(variances)
        elos = []
        for number, value in enumerate(strengths.values.tolist()):
            is_known = len(strengths.compared) > 1 and number in strengths.compared
            half = halves[number] if is_known else math.inf
            strength = Estimate(value, value - half, value + half, int(self._seats[number]))
            elos.append(strength.scaled(ELO).shifted(EVEN_ELO))
        return elos

    def _units(self, number: int | None = None) -> int:
        """Return the number of independent units behind a strategy; None for all strategies.

        If line-ups were drawn, the units are line-ups. Otherwise they are deals; their number is 1
        plus the sum over line-ups of the deals minus 1.
        """
        runs = [run for run in self.run.mixed if number is None or number in run.places]
        if len(self.run.mixed) < self.run.design.mixed_possible:
            return len(runs)
        return 1 + sum(len(run.wins) - 1 for run in runs)

    @cached_property
    def _seats(self) -> Numbers:
        """The games of each strategy, counted once per seat that it had: shape (strategies,)."""
        return np.asarray(np.sum([self._seats_in(run) for run in self.run.mixed], axis=0))

    def _wins(self) -> Iterator[Numbers]:
        """Yield the wins of each strategy in each deal of a line-up: shape (deals, strategies).

        There is an array for each mixed line-up. Wins are integers in units of 1 / `layout.win`.
        """
        for lineup_run in self.run.mixed:
            wins = np.zeros((len(lineup_run.wins), self.size))
            wins[:, list(dict.fromkeys(lineup_run.places))] = lineup_run.wins
            yield wins

    def _seats_in(self, lineup_run: LineupRun) -> Numbers:
        """Return the games that each strategy played in a line-up: shape (strategies,).

        A game counts once for each seat that the strategy had.
        """
        counts = [lineup_run.places.count(number) for number in range(self.size)]
        return np.array(counts) * float(lineup_run.games)

    @cached_property
    def _win_rates(self) -> tuple[Numbers, Numbers]:
        """The win rates of all strategies per seat, shape (strategies,), and their covariance."""
        win = self.run.mixed[0].layout.win
        seats = np.maximum(self._seats, 1.0)
        rates = np.sum([wins.sum(axis=0) for wins in self._wins()], axis=0) / win / seats
        terms = [
            (wins / win - rates * self._seats_in(lineup_run) / len(wins)) / seats
            for lineup_run, wins in zip(self.run.mixed, self._wins(), strict=True)
        ]
        return rates, self._covariance(terms)

    def _covariance(self, terms: Sequence[Numbers]) -> Numbers:
        """Return the covariance of a sum over the deals of all line-ups: shape (size, size).

        `terms` has the terms of the sum for each line-up: shape (deals, size).
        """
        share_played = len(terms) / self.run.design.mixed_possible
        within = sum(_covariance_of_sum(term) for term in terms)
        if share_played == 1:
            return np.asarray(within)
        between = _covariance_of_sum(np.array([term.sum(axis=0) for term in terms]))
        return np.asarray(share_played * within + (1 - share_played) * between)


def _covariance_of_sum(terms: Numbers) -> Numbers:
    """Return the covariance of the sum of independent rows, estimated from their spread.

    `terms` has the shape (rows, size), and the result the shape (size, size).
    """
    centred = terms - terms.mean(axis=0)
    return np.asarray(centred.T @ centred * (len(terms) / (len(terms) - 1)))
