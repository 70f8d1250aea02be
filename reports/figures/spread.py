"""The spread of a figure between player levels, and of win rates between seats.

The largest of several distances is large by chance alone, even if all true distances are 0. Its
interval is therefore not the interval of the distance that was observed to be largest:

- The lower end is the largest lower end of all distances, corrected for their number (Bonferroni).
  For seats it is above 0 exactly if some seat is marked as significantly different from the fair
  share in the table of seats, because the first step of Holm's correction is the same test.
- The upper end is the largest upper end of all distances, without correction. The largest distance
  is small only if all of them are, and for this claim each can be tested with the full confidence
  (an intersection-union test; Berger and Hsu, Statistical Science 11, 1996). A result "agree" is
  therefore evidence for agreement, and not only a lack of evidence for a difference.

All levels play the same deals, so their estimates are correlated. Differences between levels use
the correlation over deals. The range from `joint_range` is valid for any correlation.

Chance alone makes some gap between the best and the worst seat, and this part is subtracted.
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
from reports.figures.differences import unpaired_difference
from reports.figures.statistics import DEFAULT_CONFIDENCE, DealSums, Estimate, rate
from simulate.play.intervals import rare_difference_variance, student_quantile

#: The logarithm of the largest float.
_LARGEST = math.log(sys.float_info.max)
#: The result of comparing a figure between levels: all agree, some significantly differ, or the
#: games do not decide.
Agreement = Literal["agree", "differ", "not clear"]


@dataclass(frozen=True)
class Spread:
    """The distance between a figure's lowest and highest value at several player levels."""

    #: The distance, in the unit of the figure.
    value: float
    #: The lower bound of the distance's interval.
    low: float
    #: The upper bound of the distance's interval.
    high: float
    #: The index of the level with the lowest value. Here and in `highest`, a level with few games
    #: is used only if it significantly differs from another level.
    lowest: int
    #: The index of the level with the highest value.
    highest: int

    def word(self, margin: float) -> Agreement:
        """Return whether the player levels agree, if differences up to `margin` do not matter.

        Returns
        -------
        Agreement
            "agree" if the whole interval of the distance is at most `margin`, "differ" if the whole
            interval is above it, and "not clear" if `margin` lies within the interval.
        """
        if self.high <= margin:
            return "agree"
        return "differ" if self.low > margin else "not clear"


def spread(
    at: Callable[[float], Sequence[Estimate]],
    is_sparse: Sequence[bool],
    alpha: float,
    figures: int = 1,
    groups: Sequence[DealGroups | None] = (),
) -> Spread | None:
    """Return the distance between a figure's lowest and highest value at several player levels.

    Parameters
    ----------
    at
        A function that is called with a confidence and returns the estimate at each level, with
        intervals of that confidence.
    is_sparse
        For each level, True if it played few games. It can then show that levels differ, but is not
        needed to show that they agree.
    alpha
        The largest probability that the interval misses the true distance.
    figures
        The number of figures from which the caller reports the one with the largest distance.
    groups
        The sums of the figure at each level by group of deals; empty if the levels are independent.

    Returns
    -------
    Spread or None
        The distance, or None if fewer than two levels have a finite value from many games.
    """
    narrow = at(1 - alpha)
    places = [place for place, estimate in enumerate(narrow) if math.isfinite(estimate.value)]
    reliable = [place for place in places if not is_sparse[place]]
    if len(reliable) < 2:
        return None

    def difference(values: Sequence[Estimate], first: int, second: int) -> Estimate:
        rho = correlation(groups[first], groups[second]) if groups else 0.0
        return unpaired_difference(values[first], values[second], rho=rho).estimate

    pairs = len(places) * (len(places) - 1) // 2
    wide = at(1 - alpha / (pairs * figures))
    low_ends = {
        (first, second): difference(wide, first, second).low
        for first, second in permutations(places, 2)
    }
    clearest = max(low_ends, key=lambda pair: low_ends[pair])
    reported = {*reliable, *clearest} if low_ends[clearest] > 0 else set(reliable)
    lowest = min(reported, key=lambda place: narrow[place].value)
    highest = max(reported, key=lambda place: narrow[place].value)
    distances = [
        difference(narrow, first, second)
        for first, second in [*combinations(reliable, 2), (lowest, highest)]
    ]
    high = max(max(distance.high, -distance.low) for distance in distances)
    value = narrow[highest].value - narrow[lowest].value
    return Spread(value, max(0.0, low_ends[clearest]), high, lowest, highest)


def logged(estimate: Estimate) -> Estimate:
    """Return the natural logarithm of a figure that is never negative, with its interval.

    The value is NaN, and the interval infinite, if the figure is 0 or NaN.
    """
    if not estimate.value > 0:
        return Estimate(math.nan, -math.inf, math.inf, estimate.n)
    low = math.log(estimate.low) if estimate.low > 0 else -math.inf
    return Estimate(math.log(estimate.value), low, math.log(estimate.high), estimate.n)


def unlogged(logarithm: float) -> float:
    """Return the exponential of a logarithm; infinity if it is larger than any float."""
    return math.exp(logarithm) if logarithm < _LARGEST else math.inf


