"""One figure at a point of a sweep compared with the base, on the same deals."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass

from reports.comparison.difference import Products, figure_difference, is_exact
from reports.figures import differences
from reports.figures.differences import Difference
from reports.figures.figure import Mean, Quantile
from reports.figures.statistics import Estimate
from reports.run.results import Results


@dataclass(frozen=True)
class PointTest:
    """A figure at a point compared with the base.

    Attributes
    ----------
    is_same
        Whether the two are exactly the same, so that there is nothing to test.
    key
        The same for comparisons that are one test by another name.
    """

    difference: Difference
    is_same: bool
    key: Hashable


def compare(path: str, first: Results, second: Results, products: Products) -> PointTest:
    """Compare a figure at a point with the base; win rates by how far from fair they are.

    Parameters
    ----------
    path
        The figure, which both must have.
    first, second
        What came of the base and of the point.
    products
        Of the two; see `simulate.play.run.Together`.
    """
    figure, one, other = first.figure(path), first.figure(path).source, second.figure(path).source
    fair = first.fair_share - second.fair_share if figure.is_win_rate else 0.0
    same_games = first.run.tally.id == second.run.tally.id
    key: Hashable = path
    if isinstance(one, Mean) and isinstance(other, Mean):
        difference = figure_difference(path, first, second, products)
        if fair and is_exact(path, first, second):
            difference = _shifted(difference, fair)
        elif fair:
            sums = first.deal_sums(one), second.deal_sums(other)
            crossed = products[one.place][other.place]
            difference = differences.difference(
                *sums, crossed, first.level, kind=one.kind, shift=fair
            )
        shift = other.shift - one.shift + fair
        scale = other.factor / other.unit
        key = (one.place, other.place, one.factor / one.unit / scale, shift / scale)
    elif isinstance(one, Quantile) and isinstance(other, Quantile) and same_games:
        difference = _of_the_same_games(one, other, first.estimate(path))
    else:
        difference = figure_difference(path, first, second, products)
    interval = difference.estimate
    is_same = interval.low == interval.high == 0
    if isinstance(one, Quantile) and not same_games:
        # Percentiles are whole turns, and can agree, interval and all, where games do not.
        ranks = (results.run.tally.lengths[one.length] for results in (first, second))
        is_same = is_same and next(ranks) == next(ranks)
    return PointTest(difference, is_same, (second.run.tally.id, key))


def _shifted(exact: Difference, by: float) -> Difference:
    """Add to a difference without chance; what is left of 0 by rounding is 0."""
    found = exact.estimate.shifted(by)
    value = found.value if abs(found.value) > 1e-12 else 0.0
    return Difference(Estimate(value, value, value, found.n), float(value == 0), math.nan)


def _of_the_same_games(one: Quantile, other: Quantile, found: Estimate) -> Difference:
    """Compare a percentile with itself in another unit, as where only seconds a turn differ."""
    factor = other.factor / one.factor - 1
    low, high = sorted((factor * found.low, factor * found.high)) if factor else (0.0, 0.0)
    estimate = Estimate(factor * found.value, low, high, found.n)
    return Difference(estimate, 0.0 if estimate.value else 1.0, math.nan)
