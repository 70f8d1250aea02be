"""The tables and the JSON object of a run."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from reports.figures import figure as fig
from reports.figures.catalogue import PERCENTILES
from reports.figures.precision import ReachedPrecision
from reports.figures.statistics import UNKNOWN, finite, plain
from reports.figures.unevenness import Unevenness
from reports.robust import tables as levels
from reports.run.ending import ended_early, reached_precisions
from reports.run.groups import group_rows
from reports.run.results import CountSpread, LengthResult, RunResults
from reports.writing.columns import TARGETS, Column, Frames, frames, judged_target_rows, plain_rows
from simulate.play.tally import LENGTHS, Histogram
from simulate.study.precision import OF_VALUE

_SEAT = Column(
    "seat",
    "place at the table, clockwise; seat 1 is first in turn order. Different strategies rotate "
    "over the seats, so a seat is played by each of them, unless --no-rotate is given",
)
STRATEGY = Column(
    "strategy",
    "the strategy, with its parameters where they differ from the defaults",
    heading="strategy",
    numeric=False,
    code=True,
)
_FAIR = Column("fair_share", "1 / number of players, or of sides", in_json=False)
_SCORE = Column("score_mean", "mean final score, in the game's own unit", interval=True)
_LOSS = Column(fig.LOSS_RATE, "share of the games lost", interval=True, in_files=False)
_JOINT = Column(
    "joint_win_rate",
    "the same, with an interval that holds for all rows together; verdicts are based on it",
    interval=True,
    in_json=False,
)
#: The columns shared by tables of all figures; the rows come from `figure_rows`.
FIGURES = (
    Column("figure", "every figure, by its path in the JSON object of 'fathom run'"),
    Column(
        "value", "the figure: a mean per game, a share, or a difference of shares", interval=True
    ),
    Column("n", "number of observations of the figure"),
)
#: The columns of each table.
TABLES: dict[str, Sequence[Column]] = {
    fig.SEATS: (
        _SEAT,
        Column("games", "games played"),
        Column(
            "win_rate",
            "share of the games won; a win shared by k players counts 1/k",
            interval=True,
        ),
        _JOINT,
        _FAIR,
        _SCORE,
    ),
    fig.STRATEGIES: (
        STRATEGY,
        Column("games", "games played, counted once for each seat the strategy has in a game"),
        Column(
            "win_rate",
            "share of those games won by the seat that plays this strategy",
            interval=True,
        ),
        _JOINT,
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
    fig.GROUPS: (
        Column("grouping", "what divides the seats into groups, such as faction"),
        Column("group", "the group, such as a faction"),
        Column("games", "games in which some seat was in the group"),
        Column("wins", "those games that its seats won; a win shared by k seats counts 1/k"),
        Column("win_rate", "wins / games", interval=True),
        Column(
            "joint_win_rate",
            "the same, with an interval that holds for all groups together and allows for fair "
            "shares that differ by game; verdicts are based on it",
            interval=True,
            in_json=False,
        ),
        Column(
            "fair_share",
            "mean share of the win if all seats won equally often (for teams: if all teams did); "
            "if all players win together, their win rate",
        ),
        Column("advantage", "win_rate less fair_share", interval=True),
    ),
    fig.LENGTH: (
        Column("measure", "unit of the length: turns, rounds or decisions"),
        Column("from", "smallest value of the bin"),
        Column("to", "largest value of the bin"),
        Column("games", "games whose length lies in the bin"),
        Column("share", "share of all games"),
        Column("share_up_to", "share of all games at most this long"),
    ),
    "scores": (
        _SEAT,
        Column("score", "final score, in the game's own unit, rounded down to a whole number"),
        Column("games", "games in which the seat ended with this score"),
        Column("share", "share of all games"),
    ),
    fig.LEAD_CHANGES: (
        Column("lead_changes", "number of lead changes in a game"),
        Column("games", "games with this number of lead changes"),
        Column("share", "share of all games"),
        Column("share_or_more", "share of all games with at least this number of lead changes"),
    ),
    "figures": (
        *FIGURES,
        Column("sd", "standard deviation over games (lengths only)"),
        Column("p5", "5th percentile over games (lengths and counts only)"),
        Column("p50", "median over games (lengths and counts only)"),
        Column("p95", "95th percentile over games (lengths and counts only)"),
        Column(
            "within",
            "largest amount by which the percentiles of a count may be too low: 0 unless its "
            "values differ so much that they were counted in bins",
        ),
    ),
    "targets": TARGETS,
    **levels.TABLES,
}
#: The largest number of bins in the table of lengths.
_MOST_BINS = 60


def make_tables(results: RunResults) -> Frames:
    """Return the tables of a run by name, with the columns of `TABLES`.

    Tables of groups, of targets, of lead changes and of other players are left out if the run has
    none.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    rows: dict[str, list[dict[str, Any]]] = {
        kind: participant_rows(results, kind)
        for kind in (fig.SEATS, fig.STRATEGIES, fig.STRATEGY_SEATS)
    }
    rows[fig.GROUPS] = group_rows(results)
    rows[fig.LENGTH] = _length_rows(results)
    rows["scores"] = _score_rows(results)
    rows[fig.LEAD_CHANGES] = _lead_change_rows(results)
    rows["figures"] = _figure_rows_with_spread(results)
    rows["targets"] = judged_target_rows(results.judged())
    if results.robustness:
        rows |= levels.rows_of(results.robustness)
    return frames(TABLES, rows, optional=(fig.GROUPS, "targets", fig.LEAD_CHANGES, *levels.TABLES))


