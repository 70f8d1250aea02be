"""Estimates with confidence intervals, p-values and verdicts, from sums over deals.

All rotations of a deal share its cards, so their outcomes are correlated. Deals, not games, are
therefore treated as independent. Everything here is computed from the total of each deal, its
square, and its products with other totals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import mul
from typing import Any, Literal

import numpy as np
from scipy.special import gammainccinv, gammaincinv, ndtri, stdtr

from simulate.play.intervals import student_quantile, wilson_interval
from simulate.play.rows import Integers
from simulate.play.tally import Histogram, Tally

DEFAULT_CONFIDENCE = 0.95
#: The kind of numbers that are averaged: shares of 1, numbers that are never negative, or any.
MeanKind = Literal["rate", "count", "mean"]


@dataclass(frozen=True)
class Estimate:
    """The value of a figure with its confidence interval."""

    #: The value; NaN if nothing was observed.
    value: float
    #: The lower bound of the interval; infinite if there are too few deals for an interval.
    low: float
    #: The upper bound of the interval; infinite if there are too few deals for an interval.
    high: float
    #: The number of observations.
    n: int
    #: True if all observations have this value, such as 15 rounds in every game.
    is_constant: bool = False

    def shifted(self, by: float) -> Estimate:
        """Return this estimate plus a constant; unchanged if `by` is 0.

        The sum is rounded to 15 decimals. If `by` is not 0, `is_constant` is False in the result.
        """
        if not by:
            return self
        # Without rounding, 0.27125 - 0.25 is not exactly 0.02125.
        value, low, high = (round(end + by, 15) for end in (self.value, self.low, self.high))
        return Estimate(value, low, high, self.n)

    def scaled(self, factor: float) -> Estimate:
        """Return this estimate times a positive factor."""
        value, low, high = (end * factor for end in (self.value, self.low, self.high))
        return Estimate(value, low, high, self.n, self.is_constant)

    def negated(self) -> Estimate:
        """Return this estimate with the opposite sign; `is_constant` is False in the result."""
        return Estimate(-self.value, -self.high, -self.low, self.n)


#: The estimate of a figure that does not exist; charts leave it out.
UNKNOWN = Estimate(math.nan, math.nan, math.nan, 0)


def finite(number: float) -> float | None:
    """Return a number, or None if it is NaN or infinite, which JSON cannot hold."""
    return number if math.isfinite(number) else None


def plain(estimate: Estimate) -> dict[str, float | None]:
    """Return an estimate for JSON: ``value``, ``ci_low`` and ``ci_high``.

    NaN and infinite numbers become None.
    """
    return {
        "value": finite(estimate.value),
        "ci_low": finite(estimate.low),
        "ci_high": finite(estimate.high),
    }


@dataclass(frozen=True)
class DealSums:
    """The exact sums over deals from which the mean of a figure is estimated."""

    #: The number of deals.
    deals: int
    #: The sum of the figure over all observations, in `unit`.
    total: int
    #: The sum over deals of the square of each deal's total.
    squares: int
    #: The number of observations per deal.
    per_deal: int
    #: The number in `total` for a count of 1, such as 60 if it counts in sixtieths.
    unit: float = 1

    @classmethod
    def of(cls, tally: Tally, place: int, per_deal: int, unit: float = 1) -> DealSums:
        """Return the sums of the tally's count at index `place`."""
        return cls(tally.deals, tally.sums[place], tally.squares[place], per_deal, unit)

    @property
    def n(self) -> int:
        """The number of observations."""
        return self.deals * self.per_deal

    @property
    def mean(self) -> float:
        """The mean over all observations; NaN without observations."""
        return self.total / (self.n * self.unit) if self.n else math.nan

    @property
    def variance_of_mean(self) -> float:
        """The squared standard error of the mean; infinite for fewer than two deals."""
        return self.variance / self.deals if self.deals > 1 else math.inf

    @property
    def variance(self) -> float:
        """The variance of the deals' means; infinite for fewer than two deals."""
        if self.deals < 2:
            return math.inf
        # Integers are exact, so no digits cancel before the division.
        spread = self.deals * self.squares - self.total * self.total
        scale = self.per_deal * self.unit
        return spread / (self.deals * (self.deals - 1)) / scale**2


