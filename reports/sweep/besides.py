"""What else changes at the settings of a sweep where targets are met."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reports.figures.statistics import plain
from reports.sweep.naming import base_name, name_of, some
from reports.sweep.points import Point
from reports.sweep.results import AtPoint, Sweep
from reports.writing import numbers
from reports.writing.document import Item


def changed_besides(sweep: Sweep) -> dict[str, list[tuple[Point, AtPoint]]]:
    """Return the main figures without a target that clearly differ where one is met."""
    met = _met(sweep)
    aimed = {judged.target.figure for judged in sweep.base.judged()}
    found = {
        path: [
            (point, one)
            for point, one in zip(sweep.points, several, strict=True)
            if one and one.is_clear and any(point is other for other in met)
        ]
        for path, several in sweep.main.items()
        if path not in aimed
    }
    return {path: clear for path, clear in found.items() if clear}


def besides(sweep: Sweep) -> list[Item]:
    """Name the side effects where a target is met, a figure each; none where none is met."""
    if not _met(sweep):
        return []
    told = "; ".join(_told(sweep)) or "none of the main figures clearly changes"
    return [Item(f"Against {base_name(sweep)}, where a target is met: {told}.", "side effects")]


def _told(sweep: Sweep) -> Iterator[str]:
    """Write each figure with its difference at the first of its settings."""
    for path, ((first, one), *others) in changed_besides(sweep).items():
        figure = sweep.figure(path)
        assert one.difference
        change = numbers.known(one.difference.estimate, figure.unit.of_differences)
        more = some([name_of(sweep, point) for point, _ in others])
        also = f", also with {more}" if others else ""
        yield f"{figure.title} {change} with {name_of(sweep, first)}{also}"


def summarise_besides(sweep: Sweep) -> list[dict[str, Any]]:
    """Return what else changes as plain values that JSON can hold."""
    return [
        {"figure": path, "point": sweep.label(point), **plain(one.difference.estimate)}
        for path, clear in changed_besides(sweep).items()
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
