"""The JSON object of a sweep: what other programs read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.comparison.levels import LevelsOfArms
from reports.comparison.robust import summarise_levels
from reports.figures.statistics import finite, plain
from reports.run.summary import summarise, summarise_looks
from reports.sweep.besides import summarise_besides
from reports.sweep.results import Sweep, Word, deciding

#: The verdicts, in the words that programs and tables know.
VERDICTS: dict[Word, str] = {
    "higher": "higher",
    "lower": "lower",
    "the same": "the same",
    "not clear": "not told",
}


def summarise_sweep(sweep: Sweep, levels: LevelsOfArms | None = None) -> dict[str, Any]:
    """Return everything a sweep found as plain values that JSON can hold."""
    return {
        "points": [
            {
                "rules": _rules(sweep, point.values),
                "result": summarise(point.results, point.robustness),
            }
            for point in sweep.points
        ],
        "vary": [{"rule": a.name, "values": [_plain(v) for v in a.values]} for a in sweep.axes],
        "figures": list(sweep.paths),
        "base": {
            "rules": _rules(sweep, sweep.base_point.values),
            "as_it_is": sweep.in_force is not None,
        },
        "confidence": sweep.confidence,
        "differences": [
            {
                "figure": path,
                "a": sweep.label(sweep.base_point),
                "b": sweep.label(point),
                "rules": _rules(sweep, point.values),
                **plain(one.difference.estimate),
                "p_value": finite(one.difference.p_value),
                "p_holm": finite(one.p_holm),
                "verdict": VERDICTS[one.verdict],
                "pairing_gain": finite(one.difference.pairing_gain),
            }
            for path, several in sweep.found.items()
            for point, one in zip(sweep.points, several, strict=True)
            if one and one.difference and one.verdict
        ],
        "dead_rules": [{"rule": one.rule, "figures": list(one.figures)} for one in sweep.dead],
        "changed_besides": summarise_besides(sweep),
        "skipped": [
            {"rules": _rules(sweep, values), "reason": reason} for values, reason in sweep.skipped
        ],
        "robustness": summarise_levels(levels) if levels else None,
        **_looks(sweep),
        "interrupted": any(point.results.run.interrupted for point in sweep.points),
    }


def _looks(sweep: Sweep) -> dict[str, Any]:
    if not sweep.base.run.study.until_decided:
        return {}
    return {"until_decided": summarise_looks(sweep.base, decided=deciding(sweep).is_decided)}


def _rules(sweep: Sweep, values: Sequence[Any]) -> dict[str, Any]:
    return {axis.name: _plain(v) for axis, v in zip(sweep.axes, values, strict=True)}


def _plain(value: Any) -> Any:
    """Return a value as JSON holds it."""
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return dict(value) if isinstance(value, Mapping) else value
