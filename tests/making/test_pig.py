"""Pig, written from the guide alone, against its exact Markov chain."""

from __future__ import annotations

import math
import random
from functools import cache

import numpy as np
import pytest

from simulate.game import find_game
from simulate.kit.layout import SEATS
from simulate.play import rows as row
from simulate.play.counting import tally_rows
from simulate.play.tally import LEADS, TallyLayout
from tests.helpers.file_games import LIMIT, Matrix, distances, file_engine, file_of, from_truth
from tests.oracles import pig as oracle

GAMES = 100_000
PLAIN_GAMES = 10_000
#: The figures of a plain game, besides the scores.
FIGURES = ("seat 1 wins", "turns", "decisions", "turns lost")


@cache
def played(least: int, losing: int) -> Matrix:
    """Return a row of figures and scores for each two-player game of the engine."""
    results = file_engine("pig", 2, f"hold(least={least})", losing=losing).play(0, GAMES)
    return np.column_stack(
        [
            results[:, row.WINNERS] == 1,
            results[:, [row.TURNS, row.DECISIONS, row.COUNTS]],
            results[:, row.SCORES : row.SCORES + 2],
        ]
    ).astype(float)


@cache
def played_plainly(least: int, losing: int) -> Matrix:
    """Return the same figures of the oracle's games."""
    source = random.Random(1)
    outcomes = [oracle.play(source, 2, least, losing=losing) for _ in range(PLAIN_GAMES)]
    return np.array(
        [
            [
                outcome.scores[0] >= 100,
                outcome.turns,
                outcome.rolls + outcome.holds,
                sum(outcome.lost),
                *outcome.scores,
            ]
            for outcome in outcomes
        ],
        float,
    )


def from_solved(least: int, losing: int, solved: oracle.Solved) -> list[float]:
    """Return the distances of the engine's wins and turns from exact ones, in standard errors."""
    ours = played(least, losing)
    return [from_truth(ours[:, 0], solved.first_wins), from_truth(ours[:, 1], solved.turns)]


@pytest.mark.parametrize(("least", "known"), [(20, 0.534698), (25, 0.529756)])
def test_the_markov_chain_gives_the_published_win_rates_of_the_first_player(
    least: int, known: float
) -> None:
    assert oracle.solve(least).first_wins == pytest.approx(known, abs=5e-7)


def test_the_chain_of_one_roll_equals_a_count_by_hand() -> None:
    # With a goal of 2 a turn wins unless it rolls a 1: 5/6 + 1/6 * (1 - first), in turns of 6/5.
    solved = oracle.solve(20, goal=2)
    assert solved.first_wins == pytest.approx(6 / 7)
    assert solved.turns == pytest.approx(6 / 5)


@pytest.mark.parametrize("least", [20, 25])
def test_the_win_rate_of_the_first_player_matches_the_chain(least: int) -> None:
    assert max(map(abs, from_solved(least, 1, oracle.solve(least)))) < LIMIT


def test_the_value_of_a_lead_after_the_first_round_matches_the_chain() -> None:
    game = find_game(file_of("pig"))
    results = file_engine("pig", 2, "hold(least=20)").play(0, GAMES)
    # The chain knows the lead after the first round, so these standings are counted as half-time.
    half, first = (slice(place, place + 1 + SEATS) for place in (row.HALF_SEATS, row.FIRST_SEATS))
    results[:, half] = results[:, first]
    layout = TallyLayout(2, (0, 0), 1, tuple(count.name for count in game.counts))
    tally = tally_rows(layout, results)
    won, led = (tally.sums[layout.single(name)] for name in LEADS)
    rate, truth = won / (layout.win * led), oracle.leader_wins(20)
    error = math.sqrt(truth * (1 - truth) / led)
    assert abs(rate - truth) < LIMIT * error
    assert truth > 0.5 + 2 * LIMIT * error


def test_the_win_rate_of_holding_at_25_against_20_matches_the_chain() -> None:
    results = file_engine("pig", 2, "hold(least=25)", "hold(least=20)").play(0, GAMES)
    won = (results[:, row.WINNERS] == 1).astype(float)
    assert abs(from_truth(won, oracle.solve(25, second_least=20).first_wins)) < LIMIT
    assert abs(from_truth(won, oracle.solve(20, second_least=25).first_wins)) > LIMIT


def test_a_head_start_of_seven_makes_the_game_even_in_games_and_chain() -> None:
    ahead = {points: oracle.solve(20, second_ahead=points).first_wins for points in range(11)}
    assert min(ahead, key=lambda points: abs(ahead[points] - 0.5)) == 7
    results = file_engine("pig", 2, "hold", head_start={"2": 7}).play(0, GAMES)
    won = (results[:, row.WINNERS] == 1).astype(float)
    assert abs(from_truth(won, ahead[7])) < LIMIT < abs(from_truth(won, ahead[0]))


def test_a_chain_with_another_losing_face_differs_and_a_wrong_chain_is_detected() -> None:
    assert max(map(abs, from_solved(20, 6, oracle.solve(20, losing=6)))) < LIMIT
    wins, turns = from_solved(20, 6, oracle.solve(20))
    assert wins < -LIMIT
    assert abs(turns) > LIMIT
    assert abs(from_solved(20, 2, oracle.solve(20))[1]) > LIMIT


def test_games_agree_with_a_plain_simulation_and_differ_if_a_2_loses() -> None:
    ours, theirs = played(20, 1), played_plainly(20, 1)
    assert max(map(abs, distances(ours, theirs))) < LIMIT, FIGURES
    apart = distances(played(20, 1), played_plainly(20, 2))
    assert abs(apart[FIGURES.index("turns")]) > LIMIT
    assert abs(apart[FIGURES.index("turns lost")]) > LIMIT


def test_no_seat_plays_on_after_winning() -> None:
    walk = file_engine("pig", 3, "hold").walk(5)
    for _ in walk:
        table = walk.snapshot.table
        assert sum(score >= 100 for score in table.scores[:3]) == table.over
    assert walk.snapshot.table.over
