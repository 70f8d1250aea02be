"""Search for versions that meet all targets.

If there are few versions, all are played, and those that clearly miss a target drop out (a race).
If there are many, a model of each figure chooses the versions to play (Thompson sampling; Thompson,
Biometrika 25, 1933). Then values between those given are tried, if they may meet the targets with
fewer or smaller changes (bisection). The search only chooses the versions to judge. They are judged
on deals that it never used.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, pairwise
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from scipy.special import ndtri

from reports.analysis.arms import ArmOptions, FactorValue, PlannedArm
from reports.analysis.execution import Execution
from reports.run.results import RunResults
from reports.sweep.plan import FIELDS, VariedRule
from reports.sweep.results import Axis, SweepPoint
from reports.tune.model import Model, Places
from reports.tune.results import Floats, TargetBounds, Version
from reports.writing.wording import counted
from simulate.errors import UsageError
from simulate.play.run import ArmsRun, Run, play_together_until, require_finished
from simulate.play.tally import Tally
from simulate.rules.kinds import written
from simulate.rules.values import HEAD_START, find_option
from simulate.study import Study

#: The maximum number of versions that are raced; with more versions, their figures are modelled.
MOST_RACED = 200
#: The maximum number of versions that are modelled.
POOL = 10_000
#: The maximum number of games of the search, as a multiple of the games of one judged version.
BUDGET = 4
#: The approximate number of games of each version before the first look of a race.
FIRST_GAMES = 250
#: The maximum number of times that models are fitted.
ROUNDS = 12
#: The number of versions that are played between two fits.
PICKS = 20
#: The minimum number of deals that each of these versions plays between two fits.
LEAST_DEALS = 50
#: A version is safe if each figure lies within its bounds by this multiple of the standard error
#: that it has when the version is judged.
SAFE = 3.0
#: The maximum number of versions that are judged, not counting the current rules.
FINALISTS = 4
#: A version may meet the targets if its figures miss them by less than this: the sum over all
#: figures, in noticeable differences.
NEAR = 0.5
#: It may also meet them if it is at least this likely to, as a share of the chance of the best
#: version. After few games, the scores of all versions may be far below 0.
LIKELY = 0.25
#: The number of versions that are judged with each smaller number of changed rules.
SIMPLER = 2
#: The distance between two words that a rule can have. It is larger than between two numbers.
_WORDS = 1.1
#: How often, at most, the search adds values between those that it has tried.
BISECTIONS = 5
#: The maximum number of versions that are added each time.
MOST_BETWEEN = 3
#: The maximum number of games of all added versions, as a multiple of the games of one judged
#: version.
BUDGET_BETWEEN = 3
#: The approximate number of games of each added version.
GAMES_BETWEEN = 1_000
#: The arms of versions, by the index of the version in the pool.
ArmsByPlace = dict[int, list[PlannedArm]]


class Space:
    """All versions: every combination of the values of the varied rules.

    Parameters
    ----------
    make
        A function that is called with a value of each varied rule and returns their arm. It raises
        `UsageError` if the values contradict each other.
    varied
        The varied rules. If targets must hold for several numbers of players, these are last.
    points_per_version
        The number of arms that form a version, one for each number of players.
    max_changes
        The most rules that a version may change; None for any number.

    Raises
    ------
    UsageError
        If the current rules cannot be played, or if no version changes so few rules.
    """

    def __init__(
        self,
        make: Callable[[Sequence[FactorValue]], PlannedArm],
        varied: Sequence[VariedRule],
        points_per_version: int = 1,
        max_changes: int | None = None,
    ) -> None:
        self.make = make
        self.varied = list(varied)
        self.points_per_version = points_per_version
        self.axes = [rule.axis for rule in varied]
        axes = self.axes[:-1] if points_per_version > 1 else self.axes

        combinations = zip(varied[-1].levels) if points_per_version > 1 else [()]
        base = [make(levels) for levels in combinations]
        current = tuple(value_of(base[0].study, axis.name) for axis in axes)
        #: The arms of the current rules, which need not be among the versions.
        self.base = [replace(arm, values=(*current, *arm.values)) for arm in base]
        #: The distance of each value of each rule from the current value; see `_distances`.
        self.distances = [
            _distances(axis, value) for axis, value in zip(axes, current, strict=True)
        ]

        #: The axes of head starts that the search does not change.
        self._fixed_axes: set[int] = set()
        #: The axes to which values were added.
        self._grown: set[int] = set()
        self._shape = tuple(len(axis.values) for axis in axes)
        #: The number of versions with added values.
        self.added = 0
        starts = [
            place for place, axis in enumerate(axes) if axis.name.startswith(f"{HEAD_START}.")
        ]
        #: The axes of head starts, if every seat can have one. Points that every seat begins with
        #: are not a lead, so at least one seat must have the fewest.
        self._head_starts = starts if len(starts) >= base[0].study.players else []
        self._arms_by_version: dict[tuple[int, ...], PlannedArm | None] = {}
        #: The errors of the versions that `arm` could not make.
        self.refused: list[UsageError] = []
        self._most_changes = len(axes) if max_changes is None else max_changes
        if not self.size:
            raise UsageError(
                f"no version changes only {counted(self._most_changes, 'rule')}, because the "
                "current values of more rules are not among those to try; raise --max-changes or "
                "add the current values to --vary"
            )

    @property
    def size(self) -> int:
        """The number of all versions."""
        axes = range(len(self._shape))
        size = self._count([0] * len(axes)) + self.added
        starts = self._head_starts
        if starts and not self._fixed_axes.intersection(starts):
            size -= self._count([int(axis in starts) for axis in axes])
        return size

    def _count(self, first: Sequence[int]) -> int:
        """Return the number of versions whose value on each axis has at least the index `first`.

        Added values are left out.
        """
        #: The number of combinations of the axes so far, by the number of changed rules.
        counts = [1]
        for axis, indices in enumerate(self._searched_indices()):
            is_change = [bool(self.distances[axis][index]) for index in indices[first[axis] :]]
            changed = sum(is_change)
            unchanged = len(is_change) - changed
            with_more = [0, *(count * changed for count in counts)]
            same = [*(count * unchanged for count in counts), 0]
            counts = [more + equal for more, equal in zip(with_more, same, strict=True)]
        return sum(counts[: self._most_changes + 1])

    def _searched_indices(self) -> list[Sequence[int]]:
        """Return the indices of the values to try on each axis."""
        return [
            [int(self.distances[axis].argmin())] if axis in self._fixed_axes else range(length)
            for axis, length in enumerate(self._shape)
        ]

    def count_changes(self, places: Places) -> NDArray[np.int64]:
        """Return the number of changed rules of versions: shape (versions,).

        `places` has the index of the value of each version on each axis, or only on the first axes:
        shape (versions, axes).
        """
        changes = np.zeros(len(places), np.int64)
        for axis in range(places.shape[1]):
            changes += self.distances[axis][places[:, axis]] > 0
        return changes

    def allows(self, row: Sequence[int], axis: int, value: Any) -> bool:
        """Return True if a version with `value` on an axis changes few enough rules.

        `row` has the index of the version's value on each axis, and `axis` the index of the axis.
        """
        others = sum(
            bool(distances[index])
            for place, (distances, index) in enumerate(zip(self.distances, row, strict=False))
            if place != axis
        )
        is_change = bool(value != self.base[0].values[axis])
        return others + is_change <= self._most_changes

    @property
    def _searched_shape(self) -> list[int]:
        """The number of values to try on each axis; 1 for an axis that the search does not vary."""
        return [
            1 if axis in self._fixed_axes else length for axis, length in enumerate(self._shape)
        ]

    def pool(self, chance: Generator) -> Places:
        """Return the versions among which the search chooses those to play.

        If there are more than `POOL` versions, these are a random sample, in which many versions
        change only a few rules. If every seat can have a head start, versions in which all seats
        have more than the fewest points are left out, because only differences matter.

        Returns
        -------
        array of shape (versions, points_per_version, axes)
            The index of each value on its axis.
        """
        current = [int(distance.argmin()) for distance in self.distances]
        shape = self._searched_shape
        if self._count([0] * len(shape)) <= POOL:
            places = self._list_all()
        elif self._most_changes < len(shape):
            places = self._draw_few_changes(chance, shape, current)
        else:
            drawn = chance.integers(shape, size=(POOL, len(shape)))
            is_kept = chance.random(drawn.shape) < chance.random((POOL, 1))
            places = np.unique(np.where(is_kept, current, drawn), axis=0)
        for axis in self._fixed_axes:
            places[:, axis] = current[axis]
        places = self._with_few_changes(places)
        if self._head_starts and not self._fixed_axes.intersection(self._head_starts):
            places = places[(places[:, self._head_starts] == 0).any(axis=1)]

        return self.for_all_players(places)

    def _list_all(self) -> Places:
        """Return all versions that change few enough rules: shape (versions, axes)."""
        places: Places = np.zeros((1, 0), np.int64)
        for indices in self._searched_indices():
            column = np.tile(indices, len(places))
            repeated = np.repeat(places, len(indices), axis=0)
            places = self._with_few_changes(np.column_stack([repeated, column]))
        return places

    def _with_few_changes(self, places: Places) -> Places:
        """Return the versions that change few enough rules, on the axes that `places` has."""
        return places[self.count_changes(places) <= self._most_changes]

    def _draw_few_changes(
        self, chance: Generator, shape: Sequence[int], current: Sequence[int]
    ) -> Places:
        """Return a random sample of versions that change few rules: shape (versions, axes).

        `shape` has the number of values on each axis, and `current` the index of the current value.
        """
        size = (POOL, len(shape))
        drawn = chance.integers(shape, size=size)
        # The rules in a random order, those that can change before all others.
        is_single = np.array(shape) == 1
        order = (chance.random(size) + is_single).argsort(axis=1).argsort(axis=1)
        changes = chance.integers(1, self._most_changes + 1, size=(POOL, 1))
        return np.unique(np.where(order < changes, drawn, current), axis=0)

    def keep_head_starts(self, seats: Collection[int]) -> None:
        """Stop varying the head starts of some seats: `pool` leaves out versions that change them.

        `seats` has the numbers of these seats, counted from 1.
        """
        names = {f"{HEAD_START}.{seat}" for seat in seats}
        self._fixed_axes = {place for place, axis in enumerate(self.axes) if axis.name in names}

    def is_kept(self, axis: int) -> bool:
        """Return True if an axis is a head start that the search leaves as it is."""
        return axis in self._fixed_axes

    def index_of(self, axis: int, value: Any) -> int:
        """Return the index of a value on an axis.

        If the axis does not have the value, it is added after all others.
        """
        rule = self.varied[axis]
        if value in rule.axis.values:
            return rule.axis.values.index(value)
        self._grown.add(axis)
        level = _level(rule.axis.name, value)
        values = (*rule.axis.values, value)
        self.varied[axis] = VariedRule(Axis(rule.axis.name, values), (*rule.levels, level))
        self.axes[axis] = self.varied[axis].axis
        self.distances[axis] = _distances(self.axes[axis], self.base[0].values[axis])
        return len(values) - 1

    def is_possible(self, row: Sequence[int], axis: int, value: Any) -> bool:
        """Return True if a version can be played with `value` in place of its value on an axis.

        `row` has the index of the version's value on each axis, and `axis` the index of the axis.
        """
        levels = [rule.levels[index] for rule, index in zip(self.varied, row, strict=True)]
        levels[axis] = _level(self.axes[axis].name, value)
        try:
            self.make(levels)
        except UsageError:
            return False
        return True

    @property
    def sorted_axes(self) -> list[Axis]:
        """The axes; if values were added to an axis, its values are in order."""
        return [
            replace(axis, values=tuple(sorted(axis.values))) if place in self._grown else axis
            for place, axis in enumerate(self.axes)
        ]

    def for_all_players(self, places: Places) -> Places:
        """Return the points of versions, one for each number of players.

        `places` has the shape (versions, axes), and the result the shape (versions,
        points_per_version, axes).
        """
        players = np.arange(self.points_per_version)[:, None]
        last_axis = np.broadcast_to(players, (len(places), self.points_per_version, 1))
        repeated = np.repeat(places[:, None], self.points_per_version, axis=1)
        return np.concatenate([repeated, last_axis], axis=2)[..., : len(self.axes)]

    def arm(self, place: Places) -> PlannedArm | None:
        """Return the arm with the value at the given index on each axis, shape (axes,).

        It is None if these values cannot be played together. The error is then added to `refused`,
        once for each version.
        """
        key = tuple(map(int, place))
        if key not in self._arms_by_version:
            levels = [rule.levels[index] for rule, index in zip(self.varied, key, strict=True)]
            self._arms_by_version[key] = None
            try:
                self._arms_by_version[key] = self.make(levels)
            except UsageError as error:
                self.refused.append(error)
        return self._arms_by_version[key]


def _level(rule: str, value: Any) -> FactorValue:
    """Return a value of a rule as a `FactorValue` of the design of the search."""
    assignment = f"{rule}={written(value)}"
    return FactorValue(assignment, ArmOptions(rule=[assignment]), value)


def value_of(study: Study, name: str) -> Any:
    """Return the value in a study of a rule, an entry such as ``deck.0``, players or variant.

    An entry that is not set has the number that the rule gives to such entries, or None.

    Raises
    ------
    UsageError
        If the game has no such rule.
    """
    if name in FIELDS:
        return getattr(study, name)
    rule, *entries = name.split(".")
    option = find_option(study.loaded_game.options, rule, study.game)
    # If an option sets only some of its entries, all others have the same value.
    otherwise = str(getattr(option, "otherwise", ""))
    default = int(otherwise) if otherwise.isdecimal() else None
    value: Any = study.values[rule]
    for entry in entries:
        # Records are numbered from 1.
        value = value[int(entry) - 1] if isinstance(value, tuple) else value.get(entry, default)
    return value


def _distances(axis: Axis, current: Any) -> Floats:
    """Return the distance of each value of a rule from the current value: shape (values,).

    It is 0 for the current value, 1 to about 1.1 for other numbers and 1.1 for other words.
    """
    return np.array([_distance(axis, value, current) for value in axis.values])


def _distance(axis: Axis, value: Any, current: Any) -> float:
    """Return the distance of a value of a rule from the current value.

    It is 0 for the current value, about 1 for other numbers and 1.1 for other words. Numbers near
    the current value have a smaller distance, so that they are preferred.
    """
    if value == current:
        return 0.0
    if not axis.is_number or not isinstance(current, int | float):
        return _WORDS
    largest_gap = max(abs(axis_value - current) for axis_value in axis.values)
    return 1 + float(abs(value - current)) / (11 * (largest_gap or 1.0))


def _middle(low: float, high: float) -> float | None:
    """Return a value between two values of a rule; None if there is none.

    It is a whole number if both values are, and otherwise has few digits.
    """
    if isinstance(low, int) and isinstance(high, int):
        return (low + high) // 2 if high - low > 1 else None
    middle = (low + high) / 2
    for digits in (1, 2, 3):
        brief = float(f"{middle:.{digits}g}")
        if low < brief < high:
            return brief
    return None


@dataclass(frozen=True, order=True)
class _Added:
    """A version to add to the pool: an earlier version with another value on an axis."""

    #: The size of its change.
    size: float
    #: The index of the earlier version in the pool.
    place: int
    #: The index of the axis.
    axis: int
    #: The value on the axis.
    value: float


class Search:
    """Plays a few games of many versions to choose the versions that are judged.

    Parameters
    ----------
    space
        All versions.
    playing
        The execution settings.
    """

    def __init__(self, space: Space, playing: Execution) -> None:
        study = space.base[0].study
        space.added = 0
        self.space = space
        self.playing = playing
        #: The maximum number of games of a judged study.
        self.games = study.games
        #: The number of games per deal.
        self.rotations = study.rotations
        self.chance = np.random.default_rng([study.seed, space.size])
        self.pool = space.pool(self.chance)
        #: How much each version of the pool changes: about 1 for each changed rule.
        self.change_sizes = self._sizes_of(self.pool)
        #: The figures with targets of each version and their standard errors, measured or predicted
        #: by a model: shape (versions * points per version, figures), NaN if unknown.
        self.figures: Floats = np.empty((0, 0))
        self.errors: Floats = np.empty((0, 0))
        #: The points of the versions that were played, by index in the pool.
        self.points_by_place: dict[int, Version] = {}
        #: The indexes of versions that clearly miss a target.
        self.missed: set[int] = set()
        #: The number of deals that the search has played. Later runs begin with the next deal.
        self.deals = 0
        #: The number of games played for each number of players.
        self.spent = 0
        #: The number of versions that may meet all targets but are not judged.
        self.left_open = 0

    def find(self) -> list[tuple[float, list[PlannedArm]]]:
        """Play the search, and return the versions to judge, without the current rules.

        If all versions that were played clearly miss a target, it returns at most two. Sets
        `left_open` to the number of versions that may meet all targets but are not returned.

        Returns
        -------
        list of tuple
            The size of the change of each version (see `change_sizes`), and its arms.

        Raises
        ------
        UsageError
            If no version can be played, or a target cannot be estimated from so few games.
        KeyboardInterrupt
            If the search is interrupted.
        FathomError
            If the game or a strategy fails.
        """
        is_raced = self.space.size <= min(MOST_RACED, BUDGET * self.games / FIRST_GAMES)
        scores = self._search_by_race() if is_raced else self._search_by_model()
        scores = self._search_between(scores)

        errors = np.maximum(self.errors, self.bounds.error)
        chances = self.bounds.chances(self.figures, errors)
        chosen = self._playable(finalists(scores, chances, self.change_sizes))
        if is_raced:
            is_open = self.points_by_place.keys() - self.missed
        else:
            is_open = set(map(int, np.flatnonzero(scores > 0)))
        self.left_open = len(is_open - chosen.keys())

        places = list(chosen)
        if len(self.missed) >= len(self.points_by_place):  # Every version misses a target.
            places = places[:2]
        return [
            (float(self.change_sizes[place]), chosen[place])
            for place in places
            if self.change_sizes[place]
        ]

    def _sizes_of(self, places: Places) -> Floats:
        """Return the sizes of the changes of versions (see `change_sizes`): shape (versions,).

        `places` has the shape (versions, points per version, axes).
        """
        by_axis = [
            distances[places[:, 0, axis]] for axis, distances in enumerate(self.space.distances)
        ]
        return np.asarray(np.sum(by_axis, axis=0))

    @property
    def tried(self) -> list[SweepPoint]:
        """All points that the search has played, in the order of the pool."""
        return [
            point for place in sorted(self.points_by_place) for point in self.points_by_place[place]
        ]

    @cached_property
    def bounds(self) -> TargetBounds:
        """The bounds of the targets, with the standard errors of the first version played.

        Raise `UsageError` if the first version lacks the figure of a target.
        """
        # With several numbers of players the fair shares of seats differ.
        is_by_seat = all(axis.name != "players" for axis in self.space.axes)
        return TargetBounds.of(
            self.tried[0].results, self.games, self.space.points_per_version, by_seat=is_by_seat
        )

    def _search_by_race(self) -> Floats:
        """Race all versions, and return the score of each: shape (versions,).

        After each look, versions that clearly miss a target drop out.

        Raise `UsageError` if the rules allow none of the versions, `FathomError` if the game or a
        strategy fails, and `KeyboardInterrupt` if it is interrupted.
        """
        first_deals = -(-FIRST_GAMES // self.rotations)
        looks = doubling(first_deals, self.games // 4 // self.rotations)
        rounds = [after - before for before, after in pairwise([0, *looks])]
        arms = self._playable(range(len(self.change_sizes)))
        for deals in rounds:
            if self.deals and (len(arms) <= FINALISTS or self._exceeds_budget(arms, deals)):
                break
            self._play(arms, deals)
            scores, arms = self._race(arms, len(rounds))
        return scores

    def _search_by_model(self) -> Floats:
        """Play the versions that models of the figures choose, and return the score of each.

        Raise `UsageError` if the rules allow none of the versions, or if no version has a value of
        some figure. Raise `FathomError` if the game or a strategy fails, and `KeyboardInterrupt` if
        it is interrupted.
        """
        deals = max(LEAST_DEALS, BUDGET * self.games // (ROUNDS * PICKS * self.rotations))
        order = map(int, self.chance.permutation(len(self.change_sizes)))
        arms = self._playable(order, PICKS)
        for _ in range(ROUNDS):
            if self.deals and (not arms or self._exceeds_budget(arms, deals)):
                break
            self._play(arms, deals)
            scores, arms = self._model()
        return scores

    def _search_between(self, scores: Floats) -> Floats:
        """Play versions with values between the values tried before; return each version's score.

        Such values may meet the targets with fewer or smaller changes.

        Raise `FathomError` if the game or a strategy fails, and `KeyboardInterrupt` if it is
        interrupted.
        """
        deals = max(1, min(GAMES_BETWEEN, self.games // 4) // self.rotations)
        most = self.spent + BUDGET_BETWEEN * self.games
        for _ in range(BISECTIONS):
            between = self._versions_between(scores)
            games = deals * self.rotations * len(between)
            if not between or self.spent + games > most:
                break
            first_new = len(self.pool)
            self._extend_pool(between)
            arms = self._playable(range(first_new, len(self.pool)))
            scores = np.append(scores, np.full(len(between), -math.inf))
            if arms:
                self._play(arms, deals, is_first=True)
                self._score(arms, scores)
        if len(self.missed) < len(self.points_by_place):
            # Versions that miss a target are not chosen.
            scores[[*self.missed]] = -math.inf
        return scores

    def _versions_between(self, scores: Floats) -> list[_Added]:
        """Return versions to add, the smallest changes first.

        Each lies between two versions that differ in one number, and whose figures are on both
        sides of a bound or within all bounds. It changes less than every version that safely meets
        all targets.
        """
        most = min(self.change_sizes[scores >= SAFE], default=math.inf)
        rows = [tuple(map(int, row)) for row in self.pool[:, 0]]
        in_pool = set(rows)
        added = []
        for axis in range(len(self.space.distances)):
            rule = self.space.axes[axis]
            if not rule.is_number or self.space.is_kept(axis):
                continue
            for low, high in self._neighbours(axis, rows):
                middle = _middle(rule.values[rows[low][axis]], rule.values[rows[high][axis]])
                if middle is None or not self._may_meet_between(low, high):
                    continue
                index = rule.values.index(middle) if middle in rule.values else len(rule.values)
                if (*rows[low][:axis], index, *rows[low][axis + 1 :]) in in_pool:
                    continue
                size = self.change_sizes[low] - self.space.distances[axis][rows[low][axis]]
                size += _distance(rule, middle, self.space.base[0].values[axis])
                if not self.space.allows(rows[low], axis, middle):
                    continue
                if 0 < size < most and self.space.is_possible(rows[low], axis, middle):
                    added.append(_Added(float(size), low, axis, middle))
        return sorted(added)[:MOST_BETWEEN]

    def _neighbours(self, axis: int, rows: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, int]]:
        """Yield pairs of versions with known figures that are neighbours on one axis.

        They have the same values on all other axes. `rows` has the versions of the pool.
        """
        axis_values = self.space.axes[axis].values
        by_others: dict[tuple[int, ...], list[int]] = {}
        is_known = ~np.isnan(self.figures).any(axis=1)
        by_version = is_known.reshape(-1, self.space.points_per_version).all(axis=1)
        for place in map(int, np.flatnonzero(by_version)):
            other_coordinates = (*rows[place][:axis], *rows[place][axis + 1 :])
            by_others.setdefault(other_coordinates, []).append(place)
        for places in by_others.values():
            yield from pairwise(sorted(places, key=lambda place: axis_values[rows[place][axis]]))

    def _may_meet_between(self, first_place: int, second_place: int) -> bool:
        """Return True if figures between the figures of two versions may meet all targets."""
        points = self.space.points_per_version
        ends = [
            slice(number * points, (number + 1) * points) for number in (first_place, second_place)
        ]
        low = np.min([self.figures[end] - self.errors[end] for end in ends], axis=0)
        high = np.max([self.figures[end] + self.errors[end] for end in ends], axis=0)
        return bool(((high >= self.bounds.low) & (low <= self.bounds.high)).all())

    def _extend_pool(self, versions: Iterable[_Added]) -> None:
        """Add versions to the pool. Their figures are unknown until they are played."""
        rows = []
        for version in versions:
            row = self.pool[version.place, 0, : len(self.space.distances)].copy()
            row[version.axis] = self.space.index_of(version.axis, version.value)
            rows.append(row)
        added = self.space.for_all_players(np.array(rows))
        self.space.added += len(rows)
        self.pool = np.concatenate([self.pool, added])
        self.change_sizes = self._sizes_of(self.pool)
        unknown = np.full(
            (len(rows) * self.space.points_per_version, self.figures.shape[1]), np.nan
        )
        self.figures = np.concatenate([self.figures, unknown])
        self.errors = np.concatenate([self.errors, unknown])

    def _exceeds_budget(self, arms: ArmsByPlace, deals: int) -> bool:
        """Return True if more deals of these versions would exceed the budget of the search."""
        return self.spent + deals * self.rotations * len(arms) > BUDGET * self.games

    def _playable(self, places: Iterable[int], most: int | None = None) -> ArmsByPlace:
        """Return the arms of the versions at `places` that can be played.

        If `most` is not None, only the first `most` of these versions are returned.
        """

        def playable() -> Iterator[tuple[int, list[PlannedArm]]]:
            for place in places:
                arms = [self.space.arm(row) for row in self.pool[place]]
                possible = [arm for arm in arms if arm is not None]
                if len(possible) == len(arms):
                    yield place, possible

        return dict(islice(playable(), most))

    def _play(self, arms_by_place: ArmsByPlace, deals: int, *, is_first: bool = False) -> None:
        """Play the next deals of versions, and add the results to their earlier results.

        Earlier results are from deals before these. `is_first` begins with deal 0, for versions
        that were never played.

        Raises `UsageError` if there is no version, `FathomError` if the game or a strategy fails,
        and `KeyboardInterrupt` if it is interrupted.
        """
        if not arms_by_place:
            raise self.space.refused[0]
        arms = [arm for version in arms_by_place.values() for arm in version]
        begin = 0 if is_first else self.deals
        end = begin + deals
        games_so_far = self.space.points_per_version * self.spent
        runs_of_arms = require_finished(
            play_deals(arms, begin, end, self.playing, games_so_far)
        ).runs
        runs = iter(runs_of_arms)
        for place, version in arms_by_place.items():
            new_runs = [next(runs) for _ in version]
            earlier = self.points_by_place.get(place, ())
            if earlier:
                new_runs = [
                    join_runs(point.results.run, run)
                    for point, run in zip(earlier, new_runs, strict=True)
                ]
            self.points_by_place[place] = [
                SweepPoint(arm.values, "", RunResults(run, self.playing.confidence), is_base=False)
                for arm, run in zip(version, new_runs, strict=True)
            ]
        self.deals = max(self.deals, end)
        self.spent += deals * self.rotations * len(arms_by_place)

    def _race(self, arms: ArmsByPlace, looks: int) -> tuple[Floats, ArmsByPlace]:
        """Return a score for each version of the pool, and the versions still in the race.

        These are the versions that do not clearly miss a target. A version that was not played has
        the score minus infinity.

        Raise `UsageError` if the first version lacks the figure of a target.
        """
        scores = np.full(len(self.change_sizes), -math.inf)
        count = len(scores) * self.space.points_per_version
        self.figures = np.full((count, len(self.bounds.paths)), np.nan)
        self.errors = self.figures.copy()
        self.missed = set()
        self._score(self.points_by_place, scores, looks)

        remaining = {place: version for place, version in arms.items() if place not in self.missed}
        if remaining:  # Versions that dropped out are not chosen.
            scores[[*self.missed]] = -math.inf
        return scores, remaining

    def _score(self, places: Iterable[int], scores: Floats, looks: int = 1) -> None:
        """Set the scores and figures of versions that were played.

        The versions that clearly miss a target are added to `missed`.

        Parameters
        ----------
        places
            The indexes of the versions in the pool.
        scores
            The scores of all versions, which are changed.
        looks
            The number of interim looks for which verdicts are corrected.

        Raises
        ------
        UsageError
            If the first version lacks the figure of a target.
        """
        places_in_order = np.array(sorted(places))
        points = [point for place in places_in_order for point in self.points_by_place[int(place)]]
        estimates, errors = self.bounds.estimates_of(points)
        step = self.space.points_per_version
        rows = (places_in_order[:, None] * step + np.arange(step)).ravel()
        self.figures[rows] = estimates
        self.errors[rows] = errors

        # The error is corrected for all targets and all interim looks (Bonferroni).
        alpha = (1 - self.playing.confidence) / looks / len(self.bounds.paths)
        missed = self.bounds.missed(estimates, ndtri(1 - alpha / 2) * errors)
        self.missed |= {*places_in_order[missed].tolist()}

        # The score of a version is the worst within one standard error.
        ends = (estimates - errors, estimates, estimates + errors)
        within_error = [self.bounds.scores(figures) for figures in ends]
        scores[places_in_order] = np.min(within_error, axis=0)

    def _model(self) -> tuple[Floats, ArmsByPlace]:
        """Return a score for each version of the pool, by models, and the versions to play next.

        Each version to play is the best in one random draw of all figures from the models (Thompson
        sampling). So versions that may do well are played, and more often if they are uncertain.

        Raise `UsageError` if no version has a finite value and error of some figure.
        """
        estimates, errors = self.bounds.estimates_of(self.tried)
        axes = len(self.space.axes)
        pool = self.pool.reshape(-1, axes)
        places = self.pool[sorted(self.points_by_place)].reshape(-1, axes)
        models = [
            Model.fit(self.space.axes, places, column, error)
            for column, error in zip(estimates.T, errors.T, strict=True)
        ]
        self.figures = np.stack([model.mean(pool) for model in models], axis=1)
        self.errors = np.zeros_like(self.figures)
        scores = self.bounds.scores(self.figures)

        orders = propose(models, self.bounds, pool, self.change_sizes, self.chance)
        picked: ArmsByPlace = {}
        for order in islice(orders, PICKS):
            unpicked = (place for place in order if place not in picked)
            picked |= self._playable(unpicked, 1)
        return scores, picked


def join_runs(earlier: Run, later: Run) -> Run:
    """Return two runs of the same study, which played different deals, as one run.

    Parameters
    ----------
    earlier, later
        The runs.
    """
    return replace(
        earlier, tally=earlier.tally + later.tally, elapsed=earlier.elapsed + later.elapsed
    )


def propose(
    models: Sequence[Model],
    bounds: TargetBounds,
    pool: Places,
    change_sizes: Floats,
    chance: Generator,
) -> Iterator[list[int]]:
    """Yield the best versions of the pool in each random draw of all figures, without end.

    Parameters
    ----------
    models
        The model of each figure.
    bounds
        The bounds of the targets.
    pool
        The points of all versions: shape (versions * points per version, axes).
    change_sizes
        The size of the change of each version: shape (versions,).
    chance
        The source of randomness.

    Yields
    ------
    list of int
        The indexes of the best versions in the pool, the best first.
    """
    draws = [model.draws(pool, chance) for model in models]
    for figures in zip(*draws, strict=True):
        scores = bounds.scores(np.stack(figures, axis=1))
        order = np.argsort(-ranked(scores, change_sizes), kind="stable")
        yield [int(place) for place in order[: 4 * PICKS]]


def ranked(scores: Floats, change_sizes: Floats) -> Floats:
    """Return a number for each version, which is higher for better versions: shape (versions,).

    Versions that safely meet all targets come first, the smallest change first. The other versions
    follow by their scores.
    """
    return np.where(scores >= SAFE, 1e6 - change_sizes, np.minimum(scores, SAFE))


def finalists(scores: Floats, chances: Floats, change_sizes: Floats) -> list[int]:
    """Return the indexes of the versions to judge, which are at most `FINALISTS`.

    The first are the best by `ranked`, which prefers small changes. They are followed by the
    likeliest versions with each smaller number of changed rules, if they may meet the targets, and
    by those with the highest scores.

    Parameters
    ----------
    scores
        The score of each version: shape (versions,).
    chances
        Roughly how likely each version is to meet all targets: shape (versions,).
    change_sizes
        The size of the change of each version: shape (versions,).
    """
    least_changed = np.argsort(-ranked(scores, change_sizes), kind="stable")[: FINALISTS // 2]
    rules = np.floor(change_sizes)
    best = least_changed[0]
    is_likely = (chances > 0) & (chances >= LIKELY * chances[best]) & np.isfinite(scores)
    likeliest = np.lexsort((-scores, -chances))
    possible = likeliest[(is_likely | (scores > -NEAR))[likeliest]]
    simpler = []
    for rank in range(SIMPLER):
        for count in range(1, int(rules[best])):
            simpler += [*possible[rules[possible] == count][rank : rank + 1]]
    safest = np.argsort(-scores)
    places = [int(place) for place in (*least_changed, *simpler, *safest)]
    return list(dict.fromkeys(places))[:FINALISTS]


def doubling(first: int, last: int) -> list[int]:
    """Return the numbers of deals after which to judge versions: each is twice the one before.

    The last is `last`. The first is at least `first`, unless `last` is smaller.
    """
    looks = [max(1, last)]
    while looks[0] >= 2 * first:
        looks.insert(0, -(-looks[0] // 2))
    return looks


def play_deals(
    arms: Sequence[PlannedArm],
    begin: int,
    end: int,
    playing: Execution,
    games_so_far: int = 0,
    **options: Any,
) -> ArmsRun:
    """Play the deals from `begin` to `end` - 1 of several arms, and return their runs.

    Parameters
    ----------
    arms
        The arms to play.
    begin, end
        The number of the first deal, and that after the last.
    playing
        The execution settings.
    games_so_far
        The number of games that the progress display begins with.
    **options
        Options of `play_together_until`. By default all deals are played and no arm is compared
        with another.

    Returns
    -------
    ArmsRun
        The games; after an interruption, those that were finished.

    Raises
    ------
    FathomError
        If the game or a strategy does not compile or fails.
    """
    deals = end - begin
    studies = [
        replace(arm.study, ranges=((begin, end),), games=deals * arm.study.rotations)
        for arm in arms
    ]

    def show(tallies: Sequence[Tally]) -> None:
        games = sum(
            study.rotations * tally.deals for study, tally in zip(studies, tallies, strict=True)
        )
        playing.live.show(games_so_far + games)

    defaults: dict[str, Any] = {
        "jobs": playing.jobs,
        "progress": show,
        "first": deals,
        "next_target": lambda arms_run: (0, ()),
        "against": range(len(arms)),
    }
    lineups = [arm.lineup for arm in arms]
    return play_together_until(studies, lineups, **{**defaults, **options})
