"""What a rule does to a game: one study at several of its values, on the same deals."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from reports import statistics
from reports.comparison.results import Products, figure_difference
from reports.figures import ADVANTAGE, Figure, Mean, Ratio
from reports.run.results import Results
from reports.statistics import Difference, Estimate
from reports.targets import Judged
from simulate.option_kinds import written

#: What the games allow to say of a difference to the first point.
Word = Literal["higher", "lower", "the same", "not told"]


@dataclass(frozen=True)
class Axis:
    """One thing that is varied.

    Attributes
    ----------
    name
        A rule, an entry of one as in ``deck.schnuff``, or ``players`` or ``variant``.
    values
        In the order asked for; the first is what the others are compared with.
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
        To the first point; ``None`` at that point, and where only one of the two has it.
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
    """All points of a sweep.

    Parameters
    ----------
    axes
        One or two rules.
    points
        Of runs on the same deals; the first is what the others are compared with.
    products
        For each point but the first; see `simulate.run.Together`.
    paths
        The figures asked for; each must exist at some point.
    skipped
        Values of points that cannot be played, and why.
    """

    def __init__(
        self,
        axes: Sequence[Axis],
        points: Sequence[Point],
        products: Sequence[Products],
        paths: Sequence[str],
        skipped: Sequence[tuple[tuple[Any, ...], str]] = (),
    ) -> None:
        self.axes = tuple(axes)
        self.points = tuple(points)
        self.paths = tuple(paths)
        self.skipped = tuple(skipped)
        self._products = products

    @property
    def base(self) -> Results:
        """What came of the first point."""
        return self.points[0].results

    @property
    def confidence(self) -> float:
        """Of every interval."""
        return self.base.confidence

    def label(self, point: Point) -> str:
        """Name a point, as in "target_score=8, hand_size=4"."""
        return label(self.axes, point.values)

    def figure(self, path: str) -> Figure:
        """Describe a figure that one of the points has."""
        return next(point.results.figure(path) for point in self.points if has(point.results, path))

    @cached_property
    def told(self) -> dict[str, list[Told | None]]:
        """Return each figure asked for at each point; ``None`` where the point lacks it."""
        found = {path: self._differences(path) for path in self.paths}
        tested = [
            one.p_value
            for differences in found.values()
            for one in differences
            if one and not _is_exact(one)
        ]
        corrected = iter(statistics.holm(tested))
        return {
            path: [
                self._told(path, point, difference, corrected)
                for point, difference in zip(self.points, differences, strict=True)
            ]
            for path, differences in found.items()
        }

    def _differences(self, path: str) -> list[Difference | None]:
        found: list[Difference | None] = [None]
        for point, products in zip(self.points[1:], self._products, strict=True):
            both = has(self.base, path) and has(point.results, path)
            found.append(
                figure_difference(path, self.base, point.results, products) if both else None
            )
        return found

    def _told(
        self, path: str, point: Point, difference: Difference | None, corrected: Iterator[float]
    ) -> Told | None:
        if not has(point.results, path):
            return None
        estimate = point.results.estimate(path)
        if difference is None:
            return Told(estimate)
        exact = _is_exact(difference)
        p_holm = difference.p_value if exact else next(corrected)
        value = difference.estimate.value
        word: Word = "the same" if exact and value == 0 else "not told"
        if p_holm < 1 - self.confidence:
            word = "higher" if value > 0 else "lower"
        return Told(estimate, difference, p_holm, word)

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


def is_signed(figure: Figure) -> bool:
    """Return whether a figure is itself a difference of shares, told with its sign."""
    return figure.path == ADVANTAGE


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


def _is_exact(difference: Difference) -> bool:
    """Return whether chance had no part in a difference, so that it needs no test."""
    return difference.estimate.low == difference.estimate.high


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
