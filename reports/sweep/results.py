"""What a rule does to a game: one study at several of its values, on the same deals."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from reports import differences, statistics
from reports.comparison.results import Products, figure_difference, is_exact
from reports.differences import Difference
from reports.figures import ADVANTAGE, Figure, Mean, Quantile, Ratio
from reports.run.results import Results
from reports.statistics import Estimate
from reports.targets import Judged
from simulate.option_kinds import written

#: What the games allow to say of a difference to the base: the point all are compared with.
Word = Literal["higher", "lower", "the same", "not told"]
#: How a figure at a point stands to the base.
Standing = Word | Literal["base", "not compared"]


@dataclass(frozen=True)
class Axis:
    """One thing that is varied.

    Attributes
    ----------
    name
        A rule, an entry of one as in ``deck.schnuff``, or ``players`` or ``variant``.
    values
        In the order asked for.
    """

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
class Point:
    """A study with one value of each rule that is varied, and what came of it."""

    values: tuple[Any, ...]
    results: Results

    @property
    def key(self) -> tuple[str, ...]:
        """The values as they are typed, which tell points apart."""
        return tuple(map(written, self.values))


@dataclass(frozen=True)
class Told:
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


@dataclass(frozen=True)
class Dead:
    """A rule without effect.

    Attributes
    ----------
    rule
        Its name.
    where
        The value of the other rule, as in "hand_size=4", where it has none; ``""`` where it
        has none anywhere.
    figures
        Paths of figures that differ though all games are the same: those that the rule
        only tells otherwise, as ``seconds_per_turn`` does.
    """

    rule: str
    where: str
    figures: tuple[str, ...]


@dataclass(frozen=True)
class Change:
    """Two neighbouring values of a rule between which the verdict on a target changes."""

    judged: tuple[Judged, Judged]
    rule: str
    values: tuple[Any, Any]
    where: str


class Sweep:
    """All points of a sweep, each compared with one of them, the base.

    Parameters
    ----------
    axes
        One or two rules.
    points
        Of runs on the same deals.
    products
        For each point but the base; see `simulate.run.Together`.
    paths
        The figures asked for; each must exist at some point.
    skipped
        Values of points that cannot be played, and why.
    in_force
        The place of the point with the rules as they are, which is the base; ``None`` where it
        is none of the points, and the first is the base.
    """

    def __init__(
        self,
        axes: Sequence[Axis],
        points: Sequence[Point],
        products: Sequence[Products],
        paths: Sequence[str],
        skipped: Sequence[tuple[tuple[Any, ...], str]] = (),
        in_force: int | None = None,
    ) -> None:
        self.axes = tuple(axes)
        self.points = tuple(points)
        self.paths = tuple(paths)
        self.skipped = tuple(skipped)
        self.in_force = in_force
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

    def standing(self, point: Point, told: Told) -> Standing:
        """Return how a figure at a point stands to the base."""
        if point is self.base_point:
            return "base"
        return told.verdict or "not compared"

    def standings(self, paths: Sequence[str]) -> set[Standing]:
        """Return how some figures stand to the base anywhere."""
        return {
            self.standing(point, one)
            for path in paths
            for point, one in zip(self.points, self.told[path], strict=True)
            if one
        }

    def figure(self, path: str) -> Figure:
        """Describe a figure that one of the points has."""
        return next(point.results.figure(path) for point in self.points if has(point.results, path))

    def from_fair(self, path: str) -> bool:
        """Return whether a figure is a win rate whose fair share is not the same at all points.

        What is compared then is its distance from the fair share: with more players
        everybody wins less.
        """
        return bool(group(path)) and len({point.results.players for point in self.points}) > 1

    @cached_property
    def told(self) -> dict[str, list[Told | None]]:
        """Return each figure asked for at each point; ``None`` where the point lacks it."""
        tests = {path: self._tests(path) for path in self.paths}
        # Figures can be one test: the first-player advantage is the win rate of seat 1.
        family: dict[Hashable, float] = {}
        for several in tests.values():
            for test in several:
                if test and not test.is_same:
                    family.setdefault(test.key, test.difference.p_value)
        corrected = statistics.holm(list(family.values()))
        holm = dict(zip(family, corrected, strict=True))
        return {
            path: [
                self._told(path, point, test, holm)
                for point, test in zip(self.points, several, strict=True)
            ]
            for path, several in tests.items()
        }

    def _tests(self, path: str) -> list[_Test | None]:
        """Return the comparison of a figure at each point; ``None`` at the base."""
        crossed = iter(self._products)
        found: list[_Test | None] = []
        for point in self.points:
            if point is self.base_point:
                found.append(None)
                continue
            products = next(crossed)
            both = has(self.base, path) and has(point.results, path)
            found.append(_test(path, self.base, point.results, products) if both else None)
        return found

    def _told(
        self, path: str, point: Point, test: _Test | None, holm: dict[Hashable, float]
    ) -> Told | None:
        if not has(point.results, path):
            return None
        estimate = point.results.estimate(path)
        if test is None:
            return Told(estimate)
        if test.is_same:
            return Told(estimate, test.difference, test.difference.p_value, "the same")
        p_holm = holm[test.key]
        word: Word = "not told"
        if p_holm < 1 - self.confidence:
            word = "higher" if test.difference.estimate.value > 0 else "lower"
        return Told(estimate, test.difference, p_holm, word)

    @cached_property
    def dead(self) -> list[Dead]:
        """Return the rules without any effect on the games played."""
        found = []
        for place, axis in enumerate(self.axes):
            lines = [line for line in self._lines(place) if len(line) > 1]
            dead = [line for line in lines if len({p.results.run.tally.id for p in line}) == 1]
            if lines and len(dead) == len(lines):
                paths = {path: None for line in dead for path in _differing(line)}
                found.append(Dead(axis.name, "", tuple(paths)))
            else:
                found += [
                    Dead(axis.name, self._where(line[0], place), tuple(_differing(line)))
                    for line in dead
                ]
        return found

    @cached_property
    def unasked(self) -> dict[str, tuple[str, ...]]:
        """Return rules that change games but no figure asked for, and what they do change."""
        silent = {one.rule for one in self.dead if not one.where}
        found = {}
        for place, axis in enumerate(self.axes):
            changed = {path: None for line in self._lines(place) for path in _differing(line)}
            if axis.name not in silent and not set(self.paths) & set(changed):
                found[axis.name] = tuple(changed)
        return found

    @cached_property
    def changes(self) -> list[Change]:
        """Return where the verdict on a target differs from one value of a rule to the next."""
        found = []
        for place, axis in enumerate(self.axes):
            for line in self._lines(place):
                judged = [point.results.judged() for point in line]
                pairs = zip(line, line[1:], judged, judged[1:], strict=False)
                for one, other, before, after in pairs:
                    values = (one.values[place], other.values[place])
                    found += [
                        Change((a, b), axis.name, values, self._where(one, place))
                        for a, b in zip(before, after, strict=True)
                        if a.verdict.word != b.verdict.word
                    ]
        return found

    def _lines(self, place: int) -> list[list[Point]]:
        """Return the points that differ in one rule only, a list for each value of the other."""
        lines: dict[tuple[str, ...], list[Point]] = {}
        for point in self.points:
            others = tuple(text for i, text in enumerate(point.key) if i != place)
            lines.setdefault(others, []).append(point)
        return list(lines.values())

    def _where(self, point: Point, place: int) -> str:
        """Name the other rule's value of a point."""
        kept = [i for i in range(len(self.axes)) if i != place]
        return label([self.axes[i] for i in kept], [point.values[i] for i in kept])


