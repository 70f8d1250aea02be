"""The tables and the JSON object of a sweep, for other programs."""

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

#: A placeholder: a table has one column per varied rule, named after the rule.
RULE = Column("RULE", "the value of a varied rule; one column per varied rule, named after it")
#: The columns that follow the column of a difference.
_DIFFERENCE_COLUMNS = (
    Column("p_value", "probability of a difference at least this large by chance alone"),
    Column(
        "p_holm",
        "p_value corrected for all differences of the table (Holm); figures with a common test, "
        "such as the first-player advantage and the win rate of seat 1, count once",
    ),
    Column(
        "verdict",
        "higher or lower than at the base, the same (exactly), or not told (the difference is "
        "not clear); empty at the base, and if the base lacks the figure",
    ),
    Column(
        "pairing_gain",
        "factor by which unpaired runs would need more games for an interval of the same width",
    ),
)
#: The columns of each table, by the name of the table.
TABLES: dict[str, Sequence[Column]] = {
    "sweep": (
        RULE,
        Column("figure", "the path of a figure, as in the JSON object of 'fathom run'"),
        Column("value", "the figure", interval=True),
        Column("n", "number of observations"),
        Column("fair_share", "1 / number of players, or of sides; for win rates only"),
        Column(
            "difference",
            "the figure minus its value at the base, which has the current rules, or the first "
            "values if the current rules are not among them; for win rates at several numbers of "
            "players, the difference of their distances from the fair share",
            interval=True,
        ),
        *_DIFFERENCE_COLUMNS,
    ),
    "all_figures": (RULE, *FIGURES),
    "levels": (RULE, *LEVELS),
    "targets": (RULE, *TARGETS),
}
#: The fields of differences in JSON.
_DIFFERENCES = (
    *map(Column, ("figure", "a", "b", "rules")),
    Column("value", of=lambda row: row["difference"], interval=True),
    *_DIFFERENCE_COLUMNS,
)


def make_tables(sweep: SweepResults) -> Frames:
    """Return the tables of a sweep as data frames, by name.

    They have the columns of `TABLES`, with a column per varied rule in place of `RULE`. The tables
    "levels" and "targets" are left out if they have no rows.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    point_by_label = {point.label: point for point in sweep.points}
    rows: dict[str, list[dict[str, Any]]] = {
        "sweep": _rows(sweep),
        "all_figures": [
            {**values_of(sweep, point), **row}
            for point in sweep.points
            for row in figure_rows(point.results)
        ],
        "levels": [
            {**values_of(sweep, point_by_label[row["b"]]), **row}
            for row in difference_rows(sweep.levels)
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
    """Return a row (a dictionary by column) for each shown figure at each point that has it."""
    return [
        {
            **values_of(sweep, at_point.point),
            "figure": path,
            "a": sweep.base_point.label,
            "b": at_point.point.label,
            "rules": rules_of(sweep, at_point.point.values),
            "value": at_point.estimate,
            "n": at_point.estimate.n,
            "fair_share": (
                at_point.point.results.fair_share if sweep.figure(path).is_win_rate else None
            ),
            **_difference(at_point),
        }
        for path, comparisons in sweep.at_points.items()
        for at_point in comparisons
    ]


def target_rows(sweep: SweepResults, points: Sequence[SweepPoint]) -> list[dict[str, Any]]:
    """Return a row (a dictionary by column) for each target at each of the given points.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    return [
        {**row, **values_of(sweep, point), "games": point.results.run.games}
        for point in points
        for row in judged_target_rows(point.results.judged())
    ]


def values_of(sweep: SweepResults, point: SweepPoint) -> Mapping[str, Any]:
    """Return the values of the varied rules at a point by name, as numbers, booleans or text."""
    return {
        axis.name: value if axis.is_number or isinstance(value, bool) else written(value)
        for axis, value in zip(sweep.axes, point.values, strict=True)
    }


def _difference(at_point: PointComparison) -> dict[str, Any]:
    """Return the columns on the difference from the base, by name; empty without a comparison."""
    compared = at_point.compared
    if compared is None:
        return {}
    standing = at_point.standing
    return {
        **vars(compared.difference),
        "difference": compared.difference.estimate,
        "p_holm": compared.p_holm,
        "verdict": "not told" if standing == "not clear" else standing,
    }


def summarise_sweep(sweep: SweepResults) -> dict[str, Any]:
    """Return the fields of the JSON object of a sweep, by name.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
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
            {
                "figure": path,
                "point": at_point.point.label,
                **plain(at_point.difference.estimate),
            }
            for path, comparisons in sweep.side_effects_by_path.items()
            for at_point in comparisons
            if at_point.difference
        ],
        "skipped": [
            {"rules": rules_of(sweep, values), "reason": reason} for values, reason in sweep.skipped
        ],
        "robustness": summarise_differences(sweep.levels),
        **ending.summarise_ending(sweep.comparison),
        "interrupted": any(point.results.run.interrupted for point in sweep.points),
    }


def rules_of(sweep: SweepResults, values: Sequence[Any]) -> dict[str, Any]:
    """Return the `values` of a point by the names of the varied rules, unchanged, for JSON."""
    return {axis.name: value for axis, value in zip(sweep.axes, values, strict=True)}
