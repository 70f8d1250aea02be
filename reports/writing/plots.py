"""A chart of figures with their intervals below each other, around a line."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from reports.figures.statistics import Estimate
from reports.writing import chart_frame

#: The colour, the mark and the line of each of several series.
LOOKS = (
    (chart_frame.BLUE, "o", "-"),
    (chart_frame.VERMILION, "s", "--"),
    (chart_frame.SKY, "^", "-."),
    (chart_frame.ORANGE, "D", ":"),
    ("#009e73", "v", (0, (5, 1))),
    ("#cc79a7", "P", (0, (3, 1, 1, 1))),
    (chart_frame.INK, "X", (0, (1, 1))),
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
    sheet: chart_frame.Sheet,
    frame: Callable[[float], chart_frame.Drawing],
    panels: Sequence[Panel],
    series: Sequence[str] = (),
) -> chart_frame.Drawing:
    """Draw figures with their intervals, panels below each other.

    The `frame` is made around a chart so many inches high; `series` name the figures of a row.
    """
    heights = [
        len(panel.rows) * _row_height(sheet, panel) + _AXIS + chart_frame.LINE * bool(panel.title)
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


def _texts(sheet: chart_frame.Sheet, panel: Panel) -> tuple[list[str], list[str]]:
    """Return what stands at the left and at the right of each row, in lines."""
    labels = ["\n".join(chart_frame.wrap(row.label, sheet.part(_BESIDE))) for row in panel.rows]
    return labels, [
        # A line for each of several figures stays beside it.
        row.text.replace(" (", "\n(")
        if sheet.width < chart_frame.WIDTH and (len(row.figures) == 1 or "\n" not in row.text)
        else row.text
        for row in panel.rows
    ]


def _row_height(sheet: chart_frame.Sheet, panel: Panel) -> float:
    lines = [text.count("\n") + 1 for texts in _texts(sheet, panel) for text in texts]
    series = max((len(row.figures) for row in panel.rows), default=1)
    return max(series * _WAY, max(lines, default=1) * chart_frame.LINE) + _ROW


def _draw(sheet: chart_frame.Sheet, axes: chart_frame.Axes, panel: Panel) -> None:
    labels, texts = _texts(sheet, panel)
    each, (middle, name), rows = _row_height(sheet, panel), panel.reference, panel.rows
    low, high = -math.inf, math.inf
    if panel.is_cut:
        reach = _reach(panel)
        low, high = middle - reach, middle + reach
        axes.set_xlim(low - 0.05 * reach, high + 0.05 * reach)
    if panel.same:
        axes.axvspan(middle - panel.same, middle + panel.same, color=chart_frame.PALE, linewidth=0)
    if math.isfinite(middle):
        axes.axvline(middle, color=chart_frame.GREY, linestyle="--", linewidth=1.2, zorder=1)
    for bound in panel.bounds:
        axes.axvline(bound, color=chart_frame.VERMILION, linestyle=":", linewidth=1.5, zorder=1)
    for place, row in enumerate(rows):
        lines = max(_WAY, chart_frame.LINE) if "\n" in row.text else _WAY
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
                color=chart_frame.INK if row.is_clear else chart_frame.GREY,
                fontstyle="normal" if row.is_clear else "italic",
            )
        if place and len(row.figures) > 1:
            axes.axhline(place - 0.5, color=chart_frame.PALE, linewidth=0.7)
    axes.set_yticks(range(len(rows)), labels)
    axes.set_ylim(len(rows) - 0.5, -0.5)
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
    sheet: chart_frame.Sheet, axes: chart_frame.Axes, names: Sequence[str], *, lines: bool = False
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


def series_height(sheet: chart_frame.Sheet, names: Sequence[str]) -> float:
    """Return the inches that the names of series take."""
    lines = max(name.count("\n") + 1 for name in _wrapped(sheet, names))
    return (math.ceil(len(names) / _beside(sheet, names)) * lines + 1) * chart_frame.LINE


def _wrapped(sheet: chart_frame.Sheet, names: Sequence[str]) -> list[str]:
    return ["\n".join(chart_frame.wrap(name, sheet.part(_NAMES))) for name in names]


def _beside(sheet: chart_frame.Sheet, names: Sequence[str]) -> int:
    """Return how many names of series stand beside each other: as many as surely fit."""
    lines = [line for name in _wrapped(sheet, names) for line in name.split("\n")]
    return max(1, min(4, int(sheet.part(_NAMES) / (max(map(chart_frame.text_width, lines)) + 0.8))))