def _length_rows(results: RunResults) -> list[dict[str, Any]]:
    """Return a row per bin of the distribution of lengths, for each unit except minutes."""
    return [
        {"measure": name, **bin_row}
        for name, length in results.lengths().items()
        if name in LENGTHS
        for bin_row in _bin_rows(length.histogram)
    ]


def _score_rows(results: RunResults) -> list[dict[str, Any]]:
    """Return a row per seat and score that occurred, with the number and share of its games."""
    rows = []
    for seat, histogram in enumerate(results.scores(), 1):
        for score, games in zip(histogram.values, histogram.counts, strict=True):
            if games:
                share = games / results.run.games
                rows.append(
                    {"seat": seat, "score": int(score), "games": int(games), "share": share}
                )
    return rows


def _lead_change_rows(results: RunResults) -> list[dict[str, Any]]:
    """Return a row per number of lead changes that occurred; empty if nobody can lead."""
    histogram = results.lead_changes
    if histogram is None:
        return []
    rows = []
    remaining = results.run.games
    for changes, games in zip(histogram.values, histogram.counts, strict=True):
        if games:
            rows.append(
                {
                    "lead_changes": int(changes),
                    "games": int(games),
                    "share": games / results.run.games,
                    "share_or_more": remaining / results.run.games,
                }
            )
        remaining -= games
    return rows


#: The columns that name the participant, by kind of figure.
_PARTICIPANT_COLUMNS: Mapping[str, Sequence[str]] = {
    fig.SEATS: ("seat",),
    fig.SIDES: ("side",),
    fig.STRATEGIES: ("strategy",),
    fig.STRATEGY_SEATS: ("strategy", "seat"),
}


