"""Playing studies, one or several on the same deals: blocks of deals into tallies."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, TypeVar

from simulate.play.arms import CompiledStudy
from simulate.play.counting import compile_counting
from simulate.play.executor import (
    Block,
    BlockSizes,
    Task,
    add_matrices,
    current_executor,
    journal_key,
    play_block,
)
from simulate.play.journal import (
    NO_WATCHERS,
    Journal,
    JournalRecord,
    Watchers,
    current_journal,
    restore_watchers,
    unpack_part,
)
from simulate.play.signals import shielded
from simulate.play.tally import Tally, TallyLayout
from simulate.strategy import Strategy
from simulate.study import Study
from simulate.study.ranges import Ranges, merge_ranges


@dataclass(frozen=True)
class Run:
    """What came of a study.

    `elapsed` is seconds of playing, without compiling, on so many threads (`jobs`); it can be
    `interrupted` before all deals were played.
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

    @property
    def games_per_s(self) -> float:
        """Games played a second, on all threads together."""
        return self.games / self.elapsed


@dataclass(frozen=True)
class ArmsRun:
    """What came of several studies played on the same deals, each from the first on.

    One that stopped before others has fewer deals. So that it is compared over the deals that both
    have, it holds what the study that it is compared with had given by then: of each but the first
    the run (`beside`), and the sums over deals of each of its figures times each of this one
    (`products`). `against` holds the place of the study that each is compared with.
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


Found = TypeVar("Found", Run, ArmsRun)


def require_finished(found: Found) -> Found:
    """Return what was played, or pass on that it was interrupted."""
    if found.interrupted:
        raise KeyboardInterrupt
    return found


#: Returns how many deals there should be of which studies, by place; of none for enough.
NextTarget = Callable[[ArmsRun], tuple[int, Collection[int]]]


def play(study: Study, lineup: Sequence[Strategy], jobs: int = 1, **how: Any) -> Run:
    """Play all games of a study by so many threads, or those until it is interrupted.

    The line-up has the strategies that the study's names, one a seat. Threads and blocks change
    the speed only. How is said as for `play_until`.
    """
    return play_until(study, lineup, study.deals, lambda run: 0, jobs, **how)


def play_until(
    study: Study,
    lineup: Sequence[Strategy],
    first: int,
    wanted: Callable[[Run], int],
    jobs: int = 1,
    *,
    block: int | None = None,
    progress: Callable[[Tally], None] | None = None,
    watchers: Watchers = NO_WATCHERS,
    begun: Run | None = None,
) -> Run:
    """Play more and more games of a study, which says the most, until there are as many as wanted.

    Before the first look come `first` deals, those of `begun` among them, a run of the same study
    with fewer games; `wanted` returns of a run how many there should be. A block has so many deals,
    by default as many as take about a tenth of a second; `progress` is called with the tally so far
    after each, and `watchers` are given its rows, in the order of the games.
    """
    return play_together_until(
        [study],
        [lineup],
        first,
        lambda found: (wanted(found.runs[0]), (0,)),
        jobs,
        block=block,
        progress=progress and (lambda tallies: progress(tallies[0])),
        watchers=watchers,
        begun=ArmsRun((begun,)) if begun else None,
    ).runs[0]


def play_together(
    studies: Sequence[Study], lineups: Sequence[Sequence[Strategy]], jobs: int = 1, **how: Any
) -> ArmsRun:
    """Play several studies of one seed on the same deals, as many as the first has."""
    return play_together_until(
        studies, lineups, studies[0].deals, lambda found: (0, ()), jobs, **how
    )


def play_together_until(
    studies: Sequence[Study],
    lineups: Sequence[Sequence[Strategy]],
    first: int,
    wanted: NextTarget,
    jobs: int = 1,
    *,
    against: Sequence[int] | None = None,
    block: int | None = None,
    progress: Callable[[Sequence[Tally]], None] | None = None,
    watchers: Watchers = NO_WATCHERS,
    begun: ArmsRun | None = None,
) -> ArmsRun:
    """Play more and more deals of several studies of one seed, each until it is settled.

    What a journal holds of them is taken from it (`simulate.play.journal`). Before the first look
    come `first` deals, those of `begun` among them. `wanted` returns how many there should be of
    which studies, by place, and of none for enough; one that is left out stops for good, but those
    that others are compared with (`against`; the first unless said) go on with them. The rest is as
    for `play`; the rows that are watched are of the first study.
    """
    assert len({(study.seed, study.deals) for study in studies}) == 1, "not the same deals"
    arms = [CompiledStudy(*both) for both in zip(studies, lineups, strict=True)]
    compile_counting()  # before the clock runs
    compared = against or [0] * len(arms)
    found, deals, most = begun, first, studies[0].deals
    going = set(begun.going if begun else range(len(arms)))
    while True:
        playing = _Playing(arms, sorted(going), compared, jobs, block, progress, watchers, found)
        found = replace(playing.play_to(min(deals, most)), against=tuple(compared))
        if found.interrupted or found.deals >= most:
            return found
        deals, still = wanted(found)
        going = set(still)
        while more := {compared[place] for place in going} - going:
            going |= more
        if deals <= found.deals or not going:
            return found


def count_journaled_deals(study: Study, lineup: Sequence[Strategy]) -> int:
    """Return how many of a study's first deals are in the journal."""
    ranges = find_journaled_ranges(study, lineup, current_journal())
    return ranges[0][1] if ranges and ranges[0][0] == 0 else 0


