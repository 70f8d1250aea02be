"""The sources of luck: the share of who wins among equal players that each explains.

The variance of who wins is split by Sobol's method (Mathematics and Computers in Simulation 55,
2001). The share of a source is the part that it explains by itself: the covariance of two games
that have that source in common and no other. Seats come first; other sources count from the mean
wins of each seat. The rest is explained by no source alone, but by how they come together.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np

from reports.figures.statistics import Estimate, student_quantile
from simulate.play.extra_runs import SOURCES, CrossedGames
from simulate.play.tally import whole_win

Numbers: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"

#: The names of the first and the last source; those between are `extra_runs.SOURCES`.
SEAT, TOGETHER = "seat", "together"


def split_luck(crossed: CrossedGames, confidence: float) -> dict[str, Estimate]:
    """Estimate the share of the variance of who wins that each source of luck explains.

    Parameters
    ----------
    crossed
        Units of games: each a game with partners that share one source with it. Units are
        independent of each other.
    confidence
        The confidence with which all intervals hold together.

    Returns
    -------
    dict of str to Estimate
        The shares of the seat, of each of `extra_runs.SOURCES` alone, and of all these together.
        They sum to 1, apart from negative values that are raised to 0. Empty if all seats won
        equally often in every game.
    """
    wins = crossed.wins / whole_win(crossed.wins.shape[2])
    units = len(wins)
    means = wins.mean(axis=(0, 1))
    total = float(np.square(wins - means.mean()).sum(axis=2).mean())
    if not total:
        return {}

    # The seat: the variance of the mean wins of seats, minus what chance adds to it.
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
    rest = 1 - seat - products.sum(axis=1)

    reach = student_quantile(units, 1 - (1 - confidence) / (len(SOURCES) + 2))

    def share(value: float, error: float) -> Estimate:
        # No share is below 0 or above 1, though chance may make the sums so.
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
    shares[TOGETHER] = mean_share(rest, seat_error)
    return shares


def _covariance_of_means(wins: Numbers) -> Numbers:
    """Return the covariance of the mean wins of seats, counted from the mean of all seats.

    `wins` has shape (units, games, seats).
    """
    units, _, seats = wins.shape
    covariance = np.cov(wins.mean(axis=1), rowvar=False) / units
    centring = np.eye(seats) - 1 / seats
    return np.asarray(centring @ covariance @ centring)


def _error_of_equal_units(units: int) -> float:
    """Return an error that is added to all others, because a few equal units prove little.

    As in `reports.figures.differences.difference`, it is that of two more units, one in either
    direction, which differ as much as units can: by a third more than the whole variance.
    """
    return 4 / 3 * math.sqrt(2 / (units * (units - 1)))
