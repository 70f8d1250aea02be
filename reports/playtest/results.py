"""What came of logged games beside those simulated with each kind of players."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from scipy.special import logsumexp, ndtri, stdtrit

from reports.analysis.contest_results import ContestResults
from reports.figures.figure import ADVANTAGE, LEAD_CHANGES, MINUTES, SEATS, SIDES, TURNS
from reports.figures.statistics import Estimate
from reports.playtest.departure import AS_RATIOS, Departures
from reports.playtest.games import Columns, Values, known_in, win_paths
from reports.playtest.log import PlaytestLog
from reports.run.results import RunResults
from simulate.play.extra_runs import with_lineup
from simulate.play.lineups import ContestRun
from simulate.play.rows import Integers
from simulate.play.run import Run
from simulate.play.tally import digest
from simulate.strategy import Strategy
from simulate.study import Study

#: How often as many games as were logged are drawn of those simulated: so chances are told down to
#: 1 in 5,000, which leaves room for a correction for a few dozen figures.
DRAWS = 10_000
#: What every kind of players makes rarer than this part of what is unusual is not explained.
_UNEXPLAINED = 0.2
#: Kinds of players are told apart if one is so many times as likely as the other.
APART = 10
#: The fewest finished games that tell anything of a kind of players.
FEWEST = 50
#: By how many tables of known kind, of so many games at most, it is told how much a log says.
_TABLES, _MOST_KNOWN = 500, 30
#: Pairs are shown if they are among so many of the likeliest.
_SHOWN = 5
#: Games are spread as in Student's distribution, so that a single odd one does not decide.
_FREEDOM = 8
#: To within what a game is known: turns a share of them, all else in its unit.
_TURNS_WITHIN, _WITHIN = 0.02, 0.5
#: What is told of the seat that wins most, and of all that tells players apart, taken together.
MOST_WINS, TOGETHER = "most_wins", "together"
#: What stands between two styles at one table.
AND = " + "
Verdict = Literal["usual", "unusual", "not explained"]


@dataclass(frozen=True)
class PlaytestDesign:
    """What is to be played: so many games of a study with each of these styles in all seats."""

    study: Study
    styles: Sequence[Strategy]
    log: PlaytestLog

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits that differ between designs with different answers."""
        study = self.study
        each = [with_lineup(study, [one] * study.players, study.games).id for one in self.styles]
        return digest([each, list(self.log.nameless)])[:12]


@dataclass(frozen=True)
class PlaytestRun(ContestRun):
    """What each style gave; `columns` are the games that it finished."""

    design: PlaytestDesign
    lineup_runs: tuple[Run, ...]
    columns: tuple[Columns, ...]

    @property
    def runs(self) -> dict[str, Run]:
        """What each style, or two in turn, gave, by its name."""
        return {called(run.study): run for run in self.lineup_runs}


def called(study: Study) -> str:
    """Return what a table is called: its style, or the two that are there in turn."""
    return AND.join(study.strategies)


@dataclass(frozen=True)
class Agreement:
    """Where a logged figure lies among those of as many simulated games, drawn time and again."""

    figure: str
    #: What was logged, of so many games, and between what it is usual, corrected for all figures.
    logged: Estimate
    #: How likely something at least so far off is; of a few figures only more is odd.
    p: float
    verdict: Verdict
    #: Whether all seats play together, so that there is one side.
    of_group: bool = False


