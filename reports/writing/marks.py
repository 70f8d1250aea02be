"""Marks of charts with one message: rows of dots, columns, brackets and a hundred dots."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from reports.figures.statistics import Estimate
from reports.writing import chart_frame as chart

#: The colours of marks, of bars, and of values that are uncertain or unusual.
DATA, BAR, PALE_BAR = "#0b62a8", "#85aed3", "#d3e2ef"
#: The colour of the bands of intervals: `PALE_BAR` on white, and visible on the band of a target.
BAND = (DATA, 0.18)
#: How far an axis can extend from its middle: this multiple of the distance within which three
#: quarters of the rows have their whole intervals.
_FAR = 7.0
#: The axis of a panel with fewer rows than this includes even distant figures.
_MANY_ROWS = 4
#: The height of a row of dots, of an axis with its label and of a title, in inches.
_ROW, _AXIS, _TITLE = 0.27, 0.62, 0.26
#: The height of a label above the rows in inches.
_LABEL = 0.21
#: The maximum height of all rows of a panel in inches, above which rows move closer together.
_MOST_HEIGHT = 6.8
#: The maximum width of a row's label in inches: in a panel as wide as a chart, and in the narrowest
#: panels.
_LABEL_WIDTH, _LEAST_LABEL_WIDTH = 2.3, 1.3
#: If the texts beside the marks leave them less than this share of a panel's width, verdicts are
#: written below the numbers.
_LEAST_PLOT = 0.24
#: The space between two columns of text in points.
_GAP = 10.0
#: The least space between two numbers of an axis in points.
_TICK_GAP = 8.0


@dataclass(frozen=True)
class DotRow:
    """A row of a panel: a figure with its interval, its number and its verdict."""

    #: The text at the left.
    label: str
    #: The figure in the unit of the axis.
    figure: Estimate
    #: The text at the right.
    number: str
    #: The text after the number; may be empty.
    verdict: str = ""
    #: True if the dot is filled, for a verdict that is certain.
    is_clear: bool = False
    #: The bounds of the target that the user set for this figure; None without a target.
    wish: tuple[float, float] | None = None
    #: Several values of the figure, whose range is darker within the interval; may be empty.
    values: Sequence[float] = ()


@dataclass(frozen=True)
class DotPanel:
    """Rows on a common axis."""

    rows: Sequence[DotRow]
    #: The label of the axis.
    axis: str
    #: The position of the line that figures are compared with; NaN for no line.
    line: float = math.nan
    #: The label of the line.
    line_label: str = ""
    #: The title above the rows; may be empty.
    title: str = ""
    #: The smallest length of the axis.
    least: float = 0.0
    #: The lowest possible value.
    floor: float = -math.inf
    #: The label of the marked targets; used if a row has a target.
    wish_label: str = ""
    #: The ends of the axis; None to choose them from the figures.
    limits: tuple[float, float] | None = None
    #: True if verdicts are below the numbers, because there is no room beside them.
    is_stacked: bool = False
    #: True if lines join the dots of clear verdicts with `line`.
    has_stems: bool = True

    @property
    def has_wish(self) -> bool:
        """True if a row's figure has a target, which the chart marks."""
        return any(row.wish for row in self.rows)


def explain_bands(confidence: float) -> str:
    """Return the note on the pale bands of rows of dots, for intervals of a confidence."""
    return f"Pale bands: where the numbers lie, {100 * confidence:g} times in 100."


def draw_dot_panels(
    sheet: chart.ChartFrame,
    frame: Callable[[float], chart.Drawing],
    panels: Sequence[DotPanel],
    columns: int = 1,
) -> chart.Drawing:
    """Return a chart with panels of rows of dots.

    Parameters
    ----------
    sheet
        The title, the question and the width of the chart.
    frame
        Takes the height of the panels in inches; returns the figure to draw them in.
    panels
        The panels, at least one.
    columns
        The number of panels beside each other.
    """
    width = sheet.width / columns
    panels = _with_equal_texts(panels, width)
    heights = _line_heights(panels, width, columns)
    drawing = frame(sum(heights))
    subplots = drawing.subplots(len(heights), columns, squeeze=False, height_ratios=heights)
    for axes, panel in zip(subplots.flat, panels, strict=False):
        draw_dots(axes, panel, width)
    for axes in list(subplots.flat)[len(panels) :]:
        axes.set_axis_off()
    return drawing


