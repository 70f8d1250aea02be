"""Play a tournament: each strategy alone among players of every other, and mixed line-ups.

A cell of the matrix is a line-up of one strategy in one seat and another strategy in all other
seats. All cells play the same deals. Mixed line-ups have as many different strategies as there are
seats, or all strategies as evenly as possible if there are fewer. Each plays deals of its own, so
that mixed line-ups are independent. Line-ups that differ only by rotation are the same, because
every deal is played in all rotations. Everything is played in passes over all line-ups, so that an
interrupted tournament is a smaller tournament.

A tournament that races has interim looks at its results. After each look, line-ups whose results
are decided stop for good. Decisions use the results at these looks only, so that the games that are
played depend on the tournament alone: not on threads, on passes, or on interruptions.
"""

from __future__ import annotations

import math
import random
from collections import Counter
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

#: A function that is called with the games up to an interim look, and returns the numbers of the
#: line-ups to play on.
StillOpen = Callable[["TournamentRun"], Collection[int]]
#: The maximum number of line-ups that are listed in order to draw some of them. It is the number of
#: line-ups of ten different strategies in ten seats.
_MOST_LISTED = math.factorial(9)
#: The maximum number of mixed line-ups. If more are possible, this number of them is drawn at
#: random.
MOST_MIXED = 500
#: The approximate number of games of a pass over all line-ups.
PASS_GAMES = 30_000