class PlaytestResults(ContestResults):
    """Logged games, and those simulated with each kind of players, by its name."""

    def __init__(self, run: PlaytestRun, confidence: float) -> None:
        super().__init__(run, confidence)
        self.log = run.design.log
        minutes, turns = (self.log.column(path) for path in (MINUTES, TURNS))
        #: Seconds a turn in each game of which both are known; or else as assumed.
        self.paces = known_in(60 * minutes / turns)
        self.assumed_pace = float(RunResults(run.lineup_runs[0]).seconds_per_turn)
        pace = self.paces.mean() if len(self.paces) else self.assumed_pace
        #: What is known of each kind who finished enough games, and these games.
        self.kinds: dict[str, RunResults] = {}
        self.simulated: dict[str, Columns] = {}
        for (name, one), columns in zip(run.runs.items(), run.columns, strict=True):
            if len(columns[TURNS]) >= FEWEST:
                self.kinds[name] = RunResults(one, confidence)
                self.simulated[name] = columns | {MINUTES: columns[TURNS] * pace / 60}

    @property
    def win_paths(self) -> list[str]:
        """The paths of how often each seat wins, or each side."""
        return win_paths(self.game, self.players)

    @property
    def features(self) -> list[str]:
        """What was logged that tells players apart."""
        return [path for path in self.log.columns if _tells(path)]

    @cached_property
    def posterior(self) -> dict[str, float]:
        """How likely each kind of players is: before, one style is as likely as two in turn."""
        logs = [sum(of_log.sum() for _, of_log, _ in self._densities(o)) for o in self.simulated]
        known = self._prior + self._trust * np.array(logs)
        return dict(zip(self.simulated, np.exp(known - logsumexp(known)).tolist(), strict=True))

    @cached_property
    def _prior(self) -> Values:
        """The logarithms of how likely each kind is before anything is logged."""
        mixed = np.array([AND in name for name in self.simulated])
        each = 1 / np.where(mixed, mixed.sum(), (~mixed).sum())
        return np.asarray(np.log(each / each.sum()))

    @cached_property
    def _trust(self) -> float:
        """What part of a likelihood counts, so that kinds are right as often as they are likely.

        Games are not spread just as `_log_density` has it. It is found by simulated tables whose
        kind is known (temperature scaling, Guo et al. 2017).
        """
        if not self.features:
            return 1.0
        each = [_points(columns, self.features) for columns in self.simulated.values()]
        chance, games = np.random.default_rng(4), min(self.log.games, _MOST_KNOWN)
        kinds = chance.choice(len(each), _TABLES, p=np.exp(self._prior))
        tables = np.concatenate([chance.choice(each[kind], games) for kind in kinds])
        logs = np.array([_log_density(one, tables).reshape(_TABLES, -1).sum(1) for one in each])

        def right(trust: float) -> float:
            known = self._prior[:, None] + trust * logs
            return float((known[kinds, np.arange(_TABLES)] - logsumexp(known, axis=0)).mean())

        return float(max(np.linspace(0.1, 1, 19), key=right))

    @property
    def ranked(self) -> list[str]:
        """The kinds of players, the likeliest first."""
        return sorted(self.posterior, key=lambda name: -self.posterior[name])

    @property
    def alike(self) -> list[str]:
        """The kinds of players that the table is like, which cannot be told apart."""
        best = max(self.posterior.values())
        return [name for name in self.ranked if self.posterior[name] * APART > best]

    @property
    def shown(self) -> list[str]:
        """The kinds of players that are shown, the likeliest first: of pairs only likely ones."""
        return [name for name in self.ranked if AND not in name or name in self.alike[:_SHOWN]]

    def games_to_tell(self, name: str, other: str) -> float:
        """Return about how many more games tell such players from others."""
        own, others = (_points(self.simulated[one], self.features) for one in (name, other))
        gain = self._trust * float((_log_density(own, own) - _log_density(others, own)).mean())
        missing = math.log(APART * self.posterior[other] / self.posterior[name])
        return missing / max(gain, 1e-9)

    @property
    def telling(self) -> str:
        """Which figure tells the likely kinds of players apart best, logged or not."""
        shares = list(self.posterior.values())

        def apart(path: str) -> float:
            each = [_points(one, [path]) for one in self.simulated.values()]
            means, spreads = np.array([(one.mean(), one.var() + 1) for one in each]).T
            off = means - np.average(means, weights=shares)
            return float(np.average(off**2, weights=shares) / np.average(spreads, weights=shares))

        return max(filter(_tells, next(iter(self.simulated.values()))), key=apart)

    @cached_property
    def agreements(self) -> list[Agreement]:
        """What was logged beside what was simulated, in the order of the log's figures."""
        known = {path: known_in(column)[None] for path, column in self.log.columns.items()}
        each = [self._drawn(name, known) for name in self.simulated]
        several = {figure: np.array([drawn[figure] for drawn in each]) for figure in each[0]}
        games = {path: one.size for path, one in known.items()}
        games |= {MOST_WINS: games.get(self.win_paths[0], 0), TOGETHER: self.log.games}
        logged = {**_figures(known), TOGETHER: np.zeros(1)}
        # Corrected for all figures, of which each may be odd by chance so seldom.
        level = (1 - self.confidence) / len(several)
        return [
            self._agreement(figure, float(logged[figure][0]), games[figure], drawn, level)
            for figure, drawn in several.items()
        ]

    def _drawn(self, name: str, known: Columns) -> dict[str, Values]:
        """Return the figures of as many games of one kind as were logged, drawn time and again."""
        columns = self.simulated[name]
        # The same draws for all kinds of players and all figures.
        chances = np.random.default_rng(1).random((DRAWS, self.log.games))
        drawn = (chances * len(columns[TURNS])).astype(int)
        found = _figures({path: columns[path][drawn[:, : o.size]] for path, o in known.items()})
        for games, of_log, own in self._densities(name):  # how much odder than what was logged
            odder = of_log.sum() - own[drawn[:, games]].sum(axis=1)
            found[TOGETHER] = found.get(TOGETHER, 0.0) + odder
        return found

    def _agreement(
        self, figure: str, logged: float, games: int, drawn: Values, level: float
    ) -> Agreement:
        """Return where a figure lies among those drawn of each kind: (kinds, `DRAWS`)."""
        logged, drawn = round(logged, 9), np.round(drawn, 9)  # what is equal stays so
        sides, part = 1 if figure in (MOST_WINS, TOGETHER) else 2, 1 / (1 + DRAWS)

        def chance(several: Values) -> float:
            beyond = [(several >= logged).sum(), (several <= logged).sum()][:sides]
            return min(1.0, sides * part * (1 + int(min(beyond))))

        mixed = drawn[self._kinds_drawn, np.arange(DRAWS)]
        # The range ends at the last values that have a chance of `level`.
        last = max(0, math.ceil(level / sides / part) - 2)
        low, high = np.sort(mixed)[[last if sides == 2 else 0, -1 - last]].tolist()
        p, most = chance(mixed), max(chance(several) for several in drawn)
        verdict: Verdict = "usual" if p >= level else "unusual"
        # Minutes of a pace that is only assumed say nothing of the rules.
        if most < _UNEXPLAINED * level and (figure != MINUTES or len(self.paces)):
            verdict = "not explained"
        of_group = self.contest == "together"
        return Agreement(figure, Estimate(logged, low, high, games), p, verdict, of_group)

    def _densities(self, name: str) -> Iterator[tuple[Values, Values, Values]]:
        """Yield logged games of which the same is known, their density, and all simulated ones'."""
        own, logged = (_points(o, self.features) for o in (self.simulated[name], self.log.columns))
        known = np.isfinite(logged)
        for some in np.unique(known[known.any(axis=1)], axis=0) if self.features else ():
            games = (known == some).all(axis=1)
            each = [_log_density(own[:, some], one[:, some]) for one in (logged[games], own)]
            yield games, each[0], each[1]

    # What is known of a figure at the table is an array: the figure itself, and then `DRAWS` of
    # what it may be as well, each as likely.

    @cached_property
    def estimates(self) -> Mapping[str, Estimate]:
        """The main figures of the table.

        Their intervals cover four things: chance in the simulation, the kind of players that is
        most like those of the table, the table's departure from that kind, and seconds per turn.
        """
        figures = {path: self._at_table(path) for path in self._paths} | {MINUTES: self._times[1]}
        return {path: self._estimate(figure, self.log.games) for path, figure in figures.items()}

    @property
    def _paths(self) -> tuple[str, ...]:
        kind = next(iter(self.kinds.values()))
        course = [path for path in (ADVANTAGE, LEAD_CHANGES) if kind.has(path)]
        return (*self.win_paths, *course, TURNS)

    @property
    def seconds(self) -> Estimate:
        """Seconds a turn: measured, or as assumed, which has no interval and no games."""
        games = len(self.paces) or int(np.isfinite(self.log.column(MINUTES)).sum())
        if not games:
            return Estimate(self.assumed_pace, math.nan, math.nan, 0)
        return self._estimate(self._times[0], games)

    @cached_property
    def _times(self) -> tuple[Values, Values]:
        """Seconds a turn, and minutes a game, by whichever of them the log tells."""
        turns, minutes = self._at_table(TURNS), known_in(self.log.column(MINUTES))
        if len(minutes) and not len(self.paces):
            clocked = _mean_of(minutes)
            return 60 * clocked / turns, clocked
        pace = _mean_of(self.paces) if len(self.paces) else np.full(1 + DRAWS, self.assumed_pace)
        return pace, pace * turns / 60

    @cached_property
    def _kinds_drawn(self) -> Integers:
        """Kinds of players, by their places, each so often among `DRAWS` as it is likely."""
        return np.searchsorted(np.cumsum(list(self.posterior.values())[:-1]), _spread_evenly(1))

    @cached_property
    def _simulated_figures(self) -> dict[str, tuple[Values, Values]]:
        """The figures of the kinds of players, by path, and their standard errors."""
        sure = 2 * ndtri((1 + self.confidence) / 2)
        figures = {}
        for path in self._paths:
            kinds = [kind.estimate(path) for kind in self.kinds.values()]
            values = np.array([kind.value for kind in kinds])
            errors = np.array([(kind.high - kind.low) / sure for kind in kinds])
            figures[path] = values, errors
        return figures

    @cached_property
    def departures(self) -> Departures:
        """The departures of the table from each kind of players."""
        kinds = list(self.simulated.values())
        weights = np.exp(self._prior)
        return Departures(self.log.columns, kinds, self.features, self._simulated_figures, weights)

    def _at_table(self, path: str) -> Values:
        """Return the expected value of a figure of the table, followed by `DRAWS` draws of it.

        Each is the figure of a kind of players plus a departure from it.
        """
        values, errors = self._simulated_figures[path]
        parts = self.departures.parts_of(path)
        means, deviations = self.departures.departure(path)
        kinds = self._kinds_drawn
        drawn = kinds, _drawn_by(parts[kinds], _spread_evenly(4))
        departures = means[drawn] + deviations[drawn] * ndtri(_spread_evenly(5))
        chance = errors[kinds] * ndtri(_spread_evenly(2))
        posterior = np.array(list(self.posterior.values()))
        if path in AS_RATIOS:
            expected = posterior @ (values * (parts * np.exp(means)).sum(axis=1))
            draws = (values[kinds] + chance) * np.exp(departures)
            return np.asarray(np.maximum(np.append(expected, draws), self._least(path)))
        expected = posterior @ (values + (parts * means).sum(axis=1))
        least, most = _bounds(path, self.players)
        draws = values[kinds] + departures + chance
        return np.asarray(np.clip(np.append(expected, draws), least, most))

    def _least(self, path: str) -> float:
        """Return the smallest value of a figure in any game that was simulated or logged."""
        games = [columns[path] for columns in self.simulated.values()]
        return float(np.min(np.concatenate([*games, known_in(self.log.column(path))])))

    def _estimate(self, known: Values, games: int) -> Estimate:
        """Return a figure with an interval that holds what it may be; infinite after one game."""
        tail, low, high = 50 * (1 - self.confidence), -math.inf, math.inf
        if np.isfinite(known).all():
            low, high = np.percentile(known[1:], (tail, 100 - tail), method="hazen").tolist()
        return Estimate(float(known[0]), low, high, games)


