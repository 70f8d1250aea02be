"""What a rule does to each figure, in one sentence: for the screen, and as the title of a chart."""

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
#: How the point is marked whose rules are those in force without the sweep: where these are the
#: game's own, and where the study has changed them.
AS_IT_IS, AS_STUDIED = "as it is", "as in the study"
#: So many things are listed one by one.
MOST_LISTED = 6


def named(axes: Sequence[Axis], values: Sequence[Any]) -> str:
    """Name a point for people, as in "target_score 8, hand_size 4" or "3 players"."""
    return ", ".join(
        wording.counted(value, "player")
        if axis.name == PLAYERS
        else f"{axis.name} {written(value)}"
        for axis, value in zip(axes, values, strict=True)
    )


def value_of(sweep: SweepResults, point: SweepPoint) -> str:
    """Name a point among others: along one rule by its value alone."""
    return named(sweep.axes, point.values) if len(sweep.axes) > 1 else written(point.values[0])


def name_of(sweep: SweepResults, point: SweepPoint) -> str:
    """Name a point whose rule is clear; players never go without the word."""
    if sweep.axes[0].name == PLAYERS:
        return named(sweep.axes, point.values)
    return value_of(sweep, point)


def marked(sweep: SweepResults, point: SweepPoint, name: str = "") -> str:
    """Add to a name, unless said by its value, that a point's rules are as they are, if so."""
    name, mark = name or value_of(sweep, point), mark_of(sweep, point)
    return f"{name} ({mark})" if mark else name


def mark_of(sweep: SweepResults, point: SweepPoint) -> str:
    """Return whether the rules of a point are those without the sweep; "" if not."""
    if sweep.in_force is None or not point.is_base:
        return ""
    rules = {axis.name.partition(".")[0] for axis in sweep.axes}
    return AS_STUDIED if rules & point.results.run.study.rules.keys() else AS_IT_IS


def base_name(sweep: SweepResults) -> str:
    """Name what the others are compared with: "target_score 12 (as it is)"."""
    return marked(sweep, sweep.base_point, named(sweep.axes, sweep.base_point.values))


def labels_of(sweep: SweepResults) -> dict[str, str]:
    """Return what points are called in sentences, by their labels."""
    names = {point.label: name_of(sweep, point) for point in sweep.points}
    return names | {sweep.base_point.label: base_name(sweep)}


def some(names: Sequence[str]) -> str:
    """List names, not too many of them."""
    more = len(names) - MOST_LISTED
    return f"{', '.join(names[:MOST_LISTED])}{f' and {more} more' if more > 0 else ''}"


def title(sweep: SweepResults) -> str:
    """Name what was played, and what was varied."""
    study, game = sweep.base.run.study, sweep.base.game
    varied = {axis.name for axis in sweep.axes}
    parts = [game.title]
    if VARIANT not in varied and study.variant != game.default_variant:
        parts.append(study.variant)
    if PLAYERS not in varied:
        parts.append(wording.counted(study.players, "player"))
    return f"{', '.join(parts)}: {_varied(sweep)}"


def _varied(sweep: SweepResults) -> str:
    return "; ".join(f"{axis.name} {', '.join(map(written, axis.values))}" for axis in sweep.axes)


def played(sweep: SweepResults) -> str:
    """Say what was played, and how often."""
    base, run, varied = sweep.base, sweep.base.run, [axis.name for axis in sweep.axes]
    games = [point.results.run.games for point in sweep.points]
    each = f"{wording.whole(min(games))} to {wording.counted(max(games), 'game')}"
    each = each if sweep.comparison.is_raced else wording.counted(run.games, "game")
    said = [
        f"{base.game.title} with {_varied(sweep)}: {each} each on the same "
        f"{wording.counted(run.tally.deals, 'deal')}"
    ]
    if PLAYERS not in varied:
        said[0] += f", for {wording.counted(base.players, 'player')}"
    if VARIANT not in varied:
        said.append(describe_variant(base))
    said += [describe_lineup(base), f"seed {run.study.seed}"]
    if unfinished := sum(point.results.unfinished for point in sweep.points):
        said.append(f"unfinished: {wording.whole(unfinished)}")
    fixed = [
        text
        for text in run.study.changes
        if not any(text.startswith((f"{name}=", f"{name}.")) for name in varied)
    ]
    rules = f" Rules changed throughout: {wording.rules_text(fixed)}." if fixed else ""
    return f"{'; '.join(said)}.{rules}"


