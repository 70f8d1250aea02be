"""Strengths from who wins at mixed tables (Bradley and Terry, Biometrika 39, 1952).

Of the games that one of two competitors wins, the one with strength a wins the share
1 / (1 + exp(b - a)). A game of N seats gives its winner over each of the N - 1 others; where
one of several is to win with a probability in proportion to exp(strength) (Luce, Individual
Choice Behavior, 1959), that estimates the same strengths.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.sparse.csgraph import connected_components
from scipy.special import expit, log_expit

Numbers = np.ndarray[Any, np.dtype[np.float64]]

#: Elo points of one unit of strength, and their mean over all that are rated.
ELO, MEAN_ELO = 400 / math.log(10), 1500.0

#: Returns the covariance of a sum over deals, given of each group of deals its terms: shape
#: (deals, size).
Covariance = Callable[[Sequence[Numbers]], Numbers]


@dataclass(frozen=True)
class Group:
    """Deals that the same competitors played.

    Attributes
    ----------
    seats
        How many seats of each game each competitor has.
    wins
        Games that each deal gave each competitor: shape (deals, competitors).
    """

    seats: Numbers
    wins: Numbers


@dataclass(frozen=True)
class Strengths:
    """What `fit` found.

    Attributes
    ----------
    values
        The strengths, with mean 0; NaN for those that cannot be told.
    covariance
        Of the strengths; NaN likewise.
    """

    values: Numbers
    covariance: Numbers


def fit(groups: Sequence[Group], covariance: Covariance) -> Strengths:
    """Fit strengths to the games of several groups of deals.

    By maximum likelihood over pairs, with a sandwich for the errors (Liang and Zeger,
    Biometrika 73, 1986): the pairs of a game, and the games of a deal, are not independent.

    A competitor is left out when it, or some competitors with it, won no game against the
    others or lost none: then no finite strength fits. The largest set without that is kept.

    Parameters
    ----------
    groups
        The games.
    covariance
        How sure sums over deals are.
    """
    # Row over column: the games that one won, once for each seat the other had in them.
    wins = sum(np.outer(group.wins.sum(axis=0), group.seats) for group in groups)
    wins = np.asarray(wins) * (1 - np.eye(len(groups[0].seats)))
    rated = _largest_connected(wins)
    size = len(wins)
    values, known = np.full(size, np.nan), np.full((size, size), np.nan)
    if len(rated) < 2:
        return Strengths(values, known)
    inside = wins[np.ix_(rated, rated)]
    strengths = _maximise(inside)
    share = expit(strengths[:, None] - strengths[None, :])
    scores = [_scores(group.seats[rated], group.wins[:, rated], share) for group in groups]
    bread = np.linalg.pinv(_information(inside + inside.T, share))
    values[rated] = strengths
    known[np.ix_(rated, rated)] = bread @ covariance(scores) @ bread
    return Strengths(values, known)


def _largest_connected(wins: Numbers) -> list[int]:
    """Return the largest set in which everybody won against somebody who …, all around."""
    _, labels = connected_components(wins > 0, connection="strong")
    sizes = np.bincount(labels)
    return [int(place) for place in np.flatnonzero(labels == sizes.argmax())]


def _maximise(wins: Numbers) -> Numbers:
    """Return the strengths of highest likelihood, with mean 0."""
    met = wins + wins.T
    games = float(met.sum()) / 2

    def shares(strengths: Numbers) -> Numbers:
        return np.asarray(expit(strengths[:, None] - strengths[None, :]))

    def loss(strengths: Numbers) -> float:
        return -float((wins * log_expit(strengths[:, None] - strengths[None, :])).sum() / games)

    def slope(strengths: Numbers) -> Numbers:
        return np.asarray((met * shares(strengths) - wins).sum(axis=1) / games)

    def bend(strengths: Numbers) -> Numbers:
        # The mean of the strengths changes nothing; held at 0, so that there is one best.
        return np.asarray(_information(met, shares(strengths)) / games + 1 / len(wins))

    found = minimize(
        loss, np.zeros(len(wins)), jac=slope, hess=bend, method="trust-exact", tol=1e-10
    )
    return np.asarray(found.x - found.x.mean())


def _information(met: Numbers, share: Numbers) -> Numbers:
    """Return the second derivatives of the likelihood, with their sign turned."""
    information = -met * share * (1 - share)
    np.fill_diagonal(information, 0.0)
    np.fill_diagonal(information, -information.sum(axis=1))
    return information


def _scores(seats: Numbers, wins: Numbers, share: Numbers) -> Numbers:
    """Return each deal's derivative of the likelihood: shape (deals, competitors)."""
    # Each win of a over a seat of b counts 1 - share[a, b] for a, and as much less for b.
    surprise = seats[None, :] * (1 - share)
    np.fill_diagonal(surprise, 0.0)
    gained = wins * surprise.sum(axis=1)
    lost = (wins @ (1 - share) - wins * np.diag(1 - share)) * seats
    return np.asarray(gained - lost)
