"""How the points of a sweep are named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reports.sweep.points import Axis, Point
from reports.sweep.results import Sweep
from reports.writing.words import listed
from simulate.rules.kinds import written

PLAYERS, VARIANT = "players", "variant"
#: How the point is marked whose rules are those in force without the sweep.
AS_IT_IS = "(as it is)"
#: So many things are listed one by one.
MOST_LISTED = 6


def named(axes: Sequence[Axis], values: Sequence[Any]) -> str:
    """Name a point for people, as in "target_score 8, hand_size 4" or "3 players"."""
    return ", ".join(
        f"{written(value)} players" if axis.name == PLAYERS else f"{axis.name} {written(value)}"
        for axis, value in zip(axes, values, strict=True)
    )


def value_of(sweep: Sweep, point: Point) -> str:
    """Name a point among others: along one rule by its value alone."""
    if len(sweep.axes) > 1:
        return named(sweep.axes, point.values)
    return written(point.values[0])


def name_of(sweep: Sweep, point: Point) -> str:
    """Name a point whose rule is clear; players never go without the word."""
    if sweep.axes[0].name == PLAYERS:
        return named(sweep.axes, point.values)
    return value_of(sweep, point)


def marked(sweep: Sweep, point: Point, name: str) -> str:
    """Add to the name of a point that its rules are those as they are, if so."""
    return f"{name} {AS_IT_IS}" if is_as_it_is(sweep, point) else name


def is_as_it_is(sweep: Sweep, point: Point) -> bool:
    """Return whether the rules of a point are those in force without the sweep."""
    return sweep.in_force is not None and point is sweep.base_point


def base_name(sweep: Sweep) -> str:
    """Name what the others are compared with: "target_score 12 (as it is)"."""
    return marked(sweep, sweep.base_point, named(sweep.axes, sweep.base_point.values))


def span(sweep: Sweep, points: Sequence[Point]) -> str:
    """Name several points along one rule, numbers in a row by the first and the last."""
    places = [sweep.points.index(point) for point in points]
    in_a_row = places == list(range(places[0], places[0] + len(places)))
    names = [value_of(sweep, point) for point in points]
    if sweep.axes[0].is_number and len(sweep.axes) == 1 and in_a_row and len(names) > 2:
        return f"{names[0]} to {names[-1]}"
    return listed(names)


def fixed_rules(sweep: Sweep) -> list[str]:
    """Return the changed rules that are not varied, as typed after ``--rule``."""
    varied = [axis.name for axis in sweep.axes]
    return [
        text
        for text in sweep.base.run.study.changes
        if not any(text.startswith((f"{name}=", f"{name}.")) for name in varied)
    ]


def some(names: Sequence[str]) -> str:
    """List names, not too many of them."""
    shown = ", ".join(names[:MOST_LISTED])
    more = len(names) - MOST_LISTED
    return f"{shown} and {more} more" if more > 0 else shown
