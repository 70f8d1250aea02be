"""The charts of a sweep: figures along one axis, or heat maps over two."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from reports.figures.figure import ADVANTAGE, CARDS, SEAT_SPREAD, SEATS_GAP, Unit
from reports.figures.statistics import UNKNOWN
from reports.figures.targets import Target
from reports.robust.charts import OTHER_PLAYERS, RobustReport
from reports.run.document import VERDICTS
from reports.sweep import sentences as say
from reports.sweep.results import (
    PointComparison,
    Standing,
    SweepPoint,
    SweepResults,
    chart_names,
    group,
)
from reports.sweep.sentences import FigureSeries
from reports.writing import wording
from reports.writing.chart_frame import ChartFrame, ChartKind, Drawing
from reports.writing.document import Chart
from reports.writing.plots import Panel, Point, Row, Tile, draw_curves, draw_heat_map, draw_panels
from reports.writing.wording import capital, listed
from simulate.rules.kinds import written

#: In a heat map of a share, the distance from white that has full colour if no larger one exists.
_LEAST_SHARE = 0.05
#: The same for other figures, as a share of the target or of the base.
_LEAST = 0.1
#: The filling of marks for each standing, and its meaning.
_FILLINGS: dict[Standing, tuple[Literal["", "white", "pale"], str]] = {
    "higher": ("", "filled: clearly different on the same deals (corrected for all)"),
    "lower": ("", "filled: clearly different on the same deals (corrected for all)"),
    "not clear": ("white", "hollow: not clearly different"),
    "the same": ("white", "hollow: exactly the same"),
    "not compared": ("pale", "grey: not compared, because the base lacks the figure"),
    "base": ("", ""),
}


def robust_report(sweep: SweepResults) -> RobustReport:
    """Return the report on other players, with the names of points that all charts use."""
    return RobustReport(sweep.levels, partial(_frame, sweep), say.labels_of(sweep))


def charts_of(sweep: SweepResults) -> list[Chart]:
    """Return all charts of a sweep, with charts on other players if they played.

    `reports.sweep.results.chart_names` says which figures share a chart.
    """
    names = chart_names({path: sweep.figure(path) for path in sweep.paths}, len(sweep.axes))
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
    title = say.sentence(sweep, paths)
    return ChartKind(
        name,
        f"What {does} {rules} do to {subject}?",
        lambda _: title,
        lambda _: " ".join(sentences_of_lines),
        partial(_drawing_function(sweep), lines),
    )


def _drawing_function(sweep: SweepResults) -> Callable[..., Drawing]:
    """Return the function that draws a chart: a heat map, curves, or rows."""
    if len(sweep.axes) > 1:
        return _heat_map
    return _curves if sweep.axes[0].is_number else _rows


def _frame(sweep: SweepResults, sheet: ChartFrame, height: float, notes: Sequence[str]) -> Drawing:
    return sheet.frame(say.title(sweep), [say.describe_games(sweep)], height, notes)


# Along one axis -------------------------------------------------------------------


def _rows(lines: Sequence[FigureSeries], sheet: ChartFrame, sweep: SweepResults) -> Drawing:
    """Draw a row per point, for a varied rule whose values are words."""
    rows = [_row(lines, sweep, point) for point in sweep.points]
    fair = _fair(sweep, lines[0])
    panel = Panel(
        rows,
        f"{_axis_name(lines[0])} (axis does not start at 0)",
        (math.nan if fair is None else fair, ""),
        bounds=_bounds(sweep, lines),
    )
    names = [line.figure.member for line in lines] if len(lines) > 1 else []
    frame = partial(_frame, sweep, sheet, notes=_notes(sweep, lines))
    return draw_panels(sheet, frame, [panel], names)


def _row(lines: Sequence[FigureSeries], sweep: SweepResults, point: SweepPoint) -> Row:
    """Return the row of a point with all figures."""
    scale = lines[0].unit.scale
    texts = []
    estimates = []
    hollow = []
    for line in lines:
        at_point = line.at(point)
        if at_point is None:
            texts.append("")
            estimates.append(UNKNOWN)
            hollow.append(False)
            continue
        texts.append(f"{line.with_half(at_point.estimate)} {say.MARKS[at_point.standing]}")
        estimates.append(at_point.estimate.scaled(scale))
        hollow.append(bool(_FILLINGS[at_point.standing][0]))
    return Row(say.name_with_mark(sweep, point), "\n".join(texts), estimates, hollow=hollow)


def _curves(lines: Sequence[FigureSeries], sheet: ChartFrame, sweep: SweepResults) -> Drawing:
    """Draw a curve per figure, for a varied rule whose values are numbers."""
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
        bounds=_bounds(sweep, lines),
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
    """Return notes below a chart that explain its marks, minutes and bounds."""
    standings = sweep.standings([line.figure.path for line in lines])
    meanings = dict.fromkeys(
        meaning for standing, (_, meaning) in _FILLINGS.items() if standing in standings and meaning
    )
    base_mark = "Ringed" if sweep.axes[0].is_number else say.MARKS["base"]
    notes = [
        f"Whiskers: {wording.interval_name(sweep.base.confidence)} of each figure. "
        f"{base_mark}: {'; '.join([say.base_name(sweep), *meanings])}."
    ]
    if lines[0].pace:
        notes.append(f"Minutes are at {lines[0].pace}.")
    if _bounds(sweep, lines):
        notes.append("Dotted: the bounds of the target.")
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


def _bounds(sweep: SweepResults, lines: Sequence[FigureSeries]) -> list[float]:
    """Return the finite bounds of the targets of some figures, in their units."""
    return [
        line.unit.scale * bound
        for line in lines
        for target in _targets(sweep, line.figure.path)
        for bound in (target.low, target.high)
        if math.isfinite(bound)
    ]


def _targets(sweep: SweepResults, path: str) -> list[Target]:
    """Return a figure's targets; an empty list if its distance from the fair share is shown."""
    if sweep.is_from_fair(path):
        return []
    targets = [judged.target for judged in sweep.base.judged()]
    return [target for target in targets if target.figure == path]


