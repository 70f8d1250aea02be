"""The results of tuning: the versions that the search tried, and those judged on fresh deals."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from reports.compare.ranking import possible_multiple, threshold
from reports.compare.results import FigureComparison
from reports.compare.spread_difference import spread_gain
from reports.figures.figure import SEAT_SPREAD, SEATS, WIN_RATE, Figure, noticeable_difference
from reports.figures.statistics import UNKNOWN, Estimate, VerdictWord, half_width
from reports.figures.targets import Target, combined_verdict, read_targets
from reports.robust.robustness import Robustness
from reports.run.results import RunResults
from reports.sweep.results import SweepPoint, SweepResults
from reports.writing.wording import counted
from simulate.play.run import ArmsRun, Run
from simulate.rules.kinds import written
from simulate.rules.values import HEAD_START

Floats = NDArray[np.float64]
#: The points of one version: one for each number of players that the targets must hold for.
Version = Sequence[SweepPoint]
#: Verdicts, the best first.
_ORDER: tuple[VerdictWord, ...] = ("meets", "undecided", "misses")
#: A change of another rule helps if less than this share of the sum of shortfalls remains.
_HELPS = 0.8
#: It must also come nearer if its figures are this many standard errors further from the targets,
#: because the luckiest of many values always seems to help.
_LUCK = 3.0
#: The scores of two versions tie if they differ by at most this many standard errors.
_TIE = 2.0
#: With `--even`, the largest distance of a seat from its fair share.
EVEN = 0.01
#: The head start, in points, that is compared with no head start on the same deals.
LEAD = 2
#: The half-width of an interval of this confidence is one standard error.
_ONE_STANDARD_ERROR = 0.6827


def describe_value(rule: str, value: Any) -> str:
    """Return a rule with its value in words, such as "starter rotate".

    The head start of a seat is written as in "seat 4 +1.5".
    """
    name, _, seat = rule.partition(".")
    if seat and name == HEAD_START:
        return f"seat {seat} {value:+g}"
    return f"{rule} {written(value)}"


@dataclass(frozen=True)
class TargetBounds:
    """The bounds of all targets, as arrays of shape (figures,).

    Attributes
    ----------
    paths
        The paths of the figures.
    low, high
        The bounds, in the units of the figures; infinite for a bound that does not exist.
    noticed
        The smallest difference of each figure that people notice.
    error
        The standard error that each figure will have once all games are played.
    points_per_version
        The number of consecutive points that form a version, one for each number of players.
    """

    paths: tuple[str, ...]
    low: Floats
    high: Floats
    noticed: Floats
    error: Floats
    points_per_version: int = 1

    @classmethod
    def of(
        cls, results: RunResults, games: int, points_per_version: int, *, by_seat: bool = False
    ) -> Self:
        """Return the bounds of the targets of a study, and how precisely games can judge them.

        Each bound comes with the smallest noticeable difference of its figure (1 if that would be
        0), and with the standard error that the figure will have after `games` games. That is the
        present standard error, scaled by the square root of the number of games.

        Parameters
        ----------
        results
            The results of some games of the study.
        games
            The number of games that will have been played at the end.
        points_per_version
            The number of consecutive points that form a version.
        by_seat
            Replace a target for the largest distance of a seat from its fair share by targets for
            the win rates of all seats. In a few games, the largest of several distances is large
            by chance alone.

        Raises
        ------
        UsageError
            If the run lacks the figure of a target.
        """
        bounds: dict[str, tuple[float, float]] = {}
        for target in read_targets(results.run.study.targets):
            if by_seat and _limits_all_seats(target, results):
                fair = results.fair_share
                for seat in range(1, results.players + 1):
                    path = f"{SEATS}.{seat}.{WIN_RATE}"
                    bounds[path] = (fair - target.high, fair + target.high)
            else:
                bounds[target.figure] = (target.low, target.high)

        one_error = results.at_confidence(_ONE_STANDARD_ERROR)
        estimates = {path: one_error.estimate(path) for path in bounds}
        noticed = [
            noticeable_difference(results.figure(path), estimate.value) or 1.0
            for path, estimate in estimates.items()
        ]
        errors_now = np.array([half_width(estimate) for estimate in estimates.values()])
        error = np.maximum(errors_now * math.sqrt(results.run.games / games), 1e-12)
        low, high = np.array([*bounds.values()]).T
        return cls(tuple(bounds), low, high, np.array(noticed), error, points_per_version)

    def estimates_of(self, points: Iterable[SweepPoint]) -> tuple[Floats, Floats]:
        """Return the figures of points and their standard errors.

        Returns
        -------
        tuple of two arrays of shape (points, figures)
            The figure is NaN if a point lacks it.
        """
        rows = []
        for point in points:
            results = point.results.at_confidence(_ONE_STANDARD_ERROR)
            estimates = [
                results.estimate(path) if results.has(path) else UNKNOWN for path in self.paths
            ]
            rows.append([(estimate.value, half_width(estimate)) for estimate in estimates])
        values_and_errors = np.array(rows)
        return values_and_errors[..., 0], values_and_errors[..., 1]

    def shortfalls(self, figures: Floats) -> Floats:
        """Return the distance of versions from meeting each target.

        Parameters
        ----------
        figures
            The figures of points, of shape (points, figures).

        Returns
        -------
        array of shape (versions, figures)
            Distances in units of the noticeable difference, summed over the points of a version; 0
            where a target is met, infinite where a figure is missing.
        """
        with np.errstate(invalid="ignore"):  # A missing figure may be infinite, as a bound may be.
            beyond = np.maximum(self.low - figures, figures - self.high).clip(0.0) / self.noticed
        distances: Floats = np.nan_to_num(beyond, nan=np.inf, posinf=np.inf)
        by_version = distances.reshape(-1, self.points_per_version, len(self.paths))
        return np.asarray(by_version.sum(axis=1))

    def missed(self, figures: Floats, reach: Floats) -> list[bool]:
        """Return, per version, True if it misses a target by more than `reach` or lacks its figure.

        Parameters
        ----------
        figures, reach
            The figures of points and the half-widths of their intervals, of shape (points,
            figures).
        """
        too_high = figures - reach > self.high
        too_low = figures + reach < self.low
        misses = too_high | too_low | np.isnan(figures)
        by_version = misses.reshape(-1, self.points_per_version * len(self.paths))
        return [any(row) for row in by_version.tolist()]

    def scores(self, figures: Floats) -> Floats:
        """Return a score for each version, which is higher for better versions: shape (versions,).

        If a version meets all targets, its score is its smallest distance to a bound, in standard
        errors. Otherwise it is minus the sum of its shortfalls.

        Parameters
        ----------
        figures
            The figures of points, of shape (points, figures).
        """
        shortfall = self.shortfalls(figures).sum(axis=1)
        with np.errstate(invalid="ignore"):
            margins = np.minimum(figures - self.low, self.high - figures) / self.error
        by_version = margins.reshape(-1, self.points_per_version * len(self.paths))
        return np.asarray(np.where(shortfall > 0, -shortfall, by_version.min(axis=1)))

    def score_errors(self, figures: Floats, errors: Floats) -> Floats:
        """Return, per version that misses a target, roughly the standard error of its score.

        Figures count as independent. The result is 0 for versions that meet all targets.

        Parameters
        ----------
        figures, errors
            The figures of points and their standard errors, of shape (points, figures).

        Returns
        -------
        array of shape (versions,)
        """
        is_missed = (figures < self.low) | (figures > self.high)
        variances = np.where(is_missed, (errors / self.noticed) ** 2, 0.0)
        by_version = variances.reshape(-1, self.points_per_version * len(self.paths))
        return np.asarray(np.sqrt(by_version.sum(axis=1)))

    def chances(self, figures: Floats, errors: Floats) -> Floats:
        """Return, per version, roughly how likely it is to meet all targets: shape (versions,).

        Figures count as independent, with normal distributions around their estimates.

        Parameters
        ----------
        figures, errors
            The figures of points and their standard errors, of shape (points, figures).

        Returns
        -------
        array of shape (versions,)
            Probabilities from 0 to 1; 0 for a version that lacks a figure.
        """
        errors = np.maximum(errors, 1e-12)
        with np.errstate(invalid="ignore"):  # Both numbers of a quotient may be infinite.
            inside = ndtr((self.high - figures) / errors) - ndtr((self.low - figures) / errors)
        by_version = np.nan_to_num(inside).reshape(-1, self.points_per_version * len(self.paths))
        return np.asarray(by_version.prod(axis=1))


def rank_ties(
    numbers: Sequence[int], scores: Floats, errors: Floats, change_sizes: Sequence[float]
) -> list[int]:
    """Return versions that miss targets in order: the best, or the smallest change that ties.

    A version ties with the best of those that remain if their scores differ by no more than chance
    explains. The current rules, which change nothing, never come first because of a tie.

    Parameters
    ----------
    numbers
        The numbers of the versions, sorted by their scores, the best first.
    scores, errors
        The scores and their standard errors, by number.
    change_sizes
        The sizes of the changes, by number.
    """
    remaining = list(numbers)
    ordered = []
    while remaining:
        best = remaining[0]
        tied = [
            number
            for number in remaining
            if number == best
            or (
                change_sizes[number]
                and scores[best] - scores[number] <= _TIE * math.hypot(errors[best], errors[number])
            )
        ]
        chosen = best
        if change_sizes[best]:
            chosen = min(tied, key=lambda number: math.floor(change_sizes[number]))
        ordered.append(chosen)
        remaining.remove(chosen)
    return ordered


def _limits_all_seats(target: Target, results: RunResults) -> bool:
    """Return True if a target is an upper limit for the largest distance from the fair share."""
    return target.figure == SEAT_SPREAD and results.contest == "seats" and target.low <= 0


@dataclass(frozen=True)
class HeadStart:
    """The win rate of a seat that begins with more points than under the current rules."""

    #: The number of additional points.
    points: float
    #: The win rate of the seat.
    win_rate: Estimate


@dataclass(frozen=True)
class HeadStarts:
    """The head starts tried for the seat that wins least.

    Attributes
    ----------
    seat
        The number of the seat, from 1.
    fair_share
        The win rate that would be fair.
    finest
        The smallest step between head starts, in points.
    more
        The additional win rate with `LEAD` points, compared on the same deals.
    tried
        All head starts in the order of their points, from 0; the intervals hold together.
    """

    seat: int
    fair_share: float
    finest: float
    more: Estimate
    tried: Sequence[HeadStart]

    @property
    def is_crossed(self) -> bool:
        """True if the fair share lies clearly between the win rates of two adjacent head starts.

        No head start in between exists, so none is fair.
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
        """The two neighbouring head starts, of all that were tried, that enclose the fair share.

        The second is the smallest with which the seat wins its fair share or more; None if there is
        none. The first is the next smaller one, with which the seat wins less; None if there is
        none. If the second is None, the first is the largest head start tried.
        """
        for place, start in enumerate(self.tried):
            if start.win_rate.value >= self.fair_share:
                return self.tried[place - 1] if place else None, start
        return self.tried[-1], None


