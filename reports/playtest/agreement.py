"""Whether real games agree with simulated ones, and which players' they are most like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy.special import bdtr, bdtrc, logsumexp

from reports.figures.figure import MINUTES, SEATS, TURNS, WIN_RATE
from reports.playtest.games import OTHERS_SCORE, ROUNDS, WINNER_SCORE, Columns, Values
from simulate.play.rows import Integers

#: How often as many games as were logged are drawn of those simulated: so chances are told down to
#: 1 in 5,000, which leaves room for a correction for a few dozen figures.
DRAWS = 10_000
#: What is told of the seat that wins most, and of all that tells players apart, taken together.
MOST_WINS, TOGETHER = "most_wins", "together"
#: What tells players apart, each with how exactly: what is always the same still has a spread.
_FEATURES = {TURNS: 0.02, ROUNDS: 0.5, WINNER_SCORE: 0.5, OTHERS_SCORE: 0.5}
#: This part of all games may be any, so that a single odd one does not decide.
_ODD = 0.01


_TITLES = {
    TURNS: "turns",
    ROUNDS: "rounds",
    MINUTES: "minutes",
    WINNER_SCORE: "winner's score",
    OTHERS_SCORE: "others' mean score",
    MOST_WINS: "most wins of one seat",
    TOGETHER: "all of it together",
}


@dataclass(frozen=True)
class Agreement:
    """A logged figure of so many games, and how likely simulated ones have it, or less, or more.

    `drawn` are figures of as many simulated games, each as likely.
    """

    figure: str
    logged: float
    games: int
    drawn: Values
    lower: float
    upper: float
    #: Usual, unusual or not explained.
    verdict: str = ""

    @classmethod
    def of(
        cls, figure: str, logged: float, games: int, drawn: Values, slack: float = 0.0
    ) -> Agreement:
        """Count how many are at most, or at least, what was logged; equal within some slack."""
        slack += 1e-9 * max(1.0, abs(logged))  # the same sums in another order are equal
        lower, upper = (drawn <= logged + slack).sum() + 1, (drawn >= logged - slack).sum() + 1
        part = 1 / (len(drawn) + 1)
        return cls(figure, logged, games, drawn, part * float(lower), part * float(upper))

    @property
    def p(self) -> float:
        """How likely something at least so far off is; of a few figures only more is odd."""
        both = min(1.0, 2 * min(self.lower, self.upper))
        return self.upper if self.figure in (MOST_WINS, TOGETHER) else both

    @property
    def usual(self) -> tuple[float, float]:
        """Between what 95 in 100 such tables are."""
        low, high = np.percentile(self.drawn, (2.5, 97.5))
        return float(low), float(high)

    @property
    def title(self) -> str:
        """What it is called."""
        seat = self.figure.removeprefix(f"{SEATS}.").removesuffix(f".{WIN_RATE}")
        other = f"wins of seat {seat}" if seat.isdecimal() else self.figure.partition(".")[2]
        return _TITLES.get(self.figure, other)


def mixed(several: Sequence[Agreement], weights: Sequence[float]) -> Agreement:
    """Return the agreement where players are of each kind with some weight."""
    pairs = list(zip(several, weights, strict=True))
    lower, upper = (sum(getattr(one, end) * by for one, by in pairs) for end in ("lower", "upper"))
    drawn = np.concatenate([one.drawn[: round(by * len(one.drawn))] for one, by in pairs])
    return replace(several[0], lower=lower, upper=upper, drawn=drawn)


def known_in(column: Values) -> Values:
    """Return the values that are known."""
    return column[np.isfinite(column)]


@dataclass(frozen=True)
class Comparison:
    """Logged games beside those simulated with each kind of players, by its name."""

    logged: Columns
    simulated: Mapping[str, Columns]

    @property
    def games(self) -> int:
        """How many were logged."""
        return len(next(iter(self.logged.values())))

    def agreements(self, name: str) -> dict[str, Agreement]:
        """Return where each logged figure lies among those of one kind of players."""
        columns, seats = self.simulated[name], [one for one in self.logged if WIN_RATE in one]
        found, total = list[Agreement](), len(columns[TURNS])
        # The same draws for all kinds of players and all figures.
        draws = np.random.default_rng(1).integers(0, total, (DRAWS, self.games))
        wider = np.sqrt(1 + self.games / total)  # the simulation is known from so many games only
        for path, values in self.logged.items():
            column, some = columns[path], known_in(values)
            mean, games, won = column.mean(), len(some), some.sum()
            drawn = mean + wider * (column[draws[:, :games]].mean(axis=1) - mean)
            drawn = np.clip(drawn, column.min(), column.max())
            slack = (wider - 1) * abs(some.mean() - mean)  # what was equal stays so
            one = Agreement.of(path, float(some.mean()), games, drawn, slack)
            if path in seats and np.isin([*some, *column], (0, 1)).all():
                ends = bdtr(won, games, mean), bdtrc(won - 1, games, mean) if won else 1.0
                one = replace(one, lower=float(ends[0]), upper=float(ends[1]))
            found.append(one)
        if seats:
            wins = np.array([known_in(self.logged[path]) for path in seats])
            games, most = wins.shape[1], float(wins.sum(axis=1).max())
            drawn = np.array([columns[path] for path in seats])[:, draws[:, :games]].sum(axis=2)
            found.append(Agreement.of(MOST_WINS, most, games, drawn.max(axis=0)))
        if self.features:  # as odd as it is unlikely with these players
            likely, drawn = self._likelihoods(name, draws)
            found.append(Agreement.of(TOGETHER, -likely, self.games, -drawn))
        return {one.figure: one for one in found}

    @cached_property
    def features(self) -> list[str]:
        """What of it tells players apart."""
        return [path for path in _FEATURES if path in self.logged]

    @cached_property
    def posterior(self) -> dict[str, float]:
        """How likely each kind of players is, each as likely as any other before."""
        nothing = np.empty((0, self.games), int)
        logs = np.array([self._likelihoods(name, nothing)[0] for name in self.simulated])
        return dict(zip(self.simulated, np.exp(logs - logsumexp(logs)).tolist(), strict=True))

    def _likelihoods(self, name: str, draws: Integers) -> tuple[float, Values]:
        """Return the log-likelihood of what was logged, and of as many games as were drawn."""
        total, drawn = 0.0, np.zeros(len(draws))
        if self.features:
            logged, own = self._points(self.logged), self._points(self.simulated[name])
            known = np.isfinite(logged)
            for some in np.unique(known[known.any(axis=1)], axis=0):  # are known together
                games = (known == some).all(axis=1)
                total += float(self._log_density(own, logged[games], some).sum())
                drawn = drawn + self._log_density(own, own, some)[draws[:, games]].sum(axis=1)
        return total, drawn

    def _points(self, columns: Columns) -> Values:
        """Return games by their features; of turns the logarithm, which is more nearly normal."""
        each = [np.log(columns[one]) if one == TURNS else columns[one] for one in self.features]
        return np.array(each).T

    def _log_density(self, own: Values, games: Values, some: Values) -> Values:
        """Return the density of games by some features: normal, as simulated, but a few of any."""
        finest = np.array([_FEATURES[path] for path in self.features])[some]
        spread = np.atleast_2d(np.cov(own[:, some].T)) + np.diag(finest**2)
        away = games[:, some] - own[:, some].mean(axis=0)
        squares = (away @ np.linalg.inv(spread) * away).sum(axis=1)
        normal = -(squares + np.linalg.slogdet(2 * np.pi * spread)[1]) / 2
        every = np.concatenate([self._points(one)[:, some] for one in self.simulated.values()])
        odd = np.log(_ODD / (np.ptp(every, axis=0) + 1).prod())
        return np.asarray(np.logaddexp(np.log(1 - _ODD) + normal, odd))
