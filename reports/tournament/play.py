"""Play a tournament: every strategy at a table of each other, and mixed line-ups.

A cell of the matrix is a line-up of one strategy and all others of another; all cells play the same
deals. Mixed line-ups seat as many different strategies as there are seats for, as evenly as that
can be; each plays deals of its own, so that they are independent. Seatings that are alike up to
rotation are one, for every deal is played in all rotations. Everything is played in passes over all
line-ups, so that what was finished when a tournament is interrupted is a smaller tournament.

A tournament that races is played from look to look. After each one it is asked which line-ups are
still open; the others stop for good. What is asked sees whole looks only, so that which games are
played depends on the tournament alone: not on threads, on passes, or on being interrupted.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, permutations

from simulate.errors import UsageError
from simulate.play import lineups as contest
from simulate.play.arms import CompiledStudy
from simulate.play.executor import BLOCK_GAMES
from simulate.play.run import Run
from simulate.play.tally import digest
from simulate.strategy import Strategy
from simulate.study import Study, rotations
from simulate.study.precision import interim_looks

#: Returns which line-ups are still open, by their numbers, of what was played up to a look.
Open = Callable[["TournamentRun"], Collection[int]]
#: The most mixed line-ups; where there are more, so many are drawn.
MOST_MIXED = 500
#: About how many games a pass over all line-ups plays.
PASS_GAMES = 30_000


@dataclass(frozen=True)
class TournamentDesign:
    """Who plays whom, and how often.

    All line-ups share the game of `study`, its rules, players and seed; its games are those of one
    cell, the most of each where it is played until all is decided. Its own line-up is not played.
    """

    study: Study
    strategies: tuple[Strategy, ...]

    def __post_init__(self) -> None:
        if len(self.strategies) < 2:
            raise UsageError(
                f"a tournament takes at least 2 strategies, not {len(self.strategies)}; "
                "name more with -s"
            )
        for spec in self.specs:
            if self.specs.count(spec) > 1:
                raise UsageError(f"strategy {spec} is named twice; name it once")

    @cached_property
    def specs(self) -> tuple[str, ...]:
        """What to type for each strategy."""
        return tuple(strategy.spec for strategy in self.strategies)

    @property
    def cells(self) -> list[tuple[int, int]]:
        """Row and column of each cell of the matrix that is played, row by row.

        None where all play together: there is no table of another strategy to sit at.
        """
        if self.competitors == 1:
            return []
        return list(permutations(range(len(self.strategies)), 2))

    @property
    def cell_deals(self) -> int:
        """Deals of each cell; each is played once with every seat, or side, for the one."""
        return -(-self.study.games // self.competitors)

    @cached_property
    def competitors(self) -> int:
        """The number of sides that play against each other; a seat by itself is a side."""
        return contest.competitors_of(self.study)

    @cached_property
    def mixed(self) -> list[contest.Places]:
        """The mixed line-ups: all that there are, or `MOST_MIXED` drawn by the seed."""
        strategies, seats = len(self.strategies), self.competitors
        if self.mixed_possible > MOST_MIXED:
            drawn = _draw(strategies, seats, self.study.seed)
            return [next(drawn) for _ in range(MOST_MIXED)]
        return [
            _seated(seating, extra, strategies)
            for extra in combinations(range(strategies), seats % strategies)
            for seating in _seatings(strategies, seats)
        ]

    @property
    def mixed_possible(self) -> int:
        """How many mixed line-ups there are; those alike up to rotation are one."""
        strategies, seats = len(self.strategies), self.competitors
        return math.comb(strategies, seats % strategies) * len(_seatings(strategies, seats))

    @cached_property
    def mixed_deals(self) -> int:
        """Deals of each mixed line-up, so that who plays has about as many as in the matrix."""
        if not self.cells:
            return max(2, self.study.games)
        # A cell has so many games of one strategy, and a mixed line-up of as many as seats.
        games = self.cell_deals * len(self.cells)
        a_deal = sum(rotations(places, True) for places in self.mixed)
        return max(2, math.ceil(games / a_deal))  # two are needed to see a spread

    @property
    def games(self) -> int:
        """Games in all, at most."""
        return sum(self.games_of(number) for number in range(len(self.lineups)))

    @cached_property
    def lineups(self) -> list[contest.Places]:
        """All line-ups, by competitor: those of the cells, and then the mixed ones."""
        others = self.competitors - 1
        cells = [(one, *[other] * others) for one, other in self.cells]
        return [*cells, *self.mixed]

    @property
    def races(self) -> bool:
        """Whether line-ups stop as soon as what they are played for is decided."""
        return bool(self.study.until_decided)

    @cached_property
    def interim(self) -> tuple[int, ...]:
        """After how many deals of a cell it is looked what is decided; once, unless it races."""
        if not self.races:
            return (self.cell_deals,)
        return interim_looks(self.cell_deals, self.competitors)

    def deals_until(self, number: int, looks: int) -> range:
        """Return the deals that a line-up has played at a look, the first of which is 1."""
        deals = self.deals_of(number)
        share = -(-len(deals) * self.interim[looks - 1] // self.cell_deals)
        return deals[: max(2, share) if looks else 0]

    def deals_of(self, number: int) -> range:
        """Return the deals that a line-up plays, at most."""
        place = number - len(self.cells)
        if place < 0:
            return range(self.cell_deals)
        first = place * self.mixed_deals
        return range(first, first + self.mixed_deals)

    def games_of(self, number: int) -> int:
        """Return how many games a line-up plays, at most."""
        return len(self.deals_of(number)) * rotations(self.lineups[number], True)

    @property
    def studies(self) -> list[Study]:
        """The study that plays each line-up; of a mixed one the first deal is not 0."""
        return [
            replace(
                self.study,
                lineup=tuple(self.specs[place] for place in contest.by_seat(self.study, places)),
                rotate=True,
                games=self.games_of(number),
                until_decided=0.0,
            )
            for number, places in enumerate(self.lineups)
        ]

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits that differ between tournaments with different answers."""
        answer = [replace(self.study, lineup=("",)).id, self.study.specs_of(self.specs), MOST_MIXED]
        return digest(answer)[:12]


