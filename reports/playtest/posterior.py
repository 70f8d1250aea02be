"""The posterior probability that the players of a log are of each simulated kind."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy.special import logsumexp

from reports.figures.figure import MINUTES, SEATS, SIDES, TURNS
from reports.playtest.draws import spread_evenly
from reports.playtest.games import Columns, Values
from reports.playtest.log import PlaytestLog
from reports.playtest.play import AND
from simulate.play.rows import Integers

#: Two kinds of players are told apart if one is this many times as likely as the other.
APART = 10
#: The number of simulated tables of known kind that calibrate the likelihoods.
_TABLES = 500
#: The largest number of games of each of these tables.
_MOST_GAMES = 30
#: A pair of styles is shown if it is among this number of the likeliest kinds.
_SHOWN = 5
#: The degrees of freedom of the games' distribution: few, so that one odd game does not decide.
_FREEDOM = 8
#: The precision to which the turns of a game are known, as a share of their number.
_TURNS_PRECISION = 0.02
#: The precision to which all other features of a game are known, in their units.
_PRECISION = 0.5


@dataclass(frozen=True)
class Densities:
    """Logarithms of a kind's density at games in which the same features are known."""

    #: True for the logged games in question, shape (logged games,).
    games: np.ndarray[Any, np.dtype[np.bool_]]
    #: The log density at each of them.
    of_log: Values
    #: The log density at all simulated games of the kind.
    of_kind: Values


class KindPosterior:
    """The probability of each kind of players, given a log.

    Games of a kind are modelled by a multivariate Student's t distribution of their features. Both
    single styles and pairs of styles have a prior probability of a half.

    Parameters
    ----------
    log
        The logged games.
    simulated
        The simulated games of each kind, by its name.
    """

    def __init__(self, log: PlaytestLog, simulated: Mapping[str, Columns]) -> None:
        self._log = log
        self._simulated = simulated
        #: The paths of the logged figures in which kinds of players differ.
        self.features = [path for path in log.columns if _depends_on_players(path)]

    @cached_property
    def log_prior(self) -> Values:
        """The logarithm of the prior probability of each kind, shape (kinds,)."""
        is_pair = np.array([AND in name for name in self._simulated])
        weights = 1 / np.where(is_pair, is_pair.sum(), (~is_pair).sum())
        return np.asarray(np.log(weights / weights.sum()))

    @cached_property
    def probabilities(self) -> dict[str, float]:
        """The posterior probability of each kind, by its name; their sum is 1."""
        log_likelihoods = [
            sum(group.of_log.sum() for group in self.densities(name)) for name in self._simulated
        ]
        logs = self.log_prior + self._exponent * np.array(log_likelihoods)
        return dict(zip(self._simulated, np.exp(logs - logsumexp(logs)).tolist(), strict=True))

    @cached_property
    def drawn_kinds(self) -> Integers:
        """Indices of kinds, shape (`DRAWS`,), drawn in proportion to their probabilities."""
        shares = list(self.probabilities.values())
        return np.searchsorted(np.cumsum(shares[:-1]), spread_evenly(1))

    @cached_property
    def _exponent(self) -> float:
        """The exponent of likelihoods that makes the probabilities calibrated.

        Games do not have exactly the density of `_log_density`, so likelihoods are too sure. The
        exponent is estimated from simulated tables of known kind (temperature scaling, Guo et al.
        2017).
        """
        if not self.features:
            return 1.0
        points = [_points(columns, self.features) for columns in self._simulated.values()]
        generator = np.random.default_rng(4)
        games = min(self._log.games, _MOST_GAMES)
        kinds = generator.choice(len(points), _TABLES, p=np.exp(self.log_prior))
        tables = np.concatenate([generator.choice(points[kind], games) for kind in kinds])
        log_likelihoods = np.array(
            [_log_density(sample, tables).reshape(_TABLES, -1).sum(1) for sample in points]
        )

        def score(exponent: float) -> float:
            """Return the mean log probability of the true kind."""
            logs = self.log_prior[:, None] + exponent * log_likelihoods
            return float((logs[kinds, np.arange(_TABLES)] - logsumexp(logs, axis=0)).mean())

        return float(max(np.linspace(0.1, 1, 19), key=score))

    @property
    def ranked(self) -> list[str]:
        """The names of all kinds, the likeliest first."""
        return sorted(self.probabilities, key=lambda name: -self.probabilities[name])

    @property
    def alike(self) -> list[str]:
        """The likeliest kind, and those that the log does not tell apart from it."""
        highest = max(self.probabilities.values())
        return [name for name in self.ranked if self.probabilities[name] * APART > highest]

    @property
    def shown(self) -> list[str]:
        """The kinds that tables show, the likeliest first: all single styles, and likely pairs."""
        likely = self.alike[:_SHOWN]
        return [name for name in self.ranked if AND not in name or name in likely]

    def games_to_tell(self, name: str, other: str) -> float:
        """Return the expected number of further games that would tell one kind from another.

        Parameters
        ----------
        name
            The kind that the players are assumed to be.
        other
            The other kind.
        """
        own_points = _points(self._simulated[name], self.features)
        other_points = _points(self._simulated[other], self.features)
        gains = _log_density(own_points, own_points) - _log_density(other_points, own_points)
        gain = self._exponent * float(gains.mean())
        missing = math.log(APART * self.probabilities[other] / self.probabilities[name])
        return missing / max(gain, 1e-9)

    @property
    def best_figure(self) -> str:
        """The path of the figure that separates the likely kinds best, logged or not."""
        shares = list(self.probabilities.values())

        def separation(path: str) -> float:
            """Return the variance between kinds as a multiple of the variance within them."""
            points = [_points(columns, [path]) for columns in self._simulated.values()]
            moments = [(values.mean(), values.var() + 1) for values in points]
            means, variances = np.array(moments).T
            deviations = means - np.average(means, weights=shares)
            between = np.average(deviations**2, weights=shares)
            return float(between / np.average(variances, weights=shares))

        figures = next(iter(self._simulated.values()))
        return max(filter(_depends_on_players, figures), key=separation)

    def densities(self, name: str) -> Iterator[Densities]:
        """Yield the log densities of a kind, for each set of features that are known together."""
        if not self.features:
            return
        simulated = _points(self._simulated[name], self.features)
        logged = _points(self._log.columns, self.features)
        is_known = np.isfinite(logged)
        for features in np.unique(is_known[is_known.any(axis=1)], axis=0):
            games = (is_known == features).all(axis=1)
            sample = simulated[:, features]
            yield Densities(
                games,
                _log_density(sample, logged[games][:, features]),
                _log_density(sample, sample),
            )


