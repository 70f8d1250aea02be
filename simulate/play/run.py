"""Playing a whole study: blocks of deals, over threads, into one tally."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from simulate.errors import UsageError
from simulate.play.arms import Arm, make_engine
from simulate.play.blocks import (
    Block,
    Keeping,
    Sizes,
    added,
    play_block,
)
from simulate.play.crew import Call
from simulate.play.crew import current as current_crew
from simulate.play.journal import NOBODY, Journal, Watchers
from simulate.play.signals import shielded
from simulate.play.tally import Tally, TallyLayout, compile_counting
from simulate.strategy import Strategy
from simulate.study import Study
from simulate.study.ranges import Ranges, united

Progress = Callable[[Tally], None]


@dataclass(frozen=True)
class Run:
    """What came of a study.

    Attributes
    ----------
    study
        What was asked for.
    layout
        Where each count stands in the tally's sums.
    tally
        The counts of all deals played.
    elapsed
        Seconds of playing, without compiling.
    jobs
        Threads used.
    interrupted
        Whether it was stopped before all deals were played.
    """

    study: Study
    layout: TallyLayout
    tally: Tally
    elapsed: float
    jobs: int
    interrupted: bool

    @property
    def games(self) -> int:
        """Games played."""
        return self.tally.deals * self.layout.rotations


def play(
    study: Study,
    lineup: Sequence[Strategy],
    jobs: int = 1,
    *,
    block: int | None = None,
    progress: Progress | None = None,
    watchers: Watchers = NOBODY,
    begun: Run | None = None,
) -> Run:
    """Play all games of a study.

    Parameters
    ----------
    study
        What to play.
    lineup
        The strategies that the study's line-up names, one a seat.
    jobs
        Threads; they change the speed only.
    block
        Deals a block; by default as many as take about a tenth of a second. It
        changes the speed only.
    progress
        Called with the tally so far, after each block.
    watchers
        Who is given the rows of each block, in the order of the games.
    begun
        What the same study gave for fewer games, to go on from there.

    Returns
    -------
    Run
        With the deals finished so far if it was interrupted from the keyboard.
    """

    def tell(tallies: Sequence[Tally]) -> None:
        if progress:
            progress(tallies[0])

    arm = Arm(study, make_engine(study, lineup))
    before = Together((begun,)) if begun else None
    return play_arms([arm], study.deals, jobs, block, tell, watchers, before).runs[0]


def play_until(
    study: Study,
    lineup: Sequence[Strategy],
    first: int,
    wanted: Callable[[Run], int],
    jobs: int = 1,
    *,
    progress: Progress | None = None,
    watchers: Watchers = NOBODY,
    begun: Run | None = None,
) -> Run:
    """Play more and more games of a study, until there are as many as wanted.

    Parameters
    ----------
    study
        What to play, with the most games.
    first
        Deals before the first look, those of `begun` among them.
    wanted
        Returns of a run how many deals there should be.
    lineup, jobs, progress, watchers, begun
        As for `play`.

    Returns
    -------
    Run
        Of the study, with as many games as were played.
    """

    def tell(tallies: Sequence[Tally]) -> None:
        if progress:
            progress(tallies[0])

    arm = Arm(study, make_engine(study, lineup))
    before = Together((begun,)) if begun else None

    def going(found: Together) -> tuple[int, Collection[int]]:
        return wanted(found.runs[0]), (0,)

    return play_arms_until([arm], first, going, jobs, tell, watchers, before).runs[0]


def kept_deals(study: Study, lineup: Sequence[Strategy]) -> int:
    """Return how many of a study's first deals are in the journal."""
    return _keeping(study, lineup).reached


def kept_ranges(study: Study, lineup: Sequence[Strategy], journal: Journal) -> Ranges:
    """Return which deals of a study are in a journal."""
    return united(journal.ranges(_keeping(study, lineup).key))


def _keeping(study: Study, lineup: Sequence[Strategy]) -> Keeping:
    return Keeping([Arm(study, make_engine(study, lineup))], [0], [0], NOBODY)


@dataclass(frozen=True)
class Together:
    """What came of several studies played on the same deals, each from the first on.

    One that stopped before others has fewer deals. So that it is compared over the deals that both
    have, it holds what the study that it is compared with had given by then.

    Attributes
    ----------
    runs
        Of each study.
    products
        For each study but the first: the sums over its deals of each figure of the study it is
        compared with, mostly the first, times each figure of this one.
    beside
        For each study but the first: the run of the study it is compared with, over its deals.
    against
        The place of the study that each is compared with; empty if that is the first.
    """

    runs: tuple[Run, ...]
    products: tuple[list[list[int]], ...] = ()
    beside: tuple[Run, ...] = ()
    against: tuple[int, ...] = ()

    @property
    def deals(self) -> int:
        """Deals of those that have most."""
        return max(run.tally.deals for run in self.runs)

    @property
    def going(self) -> tuple[int, ...]:
        """The places of those that have most, as those do that have not stopped."""
        return tuple(n for n, run in enumerate(self.runs) if run.tally.deals == self.deals)

    @property
    def interrupted(self) -> bool:
        """Whether any was stopped before it had all deals that it was to have."""
        return any(run.interrupted for run in self.runs)


#: Returns how many deals there should be of which studies, by place; of none for enough.
Wanted = Callable[[Together], tuple[int, Collection[int]]]


