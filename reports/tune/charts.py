"""Two charts: the versions by what is wanted of them, and what each rule does to each want."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from matplotlib.figure import Figure as Drawing

from reports.figures.figure import Figure
from reports.figures.statistics import Estimate
from reports.sweep.results import Point
from reports.tune.results import Tune, told_value
from reports.writing import numbers
from reports.writing.chart_frame import BLUE, GREY, INK, ORANGE, VERMILION, ChartKind, Sheet
from reports.writing.document import Chart
from reports.writing.forest import Panel, Row, draw_panels
from reports.writing.words import listed


def charts_of(tune: Tune) -> list[Chart]:
    """Return both charts."""
    return [chart for kind in CHARTS for chart in kind.of(tune)]


def _axis(figure: Figure) -> str:
    short = numbers.short_unit(figure.unit)
    return f"{figure.title}{f', {short}' if short else ''}"


def _frame(tune: Tune, sheet: Sheet, height: float, notes: Sequence[str]) -> Drawing:
    base = tune.sweep.base
    played = f"{base.game.title}, {base.players} players"
    return sheet.frame(played, [f"{len(tune.tried):,} versions tried"], height, notes)


def _values(tune: Tune, point: Point) -> str:
    told = [numbers.value(point.results.estimate(one.path), one.unit) for one in tune.figures]
    return f"{tune.name(point)}: {listed(told)}"


def _panel(tune: Tune, place: int, rows: Sequence[tuple[str, Estimate]]) -> Panel:
    """Return named estimates of a want below each other, with its bounds."""
    figure, wants = tune.figures[place], tune.wants
    unit, reach = figure.unit, wants.noticed[place] / 10
    told = [
        Row(name, numbers.number(one.value, reach, unit), [one.scaled(unit.scale)])
        for name, one in rows
    ]
    bounds = [unit.scale * end for end in (wants.low[place], wants.high[place])]
    return Panel(told, _axis(figure), (math.nan, ""), bounds=[*filter(math.isfinite, bounds)])


def _versions(sheet: Sheet, tune: Tune) -> Drawing:
    """Draw a point a version by the two wants least met together; of a single want a row each."""
    n, m = tune.pair
    if n == m:
        path, points = tune.wants.paths[n], tune.sweep.points
        rows = [(tune.name(one), one.results.estimate(path)) for one in points]
        framed = partial(_frame, tune, sheet, notes=["Judged on fresh deals. Dotted: the bounds."])
        return draw_panels(sheet, framed, [_panel(tune, n, rows)])
    notes = [
        "Grey: what the search saw. Blue: judged on fresh deals. Diamond: the rules as they are. "
        "Ringed: recommended, or nearest. Shaded: what is wanted; darker, of both."
    ]
    drawing, shown = _frame(tune, sheet, 4.2, notes), [tune.figures[place] for place in (n, m)]
    axes, scale = drawing.subplots(), np.array([one.unit.scale for one in shown])
    seen = scale * tune.seen(tune.tried)[:, [n, m]]
    axes.scatter(seen[:, 0], seen[:, 1], s=14, color=GREY, linewidths=0)
    for point in tune.sweep.points:
        both = [point.results.estimate(one.path).scaled(one.unit.scale) for one in shown]
        if all(math.isfinite(one.high - one.low) for one in both):
            colour, mark = (INK, "D") if point.is_base else (BLUE, "o")
            across, up = ([[one.value - one.low], [one.high - one.value]] for one in both)
            x, y = (one.value for one in both)
            axes.errorbar(x, y, xerr=across, yerr=up, color=colour, marker=mark)
            axes.scatter(x, y, s=160 * (point is tune.leading), color="none", edgecolors=VERMILION)
    spans: list[tuple[Any, Any, Any]] = [
        (axes.axvline, axes.axvspan, axes.get_xlim),
        (axes.axhline, axes.axhspan, axes.get_ylim),
    ]
    for place, unit, (line, span, limits) in zip((n, m), scale, spans, strict=True):
        ends = [unit * end for end in (tune.wants.low[place], tune.wants.high[place])]
        for end in filter(math.isfinite, ends):
            line(end, color=INK, linestyle=":", linewidth=1)
        low, high = limits()
        span(max(low, ends[0]), min(high, ends[1]), color=ORANGE, alpha=0.2, linewidth=0)
    axes.set(xlabel=_axis(shown[0]), ylabel=_axis(shown[1]))
    return drawing


def _effects(sheet: Sheet, tune: Tune) -> Drawing:
    """Draw the mean of each want over the versions tried that have each value of each rule."""
    notes = [
        "Means over the versions tried, by their games, from the lowest to the highest; of one "
        "version its interval. Dotted: bounds."
    ]
    seen, panels = tune.seen(tune.tried), []
    played = np.array([one.results.run.games for one in tune.tried])
    for place in range(len(tune.figures)):
        rows = []
        for n, axis in enumerate(tune.sweep.axes):
            for value in axis.values:
                having = np.array([one.values[n] == value for one in tune.tried])
                having &= np.isfinite(seen[:, place])
                some, games = seen[having, place], played[having]
                if len(some) == 1:
                    [known] = [one for one, has in zip(tune.tried, having, strict=True) if has]
                    found = known.results.estimate(tune.wants.paths[place])
                elif len(some):
                    mean = np.average(some, weights=games)
                    found = Estimate(mean, some.min(), some.max(), len(some))
                if len(some):
                    rows.append((told_value(axis.name, value), found))
        panels.append(_panel(tune, place, rows))
    return draw_panels(sheet, partial(_frame, tune, sheet, notes=notes), panels)


_WORDS = {"meets": "meets all that is wanted", "none": "none does", "undecided": "not decided yet"}
CHARTS = (
    ChartKind(
        "versions",
        "Where do the versions lie?",
        lambda tune: f"{tune.name(tune.leading)}: {_WORDS[tune.verdict]}",
        lambda tune: "; ".join(_values(tune, point) for point in tune.sweep.points) + ".",
        _versions,
    ),
    ChartKind(
        "rules",
        "How does what you want change with each rule?",
        lambda tune: "What each rule does to what you want",
        lambda tune: f"Over {len(tune.tried):,} versions tried; the tables have all of them.",
        _effects,
    ),
)
NAMES = [kind.name for kind in CHARTS]
