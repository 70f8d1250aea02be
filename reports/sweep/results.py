"""The results of a sweep: one study with several values of its rules, compared with a base."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
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

#: The kinds of figures that include win rates, with the noun for the winners. The win rates of a
#: kind are shown together.
GROUPS = {kinds.SIDES: "side", kinds.SEATS: "seat", kinds.STRATEGIES: "strategy"}
#: The standing of a figure at a point, compared with the base.
Standing = Literal["higher", "lower", "the same", "not clear", "base", "not compared"]


@dataclass(frozen=True)
class Axis:
    """Something that a sweep varies, with its values.

    It is a rule, an entry of a rule such as ``deck.schnuff``, the number of players or the variant.
    """

    name: str
    values: tuple[Any, ...]

    @property
    def is_number(self) -> bool:
        """True if all values are numbers."""
        return all(
            isinstance(value, int | float) and not isinstance(value, bool) for value in self.values
        )


def label(axes: Sequence[Axis], values: Sequence[Any]) -> str:
    """Return the label of a point, such as "target_score=8, hand_size=4".

    `values` has one value for each axis.
    """
    pairs = zip(axes, values, strict=True)
    return ", ".join(f"{axis.name}={written(value)}" for axis, value in pairs)


@dataclass(frozen=True)
class SweepPoint:
    """One combination of values, with the results of the study.

    Attributes
    ----------
    values
        The value on each axis.
    label
        The name of the point, as `label` returns it.
    results
        The results of the study with these values.
    is_base
        True if the other points are compared with this one.
    """

    values: tuple[Any, ...]
    label: str
    results: RunResults
    is_base: bool


@dataclass(frozen=True)
class PointComparison:
    """One figure at one point, compared with the base.

    Attributes
    ----------
    point
        The point.
    estimate
        The estimate of the figure.
    compared
        The comparison with the base; None at the base itself, and if the base lacks the figure.
    """

    point: SweepPoint
    estimate: Estimate
    compared: FigureComparison | None = None

    @property
    def difference(self) -> Difference | None:
        """The figure minus its value at the base; None if the two were not compared."""
        return self.compared.difference if self.compared else None

    @property
    def standing(self) -> Standing:
        """The verdict on the figure compared with its value at the base."""
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
        """True if the figure clearly differs from its value at the base."""
        return self.standing in ("higher", "lower")


@dataclass(frozen=True, eq=False)
class SweepResults:
    """All points of a sweep, each compared with the base.

    Attributes
    ----------
    axes
        The varied rules.
    values
        The values of each point, one for each axis.
    arms_run
        The run of the base, then the runs of the other points in their order.
    paths
        The paths of the figures to show.
    skipped
        The combinations of values that cannot be played, each with the reason.
    in_force
        The index of the point with the current rules, which is the base. None if no point has
        them; the first point is then the base.
    deciding
        The paths of the figures that must be decided before a sweep with --until-decided ends.
    confidence
        The confidence of each interval.
    levels
        The results of all points with other players; None if they did not play.
    """

    axes: Sequence[Axis]
    values: Sequence[tuple[Any, ...]]
    arms_run: ArmsRun
    paths: Sequence[str]
    skipped: Sequence[tuple[tuple[Any, ...], str]] = ()
    in_force: int | None = None
    deciding: Sequence[str] = ()
    confidence: float = DEFAULT_CONFIDENCE
    levels: LevelsOfArms | None = None

    @cached_property
    def points(self) -> tuple[SweepPoint, ...]:
        """All points, in the order of `values`."""
        base_place = self.in_force or 0
        base, *runs = self.arms_run.runs
        runs.insert(base_place, base)
        points = []
        for place, (values, run) in enumerate(zip(self.values, runs, strict=True)):
            name = label(self.axes, values)
            robustness = self.levels.of_arm(name) if self.levels else None
            results = RunResults(run, self.confidence, robustness)
            points.append(SweepPoint(values, name, results, is_base=place == base_place))
        return tuple(points)

    @property
    def base_point(self) -> SweepPoint:
        """The point that the other points are compared with."""
        return self.points[self.in_force or 0]

    @property
    def base(self) -> RunResults:
        """The results of the base."""
        return self.base_point.results

    @property
    def noun(self) -> str:
        """The noun for several points: "values", "versions" or "numbers of players"."""
        if len(self.axes) > 1:
            return "versions"
        return "numbers of players" if self.axes[0].name == "players" else "values"

    def standings(self, paths: Sequence[str]) -> set[Standing]:
        """Return how figures differ from the base, as a set of the results at all points.

        `paths` has the paths of the figures.

        Raises
        ------
        KeyError
            If one of the figures is not shown.
        """
        return {at_point.standing for path in paths for at_point in self.at_points[path]}

    def figure(self, path: str) -> kinds.Figure:
        """Return the figure with a path, as declared by the first point that has it.

        Raises
        ------
        StopIteration
            If no point has the figure.
        """
        return next(point.results.figure(path) for point in self.points if point.results.has(path))

    def is_from_fair(self, path: str) -> bool:
        """Return True if a figure is shown as its distance from the fair share.

        That is so for win rates if the number of players, and so the fair share, varies.

        Raises
        ------
        StopIteration
            If no point has the figure.
        """
        numbers_of_players = {point.results.players for point in self.points}
        return len(numbers_of_players) > 1 and self.figure(path).is_win_rate

    @cached_property
    def comparison(self) -> ComparisonResults:
        """The comparison of each point with the base, for all figures to show."""
        return replace(self._compare(self.paths), deciding_paths=self.deciding)

    @cached_property
    def at_points(self) -> dict[str, list[PointComparison]]:
        """The figures to show by path, each at all points that have it."""
        return self._at_points(self.comparison, self.paths)

    @cached_property
    def main(self) -> dict[str, list[PointComparison]]:
        """The main figures by path, each at all points that have it.

        Main figures that are not among the figures to show are corrected for multiple
        comparisons separately.
        """
        paths = dict.fromkeys(
            figure.path
            for point in self.points
            for figure in point.results.figures.values()
            if figure.main
        )
        more_paths = [path for path in paths if path not in self.paths]
        more = self._at_points(self._compare(more_paths), more_paths)
        return {path: more[path] if path in more else self.at_points[path] for path in paths}

    @property
    def meeting(self) -> set[str]:
        """The labels of the points other than the base that meet at least one target.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """

        def meets_a_target(point: SweepPoint) -> bool:
            return any(judged.verdict.word == "meets" for judged in point.results.judged())

        tried_points = [point for point in self.points if not point.is_base]
        return {point.label for point in filter(meets_a_target, tried_points)}

    @cached_property
    def side_effects_by_path(self) -> dict[str, list[PointComparison]]:
        """The clear changes of main figures without a target at points that meet a target.

        The keys are the paths of the figures.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
        targets = {judged.target.figure for judged in self.base.judged()}
        changes = {}
        for path, comparisons in self.main.items():
            if path in targets:
                continue
            clear = [
                at_point
                for at_point in comparisons
                if at_point.is_clear and at_point.point.label in self.meeting
            ]
            if clear:
                changes[path] = clear
        return changes

    def _compare(self, paths: Sequence[str]) -> ComparisonResults:
        """Return the comparison of all points with the base, for the figures with these paths."""
        base_first = sorted(self.points, key=lambda point: not point.is_base)
        arms = {point.label: point.results for point in base_first}
        return compare(arms, self.arms_run, paths=paths)

    def _at_points(
        self, comparison: ComparisonResults, paths: Sequence[str]
    ) -> dict[str, list[PointComparison]]:
        """Return the figures with these paths, each at all points that have it, by path."""
        pairs = {pair.b: pair.figures for pair in comparison.pairs}

        def compare_point(point: SweepPoint, path: str) -> PointComparison:
            difference = pairs.get(point.label, {}).get(path)
            return PointComparison(point, point.results.estimate(path), difference)

        comparisons = {}
        for path in paths:
            points = [point for point in self.points if point.results.has(path)]
            comparisons[path] = [compare_point(point, path) for point in points]
        return comparisons


