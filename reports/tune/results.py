"""What came of looking for rules: versions tried, versions judged on fresh deals, and why."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from reports.compare.ranking import threshold
from reports.compare.results import FigureComparison
from reports.figures.figure import SEAT_SPREAD, SEATS, WIN_RATE, Figure, noticeable_difference
from reports.figures.statistics import UNKNOWN, Estimate, VerdictWord, half_width
from reports.figures.targets import combined_verdict, read_targets
from reports.robust.levels import Robustness
from reports.run.results import RunResults
from reports.sweep.results import SweepPoint, SweepResults
from reports.writing.wording import counted
from simulate.play.run import ArmsRun, Run
from simulate.rules.kinds import written
from simulate.rules.values import HEAD_START

Floats = NDArray[np.float64]
#: What came of some values of rules: a point for each number of players, mostly for one.
Version = Sequence[SweepPoint]
#: Verdicts, the best first.
_ORDER: tuple[VerdictWord, ...] = ("meets", "undecided", "misses")
#: What another rule may leave of what the nearest version misses, at most, to be named.
_HELPS = 0.8
#: The head start whose effect is compared deal by deal with none.
LEAD = 2
#: An interval of this confidence is one standard error to both sides.
_ERROR = 0.6827


def told_value(rule: str, value: Any) -> str:
    """Name a value of a rule, as "starter rotate", or "seat 4 +1.5" of points to begin with."""
    name, _, seat = rule.partition(".")
    return f"seat {seat} {value:+g}" if seat and name == HEAD_START else f"{rule} {written(value)}"


@dataclass(frozen=True)
class TargetBounds:
    """Figures with the bounds that are wanted of them, each array an entry a figure."""

    paths: tuple[str, ...]
    low: Floats
    high: Floats
    #: From which difference on people notice it, and its standard error at the end.
    noticed: Floats
    error: Floats
    #: For how many numbers of players: so many rows that follow one another are a version.
    each: int = 1

    @classmethod
    def of(cls, results: RunResults, games: int, each: int, *, by_seat: bool = False) -> Self:
        """Read the targets of a study of which some games were played, of so many at the end.

        Of the largest distance of a seat from its share all seats are looked at (`by_seat`): the
        largest of several is large by chance alone, so that a few games tell little of it.
        """
        bounds: dict[str, tuple[float, float]] = {}
        for target in read_targets(results.run.study.targets):
            ends, path, fair = (target.low, target.high), target.figure, results.fair_share
            if by_seat and path == SEAT_SPREAD and results.contest == "seats" and target.low <= 0:
                for seat in range(1, results.players + 1):
                    bounds[f"{SEATS}.{seat}.{WIN_RATE}"] = fair - ends[1], fair + ends[1]
            else:
                bounds[path] = ends
        found = {path: results.at_confidence(_ERROR).estimate(path) for path in bounds}
        noticed = [
            noticeable_difference(results.figure(path), found[path].value) or 1.0 for path in bounds
        ]
        errors = np.array([half_width(one) for one in found.values()])
        error = np.maximum(errors * math.sqrt(results.run.games / games), 1e-12)
        low, high = np.array([*bounds.values()]).T
        return cls(tuple(bounds), low, high, np.array(noticed), error, each)

    def seen(self, points: Iterable[SweepPoint]) -> tuple[Floats, Floats]:
        """Return the figures of versions, a row each, and standard errors; NaN of what is not."""
        found = [
            [one.estimate(path) if one.has(path) else UNKNOWN for path in self.paths]
            for one in (point.results.at_confidence(_ERROR) for point in points)
        ]
        both = np.array([[(one.value, half_width(one)) for one in row] for row in found])
        return both[..., 0], both[..., 1]

    def short(self, figures: Floats) -> Floats:
        """Return by how much versions miss each want, a row each, in what people notice."""
        beyond = np.maximum(self.low - figures, figures - self.high).clip(0.0) / self.noticed
        short: Floats = np.nan_to_num(beyond, nan=np.inf, posinf=np.inf)
        return np.asarray(short.reshape(-1, self.each, len(self.paths)).sum(axis=1))

    def missed(self, figures: Floats, reach: Floats) -> list[bool]:
        """Return which versions miss a want by more than the reach of its figure, or lack it."""
        apart = (figures - reach > self.high) | (figures + reach < self.low) | np.isnan(figures)
        return [any(row) for row in apart.reshape(-1, self.each * len(self.paths)).tolist()]

    def scores(self, figures: Floats) -> Floats:
        """Score versions: those that meet all by how safely, others below 0 by how far off."""
        short = self.short(figures).sum(axis=1)
        safely = np.minimum(figures - self.low, self.high - figures) / self.error
        least = safely.reshape(-1, self.each * len(self.paths)).min(axis=1)
        return np.asarray(np.where(short > 0, -short, least))


@dataclass(frozen=True)
class HeadStart:
    """The win rate of a seat with some more points to begin with than by the rules as they are."""

    points: float
    win_rate: Estimate


@dataclass(frozen=True)
class HeadStarts:
    """The head starts tried for the seat that wins least.

    Attributes
    ----------
    seat
        The number of the seat.
    fair_share
        The win rate that would be fair.
    finest
        The smallest step between head starts.
    more
        The additional win rate with `LEAD` points, compared deal by deal.
    tried
        All head starts with their win rates, by points, from 0; the intervals hold together.
    """

    seat: int
    fair_share: float
    finest: float
    more: Estimate
    tried: Sequence[HeadStart]

    @property
    def is_crossed(self) -> bool:
        """Whether the step from one head start to the next leads across the fair share.

        The seat then wins clearly less than its share with one, and clearly more with the next.
        """
        below, above = self.around
        return (
            below is not None
            and above is not None
            and above.points - below.points <= self.finest
            and below.win_rate.high < self.fair_share < above.win_rate.low
        )

    @property
    def around(self) -> tuple[HeadStart | None, HeadStart | None]:
        """The last head start before the seat wins its share, and the first with which it does.

        None where no such head start was tried.
        """
        for place, start in enumerate(self.tried):
            if start.win_rate.value >= self.fair_share:
                return self.tried[place - 1] if place else None, start
        return self.tried[-1], None


@dataclass(frozen=True, eq=False, kw_only=True)
class TuneResults(SweepResults):
    """All that came of it: the sweep is of what was judged, on fresh deals.

    Its base are the rules as they are, and its confidence is corrected for all versions, wants and
    looks, which together have `overall`. A version is one point, or where all is wanted for `each`
    of several numbers of players, which are the last axis, so many that follow one another.
    """

    overall: float
    each: int
    #: How much each version that was judged changes of the rules.
    changes: Sequence[float]
    #: What the search saw, and how many versions it left open.
    tried: Sequence[SweepPoint]
    left_open: int
    #: How many versions there are, and how many cannot be played, as far as was tried.
    versions: int
    impossible: int
    #: What other rules give with the nearest version, labelled by what is typed for them.
    helping: Sequence[SweepPoint] = ()
    #: None if no seat may begin with more points.
    head_starts: HeadStarts | None = None
    #: What was found with other players, of the points of what is recommended.
    robustness: Sequence[Robustness] = ()

    @property
    def all_runs(self) -> list[Run]:
        """All that was played but what tells of a lead and of other players."""
        return [one.results.run for one in (*self.points, *self.tried, *self.helping)]

    @property
    def players(self) -> Sequence[int]:
        """The numbers of players for which all is wanted, if several."""
        return self.axes[-1].values if self.each > 1 else ()

    def by_version(self, points: Sequence[SweepPoint]) -> list[Version]:
        """Return the points of each version."""
        return [points[n : n + self.each] for n in range(0, len(points), self.each)]

    def over_players(self, version: Version) -> SweepResults:
        """Return a version as a sweep over the numbers of players."""
        together = ArmsRun(tuple(point.results.run for point in version))
        values = [(players,) for players in self.players]
        return SweepResults(
            self.axes[-1:], values, together, self.paths, confidence=self.confidence
        )

    def name(self, point: SweepPoint) -> str:
        """Name a version by the rules that it changes."""
        rules = self.axes[:-1] if self.players else self.axes
        both = zip(rules, point.values, self.base_point.values, strict=False)
        told = [told_value(axis.name, value) for axis, value, now in both if value != now]
        return ", ".join(told) or "as it is"

    def whose(self, point: SweepPoint) -> str:
        """Say for how many players a point is, as in " for 3 players", where several are asked."""
        return f" for {counted(point.results.players, 'player')}" if self.players else ""

    @cached_property
    def wants(self) -> TargetBounds:
        """What is wanted."""
        return TargetBounds.of(self.base, self.base.run.games, self.each)

    @cached_property
    def figures(self) -> list[Figure]:
        """The figures of which something is wanted."""
        return [self.figure(path) for path in self.wants.paths]

    def short(self, points: Sequence[SweepPoint]) -> Floats:
        """Return by how much versions miss each want, a row each."""
        return self.wants.short(self.wants.seen(points)[0])

    @cached_property
    def words(self) -> list[VerdictWord]:
        """The verdict on all wants together, of each version."""
        several = [
            [point.results.judged() for point in one] for one in self.by_version(self.points)
        ]
        return [combined_verdict([*chain(*judged)]) for judged in several]

    @property
    def going(self) -> list[int]:
        """The places of open points, unless a version that meets all changes less."""
        both = list(zip(self.words, self.changes, strict=True))
        least = min((far for word, far in both if word == "meets"), default=math.inf)
        is_open = [word == "undecided" and far < least for word, far in both]
        return [n for n in range(len(self.points)) if is_open[n // self.each]]

    @cached_property
    def ranked(self) -> list[Version]:
        """What was judged on fresh deals, the best first.

        Those that meet all wants, the least changed first; then open ones and then others, those
        first that are safest within the bounds, or nearest to them.
        """
        scores, words = self.wants.scores(self.wants.seen(self.points)[0]), self.words

        def order(n: int) -> tuple[float, ...]:
            safely = 0.0 if words[n] == "meets" else scores[n]
            return _ORDER.index(words[n]), -safely, self.changes[n]

        versions = self.by_version(self.points)
        return [versions[n] for n in sorted(range(len(versions)), key=order)]

    @property
    def leading(self) -> Version:
        """What is recommended, else the nearest."""
        return self.ranked[0]

    @property
    def verdict(self) -> Literal["meets", "none", "undecided"]:
        """What can be said."""
        best = min(self.words, key=_ORDER.index)
        is_open = self.left_open or best == "undecided"
        return "meets" if best == "meets" else "undecided" if is_open else "none"

    @cached_property
    def trade_off(self) -> list[Version]:
        """Of what was judged versions that no other betters in all wants at once."""
        missed = self.short(self.points)
        return [
            one
            for one, mine in zip(self.by_version(self.points), missed, strict=True)
            if not ((missed <= mine).all(axis=1) & (missed < mine).any(axis=1)).any()
        ]

    @cached_property
    def pair(self) -> tuple[int, int]:
        """The two wants that are least met together."""
        missed, count = self.short([*self.points, *self.tried]), len(self.wants.paths)
        pairs = [(n, m) for n in range(count) for m in range(n + 1, count)]
        return max(pairs, key=lambda pair: missed[:, list(pair)].sum(axis=1).min())

    @cached_property
    def helps(self) -> list[Version]:
        """Of other rules those that bring the nearest version clearly nearer, the best first."""
        now, *left = self.short([*self.leading, *self.helping]).sum(axis=1)
        both = zip(left, self.by_version(self.helping), strict=True)
        return [one for rest, one in sorted(both, key=lambda one: one[0]) if rest < _HELPS * now]

    @cached_property
    def side_effects(self) -> list[tuple[SweepPoint, FigureComparison]]:
        """Main figures that noticeably change with what leads, beside what is wanted."""
        wanted, several = {figure.topic for figure in self.figures}, self.main.values()
        mine = [one for found in several for one in found if one.point in self.leading]
        clear = [(one.point, one.compared) for one in mine if one.compared and one.is_clear]
        far = [(_, one) for _, one in clear if abs(one.difference.estimate.value) >= threshold(one)]
        return [(point, one) for point, one in far if one.figure.topic not in wanted]
