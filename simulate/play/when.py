"""Play games and look in each whether several events happen, one after another."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import astuple, dataclass
from functools import reduce
from operator import add
from typing import Any

import numpy as np

from simulate.game import Game, find_game
from simulate.play import rows as row
from simulate.play.arms import Arm, make_engine
from simulate.play.counting import compile_counting, tally_rows
from simulate.play.engine import Engine
from simulate.play.events import Event, Found, Seen, parse_events
from simulate.play.executor import Task
from simulate.play.executor import current as current_executor
from simulate.play.journal import current, unpacked
from simulate.play.lineups import ContestRun
from simulate.play.recording import Recorded
from simulate.play.rows import Integers
from simulate.play.run import Run
from simulate.play.signals import shielded
from simulate.play.tally import digest
from simulate.strategy import Strategy
from simulate.study import Study

#: Deals that a thread plays at a time, and games of which actions are read to know their words.
_PIECE, READ_GAMES = 50, 40


@dataclass(frozen=True)
class When:
    """What is asked: of the games of `study` those with all events, and a figure of these.

    The figure, a path of `figures_of`, may be empty: how often that seat wins.
    """

    study: Study
    lineup: Sequence[Strategy]
    events: tuple[str, ...]
    figure: str = ""

    @property
    def game(self) -> Game:
        """The game."""
        return find_game(self.study.game)

    @property
    def games(self) -> int:
        """Games in all."""
        return self.study.games

    @property
    def parsed(self) -> list[Event]:
        """The events, read."""
        return parse_events(self.events, self.game, self.study.players)

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits that differ between questions with different answers."""
        return digest([self.study.id, "when", *self.events, self.figure])[:12]


@dataclass(frozen=True)
class Looked:
    """How many of the events happened in a game, and where the last one did, or may have."""

    happened: int
    found: Found


@dataclass(frozen=True, eq=False)
class Piece:
    """Games that follow one another: a row of each, and what was seen of it."""

    rows: Integers
    looked: list[Looked]

    def __add__(self, other: Piece) -> Piece:
        return Piece(np.concatenate([self.rows, other.rows]), self.looked + other.looked)

    def packed(self) -> dict[str, Any]:
        """Return what a journal keeps of it."""
        looked = [[one.happened, *astuple(one.found)] for one in self.looked]
        return {"rows": self.rows.tolist(), "looked": looked}

    @classmethod
    def unpacked(cls, kept: dict[str, Any]) -> Piece:
        """Return what a journal kept."""
        looked = [
            Looked(happened, Found(tuple(chances), *found))
            for happened, chances, *found in kept["looked"]
        ]
        return cls(np.array(kept["rows"], np.int64), looked)


@dataclass(frozen=True, eq=False)
class WhenRun(ContestRun):
    """What came of it: a row and what was seen of each game, in their order."""

    design: When
    played: tuple[Run, ...]
    rows: Integers
    looked: Sequence[Looked]

    @property
    def runs(self) -> dict[str, Run]:
        """The games as a run."""
        return {"games": self.played[0]}


def figures_of(rows: Integers, game: Game, study: Study) -> dict[str, Any]:
    """Return what each game gave of each figure that one game has, by path."""
    turns, seconds = rows[:, row.TURNS], study.values["seconds_per_turn"]
    assert isinstance(seconds, int | float), "an option of every game"
    return {
        "length.turns": turns,
        "length.rounds": rows[:, row.ROUNDS],
        "length.decisions": rows[:, row.DECISIONS],
        "length.minutes": turns * seconds / 60,
        "lead_changes": rows[:, row.LEAD_CHANGES],
        **{
            f"counts.{one.name}": rows[:, place] / one.parts
            for place, one in enumerate(game.counts, row.COUNTS)
        },
        **{
            f"seats.{seat + 1}.score_mean": rows[:, row.SCORES + seat] / game.score_parts
            for seat in range(study.players)
        },
        **{
            f"seats.{seat + 1}.win_rate": share
            for seat, share in enumerate(win_shares(rows, study.players).T)
        },
    }


