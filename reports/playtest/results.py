"""What came of logged games beside simulated ones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from reports.figures.figure import ADVANTAGE, MINUTES, TURNS
from reports.figures.statistics import Estimate, holm, student_quantile
from reports.playtest.agreement import Agreement, Comparison, known_in, mixed
from reports.playtest.games import Columns, Values, seat_paths
from reports.playtest.log import Log
from reports.run.results import Results

#: Below the first, corrected for all figures, one is unusual; below the second with every kind of
#: players it is not explained. Kinds within the third of the likeliest are not told apart.
_UNUSUAL, _UNEXPLAINED, _APART = 0.05, 0.01, 3
#: Draws of which kind of players it is, and of what is known of these.
_DRAWS = 20_000


@dataclass(frozen=True)
class Style:
    """One kind of players, with the games they were simulated in."""

    name: str
    results: Results
    columns: Columns


@dataclass(frozen=True)
class Playtest:
    """Logged games, and those simulated with each kind of players.

    Some, `missing`, finished too few games to be compared with.
    """

    log: Log
    styles: Sequence[Style]
    missing: Sequence[str]
    confidence: float

    @cached_property
    def _comparison(self) -> Comparison:
        """The games; minutes by seconds a turn as measured, but not by these minutes alone."""
        seconds = self.seconds.value if self._has_turns else self.styles[0].results.seconds_per_turn
        own = {one.name: one.columns for one in self.styles}
        timed = {name: {**one, MINUTES: one[TURNS] * seconds / 60} for name, one in own.items()}
        return Comparison(self.log.columns, timed)

    @cached_property
    def posterior(self) -> dict[str, float]:
        """How likely it is that players are like each kind."""
        own = {one.name: one.columns for one in self.styles}
        return Comparison(self.log.columns, own).posterior

    @property
    def ranked(self) -> list[Style]:
        """The kinds of players, the likeliest first."""
        return sorted(self.styles, key=lambda one: -self.posterior[one.name])

    @property
    def alike(self) -> list[str]:
        """The kinds of players that the table is like, which cannot be told apart."""
        best, shares = max(self.posterior.values()), self.posterior
        return [one.name for one in self.ranked if shares[one.name] * _APART >= best]

    @property
    def tells_apart(self) -> bool:
        """Whether anything was logged that tells kinds of players apart."""
        return bool(Comparison(self.log.columns, {}).features)

    def _known(self, path: str) -> Values:
        return self.log.columns.get(path, np.full(self.log.games, math.nan))

    @cached_property
    def _has_turns(self) -> bool:
        """Whether turns are known of any game whose minutes are."""
        return bool(np.isfinite(self._known(MINUTES) * self._known(TURNS)).any())

    @cached_property
    def _timed(self) -> Values:
        """Seconds of games: a turn if the turns of any are known, else of whole games."""
        turns = self._known(TURNS) if self._has_turns else 1
        return known_in(60 * self._known(MINUTES) / turns)

    @cached_property
    def seconds(self) -> Estimate:
        """Seconds a turn: measured, or as assumed, which has no interval and no games."""
        if not len(self._timed):
            return Estimate(self.styles[0].results.seconds_per_turn, math.nan, math.nan, 0)
        found = self._mean(self._timed)
        if self._has_turns:
            return found
        drawn = self._draw(found) / self._draws_of(TURNS)
        return self._drawn(found.value / self._value(TURNS), drawn)

    @cached_property
    def your_table(self) -> dict[str, Estimate]:
        """The main figures where players are of each kind as likely as the log says.

        Their intervals cover the chance of the simulation, which kind it is, and seconds a turn.
        """
        paths = (*seat_paths(self.log.players), ADVANTAGE, TURNS)
        found = {path: self._drawn(self._value(path), self._draws_of(path)) for path in paths}
        if len(self._timed) and not self._has_turns:
            return {**found, MINUTES: self._mean(self._timed / 60)}
        minutes = self._draws_of(TURNS) * self._draw(self.seconds) / 60
        value = found[TURNS].value * self.seconds.value / 60
        return {**found, MINUTES: self._drawn(value, minutes)}

    def _mean(self, each: Values) -> Estimate:
        """Estimate the mean of what few games say, with Student's interval."""
        mean, n = float(each.mean()), len(each)
        error = float(each.std(ddof=1)) / math.sqrt(n) if n > 1 else math.inf
        half = student_quantile(max(2, n), self.confidence) * error
        return Estimate(mean, mean - half, mean + half, n)

    def _draw(self, mean: Estimate) -> Values:
        """Draw what a mean of few games may be."""
        half = (mean.high - mean.low) / 2 / student_quantile(max(2, mean.n), self.confidence)
        off = np.random.default_rng(3).standard_t(max(1, mean.n - 1), _DRAWS)
        return mean.value + half * off if mean.n else np.full(_DRAWS, mean.value)

    def _value(self, path: str) -> float:
        each = zip(self.styles, self.posterior.values(), strict=True)
        return sum(share * one.results.estimate(path).value for one, share in each)

    def _draws_of(self, path: str) -> Values:
        """Draw which kind of players it is, and what a figure may be with these."""
        chance, shares = np.random.default_rng(2), list(self.posterior.values())
        kinds = chance.choice(len(shares), _DRAWS, p=shares)
        found = [one.results.estimate(path) for one in self.styles]
        sure = 2 * student_quantile(10**9, self.confidence)
        values, errors = np.array([(one.value, (one.high - one.low) / sure) for one in found]).T
        return np.asarray(values[kinds] + errors[kinds] * chance.standard_normal(_DRAWS))

    def _drawn(self, value: float, drawn: Values) -> Estimate:
        tail, low, high = 50 * (1 - self.confidence), -math.inf, math.inf
        if np.isfinite(drawn).all():
            low, high = map(float, np.percentile(drawn, (tail, 100 - tail)))
        return Estimate(value, low, high, self.log.games)

    @cached_property
    def agreements(self) -> list[Agreement]:
        """What was logged beside what was simulated, in the order of the log's figures."""
        each, found = [self._comparison.agreements(one.name) for one in self.styles], []
        shares = list(self.posterior.values())
        together = [mixed([one[path] for one in each], shares) for path in each[0]]
        best = np.max([holm([some.p for some in one.values()]) for one in each], axis=0)
        for one, p, most in zip(together, holm([one.p for one in together]), best, strict=True):
            word = "unusual" if p < _UNUSUAL else "usual"
            if most < _UNEXPLAINED:  # minutes at an assumed pace say nothing of the rules
                assumed = one.figure == MINUTES and not self._has_turns
                word = "unusual" if assumed else "not explained"
            found.append(replace(one, verdict=word))
        return found
