"""How far a table departs from the kinds of players that are simulated, as far as its log tells.

Real players play as none of the simulated kinds does. A figure of a table is therefore that of a
kind plus a departure, drawn from a normal distribution whose standard deviation is a part of how
much the figure differs between kinds. The part is estimated from how far the means of the log lie
from those of the simulated games: of a figure that was logged from itself, and of others from all
that was logged. Figures that were logged are thereby corrected towards the log; others are only
known less well. It is a meta-analysis with random effects (Higgins, Thompson and Spiegelhalter
2009), whose scale comes from differences between kinds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import logsumexp, ndtri

from reports.figures.figure import ADVANTAGE, SEATS, SIDES, TURNS, WIN_RATE
from reports.playtest.games import Columns, Values, known_in

#: Parts of the differences between kinds that a departure may have: equally likely quantiles of a
#: lognormal distribution. Half of them are below 0.5, and 95% between 0.07 and 3.5; none is 0, for
#: nobody plays just as a program does.
_PARTS = 0.5 * np.exp(ndtri((np.arange(60) + 0.5) / 60))
#: The games of the simulation that the spread of logged games counts as, so that two games that are
#: alike by chance do not seem to tell their mean exactly.
_PRIOR_GAMES = 5
#: The least difference between kinds in standard deviations of a game: kinds that happen to agree
#: do not prove that all players agree.
_LEAST = 0.2
#: The same as a share of the mean, for what never varies, as a fixed number of rounds.
_LEAST_SHARE = 0.02
#: Added to variances, so that what never varies has one.
_TINY = 1e-12
#: Figures of which departures are ratios, and logarithms are normal: a length is never negative.
AS_RATIOS = (TURNS,)
#: How the paths begin of the win rates of seats, or of sides that win together.
_WINS = (f"{SEATS}.", f"{SIDES}.")


@dataclass(frozen=True)
class _Measured:
    """A figure as the log tells it: arrays with an entry for each kind."""

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
        The columns of the log that tell players apart.
    figures
        The figures of each kind, and their standard errors, by path: arrays with an entry for each
        kind.
    weights
        The weight of each kind among all, before anything is logged; they sum to 1.
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
        """Return the standard deviation of a figure between kinds; of seats, that of them all."""
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
        """Return the variance between kinds, as few of them tell it of all that there may be."""
        alike = float(self._weights @ self._weights)
        mean = self._weights @ values
        squares = float(self._weights @ (values - mean) ** 2)
        return squares / (1 - alike) if alike < 1 else 0.0

    def _independent(self) -> float:
        """Return the part of the features that tell something of their own.

        Turns and rounds, say, rise together. It is the participation ratio of the eigenvalues of
        their correlations within kinds.
        """
        if len(self._features) < 2:
            return 1.0
        games = [np.array([kind[path] for path in self._features]) for kind in self._kinds]
        covariance = np.mean([np.cov(own) for own in games], axis=0)
        deviations = np.sqrt(np.diag(covariance)) + 1e-12
        correlations = covariance / np.outer(deviations, deviations)
        return float(len(self._features) / (correlations**2).sum())

    def parts_of(self, path: str) -> Values:
        """Return the probability of each part for each kind: shape (kinds, parts).

        A figure that was logged tells it itself; of others all that was logged tells it together.
        """
        told = self._measured.get(path)
        measured = self._measured if told is None else {path: told}
        weight = self._independent() if told is None else 1.0
        logs = np.zeros((len(self._kinds), len(_PARTS)))
        for name, mean in measured.items():
            if name == ADVANTAGE and told is None:
                continue
            variance = (_PARTS * self._spread(name)) ** 2 + mean.variance[:, None]
            logs -= weight * (np.log(variance) + mean.distance[:, None] ** 2 / variance) / 2
        return np.asarray(np.exp(logs - logsumexp(logs, axis=1, keepdims=True)))

    def departure(self, path: str) -> tuple[Values, Values]:
        """Return the mean and the standard deviation of a figure's departure, for each part.

        Of the figures in `AS_RATIOS` it is the logarithm of a ratio; of others a difference.

        Returns
        -------
        tuple
            Two arrays of shape (kinds, parts).
        """
        variance = np.tile((_PARTS * self._spread(path)) ** 2, (len(self._kinds), 1))
        measured = self._measured.get(path)
        if measured is None:
            return np.zeros_like(variance), np.sqrt(variance)
        known = measured.variance[:, None]
        trust = variance / (variance + known)  # the log beside the kind
        return measured.distance[:, None] * trust, np.sqrt(known * trust)
