"""A dice game with a board in a file, against a plain simulation and an exact share of rolls."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from simulate.play import rows as row
from tests.helpers.file_games import LIMIT, Matrix, file_engine, from_truth
from tests.oracles import climb as oracle
from tests.oracles.agreement import distance

GAMES, PLAIN_GAMES = 20_000, 1_500
ON_THREE = {6, 7, 8}


def results_of(players: int, who: str, height: int, **rules: int) -> Matrix:
    results = file_engine("climb", players, f"{who}(height={height})", **rules).play(0, GAMES)
    return results.astype(float)


@cache
def played(players: int, who: str, height: int) -> Matrix:
    """Return turns, turns lost, and whether seat 1 wins, a row a game."""
    results = results_of(players, who, height)
    return results[:, [row.TURNS, row.COUNTS + 2, row.WINNERS]] * 1.0


@cache
def plainly(players: int, who: str, height: int, limit: int = 3) -> Matrix:
    """Return the same of plain games, the winner as a set."""
    source, found = random.Random(1), []
    for _ in range(PLAIN_GAMES):
        game = oracle.Climb(players, height, source, limit, last=who == "late")
        winner = game.play()
        found.append((game.turns, game.falls, 1 << winner))
    return np.array(found, float)


def apart(ours: Matrix, theirs: Matrix) -> list[float]:
    """Return how far turns, turns lost and wins of seat 1 are apart, in standard errors."""
    pairs = zip(
        np.column_stack([ours[:, :2], ours[:, 2] == 1]).T,
        np.column_stack([theirs[:, :2], theirs[:, 2] == 1]).T,
        strict=True,
    )
    return [abs(distance(one, other)) for one, other in pairs]


@pytest.mark.parametrize(("players", "who", "height"), [(2, "steady", 6), (4, "late", 3)])
def test_it_takes_as_long_as_a_plain_simulation_and_is_lost_and_won_as_often(
    players: int, who: str, height: int
) -> None:
    ours, theirs = played(players, who, height), plainly(players, who, height)
    assert max(apart(ours, theirs)) < LIMIT


def test_another_number_of_climbers_is_noticed() -> None:
    turns, lost, _ = apart(played(2, "steady", 6), plainly(2, "steady", 6, limit=4))
    assert min(turns, lost) > LIMIT


def test_the_share_of_rolls_is_as_counted_in_books() -> None:
    assert oracle.share_of_rolls(ON_THREE) == Fraction(1192, 1296)
    # A 2 takes two ones or more among four dice: 1 - (5/6)**4 - 4 * 1/6 * (5/6)**3.
    assert oracle.share_of_rolls({2}) == Fraction(171, 1296)


def test_who_rolls_on_with_climbers_on_three_columns_falls_as_often_as_rolls_say() -> None:
    results = results_of(2, "steady", 12)
    rolls, falls = results[:, row.COUNTS], results[:, row.COUNTS + 1]
    assert rolls.sum() > GAMES / 4
    stays = float(oracle.share_of_rolls(ON_THREE))
    assert abs(from_truth(falls - (1 - stays) * rolls, 0)) < LIMIT
    other = float(oracle.share_of_rolls({5, 6, 7}))
    assert abs(from_truth(falls - (1 - other) * rolls, 0)) > LIMIT
