"""How far apart a figure lies: at several tables, or the win rates of seats, with an interval.

The largest of several distances is large by chance alone, even where all are alike. So its
interval is not that of whichever distance was largest:

- The lower end is the largest of the distances' lower ends, these corrected for how many there are
  (Bonferroni). Of seats it is above 0 just where some seat clearly differs from a fair share in the
  table of seats, whose first step (Holm) is the same test.
- The upper end is the largest of the upper ends, uncorrected. All distances are small only if each
  of them is, so each is tested at the full level (an intersection-union test; Berger and Hsu,
  Statistical Science 11, 1996). So "they agree" is a finding of its own, not that no difference was
  found.

Tables play the same deals, so their estimates are correlated. Differences between tables use the
correlation over deals. The range that holds the figure of every table is valid for any correlation.

The gap between seats is told without what chance adds to it.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Literal

import numpy as np

from reports.figures.correlation import DealGroups, correlation
from reports.figures.differences import rare_difference_variance, unpaired_difference
from reports.figures.statistics import (
    DEFAULT_CONFIDENCE,
    DealSums,
    Estimate,
    rate,
    student_quantile,
)

#: The smallest logarithm of which no float holds the number.
_LARGEST = math.log(sys.float_info.max)
#: What can be said of a figure at several tables: all agree, some clearly do not, or neither.
Agreement = Literal["agree", "differ", "not clear"]


@dataclass(frozen=True)
class Spread:
    """How far apart a figure lies at several tables, with the interval of that.

    `lowest` and `highest` are places of these tables; one with few games is among them only where
    it clearly differs.
    """

    value: float
    low: float
    high: float
    lowest: int
    highest: int

    def word(self, margin: float) -> Agreement:
        """Say whether all tables agree to within a margin, or some two clearly do not."""
        if self.high <= margin:
            return "agree"
        return "differ" if self.low > margin else "not clear"


def spread(
    at: Callable[[float], Sequence[Estimate]],
    few: Sequence[bool],
    alpha: float,
    figures: int = 1,
    groups: Sequence[DealGroups | None] = (),
) -> Spread | None:
    """Estimate how far apart a figure lies at several tables.

    Parameters
    ----------
    at
        Returns the figure at each table, with intervals of the confidence that it is given.
    few
        Marks the tables with few games. Such a table may contradict agreement, if it clearly
        differs, but agreement does not depend on it.
    alpha
        The largest share of all cases in which the interval misses the truth.
    figures
        The number of figures of which the one farthest apart is reported.
    groups
        The sums of each table by group of deals; empty if the tables are independent.

    Returns
    -------
    Spread or None
        The distance, or None for fewer than two tables with many games.
    """
    plain = at(1 - alpha)
    known = [place for place, estimate in enumerate(plain) if math.isfinite(estimate.value)]
    many = [place for place in known if not few[place]]
    if len(many) < 2:
        return None

    def difference(values: Sequence[Estimate], first: int, second: int) -> Estimate:
        rho = correlation(groups[first], groups[second]) if groups else 0.0
        return unpaired_difference(values[first], values[second], rho=rho).estimate

    pairs = len(known) * (len(known) - 1) // 2
    wide = at(1 - alpha / (pairs * figures))
    apart = {
        (first, second): difference(wide, first, second).low
        for first, second in permutations(known, 2)
    }
    clearest = max(apart, key=lambda pair: apart[pair])
    # A table with few games is reported only where it clearly differs.
    reported = {*many, *clearest} if apart[clearest] > 0 else set(many)
    lowest, highest = (end(reported, key=lambda place: plain[place].value) for end in (min, max))
    high = max(
        max(distance.high, -distance.low)
        for first, second in [*combinations(many, 2), (lowest, highest)]
        for distance in [difference(plain, first, second)]
    )
    value = plain[highest].value - plain[lowest].value
    return Spread(value, max(0.0, apart[clearest]), high, lowest, highest)


def logged(estimate: Estimate) -> Estimate:
    """Return the logarithm of a figure that is never negative; NaN where it is 0."""
    if not estimate.value > 0:
        return Estimate(math.nan, -math.inf, math.inf, estimate.n)
    low = math.log(estimate.low) if estimate.low > 0 else -math.inf
    return Estimate(math.log(estimate.value), low, math.log(estimate.high), estimate.n)


def unlogged(logarithm: float) -> float:
    """Return the number with a natural logarithm; infinity if no float is so large."""
    return math.exp(logarithm) if logarithm < _LARGEST else math.inf


def joint_range(several: Sequence[Estimate]) -> tuple[float, float] | None:
    """Return a range that holds the figure of every table, or None if that is not known.

    The range goes from the lowest lower end to the highest upper end. The smallest true figure is
    that of some table, and is below the lowest lower end only if that table's own interval misses
    it; the same is true of the largest. So the range misses no more often than one interval does,
    for any number of tables and any correlation between them: it is an intersection-union test
    (Berger and Hsu, Statistical Science 11, 1996).
    """
    ends = [end for estimate in several for end in (estimate.low, estimate.high)]
    if not ends or not all(map(math.isfinite, ends)):
        return None
    return min(ends), max(ends)


#: How often chance plays once more, half of them the other way round.
_AGAIN = 2_000


def number_of_tests(seats: int) -> int:
    """Return how many tests against the fair share the seats need: of two seats it is the same."""
    return 1 if seats == 2 else seats


def largest_distance(seats: Sequence[DealSums], confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """Estimate the largest distance of a seat's win rate from the fair share; `n` counts games."""
    fair = sum(sums.mean for sums in seats) / len(seats)
    corrected = 1 - (1 - confidence) / number_of_tests(len(seats))
    surely = [rate(sums, corrected) for sums in seats]
    possibly = [rate(sums, confidence) for sums in seats]
    return Estimate(
        max(abs(sums.mean - fair) for sums in seats),
        max(0.0, *(max(found.low - fair, fair - found.high) for found in surely)),
        max(max(found.high - fair, fair - found.low) for found in possibly),
        seats[0].n,
    )


