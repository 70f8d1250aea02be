"""What other programs read of a run: its tables, and its JSON object."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from reports.figures import figure as fig
from reports.figures.precision import ReachedPrecision
from reports.figures.statistics import finite, plain
from reports.figures.unevenness import Unevenness
from reports.robust import tables as levels
from reports.run.ending import ended_early, reached_precisions
from reports.run.results import LengthResult, RunResults
from reports.writing.columns import TARGETS, Column, Frames, frames, judged_target_rows, plain_rows
from simulate.play.tally import LENGTHS, Histogram
from simulate.study.precision import OF_VALUE

_SEAT = Column("seat", "place at the table, clockwise; seat 1 is first in turn order")
STRATEGY = Column(
    "strategy",
    "the strategy, with its parameters where they differ from the defaults",
    heading="strategy",
    numeric=False,
    code=True,
)
_FAIR = Column("fair_share", "1 / number of players, or of sides", in_json=False)
_SCORE = Column("score_mean", "mean final score, in the game's own unit", interval=True)
#: Of what is told of every figure; rows are those of `figure_rows`.
FIGURES = (
    Column("figure", "every figure, by its path in the JSON object of 'fathom run'"),
    Column(
        "value", "the figure: a mean per game, a share, or a difference of shares", interval=True
    ),
    Column("n", "observations behind it"),
)
#: The tables' columns.
TABLES: dict[str, Sequence[Column]] = {
    fig.SEATS: (
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
    fig.STRATEGIES: (
        STRATEGY,
        Column("games", "games played, counted once for each seat the strategy has in a game"),
        Column("win_rate", "share of those games won from a seat of this strategy", interval=True),
        _FAIR,
        _SCORE,
    ),
    fig.STRATEGY_SEATS: (
        STRATEGY,
        _SEAT,
        Column("games", "games in which the strategy had this seat"),
        Column("win_rate", "share of those games won", interval=True),
        _FAIR,
    ),
    fig.LENGTH: (
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
        *FIGURES,
        Column("sd", "standard deviation over games (lengths only)"),
        Column("p5", "5th percentile over games (lengths only)"),
        Column("p50", "median over games (lengths only)"),
        Column("p95", "95th percentile over games (lengths only)"),
    ),
    "targets": TARGETS,
    **levels.TABLES,
}
_MOST_BINS = 60


def make_tables(results: RunResults) -> Frames:
    """Return the tables of a run by name; the columns are those of `TABLES`."""
    return frames(
        TABLES,
        {
            **{
                kind: participant_rows(results, kind)
                for kind in (fig.SEATS, fig.STRATEGIES, fig.STRATEGY_SEATS)
            },
            fig.LENGTH: [
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
            "targets": judged_target_rows(results.judged()),
            **(levels.rows_of(results.robustness) if results.robustness else {}),
        },
        optional=("targets", *levels.TABLES),
    )


#: Who a row of each kind is about.
_WHO: Mapping[str, Sequence[str]] = {
    fig.SEATS: ("seat",),
    fig.SIDES: ("side",),
    fig.STRATEGIES: ("strategy",),
    fig.STRATEGY_SEATS: ("strategy", "seat"),
}


def participant_rows(results: RunResults, kind: str) -> list[dict[str, Any]]:
    """Return a row for each seat, side, strategy, or strategy in a seat, of all its figures."""
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for figure in results.figures_of(kind):
        estimate = results.estimate(figure.path)
        who = zip(_WHO[kind], figure.of, strict=True)
        of = {name: one if name == "strategy" else int(one) for name, one in who}
        row = found.setdefault(figure.of, of)
        if figure.is_win_rate:
            row |= {"games": estimate.n, "fair_share": results.fair_share}
        row[figure.measure] = estimate
    return list(found.values())


def figure_rows(results: RunResults) -> list[dict[str, Any]]:
    """Return a row for each figure."""
    known = ((path, results.estimate(path)) for path in results.figures)
    return [{"figure": path, "value": found, "n": found.n} for path, found in known]


def _figures(results: RunResults) -> list[dict[str, Any]]:
    """Return the same, those of lengths with their distribution."""
    lengths, rows = results.lengths(), figure_rows(results)
    for row, figure in zip(rows, results.figures.values(), strict=True):
        if figure.kind == fig.LENGTH and figure.measure == fig.MEAN:
            length = lengths[figure.of[0]]
            row |= {"sd": length.sd}
            row |= {f"p{percent}": value for percent, value in length.percentiles.items()}
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


def summarise(results: RunResults, skill: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return all a run found as values for JSON; rates are shares of 1, ``None`` is not known."""
    run, study = results.run, results.run.study
    single = [figure for figure in results.figures.values() if not figure.of]
    return {
        "game": study.game_name,
        "variant": study.variant,
        "rules": study.values,
        "players": study.players,
        "games": run.games,
        "deals": run.tally.deals,
        "ranges": [list(one) for one in study.limited_to(run.games).ranges] or None,
        "seed": study.seed,
        "lineup": list(study.lineup),
        "personas": dict(study.personas),
        "rotate": study.rotate,
        "confidence": results.confidence,
        fig.SEATS: plain_rows(TABLES[fig.SEATS], participant_rows(results, fig.SEATS)),
        **_sides(results),
        **{
            kind: plain_rows(TABLES[kind], participant_rows(results, kind))
            for kind in (fig.STRATEGIES, fig.STRATEGY_SEATS)
        },
        **_told(results, (figure for figure in single if figure.topic is fig.Topic.WINS)),
        "unevenness": _unevenness(results.unevenness),
        fig.LENGTH: {name: _length(length) for name, length in results.lengths().items()},
        # Null unless it is listed, as where a lower score won a game.
        **({fig.CLOSE_GAMES: None} if results.has(fig.CLOSE_GAMES) else {}),
        **_told(results, (figure for figure in single if figure.topic is not fig.Topic.WINS)),
        fig.COUNTS: _told(results, results.figures_of(fig.COUNTS)),
        **({fig.CARDS: _told(results, results.figures_of(fig.CARDS))} if study.noted else {}),
        fig.UNFINISHED: results.unfinished,
        **_asked(results),
        "robustness": levels.summarise(results.robustness) if results.robustness else None,
        "skill": skill,
        "interrupted": run.interrupted,
        "study_id": study.id,
        "played_study_id": study.limited_to(run.games).id,
        "tally_id": run.tally.id,
        "jobs": run.jobs,
        "elapsed_s": round(run.elapsed, 4),
        "games_per_s": round(run.games_per_s, 1),
        "decisions_per_s": round(run.tally.sums[run.layout.single("decisions")] / run.elapsed, 1),
    }


