"""Play games and look in each whether several events happen, one after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from simulate.game import Game
from simulate.play.arms import CompiledStudy
from simulate.play.counting import tally_rows
from simulate.play.events import (
    Event,
    EventMatch,
    match_events,
    parse_events,
)
from simulate.play.executor import Task
from simulate.play.lineups import ContestRun, Lineup, play_lineups
from simulate.play.rows import Integers
from simulate.play.run import Run
from simulate.play.signals import cpu_seconds
from simulate.play.tally import digest
from simulate.play.walk import RecordedGame
from simulate.strategy import Strategy
from simulate.study import Study

#: Deals that a thread plays at a time, more where there are too many pieces, which are all put
#: together.
_PIECE, _PIECES = 20, 400


@dataclass(frozen=True)
class WhenDesign:
    """What is asked: of the games of `study` those with all events, and a figure of these.

    The figure, a path of `figures_of`, may be empty: how often that seat wins. What else games are
    looked at for has an empty text in place of events, which nobody can ask for.
    """

    study: Study
    lineup: Sequence[Strategy]
    events: tuple[str, ...]
    figure: str = ""

    @property
    def game(self) -> Game:
        """The game."""
        return self.study.loaded_game

    @property
    def games(self) -> int:
        """Games in all."""
        return self.study.games

    @cached_property
    def parsed(self) -> list[Event]:
        """The events, read."""
        return parse_events(self.events, self.game, self.study.players)

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits that differ between questions with different answers."""
        return digest([self.study.id, "when", *self.events, self.figure])[:12]


@dataclass(frozen=True, eq=False)
class MatchingGames:
    """Games that follow one another: a row of each, and what was seen of it."""

    rows: Integers
    looked: list[Any]
    seconds: float

    @property
    def games(self) -> int:
        """How many they are."""
        return len(self.rows)

    def __add__(self, other: MatchingGames) -> MatchingGames:
        rows = np.concatenate([self.rows, other.rows])
        return MatchingGames(rows, self.looked + other.looked, self.seconds + other.seconds)


#: Makes what looks at the games of an arm, of which it returns plain values.
Looker = Callable[[CompiledStudy, Sequence[str]], Callable[[RecordedGame], Any]]


def look_for(arm: CompiledStudy, texts: Sequence[str]) -> Callable[[RecordedGame], EventMatch]:
    """Make what looks whether events happen."""
    events = parse_events(texts, arm.engine.game, arm.study.players)
    return lambda recorded: match_events(recorded, events)


@dataclass(frozen=True)
class EventLineup(Lineup):
    """A line-up in whose games it is looked for events."""

    events: tuple[str, ...] = ()
    looker: Looker = look_for

    @property
    def key(self) -> str:
        """Under which a journal keeps what was seen."""
        return digest([self.arm.key, *self.events])[:20]

    def task(self, first: int, deals: int) -> Task:
        """Return what plays some deals, and looks."""
        games = deals * self.arm.layout.rotations
        return Task(_look, (self.arm,), (self.looker, self.events, first, deals), games)

    def unpack(self, packed: dict[str, Any]) -> MatchingGames:
        """Return the games that a journal kept."""
        looked = packed["looked"]
        if self.looker is look_for:
            looked = [EventMatch(*one) for one in looked]
        return MatchingGames(np.array(packed["rows"], np.int64), looked, packed["seconds"])


def _look(
    arms: Sequence[CompiledStudy], looker: Looker, texts: Sequence[str], first: int, deals: int
) -> MatchingGames:
    [arm] = arms
    began, turned, look_at = cpu_seconds(), arm.layout.rotations, looker(arm, texts)
    games = map(arm.engine.record, range(first * turned, (first + deals) * turned))
    rows, looked = zip(*((game.row, look_at(game)) for game in games), strict=True)
    return MatchingGames(np.array(rows), [*looked], cpu_seconds() - began)


@dataclass(frozen=True)
class WhenRun(ContestRun):
    """What came of it: the games as they were seen, and as a run."""

    design: WhenDesign
    seen: MatchingGames


def play_when(
    design: WhenDesign, jobs: int, watch: Callable[[int], None], looker: Looker = look_for
) -> WhenRun:
    """Play all games; `watch` is called with how many were played so far."""
    arm, deals = CompiledStudy(design.study, design.lineup), design.study.deals
    arm.engine.record(0)  # compiled before the clock runs
    piece = max(_PIECE, deals // _PIECES)
    looking = EventLineup(arm, (), range(deals), piece, design.events, looker)
    played, elapsed, interrupted = play_lineups(
        [looking], jobs, 1, lambda shown: watch(sum(one.games for one in shown if one))
    )
    seen: Any = played[0]
    tally = tally_rows(arm.layout, seen.rows)
    run = Run(design.study, arm.layout, tally, elapsed, jobs, interrupted)
    return WhenRun(design, (run,), elapsed, jobs, interrupted, seen)
