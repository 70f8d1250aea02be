"""What a rule does to a game: one study at several of its values, on the same deals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from reports.comparison import decided
from reports.comparison.difference import Products
from reports.comparison.results import Compared, Comparison, compare
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
from reports.run.deciding import Deciding
from reports.run.results import Results
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
    compared
        With the base; ``None`` at the base, and where only one of the two has the figure.
    """

    estimate: Estimate
    compared: Compared | None = None

    @property
    def difference(self) -> Difference | None:
        """How much larger it is than at the base."""
        return self.compared.difference if self.compared else None

    @property
    def p_holm(self) -> float:
        """The p-value of the difference, corrected for all differences of the sweep."""
        return self.compared.p_holm if self.compared else math.nan

    @property
    def verdict(self) -> Word | None:
        """What can be said of the difference; ``None`` without one."""
        if not self.compared:
            return None
        change = self.compared.difference.estimate.value
        if self.compared.exact and not change:
            return "the same"
        if not self.compared.is_clear:
            return "not clear"
        return "higher" if change > 0 else "lower"

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
    def comparison(self) -> Comparison:
        """The figures asked for at each point, compared with the base."""
        return self._compare(self.paths)

    @cached_property
    def found(self) -> dict[str, list[AtPoint | None]]:
        """Return each figure asked for at each point; ``None`` where the point lacks it."""
        return self._at_points(self.comparison, self.paths)

    @cached_property
    def main(self) -> dict[str, list[AtPoint | None]]:
        """Return the main figures at each point: as asked for, or corrected on their own."""
        some = [path for path in MAIN if any(point.results.has(path) for point in self.points)]
        rest = [path for path in some if path not in self.paths]
        others = self._at_points(self._compare(rest), rest)
        return {path: others[path] if path in others else self.found[path] for path in some}

    def _compare(self, paths: Sequence[str]) -> Comparison:
        others = [point for point in self.points if point is not self.base_point]
        arms = {self.label(point): point.results for point in (self.base_point, *others)}
        beside = [point.against.run for point in others if point.against]
        return compare(arms, self._products, beside=beside, paths=paths)

    def _at_points(
        self, comparison: Comparison, paths: Sequence[str]
    ) -> dict[str, list[AtPoint | None]]:
        pairs = {pair.b: pair.figures for pair in comparison.pairs}
        return {
            path: [
                AtPoint(point.results.estimate(path), pairs.get(self.label(point), {}).get(path))
                if point.results.has(path)
                else None
                for point in self.points
            ]
            for path in paths
        }

    @cached_property
    def dead(self) -> list[str]:
        """The rules whose values all give the same games, if but how these are told."""
        found = []
        for place, axis in enumerate(self.axes):
            rows: dict[tuple[str, ...], list[Point]] = {}
            for point in self.points:
                rows.setdefault((*point.key[:place], *point.key[place + 1 :]), []).append(point)
            several = [_games_of(row) for row in rows.values() if len(row) > 1]
            if several and all(len(games) == 1 for games in several):
                found.append(axis.name)
        return found


def _games_of(row: Sequence[Point]) -> set[str]:
    """Return the tallies of points over the same deals, that of the base beside each other one.

    Points that stopped after different numbers of deals did not play the same games.
    """
    others = [point for point in row if point.against]
    base = [one.against for one in others if one.against and len(others) < len(row)]
    return {one.run.tally.id for one in (*(point.results for point in others), *base)}


def deciding(sweep: Sweep) -> Deciding:
    """Return what is to be decided of a sweep that is played until it is."""
    return decided.deciding(sweep.comparison, sweep.deciding)
