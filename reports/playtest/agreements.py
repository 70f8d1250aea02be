"""Logged figures compared with those of the same number of simulated games."""

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

#: The name of the figure "games won by the seat that wins most".
MOST_WINS = "most_wins"
#: The name of the figure that combines all features in which players differ.
TOGETHER = "together"
#: Figures of which only large values are unusual.
_ONE_SIDED = (MOST_WINS, TOGETHER)
#: A figure is not explained if its p-value for every kind of players is below this share of the
#: p-value at which it is unusual.
_UNEXPLAINED = 0.2
#: The smallest p-value of a one-sided test: the logged table is counted as one of the draws.
_PART = 1 / (1 + DRAWS)
Verdict = Literal["usual", "unusual", "not explained"]


@dataclass(frozen=True)
class Agreement:
    """A logged figure compared with its distribution in simulated games of the same number."""

    figure: str
    #: The logged value and number of games. The interval is the usual range, corrected for all
    #: figures.
    logged: Estimate
    #: The p-value, not corrected; two-sided except for `MOST_WINS` and `TOGETHER`.
    p: float
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
    """Compare all figures of a log with simulated games.

    Parameters
    ----------
    log
        The logged games.
    simulated
        The simulated games of each kind of players, by its name.
    posterior
        The probabilities of these kinds.
    confidence
        The probability that all figures of a log are usual if nothing is wrong.
    is_pace_known
        Whether the seconds per turn were measured. If they are only assumed, minutes that differ
        are never "not explained", as they say nothing about the rules.
    is_group
        Whether all seats play together.

    Returns
    -------
    list of Agreement
        The figures in the order of the log, then `MOST_WINS` and `TOGETHER` where there are any.
    """
    # One table, so that the arrays have the shape (1, games).
    known = {path: known_in(column)[None] for path, column in log.columns.items()}
    logged = {**_figures_of_tables(known), TOGETHER: np.zeros(1)}
    games = {path: values.size for path, values in known.items()}
    games[TOGETHER] = log.games
    wins = [path for path in known if _is_win_rate(path)]
    if wins:
        games[MOST_WINS] = games[wins[0]]

    draws_of_kinds = [
        _draw_tables(columns, known, log.games, list(posterior.densities(name)))
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
        )
        mixture = comparison.draws[posterior.drawn_kinds, np.arange(DRAWS)]
        p_value = comparison.p_value(mixture)
        verdict: Verdict = "usual" if p_value >= level else "unusual"
        can_be_unexplained = figure != MINUTES or is_pace_known
        if can_be_unexplained and comparison.is_unexplained:
            verdict = "not explained"
        low, high = comparison.usual_range(mixture)
        estimate = Estimate(comparison.logged, low, high, games[figure])
        agreements.append(Agreement(figure, estimate, p_value, verdict, is_group))
    return agreements


@dataclass(frozen=True)
class _Comparison:
    """A logged figure and the same figure of simulated tables, rounded so that ties stay equal."""

    logged: float
    #: The figure of each simulated table, shape (kinds, `DRAWS`).
    draws: Values
    #: 1 if only large values are unusual, else 2.
    sides: int
    #: The p-value below which the figure is unusual.
    level: float

    def p_value(self, draws: Values) -> float:
        """Return the p-value of the logged figure among some draws."""
        beyond = [int((draws >= self.logged).sum())]
        if self.sides == 2:
            beyond.append(int((draws <= self.logged).sum()))
        return min(1.0, self.sides * _PART * (1 + min(beyond)))

    def usual_range(self, draws: Values) -> tuple[float, float]:
        """Return the smallest and the largest value whose p-value is at least the level."""
        outside = max(0, math.ceil(self.level / self.sides / _PART) - 2)
        first = outside if self.sides == 2 else 0
        low, high = np.sort(draws)[[first, -1 - outside]].tolist()
        return low, high

    @property
    def is_unexplained(self) -> bool:
        """Whether no kind of players explains the figure: its largest p-value is very small."""
        highest = max(self.p_value(draws) for draws in self.draws)
        return highest < _UNEXPLAINED * self.level


def _draw_tables(
    columns: Columns, known: Columns, games: int, densities: Sequence[Densities]
) -> dict[str, Values]:
    """Return the figures of `DRAWS` tables whose games are drawn from those of one kind of players.

    Parameters
    ----------
    columns
        The simulated games of the kind.
    known
        The known values of the log; a table has the same number of each.
    games
        The number of games of a table.
    densities
        The log densities of the kind.
    """
    # The seed is fixed, so that all kinds of players and all figures use the same draws.
    chances = np.random.default_rng(1).random((DRAWS, games))
    drawn = (chances * len(columns[TURNS])).astype(int)
    figures = _figures_of_tables(
        {path: columns[path][drawn[:, : values.size]] for path, values in known.items()}
    )
    for group in densities:
        of_tables = group.of_kind[drawn[:, group.games]].sum(axis=1)
        # How much less likely the log is than each table.
        log_ratio = group.of_log.sum() - of_tables
        figures[TOGETHER] = figures.get(TOGETHER, 0.0) + log_ratio
    return figures


def _figures_of_tables(tables: Columns) -> dict[str, Values]:
    """Return the figures of tables, each of shape (tables,), from columns of (tables, games)."""
    figures = {path: values.mean(axis=1) for path, values in tables.items()}
    wins = [values.sum(axis=1) for path, values in tables.items() if _is_win_rate(path)]
    if len(wins) > 1:
        figures[MOST_WINS] = np.max(wins, axis=0)
    return figures


def _is_win_rate(path: str) -> bool:
    return path.startswith((SEATS, SIDES))
