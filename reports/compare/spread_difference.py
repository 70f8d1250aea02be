"""The difference of how uneven seats are between two runs on the same deals.

The measure is the largest distance of a seat's win rate from the fair share. Its intervals in the
two runs say little about the difference, because the same deals favour the same seats in both. So
seats are compared deal by deal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from reports.figures.figure import SEAT_SPREAD, Mean, SeatDifference
from reports.figures.spread import number_of_tests
from reports.figures.statistics import Estimate
from reports.run.results import RunResults
from simulate.play.intervals import rare_difference_variance, student_quantile

#: Each count of one run times each count of another run, summed over deals.
Products = Sequence[Sequence[int]]


@dataclass(frozen=True)
class _Distance:
    """The signed distance of a seat's win rate from the fair share."""

    #: The source of the win rate.
    rate: Mean
    #: The win rate minus the fair share.
    value: float
    #: 1 to measure how much too often the seat wins, -1 for how much too rarely.
    sign: int

    @property
    def size(self) -> float:
        """The distance in the direction of `sign`."""
        return self.sign * self.value


def spread_gain(first: RunResults, second: RunResults, products: Products) -> Estimate:
    """Return how much nearer to fair the least fair seat is in the second of two runs.

    Parameters
    ----------
    first, second
        The results of two runs on the same deals, with the same number of seats.
    products
        The sums over deals of each count of the first run times each count of the second.

    Returns
    -------
    Estimate
        The largest distance of a seat from the fair share in the first run minus that in the
        second; `n` is the number of deals. The interval is infinite for fewer than two deals.

    Raises
    ------
    UsageError
        If a run has no win rates of seats.

    Notes
    -----
    Let S be the largest distance. For any seat j, S of the first run is at least the distance of j
    in one direction; S of the second run is the largest distance of all seats in both directions.
    So the difference is at least the smallest difference between the distance of j in the first run
    and any of those in the second. If each of them has a lower bound with some confidence, so has
    the smallest (intersection-union test; Berger, Technometrics 24, 1982). Only the choice of j, as
    the seat furthest from fair, needs a correction for the number of seats (Bonferroni). The upper
    bound is found in the same way, with the seat furthest from fair in the second run.
    """
    before, after = _distances(first), _distances(second)
    worst_before, worst_after = (max(seats, key=_size_of) for seats in (before, after))
    value = worst_before.size - worst_after.size
    deals = first.run.tally.deals
    if deals < 2:
        return Estimate(value, -math.inf, math.inf, deals)
    seats = number_of_tests(len(before) // 2)
    reach = student_quantile(deals, 1 - (1 - first.look_confidence) / seats)

    def end(seat: _Distance, other: _Distance, direction: int) -> float:
        error = _error_of_difference(seat, other, first, second, products)
        return seat.size - other.size + direction * reach * error

    low = min(end(worst_before, seat, -1) for seat in after)
    high = max(end(seat, worst_after, 1) for seat in before)
    return Estimate(value, min(low, value), max(high, value), deals)


def _size_of(distance: _Distance) -> float:
    return distance.size


def _distances(results: RunResults) -> list[_Distance]:
    """Return the distance of each seat from the fair share, in both directions."""
    source = results.figure(SEAT_SPREAD).source
    assert isinstance(source, SeatDifference)
    wins = [results.deal_sums(rate).mean for rate in source.rates]
    fair = sum(wins) / len(wins)
    return [
        _Distance(rate, win - fair, sign)
        for rate, win in zip(source.rates, wins, strict=True)
        for sign in (1, -1)
    ]


def _error_of_difference(
    seat: _Distance, other: _Distance, first: RunResults, second: RunResults, products: Products
) -> float:
    """Return the standard error of the distance of a seat minus that of a seat in a second run.

    The fair shares count as known.
    """
    sums, other_sums = first.deal_sums(seat.rate), second.deal_sums(other.rate)
    deals = sums.deals
    product = products[seat.rate.place][other.rate.place]
    # Integers are exact, so no digits cancel before the division.
    joint = deals * product - sums.total * other_sums.total
    scale = sums.per_deal * sums.unit * other_sums.per_deal * other_sums.unit
    covariance = joint / (deals**2 * (deals - 1)) / scale
    signs = seat.sign * other.sign
    variance = sums.variance_of_mean + other_sums.variance_of_mean - 2 * signs * covariance
    variance += rare_difference_variance(variance, seat.value - other.value, deals)
    return math.sqrt(max(0.0, variance))
