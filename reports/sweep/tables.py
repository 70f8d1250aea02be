"""The tables of a sweep, tidy, and its JSON object: what other programs read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.compare import ending
from reports.figures.statistics import plain
from reports.robust.tables import LEVELS, difference_rows, summarise_differences
from reports.run.tables import FIGURES, figure_rows, summarise
from reports.sweep.results import PointComparison, SweepPoint, SweepResults
from reports.writing.columns import TARGETS, Column, Frames, frames, judged_target_rows, plain_rows
from simulate.rules.kinds import written

#: What is varied: a column for each rule, which has its name.
RULE = Column("RULE", "the value of a rule that is varied; a column for each such rule")
#: What is known of a difference besides the difference itself.
_TOLD = (
    Column("p_value", "how likely so large a difference is by chance where there is none"),
    Column(
        "p_holm",
        "p_value corrected for all differences of the table (Holm); figures that are one "
        "test, as the first-player advantage and the win rate of seat 1, count once",
    ),
    Column(
        "verdict",
        "higher, lower, the same (exactly) or not told from the base; empty at the base, and "
        "where it has no such figure",
    ),
    Column("pairing_gain", "how many times as many games unpaired runs need for the same interval"),
)
#: The tables' columns.
TABLES: dict[str, Sequence[Column]] = {
    "sweep": (
        RULE,
        Column("figure", "a figure asked for, by its path in the JSON object of 'fathom run'"),
        Column("value", "the figure", interval=True),
        Column("n", "observations behind it"),
        Column("fair_share", "1 / number of players, or of sides; for win rates only"),
        Column(
            "difference",
            "the figure minus what it is at the base: with the rules as they are, if these are "
            "among the values, else with the first; of win rates over several numbers of "
            "players, the difference of their distances from the fair share",
            interval=True,
        ),
        *_TOLD,
    ),
    "all_figures": (RULE, *FIGURES),
    "levels": (RULE, *LEVELS),
    "targets": (RULE, *TARGETS),
}
#: The differences in JSON.
_DIFFERENCES = (
    *map(Column, ("figure", "a", "b", "rules")),
    Column("value", of=lambda row: row["difference"], interval=True),
    *_TOLD,
)


def make_tables(sweep: SweepResults) -> Frames:
    """Return the tables of a sweep by name; the columns are those of `TABLES`."""
    known = {point.label: point for point in sweep.points}
    rows: dict[str, list[dict[str, Any]]] = {
        "sweep": _rows(sweep),
        "all_figures": [
            {**values_of(sweep, point), **row}
            for point in sweep.points
            for row in figure_rows(point.results)
        ],
        "levels": [
            {**values_of(sweep, known[row["b"]]), **row} for row in difference_rows(sweep.levels)
        ],
        "targets": target_rows(sweep, sweep.points),
    }
    varied = [Column(axis.name) for axis in sweep.axes]
    return frames(
        {name: [*varied, *columns[1:]] for name, columns in TABLES.items()},
        rows,
        optional=("levels", "targets"),
    )


def _rows(sweep: SweepResults) -> list[dict[str, Any]]:
    return [
        {
            **values_of(sweep, one.point),
            "figure": path,
            "a": sweep.base_point.label,
            "b": one.point.label,
            "rules": rules_of(sweep, one.point.values),
            "value": one.estimate,
            "n": one.estimate.n,
            "fair_share": one.point.results.fair_share if sweep.figure(path).is_win_rate else None,
            **_compared(one),
        }
        for path, several in sweep.found.items()
        for one in several
    ]


def target_rows(sweep: SweepResults, points: Sequence[SweepPoint]) -> list[dict[str, Any]]:
    """Return a row for each target at each of some points."""
    return [
        {**row, **values_of(sweep, point), "games": point.results.run.games}
        for point in points
        for row in judged_target_rows(point.results.judged())
    ]


def values_of(sweep: SweepResults, point: SweepPoint) -> Mapping[str, Any]:
    """Return the value of each rule at a point, as tables have it."""
    return {
        axis.name: value if axis.is_number or isinstance(value, bool) else written(value)
        for axis, value in zip(sweep.axes, point.values, strict=True)
    }


def _compared(one: PointComparison) -> dict[str, Any]:
    if one.compared is None:
        return {}
    return {
        **vars(one.compared.difference),
        "difference": one.compared.difference.estimate,
        "p_holm": one.compared.p_holm,
        "verdict": "not told" if one.standing == "not clear" else one.standing,
    }


def summarise_sweep(sweep: SweepResults) -> dict[str, Any]:
    """Return everything a sweep found as plain values that JSON can hold."""
    compared = [row for row in _rows(sweep) if "difference" in row]
    return {
        "points": [
            {"rules": rules_of(sweep, point.values), "result": summarise(point.results)}
            for point in sweep.points
        ],
        "vary": [{"rule": axis.name, "values": axis.values} for axis in sweep.axes],
        "figures": list(sweep.paths),
        "base": {
            "rules": rules_of(sweep, sweep.base_point.values),
            "as_it_is": sweep.in_force is not None,
        },
        "confidence": sweep.base.confidence,
        "differences": plain_rows(_DIFFERENCES, compared),
        "changed_besides": [
            {"figure": path, "point": one.point.label, **plain(one.difference.estimate)}
            for path, clear in sweep.changed_besides.items()
            for one in clear
            if one.difference
        ],
        "skipped": [
            {"rules": rules_of(sweep, values), "reason": reason} for values, reason in sweep.skipped
        ],
        "robustness": summarise_differences(sweep.levels),
        **ending.summarise_ending(sweep.comparison),
        "interrupted": any(point.results.run.interrupted for point in sweep.points),
    }


def rules_of(sweep: SweepResults, values: Sequence[Any]) -> dict[str, Any]:
    """Return the value of each rule, as JSON has it."""
    return {axis.name: value for axis, value in zip(sweep.axes, values, strict=True)}