def joint_range(estimates: Sequence[Estimate]) -> tuple[float, float] | None:
    """Return a range that holds the true figure of every level, or None if an end is not finite.

    The range goes from the lowest lower end to the highest upper end. Its confidence is that of the
    intervals, for any number of levels and any correlation between them, because it fails only if
    the interval of the level with the smallest or the largest true figure fails (an
    intersection-union test; Berger and Hsu, Statistical Science 11, 1996). It is also None without
    estimates.
    """
    ends = [end for estimate in estimates for end in (estimate.low, estimate.high)]
    if not ends or not all(map(math.isfinite, ends)):
        return None
    return min(ends), max(ends)


#: The number of bootstrap samples. The mirror image of each is also used.
_BOOTSTRAP_SAMPLES = 2_000


def number_of_tests(seats: int) -> int:
    """Return the number of tests of seats against the fair share; two seats need one test."""
    return 1 if seats == 2 else seats


def largest_distance(seats: Sequence[DealSums], confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """Return the largest distance of a seat's win rate from the fair share, as a share of 1.

    Parameters
    ----------
    seats
        The wins of each seat over the same deals.
    confidence
        The confidence of the interval.

    Returns
    -------
    Estimate
        The largest distance from the mean of the win rates; NaN without deals. The lower end of its
        interval is above 0 only if some seat differs significantly, after correction.

    Raises
    ------
    ZeroDivisionError
        If there are no seats.
    """
    fair = sum(sums.mean for sums in seats) / len(seats)
    corrected = 1 - (1 - confidence) / number_of_tests(len(seats))
    wide = [rate(sums, corrected) for sums in seats]
    narrow = [rate(sums, confidence) for sums in seats]
    return Estimate(
        max(abs(sums.mean - fair) for sums in seats),
        max(0.0, *(max(estimate.low - fair, fair - estimate.high) for estimate in wide)),
        max(max(estimate.high - fair, fair - estimate.low) for estimate in narrow),
        seats[0].n,
    )


def largest_gap(seats: Sequence[DealSums], confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """Return the difference between the win rates of the best and the worst seat.

    Each pair of seats is compared by Student's test over deals. The covariance of the wins of two
    seats is unknown. It is bounded by the product of their standard errors and, because wins are
    never negative, by the product of their means. If each deal is one game without shared wins, the
    covariance is equal to that bound. The largest of several differences is biased upwards, and the
    value is corrected for that (see `_gap_without_bias`).

    The lower end of the interval is the largest lower end of all pairs, and is corrected for their
    number. The upper end, the largest upper end, needs no correction: it is too low only if the
    interval of the pair with the largest true gap fails.

    Parameters
    ----------
    seats
        The wins of each seat over the same deals, for at least two seats.
    confidence
        The confidence of the interval.

    Returns
    -------
    Estimate
        The difference as a share of 1, with an interval within 0 to 1. For fewer than two deals
        the interval is from 0 to 1 and the value is not corrected; it is NaN without deals.

    Raises
    ------
    ValueError
        If there is only one seat.
    """
    deals = seats[0].deals
    pairs = list(combinations(seats, 2))
    value = max(abs(first.mean - second.mean) for first, second in pairs)
    if deals < 2:
        return Estimate(value, 0.0, 1.0, seats[0].n)
    corrected = student_quantile(deals, 1 - (1 - confidence) / len(pairs))
    uncorrected = student_quantile(deals, confidence)
    lows, highs = [0.0], [value]
    for first, second in pairs:
        distance = abs(first.mean - second.mean)
        error = _largest_error(first, second)
        lows.append(distance - corrected * error)
        highs.append(distance + uncorrected * error)
    low, high = max(lows), min(1.0, max(highs))
    return Estimate(min(max(_gap_without_bias(seats), low), high), low, high, seats[0].n)


def _largest_error(a: DealSums, b: DealSums) -> float:
    """Return an upper bound of the standard error of the difference of two seats' win rates."""
    first, second = a.variance_of_mean, b.variance_of_mean
    opposition = min(math.sqrt(first * second), a.mean * b.mean / a.deals)
    variance = first + second + 2 * opposition
    return math.sqrt(variance + rare_difference_variance(variance, a.mean - b.mean, a.deals))


def _gap_without_bias(seats: Sequence[DealSums]) -> float:
    """Return the gap between the best and the worst seat, corrected for its bias; at least 0.

    The bias is estimated by the bootstrap (Efron and Tibshirani, An Introduction to the Bootstrap,
    1993, chapter 10): random deviations are added to the observed win rates, and the average
    growth of the gap is the bias. The added deviations sum to 0, because a game that one seat wins
    is lost by the others.
    """
    means = np.array([sums.mean for sums in seats])
    errors = np.sqrt([sums.variance_of_mean for sums in seats])
    drawn = np.random.default_rng(0).standard_normal((_BOOTSTRAP_SAMPLES, len(seats)))
    drawn = (drawn - drawn.mean(axis=1, keepdims=True)) * math.sqrt(len(seats) / (len(seats) - 1))
    gap = float(np.ptp(means))
    sampled_gaps = np.ptp(means + errors * np.concatenate([drawn, -drawn]), axis=1)
    return max(0.0, 2 * gap - float(sampled_gaps.mean()))
