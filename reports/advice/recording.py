"""Decisions of a strategy in fresh games, each with its legal actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.game import Game
from simulate.play.arms import make_engine
from simulate.play.engine import Engine
from simulate.play.executor import in_threads
from simulate.play.tally import digest
from simulate.play.walk import actions_on
from simulate.strategy import Strategy
from simulate.study import Study
from strategies.learned.consequences import Decisions

#: The number of decisions after which no more games are played, and the same for strategies that
#: think ahead, which need more time.
MOST_DECISIONS, MOST_SLOW_DECISIONS = 8_000, 1_500
#: The number of legal actions of all decisions after which no more games are played.
MOST_ACTIONS = 80_000
#: The maximum number of decisions of a game, so that there are enough games.
MOST_PER_GAME = 40
#: The maximum number of games, for games in which there is hardly ever a choice.
MOST_GAMES = 4_000
#: The number of games that are played before the decisions are counted.
_BLOCK = 24


@dataclass(frozen=True, eq=False)
class RecordedDecisions:
    """Decisions with two or more legal actions, made by one strategy in all seats."""

    game: Game
    #: An array with the record of the rules.
    rules: Any
    players: int
    #: What the seats saw, and the legal actions.
    offers: Decisions
    #: The index in `offers.actions` of the action that was chosen: shape (decisions,).
    chosen: NDArray[np.int64]
    #: The number of the game of each decision: shape (decisions,).
    games: NDArray[np.int64]
    #: The number of games that were played, including those without a choice.
    played: int

    def __len__(self) -> int:
        return len(self.chosen)


@dataclass(frozen=True)
class _Decision:
    """A decision: its game, what the seat saw, and the actions."""

    game: int
    table: Any
    own: Any
    seat: int
    actions: tuple[int, ...]
    action: int


def record_decisions(
    study: Study, strategy: Strategy, jobs: int, check: Callable[[], object] = lambda: None
) -> RecordedDecisions:
    """Play fresh games with a strategy in all seats, and return decisions with a choice.

    The result does not depend on the number of threads.

    Parameters
    ----------
    study
        The study whose rules are played. Its games have other deals.
    strategy
        The strategy.
    jobs
        The number of threads.
    check
        Called repeatedly while games are played; it may raise an error to stop.

    Raises
    ------
    UsageError
        If the game or the strategy does not compile.
    FathomError
        If the game or the strategy fails.
    """
    seed = int(digest([study.seed, "advice"])[:12], 16)
    fresh = replace(study, seed=seed, noted={}, lineup=(strategy.spec,) * study.players)
    engine = make_engine(fresh, [strategy] * study.players)
    most = MOST_SLOW_DECISIONS if strategy.thinks_with else MOST_DECISIONS
    decisions: list[_Decision] = []
    actions = 0
    played = 0
    for first in range(0, MOST_GAMES, _BLOCK):
        check()
        numbers = range(first, min(first + _BLOCK, MOST_GAMES))
        for of_game in in_threads(lambda number: _decisions_of(engine, number), numbers, jobs):
            decisions.extend(of_game)
            actions += sum(len(decision.actions) for decision in of_game)
        played += len(numbers)
        if len(decisions) >= most or actions >= MOST_ACTIONS:
            break
    return _join(engine, study.players, decisions, played)


def _decisions_of(engine: Engine, number: int) -> list[_Decision]:
    """Return at most `MOST_PER_GAME` decisions with a choice of a game, drawn at random.

    Raise `FathomError` if the game or a strategy fails.
    """
    recorded = engine.record(number, whole=True)
    whole = recorded.whole
    assert whole is not None, "whole games were requested"
    steps = np.flatnonzero(recorded.steps[:, -1] > 1)
    if len(steps) > MOST_PER_GAME:
        drawn = np.random.default_rng(number).choice(len(steps), MOST_PER_GAME, replace=False)
        steps = steps[np.sort(drawn)]
    menus = whole.menus.view(np.recarray)
    return list(_read(number, recorded, menus, steps.tolist()))


def _read(number: int, recorded: Any, menus: Any, steps: Sequence[int]) -> Iterator[_Decision]:
    """Yield the decisions at some steps of a recorded game."""
    for step in steps:
        table = recorded.whole.tables[step].copy()
        seat = int(table["seat"])
        own = recorded.whole.owns[step, seat].copy()
        action = int(recorded.steps[step, 0])
        yield _Decision(number, table, own, seat, actions_on(menus[step]), action)


def _join(
    engine: Engine, players: int, decisions: Sequence[_Decision], played: int
) -> RecordedDecisions:
    """Return the decisions of a number of games, `played`, as arrays."""
    game = engine.game
    numbers = [len(decision.actions) for decision in decisions]
    starts = np.concatenate([[0], np.cumsum(numbers)]).astype(np.int64)
    tables = np.array([decision.table for decision in decisions], game.table.dtype)
    owns = np.array([decision.own for decision in decisions], game.own.dtype)
    actions = [action for decision in decisions for action in decision.actions]
    chosen = [
        start + decision.actions.index(decision.action)
        for start, decision in zip(starts.tolist(), decisions, strict=False)
    ]
    seats = np.array([decision.seat for decision in decisions], np.int64)
    return RecordedDecisions(
        game,
        engine.rules,
        players,
        Decisions(tables, owns, seats, np.array(actions, np.int64), starts),
        np.array(chosen, np.int64),
        np.array([decision.game for decision in decisions], np.int64),
        played,
    )
