"""Sentences on the effects of varied rules on figures, for screens and as titles of charts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from statistics import median
from typing import Any

from reports.figures.differences import may_be_largest
from reports.figures.figure import ADVANTAGE, LENGTH, Figure, Unit
from reports.figures.statistics import Estimate, half_width
from reports.run.sentences import describe_lineup, describe_variant
from reports.sweep.results import (
    Axis,
    PointComparison,
    Standing,
    SweepPoint,
    SweepResults,
    group,
    label,
)
from reports.writing import wording
from simulate.rules.kinds import written

PLAYERS, VARIANT = "players", "variant"
#: The mark of the point with the current rules of the game or of the study.
CURRENT = "current"
#: The largest number of values of a rule that a title lists.
_MOST_IN_TITLE = 8
#: The maximum number of names in a list.
MOST_LISTED = 6


def describe_values(axes: Sequence[Axis], values: Sequence[Any]) -> str:
    """Return the name of a point, such as "target_score 8, hand_size 4" or "3 players"."""
    return ", ".join(
        wording.counted(value, "player")
        if axis.name == PLAYERS
        else f"{axis.name} {written(value)}"
        for axis, value in zip(axes, values, strict=True)
    )


def value_of(sweep: SweepResults, point: SweepPoint) -> str:
    """Return the name of a point, or only its value if a single rule is varied."""
    if len(sweep.axes) > 1:
        return describe_values(sweep.axes, point.values)
    return written(point.values[0])


def name_of(sweep: SweepResults, point: SweepPoint) -> str:
    """Return the short name of a point (`value_of`), with "players" after a number of players."""
    if sweep.axes[0].name == PLAYERS:
        return describe_values(sweep.axes, point.values)
    return value_of(sweep, point)


def name_with_mark(sweep: SweepResults, point: SweepPoint, name: str = "") -> str:
    """Return the name of a point, followed by its mark in brackets if it has one (`mark_of`).

    If `name` is empty, the name is `value_of` the point.
    """
    name = name or value_of(sweep, point)
    mark = mark_of(sweep, point)
    return f"{name} ({mark})" if mark else name


def mark_of(sweep: SweepResults, point: SweepPoint) -> str:
    """Return `CURRENT` for the point with the current rules, else ""."""
    if sweep.in_force is None or not point.is_base:
        return ""
    return CURRENT


def base_name(sweep: SweepResults) -> str:
    """Return the name of the base with its mark, such as "target_score 12 (current)"."""
    name = describe_values(sweep.axes, sweep.base_point.values)
    return name_with_mark(sweep, sweep.base_point, name)


def labels_of(sweep: SweepResults) -> dict[str, str]:
    """Return the names of all points for use in sentences, by label."""
    names = {point.label: name_of(sweep, point) for point in sweep.points}
    return names | {sweep.base_point.label: base_name(sweep)}


def list_some(names: Sequence[str]) -> str:
    """Return the first `MOST_LISTED` names, joined by commas, and the number of the others."""
    text = ", ".join(names[:MOST_LISTED])
    more = len(names) - MOST_LISTED
    return f"{text} and {more} more" if more > 0 else text


def title(sweep: SweepResults) -> str:
    """Return the title of a report: the game, the number of players, and the varied rules."""
    study = sweep.base.run.study
    game = sweep.base.game
    varied = {axis.name for axis in sweep.axes}
    words = [game.title]
    if VARIANT not in varied and study.variant != game.default_variant:
        words.append(study.variant)
    if PLAYERS not in varied:
        words.append(wording.counted(study.players, "player"))
    return f"{', '.join(words)}: {_varied(sweep, most=_MOST_IN_TITLE)}"


def _varied(sweep: SweepResults, most: int | None = None) -> str:
    """Return the varied rules with their values, as text.

    If a rule has more than `most` values, only the first, the last and their number are named. None
    means no limit.
    """
    texts = []
    for axis in sweep.axes:
        values_in_words = ", ".join(map(written, axis.values))
        if most is not None and len(axis.values) > most:
            ends = f"{written(axis.values[0])} to {written(axis.values[-1])}"
            values_in_words = f"{ends} ({len(axis.values)} values)"
        texts.append(f"{axis.name} {values_in_words}")
    return "; ".join(texts)


def describe_games(sweep: SweepResults) -> str:
    """Return sentences on the games of a sweep.

    They state the game, the varied rules with their values, the games per point, the deals and the
    players. Unfinished games and other changed rules follow, if there are any. The seed is in the
    study file of the sweep.
    """
    base = sweep.base
    run = sweep.base.run
    varied = [axis.name for axis in sweep.axes]
    if sweep.comparison.is_raced:
        games = [point.results.run.games for point in sweep.points]
        games_each = f"{wording.whole(min(games))} to {wording.counted(max(games), 'game')}"
    else:
        games_each = wording.counted(run.games, "game")
    beginning = (
        f"{base.game.title} with {_varied(sweep)}: {games_each} each on the same "
        f"{wording.counted(run.tally.deals, 'deal')}"
    )
    if PLAYERS not in varied:
        beginning += f", for {wording.counted(base.players, 'player')}"
    clauses = [beginning]
    if VARIANT not in varied:
        clauses.append(describe_variant(base))
    clauses.append(describe_lineup(base))
    unfinished = sum(point.results.unfinished for point in sweep.points)
    if unfinished:
        clauses.append(f"unfinished: {wording.whole(unfinished)}")
    text = f"{'; '.join(clauses)}."

    prefixes = tuple(f"{name}{end}" for name in varied for end in ("=", "."))
    fixed = [change for change in run.study.changes if not change.startswith(prefixes)]
    if fixed:
        text += f" Rules changed throughout: {wording.rules_text(fixed)}."
    return text


#: The mark of each standing in tables and charts.
MARKS: dict[Standing, str] = {
    "base": "◆",
    "higher": "▲",
    "lower": "▼",
    "the same": "=",
    "not clear": " ",
    "not compared": "·",
}
#: The meaning of the marks.
MEANINGS = (
    f"{MARKS['higher']} clearly higher, {MARKS['lower']} clearly lower, "
    f"{MARKS['the same']} exactly the same"
)


@dataclass(frozen=True)
class FigureSeries:
    """A figure over the points of a sweep that have it.

    Attributes
    ----------
    figure
        The figure.
    unit
        The unit of its numbers.
    reach
        The median half-width of its intervals, which sets the number of decimals.
    at_points
        The figure at each point that has it.
    """

    figure: Figure
    unit: Unit
    reach: float
    at_points: Sequence[PointComparison]

    @property
    def title(self) -> str:
        """The title of the figure, with the unit if the numbers do not show it."""
        measure = self.unit.name or "%"
        return f"{self.figure.title} in {measure}" if self.unit.share else self.figure.title

    @property
    def pace(self) -> str:
        """The assumption behind minutes, such as "an assumed 15 seconds per turn".

        It is "" for figures in other units.
        """
        if self.figure.kind != LENGTH or "minutes" not in self.figure.of:
            return ""
        seconds = {at_point.point.results.seconds_per_turn for at_point in self.at_points}
        if len(seconds) > 1:
            return "the seconds_per_turn of each version"
        return f"an assumed {min(seconds)} seconds per turn"

    def at(self, point: SweepPoint) -> PointComparison | None:
        """Return the figure at a point; None if the point lacks it."""
        for at_point in self.at_points:
            if at_point.point is point:
                return at_point
        return None

    def value(self, estimate: Estimate) -> str:
        """Return the value of an estimate as text with its unit, such as "31.2 minutes"."""
        return wording.value(estimate, self.unit, self._reach(estimate))

    def number(self, estimate: Estimate) -> str:
        """Return the value of an estimate as text without its unit, such as "31.2"."""
        return wording.number(estimate.value, self._reach(estimate), self.unit)

    def with_half(self, estimate: Estimate) -> str:
        """Return an estimate as text without its unit, such as "31.2 ± 0.4" (half the interval)."""
        return wording.with_half(estimate, self.unit, self._reach(estimate))

    def _reach(self, estimate: Estimate) -> float:
        """Return the half-width that sets the number of decimals of an estimate.

        It is `reach`, unless the half-width of the estimate itself is less than a tenth of that.
        """
        own = half_width(estimate)
        return own if 0 < own < self.reach / 10 else self.reach


def line_of(sweep: SweepResults, path: str) -> FigureSeries:
    """Return the figure with a path over all points that have it.

    Raises
    ------
    KeyError
        If the path is not among those of the figures to show.
    StopIteration
        If no point has the figure.
    """
    figure = sweep.figure(path)
    at_points = sweep.at_points[path]
    half_widths = [half_width(at_point.estimate) for at_point in at_points]
    finite = [width for width in half_widths if 0 < width < math.inf]
    return FigureSeries(figure, figure.unit, median(finite) if finite else math.nan, at_points)


def drawn_line(sweep: SweepResults, path: str) -> FigureSeries:
    """Return a figure as charts draw it; it raises the errors of `line_of`.

    A win rate becomes its distance from the fair share if the fair share differs between points.
    """
    line = line_of(sweep, path)
    if not sweep.is_from_fair(path):
        return line
    at_points = []
    for at_point in line.at_points:
        distance = at_point.estimate.shifted(-at_point.point.results.fair_share)
        at_points.append(replace(at_point, estimate=distance))
    return replace(line, unit=line.unit.of_differences, at_points=at_points)


def grouped(sweep: SweepResults) -> list[tuple[str, list[str]]]:
    """Return the figures to show in groups: a noun, and the paths of the group.

    Consecutive win rates of a kind form a group with a noun such as "seat". Every other figure is a
    group of its own, with the noun "".
    """
    groups: list[tuple[str, list[str]]] = []
    for noun, members in groupby(sweep.paths, lambda path: group(sweep.figure(path))):
        paths = list(members)
        if noun and len(paths) > 1:
            groups.append((noun, paths))
        else:
            groups += [("", [path]) for path in paths]
    return groups


#: The rows of a grid. A cell has the point (None if it was left out) and the figure there (None if
#: the point lacks the figure).
Cells = Sequence[Sequence[tuple[SweepPoint | None, PointComparison | None]]]


def grid_of(sweep: SweepResults, line: FigureSeries) -> tuple[Axis, Axis, Cells]:
    """Return a figure as a grid, for a sweep with exactly two axes.

    Returns
    -------
    down, across : Axis
        The axis of the rows and the axis of the columns. The axis with more values has the rows.
    cells : Cells
        The cells of each row.

    Raises
    ------
    ValueError
        If the sweep does not have two axes.
    """
    first, second = sweep.axes
    is_turned = len(second.values) > len(first.values)
    down, across = (second, first) if is_turned else (first, second)
    points = {point.label: point for point in sweep.points}

    def cell(row: object, column: object) -> tuple[SweepPoint | None, PointComparison | None]:
        values = (column, row) if is_turned else (row, column)
        point = points.get(label(sweep.axes, values))
        return point, line.at(point) if point else None

    cells = []
    for row in down.values:
        cells.append([cell(row, column) for column in across.values])
    return down, across, cells


def sentences(sweep: SweepResults) -> list[str]:
    """Return a sentence for each group of figures on the effect of the varied rules.

    Win rates that follow from the first-player advantage are left out if the advantage is shown.
    """
    texts = []
    for noun, paths in grouped(sweep):
        shown_paths = paths
        if noun and ADVANTAGE in sweep.paths:
            without_details = [path for path in paths if not sweep.figure(path).detail]
            shown_paths = without_details or paths
        texts.append(f"{sentence(sweep, shown_paths)}.")
    return texts


def sentence(sweep: SweepResults, paths: Sequence[str]) -> str:
    """Return a sentence, without full stop, on the effect of the varied rules on some figures.

    It is about the figure with the largest clear change from the base. It names the value where the
    figure is lowest or highest only if that is clear. If no change is clear, or nothing changes,
    the sentence says so. If the figures are not compared with the base, it lists the values of the
    first figure.

    Parameters
    ----------
    sweep
        The results.
    paths
        The paths of the figures, which are shown together; at least one.

    Raises
    ------
    KeyError
        If a path is not among those of the figures to show.
    """
    lines = [drawn_line(sweep, path) for path in paths]
    changes = [
        (abs(at_point.difference.estimate.value), place)
        for place, line in enumerate(lines)
        for at_point in line.at_points
        if at_point.difference and at_point.is_clear
    ]
    if not changes:
        return _no_clear_difference(sweep, lines)
    line = lines[max(changes)[1]]
    clauses = [_range(line), *name_extremes(sweep, line)]
    if len(clauses) == 1:
        different = [
            name_of(sweep, at_point.point) for at_point in line.at_points if at_point.is_clear
        ]
        if len(sweep.axes) > 1 and len(different) > 1:
            others = len(line.at_points) - 1
            clauses.append(f"clearly different at {len(different)} of {others} other {sweep.noun}")
        else:
            clauses.append(f"clearly different with {list_some(different)}")
    return f"{_sentence_title(sweep, line)}: {', '.join(clauses)}"


def name_extremes(sweep: SweepResults, line: FigureSeries) -> list[str]:
    """Return clauses on the points where a figure is clearly lowest and clearly highest.

    If several points may have the lowest (or the highest) figure, there is no clause on it.
    """
    clauses = []
    for name, sign in (("lowest", -1), ("highest", 1)):
        candidates = _extremes(sweep, line, sign)
        if len(candidates) == 1:
            clauses.append(f"{name} with {name_of(sweep, candidates[0].point)}")
    return clauses


def _sentence_title(sweep: SweepResults, line: FigureSeries) -> str:
    """Return the title of a figure as the beginning of a sentence."""
    title = wording.capital(line.figure.title)
    return f"{title} from the fair share" if sweep.is_from_fair(line.figure.path) else title


def _no_clear_difference(sweep: SweepResults, lines: Sequence[FigureSeries]) -> str:
    """Return a sentence on figures without a clear difference from the base."""
    line = lines[0]
    compared = [
        at_point for series in lines for at_point in series.at_points if at_point.difference
    ]
    is_same = bool(compared) and all(at_point.standing == "the same" for at_point in compared)
    if len(lines) > 1:
        rates = f"{line.figure.kind}' win rates"
        if is_same:
            return f"{wording.capital(rates)} are exactly the same at all {sweep.noun}"
        return f"No difference in {rates} is clear"
    title = _sentence_title(sweep, line)
    if not compared:
        return f"{title}: {values(sweep, line)}"
    if is_same:
        return f"{title}: {_range(line)}, exactly the same at all {sweep.noun}"
    return f"{title}: {_range(line)}; no difference is clear"


def values(sweep: SweepResults, line: FigureSeries) -> str:
    """Return the values of a figure in words, or its range if there are many points.

    At least one point must have the figure.
    """
    if len(line.at_points) > 2 * MOST_LISTED:
        return _range(line)
    first, *later_points = line.at_points
    name = describe_values(sweep.axes, first.point.values)
    clauses = [f"{line.value(first.estimate)} with {name}"]
    # Percentage points are named only after the first number.
    write = line.number if line.unit.signed else line.value
    for at_point in later_points:
        clauses.append(f"{write(at_point.estimate)} with {value_of(sweep, at_point.point)}")
    return wording.listed(clauses)


def _range(line: FigureSeries) -> str:
    """Return the smallest and largest value of a figure as text, such as "20 to 35 minutes"."""
    known_estimates = [
        at_point.estimate for at_point in line.at_points if not math.isnan(at_point.estimate.value)
    ]
    if not known_estimates:
        return "not known"
    low = min(known_estimates, key=lambda estimate: estimate.value)
    high = max(known_estimates, key=lambda estimate: estimate.value)
    if line.number(low) == line.number(high):
        return line.value(high)
    return f"{line.number(low)} to {line.value(high)}"


def _extremes(sweep: SweepResults, line: FigureSeries, sign: int) -> list[PointComparison]:
    """Return the points that may have the largest (sign 1) or smallest (sign -1) figure."""
    estimates = [
        at_point.estimate if sign > 0 else at_point.estimate.negated()
        for at_point in line.at_points
    ]
    # The confidence is corrected for the search for both extremes of all figures.
    comparisons = 2 * len(sweep.paths)
    path = line.figure.path
    groups = [at_point.point.results.deal_groups(path) for at_point in line.at_points]
    places = may_be_largest(estimates, sweep.base.look_confidence, comparisons, groups)
    return [line.at_points[place] for place in places]
