"""The tables of a sweep, tidy: one row per figure and setting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from reports.comparison.levels import LevelsOfArms
from reports.comparison.robust import COLUMNS as LEVEL_COLUMNS
from reports.comparison.robust import rows_of
from reports.figures.statistics import Estimate
from reports.figures.targets import TARGET_COLUMNS, target_rows
from reports.run.tables import as_tables
from reports.sweep.points import Point
from reports.sweep.results import AtPoint, Sweep
from reports.sweep.summary import VERDICTS
from simulate.rules.kinds import written

#: What every column of every table means; ``RULE`` stands for what is varied;
#: `fathom schema --tables` prints this.
COLUMNS: dict[str, dict[str, str]] = {
    "sweep": {
        "RULE": "the value of a rule that is varied; a column for each such rule",
        "figure": "a figure asked for, by its path in the JSON object of 'fathom run'",
        "value": "the figure",
        "low": "lower end of its interval",
        "high": "upper end of its interval",
        "n": "observations behind it",
        "fair_share": "1 / number of players, or of sides; for win rates only",
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
    "levels": {
        "RULE": "the value of a rule that is varied; a column for each such rule",
        **LEVEL_COLUMNS,
        "a": "the setting that others are compared with, as in 'target_score=12'",
        "b": "the setting compared with it",
    },
    "targets": {
        "RULE": "the value of a rule that is varied; a column for each such rule",
        **TARGET_COLUMNS,
    },
}


def make_tables(sweep: Sweep, levels: LevelsOfArms | None = None) -> dict[str, pd.DataFrame]:
    """Return the tables of a sweep by name; the columns are those of `COLUMNS`."""
    rows: dict[str, list[dict[str, Any]]] = {
        "sweep": [
            {
                **_cells(sweep, point),
                "figure": path,
                **_interval(one.estimate),
                "fair_share": point.results.fair_share if sweep.figure(path).is_win_rate else None,
                **_compared(one),
            }
            for path, several in sweep.found.items()
            for point, one in zip(sweep.points, several, strict=True)
            if one
        ],
        "all_figures": [
            {**_cells(sweep, point), "figure": path, **_interval(point.results.estimate(path))}
            for point in sweep.points
            for path in point.results.figures
        ],
    }
    known = {sweep.label(point): point for point in sweep.points}
    rows["levels"] = [
        {**_cells(sweep, known[row["b"]]), **row} for row in (rows_of(levels) if levels else [])
    ]
    rows["targets"] = [
        {**_cells(sweep, point), **row}
        for point in sweep.points
        for row in target_rows(point.judged)
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


def _compared(one: AtPoint) -> dict[str, Any]:
    if one.difference is None or one.verdict is None:
        return {}
    estimate = one.difference.estimate
    return {
        "difference": estimate.value,
        "difference_low": estimate.low,
        "difference_high": estimate.high,
        "p_value": one.difference.p_value,
        "p_holm": one.p_holm,
        "verdict": VERDICTS[one.verdict],
        "pairing_gain": one.difference.pairing_gain,
    }
