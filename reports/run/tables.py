"""The tables of a run, tidy: one row per seat, strategy, strategy and seat, or length bin."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from reports.figures.figure import LENGTH, MEAN, SEATS, SIDES, STRATEGIES, STRATEGY_SEATS
from reports.robust import tables as levels
from reports.robust.levels import Robustness, judge_everywhere
from reports.run.results import Results
from reports.writing.columns import Column, frames
from reports.writing.target_table import TARGETS, judged_rows
from simulate.play.histogram import Histogram
from simulate.play.tally import LENGTHS

_SEAT = Column("seat", "place at the table, clockwise; seat 1 is first in turn order")
_STRATEGY = Column(
    "strategy", "the strategy, with its parameters where they differ from the defaults"
)
_FAIR = Column("fair_share", "1 / number of players, or of sides", in_json=False)
_SCORE = Column("score_mean", "mean final score, in the game's own unit", interval=True)
#: The tables' columns.
TABLES: dict[str, Sequence[Column]] = {
    SEATS: (
        _SEAT,
        Column("games", "games played"),
        Column(
            "win_rate",
            "share of the games won; a win shared by k players counts 1/k",
            interval=True,
        ),
        _FAIR,
        _SCORE,
    ),
    STRATEGIES: (
        _STRATEGY,
        Column("games", "games played, counted once for each seat the strategy has in a game"),
        Column("win_rate", "share of those games won from a seat of this strategy", interval=True),
        _FAIR,
        _SCORE,
    ),
    STRATEGY_SEATS: (
        _STRATEGY,
        _SEAT,
        Column("games", "games in which the strategy had this seat"),
        Column("win_rate", "share of those games won", interval=True),
        _FAIR,
    ),
    LENGTH: (
        Column("measure", "what is counted: turns, rounds or decisions of a game"),
        Column("from", "smallest value of the bin"),
        Column("to", "largest value of the bin"),
        Column("games", "games whose length lies in the bin"),
        Column("share", "share of all games"),
        Column("share_up_to", "share of all games at most this long"),
    ),
    "scores": (
        _SEAT,
        Column("score", "final score, in the game's own unit, parts of one rounded down"),
        Column("games", "games in which the seat ended with this score"),
        Column("share", "share of all games"),
    ),
    "figures": (
        Column("figure", "every figure, by its path in summary.json"),
        Column(
            "value",
            "the figure: a mean per game, a share, or a difference of shares",
            interval=True,
        ),
        Column("n", "observations behind it"),
        Column("sd", "standard deviation over games (lengths only)"),
        Column("p5", "5th percentile over games (lengths only)"),
        Column("p50", "median over games (lengths only)"),
        Column("p95", "95th percentile over games (lengths only)"),
    ),
    "targets": TARGETS,
    **levels.TABLES,
}
_MOST_BINS = 60


def make_tables(results: Results, robustness: Robustness | None = None) -> dict[str, pd.DataFrame]:
    """Return the tables of a run by name; the columns are those of `TABLES`."""
    return frames(
        TABLES,
        {
            **{kind: fared(results, kind) for kind in (SEATS, STRATEGIES, STRATEGY_SEATS)},
            LENGTH: [
                {"measure": name, **part}
                for name, length in results.lengths().items()
                if name in LENGTHS
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
            "targets": judged_rows(judge_everywhere(results.judged(), robustness)),
            **(levels.rows_of(robustness) if robustness else {}),
        },
        if_asked=("targets", *levels.TABLES),
    )


#: Who a row of each kind is about.
_WHO: Mapping[str, Sequence[str]] = {
    SEATS: ("seat",),
    SIDES: ("side",),
    STRATEGIES: ("strategy",),
    STRATEGY_SEATS: ("strategy", "seat"),
}


def fared(results: Results, kind: str) -> list[dict[str, Any]]:
    """Return a row for each seat, side, strategy, or strategy in a seat, of all its figures."""
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for figure in results.some(kind):
        estimate = results.estimate(figure.path)
        who = zip(_WHO[kind], figure.of, strict=True)
        of = {name: one if name == "strategy" else int(one) for name, one in who}
        row = found.setdefault(figure.of, of)
        if figure.is_win_rate:
            row |= {"games": estimate.n, "fair_share": results.fair_share}
        row[figure.what] = estimate
    return list(found.values())


def _figures(results: Results) -> list[dict[str, Any]]:
    lengths = results.lengths()
    rows = []
    for path, figure in results.figures.items():
        found = results.estimate(path)
        row = {"figure": path, "value": found, "n": found.n}
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