#: Each number of one ratio times each number of a second ratio, summed over deals. The numbers are
#: numerators (parts) and denominators (wholes) in a deal:
#: ``((part * part, part * whole), (whole * part, whole * whole))``. In each product, the first
#: factor belongs to the first ratio.
CrossProducts = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True)
class RatioSums:
    """The exact sums over deals from which a ratio of two counts is estimated."""

    #: The count in the numerator.
    part: DealSums
    #: The count in the denominator, which is the number of observations.
    whole: DealSums
    #: The sum over deals of the part's total times the whole's total.
    products: int

    @property
    def n(self) -> int:
        """The number of observations (the whole), rounded up."""
        return math.ceil(self.whole.total / Fraction(self.whole.unit))

    @property
    def value(self) -> float:
        """The ratio; NaN without observations."""
        part, whole = self.part, self.whole
        return part.total * whole.unit / (whole.total * part.unit) if whole.total else math.nan

    @property
    def variance(self) -> float:
        """The squared standard error of the ratio, by the delta method.

        Infinite for fewer than two deals, and without observations.
        """
        if self.part.deals < 2 or not self.whole.total:
            return math.inf
        products = ((self.part.squares, self.products), (self.products, self.whole.squares))
        return self.covariance(self, products)

    def covariance(self, second: RatioSums, products: CrossProducts) -> float:
        """Return the covariance of this ratio and the ratio `second`, by the delta method.

        Parameters
        ----------
        second
            A ratio over the same deals.
        products
            The sums of products of numerators and denominators, with this ratio as the first.

        Raises
        ------
        ZeroDivisionError
            If there are fewer than two deals or if a ratio has no observations.
        """
        (parts, part_whole), (whole_part, wholes) = products
        deals = self.part.deals
        part = self.part
        whole = self.whole
        # Integers are exact, so no digits cancel before the division.
        shared = (
            whole.total * second.whole.total * parts
            - whole.total * second.part.total * part_whole
            - part.total * second.whole.total * whole_part
            + part.total * second.part.total * wholes
        )
        scale = part.unit * second.part.unit * (whole.total * second.whole.total) ** 2
        return shared * deals * whole.unit * second.whole.unit / ((deals - 1) * scale)


#: The smallest number of deals for which a mean that is the same in all deals gets a finite
#: interval.
LEAST_CONSTANT_DEALS = 10


