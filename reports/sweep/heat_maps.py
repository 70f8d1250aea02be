"""The charts of a sweep over two rules: a heat map of each figure."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import CenteredNorm
from matplotlib.figure import Figure as Drawing
from matplotlib.patches import Rectangle

from reports.run.document import VERDICTS
from reports.sweep.goals import Goal
from reports.sweep.grid import grid_of
from reports.sweep.line import MARKS, Line, line_of
from reports.sweep.naming import base_name, played, title
from reports.sweep.points import Axis, Point
from reports.sweep.results import AtPoint, Sweep
from reports.writing import numbers
from reports.writing.chart_frame import DIVERGING, GREY, INK, LINE, PALE, Sheet, wrap
from reports.writing.numbers import level
from simulate.rules.kinds import written


def draw_heat_map(sheet: Sheet, sweep: Sweep, path: str) -> Drawing:
    """Draw a figure over the values of two rules, coloured by how far it is from what is wanted."""
    grid, line = grid_of(sweep, path), line_of(sweep, path)
    judged = {
        point.key: VERDICTS[one.verdict.word][1]
        for point in sweep.points
        for one in point.judged
        if one.target.figure == path
    }
    labels = ["\n".join(wrap(written(value), sheet.part(1.6))) for value in grid.down.values]
    lines = 3 if judged else 2
    height = max(0.26 + lines * LINE, 0.2 + max(text.count("\n") + 1 for text in labels) * LINE)
    columns = _column_labels(sheet, grid.across)
    goal = Goal(sweep, path)
    notes = _notes(sweep, line, goal, bool(judged))
    below = max(text.count("\n") for text in columns) * LINE
    figure = sheet.frame(title(sweep), [played(sweep)], height * len(labels) + 0.75 + below, notes)
    axes = figure.subplots()
    shades = np.array([[goal.shade(point, found) for point, found in row] for row in grid.cells])
    norm = CenteredNorm(0.0, max(goal.least, float(np.nanmax(np.abs(shades), initial=0.0))))
    axes.pcolormesh(shades, cmap=DIVERGING, norm=norm, edgecolors="white", linewidth=2)
    for row, cells in enumerate(grid.cells):
        for column, (point, found) in enumerate(cells):
            verdict = judged.get(point.key, "") if point else ""
            _label_cell(axes, (row, column), sweep, point, found, line, verdict)
    axes.set_xticks(np.arange(len(columns)) + 0.5, columns)
    axes.set_yticks(np.arange(len(labels)) + 0.5, labels)
    axes.set_xlabel(grid.across.name)
    axes.set_ylabel(grid.down.name)
    axes.invert_yaxis()
    axes.tick_params(length=0)
    axes.grid(False)
    axes.spines[:].set_visible(False)
    return figure


def _column_labels(sheet: Sheet, axis: Axis) -> list[str]:
    width = sheet.part(6.0) / len(axis.values) - 0.05
    return ["\n".join(wrap(written(value), width)) for value in axis.values]


def _notes(sweep: Sweep, line: Line, goal: Goal, aimed: bool) -> list[str]:
    path = line.figure.path
    compared = "Distances from the fair share are compared" if sweep.from_fair(path) else "Compared"
    notes = [
        goal.legend,
        f"\N{PLUS-MINUS SIGN} half the {level(sweep.confidence)}. Framed: {base_name(sweep)}. "
        f"{compared} with it on the same deals: {MARKS['higher']} clearly higher, "
        f"{MARKS['lower']} clearly lower, {MARKS['the same']} exactly the same; grey figures are "
        "not clearly different. Corrected for all.",
    ]
    if line.unit.signed:
        notes.append(f"In {line.unit.name}.")
    if "not compared" in sweep.standings([path]):
        notes.append(f"{MARKS['not compared']} not compared: the framed setting has none.")
    notes += line.notes
    if aimed:
        notes.append("Last line: whether the target is met.")
    return notes


def _label_cell(
    axes: Axes,
    place: tuple[int, int],
    sweep: Sweep,
    point: Point | None,
    found: AtPoint | None,
    line: Line,
    verdict: str,
) -> None:
    row, column = place
    corner = (column + 0.01, row + 0.01)
    look: dict[str, Any] = {"color": INK}
    if point is None or found is None:
        axes.add_patch(Rectangle(corner, 0.98, 0.98, facecolor=PALE, hatch="///", linewidth=0))
        text = "left out" if point is None else "none"
    else:
        standing = sweep.standing(point, found)
        value, _, half = line.with_half(found.estimate).partition(" ")
        shown = value if line.unit.signed else numbers.with_unit(value, line.unit)
        mark = "" if standing == "base" else MARKS[standing]
        lines = [f"{shown} {mark}".rstrip(), half, verdict]
        text = "\n".join(one for one in lines if one)
        if standing == "base":
            box = Rectangle(corner, 0.98, 0.98, fill=False, edgecolor=INK, linewidth=1.6)
            axes.add_patch(box)
        if standing == "not clear":
            look = {"color": GREY, "fontstyle": "italic"}
    axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", **look)
