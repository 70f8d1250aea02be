"""What came of looking for rules: versions tried, versions judged on fresh deals, and why."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from reports.comparison.results import Compared
from reports.figures.figure import Figure
from reports.figures.noticeable import noticeable
from reports.figures.statistics import Estimate, Word
from reports.robust.levels import Robustness
from reports.sweep.results import Point, Sweep
from reports.tune.choosing import Wants
from reports.tune.model import Floats
from simulate.rules.kinds import written
from simulate.rules.values import HEAD_START

#: What another rule may leave of what the nearest version misses, at most, to be named.
_HELPS = 0.8
#: The points to begin with of which it is told what they are worth.
LEAD = 2


def word_of(point: Point) -> Word:
    """Return the verdict on all wants together."""
    words = {one.verdict.word for one in point.results.judged()}
    return "misses" if "misses" in words else "undecided" if "undecided" in words else "meets"


def told_value(rule: str, value: Any) -> str:
    """Name a value of a rule, as "starter rotate", or "seat 4 +1.5" of points to begin with."""
    name, _, seat = rule.partition(".")
    return f"seat {seat} {value:+g}" if seat and name == HEAD_START else f"{rule} {written(value)}"


def more_games(point: Point) -> float:
    """Return how many more games would probably decide it; infinite where nobody can tell."""
    more = [one.verdict.more_games for one in point.results.judged()]
    return max(math.inf if games is None else games for games in more)


@dataclass(frozen=True, eq=False)
class Tune:
    """All that came of it."""

    #: Of what was judged, on fresh deals; the base are the rules as they are. Its confidence is
    #: corrected for all versions, wants and looks.
    sweep: Sweep
    #: How much each of its points changes of the rules.
    changes: Sequence[float]
    #: What the search saw, and how many versions it left open.
    tried: Sequence[Point]
    left_open: int
    #: How many versions there are, and how many cannot be played, as far as was tried.
    versions: int
    impossible: int
    confidence: float
    #: The whole command, with as many games as would probably decide it.
    again: str = ""
    #: What other rules give with the nearest version, by what is typed for them.
    helping: Mapping[str, Point] = field(default_factory=dict)
    #: A seat, and how much more it wins if it begins `LEAD` points ahead.
    lead: tuple[int, Estimate] | None = None
    #: What was found with other players, of what is recommended.
    robustness: Robustness | None = None

    def name(self, point: Point) -> str:
        """Name a version by the rules that it changes."""
        both = zip(self.sweep.axes, point.values, self.sweep.base_point.values, strict=True)
        told = [told_value(axis.name, value) for axis, value, now in both if value != now]
        return ", ".join(told) or "as it is"

    @cached_property
    def wants(self) -> Wants:
        """What is wanted."""
        return Wants.of(self.sweep.base, self.sweep.base.run.games)

    @cached_property
    def figures(self) -> list[Figure]:
        """The figures of which something is wanted."""
        return [self.sweep.figure(path) for path in self.wants.paths]

    def seen(self, points: Sequence[Point]) -> Floats:
        """Return what versions give of each want, a row each."""
        return self.wants.seen(one.results for one in points)[0]

    def short(self, points: Sequence[Point]) -> Floats:
        """Return by how much versions miss each want, a row each."""
        return self.wants.short(self.seen(points))

    @cached_property
    def ranked(self) -> list[Point]:
        """What was judged on fresh deals, the best first.

        Those that meet all wants, the least changed first; then open ones and then others, the
        nearest first, and the soonest decided.
        """
        points, short = self.sweep.points, self.short(self.sweep.points).sum(axis=1)

        def order(n: int) -> tuple[float, ...]:
            word = word_of(points[n])
            if word == "meets":
                return 0, self.changes[n]
            more = more_games(points[n]) if word == "undecided" else 0.0
            return 1 + (word == "misses"), short[n], more, self.changes[n]

        return [points[n] for n in sorted(range(len(points)), key=order)]

    @cached_property
    def candidates(self) -> list[Point]:
        """Versions that meet all wants on the fresh deals."""
        return [one for one in self.ranked if word_of(one) == "meets"]

    @property
    def nearest(self) -> list[Point]:
        """All others on the fresh deals."""
        return self.ranked[len(self.candidates) :]

    @property
    def leading(self) -> Point:
        """What is recommended, else the nearest."""
        return self.ranked[0]

    @property
    def verdict(self) -> Literal["meets", "none", "undecided"]:
        """What can be said."""
        is_open = self.left_open or "undecided" in map(word_of, self.nearest)
        return "meets" if self.candidates else "undecided" if is_open else "none"

    @cached_property
    def trade_off(self) -> list[Point]:
        """Versions that no other betters in all wants at once."""
        both = (*self.tried, *self.sweep.points)
        known = list({repr(one.values): one for one in both}.values())  # values may be tables
        missed = self.short(known)
        return [
            one
            for one, mine in zip(known, missed, strict=True)
            if not ((missed <= mine).all(axis=1) & (missed < mine).any(axis=1)).any()
        ]

    @cached_property
    def pair(self) -> tuple[int, int]:
        """The two wants that are least met together; of a single want twice that."""
        missed, count = self.short([*self.sweep.points, *self.tried]), len(self.wants.paths)
        pairs = [(n, m) for n in range(count) for m in range(n + 1, count)] or [(0, 0)]
        return max(pairs, key=lambda pair: missed[:, list(pair)].sum(axis=1).min())

    @cached_property
    def helps(self) -> list[str]:
        """Other rules that bring the nearest version clearly nearer, the most helpful first."""
        now = self.short([self.leading]).sum()
        left = {rule: self.short([point]).sum() for rule, point in self.helping.items()}
        return sorted((rule for rule in left if left[rule] < _HELPS * now), key=lambda r: left[r])

    @cached_property
    def side_effects(self) -> list[Compared]:
        """Main figures that noticeably change with what leads, beside what is wanted."""
        wanted = {figure.topic for figure in self.figures}
        mine = [one for several in self.sweep.main.values() for one in several]
        clear = [one.compared for one in mine if one.point is self.leading and one.is_clear]
        return [
            one
            for one in clear
            if one and one.figure.topic not in wanted
            if abs(one.difference.estimate.value) >= noticeable(one.figure, one.first.value)
        ]