def choose_fitting(
    panels: Sequence[DotPanel], width: float, columns: int, most: float
) -> list[DotPanel]:
    """Return the first panels: all that fit into a height, and at least one.

    Parameters
    ----------
    panels
        The panels, at least one.
    width
        The width of the chart in inches.
    columns
        The number of panels beside each other.
    most
        The maximum height of all panels in inches.
    """
    chosen = list(panels)
    while len(chosen) > 1:
        aligned = _with_equal_texts(chosen, width / columns)
        if sum(_line_heights(aligned, width / columns, columns)) <= most:
            break
        chosen.pop()
    return chosen


def shorten(panels: Sequence[DotPanel], width: float, most: float) -> list[DotPanel]:
    """Return panels with only their first rows: all that fit below each other, at least one.

    `width` and `most` are the width and the largest height of all panels in inches.
    """
    shortened = list(panels)
    rows = max(len(panel.rows) for panel in panels)
    while rows > 1:
        shortened = [replace(panel, rows=panel.rows[:rows]) for panel in panels]
        if sum(_line_heights(_with_equal_texts(shortened, width), width, 1)) <= most:
            break
        rows -= 1
    return shortened


def _with_equal_texts(panels: Sequence[DotPanel], width: float) -> list[DotPanel]:
    """Return the panels, with all verdicts below the numbers if one panel needs this."""
    is_stacked = any(_is_narrow(panel, width) for panel in panels)
    return [replace(panel, is_stacked=is_stacked) for panel in panels]


def _line_heights(panels: Sequence[DotPanel], width: float, columns: int) -> list[float]:
    """Return the height in inches of each line of panels."""
    return [
        max(_panel_height(panel, width) for panel in panels[first : first + columns])
        for first in range(0, len(panels), columns)
    ]


def _labels(panel: DotPanel, width: float) -> list[str]:
    """Return the labels of all rows, broken into lines."""
    room = _LABEL_WIDTH * width / chart.WIDTH
    return ["\n".join(chart.wrap(row.label, max(room, _LEAST_LABEL_WIDTH))) for row in panel.rows]


def _row_height(panel: DotPanel, width: float) -> float:
    """Return the height in inches of each row of a panel. All rows have the same height."""
    texts = _labels(panel, width)
    if panel.is_stacked:
        texts += [_stacked_text(row) for row in panel.rows]
    lines = max((text.count("\n") + 1 for text in texts), default=1)
    usual = _ROW + (lines - 1) * 0.8 * chart.LINE
    return max(lines * chart.LINE, min(usual, _MOST_HEIGHT / max(1, len(panel.rows))))


def _stacked_text(row: DotRow) -> str:
    """Return the number and the verdict of a row below each other.

    If the number has its interval in brackets, the interval is below the number and the verdict.
    """
    number, bracket, interval = row.number.partition(" (")
    if bracket:
        return f"{number}  {row.verdict}".rstrip() + f"\n({interval}"
    return "\n".join(filter(None, (row.number, row.verdict)))


def _is_narrow(panel: DotPanel, width: float) -> bool:
    """Return True if a panel has no room for numbers and verdicts beside each other."""
    return _plot_width(panel, width) < _LEAST_PLOT * width


def _plot_width(panel: DotPanel, width: float) -> float:
    """Return the room in inches that the texts of the rows leave for their marks."""
    labels = [line for label in _labels(panel, width) for line in label.split("\n")]
    if panel.is_stacked:
        texts = [line for row in panel.rows for line in _stacked_text(row).split("\n")]
        beside = max(map(chart.text_width, texts), default=0.0)
    else:
        numbers = (chart.text_width(row.number) for row in panel.rows)
        verdicts = (chart.text_width(row.verdict) for row in panel.rows)
        beside = max(numbers, default=0.0) + max(verdicts, default=0.0)
    return width - beside - max(map(chart.text_width, labels), default=0.0) - 3 * _GAP / 72


def _panel_height(panel: DotPanel, width: float) -> float:
    """Return the height of a panel in inches."""
    height = len(panel.rows) * _row_height(panel, width) + _AXIS
    height += (len(_axis_lines(panel, width)) - 1) * chart.LINE
    height += _LABEL * (bool(panel.line_label) + panel.has_wish)
    titles = len(_title_lines(panel, width))
    return height + _TITLE + (titles - 1) * chart.LINE if titles else height


