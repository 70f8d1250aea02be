"""Intervals and verdicts that count deals, not games, as independent.

All rotations of a deal share its cards, so their outcomes are correlated. Everything
here is made from what whole deals gave: their sums, sums of squares, and products.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from operator import mul
from typing import Any, Literal

import numpy as np
from scipy.special import gammainccinv, gammaincinv, ndtri, stdtr, stdtrit

from simulate.play.tally import Histogram, Tally

DEFAULT_CONFIDENCE = 0.95
#: What a mean is one of: shares of 1, what is never negative, or anything.
MeanKind = Literal["rate", "count", "mean"]


@dataclass(frozen=True)
class Estimate:
    """A figure with its confidence interval, the mean of so many observations.

    The value is NaN when nothing was observed; ends are infinite when it takes more deals to say
    anything. `alike`: all observations gave this value, as every game takes 15 rounds.
    """

    value: float
    low: float
    high: float
    n: int
    is_constant: bool = False

    def shifted(self, by: float) -> Estimate:
        """Return the estimate of this figure plus a constant."""
        if not by:
            return self
        # Rounded where floats end, so that 0.27125 - 0.25 is 0.02125.
        value, low, high = (round(end + by, 15) for end in (self.value, self.low, self.high))
        return Estimate(value, low, high, self.n)

    def scaled(self, factor: float) -> Estimate:
        """Return the estimate of this figure in another unit, by a positive factor."""
        value, low, high = (end * factor for end in (self.value, self.low, self.high))
        return Estimate(value, low, high, self.n, self.is_constant)

    def negated(self) -> Estimate:
        """Return the estimate of a difference taken the other way round."""
        return Estimate(-self.value, -self.high, -self.low, self.n)


#: A figure that there is not, drawn as nothing.
UNKNOWN = Estimate(math.nan, math.nan, math.nan, 0)


def finite(number: float) -> float | None:
    """Return a number, or ``None`` for what JSON cannot hold."""
    return number if math.isfinite(number) else None


def plain(estimate: Estimate) -> dict[str, float | None]:
    """Return a figure as plain values that JSON can hold."""
    value, low, high = map(finite, (estimate.value, estimate.low, estimate.high))
    return {"value": value, "ci_low": low, "ci_high": high}


@dataclass(frozen=True)
class DealSums:
    """What deals gave of a figure, and its square, exactly; `unit` of the total makes 1."""

    deals: int
    total: int
    squares: int
    per_deal: int
    unit: float = 1

    @classmethod
    def of(cls, tally: Tally, place: int, per_deal: int, unit: float = 1) -> DealSums:
        """Read them off a tally."""
        return cls(tally.deals, tally.sums[place], tally.squares[place], per_deal, unit)

    @property
    def n(self) -> int:
        """How many observations there are."""
        return self.deals * self.per_deal

    @property
    def mean(self) -> float:
        """The mean observation."""
        return self.total / (self.n * self.unit) if self.n else math.nan

    @property
    def variance_of_mean(self) -> float:
        """The squared standard error of the mean, from the spread between deals."""
        return self.variance / self.deals if self.deals > 1 else math.inf

    @property
    def variance(self) -> float:
        """The variance between deals of what a deal's observations are in the mean."""
        if self.deals < 2:
            return math.inf
        # In integers up to the division, so that nothing cancels.
        spread = self.deals * self.squares - self.total * self.total
        scale = self.per_deal * self.unit
        return spread / (self.deals * (self.deals - 1)) / scale**2


