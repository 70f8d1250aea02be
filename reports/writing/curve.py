"""Charts of a figure over one thing, as a curve, and over two, as a map of tiles."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from reports.figures.statistics import Estimate
from reports.writing import chart_frame as chart
from reports.writing import wording
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
    sheet: chart.Sheet,
    frame: Callable[[float], chart.Drawing],
    series: Sequence[tuple[str, Sequence[Point]]],
    ticks: dict[float, str],
    names: tuple[str, str],
    *,
    least: float,
    fair: float | None = None,
    bounds: Sequence[float] = (),
    signed: bool = False,
) -> chart.Drawing:
    """Draw series over numbers named by `ticks`; figures span `least`, `names` are of both axes."""
    legend = [name for name, _ in series] if len(series) > 1 else []
    drawing = frame(_HEIGHT + (series_height(sheet, legend) if legend else 0.0))
    axes = drawing.subplots()
    for place, (_, points) in enumerate(series):
        _curve(axes, sorted(points, key=lambda one: one.at), *LOOKS[place % len(LOOKS)][:2])
    if fair is not None:
        axes.axhline(fair, color=chart.INK, linestyle="--", linewidth=1, zorder=0)
        axes.text(1.01, fair, "fair", va="center", transform=axes.get_yaxis_transform())
    for bound in bounds:
        axes.axhline(bound, color=chart.VERMILION, linestyle=":", linewidth=1.5, zorder=0)
    axes.set_xlabel(names[0])
    widest = max(chart.text_width(part) for text in ticks.values() for part in text.split("\n"))
    apart = np.diff(np.sort(list(ticks))).min() / np.ptp(list(ticks))
    if apart * sheet.part(_AXIS) > widest + 0.08:
        axes.set_xticks(list(ticks), list(ticks.values()))
    else:
        whole = all(value.is_integer() for value in ticks)
        axes.locator_params("x", integer=whole)
    low, high = axes.get_ylim()
    if high - low < least:
        axes.set_ylim((low + high - least) / 2, (low + high + least) / 2)
    elif not signed and 0 < low < 0.3 * high:
        axes.set_ylim(bottom=0)
    cut = " (axis does not start at 0)" if axes.get_ylim()[0] > 0 and not signed else ""
    axes.set_ylabel(f"{names[1]}{cut}".strip())
    if signed:
        axes.yaxis.set_major_formatter(lambda y, _: wording.typeset(f"{y:+.3g}"))
    if legend:
        name_series(sheet, axes, legend)
    return drawing


def _curve(axes: chart.Axes, points: Sequence[Point], colour: str, mark: str) -> None:
    fillings = {"": colour, "white": "white", "pale": chart.PALE}
    axes.plot([one.at for one in points], [one.figure.value for one in points], color=colour)
    for one in points:
        low, high = one.figure.low, one.figure.high
        if math.isfinite(high - low):
            axes.vlines(one.at, low, high, color=colour, linewidth=1.5)
        place = one.at, one.figure.value
        if one.ringed:
            axes.plot(*place, "o", markersize=12, markerfacecolor="none", color=chart.INK, zorder=3)
        filling = fillings[one.filling]
        axes.plot(*place, mark, color=colour, markerfacecolor=filling, zorder=3)


#: Inches: the widest name of a row, the map, and its axis.
_BESIDE, _ACROSS, _BELOW = 1.6, 6.0, 0.75


@dataclass(frozen=True)
class Tile:
    """What stands in a row and a column."""

    text: str
    #: How far above what is wanted it is, or below; NaN where there is no figure.
    shade: float = math.nan
    is_clear: bool = True
    framed: bool = False


def draw_heat_map(
    sheet: chart.Sheet,
    frame: Callable[[float], chart.Drawing],
    tiles: Sequence[Sequence[Tile]],
    down: tuple[str, Sequence[str]],
    across: tuple[str, Sequence[str]],
    least: float,
) -> chart.Drawing:
    """Draw tiles row by row; a distance of `least` has full colour where none is larger."""
    rows = ["\n".join(chart.wrap(name, sheet.part(_BESIDE))) for name in down[1]]
    width = sheet.part(_ACROSS) / len(across[1]) - 0.05
    columns = ["\n".join(chart.wrap(name, width)) for name in across[1]]
    lines = max(tile.text.count("\n") + 1 for row in tiles for tile in row)
    height = max(
        0.26 + lines * chart.LINE, 0.2 + max(name.count("\n") + 1 for name in rows) * chart.LINE
    )
    below = max(name.count("\n") for name in columns) * chart.LINE
    drawing = frame(height * len(rows) + _BELOW + below)
    axes = drawing.subplots()
    away = [abs(tile.shade) for row in tiles for tile in row if math.isfinite(tile.shade)]
    most = max(least, *away)
    draw_tiles(axes, tiles, (0.0, -most, most), (down[0], rows), (across[0], columns))
    return drawing


def draw_tiles(
    axes: chart.Axes,
    tiles: Sequence[Sequence[Tile]],
    colours: tuple[float, float, float],
    down: tuple[str, Sequence[str]],
    across: tuple[str, Sequence[str]],
    *,
    turned: bool = False,
) -> None:
    """Draw tiles row by row; the names of columns may be turned, where they have no room.

    `colours` are the shades of the middle, of the low and of the high end.
    """
    from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm
    from matplotlib.patches import Rectangle

    colouring = LinearSegmentedColormap.from_list("fathom", chart.DIVERGING)
    norm = TwoSlopeNorm(*colours)
    shades = np.array([[tile.shade for tile in row] for row in tiles], float)
    axes.pcolormesh(shades, cmap=colouring, norm=norm, edgecolors="white", linewidth=2)
    for y, row in enumerate(tiles):
        for x, tile in enumerate(row):
            corner = (x + 0.01, y + 0.01)
            if math.isnan(tile.shade):
                nothing = Rectangle(
                    corner, 0.98, 0.98, facecolor=chart.PALE, hatch="///", linewidth=0
                )
                axes.add_patch(nothing)
            if tile.framed:
                box = Rectangle(corner, 0.98, 0.98, fill=False, edgecolor=chart.INK, linewidth=1.6)
                axes.add_patch(box)
            colour, style = (chart.INK, "normal") if tile.is_clear else (chart.GREY, "italic")
            place = (x + 0.5, y + 0.5)
            axes.text(*place, tile.text, ha="center", va="center", color=colour, fontstyle=style)
    axes.set_xticks(np.arange(len(across[1])) + 0.5, across[1], rotation=90 if turned else 0)
    axes.set_yticks(np.arange(len(down[1])) + 0.5, down[1])
    axes.set_xlabel(across[0])
    axes.set_ylabel(down[0])
    axes.invert_yaxis()
    axes.tick_params(length=0)
    axes.grid(False)
    axes.spines[:].set_visible(False)
