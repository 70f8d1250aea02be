"""What the games played cannot tell of a difference, and about how many more would."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from reports.comparison.ranking import threshold, weight
from reports.comparison.results import Compared, Comparison, Pair
from reports.figures.figure import SEATS, SKILL, Topic
from reports.figures.precision import half_width
from reports.figures.statistics import two_digits
from reports.writing.words import listed

Reals = np.ndarray[Any, np.dtype[np.float64]]
#: In how many cases the games that are told do tell.
_OFTEN = 0.8
#: How many times as many games are looked at.
_GROWTHS = np.geomspace(1.02, 1e6, 1000)
#: So many of the game's own counts are named in a line.
MOST_COUNTS = 3


def more_games(one: Compared, pair: Pair, comparison: Comparison) -> int | None:
    """Return about how many more games of each tell whether there is a difference that counts.

    They tell it where the whole interval comes to lie within what people notice, or where the
    difference becomes clear among all that are tested. As with targets, so many are meant that
    they do in four cases of five, where each truth counts as likely as it makes what was seen.

    Parameters
    ----------
    one
        A figure.
    pair, comparison
        Where it stands.

    Returns
    -------
    int or None
        ``None`` where the games tell already, and where that cannot be told, as of skill, which
        has games of its own.
    """
    reach = half_width(one.difference.estimate)
    if weight(one) != "unclear" or one.figure.kind == SKILL or not 0 < reach < math.inf:
        return None
    enough = np.flatnonzero(_open(one, reach, comparison) <= 1 - _OFTEN)
    if not enough.size:
        return None
    games = min(comparison.arms[label].run.games for label in (pair.a, pair.b))
    return two_digits(games * (float(_GROWTHS[enough[0]]) - 1))


def _open(one: Compared, reach: float, comparison: Comparison) -> Reals:
    """Return how likely a difference is open still after each of `_GROWTHS` times the games."""
    alpha, seen = 1 - comparison.first.level, one.difference.estimate.value
    quantile = float(ndtri(1 - alpha / 2))
    error = reach / quantile
    # Of the estimate from all games, and how far it may have moved from what was seen.
    later, moved = error / np.sqrt(_GROWTHS), error * np.sqrt(1 - 1 / _GROWTHS)
    clear_from = ndtri(1 - alpha / (2 * max(1, comparison.tests))) * later
    small_to = np.clip(threshold(one) - quantile * later, 0.0, clear_from)

    def below(bound: Reals) -> Reals:
        return np.asarray(ndtr((bound - seen) / moved))

    between = below(clear_from) - below(small_to) + below(-small_to) - below(-clear_from)
    return np.asarray(between)


def named(figures: Sequence[Compared]) -> str:
    """Name figures, win rates of several seats together; many of the game's counts by number."""
    counts = [one for one in figures if one.figure.topic is Topic.COUNTS]
    if len(counts) > MOST_COUNTS:
        others = [one for one in figures if one not in counts]
        more = f"{len(counts)} of the game's own counts."
        return f"{named(others)[:-1]}; {more}" if others else more
    seats = sorted({one.figure.of[0] for one in figures if _is_seat(one)}, key=int)
    names: dict[str, None] = {}
    for one in figures:
        several = _is_seat(one) and len(seats) > 1
        names[f"win rates of seats {listed(seats)}" if several else one.figure.title] = None
    return f"{'; '.join(names)}."


def _is_seat(one: Compared) -> bool:
    return one.figure.kind == SEATS and one.figure.is_win_rate
