"""The JSON object of a run: what other programs read."""

from __future__ import annotations

import math
from typing import Any

from reports.figures.precision import half_width
from reports.figures.statistics import Estimate
from reports.figures.targets import summarise_targets
from reports.run.results import Length, Results, Standing


def summarise(results: Results) -> dict[str, Any]:
    """Return everything a run found as plain values that JSON can hold.

    Rates are shares of 1; an end of an interval that cannot be told yet is ``None``.
    """
    run, study = results.run, results.run.study
    return {
        "game": study.game,
        "variant": study.variant,
        "rules": study.values,
        "players": study.players,
        "games": run.games,
        "deals": run.tally.deals,
        "seed": study.seed,
        "lineup": list(study.lineup),
        "rotate": study.rotate,
        "confidence": results.confidence,
        "seats": [
            {"seat": seat, **_standing(standing)}
            for seat, standing in enumerate(results.seats(), 1)
        ],
        "strategies": [
            {"strategy": spec, **_standing(standing)}
            for spec, standing in results.strategies().items()
        ],
        "strategy_seats": [
            {"strategy": spec, "seat": seat, **_standing(standing)}
            for (spec, seat), standing in results.cells().items()
        ],
        "first_player_advantage": _estimate(results.first_player_advantage()),
        "length": {
            name: _length(length)
            for name, length in (*results.lengths().items(), ("minutes", results.minutes()))
        },
        "lead_changes": _estimate(results.lead_changes()),
        "comebacks": _estimate(results.comebacks()),
        "counts": {
            name: _estimate(value) for name, value in (results.counts() | results.shares()).items()
        },
        "unfinished": results.unfinished,
        **_asked(results),
        "interrupted": run.interrupted,
        "study_id": study.id,
        "played_study_id": study.played(run.games).id,
        "tally_id": run.tally.id,
        "jobs": run.jobs,
        "elapsed_s": round(run.elapsed, 4),
        "games_per_s": round(run.games / run.elapsed, 1),
        "decisions_per_s": round(run.tally.sums[run.figures.single("decisions")] / run.elapsed, 1),
    }


def _asked(results: Results) -> dict[str, Any]:
    """Return the verdicts on targets and the precision reached, if the study asks for them."""
    study = results.run.study
    found: dict[str, Any] = {}
    if study.targets:
        found["targets"] = summarise_targets(results.judged())
    if study.precision:
        reached = half_width(results.estimate(study.precision_of))
        found["precision"] = {
            "figure": study.precision_of,
            "asked": study.precision,
            "reached": _finite(reached),
        }
    return found


def _standing(standing: Standing) -> dict[str, Any]:
    rate = standing.win_rate
    found: dict[str, Any] = {
        "games": rate.n,
        "win_rate": rate.value,
        "ci_low": rate.low,
        "ci_high": rate.high,
    }
    if standing.score:
        found["score_mean"] = standing.score.value
        found["score_ci_low"] = _finite(standing.score.low)
        found["score_ci_high"] = _finite(standing.score.high)
    return found


def _length(length: Length) -> dict[str, Any]:
    return {
        "mean": length.mean.value,
        "ci_low": _finite(length.mean.low),
        "ci_high": _finite(length.mean.high),
        "sd": length.sd,
        **{f"p{percent}": value for percent, value in length.percentiles.items()},
    }


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {
        "value": _finite(estimate.value),
        "ci_low": _finite(estimate.low),
        "ci_high": _finite(estimate.high),
        "n": estimate.n,
    }


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