def has(results: Results, path: str) -> bool:
    """Return whether a run has a figure, any percentile of a length among them."""
    from simulate.errors import UsageError

    try:
        results.figure(path)
    except UsageError:
        return False
    return True


def group(path: str) -> str | None:
    """Return what kind of win rate a figure is one of, if it is: "seat" or "strategy"."""
    for name, start in (("seat", "seats."), ("strategy", "strategies.")):
        if path.startswith(start) and path.endswith(".win_rate"):
            return name
    return None


def is_rate(figure: Figure) -> bool:
    """Return whether a figure is a share, told in percent."""
    share = isinstance(figure, Ratio) or (isinstance(figure, Mean) and figure.kind == "rate")
    return share and figure.path != "unfinished"


def default_paths(results: Sequence[Results]) -> list[str]:
    """Return what is told of a sweep unless it is said.

    The first-player advantage, the minutes, each seat's win rate, and with several
    strategies theirs.
    """
    found = {ADVANTAGE: None, "length.minutes.mean": None}
    for one in results:
        found |= {f"seats.{seat}.win_rate": None for seat in range(1, one.players + 1)}
        if len(one.run.study.strategies) > 1:
            found |= {f"strategies.{spec}.win_rate": None for spec in one.run.study.strategies}
    return list(found)


