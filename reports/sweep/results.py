"""What a rule does to a game: a comparison of one study at several of the rule's values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from reports.compare.results import ComparisonResults, FigureComparison, compare
from reports.figures import figure as kinds
from reports.figures.differences import Difference
from reports.figures.statistics import DEFAULT_CONFIDENCE, Estimate
from reports.robust.directions import LevelsOfArms
from reports.run.results import RunResults
from simulate.play.run import ArmsRun
from simulate.rules.kinds import written

#: Kinds of win rates that are told together, by what they are of.
GROUPS = {kinds.SIDES: "side", kinds.SEATS: "seat", kinds.STRATEGIES: "strategy"}
#: How a figure at a point stands to the base: the point that all are compared with.
Standing = Literal["higher", "lower", "the same", "not clear", "base", "not compared"]


@dataclass(frozen=True)
class Axis:
    """One thing that is varied: a rule, an entry of one as ``deck.schnuff``, players or variant."""

    name: str
    values: tuple[Any, ...]

    @property
    def is_number(self) -> bool:
        """Whether the values have places on a line."""
        return all(isinstance(v, int | float) and not isinstance(v, bool) for v in self.values)


def label(axes: Sequence[Axis], values: Sequence[Any]) -> str:
    """Name a point, as in "target_score=8, hand_size=4"."""
    pairs = zip(axes, values, strict=True)
    return ", ".join(f"{axis.name}={written(value)}" for axis, value in pairs)


@dataclass(frozen=True)
class SweepPoint:
    """A value of each rule that is varied, and what came of the study with them."""

    values: tuple[Any, ...]
    label: str
    results: RunResults
    #: Whether the others are compared with it.
    is_base: bool


@dataclass(frozen=True)
class PointComparison:
    """One figure at one point; not compared at the base, and where the base lacks it."""

    point: SweepPoint
    estimate: Estimate
    compared: FigureComparison | None = None

    @property
    def difference(self) -> Difference | None:
        """How much larger it is than at the base."""
        return self.compared.difference if self.compared else None

    @property
    def standing(self) -> Standing:
        """What can be said of the difference."""
        if not self.compared:
            return "base" if self.point.is_base else "not compared"
        change = self.compared.difference.estimate.value
        if self.compared.is_exact and not change:
            return "the same"
        if not self.compared.is_clear:
            return "not clear"
        return "higher" if change > 0 else "lower"

    @property
    def is_clear(self) -> bool:
        """Whether it clearly differs from the base."""
        return self.standing in ("higher", "lower")


@dataclass(frozen=True, eq=False)
class SweepResults:
    """All points of a sweep, each compared with one of them, the base."""

    axes: Sequence[Axis]
    #: Of each point.
    values: Sequence[tuple[Any, ...]]
    #: The base, and then the other points in their order.
    together: ArmsRun
    paths: Sequence[str]
    #: Values that cannot be played, and why.
    skipped: Sequence[tuple[tuple[Any, ...], str]] = ()
    #: The place of the point with the rules as they are, which is the base; else it is the first.
    in_force: int | None = None
    #: The paths that end a sweep that is played until all is decided.
    deciding: Sequence[str] = ()
    confidence: float = DEFAULT_CONFIDENCE
    levels: LevelsOfArms | None = None

    @cached_property
    def points(self) -> tuple[SweepPoint, ...]:
        """Every point, in the order of its values."""
        place, (base, *runs) = self.in_force or 0, self.together.runs
        runs.insert(place, base)
        return tuple(
            SweepPoint(values, name, RunResults(run, self.confidence, robustness), n == place)
            for n, (values, run) in enumerate(zip(self.values, runs, strict=True))
            for name in [label(self.axes, values)]
            for robustness in [self.levels.of_arm(name) if self.levels else None]
        )

    @property
    def base_point(self) -> SweepPoint:
        """The point that the others are compared with."""
        return self.points[self.in_force or 0]

    @property
    def base(self) -> RunResults:
        """What came of that point."""
        return self.base_point.results

    @property
    def things(self) -> str:
        """What points are called."""
        if len(self.axes) > 1:
            return "versions"
        return "numbers of players" if self.axes[0].name == "players" else "values"

    def standings(self, paths: Sequence[str]) -> set[Standing]:
        """Return how some figures stand to the base anywhere."""
        return {one.standing for path in paths for one in self.found[path]}

    def figure(self, path: str) -> kinds.Figure:
        """Describe a figure that one of the points has."""
        return next(p.results.figure(path) for p in self.points if p.results.has(path))

    def from_fair(self, path: str) -> bool:
        """Return whether a win rate is told by its distance from a fair share that varies."""
        several = len({point.results.players for point in self.points}) > 1
        return several and self.figure(path).is_win_rate

    @cached_property
    def comparison(self) -> ComparisonResults:
        """The figures asked for at each point, compared with the base."""
        return replace(self._compare(self.paths), deciding_paths=self.deciding)

    @cached_property
    def found(self) -> dict[str, list[PointComparison]]:
        """Return each figure asked for at the points that have it."""
        return self._at_points(self.comparison, self.paths)

    @cached_property
    def main(self) -> dict[str, list[PointComparison]]:
        """Return the main figures at each point: as asked for, or corrected on their own."""
        several = [one for point in self.points for one in point.results.figures.values()]
        some = list(dict.fromkeys(one.path for one in several if one.main))
        rest = [path for path in some if path not in self.paths]
        others = self._at_points(self._compare(rest), rest)
        return {path: others[path] if path in others else self.found[path] for path in some}

    @property
    def met(self) -> set[str]:
        """The labels of the points but the base at which a target is met."""
        return {
            point.label
            for point in self.points
            if not point.is_base
            and any(one.verdict.word == "meets" for one in point.results.judged())
        }

    @cached_property
    def changed_besides(self) -> dict[str, list[PointComparison]]:
        """The main figures without a target that clearly differ where one is met."""
        met, aimed = self.met, {judged.target.figure for judged in self.base.judged()}
        return {
            path: clear
            for path, several in self.main.items()
            if path not in aimed
            and (clear := [one for one in several if one.is_clear and one.point.label in met])
        }

    def _compare(self, paths: Sequence[str]) -> ComparisonResults:
        points = sorted(self.points, key=lambda one: not one.is_base)
        arms = {point.label: point.results for point in points}
        return compare(arms, self.together, paths=paths)

    def _at_points(
        self, comparison: ComparisonResults, paths: Sequence[str]
    ) -> dict[str, list[PointComparison]]:
        pairs = {pair.b: pair.figures for pair in comparison.pairs}
        return {
            path: [
                PointComparison(
                    point, point.results.estimate(path), pairs.get(point.label, {}).get(path)
                )
                for point in self.points
                if point.results.has(path)
            ]
            for path in paths
        }


def group(figure: kinds.Figure) -> str:
    """Return what a win rate is of that is told together with others: "seat" or "strategy"."""
    return GROUPS.get(figure.kind, "") if figure.is_win_rate else ""


def default_paths(results: Sequence[RunResults]) -> list[str]:
    """Return what is told of a sweep unless it is said: what designers ask first, and targets."""
    first = [
        path for path in (kinds.ADVANTAGE, kinds.GAMES_WON) if any(one.has(path) for one in results)
    ]
    found: dict[str, None] = dict.fromkeys([*first[:1], kinds.MINUTES])
    for one in results:
        found |= {path: None for path in one.run.study.targets if one.has(path)}
    for one in results:
        for kind in GROUPS:
            # Where several win together, the win rates of sides tell those of their seats.
            if kind == kinds.SEATS and one.contest != "seats":
                continue
            if kind == kinds.STRATEGIES and len(one.run.study.strategies) == 1:
                continue
            told = [
                figure for figure in one.figures_of(kind, kinds.WIN_RATE) if not figure.is_fixed
            ]
            found |= {figure.path: None for figure in told}
    return list(found)


def chart_names(figures: Mapping[str, kinds.Figure], axes: int) -> dict[str, tuple[str, ...]]:
    """Return the figures of each chart by file stem; along one rule win rates share one."""
    found: dict[str, tuple[str, ...]] = {}
    for path, figure in figures.items():
        kind = group(figure) if axes == 1 else ""
        stem = f"win_rate_by_{kind}" if kind else re.sub(r"[^A-Za-z0-9]+", "_", path).strip("_")
        while stem in found and not kind:
            stem += "_"
        found[stem] = (*found.get(stem, ()), path)
    return found
