"""The results of a playtest: tests of the logged figures, and estimates for the real players."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property

import numpy as np
from scipy.special import ndtri

from reports.analysis.contest_results import ContestResults
from reports.figures.figure import ADVANTAGE, LEAD_CHANGES, MINUTES, SEATS, SIDES, TURNS
from reports.figures.statistics import Estimate
from reports.playtest.agreements import Agreement, compare_figures
from reports.playtest.departure import AS_RATIOS, Departures
from reports.playtest.draws import (
    DRAWS,
    draw_indices,
    draw_mean,
    estimate_of_draws,
    spread_evenly,
)
from reports.playtest.games import Columns, Values, known_in, win_paths
from reports.playtest.play import FEWEST, PlaytestRun
from reports.playtest.posterior import KindPosterior
from reports.run.results import RunResults


class PlaytestResults(ContestResults):
    """The results of a playtest: logged games compared with games of simulated kinds of players.

    A table is the group of people who logged their games.

    Parameters
    ----------
    run
        The simulated games, with the log.
    confidence
        The confidence of all intervals.
    """

    def __init__(self, run: PlaytestRun, confidence: float) -> None:
        super().__init__(run, confidence)
        self.log = run.design.log
        minutes = self.log.column(MINUTES)
        turns = self.log.column(TURNS)
        #: The seconds per turn of each logged game that has both minutes and turns.
        self.paces = known_in(60 * minutes / turns)
        #: The seconds per turn that the game declares, used if the log does not show them.
        self.assumed_pace = float(RunResults(run.lineup_runs[0]).seconds_per_turn)
        pace = self.paces.mean() if len(self.paces) else self.assumed_pace
        #: The results of each kind of players that finished enough games, by the kind's name.
        self.kinds: dict[str, RunResults] = {}
        #: The columns of the finished games of these kinds, by the kind's name. Minutes follow from
        #: turns and the measured or assumed seconds per turn.
        self.simulated: dict[str, Columns] = {}
        for (name, kind_run), columns in zip(run.runs.items(), run.columns, strict=True):
            if len(columns[TURNS]) >= FEWEST:
                self.kinds[name] = RunResults(kind_run, confidence)
                self.simulated[name] = columns | {MINUTES: columns[TURNS] * pace / 60}

    @property
    def win_paths(self) -> list[str]:
        """The paths of the win rates of all seats, or of all sides if seats win together."""
        return win_paths(self.game, self.players)

    @cached_property
    def posterior(self) -> KindPosterior:
        """The posterior probabilities of the kinds of players, given the log."""
        return KindPosterior(self.log, self.simulated)

    @cached_property
    def agreements(self) -> list[Agreement]:
        """The logged figures with p-values and verdicts, in the order of `compare_figures`."""
        return compare_figures(
            self.log,
            self.simulated,
            self.posterior,
            self.confidence,
            is_pace_known=bool(len(self.paces)),
            is_group=self.contest == "together",
        )

    @cached_property
    def estimates(self) -> Mapping[str, Estimate]:
        """The estimates of the table's main figures, by path.

        The intervals include four uncertainties: chance in the simulation, which kind of players is
        most like the logged players, how far they depart from it, and the seconds per turn.
        """
        draws = {path: self._draw_figure(path) for path in self._paths}
        draws[MINUTES] = self._times[1]
        return {path: self._estimate(values, self.log.games) for path, values in draws.items()}

    @property
    def seconds(self) -> Estimate:
        """The estimate of the seconds per turn.

        If the log has no minutes, this is the game's assumption. The bounds of its interval are
        then NaN, and its number of games is 0.
        """
        games = len(self.paces) or int(np.isfinite(self.log.column(MINUTES)).sum())
        if not games:
            return Estimate(self.assumed_pace, math.nan, math.nan, 0)
        return self._estimate(self._times[0], games)

    @cached_property
    def departures(self) -> Departures:
        """The distributions of the table's departures from each kind of players."""
        kinds = list(self.simulated.values())
        weights = np.exp(self.posterior.log_prior)
        features = self.posterior.features
        return Departures(self.log.columns, kinds, features, self._simulated_figures, weights)

    @property
    def _paths(self) -> tuple[str, ...]:
        """The paths of all main figures except minutes."""
        kind = next(iter(self.kinds.values()))
        optional = [path for path in (ADVANTAGE, LEAD_CHANGES) if kind.has(path)]
        return (*self.win_paths, *optional, TURNS)

    @cached_property
    def _times(self) -> tuple[Values, Values]:
        """The seconds per turn and the minutes per game, as arrays of shape (1 + `DRAWS`,).

        An array has the expected value first, and then draws. If the log has minutes but no game
        with both minutes and turns, the minutes are those of the log. Otherwise they follow from
        the turns and from the measured or assumed seconds per turn.
        """
        turns = self._draw_figure(TURNS)
        logged_minutes = known_in(self.log.column(MINUTES))
        if len(self.paces):
            pace = draw_mean(self.paces)
        elif len(logged_minutes):
            minutes = draw_mean(logged_minutes)
            return 60 * minutes / turns, minutes
        else:
            pace = np.full(1 + DRAWS, self.assumed_pace)
        return pace, pace * turns / 60

    @cached_property
    def _simulated_figures(self) -> dict[str, tuple[Values, Values]]:
        """The figures of all kinds of players, and their standard errors, by path.

        Each value is a pair of arrays of shape (kinds,): the figures and the standard errors.
        """
        # The width of an interval, in standard errors.
        standard_errors = 2 * ndtri((1 + self.confidence) / 2)
        figures = {}
        for path in self._paths:
            estimates = [kind.estimate(path) for kind in self.kinds.values()]
            simulated = np.array([estimate.value for estimate in estimates])
            widths = [estimate.high - estimate.low for estimate in estimates]
            errors = np.array([width / standard_errors for width in widths])
            figures[path] = simulated, errors
        return figures

    def _draw_figure(self, path: str) -> Values:
        """Return the expected value of a figure of the table, followed by `DRAWS` draws.

        Each draw is the figure of a random kind of players plus a random departure from it.

        Raise `KeyError` if `path` is not one of `_simulated_figures`.
        """
        values, errors = self._simulated_figures[path]
        factors = self.departures.factor_probabilities(path)
        means, deviations = self.departures.departure(path)
        kinds = self.posterior.drawn_kinds
        drawn = kinds, draw_indices(factors[kinds], spread_evenly(4))
        departures = means[drawn] + deviations[drawn] * ndtri(spread_evenly(5))
        chance = errors[kinds] * ndtri(spread_evenly(2))
        probabilities = np.array(list(self.posterior.probabilities.values()))
        if path in AS_RATIOS:
            expected = probabilities @ (values * (factors * np.exp(means)).sum(axis=1))
            draws = (values[kinds] + chance) * np.exp(departures)
            return np.asarray(np.maximum(np.append(expected, draws), self._smallest(path)))
        expected = probabilities @ (values + (factors * means).sum(axis=1))
        low, high = _bounds(path, self.players)
        draws = values[kinds] + departures + chance
        return np.asarray(np.clip(np.append(expected, draws), low, high))

    def _smallest(self, path: str) -> float:
        """Return the smallest value of a figure in any game that was simulated or logged.

        Raise `KeyError` if a kind of players has no such figure.
        """
        games = [columns[path] for columns in self.simulated.values()]
        return float(np.min(np.concatenate([*games, known_in(self.log.column(path))])))

    def _estimate(self, draws: Values, games: int) -> Estimate:
        """Return the estimate from an expected value followed by draws, shape (1 + `DRAWS`,)."""
        return estimate_of_draws(draws, games, self.confidence)


def _bounds(path: str, players: int) -> tuple[float, float]:
    """Return the smallest and the largest possible value of a figure."""
    if path == ADVANTAGE:
        return -1 / players, 1 - 1 / players
    is_share = path.startswith((SEATS, SIDES))
    return 0.0, 1.0 if is_share else math.inf
