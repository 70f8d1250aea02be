"""Intervals for the differences between seats, for studies in which the seats clearly differ.

Such studies are a selection: with few games the seats clearly differ only where chance made the
differences look large. An interval that ignores this is too high. So

- the upper ends are the usual ones, since the selection only removes studies that look even;
- the lower ends are those of a distribution cut off at the point from which a study is selected
  (Zhong and Prentice, Biostatistics 9, 2008). Far above that point they are the usual ones too.

A study whose seats clearly differ, but by less than that point, gets the lower end 0.

The statistic is the sum of the squared distances of the seats' win rates from the fair share.
Divided by the variance of these rates it is about noncentral chi-squared (Satterthwaite, Biometrics
Bulletin 2, 1946), and the root of that is about normal (Sankaran, Biometrika 50, 1963).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import chdtri, chndtrinc, log_ndtr, ndtri

from reports.figures.correlation import Reals
from reports.figures.differences import rare_difference_variance
from reports.figures.spread import largest_gap, number_of_tests
from reports.figures.statistics import DEFAULT_CONFIDENCE, DealSums, student_quantile

#: A group of players notices a difference with a test of this significance level and power.
SIGNIFICANCE, POWER = 0.05, 0.8
#: Bisection steps for a lower end; more would not change a float.
_HALVINGS = 60


@dataclass(frozen=True)
class Range:
    """The two ends of an interval; `high` may be infinite."""

    low: float
    high: float


@dataclass(frozen=True)
class Unevenness:
    """The distance of seats that clearly differ from equal win rates."""

    #: The win rate of the best seat minus that of the worst, as a share of 1.
    gap: Range
    #: The number of games after which a group notices the difference: Pearson's test of all seats
    #: at 95% finds it in four cases of five.
    games: Range


def unevenness(seats: Sequence[DealSums], confidence: float = DEFAULT_CONFIDENCE) -> Unevenness:
    """Estimate how far seats that clearly differ are from equal win rates.

    The intervals hold the truth with this confidence among the studies in which some seat clearly
    differs from the fair share, whatever the number of games.

    Parameters
    ----------
    seats
        The wins of each seat or side over the same deals; two or more seats or sides.
    confidence
        The confidence of each interval.

    Returns
    -------
    Unevenness
        The ranges of the gap and of the number of games to notice it.
    """
    rates = np.array([sums.mean for sums in seats])
    fair, deals = float(rates.mean()), seats[0].deals
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
        """Return the sum of squared distances for which the root has this mean."""
        return scale * max(0.0, max(mean, 0.0) ** 2 - shift)

    selected_from = math.sqrt(max(_selected_from(seats, fair, confidence) / scale - shift, 0.0))
    usual = distance(root - reach)
    low = min(usual, distance(_cut_off(root, selected_from, (1 - confidence) / 2)))
    high = distance(root + reach)
    gap = largest_gap(seats, confidence)
    # The selection lowers the gap by the same factor as the root of the squared distances.
    gap_low = gap.low * math.sqrt(low / usual) if usual else 0.0
    needed = _games_times_distance(len(seats), fair)
    games = Range(needed / high if high else math.inf, needed / low if low else math.inf)
    return Unevenness(Range(gap_low, gap.high), games)


def games_to_notice(rates: Sequence[float]) -> float:
    """Return the number of games after which a group notices the difference of known win rates."""
    fair = sum(rates) / len(rates)
    squared = sum((rate - fair) ** 2 for rate in rates)
    return _games_times_distance(len(rates), fair) / squared if squared else math.inf


def _games_times_distance(seats: int, fair: float) -> float:
    """Return the games that a group needs, times the sum of squared distances from the fair share.

    The noncentrality of Pearson's statistic is the games times this sum, over the fair share.
    """
    freedom = seats - 1
    return fair * float(chndtrinc(chdtri(freedom, SIGNIFICANCE), freedom, 1 - POWER))


def _selected_from(seats: Sequence[DealSums], fair: float, confidence: float) -> float:
    """Return the sum of squared distances above which some seat is sure to differ clearly.

    A seat clearly differs if its squared distance exceeds a multiple of the variance that it has
    in a fair game. So some seat does if the sum of the squared distances exceeds that multiple of
    the sum of these variances.
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

    It is exact if each deal is one game without shared wins. In other studies only the variances
    were counted, and the correlations are those of rates close to the fair share.
    """
    inside = np.clip(rates, 0.5 / deals, 1 - 0.5 / deals)
    odds = np.sqrt(inside / (1 - inside))
    correlation = -np.outer(odds, odds)
    np.fill_diagonal(correlation, 1.0)
    errors = np.sqrt(variances)
    return np.asarray(correlation * np.outer(errors, errors))


def _scale(distances: Reals, covariance: Reals) -> float:
    """Return the divisor that makes the sum of squared distances about chi-squared.

    It is the variance in the direction of the distances, or the mean variance if that is larger.
    """
    mean = float((covariance**2).sum() / np.trace(covariance))
    along = float(distances @ covariance @ distances)
    squared = float(distances @ distances)
    return max(mean, along / squared) if squared else mean


def _cut_off(root: float, selected_from: float, chance: float) -> float:
    """Return a lower bound of the mean of a normal value that is observed only if it is large.

    Parameters
    ----------
    root
        The observed value; its standard deviation is 1.
    selected_from
        The smallest value that is observed.
    chance
        The probability that the bound is above the mean.

    Returns
    -------
    float
        The mean for which an observed value is `root` or more with this probability, or 0 if that
        mean is negative.
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
