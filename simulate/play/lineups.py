"""Play many line-ups on common deals, as tournaments do, in passes.

A pass plays an equal share of the deals of every line-up. If a command is interrupted, all line-ups
have therefore played about the same number of deals.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from simulate.errors import UsageError
from simulate.play.arms import CompiledStudy
from simulate.play.counting import compile_counting, list_deals, sum_squares
from simulate.play.executor import Task, current_executor, play_and_count
from simulate.play.journal import current_journal, unpack_part
from simulate.play.run import Run, play, require_finished
from simulate.play.tally import Tally, TallyLayout, digest
from simulate.strategy import Strategy
from simulate.study import Study, rotations

#: The maximum number of passes, unless a pass would need more memory than a block of a run.
MOST_PASSES = 50

#: A line-up as numbers: for each side (a seat that plays for itself is a side), the index of its
#: strategy in the contest's list of strategies.
Places = tuple[int, ...]


@dataclass(frozen=True)
class Lineup:
    """A line-up to play, with its deals."""

    #: The compiled study with this line-up.
    arm: CompiledStudy
    places: Places
    #: The numbers of the deals to play.
    deals: range
    #: The number of deals that a thread plays at a time; 0 for all deals of a pass. If games are
    #: slow, small blocks keep all threads busy until the end of a pass.
    block: int = 0

    @property
    def key(self) -> str:
        """The key of the line-up's games in a journal.

        Raises
        ------
        OSError
            If the Python file of a strategy or of the game cannot be read.
        """
        return self.arm.key

    def task(self, first: int, deals: int) -> Task:
        """Return the task that plays `deals` deals from `first` on and returns a `LineupRun`."""
        games = deals * self.arm.layout.rotations
        return Task(_play, (self.arm,), (self.places, first, deals), games)

    def unpack(self, packed: dict[str, Any]) -> Any:
        """Return the `LineupRun` from which `LineupRun.pack` made the values `packed`.

        Raises
        ------
        KeyError, TypeError, ValueError
            If these are not the values of a `LineupRun`.
        """
        layout = self.arm.layout
        sums = tuple(packed["sums"])
        squares = tuple(packed["squares"])
        tally = Tally(packed["deals"], sums, squares, unhashed=layout.unhashed)
        wins = np.array(packed["wins"], _wins_dtype(layout))
        return LineupRun(self.places, layout, tally, wins, packed["seconds"])


@dataclass(frozen=True, eq=False)
class LineupRun:
    """The games of a line-up that were played. Adding runs of a line-up joins their games."""

    places: Places
    layout: TallyLayout
    #: The counts of all deals. It has no distributions, because the distributions of hundreds of
    #: line-ups would fill the memory.
    tally: Tally
    #: The wins of each strategy in each deal, in parts of a whole win (`TallyLayout.win`): shape
    #: (deals, strategies). Strategies are in the order in which the line-up first names them.
    wins: np.ndarray[Any, np.dtype[Any]]
    #: CPU seconds, all threads together.
    seconds: float = 0.0

    @property
    def games(self) -> int:
        """The number of games that were played."""
        return self.tally.deals * self.layout.rotations

    def pack(self) -> dict[str, Any]:
        """Return the values that a journal stores, for `Lineup.unpack`."""
        counts = {name: getattr(self.tally, name) for name in ("deals", "sums", "squares")}
        return {**counts, "wins": self.wins, "seconds": self.seconds}

    def __add__(self, other: LineupRun) -> LineupRun:
        wins = np.concatenate([self.wins, other.wins])
        seconds = self.seconds + other.seconds
        return LineupRun(self.places, self.layout, self.tally + other.tally, wins, seconds)


#: Called with the current run of each line-up; None for a line-up that has played no game yet.
Watch = Callable[[Sequence[LineupRun | None]], None]


@dataclass(frozen=True)
class ContestRun:
    """The games of a contest that were played. A contest is several line-ups on common deals."""

    #: The design of the contest, with attributes `study`, `games` and `id`.
    design: Any
    #: The run of each line-up, in the order of the design.
    lineup_runs: tuple[Any, ...]
    #: Seconds of playing, without compiling.
    elapsed: float
    #: The number of threads.
    jobs: int
    #: True if the contest was interrupted before all deals were played.
    interrupted: bool

    @property
    def games(self) -> int:
        """The number of games that were played."""
        return sum(run.games for run in self.lineup_runs)

    @property
    def unfinished(self) -> int:
        """The number of games that were stopped undecided at the maximum number of turns."""
        return sum(run.tally.sums[run.layout.single("unfinished")] for run in self.lineup_runs)

    @property
    def tally_id(self) -> str:
        """The fingerprint of the tallies of all line-ups: a SHA-256 hash in hexadecimal."""
        return digest([run.tally.id for run in self.lineup_runs])

    @property
    def as_played(self) -> Any:
        """The design. In subclasses, a copy whose number of games is the number played."""
        return self.design

    @property
    def runs(self) -> dict[str, Run]:
        """The runs whose tallies study files can pin, by label: here only one, "games".

        Subclasses have more runs.

        Raises
        ------
        ValueError
            If several line-ups were played, for which the subclass defines no `runs`.
        """
        [run] = self.lineup_runs
        return {"games": run}

    @property
    def together(self) -> Collection[str]:
        """The labels of the `runs` that combine several line-ups. Here there are none."""
        return ()

    def run_of(self, study: Study, *lineup_runs: LineupRun, seconds: float = 0.0) -> Run:
        """Return a run of a study that combines the games of some line-ups.

        Parameters
        ----------
        study
            The study of the run.
        *lineup_runs
            One or more runs of line-ups, all with the same layout.
        seconds
            The seconds of playing.
        """
        first, *later_runs = lineup_runs
        tally = sum((run.tally for run in later_runs), first.tally)
        return Run(study, first.layout, tally, seconds, self.jobs, self.interrupted)


class SequentialRuns:
    """Plays runs one after the other, each to its end, under one progress display.

    Parameters
    ----------
    jobs
        The number of threads.
    watch
        Called with the number of games of all runs that were played.
    """

    def __init__(self, jobs: int, watch: Callable[[int], None]) -> None:
        self._jobs = jobs
        self._watch = watch
        self._done = 0

    def play(self, study: Study, lineup: Sequence[Strategy], times: int = 1) -> Run:
        """Play a study with a line-up and return the run.

        Parameters
        ----------
        study
            The study.
        lineup
            The strategies, one for each seat.
        times
            The number of games that each game counts as for `watch`: 2 if it is played twice, as
            with an exchange.

        Raises
        ------
        KeyboardInterrupt
            If it was interrupted, even if some games were finished.
        UsageError
            If the game cannot be loaded, or the game or a strategy does not compile.
        FathomError
            If the game or a strategy fails.
        """

        def report(tally: Tally) -> None:
            self._watch(self._done + times * tally.deals * study.rotations)

        run = require_finished(play(study, lineup, self._jobs, progress=report))
        self._done += times * run.games
        return run


def canonical_rotation(places: Places) -> Places:
    """Return the rotation of a line-up that is first in the order of tuples.

    The result is the same for all rotations of a line-up.

    Raises
    ------
    ValueError
        If the line-up is empty.
    """
    return min(places[shift:] + places[:shift] for shift in range(len(places)))


T = TypeVar("T")


def sides_of(study: Study) -> tuple[int, ...]:
    """Return the side of each seat, numbered from 0. A seat that plays for itself is a side.

    Raises
    ------
    UsageError
        If the game cannot be loaded, or if the seats of some side belong to different sides after
        every player moves up by one seat. A strategy could then not play a whole side in every
        rotation.
    """
    game = study.loaded_game
    sides = game.side_of(study.players)
    turned = sides[1:] + sides[:1]
    if len(set(zip(sides, turned, strict=True))) != len(set(sides)):
        raise UsageError(
            f"players who share a side in {game.name} are on different sides after each moves up "
            "by one seat, so a strategy cannot play a whole side in every rotation; compare "
            "line-ups with 'fathom compare'"
        )
    return sides


def competitors_of(study: Study) -> int:
    """Return the number of sides of a study's game; a seat that plays for itself is a side.

    Raises
    ------
    UsageError
        If the game cannot be loaded, or if the line-up cannot rotate without breaking up sides (see
        `sides_of`).
    """
    return max(sides_of(study)) + 1


def by_seat(study: Study, competitors: Sequence[T]) -> list[T]:
    """Return a list with, for each seat, the element of `competitors` that belongs to its side.

    `competitors` has one element per side (see `competitors_of`).

    Raises
    ------
    UsageError
        If the game cannot be loaded, or if the line-up cannot rotate without breaking up sides (see
        `sides_of`).
    """
    return [competitors[side] for side in sides_of(study)]


def lineup_against(study: Study, strategy: Strategy, rivals: Strategy) -> list[Strategy]:
    """Return the strategy of each seat if `strategy` plays the first side and `rivals` all others.

    Raises
    ------
    UsageError
        If the game cannot be loaded, or if the line-up cannot rotate without breaking up sides (see
        `sides_of`).
    """
    return by_seat(study, [strategy, *[rivals] * (competitors_of(study) - 1)])


def study_against(study: Study, strategy: Strategy, rivals: Strategy, games: int) -> Study:
    """Return a study in which `strategy` plays one side and `rivals` all other sides.

    The line-up rotates over the seats. The number of games is rounded up to whole rotations.

    Raises
    ------
    UsageError
        If the game cannot be loaded, or if the line-up cannot rotate without breaking up sides (see
        `sides_of`).
    """
    lineup = tuple(seated.spec for seated in lineup_against(study, strategy, rivals))
    turned = rotations(lineup, True)
    return replace(study, lineup=lineup, rotate=True, games=-(-games // turned) * turned)


def play_lineups(
    lineups: Sequence[Lineup],
    jobs: int,
    passes: int,
    watch: Watch | None = None,
    begun: Sequence[LineupRun] = (),
) -> tuple[tuple[LineupRun, ...], float, bool]:
    """Play all deals of several line-ups, and return their runs.

    Games that are in the current journal are taken from it instead of being played.

    Parameters
    ----------
    lineups
        The line-ups.
    jobs
        The number of threads.
    passes
        The number of passes. Each pass plays an equal share of the deals of every line-up. It
        changes the speed, and which games are finished at an interruption, but no result.
    watch
        Called with the current run of each line-up whenever deals were added; see `Watch`.
    begun
        An earlier run of each line-up, to which the new deals are added; empty for none.

    Returns
    -------
    runs
        The run of each line-up. After an interruption they have the games of all finished passes;
        a single line-up has the games of all finished blocks.
    elapsed
        Seconds of playing, without compiling.
    interrupted
        True if it was interrupted.

    Raises
    ------
    KeyboardInterrupt
        If it was interrupted before the first pass (of a single line-up: the first block) was
        finished.
    FathomError
        If the game or a strategy fails, or the journal is damaged.
    """
    compile_counting()  # Compile before the clock starts.
    executor = current_executor()
    executor.prepare(lineup.arm for lineup in lineups)
    began = time.perf_counter()
    passes_played = _Passes(lineups, jobs, max(1, passes // executor.patience), watch, begun)
    finished = list(begun)
    interrupted = False
    try:
        for number in range(passes_played.passes):
            passes_played.play(number)
            finished = passes_played.so_far
    except KeyboardInterrupt:
        if len(lineups) == 1:
            # Several line-ups need the same number of deals, but a single one may stop anywhere.
            finished = passes_played.so_far
        if not finished:
            raise
        interrupted = True
    elapsed = passes_played.reused_seconds + time.perf_counter() - began
    return tuple(finished), elapsed, interrupted


#: Consecutive deals of a line-up: its index, the first deal, and the number of deals.
_Block = tuple[int, int, int]


class _Passes:
    """Plays passes, each an equal share of the deals of every line-up, and adds up their runs."""

    def __init__(
        self,
        lineups: Sequence[Lineup],
        jobs: int,
        passes: int,
        watch: Watch | None,
        begun: Sequence[LineupRun],
    ) -> None:
        self._lineups = lineups
        self._jobs = jobs
        self._watch = watch
        self._journal = current_journal()
        self._runs: list[LineupRun | None] = list(begun) or [None] * len(lineups)
        self.passes = passes
        #: The seconds that games from the journal took when they were played.
        self.reused_seconds = 0.0

    @property
    def so_far(self) -> list[LineupRun]:
        """The current runs of all line-ups that have played a game."""
        return [run for run in self._runs if run]

    def play(self, number: int) -> None:
        """Play pass `number`, from 0.

        Raise `FathomError` if the game or a strategy fails, or if the journal is damaged.
        """
        blocks: list[_Block] = []
        for index, lineup in enumerate(self._lineups):
            deals = lineup.deals
            first = deals.start + len(deals) * number // self.passes
            end = deals.start + len(deals) * (number + 1) // self.passes
            blocks += self._blocks(index, first, end)
        tasks = (self._with_task(block) for block in blocks)
        play_and_count(tasks, min(self._jobs, len(blocks) or 1), self._count_played)

    def _blocks(self, index: int, first: int, end: int) -> Iterator[_Block]:
        """Count the first deals of a pass that are in the journal, and yield blocks of the rest.

        Nothing is yielded if all deals are in the journal. `index` is the line-up, `first` its
        first deal in the pass, and `end` the deal after the last.

        Raise `FathomError` if the journal is damaged.
        """
        lineup = self._lineups[index]
        for record in self._journal.records_from(lineup.key, first, end):
            run = unpack_part(lineup.unpack, record)
            self._count(index, run)
            self._journal.count_reused(run.games)
            self.reused_seconds += run.seconds / self._jobs
            first += record.deals
        size = lineup.block or max(1, end - first)
        for begin in range(first, end, size):
            yield index, begin, min(size, end - begin)

    def _with_task(self, block: _Block) -> tuple[_Block, Task]:
        """Return the given block and the task that plays it, as `play_and_count` takes them."""
        index, first, deals = block
        return block, self._lineups[index].task(first, deals)

    def _count_played(self, block: _Block, run: LineupRun) -> None:
        """Add the run of a block that was played, and store it in the journal."""
        index, first, deals = block
        self._count(index, run)
        self._journal.add(self._lineups[index].key, first, deals, run)

    def _count(self, index: int, run: LineupRun) -> None:
        before = self._runs[index]
        self._runs[index] = before + run if before else run
        if self._watch:
            self._watch(self._runs)


def _wins_dtype(layout: TallyLayout) -> Any:
    """Return the smallest integer type that holds the wins of a deal, to save memory."""
    most = layout.win * layout.players * layout.rotations
    return np.int16 if most <= np.iinfo(np.int16).max else np.int32


def _play(arms: Sequence[CompiledStudy], places: Places, first: int, deals: int) -> LineupRun:
    """Play `deals` deals of a single arm from `first` on, and return their run.

    Raise `FathomError` if the game or a strategy fails.
    """
    [arm] = arms
    layout = arm.layout
    rows, seconds = arm.play(first, deals)
    by_deal = list_deals(layout, rows)
    # Each seat of a side was credited with the side's win, which should count once.
    wins = (by_deal[:, layout.strategy_wins] // layout.side_size).astype(_wins_dtype(layout))
    tally = Tally(deals, *sum_squares(by_deal), unhashed=layout.unhashed)
    return LineupRun(places, layout, tally, wins, seconds)
