"""The charts of tuning: the versions by two targets, and the effect of each rule."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from reports.figures.statistics import Estimate
from reports.run import document as run
from reports.run.charts import write_bounds
from reports.sweep.results import SweepPoint
from reports.tune.results import TuneResults, describe_value
from reports.writing import wording
from reports.writing.chart_frame import (
    BLUE,
    INK,
    WISH,
    WISH_BAND,
    Axes,
    ChartFrame,
    ChartKind,
    Drawing,
)
from reports.writing.document import Chart
from reports.writing.marks import DotPanel, DotRow, draw_dot_panels

#: The largest number of rows in the chart of effects.
_MOST_ROWS = 18


def charts_of(tune: TuneResults) -> list[Chart]:
    """Return the charts of tuning. The chart of two targets is missing if there is only one."""
    return [chart for kind in CHARTS for chart in kind.of(tune)]


def _frame(tune: TuneResults, sheet: ChartFrame, note: str, height: float) -> Drawing:
    """Return an empty drawing with the title of the search, a note, and a height in inches."""
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
    #: The factor from the unit of the figure to that of the axis.
    scale: float
    #: The lower and the upper bound of the target in the unit of the axis; they may be infinite.
    bounds: Sequence[float]

    @property
    def wish(self) -> tuple[float, float]:
        """The lowest and the highest value that meet the target."""
        low, high = self.bounds
        return low, high


def _axis(tune: TuneResults, place: int) -> _TargetAxis:
    """Return the axis of a target, by its index.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    figure = tune.figures[place]
    unit = wording.short_unit(figure.unit)
    label = f"{figure.title}, {unit}" if unit else figure.title
    scale = figure.unit.scale
    bounds = [scale * tune.bounds.low[place], scale * tune.bounds.high[place]]
    return _TargetAxis(label, scale, bounds)


def _draw_versions(sheet: ChartFrame, tune: TuneResults) -> Drawing:
    """Draw every version as a point, on axes for the two targets that are hardest to meet together.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    note = "Small: results of the search. Large: judged on fresh deals, with 95% intervals."
    pair = tune.conflicting_pair
    drawing = _frame(tune, sheet, note, 4.2)
    axes = drawing.subplots()
    shown_axes = [_axis(tune, place) for place in pair]
    scales = np.array([axis.scale for axis in shown_axes])

    figures, _ = tune.bounds.estimates_of(tune.tried)
    x, y = (scales * figures[:, list(pair)]).T
    axes.scatter(x, y, s=14, color="#b9bdc4", linewidths=0)
    for number, point in enumerate(tune.points):
        estimates = [
            point.results.estimate(tune.bounds.paths[place]).scaled(scale)
            for place, scale in zip(pair, scales, strict=True)
        ]
        if all(math.isfinite(estimate.high - estimate.low) for estimate in estimates):
            is_current = number < tune.points_per_version
            name = "current rules" if is_current else ""
            if point in tune.leading:
                name = "best" if tune.verdict == "meets" else "nearest"
            colour = BLUE if not is_current else INK
            _draw_version(axes, estimates, name, colour, top=shown_axes[1].bounds[1])
    _draw_targets(axes, shown_axes)
    axes.set(xlabel=shown_axes[0].label, ylabel=shown_axes[1].label)
    return drawing


def _draw_version(
    axes: Axes, estimates: Sequence[Estimate], name: str, colour: str, *, top: float
) -> None:
    """Draw a version that was judged: its two figures with their intervals, and its name.

    `top` is the upper bound of the target on the vertical axis. The text "both targets" is above
    it, so the name is below a point under `top`, and above any other point.
    """
    x, y = estimates
    axes.plot([x.low, x.high], [y.value, y.value], color=colour, linewidth=1.2, alpha=0.5)
    axes.plot([x.value, x.value], [y.low, y.high], color=colour, linewidth=1.2, alpha=0.5)
    axes.plot(x.value, y.value, "o", color=colour, markersize=7, zorder=3)
    if name:
        low, high = axes.get_xlim()
        is_right = x.value > (low + high) / 2
        is_above = y.value > top
        axes.annotate(
            name,
            (x.value, y.value),
            xytext=(-8 if is_right else 8, 8 if is_above else -8),
            textcoords="offset points",
            ha="right" if is_right else "left",
            va="bottom" if is_above else "top",
            color=colour,
            fontweight="bold",
            zorder=4,
        )


def _draw_targets(axes: Axes, shown: Sequence[_TargetAxis]) -> None:
    """Draw the bands of two targets; both together are outlined and named.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    from matplotlib.patches import Rectangle

    x_ends, y_ends = axes.get_xlim(), axes.get_ylim()
    left, right = np.clip(shown[0].bounds, *x_ends)
    low, high = np.clip(shown[1].bounds, *y_ends)
    axes.axvspan(left, right, color=WISH_BAND, alpha=0.6, linewidth=0, zorder=0)
    axes.axhspan(low, high, color=WISH_BAND, alpha=0.6, linewidth=0, zorder=0)
    if left < right and low < high:
        size = (right - left, high - low)
        box = Rectangle((left, low), *size, fill=False, edgecolor=WISH, linewidth=2, zorder=1)
        axes.add_patch(box)
        axes.annotate(
            "both targets",
            (left, high),
            xytext=(4, 3),
            textcoords="offset points",
            color=WISH,
        )
    axes.set(xlim=x_ends, ylim=y_ends)