def participant_rows(results: RunResults, kind: str) -> list[dict[str, Any]]:
    """Return a row per seat, side, strategy, or strategy in a seat, with all its figures.

    Parameters
    ----------
    results
        The results of the run.
    kind
        `SEATS`, `SIDES`, `STRATEGIES` or `STRATEGY_SEATS` of `reports.figures.figure`.

    Returns
    -------
    list of dict
        The values by name of the column, in seat order or in the order of the line-up.
    """
    rows: dict[tuple[str, ...], dict[str, Any]] = {}
    for figure in results.figures_of(kind):
        estimate = results.estimate(figure.path)
        participant: dict[str, Any] = {
            column: name if column == "strategy" else int(name)
            for column, name in zip(_PARTICIPANT_COLUMNS[kind], figure.of, strict=True)
        }
        row = rows.setdefault(figure.of, participant)
        if figure.is_win_rate:
            row |= {"games": estimate.n, "fair_share": results.fair_share}
        row[figure.measure] = estimate
    if kind in (fig.SEATS, fig.STRATEGIES) and results.contest == "seats":
        joint = results.joint_win_rates(kind if kind == fig.STRATEGIES else "")
        for row, rate in zip(rows.values(), joint.values(), strict=True):
            row["joint_win_rate"] = rate
    return list(rows.values())


def figure_rows(results: RunResults) -> list[dict[str, Any]]:
    """Return a row per listed figure, with the columns `FIGURES`."""
    rows = []
    for path in results.figures:
        estimate = results.estimate(path)
        rows.append({"figure": path, "value": estimate, "n": estimate.n})
    return rows


def _figure_rows_with_spread(results: RunResults) -> list[dict[str, Any]]:
    """Return `figure_rows`, with percentiles in the rows of lengths and counts.

    Lengths also have standard deviations.
    """
    lengths = results.lengths()
    rows = figure_rows(results)
    for row, figure in zip(rows, results.figures.values(), strict=True):
        if figure.kind == fig.LENGTH and figure.measure == fig.MEAN:
            row.update(_summarise_spread(lengths[figure.of[0]]))
        if results.has_percentiles(figure.path):
            row.update(summarise_count(results.count_spread(figure.path)))
    return rows


def summarise_count(spread: CountSpread | None) -> dict[str, float | None]:
    """Return the percentiles of a count (``p5`` and so on) and ``within``; None if not known."""
    if spread is None:
        return dict.fromkeys([*(f"p{percent}" for percent in PERCENTILES), "within"])
    percentiles = {f"p{percent}": value for percent, value in spread.percentiles.items()}
    return {**percentiles, "within": spread.within}


def _summarise_spread(length: LengthResult) -> dict[str, float]:
    """Return the standard deviation of lengths (``sd``) and their percentiles, such as ``p50``."""
    percentiles = {f"p{percent}": value for percent, value in length.percentiles.items()}
    return {"sd": length.sd, **percentiles}


def _bin_rows(histogram: Histogram) -> list[dict[str, Any]]:
    """Return a row per bin of a distribution, with bins of the width that `bin_width` returns."""
    width = bin_width(len(histogram.counts))
    first = histogram.low // width * width
    total = int(histogram.counts.sum())
    rows = []
    cumulative = 0
    for begin in range(first, histogram.low + len(histogram.counts), width):
        inside = slice(max(0, begin - histogram.low), begin + width - histogram.low)
        games = int(histogram.counts[inside].sum())
        cumulative += games
        share = {"share": games / total, "share_up_to": cumulative / total}
        rows.append({"from": begin, "to": begin + width - 1, "games": games, **share})
    return rows


def bin_width(span: int, most: int = _MOST_BINS) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, … that divides `span` values into `most` bins."""
    power: int = 10 ** max(0, math.ceil(math.log10(max(span, 1) / most)) - 1)
    return next(k * power for k in (1, 2, 5, 10, 20) if span <= k * power * most)


def summarise(results: RunResults, skill: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the JSON object of a run.

    Parameters
    ----------
    results
        The results of the run.
    skill
        The summary of the check of skill; None if it was not made.

    Returns
    -------
    dict
        All results by name. Rates are shares of 1. Unknown values are None.

    Raises
    ------
    UsageError
        If the study has an invalid target, or a target or precision of an unknown figure.
    """
    run = results.run
    return {
        **_summarise_study(results),
        **_summarise_figures(results),
        **_summarise_goals(results),
        "robustness": levels.summarise(results.robustness) if results.robustness else None,
        "skill": skill,
        "interrupted": run.interrupted,
        "study_id": run.study.id,
        "played_study_id": run.study.limited_to(run.games).id,
        "tally_id": run.tally.id,
        "jobs": run.jobs,
        "elapsed_s": round(run.elapsed, 4),
        "games_per_s": round(run.games_per_s, 1),
        "decisions_per_s": round(run.tally.sums[run.layout.single("decisions")] / run.elapsed, 1),
    }


