"""Games that are recorded step by step, and observed by a function that measures each game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simulate.game import Game
from simulate.play.arms import CompiledStudy
from simulate.play.counting import tally_rows
from simulate.play.executor import Task
from simulate.play.lineups import ContestRun, Lineup, LineupRun, play_lineups
from simulate.play.rows import Integers
from simulate.play.run import Run
from simulate.play.signals import cpu_seconds
from simulate.play.tally import digest
from simulate.play.walk import RecordedGame
from simulate.strategy import Strategy
from simulate.study import Study

#: The smallest number of deals per task of a thread.
_DEALS_PER_TASK = 20
#: The approximate largest number of tasks. It is limited because their results are joined.
_MOST_TASKS = 400

#: A function that is called with a recorded game and returns its observation, in values that JSON
#: can hold.
Observer = Callable[[RecordedGame], Any]


@dataclass(frozen=True)
class ObservedDesign(ABC):
    """A study and its line-up, with the observer that measures each of its games."""

    study: Study
    lineup: Sequence[Strategy]

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.study.loaded_game

    @property
    def games(self) -> int:
        """The number of games."""
        return self.study.games

    @property
    @abstractmethod
    def id(self) -> str:
        """A fingerprint of the design: 12 hexadecimal digits, different if results would differ."""

    @property
    @abstractmethod
    def journal_key(self) -> Sequence[str]:
        """Texts that identify the observations in a journal, in addition to the games observed.

        Designs that observe the same games differently have different texts.
        """

    @property
    @abstractmethod
    def make_observer(self) -> Callable[[CompiledStudy], Observer]:
        """A function that is called with a compiled study and returns the observer of its games.

        It must support pickling, because workers of a cluster receive it.
        """

    def restore(self, values: Any) -> Any:
        """Return the observation that a journal stored as the given JSON values.

        Unless a subclass overrides this method, the values themselves are the observation.
        """
        return values


@dataclass(frozen=True, eq=False)
class ObservedGames:
    """Consecutive games, with the row and the observation of each."""

    #: Rows as in `simulate.play.rows`, shape (games, width).
    rows: Integers
    #: The observation of each game.
    observations: list[Any]
    #: The processor time in seconds.
    seconds: float

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.rows)

    def __add__(self, other: ObservedGames) -> ObservedGames:
        return ObservedGames(
            np.concatenate([self.rows, other.rows]),
            self.observations + other.observations,
            self.seconds + other.seconds,
        )


@dataclass(frozen=True)
class ObservedLineup(Lineup):
    """A line-up whose games are observed."""

    design: ObservedDesign = field(kw_only=True)

    @property
    def key(self) -> str:
        """The key under which a journal keeps the observations."""
        return digest([self.arm.key, *self.design.journal_key])[:20]

    def task(self, first: int, deals: int) -> Task:
        """Return the task that plays and observes `deals` deals, starting at deal `first`."""
        games = deals * self.arm.layout.rotations
        return Task(_observe, (self.arm,), (self.design.make_observer, first, deals), games)

    def unpack(self, packed: dict[str, Any]) -> ObservedGames:
        """Return the observed games from their JSON object in a journal.

        Raises
        ------
        KeyError, TypeError, ValueError
            If these are not the values of observed games.
        """
        observations = [
            self.design.restore(packed_observation) for packed_observation in packed["observations"]
        ]
        return ObservedGames(np.array(packed["rows"], np.int64), observations, packed["seconds"])


def _observe(
    arms: Sequence[CompiledStudy],
    make_observer: Callable[[CompiledStudy], Observer],
    first: int,
    deals: int,
) -> ObservedGames:
    """Play and observe all games of `deals` consecutive deals, from deal `first` on.

    `arms` must hold a single study. Raise `FathomError` if the game or a strategy fails.
    """
    [arm] = arms
    began = cpu_seconds()
    observe = make_observer(arm)
    rotations = arm.layout.rotations
    rows = []
    observations = []
    for number in range(first * rotations, (first + deals) * rotations):
        game = arm.engine.record(number)
        rows.append(game.row)
        observations.append(observe(game))
    return ObservedGames(np.array(rows), observations, cpu_seconds() - began)


@dataclass(frozen=True)
class ObservedRun(ContestRun):
    """A contest with a single line-up, whose games were observed."""

    design: ObservedDesign
    observed: ObservedGames


def play_observed(design: ObservedDesign, jobs: int, watch: Callable[[int], None]) -> ObservedRun:
    """Play and observe all games of a design, and return them.

    Parameters
    ----------
    design
        The study, its line-up and its observer.
    jobs
        The number of threads.
    watch
        A function that is called repeatedly with the number of games already played.

    Returns
    -------
    ObservedRun
        All games, or those finished before an interruption.

    Raises
    ------
    KeyboardInterrupt
        If the user interrupts it before any game is finished.
    FathomError
        If the game or a strategy fails.
    """
    arm = CompiledStudy(design.study, design.lineup)
    arm.engine.record(0)  # Compile the game before time is measured.
    deals = design.study.deals
    block = max(_DEALS_PER_TASK, deals // _MOST_TASKS)
    lineup = ObservedLineup(arm, (), range(deals), block, design=design)

    def show(runs: Sequence[LineupRun | None]) -> None:
        watch(sum(run.games for run in runs if run))

    runs, elapsed, interrupted = play_lineups([lineup], jobs, 1, show)
    observed: Any = runs[0]
    tally = tally_rows(arm.layout, observed.rows)
    run = Run(design.study, arm.layout, tally, elapsed, jobs, interrupted)
    return ObservedRun(design, (run,), elapsed, jobs, interrupted, observed)