def _drawn_by(probabilities: Values, chances: Values) -> Integers:
    """Draw a place in each row of probabilities; `chances` are uniform between 0 and 1."""
    below = np.cumsum(probabilities, axis=1) < chances[:, None]
    return np.asarray(np.minimum(below.sum(axis=1), probabilities.shape[1] - 1))


def _bounds(path: str, players: int) -> tuple[float, float]:
    """Return the smallest and the largest possible value of a figure."""
    if path == ADVANTAGE:
        return -1 / players, 1 - 1 / players
    return 0.0, 1.0 if path.startswith((SEATS, SIDES)) else math.inf


def _tells(path: str) -> bool:
    """Tell whether a figure is one that players differ in: not who wins, or how fast they are."""
    return path != MINUTES and not path.startswith((SEATS, SIDES))


def _figures(known: Columns) -> dict[str, Values]:
    """Return the figures of several tables, of which as many games are known: (tables, games)."""
    won = [each.sum(axis=1) for path, each in known.items() if path.startswith((SEATS, SIDES))]
    found = {path: each.mean(axis=1) for path, each in known.items()}
    return found | ({MOST_WINS: np.max(won, axis=0)} if len(won) > 1 else {})


def _points(columns: Columns, features: Sequence[str]) -> Values:
    """Return games by their features, in units of how exactly each is known.

    Of turns it is the logarithm, which is more nearly normal.
    """
    each = [
        np.log(columns[path]) / _TURNS_WITHIN if path == TURNS else columns[path] / _WITHIN
        for path in features
    ]
    return np.array(each).T


def _log_density(own: Values, games: Values) -> Values:
    """Return how likely games are that are spread as these own ones, up to a constant factor."""
    spread = np.atleast_2d(np.cov(own.T)) + np.eye(own.shape[1])
    away = games - own.mean(axis=0)
    squares = (away @ np.linalg.inv(spread) * away).sum(axis=1)
    tails = (_FREEDOM + own.shape[1]) * np.log1p(squares / (_FREEDOM - 2))
    return np.asarray(-(np.linalg.slogdet(spread)[1] + tails) / 2)


def _mean_of(each: Values) -> Values:
    """Return the mean of what few games say, and what it may be by Student's distribution."""
    if len(each) == 1:
        return np.append(each, np.full(DRAWS, np.inf))
    error = each.std(ddof=1) / math.sqrt(len(each))
    return np.append(each.mean(), each.mean() + error * stdtrit(len(each) - 1, _spread_evenly(3)))


def _spread_evenly(seed: int) -> Values:
    """Return `DRAWS` chances that are spread as evenly as can be, in an order of their own."""
    return np.asarray((np.random.default_rng(seed).permutation(DRAWS) + 0.5) / DRAWS)
