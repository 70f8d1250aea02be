"""Compare games in which an event happens with games that came as far without it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, TypeAlias

import numpy as np

from reports.figures.differences import unpaired_difference
from reports.figures.statistics import (
    LEAST_CONSTANT_DEALS,
    UNKNOWN,
    Estimate,
    rate_from_variance,
    student_quantile,
)
from simulate.kit.layout import SEATS
from simulate.play.events import EventMatch
from simulate.play.rows import Integers

#: Games with the event are compared only if at least this many came as far without it.
LEAST_BESIDE = 5
#: The estimates of a comparison: in games with the event, in those without, and the difference.
SIDES = ("with", "without", "difference")

Floats: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"
Booleans: TypeAlias = "np.ndarray[Any, np.dtype[np.bool_]]"


@dataclass(frozen=True)
class _Moments:
    """All moments at which the event was possible, as arrays with an entry per moment."""

    #: The index of the game.
    game: Integers
    #: The stratum: moments are comparable if turn or stretch, seat and strategy are the same.
    stratum: Integers
    #: The number of strata.
    strata: int
    #: Whether the event happened then.
    happened: Booleans
    #: The figure of the game, for the seat of the moment.
    value: Floats


def compare_matched(
    matches: Sequence[EventMatch],
    values: Floats,
    deals: Integers,
    strategies: Integers,
    confidence: float,
    is_share: bool,
) -> tuple[dict[str, Estimate], int]:
    """Compare a figure in games with an event and in games that came as far without it.

    The event happened at a moment (a turn or a stretch) and is about a seat. A game with it is
    matched with all games that reached this moment, with the same seat to act or in the game and
    the same strategy in that seat, and in which it had not happened until then; it may happen
    later. The figure with the event is its mean over games with the event. The figure without it
    is the mean, over the same games, of the mean of their matches.

    Parameters
    ----------
    matches
        The moments at which the event was possible or happened, for each game.
    values
        The figure of each seat; shape (games, seats).
    deals
        The deal of each game; shape (games,).
    strategies
        The number of the strategy in each seat; shape (games, seats).
    confidence
        The confidence of the intervals.
    is_share
        Whether the figure is a share, so that its intervals lie between 0 and 1.

    Returns
    -------
    estimates
        The estimates by their names in `SIDES`; `UNKNOWN` if no games can be compared.
    left_out
        The number of games with the event that have fewer than `LEAST_BESIDE` matches. They are
        left out of the comparison.
    """
    moments = _list_moments(matches, values, strategies)
    with_event = np.bincount(moments.stratum[moments.happened], minlength=moments.strata)
    without_event = np.bincount(moments.stratum[~moments.happened], minlength=moments.strata)
    is_compared = (with_event > 0) & (without_event >= LEAST_BESIDE)
    left_out = int(with_event[~is_compared].sum())
    if not is_compared.any():
        return dict.fromkeys(SIDES, UNKNOWN), left_out

    first, second, correlation = _measure_sides(
        moments, deals, with_event, without_event, is_compared
    )
    with_it = _estimate(first, confidence, is_share)
    without_it = _estimate(second, confidence, is_share)
    gap = unpaired_difference(without_it, with_it, rho=correlation).estimate
    estimates = (with_it, without_it, replace(gap, n=first.n))
    return dict(zip(SIDES, estimates, strict=True)), left_out


def _list_moments(matches: Sequence[EventMatch], values: Floats, strategies: Integers) -> _Moments:
    """Return all moments at which the event was possible, game after game."""
    counts = np.array([len(match.chances) for match in matches])
    game = np.repeat(np.arange(len(matches)), counts)
    chances = chain.from_iterable(match.chances for match in matches)
    chance = np.fromiter(chances, np.int64, len(game))
    seat = chance % SEATS

    # It can only have happened at the last moment of a game.
    happened = np.zeros(len(chance), bool)
    last = counts.cumsum() - 1
    happened[last[[match.happened for match in matches]]] = True

    strata, stratum = np.unique(SEATS * chance + strategies[game, seat], return_inverse=True)
    return _Moments(game, stratum, len(strata), happened, values[game, seat])


@dataclass(frozen=True)
class _Side:
    """One side of the comparison: games with the event, or their matches."""

    mean: float
    variance: float
    #: The number of games.
    n: int
    #: The number of deals of these games.
    deals: int


def _measure_sides(
    moments: _Moments,
    deals: Integers,
    with_event: Integers,
    without_event: Integers,
    is_compared: Booleans,
) -> tuple[_Side, _Side, float]:
    """Return both sides of the comparison, and the correlation of their errors.

    The numbers of moments with and without the event, and whether they are compared, are by
    stratum.

    Each side is a function of means and is linearised: a game counts with its influence on both
    sides, including its part in the matches of other games. Influences are summed by deal. Their
    spread over deals gives the variances of both sides and their correlation. Student's quantile is
    that of the number of deals with the event. Shares have Wilson's interval of that variance.
    """
    happened, stratum, value = moments.happened, moments.stratum, moments.value
    count = int(with_event[is_compared].sum())
    # The mean of the matches in each stratum.
    sums = np.bincount(stratum[~happened], value[~happened], moments.strata)
    means = sums / np.maximum(without_event, 1)
    first = happened & is_compared[stratum]
    second = ~happened & is_compared[stratum]
    first_mean = float(value[first].mean())
    second_mean = float(means[stratum[first]].mean())

    # The influence of each deal on both sides.
    _, deal_of_game = np.unique(deals, return_inverse=True)
    deal = deal_of_game[moments.game]
    influence = np.zeros((2, int(deal_of_game.max()) + 1))
    np.add.at(influence[0], deal[first], (value[first] - first_mean) / count)
    np.add.at(influence[1], deal[first], (means[stratum[first]] - second_mean) / count)
    weight = with_event / np.sqrt(np.maximum(without_event * (without_event - 1.0), 1)) / count
    residual = value[second] - means[stratum[second]]
    np.add.at(influence[1], deal[second], weight[stratum[second]] * residual)

    first_deals = len(np.unique(deal[first]))
    second_deals = len(np.unique(deal[second]))
    correction = first_deals / max(1, first_deals - 1)
    covariance = influence @ influence.T * correction
    (first_variance, shared), (_, second_variance) = covariance.tolist()
    correlation = 0.0
    if first_variance and second_variance:
        correlation = shared / math.sqrt(first_variance * second_variance)
    second_games = len(np.unique(moments.game[second]))
    return (
        _Side(first_mean, first_variance, count, first_deals),
        _Side(second_mean, second_variance, second_games, second_deals),
        correlation,
    )


def _estimate(side: _Side, confidence: float, is_share: bool) -> Estimate:
    """Return the estimate of one side."""
    if is_share:
        return rate_from_variance(
            side.mean, side.variance, side.deals, side.n, confidence, side.deals
        )
    half = math.inf
    if side.deals > 1:
        half = student_quantile(side.deals, confidence) * math.sqrt(side.variance)
    is_constant = side.variance == 0 and side.deals >= LEAST_CONSTANT_DEALS
    return Estimate(side.mean, side.mean - half, side.mean + half, side.n, is_constant)