#: Sums over deals: of one ratio's part times another's part and whole, and of the first
#: one's whole times the other's part and whole.
CrossProducts = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True)
class RatioSums:
    """Sums of `part` and `whole` over the same deals, and of their products."""

    part: DealSums
    whole: DealSums
    products: int

    @property
    def n(self) -> int:
        """How many observations there are; a part of one counts as one."""
        return math.ceil(self.whole.total / Fraction(self.whole.unit))

    @property
    def value(self) -> float:
        """The ratio; NaN without observations."""
        part, whole = self.part, self.whole
        return part.total * whole.unit / (whole.total * part.unit) if whole.total else math.nan

    @property
    def variance(self) -> float:
        """The squared standard error of the ratio, linearised.

        Infinite for a single deal, and without observations.
        """
        if self.part.deals < 2 or not self.whole.total:
            return math.inf
        products = ((self.part.squares, self.products), (self.products, self.whole.squares))
        return self.covariance(self, products)

    def covariance(self, other: RatioSums, products: CrossProducts) -> float:
        """Return the covariance of this ratio and another one over the same deals, linearised."""
        (parts, part_whole), (whole_part, wholes) = products
        deals, (part, whole) = self.part.deals, (self.part, self.whole)
        # In integers up to the division, so that nothing cancels.
        shared = (
            whole.total * other.whole.total * parts
            - whole.total * other.part.total * part_whole
            - part.total * other.whole.total * whole_part
            + part.total * other.part.total * wholes
        )
        scale = part.unit * other.part.unit * (whole.total * other.whole.total) ** 2
        return shared * deals * whole.unit * other.whole.unit / ((deals - 1) * scale)


#: So many deals have to be alike before anything is told of a mean without spread.
LEAST_CONSTANT_DEALS = 10


