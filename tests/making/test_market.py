"""The component `Market`: a game with a row of cards against a plain Python program."""

from __future__ import annotations

import random

import numpy as np
import pytest

from simulate.errors import UsageError
from simulate.making import Cards, Market, Pile
from simulate.play import rows as row
from tests.helpers.commands_helper import fathom
from tests.helpers.file_games import FOLDER, LIMIT, Matrix, distances, file_engine

pytestmark = pytest.mark.usefixtures("short_survey")

GAMES = 40_000
PLAIN_GAMES = 10_000


def play_plainly(source: random.Random, players: int) -> list[float]:
    """Return 1 if seat 1 alone wins, and the points of all seats."""
    pile = [value for value in range(1, 6) for _ in range(4)]
    source.shuffle(pile)
    line = [pile.pop() for _ in range(4)]
    coins = [1] * players
    points = [0] * players
    turn = 0
    while line:
        seat = turn % players
        payable = line[: coins[seat] + 1]
        place = payable.index(max(payable))
        points[seat] += line.pop(place)
        coins[seat] += 1 - place
        if pile:
            line.append(pile.pop())
        turn += 1
    return [float(points[0] > max(points[1:])), *points]


def play(players: int) -> Matrix:
    """Return the same figures of the engine's games."""
    results = file_engine("orchard", players, "picker").play(0, GAMES)
    points = results[:, row.SCORES : row.SCORES + players]
    return np.column_stack([results[:, row.WINNERS] == 1, points]).astype(float)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_a_game_with_a_market_plays_like_a_plain_program(players: int) -> None:
    source = random.Random(3)
    theirs = np.array([play_plainly(source, players) for _ in range(PLAIN_GAMES)])
    assert max(map(abs, distances(play(players), theirs))) < LIMIT


@pytest.mark.slow
def test_taken_cards_leave_the_row_and_later_cards_move_up() -> None:
    walk = file_engine("orchard", 2, "picker").walk(0)
    before = walk.snapshot
    for moment in walk:
        after = walk.snapshot
        line = list(before.table.market[: before.table.market_size])
        taken = line.pop(moment.action)
        assert after.table.basket[moment.seat, taken] == (
            before.table.basket[moment.seat, taken] + 1
        )
        if before.table.pile_size > 0:
            assert after.table.pile_size == before.table.pile_size - 1
            assert list(after.table.market[:3]) == line
            assert after.table.market_size == 4
        else:
            assert list(after.table.market[: after.table.market_size]) == line
        before = after
    assert before.table.market_size == 0


def test_a_market_without_places_is_refused() -> None:
    pile = Pile("pile", Cards("card", 3))
    with pytest.raises(UsageError, match="cannot have 0 places; give 1 or more"):
        Market("market", pile, 0)


@pytest.mark.slow
def test_check_finds_nothing_wrong_with_a_market() -> None:
    assert "0 failed" in fathom(FOLDER, "check", "orchard.py").out
