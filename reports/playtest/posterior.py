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

#: A log distinguishes two kinds of players if one is at least this many times as likely.
APART = 10
#: The number of simulated groups of players, each of a known kind, that calibrate the likelihoods.
_TABLES = 500
#: The maximum number of games that each of these groups plays.
_MOST_GAMES = 30
#: Tables of results show a pair of strategies if it is among this number of likeliest kinds.
_SHOWN = 5
#: The degrees of freedom of the t distribution of games. The number is small, so that a single
#: unusual game does not decide which kind is likely.
_FREEDOM = 8
#: The measurement error of the turns of a game, as a share of their number.
_TURNS_PRECISION = 0.02
#: The measurement error of all other features of a game, in the units of the features.
_PRECISION = 0.5


@dataclass(frozen=True)
class Densities:
    """The log densities of a kind of players, for one set of features.

    Games of a log may show different features. This object is about the logged games that show
    exactly these features. Log densities are natural logarithms up to a common constant.
    """

    #: True for each logged game that shows these features, shape (games of the log,).
    games: np.ndarray[Any, np.dtype[np.bool_]]
    #: The log density of the kind at each of these logged games, shape (these games,).
    of_log: Values
    #: The log density of the kind at each of its own simulated games, shape (simulated games,).
    of_kind: Values


