"""A figure over two rules: the one with more values downwards, the other across."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.sweep.points import Axis, Point
from reports.sweep.results import AtPoint, Sweep
from simulate.rules.kinds import written


@dataclass(frozen=True)
class Grid:
    """The values of two rules, and a figure at every value of one and every value of the other.

    Attributes
    ----------
    down, across
        The rules.
    cells
        Row by row: the point, ``None`` where it was left out, and the figure if it has it.
    """

    down: Axis
    across: Axis
    cells: Sequence[Sequence[tuple[Point | None, AtPoint | None]]]


def grid_of(sweep: Sweep, path: str) -> Grid:
    """Lay out a figure of a sweep over two rules."""
    one, other = sweep.axes
    turned = len(other.values) > len(one.values)
    down, across = (other, one) if turned else (one, other)
    known = {
        point.key: (point, found)
        for point, found in zip(sweep.points, sweep.found[path], strict=True)
    }

    def at(row: object, column: object) -> tuple[Point | None, AtPoint | None]:
        values = (column, row) if turned else (row, column)
        return known.get(tuple(map(written, values)), (None, None))

    return Grid(down, across, [[at(row, one) for one in across.values] for row in down.values])
