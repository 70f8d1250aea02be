"""Estimate how far the players of a log depart from the simulated kinds of players.

Real players differ from every simulated kind. A figure of the people who logged their games is
therefore modelled as the figure of a kind plus a departure. The departure is normal. Its standard
deviation is the figure's standard deviation between kinds, times a factor. The factor is estimated
from the distances between the means of the log and of the simulated games. For a figure in the log,
only that figure is used. For all other figures, all figures of the log are used together. So
figures in the log are corrected towards the log, and the intervals of other figures become wider.

The model is a meta-analysis with random effects (Higgins, Thompson and Spiegelhalter, Journal of
the Royal Statistical Society A 172, 2009) whose scale comes from the differences between kinds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import logsumexp, ndtri

from reports.figures.figure import ADVANTAGE, SEATS, SIDES, TURNS, WIN_RATE
from reports.playtest.games import Columns, Values, known_in

#: The values of the factor that are considered, shape (factors,): equally likely quantiles of a
#: lognormal distribution. Half of them are below 0.5, and 95% are between 0.07 and 3.5. None is 0,
#: because no person plays exactly like a program.
_FACTORS = 0.5 * np.exp(ndtri((np.arange(60) + 0.5) / 60))
#: The variance of the logged games is averaged with the variance of this number of simulated games.
#: Otherwise two logged games with equal values by chance would have a variance of 0.
_PRIOR_GAMES = 5
#: The smallest standard deviation of a figure between kinds, as a multiple of its standard
#: deviation between games: if the simulated kinds agree, real players may still differ.
_LEAST = 0.2
#: This share of a figure's mean is added to that smallest standard deviation. It matters for
#: figures that never vary, such as a fixed number of rounds.
_LEAST_SHARE = 0.02
#: A number added to variances, so that no variance is 0.
_TINY = 1e-12
#: The paths of figures whose departure is a ratio with a normal logarithm, so that no length of a
#: game becomes negative.
AS_RATIOS = (TURNS,)
#: The beginnings of the paths of win rates, by seat or by side.
_WINS = (f"{SEATS}.", f"{SIDES}.")


@dataclass(frozen=True)
class _Measured:
    """The distance of a logged figure from the same figure of each kind, with its variance."""

    #: The mean of the log minus the mean of the kind, shape (kinds,). For `AS_RATIOS`, the
    #: logarithm of the ratio of the two means.
    distance: Values
    #: The variance of the log's mean, or of its logarithm, shape (kinds,).
    variance: Values


class Departures:
    """The differences between the logged and the simulated games, one distribution per figure.

    Parameters
    ----------
    log
        The values of each figure in the logged games, shape (games,), by path.
    kinds
        The values of each figure in the simulated games of each kind, shape (games,), by path.
    features
        The paths of the logged figures that distinguish between kinds of players.
    figures
        For each path, the values of the figure for all kinds, shape (kinds,), and their standard
        errors, shape (kinds,).
    weights
        The prior probability of each kind, shape (kinds,); the sum is 1.
    """

    def __init__(
        self,
        log: Columns,
        kinds: Sequence[Columns],
        features: Sequence[str],
        figures: Mapping[str, tuple[Values, Values]],
        weights: Values,
    ) -> None:
        self._log = log
        self._kinds = kinds
        self._features = features
        self._figures = figures
        self._weights = weights
        self._seats = [path for path in log if path.startswith(_WINS)]
        self._measured = {path: self._measure(path) for path in features}
        self._measured |= self._measure_seats()

    def _measure(self, path: str) -> _Measured:
        """Return the distance of a figure of the log from the same figure of each kind.

        Raise `KeyError` if the log or a kind has no such figure.
        """
        games = known_in(self._log[path])
        means = np.array([kind[path].mean() for kind in self._kinds])
        within = np.array([kind[path].var() for kind in self._kinds])
        squares = _PRIOR_GAMES * within + ((games - games.mean()) ** 2).sum()
        variance = squares / (_PRIOR_GAMES + len(games) - 1) / len(games) + _TINY
        if path in AS_RATIOS:
            return _Measured(np.log(games.mean() / means), variance / games.mean() ** 2)
        return _Measured(games.mean() - means, variance)

    def _measure_seats(self) -> dict[str, _Measured]:
        """Return the distances of the win rates of all seats or sides, by path.

        All win rates have the same variance, so that the corrected rates still sum to 1. The path
        of seat 1's win rate has a copy under `ADVANTAGE`. Empty if the log does not show who won.
        """
        if not self._seats:
            return {}
        seats = {path: self._measure(path) for path in self._seats}
        variance = np.mean([seat.variance for seat in seats.values()], axis=0)
        measured = {path: _Measured(seat.distance, variance) for path, seat in seats.items()}
        first = f"{SEATS}.1.{WIN_RATE}"
        return measured | ({ADVANTAGE: measured[first]} if first in measured else {})

    def _spread(self, path: str) -> float:
        """Return the standard deviation of a figure between kinds of players.

        It is the same for the win rates of all seats or sides and for `ADVANTAGE`. For `AS_RATIOS`,
        it is the standard deviation of the figure's logarithm.
        """
        if path in self._features or path in AS_RATIOS:
            means = np.array([kind[path].mean() for kind in self._kinds])
            within = np.array([kind[path].std() for kind in self._kinds])
            least = _LEAST * float(within.mean()) + _LEAST_SHARE * abs(float(means.mean()))
            if path in AS_RATIOS:
                least = _LEAST * float((within / means).mean()) + _LEAST_SHARE
                means = np.log(means)
            return max(float(np.sqrt(self._variance(means))), least)
        seats = [name for name in self._figures if name.startswith(_WINS)]
        paths = seats if path in (*seats, ADVANTAGE) else [path]
        squares = []
        for name in paths:
            values, errors = self._figures[name]
            squares.append(self._variance(values) - self._weights @ errors**2)
        return float(np.sqrt(max(0.0, float(np.mean(squares)))))

    def _variance(self, values: Values) -> float:
        """Return the weighted variance between kinds of values of shape (kinds,).

        It is unbiased if the kinds are a sample of all players.
        """
        alike = float(self._weights @ self._weights)
        mean = self._weights @ values
        squares = float(self._weights @ (values - mean) ** 2)
        return squares / (1 - alike) if alike < 1 else 0.0

    def _independent(self) -> float:
        """Return the effective number of independent features, divided by the number of features.

        Features are correlated: games with more turns, for example, have more rounds. The effective
        number is the participation ratio of the eigenvalues of the correlation matrix within kinds.
        """
        if len(self._features) < 2:
            return 1.0
        covariances = []
        for kind in self._kinds:
            features = np.array([kind[path] for path in self._features])
            covariances.append(np.cov(features))
        covariance = np.mean(covariances, axis=0)
        deviations = np.sqrt(np.diag(covariance)) + _TINY
        correlations = covariance / np.outer(deviations, deviations)
        return float(len(self._features) / (correlations**2).sum())

    def factor_probabilities(self, path: str) -> Values:
        """Return the posterior probability of each value of the factor for a figure.

        It is computed from the figure itself if that was logged, and otherwise from all logged
        figures.

        Returns
        -------
        Values
            An array of shape (kinds, factors); each row sums to 1.
        """
        is_logged = path in self._measured
        measured = {path: self._measured[path]} if is_logged else self._measured
        weight = 1.0 if is_logged else self._independent()
        logs = np.zeros((len(self._kinds), len(_FACTORS)))
        for name, mean in measured.items():
            if name == ADVANTAGE and not is_logged:
                continue  # ADVANTAGE repeats the win rate of seat 1.
            variance = (_FACTORS * self._spread(name)) ** 2 + mean.variance[:, None]
            logs -= weight * (np.log(variance) + mean.distance[:, None] ** 2 / variance) / 2
        return np.asarray(np.exp(logs - logsumexp(logs, axis=1, keepdims=True)))

    def departure(self, path: str) -> tuple[Values, Values]:
        """Return the mean and the standard deviation of a figure's departure from each kind.

        Returns
        -------
        means, deviations
            Arrays of shape (kinds, factors), in the figure's unit. For the figures in `AS_RATIOS`,
            the departure is the logarithm of a ratio, without a unit.
        """
        variance = np.tile((_FACTORS * self._spread(path)) ** 2, (len(self._kinds), 1))
        measured = self._measured.get(path)
        if measured is None:
            return np.zeros_like(variance), np.sqrt(variance)
        log_variance = measured.variance[:, None]
        # The weight of the log's mean; the weight of the kind's mean is 1 minus this.
        log_weight = variance / (variance + log_variance)
        return measured.distance[:, None] * log_weight, np.sqrt(log_variance * log_weight)
