"""Strengths from who wins at mixed tables (Bradley and Terry, Biometrika 39, 1952).

Of the games that one of two competitors wins, the one with strength a wins the share
1 / (1 + exp(b - a)). A game of N seats gives its winner over each of the N - 1 others; where
one of several is to win with a probability in proportion to exp(strength) (Luce, Individual
Choice Behavior, 1959), that estimates the same strengths.

Every competitor is given half a win and half a loss more, shared among all others, so that each
has a finite strength however it fared; for two competitors that is the estimate of least bias
(Firth, Biometrika 80, 1993). Of who won or lost every game it says nothing. Strengths count from
who would win half of the games against all of them, met equally often. Unlike the mean, that hardly
depends on how hopeless the last one is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import brentq, minimize
from scipy.sparse.csgraph import connected_components
from scipy.special import expit, log_expit

Numbers = np.ndarray[Any, np.dtype[np.float64]]

#: Elo points of who wins half of the games against all.
EVEN_ELO = 1500.0
#: Wins, and losses, that each competitor is given.
GIVEN = 0.5

#: Returns the covariance of a sum over deals, given of each group of deals its terms: shape
#: (deals, size).
Covariance = Callable[[Sequence[Numbers]], Numbers]


@dataclass(frozen=True)
class Group:
    """Deals of the same competitors: the seats each has, and each deal's games that it won.

    Shapes (competitors,) and (deals, competitors).
    """

    seats: Numbers
    wins: Numbers


@dataclass(frozen=True)
class Strengths:
    """What `fit` found."""

    #: The strengths, 0 for who would win half of the games against all, met equally often.
    values: Numbers
    #: Of the strengths.
    covariance: Numbers
    #: The largest set of competitors of which each won against another one, all around. The others
    #: won no game against those, or lost none, and their strength is not known.
    compared: list[int]


def fit(groups: Sequence[Group], covariance: Covariance) -> Strengths:
    """Fit strengths to the games of several groups of deals.

    By maximum likelihood over pairs, with a sandwich for the errors (Liang and Zeger,
    Biometrika 73, 1986): the pairs of a game, and the games of a deal, are not independent.
    """
    # Row over column: the games that one won, once for each seat the other had in them.
    wins = sum(np.outer(group.wins.sum(axis=0), group.seats) for group in groups)
    others = 1 - np.eye(len(groups[0].seats))
    wins = np.asarray(wins) * others
    given = wins + GIVEN / (len(wins) - 1) * others
    strengths = _maximise(given)
    share = _shares(strengths)
    scores = [_scores(group.seats, group.wins, share) for group in groups]
    bread = np.linalg.pinv(_information(given + given.T, share))
    middle = even(strengths)
    # How that moves with the strengths of all.
    weights = expit(strengths - middle) * expit(middle - strengths)
    turned = np.eye(len(wins)) - weights / weights.sum()
    spread = turned @ bread @ covariance(scores) @ bread @ turned.T
    _, labels = connected_components(wins > 0, connection="strong")
    largest = np.flatnonzero(labels == np.bincount(labels).argmax())
    return Strengths(strengths - middle, spread, largest.tolist())


def even(strengths: Numbers) -> float:
    """Return the strength of who would win half of the games against all, met equally often."""
    low, high = float(strengths.min()), float(strengths.max())
    if low == high:
        return low
    return float(brentq(lambda one: expit(strengths - one).mean() - 0.5, low, high, xtol=1e-12))


def _maximise(wins: Numbers) -> Numbers:
    met = wins + wins.T
    games = float(met.sum()) / 2

    def loss(strengths: Numbers) -> float:
        return -float((wins * log_expit(strengths[:, None] - strengths[None, :])).sum() / games)

    def slope(strengths: Numbers) -> Numbers:
        return np.asarray((met * _shares(strengths) - wins).sum(axis=1) / games)

    def bend(strengths: Numbers) -> Numbers:
        # The mean of the strengths changes nothing; held at 0, so that there is one best.
        return np.asarray(_information(met, _shares(strengths)) / games + 1 / len(wins))

    found = minimize(
        loss, np.zeros(len(wins)), jac=slope, hess=bend, method="trust-exact", tol=1e-10
    )
    return np.asarray(found.x - found.x.mean())


def _shares(strengths: Numbers) -> Numbers:
    return np.asarray(expit(strengths[:, None] - strengths[None, :]))


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