def largest_gap(seats: Sequence[DealSums], confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """Estimate by how much the seat that wins most wins more than the one that wins least.

    Each pair of seats is compared by Student's test over deals. How the wins of two seats go
    together is not counted, but bounded: no two things vary against each other by more than their
    standard errors allow, nor wins, which are never negative, by more than the product of their
    means. Where each deal is one game the bound is what it is, but for shared wins. `n` counts
    games.
    """
    deals = seats[0].deals
    pairs = list(combinations(seats, 2))
    value = max(abs(one.mean - other.mean) for one, other in pairs)
    if deals < 2:
        return Estimate(value, 0.0, 1.0, seats[0].n)
    surely = student_quantile(deals, 1 - (1 - confidence) / len(pairs))
    possibly = student_quantile(deals, confidence)
    lows, highs = [0.0], [value]
    for one, other in pairs:
        apart, error = abs(one.mean - other.mean), _error(one, other)
        lows.append(apart - surely * error)
        highs.append(apart + possibly * error)
    low, high = max(lows), min(1.0, max(highs))
    return Estimate(min(max(_without_chance(seats), low), high), low, high, seats[0].n)


def _error(one: DealSums, other: DealSums) -> float:
    """Return the standard error of the difference of two seats' win rates, at most."""
    first, second = one.variance_of_mean, other.variance_of_mean
    against = min(math.sqrt(first * second), one.mean * other.mean / one.deals)
    variance = first + second + 2 * against
    return math.sqrt(
        variance + rare_difference_variance(variance, one.mean - other.mean, one.deals)
    )


def _without_chance(seats: Sequence[DealSums]) -> float:
    """Return the largest gap less what chance adds to the largest of several differences.

    What it adds is reckoned by letting chance play once more from what was found, and counting
    how much larger the gap becomes (the bootstrap's correction of bias; Efron and Tibshirani,
    An Introduction to the Bootstrap, 1993, chapter 10). What one seat wins others lose.
    """
    means = np.array([sums.mean for sums in seats])
    errors = np.sqrt([sums.variance_of_mean for sums in seats])
    drawn = np.random.default_rng(0).standard_normal((_AGAIN, len(seats)))
    drawn = (drawn - drawn.mean(axis=1, keepdims=True)) * math.sqrt(len(seats) / (len(seats) - 1))
    gap = float(np.ptp(means))
    again = np.ptp(means + errors * np.concatenate([drawn, -drawn]), axis=1)
    return max(0.0, 2 * gap - float(again.mean()))
