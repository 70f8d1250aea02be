"""The tables of a run, tidy: one row per seat, strategy, strategy and seat, or length bin."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

from reports.figures.figure import LENGTH, MEAN, SEATS, STRATEGIES, STRATEGY_SEATS
from reports.figures.statistics import Estimate
from reports.figures.targets import TARGET_COLUMNS, target_rows
from reports.robust import tables as levels
from reports.robust.levels import Robustness
from reports.robust.targets import judge_everywhere
from reports.run.results import Results
from reports.run.rotation import rotation_gains
from simulate.play.histogram import Histogram

#: What every column of every table means; `fathom schema --tables` prints this.
COLUMNS: dict[str, dict[str, str]] = {
    "seats": {
        "seat": "place at the table, clockwise; seat 1 is first in turn order",
        "games": "games played",
        "win_rate": "share of the games won; a win shared by k players counts 1/k",
        "win_rate_low": "lower end of the interval of win_rate",
        "win_rate_high": "upper end of the interval of win_rate",
        "fair_share": "1 / number of players, or of sides",
        "score_mean": "mean final score, in the game's own unit",
        "score_mean_low": "lower end of the interval of score_mean",
        "score_mean_high": "upper end of the interval of score_mean",
    },
    "strategies": {
        "strategy": "the strategy, with its parameters where they differ from the defaults",
        "games": "games played, counted once for each seat the strategy has in a game",
        "win_rate": "share of those games won from a seat of this strategy",
        "win_rate_low": "lower end of the interval of win_rate",
        "win_rate_high": "upper end of the interval of win_rate",
        "fair_share": "1 / number of players, or of sides",
        "score_mean": "mean final score, in the game's own unit",
        "score_mean_low": "lower end of the interval of score_mean",
        "score_mean_high": "upper end of the interval of score_mean",
        "rotation_gain": "how many times as many games, each on a deal of its own, the interval of "
        "win_rate would take; empty where nothing rotates, or not known",
    },
    "strategy_seats": {
        "strategy": "the strategy, with its parameters where they differ from the defaults",
        "seat": "place at the table, clockwise; seat 1 is first in turn order",
        "games": "games in which the strategy had this seat",
        "win_rate": "share of those games won",
        "win_rate_low": "lower end of the interval of win_rate",
        "win_rate_high": "upper end of the interval of win_rate",
        "fair_share": "1 / number of players, or of sides",
    },
    "length": {
        "measure": "what is counted: turns, rounds or decisions of a game",
        "from": "smallest value of the bin",
        "to": "largest value of the bin",
        "games": "games whose length lies in the bin",
        "share": "share of all games",
        "share_up_to": "share of all games at most this long",
    },
    "scores": {
        "seat": "place at the table, clockwise; seat 1 is first in turn order",
        "score": "final score, in the game's own unit, parts of one rounded down",
        "games": "games in which the seat ended with this score",
        "share": "share of all games",
    },
    "figures": {
        "figure": "every figure, by its path in summary.json",
        "value": "the figure: a mean per game, a share, or a difference of shares",
        "low": "lower end of the interval",
        "high": "upper end of the interval",
        "n": "observations behind it",
        "sd": "standard deviation over games (lengths only)",
        "p5": "5th percentile over games (lengths only)",
        "p50": "median over games (lengths only)",
        "p95": "95th percentile over games (lengths only)",
    },
    "targets": TARGET_COLUMNS,
    **levels.COLUMNS,
}

#: Tables that are there only if they were asked for.
_IF_ASKED = ("targets", "stops", *levels.COLUMNS)
_MOST_BINS = 60


def make_tables(results: Results, robustness: Robustness | None = None) -> dict[str, pd.DataFrame]:
    """Return the tables of a run by name; the columns are those of `COLUMNS`."""
    rows: dict[str, list[dict[str, Any]]] = {
        "seats": _rows(results, SEATS, ["seat"]),
        "strategies": _with_gains(results, _rows(results, STRATEGIES, ["strategy"])),
        "strategy_seats": _rows(results, STRATEGY_SEATS, ["strategy", "seat"]),
        "length": [
            {"measure": name, **part}
            for name, length in results.lengths().items()
            for part in _bins(length.histogram)
        ],
        "scores": [
            {"seat": seat, "score": int(score), "games": int(games), "share": games / games_all}
            for seat, histogram in enumerate(results.scores(), 1)
            for games_all in [results.run.games]
            for score, games in zip(histogram.values, histogram.counts, strict=True)
            if games
        ],
        "figures": _figures(results),
        "targets": target_rows(judge_everywhere(results.judged(), robustness)),
        **(levels.rows_of(robustness) if robustness else {}),
    }
    return as_tables(rows, COLUMNS)


def as_tables(
    rows: Mapping[str, list[dict[str, Any]]], columns: Mapping[str, Iterable[str]]
) -> dict[str, pd.DataFrame]:
    """Return tables by name, of rows by column; those of targets and levels only if asked for."""
    return {
        name: pd.DataFrame(rows[name], columns=list(columns[name]))
        for name in columns
        if rows.get(name) or name not in _IF_ASKED
    }


def _rows(results: Results, kind: str, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return a row for each seat, strategy, or strategy in a seat, of all its figures."""
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for figure in results.some(kind):
        estimate = results.estimate(figure.path)
        who = [
            int(one) if name == "seat" else one for name, one in zip(names, figure.of, strict=True)
        ]
        row = found.setdefault(figure.of, dict(zip(names, who, strict=True)))
        if figure.is_win_rate:
            row |= {"games": estimate.n, "fair_share": results.fair_share}
        row |= columns_of(figure.what, estimate)
    return list(found.values())


def _with_gains(results: Results, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    gains = rotation_gains(results)
    return [{**row, "rotation_gain": gains.get(row["strategy"], math.nan)} for row in rows]


def columns_of(name: str, estimate: Estimate) -> dict[str, float]:
    """Return a figure and the ends of its interval by column."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _figures(results: Results) -> list[dict[str, Any]]:
    lengths = results.measures()
    rows = []
    for path, figure in results.figures.items():
        found = results.estimate(path)
        row = {"figure": path, "value": found.value, "low": found.low, "high": found.high}
        row |= {"n": found.n}
        if figure.kind == LENGTH and figure.what == MEAN:
            length = lengths[figure.of[0]]
            row |= {"sd": length.sd}
            row |= {f"p{percent}": value for percent, value in length.percentiles.items()}
        rows.append(row)
    return rows


def _bins(histogram: Histogram) -> list[dict[str, Any]]:
    """Group a distribution into at most about 60 bins of a round width."""
    width = bin_width(len(histogram.counts))
    first = histogram.low // width * width
    total = int(histogram.counts.sum())
    rows = []
    reached = 0
    for begin in range(first, histogram.low + len(histogram.counts), width):
        inside = slice(max(0, begin - histogram.low), begin + width - histogram.low)
        games = int(histogram.counts[inside].sum())
        reached += games
        share = {"share": games / total, "share_up_to": reached / total}
        rows.append({"from": begin, "to": begin + width - 1, "games": games, **share})
    return rows


def bin_width(span: int) -> int:
    """Return 1, 2, 5, 10, 20, …: the smallest that makes at most 60 bins of `span` values."""
    power: int = 10 ** max(0, math.ceil(math.log10(max(span, 1) / _MOST_BINS)) - 1)
    return next(k * power for k in (1, 2, 5, 10, 20) if span <= k * power * _MOST_BINS)
