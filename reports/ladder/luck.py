"""The sources of luck, each with its share of the variance of wins among equal players.

The variance is split by Sobol's method (Mathematics and Computers in Simulation 55, 2001). The
share of a source is the part that it explains alone, which is the covariance of two games that have
this source in common and no other. The share of the seat is computed first; the other sources are
measured from the mean wins of each seat. The remaining share is explained only by several sources
together.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np

from reports.figures.statistics import Estimate
from simulate.play.extra_runs import SOURCES, CrossedGames
from simulate.play.intervals import student_quantile
from simulate.play.tally import whole_win

Numbers: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"

#: The names of the first and the last source; the others are `extra_runs.SOURCES`.
SEAT, TOGETHER = "seat", "together"


def split_luck(crossed: CrossedGames, confidence: float) -> dict[str, Estimate]:
    """Return the share of the variance of wins that each source of luck explains.

    Parameters
    ----------
    crossed
        Games in independent units. A unit has a game, and a partner game per source that shares
        only this source with it.
    confidence
        The confidence with which all intervals hold together.

    Returns
    -------
    dict of str to Estimate
        The shares of the seat, of each of `extra_runs.SOURCES` alone, and of all sources together,
        by source. They sum to 1, except that negative values are raised to 0. Empty if all seats
        won equally often in every game.
    """
    wins = crossed.wins / whole_win(crossed.wins.shape[2])
    units = len(wins)
    means = wins.mean(axis=(0, 1))
    total = float(np.square(wins - means.mean()).sum(axis=2).mean())
    if not total:
        return {}

    # The seat: the variance of the mean wins of seats, minus the part of it that chance adds.
    spread = _covariance_of_means(wins)
    away = means - means.mean()
    seat = float(away @ away - np.trace(spread)) / total
    seat_error = math.sqrt(4 * away @ spread @ away + 2 * np.square(spread).sum()) / total
    if not spread.any():
        seat_error = _error_of_equal_units(units)

    # Each source: the covariance of a game with the partner that shares it. The means come from
    # the same games, which makes the products smaller by the trace.
    from_means = wins - means
    products = (from_means[:, :1] * from_means[:, 1:]).sum(axis=2) / total
    products += np.trace(spread) / total
    unexplained = 1 - seat - products.sum(axis=1)

    reach = student_quantile(units, 1 - (1 - confidence) / (len(SOURCES) + 2))

    def share(value: float, error: float) -> Estimate:
        # Shares are from 0 to 1, but by chance estimates may be outside this range.
        ends = (value, value - reach * error, value + reach * error)
        clipped, low, high = (min(1.0, max(0.0, end)) for end in ends)
        return Estimate(clipped, low, high, crossed.games)

    def mean_share(values: Numbers, more_error: float = 0.0) -> Estimate:
        sampling_error = float(values.std(ddof=1)) / math.sqrt(units)
        error = math.hypot(sampling_error, _error_of_equal_units(units), more_error)
        return share(float(values.mean()), error)

    shares = {SEAT: share(seat, seat_error)}
    for place, source in enumerate(SOURCES):
        shares[source] = mean_share(products[:, place])
    shares[TOGETHER] = mean_share(unexplained, seat_error)
    return shares


def _covariance_of_means(wins: Numbers) -> Numbers:
    """Return the covariance of the seats' mean wins, after subtracting the mean of all seats.

    The result has shape (seats, seats), and `wins` has shape (units, games, seats).
    """
    units, _, seats = wins.shape
    covariance = np.cov(wins.mean(axis=1), rowvar=False) / units
    centring = np.eye(seats) - 1 / seats
    return np.asarray(centring @ covariance @ centring)


def _error_of_equal_units(units: int) -> float:
    """Return a standard error to add to that of a share, which may be 0 if all units are equal.

    It is the error if two units were added that differ by the largest possible amount, 4/3 of the
    whole variance, in opposite directions (see `reports.figures.differences.difference`).
    """
    return 4 / 3 * math.sqrt(2 / (units * (units - 1)))