def _depends_on_players(path: str) -> bool:
    """Return True for a figure by which kinds are compared: not who wins, nor minutes."""
    return path != MINUTES and not path.startswith((SEATS, SIDES))


def _points(columns: Columns, features: Sequence[str]) -> Values:
    """Return games by their features, in units of the precision to which each is known.

    The logarithm of turns is used, which is more nearly normal.

    Returns
    -------
    Values
        An array of shape (games, features).
    """
    points = [
        np.log(columns[path]) / _TURNS_PRECISION if path == TURNS else columns[path] / _PRECISION
        for path in features
    ]
    return np.array(points).T


def _log_density(sample: Values, games: Values) -> Values:
    """Return the log density of games under a t distribution fitted to a sample.

    Parameters
    ----------
    sample
        The games that the distribution is fitted to, shape (games of the sample, features).
    games
        The games whose density is returned, shape (games, features).

    Returns
    -------
    Values
        The logarithm of the density of each game, up to a constant.
    """
    features = sample.shape[1]
    covariance = np.atleast_2d(np.cov(sample.T)) + np.eye(features)
    deviations = games - sample.mean(axis=0)
    squares = (deviations @ np.linalg.inv(covariance) * deviations).sum(axis=1)
    tails = (_FREEDOM + features) * np.log1p(squares / (_FREEDOM - 2))
    return np.asarray(-(np.linalg.slogdet(covariance)[1] + tails) / 2)
