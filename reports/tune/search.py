"""Looking for versions that meet all wants: few are raced, of many each figure is modelled.

What the search saw only chooses who is played to the end, on deals that it never touched.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, islice, pairwise
from typing import Any

import numpy as np
from numpy.random import Generator
from scipy.special import ndtri

from reports.analysis.arms import FactorValue, PlannedArm
from reports.analysis.execution import Execution
from reports.run.results import RunResults
from reports.sweep.plan import FIELDS, VariedRule
from reports.sweep.results import Axis, SweepPoint
from reports.tune.model import Model, Places
from reports.tune.results import Floats, TargetBounds, Version
from simulate.errors import UsageError
from simulate.play.run import ArmsRun, play_together_until, require_finished
from simulate.play.tally import Tally
from simulate.rules.values import HEAD_START, find_option
from simulate.study import Study

#: So many versions are raced; of more the figures are modelled, of at most so many versions.
MOST_RACED, POOL = 200, 10_000
#: The search plays at most so many times the games in all that a version has at the end.
BUDGET = 4
#: Games before the first look of a race.
FIRST_GAMES = 250
#: So many times models are made, and so many versions are played each time, on so many deals.
ROUNDS, PICKS, LEAST_DEALS = 12, 20, 50
#: So many of its errors at the end a figure has to be within its bounds to be shown there.
SAFE = 3.0
#: At most so many versions are played to the end, the rules as they are besides.
FINALISTS = 4
#: Versions that are to be played: their studies, by their places.
Going = dict[int, list[PlannedArm]]


class Space:
    """All versions: a value of each of some rules; `make` makes the study of some values.

    Where all is wanted for `each` of several numbers of players, these are varied last, and a
    version is a study for each of them.
    """

    def __init__(
        self,
        make: Callable[[Sequence[FactorValue]], PlannedArm],
        varied: Sequence[VariedRule],
        each: int = 1,
    ) -> None:
        self.make, self.varied, self.each = make, varied, each
        self.axes = [one.axis for one in varied]
        axes = self.axes[:-1] if each > 1 else self.axes
        base = [make(levels) for levels in (zip(varied[-1].levels) if each > 1 else [()])]
        now = tuple(value_of(base[0].study, axis.name) for axis in axes)
        #: The rules as they are, which need not be among the versions.
        self.base = [replace(one, values=(*now, *one.values)) for one in base]
        self.apart = [_apart(*both) for both in zip(axes, now, strict=True)]
        self._shape = tuple(len(axis.values) for axis in axes)
        self.size = math.prod(self._shape)
        begins = [n for n, axis in enumerate(axes) if axis.name.startswith(f"{HEAD_START}.")]
        #: Points that every seat begins with are no lead: some seat begins with the fewest.
        self._level = begins if len(begins) >= base[0].study.players else []
        if self._level:
            self.size -= math.prod(n - (at in begins) for at, n in enumerate(self._shape))
        self._made: dict[tuple[int, ...], PlannedArm | None] = {}
        #: Why versions cannot be played, as far as was tried.
        self.refused: list[UsageError] = []

    def pool(self, chance: Generator) -> Places:
        """Return the places of all versions; of very many some, of which many change little.

        Of each version as many rows as there are numbers of players.
        """
        if math.prod(self._shape) <= POOL:
            found = np.argwhere(np.ones(self._shape, bool))
        else:
            plain = [int(one.argmin()) for one in self.apart]
            drawn = chance.integers(self._shape, size=(POOL, len(self._shape)))
            as_it_is = chance.random(drawn.shape) < chance.random((POOL, 1))
            found = np.unique(np.where(as_it_is, plain, drawn), axis=0)
        if self._level:
            found = found[(found[:, self._level] == 0).any(axis=1)]
        last = np.broadcast_to(np.arange(self.each)[:, None], (len(found), self.each, 1))
        both = np.concatenate([np.repeat(found[:, None], self.each, axis=1), last], axis=2)
        return both[..., : len(self.axes)]

    def cell(self, place: Places) -> PlannedArm | None:
        """Return the study of a version; ``None`` if its values do not go together."""
        key = tuple(map(int, place))
        if key not in self._made:
            levels = [one.levels[n] for one, n in zip(self.varied, key, strict=True)]
            self._made[key] = None
            try:
                self._made[key] = self.make(levels)
            except UsageError as error:
                self.refused.append(error)
        return self._made[key]


def value_of(study: Study, name: str) -> Any:
    """Return what a study has for a rule, a part of one as ``deck.0``, players or variant."""
    if name in FIELDS:
        return getattr(study, name)
    rule, *entries = name.split(".")
    value: Any = study.values[rule]
    option = find_option(study.loaded_game.options, rule, study.game)
    otherwise = str(getattr(option, "otherwise", ""))  # where of few of many nothing is said
    unsaid = int(otherwise) if otherwise.isdecimal() else None
    for entry in entries:  # records are numbered from 1
        value = value[int(entry) - 1] if isinstance(value, tuple) else value.get(entry, unsaid)
    return value


def _apart(axis: Axis, now: Any) -> Floats:
    """Return how far each value of a rule is from the one it has: 0, or 1 and a little more."""
    changed = np.array([float(value != now) for value in axis.values])
    if axis.is_number and isinstance(now, int | float):
        far = np.abs(np.array(axis.values, np.float64) - now)
        changed *= 1 + far / (10 * (far.max() or 1.0))
    return changed


class Search:
    """Versions that are played a little, to choose who is played to the end."""

    def __init__(self, space: Space, playing: Execution) -> None:
        self.space, self.playing, study = space, playing, space.base[0].study
        #: The most games of a study at the end, and games a deal.
        self.games, self.turned = study.games, study.rotations
        self.chance = np.random.default_rng([study.seed, space.size])
        self.pool = space.pool(self.chance)
        #: How many rules versions change, and a little more the further they do.
        apart = [one[self.pool[:, 0, n]] for n, one in enumerate(space.apart)]
        self.changes: Floats = np.sum(apart, axis=0)
        #: What came of versions, by their places in the pool, and who clearly missed a want.
        self.seen: dict[int, Version] = {}
        self.out: set[int] = set()
        #: How many deals it touched, how many games it played for each number of players, and how
        #: many versions it left open.
        self.deals, self.spent, self.left_open = 0, 0, 0

    def find(self) -> list[tuple[float, list[PlannedArm]]]:
        """Return who is to be played to the end, and how much each changes."""
        most, turned, size = BUDGET * self.games, self.turned, self.space.size
        if raced := size <= min(MOST_RACED, most / FIRST_GAMES):
            going, few = self._playable(range(len(self.changes))), FINALISTS
            looks = doubling(-(-FIRST_GAMES // turned), self.games // 4 // turned)
            rounds = [after - before for before, after in pairwise([0, *looks])]
        else:
            going = self._playable(map(int, self.chance.permutation(len(self.changes))), PICKS)
            rounds, few = [max(LEAST_DEALS, most // (ROUNDS * PICKS * turned))] * ROUNDS, 0
        for deals in rounds:
            more = deals * turned * len(going)
            if self.deals and (len(going) <= few or self.spent + more > most):
                break
            self._play(going, deals)
            scores, going = self._race(going, len(rounds)) if raced else self._model()
        chosen = self._playable(finalists(scores, self.changes))
        is_open = self.seen.keys() - self.out if raced else np.flatnonzero(scores > 0)
        self.left_open = len(set(map(int, is_open)) - chosen.keys())
        places = list(chosen) if len(self.out) < len(self.seen) else [*chosen][:2]
        return [(float(self.changes[n]), chosen[n]) for n in places if self.changes[n]]

    @property
    def tried(self) -> list[SweepPoint]:
        """What was played, in the order of the pool."""
        return [point for n in sorted(self.seen) for point in self.seen[n]]

    def _playable(self, places: Iterable[int], most: int | None = None) -> Going:
        """Return the studies of versions by their places in the pool, at most so many."""
        several = ((n, [*map(self.space.cell, self.pool[n])]) for n in places)
        cells = ((n, [one for one in some if one]) for n, some in several if all(some))
        return dict(islice(cells, most))

    def _play(self, going: Going, deals: int) -> None:
        """Play versions, all on the same deals, and add that to what they had."""
        if not going:
            raise self.space.refused[0]
        sure, after = self.playing.confidence, self.deals + deals
        cells, so_far = [*chain(*going.values())], self.space.each * self.spent
        runs = iter(
            require_finished(play_deals(cells, self.deals, after, self.playing, so_far)).runs
        )
        for n, some in going.items():
            before, found = self.seen.get(n, ()), [next(runs) for _ in some]
            for k, old in enumerate(point.results.run for point in before):
                tally, elapsed = old.tally + found[k].tally, old.elapsed + found[k].elapsed
                found[k] = replace(old, tally=tally, elapsed=elapsed)
            both = zip((cell.values for cell in some), found, strict=True)
            self.seen[n] = [
                SweepPoint(now, "", RunResults(run, sure), is_base=False) for now, run in both
            ]
        self.deals = after
        self.spent += deals * self.turned * len(going)

    @cached_property
    def wants(self) -> TargetBounds:
        """What is wanted, by what the first version gave."""
        alike = all(axis.name != "players" for axis in self.space.axes)  # or shares differ
        return TargetBounds.of(self.tried[0].results, self.games, self.space.each, by_seat=alike)

    def _race(self, going: Going, looks: int) -> tuple[Floats, Going]:
        """Score versions by what was seen; those go on that do not clearly miss something."""
        (values, errors), places = self.wants.seen(self.tried), np.array(sorted(self.seen))
        # Corrected for all wants and all looks.
        alpha = (1 - self.playing.confidence) / looks / len(self.wants.paths)
        self.out = {*places[self.wants.missed(values, ndtri(1 - alpha / 2) * errors)].tolist()}
        # Each as if it were an error worse than it looked.
        worse = [self.wants.scores(values + sign * errors) for sign in (-1, 0, 1)]
        scores = np.full(len(self.changes), -math.inf)
        scores[places] = np.min(worse, axis=0)
        rest = {n: cells for n, cells in going.items() if n not in self.out}
        if rest:  # who left does not come back
            scores[[*self.out]] = -math.inf
        return scores, rest

    def _model(self) -> tuple[Floats, Going]:
        """Score versions by models of what was seen; those go on that may do well.

        Each is the best of what the figures may be, drawn anew (Thompson sampling): so those are
        played that may do well, the less is known of them the sooner.
        """
        figures = zip(*(one.T for one in self.wants.seen(self.tried)), strict=True)
        pool = self.pool.reshape(-1, len(self.space.axes))
        places = self.pool[sorted(self.seen)].reshape(-1, len(self.space.axes))
        models = [Model.fit(self.space.axes, places, *one) for one in figures]
        scores = self.wants.scores(np.stack([one.mean(pool) for one in models], axis=1))
        orders = propose(models, self.wants, pool, self.changes, self.chance)
        picked: Going = {}
        for order in islice(orders, PICKS):
            picked |= self._playable((n for n in order if n not in picked), 1)
        return scores, picked


def propose(
    models: Sequence[Model], wants: TargetBounds, pool: Places, changes: Floats, chance: Generator
) -> Iterator[list[int]]:
    """Yield versions in the order in which they are best where the figures are as drawn."""
    for figures in zip(*(model.draws(pool, chance) for model in models), strict=True):
        scores = wants.scores(np.stack(figures, axis=1))
        yield [int(n) for n in np.argsort(-ranked(scores, changes), kind="stable")[: 4 * PICKS]]


def ranked(scores: Floats, changes: Floats) -> Floats:
    """Rank versions, the higher the better: of those that safely meet all the least changed."""
    return np.where(scores >= SAFE, 1e6 - changes, np.minimum(scores, SAFE))


def finalists(scores: Floats, changes: Floats) -> list[int]:
    """Choose who is played to the end: half for the least change, half for what is safest."""
    plain, safe = np.argsort(-ranked(scores, changes), kind="stable"), np.argsort(-scores)
    return list(dict.fromkeys([*map(int, plain[: FINALISTS // 2]), *map(int, safe)]))[:FINALISTS]


def doubling(first: int, last: int) -> list[int]:
    """Return how many deals there are at each look: twice as many each time, `last` at last."""
    found = [max(1, last)]
    while found[0] >= 2 * first:
        found.insert(0, -(-found[0] // 2))
    return found


def play_deals(
    cells: Sequence[PlannedArm],
    begin: int,
    end: int,
    playing: Execution,
    so_far: int = 0,
    **how: Any,
) -> ArmsRun:
    """Play the deals from one to before another of several studies, after so many games.

    Whole, and none compared with another, unless it is said `how`, as for `play_together_until`.
    """
    studies = [
        replace(one.study, ranges=((begin, end),), games=(end - begin) * one.study.rotations)
        for one in cells
    ]

    def show(tallies: Sequence[Tally]) -> None:
        both = zip(studies, tallies, strict=True)
        playing.live.show(so_far + sum(study.rotations * one.deals for study, one in both))

    once = {"first": end - begin, "wanted": lambda found: (0, ()), "against": range(len(cells))}
    how = {"jobs": playing.jobs, "progress": show, **once, **how}
    return play_together_until(studies, [one.lineup for one in cells], **how)
