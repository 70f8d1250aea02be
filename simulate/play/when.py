"""Play games and look in each whether several events happen, one after another."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.game import Game, find_game
from simulate.play import rows as row
from simulate.play.arms import Arm
from simulate.play.counting import tally_rows
from simulate.play.engine import Engine
from simulate.play.events import Event, Found, parse_events
from simulate.play.executor import Task
from simulate.play.executor import current as current_executor
from simulate.play.lineups import ContestRun
from simulate.play.recording import Recorded
from simulate.play.rows import Integers
from simulate.play.run import Run
from simulate.play.tally import Tally, digest
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


def teller_of(engine: Engine, recorded: Recorded) -> Callable[[int], str]:
    """Return what tells the action of a step."""
    # Both are slow to get: a record of all rules, and plain numbers.
    tell, rules, actions = engine.game.teller, engine.rules[0], recorded.steps["action"].tolist()
    return lambda step: tell.action(rules, recorded.table(step), actions[step])


def look(engine: Engine, study: Study, events: Sequence[Event], number: int) -> tuple[Any, Looked]:
    """Play a game, and return its row and whether the events happen one after another in it."""
    recorded = engine.record(number)
    told = teller_of(engine, recorded)
    figures: dict[str, float] = {}
    if events[-1].kind == "figure":
        every = figures_of(recorded.row[None], engine.game, study)
        figures = {path: float(one[0]) for path, one in every.items()}
    found: Found | None = None
    for happened, event in enumerate(events):
        found = event.find(engine.game, recorded, study.players, told, figures, found)
        if not found.happened:
            # Games in which the events before it did not happen are beside no other.
            last = happened == len(events) - 1
            return recorded.row, Looked(happened, found if last else Found((), False))
    assert found
    return recorded.row, Looked(len(events), found)


def _look(arms: Sequence[Arm], texts: Sequence[str], first: int, deals: int) -> Any:
    [arm] = arms
    study, turned = arm.study, arm.layout.rotations
    events = parse_events(texts, arm.engine.game, study.players)
    numbers = range(first * turned, (first + deals) * turned)
    each = [look(arm.engine, study, events, number) for number in numbers]
    rows = np.array([result for result, _ in each])
    return tally_rows(arm.layout, rows), rows, [looked for _, looked in each]


def play_when(design: When, jobs: int, watch: Callable[[int], None]) -> WhenRun:
    """Play all games; those that were finished if it was interrupted, at least one piece.

    `watch` is called with how many games were played so far.
    """
    study, arm = design.study, Arm(design.study, design.lineup)
    arm.engine.record(0)  # compiled before the clock runs
    tasks = [
        Task(_look, (arm,), (design.events, *part), part[1] * study.rotations)
        for part in _pieces(study.deals)
    ]
    executor, tally, interrupted = current_executor(), Tally(), False
    executor.prepare([arm])
    rows: list[Integers] = []
    looked: list[Looked] = []
    began = time.perf_counter()
    try:
        with closing(executor.play(tasks, min(jobs, len(tasks)))) as pieces:
            for counted, some, seen in pieces:
                tally += counted
                rows.append(some)
                looked += seen
                watch(len(looked))
    except KeyboardInterrupt:
        if not looked:
            raise
        interrupted = True
    elapsed = time.perf_counter() - began
    run = Run(study, arm.layout, tally, elapsed, jobs, interrupted)
    return WhenRun(design, (run,), elapsed, jobs, interrupted, np.concatenate(rows), looked)


def _pieces(deals: int) -> list[tuple[int, int]]:
    """Return the first deal of each piece, and how many it has."""
    return [(first, min(_PIECE, deals - first)) for first in range(0, deals, _PIECE)]


def read_actions(design: When) -> tuple[int, dict[str, int]]:
    """Read which actions are told in how many of some games, and how many games that were."""
    arm = Arm(design.study, design.lineup)
    games = min(READ_GAMES, design.games)
    told: dict[str, int] = {}
    for number in range(games):
        recorded = arm.engine.record(number)
        names = map(teller_of(arm.engine, recorded), range(len(recorded.steps)))
        for name in set(names):
            told[name] = told.get(name, 0) + 1
    return games, told