@dataclass(frozen=True)
class _Test:
    """A figure at a point compared with the base.

    Attributes
    ----------
    is_same
        Whether the two are exactly the same, so that there is nothing to test.
    key
        The same for comparisons that are one test by another name.
    """

    difference: Difference
    is_same: bool
    key: Hashable


def _test(path: str, first: Results, second: Results, products: Products) -> _Test:
    one, other = first.figure(path), second.figure(path)
    fair = first.fair_share - second.fair_share if group(path) else 0.0
    same_games = first.run.tally.id == second.run.tally.id
    key: Hashable = path
    if isinstance(one, Mean) and isinstance(other, Mean):
        difference = figure_difference(path, first, second, products)
        if fair and is_exact(path, first, second):
            difference = _shifted(difference, fair)
        elif fair:
            sums = first.deal_sums(one), second.deal_sums(other)
            crossed = products[one.place][other.place]
            difference = differences.difference(
                *sums, crossed, first.confidence, kind=one.kind, shift=fair
            )
        shift = other.shift - one.shift + fair
        scale = other.factor / other.unit
        key = (one.place, other.place, one.factor / one.unit / scale, shift / scale)
    elif isinstance(one, Quantile) and isinstance(other, Quantile) and same_games:
        difference = _of_the_same_games(one, other, first.estimate(path))
    else:
        difference = figure_difference(path, first, second, products)
    interval = difference.estimate
    is_same = interval.low == interval.high == 0
    if isinstance(one, Quantile) and not same_games:
        # Percentiles are whole turns, and can agree, interval and all, where games do not.
        ranks = (results.run.tally.lengths[one.length] for results in (first, second))
        is_same = is_same and next(ranks) == next(ranks)
    return _Test(difference, is_same, (second.run.tally.id, key))


def _shifted(exact: Difference, by: float) -> Difference:
    """Add to a difference without chance; what is left of 0 by rounding is 0."""
    found = exact.estimate.shifted(by)
    value = found.value if abs(found.value) > 1e-12 else 0.0
    return Difference(Estimate(value, value, value, found.n), float(value == 0), math.nan)


def _of_the_same_games(one: Quantile, other: Quantile, found: Estimate) -> Difference:
    """Compare a percentile with itself in another unit, as where only seconds a turn differ."""
    factor = other.factor / one.factor - 1
    low, high = sorted((factor * found.low, factor * found.high)) if factor else (0.0, 0.0)
    estimate = Estimate(factor * found.value, low, high, found.n)
    return Difference(estimate, 0.0 if estimate.value else 1.0, math.nan)


def _differing(points: Sequence[Point]) -> list[str]:
    """Return the figures, of those that all points have, whose values differ."""
    paths = [
        path
        for path in points[0].results.figures
        if all(path in point.results.figures for point in points)
    ]
    values = {
        path: {_comparable(point.results.estimate(path).value) for point in points}
        for path in paths
    }
    return [path for path in paths if len(values[path]) > 1]


def _comparable(value: float) -> float | None:
    return None if math.isnan(value) else value