def _draw_effects(sheet: ChartFrame, tune: TuneResults) -> Drawing:
    """Draw, for each target, the effect of each value of each rule on the figure.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    # Each further panel has an axis, which takes the room of three rows.
    most = max(2, (_MOST_ROWS - 3 * max(0, len(tune.figures) - 2)) // len(tune.figures))
    panels, left_out = [], False
    for place, path in enumerate(tune.bounds.paths):
        unit = tune.figures[place].unit
        reach = tune.bounds.noticed[place] / 10
        axis = _axis(tune, place)
        effects = largest_effects(tune, path)
        shown: list[RuleEffect] = []
        for effect in effects:
            if shown and sum(len(rule.values) for rule in [*shown, effect]) > most:
                left_out = True
                break
            shown.append(effect)
        rows = [
            DotRow(
                name,
                value.scaled(axis.scale),
                wording.number(value.value, reach, unit),
                is_clear=True,
                wish=axis.wish,
            )
            for effect in shown
            for name, value in effect.values
        ]
        wish_label = f"target: {write_bounds(*axis.wish)}"
        panels.append(DotPanel(rows, axis.label, wish_label=wish_label))
    note = (
        "Dots: estimated with all other rules at their average. Pale: from the lowest to the "
        "highest version tried, estimated in the same way."
    )
    if left_out:
        note += " Rules with smaller effects are left out."
    return draw_dot_panels(sheet, partial(_frame, tune, sheet, note), panels)


@dataclass(frozen=True)
class RuleEffect:
    """The effects of the values of a rule on a figure."""

    rule: str
    #: The name of each value with its effect.
    values: Sequence[tuple[str, Estimate]]

    @property
    def size(self) -> float:
        """The difference between the largest and the smallest effect."""
        effects = [effect.value for _, effect in self.values]
        return max(effects) - min(effects)


def largest_effects(tune: TuneResults, path: str) -> list[RuleEffect]:
    """Return the effects of all rules on a figure, the rule with the largest effect first."""
    effects = list(effects_of(tune, path))
    rules = []
    for rule in tune.axes:
        names = {describe_value(rule.name, value) for value in rule.values}
        values = [(name, effect) for name, effect in effects if name in names]
        if values:
            rules.append(RuleEffect(rule.name, values))
    return sorted(rules, key=lambda effect: -effect.size)


def _title_of_effects(tune: TuneResults) -> str:
    """Return a sentence that names, for each figure with a target, the rule that changes it most.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    rules: dict[str, list[str]] = {}
    for figure, path in zip(tune.figures, tune.bounds.paths, strict=True):
        effects = largest_effects(tune, path)
        if effects and effects[0].size > 0:
            rules.setdefault(effects[0].rule, []).append(f"the {figure.title}")
    clauses = [f"{rule} changes {wording.listed(titles)}" for rule, titles in rules.items()]
    if not clauses:
        return "No rule changes the figures with targets"
    return f"Of the rules tried, {wording.listed(clauses)} most"


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
        and the highest figure of a version with this value, after the fitted effects of its other
        rules are replaced by their averages. `n` is the number of versions.
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
    # The weighted sum of the residuals of the versions with a value is 0, so that its effect lies
    # between its lowest and its highest version.
    residuals = figures - has.T @ coefficients
    axis_of = np.array([axis for axis, _ in settings])
    is_used = has.any(axis=1)
    for (axis, value), is_set, coefficient in zip(settings, has > 0, coefficients, strict=True):
        if not is_set.any():
            continue
        other_axes = set(axis_of.tolist()) - {axis}
        average = sum(
            coefficients[(axis_of == other_axis) & is_used].mean() for other_axis in other_axes
        )
        effect = coefficient + average
        low = min(effect, effect + residuals[is_set].min())
        high = max(effect, effect + residuals[is_set].max())
        name = describe_value(tune.axes[axis].name, value)
        yield name, Estimate(effect, low, high, is_set.sum())


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
        _title_of_effects,
        lambda tune: "The tables list all versions that were tried.",
        _draw_effects,
    ),
)
#: The names of all charts, which are their file names without extension.
NAMES = [kind.name for kind in CHARTS]