def win_shares(rows: Integers, players: int) -> Any:
    """Return how much of the win each seat had: shape (games, seats)."""
    won = rows[:, row.WINNERS, None] >> np.arange(players) & 1
    return won / np.maximum(won.sum(axis=1, keepdims=True), 1)


def teller_of(engine: Engine, rules: Any, recorded: Recorded) -> Callable[[int], str]:
    """Return what tells the action of a step; the record of all rules is slow to get."""
    tell, actions = engine.game.teller, recorded.steps["action"].tolist()
    return lambda step: tell.action(rules, recorded.table(step), actions[step])


def _look(arms: Sequence[Arm], texts: Sequence[str], first: int, deals: int) -> Piece:
    """Play some deals, and look whether events happen, one after another."""
    [arm] = arms
    study, engine, turned = arm.study, arm.engine, arm.layout.rotations
    events, rules = parse_events(texts, engine.game, study.players), engine.rules[0]
    looked, rows = [], []
    for number in range(first * turned, (first + deals) * turned):
        recorded = engine.record(number)
        figures = {}
        if events[-1].kind == "figure":
            figures = figures_of(recorded.row[None], engine.game, study)
        told = teller_of(engine, rules, recorded)
        seen = Seen(engine.game, study.players, recorded.row, recorded.steps, told, figures)
        looked.append(look(seen, events))
        rows.append(recorded.row)
    return Piece(np.array(rows), looked)


def look(seen: Seen, events: Sequence[Event]) -> Looked:
    """Look whether events happen in a game, one after another."""
    found: Found | None = None
    for before, event in enumerate(events):
        found = event.find(seen, found)
        if not found.happened:
            # Where the events before the last did not happen, it was not possible.
            return Looked(before, found if event is events[-1] else Found((), False))
    assert found
    return Looked(len(events), found)


def play_when(design: When, jobs: int, watch: Callable[[int], None]) -> WhenRun:
    """Play all games; those that were finished if it was interrupted, at least one piece.

    `watch` is called with how many games were played so far.
    """
    study, arm = design.study, Arm(design.study, design.lineup)
    arm.engine.record(0)  # compiled before the clock runs
    compile_counting()
    journal, executor, interrupted = current(), current_executor(), False
    key = digest([arm.key, *design.events])[:20]
    found, done = list[Piece](), 0
    for kept in journal.kept(key, 0, study.deals) if journal else ():
        found.append(unpacked(Piece.unpacked, kept))
        done += kept.deals
        journal.took(kept.deals * study.rotations)
    parts = [(at, min(_PIECE, study.deals - at)) for at in range(done, study.deals, _PIECE)]
    tasks = [Task(_look, (arm,), (design.events, *one), one[1] * study.rotations) for one in parts]
    executor.prepare([arm])
    began = time.perf_counter()
    try:
        with closing(executor.play(tasks, min(jobs, len(tasks) or 1))) as pieces:
            for (first, deals), piece in zip(parts, pieces, strict=True):
                with shielded():
                    found.append(piece)
                    if journal:
                        journal.add(key, first, deals, piece)
                watch((first + deals) * study.rotations)
    except KeyboardInterrupt:
        if not found:
            raise
        interrupted = True
    elapsed, whole = time.perf_counter() - began, reduce(add, found)
    tally = tally_rows(arm.layout, whole.rows)
    run = Run(study, arm.layout, tally, elapsed, jobs, interrupted)
    return WhenRun(design, (run,), elapsed, jobs, interrupted, whole.rows, whole.looked)


def read_actions(design: When) -> tuple[int, dict[str, int]]:
    """Read which actions are told in how many of some games, and how many games that were."""
    engine, games = make_engine(design.study, design.lineup), min(READ_GAMES, design.games)
    rules, told = engine.rules[0], Counter[str]()
    for number in range(games):
        recorded = engine.record(number)
        told.update(set(map(teller_of(engine, rules, recorded), range(len(recorded.steps)))))
    return games, told