@dataclass(frozen=True)
class TournamentDesign:
    """The strategies of a tournament, its line-ups, and their numbers of games.

    All line-ups share the game, rules, players and seed of the study. The study's number of games
    is that of each cell, or the maximum in a race. The study's line-up is not played.

    Raises
    ------
    UsageError
        If there are fewer than two strategies, or if one is named twice.
    """

    study: Study
    strategies: tuple[Strategy, ...]

    def __post_init__(self) -> None:
        if len(self.strategies) < 2:
            raise UsageError(
                f"a tournament takes at least 2 strategies, not {len(self.strategies)}; "
                "name more with -s, as in -s random -s 'search(rollouts=8)'"
            )
        for spec in self.specs:
            if self.specs.count(spec) > 1:
                raise UsageError(f"strategy {spec} is named twice; name it once")

    @cached_property
    def specs(self) -> tuple[str, ...]:
        """The names of the strategies, as typed on the command line."""
        return tuple(strategy.spec for strategy in self.strategies)

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The cells of the matrix that are played, row by row, as pairs of strategy indices.

        The first strategy (row) has one seat, and the second (column) has all others. There are no
        cells if all players win or lose together.
        """
        if self.competitors == 1:
            return []
        return list(permutations(range(len(self.strategies)), 2))

    @property
    def cell_deals(self) -> int:
        """The number of deals of a cell; each is played once per seat of the row's strategy."""
        return -(-self.study.games // self.competitors)

    @cached_property
    def competitors(self) -> int:
        """The number of sides that play against each other; without teams, each seat is a side."""
        return contest.competitors_of(self.study)

    @cached_property
    def mixed(self) -> list[contest.Places]:
        """The mixed line-ups. Each is a sequence with the number of every side's strategy.

        They are all possible mixed line-ups, or `MOST_MIXED` line-ups that the seed draws.
        """
        strategies = len(self.strategies)
        seats = self.competitors
        if self.mixed_possible > MOST_MIXED:
            drawn = _draw_lineups(strategies, seats, self.study.seed)
            return [next(drawn) for _ in range(MOST_MIXED)]
        return [
            _seat(seating, extra, strategies)
            for extra in combinations(range(strategies), seats % strategies)
            for seating in _seatings(strategies, seats)
        ]

    @property
    def mixed_possible(self) -> int:
        """The number of possible mixed line-ups; line-ups that differ by rotation count once."""
        strategies = len(self.strategies)
        seats = self.competitors
        return math.comb(strategies, seats % strategies) * _count_seatings(strategies, seats)

    @cached_property
    def mixed_deals(self) -> int:
        """The number of deals of each mixed line-up, at least 2.

        Each strategy plays about as many games in mixed line-ups as in its row of the matrix. If
        there is no matrix, each line-up plays the number of games of the study.
        """
        if not self.cells:
            return max(2, self.study.games)
        games = self.cell_deals * len(self.cells)
        games_per_deal = sum(rotations(places, True) for places in self.mixed)
        return max(2, math.ceil(games / games_per_deal))  # An error estimate takes two deals.

    @property
    def games(self) -> int:
        """The largest possible number of games of all line-ups together."""
        return sum(self.games_of(number) for number in range(len(self.lineups)))

    @cached_property
    def lineups(self) -> list[contest.Places]:
        """All line-ups: first the cells of the matrix, then the mixed line-ups.

        Each is a sequence with the number of every side's strategy. The number of a line-up is its
        index in this list.
        """
        rivals = self.competitors - 1
        cells = [(row, *[column] * rivals) for row, column in self.cells]
        return [*cells, *self.mixed]

    @property
    def races(self) -> bool:
        """True if line-ups stop as soon as their results are decided."""
        return bool(self.study.until_decided)

    @cached_property
    def interim(self) -> tuple[int, ...]:
        """The number of deals of a cell at each look at the results; without a race, one look."""
        if not self.races:
            return (self.cell_deals,)
        return interim_looks(self.cell_deals, self.competitors)

    def deals_until(self, number: int, looks: int) -> range:
        """Return the deals that line-up `number` has played after the given number of looks.

        After the first look, it has played at least two deals.
        """
        deals = self.deals_of(number)
        if not looks:
            return deals[:0]
        share = -(-len(deals) * self.interim[looks - 1] // self.cell_deals)
        return deals[: max(2, share)]

    def deals_of(self, number: int) -> range:
        """Return all deals that line-up `number` may play."""
        place = number - len(self.cells)
        if place < 0:
            return range(self.cell_deals)
        first = place * self.mixed_deals
        return range(first, first + self.mixed_deals)

    def games_of(self, number: int) -> int:
        """Return the largest number of games that line-up `number` may play."""
        return len(self.deals_of(number)) * rotations(self.lineups[number], True)

    @property
    def studies(self) -> list[Study]:
        """The study of each line-up, without its range of deals, which `deals_of` returns."""
        studies = []
        for number, places in enumerate(self.lineups):
            specs = tuple(self.specs[place] for place in contest.by_seat(self.study, places))
            studies.append(
                replace(
                    self.study,
                    lineup=specs,
                    rotate=True,
                    games=self.games_of(number),
                    until_decided=0.0,
                )
            )
        return studies

    @property
    def id(self) -> str:
        """A fingerprint of the design: 12 hexadecimal digits, different if results would differ."""
        study_id = replace(self.study, lineup=("",)).id
        return digest([study_id, self.study.specs_of(self.specs), MOST_MIXED])[:12]

    def compile_lineups(self) -> list[contest.Lineup]:
        """Compile the strategies, and return all line-ups with their deals.

        Raises
        ------
        FathomError
            If the game or a strategy does not compile.
        """
        lineups = []
        for number, (study, places) in enumerate(zip(self.studies, self.lineups, strict=True)):
            seated = contest.by_seat(study, places)
            arm = CompiledStudy(study, [self.strategies[place] for place in seated])
            lineups.append(contest.Lineup(arm, places, self.deals_of(number)))
        return lineups


def _seatings(strategies: int, seats: int) -> list[contest.Places]:
    """Return all line-ups that share the seats evenly among strategies.

    Of line-ups that differ only by rotation, one is returned. A line-up has the number of a
    strategy per seat. If the seats cannot be shared evenly, the strategies with the lowest numbers
    have one seat more.
    """
    first, *others = _seats_by_strategy(strategies, seats)
    orders = _arrange([first - 1, *others])
    return sorted({contest.canonical_rotation((0, *order)) for order in orders})


def _seats_by_strategy(strategies: int, seats: int) -> list[int]:
    """Return the number of seats of each strategy that has seats. They are shared evenly."""
    counts = Counter(place % strategies for place in range(seats))
    return [counts[number] for number in sorted(counts)]


def _arrange(counts: Sequence[int]) -> Iterator[contest.Places]:
    """Yield every order in which each strategy has its number of seats in `counts`."""
    if not any(counts):
        yield ()
    for number, count in enumerate(counts):
        if count:
            fewer = [*counts[:number], count - 1, *counts[number + 1 :]]
            for order in _arrange(fewer):
                yield (number, *order)


def _count_seatings(strategies: int, seats: int) -> int:
    """Return the number of line-ups in `_seatings`, without listing them (Burnside's lemma)."""
    counts = _seats_by_strategy(strategies, seats)
    unchanged = 0
    for shift in range(seats):
        # A rotation by `shift` seats does not change line-ups that repeat after `period` seats.
        period = math.gcd(shift, seats)
        repeats = seats // period
        if any(count % repeats for count in counts):
            continue
        orders = math.factorial(period)
        for count in counts:
            orders //= math.factorial(count // repeats)
        unchanged += orders
    return unchanged // seats


def _draw_seating(strategies: int, seats: int, chance: random.Random) -> contest.Places:
    """Return a random line-up of `_seatings`, all equally likely, without listing them."""
    counts = _seats_by_strategy(strategies, seats)
    while True:
        remaining = [number for number, count in enumerate(counts) for _ in range(count)]
        order = []
        while remaining:
            order.append(remaining.pop(int(chance.random() * len(remaining))))
        rotations_of_it = {(*order[shift:], *order[:shift]) for shift in range(seats)}
        # A line-up with more different rotations is found more often, so some are drawn again.
        if chance.random() * len(rotations_of_it) < 1:
            return min(rotations_of_it)


def _seat(seating: contest.Places, extra: Sequence[int], strategies: int) -> contest.Places:
    """Return a line-up from `_seatings` after renumbering its strategies.

    The strategies with the numbers `extra` then hold one seat more than the others.
    """
    order = (*extra, *(number for number in range(strategies) if number not in extra))
    return tuple(order[place] for place in seating)


def _draw_lineups(strategies: int, seats: int, seed: int) -> Iterator[contest.Places]:
    """Yield random mixed line-ups without repetition.

    Each is a sequence with the number of every side's strategy. The iterator never ends, so it must
    not be asked for more line-ups than there are.
    """
    # Only random() is documented to give the same numbers in all versions of Python.
    chance = random.Random(seed)
    seatings = []
    if _count_seatings(strategies, seats) <= _MOST_LISTED:
        seatings = _seatings(strategies, seats)
    drawn = set()
    while True:
        remaining = list(range(strategies))
        extra = []
        for _ in range(seats % strategies):
            extra.append(remaining.pop(int(chance.random() * len(remaining))))
        if seatings:
            seating = seatings[int(chance.random() * len(seatings))]
        else:
            seating = _draw_seating(strategies, seats, chance)
        places = _seat(seating, sorted(extra), strategies)
        if places not in drawn:
            drawn.add(places)
            yield places


@dataclass(frozen=True)
class TournamentRun(contest.ContestRun):
    """The games of a tournament that were played."""

    design: TournamentDesign
    lineup_runs: tuple[contest.LineupRun, ...]
    #: In a race, the number of interim looks at each line-up. Line-ups with fewer looks than others
    #: have stopped.
    looks: tuple[int, ...] = ()

    @property
    def cells(self) -> tuple[contest.LineupRun, ...]:
        """The games of each cell of the matrix."""
        return self.lineup_runs[: len(self.design.cells)]

    @property
    def mixed(self) -> tuple[contest.LineupRun, ...]:
        """The games of each mixed line-up."""
        return self.lineup_runs[len(self.design.cells) :]

    @property
    def active(self) -> list[int]:
        """The numbers of the line-ups of a race that had not stopped before its last look."""
        return [number for number, looks in enumerate(self.looks) if looks == max(self.looks)]

    @property
    def as_played(self) -> TournamentDesign:
        """The design that gives the games that were played; for a race, the design itself."""
        if self.design.races:
            return self.design
        games = max(lineup_run.games for lineup_run in self.cells or self.lineup_runs)
        return replace(self.design, study=self.design.study.limited_to(games))

    @property
    def together(self) -> Collection[str]:
        """The labels of runs that combine several line-ups.

        It has the label of the mixed line-ups, or is empty if there are none.
        """
        if not self.cells:
            return ()
        return list(self.runs)[len(self.cells) :]

    @property
    def runs(self) -> dict[str, Run]:
        """Each cell as a run, and all mixed line-ups as one run, by their labels.

        If all players win or lose together, each strategy in all seats is a run.
        """
        design = self.design
        specs = design.specs
        studies = design.studies
        if not design.cells:
            return {
                spec: self.run_of(study, lineup_run)
                for spec, study, lineup_run in zip(specs, studies, self.lineup_runs, strict=True)
            }
        runs = {}
        for (row, column), study, lineup_run in zip(
            design.cells, studies, self.cells, strict=False
        ):
            label = f"{specs[row]} at a table of {specs[column]}"
            runs[label] = self.run_of(study, lineup_run)
        runs["mixed line-ups"] = self.run_of(studies[-1], *self.mixed)
        return runs


def play_tournament(
    design: TournamentDesign,
    jobs: int = 1,
    *,
    still_open: StillOpen = lambda run: (),
    passes: int = 0,
    watch: contest.Watch | None = None,
) -> TournamentRun:
    """Play all line-ups of a tournament; in a race, only until `still_open` leaves them out.

    Parameters
    ----------
    design
        The tournament.
    jobs
        The number of threads.
    still_open
        A function that is called after each look of a race except the last. Its argument is the
        games played. It returns the numbers of the line-ups to play on. A line-up that has stopped
        is not continued, even if it is returned again.
    passes
        The number of passes over all line-ups, which changes the speed only; 0 to choose it.
    watch
        A function that is called repeatedly while games are played, with the games of each line-up;
        None for a line-up that has not begun.

    Returns
    -------
    TournamentRun
        All games. After an interruption, the games of all finished passes. In a race, those up to
        the last finished look, because the correction for looks does not cover results in between.

    Raises
    ------
    KeyboardInterrupt
        If it is interrupted before there is such a pass or look.
    FathomError
        If the game or a strategy does not compile or fails.
    """
    lineups = design.compile_lineups()
    run = TournamentRun(design, (), 0.0, jobs, False, (0,) * len(lineups))
    numbers: Sequence[int] = run.active
    try:
        while numbers:
            run = _play_until_next_look(run, lineups, numbers, passes, watch)
            if run.interrupted or max(run.looks) == len(design.interim):
                break
            open_numbers = set(still_open(run))
            numbers = [number for number in run.active if number in open_numbers]
    except KeyboardInterrupt:
        if not run.lineup_runs:
            raise
        run = replace(run, interrupted=True)
    return run


def _play_until_next_look(
    run: TournamentRun,
    lineups: Sequence[contest.Lineup],
    numbers: Sequence[int],
    passes: int,
    watch: contest.Watch | None,
) -> TournamentRun:
    """Return the run after one more look at some line-ups, by their numbers.

    `watch` is called as in `play_tournament`; None for no calls.

    Raises
    ------
    KeyboardInterrupt
        If a race is interrupted.
    FathomError
        If the game or a strategy fails.
    """
    design = run.design
    lineup_runs: list[contest.LineupRun | None] = [*(run.lineup_runs or [None] * len(lineups))]
    looks = list(run.looks)
    remaining = []
    for number in numbers:
        done = len(design.deals_until(number, looks[number]))
        looks[number] += 1
        deals = design.deals_until(number, looks[number])[done:]
        remaining.append(replace(lineups[number], deals=deals))
    passes = passes or _passes(remaining)
    if len(remaining) < 2 * run.jobs:
        # Few line-ups are split among all threads; otherwise one thread would finish long after
        # the others.
        remaining = [
            replace(lineup, block=-(-len(lineup.deals) // (passes * run.jobs)))
            for lineup in remaining
        ]

    def show(runs: Sequence[contest.LineupRun | None]) -> None:
        for number, lineup_run in zip(numbers, runs, strict=True):
            lineup_runs[number] = lineup_run
        if watch:
            watch(lineup_runs)

    begun = [run.lineup_runs[number] for number in numbers] if run.lineup_runs else []
    runs, elapsed, interrupted = contest.play_lineups(remaining, run.jobs, passes, show, begun)
    if interrupted and design.races:
        raise KeyboardInterrupt
    for number, lineup_run in zip(numbers, runs, strict=True):
        lineup_runs[number] = lineup_run
    return replace(
        run,
        lineup_runs=tuple(lineup_run for lineup_run in lineup_runs if lineup_run),
        elapsed=run.elapsed + elapsed,
        interrupted=interrupted,
        looks=tuple(looks),
    )


def _passes(lineups: Sequence[contest.Lineup]) -> int:
    """Return the number of passes. Each pass plays an equal share of the deals of every line-up.

    A pass has at least two deals of every line-up, unless there is only one pass.
    """
    games = [len(lineup.deals) * lineup.arm.layout.rotations for lineup in lineups]
    blocks = -(-max(games) // BLOCK_GAMES)
    passes = max(1, blocks, min(contest.MOST_PASSES, sum(games) // PASS_GAMES))
    fewest_deals = min(len(lineup.deals) for lineup in lineups)
    return min(passes, max(1, fewest_deals // 2))