#: How a figure stands to the base, where there is no room for a word.
MARKS: dict[Standing, str] = {
    "base": "◆",
    "higher": "▲",
    "lower": "▼",
    "the same": "=",
    "not clear": " ",
    "not compared": "·",
}
#: What they mean.
MEANINGS = (
    f"{MARKS['higher']} clearly higher, {MARKS['lower']} clearly lower, "
    f"{MARKS['the same']} exactly the same"
)


@dataclass(frozen=True)
class FigureSeries:
    """A figure over the points of a sweep that have it."""

    figure: Figure
    #: What its numbers are told in, and to within what they are mostly known.
    unit: Unit
    reach: float
    known: Sequence[PointComparison]

    @property
    def title(self) -> str:
        """Its title, with what its numbers are told in where these do not show it."""
        measure = self.unit.name or "%"
        return f"{self.figure.title} in {measure}" if self.unit.share else self.figure.title

    @property
    def pace(self) -> str:
        """What minutes rest on: "an assumed 15 seconds a turn"; "" for other figures."""
        if self.figure.kind != LENGTH or "minutes" not in self.figure.of:
            return ""
        seconds = {one.point.results.seconds_per_turn for one in self.known}
        whose = f"an assumed {min(seconds)} seconds a turn"
        return whose if len(seconds) == 1 else "the assumed seconds_per_turn of each"

    def at(self, point: SweepPoint) -> PointComparison | None:
        """Return the figure at a point, if it has it."""
        return next((one for one in self.known if one.point is point), None)

    def value(self, estimate: Estimate) -> str:
        """Write a figure."""
        return wording.value(estimate, self.unit, self._reach(estimate))

    def number(self, estimate: Estimate) -> str:
        """Write a figure without its unit."""
        return wording.number(estimate.value, self._reach(estimate), self.unit)

    def with_half(self, estimate: Estimate) -> str:
        """Write a figure with half the width of its interval, without the unit."""
        return wording.with_half(estimate, self.unit, self._reach(estimate))

    def _reach(self, estimate: Estimate) -> float:
        """Return to within what a number is known: as the others, unless by far more closely."""
        own = half_width(estimate)
        return own if 0 < own < self.reach / 10 else self.reach


def line_of(sweep: SweepResults, path: str) -> FigureSeries:
    """Return a figure over the points of a sweep that have it."""
    figure, known = sweep.figure(path), sweep.found[path]
    reaches = [reach for one in known if 0 < (reach := half_width(one.estimate)) < math.inf]
    return FigureSeries(figure, figure.unit, median(reaches) if reaches else math.nan, known)


def drawn_line(sweep: SweepResults, path: str) -> FigureSeries:
    """Return a figure as it is told and drawn: win rates from fair where the fair share varies."""
    line = line_of(sweep, path)
    if not sweep.from_fair(path):
        return line
    known = [
        replace(one, estimate=one.estimate.shifted(-one.point.results.fair_share))
        for one in line.known
    ]
    return replace(line, unit=line.unit.of_differences, known=known)


def grouped(sweep: SweepResults) -> list[tuple[str, list[str]]]:
    """Return the paths, win rates of a kind in a row together, each behind its kind or ""."""
    found: list[tuple[str, list[str]]] = []
    for kind, several in groupby(sweep.paths, lambda path: group(sweep.figure(path))):
        paths = list(several)
        found += [(kind, paths)] if kind and len(paths) > 1 else [("", [path]) for path in paths]
    return found


#: Row by row: the point, ``None`` where it was left out, and the figure if it has it.
Cells = Sequence[Sequence[tuple[SweepPoint | None, PointComparison | None]]]


