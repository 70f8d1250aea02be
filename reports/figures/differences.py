"""Differences of figures between two runs, with intervals and p-values.

Runs on the same deals are compared deal by deal, using the total of each deal in both runs, the
squares of these totals and their products. Other figures are compared by their intervals.
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
    two_digits,
)
from simulate.play.intervals import FEW, student_quantile


@dataclass(frozen=True)
class Difference:
    """The difference of a figure between two runs."""

    #: The second figure minus the first; `n` is the number of deals.
    estimate: Estimate
    #: The two-sided p-value of the hypothesis that there is no difference; NaN if unknown.
    p_value: float
    #: The number of deals that runs on different deals would need for the same interval, divided
    #: by the number played here; NaN if unknown or if the runs are not on the same deals.
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
    """Return the difference of two means over the same deals, by Student's paired test.

    If only few deals differ between the runs, the sample variance is unreliable. Two artificial
    deals are therefore added to the sample. They differ by the largest possible amount, in opposite
    directions. For shares over single games this is the adjustment of Bonett and Price (J.
    Educational and Behavioral Statistics 37, 2012). For shares the added deals get less weight if
    more than `FEW` deals differ, and hardly change the interval if many do.

    Parameters
    ----------
    first, second
        The sums of both runs over the same deals.
    products
        The sum over deals of the first run's total times the second run's total.
    confidence
        The confidence of the interval.
    kind
        The kind of numbers that are averaged, which limits how much one deal can differ.
    shift
        A known constant that is added to the difference.

    Returns
    -------
    Difference
        The second mean minus the first, plus `shift`. Its interval is infinite, and its p-value
        NaN, for fewer than two deals.

    Notes
    -----
    The interval is too narrow for a few large jumps of an unbounded figure, such as one game in
    fifty that lasts twice as long.
    """
    deals = first.deals
    if deals < 2:
        value = second.mean - first.mean + shift
        return difference_from_variance(value, math.inf, math.nan, 0.0, deals, confidence)
    # Fractions are exact, so no digits cancel, and equal runs differ by exactly 0.
    scale_1 = Fraction(1, first.per_deal) / Fraction(first.unit)
    scale_2 = Fraction(1, second.per_deal) / Fraction(second.unit)
    total = scale_2 * second.total - scale_1 * first.total
    squares = scale_1 * scale_1 * first.squares + scale_2 * scale_2 * second.squares
    spread = deals * (squares - 2 * scale_1 * scale_2 * products) - total * total
    variance = float(spread / (deals**2 * (deals - 1)))
    unpaired = first.variance_of_mean + second.variance_of_mean
    value = float(total / deals + Fraction(shift))
    jump = max(_jump(first, kind), _jump(second, kind))
    more = 2 * jump / (deals * (deals - 1))
    if kind == "rate":
        differing_deals = float(squares - 2 * scale_1 * scale_2 * products) / jump
        more *= min(1.0, FEW / differing_deals) if differing_deals else 1.0
    result = difference_from_variance(value, variance, unpaired, more, deals, confidence)
    return _bounded(result, shift) if kind == "rate" else result


def _bounded(difference: Difference, shift: float = 0.0) -> Difference:
    """Return a difference of shares with its interval cut off at `shift` - 1 and `shift` + 1."""
    ends = difference.estimate
    low, high = max(ends.low, shift - 1), min(ends.high, shift + 1)
    return replace(difference, estimate=replace(ends, low=low, high=high))


def _jump(sums: DealSums, kind: MeanKind) -> float:
    """Return the square of the largest plausible difference that one deal makes between two runs.

    For shares the difference is that of one game, or of all games of the deal if they mostly have
    the same outcome. For counts it is the largest of one event per game, the typical number of
    events in a deal that has events, and the standard deviation between deals.
    """
    value = sums.mean
    variance = sums.variance
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
    """Return the difference of two ratios between 0 and 1 over the same deals, with its interval.

    The variance is that of the delta method. As in `difference`, it is increased in case there are
    few events: each run adds 0.5 / observations², with less weight if the run has more events.

    Parameters
    ----------
    first, second
        The numerator and denominator of the ratio in each run, summed over the same deals.
    products
        The sums over all deals of the product of a count of the first run and a count of the second
        run in the same deal. There is a sum for each pair of counts, which are the numerators and
        denominators; see `CrossProducts`.
    confidence
        The confidence of the interval.

    Returns
    -------
    Difference
        The second ratio minus the first. Its interval is infinite, and its p-value NaN, for fewer
        than two deals, and if a ratio has no observations.
    """
    deals = first.part.deals
    value = second.value - first.value
    if deals < 2 or math.isnan(value):
        return difference_from_variance(value, math.inf, math.nan, 0.0, deals, confidence)
    unpaired = first.variance + second.variance
    variance = unpaired - 2 * first.covariance(second, products)
    units = [min(deals, sums.n) for sums in (first, second)]
    more = _rare_event_variance(first.value, units[0]) + _rare_event_variance(
        second.value, units[1]
    )
    result = difference_from_variance(value, variance, unpaired, more, min(units), confidence)
    ends = result.estimate
    bounded = Estimate(value, max(ends.low, -1.0), min(ends.high, 1.0), deals)
    return replace(result, estimate=bounded)


def _rare_event_variance(value: float, n: int) -> float:
    """Return the term added to the variance of a share, which is smaller with more events."""
    events = n * value * (1 - value)
    weight = min(1.0, 1 / events) if events > 0 else 1.0
    return 0.5 * weight / n**2


def unpaired_difference(first: Estimate, second: Estimate, *, rho: float = 0.0) -> Difference:
    """Return the difference of two figures, estimated from their intervals alone.

    Each end of the interval uses the ends of the two intervals that lie in its direction (Zou and
    Donner, Statistics in Medicine 27, 2008) and the correlation of the errors (Zou, American J.
    Epidemiology 165, 2007).

    Parameters
    ----------
    first, second
        The figures. Their intervals must have the same confidence, which is also the confidence of
        the result.
    rho
        The correlation of their errors; 0 if the figures are independent. For figures on the same
        deals, 0 usually gives too wide an interval. With -1, the worst case, errors add up.

    Returns
    -------
    Difference
        The second figure minus the first. `p_value` and `pairing_gain` are NaN.
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
    """Return the difference of two figures with a p-value, both from their intervals alone.

    The estimate is that of `unpaired_difference`. For the p-value, the standard error is taken from
    the distance between the value and the end of its interval that is nearer to 0. The figures may
    themselves be differences, for example the effect of a change for two player counts.

    Parameters
    ----------
    first, second
        The figures.
    confidence
        The confidence of both intervals.
    rho
        The correlation of their errors; 0 if the figures are independent, and -1, the worst case,
        if it is unknown.

    Returns
    -------
    Difference
        The second figure minus the first. The p-value is NaN for fewer than two observations or if
        the interval is infinite. `pairing_gain` is NaN.
    """
    result = unpaired_difference(first, second, rho=rho)
    value = result.estimate.value
    n = result.estimate.n
    side = value - result.estimate.low if value > 0 else result.estimate.high - value
    if n < 2 or not math.isfinite(side):
        return result
    error = side / student_quantile(n, confidence)
    p_value = 2 * float(stdtr(n - 1, -abs(value) / error)) if error else float(value == 0)
    return replace(result, p_value=p_value)


