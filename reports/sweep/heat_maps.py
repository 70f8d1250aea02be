"""The charts of a sweep over two rules: a heat map of each figure."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import CenteredNorm
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports.figures.catalogue import ADVANTAGE
from reports.sweep.aims import SAID
from reports.sweep.framing import frame, minutes_note
from reports.sweep.points import Axis, Point, has, is_rate
from reports.sweep.results import Sweep, Told
from reports.sweep.screen import MARKS
from reports.sweep.words import Words, base_name, words_of
from reports.writing.chart_frame import DIVERGING, GREY, INK, LINE, PALE, wrap
from simulate.rules.kinds import written


def draw_heat_map(sweep: Sweep, path: str) -> Figure:
    """Draw a figure over the values of two rules, coloured by the differences that are told."""
    down, across = _turned(sweep)
    rows, columns = sweep.axes[down], sweep.axes[across]
    points = {point.key: point for point in sweep.points}
    told = dict(zip(points, sweep.told[path], strict=True))
    judged = {
        point.key: SAID[one.verdict.word]
        for point in sweep.points
        for one in point.results.judged()
        if one.target.figure == path
    }
    labels = ["\n".join(wrap(written(value), 1.6)) for value in rows.values]
    lines = 3 if judged else 2
    height = max(0.26 + lines * LINE, 0.2 + max(text.count("\n") + 1 for text in labels) * LINE)
    figure = frame(sweep, [path], height * len(labels) + 0.75, _notes(sweep, path, bool(judged)))
    axes = figure.subplots()
    keys = [[_key(value, other, down) for other in columns.values] for value in rows.values]
    shades = np.array([[_shade(told.get(key)) for key in line] for line in keys])
    norm = _norm(sweep, path, shades)
    axes.pcolormesh(shades, cmap=DIVERGING, norm=norm, edgecolors="white", linewidth=2)
    words = words_of(sweep, path)
    for row, line in enumerate(keys):
        for column, key in enumerate(line):
            cell = points.get(key), told.get(key)
            _label_cell(axes, (row, column), sweep, *cell, words, judged.get(key, ""))
    axes.set_xticks(np.arange(len(columns.values)) + 0.5, _column_labels(columns))
    axes.set_yticks(np.arange(len(labels)) + 0.5, labels)
    axes.set_xlabel(columns.name)
    axes.set_ylabel(rows.name)
    axes.invert_yaxis()
    axes.tick_params(length=0)
    axes.grid(False)
    axes.spines[:].set_visible(False)
    return figure


def _turned(sweep: Sweep) -> tuple[int, int]:
    """Return which rule goes down, which across: the one with more values down."""
    one, other = (len(axis.values) for axis in sweep.axes)
    return (0, 1) if one >= other else (1, 0)


def _key(value: Any, other: Any, down: int) -> tuple[str, ...]:
    return tuple(map(written, (value, other) if down == 0 else (other, value)))


def _column_labels(axis: Axis) -> list[str]:
    width = 6.0 / len(axis.values) - 0.05
    return ["\n".join(wrap(written(value), width)) for value in axis.values]


def _notes(sweep: Sweep, path: str, aimed: bool) -> list[str]:
    level = f"{100 * sweep.confidence:g} % confidence interval"
    compared = "Distances from the fair share are compared" if sweep.from_fair(path) else "Compared"
    notes = [
        f"\N{PLUS-MINUS SIGN} half the {level}. Framed: {base_name(sweep)}. {compared} with it on "
        "the same deals (Holm-corrected): ▲ on orange higher, ▼ on blue lower, = exactly the same; "
        "grey figures on white are not told from it.",
    ]
    if path == ADVANTAGE:
        notes.append("In percentage points.")
    if "not compared" in sweep.standings([path]):
        notes.append(f"{MARKS['not compared']} not compared: the framed setting has none.")
    notes += minutes_note(sweep, path)
    if aimed:
        notes.append("Last line: whether the target is met.")
    return notes


def _shade(told: Told | None) -> float:
    """Return the difference that a cell is coloured by: none where none is told."""
    if told is None:
        return math.nan
    is_told = told.difference is not None and told.verdict in ("higher", "lower")
    return told.difference.estimate.value if told.difference and is_told else 0.0


def _norm(sweep: Sweep, path: str, shades: Any) -> CenteredNorm:
    """Give full colour no sooner than to 5 percentage points, or a tenth of the base.

    So small differences look small.
    """
    base = sweep.base.estimate(path).value if has(sweep.base, path) else 0.0
    least = 0.05 if is_rate(sweep.figure(path)) or not base > 0 else 0.1 * base
    return CenteredNorm(0.0, max(least, float(np.nanmax(np.abs(shades), initial=0.0))))


def _label_cell(
    axes: Axes,
    place: tuple[int, int],
    sweep: Sweep,
    point: Point | None,
    told: Told | None,
    words: Words,
    verdict: str,
) -> None:
    row, column = place
    corner = (column + 0.01, row + 0.01)
    look: dict[str, Any] = {"color": INK}
    if point is None or told is None:
        axes.add_patch(Rectangle(corner, 0.98, 0.98, facecolor=PALE, hatch="///", linewidth=0))
        text = "left out" if point is None else "none"
    else:
        standing = sweep.standing(point, told)
        value, _, half = words.with_half(told.estimate).partition(" ")
        unit = " %" if words.unit == " %" else ""
        mark = "" if standing == "base" else MARKS[standing]
        lines = [f"{value}{unit} {mark}".rstrip(), half, verdict]
        text = "\n".join(line for line in lines if line)
        if standing == "base":
            frame = Rectangle(corner, 0.98, 0.98, fill=False, edgecolor=INK, linewidth=1.6)
            axes.add_patch(frame)
        if standing == "not told":
            look = {"color": GREY, "fontstyle": "italic"}
    axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", **look)
