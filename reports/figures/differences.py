"""Differences between two runs on the same deals, with paired intervals.

Everything is made from what whole deals gave in both: sums, squares and products.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from scipy.special import ndtr, ndtri, stdtr

from reports.figures.correlation import DealGroups, Reals, correlation
from reports.figures.statistics import (
    DEFAULT_CONFIDENCE,
    CrossProducts,
    DealSums,
    Estimate,
    MeanKind,
    RatioSums,
    half_width,
    student_quantile,
    two_digits,
)


@dataclass(frozen=True)
class Difference:
    """How much larger a figure is in one run than in another, on the same deals.

    The estimate is the second minus the first; its `n` counts deals. The p-value says how likely
    one at least as large is where there is none, and the gain how many times as many deals unpaired
    runs would need for the same interval; NaN where that is not known, or pairing is not used.
    """

    estimate: Estimate
    p_value: float
    pairing_gain: float


def difference(
    first: DealSums,
    second: DealSums,
    products: int,
    confidence: float = DEFAULT_CONFIDENCE,
    *,
    kind: MeanKind = "mean",
    shift: float = 0.0,
) -> Difference:
    """Estimate the difference of two means over the same deals, by Student's paired test.

    Where few deals differ, their spread says little. So the spread is that of the deals and
    two more, which differ by as much as a deal may, one either way: for shares over single
    games that is what Bonett and Price (J. Educational and Behavioral Statistics 37, 2012)
    add. Of shares they count the less the more deals differ than `FEW`; with many it makes no
    odds. Rare and large jumps of what has no bound, such as one game in fifty that lasts
    twice as long, are beyond it: with few of them intervals are too narrow.

    `products` is the sum over deals of what the first gave times what the second gave. What `kind`
    the means are says by how much a deal may differ; `shift` is added because it is known.
    """
    deals = first.deals
    if deals < 2:
        value = second.mean - first.mean + shift
        return difference_from_variance(value, math.inf, math.nan, 0.0, deals, confidence)
    # Exactly up to the last step, so that nothing cancels and runs that agree differ by 0.
    one, other = (Fraction(1, sums.per_deal) / Fraction(sums.unit) for sums in (first, second))
    total = other * second.total - one * first.total
    squares = one * one * first.squares + other * other * second.squares
    spread = deals * (squares - 2 * one * other * products) - total * total
    variance = float(spread / (deals**2 * (deals - 1)))
    unpaired = first.variance_of_mean + second.variance_of_mean
    value = float(total / deals + Fraction(shift))
    jump = max(_jump(first, kind), _jump(second, kind))
    more = 2 * jump / (deals * (deals - 1))
    if kind == "rate":
        differ = float(squares - 2 * one * other * products) / jump
        more *= min(1.0, FEW / differ) if differ else 1.0
    found = difference_from_variance(value, variance, unpaired, more, deals, confidence)
    if kind == "rate":
        ends = found.estimate
        bounded = Estimate(value, max(ends.low, shift - 1), min(ends.high, shift + 1), ends.n)
        return replace(found, estimate=bounded)
    return found


def rare_difference_variance(variance: float, value: float, deals: int) -> float:
    """Return what is added to the squared error of a difference of shares; see `difference`.

    `variance` is the squared standard error of the difference, over so many independent units, in
    each of which the two may differ by 1.
    """
    if deals < 2:
        return math.inf
    differ = deals * (deals - 1) * max(variance, 0.0) + deals * value**2
    return 2 / (deals * (deals - 1)) * (min(1.0, FEW / differ) if differ else 1.0)


#: With so few deals that differ, or events, their spread alone is not to be trusted.
FEW = 4.0


def _jump(sums: DealSums, kind: MeanKind) -> float:
    """Return the square of by how much a deal may differ from itself under other rules.

    Of shares: a single game, or all games of the deal, the more alike these are. Of what is
    counted: one event a game, or as many as come together in a deal, or the spread between deals.
    """
    value, variance = sums.mean, sums.variance
    if kind == "rate":
        free = value * (1 - value)
        return min(1.0, max(1 / sums.per_deal, variance / free)) if free > 0 else 1.0
    grouped = (variance / value) ** 2 if kind == "count" and value > 0 else 0.0
    return max(1.0, variance, grouped)


def ratio_difference(
    first: RatioSums,
    second: RatioSums,
    products: CrossProducts,
    confidence: float = DEFAULT_CONFIDENCE,
) -> Difference:
    """Estimate the difference of two ratios over the same deals, linearised as in `ratio`.

    As in `difference`, something is added to a spread of few events: in each run half of what
    a single observation makes.
    """
    deals = first.part.deals
    value = second.value - first.value
    if deals < 2 or math.isnan(value):
        return difference_from_variance(value, math.inf, math.nan, 0.0, deals, confidence)
    unpaired = first.variance + second.variance
    variance = unpaired - 2 * first.covariance(second, products)
    seen = [min(deals, one.n) for one in (first, second)]
    more = sum(_unseen(one.value, n) for one, n in zip((first, second), seen, strict=True))
    found = difference_from_variance(value, variance, unpaired, more, min(seen), confidence)
    ends = found.estimate
    bounded = Estimate(value, max(ends.low, -1.0), min(ends.high, 1.0), deals)
    return replace(found, estimate=bounded)


def _unseen(value: float, n: int) -> float:
    """Return what is added to the squared error of a share: the less the more events were seen."""
    events = n * value * (1 - value)
    return 0.5 * (min(1.0, 1 / events) if events > 0 else 1.0) / n**2


def unpaired_difference(first: Estimate, second: Estimate, *, rho: float = 0.0) -> Difference:
    """Estimate the difference of two figures known by their intervals alone.

    The interval recovers each variance from the end that matters (Zou and Donner, Statistics in
    Medicine 27, 2008), and uses the correlation of the errors (Zou, American J. Epidemiology 165,
    2007).

    Parameters
    ----------
    first, second
        The figures; their intervals have the same confidence, which that of the difference has too.
    rho
        The correlation of their errors. The default, 0, is for independent figures, and mostly too
        careful for figures of the same deals. With -1, the worst case, the errors add up.

    Returns
    -------
    Difference
        The second figure minus the first, without a p-value.
    """

    def joined(a: float, b: float) -> float:
        if rho == -1:
            return a + b
        if not rho or not math.isfinite(a + b):
            return math.hypot(a, b)
        return math.sqrt(max(0.0, a**2 + b**2 - 2 * rho * a * b))

    value = second.value - first.value
    below = joined(second.value - second.low, first.high - first.value)
    above = joined(second.high - second.value, first.value - first.low)
    n = min(first.n, second.n)
    return Difference(Estimate(value, value - below, value + above, n), math.nan, math.nan)


def difference_by_intervals(
    first: Estimate,
    second: Estimate,
    confidence: float = DEFAULT_CONFIDENCE,
    *,
    rho: float = 0.0,
) -> Difference:
    """Estimate and test the difference of two figures known by their intervals alone.

    This is `unpaired_difference` with the p-value that the interval implies: the distance from the
    value to the end nearer to 0 gives the standard error. The figures may be differences
    themselves; then this compares the effect of a change in two places.

    Parameters
    ----------
    first, second
        The figures.
    confidence
        The confidence of both intervals.
    rho
        The correlation of their errors: 0 if the figures are independent, and -1, the worst case,
        if it is unknown.
    """
    found = unpaired_difference(first, second, rho=rho)
    value, n = found.estimate.value, found.estimate.n
    side = value - found.estimate.low if value > 0 else found.estimate.high - value
    if n < 2 or not math.isfinite(side):
        return found
    error = side / student_quantile(n, confidence)
    p_value = 2 * float(stdtr(n - 1, -abs(value) / error)) if error else float(value == 0)
    return replace(found, p_value=p_value)


def difference_from_variance(
    value: float, variance: float, unpaired: float, more: float, deals: int, confidence: float
) -> Difference:
    """Make a difference of a value and its squared standard error, to which `more` is added."""
    if deals < 2 or not math.isfinite(variance) or math.isnan(value):
        return Difference(Estimate(value, -math.inf, math.inf, deals), math.nan, math.nan)
    error = math.sqrt(max(variance, 0.0) + more)
    half = student_quantile(deals, confidence) * error
    p_value = 2 * float(stdtr(deals - 1, -abs(value) / error)) if error else float(value == 0)
    gain = unpaired / variance if variance > 0 else math.nan
    return Difference(Estimate(value, value - half, value + half, deals), p_value, gain)


def is_larger(
    first: Estimate, second: Estimate, confidence: float, tests: float, *, rho: float = 0.0
) -> bool:
    """Return whether the first figure is clearly larger than the second.

    Parameters
    ----------
    first, second
        The same figure at two settings.
    confidence
        The confidence of both intervals. All `tests` together err in one direction with
        probability 1 - confidence at most (Bonferroni).
    tests
        The number of tests.
    rho
        The correlation of the errors, as in `difference_by_intervals`.
    """
    excess = difference_by_intervals(second, first, confidence, rho=rho)
    return excess.estimate.value > 0 and excess.p_value / 2 < (1 - confidence) / tests


def may_be_largest(
    estimates: Sequence[Estimate],
    confidence: float,
    tests: float,
    groups: Sequence[DealGroups | None] = (),
) -> list[int]:
    """Return the places of the estimates that may be the largest.

    Parameters
    ----------
    estimates
        A figure at several settings; those without a finite value are left out.
    confidence
        The confidence of the intervals, and of all questions together.
    tests
        The number of such questions.
    groups
        The sums of the figure at each setting by group of deals; empty if the settings are
        independent.
    """
    known = [place for place, estimate in enumerate(estimates) if math.isfinite(estimate.value)]
    largest = max(known, key=lambda place: estimates[place].value)

    def is_smaller(place: int) -> bool:
        rho = correlation(groups[largest], groups[place]) if groups else 0.0
        pair = estimates[largest], estimates[place]
        return is_larger(*pair, confidence, tests * len(known), rho=rho)

    return [place for place in known if place == largest or not is_smaller(place)]


#: In how many cases the games that are told do tell.
_OFTEN = 0.8
#: How many times as many games are looked at.
_GROWTHS = np.geomspace(1.02, 1e6, 1000)


def games_to_decide(
    difference: Estimate, least: float, games: int, alpha: float, tests: int
) -> int | None:
    """Return about how many more games tell whether there is a difference that counts.

    They tell it where the whole interval comes to lie within what counts as none (`least`), or
    where the difference becomes clear among all `tests`. So many are meant that they do in four
    cases of five, where each truth counts as likely as it makes what was seen. ``None`` if that
    cannot be told; `alpha` is one minus the confidence of the interval.
    """
    reach = half_width(difference)
    if not 0 < reach < math.inf:
        return None
    enough = np.flatnonzero(_open(difference.value, reach, least, alpha, tests) <= 1 - _OFTEN)
    return two_digits(games * (float(_GROWTHS[enough[0]]) - 1)) if enough.size else None


def _open(seen: float, reach: float, least: float, alpha: float, tests: int) -> Reals:
    """Return how likely a difference is open still after each of `_GROWTHS` times the games."""
    quantile = float(ndtri(1 - alpha / 2))
    error = reach / quantile
    # Of the estimate from all games, and how far it may have moved from what was seen.
    later, moved = error / np.sqrt(_GROWTHS), error * np.sqrt(1 - 1 / _GROWTHS)
    clear_from = ndtri(1 - alpha / (2 * max(1, tests))) * later
    small_to = np.clip(least - quantile * later, 0.0, clear_from)

    def below(bound: Reals) -> Reals:
        return np.asarray(ndtr((bound - seen) / moved))

    between = below(clear_from) - below(small_to) + below(-small_to) - below(-clear_from)
    return np.asarray(between)
