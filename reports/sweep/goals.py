"""What the cells of a heat map are coloured by: how far a figure is from what is wanted of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from reports.figures.figure import ADVANTAGE, SEAT_SPREAD, SEATS_GAP
from reports.sweep.naming import base_name
from reports.sweep.points import Point
from reports.sweep.results import AtPoint, Sweep
from reports.writing.numbers import wanted

#: Full colour is given no sooner than to so much of a share, or of what else is wanted: small
#: distances look small.
_LEAST_SHARE, _LEAST = 0.05, 0.1


@dataclass(frozen=True)
class Goal:
    """What is wanted of a figure.

    Attributes
    ----------
    legend
        Says what the colours mean.
    least
        The distance that is given full colour, where none is larger.
    distance
        Returns by how much a figure at a point is above what is wanted, or below.
    """

    legend: str
    least: float
    distance: Callable[[Point, AtPoint], float]

    def shade(self, point: Point | None, found: AtPoint | None) -> float:
        """Return how far a cell is from what is wanted; not a number where there is no figure."""
        if point is None or found is None:
            return math.nan
        return self.distance(point, found)


def goal_of(sweep: Sweep, path: str) -> Goal:
    """Return what is wanted of a figure.

    That is what a target of the study says, else of win rates the fair share. Of a figure of which
    nothing is wanted, clear differences from the base are coloured.
    """
    figure = sweep.figure(path)
    targets = [one.target for one in sweep.base.judged() if one.target.figure == path]
    if targets and not sweep.from_fair(path):
        low, high = max(one.low for one in targets), min(one.high for one in targets)
        ends = [abs(end) for end in (low, high) if math.isfinite(end)]
        said = " and ".join(wanted(one, figure.unit) for one in targets)
        return Goal(
            f"White: as wanted, {said}; orange: above that; blue: below.",
            _LEAST_SHARE if figure.unit.share else _LEAST * max(ends, default=1.0) or 1.0,
            lambda _, found: _beyond(found.estimate.value, low, high),
        )
    from_nothing = path in (ADVANTAGE, SEAT_SPREAD, SEATS_GAP)
    if from_nothing or figure.is_win_rate:

        def from_fair(point: Point, found: AtPoint) -> float:
            fair = 0.0 if from_nothing else point.results.decided_fair_share
            return found.estimate.value - fair

        return Goal("White: the fair share; orange: above; blue: below.", _LEAST_SHARE, from_fair)
    base = sweep.base.estimate(path).value if sweep.base.has(path) else 0.0
    return Goal(
        f"White: as with {base_name(sweep)}, or not clearly different; orange: clearly higher; "
        "blue: clearly lower.",
        _LEAST_SHARE if figure.unit.share or not base > 0 else _LEAST * base,
        lambda _, found: (
            found.difference.estimate.value if found.difference and found.is_clear else 0.0
        ),
    )


def _beyond(value: float, low: float, high: float) -> float:
    """Return how far a value is above or below a range; 0 within it."""
    return max(value - high, 0.0) - max(low - value, 0.0)
