"""How a run stands, and what ended it: that figures are known well enough, or all is decided."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from reports.figures.figure import ADVANTAGE, MINUTES, PLAIN, POINTS, SHARE, Quantile
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
    """Return to within what each figure is known that the study's precisions are about."""
    found = []
    for path, asked in results.run.study.precision.items():
        estimate, least = results.estimate(path), percentile_step(results, path)
        reach = max(half_width(estimate), least)
        found.append(ReachedPrecision(results.figure(path), asked, estimate.value, reach, least))
    return found


def percentile_step(results: RunResults, path: str, *, differences: bool = False) -> float:
    """Return to within what a percentile can be known at best; 0 of any other figure."""
    figure = results.figure(path)
    if not isinstance(figure.source, Quantile):
        return 0.0
    ranks = results.run.tally.lengths[figure.source.length]
    return finest_precision(figure, differences, value_step(ranks))


#: So many studies that stopped sooner than others are named.
_MOST_NAMED = 4


def describe_precisions(results: RunResults) -> list[str]:
    """Say whether the precisions asked for were reached, a sentence for each."""
    games = f"after {counted(results.run.games, 'game')}"
    return [describe_precision(one, one.figure.title, games) for one in reached_precisions(results)]


def describe_precision(
    one: ReachedPrecision, what: str, games: str, whose: str = "its value"
) -> str:
    """Say whether a figure called `what` is known so well as was asked, after so many `games`."""
    unit = one.figure.unit.of_differences if one.figure.unit.share else one.figure.unit
    told, of_value = f"{capital(what)}:", one.target.unit == OF_VALUE
    asked = f"{one.target.size:.3g}%" if of_value else f"{unit.scale * one.width:.3g}"
    if not math.isfinite(one.reach):
        kind = f"of {whose}" if of_value else unit.name
        return f"{told} not known {games}; to within {f'{asked} {kind}'.rstrip()} was asked for."
    within = f"to within {wording.measured(wording.rounded_up(unit.scale * one.reach, 3), unit)}"
    if of_value and one.value:
        share = wording.rounded_up(100 * one.reach / abs(one.value), 3)
        within += f", {share}% of {whose},"
    if one.is_enough:
        return f"{told} known {within} {games}; {asked} was asked for."
    why = ""
    if one.is_hopeless:
        why = ": it jumps from one value that occurs to the next, so more games tell no more"
    return f"{told} known only {within} {games}, not the {asked} asked for{why}."


def describe_stop(
    results: RunResults, what: str = "every target", *, known: bool | None = None
) -> str:
    """Say what ended a study, or the longest of several, that is played until all is decided."""
    run, study = results.run, results.run.study
    known = results.is_decided if known is None else known
    most = study.deals * study.rotations
    return write_stop(run.games, most, what, known=known, interrupted=run.interrupted)


#: An early end is more likely where chance moves a figure away from its bound.
EXAGGERATION = (
    "An early end exaggerates: the figures that caused it lie on average further from their bounds "
    "than in truth. Their intervals allow for that."
)


def write_stop(games: int, most: int, what: str, *, known: bool, interrupted: bool) -> str:
    """Say what ended playing until something is decided, after `games` of `most`."""
    after = f"After {counted(games, 'game')}"
    if known:
        told = f"{after}, of {most:,} at most, {what} was decided; so it ended there."
    else:
        why = "the most to play" if games >= most else "with the most played of what is open"
        why = "when it was interrupted" if interrupted else why
        told = f"{after}, {why}, not {what} was decided."
    return f"{told} Intervals are wider than those of games that are looked at once."


def ended_early(studies: Iterable[RunResults]) -> bool:
    """Return whether any of several studies was decided before its last look."""
    return any(
        results.run.tally.deals < results.run.study.deals and not results.run.interrupted
        for results in studies
    )


def warn_of_exaggeration(studies: Iterable[RunResults]) -> list[str]:
    """Return a sentence on exaggerated values if any study was decided early, or nothing."""
    return [EXAGGERATION] if ended_early(studies) else []


def describe_settled_arms(arms: Mapping[str, RunResults]) -> list[str]:
    """Say which of several studies stopped before the others, because nothing of them was open."""
    most = max(results.run.tally.deals for results in arms.values())
    games = {
        label: results.run.games
        for label, results in arms.items()
        if results.run.tally.deals < most
    }
    if not games:
        return []
    if len(games) > _MOST_NAMED:
        least, last = (f"{pick(games.values()):,}" for pick in (min, max))
        after = f"{least} to {last} games" if least != last else f"{least} games"
        return [f"{len(games)} of {len(arms)} were settled sooner, and stopped after {after}."]
    each = [f"{label} after {counted(several, 'game')}" for label, several in games.items()]
    return [f"Settled sooner, and stopped: {listed(each)}."]


def describe_looks(results: RunResults) -> str:
    """Say what looking often costs."""
    run = results.run
    looks = sum(deals <= run.tally.deals for deals in run.study.interim)
    return write_looks(looks, len(run.study.interim), results.look_confidence, results.confidence)


def write_looks(looks: int, most: int, level: float, confidence: float) -> str:
    """Say what looking often costs: intervals of `level` each, of `confidence` all together."""
    return (
        f"Whether all was decided was looked at {counted(looks, 'time')}, and would have been "
        f"{most} times at most. Every interval is wider for that (by itself one of "
        f"{100 * level:.4g}%), so that all looks together are as sure as "
        f"{100 * confidence:g}% says."
    )


