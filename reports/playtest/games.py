"""The figures of each game of a playtest, logged or simulated, as columns."""

from __future__ import annotations

from collections.abc import Mapping
from math import nan
from typing import Any

import numpy as np

from reports.figures.figure import COUNTS, LENGTH, MEAN, MINUTES, SEATS, SIDES, TURNS, WIN_RATE
from reports.writing.wording import counted
from simulate.game import Game
from simulate.kit.seats import highest_scorers, lowest_scorers
from simulate.play import rows as row
from simulate.play.rows import Integers

#: An array with a value for each game; NaN where the value is not known.
Values = np.ndarray[Any, np.dtype[np.float64]]
#: An array of shape (games,) for each figure, by its path. Its mean is the figure.
Columns = dict[str, Values]
#: The rules by which the scores alone decide who wins.
BY_SCORE = (highest_scorers, lowest_scorers)
#: The path of the mean number of rounds per game.
ROUNDS = f"{LENGTH}.rounds.{MEAN}"
#: The final score of the winner, or the mean score of seats that share the win.
WINNER_SCORE = "winner_score"
#: The mean final score of all other seats.
OTHERS_SCORE = "others_score"
#: The paths of figures of length, by the name of the log's column.
LENGTHS = {"turns": TURNS, "rounds": ROUNDS, "minutes": MINUTES}


def win_paths(game: Game, players: int) -> list[str]:
    """Return the paths of the win rates of all seats, or of all sides if seats win together."""
    sides = max(game.side_of(players)) + 1
    kind = SEATS if sides == players else SIDES
    return [f"{kind}.{number}.{WIN_RATE}" for number in range(1, sides + 1)]


def say_winners_by_score(game: Game, games: int) -> str:
    """Return a sentence on games whose winners are those with the best score."""
    best = "lowest" if game.winners is lowest_scorers else "highest"
    return (
        f"The winner of {counted(games, 'game')} is taken from the scores: in {game.title}, the "
        f"{best} score wins."
    )


def known_in(column: Values) -> Values:
    """Return the values of a column that are known, that is, neither NaN nor infinite.

    The shape is (known values,).
    """
    return column[np.isfinite(column)]


def make_columns(game: Game, single: Mapping[str, Any], won: Any, scores: Any) -> Columns:
    """Return the figures of each game, as columns: lengths and counts, wins, and scores.

    Parameters
    ----------
    game
        The game.
    single
        The values that a game has once, such as turns: arrays of shape (games,), by their names in
        `LENGTHS` or by the paths of counts.
    won
        Array of shape (games, seats): 1 if the seat won, 0 if not, NaN if that is not known.
    scores
        The final score of each seat, shape (games, seats); NaN if it is not known.

    Returns
    -------
    Columns
        Arrays of shape (games,), by the paths of figures, `WINNER_SCORE` and `OTHERS_SCORE`; NaN
        where a value is not known. Seats or sides that share a win have equal shares of 1.
        `OTHERS_SCORE` is missing in a game with one seat or one side.
    """
    side_of = game.side_of(np.shape(won)[1])
    wins = row.sums_by_side(np.asarray(won, float), side_of)
    won = np.minimum(wins, 1.0)  # All seats of a side share one win.
    scores = row.sums_by_side(np.asarray(scores, float), side_of)
    winner = _winner_scores(game, won, scores)
    shares = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    columns = {
        **{LENGTHS.get(name, name): np.asarray(values, float) for name, values in single.items()},
        WINNER_SCORE: winner,
        **dict(zip(win_paths(game, len(side_of)), shares.T, strict=True)),
    }
    if scores.shape[1] > 1:
        columns[OTHERS_SCORE] = (scores.sum(axis=1) - winner) / (scores.shape[1] - 1)
    return columns


def _winner_scores(game: Game, won: Values, scores: Values) -> Values:
    """Return the mean score of the winners of each game, shape (games,).

    If nobody won, this is the best score. If the winner is not known, it is the best score if the
    rules let the best score win, and NaN in other games.

    Parameters
    ----------
    game
        The game.
    won
        Array of shape (games, sides): 1 if the side won, 0 if not, NaN if that is not known.
    scores
        The final score of each side, shape (games, sides).
    """
    best = scores.min(axis=1) if game.lower_leads else scores.max(axis=1)
    winners = won.sum(axis=1)
    means = np.where(won > 0, scores, 0).sum(axis=1) / np.maximum(winners, 1)
    best_wins = game.winners in BY_SCORE
    unknown = best if best_wins else np.full(len(best), nan)
    return np.where(np.isnan(winners), unknown, np.where(winners > 0, means, best))


class SimulatedGames:
    """A `simulate.play.journal.Watcher` that keeps the rows of all games in memory."""

    def __init__(self) -> None:
        self._games: list[list[int]] = []

    def add(self, results: Integers) -> None:
        """Add the rows of further games, shape (games, numbers of a row)."""
        self._games += results.tolist()

    def state(self) -> list[list[int]]:
        """Return the rows of all games that were added; `restore` accepts them."""
        return list(self._games)

    def restore(self, state: list[list[int]]) -> bool:
        """Replace all rows by the rows of a state, and return True. The state is not checked."""
        self._games = list(state)
        return True

    def columns(self, game: Game, players: int) -> Columns:
        """Return the columns of the finished games. At least one game must have been added."""
        games = np.array(self._games)
        done = games[games[:, row.FINISHED] > 0].T
        single = {"turns": done[row.TURNS], "rounds": done[row.ROUNDS]}
        for place, count in enumerate(game.counts, row.COUNTS):
            single[f"{COUNTS}.{count.name}"] = done[place] / count.parts
        won = done[row.WINNERS][:, None] >> np.arange(players) & 1
        scores = done[row.SCORES : row.SCORES + players].T / game.score_parts
        return make_columns(game, single, won, scores)
