"""Games of several sides, against exact numbers."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from simulate.play.tally import whole_win
from tests.helpers.commands_helper import fathom
from tests.helpers.tables import quick_among

GAMES = 20_000
#: Two sides; each seat rolls a die, and seat 1 has a point more.
PAIRS = '''
"""Two sides roll a die a seat; the higher sum wins, and seat 1 begins with some points."""
from simulate.making import Dice, Whole, allow, end_game, game

ROLL = 0
die = Dice("die")


def legal(rules, state, menu):
    allow(menu, ROLL)


def apply(rules, state, action):
    table = state.table
    if table.turns == 0:
        table.scores[0] += rules.bonus
    table.scores[table.seat] += die.roll(rules, state)
    if table.turns == rules.players - 1:
        end_game(state)


GAME = game(
    name="pairs",
    seats=(2, 12),
    sides="opposite seats",
    rules={"bonus": Whole(default=1, minimum=0, maximum=9, meaning="Points of seat 1.")},
    components=[die],
    actions={ROLL: "rolls the die"},
    legal=legal,
    apply=apply,
    default_strategy="random",
)
'''
#: All together: a six within four rolls wins.
FUSE = '''
"""A six within some rolls wins for all."""
from simulate.kit.bits import EMPTY, bit
from simulate.making import Counter, Dice, Whole, allow, end_game, game

ROLL = 0
die = Dice("die")
won = Counter("won", "1 once a six was rolled")


def legal(rules, state, menu):
    allow(menu, ROLL)


def apply(rules, state, action):
    if die.roll(rules, state) == 6:
        state.table.won = 1
        end_game(state)
    elif state.table.turns == rules.rolls - 1:
        end_game(state)


def wins(rules, state):
    return bit(0) if state.table.won == 1 else EMPTY


GAME = game(
    name="fuse",
    seats=(1, 4),
    sides="all together",
    wins=wins,
    rules={"rolls": Whole(default=4, minimum=1, maximum=9, meaning="Rolls in all.")},
    components=[die, won],
    actions={ROLL: "rolls the die"},
    legal=legal,
    apply=apply,
    default_strategy="random",
)
'''


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    """Return the file of the game of two sides."""
    (tmp_path / "pairs.py").write_text(PAIRS)
    return tmp_path / "pairs.py"


@pytest.fixture
def fuse(tmp_path: Path) -> Path:
    """Return the file of the game that all players play together."""
    (tmp_path / "fuse.py").write_text(FUSE)
    return tmp_path / "fuse.py"


def share_of_first_side(players: int, bonus: int) -> Fraction:
    """Return the first side's exact share of the win, over all rolls."""
    differences = {bonus: 1}
    for seat in range(players):
        rolled: dict[int, int] = {}
        for (lead, ways), die in product(differences.items(), range(1, 7)):
            now = lead + (die if seat % 2 == 0 else -die)
            rolled[now] = rolled.get(now, 0) + ways
        differences = rolled
    won = sum(ways for lead, ways in differences.items() if lead > 0)
    level = differences.get(0, 0)
    return Fraction(2 * won + level, 2 * 6**players)


def summary(file: Path, *arguments: str) -> Any:
    few = ("--games", str(GAMES), "--no-robust")
    return fathom(file.parent, "run", file.name, "--json", *few, *arguments).json


def errors_off(estimate: float, exact: Fraction | float) -> float:
    return abs(estimate - float(exact)) / math.sqrt(float(exact) * (1 - float(exact)) / GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("players", quick_among([4, 12], 4))
def test_win_rates_of_sides_match_an_enumeration_of_all_rolls(pairs: Path, players: int) -> None:
    results = summary(pairs, "--players", str(players))
    exact = share_of_first_side(players, 1)
    first, second = (row["win_rate"] for row in results["sides"])
    assert errors_off(first, exact) < 4
    assert errors_off(first, share_of_first_side(players, 2)) > 4  # the negative control
    assert first + second == pytest.approx(1)
    assert [row["win_rate"] for row in results["seats"]] == pytest.approx(
        [first, second] * (players // 2)
    )
    assert results["first_player_advantage"]["value"] == pytest.approx(first - 0.5)
    assert results["lead_changes"]["value"] == 0  # it ends after one round


@pytest.mark.slow
@pytest.mark.parametrize("players", quick_among([1, 3], 3))
def test_the_win_rate_of_a_cooperative_game_matches_its_markov_chain(
    fuse: Path, players: int
) -> None:
    results = summary(fuse, "--players", str(players))
    [together] = results["sides"]
    assert errors_off(together["win_rate"], 1 - Fraction(5, 6) ** 4) < 4
    assert errors_off(together["win_rate"], 1 - Fraction(5, 6) ** 3) > 4  # the negative control
    assert together["ci_low"] < together["win_rate"] < together["ci_high"]
    assert together["games"] == GAMES
    for nobody in ("first_player_advantage", "seat_spread", "seats_gap"):
        assert results[nobody] is None
    assert {row["win_rate"] for row in results["seats"]} == {together["win_rate"]}


def test_the_first_page_gives_verdicts_on_sides_or_on_the_group(pairs: Path, fuse: Path) -> None:
    quick = ("--no-charts", "--no-robust", "--games")
    run = fathom(pairs.parent, "run", pairs.name, "--players", "4", *quick, str(GAMES)).out
    assert "FAIR?   No. Side 1 (seats 1 and 3) wins " in run
    assert "side 1 (seats 1 and 3)" in " ".join(run.split())
    run = fathom(fuse.parent, "run", fuse.name, "--players", "2", *quick, "2000").out
    assert "WINS?   The players win 5" in run
    assert "fair" not in run.partition("TRUST?")[0]


@pytest.mark.slow
def test_commands_accept_games_with_sides(pairs: Path, fuse: Path) -> None:
    few = ("--games", "400")
    for file, players, vary in ((pairs, "4", "bonus=0,2"), (fuse, "2", "rolls=2,5")):
        table = (file.name, "--players", players)
        rule, _, values = vary.partition("=")
        first, second = values.split(",")
        arms = ("--rule", f"{rule}={first}", "--rule", f"{rule}={second}")
        results = " ".join(fathom(file.parent, "compare", *table, *arms, *few).out.lower().split())
        assert ("side that begins" if file is pairs else "the players win") in results
        fathom(file.parent, "report", *table, *few)
        assert fathom(file.parent, "sweep", *table, "--vary", vary, *few).out
        assert "Who won?" in fathom(file.parent, "replay", *table, "--game", "1", "--moves").out


def test_a_number_of_players_that_cannot_form_sides_is_refused(pairs: Path) -> None:
    done = fathom(pairs.parent, "run", pairs.name, "--players", "3", code=2)
    assert "give --players 2, 4, 6, 8, 10 or 12" in done.message


def test_the_highest_score_cannot_win_against_the_game(fuse: Path) -> None:
    fuse.write_text(FUSE.replace("wins=wins", 'wins="highest"'))
    done = fathom(fuse.parent, "run", fuse.name, code=2)
    assert "is played against the game" in " ".join(done.err.split())


def test_a_win_is_divisible_by_every_number_of_players() -> None:
    assert [whole_win(players) for players in (1, 6, 7, 10, 11, 12)] == [
        *(60, 60, 2520, 2520, 27720, 27720)
    ]
    assert all(
        whole_win(players) % sharing == 0
        for players in range(1, 13)
        for sharing in range(1, players + 1)
    )
