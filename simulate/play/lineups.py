"""Play several line-ups side by side, in passes over all of them, as all contests do."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from simulate.errors import UsageError
from simulate.play.arms import CompiledStudy
from simulate.play.counting import compile_counting, list_deals, sum_squares
from simulate.play.executor import Task, current_executor
from simulate.play.journal import current_journal, unpack_part
from simulate.play.run import Run, play, require_finished
from simulate.play.signals import shielded
from simulate.play.tally import Tally, TallyLayout, digest
from simulate.strategy import Strategy
from simulate.study import Study, rotations

#: The most passes, as long as none needs more memory than a block of a run.
MOST_PASSES = 50

#: A line-up, each place the number of the strategy of a competitor: of a side of several seats, or
#: of a seat that plays for itself.
Places = tuple[int, ...]


@dataclass(frozen=True)
class Lineup:
    """A line-up to be played: by what, who sits where, and which deals.

    A thread plays a `piece` of so many deals at a time; 0 for all of a pass. Slow games take small
    pieces, or one thread plays on alone at the end of each pass.
    """

    arm: CompiledStudy
    places: Places
    deals: range
    piece: int = 0

    @property
    def key(self) -> str:
        """Under which a journal keeps what its deals gave."""
        return self.arm.key

    def task(self, first: int, deals: int) -> Task:
        """Return what plays some deals."""
        games = deals * self.arm.layout.rotations
        return Task(_play, (self.arm,), (self.places, first, deals), games)

    def unpack(self, packed: dict[str, Any]) -> Any:
        """Return what it gave of what a journal kept of that."""
        layout = self.arm.layout
        sums, squares = tuple(packed["sums"]), tuple(packed["squares"])
        tally = Tally(packed["deals"], sums, squares, unhashed=layout.unhashed)
        wins = np.array(packed["wins"], _short(layout))
        return LineupRun(self.places, layout, tally, wins, packed["seconds"])


@dataclass(frozen=True, eq=False)
class LineupRun:
    """What came of one line-up.

    The counts of all deals are without distributions: of hundreds of line-ups they would fill the
    memory. `wins` are those, in parts of a whole one, that each deal gave the competitors of each
    of the different strategies, in the order of the line-up: shape (deals, strategies). `seconds`
    are of all threads together.
    """

    places: Places
    layout: TallyLayout
    tally: Tally
    wins: np.ndarray[Any, np.dtype[Any]]
    seconds: float = 0.0

    @property
    def games(self) -> int:
        """Games played."""
        return self.tally.deals * self.layout.rotations

    def pack(self) -> dict[str, Any]:
        """Return what a journal keeps of it."""
        counted = {name: getattr(self.tally, name) for name in ("deals", "sums", "squares")}
        return {**counted, "wins": self.wins, "seconds": self.seconds}

    def __add__(self, other: LineupRun) -> LineupRun:
        wins = np.concatenate([self.wins, other.wins])
        seconds = self.seconds + other.seconds
        return LineupRun(self.places, self.layout, self.tally + other.tally, wins, seconds)


#: Called with what each line-up gave so far, ``None`` for nothing yet.
Watch = Callable[[Sequence[LineupRun | None]], None]


@dataclass(frozen=True)
class ContestRun:
    """What came of a contest: a design of line-ups on common deals.

    The design has its `study`, `games` and `id`; `lineup_runs` is what each line-up gave, in its
    order. The rest is as of a `simulate.play.run.Run`.
    """

    design: Any
    lineup_runs: tuple[Any, ...]
    elapsed: float
    jobs: int
    interrupted: bool

    @property
    def games(self) -> int:
        """Games played."""
        return sum(played.games for played in self.lineup_runs)

    @property
    def unfinished(self) -> int:
        """Games that reached the safety cap on turns undecided."""
        return sum(one.tally.sums[one.layout.single("unfinished")] for one in self.lineup_runs)

    @property
    def tally_id(self) -> str:
        """The SHA-256 of the tallies of all line-ups, in hexadecimal."""
        return digest([played.tally.id for played in self.lineup_runs])

    @property
    def as_played(self) -> Any:
        """The design that gives as many games as were played."""
        return self.design

    @property
    def runs(self) -> dict[str, Run]:
        """What is pinned and compared, as runs by their labels: unless said the one there is."""
        [run] = self.lineup_runs
        return {"games": run}

    @property
    def together(self) -> Collection[str]:
        """The labels of those `runs` that are several line-ups, in which others play."""
        return ()

    def run_of(self, study: Study, *alike: LineupRun, seconds: float = 0.0) -> Run:
        """Return what came of line-ups that are alike as one run."""
        tally = sum((played.tally for played in alike[1:]), alike[0].tally)
        return Run(study, alike[0].layout, tally, seconds, self.jobs, self.interrupted)


class SequentialRuns:
    """Plays runs one after the other, each whole; `watch` is told how many games were played."""

    def __init__(self, jobs: int, watch: Callable[[int], None]) -> None:
        self._jobs, self._watch, self._done = jobs, watch, 0

    def play(self, study: Study, lineup: Sequence[Strategy], times: int = 1) -> Run:
        """Play a run, whose games count so often; `KeyboardInterrupt` if it was interrupted."""

        def show(tally: Tally) -> None:
            self._watch(self._done + times * tally.deals * study.rotations)

        run = require_finished(play(study, lineup, self._jobs, progress=show))
        self._done += times * run.games
        return run


def canonical_rotation(places: Places) -> Places:
    """Return the one of all rotations of a line-up that stands for them."""
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
    """Return the entry of each seat's competitor, by seat."""
    return [competitors[side] for side in sides_of(study)]


