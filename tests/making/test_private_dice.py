"""Private dice: a game of bluffing against a plain Python program, and rolls imagined anew."""

from __future__ import annotations

import math
import random
from pathlib import Path

import numpy as np
import pytest

from simulate.game import find_game
from simulate.play import rows as row
from simulate.play.engine import Engine
from strategies import find_strategy
from tests.helpers.commands_helper import fathom
from tests.helpers.file_games import FOLDER, LIMIT, Matrix, checked_steps, distances, file_engine

pytestmark = pytest.mark.usefixtures("short_survey")

GAMES = 40_000
PLAIN_GAMES = 10_000
DOUBT = 72


def play_plainly(source: random.Random, players: int) -> list[float]:
    """Return 1 if seat 1 wins, and the number of turns."""
    left = [3] * players
    seat = turns = 0
    while sum(number > 0 for number in left) > 1:
        cups = [[source.randint(1, 6) for _ in range(number)] for number in left]
        bid: tuple[int, int] | None = None
        bidder = -1
        while True:
            turns += 1
            others = sum(left) - left[seat]
            is_too_high = bid is not None and 3 * (bid[0] - cups[seat].count(bid[1])) > others
            if is_too_high or bid == (sum(left), 6):
                break
            number, face = bid or (0, 6)
            bid = (number + 1, 1) if face == 6 else (number, face + 1)
            bidder = seat
            seat = next_with_dice(left, seat)
        assert bid is not None
        is_right = sum(cup.count(bid[1]) for cup in cups) < bid[0]
        loser = bidder if is_right else seat
        left[loser] -= 1
        seat = loser if left[loser] else next_with_dice(left, loser)
    return [float(left[0] > 0), turns]


def next_with_dice(left: list[int], seat: int) -> int:
    """Return the next seat that has dice."""
    seat = (seat + 1) % len(left)
    while left[seat] == 0:
        seat = (seat + 1) % len(left)
    return seat


def play(players: int) -> Matrix:
    """Return the wins and turns of the engine's games."""
    results = file_engine("dudo", players, "honest").play(0, GAMES)
    return np.column_stack([results[:, row.WINNERS] == 1, results[:, row.TURNS]]).astype(float)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_a_game_of_private_dice_plays_like_a_plain_program(players: int) -> None:
    source = random.Random(7)
    theirs = np.array([play_plainly(source, players) for _ in range(PLAIN_GAMES)])
    assert max(map(abs, distances(play(players), theirs))) < LIMIT


@pytest.mark.slow
def test_a_world_has_the_seats_own_dice_and_as_many_dice_of_others() -> None:
    steps = [step for number in range(4) for step in checked_steps("dudo", "honest", number)]
    assert any(step.before.table.dice_left[1] < 3 for step in steps)
    for step in steps:
        world = step.world(0)
        assert list(world.own[0].dice) == list(step.before.own[0].dice)
        left = step.before.table.dice_left[1]
        assert all(1 <= face <= 6 for face in world.own[1].dice[:left])
        assert not any(world.own[1].dice[left:])


def test_the_dice_of_other_seats_are_rolled_anew_with_equal_chances() -> None:
    first = checked_steps("dudo", "honest", 0)[0]
    worlds = 1_500
    faces = [face for stream in range(1, worlds + 1) for face in first.world(0, stream).own[1].dice]
    standard_error = math.sqrt(1 / 6 * 5 / 6 * len(faces))
    for face in range(1, 7):
        assert abs(faces.count(face) - len(faces) / 6) < 4 * standard_error


def test_a_replay_says_who_rolled_and_who_lost_a_die() -> None:
    engine = file_engine("dudo", 2, "honest")
    rules, teller = engine.rules[0], engine.game.teller
    [doubt, *_] = [
        step for step in checked_steps("dudo", "honest", 0) if step.moment.action == DOUBT
    ]
    [line] = [
        line
        for line in teller.aftermath(rules, doubt.snapshot, DOUBT, doubt.after)
        if line.startswith("dice:")
    ]
    loser = int(np.argmin(doubt.after.table.dice_left[:2]))
    assert f"seat {loser + 1} has 2 dice left" in line
    faces = [" ".join(map(str, sorted(own.dice[own.dice > 0]))) for own in doubt.after.own[:2]]
    assert all(f"seat {seat + 1} rolls {faces[seat]}" in line for seat in range(2))


@pytest.mark.slow
def test_private_dice_pass_the_check_and_have_chances_in_cards() -> None:
    assert "0 failed" in fathom(FOLDER, "check", "dudo.py").out
    few = ("--players", "2", "--games", "400", "--json", "--quiet")
    cards = fathom(FOLDER, "cards", "dudo.py", *few).json["cards"]
    assert {card["card"] for card in cards} == {f"dice {face}" for face in range(1, 7)}
    thinking = ("-s", "search(rollouts=4),honest", "--players", "2", "--games", "20")
    assert fathom(FOLDER, "run", "dudo.py", *thinking, "--json", "--quiet").json["unfinished"] == 0


NUMBER_IS_A_RULE = """
from simulate.making import Dice, PrivateDice, Whole, allow, end_game, game

dice = PrivateDice("dice", "dice_each")


def deal(rules, state):
    for seat in range(rules.players):
        dice.roll(rules, state, seat)


def legal(rules, state, menu):
    allow(menu, 0)


def apply(rules, state, action):
    table = state.table
    for face in range(1, 7):
        table.scores[table.seat] += dice.showing(state.own[table.seat], face)
    if table.seat == rules.players - 1:
        end_game(state)


GAME = game(
    name="cups",
    seats=(2, 3),
    rules={"dice_each": Whole(default=4, minimum=1, maximum=7, meaning="Dice of each seat.")},
    components=[dice],
    actions={0: "counts its dice"},
    deal=deal,
    legal=legal,
    apply=apply,
)
"""


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 4, 7])
def test_the_number_of_private_dice_may_be_a_rule(number: int, tmp_path: Path) -> None:
    (tmp_path / "cups.py").write_text(NUMBER_IS_A_RULE, encoding="utf-8")
    game = find_game(str(tmp_path / "cups.py"))
    values = game.resolve("base", {"dice_each": number}, 2)
    lineup = [find_strategy("random", game.name_or_file)] * 2
    [result] = Engine(game, values, lineup, 1, 1).play(0, 1)
    assert list(result[row.SCORES : row.SCORES + 2]) == [number, number]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"dice", "dice_each"', '"dice", "dice_eech"', "rule 'dice_eech'"),
        ('PrivateDice("dice", "dice_each")', 'Dice("dice", "dice_each")', "a whole number"),
    ],
)
def test_a_number_of_dice_that_cannot_be_is_refused_with_a_remedy(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    text = NUMBER_IS_A_RULE.replace(old, new)
    (tmp_path / "cups.py").write_text(text, encoding="utf-8")
    assert message in fathom(tmp_path, "check", "cups.py", code=2).message
