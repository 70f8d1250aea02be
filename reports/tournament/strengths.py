"""Strengths of competitors, fitted to the games that they won against each other.

The model is that of Bradley and Terry (Biometrika 39, 1952): of the games won by one of two
competitors with strengths a and b, the first wins the share 1 / (1 + exp(b - a)). A game of N seats
counts as a win of its winner over each of the N - 1 others. If each competitor wins with a
probability in proportion to exp(strength) (Luce, Individual Choice Behavior, 1959), this estimates
the same strengths.

Half a win and half a loss against all others together are added to the results of each competitor,
so that every strength is finite. For two competitors this is the estimate of least bias (Firth,
Biometrika 80, 1993). The strength of a competitor that won or lost every game is still unknown.

A competitor with strength 0 would win half of its games against all others, met equally often.
Unlike a mean of 0, this convention hardly depends on the strength of the weakest competitor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from scipy.optimize import brentq, minimize
from scipy.sparse.csgraph import connected_components
from scipy.special import expit, log_expit

Numbers: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"

#: The number of wins, and the number of losses, added to the results of each competitor.
GIVEN = 0.5

#: A function that is called with the terms of a sum over deals, an array of shape (deals, size) per
#: group, and returns the covariance of the sum: shape (size, size).
Covariance = Callable[[Sequence[Numbers]], Numbers]


@dataclass(frozen=True)
class Group:
    """The deals that one group of competitors played against each other."""

    #: The seats of each competitor per game: shape (competitors,).
    seats: Numbers
    #: The games that each competitor won in each deal: shape (deals, competitors).
    wins: Numbers


@dataclass(frozen=True)
class Strengths:
    """Fitted strengths, with their covariance."""

    #: The strengths: shape (competitors,).
    values: Numbers
    #: Their covariance: shape (competitors, competitors).
    covariance: Numbers
    #: The numbers of the competitors whose strengths are known: the largest set that is connected
    #: by wins in both directions. Each other competitor won no game against this set, or lost none.
    compared: list[int]


def fit(groups: Sequence[Group], covariance: Covariance) -> Strengths:
    """Return the strengths of competitors, fitted to the games of several groups of deals.

    They are those of maximum likelihood over pairs, after `GIVEN` wins and as many losses are added
    to the results of each competitor, spread evenly over the others. They are relative to the
    strength of `even_strength`, which becomes 0. Their covariance is that of a sandwich estimator
    (Liang and Zeger, Biometrika 73, 1986), because the pairs of a game and the games of a deal are
    not independent. The result also lists the competitors whose strengths are known.

    Parameters
    ----------
    groups
        The deals, in groups that the same competitors played; at least one group, and at least two
        competitors, in the same order in all groups.
    covariance
        A function that is called with the terms of a sum over deals and returns the covariance of
        the sum (see `Covariance`).
    """
    # wins[a, b] is the number of games that a won, each counted once per seat of b.
    wins = np.asarray(sum(np.outer(group.wins.sum(axis=0), group.seats) for group in groups))
    off_diagonal = 1 - np.eye(len(groups[0].seats))
    wins = wins * off_diagonal
    smoothed = wins + GIVEN / (len(wins) - 1) * off_diagonal
    strengths = _maximise(smoothed)
    shares = _shares(strengths)
    scores = [_scores(group.seats, group.wins, shares) for group in groups]
    bread = np.linalg.pinv(_information(smoothed + smoothed.T, shares))
    middle = even_strength(strengths)
    # Subtracting the middle, which itself depends on all strengths, is linearised: `weights` are
    # the derivatives of the middle up to a factor, and `centring` those of the differences.
    weights = expit(strengths - middle) * expit(middle - strengths)
    centring = np.eye(len(wins)) - weights / weights.sum()
    spread = centring @ bread @ covariance(scores) @ bread @ centring.T
    _, labels = connected_components(wins > 0, connection="strong")
    largest = np.flatnonzero(labels == np.bincount(labels).argmax())
    return Strengths(strengths - middle, spread, largest.tolist())


def even_strength(strengths: Numbers) -> float:
    """Return the strength that wins half of the games against all competitors, met equally often.

    `strengths` are those of the competitors: shape (competitors,).
    """

    def surplus(strength: float) -> float:
        return float(expit(strengths - strength).mean() - 0.5)

    return float(brentq(surplus, float(strengths.min()), float(strengths.max()), xtol=1e-12))


def _maximise(wins: Numbers) -> Numbers:
    """Return the strengths of maximum likelihood, with a mean of 0: shape (competitors,).

    `wins` has the wins of the row over the column: shape (competitors, competitors).
    """
    met = wins + wins.T
    games = float(met.sum()) / 2

    def loss(strengths: Numbers) -> float:
        return -float((wins * log_expit(strengths[:, None] - strengths[None, :])).sum() / games)

    def gradient(strengths: Numbers) -> Numbers:
        return np.asarray((met * _shares(strengths) - wins).sum(axis=1) / games)

    def hessian(strengths: Numbers) -> Numbers:
        # The likelihood does not depend on the mean of the strengths. The last term makes the
        # Hessian invertible; the mean stays at 0.
        return np.asarray(_information(met, _shares(strengths)) / games + 1 / len(wins))

    optimum = minimize(
        loss, np.zeros(len(wins)), jac=gradient, hess=hessian, method="trust-exact", tol=1e-10
    )
    return np.asarray(optimum.x - optimum.x.mean())


def _shares(strengths: Numbers) -> Numbers:
    """Return the share of games that the row wins against the column.

    The shape is (competitors, competitors).
    """
    return np.asarray(expit(strengths[:, None] - strengths[None, :]))


def _information(met: Numbers, shares: Numbers) -> Numbers:
    """Return the negative second derivatives of the log-likelihood.

    The shape is (competitors, competitors), also of the arguments. `met` has the number of games of
    each pair, and `shares` the share that the row wins.
    """
    information = -met * shares * (1 - shares)
    np.fill_diagonal(information, 0.0)
    np.fill_diagonal(information, -information.sum(axis=1))
    return information


def _scores(seats: Numbers, wins: Numbers, shares: Numbers) -> Numbers:
    """Return the derivatives of the log-likelihood of each deal: shape (deals, competitors)."""
    # Each win of a over a seat of b adds 1 - shares[a, b] to a, and subtracts it from b.
    surprise = seats[None, :] * (1 - shares)
    np.fill_diagonal(surprise, 0.0)
    gained = wins * surprise.sum(axis=1)
    lost = (wins @ (1 - shares) - wins * np.diag(1 - shares)) * seats
    return np.asarray(gained - lost)
