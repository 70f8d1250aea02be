"""How a sweep's numbers and points are written."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from reports.figures.catalogue import ADVANTAGE, Figure, Ratio
from reports.figures.statistics import Estimate
from reports.sweep.points import Axis, Point, is_rate
from reports.sweep.results import Sweep
from reports.writing.wording import listed, typeset
from simulate.rules.kinds import written

PLAYERS = "players"
#: How the point is marked whose rules are those in force without the sweep.
AS_IT_IS = "(as it is)"


@dataclass(frozen=True)
class Words:
    """How a figure's numbers are written: shares in per cent, differences in percentage points.

    Attributes
    ----------
    signed
        Whether the figure is itself a difference of shares.
    half
        To within what the figure is mostly known, which says how many decimals it has; each
        number has its own without it.
    """

    figure: Figure
    signed: bool
    half: float = math.nan

    @property
    def factor(self) -> int:
        """What 1 of the figure is, as written."""
        return 100 if is_rate(self.figure) else 1

    @property
    def unit(self) -> str:
        """What stands after the figure."""
        if self.signed:
            return " percentage points"
        return " %" if is_rate(self.figure) else ""

    def value(self, estimate: Estimate) -> str:
        """Write a figure, with as many decimals as its interval has meaning for."""
        return self.number(estimate) + self.unit

    def number(self, estimate: Estimate) -> str:
        """Write a figure without its unit."""
        return self._number(estimate.value, estimate, self.signed)

    def interval(self, estimate: Estimate) -> str:
        """Write its interval: "26.9 to 27.3 %"."""
        known = math.isfinite(estimate.high - estimate.low)
        return self.ends(estimate) + (self.unit if known else "")

    def ends(self, estimate: Estimate) -> str:
        """Write its interval without its unit."""
        return self._ends(estimate, self.signed)

    def with_half(self, estimate: Estimate) -> str:
        """Write a figure with half its interval: "27.1 ± 0.2"."""
        half = (estimate.high - estimate.low) / 2
        told = self.number(estimate)
        if not math.isfinite(half):
            return told
        return f"{told} \N{PLUS-MINUS SIGN} {self._number(half, estimate, False)}"

    def difference(self, estimate: Estimate) -> str:
        """Write a difference of two such figures, with its sign."""
        return self._number(estimate.value, estimate, True)

    def difference_interval(self, estimate: Estimate) -> str:
        """Write the interval of a difference, with the signs of its ends."""
        return self._ends(estimate, True)

    def _ends(self, estimate: Estimate, signed: bool) -> str:
        if not math.isfinite(estimate.high - estimate.low):
            return "not known"
        low, high = (self._number(e, estimate, signed) for e in (estimate.low, estimate.high))
        return f"{low} to {high}"

    def _number(self, number: float, estimate: Estimate, signed: bool) -> str:
        if math.isnan(number):
            return "not known"
        own = (estimate.high - estimate.low) / 2
        half = self.factor * (own if math.isnan(self.half) else self.half)
        decimals = min(4, max(0, math.ceil(-math.log10(half)) + 1)) if 0 < half < math.inf else 1
        if is_rate(self.figure):
            decimals = max(1, decimals - 1)
        return typeset(f"{self.factor * number:{'+' if signed else ''},.{decimals}f}")


def subject(figure: Figure) -> str:
    """Name a figure so that a sentence can go on in the singular, whatever its title is.

    As in "the number of lead changes a game" and "the mean length in minutes".
    """
    title = figure.title
    if not figure.path.startswith("counts."):
        return f"the {_SINGULAR.get(figure.path, '')}{title}"
    title = title.removesuffix(", of")  # in tables the number it is a share of comes next
    title += "," if "," in title else ""
    if isinstance(figure, Ratio):
        return f"the {title}"
    return f"the {'share' if is_rate(figure) else 'mean'} of {title}"


_SINGULAR = {"lead_changes": "number of ", "unfinished": "number of ", "comebacks": "rate of "}


def words_of(sweep: Sweep, path: str) -> Words:
    """Return how a figure is written, with as many decimals at every point."""
    known = [told.estimate for told in sweep.told[path] if told]
    halves = [half for one in known if 0 < (half := (one.high - one.low) / 2) < math.inf]
    return Words(sweep.figure(path), path == ADVANTAGE, median(halves) if halves else math.nan)


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


def marked(sweep: Sweep, point: Point, name: str) -> str:
    """Add to the name of a point that its rules are those as they are, if so."""
    return f"{name} {AS_IT_IS}" if is_as_it_is(sweep, point) else name


def is_as_it_is(sweep: Sweep, point: Point) -> bool:
    """Return whether the rules of a point are those in force without the sweep."""
    return sweep.in_force is not None and point is sweep.base_point


def base_name(sweep: Sweep) -> str:
    """Name what the others are compared with: "target_score 12 (as it is)"."""
    return marked(sweep, sweep.base_point, named(sweep.axes, sweep.base_point.values))


def pace(sweep: Sweep, path: str) -> str:
    """Say what minutes rest on: "an assumed 15 seconds a turn"; "" for other figures."""
    if ".minutes." not in path:
        return ""
    seconds = {point.results.seconds_per_turn for point in sweep.points}
    return f"an assumed {seconds.pop()} seconds a turn" if len(seconds) == 1 else _OWN_PACE


_OWN_PACE = "the assumed seconds_per_turn of each setting"


def span(sweep: Sweep, points: Sequence[Point]) -> str:
    """Name several points along one rule, numbers in a row by the first and the last."""
    places = [sweep.points.index(point) for point in points]
    in_a_row = places == list(range(places[0], places[0] + len(places)))
    names = [value_of(sweep, point) for point in points]
    if sweep.axes[0].is_number and len(sweep.axes) == 1 and in_a_row and len(names) > 2:
        return f"{names[0]} to {names[-1]}"
    return listed(names)