def difference_from_variance(
    value: float, variance: float, unpaired: float, more: float, deals: int, confidence: float
) -> Difference:
    """Return a difference with its interval and p-value from Student's t-test.

    Parameters
    ----------
    value
        The difference.
    variance
        Its squared standard error.
    unpaired
        The squared standard error that it would have if the runs were independent. `pairing_gain`
        is this number divided by `variance`.
    more
        A term added to `variance`, which may be too small by chance if few deals differ.
    deals
        The number of independent deals.
    confidence
        The confidence of the interval.

    Returns
    -------
    Difference
        Its interval is infinite, and its p-value NaN, if there are fewer than two deals, if the
        value is NaN, or if the variance is not finite.
    """
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
    """Return True if the first figure is significantly larger than the second.

    Parameters
    ----------
    first, second
        The same figure for two versions.
    confidence
        The confidence of both intervals. The probability that any of `tests` such tests wrongly
        returns True is at most 1 - confidence (Bonferroni).
    tests
        The number of tests that are corrected for.
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
    """Return the indices of the estimates whose true value may be the largest.

    They are the index of the largest estimate and of all that are not significantly smaller
    (`is_larger`), in ascending order.

    Parameters
    ----------
    estimates
        A figure for several versions. Values that are NaN or infinite are left out.
    confidence
        The confidence of the intervals, and of all calls together that `tests` counts.
    tests
        The number of figures for which the caller asks this question.
    groups
        The sums of the figure for each version by group of deals; empty if the versions are
        independent.

    Raises
    ------
    ValueError
        If no estimate has a finite value.
    """
    candidates = [
        place for place, estimate in enumerate(estimates) if math.isfinite(estimate.value)
    ]
    largest = max(candidates, key=lambda place: estimates[place].value)

    def is_smaller(place: int) -> bool:
        rho = correlation(groups[largest], groups[place]) if groups else 0.0
        pair = estimates[largest], estimates[place]
        return is_larger(*pair, confidence, tests * len(candidates), rho=rho)

    return [place for place in candidates if place == largest or not is_smaller(place)]


#: The probability that the number of games returned by `games_to_decide` is enough.
_PROBABILITY = 0.8
#: The factors by which `games_to_decide` tries to multiply the number of games.
_GROWTHS = np.geomspace(1.02, 1e6, 1000)


def games_to_decide(
    difference: Estimate, least: float, games: int, alpha: float, tests: int
) -> int | None:
    """Return the number of further games that probably decide if a difference is relevant.

    The question is decided if the whole interval is within `least` of 0, or if the difference is
    significant after correction for all tests. The number is enough in four cases of five, if the
    true difference is distributed around the observed one with the observed standard error.

    Parameters
    ----------
    difference
        The observed difference.
    least
        The smallest relevant difference.
    games
        The number of games played.
    alpha
        1 minus the confidence of the interval.
    tests
        The number of tests for which significance is corrected (Bonferroni).

    Returns
    -------
    int or None
        The number, rounded up to two significant digits. None if the interval has no width or is
        infinite, or if even a million times as many games would not decide.
    """
    reach = half_width(difference)
    if not 0 < reach < math.inf:
        return None
    undecided = _undecided_probability(difference.value, reach, least, alpha, tests)
    enough = np.flatnonzero(undecided <= 1 - _PROBABILITY)
    return two_digits(games * (float(_GROWTHS[enough[0]]) - 1)) if enough.size else None


def _undecided_probability(
    value: float, reach: float, least: float, alpha: float, tests: int
) -> Reals:
    """Return the probability that a difference is still undecided after `_GROWTHS` times the games.

    The result has the shape of `_GROWTHS`.
    """
    quantile = float(ndtri(1 - alpha / 2))
    error = reach / quantile
    # The standard error after these games, and the standard deviation of the change until then.
    later = error / np.sqrt(_GROWTHS)
    change = error * np.sqrt(1 - 1 / _GROWTHS)
    clear_from = ndtri(1 - alpha / (2 * max(1, tests))) * later
    small_to = np.clip(least - quantile * later, 0.0, clear_from)

    def below(bound: Reals) -> Reals:
        return np.asarray(ndtr((bound - value) / change))

    between = below(clear_from) - below(small_to) + below(-small_to) - below(-clear_from)
    return np.asarray(between)
