"""Looking for versions that meet all wants: few are raced, of many each figure is modelled.

What the search saw only chooses who is played to the end, on deals that it never touched.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np

from reports.figures.statistics import judge
from reports.run.results import Results
from reports.sweep.results import Axis, Point
from reports.tune.choosing import FINALISTS, Wants, finalists, ranked
from reports.tune.model import Floats, Model, Places
from simulate.cli.plans.cells import Cell, Level, make_cell
from simulate.cli.plans.execution import whole
from simulate.cli.plans.selection import Selection
from simulate.cli.plans.sweep import FIELDS, Varied
from simulate.errors import UsageError
from simulate.game import find_game
from simulate.play.run import Run, play_together
from simulate.play.tally import Tally
from simulate.rules.kinds import Option
from simulate.rules.values import HEAD_START
from simulate.study import Study

#: So many versions are raced; of more the figures are modelled, of at most so many versions.
MOST_RACED, POOL = 200, 10_000
#: The search plays at most so many times the games in all that a version has at the end.
BUDGET = 4
#: Games before the first look of a race.
FIRST_GAMES = 250
#: So many times models are made, and so many versions are played each time, on so many deals.
ROUNDS, PICKS, LEAST_DEALS = 12, 20, 50


@dataclass
class Space:
    """All versions: a value of each of some rules."""

    fields: dict[str, Any]
    selection: Selection
    varied: Sequence[Varied]
    _made: dict[bytes, Cell | UsageError] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.axes = [one.axis for one in self.varied]
        self.shape = tuple(len(axis.values) for axis in self.axes)
        begins = [n for n, axis in enumerate(self.axes) if axis.name.startswith(f"{HEAD_START}.")]
        self.size = math.prod(self.shape)
        #: The rules as they are, which need not be among the versions, and their values.
        self.base = replace(make_cell(self.fields, self.selection, ()), label="as it is")
        self.now = tuple(value_of(self.base.study, axis.name) for axis in self.axes)
        #: Points that every seat begins with are no lead: some seat begins with the fewest.
        self._level = begins if len(begins) >= self.base.study.players else []
        if self._level:
            self.size -= math.prod(n - (at in begins) for at, n in enumerate(self.shape))
        self._apart = [_apart(*both) for both in zip(self.axes, self.now, strict=True)]

    def changes(self, at: Places) -> Floats:
        """Return how many rules versions change, and a little more the further they do."""
        found: Floats = np.sum([one[at[:, n]] for n, one in enumerate(self._apart)], axis=0)
        return found

    def values(self, place: Places) -> tuple[Any, ...]:
        """Return the value of each rule in a version."""
        return tuple(axis.values[n] for axis, n in zip(self.axes, place, strict=True))

    def pool(self, chance: np.random.Generator) -> Places:
        """Return the places of all versions; of very many some, of which many change little."""
        if math.prod(self.shape) <= POOL:
            found = np.argwhere(np.ones(self.shape, bool))
        else:
            plain = [int(one.argmin()) for one in self._apart]
            drawn = chance.integers(self.shape, size=(POOL, len(self.shape)))
            as_it_is = chance.random(drawn.shape) < chance.random((POOL, 1))
            found = np.unique(np.where(as_it_is, plain, drawn), axis=0)
        return found[(found[:, self._level] == 0).any(axis=1)] if self._level else found

    def cell(self, place: Places, *more: Level) -> Cell | None:
        """Return the study of a version; ``None`` if its values do not go together."""
        key = place.tobytes() + repr(more).encode()
        if key not in self._made:
            levels = [one.levels[n] for one, n in zip(self.varied, place, strict=True)]
            try:
                self._made[key] = make_cell(self.fields, self.selection, [*levels, *more])
            except UsageError as error:
                self._made[key] = error
        found = self._made[key]
        return found if isinstance(found, Cell) else None

    @property
    def refused(self) -> list[UsageError]:
        """Why versions cannot be played, as far as was tried."""
        return [one for one in self._made.values() if isinstance(one, UsageError)]


def find_option(game: str, name: str) -> Option:
    """Return a game's option."""
    return next(one for one in find_game(game).options if one.name == name)


