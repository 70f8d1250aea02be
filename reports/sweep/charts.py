"""The charts of a sweep: lines over the values of a rule, or heat maps over two."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from reports.figures.catalogue import ADVANTAGE
from reports.sweep.framing import frame, minutes_note
from reports.sweep.heat_maps import draw_heat_map
from reports.sweep.points import Axis, group, is_rate
from reports.sweep.results import Standing, Sweep
from reports.sweep.tables import chart_names
from reports.sweep.words import base_name, marked
from reports.writing.chart_frame import (
    BLUE,
    INK,
    ORANGE,
    PALE,
    SKY,
    VERMILION,
    chart_style,
    save_charts,
    wrap,
)
from reports.writing.wording import typeset
from simulate.rules.kinds import written

#: One look for each line of a chart, told apart without colours too.
_LOOKS = (
    (BLUE, "o"),
    (VERMILION, "s"),
    ("#009e73", "^"),
    (ORANGE, "D"),
    ("#cc79a7", "v"),
    (SKY, "P"),
    (INK, "X"),
)
#: So many values of a rule are all written at the axis.
_MOST_TICKS = 12
#: Inches: the widest label of a value that is no number.
_TICK_WIDTH = 1.1


def write_charts(sweep: Sweep, folder: Path) -> list[Path]:
    """Write each chart as PNG and SVG into an existing folder, and return the files."""
    return save_charts(draw_charts(sweep), folder)


def draw_charts(sweep: Sweep) -> dict[str, Figure]:
    """Draw the charts of a sweep, by file stem; see `reports.sweep.tables.chart_names`."""
    names = chart_names(sweep.paths, len(sweep.axes))
    with chart_style():
        if len(sweep.axes) == 1:
            return {name: _lines(sweep, paths) for name, paths in names.items()}
        return {name: draw_heat_map(sweep, path) for name, (path,) in names.items()}


def _lines(sweep: Sweep, paths: Sequence[str]) -> Figure:
    """Draw figures over the values of one rule."""
    axis, kind = sweep.axes[0], group(paths[0])
    bounds = _bounds(sweep, paths)
    figure = frame(sweep, paths, 3.8, [*_notes(sweep, paths), *([_BOUNDS] if bounds else [])])
    axes = figure.subplots()
    places = _places(axis, [point.values[0] for point in sweep.points])
    names = [_member(path) for path in paths] if kind else [""]
    for place, (path, name) in enumerate(zip(paths, names, strict=True)):
        colour, marker = _LOOKS[place % len(_LOOKS)]
        shift = 0.0 if axis.is_number else 0.12 * (place - (len(paths) - 1) / 2)
        _line(axes, sweep, path, places + shift, colour, marker, name)
    _reference_lines(axes, sweep, paths[0], bounds)
    _value_axis(axes, sweep, paths[0], places)
    _figure_axis(axes, sweep, paths)
    if len(paths) > 1:
        axes.legend(loc="center left", bbox_to_anchor=(1.07, 0.5), frameon=False)
    return figure


_BOUNDS = "Dotted: the bounds of the target."
#: What the fillings of markers mean, besides that of the base.
_FILLINGS: dict[Standing, str] = {
    "higher": "filled: told from it on the same deals (Holm-corrected)",
    "lower": "filled: told from it on the same deals (Holm-corrected)",
    "not told": "hollow: not told from it",
    "the same": "hollow with a dot: exactly the same",
    "not compared": "grey: not compared, as there is no such figure there",
}


def _notes(sweep: Sweep, paths: Sequence[str]) -> list[str]:
    """Say what the marks that are there mean."""
    level = f"{100 * sweep.confidence:g} % confidence interval"
    look = "Bands" if sweep.axes[0].is_number else "Whiskers"
    standings = sweep.standings(paths)
    meanings = dict.fromkeys(text for word, text in _FILLINGS.items() if word in standings)
    notes = [f"{look}: {level} of each figure. Ringed: {'; '.join([base_name(sweep), *meanings])}."]
    return notes + minutes_note(sweep, paths[0])


def _line(
    axes: Axes, sweep: Sweep, path: str, places: Any, colour: str, marker: str, name: str
) -> None:
    told = sweep.told[path]
    factor = 100 if is_rate(sweep.figure(path)) else 1
    blank = (math.nan,) * 3
    ends = [
        (one.estimate.value, one.estimate.low, one.estimate.high) if one else blank for one in told
    ]
    figures = np.array(ends, float).T
    if sweep.from_fair(path):
        figures -= [point.results.fair_share for point in sweep.points]
    middle, low, high = factor * figures
    low, high = (np.where(np.isfinite(part), part, middle) for part in (low, high))
    order = np.argsort(places, kind="stable")
    alone = np.ones(len(places), bool)
    if sweep.axes[0].is_number:
        axes.fill_between(places[order], low[order], high[order], color=colour, alpha=0.18, lw=0)
        axes.plot(places[order], middle[order], color=colour, linewidth=1.5)
        alone[order] = _alone(middle[order])
    spans = np.array([middle - low, high - middle])[:, alone]
    axes.errorbar(places[alone], middle[alone], spans, fmt="none", ecolor=colour, capsize=4)
    for point, one, across, up in zip(sweep.points, told, places, middle, strict=True):
        if one:
            _mark(axes, (across, up), sweep.standing(point, one), colour, marker)
    axes.plot([], [], marker, color=colour, label=name)


def _alone(values: Any) -> Any:
    """Return which points of a line have no neighbour, and so neither line nor band."""
    there = np.concatenate([[False], np.isfinite(values), [False]])
    return there[1:-1] & ~there[:-2] & ~there[2:]


def _mark(
    axes: Axes, place: tuple[float, float], standing: Standing, colour: str, marker: str
) -> None:
    """Draw the marker of a figure, filled as it stands to the base."""
    fillings = {"higher": colour, "lower": colour, "base": colour, "not compared": PALE}
    if standing == "base":
        axes.plot(*place, "o", markersize=12, markerfacecolor="none", color=INK, zorder=3)
    filling = fillings.get(standing, "white")
    axes.plot(*place, marker, color=colour, markerfacecolor=filling, zorder=3)
    if standing == "the same":
        axes.plot(*place, "o", markersize=2, color=colour, zorder=3)


def _places(axis: Axis, values: Sequence[Any]) -> Any:
    if axis.is_number:
        return np.array(values, float)
    return np.arange(len(values), dtype=float)


def _value_axis(axes: Axes, sweep: Sweep, path: str, places: Any) -> None:
    axis, values = sweep.axes[0], [point.values[0] for point in sweep.points]
    axes.set_xlabel(axis.name)
    texts = [marked(sweep, point, written(point.values[0])) for point in sweep.points]
    fair = [f"\nfair: {100 * point.results.fair_share:.3g} %" for point in sweep.points]
    if not sweep.from_fair(path):
        fair = [""] * len(texts)
    if axis.is_number and len(values) > _MOST_TICKS:
        whole = all(isinstance(value, int) for value in values)
        axes.xaxis.set_major_locator(MaxNLocator("auto", integer=whole))
    elif axis.is_number:
        axes.set_xticks(
            places, [t.replace(" ", "\n", 1) + f for t, f in zip(texts, fair, strict=True)]
        )
    else:
        width = max(_TICK_WIDTH, 6.5 / len(values)) - 0.1
        labels = ["\n".join(wrap(text, width)) for text in texts]
        steep = len(values) * _TICK_WIDTH > 7
        axes.set_xticks(
            places, labels, rotation=40 if steep else 0, ha="right" if steep else "center"
        )
        axes.set_xlim(places[0] - 0.5, places[-1] + 0.5)


def _figure_axis(axes: Axes, sweep: Sweep, paths: Sequence[str]) -> None:
    figure = sweep.figure(paths[0])
    # So small a difference as 2 points is not to look large.
    low, high = axes.get_ylim()
    least = 4.0 if is_rate(figure) else 0.02 * max(abs(low), abs(high))
    if high - low < least:
        middle = (low + high) / 2
        axes.set_ylim(middle - least / 2, middle + least / 2)
    if not is_rate(figure) and low > 0 and low < 0.3 * high:
        axes.set_ylim(bottom=0)
    if paths[0] == ADVANTAGE or sweep.from_fair(paths[0]):
        beyond = "" if paths[0] == ADVANTAGE else "win rate: "
        axes.set_ylabel(f"{beyond}percentage points from the fair share")
        axes.yaxis.set_major_formatter(FuncFormatter(_signed))
        return
    what = ""
    if is_rate(figure):
        what = "win rate" if group(paths[0]) else "share"
        axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{share:.4g} %"))
    elif paths[0].startswith("length."):
        what = paths[0].split(".")[1]
    cut = "axis does not start at 0" if axes.get_ylim()[0] > 0 else ""
    axes.set_ylabel(f"{what} ({cut})" if what and cut else what or cut)


def _signed(value: float, _: int | None) -> str:
    return typeset(f"{value:+.3g}")


def _reference_lines(
    axes: Axes, sweep: Sweep, path: str, bounds: Sequence[tuple[float, float]]
) -> None:
    """Draw what is fair, and what is wanted."""
    fair = 0.0 if path == ADVANTAGE or sweep.from_fair(path) else 100 * sweep.base.fair_share
    if path == ADVANTAGE or group(path):
        axes.axhline(fair, color=INK, linestyle="--", linewidth=1, zorder=0)
        axes.text(1.01, fair, "fair", va="center", transform=axes.get_yaxis_transform())
    for low, high in bounds:
        for bound in (low, high):
            if math.isfinite(bound):
                axes.axhline(bound, color=VERMILION, linestyle=":", linewidth=1.5, zorder=0)


def _bounds(sweep: Sweep, paths: Sequence[str]) -> list[tuple[float, float]]:
    """Return the bounds of targets on figures, as drawn."""
    return [
        (factor * judged.target.low, factor * judged.target.high)
        for judged in sweep.base.judged()
        if judged.target.figure in paths and not sweep.from_fair(judged.target.figure)
        for factor in [100 if is_rate(sweep.figure(judged.target.figure)) else 1]
    ]


def _member(path: str) -> str:
    """Name one of a group of figures in the legend."""
    name = path.split(".", 1)[1].removesuffix(".win_rate")
    return f"seat {name}" if group(path) == "seat" else "\n".join(wrap(name, 1.9))
