"""Play many line-ups side by side, in passes over all of them, as contests do."""

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

#: The most passes, unless one of them needs more memory than a block of a run.
MOST_PASSES = 50

#: A line-up as numbers: for each side of several seats, or each seat that plays for itself, the
#: number of the strategy that plays it.
Places = tuple[int, ...]


@dataclass(frozen=True)
class Lineup:
    """A line-up to play: what plays it, its strategies, and its deals."""

    arm: CompiledStudy
    places: Places
    deals: range
    #: The number of deals that a thread plays at a time; 0 for all deals of a pass. Slow games need
    #: small pieces, or at the end of each pass one thread plays on alone.
    piece: int = 0

    @property
    def key(self) -> str:
        """The key of its deals in a journal."""
        return self.arm.key

    def task(self, first: int, deals: int) -> Task:
        """Return the task that plays some of its deals and returns a `LineupRun`."""
        games = deals * self.arm.layout.rotations
        return Task(_play, (self.arm,), (self.places, first, deals), games)

    def unpack(self, packed: dict[str, Any]) -> Any:
        """Return a `LineupRun` from the JSON values of a journal."""
        layout = self.arm.layout
        sums, squares = tuple(packed["sums"]), tuple(packed["squares"])
        tally = Tally(packed["deals"], sums, squares, unhashed=layout.unhashed)
        wins = np.array(packed["wins"], _short(layout))
        return LineupRun(self.places, layout, tally, wins, packed["seconds"])


@dataclass(frozen=True, eq=False)
class LineupRun:
    """The games of a line-up that were played."""

    places: Places
    layout: TallyLayout
    #: The counts of all deals, without distributions: those of hundreds of line-ups would fill the
    #: memory.
    tally: Tally
    #: The wins of each strategy in each deal, in parts of a whole win (`TallyLayout.win`): shape
    #: (deals, strategies). Strategies are in the order of the line-up, each of them once.
    wins: np.ndarray[Any, np.dtype[Any]]
    #: CPU seconds, all threads together.
    seconds: float = 0.0

    @property
    def games(self) -> int:
        """Games played."""
        return self.tally.deals * self.layout.rotations

    def pack(self) -> dict[str, Any]:
        """Return the values that a journal stores."""
        counts = {name: getattr(self.tally, name) for name in ("deals", "sums", "squares")}
        return {**counts, "wins": self.wins, "seconds": self.seconds}

    def __add__(self, other: LineupRun) -> LineupRun:
        wins = np.concatenate([self.wins, other.wins])
        seconds = self.seconds + other.seconds
        return LineupRun(self.places, self.layout, self.tally + other.tally, wins, seconds)


#: Called with the run so far of each line-up; None if it has none yet.
Watch = Callable[[Sequence[LineupRun | None]], None]


@dataclass(frozen=True)
class ContestRun:
    """The games of a contest that were played: a design of line-ups on common deals."""

    #: The design has attributes `study`, `games` and `id`.
    design: Any
    #: The run of each line-up, in the order of the design.
    lineup_runs: tuple[Any, ...]
    #: Seconds of playing, without compiling.
    elapsed: float
    #: The number of threads.
    jobs: int
    interrupted: bool

    @property
    def games(self) -> int:
        """Games played."""
        return sum(run.games for run in self.lineup_runs)

    @property
    def unfinished(self) -> int:
        """Games that reached the maximum number of turns undecided."""
        return sum(run.tally.sums[run.layout.single("unfinished")] for run in self.lineup_runs)

    @property
    def tally_id(self) -> str:
        """The SHA-256 of the tallies of all line-ups, in hexadecimal."""
        return digest([run.tally.id for run in self.lineup_runs])

    @property
    def as_played(self) -> Any:
        """The design with the number of games that were played."""
        return self.design

    @property
    def runs(self) -> dict[str, Run]:
        """The runs by label. Their sums are pinned: compared with those in a study file.

        By default there is only one run.
        """
        [run] = self.lineup_runs
        return {"games": run}

    @property
    def together(self) -> Collection[str]:
        """The labels of those `runs` that combine several line-ups."""
        return ()

    def run_of(self, study: Study, *alike: LineupRun, seconds: float = 0.0) -> Run:
        """Combine line-ups of the same layout into a run of a study."""
        tally = sum((run.tally for run in alike[1:]), alike[0].tally)
        return Run(study, alike[0].layout, tally, seconds, self.jobs, self.interrupted)


class SequentialRuns:
    """Plays runs one after the other, each to its end.

    Parameters
    ----------
    jobs
        The number of threads.
    watch
        Called with the number of games played so far.
    """

    def __init__(self, jobs: int, watch: Callable[[int], None]) -> None:
        self._jobs, self._watch, self._done = jobs, watch, 0

    def play(self, study: Study, lineup: Sequence[Strategy], times: int = 1) -> Run:
        """Play a study with a line-up and return the run.

        The progress display counts every game `times` times.

        Raises
        ------
        KeyboardInterrupt
            If it was interrupted, even if some games were finished.
        UsageError
            If the game or a strategy does not compile.
        FathomError
            If the game or a strategy fails.
        """

        def report(tally: Tally) -> None:
            self._watch(self._done + times * tally.deals * study.rotations)

        run = require_finished(play(study, lineup, self._jobs, progress=report))
        self._done += times * run.games
        return run


def canonical_rotation(places: Places) -> Places:
    """Return the smallest rotation of a line-up: the same for all its rotations."""
    return min(places[shift:] + places[:shift] for shift in range(len(places)))


T = TypeVar("T")


