"""Intervals for the differences between seats, for studies in which seats differ significantly.

These studies are a selection. With few games, seats differ significantly only if chance has made
the differences look large, so an interval that ignores the selection is too high. Therefore

- the upper ends are the usual ends, since the selection only removes studies that look fair;
- the lower ends are computed from a distribution that is truncated at the threshold of the
  selection (Zhong and Prentice, Biostatistics 9, 2008). Far above it they are the usual ends too.

If seats differ significantly, but the differences are below that threshold, the lower end is 0.

The statistic is the sum of the squared distances of the seats' win rates from the fair share.
Divided by the variance of these rates, it is approximately noncentral chi-squared (Satterthwaite,
Biometrics Bulletin 2, 1946), and its square root is approximately normal (Sankaran, Biometrika 50,
1963).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import chdtri, chndtrinc, log_ndtr, ndtri

from reports.figures.correlation import Reals
from reports.figures.spread import largest_gap, number_of_tests
from reports.figures.statistics import DEFAULT_CONFIDENCE, DealSums
from simulate.play.intervals import rare_difference_variance, student_quantile

#: Players are assumed to notice a difference after the number of games at which a test with this
#: significance level has this power.
SIGNIFICANCE, POWER = 0.05, 0.8
#: The number of bisection steps for a lower end; more would not change a float.
_HALVINGS = 60


@dataclass(frozen=True)
class Range:
    """The two bounds of an interval; both may be infinite."""

    #: The lower bound.
    low: float
    #: The upper bound.
    high: float


@dataclass(frozen=True)
class Unevenness:
    """The intervals of two measures of how much the win rates of seats differ."""

    #: The win rate of the best seat minus that of the worst, as a share of 1.
    gap: Range
    #: The number of games after which players notice the difference: that of Pearson's chi-squared
    #: test of all seats with `SIGNIFICANCE` and `POWER`. Infinite if the seats may be equal.
    games: Range


def unevenness(seats: Sequence[DealSums], confidence: float = DEFAULT_CONFIDENCE) -> Unevenness:
    """Return intervals for the differences between seats, for seats that differ significantly.

    For any number of games, the intervals have this confidence among the studies in which some seat
    differs significantly from the fair share.

    Parameters
    ----------
    seats
        The wins of each seat or side over the same deals, for at least two seats or sides and two
        deals.
    confidence
        The confidence of each interval.

    Returns
    -------
    Unevenness
        The interval of the gap between best and worst seat, and that of the number of games after
        which players notice it.

    Raises
    ------
    ValueError
        If there is only one seat.
    """
    rates = np.array([sums.mean for sums in seats])
    fair = float(rates.mean())
    deals = seats[0].deals
    distances = rates - fair
    squared = float(distances @ distances)
    variances = np.array(
        [
            sums.variance_of_mean
            + rare_difference_variance(sums.variance_of_mean, sums.mean - fair, deals)
            for sums in seats
        ]
    )
    scale = _scale(distances, _covariance(rates, variances, deals))
    # Half of the degrees of freedom minus one half: 0 for two seats, except for rounding.
    shift = max(0.0, (float(variances.sum()) / scale - 1) / 2)
    root = math.sqrt(max(squared / scale - shift, 0.0))
    reach = student_quantile(deals, confidence)

    def distance(mean: float) -> float:
        """Return the sum of squared distances of the seats' win rates from the fair share.

        `mean` is the mean of `root` (above), a normal variable computed from that sum.
        """
        return scale * max(0.0, max(mean, 0.0) ** 2 - shift)

    selected_from = math.sqrt(max(_selected_from(seats, fair, confidence) / scale - shift, 0.0))
    usual = distance(root - reach)
    low = min(usual, distance(_cut_off(root, selected_from, (1 - confidence) / 2)))
    high = distance(root + reach)
    gap = largest_gap(seats, confidence)
    # The truncation lowers the gap by the same factor as the root of the squared distances.
    gap_low = gap.low * math.sqrt(low / usual) if usual else 0.0
    needed = _games_times_distance(len(seats), fair)
    games = Range(needed / high if high else math.inf, needed / low if low else math.inf)
    return Unevenness(Range(gap_low, gap.high), games)


def games_to_notice(rates: Sequence[float]) -> float:
    """Return the number of games after which players notice that win rates of seats differ.

    Parameters
    ----------
    rates
        The true win rate of each seat or side, as shares of 1.

    Returns
    -------
    float
        The games that Pearson's chi-squared test needs with `SIGNIFICANCE` and `POWER`; infinite
        for equal rates.
    """
    fair = sum(rates) / len(rates)
    squared = sum((rate - fair) ** 2 for rate in rates)
    return _games_times_distance(len(rates), fair) / squared if squared else math.inf


def _games_times_distance(seats: int, fair: float) -> float:
    """Return the number of games to notice a difference, times its sum of squared distances.

    The noncentrality of Pearson's statistic is the number of games times the sum of squared
    distances from the fair share, divided by the fair share.
    """
    freedom = seats - 1
    return fair * float(chndtrinc(chdtri(freedom, SIGNIFICANCE), freedom, 1 - POWER))


def _selected_from(seats: Sequence[DealSums], fair: float, confidence: float) -> float:
    """Return the sum of squared distances above which some seat must differ significantly.

    A seat differs significantly if its squared distance exceeds a multiple of the variance that it
    has in a fair game. If the sum of the squared distances exceeds that multiple of the sum of the
    variances, at least one seat exceeds it too.
    """
    deals = seats[0].deals
    quantile = student_quantile(deals, 1 - (1 - confidence) / number_of_tests(len(seats)))
    if_fair = 0.0
    for sums in seats:
        spread = sums.mean * (1 - sums.mean)
        # As in `share_test`: without spread each deal counts as one game.
        per_game = sums.variance_of_mean / spread if sums.variance_of_mean else 1 / deals
        if_fair += fair * (1 - fair) * per_game
    return quantile**2 * if_fair


def _covariance(rates: Reals, variances: Reals, deals: int) -> Reals:
    """Return the covariance matrix of the win rates of seats, with multinomial correlations.

    The shape is (seats, seats). The matrix is exact if each deal is one game without shared wins.
    In other studies only the variances are known, and the correlations are an approximation for
    rates near the fair share.
    """
    inside = np.clip(rates, 0.5 / deals, 1 - 0.5 / deals)
    odds = np.sqrt(inside / (1 - inside))
    correlation = -np.outer(odds, odds)
    np.fill_diagonal(correlation, 1.0)
    errors = np.sqrt(variances)
    return np.asarray(correlation * np.outer(errors, errors))


def _scale(distances: Reals, covariance: Reals) -> float:
    """Return the divisor that makes the sum of squared distances approximately chi-squared.

    It is the larger of the variance in the direction of the distances and the mean variance
    (weighted by the eigenvalues of the covariance matrix).
    """
    mean = float((covariance**2).sum() / np.trace(covariance))
    along = float(distances @ covariance @ distances)
    squared = float(distances @ distances)
    return max(mean, along / squared) if squared else mean


def _cut_off(root: float, selected_from: float, chance: float) -> float:
    """Return a lower bound of the mean of a truncated normal distribution.

    Parameters
    ----------
    root
        The observed value; its standard deviation is 1.
    selected_from
        The point of truncation: smaller values are never observed.
    chance
        The probability that the bound is above the true mean.

    Returns
    -------
    float
        The mean for which a value of `root` or more is observed with this probability; 0 if that
        mean is negative or if `root` is at most `selected_from`.
    """
    if root <= selected_from:
        return 0.0

    def is_too_low(mean: float) -> bool:
        return bool(log_ndtr(mean - root) - log_ndtr(mean - selected_from) < math.log(chance))

    low, high = 0.0, root + float(ndtri(chance))
    if high <= 0 or not is_too_low(low):
        return 0.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if is_too_low(middle) else (low, middle)
    return low
