"""What charts are made of: figures with intervals below each other, curves, and maps of tiles."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from reports.figures.statistics import Estimate
from reports.writing import chart_frame as chart
from reports.writing import wording

#: The colour, the mark and the line of each of several series.
LOOKS = (
    (chart.BLUE, "o", "-"),
    (chart.VERMILION, "s", "--"),
    (chart.SKY, "^", "-."),
    (chart.ORANGE, "D", ":"),
    ("#009e73", "v", (0, (5, 1))),
    ("#cc79a7", "P", (0, (3, 1, 1, 1))),
    (chart.INK, "X", (0, (1, 1))),
)
#: Figures beyond this many times the usual ones leave an axis that is cut.
_FAR = 4.0
#: Inches: the widest label, an interval within a row, what else a row takes, the axis, and the
#: names of series.
_BESIDE, _WAY, _ROW, _AXIS, _NAMES = 2.3, 0.16, 0.16, 0.75, 5.0


@dataclass(frozen=True)
class Row:
    """What stands beside each other."""

    #: At the left, and at the right.
    label: str
    text: str
    #: One of each series, in the unit of the axis.
    figures: Sequence[Estimate]
    #: Whether the text is more than what chance may give; else it is grey.
    is_clear: bool = True
    #: Which of the figures have a hollow mark.
    hollow: Sequence[bool] = ()


@dataclass(frozen=True)
class Panel:
    """Rows on one axis."""

    rows: Sequence[Row]
    #: What the axis tells.
    axis: str
    #: Where the line stands, and what it is called.
    reference: tuple[float, str]
    #: Up to so far from the line figures count as the same.
    same: float = 0.0
    #: Whether the axis leaves out the few figures that are very far out, which are arrows.
    is_cut: bool = False
    #: Further lines.
    bounds: Sequence[float] = ()
    title: str = ""


def draw_panels(
    sheet: chart.ChartFrame,
    frame: Callable[[float], chart.Drawing],
    panels: Sequence[Panel],
    series: Sequence[str] = (),
) -> chart.Drawing:
    """Draw figures with their intervals, panels below each other.

    The `frame` is made around a chart so many inches high; `series` name the figures of a row.
    """
    heights = [
        len(panel.rows) * _row_height(sheet, panel) + _AXIS + chart.LINE * bool(panel.title)
        for panel in panels
    ]
    legend = series_height(sheet, series) if series else 0.0
    drawing = frame(sum(heights) + legend)
    several = drawing.subplots(len(panels), squeeze=False, height_ratios=heights).flat
    for axes, panel in zip(several, panels, strict=True):
        _draw(sheet, axes, panel)
    if series:
        name_series(sheet, drawing.axes[0], series)
    return drawing


def _texts(sheet: chart.ChartFrame, panel: Panel) -> tuple[list[str], list[str]]:
    """Return what stands at the left and at the right of each row, in lines."""
    labels = ["\n".join(chart.wrap(row.label, sheet.part(_BESIDE))) for row in panel.rows]
    return labels, [
        # A line for each of several figures stays beside it.
        row.text.replace(" (", "\n(")
        if sheet.width < chart.WIDTH and (len(row.figures) == 1 or "\n" not in row.text)
        else row.text
        for row in panel.rows
    ]


def _row_height(sheet: chart.ChartFrame, panel: Panel) -> float:
    lines = [text.count("\n") + 1 for texts in _texts(sheet, panel) for text in texts]
    series = max((len(row.figures) for row in panel.rows), default=1)
    return max(series * _WAY, max(lines, default=1) * chart.LINE) + _ROW


def _draw(sheet: chart.ChartFrame, axes: chart.Axes, panel: Panel) -> None:
    labels, texts = _texts(sheet, panel)
    each, (middle, name), rows = _row_height(sheet, panel), panel.reference, panel.rows
    low, high = -math.inf, math.inf
    if panel.is_cut:
        reach = _reach(panel)
        low, high = middle - reach, middle + reach
        axes.set_xlim(low - 0.05 * reach, high + 0.05 * reach)
    if panel.same:
        axes.axvspan(middle - panel.same, middle + panel.same, color=chart.PALE, linewidth=0)
    if math.isfinite(middle):
        axes.axvline(middle, color=chart.GREY, linestyle="--", linewidth=1.2, zorder=1)
    for bound in panel.bounds:
        axes.axvline(bound, color=chart.VERMILION, linestyle=":", linewidth=1.5, zorder=1)
    for place, row in enumerate(rows):
        lines = max(_WAY, chart.LINE) if "\n" in row.text else _WAY
        for down, (found, (colour, mark, _)) in enumerate(zip(row.figures, LOOKS, strict=False)):
            if math.isnan(found.value):
                continue
            y = place + (down - (len(row.figures) - 1) / 2) * lines / each
            ends = np.clip([found.low, found.high], low, high)
            if np.isfinite(ends).all():
                axes.plot(ends, [y, y], color=colour, linewidth=1.6, clip_on=False)
            beyond = ">" if found.value > high else "<" if found.value < low else mark
            filling = "white" if down < len(row.hollow) and row.hollow[down] else colour
            look = {"color": colour, "markerfacecolor": filling, "markersize": 5, "clip_on": False}
            axes.plot(np.clip(found.value, low, high), y, beyond, **look)  # type: ignore[arg-type]
        if row.text.strip():
            axes.annotate(
                texts[place],
                (1, place),
                xycoords=axes.get_yaxis_transform(),
                xytext=(8, 0),
                textcoords="offset points",
                va="center",
                color=chart.INK if row.is_clear else chart.GREY,
                fontstyle="normal" if row.is_clear else "italic",
            )
        if place and len(row.figures) > 1:
            axes.axhline(place - 0.5, color=chart.PALE, linewidth=0.7)
    axes.set_yticks(range(len(rows)), labels)
    axes.set_ylim(max(len(rows), 1) - 0.5, -0.5)
    axes.set_xlabel(f"{panel.axis}; the line: {name}" if name else panel.axis)
    axes.locator_params("x", nbins=5)
    axes.set_title(panel.title)
    axes.grid(True, axis="x")
    axes.grid(False, axis="y")
    axes.tick_params(axis="y", length=0)


def _reach(panel: Panel) -> float:
    """Return how far from its line an axis goes: to all intervals, unless a few are very far out.

    What is filled is never an arrow, so that no finding is drawn beyond the axis.
    """
    least, clear, ends = 2 * panel.same, [], []
    for row in panel.rows:
        for one, hollow in zip(row.figures, row.hollow, strict=True):
            away = one.shifted(-panel.reference[0])
            if not hollow and math.isfinite(away.value):
                clear.append(abs(away.value))
            if math.isfinite(away.high - away.low):
                ends.append(max(-away.low, away.high))
    usual = max(least, _FAR * float(np.quantile(ends, 0.75))) if ends else least
    return max(least, min(max(ends, default=least), usual), *clear)


def name_series(
    sheet: chart.ChartFrame, axes: chart.Axes, names: Sequence[str], *, lines: bool = False
) -> None:
    """Say above the panel which mark, or line, is which series."""
    handles = []
    for name, (colour, mark, line) in zip(_wrapped(sheet, names), LOOKS, strict=False):
        style = (
            {"linestyle": line, "marker": ""} if lines else {"linestyle": "none", "marker": mark}
        )
        handles += axes.plot([], [], color=colour, label=name, markersize=5, **style)
    axes.legend(
        handles=handles,
        loc="lower left",
        bbox_to_anchor=(0, 1),
        ncols=_beside(sheet, names),
        frameon=False,
        borderaxespad=0.2,
        handlelength=3,
    )


def series_height(sheet: chart.ChartFrame, names: Sequence[str]) -> float:
    """Return the inches that the names of series take."""
    lines = max(name.count("\n") + 1 for name in _wrapped(sheet, names))
    return (math.ceil(len(names) / _beside(sheet, names)) * lines + 1) * chart.LINE


def _wrapped(sheet: chart.ChartFrame, names: Sequence[str]) -> list[str]:
    return ["\n".join(chart.wrap(name, sheet.part(_NAMES))) for name in names]


def _beside(sheet: chart.ChartFrame, names: Sequence[str]) -> int:
    """Return how many names of series stand beside each other: as many as surely fit."""
    lines = [line for name in _wrapped(sheet, names) for line in name.split("\n")]
    return max(1, min(4, int(sheet.part(_NAMES) / (max(map(chart.text_width, lines)) + 0.8))))


#: Inches: the chart, and the axis of a wide one.
_HEIGHT, _CURVE_WIDTH = 3.8, 6.5


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
    sheet: chart.ChartFrame,
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
    if apart * sheet.part(_CURVE_WIDTH) > widest + 0.08:
        axes.set_xticks(list(ticks), list(ticks.values()))
    else:
        axes.locator_params("x", integer=all(value.is_integer() for value in ticks))
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
        axes.plot(*place, mark, color=colour, markerfacecolor=fillings[one.filling], zorder=3)


#: Inches: the widest name of a row, the map, and its axis.
_NAMED, _ACROSS, _BELOW = 1.6, 6.0, 0.75


@dataclass(frozen=True)
class Tile:
    """What stands in a row and a column."""

    text: str
    #: How far above what is wanted it is, or below; NaN where there is no figure.
    shade: float = math.nan
    is_clear: bool = True
    framed: bool = False


def draw_heat_map(
    sheet: chart.ChartFrame,
    frame: Callable[[float], chart.Drawing],
    tiles: Sequence[Sequence[Tile]],
    down: tuple[str, Sequence[str]],
    across: tuple[str, Sequence[str]],
    least: float,
) -> chart.Drawing:
    """Draw tiles row by row; a distance of `least` has full colour where none is larger."""
    rows = ["\n".join(chart.wrap(name, sheet.part(_NAMED))) for name in down[1]]
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