def sides_of(study: Study) -> tuple[int, ...]:
    """Return the side of each seat, numbered from 0. A seat that plays for itself is a side.

    Raises
    ------
    UsageError
        If the sides change when the line-up moves up by a seat, so that a strategy cannot play all
        seats of a side in every rotation.
    """
    game = study.loaded_game
    sides = game.side_of(study.players)
    turned = sides[1:] + sides[:1]
    if len(set(zip(sides, turned, strict=True))) != len(set(sides)):
        raise UsageError(
            f"{game.name} has sides that are not the same after every seat moves up by one, so a "
            "strategy cannot play a whole side in every rotation; compare line-ups with 'fathom "
            "compare'"
        )
    return sides


def competitors_of(study: Study) -> int:
    """Return the number of sides; a seat that plays for itself is a side."""
    return max(sides_of(study)) + 1


def by_seat(study: Study, competitors: Sequence[T]) -> list[T]:
    """Return for each seat the entry of its side."""
    return [competitors[side] for side in sides_of(study)]


def lineup_against(study: Study, strategy: Strategy, rivals: Strategy) -> list[Strategy]:
    """Return a line-up, by seat, in which a strategy plays one side and another all other sides."""
    return by_seat(study, [strategy, *[rivals] * (competitors_of(study) - 1)])


def study_against(study: Study, strategy: Strategy, rivals: Strategy, games: int) -> Study:
    """Return a study of one strategy against a table of another.

    The line-up rotates over the seats, and `games` is rounded up to whole rotations.
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
    """Play all deals of several line-ups.

    Blocks that are in the current journal are taken from it instead of being played.

    Parameters
    ----------
    lineups
        The line-ups.
    jobs
        The number of threads.
    passes
        The number of passes. Each pass plays a share of the deals of every line-up. More passes
        change the speed only, and which games an interruption leaves.
    watch
        Called with all runs so far after each piece of a pass.
    begun
        Earlier runs of the same line-ups, to which the new deals are added.

    Returns
    -------
    runs
        The run of each line-up. After an interruption these are the passes that were finished, or,
        of a single line-up, the pieces.
    elapsed
        Seconds of playing, without compiling.
    interrupted
        Whether it was interrupted.

    Raises
    ------
    KeyboardInterrupt
        If it was interrupted before anything was finished.
    """
    compile_counting()  # before the clock starts
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
            # All line-ups need the same number of deals; a single one may have any.
            finished = passes_played.so_far
        if not finished:
            raise
        interrupted = True
    elapsed = passes_played.reused_seconds + time.perf_counter() - began
    return tuple(finished), elapsed, interrupted


#: Consecutive deals of a line-up: its index, the first deal, and the number of deals.
_Piece = tuple[int, int, int]


class _Passes:
    """The passes over several line-ups, and the runs so far."""

    def __init__(
        self,
        lineups: Sequence[Lineup],
        jobs: int,
        passes: int,
        watch: Watch | None,
        begun: Sequence[LineupRun],
    ) -> None:
        self._lineups, self._jobs, self._watch = lineups, jobs, watch
        self._journal = current_journal()
        self._runs: list[LineupRun | None] = list(begun) or [None] * len(lineups)
        self.passes = passes
        #: Seconds that games from the journal took when they were played.
        self.reused_seconds = 0.0

    @property
    def so_far(self) -> list[LineupRun]:
        """The runs that have games."""
        return [run for run in self._runs if run]

    def play(self, number: int) -> None:
        """Play one of the passes."""
        pieces: list[_Piece] = []
        for index, lineup in enumerate(self._lineups):
            deals = lineup.deals
            first = deals.start + len(deals) * number // self.passes
            end = deals.start + len(deals) * (number + 1) // self.passes
            pieces += self._pieces(index, first, end)
        tasks = (self._with_task(piece) for piece in pieces)
        play_and_count(tasks, min(self._jobs, len(pieces) or 1), self._count_played)

    def _pieces(self, index: int, first: int, end: int) -> Iterator[_Piece]:
        """Count the deals of a line-up that are in the journal, and split the rest into pieces."""
        lineup = self._lineups[index]
        for record in self._journal.records_from(lineup.key, first, end):
            run = unpack_part(lineup.unpack, record)
            self._count(index, run)
            self._journal.count_reused(run.games)
            self.reused_seconds += run.seconds / self._jobs
            first += record.deals
        size = lineup.piece or max(1, end - first)
        for begin in range(first, end, size):
            yield index, begin, min(size, end - begin)

    def _with_task(self, piece: _Piece) -> tuple[_Piece, Task]:
        index, first, deals = piece
        return piece, self._lineups[index].task(first, deals)

    def _count_played(self, piece: _Piece, run: LineupRun) -> None:
        index, first, deals = piece
        self._count(index, run)
        self._journal.add(self._lineups[index].key, first, deals, run)

    def _count(self, index: int, run: LineupRun) -> None:
        before = self._runs[index]
        self._runs[index] = before + run if before else run
        if self._watch:
            self._watch(self._runs)


def _short(layout: TallyLayout) -> Any:
    """Return the smallest integer type for the wins of a deal; there are many of them."""
    most = layout.win * layout.players * layout.rotations
    return np.int16 if most <= np.iinfo(np.int16).max else np.int32


def _play(arms: Sequence[CompiledStudy], places: Places, first: int, deals: int) -> LineupRun:
    [arm] = arms
    layout = arm.layout
    rows, seconds = arm.play(first, deals)
    by_deal = list_deals(layout, rows)
    # Each seat of a side has the win of the side.
    wins = (by_deal[:, layout.strategy_wins] // layout.side_size).astype(_short(layout))
    tally = Tally(deals, *sum_squares(by_deal), unhashed=layout.unhashed)
    return LineupRun(places, layout, tally, wins, seconds)