class KindPosterior:
    """The posterior probability of each kind of players, given a log.

    The features of a kind's games have a multivariate Student's t distribution. The prior
    probability is 1/2 for all single strategies together and 1/2 for all pairs together.

    Parameters
    ----------
    log
        The logged games.
    simulated
        The columns of the simulated games of each kind, by the name of the kind.
    """

    def __init__(self, log: PlaytestLog, simulated: Mapping[str, Columns]) -> None:
        self._log = log
        self._simulated = simulated
        #: The paths of the logged figures in which kinds of players differ.
        self.features = [path for path in log.columns if _depends_on_players(path)]

    @cached_property
    def log_prior(self) -> Values:
        """The natural logarithm of the prior probability of each kind, shape (kinds,)."""
        is_pair = np.array([AND in name for name in self._simulated])
        weights = 1 / np.where(is_pair, is_pair.sum(), (~is_pair).sum())
        return np.asarray(np.log(weights / weights.sum()))

    @cached_property
    def probabilities(self) -> dict[str, float]:
        """The posterior probability of each kind, by its name; their sum is 1."""
        log_likelihoods = []
        for name in self._simulated:
            log_likelihoods.append(sum(group.of_log.sum() for group in self.densities(name)))
        logs = self.log_prior + self._exponent * np.array(log_likelihoods)
        return dict(zip(self._simulated, np.exp(logs - logsumexp(logs)).tolist(), strict=True))

    @cached_property
    def drawn_kinds(self) -> Integers:
        """Indices of kinds, shape (`DRAWS`,), drawn with the posterior probabilities."""
        shares = list(self.probabilities.values())
        return np.searchsorted(np.cumsum(shares[:-1]), spread_evenly(1))

    @cached_property
    def _exponent(self) -> float:
        """The exponent of the likelihoods that calibrates the probabilities, from 0.1 to 1.

        The games are not distributed exactly as `_log_density` assumes, so the likelihoods are
        overconfident. The exponent is estimated from simulated tables of known kind (temperature
        scaling, Guo et al. 2017).
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
            """Return the mean of the log probability of the true kind over all tables."""
            logs = self.log_prior[:, None] + exponent * log_likelihoods
            return float((logs[kinds, np.arange(_TABLES)] - logsumexp(logs, axis=0)).mean())

        return float(max(np.linspace(0.1, 1, 19), key=score))

    @property
    def ranked(self) -> list[str]:
        """The names of all kinds, the likeliest first."""
        return sorted(self.probabilities, key=lambda name: -self.probabilities[name])

    @property
    def alike(self) -> list[str]:
        """The names of the likeliest kind and of all kinds that are nearly as likely, in order.

        The likeliest kind is less than `APART` times as likely as each of them.
        """
        highest = max(self.probabilities.values())
        return [name for name in self.ranked if self.probabilities[name] * APART > highest]

    @property
    def shown(self) -> list[str]:
        """The names of the kinds to show: all single strategies, and likely pairs; likeliest first.

        A pair is likely if it is among the first `_SHOWN` kinds of `alike`.
        """
        likely = self.alike[:_SHOWN]
        return [name for name in self.ranked if AND not in name or name in likely]

    def games_to_tell(self, first_name: str, second_name: str) -> float:
        """Return the expected number of further games until the log distinguishes two kinds.

        It is 0 or negative if the log distinguishes them already.

        The log distinguishes two kinds if the true kind is `APART` times as likely as the other.
        Each game is expected to raise the log of this ratio by the Kullback-Leibler divergence of
        the kinds' games.

        Parameters
        ----------
        first_name
            The name of the kind that the players are assumed to be.
        second_name
            The name of the other kind.

        Raises
        ------
        KeyError
            If no simulated kind has one of the names.
        """
        own_points = _points(self._simulated[first_name], self.features)
        other_points = _points(self._simulated[second_name], self.features)
        gains = _log_density(own_points, own_points) - _log_density(other_points, own_points)
        gain = self._exponent * float(gains.mean())
        missing = math.log(APART * self.probabilities[second_name] / self.probabilities[first_name])
        return missing / max(gain, 1e-9)

    @property
    def best_figure(self) -> str:
        """The path of the figure that best distinguishes the likely kinds of players.

        The log does not necessarily contain this figure.
        """
        shares = list(self.probabilities.values())

        def separation(path: str) -> float:
            """Return the variance of a figure between kinds, divided by its variance in a kind."""
            points = [_points(columns, [path]) for columns in self._simulated.values()]
            moments = [
                (points_of_games.mean(), points_of_games.var() + 1) for points_of_games in points
            ]
            means, variances = np.array(moments).T
            deviations = means - np.average(means, weights=shares)
            between = np.average(deviations**2, weights=shares)
            return float(between / np.average(variances, weights=shares))

        figures = next(iter(self._simulated.values()))
        return max(filter(_depends_on_players, figures), key=separation)

    def densities(self, name: str) -> Iterator[Densities]:
        """Yield the log densities of a kind, for each set of features that logged games show.

        Nothing is yielded if the log shows no features.

        Raises
        ------
        KeyError
            If no simulated kind has this name.
        """
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
    """Return True if a figure is a feature of kinds of players: not minutes, and not a win rate."""
    return path != MINUTES and not path.startswith((SEATS, SIDES))


def _points(columns: Columns, features: Sequence[str]) -> Values:
    """Return the features of games, each divided by its measurement error.

    The logarithm of turns is used, because its distribution is closer to normal.

    Returns
    -------
    Values
        An array of shape (games, features); NaN where a feature is not known.
    """
    points = [
        np.log(columns[path]) / _TURNS_PRECISION if path == TURNS else columns[path] / _PRECISION
        for path in features
    ]
    return np.array(points).T


def _log_density(sample: Values, games: Values) -> Values:
    """Return the log density of games under a multivariate t distribution fitted to a sample.

    Parameters
    ----------
    sample
        The games that the distribution is fitted to, shape (games of the sample, features).
    games
        The games whose density is returned, shape (games, features).

    Returns
    -------
    Values
        The natural logarithm of the density at each game up to a constant, shape (games,).
    """
    features = sample.shape[1]
    covariance = np.atleast_2d(np.cov(sample.T)) + np.eye(features)
    deviations = games - sample.mean(axis=0)
    squares = (deviations @ np.linalg.inv(covariance) * deviations).sum(axis=1)
    tails = (_FREEDOM + features) * np.log1p(squares / (_FREEDOM - 2))
    return np.asarray(-(np.linalg.slogdet(covariance)[1] + tails) / 2)
