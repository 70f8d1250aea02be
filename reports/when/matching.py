"""Compare games in which an event happens with games that reached the same moment without it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, TypeAlias

import numpy as np

from reports.figures.differences import unpaired_difference
from reports.figures.statistics import LEAST_CONSTANT_DEALS, UNKNOWN, Estimate, rate_from_variance
from simulate.kit.layout import SEATS
from simulate.play.events import EventMatch
from simulate.play.intervals import student_quantile
from simulate.play.rows import Integers

#: The minimum number of games that must have reached the moment of an event without it. Games with
#: fewer matches are left out.
LEAST_MATCHES = 5
#: The names of the estimates of a comparison: the figure in games with the event, the figure in
#: games without it, and the first minus the second.
SIDES = ("with", "without", "difference")

#: An array of floating-point numbers.
Floats: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"
#: An array of booleans.
Booleans: TypeAlias = "np.ndarray[Any, np.dtype[np.bool_]]"


@dataclass(frozen=True)
class _Moments:
    """All moments of all games at which the event was possible.

    The arrays have the shape (moments,).
    """

    #: The index of the game.
    game: Integers
    #: The index of the stratum. A stratum consists of comparable moments: the turn or stretch, the
    #: seat and the strategy in the seat are the same.
    stratum: Integers
    #: The number of strata.
    strata: int
    #: True if the event happened at the moment.
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
    """Return estimates of a figure in games with an event and in comparable games without it.

    An event happens at a moment (a turn or a stretch such as a round) and is about a seat. A game
    with the event is matched with all games that reached this moment, in which the seat could still
    be the subject of the event, had the same strategy, and the event had not happened by then. The
    event may happen later. The figure "with" is the mean over games with the event. For the figure
    "without", the mean of each game's matches is taken, and then the mean over the same games.

    Parameters
    ----------
    matches
        For each game, the moments at which the event was possible or happened.
    values
        The figure of each seat, shape (games, seats).
    deals
        The number of the deal of each game, shape (games,).
    strategies
        The index of the strategy in each seat, shape (games, seats).
    confidence
        The confidence of the intervals.
    is_share
        True if the figure is a share, so that its intervals lie between 0 and 1.

    Returns
    -------
    estimates
        The estimates by their names in `SIDES`. All are `UNKNOWN` if no games can be compared.
    left_out
        The number of games with the event that have fewer than `LEAST_MATCHES` matches, and are
        left out of the comparison.
    """
    moments = _list_moments(matches, values, strategies)
    with_event = np.bincount(moments.stratum[moments.happened], minlength=moments.strata)
    without_event = np.bincount(moments.stratum[~moments.happened], minlength=moments.strata)
    is_compared = (with_event > 0) & (without_event >= LEAST_MATCHES)
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
    """Return all moments at which the event was possible, in the order of the games.

    The parameters are those of `compare_matched`.
    """
    counts = np.array([len(match.chances) for match in matches])
    game = np.repeat(np.arange(len(matches)), counts)
    chances = chain.from_iterable(match.chances for match in matches)
    chance = np.fromiter(chances, np.int64, len(game))
    seat = chance % SEATS

    # The list of a game's moments ends when the event happens, so it happened at the last or never.
    happened = np.zeros(len(chance), bool)
    last = counts.cumsum() - 1
    happened[last[[match.happened for match in matches]]] = True

    strata, stratum = np.unique(SEATS * chance + strategies[game, seat], return_inverse=True)
    return _Moments(game, stratum, len(strata), happened, values[game, seat])


@dataclass(frozen=True)
class _Side:
    """The mean of a figure on one side of a comparison: games with the event, or their matches."""

    mean: float
    #: The variance of the mean.
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

    The mean of each side is linearised: the influence of a game on it is computed, including the
    influence as a match of other games. Influences are summed over the games of a deal. The
    variances of both means and their correlation follow from the spread over deals (the method of
    influence functions, Hampel 1974).

    Parameters
    ----------
    moments
        The moments at which the event was possible.
    deals
        The number of the deal of each game, shape (games,).
    with_event, without_event
        The numbers of moments with the event and without it, shape (strata,).
    is_compared
        True for strata whose games are compared, shape (strata,).

    Returns
    -------
    first, second
        The games with the event, and their matches.
    correlation
        The correlation of the errors of the two means; 0 if one of them has no variance.
    """
    happened = moments.happened
    stratum = moments.stratum
    figure_values = moments.value
    count = int(with_event[is_compared].sum())
    # The mean of the figure over the moments without the event, in each stratum.
    sums = np.bincount(stratum[~happened], figure_values[~happened], moments.strata)
    means = sums / np.maximum(without_event, 1)
    first = happened & is_compared[stratum]
    second = ~happened & is_compared[stratum]
    first_mean = float(figure_values[first].mean())
    second_mean = float(means[stratum[first]].mean())

    _, deal_of_game = np.unique(deals, return_inverse=True)
    deal = deal_of_game[moments.game]
    # The influence of each deal on the mean of each side, shape (2, deals).
    influence = np.zeros((2, int(deal_of_game.max()) + 1))
    np.add.at(influence[0], deal[first], (figure_values[first] - first_mean) / count)
    np.add.at(influence[1], deal[first], (means[stratum[first]] - second_mean) / count)
    weight = with_event / np.sqrt(np.maximum(without_event * (without_event - 1.0), 1)) / count
    residual = figure_values[second] - means[stratum[second]]
    np.add.at(influence[1], deal[second], weight[stratum[second]] * residual)

    first_deals = len(np.unique(deal[first]))
    second_deals = len(np.unique(deal[second]))
    correction = first_deals / max(1, first_deals - 1)
    covariance = influence @ influence.T * correction
    second_games = len(np.unique(moments.game[second]))
    return (
        _Side(first_mean, float(covariance[0, 0]), count, first_deals),
        _Side(second_mean, float(covariance[1, 1]), second_games, second_deals),
        _correlation(covariance),
    )


def _correlation(covariance: Floats) -> float:
    """Return the correlation from a matrix of shape (2, 2); 0 if a variance is 0."""
    (first_variance, shared), (_, second_variance) = covariance.tolist()
    if not (first_variance and second_variance):
        return 0.0
    return float(shared / math.sqrt(first_variance * second_variance))


def _estimate(side: _Side, confidence: float, is_share: bool) -> Estimate:
    """Return the estimate of the mean of one side.

    Shares have Wilson's interval, with the variance of the mean. Other figures have Student's
    interval, which is infinite for games of a single deal.
    """
    if is_share:
        return rate_from_variance(
            side.mean, side.variance, side.deals, side.n, confidence, side.deals
        )
    half = math.inf
    if side.deals > 1:
        half = student_quantile(side.deals, confidence) * math.sqrt(side.variance)
    is_constant = side.variance == 0 and side.deals >= LEAST_CONSTANT_DEALS
    return Estimate(side.mean, side.mean - half, side.mean + half, side.n, is_constant)