def play_arms_until(
    arms: Sequence[Arm],
    first: int,
    wanted: Wanted,
    jobs: int,
    progress: Callable[[Sequence[Tally]], None] | None,
    watchers: Watchers = NOBODY,
    begun: Together | None = None,
    against: Sequence[int] | None = None,
) -> Together:
    """Play arms from look to look; the parameters are those of `play_arms`.

    Parameters
    ----------
    first
        Deals before the first look, those of `begun` among them.
    wanted
        Asked at each look.
    """
    found, deals, most = begun, first, arms[0].study.deals
    going: Collection[int] = begun.going if begun else range(len(arms))
    while True:
        deals = min(deals, most)
        found = play_arms(arms, deals, jobs, None, progress, watchers, found, against, going)
        if found.interrupted or found.deals >= most:
            return found
        deals, going = wanted(found)
        if deals <= found.deals or not going:
            return found


def play_arms(
    arms: Sequence[Arm],
    deals: int,
    jobs: int,
    block: int | None,
    progress: Callable[[Sequence[Tally]], None] | None,
    watchers: Watchers = NOBODY,
    begun: Together | None = None,
    against: Sequence[int] | None = None,
    going: Collection[int] | None = None,
) -> Together:
    """Play arms up to a number of deals, from where they stand.

    What a journal holds of them is taken from it (`simulate.play.journal`).

    Parameters
    ----------
    arms, jobs, block, progress, watchers
        As for `play`; the rows that are watched are of the first arm.
    begun
        Where they stand.
    against
        The place of the arm that each is compared with; the first unless said.
    going
        The places of the arms that go on, with as many deals each, and those they are compared
        with among them; all unless said.
    """
    if jobs < 1:
        raise UsageError(f"the number of jobs cannot be {jobs}; give 1 or more")
    compile_counting()  # before the clock runs
    compared = against or [0] * len(arms)
    places = sorted(range(len(arms)) if going is None else going)
    assert all(compared[place] in places for place in places), "a reference has stopped"
    counted = _Counted(arms, begun)
    keeping, crew = Keeping(arms, places, compared, watchers), current_crew()

    def tell() -> None:
        if progress:
            progress(counted.tallies)

    def play_on(first: int, some: int) -> None:
        """Play some deals that follow one another, block by block."""
        together = [arms[place] for place in places]
        a_deal = sum(arm.layout.rotations for arm in together)
        sizes = Sizes(together, crew.players(jobs), crew.patience, block)
        who = (tuple(places), tuple(compared))
        begun: deque[tuple[int, int]] = deque()

        def calls() -> Iterator[Call]:
            # One at a time: each block that is counted tells how large the next ones are.
            for part in sizes.blocks_of(first, some):
                begun.append(part)
                how = (*who, *part, bool(watchers))
                yield Call(play_block, tuple(arms), how, part[1] * a_deal)

        crew.prepare(together)
        since = time.perf_counter()
        with closing(crew.play(calls(), 1 if sizes.are_one(some) else min(jobs, some))) as blocks:
            for played, rows in blocks:
                part = begun.popleft()
                with shielded():
                    now = time.perf_counter()
                    timed, since = replace(played, elapsed=now - since), now
                    counted.add(timed)
                    sizes.count(part[1], played)
                    for watcher in watchers.values():
                        watcher.add(rows)
                    keeping.keep(*part, timed)
                tell()

    interrupted = False
    try:
        for segment in keeping.segments(counted.deals, deals):
            if isinstance(segment, Block):
                counted.add(segment)
                tell()
            else:
                play_on(*segment)
    except KeyboardInterrupt:
        interrupted = True
    keeping.end()
    return counted.together(jobs, places, compared, against, interrupted=interrupted)


class _Counted:
    """What was counted so far of arms that are played together."""

    def __init__(self, arms: Sequence[Arm], begun: Together | None) -> None:
        self._arms, self._begun = arms, begun
        self.deals = begun.deals if begun else 0
        self.tallies = [run.tally for run in begun.runs] if begun else [Tally()] * len(arms)
        self._products = dict(enumerate(begun.products, 1)) if begun else {}
        self._seconds, self._elapsed = [0.0] * len(arms), 0.0

    def add(self, block: Block) -> None:
        """Add what a block gave, all of it or nothing."""
        for n, tally in block.tallies.items():
            self.tallies[n] += tally
            self._seconds[n] += block.seconds[n]
        for n, more in block.products.items():
            before = self._products.get(n)
            self._products[n] = added(before, more) if before else more
        self.deals += next(iter(block.tallies.values())).deals
        self._elapsed += block.elapsed

    def together(
        self,
        jobs: int,
        places: Collection[int],
        compared: Sequence[int],
        against: Sequence[int] | None,
        *,
        interrupted: bool,
    ) -> Together:
        """Return all of it; the parameters are as `play_arms` has them."""
        arms, begun = self._arms, self._begun
        share = self._elapsed / (sum(self._seconds) or 1.0)
        earlier = [run.elapsed for run in begun.runs] if begun else [0.0] * len(arms)
        runs = tuple(
            Run(
                arm.study,
                arm.layout,
                self.tallies[n],
                earlier[n] + share * self._seconds[n],
                jobs,
                interrupted and n in places,
            )
            for n, arm in enumerate(arms)
        )
        beside = tuple(
            begun.beside[n - 1] if begun and n not in places else runs[compared[n]]
            for n in range(1, len(arms))
        )
        products = tuple(self._products[n] for n in range(1, len(arms)) if n in self._products)
        return Together(runs, products, beside, tuple(against or ()))
