"""The charts of tuning: the versions by two targets, and the effect of each rule."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from reports.figures.statistics import Estimate
from reports.run import document as run
from reports.sweep.results import SweepPoint
from reports.tune.results import TuneResults, describe_value
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
    """Return the charts of tuning. The chart of two targets is missing if there is only one."""
    return [chart for kind in CHARTS for chart in kind.of(tune)]


def _frame(tune: TuneResults, sheet: ChartFrame, note: str, height: float) -> Drawing:
    title = run.write_title(tune.base.run.study, tune.players)
    versions_tried = f"{len(tune.tried) // tune.points_per_version:,} versions tried"
    return sheet.frame(title, [versions_tried], height, [note])


def _describe_point(tune: TuneResults, point: SweepPoint) -> str:
    """Return the name of a point and its figures, as a sentence."""
    figure_texts = [
        wording.value(point.results.estimate(figure.path), figure.unit) for figure in tune.figures
    ]
    return f"{tune.name(point)}{tune.players_suffix(point)}: {wording.listed(figure_texts)}"


@dataclass(frozen=True)
class _TargetAxis:
    """The axis of a target in a chart: its label, the scale of its figure, and the bounds."""

    label: str
    scale: float
    bounds: Sequence[float]

    @property
    def finite_bounds(self) -> list[float]:
        """The bounds that are finite."""
        return [bound for bound in self.bounds if math.isfinite(bound)]


def _axis(tune: TuneResults, place: int) -> _TargetAxis:
    """Return the axis of a target, by its index."""
    figure = tune.figures[place]
    unit = wording.short_unit(figure.unit)
    label = f"{figure.title}, {unit}" if unit else figure.title
    scale = figure.unit.scale
    bounds = [scale * tune.bounds.low[place], scale * tune.bounds.high[place]]
    return _TargetAxis(label, scale, bounds)


def _draw_versions(sheet: ChartFrame, tune: TuneResults) -> Drawing:
    """Draw every version as a point, by the two targets that are hardest to meet together."""
    note = (
        "Grey: results of the search. Blue: judged on fresh deals. Diamond: the current rules. "
        "Ringed: the recommended or nearest version. Shaded: within a target; darker: within both."
    )
    pair = tune.conflicting_pair
    drawing = _frame(tune, sheet, note, 4.2)
    axes = drawing.subplots()
    shown_axes = [_axis(tune, place) for place in pair]
    scales = np.array([axis.scale for axis in shown_axes])

    figures, _ = tune.bounds.estimates_of(tune.tried)
    x, y = (scales * figures[:, list(pair)]).T
    axes.scatter(x, y, s=14, color=GREY, linewidths=0)
    for number, point in enumerate(tune.points):
        estimates = [
            point.results.estimate(tune.bounds.paths[place]).scaled(scale)
            for place, scale in zip(pair, scales, strict=True)
        ]
        if not all(math.isfinite(estimate.high - estimate.low) for estimate in estimates):
            continue
        is_current = number < tune.points_per_version
        across, up = (
            [[estimate.value - estimate.low], [estimate.high - estimate.value]]
            for estimate in estimates
        )
        axes.errorbar(
            estimates[0].value,
            estimates[1].value,
            xerr=across,
            yerr=up,
            color=INK if is_current else BLUE,
            marker="D" if is_current else "o",
        )
        if point in tune.leading:
            axes.scatter(
                estimates[0].value,
                estimates[1].value,
                s=160,
                color="none",
                edgecolors=VERMILION,
            )
    for bound in shown_axes[0].finite_bounds:
        axes.axvline(bound, color=INK, linestyle=":", linewidth=1)
    for bound in shown_axes[1].finite_bounds:
        axes.axhline(bound, color=INK, linestyle=":", linewidth=1)
    axes.axvspan(
        *np.clip(shown_axes[0].bounds, *axes.get_xlim()), color=ORANGE, alpha=0.2, linewidth=0
    )
    axes.axhspan(
        *np.clip(shown_axes[1].bounds, *axes.get_ylim()), color=ORANGE, alpha=0.2, linewidth=0
    )
    axes.set(xlabel=shown_axes[0].label, ylabel=shown_axes[1].label)
    return drawing


def _draw_effects(sheet: ChartFrame, tune: TuneResults) -> Drawing:
    """Draw, for each target, the effect of each value of each rule on the figure."""
    note = (
        "Estimated with all other rules at their average. Lines: from the lowest to the highest "
        "version tried. Dotted: the bounds of the target."
    )
    panels = []
    for place, path in enumerate(tune.bounds.paths):
        unit = tune.figures[place].unit
        reach = tune.bounds.noticed[place] / 10
        axis = _axis(tune, place)
        rows = [
            Row(name, wording.number(estimate.value, reach, unit), [estimate.scaled(axis.scale)])
            for name, estimate in effects_of(tune, path)
        ]
        panels.append(Panel(rows, axis.label, (math.nan, ""), bounds=axis.finite_bounds))
    return draw_panels(sheet, partial(_frame, tune, sheet, note), panels)


def effects_of(tune: TuneResults, path: str) -> Iterator[tuple[str, Estimate]]:
    """Yield the effect of each value of each rule on a figure.

    A sum of effects of all rules is fitted to the versions tried by least squares, weighted by
    their games. Plain means would mix the effects of rules, because the search plays most games of
    versions in which several rules have good values.

    Yields
    ------
    name : str
        The rule and its value.
    effect : Estimate
        The fitted figure if all other rules have average values. `low` and `high` are the lowest
        and the highest figure of a version with this value, `n` is the number of versions.
    """
    points = []
    values = []
    for point in tune.tried:
        if point.results.has(path):
            figure_value = point.results.estimate(path).value
            if math.isfinite(figure_value):
                points.append(point)
                values.append(figure_value)
    figures = np.array(values)
    weights = np.sqrt([point.results.run.games for point in points])

    settings = [(axis, value) for axis, rule in enumerate(tune.axes) for value in rule.values]
    has = np.zeros((len(settings), len(points)))
    for number, (axis, value) in enumerate(settings):
        has[number] = [point.values[axis] == value for point in points]
    coefficients = np.linalg.lstsq((has * weights).T, figures * weights)[0]
    axis_of = np.array([axis for axis, _ in settings])
    is_used = has.any(axis=1)
    for (axis, value), is_set, coefficient in zip(settings, has > 0, coefficients, strict=True):
        if not is_set.any():
            continue
        other_axes = set(axis_of.tolist()) - {axis}
        average = sum(
            coefficients[(axis_of == other_axis) & is_used].mean() for other_axis in other_axes
        )
        name = describe_value(tune.axes[axis].name, value)
        yield (
            name,
            Estimate(
                coefficient + average, figures[is_set].min(), figures[is_set].max(), is_set.sum()
            ),
        )


_VERDICTS = {
    "meets": "meets all targets",
    "none": "nearest to the targets, which no version meets",
    "undecided": "not decided yet",
}
#: The charts of tuning.
CHARTS = (
    ChartKind(
        "versions",
        "Where do the versions lie?",
        lambda tune: f"{tune.name(tune.leading[0])}: {_VERDICTS[tune.verdict]}",
        lambda tune: "; ".join(_describe_point(tune, point) for point in tune.points) + ".",
        _draw_versions,
        tells=lambda tune: len(tune.figures) > 1,
    ),
    ChartKind(
        "rules",
        "How do the figures with targets change with each rule?",
        lambda tune: "The effect of each rule on the figures with targets",
        lambda tune: "The tables list all versions that were tried.",
        _draw_effects,
    ),
)
#: The names of all charts, which are their file names without extension.
NAMES = [kind.name for kind in CHARTS]
