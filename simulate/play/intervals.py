"""Confidence intervals of shares, and of differences between shares on the same deals."""

from __future__ import annotations

import math
from functools import lru_cache

from scipy.special import stdtrit

#: The number of differing deals up to which `rare_difference_variance` has its full size.
FEW = 4.0


@lru_cache(maxsize=1000)
def student_quantile(deals: int, confidence: float) -> float:
    """Return the two-sided quantile of Student's distribution with deals - 1 degrees of freedom.

    It is the half width of an interval in standard errors; NaN for fewer than two deals.
    """
    return float(stdtrit(deals - 1, 0.5 + confidence / 2))


def wilson_interval(
    value: float, variance: float, deals: int, confidence: float, without_spread: int = 0
) -> tuple[float, float]:
    """Return both ends of Wilson's interval of a share, on the effective number of games.

    The effective number is the number of independent games that would give the standard error
    (Dean and Pagano, J. Survey Statistics and Methodology 3, 2015, section 2).

    Parameters
    ----------
    value, variance
        The share and its squared standard error.
    deals
        The number of deals, or other independent units, from which the variance was estimated.
    confidence
        The confidence of the interval.
    without_spread
        The effective number of games to use if the variance is 0; 0 means the number of deals.

    Returns
    -------
    tuple
        The ends, from 0 to 1; these two numbers for fewer than two deals.
    """
    if deals < 2:
        return 0.0, 1.0
    effective = value * (1.0 - value) / variance if variance > 0.0 else without_spread or deals
    z = student_quantile(deals, confidence)
    share = z * z / effective
    centre = (value + share / 2) / (1 + share)
    spread = value * (1 - value) / effective + share / (4 * effective)
    half = z * math.sqrt(spread) / (1 + share)
    return min(value, max(0.0, centre - half)), max(value, min(1.0, centre + half))


def rare_difference_variance(variance: float, value: float, deals: int) -> float:
    """Return the term to add to a squared standard error in case few deals differ.

    `reports.figures.differences.difference` explains it.

    Parameters
    ----------
    variance
        The squared standard error of the difference of two shares.
    value
        The difference.
    deals
        The number of independent units. In each, the two shares differ by at most 1.

    Returns
    -------
    float
        The addition to the squared standard error; infinite for fewer than two units.
    """
    if deals < 2:
        return math.inf
    differing_deals = deals * (deals - 1) * max(variance, 0.0) + deals * value**2
    weight = min(1.0, FEW / differing_deals) if differing_deals else 1.0
    return 2 / (deals * (deals - 1)) * weight


def compared_interval(
    difference: float,
    variance: float,
    deals: int,
    confidence: float,
    lowest: float,
    highest: float,
) -> tuple[float, float]:
    """Return both ends of the interval of a difference that may be 0 in most deals.

    It is the difference of a share and the share that is expected without an effect. Deals in
    which the effect does not show differ by exactly 0. If the others are few, Student's interval
    needs `rare_difference_variance`. For differences near the lowest or the highest possible one,
    Wilson's interval is better. Each may be too narrow where the other is valid, so the result has
    the lower of both lower ends and the higher of both upper ends.

    Parameters
    ----------
    difference, variance
        The mean difference over the deals, and its squared standard error.
    deals
        The number of deals.
    confidence
        The confidence of the interval.
    lowest, highest
        The lowest and the highest possible difference.

    Returns
    -------
    tuple
        The ends; `lowest` and `highest` for fewer than two deals.
    """
    if deals < 2:
        return lowest, highest
    error = math.sqrt(variance + rare_difference_variance(variance, difference, deals))
    half = student_quantile(deals, confidence) * error
    low, high = max(lowest, difference - half), min(highest, difference + half)
    if variance == 0 and math.isclose(difference, 0, abs_tol=1e-9):
        return low, high
    span = highest - lowest
    ends = wilson_interval((difference - lowest) / span, variance / span**2, deals, confidence)
    return min(low, lowest + span * ends[0]), max(high, lowest + span * ends[1])
