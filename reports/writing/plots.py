"""Curves, and maps of tiles."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Literal

import numpy as np

from reports.figures.statistics import Estimate
from reports.writing import chart_frame as chart
from reports.writing import wording

#: The colour and the marker of each series, as matplotlib names them.
LOOKS = (
    (chart.BLUE, "o"),
    (chart.VERMILION, "s"),
    (chart.SKY, "^"),
    (chart.ORANGE, "D"),
    ("#009e73", "v"),
    ("#cc79a7", "P"),
    (chart.INK, "X"),
)
#: The height of a chart of curves in inches.
_HEIGHT = 3.8
#: The height of the horizontal axis with its labels, in inches.
_AXIS = 0.75
#: The width of the axis in charts of curves, in inches.
_CURVE_WIDTH = 6.5


@dataclass(frozen=True)
class Point:
    """A point of a curve: a figure with its interval."""

    #: The position on the horizontal axis.
    at: float
    #: The figure in the unit of the vertical axis.
    figure: Estimate
    #: The colour inside the marker; empty for the colour of the series.
    filling: Literal["", "white", "pale"] = ""
    #: True for a ring around the marker, for the point with which others are compared.
    ringed: bool = False


def draw_curves(
    sheet: chart.ChartFrame,
    frame: Callable[[float], chart.Drawing],
    series: Sequence[tuple[str, Sequence[Point]]],
    ticks: dict[float, str],
    names: tuple[str, str],
    *,
    least: float,
    fair: float | None = None,
    wish: tuple[float, float] | None = None,
    signed: bool = False,
) -> chart.Drawing:
    """Return a chart with a curve for each series of points, and intervals around the points.

    Parameters
    ----------
    sheet
        The title, the question and the width of the chart.
    frame
        Takes the height of the curves in inches; returns the figure to draw them in.
    series
        The name and the points of each series.
    ticks
        The labels of the horizontal axis, by position.
    names
        The labels of the horizontal and of the vertical axis.
    least
        The smallest range of the vertical axis.
    fair
        The position of a line called "fair"; None for no line.
    wish
        The bounds of the target, which are drawn as a band with a name; None for no target.
    signed
        True if values may be negative and are written with a sign.
    """
    drawing = frame(_HEIGHT)
    axes = drawing.subplots()
    labels = []
    for place, (name, points) in enumerate(series):
        colour, mark = LOOKS[place % len(LOOKS)]
        ordered = sorted(points, key=lambda point: point.at)
        _draw_curve(axes, ordered, colour, mark)
        if len(series) > 1 and ordered:
            labels.append((ordered[-1].figure.value, name, colour))
    if fair is not None:
        axes.axhline(fair, color=chart.INK, linewidth=1, zorder=0)
        labels.append((fair, "fair", chart.INK))
    axes.set_xlabel(names[0])
    widest = max(chart.text_width(part) for text in ticks.values() for part in text.split("\n"))
    distance = np.diff(np.sort(list(ticks))).min() / np.ptp(list(ticks))
    if distance * sheet.part(_CURVE_WIDTH) > widest + 0.08:
        axes.set_xticks(list(ticks), list(ticks.values()))
    else:
        axes.locator_params("x", integer=all(position.is_integer() for position in ticks))
    _set_vertical_axis(axes, names[1], least, signed=signed)
    if wish:
        low, high = np.clip(wish, *axes.get_ylim())
        axes.axhspan(low, high, color=chart.WISH_BAND, linewidth=0, zorder=0)
        labels.append((float(low + high) / 2, "target", chart.WISH))
    _write_at_right(axes, labels)
    return drawing


def _write_at_right(axes: chart.Axes, labels: Sequence[tuple[float, str, str]]) -> None:
    """Write labels at the right of the axes, near their heights and without overlaps.

    Parameters
    ----------
    axes
        The axes, with their final limits.
    labels
        The height, the text and the colour of each label.
    """
    low, high = axes.get_ylim()
    room = _HEIGHT - _AXIS - 0.2
    known = [label for label in labels if math.isfinite(label[0])]
    ordered = sorted(known, key=lambda label: label[0])
    heights: list[float] = []
    for value, _, _ in ordered:
        height = room * (value - low) / (high - low)
        heights.append(max(height, heights[-1] + chart.LINE) if heights else max(0.0, height))
    # Labels that were pushed above the axes push the others down.
    ceiling = room
    for place in reversed(range(len(heights))):
        heights[place] = min(heights[place], ceiling)
        ceiling = heights[place] - chart.LINE
    for height, (_, text, colour) in zip(heights, ordered, strict=True):
        place_at = (1.015, height / room)
        axes.text(*place_at, text, color=colour, va="center", transform=axes.transAxes)


def _set_vertical_axis(axes: chart.Axes, name: str, least: float, *, signed: bool) -> None:
    """Set the label and the limits of the vertical axis.

    Parameters
    ----------
    axes
        The axes.
    name
        The label.
    least
        The minimum range of the axis.
    signed
        True if values are differences, which are labelled with their signs.
    """
    low, high = axes.get_ylim()
    if high - low < least:
        axes.set_ylim((low + high - least) / 2, (low + high + least) / 2)
    elif not signed and 0 < low < 0.3 * high:
        axes.set_ylim(bottom=0)
    cut = " (axis does not start at 0)" if axes.get_ylim()[0] > 0 and not signed else ""
    axes.set_ylabel(f"{name}{cut}".strip())
    if signed:
        axes.yaxis.set_major_formatter(lambda y, _: wording.typeset(f"{y:+.3g}"))


def _draw_curve(axes: chart.Axes, points: Sequence[Point], colour: str, mark: str) -> None:
    """Draw the line, the intervals and the markers of a series."""
    fillings = {"": colour, "white": "white", "pale": chart.PALE}
    axes.plot(
        [point.at for point in points], [point.figure.value for point in points], color=colour
    )
    for point in points:
        low, high = point.figure.low, point.figure.high
        if math.isfinite(high - low):
            axes.vlines(point.at, low, high, color=colour, linewidth=1.5)
        place = point.at, point.figure.value
        if point.ringed:
            axes.plot(*place, "o", markersize=12, markerfacecolor="none", color=chart.INK, zorder=3)
        axes.plot(*place, mark, color=colour, markerfacecolor=fillings[point.filling], zorder=3)


#: The maximum width of the name of a row of tiles, in inches.
_ROW_NAME_WIDTH = 1.6
#: The width of a map of tiles in inches.
_MAP_WIDTH = 6.0
#: In maps with at least this number of rows, each tile has a single line of text.
_MOST_TALL_ROWS = 7
#: The height of the axis below a map of tiles, in inches.
_BELOW = 0.75


@dataclass(frozen=True)
class Tile:
    """A tile of a map."""

    text: str
    #: The signed difference that the colour shows; NaN for a hatched tile without a figure.
    shade: float = math.nan
    #: False if chance alone may explain the difference. The text is then grey and italic.
    is_clear: bool = True
    #: True if the tile has an outline, because its figure meets the target.
    is_outlined: bool = False


def draw_heat_map(
    sheet: chart.ChartFrame,
    frame: Callable[[float], chart.Drawing],
    tiles: Sequence[Sequence[Tile]],
    down: tuple[str, Sequence[str]],
    across: tuple[str, Sequence[str]],
    least: float,
) -> chart.Drawing:
    """Return a chart with a map of tiles.

    Parameters
    ----------
    sheet
        The title, the question and the width of the chart.
    frame
        Takes the height of the map in inches; returns the figure to draw it in.
    tiles
        The tiles of each row.
    down
        The label of the vertical axis, and the names of the rows.
    across
        The label of the horizontal axis, and the names of the columns.
    least
        The difference with the strongest colour, unless a tile has a larger difference.
    """
    if len(tiles) > _MOST_TALL_ROWS:
        tiles = [
            [replace(tile, text=tile.text.replace("\n", ", ")) for tile in row] for row in tiles
        ]
    rows = ["\n".join(chart.wrap(name, sheet.part(_ROW_NAME_WIDTH))) for name in down[1]]
    width = sheet.part(_MAP_WIDTH) / len(across[1]) - 0.05
    columns = ["\n".join(chart.wrap(name, width)) for name in across[1]]
    lines = max(tile.text.count("\n") + 1 for row in tiles for tile in row)
    height = max(
        0.26 + lines * chart.LINE, 0.2 + max(name.count("\n") + 1 for name in rows) * chart.LINE
    )
    below = max(name.count("\n") for name in columns) * chart.LINE
    drawing = frame(height * len(rows) + _BELOW + below)
    axes = drawing.subplots()
    distances = [abs(tile.shade) for row in tiles for tile in row if math.isfinite(tile.shade)]
    most = max(least, *distances)
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
    """Draw a map of tiles with the labels of its rows and columns.

    Parameters
    ----------
    axes
        The axes that the map is drawn on.
    tiles
        The tiles of each row.
    colours
        The shades that get the middle colour, the lowest colour and the highest colour.
    down
        The label of the vertical axis, and the names of the rows.
    across
        The label of the horizontal axis, and the names of the columns.
    turned
        True to rotate the names of columns by 90 degrees.
    """
    from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm
    from matplotlib.patches import Rectangle

    colouring = LinearSegmentedColormap.from_list("fathom", chart.DIVERGING)
    norm = TwoSlopeNorm(*colours)
    shades = np.array([list(map(attrgetter("shade"), row)) for row in tiles], float)
    axes.pcolormesh(shades, cmap=colouring, norm=norm, edgecolors=chart.PALE, linewidth=1)
    for y, row in enumerate(tiles):
        for x, tile in enumerate(row):
            corner = (x + 0.01, y + 0.01)
            if math.isnan(tile.shade):
                nothing = Rectangle(
                    corner, 0.98, 0.98, facecolor=chart.PALE, hatch="///", linewidth=0
                )
                axes.add_patch(nothing)
            if tile.is_outlined:
                box = Rectangle(
                    (x + 0.02, y + 0.03), 0.96, 0.94, fill=False, edgecolor=chart.WISH, linewidth=3
                )
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