# Over two axes --------------------------------------------------------------------


def _heat_map(lines: Sequence[FigureSeries], sheet: ChartFrame, sweep: SweepResults) -> Drawing:
    """Draw a figure as a coloured tile for each combination of values of two rules."""
    path = lines[0].figure.path
    line = say.line_of(sweep, path)
    down, across, cells = say.grid_of(sweep, line)
    verdicts = _verdicts(sweep, path)
    colouring = _colouring(sweep, path)
    tiles = []
    for row in cells:
        tile_row = []
        for point, at_point in row:
            if at_point is None:
                tile_row.append(Tile("none" if point else "left out"))
                continue
            shade = colouring.shade(at_point)
            verdict = verdicts.get(at_point.point.label, "")
            tile_row.append(_tile(line, at_point, shade, verdict))
        tiles.append(tile_row)
    notes = [colouring.legend, *_heat_map_notes(sweep, line)]
    if verdicts:
        notes.append("Last line: the target.")
    return draw_heat_map(
        sheet,
        partial(_frame, sweep, sheet, notes=notes),
        tiles,
        (down.name, [written(value) for value in down.values]),
        (across.name, [written(value) for value in across.values]),
        colouring.least,
    )


def _verdicts(sweep: SweepResults, path: str) -> dict[str, str]:
    """Return the verdict on the target of a figure at each point, by the point's label."""
    return {
        point.label: VERDICTS[judged.verdict.word][1]
        for point in sweep.points
        for judged in point.results.judged()
        if judged.target.figure == path
    }