def _summarise_study(results: RunResults) -> dict[str, Any]:
    """Return the part of the JSON object on the study: rules, games, seed and line-up."""
    run = results.run
    study = results.run.study
    return {
        "game": study.game_name,
        "variant": study.variant,
        "rules": study.values,
        "players": study.players,
        "games": run.games,
        "deals": run.tally.deals,
        "ranges": [list(deals) for deals in study.limited_to(run.games).ranges] or None,
        "seed": study.seed,
        "lineup": list(study.lineup),
        "personas": dict(study.personas),
        "rotate": study.rotate,
        "confidence": results.confidence,
    }


def _summarise_figures(results: RunResults) -> dict[str, Any]:
    """Return the part of the JSON object with all figures, in its order."""
    summary: dict[str, Any] = {fig.SEATS: _plain_participants(results, fig.SEATS)}
    summary |= _summarise_sides(results)
    for kind in (fig.STRATEGIES, fig.STRATEGY_SEATS):
        summary[kind] = _plain_participants(results, kind)
    if results.run.layout.groupings:
        summary[fig.GROUPS] = _summarise_groups(results)

    single = [figure for figure in results.figures.values() if not figure.of]
    on_wins = [figure for figure in single if figure.topic is fig.Topic.WINS]
    on_course = [figure for figure in single if figure.topic is not fig.Topic.WINS]
    summary |= _plain_figures(results, on_wins)
    summary["unevenness"] = _summarise_unevenness(results.unevenness)
    summary[fig.LENGTH] = {
        name: _summarise_length(length) for name, length in results.lengths().items()
    }
    if results.has(fig.CLOSE_GAMES):
        # The value stays None if a lower score won a game, because the figure is then not listed.
        summary[fig.CLOSE_GAMES] = None
    # Programs may rely on these fields, although they are not listed in a game without points.
    fields = [path for path in (fig.LEAD_CHANGES, fig.COMEBACKS, fig.LEADS) if results.has(path)]
    unlisted = [results.figure(path) for path in fields if path not in results.figures]
    summary |= _plain_figures(results, [*unlisted, *on_course])
    summary[fig.COUNTS] = _plain_figures(results, results.figures_of(fig.COUNTS))
    if results.run.study.noted:
        summary[fig.CARDS] = _plain_figures(results, results.figures_of(fig.CARDS))
    summary[fig.UNFINISHED] = results.unfinished
    return summary


def _plain_participants(results: RunResults, kind: str) -> list[dict[str, Any]]:
    """Return the rows of `participant_rows` as values for JSON."""
    columns = TABLES[kind]
    if results.figures_of(kind, fig.LOSS_RATE):
        columns = (*columns, _LOSS)
    return plain_rows(columns, participant_rows(results, kind))


def _summarise_groups(results: RunResults) -> dict[str, dict[str, Any]]:
    """Return the part of the JSON object on groups: by grouping, then by name of the group."""
    summary: dict[str, dict[str, Any]] = {}
    for row in group_rows(results):
        rate = row.get("win_rate", UNKNOWN)
        interval = plain(rate)
        summary.setdefault(row["grouping"], {})[row["group"]] = {
            "games": row["games"],
            "wins": row["wins"],
            fig.WIN_RATE: interval.pop("value"),
            **interval,
            "fair_share": row.get("fair_share"),
            fig.GROUP_ADVANTAGE: plain(row.get("advantage", UNKNOWN)),
        }
    return summary