def grid_of(sweep: SweepResults, line: FigureSeries) -> tuple[Axis, Axis, Cells]:
    """Lay out a figure over two rules: the one with more values downwards, the other across."""
    one, other = sweep.axes
    turned = len(other.values) > len(one.values)
    down, across = (other, one) if turned else (one, other)
    points = {point.label: point for point in sweep.points}

    def at(row: object, column: object) -> tuple[SweepPoint | None, PointComparison | None]:
        point = points.get(label(sweep.axes, (column, row) if turned else (row, column)))
        return point, line.at(point) if point else None

    return down, across, [[at(row, one) for one in across.values] for row in down.values]


def sentences(sweep: SweepResults) -> list[str]:
    """Say what the rule does to each figure but seats that the first-player advantage tells of."""
    found = []
    for kind, paths in grouped(sweep):
        others = [path for path in paths if not sweep.figure(path).detail]
        told = others if kind and others and ADVANTAGE in sweep.paths else paths
        found.append(f"{sentence(sweep, told)}.")
    return found


def sentence(sweep: SweepResults, paths: Sequence[str]) -> str:
    """Say what the rule does to a figure; of win rates told together, to the one it changes most.

    A value is named as that where a figure is lowest or highest only if that is clear.
    """
    lines = [drawn_line(sweep, path) for path in paths]
    clear = [
        (abs(one.difference.estimate.value), place)
        for place, line in enumerate(lines)
        for one in line.known
        if one.difference and one.is_clear
    ]
    line = lines[max(clear)[1]] if clear else lines[0]
    title = wording.capital(line.figure.title)
    if sweep.from_fair(line.figure.path):
        title += " from the fair share"
    if not clear:
        compared = [one for each in lines for one in each.known if one.difference]
        same = bool(compared) and all(one.standing == "the same" for one in compared)
        if len(lines) > 1:
            whose = f"{line.figure.kind}' win rates"
            if same:
                return f"{wording.capital(whose)} are exactly the same at all {sweep.things}"
            return f"No difference in {whose} is clear"
        if not compared:
            return f"{title}: {values(sweep, line)}"
        if same:
            return f"{title}: {_range(line)}, exactly the same at all {sweep.things}"
        return f"{title}: {_range(line)}; no difference is clear"
    parts = [
        f"{name} with {name_of(sweep, end[0].point)}"
        for name, sign in (("lowest", -1), ("highest", 1))
        if len(end := _extremes(sweep, line, sign)) == 1
    ]
    where = some([name_of(sweep, one.point) for one in line.known if one.is_clear])
    return f"{title}: {', '.join([_range(line), *(parts or [f'clearly different with {where}'])])}"


def values(sweep: SweepResults, line: FigureSeries) -> str:
    """List a figure at every point, or of many from where to where it goes."""
    if len(line.known) > 2 * MOST_LISTED:
        return _range(line)
    first, *others = line.known
    # In a row of others percentage points are told once.
    short = line.number if line.unit.signed else line.value
    parts = [f"{line.value(first.estimate)} with {named(sweep.axes, first.point.values)}"]
    parts += [f"{short(one.estimate)} with {value_of(sweep, one.point)}" for one in others]
    return wording.listed(parts)


def _range(line: FigureSeries) -> str:
    known = [one.estimate for one in line.known if one.estimate.value == one.estimate.value]
    if not known:
        return "not known"
    low, high = (pick(known, key=lambda one: one.value) for pick in (min, max))
    if line.number(low) == line.number(high):
        return line.value(high)
    return f"{line.number(low)} to {line.value(high)}"


def _extremes(sweep: SweepResults, line: FigureSeries, sign: int) -> list[PointComparison]:
    found = [one.estimate if sign > 0 else one.estimate.negated() for one in line.known]
    # It is asked above and below, and of each figure.
    asked = 2 * len(sweep.paths)
    groups = [one.point.results.deal_groups(line.figure.path) for one in line.known]
    return [line.known[n] for n in may_be_largest(found, sweep.base.look_confidence, asked, groups)]
