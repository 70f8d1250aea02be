"""The tables and the JSON object of a sweep."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from reports.figures.statistics import Estimate
from reports.figures.targets import TARGET_COLUMNS, target_rows
from reports.run.summary import summarise
from reports.run.tables import as_tables
from reports.sweep.points import Point, group
from reports.sweep.results import Sweep, Told
from simulate.rules.kinds import written

#: What every column of every table means; ``RULE`` stands for what is varied;
#: reports/README.md prints this.
COLUMNS: dict[str, dict[str, str]] = {
    "sweep": {
        "RULE": "the value of a rule that is varied; a column for each such rule",
        "figure": "a figure asked for, by its path in the JSON object of 'fathom run'",
        "value": "the figure",
        "low": "lower end of its interval",
        "high": "upper end of its interval",
        "n": "observations behind it",
        "fair_share": "1 / number of players; for win rates only",
        "difference": "the figure minus what it is at the base: with the rules as they are, if "
        "these are among the settings, else with the first; of win rates over several numbers of "
        "players, the difference of their distances from the fair share",
        "difference_low": "lower end of the interval of the difference, over the same deals",
        "difference_high": "upper end of that interval",
        "p_value": "how likely so large a difference is by chance where there is none",
        "p_holm": "p_value corrected for all differences of the table (Holm); figures that are "
        "one test, as the first-player advantage and the win rate of seat 1, count once",
        "verdict": "higher, lower, the same (exactly) or not told from the base; empty at the "
        "base, and where it has no such figure",
        "pairing_gain": "how many times as many games unpaired runs need for the same interval",
    },
    "all_figures": {
        "RULE": "the value of a rule that is varied; a column for each such rule",
        "figure": "any figure, by its path in the JSON object of 'fathom run'",
        "value": "the figure",
        "low": "lower end of its interval",
        "high": "upper end of its interval",
        "n": "observations behind it",
    },
    "targets": {
        "RULE": "the value of a rule that is varied; a column for each such rule",
        **TARGET_COLUMNS,
    },
}


def summarise_sweep(sweep: Sweep) -> dict[str, Any]:
    """Return everything a sweep found as plain values that JSON can hold."""
    return {
        "points": [
            {"rules": _rules(sweep, point.values), "result": summarise(point.results)}
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
                "value": _finite(told.difference.estimate.value),
                "ci_low": _finite(told.difference.estimate.low),
                "ci_high": _finite(told.difference.estimate.high),
                "p_value": _finite(told.difference.p_value),
                "p_holm": _finite(told.p_holm),
                "verdict": told.verdict,
                "pairing_gain": _finite(told.difference.pairing_gain),
            }
            for path, line in sweep.told.items()
            for point, told in zip(sweep.points, line, strict=True)
            if told and told.difference
        ],
        "dead_rules": [
            {"rule": one.rule, "where": one.where, "figures": list(one.figures)}
            for one in sweep.dead
        ],
        "changes_unasked": [
            {"rule": rule, "figures": list(paths)} for rule, paths in sweep.unasked.items()
        ],
        "target_changes": [
            {
                "figure": change.judged[0].target.figure,
                "asked": dict(change.judged[0].target.asked),
                "rule": change.rule,
                "from": _plain(change.values[0]),
                "to": _plain(change.values[1]),
                "before": change.judged[0].verdict.word,
                "after": change.judged[1].verdict.word,
                "where": change.where,
            }
            for change in sweep.changes
        ],
        "skipped": [
            {"rules": _rules(sweep, values), "reason": reason} for values, reason in sweep.skipped
        ],
        "interrupted": sweep.base.run.interrupted,
    }


def make_tables(sweep: Sweep) -> dict[str, pd.DataFrame]:
    """Return the tables of a sweep by name; the columns are those of `COLUMNS`."""
    rows: dict[str, list[dict[str, Any]]] = {
        "sweep": [
            {
                **_cells(sweep, point),
                "figure": path,
                **_interval(told.estimate),
                "fair_share": point.results.fair_share if group(path) else None,
                **_compared(told),
            }
            for path, line in sweep.told.items()
            for point, told in zip(sweep.points, line, strict=True)
            if told
        ],
        "all_figures": [
            {**_cells(sweep, point), "figure": path, **_interval(point.results.estimate(path))}
            for point in sweep.points
            for path in point.results.figures
        ],
    }
    rows["targets"] = [
        {**_cells(sweep, point), **row}
        for point in sweep.points
        for row in target_rows(point.results.judged())
    ]
    names = [axis.name for axis in sweep.axes]
    return as_tables(rows, {name: [*names, *list(COLUMNS[name])[1:]] for name in COLUMNS})


def _cells(sweep: Sweep, point: Point) -> Mapping[str, Any]:
    """Return a point's values, as a table holds them."""
    return {
        axis.name: value if axis.is_number or isinstance(value, bool) else written(value)
        for axis, value in zip(sweep.axes, point.values, strict=True)
    }


def _interval(estimate: Estimate) -> dict[str, Any]:
    return {
        "value": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "n": estimate.n,
    }


def _compared(told: Told) -> dict[str, Any]:
    if told.difference is None:
        return {}
    estimate = told.difference.estimate
    return {
        "difference": estimate.value,
        "difference_low": estimate.low,
        "difference_high": estimate.high,
        "p_value": told.difference.p_value,
        "p_holm": told.p_holm,
        "verdict": told.verdict,
        "pairing_gain": told.difference.pairing_gain,
    }


def _rules(sweep: Sweep, values: Sequence[Any]) -> dict[str, Any]:
    return {axis.name: _plain(v) for axis, v in zip(sweep.axes, values, strict=True)}


def _plain(value: Any) -> Any:
    """Return a value as JSON holds it."""
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return dict(value) if isinstance(value, Mapping) else value


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


def chart_names(paths: Sequence[str], axes: int) -> dict[str, tuple[str, ...]]:
    """Return the charts of a sweep by file stem, and which figures each shows.

    Along one rule the win rates of all seats share a chart, and those of all strategies.
    """
    found: dict[str, tuple[str, ...]] = {}
    for path in paths:
        kind = group(path) if axes == 1 else None
        stem = f"win_rate_by_{kind}" if kind else re.sub(r"[^A-Za-z0-9]+", "_", path).strip("_")
        while stem in found and not kind:
            stem += "_"
        found[stem] = (*found.get(stem, ()), path)
    return found