def _seatings(strategies: int, seats: int) -> list[contest.Places]:
    """List the ways to seat the first strategies as evenly as can be, up to rotation."""
    even = sorted(place % strategies for place in range(seats))
    return sorted(
        {contest.canonical_rotation((even[0], *order)) for order in permutations(even[1:])}
    )


def _seated(seating: contest.Places, extra: Sequence[int], strategies: int) -> contest.Places:
    """Return a line-up seated so in which those in `extra` come first."""
    order = (*extra, *(number for number in range(strategies) if number not in extra))
    return tuple(order[place] for place in seating)


def _draw(strategies: int, seats: int, seed: int) -> Iterator[contest.Places]:
    """Draw mixed line-ups at random, each at most once."""
    # Of Python's generator only random() is promised to stay the same between versions.
    chance = random.Random(seed)
    seatings = _seatings(strategies, seats)
    drawn = set()
    while True:
        left, extra = list(range(strategies)), []
        for _ in range(seats % strategies):
            extra.append(left.pop(int(chance.random() * len(left))))
        seating = seatings[int(chance.random() * len(seatings))]
        places = _seated(seating, sorted(extra), strategies)
        if places not in drawn:
            drawn.add(places)
            yield places


@dataclass(frozen=True)
class TournamentRun(contest.ContestRun):
    """What came of a tournament.

    Of a race, `looked` tells at how many looks each line-up was looked at; those that were at fewer
    than others stopped then.
    """

    design: TournamentDesign
    lineup_runs: tuple[contest.LineupRun, ...]
    looked: tuple[int, ...] = ()

    @property
    def cells(self) -> tuple[contest.LineupRun, ...]:
        """What each cell of the matrix gave."""
        return self.lineup_runs[: len(self.design.cells)]

    @property
    def mixed(self) -> tuple[contest.LineupRun, ...]:
        """What each mixed line-up gave."""
        return self.lineup_runs[len(self.design.cells) :]

    @property
    def standing(self) -> list[int]:
        """The line-ups of a race that had not stopped before its last look, by their numbers."""
        return [number for number, looks in enumerate(self.looked) if looks == max(self.looked)]

    @property
    def as_played(self) -> TournamentDesign:
        """The tournament that gives as many games; a race, whole, gives just these again."""
        planned = self.design
        games = max(played.games for played in self.cells or self.lineup_runs)
        return planned if planned.races else replace(planned, study=planned.study.limited_to(games))

    @property
    def together(self) -> Collection[str]:
        """The label of mixed line-ups."""
        if not self.cells:
            return ()
        return list(self.runs)[len(self.cells) :]

    @property
    def runs(self) -> dict[str, Run]:
        """Each cell as a run, and all mixed line-ups as one."""
        planned, studies = self.design, self.design.studies
        specs, cells = planned.specs, zip(planned.cells, studies, self.cells, strict=False)
        if not planned.cells:  # each strategy has all seats
            groups = zip(specs, studies, self.lineup_runs, strict=True)
            return {spec: self.run_of(study, played) for spec, study, played in groups}
        found = {
            f"{specs[one]} at a table of {specs[other]}": self.run_of(study, played)
            for (one, other), study, played in cells
        }
        found["mixed line-ups"] = self.run_of(studies[-1], *self.mixed)
        return found