def _tile(line: FigureSeries, at_point: PointComparison, shade: float, verdict: str) -> Tile:
    """Return the tile of a point: value and mark, half-width, verdict."""
    value, _, half = line.with_half(at_point.estimate).partition(" ")
    if not line.unit.signed:
        value = wording.with_unit(value, line.unit)
    is_base = at_point.standing == "base"
    if not is_base:
        value = f"{value} {say.MARKS[at_point.standing]}".rstrip()
    text = "\n".join(part for part in (value, half, verdict) if part)
    return Tile(text, shade, at_point.standing != "not clear", is_base)


def _heat_map_notes(sweep: SweepResults, line: FigureSeries) -> list[str]:
    """Return notes that explain a heat map."""
    path = line.figure.path
    compared = "Compared"
    if sweep.is_from_fair(path):
        compared = "Distances from the fair share are compared"
    notes = [
        f"\N{PLUS-MINUS SIGN} half the {wording.interval_name(sweep.base.confidence)}. Framed: "
        f"{say.base_name(sweep)}. {compared} with it on the same deals: {say.MEANINGS}; grey "
        "figures are not clearly different. Corrected for all comparisons."
    ]
    if line.unit.signed:
        notes.append(f"In {line.unit.name}.")
    if "not compared" in sweep.standings([path]):
        notes.append(f"{say.MARKS['not compared']} not compared: the framed tile lacks the figure.")
    if line.pace:
        notes.append(f"Minutes are at {line.pace}.")
    return notes


@dataclass(frozen=True)
class _Colouring:
    """The colours of a heat map.

    Attributes
    ----------
    legend
        The meaning of the colours.
    least
        The minimum of the distance from white that is drawn in full colour.
    shade
        Returns the signed distance of a figure at a point from the range that is drawn white.
    """

    legend: str
    least: float
    shade: Callable[[PointComparison], float]


def _colouring(sweep: SweepResults, path: str) -> _Colouring:
    """Return the colouring of a figure: by its target, its fair share, or its clear changes."""
    targets = _targets(sweep, path)
    if targets:
        return _by_target(targets, sweep.figure(path).unit)
    if path in (ADVANTAGE, SEAT_SPREAD, SEATS_GAP) or sweep.figure(path).is_win_rate:
        return _by_fairness(path)
    return _by_change(sweep, path)


def _by_target(targets: Sequence[Target], unit: Unit) -> _Colouring:
    """Return colours that show the distance of a figure from its targets."""
    low = max(target.low for target in targets)
    high = min(target.high for target in targets)
    targets_in_words = " and ".join(wording.target_text(target, unit) for target in targets)
    sizes = [abs(bound) for bound in (low, high) if math.isfinite(bound)]

    def shade(at_point: PointComparison) -> float:
        value = at_point.estimate.value
        return max(value - high, 0.0) - max(low - value, 0.0)

    return _Colouring(
        f"White: within the target, {targets_in_words}; orange: above it; blue: below it.",
        _LEAST_SHARE if unit.share else _LEAST * max(sizes, default=1.0) or 1.0,
        shade,
    )


def _by_fairness(path: str) -> _Colouring:
    """Return colours that show the distance of a figure from its fair value."""
    is_difference = path in (ADVANTAGE, SEAT_SPREAD, SEATS_GAP)

    def shade(at_point: PointComparison) -> float:
        fair = 0.0 if is_difference else at_point.point.results.decided_fair_share
        return at_point.estimate.value - fair

    return _Colouring("White: the fair share; orange: above; blue: below.", _LEAST_SHARE, shade)


def _by_change(sweep: SweepResults, path: str) -> _Colouring:
    """Return colours that show the clear changes of a figure from the base."""
    base = sweep.base.estimate(path).value if sweep.base.has(path) else 0.0

    def shade(at_point: PointComparison) -> float:
        if at_point.difference and at_point.is_clear:
            return at_point.difference.estimate.value
        return 0.0

    return _Colouring(
        f"White: not clearly different from {say.base_name(sweep)}; orange: clearly higher; blue: "
        "clearly lower.",
        _LEAST_SHARE if sweep.figure(path).unit.share or base <= 0 else _LEAST * base,
        shade,
    )
