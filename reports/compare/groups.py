"""The wins of groups of seats, such as factions, in the versions of a comparison."""

from __future__ import annotations

import math
from typing import Any

from reports.compare.results import ArmPair, ComparisonResults
from reports.compare.seats import is_stored
from reports.figures import figure as kinds
from reports.figures.figure import SHARE
from reports.figures.statistics import finite, half_width
from reports.run.groups import group_rows
from reports.run.results import RunResults
from reports.writing import wording
from reports.writing.document import Cell, Heading, Table


def repeated_by_groups(pair: ArmPair) -> set[str]:
    """Return the paths of figures of groups that other figures of a pair imply.

    If win rates are compared, they imply the advantages. The figures of one of two teams imply
    those of the other.
    """
    repeated = set()
    for path, figure in pair.figures.items():
        definition = figure.definition
        if definition.kind != kinds.GROUPS:
            continue
        rate = f"{path.removesuffix(kinds.GROUP_ADVANTAGE)}{kinds.WIN_RATE}"
        if definition.measure == kinds.GROUP_ADVANTAGE and rate in pair.figures:
            repeated.add(path)
        if _is_second_of_two_teams(pair.results[0], definition.of):
            repeated.add(path)
    return repeated


def _is_second_of_two_teams(results: RunResults, of: tuple[str, ...]) -> bool:
    noun, name = of
    for grouping in results.run.layout.groupings:
        if grouping.name == noun and grouping.wins_together:
            teams = [group for group in grouping.groups if group]
            return len(teams) == 2 and teams[1] == name
    return False


def make_group_tables(comparison: ComparisonResults) -> list[Table]:
    """Return a table per grouping with the win rate of each group in each version.

    Tables have a column per version. The fair share is in brackets after the win rate.
    """
    groups: dict[str, dict[str, None]] = {}
    for results in comparison.arms.values():
        for figure in results.figures_of(kinds.GROUPS, kinds.WIN_RATE):
            noun, name = figure.of
            groups.setdefault(noun, {})[name] = None
    return [_make_table(comparison, noun, list(names)) for noun, names in groups.items()]


def _make_table(comparison: ComparisonResults, noun: str, names: list[str]) -> Table:
    labels = list(comparison.arms)
    short = wording.brief_labels(labels)
    headings = [Heading(noun, numeric=False)]
    headings += [Heading(label, short=brief) for label, brief in zip(labels, short, strict=True)]
    rows: list[list[Cell]] = []
    for name in names:
        cells = [_win_rate_cell(results, noun, name) for results in comparison.arms.values()]
        rows.append([Cell(name), *cells])
    return Table(
        f"Win rate by {noun}, of the games it is in (in brackets: the fair share)", headings, rows
    )


def _win_rate_cell(results: RunResults, noun: str, name: str) -> Cell:
    """Return a cell with the win rate of a group and its fair share; empty if it does not occur."""
    path = f"{kinds.GROUPS}.{noun}.{name}"
    if f"{path}.{kinds.WIN_RATE}" not in results.figures:
        return Cell("")
    rate = results.estimate(f"{path}.{kinds.WIN_RATE}")
    if not rate.n:
        return Cell("none")
    text = f"{wording.with_half(rate, SHARE)}%"
    if f"{path}.{kinds.GROUP_ADVANTAGE}" in results.figures:
        fair = rate.value - results.estimate(f"{path}.{kinds.GROUP_ADVANTAGE}").value
        if math.isfinite(fair):
            text += f" ({wording.number(fair, half_width(rate), SHARE)})"
    return Cell(text, finite(rate.value))


def group_rows_of_arms(comparison: ComparisonResults) -> list[dict[str, Any]]:
    """Return a row per group and version, with the columns of the table ``groups``.

    Stored results have no rows, because their folders have this table.
    """
    rows: list[dict[str, Any]] = []
    for label, results in comparison.arms.items():
        if not is_stored(results):
            rows.extend({"arm": label, **row} for row in group_rows(results))
    return rows
