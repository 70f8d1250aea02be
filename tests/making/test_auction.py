"""A sealed-bid auction in a file, against all orders of bids and a plain simulation."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from simulate.play import rows as row
from tests.helpers.commands_helper import fathom
from tests.helpers.file_games import LIMIT, Matrix, distances, file_engine, file_of, from_truth
from tests.oracles import auction as oracle
from tests.oracles.agreement import distance

GAMES, PLAIN_GAMES = 50_000, 4_000


@cache
def played(players: int, *strategies: str, rounds: int = 13) -> Matrix:
    """Return seat 1's share of the win, its score and the prizes unsold, a row a game."""
    results = file_engine("auction", players, *strategies, rounds=rounds).play(0, GAMES)
    winners = results[:, row.WINNERS]
    sharing = np.array([bin(one).count("1") for one in range(1 << players)])[winners]
    figures = [(winners & 1) / sharing, results[:, row.SCORES], results[:, row.COUNTS]]
    return np.column_stack(figures).astype(float)


@pytest.mark.parametrize(("rounds", "players"), [(2, 2), (3, 2), (4, 2), (3, 3)])
@pytest.mark.slow
def test_bids_by_lot_give_what_all_orders_of_bids_give(rounds: int, players: int) -> None:
    ours, truth = played(players, "random", rounds=rounds), oracle.exact(rounds, players)
    apart = [from_truth(one, float(exactly)) for one, exactly in zip(ours.T, truth, strict=True)]
    assert max(map(abs, apart)) < LIMIT


def test_another_number_of_rounds_is_noticed() -> None:
    ours, other = played(2, "random", rounds=3), oracle.exact(4, 2)
    assert abs(from_truth(ours[:, 1], float(other.score))) > LIMIT


def test_all_orders_of_two_bids_are_as_counted_by_hand() -> None:
    # Alike bids sell nothing; else each gets one prize, and who bids the 2 on the 2 wins.
    assert oracle.exact(2, 2) == oracle.Exact(Fraction(1, 2), Fraction(3, 4), Fraction(1))


@pytest.mark.parametrize("players", [2, 10])
def test_all_who_choose_at_once_take_one_turn(players: int) -> None:
    results = file_engine("auction", players, "random").play(0, 100)
    assert set(results[:, row.TURNS]) == {13}
    assert set(results[:, row.DECISIONS]) == {13 * players}


@cache
def plainly(players: int) -> Matrix:
    """Return the same figures of plain games: who bids even against bids by lot."""
    source = random.Random(1)
    bidders: list[oracle.Bidder] = [lambda prize, left: prize]
    bidders += [lambda prize, left: source.choice(left)] * (players - 1)
    found = []
    for _ in range(PLAIN_GAMES):
        one = oracle.play(source, 13, bidders)
        best = max(one.scores)
        share = (one.scores[0] == best) / one.scores.count(best)
        found.append((share, one.scores[0], one.unsold))
    return np.array(found, float)


@pytest.mark.parametrize("players", [2, 4])
def test_who_bids_what_prizes_are_worth_fares_as_in_a_plain_simulation(players: int) -> None:
    ours, theirs = played(players, "even", *["random"] * (players - 1)), plainly(players)
    assert max(map(abs, distances(ours, theirs))) < LIMIT
    by_lot = played(players, *["random"] * players)
    assert abs(distance(by_lot[:, 1], theirs[:, 1])) > LIMIT


def test_seats_that_win_all_alike_are_told_once(tmp_path: Path) -> None:
    told = fathom(
        tmp_path, "run", file_of("auction"), "--games", "2000", "--no-charts", "--full"
    ).out
    assert "of 100 games each seat wins 25.0; 25.0 is fair" in " ".join(told.split())