def axis_limits(panel: DotPanel) -> tuple[float, float]:
    """Return the ends of a panel's axis, which includes all figures except for distant ones.

    Figures and intervals beyond the ends are cut off, so that a single distant figure does not
    squash all others.
    """
    ends_by_row = []
    for row in panel.rows:
        figure = row.figure
        numbers = (figure.low, figure.value, figure.high, *row.values)
        ends_by_row.append([number for number in numbers if math.isfinite(number)])
    ends_by_row = [numbers for numbers in ends_by_row if numbers]
    if not ends_by_row:
        return 0.0, 1.0
    middle = panel.line
    if not math.isfinite(middle):
        middle = float(np.median([np.median(numbers) for numbers in ends_by_row]))
    ends = [end for numbers in ends_by_row for end in numbers]
    reaches = [max(abs(end - middle) for end in numbers) for numbers in ends_by_row]
    usual = math.inf
    if len(reaches) >= _MANY_ROWS:
        usual = _FAR * float(np.quantile(reaches, 0.75, method="lower"))
    wishes = [end for row in panel.rows if row.wish for end in row.wish if math.isfinite(end)]
    low = min(middle, *(max(end, middle - usual) for end in ends), *wishes)
    high = max(middle, *(min(end, middle + usual) for end in ends), *wishes)
    margin = max(0.06 * (high - low), (panel.least - (high - low)) / 2)
    if not margin:
        margin = 1.0
    return max(low - margin, panel.floor), high + margin


