"""Where in a sweep each target of the study is met, and what else changes there."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from reports.figures.precision import half_width
from reports.figures.statistics import plain
from reports.figures.targets import Judged
from reports.run.document import VERDICTS
from reports.sweep import sentences as say
from reports.sweep.results import AtPoint, Point, Sweep
from reports.writing import numbers
from reports.writing.document import Item
from reports.writing.words import capital

#: A point with what came of a target there.
Found = tuple[Point, Judged]


def aims(sweep: Sweep) -> list[Item]:
    """Tell of each target of the study what is wanted, and where it is met."""
    judged = [point.results.judged() for point in sweep.points]
    return [
        _aim(sweep, list(zip(sweep.points, column, strict=True)))
        for column in zip(*judged, strict=True)
    ]


def _aim(sweep: Sweep, found: Sequence[Found]) -> Item:
    target = found[0][1].target
    figure = sweep.base.figure(target.figure)
    start, unit = capital(figure.title), figure.unit
    known = [AtPoint(point, judged.estimate) for point, judged in found]
    if pace := say.Line(figure, unit, 0.0, known).pace:
        start += f" at {pace}"
    told = "; ".join([*_parts(sweep, found), *_between(sweep, found)])
    words = [judged.verdict.word for _, judged in found]
    mark, word = VERDICTS[words[0] if len(set(words)) == 1 else "undecided"]
    several = f"met at {words.count('meets')} of {len(words)} {sweep.things}"
    name = word if len(set(words)) == 1 else several
    return Item(f"{start}, wanted {numbers.wanted(target, unit)}: {told}.", name, mark)


def _parts(sweep: Sweep, found: Sequence[Found]) -> Iterator[str]:
    """Name the points with each verdict, those of a miss by the side on which they are."""
    groups: dict[tuple[str, str], list[Found]] = {}
    for one in found:
        groups.setdefault(_verdict(one), []).append(one)
    ordered = sorted(groups, key=lambda group: list(VERDICTS).index(group[0]))
    for place, (word, side) in enumerate(ordered):
        several = groups[word, side]
        names = [_named(sweep, *one, short=bool(place or n)) for n, one in enumerate(several)]
        said = f"{VERDICTS[word][1]}{f', {side},' if side else ''}"
        yield f"{said} with {say.some(names)}{_more(several)}"


def _verdict(one: Found) -> tuple[str, str]:
    """Return the verdict at a point, and of a miss on which side it is, where there are two."""
    judged, target = one[1], one[1].target
    if judged.verdict.word != "misses" or math.inf in (-target.low, target.high):
        return judged.verdict.word, ""
    return "misses", "too low" if judged.estimate.value < target.low else "too high"


def _named(sweep: Sweep, point: Point, judged: Judged, *, short: bool) -> str:
    """Name a point with what was found there; the rule's name goes before the very first."""
    is_short = short or sweep.axes[0].name == say.PLAYERS
    name = say.value_of(sweep, point) if is_short else say.named(sweep.axes, point.values)
    mark, found = say.mark_of(sweep, point), judged.estimate
    unit = point.results.figure(judged.target.figure).unit
    # Percentage points are in what is wanted.
    value = numbers.number(found.value, half_width(found), unit)
    value = value if unit.signed else numbers.value(found, unit)
    whose = f" with {judged.level}" if judged.level else ""
    return f"{name} ({f'{mark}: ' if mark else ''}{value}{whose})"


def _between(sweep: Sweep, found: Sequence[Found]) -> Iterator[str]:
    """Say between which neighbouring values the figure passes what is wanted, unless one meets."""
    one_rule = len(sweep.axes) == 1 and sweep.axes[0].is_number
    if not one_rule or any(judged.verdict.word == "meets" for _, judged in found):
        return
    for one, other in pairwise(found):
        if {_verdict(one)[1], _verdict(other)[1]} == {"too low", "too high"}:
            low, high = (say.value_of(sweep, point) for point, _ in (one, other))
            yield f"what is wanted lies between {low} and {high}"


def _more(several: Sequence[Found]) -> str:
    first = several[0][1]
    if first.verdict.word != "undecided":
        return ""
    if first.target.robust:
        if first.level:
            return ", where it is not clear yet"
        return ", where other players were not asked (--robust asks them)"
    needed = [judged.verdict.more_games for _, judged in several]
    known = [games for games in needed if games is not None]
    if not known:
        return ", where it cannot be told how many more games would decide it"
    most, unknown = numbers.about(max(known)), len(needed) - len(known)
    more = f" (at {unknown} of them it cannot be told)" if unknown else ""
    return f", where at most about {most} more games would probably decide it{more}"


# Side effects ---------------------------------------------------------------------


def changed_besides(sweep: Sweep) -> dict[str, list[AtPoint]]:
    """Return the main figures without a target that clearly differ where one is met."""
    met = _met(sweep)
    aimed = {judged.target.figure for judged in sweep.base.judged()}
    return {
        path: clear
        for path, several in sweep.main.items()
        if path not in aimed
        and (clear := [one for one in several if one.is_clear and one.point.key in met])
    }


def besides(sweep: Sweep) -> list[Item]:
    """Name the side effects where a target is met, a figure each; none where none is met."""
    if not _met(sweep):
        return []
    told = []
    for path, (first, *others) in changed_besides(sweep).items():
        figure = sweep.figure(path)
        assert first.difference
        change = numbers.known(first.difference.estimate, figure.unit.of_differences)
        more = say.some([say.name_of(sweep, one.point) for one in others])
        also = f", also with {more}" if others else ""
        told.append(f"{figure.title} {change} with {say.name_of(sweep, first.point)}{also}")
    what = "; ".join(told) or "none of the main figures clearly changes"
    return [Item(f"Against {say.base_name(sweep)}, where a target is met: {what}.", "side effects")]


def summarise_besides(sweep: Sweep) -> list[dict[str, Any]]:
    """Return what else changes as plain values that JSON can hold."""
    return [
        {"figure": path, "point": one.point.label, **plain(one.difference.estimate)}
        for path, clear in changed_besides(sweep).items()
        for one in clear
        if one.difference
    ]


def _met(sweep: Sweep) -> set[tuple[str, ...]]:
    return {
        point.key
        for point in sweep.points
        if not point.is_base and any(one.verdict.word == "meets" for one in point.results.judged())
    }
