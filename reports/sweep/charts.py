"""The charts of a sweep: lines over the values of a rule, or heat maps over two."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from matplotlib.ticker import FuncFormatter, MaxNLocator

from reports.comparison.framing import look
from reports.figures.figure import ADVANTAGE
from reports.sweep.heat_maps import draw_heat_map
from reports.sweep.line import Line
from reports.sweep.naming import base_name, marked, played, title, value_of
from reports.sweep.points import chart_names, group
from reports.sweep.results import Standing, Sweep
from reports.sweep.sentences import drawn_line, sentence, values
from reports.writing import numbers
from reports.writing.chart_frame import (
    INK,
    LINE,
    PALE,
    VERMILION,
    Sheet,
    make_chart,
    text_width,
    wrap,
)
from reports.writing.document import Chart
from reports.writing.words import capital, listed

#: Inches: the widest label of a value that is no number, and the axis of a wide chart.
_TICK_WIDTH, _AXIS = 1.1, 6.5


def charts_of(sweep: Sweep) -> list[Chart]:
    """Return the charts of a sweep; see `reports.sweep.points.chart_names`."""
    names = chart_names({path: sweep.figure(path) for path in sweep.paths}, len(sweep.axes))
    return [_chart(sweep, name, paths) for name, paths in names.items()]


def _chart(sweep: Sweep, name: str, paths: Sequence[str]) -> Chart:
    lines = [drawn_line(sweep, path) for path in paths]
    kind = group(lines[0].figure) if len(sweep.axes) == 1 else ""
    shown = f"the win rate by {kind}" if kind else f"the {lines[0].figure.title}"
    rules = listed([axis.name for axis in sweep.axes])
    question = f"What {'does' if len(sweep.axes) == 1 else 'do'} {rules} do to {shown}?"
    words = " ".join(f"{capital(line.figure.title)}: {values(sweep, line)}." for line in lines)
    headline = sentence(sweep, paths)
    if len(sweep.axes) > 1:
        return make_chart(name, headline, question, words, draw_heat_map, sweep, paths[0])
    return make_chart(name, headline, question, words, _draw_lines, sweep, paths)


def _draw_lines(sheet: Sheet, sweep: Sweep, paths: Sequence[str]) -> Drawing:
    """Draw figures over the values of one rule."""
    axis, lines = sweep.axes[0], [drawn_line(sweep, path) for path in paths]
    bounds = _bounds(sweep, lines)
    notes = [*_notes(sweep, lines), *([_BOUNDS] if bounds else [])]
    names = ["\n".join(wrap(line.figure.member or line.figure.title, 1.9)) for line in lines]
    # A legend beside a narrow chart would leave nothing of it.
    above = len(lines) > 1 and sheet.is_narrow
    rows = -(-len(names) // 2) * max(name.count("\n") + 1 for name in names)
    figure = sheet.frame(
        title(sweep), [played(sweep)], 3.8 + (rows * LINE + 0.15 if above else 0), notes
    )
    axes = figure.subplots()
    values_ = [float(point.values[0]) for point in sweep.points] if axis.is_number else None
    places = np.array(values_ or range(len(sweep.points)), float)
    for place, line in enumerate(lines):
        colour, marker, _ = look(place)
        shift = 0.0 if axis.is_number else 0.12 * (place - (len(lines) - 1) / 2)
        _line(axes, sweep, line, places + shift, (colour, marker), names[place])
    _reference_lines(axes, sweep, lines[0], bounds)
    _value_axis(sheet, axes, sweep, lines[0], places)
    _figure_axis(axes, lines[0])
    if above:
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), frameon=False, ncols=2)
    elif len(lines) > 1:
        axes.legend(loc="center left", bbox_to_anchor=(1.07, 0.5), frameon=False)
    return figure


_BOUNDS = "Dotted: the bounds of the target."
#: What the fillings of markers mean, besides that of the base.
_FILLINGS: dict[Standing, str] = {
    "higher": "filled: clearly different on the same deals (corrected for all)",
    "lower": "filled: clearly different on the same deals (corrected for all)",
    "not clear": "hollow: not clearly different",
    "the same": "hollow with a dot: exactly the same",
    "not compared": "grey: not compared, as there is no such figure there",
}


def _notes(sweep: Sweep, lines: Sequence[Line]) -> list[str]:
    """Say what the marks that are there mean."""
    level = numbers.level(sweep.confidence)
    standings = sweep.standings([line.figure.path for line in lines])
    meanings = dict.fromkeys(text for word, text in _FILLINGS.items() if word in standings)
    notes = [
        f"Whiskers: {level} of each figure. Ringed: {'; '.join([base_name(sweep), *meanings])}."
    ]
    return notes + lines[0].notes


def _line(
    axes: Axes, sweep: Sweep, line: Line, places: Any, style: tuple[str, str], name: str
) -> None:
    colour, marker = style
    known = {point.key: found for point, found in line.known}
    several = [known.get(point.key) for point in sweep.points]
    ends = [
        (one.estimate.value, one.estimate.low, one.estimate.high) if one else (math.nan,) * 3
        for one in several
    ]
    middle, low, high = line.unit.scale * np.array(ends, float).T
    low, high = (np.where(np.isfinite(part), part, middle) for part in (low, high))
    if sweep.axes[0].is_number:
        order = np.argsort(places, kind="stable")
        axes.plot(places[order], middle[order], color=colour, linewidth=1.5)
    there = np.isfinite(middle)
    axes.vlines(places[there], low[there], high[there], color=colour, linewidth=1.5)
    for point, one, across, up in zip(sweep.points, several, places, middle, strict=True):
        if one:
            _mark(axes, (across, up), sweep.standing(point, one), colour, marker)
    axes.plot([], [], marker, color=colour, label=name)


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


def _value_axis(sheet: Sheet, axes: Axes, sweep: Sweep, line: Line, places: Any) -> None:
    axis, points, room = sweep.axes[0], sweep.points, sheet.part(_AXIS)
    axes.set_xlabel(axis.name)
    texts = [marked(sweep, point, value_of(sweep, point)) for point in points]
    if axis.is_number:
        texts = [text.replace(" ", "\n", 1) for text in texts]
    if sweep.from_fair(line.figure.path):
        shares = [numbers.percent(point.results.fair_share) for point in points]
        texts = [f"{text}\nfair: {fair}" for text, fair in zip(texts, shares, strict=True)]
    if not axis.is_number:
        width = max(_TICK_WIDTH, room / len(texts)) - 0.1
        labels = ["\n".join(wrap(text, width)) for text in texts]
        steep = len(texts) * _TICK_WIDTH > room + 0.5
        turned = {"rotation": 40, "ha": "right"} if steep else {}
        axes.set_xticks(places, labels, **turned)  # type: ignore[arg-type]
        axes.set_xlim(places[0] - 0.5, places[-1] + 0.5)
        return
    widest = max(text_width(part) for text in texts for part in text.split("\n"))
    gap = np.diff(np.sort(places)).min() * room / np.ptp(places)
    if gap > widest + 0.08:
        axes.set_xticks(places, texts)
    else:
        whole = all(isinstance(value, int) for value in axis.values)
        axes.xaxis.set_major_locator(MaxNLocator("auto", integer=whole))


def _figure_axis(axes: Axes, line: Line) -> None:
    figure, unit = line.figure, line.unit
    # So small a difference as 2 points is not to look large.
    low, high = axes.get_ylim()
    least = 4.0 if unit.share else 0.02 * max(abs(low), abs(high))
    if high - low < least:
        middle = (low + high) / 2
        axes.set_ylim(middle - least / 2, middle + least / 2)
    if not unit.share and low > 0 and low < 0.3 * high:
        axes.set_ylim(bottom=0)
    if unit.signed:
        beyond = "win rate: " if figure.is_win_rate else ""
        axes.set_ylabel(f"{beyond}{unit.name} from the fair share")
        axes.yaxis.set_major_formatter(FuncFormatter(_signed))
        return
    what = unit.name
    if unit.share:
        what = "win rate" if figure.is_win_rate else "share"
        axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{share:.4g} %"))
    cut = "axis does not start at 0" if axes.get_ylim()[0] > 0 else ""
    axes.set_ylabel(f"{what} ({cut})" if what and cut else what or cut)


def _signed(value: float, _: int | None) -> str:
    return numbers.typeset(f"{value:+.3g}")


def _reference_lines(
    axes: Axes, sweep: Sweep, line: Line, bounds: Sequence[tuple[float, float]]
) -> None:
    """Draw what is fair, and what is wanted."""
    if line.figure.kind == ADVANTAGE or line.figure.is_win_rate:
        fair = 0.0 if line.unit.signed else line.unit.scale * sweep.base.fair_share
        axes.axhline(fair, color=INK, linestyle="--", linewidth=1, zorder=0)
        axes.text(1.01, fair, "fair", va="center", transform=axes.get_yaxis_transform())
    for low, high in bounds:
        for bound in (low, high):
            if math.isfinite(bound):
                axes.axhline(bound, color=VERMILION, linestyle=":", linewidth=1.5, zorder=0)


def _bounds(sweep: Sweep, lines: Sequence[Line]) -> list[tuple[float, float]]:
    """Return the bounds of targets on figures, as drawn."""
    return [
        (line.unit.scale * judged.target.low, line.unit.scale * judged.target.high)
        for judged in sweep.base.judged()
        for line in lines
        if judged.target.figure == line.figure.path and not sweep.from_fair(line.figure.path)
    ]