def play_tournament(
    tournament: TournamentDesign,
    jobs: int = 1,
    *,
    still_open: Open = lambda run: (),
    passes: int = 0,
    watch: contest.Watch | None = None,
) -> TournamentRun:
    """Play all line-ups of a tournament; of one that races, no more than is still open.

    That is asked after each look but the last. Line-ups that have stopped stay so, whatever it
    says. Interrupted, it ends with the passes finished so far; a race with the last look that was
    finished, for the error is shared by the looks and covers nothing in between.
    `KeyboardInterrupt`: there is no such pass or look.
    """
    lineups = [
        contest.Lineup(
            CompiledStudy(
                study, [tournament.strategies[n] for n in contest.by_seat(study, places)]
            ),
            places,
            tournament.deals_of(number),
        )
        for number, (study, places) in enumerate(
            zip(tournament.studies, tournament.lineups, strict=True)
        )
    ]
    run = TournamentRun(tournament, (), 0.0, jobs, False, (0,) * len(lineups))
    going: Sequence[int] = run.standing
    try:
        while going:
            run = _play_on(run, lineups, going, passes, watch)
            if run.interrupted or max(run.looked) == len(tournament.interim):
                break
            wanted = set(still_open(run))
            going = [number for number in run.standing if number in wanted]
    except KeyboardInterrupt:
        if not run.lineup_runs:
            raise
        run = replace(run, interrupted=True)
    return run


def _play_on(
    run: TournamentRun,
    lineups: Sequence[contest.Lineup],
    going: Sequence[int],
    passes: int,
    watch: contest.Watch | None,
) -> TournamentRun:
    tournament = run.design
    now: list[contest.LineupRun | None] = [*(run.lineup_runs or [None] * len(lineups))]
    looked = list(run.looked)
    parts = []
    for number in going:
        done = len(tournament.deals_until(number, looked[number]))
        looked[number] += 1
        deals = tournament.deals_until(number, looked[number])[done:]
        parts.append(replace(lineups[number], deals=deals))
    passes = passes or _passes(parts)
    if len(parts) < 2 * run.jobs:
        # A few line-ups are split among all threads, or one would play on alone.
        parts = [replace(one, piece=-(-len(one.deals) // (passes * run.jobs))) for one in parts]

    def tell(played: Sequence[contest.LineupRun | None]) -> None:
        for number, one in zip(going, played, strict=True):
            now[number] = one
        if watch:
            watch(now)

    begun = [run.lineup_runs[number] for number in going] if run.lineup_runs else []
    found, elapsed, interrupted = contest.play_lineups(parts, run.jobs, passes, tell, begun)
    if interrupted and tournament.races:
        raise KeyboardInterrupt
    for number, one in zip(going, found, strict=True):
        now[number] = one
    return replace(
        run,
        lineup_runs=tuple(one for one in now if one),
        elapsed=run.elapsed + elapsed,
        interrupted=interrupted,
        looked=tuple(looked),
    )


def _passes(lineups: Sequence[contest.Lineup]) -> int:
    """Choose in how many passes to play: no line-up without two deals in any of them."""
    games = [len(lineup.deals) * lineup.arm.layout.rotations for lineup in lineups]
    wanted = max(
        1, -(-max(games) // BLOCK_GAMES), min(contest.MOST_PASSES, sum(games) // PASS_GAMES)
    )
    return min(wanted, max(1, min(len(lineup.deals) for lineup in lineups) // 2))