def mean(sums: DealSums, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """Estimate a mean with Student's interval over deals.

    Of deals that all gave the same it is as wide as if there were a deal that differs by one, as
    seldom as may have been missed; of fewer than `LEAST_ALIKE` of them it is infinite.
    """
    deals, error = sums.deals, math.sqrt(sums.variance_of_mean)
    if error > 0:
        half = student_quantile(deals, confidence) * error if deals > 1 else math.inf
    else:
        half = _unseen(deals, confidence) if deals >= LEAST_CONSTANT_DEALS else math.inf
    alike = error == 0 and sums.per_deal == 1 and deals >= LEAST_CONSTANT_DEALS
    return Estimate(sums.mean, sums.mean - half, sums.mean + half, sums.n, alike)


def _unseen(deals: int, confidence: float) -> float:
    """Return the largest share of deals that may be of a kind of which none was seen."""
    return -math.log((1 - confidence) / 2) / deals if deals else math.inf


def count(sums: DealSums, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """Estimate the mean of something that is never negative.

    The gamma interval of Fay and Feuer (Statistics in Medicine 16, 1997), made for sums of
    rare events that come in groups, here deals; with many events it is Student's, whose
    quantile it takes. Of what was never seen the upper end is the largest mean that would
    leave it unseen in that many deals with probability (1 - confidence) / 2. Rare events that come
    in large groups within a game are beyond it: with few of them it is too narrow.
    """
    found, deals = mean(sums, confidence), sums.deals
    if sums.total == 0:
        return Estimate(sums.mean, 0.0, _unseen(deals, confidence), sums.n)
    if not math.isfinite(found.high) or sums.variance == 0:
        return replace(found, low=max(0.0, found.low))
    tail, value = (1 - confidence) / 2, sums.mean
    # What one deal adds: an event a game, or as many as come together.
    largest = max(1.0, sums.variance / value) / deals
    # Few deals know their spread less well: as much wider as Student's quantile is.
    wider = student_quantile(deals, confidence) / float(ndtri(1 - tail))
    variance = sums.variance_of_mean * wider**2
    above, spread = value + largest, variance + largest**2
    low = float(variance / value * gammaincinv(value**2 / variance, tail))
    high = float(spread / above * gammainccinv(above**2 / spread, tail))
    if not low <= value <= high:  # of very few deals that are very unlike
        low, high = max(0.0, found.low), found.high
    return Estimate(value, low, high, sums.n)


def rate(sums: DealSums, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """Estimate a share between 0 and 1 with Wilson's interval on the effective number of games.

    The effective number is how many independent games would give the standard error
    found between deals (Dean and Pagano, J. Survey Statistics and Methodology 3,
    2015, section 2). Without ties and with one game a deal this is Wilson's interval.
    Where all deals gave the same, so that no spread was found, the effective number is
    the number of deals.
    """
    return rate_from_variance(sums.mean, sums.variance_of_mean, sums.deals, sums.n, confidence)


def ratio(sums: RatioSums, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """Estimate a share whose number of observations differs from deal to deal.

    Linearised variance of a ratio (Cochran, Sampling Techniques, 1977, section 2.11)
    and Wilson's interval as in `rate`.
    """
    deals, n = sums.whole.deals, sums.n
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0, 0)
    # Where no spread was found, no more deals than observations can have told anything.
    return rate_from_variance(sums.value, sums.variance, deals, n, confidence, min(deals, n))


def ratio_sums(deals: Any, part: Any, whole: Any) -> RatioSums:
    """Sum parts and wholes by their deals: whole numbers, each of shape (observations,)."""
    known, group = np.unique(deals, return_inverse=True)
    sides = [np.bincount(group, one, len(known)).astype(int).tolist() for one in (part, whole)]
    top, bottom = (DealSums(len(known), sum(one), sum(n * n for n in one), 1) for one in sides)
    return RatioSums(top, bottom, sum(map(mul, *sides)))


def mean_ratio(sums: RatioSums, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """Estimate a mean of as many observations as deals happen to have, with Student's interval.

    In the unit of the part; `sums.n` is how many observations there are, and without any it is
    `UNKNOWN`. Where no spread was found it is as that of `mean`.
    """
    if sums.n == 0:
        return UNKNOWN
    deals, half = sums.whole.deals, math.inf
    if deals > 1:
        half = student_quantile(deals, confidence) * math.sqrt(sums.variance)
        seen = min(deals, sums.n)
        half = half or (_unseen(seen, confidence) if deals >= LEAST_CONSTANT_DEALS else math.inf)
    return Estimate(sums.value, sums.value - half, sums.value + half, sums.n)


def share_test(value: float, variance: float, deals: int, share: float) -> float:
    """Return how likely a rate (as of `rate_of`) at least so far from a share is, were that true.

    Wilson's interval of `rate_of` holds just those shares whose p-value is not too small. NaN
    where there is nothing to test: of a single deal, and of a share of 0 or 1.
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
    """Estimate the smallest value that at least `percent` (1 to 99) of the games do not exceed.

    Woodruff's interval (J. American Statistical Association 47, 1952): the values at
    which the interval of the share of games up to there holds that share. An end is
    infinite where even the most extreme game seen does not bound it. `ranks` are as of
    `simulate.play.tally.Tally.lengths`.
    """
    share = percent / 100
    low = min(histogram.low for histogram in ranks)
    length = max(histogram.low + len(histogram.counts) for histogram in ranks) - low
    totals, squares = np.zeros(length, np.int64), np.zeros(length, np.int64)
    for rank, histogram in enumerate(ranks):
        counts = np.zeros(length, np.int64)
        counts[histogram.low - low :][: len(histogram.counts)] = histogram.counts
        # A deal with m games up to here adds m to the total, and 1 + 3 + 5 + … = m x m.
        totals += np.cumsum(counts)
        squares += (2 * rank + 1) * np.cumsum(counts)
    deals, n = int(ranks[0].counts.sum()), int(totals[-1])

    def up_to(place: int) -> Estimate:
        sums = DealSums(deals, int(totals[place]), int(squares[place]), len(ranks))
        return rate(sums, confidence)

    nothing = rate(DealSums(deals, 0, 0, len(ranks)), confidence)
    value = int(np.searchsorted(100 * totals, percent * n))
    first = value
    while first > 0 and up_to(first - 1).high >= share:
        first -= 1
    last = value
    while last < length and up_to(last).low < share:
        last += 1
    return Estimate(
        low + value,
        -math.inf if first == 0 and nothing.high >= share else low + first,
        math.inf if last == length else low + last,
        n,
    )


def holm(p_values: Sequence[float]) -> list[float]:
    """Correct p-values for being one of several (Holm, Scandinavian J. Statistics 6, 1979).

    The smallest of m is multiplied by m, the next by m - 1, and so on; none is below an earlier
    one, or above 1. NaN, where a test was not possible, stays NaN and is not counted.
    """
    found = np.array(p_values, np.float64)
    order = np.argsort(found, kind="stable")[: np.count_nonzero(~np.isnan(found))]  # NaN is last
    factors = np.arange(len(order), 0, -1)
    found[order] = np.minimum(np.maximum.accumulate(found[order] * factors), 1.0)
    return [float(p) for p in found]


#: What an interval says of an aim.
VerdictWord = Literal["meets", "misses", "undecided"]


@dataclass(frozen=True)
class Verdict:
    """What the games allow to say of an aim.

    It "meets" if the whole interval is within the bounds, "misses" if all of it is outside. About
    so many `more_games` decide it, four times in five; 0 when decided, ``None`` when that cannot be
    told: nothing was observed, or the figure lies nearly on a bound.
    """

    word: VerdictWord
    more_games: int | None


#: How many times as many games decide four studies in five, by how far the figure was seen from the
#: bound, as a share of its reach. The figure moves, for what was seen is not the truth: each truth
#: counts as likely as it makes what was seen, at 95%. (Were the truth what was seen, 2.04 times
#: the games for which the interval just fits would do, (1.96 + 0.84)^2 / 1.96^2; of all studies
#: they decide 72 in 100. `tests/reports/test_statistics.py` plays them.)
_SEEN = (0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
_GROWTH = (100.0, 55.6, 52.2, 42.9, 32.8, 23.1, 15.3, 9.5, 5.7, 3.4, 2.1)
#: Nearer to a bound than this share of its reach, what a figure is cannot tell how many games
#: would decide: it may as well be on the bound's other side.
NEAREST = 0.1


def judge(estimate: Estimate, low: float, high: float, games: int) -> Verdict:
    """Judge by its interval, after so many games, whether a figure is within its bounds."""
    if low <= estimate.low and estimate.high <= high:
        return Verdict("meets", 0)
    if estimate.high < low or high < estimate.low:
        return Verdict("misses", 0)
    # The interval shrinks with the root of the games; it has to fit beside the nearest bound.
    bounds = [bound for bound in (low, high) if estimate.low < bound < estimate.high]
    gap = min((abs(estimate.value - bound) for bound in bounds), default=math.nan)
    reach = half_width(estimate)
    if not (math.isfinite(gap) and math.isfinite(reach)) or gap < reach * NEAREST:
        return Verdict("undecided", None)
    growth = float(np.interp(gap / reach, _SEEN, _GROWTH))
    return Verdict("undecided", two_digits(games * (growth - 1)))


def half_width(estimate: Estimate) -> float:
    """Return to within what a figure is known: how far the farther end is."""
    return max(estimate.high - estimate.value, estimate.value - estimate.low)


def two_digits(number: float) -> int:
    """Round a number of games up to the two digits that an estimate of it is worth; 1 at least."""
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
    """Give a share its interval, as in `rate`, of which the squared standard error is known.

    That was found from so many deals, or other independent units, with `n` observations. Where it
    is 0, so many games as `without_spread` are effective, if not all deals.
    """
    if deals < 2:
        return Estimate(value, 0.0, 1.0, n)
    effective = value * (1.0 - value) / variance if variance > 0.0 else without_spread or deals
    z = student_quantile(deals, confidence)
    share = z * z / effective
    centre = (value + share / 2) / (1 + share)
    spread = value * (1 - value) / effective + share / (4 * effective)
    half = z * math.sqrt(spread) / (1 + share)
    return Estimate(
        value, min(value, max(0.0, centre - half)), max(value, min(1.0, centre + half)), n
    )


@lru_cache(maxsize=1000)
def student_quantile(deals: int, confidence: float) -> float:
    """Return Student's quantile for a two-sided interval over that many deals."""
    return float(stdtrit(deals - 1, 0.5 + confidence / 2))


def coin_share(win_rate: Estimate, fair: float, decided: float = 1.0) -> Estimate:
    """Estimate which share of a game is luck, in one figure that means the same at any table.

    After Duersch, Lambrecht and Oechssler ("Measuring skill and chance in games", European Economic
    Review 127, 2020), who mix a game of skill with the toss of a coin: the share of the games that
    would have to be a lottery in which all are equal, the others being won by who plays well, for a
    strong player among random ones to win as often as it does. A lottery leaves it the fair share f
    of its games; so with the share x of these it wins p = 1 - x + x f, and x = (1 - p) / (1 - f).

    `fair` is what everybody wins where nobody is better and all games are decided, below 1;
    `decided` is the share of the games that were.
    """

    def coin(rate: float) -> float:
        return min(1.0, max(0.0, 1 - rate / decided) / (1 - fair))

    if not decided:
        return Estimate(1.0, 0.0, 1.0, win_rate.n)
    return Estimate(coin(win_rate.value), coin(win_rate.high), coin(win_rate.low), win_rate.n)
