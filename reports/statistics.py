"""Intervals that count deals, not games, as independent.

All rotations of a deal share its cards, so their outcomes are correlated. Every
interval here is made from what whole deals gave: their sum and their sum of squares.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy.special import stdtrit

DEFAULT_CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """A figure with its confidence interval.

    Attributes
    ----------
    value
        The figure; NaN when nothing was observed.
    low, high
        The interval's ends; infinite when it takes more deals to say anything.
    n
        How many observations (games, or times a seat was last) it is the mean of.
    """

    value: float
    low: float
    high: float
    n: int

    def shifted(self, by: float) -> Estimate:
        """Return the estimate of this figure plus a constant."""
        return Estimate(self.value + by, self.low + by, self.high + by, self.n)

    def scaled(self, factor: float) -> Estimate:
        """Return the estimate of this figure in another unit, by a positive factor."""
        return Estimate(self.value * factor, self.low * factor, self.high * factor, self.n)


@dataclass(frozen=True)
class DealSums:
    """What a figure gave over some deals.

    Attributes
    ----------
    deals
        How many deals.
    total, squares
        The sum of what each deal gave, and of its square, exactly.
    per_deal
        How many observations a deal has.
    unit
        How much of the total makes 1.
    """

    deals: int
    total: int
    squares: int
    per_deal: int
    unit: int = 1

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
        if self.deals < 2:
            return math.inf
        # In integers up to the division, so that nothing cancels.
        spread = self.deals * self.squares - self.total * self.total
        scale = self.per_deal * self.unit
        return spread / (self.deals**2 * (self.deals - 1)) / scale**2


def mean(sums: DealSums, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """Estimate a mean with Student's interval over deals."""
    error = math.sqrt(sums.variance_of_mean)
    half = _quantile(sums.deals, confidence) * error if sums.deals > 1 else math.inf
    return Estimate(sums.mean, sums.mean - half, sums.mean + half, sums.n)


def count(sums: DealSums, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """Estimate the mean of something that is never negative.

    Student's interval, cut at 0. Of what was never seen the upper end is the largest
    mean that would leave it unseen in that many deals with probability (1 - confidence) / 2
    (the Poisson bound behind the rule of three).
    """
    found = mean(sums, confidence)
    if sums.total == 0 and sums.deals > 0:
        return Estimate(0.0, 0.0, -math.log((1 - confidence) / 2) / sums.n, sums.n)
    return Estimate(found.value, max(0.0, found.low), found.high, found.n)


def rate(sums: DealSums, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """Estimate a share between 0 and 1 with Wilson's interval on the effective number of games.

    The effective number is how many independent games would give the standard error
    found between deals (Dean and Pagano, J. Survey Statistics and Methodology 3,
    2015, section 2). Without ties and with one game a deal this is Wilson's interval.
    Where all deals gave the same, so that no spread was found, the effective number is
    the number of deals.
    """
    return _wilson(sums.mean, sums.variance_of_mean, sums.deals, sums.n, confidence, sums.deals)


def ratio(
    top: DealSums, bottom: DealSums, products: int, confidence: float = DEFAULT_CONFIDENCE
) -> Estimate:
    """Estimate a share whose number of observations differs from deal to deal.

    Linearised variance of a ratio (Cochran, Sampling Techniques, 1977, section 2.11)
    and Wilson's interval as in `rate`.

    Parameters
    ----------
    top, bottom
        Successes and observations; a part of an observation counts as one in the
        estimate's ``n``.
    products
        The sum over deals of the product of the two totals.
    """
    deals, n = bottom.deals, -(-bottom.total // bottom.unit)
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0, 0)
    part, whole = top.total, bottom.total
    value = part * bottom.unit / (whole * top.unit)
    if deals < 2:
        return Estimate(value, 0.0, 1.0, n)
    # In integers up to the division, so that nothing cancels.
    spread = whole**2 * top.squares - 2 * part * whole * products + part**2 * bottom.squares
    scale = top.unit * whole**2
    variance = spread * deals * bottom.unit**2 / ((deals - 1) * scale**2)
    # Where no spread was found, no more deals than observations can have told anything.
    return _wilson(value, variance, deals, n, confidence, min(deals, n))


def _wilson(
    value: float, variance: float, deals: int, n: int, confidence: float, without_spread: int
) -> Estimate:
    if deals < 2:
        return Estimate(value, 0.0, 1.0, n)
    effective = value * (1.0 - value) / variance if variance > 0.0 else float(without_spread)
    z = _quantile(deals, confidence)
    share = z * z / effective
    centre = (value + share / 2) / (1 + share)
    spread = value * (1 - value) / effective + share / (4 * effective)
    half = z * math.sqrt(spread) / (1 + share)
    return Estimate(
        value, min(value, max(0.0, centre - half)), max(value, min(1.0, centre + half)), n
    )


def _quantile(deals: int, confidence: float) -> float:
    """Return Student's quantile for a two-sided interval over that many deals."""
    return float(stdtrit(deals - 1, 0.5 + confidence / 2))
