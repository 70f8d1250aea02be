"""The charts of a sweep: figures over the values of a rule, or heat maps over those of two."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from reports.figures.figure import ADVANTAGE, CARDS, SEAT_SPREAD, SEATS_GAP
from reports.figures.statistics import UNKNOWN
from reports.figures.targets import Target
from reports.robust.document import OTHER_PLAYERS, RobustReport
from reports.run.document import VERDICTS
from reports.sweep import sentences as say
from reports.sweep.results import PointComparison, Standing, SweepResults, chart_names, group
from reports.sweep.sentences import FigureSeries
from reports.writing import wording
from reports.writing.chart_frame import ChartFrame, ChartKind, Drawing
from reports.writing.document import Chart
from reports.writing.plots import Panel, Point, Row, Tile, draw_curves, draw_heat_map, draw_panels
from reports.writing.wording import capital, listed
from simulate.rules.kinds import written

#: Full colour is given no sooner than to so much of a share, or of what else is wanted.
_LEAST_SHARE, _LEAST = 0.05, 0.1
#: How marks that are not filled look, and what all mean besides that of the base.
_FILLINGS: dict[Standing, tuple[Literal["", "white", "pale"], str]] = {
    "higher": ("", "filled: clearly different on the same deals (corrected for all)"),
    "lower": ("", "filled: clearly different on the same deals (corrected for all)"),
    "not clear": ("white", "hollow: not clearly different"),
    "the same": ("white", "hollow: exactly the same"),
    "not compared": ("pale", "grey: not compared, as there is no such figure there"),
    "base": ("", ""),
}


def shown(sweep: SweepResults) -> RobustReport:
    """Return what the chart on other players is made of."""
    return RobustReport(sweep.levels, partial(_frame, sweep), say.labels_of(sweep))


def charts_of(sweep: SweepResults) -> list[Chart]:
    """Return the charts of a sweep; see `reports.sweep.results.chart_names`."""
    names = chart_names({path: sweep.figure(path) for path in sweep.paths}, len(sweep.axes))
    kinds = [_kind(sweep, name, paths) for name, paths in names.items()]
    own = [chart for kind in kinds for chart in kind.of(sweep)]
    return own + OTHER_PLAYERS.of(shown(sweep))


def _kind(sweep: SweepResults, name: str, paths: Sequence[str]) -> ChartKind:
    lines = [say.drawn_line(sweep, path) for path in paths]
    kind = group(lines[0].figure) if len(sweep.axes) == 1 else ""
    shown = f"the win rate by {kind}" if kind else f"the {lines[0].figure.title}"
    rules = listed([axis.name for axis in sweep.axes])
    question = f"What {'does' if len(sweep.axes) == 1 else 'do'} {rules} do to {shown}?"
    words = " ".join(f"{capital(line.figure.title)}: {say.values(sweep, line)}." for line in lines)
    draw = _curves if sweep.axes[0].is_number else _rows
    draw = _heat_map if len(sweep.axes) > 1 else draw
    said = say.sentence(sweep, paths)
    return ChartKind(name, question, lambda _: said, lambda _: words, partial(draw, lines))


def _frame(sweep: SweepResults, sheet: ChartFrame, height: float, notes: Sequence[str]) -> Drawing:
    return sheet.frame(say.title(sweep), [say.played(sweep)], height, notes)


# Along one rule -------------------------------------------------------------------


def _rows(lines: Sequence[FigureSeries], sheet: ChartFrame, sweep: SweepResults) -> Drawing:
    rows = []
    for point in sweep.points:
        at = [line.at(point) for line in lines]
        told = [
            f"{line.with_half(one.estimate)} {say.MARKS[one.standing]}" if one else ""
            for line, one in zip(lines, at, strict=True)
        ]
        scaled = [one.estimate.scaled(lines[0].unit.scale) if one else UNKNOWN for one in at]
        hollow = [bool(one and _FILLINGS[one.standing][0]) for one in at]
        rows.append(Row(say.marked(sweep, point), "\n".join(told), scaled, hollow=hollow))
    fair = _fair(sweep, lines[0])
    axis = f"{_axis_name(lines[0])} (axis does not start at 0)"
    bounds, line = _bounds(sweep, lines), (math.nan if fair is None else fair, "")
    names = [one.figure.member for one in lines] if len(lines) > 1 else []
    framed = partial(_frame, sweep, sheet, notes=_notes(sweep, lines))
    return draw_panels(sheet, framed, [Panel(rows, axis, line, bounds=bounds)], names)


def _curves(lines: Sequence[FigureSeries], sheet: ChartFrame, sweep: SweepResults) -> Drawing:
    unit, is_from_fair = lines[0].unit, sweep.from_fair(lines[0].figure.path)
    ticks = {}
    for point in sweep.points:
        fair = f"\nfair: {wording.percent(point.results.fair_share)}" if is_from_fair else ""
        ticks[float(point.values[0])] = say.marked(sweep, point).replace(" ", "\n", 1) + fair

    def drawn(one: PointComparison) -> Point:
        value, found = float(one.point.values[0]), one.estimate.scaled(unit.scale)
        return Point(value, found, _FILLINGS[one.standing][0], one.standing == "base")

    series = [(line.figure.member, [*map(drawn, line.known)]) for line in lines]
    most = max(abs(one.figure.value) for _, points in series for one in points)
    return draw_curves(
        sheet,
        partial(_frame, sweep, sheet, notes=_notes(sweep, lines)),
        series,
        ticks,
        (sweep.axes[0].name, _axis_name(lines[0])),
        least=4.0 if unit.share else 0.02 * most,
        fair=_fair(sweep, lines[0]),
        bounds=_bounds(sweep, lines),
        signed=unit.signed,
    )


def _notes(sweep: SweepResults, lines: Sequence[FigureSeries]) -> list[str]:
    standings = sweep.standings([line.figure.path for line in lines])
    meanings = dict.fromkeys(text for word, (_, text) in _FILLINGS.items() if word in standings)
    ringed = "Ringed" if sweep.axes[0].is_number else say.MARKS["base"]
    notes = [
        f"Whiskers: {wording.interval_name(sweep.base.confidence)} of each figure. "
        f"{ringed}: {'; '.join(filter(None, [say.base_name(sweep), *meanings]))}."
    ]
    if lines[0].pace:
        notes.append(f"Minutes are at {lines[0].pace}.")
    return [*notes, *(["Dotted: the bounds of the target."] if _bounds(sweep, lines) else [])]


def _axis_name(line: FigureSeries) -> str:
    figure, unit = line.figure, line.unit
    if unit.signed:
        whence = "of games won" if figure.kind == CARDS else "from the fair share"
        return f"{'win rate: ' if figure.is_win_rate else ''}{unit.name} {whence}"
    if unit.share:
        return "win rate in %" if figure.is_win_rate else "share in %"
    return unit.name


def _fair(sweep: SweepResults, line: FigureSeries) -> float | None:
    """Return where what is fair is drawn; ``None`` of what is no win rate."""
    if line.figure.kind != ADVANTAGE and not line.figure.is_win_rate:
        return None
    return 0.0 if line.unit.signed else line.unit.scale * sweep.base.fair_share


def _bounds(sweep: SweepResults, lines: Sequence[FigureSeries]) -> list[float]:
    return [
        line.unit.scale * bound
        for line in lines
        for target in _targets(sweep, line.figure.path)
        for bound in (target.low, target.high)
        if math.isfinite(bound)
    ]


def _targets(sweep: SweepResults, path: str) -> list[Target]:
    """Return what is wanted of a figure; of what is told from the fair share nothing is."""
    if sweep.from_fair(path):
        return []
    return [one.target for one in sweep.base.judged() if one.target.figure == path]


# Over two rules -------------------------------------------------------------------


def _heat_map(lines: Sequence[FigureSeries], sheet: ChartFrame, sweep: SweepResults) -> Drawing:
    path = lines[0].figure.path
    line = say.line_of(sweep, path)
    *axes, cells = say.grid_of(sweep, line)
    judged = {
        point.label: VERDICTS[one.verdict.word][1]
        for point in sweep.points
        for one in point.results.judged()
        if one.target.figure == path
    }
    legend, least, shade = _goal(sweep, path)
    tiles = [
        [
            _tile(line, one, shade(one), judged.get(one.point.label, ""))
            if one
            else Tile("none" if point else "left out")
            for point, one in row
        ]
        for row in cells
    ]
    down, across = ((axis.name, [written(value) for value in axis.values]) for axis in axes)
    notes = [legend, *_reading(sweep, line), *(["Last line: the target."] if judged else [])]
    return draw_heat_map(
        sheet, partial(_frame, sweep, sheet, notes=notes), tiles, down, across, least
    )


def _tile(line: FigureSeries, one: PointComparison, shade: float, verdict: str) -> Tile:
    value, _, half = line.with_half(one.estimate).partition(" ")
    shown = value if line.unit.signed else wording.with_unit(value, line.unit)
    is_base = one.standing == "base"
    mark = "" if is_base else say.MARKS[one.standing]
    text = "\n".join(part for part in (f"{shown} {mark}".rstrip(), half, verdict) if part)
    return Tile(text, shade, one.standing != "not clear", is_base)


def _reading(sweep: SweepResults, line: FigureSeries) -> list[str]:
    path = line.figure.path
    compared = "Distances from the fair share are compared" if sweep.from_fair(path) else "Compared"
    notes = [
        f"\N{PLUS-MINUS SIGN} half the {wording.interval_name(sweep.base.confidence)}. Framed: "
        f"{say.base_name(sweep)}. {compared} with it on the same deals: {say.MEANINGS}; grey "
        "figures are not clearly different. Corrected for all."
    ]
    if line.unit.signed:
        notes.append(f"In {line.unit.name}.")
    if "not compared" in sweep.standings([path]):
        notes.append(f"{say.MARKS['not compared']} not compared: the framed one has none.")
    return [*notes, *([f"Minutes are at {line.pace}."] if line.pace else [])]


def _goal(sweep: SweepResults, path: str) -> tuple[str, float, Callable[[PointComparison], float]]:
    """Return what tiles are coloured by: what a target says, of win rates to be fair, else change.

    That is a legend, the distance that is given full colour where none is larger, and how far
    above what is wanted a figure is, or below.
    """
    unit = sweep.figure(path).unit
    if targets := _targets(sweep, path):
        low, high = max(one.low for one in targets), min(one.high for one in targets)
        said = " and ".join(wording.target_text(one, unit) for one in targets)
        ends = [abs(end) for end in (low, high) if math.isfinite(end)]
        return (
            f"White: as wanted, {said}; orange: above that; blue: below.",
            _LEAST_SHARE if unit.share else _LEAST * max(ends, default=1.0) or 1.0,
            lambda one: max(one.estimate.value - high, 0.0) - max(low - one.estimate.value, 0.0),
        )
    from_nothing = path in (ADVANTAGE, SEAT_SPREAD, SEATS_GAP)
    if from_nothing or sweep.figure(path).is_win_rate:

        def unfair(one: PointComparison) -> float:
            fair = 0.0 if from_nothing else one.point.results.decided_fair_share
            return one.estimate.value - fair

        return "White: the fair share; orange: above; blue: below.", _LEAST_SHARE, unfair
    base = sweep.base.estimate(path).value if sweep.base.has(path) else 0.0
    return (
        f"White: as with {say.base_name(sweep)}, or not clearly different; orange: clearly higher; "
        "blue: clearly lower.",
        _LEAST_SHARE if unit.share or base <= 0 else _LEAST * base,
        lambda one: one.difference.estimate.value if one.difference and one.is_clear else 0.0,
    )
