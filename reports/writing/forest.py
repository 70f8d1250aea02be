"""A chart of figures with their intervals below each other, around a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from matplotlib.figure import Figure as Drawing
from matplotlib.ticker import MaxNLocator

from reports.figures.statistics import Estimate
from reports.writing.chart_frame import (
    BLUE,
    GREY,
    INK,
    LINE,
    ORANGE,
    PALE,
    SKY,
    VERMILION,
    Sheet,
    wrap,
)

#: The colour and the mark of each of several series.
_SERIES = ((BLUE, "o"), (VERMILION, "s"), (SKY, "^"), (ORANGE, "D"))
#: Inches: the widest label, an interval within a row, what else a row takes, and the axis.
_BESIDE, _WAY, _ROW, _AXIS = 2.3, 0.16, 0.16, 0.75


@dataclass(frozen=True)
class Row:
    """What stands beside each other.

    Attributes
    ----------
    label, text
        At the left, and at the right.
    figures
        One of each series, in the unit of the axis.
    is_clear
        Whether the text is more than what chance may give; else it is grey.
    """

    label: str
    text: str
    figures: Sequence[Estimate]
    is_clear: bool = True


def draw_forest(
    sheet: Sheet,
    frame: Callable[[float], Drawing],
    rows: Sequence[Row],
    axis: str,
    reference: tuple[float, str],
    series: Sequence[str] = (),
) -> Drawing:
    """Draw figures with their intervals, a row each or several close together.

    Parameters
    ----------
    sheet, frame
        What is drawn on, and what makes its frame around a chart so many inches high.
    rows
        From top to bottom.
    axis
        What the axis tells.
    reference
        Where the line stands, and what it is called.
    series
        What the figures of a row are, where they are several.
    """
    labels = ["\n".join(wrap(row.label, sheet.part(_BESIDE))) for row in rows]
    texts = [row.text.replace(" (", "\n(") if sheet.is_narrow else row.text for row in rows]
    lines = max(text.count("\n") + 1 for text in (*labels, *texts))
    each = max(len(rows[0].figures) * _WAY, lines * LINE) + _ROW
    across = 2 if sheet.is_narrow else max(1, len(series))
    legend = LINE * (1 + len(series) / across) if series else 0.0
    drawing = frame(len(rows) * each + _AXIS + legend)
    axes = drawing.subplots()
    middle, name = reference
    axes.axvline(middle, color=GREY, linestyle="--", linewidth=1.2, zorder=1)
    for place, row in enumerate(rows):
        up = (len(row.figures) - 1) / 2
        for down, (found, (colour, mark)) in enumerate(zip(row.figures, _SERIES, strict=False)):
            y = place + (down - up) * _WAY / each
            axes.plot([found.low, found.high], [y, y], color=colour, linewidth=1.6, clip_on=False)
            axes.plot(found.value, y, mark, color=colour, markersize=5, clip_on=False)
        axes.annotate(
            texts[place],
            (1, place),
            xycoords=axes.get_yaxis_transform(),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
            color=INK if row.is_clear else GREY,
            fontstyle="normal" if row.is_clear else "italic",
        )
        if place and len(row.figures) > 1:
            axes.axhline(place - 0.5, color=PALE, linewidth=0.7)
    axes.set_yticks(range(len(rows)), labels)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel(f"{axis}; the line: {name}" if name else axis)
    axes.xaxis.set_major_locator(MaxNLocator(5))
    axes.grid(True, axis="x")
    axes.grid(False, axis="y")
    axes.tick_params(axis="y", length=0)
    if series:
        for each_name, (colour, mark) in zip(series, _SERIES, strict=False):
            axes.plot([], [], mark, color=colour, label=each_name, markersize=5)
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), frameon=False, ncols=across)
    return drawing
