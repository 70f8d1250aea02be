"""Six, a game with 104 cards and secret choices, against its plain oracle."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from simulate.game import find_game
from simulate.play import rows as row
from tests.helpers.file_games import LIMIT, Matrix, file_engine, file_of
from tests.helpers.file_games import distances as distances_of_means
from tests.oracles import six as oracle
from tests.oracles.agreement import distance

pytestmark = pytest.mark.slow
#: The most players of the game.
MOST_PLAYERS = 10
GAMES = 50_000
PLAIN_GAMES = 2_000


@cache
def played(players: int, **rules: int) -> Matrix:
    """Return the scores, and the rows taken by low cards and by sixth cards, of each game."""
    results = file_engine("six", players, "random", **rules).play(0, GAMES)
    scores = results[:, row.SCORES : row.SCORES + players]
    return np.column_stack([scores, results[:, row.COUNTS :]]).astype(float)


@cache
def played_plainly(players: int, **rules: int) -> Matrix:
    """Return the same figures of the oracle's games."""
    source = random.Random(1)
    outcomes = [oracle.play(oracle.Rules(players, **rules), source) for _ in range(PLAIN_GAMES)]
    figures = [[*outcome.scores, sum(outcome.too_low), sum(outcome.sixth)] for outcome in outcomes]
    return np.array(figures, float)


def distances(ours: Matrix, theirs: Matrix) -> list[float]:
    """Return the distances of all means, and of the share of rows taken by low cards."""
    too_low, sixth = np.concatenate([ours, theirs])[:, -2:].sum(axis=0)
    share = too_low / (too_low + sixth)
    # What is more than that share in a game is 0 in the mean of both, if the share is one.
    more = [games[:, -2] - share * games[:, -2:].sum(axis=1) for games in (ours, theirs)]
    return [*distances_of_means(ours, theirs), distance(*more)]


# All numbers of players share one oracle, and what differs among them is how many cards come out.
@pytest.mark.parametrize("players", range(2, MOST_PLAYERS + 1))
def test_heads_and_rows_taken_agree_with_the_oracle(players: int) -> None:
    assert max(map(abs, distances(played(players), played_plainly(players)))) < LIMIT


def test_games_with_other_rules_agree_with_the_oracle() -> None:
    ours, theirs = (plays(MOST_PLAYERS, hand=6, longest=3) for plays in (played, played_plainly))
    assert max(map(abs, distances(ours, theirs))) < LIMIT


def test_the_oracle_detects_rows_that_hold_one_card_less() -> None:
    *scores, _, sixth, share = distances(played(4), played_plainly(4, longest=4))
    assert abs(sixth) > LIMIT
    assert abs(share) > LIMIT
    assert max(map(abs, scores)) > LIMIT


def test_the_heads_of_all_cards_equal_the_printed_values() -> None:
    # The printed game's: 7 once, 5 on 8 cards, 3 on 10, 2 on 9 and 1 on 76: 171 in all.
    all_heads = [oracle.heads(card) for card in range(1, 105)]
    assert Counter(all_heads) == {1: 76, 2: 9, 3: 10, 5: 8, 7: 1}
    assert sum(all_heads) == 171


@pytest.mark.parametrize(
    ("players", "strategy"),
    [(MOST_PLAYERS, "random"), (2, "close"), (MOST_PLAYERS, "lowest_card")],
)
def test_no_card_is_lost_or_doubled_and_rows_rise(players: int, strategy: str) -> None:
    engine = file_engine("six", players, strategy)
    census = engine.game.teller.census
    for number in range(3):
        walk = engine.walk(number)
        cards = census(engine.rules[0], walk.snapshot)
        assert len(cards) == 104
        assert set(cards.values()) == {1}
        for _ in walk:
            assert census(engine.rules[0], walk.snapshot) == cards
            table = walk.snapshot.table
            for lying, size in zip(table.rows, table.rows_size, strict=True):
                assert all(low < high for low, high in pairwise(lying[:size]))


def test_heads_taken_equal_the_heads_of_the_cards_taken() -> None:
    engine = file_engine("six", 4, "random")
    walk = engine.walk(1)
    walk.finish()
    table = walk.snapshot.table
    for seat in range(4):
        taken = [card + 1 for card in range(104) if table.taken[seat, card]]
        assert sum(map(oracle.heads, taken)) == table.scores[seat]


def test_the_largest_number_of_players_is_that_of_the_engine() -> None:
    assert find_game(file_of("six")).seats == (2, MOST_PLAYERS)
