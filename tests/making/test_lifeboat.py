"""A co-operative game is won as often as its exact solution says."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from simulate.play import rows as row
from tests.helpers.commands_helper import fathom
from tests.helpers.file_games import LIMIT, Matrix, distances, file_engine, file_of, from_truth
from tests.helpers.tables import each_pair, quick_among
from tests.oracles import lifeboat as oracle
from tests.oracles.lifeboat import Sea, Voyage, sailor, solve

GAMES, PLAIN_GAMES = 100_000, 10_000


@cache
def played(players: int, *strategies: str, **rules: int) -> Matrix:
    """Return whether it is won, and the turns, a row for each game."""
    results = file_engine("lifeboat", players, *strategies, **rules).play(0, GAMES)
    assert set(np.unique(results[:, row.WINNERS])) <= {0, (1 << players) - 1}
    return np.column_stack([results[:, row.WINNERS] > 0, results[:, row.TURNS]]).astype(float)


def apart(ours: Matrix, truth: Voyage) -> list[float]:
    """Return the distances of wins and turns from the exact ones, in standard errors."""
    return [from_truth(ours[:, 0], float(truth.won)), from_truth(ours[:, 1], float(truth.turns))]


@each_pair("players", [1, 2, 3, 4], "wet", [4, 6])
def test_win_rate_and_length_of_lifeboat_match_the_solution(players: int, wet: int) -> None:
    truth = solve(Sea(players), sailor(wet))
    assert max(map(abs, apart(played(players, f"sailor(wet={wet})"), truth))) < LIMIT


def test_games_of_two_different_strategies_match_the_solution() -> None:
    ours = played(2, "sailor(wet=3)", "sailor(wet=9)")
    assert max(map(abs, apart(ours, solve(Sea(2), sailor(3), sailor(9))))) < LIMIT
    assert min(map(abs, apart(ours, solve(Sea(2), sailor(3))))) > LIMIT


def test_different_rules_of_the_oracle_are_detected() -> None:
    ours = played(2, "sailor(wet=9)", sinks=11)
    assert max(map(abs, apart(ours, solve(Sea(2, sinks=11), sailor(9))))) < LIMIT
    assert min(map(abs, apart(ours, solve(Sea(2), sailor(9))))) > LIMIT


def test_the_solution_of_a_voyage_of_two_turns_equals_a_count_by_hand() -> None:
    # A 6 wins at once; after 1 to 5 the second roll must be what is left or more, in 2 to 6 of six
    # ways. One sea fills no boat that sinks at 4.
    truth = solve(Sea(1, shore=6, sinks=4, storm=2), sailor(9))
    assert truth.won == pytest.approx(1 / 6 + (2 + 3 + 4 + 5 + 6) / 36)
    assert truth.turns == pytest.approx(1 + 5 / 6)


@pytest.mark.parametrize("players", quick_among([1, 2, 3, 4], 3))
def test_no_strategy_wins_more_often_than_the_optimal_one(players: int) -> None:
    best = solve(Sea(players))
    assert best.won > max(solve(Sea(players), sailor(wet)).won for wet in (3, 4, 6, 9))
    others = [played(players, who)[:, 0] for who in ("thrifty", "sailor", "random")]
    assert max(from_truth(policy, float(best.won)) for policy in others) < LIMIT


def test_random_games_agree_with_a_plain_simulation() -> None:
    source = random.Random(1)
    theirs = np.array([oracle.play(source, Sea(3)) for _ in range(PLAIN_GAMES)], float)
    ours = played(3, "random")
    assert max(map(abs, distances(ours, theirs))) < LIMIT


def test_a_precision_without_a_figure_applies_to_the_win_rate(tmp_path: Path) -> None:
    file = file_of("lifeboat")
    options = ["--precision", "1pp", "--json", "--quiet", "--no-charts"]
    [side] = fathom(tmp_path, "run", file, *options).json["sides"]
    assert 0.005 < (side["ci_high"] - side["ci_low"]) / 2 <= 0.01


def test_minutes_of_a_short_game_agree_in_sentence_and_table(tmp_path: Path) -> None:
    options = ["--players", "3", "--games", "2000", "--out", "page.html"]
    fathom(tmp_path, "report", file_of("lifeboat"), *options)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    sentence = r"Usually ([0-9.]+) minutes, nine games in ten ([0-9.]+) to ([0-9.]+) "
    median, low, high = re.findall(sentence, page)[0]
    row = page[page.index('data-column="in">minutes</td>') :].partition("</tr>")[0]
    assert re.findall(r">([0-9.]+)</td>", row)[-3:] == [low, median, high]
    assert all("." in minutes for minutes in (low, median, high))