def find_journaled_ranges(study: Study, lineup: Sequence[Strategy], journal: Journal) -> Ranges:
    """Return which deals of a study are in a journal."""
    return merge_ranges(journal.ranges(journal_key([CompiledStudy(study, lineup)], [0], [0])))


@dataclass
class _Playing:
    """Arms that are played together from one look to the next; those at `places` go on."""

    arms: Sequence[CompiledStudy]
    places: Sequence[int]
    compared: Sequence[int]
    jobs: int
    block: int | None
    progress: Callable[[Sequence[Tally]], None] | None
    watchers: Watchers
    begun: ArmsRun | None

    def __post_init__(self) -> None:
        begun = self.begun
        self._journal = current_journal()
        self._key = journal_key(self.arms, self.places, self.compared)
        self._together = [self.arms[place] for place in self.places]
        self._deals = begun.deals if begun else 0
        self._tallies = [run.tally for run in begun.runs] if begun else [Tally()] * len(self.arms)
        self._products = dict(enumerate(begun.products, 1)) if begun else {}
        self._seconds, self._elapsed = [0.0] * len(self.arms), 0.0

    def play_to(self, deals: int) -> ArmsRun:
        """Play up to a number of deals, and return all that was counted."""
        interrupted = False
        a_deal = sum(arm.layout.rotations for arm in self._together)
        try:
            for part in self._parts(self._deals, deals):
                if isinstance(part, JournalRecord):
                    self._journal.count_reused(part.deals * a_deal)
                    self._add(unpack_part(Block.unpack, part))
                    self._tell()
                else:
                    self._play_on(*part, a_deal)
        except KeyboardInterrupt:
            interrupted = True
        self._journal.end(self._key)
        self._journal.watch(NO_WATCHERS)
        return self._found(interrupted)

    def _parts(self, done: int, end: int) -> Sequence[JournalRecord | tuple[int, int]]:
        """Return in order what was played before, and of the rest the first deal and how many."""
        stretches = self.arms[0].study.stretches
        parts = list(self._journal.records_and_gaps(self._key, stretches(done, end)))
        if self.watchers:
            # They are given all rows in order, so what is kept beyond the first gap is played anew.
            kept: list[Any] = list(takewhile(lambda part: isinstance(part, JournalRecord), parts))
            while kept and not restore_watchers(self.watchers, kept[-1].states):
                kept.pop()
            parts = [*kept, *stretches(done + sum(one.deals for one in kept), end)]
        self._journal.watch(self.watchers)
        return parts

    def _play_on(self, first: int, some: int, a_deal: int) -> None:
        executor, together = current_executor(), self._together
        sizes = BlockSizes(together, executor.players(self.jobs), executor.patience, self.block)
        who = (tuple(self.places), tuple(self.compared))
        begun: deque[tuple[int, int]] = deque()

        def tasks() -> Iterator[Task]:
            # One at a time: each block that is counted tells how large the next ones are.
            for part in sizes.blocks_of(first, some):
                begun.append(part)
                how = (*who, *part, bool(self.watchers))
                yield Task(play_block, tuple(self.arms), how, part[1] * a_deal)

        executor.prepare(together)
        since = time.perf_counter()
        jobs = 1 if sizes.are_one(some) else min(self.jobs, some)
        with closing(executor.play(tasks(), jobs)) as blocks:
            for played, rows in blocks:
                part = begun.popleft()
                with shielded():
                    now = time.perf_counter()
                    timed, since = replace(played, elapsed=now - since), now
                    self._add(timed)
                    sizes.count(part[1], played)
                    for watcher in self.watchers.values():
                        watcher.add(rows)
                    self._journal.add(self._key, *part, timed)
                self._tell()

    def _tell(self) -> None:
        if self.progress:
            self.progress(self._tallies)

    def _add(self, block: Block) -> None:
        """Add what a block gave, all of it or nothing."""
        for n, tally in block.tallies.items():
            self._tallies[n] += tally
            self._seconds[n] += block.seconds[n]
        for n, more in block.products.items():
            before = self._products.get(n)
            self._products[n] = add_matrices(before, more) if before else more
        self._deals += next(iter(block.tallies.values())).deals
        self._elapsed += block.elapsed

    def _found(self, interrupted: bool) -> ArmsRun:
        arms, begun = self.arms, self.begun
        share = self._elapsed / (sum(self._seconds) or 1.0)
        earlier = [run.elapsed for run in begun.runs] if begun else [0.0] * len(arms)
        runs = tuple(
            Run(
                arm.study,
                arm.layout,
                self._tallies[n],
                earlier[n] + share * self._seconds[n],
                self.jobs,
                interrupted and n in self.places,
            )
            for n, arm in enumerate(arms)
        )
        beside = tuple(
            begun.beside[n - 1] if begun and n not in self.places else runs[self.compared[n]]
            for n in range(1, len(arms))
        )
        products = tuple(self._products[n] for n in range(1, len(arms)) if n in self._products)
        return ArmsRun(runs, products, beside)