def mean(sums: DealSums, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """Return the estimate of a mean, with Student's interval over deals.

    If all deals have the same mean, Student's interval would have no width. The interval then
    allows for deals that differ by 1 and are so rare that none has occurred.

    Returns
    -------
    Estimate
        The mean; NaN without deals. Its interval is infinite for fewer than two deals, and for
        fewer than `LEAST_CONSTANT_DEALS` deals that all have the same mean. It is marked as
        constant if at least that many deals, with one observation each, all have the same value.
    """
    deals = sums.deals
    error = math.sqrt(sums.variance_of_mean)
    if error > 0:
        half = student_quantile(deals, confidence) * error if deals > 1 else math.inf
    elif deals >= LEAST_CONSTANT_DEALS:
        half = _largest_unseen_share(deals, confidence)
    else:
        half = math.inf
    is_constant = error == 0 and sums.per_deal == 1 and deals >= LEAST_CONSTANT_DEALS
    return Estimate(sums.mean, sums.mean - half, sums.mean + half, sums.n, is_constant)


def _largest_unseen_share(deals: int, confidence: float) -> float:
    """Return the largest plausible share of a kind of deals that never occurred.

    It is the upper end of an interval with this confidence; infinite without deals.
    """
    return -math.log((1 - confidence) / 2) / deals if deals else math.inf


def count(sums: DealSums, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """Return the estimate of the mean of a number that is never negative.

    The interval is the gamma interval of Fay and Feuer (Statistics in Medicine 16, 1997), which is
    made for rare events that come in groups. Here the groups are deals. It uses Student's
    quantile, so with many events it becomes Student's interval.

    If the event never occurred, the upper end is the mean at which it would not occur in these
    deals with the probability (1 - confidence) / 2.

    Returns
    -------
    Estimate
        The mean; NaN without deals. The lower end of its interval is at least 0. The upper end is
        infinite if there are too few deals, as in `mean`, unless the event never occurred.

    Notes
    -----
    The interval is too narrow for a few rare events that come in large groups within a game.
    """
    student = mean(sums, confidence)
    deals = sums.deals
    if sums.total == 0:
        return Estimate(sums.mean, 0.0, _largest_unseen_share(deals, confidence), sums.n)
    if not math.isfinite(student.high) or sums.variance == 0:
        return replace(student, low=max(0.0, student.low))
    tail = (1 - confidence) / 2
    value = sums.mean
    # The largest count of a single deal: one event per game, or more if events come in clusters.
    largest = max(1.0, sums.variance / value) / deals
    # With few deals the variance is uncertain, which widens Student's quantile by this factor.
    wider = student_quantile(deals, confidence) / float(ndtri(1 - tail))
    variance = sums.variance_of_mean * wider**2
    above = value + largest
    spread = variance + largest**2
    low = float(variance / value * gammaincinv(value**2 / variance, tail))
    high = float(spread / above * gammainccinv(above**2 / spread, tail))
    if not low <= value <= high:  # This happens with very few deals that differ very much.
        low, high = max(0.0, student.low), student.high
    return Estimate(value, low, high, sums.n)


def rate(sums: DealSums, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """Return the estimate of a share of 1, with Wilson's interval on the effective number of games.

    The effective number is the number of independent games that would give the observed standard
    error over deals (Dean and Pagano, J. Survey Statistics and Methodology 3, 2015, section 2).
    Without ties and with one game per deal this is Wilson's interval. If all deals have the same
    share, the effective number is the number of deals.

    Returns
    -------
    Estimate
        The share; NaN without deals. Its interval is from 0 to 1 for fewer than two deals.
    """
    return rate_from_variance(sums.mean, sums.variance_of_mean, sums.deals, sums.n, confidence)


def ratio(sums: RatioSums, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """Return the estimate of a ratio of two counts that is a share of 1.

    The variance is that of the delta method (Cochran, Sampling Techniques, 1977, section 2.11);
    the interval is Wilson's, as in `rate`.

    Returns
    -------
    Estimate
        The ratio. Its value is NaN and its interval from 0 to 1 if there are no observations.
    """
    deals = sums.whole.deals
    n = sums.n
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0, 0)
    # Without variance, the effective number cannot be larger than the number of observations.
    return rate_from_variance(sums.value, sums.variance, deals, n, confidence, min(deals, n))


def ratio_sums(deals: Any, part: Any, whole: Any) -> RatioSums:
    """Return the sums over deals of a ratio whose observations are given one by one.

    Parameters
    ----------
    deals
        The id of each observation's deal, shape (observations,).
    part, whole
        The number that each observation adds to the numerator (`part`) and to the denominator
        (`whole`): integers, shape (observations,).
    """
    distinct, group = np.unique(deals, return_inverse=True)
    part_sums = np.bincount(group, part, len(distinct)).astype(int).tolist()
    wholes = np.bincount(group, whole, len(distinct)).astype(int).tolist()
    return RatioSums(
        DealSums(len(distinct), sum(part_sums), sum(number * number for number in part_sums), 1),
        DealSums(len(distinct), sum(wholes), sum(number * number for number in wholes), 1),
        sum(map(mul, part_sums, wholes)),
    )


def mean_ratio(sums: RatioSums, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """Return the estimate of a mean over observations whose number may differ between deals.

    The interval is Student's, with the variance of the delta method. If the variance is 0, the
    interval allows for deals that differ by 1 and are so rare that none has occurred, as in `mean`.

    Parameters
    ----------
    sums
        The sum of the observations as `part`, and their number as `whole`.
    confidence
        The confidence of the interval.

    Returns
    -------
    Estimate
        The mean in the unit of the part; `UNKNOWN` if there are no observations. Its interval is
        infinite for a single deal, and for a variance of 0 over fewer than `LEAST_CONSTANT_DEALS`
        deals. It is never marked as constant.
    """
    if sums.n == 0:
        return UNKNOWN
    deals = sums.whole.deals
    half = math.inf
    if deals > 1:
        half = student_quantile(deals, confidence) * math.sqrt(sums.variance)
        if not half and deals >= LEAST_CONSTANT_DEALS:
            half = _largest_unseen_share(min(deals, sums.n), confidence)
        elif not half:
            half = math.inf
    return Estimate(sums.value, sums.value - half, sums.value + half, sums.n)


def share_test(value: float, variance: float, deals: int, share: float) -> float:
    """Return the two-sided p-value of the hypothesis that a rate is equal to a share.

    The test agrees with `rate_from_variance`: a share is inside that interval exactly if its
    p-value is at least 1 - confidence.

    Parameters
    ----------
    value, variance
        The observed rate and its squared standard error.
    deals
        The number of independent deals.
    share
        The hypothetical share.

    Returns
    -------
    float
        The p-value; NaN for fewer than two deals, and if `share` is not between 0 and 1.
    """
    if deals < 2 or not 0 < share < 1:
        return math.nan
    effective = value * (1 - value) / variance if variance > 0 else float(deals)
    if not effective:
        return math.nan
    distance = abs(value - share) / math.sqrt(share * (1 - share) / effective)
    return 2 * float(stdtr(deals - 1, -distance))


def quantile(
    ranks: Sequence[Histogram], percent: int, confidence: float = DEFAULT_CONFIDENCE
) -> Estimate:
    """Return the estimate of a percentile.

    It is the smallest value that at least `percent`% of games do not exceed.

    The interval is Woodruff's (J. American Statistical Association 47, 1952). A value is in it if
    `percent` lies within the interval of the share of games up to that value.

    Parameters
    ----------
    ranks
        One histogram per game of a deal, for at least one deal: of the smallest value in each
        deal, of the second smallest and so on, as in `simulate.play.tally.Tally.lengths`.
    percent
        The percentile, from 1 to 99.
    confidence
        The confidence of the interval.

    Returns
    -------
    Estimate
        The percentile. An end is infinite if the true percentile may lie beyond all observed
        values.

    Raises
    ------
    ValueError
        If there are no histograms.
    """
    low = min(histogram.low for histogram in ranks)
    length = max(histogram.end for histogram in ranks) - low
    totals, squares = np.zeros(length, np.int64), np.zeros(length, np.int64)
    for rank, histogram in enumerate(ranks):
        counts = np.zeros(length, np.int64)
        counts[histogram.low - low :][: len(histogram.counts)] = histogram.counts
        # A deal with m games up to a value adds m to the total. To the squares it adds the sum of
        # the first m odd numbers, which is m * m.
        totals += np.cumsum(counts)
        squares += (2 * rank + 1) * np.cumsum(counts)
    return _quantile(totals, squares, len(ranks), percent, confidence, low)


def quantile_of_games(
    histogram: Histogram, per_deal: int, percent: int, confidence: float = DEFAULT_CONFIDENCE
) -> Estimate:
    """Return the estimate of a percentile whose distribution is known over games, not by deal.

    The interval is that of `quantile`. As it is not known how much the games of a deal resemble
    each other, it allows for deals whose games are all alike, so it may be wider than necessary. In
    a histogram with wide bins it allows for all values of a bin.

    Parameters
    ----------
    histogram
        The number of games by value, for at least one game.
    per_deal
        The number of games per deal.
    percent
        The percentile, from 1 to 99.
    confidence
        The confidence of the interval.

    Returns
    -------
    Estimate
        The percentile; in wide bins, the smallest value of the bin that has it.
    """
    totals = np.cumsum(histogram.counts)
    squares = per_deal * totals
    return _quantile(totals, squares, per_deal, percent, confidence, histogram.low, histogram.width)


def _quantile(
    totals: Integers,
    squares: Integers,
    per_deal: int,
    percent: int,
    confidence: float,
    low: int,
    width: int = 1,
) -> Estimate:
    """Return the estimate of a percentile from the number of games up to each bin.

    Parameters
    ----------
    totals, squares
        For each bin, the sum over deals of the number of the deal's games up to this bin, and the
        sum of the squares of these numbers.
    per_deal
        The number of games per deal.
    percent, confidence
        As in `quantile`.
    low, width
        The smallest value of the first bin, and the number of values per bin.
    """
    share = percent / 100
    n = int(totals[-1])
    deals = n // per_deal

    def up_to(place: int) -> Estimate:
        sums = DealSums(deals, int(totals[place]), int(squares[place]), per_deal)
        return rate(sums, confidence)

    no_games = rate(DealSums(deals, 0, 0, per_deal), confidence)
    value = int(np.searchsorted(100 * totals, percent * n))
    first = value
    while first > 0 and up_to(first - 1).high >= share:
        first -= 1
    last = value
    while last < len(totals) and up_to(last).low < share:
        last += 1
    return Estimate(
        low + value * width,
        -math.inf if first == 0 and no_games.high >= share else low + first * width,
        math.inf if last == len(totals) else low + last * width + width - 1,
        n,
    )


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected for multiple tests (Holm, Scandinavian J. Statistics 6, 1979).

    The smallest of m p-values is multiplied by m, the next by m - 1, and so on. Each corrected
    p-value is at most 1 and at least as large as those of smaller p-values. The results are in the
    order of the arguments. NaN, for a test that was not possible, stays NaN and is not counted.
    """
    corrected = np.array(p_values, np.float64)
    # NaN is sorted last, so the slice leaves it out.
    order = np.argsort(corrected, kind="stable")[: np.count_nonzero(~np.isnan(corrected))]
    factors = np.arange(len(order), 0, -1)
    corrected[order] = np.minimum(np.maximum.accumulate(corrected[order] * factors), 1.0)
    return [float(p) for p in corrected]


#: The words of `Verdict`.
VerdictWord = Literal["meets", "misses", "undecided"]


@dataclass(frozen=True)
class Verdict:
    """The verdict on a target that follows from the interval of its figure."""

    #: "meets" if the whole interval is within the bounds, "misses" if all of it is outside them,
    #: else "undecided".
    word: VerdictWord
    #: The number of further games that probably decide the target (in about four cases of five); 0
    #: if it is decided. None if the number is unknown, because nothing was observed or the figure
    #: is nearly on a bound.
    more_games: int | None


#: `_DISTANCES` holds distances of a figure from a bound, as shares of the interval's half width.
#: For each of them, `_GROWTH` holds the factor by which the number of games has to grow to decide
#: the target in four studies of five. The factors allow for the error of the observed value: true
#: values are normally distributed around it, with the error of a 95% interval. If the observed
#: value were the true value, 2.04 times the games for which the interval just fits would be enough,
#: (1.96 + 0.84)^2 / 1.96^2, but they decide only 72 of 100 studies, as simulated in
#: `tests/reports/test_statistics.py`.
_DISTANCES = (0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
_GROWTH = (100.0, 55.6, 52.2, 42.9, 32.8, 23.1, 15.3, 9.5, 5.7, 3.4, 2.1)
#: The smallest distance from the bound for which a number of games is estimated, as a share of the
#: half width. For smaller distances the true figure may just as well be beyond the bound.
NEAREST = 0.1


def judge(estimate: Estimate, low: float, high: float, games: int) -> Verdict:
    """Return the verdict on a target from the interval of its figure.

    The verdict has the number of further games that would probably decide it: 0 if it is decided,
    and None if the number is unknown or the value is too near a bound.

    Parameters
    ----------
    estimate
        The figure after `games` games.
    low, high
        The bounds of the target, which may be infinite.
    games
        The number of games played, from which the number of further games is estimated.
    """
    if low <= estimate.low and estimate.high <= high:
        return Verdict("meets", 0)
    if estimate.high < low or high < estimate.low:
        return Verdict("misses", 0)
    # More games shrink the interval until it lies on one side of the nearest bound.
    bounds = [bound for bound in (low, high) if estimate.low < bound < estimate.high]
    gap = min((abs(estimate.value - bound) for bound in bounds), default=math.nan)
    reach = half_width(estimate)
    if not (math.isfinite(gap) and math.isfinite(reach)) or gap < reach * NEAREST:
        return Verdict("undecided", None)
    growth = float(np.interp(gap / reach, _DISTANCES, _GROWTH))
    return Verdict("undecided", two_digits(games * (growth - 1)))


def half_width(estimate: Estimate) -> float:
    """Return the distance from the value to the farther end of its interval."""
    return max(estimate.high - estimate.value, estimate.value - estimate.low)


def two_digits(number: float) -> int:
    """Return a number rounded up to two significant digits; at least 1.

    Raises
    ------
    ValueError
        If the number is NaN.
    OverflowError
        If it is infinite.
    """
    digits: int = 10 ** max(0, math.floor(math.log10(max(number, 1))) - 1)
    return max(1, math.ceil(number / digits) * digits)


def rate_from_variance(
    value: float,
    variance: float,
    deals: int,
    n: int,
    confidence: float = DEFAULT_CONFIDENCE,
    without_spread: int = 0,
) -> Estimate:
    """Return a rate with Wilson's interval on the effective number of games, as in `rate`.

    Parameters
    ----------
    value, variance
        The rate and its squared standard error.
    deals
        The number of deals, or other independent units, from which the variance was estimated.
    n
        The number of observations.
    confidence
        The confidence of the interval.
    without_spread
        The effective number of games to use if the variance is 0; 0 means the number of deals.

    Returns
    -------
    Estimate
        The rate. Its interval is from 0 to 1 for fewer than two deals.
    """
    low, high = wilson_interval(value, variance, deals, confidence, without_spread)
    return Estimate(value, low, high, n)


def coin_share(win_rate: Estimate, fair: float, decided: float = 1.0) -> Estimate:
    """Return the share of luck in a game, from a strong player's win rate among random players.

    The method follows Duersch, Lambrecht and Oechssler ("Measuring skill and chance in games",
    European Economic Review 127, 2020), who mix a game of skill with the toss of a coin. In a share
    x of the games, chance alone decides, and the strong player wins a fair share f of them. It
    wins all other games. Its win rate is then p = 1 - x + x f, so that x = (1 - p) / (1 - f).

    Parameters
    ----------
    win_rate
        The win rate of the strong player.
    fair
        The fair share of a player in decided games; less than 1.
    decided
        The share of games that were decided.

    Returns
    -------
    Estimate
        The share of luck, from 0 to 1; 1 if no game was decided.

    Raises
    ------
    ZeroDivisionError
        If `fair` is 1.
    """

    def coin(rate: float) -> float:
        return min(1.0, max(0.0, 1 - rate / decided) / (1 - fair))

    if not decided:
        return Estimate(1.0, 0.0, 1.0, win_rate.n)
    return Estimate(coin(win_rate.value), coin(win_rate.high), coin(win_rate.low), win_rate.n)