@dataclass(frozen=True)
class JudgedSeats:
    """Seats by how their win rates under the current rules compare with the fair share.

    Attributes
    ----------
    weak
        The seats that clearly win less. Only these may get a head start.
    strong
        The seats that clearly win more.
    unclear
        The seats that may win less, but not clearly.
    """

    weak: frozenset[int]
    strong: frozenset[int]
    unclear: frozenset[int]


@dataclass(frozen=True)
class RuleChange:
    """A rule whose value differs from the current one."""

    #: The name of the rule, or of an entry of a rule such as ``deck.0``.
    rule: str
    #: The value in the version.
    value: Any
    #: The current value.
    current: Any


@dataclass(frozen=True, eq=False, kw_only=True)
class TuneResults(SweepResults):
    """The results of tuning: a sweep over the versions that were judged on fresh deals.

    The current rules are the base of the sweep. `confidence` is corrected for the number of
    versions, targets and interim looks, which together have the confidence `overall_confidence`.

    Attributes
    ----------
    points_per_version
        The number of consecutive points that form a version. It is 1, unless targets must hold
        for several numbers of players, which are then the last axis.
    change_sizes
        The size of the change of each judged version: about 1 for each changed rule.
    tried
        The points that the search played.
    left_open
        The number of versions that may meet all targets but were not judged.
    versions
        The number of all versions.
    added
        The number of versions with values between those given.
    impossible
        The number of versions known to be impossible, because their values do not go together.
    helping
        The points of the nearest version with one more rule changed; their labels name the change.
    helping_base
        The points of the nearest version, played on the deals of `helping`.
    request
        The options of the command line that describe the search, without the number of games.
    seats
        The seats that may get a head start; None if no head starts are varied.
    head_starts
        The head starts tried; None if no seat gets one.
    robustness
        The results with other players of each point of the leading version; empty if they did not
        play.
    """

    overall_confidence: float
    points_per_version: int
    change_sizes: Sequence[float]
    tried: Sequence[SweepPoint]
    left_open: int
    versions: int
    impossible: int
    added: int = 0
    request: Sequence[str] = ()
    seats: JudgedSeats | None = None
    helping: Sequence[SweepPoint] = ()
    helping_base: Sequence[SweepPoint] = ()
    head_starts: HeadStarts | None = None
    robustness: Sequence[Robustness] = ()

    @property
    def all_runs(self) -> list[Run]:
        """The runs of the judged versions, of those tried in the search, and of `helping`.

        The versions in `helping` change one rule more than the search may change. Runs with head
        starts or other players are not included.
        """
        points = (*self.points, *self.tried, *self.helping_base, *self.helping)
        return [point.results.run for point in points]

    @property
    def players(self) -> Sequence[int]:
        """The numbers of players for which targets must hold; empty if there is only one."""
        return self.axes[-1].values if self.points_per_version > 1 else ()

    def by_version(self, points: Sequence[SweepPoint]) -> list[Version]:
        """Return points grouped into versions; the points of a version are consecutive."""
        step = self.points_per_version
        return [points[start : start + step] for start in range(0, len(points), step)]

    def over_players(self, version: Version) -> SweepResults:
        """Return a version as a sweep over its numbers of players; there must be several."""
        arms_run = ArmsRun(tuple(point.results.run for point in version))
        player_values = [(players,) for players in self.players]
        return SweepResults(
            self.axes[-1:], player_values, arms_run, self.paths, confidence=self.confidence
        )

    def name(self, point: SweepPoint) -> str:
        """Return the name of the version of a point: its changed rules, or "current rules"."""
        names = [describe_value(change.rule, change.value) for change in self.changes(point)]
        return ", ".join(names) or "current rules"

    def changes(self, point: SweepPoint) -> list[RuleChange]:
        """Return the rules in which the version of a point differs from the current rules."""
        rules = self.axes[:-1] if self.players else self.axes
        return [
            RuleChange(axis.name, value, current)
            for axis, value, current in zip(
                rules, point.values, self.base_point.values, strict=False
            )
            if value != current
        ]

    def players_suffix(self, point: SweepPoint) -> str:
        """Return " for 3 players" if targets must hold for several numbers of players, else ""."""
        return f" for {counted(point.results.players, 'player')}" if self.players else ""

    @cached_property
    def bounds(self) -> TargetBounds:
        """The bounds of all targets, with the standard errors under the current rules.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
        return TargetBounds.of(self.base, self.base.run.games, self.points_per_version)

    @cached_property
    def figures(self) -> list[Figure]:
        """The figures that have targets.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
        return [self.figure(path) for path in self.bounds.paths]

    def shortfalls(self, points: Sequence[SweepPoint]) -> Floats:
        """Return the distance of each version from each target, as `TargetBounds.shortfalls` does.

        Parameters
        ----------
        points
            The points of the versions.

        Returns
        -------
        array of shape (versions, figures)

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
        figures, _ = self.bounds.estimates_of(points)
        return self.bounds.shortfalls(figures)

    @cached_property
    def verdicts(self) -> list[VerdictWord]:
        """The verdict on all targets together, of each version that was judged.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
        verdicts = []
        for version in self.by_version(self.points):
            judged = [target for point in version for target in point.results.judged()]
            verdicts.append(combined_verdict(judged))
        return verdicts

    @property
    def open_points(self) -> list[int]:
        """The indexes of the points that need more games.

        They belong to undecided versions that change the rules less than every version that meets
        all targets.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
        sizes = zip(self.verdicts, self.change_sizes, strict=True)
        least = min((size for verdict, size in sizes if verdict == "meets"), default=math.inf)
        is_open = [
            verdict == "undecided" and size < least
            for verdict, size in zip(self.verdicts, self.change_sizes, strict=True)
        ]
        places = range(len(self.points))
        return [place for place in places if is_open[place // self.points_per_version]]

    @cached_property
    def ranked(self) -> list[Version]:
        """The judged versions, the best first.

        Versions that meet all targets come first, those with the smallest changes before others.
        Undecided versions follow, the likeliest to meet all targets first (`TargetBounds.chances`,
        in whole percent; among equals, the smallest change first). Versions that miss a target, or
        almost certainly do, are sorted by score (`TargetBounds.scores`). If two of them differ by
        no more than chance explains, the smaller change comes first.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
        figures, errors = self.bounds.estimates_of(self.points)
        scores = self.bounds.scores(figures)
        percent = np.rint(100 * self.bounds.chances(figures, errors))

        def order(number: int) -> tuple[float, ...]:
            verdict = self.verdicts[number]
            score = min(0.0, scores[number])
            if verdict == "meets":
                score = 0.0
            elif verdict == "undecided" and percent[number]:
                score = percent[number]
            return _ORDER.index(verdict), -score, self.change_sizes[number], -scores[number]

        versions = self.by_version(self.points)
        numbers = sorted(range(len(versions)), key=order)
        missing = [
            number for number in numbers if self.verdicts[number] == "misses" and scores[number] < 0
        ]
        rest = [number for number in numbers if number not in missing]
        score_errors = self.bounds.score_errors(figures, errors)
        missing = rank_ties(missing, scores, score_errors, self.change_sizes)
        return [versions[number] for number in (*rest, *missing)]

    @property
    def leading(self) -> Version:
        """The recommended version, or the nearest if none is recommended.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
        return self.ranked[0]

    @property
    def verdict(self) -> Literal["meets", "none", "undecided"]:
        """The verdict on all versions together.

        It is "meets" if a version meets all targets, "none" if no version does, else "undecided".

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
        best = min(self.verdicts, key=_ORDER.index)
        if best == "meets":
            return "meets"
        is_open = self.left_open or best == "undecided" or self.needs_clear_seats
        return "undecided" if is_open else "none"

    @property
    def needs_clear_seats(self) -> bool:
        """True if a seat may need a head start that was not tried, for lack of games."""
        return self.seats is not None and bool(self.seats.unclear)

    @cached_property
    def gain(self) -> Estimate | None:
        """How much nearer to fair the least fair seat is in the leading version than now.

        It is the difference of `SEAT_SPREAD`, compared deal by deal. It is None if the leading
        version is the current rules, if there are several numbers of players, and if no figure says
        how fair seats are.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
        leading = self.leading[0]
        is_compared = not leading.is_base and self.points_per_version == 1
        if not is_compared or not leading.results.has(SEAT_SPREAD):
            return None
        if leading.results.contest == "together":
            return None
        place = next(n for n, point in enumerate(self.points) if point is leading)
        base = self.base.with_run(self.arms_run.beside[place - 1])
        return spread_gain(base, leading.results, self.arms_run.products[place - 1])

    @property
    def is_clearly_fairer(self) -> bool:
        """True if the least fair seat is clearly nearer to fair than under the current rules.

        This is about the leading version, and False if that is the current rules.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
        return self.gain is not None and self.gain.low > 0

    @cached_property
    def trade_off(self) -> list[Version]:
        """The Pareto-optimal versions among the judged versions.

        No other judged version is as near to every target and nearer to at least one.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
        shortfalls = self.shortfalls(self.points)
        undominated = []
        for version, shortfall in zip(self.by_version(self.points), shortfalls, strict=True):
            as_good = (shortfalls <= shortfall).all(axis=1)
            better = (shortfalls < shortfall).any(axis=1)
            if not (as_good & better).any():
                undominated.append(version)
        return undominated

    @cached_property
    def conflicting_pair(self) -> tuple[int, int]:
        """The indexes of the two targets that are hardest to meet together.

        Raises
        ------
        ValueError
            If there is only one target.
        UsageError
            If a target is invalid or has an unknown figure.
        """
        shortfalls = self.shortfalls([*self.points, *self.tried])
        count = len(self.bounds.paths)
        pairs = [(first, second) for first in range(count) for second in range(first + 1, count)]
        return max(pairs, key=lambda pair: shortfalls[:, list(pair)].sum(axis=1).min())

    @cached_property
    def helpful(self) -> list[Version]:
        """The versions with one more changed rule that come much nearer to the targets.

        They are compared with the nearest version on the same deals, by the sum of the distances
        from all targets, and the nearest comes first. Empty if no rule clearly helps, or if none
        was tried.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
        if not self.helping:
            return []
        [current] = self.shortfalls(self.helping_base).sum(axis=1)
        figures, errors = self.bounds.estimates_of(self.helping)
        remaining = self.bounds.shortfalls(figures).sum(axis=1)
        with_bad_luck = np.maximum(
            self.bounds.shortfalls(figures - _LUCK * errors),
            self.bounds.shortfalls(figures + _LUCK * errors),
        ).sum(axis=1)
        helps = (remaining < _HELPS * current) & (with_bad_luck < current)
        versions = self.by_version(self.helping)
        return [versions[index] for index in np.argsort(remaining, kind="stable") if helps[index]]

    @property
    def may_have_side_effects(self) -> bool:
        """True if the leading version may have noticeable side effects that are not clear yet."""
        return any(
            possible_multiple(compared) > 1
            for _, compared in self._comparisons
            if not compared.is_clear
        )

    @property
    def _comparisons(self) -> Iterator[tuple[SweepPoint, FigureComparison]]:
        """The comparisons of main figures in the leading version with the current rules.

        Figures on the topic of a target are left out.
        """
        topics = {figure.topic for figure in self.figures}
        for comparisons in self.main.values():
            for at_point in comparisons:
                compared = at_point.compared
                if at_point.point not in self.leading or not compared:
                    continue
                if compared.definition.topic not in topics:
                    yield at_point.point, compared

    @cached_property
    def side_effects(self) -> list[tuple[SweepPoint, FigureComparison]]:
        """The noticeable changes of main figures in the leading version, with their points.

        Figures on the topic of a target are left out.
        """
        return [
            (point, compared)
            for point, compared in self._comparisons
            if compared.is_clear and abs(compared.difference.estimate.value) >= threshold(compared)
        ]
