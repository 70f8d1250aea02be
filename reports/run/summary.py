"""The JSON object of a run: what other programs read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from reports.figures.figure import (
    ADVANTAGE,
    COUNTS,
    LENGTH,
    SEAT_SPREAD,
    SEATS,
    SEATS_GAP,
    SIDES,
    STRATEGIES,
    STRATEGY_SEATS,
    UNFINISHED,
    Figure,
    Topic,
)
from reports.figures.precision import Reached
from reports.figures.statistics import finite, plain
from reports.robust.levels import Robustness, judge_everywhere
from reports.robust.tables import summarise as summarise_levels
from reports.run.ending import reached
from reports.run.results import Length, Results
from reports.run.tables import TABLES, fared
from reports.writing.columns import Column, plain_rows
from reports.writing.target_table import TARGETS, judged_rows
from simulate.study.precision import OF_VALUE


def summarise(
    results: Results,
    robustness: Robustness | None = None,
    skill: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return everything a run found, other levels of play and skill, as plain values for JSON.

    Rates are shares of 1; an end of an interval that cannot be told yet is ``None``.
    """
    run, study = results.run, results.run.study
    single = [figure for figure in results.figures.values() if not figure.of]
    return {
        "game": study.called,
        "variant": study.variant,
        "rules": study.values,
        "players": study.players,
        "games": run.games,
        "deals": run.tally.deals,
        "ranges": [list(one) for one in study.played(run.games).ranges] or None,
        "seed": study.seed,
        "lineup": list(study.lineup),
        "personas": dict(study.personas),
        "rotate": study.rotate,
        "confidence": results.confidence,
        SEATS: plain_rows(TABLES[SEATS], fared(results, SEATS)),
        **_sides(results),
        STRATEGIES: plain_rows(TABLES[STRATEGIES], fared(results, STRATEGIES)),
        STRATEGY_SEATS: plain_rows(TABLES[STRATEGY_SEATS], fared(results, STRATEGY_SEATS)),
        **_told(results, (figure for figure in single if figure.topic is Topic.WINS)),
        LENGTH: {name: _length(length) for name, length in results.lengths().items()},
        **_told(results, (figure for figure in single if figure.topic is not Topic.WINS)),
        COUNTS: _told(results, results.some(COUNTS)),
        UNFINISHED: results.unfinished,
        **_asked(results, robustness),
        "robustness": summarise_levels(robustness) if robustness else None,
        "skill": skill,
        "interrupted": run.interrupted,
        "study_id": study.id,
        "played_study_id": study.played(run.games).id,
        "tally_id": run.tally.id,
        "jobs": run.jobs,
        "elapsed_s": round(run.elapsed, 4),
        "games_per_s": round(run.games / run.elapsed, 1),
        "decisions_per_s": round(run.tally.sums[run.layout.single("decisions")] / run.elapsed, 1),
    }


def _sides(results: Results) -> dict[str, Any]:
    """Return how sides fared; what nobody can have who plays against the game alone is null."""
    if results.contest == "seats":
        return {}
    columns = (Column("side"), *TABLES[SEATS][1:])
    found: dict[str, Any] = {SIDES: plain_rows(columns, fared(results, SIDES))}
    if results.contest == "together":
        found |= dict.fromkeys((ADVANTAGE, SEAT_SPREAD, SEATS_GAP))
    return found


def _told(results: Results, figures: Iterable[Figure]) -> dict[str, Any]:
    estimates = {figure: results.estimate(figure.path) for figure in figures}
    return {
        figure.of[0] if figure.of else figure.path: {**plain(found), "n": found.n}
        for figure, found in estimates.items()
    }


def _length(length: Length) -> dict[str, Any]:
    ends = plain(length.mean)
    return {
        "mean": ends.pop("value"),
        **ends,
        "sd": length.sd,
        **{f"p{percent}": value for percent, value in length.percentiles.items()},
    }


def summarise_looks(results: Results, *, decided: bool) -> dict[str, Any]:
    """Return how a study was played until all that is asked was decided, as plain values."""
    study = results.run.study
    return {
        "decided": decided,
        "looks": [deals * study.rotations for deals in study.interim],
        "level": results.level,
    }


def _asked(results: Results, robustness: Robustness | None) -> dict[str, Any]:
    """Return the verdicts on targets and the precision reached, if the study asks for them."""
    study = results.run.study
    found: dict[str, Any] = {}
    if study.targets:
        judged = judge_everywhere(results.judged(), robustness)
        found["targets"] = plain_rows(TARGETS, judged_rows(judged))
    if study.until_decided and study.targets:
        found["until_decided"] = summarise_looks(results, decided=results.is_decided)
    if study.precision:
        found["precisions"] = summarise_precisions(reached(results))
        found["precision"] = found["precisions"][0]
    return found


def summarise_precisions(known: Sequence[Reached]) -> list[dict[str, Any]]:
    """Return to within what figures are known, and were to be, as plain values for JSON."""
    return [
        {
            "figure": one.figure.path,
            "asked": finite(one.width),
            "asked_percent": one.asked.size if one.asked.unit == OF_VALUE else None,
            "reached": finite(one.reach),
        }
        for one in known
    ]
