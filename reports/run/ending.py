"""The progress display of a run, and sentences on its precision and on what ended it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from reports.figures.figure import ADVANTAGE, MINUTES, PLAIN, POINTS, SHARE, CountQuantile, Quantile
from reports.figures.precision import ReachedPrecision, finest_precision, value_step
from reports.figures.statistics import DEFAULT_CONFIDENCE, half_width, judge
from reports.figures.targets import read_targets
from reports.run.results import RunResults
from reports.writing import wording
from reports.writing.document import Heading
from reports.writing.wording import capital, counted, listed
from simulate.play.arms import layout_of
from simulate.play.run import Run
from simulate.play.tally import Tally
from simulate.study import MOST_GAMES, UNTIL_DECIDED, Study
from simulate.study.precision import OF_VALUE


def reached_precisions(results: RunResults) -> list[ReachedPrecision]:
    """Return the precision reached for each figure with a precision target in the study.

    Raises
    ------
    UsageError
        If a precision target names a figure that the run does not have.
    """
    precisions = []
    for path, requested in results.run.study.precision.items():
        estimate = results.estimate(path)
        least = percentile_step(results, path)
        reach = max(half_width(estimate), least)
        precisions.append(
            ReachedPrecision(results.figure(path), requested, estimate.value, reach, least)
        )
    return precisions


def percentile_step(results: RunResults, path: str, *, differences: bool = False) -> float:
    """Return the finest precision with which a percentile can be known; 0 for other figures.

    A percentile jumps from one possible value to the next, so more games do not narrow its interval
    any further.

    Parameters
    ----------
    results
        The results of the run.
    path
        The path of the figure.
    differences
        True for the difference of this percentile between two runs.

    Raises
    ------
    UsageError
        If the run has no figure with this path.
    """
    figure = results.figure(path)
    if isinstance(figure.source, CountQuantile):
        histogram = results.distribution(figure.source)
        return finest_precision(figure, differences, histogram.width if histogram else 1)
    if not isinstance(figure.source, Quantile):
        return 0.0
    ranks = results.run.tally.lengths[figure.source.length]
    return finest_precision(figure, differences, value_step(ranks))


#: If more arms than this stopped early, a sentence gives their number instead of their names.
_MOST_NAMED = 4


def describe_precisions(results: RunResults) -> list[str]:
    """Return a sentence per precision target: the requested precision and the precision reached.

    Raises
    ------
    UsageError
        If a precision target names a figure that the run does not have.
    """
    games = f"after {counted(results.run.games, 'game')}"
    return [
        describe_precision(precision, precision.figure.title, games)
        for precision in reached_precisions(results)
    ]


def describe_precision(
    precision: ReachedPrecision, title: str, games: str, base: str = "its value"
) -> str:
    """Return a sentence that compares the precision reached with the requested precision.

    Parameters
    ----------
    precision
        The precision of a figure or a difference.
    title
        The name of the figure or difference.
    games
        Words for the number of games, such as "after 100 games".
    base
        Words for the number that a precision in percent refers to.
    """
    unit = precision.figure.unit
    if unit.share:
        unit = unit.of_differences
    is_relative = precision.target.unit == OF_VALUE
    requested = f"{unit.scale * precision.width:.3g}"
    if is_relative:
        requested = f"{precision.target.size:.3g}%"
    subject = f"{capital(title)}:"
    if not math.isfinite(precision.reach):
        kind = f"of {base}" if is_relative else unit.name
        size = f"{requested} {kind}".rstrip()
        return f"{subject} not known {games}; a precision of {size} was requested."

    reach = wording.rounded_up(unit.scale * precision.reach, 3)
    within = f"to within {wording.measured(reach, unit)}"
    if is_relative and precision.value:
        percent = wording.rounded_up(100 * precision.reach / abs(precision.value), 3)
        within += f", {percent}% of {base},"
    if precision.is_enough:
        return f"{subject} known {within} {games}; {requested} was requested."
    why = ""
    if precision.is_hopeless:
        why = ": it jumps from one possible value to the next, so more games do not help"
    return f"{subject} known only {within} {games}, not the {requested} requested{why}."


def describe_stop(
    results: RunResults, subject: str = "every target", *, is_decided: bool | None = None
) -> str:
    """Return sentences on what ended a study with --until-decided.

    Parameters
    ----------
    results
        The results of the study, or of the longest of several studies.
    subject
        A singular noun phrase for everything that should be decided.
    is_decided
        True if everything is decided; None to check the targets of the study.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    run = results.run
    study = results.run.study
    if is_decided is None:
        is_decided = results.is_decided
    most = study.deals * study.rotations
    return write_stop(run.games, most, subject, is_decided=is_decided, interrupted=run.interrupted)


#: A caveat for studies that ended early. An early end is more likely if chance moved a figure away
#: from its bound.
EXAGGERATION = (
    "An early end exaggerates: the figures that caused it lie on average further from their bounds "
    "than the true values do. Their intervals allow for that."
)


