"""Own decks of seats: a deck builder against a plain Python program, and worlds dealt anew."""

from __future__ import annotations

import math
import random
from collections import Counter

import numpy as np
import pytest

from simulate.play import rows as row
from simulate.play.kernel import State
from tests.helpers.commands_helper import fathom
from tests.helpers.file_games import FOLDER, LIMIT, Matrix, checked_steps, distances, file_engine

pytestmark = pytest.mark.usefixtures("short_survey")

GAMES = 40_000
PLAIN_GAMES = 10_000
CARDS = ("seed", "grain", "farm")
COINS = {"seed": 1, "grain": 2, "farm": 0}
PRICES = {"seed": 0, "grain": 3, "farm": 4}


def play_plainly(source: random.Random, players: int, hand_size: int) -> list[float]:
    """Return 1 if seat 1 alone wins, the turns, and the farms that the seats bought."""
    supply = Counter(seed=30 - 5 * players, grain=12, farm=8 - players)
    decks = [["seed"] * 5 + ["farm"] for _ in range(players)]
    hands: list[list[str]] = [[] for _ in range(players)]
    discards: list[list[str]] = [[] for _ in range(players)]
    bought = [0] * players

    def draw(seat: int) -> None:
        while len(hands[seat]) < hand_size and (decks[seat] or discards[seat]):
            if not decks[seat]:
                decks[seat], discards[seat] = discards[seat], []
            hands[seat].append(decks[seat].pop(source.randrange(len(decks[seat]))))

    for seat in range(players):
        draw(seat)
    turns = 0
    while supply["farm"] > 0 and turns < 20 * players:
        seat = turns % players
        coins = sum(COINS[card] for card in hands[seat])
        payable = [card for card in PRICES if supply[card] > 0 and PRICES[card] <= coins]
        discards[seat] += hands[seat]
        hands[seat] = []
        if payable:
            card = max(payable, key=PRICES.__getitem__)
            supply[card] -= 1
            discards[seat].append(card)
            bought[seat] += card == "farm"
        draw(seat)
        turns += 1
    is_alone = bought[0] > max(bought[1:])
    return [float(is_alone), turns, *bought]


def play(players: int, hand_size: int) -> Matrix:
    """Return the same figures of the engine's games."""
    results = file_engine("harvest", players, "buyer", hand_size=hand_size).play(0, GAMES)
    return np.column_stack(
        [
            results[:, row.WINNERS] == 1,
            results[:, row.TURNS],
            results[:, row.SCORES : row.SCORES + players],
        ]
    ).astype(float)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "hand_size"), [(2, 4), (3, 3)])
def test_a_deck_builder_plays_like_a_plain_program(players: int, hand_size: int) -> None:
    source = random.Random(5)
    theirs = np.array([play_plainly(source, players, hand_size) for _ in range(PLAIN_GAMES)])
    assert max(map(abs, distances(play(players, hand_size), theirs))) < LIMIT


def owned(state: State, seat: int) -> list[int]:
    """Return how many copies of each card are in a seat's hand and deck together."""
    deck = state.hidden.deck[seat][: state.table.deck_size[seat]]
    counts = np.bincount(deck, minlength=3) + state.own[seat].count
    return [int(number) for number in counts]


@pytest.mark.slow
def test_a_world_dealt_anew_leaves_every_seat_the_cards_that_it_owns() -> None:
    steps = [step for number in range(3) for step in checked_steps("harvest", "buyer", number)]
    assert len(steps) > 20
    for step in steps:
        for seat in range(2):
            world = step.world(seat)
            assert [owned(world, owner) for owner in range(2)] == [
                owned(step.before, owner) for owner in range(2)
            ]
            assert list(world.own[seat].count) == list(step.before.own[seat].count)
            assert list(world.table.hand_size[:2]) == [sum(own.count) for own in world.own[:2]]


def test_the_cards_of_another_seat_are_divided_at_random_between_its_hand_and_its_deck() -> None:
    # At the start seat 2 has 6 cards, 4 of them in its hand, and one of the 6 is a farm.
    first = checked_steps("harvest", "buyer", 0)[0]
    worlds = 2_000
    with_farm = sum(first.world(0, stream).own[1].count[2] for stream in range(1, worlds + 1))
    standard_error = math.sqrt(4 / 6 * 2 / 6 / worlds)
    assert abs(with_farm / worlds - 4 / 6) < 4 * standard_error


def test_a_seat_without_enough_cards_draws_all_that_it_has() -> None:
    for step in checked_steps("harvest", "buyer", 1):
        size = step.before.table.hand_size[0]
        left = step.before.table.deck_size[0] + step.before.table.discards_size[0]
        assert size == 4 or left == 0


def test_a_replay_names_the_whole_hand_that_a_seat_draws() -> None:
    engine = file_engine("harvest", 2, "buyer")
    rules, teller = engine.rules[0], engine.game.teller
    step = checked_steps("harvest", "buyer", 0)[0]
    lines = teller.aftermath(rules, step.snapshot, step.moment.action, step.after)
    hand = step.after.own[0].count
    assert sum(hand) == 4
    named = ", ".join(CARDS[card] for card in range(3) for _ in range(hand[card]))
    assert f"hand: seat 1 now has {named}" in lines


@pytest.mark.slow
def test_check_finds_nothing_wrong_with_own_decks() -> None:
    assert "0 failed" in fathom(FOLDER, "check", "harvest.py").out


@pytest.mark.slow
def test_own_decks_work_with_players_who_think_ahead_and_with_other_analyses() -> None:
    few = ("--games", "40", "--json", "--quiet")
    thinking = fathom(
        FOLDER, "run", "harvest.py", "-s", "search(rollouts=4),buyer", "--players", "2", *few
    ).json
    assert thinking["unfinished"] == 0
    cards = fathom(FOLDER, "cards", "harvest.py", "--games", "400", "--json", "--quiet").json
    assert {card["card"] for card in cards["cards"]} == {"seed", "grain", "farm"}
