"""About how many more games tell whether there is a difference that counts."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from reports.figures.precision import half_width
from reports.figures.statistics import Estimate, two_digits

Reals = np.ndarray[Any, np.dtype[np.float64]]
#: In how many cases the games that are told do tell.
_OFTEN = 0.8
#: How many times as many games are looked at.
_GROWTHS = np.geomspace(1.02, 1e6, 1000)


def games_to_tell(
    difference: Estimate, least: float, games: int, alpha: float, tests: int
) -> int | None:
    """Return about how many more games tell whether there is a difference that counts.

    They tell it where the whole interval comes to lie within what counts as none, or where the
    difference becomes clear among all that are tested. So many are meant that they do in four
    cases of five, where each truth counts as likely as it makes what was seen.

    Parameters
    ----------
    difference
        With its interval.
    least
        From which difference on it counts.
    games
        Played so far.
    alpha
        One minus the confidence of the interval.
    tests
        How many differences are tested with this one.

    Returns
    -------
    int or None
        ``None`` where that cannot be told.
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
