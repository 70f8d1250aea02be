"""The charts of a sweep: figures along one axis, or maps over two."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from reports.figures.figure import ADVANTAGE, CARDS
from reports.figures.statistics import UNKNOWN
from reports.figures.targets import Target
from reports.robust.charts import OTHER_PLAYERS, RobustReport
from reports.run.charts import write_bounds
from reports.sweep import sentences as say
from reports.sweep.maps import draw_map, title_of_map
from reports.sweep.results import Standing, SweepPoint, SweepResults, chart_names, group
from reports.sweep.sentences import FigureSeries
from reports.writing import marks, wording
from reports.writing.chart_frame import NARROW, ChartFrame, ChartKind, Drawing
from reports.writing.document import Chart
from reports.writing.marks import DotPanel, DotRow, draw_dot_panels, explain_bands
from reports.writing.plots import Point, draw_curves
from reports.writing.wording import capital, listed

#: The filling of marks for each standing, and its meaning.
_FILLINGS: dict[Standing, tuple[Literal["", "white", "pale"], str]] = {
    "higher": ("", "filled: clearly different on the same deals (corrected for all)"),
    "lower": ("", "filled: clearly different on the same deals (corrected for all)"),
    "not clear": ("white", "hollow: not clearly different"),
    "the same": ("white", "hollow: exactly the same"),
    "not compared": ("pale", "grey: not compared, because the base lacks the figure"),
    "base": ("", ""),
}


#: The largest height of the panels in inches.
_MOST_INCHES = 7.6


def robust_report(sweep: SweepResults) -> RobustReport:
    """Return the report on other players, with the names of points that all charts use."""
    return RobustReport(sweep.levels, partial(_frame, sweep), say.labels_of(sweep))


def charts_of(sweep: SweepResults) -> list[Chart]:
    """Return all charts of a sweep, with charts on other players if they played.

    `reports.sweep.results.chart_names` says which figures share a chart.
    """
    figures = {path: sweep.figure(path) for path in sweep.paths}
    names = chart_names(figures, len(sweep.axes), sweep.base.run.study.targets)
    kinds = [_kind(sweep, name, paths) for name, paths in names.items()]
    own = [chart for kind in kinds for chart in kind.of(sweep)]
    return own + OTHER_PLAYERS.of(robust_report(sweep))


def _kind(sweep: SweepResults, name: str, paths: Sequence[str]) -> ChartKind:
    """Return the definition of a chart of the figures with the given paths."""
    lines = [say.drawn_line(sweep, path) for path in paths]
    noun = group(lines[0].figure) if len(sweep.axes) == 1 else ""
    subject = f"the win rate by {noun}" if noun else f"the {lines[0].figure.title}"
    rules = listed([axis.name for axis in sweep.axes])
    does = "does" if len(sweep.axes) == 1 else "do"
    sentences_of_lines = [
        f"{capital(line.figure.title)}: {say.values(sweep, line)}." for line in lines
    ]
    is_map = len(sweep.axes) > 1
    title = title_of_map(sweep, paths[0]) if is_map else say.sentence(sweep, paths)
    return ChartKind(
        name,
        f"What {does} {rules} do to {subject}?",
        lambda _: title,
        lambda _: " ".join(sentences_of_lines),
        partial(_drawing_function(sweep), lines),
    )


def _drawing_function(sweep: SweepResults) -> Callable[..., Drawing]:
    """Return the function that draws a chart: a map, curves, or rows."""
    if len(sweep.axes) > 1:
        return _map
    return _curves if sweep.axes[0].is_number else _rows


def _map(lines: Sequence[FigureSeries], sheet: ChartFrame, sweep: SweepResults) -> Drawing:
    """Draw a figure as a map with a tile for each combination of values of two rules."""
    return draw_map(sheet, partial(_frame, sweep, sheet), sweep, lines[0].figure.path)


def _frame(sweep: SweepResults, sheet: ChartFrame, height: float, notes: Sequence[str]) -> Drawing:
    """Return an empty drawing with a header on the sweep's games, and with notes.

    `height` is the height of the area for the chart, in inches.
    """
    return sheet.frame(say.title(sweep), [say.describe_games(sweep)], height, notes)


# Along one axis -------------------------------------------------------------------


def _rows(lines: Sequence[FigureSeries], sheet: ChartFrame, sweep: SweepResults) -> Drawing:
    """Draw a panel per figure with a row per point, for a varied rule whose values are words.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    panels = [_panel(line, sweep, is_one_of_several=len(lines) > 1) for line in lines]
    if len(panels) > 1:
        rows = [row for panel in panels for row in panel.rows]
        limits = marks.axis_limits(replace(panels[0], rows=rows))
        panels = [replace(panel, limits=limits) for panel in panels]
    columns = 1 if sheet.width <= NARROW or len(panels) == 1 else 2
    shown = panels
    if sheet.width > NARROW:  # Pages have room for all panels.
        shown = marks.choose_fitting(panels, sheet.width, columns, _MOST_INCHES)
    notes = [
        f"{explain_bands(sweep.base.confidence)} Compared with {say.base_name(sweep)} on the same "
        "deals (corrected for all)."
    ]
    if len(shown) < len(panels):
        hidden = [panel.title for panel in panels[len(shown) :]]
        notes.append(f"Not shown: {listed(hidden)}.")
    if lines[0].pace:
        notes.append(f"Minutes are at {lines[0].pace}.")
    return draw_dot_panels(sheet, partial(_frame, sweep, sheet, notes=notes), shown, columns)


