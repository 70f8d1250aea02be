"""Statistics of deals that were played several times each: variances, shrinkage, and tests.

The luckiest of 500 equal deals looks very good. Therefore no deal is called unbeatable or hopeless
for its share of wins alone: the tests are corrected for the number of deals (Benjamini and
Hochberg, Journal of the Royal Statistical Society B 57, 1995), and shares of single deals are
shrunk towards the mean of all deals (Efron and Morris, Scientific American 236, 1977).
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np
from scipy.special import bdtr, bdtrc

from reports.figures.statistics import Estimate
from simulate.play.intervals import student_quantile

Numbers: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"


def share_of_setup(sums: Any, squares: Any, repeats: int, confidence: float) -> Estimate | None:
    """Return the share of the variance of outcomes that lies between deals.

    The variance between the means of deals is larger than that between their true values, because
    each mean has an error. Products of different games of a deal have no such error, so the
    estimate has no bias from it. The interval is made with the jackknife over deals.

    Parameters
    ----------
    sums, squares
        The sums over the games of a deal of an outcome and of its square: shape (deals, columns).
        The variances of the columns are added.
    repeats
        The number of games of each deal, at least 2.
    confidence
        The confidence of the interval.

    Returns
    -------
    Estimate or None
        The share, from 0 to 1; None for fewer than two deals, or if all games ended alike.
    """
    deals = len(sums)
    if deals < 2:
        return None
    sums = np.asarray(sums, np.float64)
    squares = np.asarray(squares, np.float64)
    # Centred sums have smaller rounding errors.
    centre = sums.mean(axis=0) / repeats
    squares = squares - 2 * centre * sums + repeats * centre**2
    sums = sums - repeats * centre
    means = sums / repeats
    pairs = ((sums**2 - squares) / (repeats * (repeats - 1))).sum(axis=1)
    singles = (squares / repeats).sum(axis=1)
    own = (means**2).sum(axis=1)

    def share(number: int, pairs: Any, singles: Any, means: Any, own: Any) -> Any:
        products = ((means**2).sum(axis=-1) - own) / (number * (number - 1))
        with np.errstate(invalid="ignore", divide="ignore"):
            return (pairs / number - products) / (singles / number - products)

    total = (pairs.sum(), singles.sum(), means.sum(axis=0), own.sum())
    value = float(share(deals, *total))
    if not math.isfinite(value) or total[1] <= 1e-9:
        return None
    error = _error_of_equal_deals(deals)
    if deals > 2:
        without = share(
            deals - 1,
            total[0] - pairs,
            total[1] - singles,
            total[2] - means,
            total[3] - own,
        )
        spread = float(np.sqrt((deals - 1) / deals * np.square(without - without.mean()).sum()))
        error = math.hypot(error, spread if math.isfinite(spread) else 1.0)
    reach = student_quantile(deals, confidence) * error
    low, value, high = (min(1.0, max(0.0, end)) for end in (value - reach, value, value + reach))
    return Estimate(value, low, high, deals)


def _error_of_equal_deals(deals: int) -> float:
    """Return an extra standard error for deals that may look equal only by chance.

    It is the standard error that two imaginary deals would cause, one that deviates upwards and one
    that deviates downwards, both by the largest possible amount (see `reports.ladder.luck`).
    """
    return 4 / 3 * math.sqrt(2 / (deals * (deals - 1)))


def shrink(sums: Any, squares: Any, repeats: int) -> Numbers:
    """Return the expected mean of each deal if it is played again: shape (deals,).

    It is the mean of the deal's games, drawn towards the mean of all deals. The fewer games a deal
    has, and the less the deals differ, the closer it is to the mean of all.

    Parameters
    ----------
    sums, squares
        The sums over the games of a deal of an outcome and of its square: shape (deals,).
    repeats
        The number of games of each deal, at least 2.
    """
    means = np.asarray(sums, np.float64) / repeats
    within = (np.asarray(squares, np.float64) / repeats - means**2) * repeats / (repeats - 1)
    noise = float(within.mean()) / repeats
    if len(means) < 3:
        return means
    spread = float(means.var(ddof=1))
    kept = max(0.0, 1 - noise / spread) if spread > 0 else 0.0
    return np.asarray(means.mean() + kept * (means - means.mean()))


def clearly_below(wins: Any, games: int, limit: float, confidence: float) -> Any:
    """Return True for each deal whose chance to win is clearly below a limit: shape (deals,).

    Parameters
    ----------
    wins
        The number of games won of each deal: shape (deals,).
    games
        The number of games of each deal.
    limit
        The limit, from 0 to 1.
    confidence
        Of the deals with True, at most a share of 1 - `confidence` is expected to be wrong. If no
        deal is really below the limit, all deals are False with at least this probability.
    """
    return _reject(bdtr(np.asarray(wins, np.float64), games, limit), confidence)


def clearly_above(wins: Any, games: int, limit: float, confidence: float) -> Any:
    """Return True for each deal whose chance to win is clearly above a limit.

    The parameters and the result are as for `clearly_below`.
    """
    wins = np.asarray(wins, np.float64)
    at_least = np.where(wins > 0, bdtrc(np.maximum(wins - 1, 0), games, limit), 1.0)
    return _reject(at_least, confidence)


def plays_needed(limit: float, lost: int, deals: int, confidence: float) -> int:
    """Return the number of plays from which deals that are always lost are clearly below a limit.

    Parameters
    ----------
    limit
        The limit, from 0 to 1, both excluded.
    lost
        The number of deals that are always lost, at least 1.
    deals
        The number of deals that are tested together.
    confidence
        As for `clearly_below`.
    """
    bound = (1 - confidence) * lost / deals
    return math.ceil(math.log(bound) / math.log(1 - limit))


def _reject(p_values: Any, confidence: float) -> Any:
    """Return True for each p-value that is significant by the method of Benjamini and Hochberg."""
    tests = len(p_values)
    order = np.argsort(p_values, kind="stable")
    bounds = (1 - confidence) * np.arange(1, tests + 1) / tests
    significant = np.flatnonzero(p_values[order] <= bounds)
    rejected = np.zeros(tests, bool)
    if significant.size:
        rejected[order[: significant[-1] + 1]] = True
    return rejected
