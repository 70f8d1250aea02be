"""What is known of each game, simulated or logged: a column a figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from reports.figures.figure import COUNTS, LENGTH, MEAN, MINUTES, SEATS, TURNS, WIN_RATE
from simulate.game import Game
from simulate.play import rows as row
from simulate.play.rows import Integers

#: The values of games; NaN where one is not known.
Values = np.ndarray[Any, np.dtype[np.float64]]
#: Such values by the path of the figure that is their mean.
Columns = dict[str, Values]
ROUNDS = f"{LENGTH}.rounds.{MEAN}"
#: The best final score of a game, and the mean of all others.
WINNER_SCORE, OTHERS_SCORE = "winner_score", "others_score"
#: The paths of what has one number a game; those of counts are their columns.
LENGTHS = {"turns": TURNS, "rounds": ROUNDS, "minutes": MINUTES}


def seat_paths(players: int) -> list[str]:
    """Return the paths of how often each seat wins."""
    return [f"{SEATS}.{seat}.{WIN_RATE}" for seat in range(1, players + 1)]


def known_in(column: Values) -> Values:
    """Return the values that are known."""
    return column[np.isfinite(column)]


def make_columns(game: Game, single: Mapping[str, Any], won: Any, scores: Any) -> Columns:
    """Return the columns of games.

    They come of what has one number a game, by its name; and of whether each seat won and what it
    scored, both of shape (games, seats).
    """
    won, scores = np.asarray(won, float), np.asarray(scores, float)
    best = scores.min(axis=1) if game.lower_leads else scores.max(axis=1)
    shares = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    return {
        **{LENGTHS.get(name, name): np.asarray(each, float) for name, each in single.items()},
        WINNER_SCORE: best,
        OTHERS_SCORE: (scores.sum(axis=1) - best) / max(1, scores.shape[1] - 1),
        **dict(zip(seat_paths(won.shape[1]), shares.T, strict=True)),
    }


class SimulatedGames:
    """Keeps what a log may tell of each game that is played (`simulate.play.journal.Watcher`)."""

    def __init__(self) -> None:
        self._games: list[list[int]] = []

    def add(self, results: Integers) -> None:
        """Take the next games."""
        self._games += results.tolist()

    def state(self) -> list[list[int]]:
        """Return all that was taken."""
        return list(self._games)

    def restore(self, state: list[list[int]]) -> bool:
        """Hold again what was taken."""
        self._games = list(state)
        return True

    def columns(self, game: Game, players: int) -> Columns:
        """Return the columns of the games that were finished."""
        games = np.array(self._games)
        done = games[games[:, row.FINISHED] > 0].T
        single = {"turns": done[row.TURNS], "rounds": done[row.ROUNDS]}
        for place, one in enumerate(game.counts, row.COUNTS):
            single[f"{COUNTS}.{one.name}"] = done[place] / one.parts
        won = done[row.WINNERS][:, None] >> np.arange(players) & 1
        scores = done[row.SCORES : row.SCORES + players].T / game.score_parts
        return make_columns(game, single, won, scores)
