"""Test whether the figures of a playtest's log are usual in the same number of simulated games."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from reports.figures.figure import MINUTES, SEATS, SIDES, TURNS
from reports.figures.statistics import Estimate
from reports.playtest.draws import DRAWS
from reports.playtest.games import Columns, Values, known_in
from reports.playtest.log import PlaytestLog
from reports.playtest.posterior import Densities, KindPosterior

#: The name of the figure "number of games won by the seat or side that won most games".
MOST_WINS = "most_wins"
#: The name of the figure that combines all features in which kinds of players differ: how unlikely
#: the logged games are compared with simulated games.
TOGETHER = "together"
#: The figures that are tested on one side: only large values are unusual.
_ONE_SIDED = (MOST_WINS, TOGETHER)
#: A figure is "not explained" if, for every kind of players, its p-value is below this multiple of
#: the p-value below which a figure is "unusual".
_UNEXPLAINED = 0.2
#: The smallest p-value of a one-sided test. It is not 0, because the logged table counts as a draw.
_SMALLEST_P = 1 / (1 + DRAWS)
#: The verdict on a logged figure. "unusual": rare in simulated games of the likely players. "not
#: explained": very rare for every simulated kind of players.
Verdict = Literal["usual", "unusual", "not explained"]


@dataclass(frozen=True)
class Agreement:
    """A logged figure, and how unusual it is among tables with the same number of simulated games.

    A table is a group of people and the games that they played.
    """

    #: The path of the figure, `MOST_WINS` or `TOGETHER`.
    figure: str
    #: The logged value and number of games. The interval is the range of usual values, with a
    #: Bonferroni correction for the number of figures.
    logged: Estimate
    #: The p-value without correction; two-sided except for `MOST_WINS` and `TOGETHER`.
    p: float
    #: The verdict on the logged value.
    verdict: Verdict
    #: True if all seats play together, so that there is one side.
    of_group: bool = False


def compare_figures(
    log: PlaytestLog,
    simulated: Mapping[str, Columns],
    posterior: KindPosterior,
    confidence: float,
    *,
    is_pace_known: bool,
    is_group: bool,
) -> list[Agreement]:
    """Return each figure of a log with its p-value, usual range and verdict.

    Parameters
    ----------
    log
        The logged games.
    simulated
        The columns of the simulated games of each kind of players, by the name of the kind.
    posterior
        The posterior probability of each of these kinds.
    confidence
        The probability that all figures of a log are usual if its players are of the simulated
        kinds.
    is_pace_known
        True if the seconds per turn were measured. If they are only assumed, the minutes of a game
        are never "not explained", because a difference says nothing about the rules.
    is_group
        True if all seats play together against the game.

    Returns
    -------
    list of Agreement
        The figures in the order of the log's columns. Then `MOST_WINS` if the log shows who won and
        there are two or more seats or sides, and `TOGETHER` if the log has a figure in which
        players differ, such as turns or scores.

    Raises
    ------
    KeyError
        If `posterior` lacks one of these kinds.
    """
    # The log is a single table, so the arrays have the shape (1, games).
    logged_values = {path: known_in(column)[None] for path, column in log.columns.items()}
    logged = {**_figures_of_tables(logged_values), TOGETHER: np.zeros(1)}
    games = {path: values.size for path, values in logged_values.items()}
    games[TOGETHER] = log.games
    wins = [path for path in logged_values if _is_win_rate(path)]
    if wins:
        games[MOST_WINS] = games[wins[0]]

    draws_of_kinds = [
        _draw_tables(columns, logged_values, log.games, list(posterior.densities(name)))
        for name, columns in simulated.items()
    ]
    figures = list(draws_of_kinds[0])
    # The level is corrected for all figures (Bonferroni).
    level = (1 - confidence) / len(figures)
    agreements = []
    for figure in figures:
        draws = np.array([draws_of_kind[figure] for draws_of_kind in draws_of_kinds])
        comparison = _Comparison(
            round(float(logged[figure][0]), 9),
            np.round(draws, 9),
            sides=1 if figure in _ONE_SIDED else 2,
            level=level,
            can_be_unexplained=figure != MINUTES or is_pace_known,
        )
        mixture = comparison.draws[posterior.drawn_kinds, np.arange(DRAWS)]
        low, high = comparison.usual_range(mixture)
        estimate = Estimate(comparison.logged, low, high, games[figure])
        verdict = comparison.verdict(mixture)
        agreements.append(
            Agreement(figure, estimate, comparison.p_value(mixture), verdict, is_group)
        )
    return agreements


@dataclass(frozen=True)
class _Comparison:
    """The data of a test: a logged figure, and the same figure of simulated tables."""

    #: The logged value, rounded like the draws, so that equal values stay equal.
    logged: float
    #: The figure of each simulated table, shape (kinds, `DRAWS`).
    draws: Values
    #: The number of sides of the test: 1 if only large values are unusual, else 2.
    sides: int
    #: The p-value below which the figure is unusual.
    level: float
    #: False if a difference of the figure says nothing about the rules.
    can_be_unexplained: bool

    def verdict(self, draws: Values) -> Verdict:
        """Return the verdict on the logged value, from draws of shape (`DRAWS`,)."""
        if self.can_be_unexplained and self.is_unexplained:
            return "not explained"
        return "usual" if self.p_value(draws) >= self.level else "unusual"

    def p_value(self, draws: Values) -> float:
        """Return the p-value of the logged value among draws of shape (`DRAWS`,)."""
        beyond = [int((draws >= self.logged).sum())]
        if self.sides == 2:
            beyond.append(int((draws <= self.logged).sum()))
        return min(1.0, self.sides * _SMALLEST_P * (1 + min(beyond)))

    def usual_range(self, draws: Values) -> tuple[float, float]:
        """Return the smallest and the largest of the draws whose p-value is at least the level."""
        outside = max(0, math.ceil(self.level / self.sides / _SMALLEST_P) - 2)
        first = outside if self.sides == 2 else 0
        low, high = np.sort(draws)[[first, -1 - outside]].tolist()
        return low, high

    @property
    def is_unexplained(self) -> bool:
        """True if the logged value is very rare for every kind of players."""
        highest = max(self.p_value(draws) for draws in self.draws)
        return highest < _UNEXPLAINED * self.level


def _draw_tables(
    columns: Columns, logged_values: Columns, games: int, densities: Sequence[Densities]
) -> dict[str, Values]:
    """Return the figures of `DRAWS` simulated tables, each with as many games as the log.

    The games of each table are sampled from the simulated games of one kind of players.

    Parameters
    ----------
    columns
        The columns of the simulated games of the kind.
    logged_values
        The values of each figure that the log has, of shape (1, values), by path. Each sampled
        table gets the same number of values.
    games
        The number of games of the log, and of each sampled table.
    densities
        The log densities of the kind, for each set of features that are known together.

    Returns
    -------
    dict of str to Values
        Arrays of shape (`DRAWS`,), by the path of the figure, `MOST_WINS` and `TOGETHER`.
    """
    # The seed is fixed, so that all kinds of players and all figures use the same random numbers.
    chances = np.random.default_rng(1).random((DRAWS, games))
    drawn = (chances * len(columns[TURNS])).astype(int)
    figures = _figures_of_tables(
        {path: columns[path][drawn[:, : values.size]] for path, values in logged_values.items()}
    )
    for group in densities:
        of_tables = group.of_kind[drawn[:, group.games]].sum(axis=1)
        # The logarithm of the ratio of the log's likelihood to that of each drawn table.
        log_ratio = group.of_log.sum() - of_tables
        figures[TOGETHER] = figures.get(TOGETHER, 0.0) + log_ratio
    return figures


def _figures_of_tables(tables: Columns) -> dict[str, Values]:
    """Return the figures of tables, by path.

    Parameters
    ----------
    tables
        The games' values by the path of the figure, each of shape (tables, games).

    Returns
    -------
    dict of str to Values
        Arrays of shape (tables,): the mean of each column, and `MOST_WINS` where it applies.
    """
    figures = {path: values.mean(axis=1) for path, values in tables.items()}
    wins = [values.sum(axis=1) for path, values in tables.items() if _is_win_rate(path)]
    if len(wins) > 1:
        figures[MOST_WINS] = np.max(wins, axis=0)
    return figures


def _is_win_rate(path: str) -> bool:
    """Return True for the path of the win rate of a seat or side."""
    return path.startswith((SEATS, SIDES))
