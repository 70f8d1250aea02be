"""One figure over all points of a sweep, written with as many decimals at each of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from reports.figures.figure import LENGTH, Figure, Unit
from reports.figures.precision import half_width
from reports.figures.statistics import Estimate
from reports.sweep.points import Point, group
from reports.sweep.results import AtPoint, Standing, Sweep
from reports.writing import numbers

#: A figure at points that have it.
Known = Sequence[tuple[Point, AtPoint]]
#: How a figure stands to the base, where there is no room for a word.
MARKS: dict[Standing, str] = {
    "base": "◆",
    "higher": "▲",
    "lower": "▼",
    "the same": "=",
    "not clear": " ",
    "not compared": "·",
}


@dataclass(frozen=True)
class Line:
    """A figure over the points of a sweep.

    Attributes
    ----------
    figure
        Which.
    unit
        What its numbers are told in.
    reach
        To within what they are mostly known.
    known
        The figure at the points that have it.
    """

    figure: Figure
    unit: Unit
    reach: float
    known: Known

    @property
    def title(self) -> str:
        """Its title, with what its numbers are told in where these do not show it."""
        measure = self.unit.name or "%"
        return f"{self.figure.title} in {measure}" if self.unit.share else self.figure.title

    @property
    def pace(self) -> str:
        """What minutes rest on; see `pace_of`."""
        return pace_of(self.figure, [point for point, _ in self.known])

    @property
    def notes(self) -> list[str]:
        """What minutes rest on, as a note; none for other figures."""
        return [f"Minutes are at {self.pace}."] if self.pace else []

    @property
    def compared(self) -> Known:
        """The points that can be compared with the base."""
        return [(point, found) for point, found in self.known if found.difference]

    @property
    def clear(self) -> Known:
        """The points that clearly differ from the base."""
        return [(point, found) for point, found in self.known if found.is_clear]

    @property
    def distances(self) -> Line:
        """The distances of a win rate from the fair share."""
        known = [
            (point, replace(found, estimate=found.estimate.shifted(-point.results.fair_share)))
            for point, found in self.known
        ]
        return replace(self, unit=self.unit.of_differences, known=known)

    def value(self, estimate: Estimate) -> str:
        """Write a figure."""
        return numbers.value(estimate, self.unit, self._reach(estimate))

    def number(self, estimate: Estimate) -> str:
        """Write a figure without its unit."""
        return numbers.number(estimate.value, self._reach(estimate), self.unit)

    def with_half(self, estimate: Estimate) -> str:
        """Write a figure with half the width of its interval, without the unit."""
        return numbers.with_half(estimate, self.unit, self._reach(estimate))

    def _reach(self, estimate: Estimate) -> float:
        """Return to within what a number is known: as the others, unless by far more closely."""
        own = half_width(estimate)
        return own if 0 < own < self.reach / 10 else self.reach


def pace_of(figure: Figure, points: Sequence[Point]) -> str:
    """Say what minutes rest on: "an assumed 15 seconds a turn"; "" for other figures."""
    if figure.kind != LENGTH or "minutes" not in figure.of:
        return ""
    seconds = {point.results.seconds_per_turn for point in points}
    return f"an assumed {seconds.pop()} seconds a turn" if len(seconds) == 1 else _OWN_PACE


_OWN_PACE = "the assumed seconds_per_turn of each setting"


def line_of(sweep: Sweep, path: str) -> Line:
    """Return a figure over the points of a sweep."""
    known = [(p, one) for p, one in zip(sweep.points, sweep.found[path], strict=True) if one]
    reaches = [half_width(one.estimate) for _, one in known]
    usable = [reach for reach in reaches if 0 < reach < math.inf]
    figure = sweep.figure(path)
    return Line(figure, figure.unit, median(usable) if usable else math.nan, known)


def grouped(sweep: Sweep) -> list[tuple[str, list[str]]]:
    """Return the figures asked for, win rates of the seats or strategies in a row together.

    Returns
    -------
    list
        What the win rates are of, or "" for a figure alone; and the paths.
    """
    found: list[tuple[str, list[str]]] = []
    for path in sweep.paths:
        kind = group(sweep.figure(path))
        if kind and found and found[-1][0] == kind:
            found[-1][1].append(path)
        else:
            found.append((kind, [path]))
    return [(kind if len(paths) > 1 else "", paths) for kind, paths in found]
