"""A chart of figures with their intervals along an axis of numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from matplotlib.ticker import FuncFormatter, MaxNLocator

from reports.figures.statistics import Estimate
from reports.writing import numbers
from reports.writing.chart_frame import INK, PALE, VERMILION, Sheet, text_width
from reports.writing.forest import LOOKS, name_series, series_height

#: Inches: the chart, and the axis of a wide one.
_HEIGHT, _AXIS = 3.8, 6.5


@dataclass(frozen=True)
class Point:
    """A figure at a value."""

    at: float
    #: In the unit of the axis.
    figure: Estimate
    filling: Literal["", "white", "pale"] = ""
    #: Whether it is what others are compared with.
    ringed: bool = False


def draw_curves(
    sheet: Sheet,
    frame: Callable[[float], Drawing],
    series: Sequence[tuple[str, Sequence[Point]]],
    ticks: dict[float, str],
    names: tuple[str, str],
    *,
    least: float,
    fair: float | None = None,
    bounds: Sequence[float] = (),
    signed: bool = False,
) -> Drawing:
    """Draw figures over numbers, each series under its name.

    Parameters
    ----------
    ticks
        What numbers are called on the axis, where all have room.
    names
        Of the axis of numbers, and of that of figures.
    least
        What that has at least, so that small differences look small.
    fair, bounds
        Where lines stand.
    signed
        Whether figures are differences.
    """
    legend = [name for name, _ in series] if len(series) > 1 else []
    drawing = frame(_HEIGHT + (series_height(sheet, legend) if legend else 0.0))
    axes = drawing.subplots()
    for place, (_, points) in enumerate(series):
        _curve(axes, sorted(points, key=lambda one: one.at), *LOOKS[place % len(LOOKS)][:2])
    if fair is not None:
        axes.axhline(fair, color=INK, linestyle="--", linewidth=1, zorder=0)
        axes.text(1.01, fair, "fair", va="center", transform=axes.get_yaxis_transform())
    for bound in bounds:
        axes.axhline(bound, color=VERMILION, linestyle=":", linewidth=1.5, zorder=0)
    axes.set_xlabel(names[0])
    widest = max(text_width(part) for text in ticks.values() for part in text.split("\n"))
    apart = np.diff(np.sort(list(ticks))).min() / np.ptp(list(ticks))
    if apart * sheet.part(_AXIS) > widest + 0.08:
        axes.set_xticks(list(ticks), list(ticks.values()))
    else:
        whole = all(value.is_integer() for value in ticks)
        axes.xaxis.set_major_locator(MaxNLocator("auto", integer=whole))
    low, high = axes.get_ylim()
    if high - low < least:
        axes.set_ylim((low + high - least) / 2, (low + high + least) / 2)
    elif not signed and 0 < low < 0.3 * high:
        axes.set_ylim(bottom=0)
    cut = " (axis does not start at 0)" if axes.get_ylim()[0] > 0 and not signed else ""
    axes.set_ylabel(f"{names[1]}{cut}".strip())
    if signed:
        axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: numbers.typeset(f"{y:+.3g}")))
    if legend:
        name_series(sheet, axes, legend, with_line=False)
    return drawing


def _curve(axes: Axes, points: Sequence[Point], colour: str, mark: str) -> None:
    fillings = {"": colour, "white": "white", "pale": PALE}
    axes.plot([one.at for one in points], [one.figure.value for one in points], color=colour)
    for one in points:
        low, high = one.figure.low, one.figure.high
        if math.isfinite(high - low):
            axes.vlines(one.at, low, high, color=colour, linewidth=1.5)
        place = one.at, one.figure.value
        if one.ringed:
            axes.plot(*place, "o", markersize=12, markerfacecolor="none", color=INK, zorder=3)
        filling = fillings[one.filling]
        axes.plot(*place, mark, color=colour, markerfacecolor=filling, zorder=3)