def draw_dots(axes: chart.Axes, panel: DotPanel, width: float) -> None:
    """Draw a panel of rows of dots into axes.

    Parameters
    ----------
    axes
        The axes.
    panel
        The panel.
    width
        The width of the axes with all their labels, in inches.
    """
    low, high = panel.limits or axis_limits(panel)
    axes.set_xlim(low, high)
    last = len(panel.rows)
    axes.set_ylim(max(last, 1) - 0.5, -0.5)
    for place, row in enumerate(panel.rows):
        if row.wish:
            band_low, band_high = (min(max(end, low), high) for end in row.wish)
            axes.fill_between(
                [band_low, band_high], place - 0.5, place + 0.5, color=chart.WISH_BAND, linewidth=0
            )
        _draw_band(axes, row.figure.low, row.figure.high, place, BAND)
        if row.values:
            _draw_band(axes, min(row.values), max(row.values), place, BAR)
            within = [value for value in row.values if low <= value <= high]
            axes.plot(within, [place] * len(within), "|", color="white", markersize=6, zorder=2)
        line = panel.line if panel.has_stems and not row.values else math.nan
        _draw_dot(axes, row.figure.value, place, is_clear=row.is_clear, line=line)
    if math.isfinite(panel.line):
        axes.axvline(panel.line, color=chart.INK, linewidth=1.2, zorder=1.8)
        if panel.line_label:
            label_above(axes, panel.line, panel.line_label, color=chart.INK)
    if panel.has_wish:
        bounds = [end for row in panel.rows if row.wish for end in row.wish]
        middle = (max(min(bounds), low) + min(max(bounds), high)) / 2
        label_above(axes, middle, panel.wish_label, level=bool(panel.line_label), color=chart.WISH)
    _write_rows(axes, panel, width)
    axes.set_xlabel("\n".join(_axis_lines(panel, width)))
    _set_ticks(axes, panel, width)
    if panel.title:
        _write_title(axes, panel, width)
    axes.grid(True, axis="x")
    axes.grid(False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def _set_ticks(axes: chart.Axes, panel: DotPanel, width: float) -> None:
    """Set the ticks of the axis: as many as there is room for, so that no numbers touch."""
    low, high = axes.get_xlim()
    room = _plot_width(panel, width)
    for intervals in range(3 if width <= chart.NARROW else 7, 1, -1):
        axes.locator_params("x", nbins=intervals)
        ticks = [tick for tick in axes.get_xticks() if low <= tick <= high]
        numbers = axes.xaxis.get_major_formatter().format_ticks(ticks)
        needed = max(map(chart.text_width, numbers), default=0.0) + _TICK_GAP / 72
        if len(ticks) < 2 or (ticks[1] - ticks[0]) / (high - low) * room >= needed:
            return
    axes.locator_params("x", min_n_ticks=1)


def _draw_band(
    axes: chart.Axes, first: float, last: float, y: float, colour: str | tuple[str, float]
) -> None:
    """Draw a band within the limits of the axes, unless an end is not finite."""
    low, high = axes.get_xlim()
    if not math.isfinite(last - first) or last < low or first > high:
        return
    ends = [max(first, low), min(last, high)]
    axes.plot(ends, [y, y], color=colour, linewidth=9, solid_capstyle="round", zorder=1.5)


def _draw_dot(axes: chart.Axes, value: float, y: float, *, is_clear: bool, line: float) -> None:
    """Draw a figure as a dot. If `is_clear`, the dot is filled and joined with the line.

    A figure beyond the limits of the axes is an arrow at their edge. Nothing is drawn if it is NaN.
    """
    if not math.isfinite(value):
        return
    low, high = axes.get_xlim()
    mark = "o"
    if value > high:
        mark = ">"
    elif value < low:
        mark = "<"
    value = min(max(value, low), high)
    if is_clear and math.isfinite(line):
        axes.plot([line, value], [y, y], color=DATA, linewidth=1.6, zorder=2)
    axes.plot(
        value,
        y,
        mark,
        color=DATA,
        markerfacecolor=DATA if is_clear else "white",
        markersize=7,
        markeredgewidth=1.6,
        clip_on=False,
        zorder=3,
    )


def _title_lines(panel: DotPanel, width: float) -> list[str]:
    """Return the title of a panel, broken into lines; empty without a title."""
    if not panel.title:
        return []
    return chart.wrap(panel.title, width - 0.4, bold=True)


def _axis_lines(panel: DotPanel, width: float) -> list[str]:
    """Return the label of a panel's axis, broken into lines; empty without a label."""
    if not panel.axis:
        return []
    return chart.wrap(panel.axis, max(_LEAST_PLOT * width, width - 2 * _LEAST_LABEL_WIDTH))


def _write_title(axes: chart.Axes, panel: DotPanel, width: float) -> None:
    """Write the title above a panel, aligned with the labels of the rows."""
    labels = [line for label in _labels(panel, width) for line in label.split("\n")]
    left = 72 * max(map(chart.text_width, labels), default=0.0) + 4
    levels = bool(panel.line_label) + panel.has_wish
    axes.annotate(
        "\n".join(_title_lines(panel, width)),
        (0, 1),
        xycoords="axes fraction",
        xytext=(-left, 5 + 72 * _LABEL * levels),
        textcoords="offset points",
        va="bottom",
        fontweight="bold",
    )


def _write_rows(axes: chart.Axes, panel: DotPanel, width: float) -> None:
    """Write the labels at the left of the rows, and the numbers and verdicts at the right."""
    axes.set_yticks(range(len(panel.rows)), _labels(panel, width))
    widest = max((72 * chart.text_width(row.number) for row in panel.rows), default=0.0)
    for place, row in enumerate(panel.rows):
        colour = chart.INK if row.is_clear or not row.verdict else chart.GREY
        if panel.is_stacked:
            _write_beside(axes, place, _stacked_text(row), _GAP, "left", colour)
            continue
        _write_beside(axes, place, row.number, _GAP + widest, "right", chart.INK)
        _write_beside(axes, place, row.verdict, 2 * _GAP + widest, "left", colour)


def _write_beside(
    axes: chart.Axes, y: float, text: str, points: float, align: str, colour: str
) -> None:
    """Write a text to the right of the axes, at a distance of `points` points from their edge."""
    if not text:
        return
    axes.annotate(
        text,
        (1, y),
        xycoords=axes.get_yaxis_transform(),
        xytext=(points, 0),
        textcoords="offset points",
        ha=align,
        va="center",
        color=colour,
        linespacing=1.05,
    )


def label_above(
    axes: chart.Axes, x: float, text: str, *, level: int = 0, color: str = chart.INK
) -> None:
    """Write a label above the axes at a horizontal position; `level` 1 is one line higher.

    The label stays within the axes.
    """
    low, high = sorted(axes.get_xlim())
    place = (x - low) / (high - low)
    align = "center"
    if place < 0.2:
        align = "left"
    elif place > 0.8:
        align = "right"
    axes.annotate(
        text,
        (x, 1),
        xycoords=axes.get_xaxis_transform(),
        xytext=(0, 4 + 72 * _LABEL * level),
        textcoords="offset points",
        ha=align,
        va="bottom",
        color=color,
    )


def draw_bracket(
    axes: chart.Axes, low: float, high: float, text: str, points: float, *, align: str = "center"
) -> None:
    """Draw a bracket below the axes, with a text under it.

    Parameters
    ----------
    axes
        The axes.
    low, high
        The ends of the bracket on the horizontal axis.
    text
        The text.
    points
        The distance from the axes to the bracket in points.
    align
        The position of the text: "center" of the bracket, or "left" to begin at its low end.
    """
    from matplotlib.transforms import ScaledTranslation

    figure = axes.get_figure(root=True)
    assert figure, "axes belong to a figure"
    down = ScaledTranslation(0, -points / 72, figure.dpi_scale_trans)
    place = axes.get_xaxis_transform() + down
    tick = 5 / 72 / (axes.get_position().height * figure.get_figheight())
    axes.plot(
        [low, low, high, high],
        [tick, 0, 0, tick],
        color=chart.GREY,
        linewidth=1.2,
        transform=place,
        clip_on=False,
        scalex=False,
        scaley=False,
    )
    axes.annotate(
        text,
        ((low + high) / 2 if align == "center" else low, 0),
        xycoords=axes.get_xaxis_transform(),
        xytext=(0, -points - 4),
        textcoords="offset points",
        ha=align,
        va="top",
        color=chart.GREY,
    )


def explain_columns(confidence: float) -> str:
    """Return the note on columns with pale tops, for intervals of a confidence."""
    return f"Pale: where the tops of the bars lie, {100 * confidence:g} times in 100."


def draw_columns(axes: chart.Axes, shares: Mapping[str, Estimate]) -> None:
    """Draw a column for each share, with its number above and a pale top over its interval.

    `shares` holds shares of 1 by name, from left to right.
    """
    places = range(len(shares))
    tops = [100 * share.high for share in shares.values()]
    axes.bar(places, tops, 0.86, color=PALE_BAR)
    axes.bar(places, [100 * share.low for share in shares.values()], 0.86, color=BAR)
    for place, (share, top) in enumerate(zip(shares.values(), tops, strict=True)):
        axes.annotate(
            "< 1" if 0 < share.value < 0.01 else f"{100 * share.value:.0f}",
            (place, top),
            xytext=(0, 3),
            textcoords="offset points",
            ha="center",
            fontweight="bold",
        )
    axes.set_ylim(0, 1.15 * max(tops))
    figure = axes.get_figure(root=True)
    assert figure, "axes belong to a figure"
    is_narrow = figure.get_figwidth() <= chart.NARROW
    names = [name.replace(" or ", "\nor ") if is_narrow else name for name in shares]
    axes.set_xticks(places, names)
    axes.set_yticks([])
    axes.grid(False)
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="x", length=0)


