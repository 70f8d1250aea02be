"""What else changes at the settings of a sweep where targets are met."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reports.figures.statistics import plain
from reports.sweep.naming import base_name, name_of, some
from reports.sweep.points import Point
from reports.sweep.results import AtPoint, Sweep
from reports.writing import numbers
from reports.writing.document import Item

#: A figure that clearly changed at some points.
Change = tuple[str, list[tuple[Point, AtPoint]]]


def changed_besides(sweep: Sweep) -> list[Change]:
    """Return the main figures without a target that clearly differ where one is met."""
    met = _met(sweep)
    aimed = {judged.target.figure for judged in sweep.base.judged()}
    found = []
    for path, several in sweep.main.items():
        clear = [
            (point, one)
            for point, one in zip(sweep.points, several, strict=True)
            if one and one.is_clear and any(point is other for other in met)
        ]
        if clear and path not in aimed:
            found.append((path, clear))
    return found


def besides(sweep: Sweep) -> list[Item]:
    """Say in a sentence what else changes where a target is met; none where none is."""
    if not _met(sweep):
        return []
    parts = [_told(sweep, path, clear) for path, clear in changed_besides(sweep)]
    told = f"no other main figure clearly differs from {base_name(sweep)}"
    if parts:
        told = f"this too clearly differs from {base_name(sweep)}: {'; '.join(parts)}"
    return [Item(f"Where a target is met, {told}.")]


def summarise_besides(sweep: Sweep) -> list[dict[str, Any]]:
    """Return what else changes as plain values that JSON can hold."""
    return [
        {"figure": path, "point": sweep.label(point), **plain(one.difference.estimate)}
        for path, clear in changed_besides(sweep)
        for point, one in clear
        if one.difference
    ]


def _met(sweep: Sweep) -> list[Point]:
    """Return the points but the base at which some target is met."""
    return [
        point
        for point in sweep.points
        if point is not sweep.base_point
        and any(judged.verdict.word == "meets" for judged in point.judged)
    ]


def _told(sweep: Sweep, path: str, clear: Sequence[tuple[Point, AtPoint]]) -> str:
    """Write a figure with its difference at the first of some settings."""
    figure = sweep.figure(path)
    unit = figure.unit.of_differences
    (first, one), *others = clear
    assert one.difference
    told = f"{figure.title} {numbers.known(one.difference.estimate, unit)}"
    told += f" with {name_of(sweep, first)}"
    more = some([name_of(sweep, point) for point, _ in others])
    return f"{told}; also with {more}" if others else told