def _sides(results: RunResults) -> dict[str, Any]:
    """Return how sides fared; what nobody can have who plays against the game alone is null."""
    if results.contest == "seats":
        return {}
    columns = (Column("side"), *TABLES[fig.SEATS][1:])
    found: dict[str, Any] = {fig.SIDES: plain_rows(columns, participant_rows(results, fig.SIDES))}
    if results.contest == "together":
        found |= dict.fromkeys((fig.ADVANTAGE, fig.SEAT_SPREAD, fig.SEATS_GAP))
    return found


def _told(results: RunResults, figures: Iterable[fig.Figure]) -> dict[str, Any]:
    estimates = {figure: results.estimate(figure.path) for figure in figures}
    return {
        figure.of[0] if figure.of else figure.path: {**plain(found), "n": found.n}
        for figure, found in estimates.items()
    }


def _unevenness(uneven: Unevenness | None) -> dict[str, Any] | None:
    """Return the ranges of the gap and of the games to notice it, where seats clearly differ."""
    if uneven is None:
        return None
    ranges = {"gap": uneven.gap, "games_to_notice": uneven.games}
    return {
        name: {"ci_low": finite(ends.low), "ci_high": finite(ends.high)}
        for name, ends in ranges.items()
    }


def _length(length: LengthResult) -> dict[str, Any]:
    ends = plain(length.mean)
    return {
        "mean": ends.pop("value"),
        **ends,
        "sd": length.sd,
        **{f"p{percent}": value for percent, value in length.percentiles.items()},
    }


def summarise_looks(results: RunResults, *, decided: bool, early: bool) -> dict[str, Any]:
    """Return a summary of the looks at a study that is played until it is decided.

    Parameters
    ----------
    results
        The results of the study.
    decided
        Whether everything was decided.
    early
        Whether playing ended before the last look, so that values are exaggerated.
    """
    study = results.run.study
    return {
        "decided": decided,
        "values_exaggerated": early,
        "looks": [deals * study.rotations for deals in study.interim],
        "level": results.look_confidence,
    }


def _asked(results: RunResults) -> dict[str, Any]:
    study = results.run.study
    found: dict[str, Any] = {}
    if study.targets:
        found["targets"] = plain_rows(TARGETS, judged_target_rows(results.judged()))
    if study.until_decided and study.targets:
        found["until_decided"] = summarise_looks(
            results, decided=results.is_decided, early=ended_early([results])
        )
    if study.precision:
        found["precisions"] = summarise_precisions(reached_precisions(results))
        found["precision"] = found["precisions"][0]
    return found


def summarise_precisions(known: Sequence[ReachedPrecision]) -> list[dict[str, Any]]:
    """Return to within what figures are known, and were to be, as plain values for JSON."""
    return [
        {
            "figure": one.figure.path,
            "asked": finite(one.width),
            "asked_percent": one.target.size if one.target.unit == OF_VALUE else None,
            "reached": finite(one.reach),
        }
        for one in known
    ]