#: Points at which an integral over the first look is reckoned: far more than are told.
_POINTS = 2_001


def error_of_two_looks(share: float, confidence: float) -> float:
    """Return how often the truth is outside at one of two looks, or at both.

    The second look is at all games, the first at a `share` of them. Exact for a normal figure whose
    spread is known (Armitage, McPherson and Rowe, J. Royal Statistical Society A 132, 1969).
    """
    reach = float(ndtri(0.5 + confidence / 2))
    together, apart = math.sqrt(share), math.sqrt(1 - share)
    first = np.linspace(-reach, reach, _POINTS)
    ends = [ndtr((end - together * first) / apart) for end in (-reach, reach)]
    density = np.exp(-(first**2) / 2) / math.sqrt(2 * math.pi)
    return 1 - float(np.trapezoid(density * (ends[1] - ends[0]), first))


def summarise_earlier(results: RunResults, earlier: RunResults) -> dict[str, Any] | None:
    """Return what an earlier look that left targets open costs, as plain values for JSON."""
    judged, games = earlier.judged(), earlier.run.games
    left = [one.target.figure for one in judged if one.verdict.word == "undecided"]
    if not left or games >= results.run.games:
        return None
    error = error_of_two_looks(games / results.run.games, results.confidence)
    return {"games": games, "undecided": left, "error": error}


def describe_earlier_look(results: RunResults, earlier: RunResults, source: str) -> list[str]:
    """Say the same, and what to type instead with the study file."""
    before, run = summarise_earlier(results, earlier), results.run
    if before is None:
        return []
    error, left = 1 - results.confidence, before["undecided"]
    what = "a target was" if len(left) == 1 else f"{len(left)} targets were"
    most = min(UNTIL_DECIDED * run.study.games, MOST_GAMES)
    return [
        f"Looked at twice, for {what} undecided after {counted(before['games'], 'game')}: at one "
        f"look or the other {wording.interval_name(results.confidence)}s leave out the truth in "
        f"{100 * before['error']:.1f}% of studies, not {100 * error:g}% (exact for two looks at "
        f"a normal figure). 'fathom run {source} --until-decided --games {most}' may be looked at "
        f"any time, and keeps to {100 * error:g}%."
    ]


LIVE_COLUMNS = (
    Heading("", numeric=False),
    Heading("games", spare=True),
    Heading("first-player advantage", short="first player"),
    Heading("minutes", spare=True),
)
#: Where a study is played until its targets are decided, or differences.
TARGET_COLUMNS, DIFFERENCE_COLUMNS = (
    [Heading(title, numeric=False) for title in titles]
    for titles in (("target", "wanted", "so far", ""), ("difference", "noticed from", "so far", ""))
)
#: What is said of what is open, at the end of its row.
OPEN = "open"
_STANDS = {"meets": "met", "misses": "missed", "undecided": OPEN}
#: With more rows only those are shown that are open.
_MOST_ROWS = 12


def live_rows(study: Study, tally: Tally, confidence: float, name: str = "") -> list[list[str]]:
    """Return how a study stands, named among several; its targets, if these end it."""
    if not study.until_decided:
        return [live_row(study, tally, confidence, name or study.variant)]
    results, rows = results_of(study, tally, confidence), []
    for target in read_targets(study.targets) if tally.deals else ():
        figure, found = results.figure(target.figure), results.estimate(target.figure)
        verdict = judge(found, target.low, target.high, results.run.games)
        in_points = figure.unit.share and figure.unit.name
        unit = replace(figure.unit, name="pp") if in_points else figure.unit
        rows.append(
            [
                f"{name}: {figure.title}" if name else figure.title,
                wording.target_text(target, unit),
                wording.interval(found, unit),
                _STANDS[verdict.word],
            ]
        )
    return rows


def limit_rows(rows: Sequence[list[str]]) -> list[list[str]]:
    """Return rows of targets or differences, where they are many only those that are open."""
    still_open = [row for row in rows if row[-1] == OPEN]
    return list(rows) if len(rows) <= _MOST_ROWS else still_open[:_MOST_ROWS]


def live_row(study: Study, tally: Tally, confidence: float, name: str) -> list[str]:
    """Return how a study stands, in the order of `LIVE_COLUMNS`."""
    if not tally.deals:
        return [name, "0", "", ""]
    results = results_of(study, tally, confidence)
    minutes = wording.value(results.estimate(MINUTES), PLAIN)
    if results.contest == "together":
        [rate] = results.rival_win_rates().values()
        return [
            name,
            f"{results.run.games:,}",
            f"none; won: {wording.with_interval(rate, SHARE)}",
            minutes,
        ]
    advantage = results.estimate(ADVANTAGE)
    value, ends = wording.number(advantage.value, 0.001, POINTS), wording.ends(advantage, POINTS)
    return [name, f"{results.run.games:,}", f"{value} ({ends}) pp", minutes]


def results_of(
    study: Study, tally: Tally | None = None, confidence: float = DEFAULT_CONFIDENCE
) -> RunResults:
    """Return the results of a study that has given a tally so far; ``None`` for nothing played."""
    return RunResults(Run(study, layout_of(study), tally or Tally(), 0.0, 1, False), confidence)