def write_stop(games: int, most: int, subject: str, *, is_decided: bool, interrupted: bool) -> str:
    """Return sentences on what ended a study with --until-decided.

    Parameters
    ----------
    games, most
        The number of games played, and the maximum.
    subject
        A singular noun phrase for everything that should be decided.
    is_decided
        True if everything is decided.
    interrupted
        True if the user interrupted the study.
    """
    so_far = counted(games, "game")
    if is_decided:
        text = f"{capital(subject)} was decided after {so_far} (maximum: {most:,}), so it stopped."
    else:
        why = "the maximum" if games >= most else "the maximum for everything still open"
        if interrupted:
            why = "when it was interrupted"
        text = f"After {so_far}, {why}, not {subject} is decided."
    return f"{text} Intervals are wider than after a fixed number of games."


def ended_early(studies: Iterable[RunResults]) -> bool:
    """Return True if any study ended before its last deal, because its results were decided."""
    return any(
        results.run.tally.deals < results.run.study.deals and not results.run.interrupted
        for results in studies
    )


def warn_of_exaggeration(studies: Iterable[RunResults]) -> list[str]:
    """Return a list with a caveat on exaggerated values; empty if no study was decided early."""
    return [EXAGGERATION] if ended_early(studies) else []


def describe_settled_arms(arms: Mapping[str, RunResults]) -> list[str]:
    """Return a list with a sentence on the arms that were decided before others.

    `arms` holds the results by label. The list is empty if all arms played equally long.
    """
    most = max(results.run.tally.deals for results in arms.values())
    games = {
        label: results.run.games
        for label, results in arms.items()
        if results.run.tally.deals < most
    }
    if not games:
        return []
    if len(games) > _MOST_NAMED:
        least, last = f"{min(games.values()):,}", f"{max(games.values()):,}"
        after = f"{least} to {last} games" if least != last else f"{least} games"
        return [f"{len(games)} of {len(arms)} were decided earlier, and stopped after {after}."]
    stops = [f"{label} after {counted(number, 'game')}" for label, number in games.items()]
    return [f"Decided earlier, and stopped: {listed(stops)}."]


def describe_looks(results: RunResults) -> str:
    """Return sentences on the interim looks at a study and on the width of its intervals."""
    run = results.run
    looks = sum(deals <= run.tally.deals for deals in run.study.interim)
    return write_looks(looks, len(run.study.interim), results.look_confidence, results.confidence)


def write_looks(looks: int, most: int, look_confidence: float, confidence: float) -> str:
    """Return sentences on the number of interim looks and the width of intervals.

    Parameters
    ----------
    looks, most
        The number of looks that took place, and the largest possible number.
    look_confidence
        The confidence of one interval at one look.
    confidence
        The confidence of the intervals of all looks together.
    """
    return (
        f"The results were checked {counted(looks, 'time')}, of at most {most}. Each interval has "
        f"{100 * look_confidence:.4g}% confidence at one look, so that the intervals of all looks "
        f"together have {100 * confidence:g}%."
    )


#: The number of points of the numerical integration over the result of the first look.
_POINTS = 2_001


def error_of_two_looks(share: float, confidence: float) -> float:
    """Return the probability that the interval of at least one of two looks misses the truth.

    Parameters
    ----------
    share
        The share of the games played at the first look, from 0 to below 1. At the second look, all
        games are played.
    confidence
        The confidence of each interval.

    Raises
    ------
    ValueError
        If `share` is negative or above 1.

    Notes
    -----
    The probability is exact for a normally distributed figure with known variance (Armitage,
    McPherson and Rowe, J. Royal Statistical Society A 132, 1969).
    """
    reach = float(ndtri(0.5 + confidence / 2))
    correlation = math.sqrt(share)
    remaining_sd = math.sqrt(1 - share)
    first = np.linspace(-reach, reach, _POINTS)
    low, high = (ndtr((end - correlation * first) / remaining_sd) for end in (-reach, reach))
    density = np.exp(-(first**2) / 2) / math.sqrt(2 * math.pi)
    return 1 - float(np.trapezoid(density * (high - low), first))