def lineup_against(study: Study, one: Strategy, others: Strategy) -> list[Strategy]:
    """Return the line-up of one competitor against all others, by seat."""
    return by_seat(study, [one, *[others] * (competitors_of(study) - 1)])


def study_against(study: Study, one: Strategy, other: Strategy, games: int) -> Study:
    """Return the study of one at a table of another, of so many games in whole rotations."""
    lineup = tuple(strategy.spec for strategy in lineup_against(study, one, other))
    turned = rotations(lineup, True)
    return replace(study, lineup=lineup, rotate=True, games=-(-games // turned) * turned)


def play_lineups(
    lineups: Sequence[Lineup],
    jobs: int,
    passes: int,
    watch: Watch | None = None,
    begun: Sequence[LineupRun] = (),
) -> tuple[tuple[LineupRun, ...], float, bool]:
    """Play all deals of several line-ups, after those that `begun` tells of.

    Returned are also the seconds of playing, without compiling, and whether it was interrupted. In
    each of so many passes every line-up plays two deals or more; they change the speed only, and
    what is left when it is interrupted. `watch` is called after each piece of each pass.
    `KeyboardInterrupt`: no pass was finished, of one line-up alone no piece, and nothing begun.
    """
    compile_counting()  # before the clock runs
    executor = current_executor()
    executor.prepare(lineup.arm for lineup in lineups)
    began = time.perf_counter()
    shown: list[LineupRun | None] = list(begun) or [None] * len(lineups)
    finished: list[LineupRun] = list(begun)
    interrupted = False
    journal = current_journal()

    def count(number: int, played: LineupRun) -> None:
        before = shown[number]
        shown[number] = before + played if before else played
        if watch:
            watch(shown)

    elapsed = 0.0
    passes = max(1, passes // executor.patience)
    try:
        for part in range(passes):
            pieces: list[tuple[int, int, int]] = []
            for number, lineup in enumerate(lineups):
                of_all = lineup.deals
                at, end = (of_all.start + len(of_all) * n // passes for n in (part, part + 1))
                for kept in journal.records_from(lineup.key, at, end):
                    played = unpack_part(lineup.unpack, kept)
                    count(number, played)
                    journal.count_reused(played.games)
                    elapsed += played.seconds / jobs
                    at += kept.deals
                piece = lineup.piece or max(1, end - at)
                firsts = range(at, end, piece)
                pieces += ((number, first, min(piece, end - first)) for first in firsts)
            tasks = [lineups[number].task(first, deals) for number, first, deals in pieces]
            with closing(executor.play(tasks, min(jobs, len(tasks) or 1))) as blocks:
                for (number, first, deals), played in zip(pieces, blocks, strict=True):
                    with shielded():
                        count(number, played)
                        journal.add(lineups[number].key, first, deals, played)
            finished = [played for played in shown if played]
    except KeyboardInterrupt:
        if len(lineups) == 1:  # there is none beside which it has to have as many
            finished = [played for played in shown if played]
        if not finished:
            raise
        interrupted = True
    return tuple(finished), elapsed + time.perf_counter() - began, interrupted


def _short(layout: TallyLayout) -> Any:
    """Return the type of the wins of a deal: there are many of them, so they are kept short."""
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
