"""Two charts: the versions by what is wanted of them, and what each rule does to each want."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

import numpy as np

from reports.figures.statistics import Estimate
from reports.run import document as run
from reports.sweep.results import SweepPoint
from reports.tune.results import TuneResults, told_value
from reports.writing import wording
from reports.writing.chart_frame import (
    BLUE,
    GREY,
    INK,
    ORANGE,
    VERMILION,
    ChartFrame,
    ChartKind,
    Drawing,
)
from reports.writing.document import Chart
from reports.writing.plots import Panel, Row, draw_panels


def charts_of(tune: TuneResults) -> list[Chart]:
    """Return both charts."""
    return [chart for kind in CHARTS for chart in kind.of(tune)]


def _frame(tune: TuneResults, sheet: ChartFrame, note: str, height: float) -> Drawing:
    played = run.write_title(tune.base.run.study, tune.players)
    tried = f"{len(tune.tried) // tune.each:,} versions tried"
    return sheet.frame(played, [tried], height, [note])


def _values(tune: TuneResults, point: SweepPoint) -> str:
    told = [wording.value(point.results.estimate(one.path), one.unit) for one in tune.figures]
    return f"{tune.name(point)}{tune.whose(point)}: {wording.listed(told)}"


def _axis(tune: TuneResults, place: int) -> tuple[str, float, list[float]]:
    """Return what an axis of a want tells, what 1 is on it, and the bounds."""
    figure, wants = tune.figures[place], tune.wants
    short, scale = wording.short_unit(figure.unit), figure.unit.scale
    bounds = [scale * end for end in (wants.low[place], wants.high[place])]
    return f"{figure.title}{f', {short}' if short else ''}", scale, bounds


def _versions(sheet: ChartFrame, tune: TuneResults) -> Drawing:
    """Draw a point a version by the two wants that are least met together."""
    points, (n, m) = tune.points, tune.pair
    note = (
        "Grey: what the search saw. Blue: judged on fresh deals. Diamond: the rules as they are. "
        "Ringed: recommended, or nearest. Shaded: what is wanted; darker, of both."
    )
    drawing, shown = _frame(tune, sheet, note, 4.2), [_axis(tune, place) for place in (n, m)]
    axes, scale = drawing.subplots(), np.array([one[1] for one in shown])
    x, y = (scale * tune.wants.seen(tune.tried)[0][:, [n, m]]).T
    axes.scatter(x, y, s=14, color=GREY, linewidths=0)
    for point in points:
        known = [point.results.estimate(tune.wants.paths[place]) for place in (n, m)]
        both = [one.scaled(by) for one, by in zip(known, scale, strict=True)]
        if all(math.isfinite(one.high - one.low) for one in both):
            colour, mark = (INK, "D") if point in points[: tune.each] else (BLUE, "o")
            across, up = ([[one.value - one.low], [one.high - one.value]] for one in both)
            x, y = (one.value for one in both)
            axes.errorbar(x, y, xerr=across, yerr=up, color=colour, marker=mark)
            axes.scatter(x, y, s=160 * (point in tune.leading), color="none", edgecolors=VERMILION)
    ways = zip("vh", (axes.get_xlim, axes.get_ylim), shown, strict=True)
    for way, limits, (_, _, bounds) in ways:
        for end in filter(math.isfinite, bounds):
            getattr(axes, f"ax{way}line")(end, color=INK, linestyle=":", linewidth=1)
        low, high = np.clip(bounds, *limits())
        getattr(axes, f"ax{way}span")(low, high, color=ORANGE, alpha=0.2, linewidth=0)
    axes.set(xlabel=shown[0][0], ylabel=shown[1][0])
    return drawing


def _effects(sheet: ChartFrame, tune: TuneResults) -> Drawing:
    """Draw each want by each value of each rule, other rules alike."""
    note = "As if other rules were alike; lines: lowest and highest version tried. Dotted: bounds."
    panels = []
    for place, path in enumerate(tune.wants.paths):
        unit, reach = tune.figures[place].unit, tune.wants.noticed[place] / 10
        axis, scale, bounds = _axis(tune, place)
        rows = [
            Row(name, wording.number(one.value, reach, unit), [one.scaled(scale)])
            for name, one in effects_of(tune, path)
        ]
        panels.append(Panel(rows, axis, (math.nan, ""), bounds=[*filter(math.isfinite, bounds)]))
    return draw_panels(sheet, partial(_frame, tune, sheet, note), panels)


def effects_of(tune: TuneResults, path: str) -> Iterator[tuple[str, Estimate]]:
    """Yield each value of each rule with a figure, and the least and most that a version had of it.

    It is a sum of what each rule adds, fitted to all versions tried: those that are played longest
    have good values of several rules, so plain means would mix what each does.
    """
    both = [(one, one.results.estimate(path)) for one in tune.tried if one.results.has(path)]
    seen = [(one, found.value) for one, found in both if math.isfinite(found.value)]
    games = np.sqrt([one.results.run.games for one, _ in seen])
    found = np.array([value for _, value in seen])
    kinds = [(n, value) for n, axis in enumerate(tune.axes) for value in axis.values]
    has = np.array([[one.values[n] == value for one, _ in seen] for n, value in kinds], float)
    adds = np.linalg.lstsq((has * games).T, found * games)[0]
    of = np.array([n for n, _ in kinds])
    for (n, value), mine, add in zip(kinds, has > 0, adds, strict=True):
        if mine.any():
            rest = [adds[(of == m) & has.any(axis=1)].mean() for m in {*of.tolist()} - {n}]
            name = told_value(tune.axes[n].name, value)
            yield name, Estimate(add + sum(rest), found[mine].min(), found[mine].max(), mine.sum())


_WORDS = {"meets": "meets all that is wanted", "none": "none does", "undecided": "not decided yet"}
CHARTS = (
    ChartKind(
        "versions",
        "Where do the versions lie?",
        lambda tune: f"{tune.name(tune.leading[0])}: {_WORDS[tune.verdict]}",
        lambda tune: "; ".join(_values(tune, point) for point in tune.points) + ".",
        _versions,
        tells=lambda tune: len(tune.figures) > 1,
    ),
    ChartKind(
        "rules",
        "How does what you want change with each rule?",
        lambda tune: "What each rule does to what you want",
        lambda tune: "The tables have all versions tried.",
        _effects,
    ),
)
NAMES = [kind.name for kind in CHARTS]