def summarise_earlier(results: RunResults, earlier: RunResults) -> dict[str, Any] | None:
    """Return the confidence that is lost by an earlier look at the targets, for the JSON object.

    Parameters
    ----------
    results
        The results of the run.
    earlier
        The results at the earlier look, after fewer games of the same run.

    Returns
    -------
    dict or None
        The games at that look, the paths of its undecided targets, and the probability that the
        interval of at least one look misses the truth. None if that look decided all targets, or if
        no games were played after it.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    games = earlier.run.games
    undecided = [
        target.target.figure for target in earlier.judged() if target.verdict.word == "undecided"
    ]
    if not undecided or games >= results.run.games:
        return None
    error = error_of_two_looks(games / results.run.games, results.confidence)
    return {"games": games, "undecided": undecided, "error": error}


def describe_earlier_look(results: RunResults, earlier: RunResults, source: str) -> list[str]:
    """Return sentences on the cost of an earlier look, and on the command that avoids it.

    The list is empty if `summarise_earlier` returns None. `source` is the path of the study file as
    the user typed it.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    summary = summarise_earlier(results, earlier)
    if summary is None:
        return []
    undecided = summary["undecided"]
    targets = "a target was" if len(undecided) == 1 else f"{len(undecided)} targets were"
    most = min(UNTIL_DECIDED * results.run.study.games, MOST_GAMES)
    error = f"{100 * (1 - results.confidence):g}%"
    return [
        f"The targets were judged twice, because {targets} undecided after "
        f"{counted(summary['games'], 'game')}. In {100 * summary['error']:.1f}% of studies the "
        f"{wording.interval_name(results.confidence)} of at least one look misses the truth, "
        f"instead of {error} (exact for two looks at a normal figure). 'fathom run {source} "
        f"--until-decided --games {most}' allows looks at any time, and keeps to {error}."
    ]


#: The columns of the progress display. `live_row` returns a row.
LIVE_COLUMNS = (
    Heading("", numeric=False),
    Heading("games", spare=True),
    Heading("first-player advantage", short="first player"),
    Heading("minutes", spare=True),
)
#: The columns of the progress display with --until-decided, for targets and for differences.
TARGET_COLUMNS = [Heading(title, numeric=False) for title in ("target", "wanted", "so far", "")]
DIFFERENCE_COLUMNS = [
    Heading(title, numeric=False) for title in ("difference", "noticed from", "so far", "")
]
#: The last cell of a row whose target or difference is undecided.
OPEN = "open"
_STANDS = {"meets": "met", "misses": "missed", "undecided": OPEN}
#: The largest number of rows shown. If there are more, decided rows are left out.
_MOST_ROWS = 12


def live_rows(study: Study, tally: Tally, confidence: float, name: str = "") -> list[list[str]]:
    """Return the rows of the progress display of a study.

    With --until-decided there is a row per target, with `TARGET_COLUMNS`, and none before the first
    games are counted. Otherwise there is a single row, with `LIVE_COLUMNS`.

    Parameters
    ----------
    study
        The study that is played.
    tally
        The tally of the games played.
    confidence
        The confidence of the intervals.
    name
        The study's name if several are played, else empty. `LIVE_COLUMNS` then show the variant.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    if not study.until_decided:
        return [live_row(study, tally, confidence, name or study.variant)]
    if not tally.deals:
        return []
    results = results_of(study, tally, confidence)
    rows = []
    for target in read_targets(study.targets):
        figure = results.figure(target.figure)
        estimate = results.estimate(target.figure)
        verdict = judge(estimate, target.low, target.high, results.run.games)
        unit = figure.unit
        if unit.share and unit.name:
            unit = replace(unit, name="pp")
        rows.append(
            [
                f"{name}: {figure.title}" if name else figure.title,
                wording.target_text(target, unit),
                wording.interval(estimate, unit),
                _STANDS[verdict.word],
            ]
        )
    return rows


def limit_rows(rows: Sequence[list[str]]) -> list[list[str]]:
    """Return all rows if they are at most `_MOST_ROWS`, else the first undecided rows."""
    if len(rows) <= _MOST_ROWS:
        return list(rows)
    return [row for row in rows if row[-1] == OPEN][:_MOST_ROWS]


def live_row(study: Study, tally: Tally, confidence: float, name: str) -> list[str]:
    """Return a study's row of the progress display, with `LIVE_COLUMNS`.

    Before the first games are counted, it has only the name and "0" games.

    Raises
    ------
    UsageError
        If the game of the study cannot be loaded.
    """
    if not tally.deals:
        return [name, "0", "", ""]
    results = results_of(study, tally, confidence)
    games = f"{results.run.games:,}"
    minutes = wording.value(results.estimate(MINUTES), PLAIN)
    if results.contest == "together":
        [rate] = results.rival_win_rates().values()
        return [name, games, f"none; won: {wording.with_interval(rate, SHARE)}", minutes]
    advantage = results.estimate(ADVANTAGE)
    advantage_in_words = wording.number(advantage.value, 0.001, POINTS)
    return [name, games, f"{advantage_in_words} ({wording.ends(advantage, POINTS)}) pp", minutes]


def results_of(
    study: Study, tally: Tally | None = None, confidence: float = DEFAULT_CONFIDENCE
) -> RunResults:
    """Return the results of a study from the tally of its games.

    Parameters
    ----------
    study
        The study.
    tally
        The tally; None for the results of no games, in which all estimates are unknown.
    confidence
        The confidence of all intervals.

    Raises
    ------
    UsageError
        If the game of the study cannot be loaded.
    """
    return RunResults(Run(study, layout_of(study), tally or Tally(), 0.0, 1, False), confidence)
