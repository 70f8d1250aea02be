"""What a rule does to a game: one study at several of its values, on the same deals."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from reports.comparison.difference import Products
from reports.figures import statistics
from reports.figures.differences import Difference
from reports.figures.figure import (
    ADVANTAGE,
    CLOSE_GAMES,
    COMEBACKS,
    GAMES_WON,
    LEAD_CHANGES,
    MINUTES,
    SEAT_SPREAD,
    UNFINISHED,
    Figure,
)
from reports.figures.statistics import Estimate
from reports.run.results import Results
from reports.sweep.differences import PointTest, compare
from reports.sweep.effects import Change, Dead, changed_figures, dead_rules, verdict_changes
from reports.sweep.points import Axis, Point, label

#: What changes besides is looked for in these where targets are met.
MAIN = (
    ADVANTAGE,
    GAMES_WON,
    SEAT_SPREAD,
    MINUTES,
    LEAD_CHANGES,
    COMEBACKS,
    CLOSE_GAMES,
    UNFINISHED,
)

#: What the games allow to say of a difference to the base: the point all are compared with.
Word = Literal["higher", "lower", "the same", "not clear"]
#: How a figure at a point stands to the base.
Standing = Word | Literal["base", "not compared"]


@dataclass(frozen=True)
class AtPoint:
    """One figure at one point.

    Attributes
    ----------
    estimate
        The figure.
    difference
        To the base; ``None`` at the base, and where only one of the two has the figure.
    p_holm
        Its p-value, corrected for all differences of the sweep.
    verdict
        What that allows to say; ``None`` without a difference.
    """

    estimate: Estimate
    difference: Difference | None = None
    p_holm: float = math.nan
    verdict: Word | None = None

    @property
    def is_clear(self) -> bool:
        """Whether it clearly differs from the base."""
        return self.verdict in ("higher", "lower")


class Sweep:
    """All points of a sweep, each compared with one of them, the base.

    Parameters
    ----------
    axes
        One or two rules.
    points
        Of runs on the same deals.
    products
        For each point but the base; see `simulate.play.run.Together`.
    paths
        The figures asked for; each must exist at some point.
    skipped
        Values of points that cannot be played, and why.
    in_force
        The place of the point with the rules as they are, which is the base; ``None`` where it
        is none of the points, and the first is the base.
    deciding
        Which of the figures asked for end a sweep that is played until all is decided; all of them
        unless said.
    """

    def __init__(
        self,
        axes: Sequence[Axis],
        points: Sequence[Point],
        products: Sequence[Products],
        paths: Sequence[str],
        skipped: Sequence[tuple[tuple[Any, ...], str]] = (),
        in_force: int | None = None,
        deciding: Sequence[str] = (),
    ) -> None:
        self.axes = tuple(axes)
        self.points = tuple(points)
        self.paths = tuple(paths)
        self.skipped = tuple(skipped)
        self.in_force = in_force
        self.deciding = tuple(deciding) or self.paths
        self._products = products

    @property
    def base_point(self) -> Point:
        """The point that the others are compared with."""
        return self.points[self.in_force or 0]

    @property
    def base(self) -> Results:
        """What came of the point that the others are compared with."""
        return self.base_point.results

    @property
    def confidence(self) -> float:
        """Of every interval."""
        return self.base.confidence

    def label(self, point: Point) -> str:
        """Name a point, as in "target_score=8, hand_size=4"."""
        return label(self.axes, point.values)

    def standing(self, point: Point, found: AtPoint) -> Standing:
        """Return how a figure at a point stands to the base."""
        if point is self.base_point:
            return "base"
        return found.verdict or "not compared"

    def standings(self, paths: Sequence[str]) -> set[Standing]:
        """Return how some figures stand to the base anywhere."""
        return {
            self.standing(point, one)
            for path in paths
            for point, one in zip(self.points, self.found[path], strict=True)
            if one
        }

    def figure(self, path: str) -> Figure:
        """Describe a figure that one of the points has."""
        return next(p.results.figure(path) for p in self.points if p.results.has(path))

    def from_fair(self, path: str) -> bool:
        """Return whether a figure is a win rate whose fair share is not the same at all points.

        What is compared then is its distance from the fair share: with more players
        everybody wins less.
        """
        several = len({point.results.players for point in self.points}) > 1
        return several and self.figure(path).is_win_rate

    @cached_property
    def found(self) -> dict[str, list[AtPoint | None]]:
        """Return each figure asked for at each point; ``None`` where the point lacks it."""
        return self._compared(self.paths)

    @cached_property
    def main(self) -> dict[str, list[AtPoint | None]]:
        """Return the main figures at each point: as asked for, or corrected on their own."""
        some = [path for path in MAIN if any(point.results.has(path) for point in self.points)]
        rest = self._compared([path for path in some if path not in self.paths])
        return {path: rest[path] if path in rest else self.found[path] for path in some}

    @cached_property
    def tests(self) -> int:
        """For how many differences those of the figures asked for are corrected."""
        return len(_family([self._tests(path) for path in self.paths]))

    def _compared(self, paths: Sequence[str]) -> dict[str, list[AtPoint | None]]:
        """Compare figures with the base at each point, corrected for all of these."""
        tests = {path: self._tests(path) for path in paths}
        family = _family(tests.values())
        corrected = statistics.holm(list(family.values()))
        holm = dict(zip(family, corrected, strict=True))
        return {
            path: [
                self._at(path, point, test, holm)
                for point, test in zip(self.points, several, strict=True)
            ]
            for path, several in tests.items()
        }

    def _tests(self, path: str) -> list[PointTest | None]:
        """Return the comparison of a figure at each point; ``None`` at the base."""
        crossed = iter(self._products)
        found: list[PointTest | None] = []
        for point in self.points:
            if point.against is None:
                found.append(None)
                continue
            products = next(crossed)
            both = point.against.has(path) and point.results.has(path)
            found.append(compare(path, point.against, point.results, products) if both else None)
        return found

    def _at(
        self, path: str, point: Point, test: PointTest | None, holm: dict[Hashable, float]
    ) -> AtPoint | None:
        if not point.results.has(path):
            return None
        estimate = point.results.estimate(path)
        if test is None:
            return AtPoint(estimate)
        if test.is_same:
            return AtPoint(estimate, test.difference, test.difference.p_value, "the same")
        p_holm = holm[test.key]
        word: Word = "not clear"
        if p_holm < 1 - self.base.level:
            word = "higher" if test.difference.estimate.value > 0 else "lower"
        return AtPoint(estimate, test.difference, p_holm, word)

    @cached_property
    def dead(self) -> list[Dead]:
        """Return the rules without any effect on the games played."""
        return dead_rules(self.axes, self.points)

    @cached_property
    def unasked(self) -> dict[str, tuple[str, ...]]:
        """Return rules that change games but no figure asked for, and what they do change."""
        silent = {one.rule for one in self.dead if not one.where}
        return {
            rule: changed
            for rule, changed in changed_figures(self.axes, self.points).items()
            if rule not in silent and not set(self.paths) & set(changed)
        }

    @cached_property
    def changes(self) -> list[Change]:
        """Return where the verdict on a target differs from one value of a rule to the next."""
        return verdict_changes(self.axes, self.points)


def _family(tests: Iterable[Sequence[PointTest | None]]) -> dict[Hashable, float]:
    """Return the p-values of what is tested, each once.

    Figures can be one test: the first-player advantage is the win rate of seat 1.
    """
    found: dict[Hashable, float] = {}
    for several in tests:
        for test in several:
            if test and not test.is_same:
                found.setdefault(test.key, test.difference.p_value)
    return found
