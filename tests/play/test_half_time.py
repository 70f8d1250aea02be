"""Half-time in the middle of games that do not set it, compared with walks through these games."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from simulate.play import rows as row
from simulate.play.engine import Engine
from simulate.play.half_time import MOST_KEPT, is_past_middle, middle_of
from simulate.play.kernel import functions_of
from tests.helpers.file_games import file_engine

GAMES = 40


@pytest.mark.parametrize(
    ("standings", "middle"),
    # A game of 21 rounds has 20 standings before its end.
    [(0, 0), (1, 1), (2, 1), (3, 2), (19, 10), (20, 10), (2 * MOST_KEPT, MOST_KEPT), (9999, 256)],
)
def test_half_time_is_after_half_of_the_rounds(standings: int, middle: int) -> None:
    assert middle_of(standings) == middle


def standings_of(engine: Engine, number: int, players: int) -> list[list[int]]:
    """Return the scores after each round of a game, except for the round that ends it."""
    walk, standings, rounds = engine.walk(number), [], 0
    for moment in walk:
        table = moment.snapshot.table
        if table.checkpoints > rounds:
            rounds = int(table.checkpoints)
            standings.append([int(table.scores[seat]) for seat in range(players)])
    return standings


@pytest.mark.parametrize("players", [2, 3])
def test_the_scores_at_half_time_are_those_after_half_of_the_rounds(players: int) -> None:
    engine = file_engine("pig", players, "hold")
    results = engine.play(0, GAMES)
    rounds = set()
    for number in range(GAMES):
        standings = standings_of(engine, number, players)
        rounds.add(len(standings) // 2)
        half = standings[(len(standings) + 1) // 2 - 1]
        result = results[number]
        assert result[row.HALF_SEATS] == 2**players - 1
        assert list(result[row.HALF_SCORES : row.HALF_SCORES + players]) == half
        last = sum(1 << seat for seat, score in enumerate(half) if score == min(half))
        assert result[row.LAST_AT_HALF] == (last if last != 2**players - 1 else 0)
    assert len(rounds) > 3


def test_a_game_decided_in_its_first_round_has_no_half_time() -> None:
    results = file_engine("pig", 2, "hold", goal=10).play(0, 400)
    short = results[:, row.ROUNDS] == 1
    assert short.any()
    assert (results[short, row.HALF_SEATS] == 0).all()
    assert (results[short, row.LAST_AT_HALF] == 0).all()
    assert (results[~short, row.HALF_SEATS] == 3).all()


def test_a_step_is_after_half_time_from_the_middle_standings_on() -> None:
    before_each_step = np.array([0, 0, 1, 1, 2, 3, 3, 4])
    assert list(is_past_middle(before_each_step)) == [0, 0, 0, 0, 1, 1, 1, 1]
    assert list(is_past_middle(np.zeros(3, int))) == [0, 0, 0]
    # A game that takes standings twice in one step has fewer of them.
    assert list(is_past_middle(np.array([0, 2, 3, 4]))) == [0, 0, 1, 1]


def test_a_game_that_sets_half_time_keeps_no_standings() -> None:
    game = file_engine("pig", 2, "hold").game
    assert game.halves
    standings = functions_of(replace(game, halves=False))
    assert standings["middle_of"](7) == 0
    assert functions_of(game)["middle_of"](7) == 4