def _panel(line: FigureSeries, sweep: SweepResults, *, is_one_of_several: bool) -> DotPanel:
    """Return the panel of a figure, with a line at its fair value if it has one.

    If the chart has several panels, the name of the seat or strategy is the panel's title. Raise
    `UsageError` if a target is invalid or has an unknown figure.
    """
    target = _target_bounds(sweep, [line])
    fair = _fair(sweep, line)
    return DotPanel(
        [_row(line, sweep, point, target) for point in sweep.points],
        _axis_name(line),
        math.nan if fair is None else fair,
        "" if fair is None else "fair",
        line.figure.member if is_one_of_several else "",
        wish_label=f"target: {write_bounds(*target)}" if target else "",
        has_stems=False,
    )


def _row(
    line: FigureSeries,
    sweep: SweepResults,
    point: SweepPoint,
    target: tuple[float, float] | None,
) -> DotRow:
    """Return the row of a figure at a point, with its comparison with the base."""
    label = say.name_with_mark(sweep, point)
    at_point = line.at(point)
    if at_point is None:
        return DotRow(label, UNKNOWN, "", "not known", wish=target)
    standing = at_point.standing
    return DotRow(
        label,
        at_point.estimate.scaled(line.unit.scale),
        line.with_half(at_point.estimate),
        "" if standing == "base" else standing,
        is_clear=standing in ("higher", "lower"),
        wish=target,
    )


def _curves(lines: Sequence[FigureSeries], sheet: ChartFrame, sweep: SweepResults) -> Drawing:
    """Draw a curve per figure, for a varied rule whose values are numbers.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    unit = lines[0].unit
    series = []
    for line in lines:
        points = [
            Point(
                float(at_point.point.values[0]),
                at_point.estimate.scaled(unit.scale),
                _FILLINGS[at_point.standing][0],
                at_point.standing == "base",
            )
            for at_point in line.at_points
        ]
        series.append((line.figure.member, points))
    largest = max(abs(point.figure.value) for _, points in series for point in points)
    return draw_curves(
        sheet,
        partial(_frame, sweep, sheet, notes=_notes(sweep, lines)),
        series,
        _ticks(sweep, is_from_fair=sweep.is_from_fair(lines[0].figure.path)),
        (sweep.axes[0].name, _axis_name(lines[0])),
        least=4.0 if unit.share else 0.02 * largest,
        fair=_fair(sweep, lines[0]),
        wish=_target_bounds(sweep, lines),
        signed=unit.signed,
    )


def _ticks(sweep: SweepResults, *, is_from_fair: bool) -> dict[float, str]:
    """Return the labels of the axis by position; `is_from_fair` adds the fair shares."""
    ticks = {}
    for point in sweep.points:
        tick = say.name_with_mark(sweep, point).replace(" ", "\n", 1)
        if is_from_fair:
            tick += f"\nfair: {wording.percent(point.results.fair_share)}"
        ticks[float(point.values[0])] = tick
    return ticks


def _notes(sweep: SweepResults, lines: Sequence[FigureSeries]) -> list[str]:
    """Return notes below a chart of curves that explain its marks and minutes."""
    standings = sweep.standings([line.figure.path for line in lines])
    meanings = dict.fromkeys(
        meaning for standing, (_, meaning) in _FILLINGS.items() if standing in standings and meaning
    )
    notes = [
        f"Whiskers: {wording.interval_name(sweep.base.confidence)} of each figure. "
        f"Ringed: {'; '.join([say.base_name(sweep), *meanings])}."
    ]
    if lines[0].pace:
        notes.append(f"Minutes are at {lines[0].pace}.")
    return notes


def _axis_name(line: FigureSeries) -> str:
    """Return the label of the axis of a figure."""
    figure = line.figure
    unit = line.unit
    if unit.signed:
        origin = "of games won" if figure.kind == CARDS else "from the fair share"
        label = f"{unit.name} {origin}"
        return f"win rate: {label}" if figure.is_win_rate else label
    if unit.share:
        return "win rate in %" if figure.is_win_rate else "share in %"
    return unit.name


def _fair(sweep: SweepResults, line: FigureSeries) -> float | None:
    """Return the fair value of a win rate or the first-player advantage in its unit, else None."""
    if line.figure.kind != ADVANTAGE and not line.figure.is_win_rate:
        return None
    return 0.0 if line.unit.signed else line.unit.scale * sweep.base.fair_share


def _target_bounds(
    sweep: SweepResults, lines: Sequence[FigureSeries]
) -> tuple[float, float] | None:
    """Return the lower and upper bound of the targets that all of these figures share.

    They are in the unit of the figures. The result is None if a figure has no target, or if the
    bounds differ between figures. Raise `UsageError` if a target is invalid or has an unknown
    figure.
    """
    bounds = set()
    for line in lines:
        targets = _targets(sweep, line.figure.path)
        if not targets:
            return None
        scale = line.unit.scale
        low = max(target.low for target in targets)
        high = min(target.high for target in targets)
        bounds.add((scale * low, scale * high))
    return bounds.pop() if len(bounds) == 1 else None


def _targets(sweep: SweepResults, path: str) -> list[Target]:
    """Return a figure's targets; an empty list if its distance from the fair share is shown.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    if sweep.is_from_fair(path):
        return []
    targets = [judged.target for judged in sweep.base.judged()]
    return [target for target in targets if target.figure == path]
