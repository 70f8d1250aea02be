"""Games that share one source of chance and differ in all others, to see what decides who wins.

A game has three sources of chance: what is dealt before the first move, what is drawn and rolled
after it, and the chance in its players' choices. `Engine.cross` plays a game with each of them from
another number. Here every game played has three partners, each of which shares one source with
it and nothing else. The more often partners end alike, the more that source decides alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import joblib
import numpy as np

from simulate.play import rows as row
from simulate.play.arms import make_engine
from simulate.play.engine import Engine
from simulate.play.executor import closed_if_interrupted
from simulate.play.extra_runs import with_lineup
from simulate.play.tally import whole_win
from simulate.strategy import Strategy
from simulate.study import Study

#: The sources, in the order of a game's course.
SOURCES = ("opening", "later", "play")
#: Games that are played for each of which the partners are compared: itself and those.
GAMES_A_UNIT = 1 + len(SOURCES)
#: Units that a thread plays at a time.
_BLOCK = 100

Wins = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True, eq=False)
class Crossed:
    """Games with their partners."""

    #: Who plays in every seat.
    spec: str
    #: Wins by seat, in parts of a whole one, of each unit the game's own and those of the partner
    #: that shares each of `SOURCES`: shape (units, 1 + sources, players). Games not decided count
    #: for nobody.
    wins: Wins

    @property
    def games(self) -> int:
        """Games played."""
        units, games, _ = self.wins.shape
        return int(units * games)


def play_crossed(
    study: Study,
    strategy: Strategy,
    jobs: int,
    games: int,
    progress: Callable[[int], None] = lambda games: None,
) -> Crossed:
    """Play at most about so many games and partners, two units at least, with one strategy only."""
    lineup = [strategy] * study.players
    engine = make_engine(with_lineup(study, lineup, games), lineup)
    units = max(2, games // GAMES_A_UNIT)
    parallel = joblib.Parallel(n_jobs=jobs, backend="threading", return_as="generator")
    blocks = parallel(
        joblib.delayed(_play)(engine, range(first, min(first + _BLOCK, units)))
        for first in range(0, units, _BLOCK)
    )
    found = []
    with closed_if_interrupted(blocks):
        for block in blocks:
            found.append(block)
            progress(GAMES_A_UNIT * sum(map(len, found)))
    return Crossed(strategy.spec, np.concatenate(found))


def _play(engine: Engine, units: range) -> Wins:
    """Play some units, each with deals of its own."""
    players = len(engine.lineup)
    wins = np.zeros((len(units), GAMES_A_UNIT, players), np.int64)
    for place, unit in enumerate(units):
        own = GAMES_A_UNIT * unit
        for game in range(GAMES_A_UNIT):
            # The first game has all sources of its own, each partner one of them.
            shared = [not game or source == game - 1 for source in range(len(SOURCES))]
            found = engine.cross(*(own if same else own + game for same in shared))
            winners = int(found[row.WINNERS])
            for seat in range(players):
                if winners >> seat & 1:
                    wins[place, game, seat] = whole_win(players) // winners.bit_count()
    return wins