def group(figure: kinds.Figure) -> str:
    """Return "side", "seat" or "strategy" for a win rate of that kind, and "" for other figures."""
    return GROUPS.get(figure.kind, "") if figure.is_win_rate else ""


def default_paths(all_results: Sequence[RunResults]) -> list[str]:
    """Return the paths of the figures that a sweep shows by default.

    They are the win rates of teams, the first-player advantage (or the share of games won), the
    length in minutes, the figures with targets, and the win rates that are not fixed by definition.

    Parameters
    ----------
    all_results
        The results of each point.
    """
    paths: dict[str, None] = {}

    def add(path: str) -> None:
        paths[path] = None

    for path in team_paths(all_results):
        add(path)
    for path in (kinds.ADVANTAGE, kinds.GAMES_WON):
        if any(results.has(path) for results in all_results):
            add(path)
            break
    add(kinds.MINUTES)
    for results in all_results:
        for path in results.run.study.targets:
            if results.has(path):
                add(path)
    for results in all_results:
        for kind in _kinds_of_win_rates(results):
            for figure in results.figures_of(kind, kinds.WIN_RATE):
                if not figure.is_fixed:
                    add(figure.path)
    return list(paths)


def team_paths(all_results: Sequence[RunResults]) -> list[str]:
    """Return the paths of the win rates of teams that may change from game to game.

    Of two teams, only the first is included, because the other wins all other games.

    Parameters
    ----------
    all_results
        The results of each point.
    """
    paths: dict[str, None] = {}
    for results in all_results:
        for grouping in results.run.layout.groupings:
            teams = [name for name in grouping.groups if name]
            if grouping.wins_together:
                for name in teams[:1] if len(teams) == 2 else teams:
                    paths[f"{kinds.GROUPS}.{grouping.name}.{name}.{kinds.WIN_RATE}"] = None
    return [path for path in paths if any(results.has(path) for results in all_results)]


def _kinds_of_win_rates(results: RunResults) -> list[str]:
    """Return the keys of `GROUPS` whose win rates do not follow from other win rates."""
    kinds_of_rates = list(GROUPS)
    if results.contest != "seats":
        # The win rates of seats follow from the win rates of their sides.
        kinds_of_rates.remove(kinds.SEATS)
    if len(results.run.study.strategies) == 1:
        kinds_of_rates.remove(kinds.STRATEGIES)
    return kinds_of_rates


def chart_names(
    figures: Mapping[str, kinds.Figure], axes: int, targets: Collection[str] = ()
) -> dict[str, tuple[str, ...]]:
    """Return the paths of the figures in each chart, by the chart's file name without extension.

    Parameters
    ----------
    figures
        The figures to show, by path.
    axes
        The number of axes. With a single axis, the win rates of a kind share a chart. With two axes
        each figure has a map. Maps of win rates without a target are left out if the first-player
        advantage has one, because they would repeat it.
    targets
        The paths of the figures that have targets.
    """
    charts: dict[str, tuple[str, ...]] = {}
    for path, figure in figures.items():
        noun = group(figure)
        if noun and axes == 1:
            stem = f"win_rate_by_{noun}"
        elif noun and kinds.ADVANTAGE in figures and path not in targets:
            continue
        else:
            stem = re.sub(r"[^A-Za-z0-9]+", "_", path).strip("_")
            while stem in charts:
                stem += "_"
        charts[stem] = (*charts.get(stem, ()), path)
    return charts