def value_of(study: Study, name: str) -> Any:
    """Return what a study has for a rule, a part of one as ``deck.0``, players or variant."""
    if name in FIELDS:
        return getattr(study, name)
    rule, _, entry = name.partition(".")
    value: Any = study.values[rule]
    for part in filter(None, entry.split(".")):
        if isinstance(value, tuple):  # records are numbered from 1
            value = value[int(part) - 1]
        elif part in value:
            value = value[part]
        else:  # of few of many nothing is said
            otherwise = str(getattr(find_option(study.game, rule), "otherwise", ""))
            return int(otherwise) if otherwise.isdecimal() else None
    return value


def _apart(axis: Axis, now: Any) -> Floats:
    """Return how far each value of a rule is from the one it has: 0, or 1 and a little more."""
    changed = np.array([float(value != now) for value in axis.values])
    if axis.is_number and isinstance(now, int | float):
        far = np.abs(np.array(axis.values, np.float64) - now)
        changed *= 1 + far / (10 * (far.max() or 1.0))
    return changed


@dataclass
class Search:
    """Versions that are played a little, to choose who is played to the end."""

    space: Space
    jobs: int
    confidence: float
    show: Callable[[int], None]

    def __post_init__(self) -> None:
        study = self.space.base.study
        #: The most games of a version at the end, and games a deal.
        self.games, self.turned = study.games, study.rotations
        self.chance = np.random.default_rng([study.seed, self.space.size])
        self.pool = self.space.pool(self.chance)
        self.changes = self.space.changes(self.pool)
        self.runs: dict[int, Run] = {}
        self.out: set[int] = set()
        #: How many deals it touched, how many games it played, how many versions it left open.
        self.deals, self.spent, self.left_open = 0, 0, 0

    def find(self) -> list[int]:
        """Return the places in the pool of who is to be played to the end."""
        enough = self.space.size * FIRST_GAMES <= BUDGET * self.games
        raced = self.space.size <= MOST_RACED and enough
        scores = self._race() if raced else self._model()
        if not self.runs:
            raise self.space.refused[0]
        chosen = self._playable(finalists(scores, self.changes), FINALISTS)
        is_open = self.runs.keys() - self.out if raced else np.flatnonzero(scores > 0)
        self.left_open = len(set(map(int, is_open)) - set(chosen))
        return chosen if len(self.out) < len(self.runs) else chosen[:2]

    def _playable(self, places: Iterable[int], most: int) -> list[int]:
        return list(islice((n for n in places if self.space.cell(self.pool[n])), most))

    def _play(self, places: Sequence[int], first: int, after: int) -> None:
        """Play some deals of versions, all on the same, and add them to what they had."""
        cells = [cell for n in places if (cell := self.space.cell(self.pool[n]))]
        found = play_deals(
            cells, first, after, self.jobs, lambda some: self.show(self.spent + some)
        )
        for n, run in zip(places, found, strict=True):
            now = self.runs.get(n, replace(run, tally=Tally(), elapsed=0.0))
            elapsed = now.elapsed + run.elapsed
            self.runs[n] = replace(now, tally=now.tally + run.tally, elapsed=elapsed)
        self.deals = after
        self.spent += sum(run.games for run in found)

    @cached_property
    def wants(self) -> Wants:
        """What is wanted, by what the first version gave."""
        alike = all(axis.name != "players" for axis in self.space.axes)  # or shares differ
        return Wants.of(Results(self.runs[min(self.runs)]), self.games, by_seat=alike)

    def seen(self) -> tuple[list[int], Floats, Floats]:
        """Return which versions were played, their figures, a row each, and standard errors."""
        known = sorted(self.runs)
        found = [self.wants.seen(Results(self.runs[n])) for n in known]
        return known, np.array([one for one, _ in found]), np.array([one for _, one in found])

    def _race(self) -> Floats:
        """Play all versions, but those that clearly miss something, on more and more deals."""
        going = self._playable(range(len(self.pool)), len(self.pool))
        looks = doubling(-(-FIRST_GAMES // self.turned), self.games // 4 // self.turned)
        for before, deals in zip([0, *looks], looks, strict=False):
            more = (deals - before) * self.turned * len(going)
            if before and (len(going) <= FINALISTS or self.spent + more > BUDGET * self.games):
                break
            self._play(going, before, deals)
            self.out |= {n for n in going if self._misses(n, len(looks))}
            going = [n for n in going if n not in self.out]
        scores = np.full(len(self.pool), -math.inf)
        known, values, errors = self.seen() if self.runs else ([], np.zeros(0), np.zeros(0))
        if known:  # each as if it were an error worse than it looked
            both = [self.wants.scores(values + sign * errors) for sign in (-1, 0, 1)]
            scores[known] = np.min(both, axis=0)
        if going:  # who left does not come back
            scores[[*self.out]] = -math.inf
        return scores

    def _misses(self, n: int, looks: int) -> bool:
        """Tell whether a version clearly misses a want, corrected for all of them and all looks."""
        wants, level = self.wants, 1 - (1 - self.confidence) / looks / len(self.wants.paths)
        results = Results(self.runs[n], level)
        return any(
            not results.has(path) or judge(results.estimate(path), low, high, 1).word == "misses"
            for path, low, high in zip(wants.paths, wants.low, wants.high, strict=True)
        )

    def _model(self) -> Floats:
        """Play versions that may do well, by models of what others gave, round after round.

        Each is the best of what the figures may be, drawn anew (Thompson sampling): so those are
        played that may do well, the less is known of them the sooner.
        """
        most = BUDGET * self.games
        deals = max(LEAST_DEALS, most // (ROUNDS * PICKS * self.turned))
        picked = self._playable(map(int, self.chance.permutation(len(self.pool))), PICKS)
        scores = np.full(len(self.pool), -math.inf)
        for turn in range(ROUNDS):
            if not picked or (turn and self.spent + len(picked) * deals * self.turned > most):
                break
            self._play(picked, turn * deals, (turn + 1) * deals)
            models = fit(self.space.axes, self.pool, *self.seen())
            scores = self.wants.scores(np.stack([one.mean(self.pool) for one in models], axis=1))
            orders = propose(models, self.wants, self.pool, self.changes, self.chance)
            picked = []
            for order in islice(orders, PICKS):
                picked += self._playable((n for n in order if n not in picked), 1)
        return scores

    def tried(self) -> list[Point]:
        """Return all that was tried."""
        both = [(self.space.values(self.pool[n]), run) for n, run in sorted(self.runs.items())]
        return [Point(v, "", Results(run, self.confidence), is_base=False) for v, run in both]


def fit(axes: Sequence[Axis], pool: Places, known: Sequence[int], *seen: Floats) -> list[Model]:
    """Model each figure by the values and errors seen at some places of the pool, a row each."""
    places, (values, errors) = pool[list(known)], seen
    fine = np.isfinite(values) & np.isfinite(errors)
    if not fine.any(axis=0).all():
        raise UsageError("so few games tell nothing of one of the targets; give more --games")
    return [
        Model.fit(axes, places[ok], value[ok], error[ok])
        for ok, value, error in zip(fine.T, values.T, errors.T, strict=True)
    ]


def propose(
    models: Sequence[Model],
    wants: Wants,
    pool: Places,
    changes: Floats,
    chance: np.random.Generator,
) -> Iterator[list[int]]:
    """Yield versions in the order in which they are best where the figures are as drawn."""
    for figures in zip(*(model.draws(pool, chance) for model in models), strict=True):
        scores = wants.scores(np.stack(figures, axis=1))
        yield [int(n) for n in np.argsort(-ranked(scores, changes), kind="stable")[: 4 * PICKS]]


def doubling(first: int, last: int) -> list[int]:
    """Return how many deals there are at each look: twice as many each time, `last` at last."""
    found = [max(1, last)]
    while found[0] >= 2 * first:
        found.insert(0, -(-found[0] // 2))
    return found


def on_deals(cells: Sequence[Cell], first: int, after: int) -> list[Study]:
    """Return the studies that play the deals from one to before another."""
    ranges = ((first, after),)
    studies = [one.study for one in cells]
    return [replace(s, ranges=ranges, games=(after - first) * s.rotations) for s in studies]


def play_deals(
    cells: Sequence[Cell], first: int, after: int, jobs: int, watch: Callable[[int], None]
) -> list[Run]:
    """Play some deals of several studies, none compared with another."""
    studies, lineups = on_deals(cells, first, after), [one.lineup for one in cells]
    found = play_together(
        studies,
        lineups,
        jobs,
        against=range(len(cells)),
        progress=lambda tallies: watch(games_of(studies, tallies)),
    )
    return list(whole(found).runs)


def games_of(studies: Sequence[Study], tallies: Sequence[Any]) -> int:
    """Return how many games there are in the tallies of several studies."""
    return sum(s.rotations * one.deals for s, one in zip(studies, tallies, strict=True))