def _summarise_sides(results: RunResults) -> dict[str, Any]:
    """Return the part of the JSON object on sides; empty if every seat plays for itself.

    If all players win together, it also sets the figures that compare seats to None.
    """
    if results.contest == "seats":
        return {}
    columns = (Column("side"), *TABLES[fig.SEATS][1:])
    summary: dict[str, Any] = {fig.SIDES: plain_rows(columns, participant_rows(results, fig.SIDES))}
    if results.contest == "together":
        summary |= dict.fromkeys((fig.ADVANTAGE, fig.SEAT_SPREAD, fig.SEATS_GAP))
    return summary


def _plain_figures(results: RunResults, figures: Iterable[fig.Figure]) -> dict[str, Any]:
    """Return the estimates of figures for JSON, with their numbers of observations (``n``).

    Counts also have their percentiles over games.

    The keys are the middle parts of the paths, such as the name of a count, or else whole paths.
    """
    summary = {}
    for figure in figures:
        estimate = results.estimate(figure.path)
        name = figure.of[0] if figure.of else figure.path
        summary[name] = {**plain(estimate), "n": estimate.n}
        if results.has_percentiles(figure.path):
            summary[name] |= summarise_count(results.count_spread(figure.path))
    return summary


def _summarise_unevenness(uneven: Unevenness | None) -> dict[str, Any] | None:
    """Return the intervals of differences between seats for the JSON object.

    The result is None if the differences are not known.
    """
    if uneven is None:
        return None
    ranges = {"gap": uneven.gap, "games_to_notice": uneven.games}
    return {
        name: {"ci_low": finite(ends.low), "ci_high": finite(ends.high)}
        for name, ends in ranges.items()
    }


def _summarise_length(length: LengthResult) -> dict[str, Any]:
    """Return a distribution of lengths for JSON: ``mean`` with its interval, and its spread."""
    interval = plain(length.mean)
    return {"mean": interval.pop("value"), **interval, **_summarise_spread(length)}


def summarise_looks(results: RunResults, *, decided: bool, early: bool) -> dict[str, Any]:
    """Return the part of the JSON object on the interim looks of a study with --until-decided.

    Parameters
    ----------
    results
        The results of the study.
    decided
        True if everything was decided.
    early
        True if the study ended before its last look, so that values are exaggerated on average.

    Returns
    -------
    dict
        Both arguments (``decided``, ``values_exaggerated``), the number of games at each possible
        look (``looks``), and the confidence of an interval at one look (``level``).
    """
    study = results.run.study
    return {
        "decided": decided,
        "values_exaggerated": early,
        "looks": [deals * study.rotations for deals in study.interim],
        "level": results.look_confidence,
    }


def _summarise_goals(results: RunResults) -> dict[str, Any]:
    """Return the part of the JSON object on targets, interim looks and precisions.

    It has only the keys that apply to the study.

    Raise `UsageError` if a target is invalid, or if a target or a precision names an unknown
    figure.
    """
    study = results.run.study
    summary: dict[str, Any] = {}
    if study.targets:
        summary["targets"] = plain_rows(TARGETS, judged_target_rows(results.judged()))
    if study.until_decided and study.targets:
        summary["until_decided"] = summarise_looks(
            results, decided=results.is_decided, early=ended_early([results])
        )
    if study.precision:
        summary["precisions"] = summarise_precisions(reached_precisions(results))
        summary["precision"] = summary["precisions"][0]
    return summary


def summarise_precisions(precisions: Sequence[ReachedPrecision]) -> list[dict[str, Any]]:
    """Return the precision targets for the JSON object, each with the precision reached.

    Each has the path (``figure``), the requested half width (``asked``), the requested percentage
    (``asked_percent``; None for other units) and the half width reached (``reached``).
    """
    rows = []
    for precision in precisions:
        is_relative = precision.target.unit == OF_VALUE
        rows.append(
            {
                "figure": precision.figure.path,
                "asked": finite(precision.width),
                "asked_percent": precision.target.size if is_relative else None,
                "reached": finite(precision.reach),
            }
        )
    return rows
