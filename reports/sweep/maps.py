"""The maps of a sweep over two rules: which versions meet a target, are fair, or change a figure.

A tile is coloured only if its verdict is clear; all other tiles are white.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from reports.figures.figure import ADVANTAGE, SEAT_SPREAD, SEATS_GAP
from reports.figures.targets import JudgedTarget
from reports.sweep import sentences as say
from reports.sweep.results import PointComparison, Standing, SweepPoint, SweepResults
from reports.sweep.sentences import FigureSeries
from reports.writing import wording
from reports.writing.chart_frame import ChartFrame, Drawing
from reports.writing.plots import Tile, draw_heat_map
from simulate.rules.kinds import written

#: The smallest distance of a share from the white range at which a tile can have the full colour.
#: If a map has larger distances, only the largest gets the full colour.
_LEAST_SHARE = 0.05
#: This smallest distance for other figures, as a share of the target or of the value at the base.
_LEAST = 0.1
#: The maximum number of points, or of values of rules, that a title names.
_MOST_NAMED = 2
#: The words for each verdict on a target.
_VERDICTS = {
    "meets": "\N{CHECK MARK} met",
    "misses": "\N{MULTIPLICATION X} missed",
    "undecided": "? not clear",
}
#: The words for each clear change from the base.
_CHANGES: dict[Standing, str] = {
    "higher": f"{say.MARKS['higher']} higher",
    "lower": f"{say.MARKS['lower']} lower",
}


@dataclass(frozen=True)
class _Kind:
    """A kind of map: what its title says and its colours show.

    Its functions are called with the figure at a point.

    Attributes
    ----------
    title
        The verdict on all combinations, in a sentence without a full stop.
    legend
        The meaning of the colours.
    least
        The smallest distance from the white range that gets the full colour.
    shade
        Returns the signed distance of a figure at a point from the range that is drawn white.
    is_clear
        Returns True if the verdict at a point is clear. All other tiles are white.
    word
        Returns the last line of a tile, which may be empty.
    is_outlined
        Returns True if a point meets the target.
    """

    title: str
    legend: str
    least: float
    shade: Callable[[PointComparison], float]
    is_clear: Callable[[PointComparison], bool]
    word: Callable[[PointComparison], str] = lambda at_point: ""
    is_outlined: Callable[[PointComparison], bool] = lambda at_point: False


def title_of_map(sweep: SweepResults, path: str) -> str:
    """Return the title of the map of a figure: its message, without full stop."""
    return _kind(sweep, path).title


def draw_map(
    sheet: ChartFrame,
    frame: Callable[[float, Sequence[str]], Drawing],
    sweep: SweepResults,
    path: str,
) -> Drawing:
    """Draw a figure as a tile for each combination of values of two rules.

    Parameters
    ----------
    sheet
        The title, the question and the width of the chart.
    frame
        A function that is called with the height of the map in inches and the notes below it, and
        returns the drawing to draw it in.
    sweep
        The results, with exactly two axes.
    path
        The path of the figure.
    """
    line = say.line_of(sweep, path)
    down, across, cells = say.grid_of(sweep, line)
    kind = _kind(sweep, path)
    tiles = []
    for row in cells:
        tile_row = []
        for point, at_point in row:
            if at_point is None:
                tile_row.append(Tile("none" if point else "left out"))
            else:
                tile_row.append(_tile(sweep, line, kind, at_point))
        tiles.append(tile_row)
    notes = [kind.legend, *_notes(sweep, line)]
    return draw_heat_map(
        sheet,
        lambda height: frame(height, notes),
        tiles,
        (down.name, [written(value) for value in down.values]),
        (across.name, [written(value) for value in across.values]),
        kind.least,
    )


def _tile(sweep: SweepResults, line: FigureSeries, kind: _Kind, at_point: PointComparison) -> Tile:
    """Return the tile of a point: its value, half the width of its interval, and its verdict."""
    value, _, half = line.with_half(at_point.estimate).partition(" ")
    if not line.unit.signed:
        value = wording.with_unit(value, line.unit)
    is_clear = kind.is_clear(at_point)
    shade = kind.shade(at_point) if is_clear else 0.0
    base = ""
    if at_point.point.is_base:
        base = say.mark_of(sweep, at_point.point) or "compared with"
    lines = [f"{value} {half}".strip(), kind.word(at_point), base]
    text = "\n".join(part for part in lines if part)
    return Tile(text, shade, is_clear, kind.is_outlined(at_point))


def _notes(sweep: SweepResults, line: FigureSeries) -> list[str]:
    """Return notes that explain the numbers of a map."""
    notes = [f"\N{PLUS-MINUS SIGN} half the {wording.interval_name(sweep.base.confidence)}."]
    if line.unit.signed:
        notes[0] += f" In {line.unit.name}."
    if line.pace:
        notes[0] += f" Minutes are at {line.pace}."
    return notes


def _kind(sweep: SweepResults, path: str) -> _Kind:
    """Return the kind of map of a figure: on its target, its fairness, or its clear changes."""
    judged = _judged(sweep, path)
    if judged:
        return _of_target(sweep, path, judged)
    if path in (ADVANTAGE, SEAT_SPREAD, SEATS_GAP) or sweep.figure(path).is_win_rate:
        return _of_fairness(sweep, path)
    return _of_changes(sweep, path)


def _judged(sweep: SweepResults, path: str) -> dict[str, JudgedTarget]:
    """Return the verdict on the target of a figure at each point, by the point's label.

    It is empty if the figure has no target, or is shown as its distance from the fair share.
    """
    if sweep.is_from_fair(path):
        return {}
    return {
        point.label: judged
        for point in sweep.points
        for judged in point.results.judged()
        if judged.target.figure == path
    }


def _of_target(sweep: SweepResults, path: str, judged: Mapping[str, JudgedTarget]) -> _Kind:
    """Return the kind of map that shows where a target is met, and the distance from it."""
    unit = sweep.figure(path).unit
    target = next(iter(judged.values())).target
    wanted = wording.target_text(target, unit)
    sizes = [abs(bound) for bound in (target.low, target.high) if math.isfinite(bound)]

    def verdict(at_point: PointComparison) -> str:
        return judged[at_point.point.label].verdict.word

    def shade(at_point: PointComparison) -> float:
        if verdict(at_point) != "misses":
            return 0.0
        value = at_point.estimate.value
        return max(value - target.high, 0.0) - max(target.low - value, 0.0)

    met = [point for point in sweep.points if judged[point.label].verdict.word == "meets"]
    words = [target.verdict.word for target in judged.values()]
    title = f"{wording.capital(sweep.figure(path).title)}, target {wanted}: "
    if met:
        title += f"met at {len(met)} of {len(words)} {sweep.noun}"
        title += f", such as {say.name_of(sweep, _nearest(sweep, met))}"
    elif "undecided" in words:
        title += f"not clear at {words.count('undecided')} of {len(words)} {sweep.noun}"
        title += ", missed at the others" if "misses" in words else ""
    else:
        title += f"missed at all {sweep.noun}"
    return _Kind(
        title,
        "Outlined: the target is met; orange: clearly above it; blue: clearly below it; white and "
        "in italics: not clear.",
        _LEAST_SHARE if unit.share else _LEAST * max(sizes, default=1.0) or 1.0,
        shade,
        lambda at_point: verdict(at_point) != "undecided",
        lambda at_point: _VERDICTS[verdict(at_point)],
        lambda at_point: verdict(at_point) == "meets",
    )


def _nearest(sweep: SweepResults, points: Sequence[SweepPoint]) -> SweepPoint:
    """Return the first of the points that differ from the base in the fewest rules."""
    base = sweep.base_point.values

    def changes(point: SweepPoint) -> int:
        return sum(own != current for own, current in zip(point.values, base, strict=True))

    return min(points, key=changes)


def _of_fairness(sweep: SweepResults, path: str) -> _Kind:
    """Return the kind of map that shows where the interval excludes the fair value."""
    is_difference = path in (ADVANTAGE, SEAT_SPREAD, SEATS_GAP)

    def fair(at_point: PointComparison) -> float:
        return 0.0 if is_difference else at_point.point.results.decided_fair_share

    def is_clear(at_point: PointComparison) -> bool:
        estimate = at_point.estimate
        return not estimate.low <= fair(at_point) <= estimate.high

    line = say.line_of(sweep, path)
    clear = [at_point for at_point in line.at_points if is_clear(at_point)]
    title = f"{wording.capital(line.figure.title)}: {_where_clear(sweep, line, clear)}"
    return _Kind(
        title,
        "Orange: clearly above the fair share; blue: clearly below it; white and in italics: not "
        "clear, because the interval includes the fair share.",
        _LEAST_SHARE,
        lambda at_point: at_point.estimate.value - fair(at_point),
        is_clear,
    )


def _where_clear(sweep: SweepResults, line: FigureSeries, clear: Sequence[PointComparison]) -> str:
    """Return a clause that says at how many points, and at which, a figure is clearly not fair."""
    number = len(line.at_points)
    if not clear:
        return f"not clear at any of {number} {sweep.noun}"
    if len(clear) == number:
        return f"clear at all {number} {sweep.noun}"
    if len(clear) <= _MOST_NAMED:
        names = [say.name_of(sweep, at_point.point) for at_point in clear]
        return f"clear only with {' and with '.join(names)}"
    text = f"clear at {len(clear)} of {number} {sweep.noun}"
    fair = _values_without(sweep, line, clear)
    if 0 < len(fair) <= _MOST_NAMED:
        text += f", but at none of those with {' or '.join(fair)}"
    return text


def _values_without(
    sweep: SweepResults, line: FigureSeries, clear: Sequence[PointComparison]
) -> list[str]:
    """Return the values of rules that no point in `clear` has, such as "starter rotate"."""
    names = []
    for place, axis in enumerate(sweep.axes):
        known = {at_point.point.values[place] for at_point in line.at_points}
        uneven = {at_point.point.values[place] for at_point in clear}
        names += [
            say.describe_values([axis], [value]) for value in axis.values if value in known - uneven
        ]
    return names


def _of_changes(sweep: SweepResults, path: str) -> _Kind:
    """Return the kind of map that shows where a figure clearly differs from the base."""
    base = sweep.base.estimate(path).value if sweep.base.has(path) else 0.0

    def is_clear(at_point: PointComparison) -> bool:
        return at_point.difference is not None and at_point.is_clear

    def shade(at_point: PointComparison) -> float:
        return at_point.difference.estimate.value if at_point.difference else 0.0

    return _Kind(
        say.sentence(sweep, [path]),
        f"Compared with {say.base_name(sweep)} on the same deals. Orange: clearly higher; blue: "
        "clearly lower; white: not clearly different. Corrected for all comparisons.",
        _LEAST_SHARE if sweep.figure(path).unit.share or base <= 0 else _LEAST * base,
        shade,
        is_clear,
        lambda at_point: _CHANGES.get(at_point.standing, ""),
    )
