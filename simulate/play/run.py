"""Play a study, or several studies on the same deals, and add up the counts of all blocks."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
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
    play_and_count,
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
from simulate.play.rows import Integers
from simulate.play.tally import Tally, TallyLayout
from simulate.strategy import Strategy
from simulate.study import Study
from simulate.study.ranges import Ranges, merge_ranges


@dataclass(frozen=True)
class Run:
    """The games of a study that were played."""

    study: Study
    #: The index of each count in the tally.
    layout: TallyLayout
    #: The counts of all games.
    tally: Tally
    #: Seconds of playing, without compiling.
    elapsed: float
    #: The number of threads.
    jobs: int
    #: True if the run was interrupted before all deals were played.
    interrupted: bool

    @property
    def games(self) -> int:
        """The number of games that were played."""
        return self.tally.deals * self.layout.rotations

    @property
    def games_per_s(self) -> float:
        """Games per second, all threads together.

        Raises
        ------
        ZeroDivisionError
            If `elapsed` is 0.
        """
        return self.games / self.elapsed


@dataclass(frozen=True)
class ArmsRun:
    """The games of several studies (arms) that were played on the same deals, from the first on.

    An arm that stopped early has fewer deals than the arm with which it is compared. `beside` has
    the counts of that other arm over the deals of both, so that the two can be compared.
    """

    #: The run of each arm.
    runs: tuple[Run, ...]
    #: For each arm but the first, the products of each count of the arm with which it is compared
    #: (rows) and each of its own counts (columns), summed over deals.
    products: tuple[list[list[int]], ...] = ()
    #: For each arm but the first, the run of the arm with which it is compared, limited to the
    #: deals that both played.
    beside: tuple[Run, ...] = ()
    #: For each arm, the index of the arm with which it is compared.
    against: tuple[int, ...] = ()

    @property
    def deals(self) -> int:
        """The largest number of deals that any arm has."""
        return max(run.tally.deals for run in self.runs)

    @property
    def going(self) -> tuple[int, ...]:
        """The indices of the arms that did not stop early."""
        return tuple(n for n, run in enumerate(self.runs) if run.tally.deals == self.deals)

    @property
    def interrupted(self) -> bool:
        """True if any arm was interrupted before all its deals were played."""
        return any(run.interrupted for run in self.runs)


AnyRun = TypeVar("AnyRun", Run, ArmsRun)


def require_finished(run: AnyRun) -> AnyRun:
    """Return a run unchanged, unless it was interrupted.

    Raises
    ------
    KeyboardInterrupt
        If the run was interrupted.
    """
    if run.interrupted:
        raise KeyboardInterrupt
    return run


#: Called with the games that were played. It returns the number of deals to reach next, and the
#: indices of the arms to continue: none if there are enough games.
NextTarget = Callable[[ArmsRun], tuple[int, Collection[int]]]


def play(study: Study, lineup: Sequence[Strategy], jobs: int = 1, **options: Any) -> Run:
    """Play all games of a study, and return their counts.

    Parameters
    ----------
    study
        The study.
    lineup
        The strategies that the line-up of the study names, one for each seat.
    jobs
        The number of threads. It changes the speed only.
    **options
        Keyword arguments of `play_until`.

    Returns
    -------
    Run
        All games. After Ctrl-C, `interrupted` is True and the run has the games that were finished.

    Raises
    ------
    UsageError
        If the game cannot be loaded, or the game or a strategy does not compile.
    FathomError
        If the game or a strategy fails, or the journal is damaged.
    """
    return play_until(study, lineup, study.deals, lambda run: 0, jobs, **options)


def play_until(
    study: Study,
    lineup: Sequence[Strategy],
    first: int,
    next_target: Callable[[Run], int],
    jobs: int = 1,
    *,
    block: int | None = None,
    progress: Callable[[Tally], None] | None = None,
    watchers: Watchers = NO_WATCHERS,
    begun: Run | None = None,
) -> Run:
    """Play games of a study in stages until a function decides to stop, and return their counts.

    Parameters
    ----------
    study
        The study. Its number of games is the maximum.
    lineup
        The strategies that the line-up of the study names, one for each seat.
    first
        The total number of deals, deals of `begun` included, after which `next_target` is first
        called.
    next_target
        Called after each stage with the run of all games that were played. It returns the total
        number of deals to reach in the next stage. Playing ends if the run has at least this number
        already.
    jobs
        The number of threads. It changes the speed only.
    block
        The number of deals of each block; by default a block takes about a tenth of a second.
    progress
        Called after each block with the tally of all blocks.
    watchers
        Objects, by name, that get the rows of all games, in order.
    begun
        An earlier run of the same study, to continue.

    Returns
    -------
    Run
        All games. After Ctrl-C, `interrupted` is True and the run has the games that were finished.

    Raises
    ------
    UsageError
        If the game cannot be loaded, or the game or a strategy does not compile.
    FathomError
        If the game or a strategy fails, or the journal is damaged.
    """

    def report(tallies: Sequence[Tally]) -> None:
        if progress:
            progress(tallies[0])

    return play_together_until(
        [study],
        [lineup],
        first,
        lambda run: (next_target(run.runs[0]), (0,)),
        jobs,
        block=block,
        progress=report if progress else None,
        watchers=watchers,
        begun=ArmsRun((begun,)) if begun else None,
    ).runs[0]


def play_together(
    studies: Sequence[Study],
    lineups: Sequence[Sequence[Strategy]],
    jobs: int = 1,
    **options: Any,
) -> ArmsRun:
    """Play all games of several studies (arms) on the same deals, and return their counts.

    Parameters are those of `play_together_until`. All studies need the same seed and the same
    number of deals.

    Raises
    ------
    UsageError
        If a game cannot be loaded, or a game or a strategy does not compile.
    FathomError
        If a game or a strategy fails, or the journal is damaged.
    """
    return play_together_until(
        studies, lineups, studies[0].deals, lambda run: (0, ()), jobs, **options
    )


def play_together_until(
    studies: Sequence[Study],
    lineups: Sequence[Sequence[Strategy]],
    first: int,
    next_target: NextTarget,
    jobs: int = 1,
    *,
    against: Sequence[int] | None = None,
    block: int | None = None,
    progress: Callable[[Sequence[Tally]], None] | None = None,
    watchers: Watchers = NO_WATCHERS,
    begun: ArmsRun | None = None,
) -> ArmsRun:
    """Play several studies (arms) on the same deals until a function decides to stop.

    Games that are in the current journal are taken from it instead of being played.

    Parameters
    ----------
    studies, lineups
        The studies, and for each the strategies in its seats. All studies have the same seed and
        the same number of deals, which is the maximum.
    first
        The number of deals to play before `next_target` is first called, deals of `begun` included.
    next_target
        Called with the games that were played; see `NextTarget`. An arm that it does not return
        stops for good, unless an arm that continues is compared with it.
    jobs
        The number of threads. It changes the speed only.
    against
        For each arm, the index of the arm with which it is compared; by default the first arm.
    block
        The number of deals of each block; by default a block takes about a tenth of a second.
    progress
        Called after each block with the tallies of all arms.
    watchers
        Objects, by name, that get the rows of the games of the first arm, in order.
    begun
        An earlier run of the same arms, to continue.

    Returns
    -------
    ArmsRun
        All games. After Ctrl-C, `interrupted` is True and it has the games that were finished.

    Raises
    ------
    UsageError
        If a game cannot be loaded, or a game or a strategy does not compile.
    FathomError
        If a game or a strategy fails, or the journal is damaged.
    """
    deals_of_arms = {(study.seed, study.deals) for study in studies}
    assert len(deals_of_arms) == 1, "the studies differ in their seeds or numbers of deals"
    arms = [CompiledStudy(*arm) for arm in zip(studies, lineups, strict=True)]
    compile_counting()  # Compile before the clock starts.
    compared = against or [0] * len(arms)
    run = begun
    deals = first
    most = studies[0].deals
    going = set(begun.going if begun else range(len(arms)))
    while True:
        stage = _Stage(arms, sorted(going), compared, jobs, block, progress, watchers, run)
        run = replace(stage.play_to(min(deals, most)), against=tuple(compared))
        if run.interrupted or run.deals >= most:
            return run
        deals, undecided = next_target(run)
        going = _with_compared(set(undecided), compared)
        if deals <= run.deals or not going:
            return run


def _with_compared(places: set[int], compared: Sequence[int]) -> set[int]:
    """Return a set of arm indices, together with the arms with which these arms are compared."""
    while missing := {compared[place] for place in places} - places:
        places |= missing
    return places


def count_journaled_deals(study: Study, lineup: Sequence[Strategy]) -> int:
    """Return the number of a study's deals that the current journal has, up to the first gap.

    Raises
    ------
    UsageError
        If the game cannot be loaded, or the game or a strategy does not compile.
    FathomError
        If games of a user's code differ when they are played twice, or the journal is damaged.
    """
    ranges = find_journaled_ranges(study, lineup, current_journal())
    return ranges[0][1] if ranges and ranges[0][0] == 0 else 0


def find_journaled_ranges(study: Study, lineup: Sequence[Strategy], journal: Journal) -> Ranges:
    """Return the ranges of deals of a study that are in a journal, in rising order.

    A range is its first deal and its end (not included).

    Raises
    ------
    UsageError
        If the game cannot be loaded, or the game or a strategy does not compile.
    FathomError
        If games of a user's code differ when they are played twice, or the journal is damaged.
    """
    return merge_ranges(journal.ranges(journal_key([CompiledStudy(study, lineup)], [0], [0])))


@dataclass
class _Stage:
    """Plays arms between two calls of `next_target`.

    The fields without a comment are the parameters of `play_together_until`.
    """

    #: All arms.
    arms: Sequence[CompiledStudy]
    #: The indices of the arms to play.
    places: Sequence[int]
    #: For each arm, the index of the arm with which it is compared.
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
        self._games_per_deal = sum(arm.layout.rotations for arm in self._together)
        self._deals = begun.deals if begun else 0
        self._tallies = [run.tally for run in begun.runs] if begun else [Tally()] * len(self.arms)
        self._products = dict(enumerate(begun.products, 1)) if begun else {}
        self._seconds = [0.0] * len(self.arms)
        self._elapsed = 0.0

    def play_to(self, deals: int) -> ArmsRun:
        """Play until the arms have `deals` deals, and return all their games.

        Raise `FathomError` if a game or a strategy fails, or if the journal is damaged.
        """
        interrupted = False
        try:
            for part in self._parts(self._deals, deals):
                if isinstance(part, JournalRecord):
                    self._journal.count_reused(part.deals * self._games_per_deal)
                    self._add(unpack_part(Block.unpack, part))
                    self._report()
                else:
                    self._play_gap(*part)
        except KeyboardInterrupt:
            interrupted = True
        self._journal.end(self._key)
        self._journal.watch(NO_WATCHERS)
        return self._run_so_far(interrupted)

    def _parts(self, done: int, end: int) -> Sequence[JournalRecord | tuple[int, int]]:
        """Return the journal's records of the deals from `done` to `end`, and the gaps, in order.

        A gap is a pair: the first of consecutive deals that have no record, and their number.
        If there are watchers, records after the first gap are not used: those deals are a gap too.

        Raise `FathomError` if the journal is damaged.
        """
        deal_ranges = self.arms[0].study.deal_ranges
        parts = list(self._journal.records_and_gaps(self._key, deal_ranges(done, end)))
        if self.watchers:
            # Watchers need all rows in order, so records after the first gap cannot be used.
            records: list[Any] = list(
                takewhile(lambda part: isinstance(part, JournalRecord), parts)
            )
            while records and not restore_watchers(self.watchers, records[-1].states):
                records.pop()
            reused = sum(record.deals for record in records)
            parts = [*records, *deal_ranges(done + reused, end)]
        self._journal.watch(self.watchers)
        return parts

    def _play_gap(self, first: int, deals: int) -> None:
        """Play `deals` deals from `first` on, block by block.

        Raise `FathomError` if a game or a strategy fails, and `KeyboardInterrupt` on Ctrl-C.
        """
        executor = current_executor()
        together = self._together
        sizes = BlockSizes(together, executor.players(self.jobs), executor.patience, self.block)
        arm_arguments = (tuple(self.places), tuple(self.compared))

        def blocks() -> Iterator[tuple[tuple[int, int], Task]]:
            # The duration of each counted block determines the size of the blocks after it.
            for block in sizes.blocks_of(first, deals):
                arguments = (*arm_arguments, *block, bool(self.watchers))
                games = block[1] * self._games_per_deal
                yield block, Task(play_block, tuple(self.arms), arguments, games)

        executor.prepare(together)
        since = time.perf_counter()

        def count(block_deals: tuple[int, int], result: tuple[Block, Integers | None]) -> None:
            nonlocal since
            untimed, rows = result
            now = time.perf_counter()
            block = replace(untimed, elapsed=now - since)
            since = now
            self._add(block)
            sizes.set_pace(block_deals[1], untimed)
            for watcher in self.watchers.values():
                watcher.add(rows)
            self._journal.add(self._key, *block_deals, block)

        jobs = 1 if sizes.fit_in_one(deals) else min(self.jobs, deals)
        play_and_count(blocks(), jobs, count, self._report)

    def _report(self) -> None:
        if self.progress:
            self.progress(self._tallies)

    def _add(self, block: Block) -> None:
        """Add the counts, the CPU seconds and the elapsed time of a block to the stage's sums."""
        for n, tally in block.tallies.items():
            self._tallies[n] += tally
            self._seconds[n] += block.seconds[n]
        for n, products in block.products.items():
            before = self._products.get(n)
            self._products[n] = add_matrices(before, products) if before else products
        self._deals += next(iter(block.tallies.values())).deals
        self._elapsed += block.elapsed

    def _run_so_far(self, interrupted: bool) -> ArmsRun:
        """Return all games that were played, including the games of `begun`."""
        arms = self.arms
        begun = self.begun
        # Arms are played at the same time, so each gets a share of the elapsed time by CPU time.
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
