"""Estimates of how far the players of a log depart from the simulated kinds of players.

Real players differ from every simulated kind. The figure of a table is therefore modelled as that
of a kind plus a departure. The departure is normal, and its standard deviation is a multiple of the
figure's standard deviation between kinds. That multiple is called the part here. It is estimated
from the distances between the means of the log and of the simulated games. For a figure in the log,
only that figure is used; for all others, everything in the log is used together. So figures in the
log are corrected towards the log, and the intervals of the others become wider.

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

#: The parts that are considered, shape (parts,): equally likely quantiles of a lognormal
#: distribution. Half of them are below 0.5, and 95% between 0.07 and 3.5. None is 0, as nobody
#: plays exactly as a program does.
_PARTS = 0.5 * np.exp(ndtri((np.arange(60) + 0.5) / 60))
#: The variance of logged games is averaged with that of this number of simulated games, so that two
#: logged games that are equal by chance do not seem to give their mean exactly.
_PRIOR_GAMES = 5
#: The smallest standard deviation between kinds, in standard deviations of a game: kinds that
#: happen to agree do not prove that all players agree.
_LEAST = 0.2
#: Added to it, as a share of the mean, for figures that never vary, as a fixed number of rounds.
_LEAST_SHARE = 0.02
#: Added to variances, so that none is 0.
_TINY = 1e-12
#: Figures whose departures are ratios with normal logarithms, as a length is never negative.
AS_RATIOS = (TURNS,)
#: The beginnings of the paths of win rates, by seat or by side.
_WINS = (f"{SEATS}.", f"{SIDES}.")


@dataclass(frozen=True)
class _Measured:
    """The comparison of a logged figure with each kind: arrays of shape (kinds,)."""

    #: The mean of the log minus that of the kind.
    distance: Values
    #: The variance of the mean of the log.
    variance: Values


class Departures:
    """The departures of a table from each kind of players.

    Parameters
    ----------
    log
        The columns of the logged games.
    kinds
        The columns of the simulated games of each kind.
    features
        The paths of the columns in which players differ.
    figures
        The figures of each kind and their standard errors, by path: arrays of shape (kinds,).
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
        self._log, self._kinds, self._features = log, kinds, features
        self._figures, self._weights = figures, weights
        self._seats = [path for path in log if path.startswith(_WINS)]
        self._measured = {path: self._measure(path) for path in features}
        self._measured |= self._measure_seats()

    def _measure(self, path: str) -> _Measured:
        """Compare the log with each kind in one column."""
        games = known_in(self._log[path])
        means = np.array([kind[path].mean() for kind in self._kinds])
        within = np.array([kind[path].var() for kind in self._kinds])
        squares = _PRIOR_GAMES * within + ((games - games.mean()) ** 2).sum()
        variance = squares / (_PRIOR_GAMES + len(games) - 1) / len(games) + _TINY
        if path in AS_RATIOS:
            return _Measured(np.log(games.mean() / means), variance / games.mean() ** 2)
        return _Measured(games.mean() - means, variance)

    def _measure_seats(self) -> dict[str, _Measured]:
        """Compare the wins of seats, whose variances are made equal so that they sum to 1."""
        if not self._seats:
            return {}
        seats = {path: self._measure(path) for path in self._seats}
        variance = np.mean([seat.variance for seat in seats.values()], axis=0)
        measured = {path: _Measured(seat.distance, variance) for path, seat in seats.items()}
        first = f"{SEATS}.1.{WIN_RATE}"
        return measured | ({ADVANTAGE: measured[first]} if first in measured else {})

    def _spread(self, path: str) -> float:
        """Return the standard deviation of a figure between kinds; one for all win rates."""
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
        squares = [
            self._variance(values) - self._weights @ errors**2
            for values, errors in (self._figures[name] for name in paths)
        ]
        return float(np.sqrt(max(0.0, float(np.mean(squares)))))

    def _variance(self, values: Values) -> float:
        """Return the weighted variance between kinds, unbiased for a sample of all players."""
        alike = float(self._weights @ self._weights)
        mean = self._weights @ values
        squares = float(self._weights @ (values - mean) ** 2)
        return squares / (1 - alike) if alike < 1 else 0.0

    def _independent(self) -> float:
        """Return the effective number of features, as a share of their number.

        Features are correlated: turns and rounds, say, rise together. The effective number is the
        participation ratio of the eigenvalues of their correlations within kinds.
        """
        if len(self._features) < 2:
            return 1.0
        games = [np.array([kind[path] for path in self._features]) for kind in self._kinds]
        covariance = np.mean([np.cov(features) for features in games], axis=0)
        deviations = np.sqrt(np.diag(covariance)) + _TINY
        correlations = covariance / np.outer(deviations, deviations)
        return float(len(self._features) / (correlations**2).sum())

    def parts_of(self, path: str) -> Values:
        """Return the probability of each part for each kind, shape (kinds, parts).

        It is computed from the figure itself if that was logged, and else from all logged figures.
        """
        is_logged = path in self._measured
        measured = {path: self._measured[path]} if is_logged else self._measured
        weight = 1.0 if is_logged else self._independent()
        logs = np.zeros((len(self._kinds), len(_PARTS)))
        for name, mean in measured.items():
            if name == ADVANTAGE and not is_logged:
                continue  # it is the first seat's wins again
            variance = (_PARTS * self._spread(name)) ** 2 + mean.variance[:, None]
            logs -= weight * (np.log(variance) + mean.distance[:, None] ** 2 / variance) / 2
        return np.asarray(np.exp(logs - logsumexp(logs, axis=1, keepdims=True)))

    def departure(self, path: str) -> tuple[Values, Values]:
        """Return the mean and the standard deviation of a figure's departure.

        Returns
        -------
        tuple
            Two arrays of shape (kinds, parts), in the figure's unit. For the figures in `AS_RATIOS`
            the departure is the logarithm of a ratio, without a unit.
        """
        variance = np.tile((_PARTS * self._spread(path)) ** 2, (len(self._kinds), 1))
        measured = self._measured.get(path)
        if measured is None:
            return np.zeros_like(variance), np.sqrt(variance)
        of_log = measured.variance[:, None]
        trust = variance / (variance + of_log)  # in the log, against the kind
        return measured.distance[:, None] * trust, np.sqrt(of_log * trust)