#: No dot is pale if the ends of the interval are at most this number of percentage points apart.
SURE = 2
#: The numbers of columns and of rows in which the hundred dots are arranged.
_COLUMNS, _ROWS = 20, 5


def draw_hundred(axes: chart.Axes, wins: Estimate, luck: float, labels: tuple[str, str]) -> None:
    """Draw a hundred dots, of which the share of games won is filled, from the left.

    Parameters
    ----------
    axes
        The axes.
    wins
        The share of games won. Dots between the ends of its interval are pale.
    luck
        The share that luck alone would give, which has a bracket.
    labels
        The label of the bracket and the label of the wins.
    """
    low, high = (math.floor(100 * wins.low), math.ceil(100 * wins.high))
    if high - low <= SURE:
        low = high = round(100 * wins.value)
    figure = axes.get_figure(root=True)
    assert figure, "axes belong to a figure"
    # The area in square points: a dot is about two thirds as wide as a column.
    size = (0.62 * 72 * figure.get_figwidth() / _COLUMNS) ** 2
    places = np.arange(_COLUMNS * _ROWS)
    x, y = places // _ROWS, places % _ROWS
    for kind, (face, edge) in enumerate(((DATA, DATA), (PALE_BAR, BAR), ("white", "#b9bdc4"))):
        chosen = np.digitize(places, [low, high]) == kind
        if chosen.any():
            axes.scatter(
                x[chosen], y[chosen], s=size, facecolor=face, edgecolor=edge, linewidth=1, zorder=2
            )
    axes.set_xlim(-0.7, _COLUMNS - 0.3)
    axes.set_ylim(_ROWS - 0.4, -0.6)
    axes.set_axis_off()
    draw_bracket(axes, -0.5, 100 * luck / _ROWS - 0.5, labels[0], 8, align="left")
    axes.annotate(
        labels[1],
        (_COLUMNS - 0.5, 0),
        xycoords=axes.get_xaxis_transform(),
        xytext=(0, -12),
        textcoords="offset points",
        ha="right",
        va="top",
        fontweight="bold",
    )
