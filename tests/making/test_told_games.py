"""The order and the completeness of what replays tell of small whole games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from simulate.making import Cards, OwnDecks, Pile, Shown, Tableau
from tests.helpers.commands_helper import fathom
from tests.making.test_replays import made

DRAWS = '''
"""Draws: draw cards and discard them; the discards are shuffled when the deck is empty."""

from simulate.making import Cards, Pile, Shown, allow, end_game, end_turn, game

CARDS = Cards("card", 3)
discard = Shown("discard", CARDS)
deck = Pile("deck", CARDS, refill=discard)


def legal(rules, state, menu):
    allow(menu, 0)
    allow(menu, 1)


def apply(rules, state, action):
    table = state.table
    for _ in range(action + 1):
        card = deck.draw(state)
        discard.put(state, card)
        table.scores[table.seat] += card + 1
    end_turn(rules, state)
    if table.turns == 12:
        end_game(state)


GAME = game(
    name="draws",
    seats=(2, 2),
    components=[deck, discard],
    actions={0: "draws a card", 1: "draws two cards"},
    legal=legal,
    apply=apply,
)
'''


def told(folder: Path, text: str, *options: str) -> list[dict[str, Any]]:
    """Return the steps of a game of random players, from the text of the game's file."""
    (folder / "told.py").write_text(text, encoding="utf-8")
    replay = fathom(folder, "replay", "told.py", "-s", "random", "--game", "1", "--json", *options)
    steps: list[dict[str, Any]] = replay.json["steps"]
    return steps


# Shuffling --------------------------------------------------------------------------------------


def test_a_reshuffle_is_told_where_a_plain_count_of_the_deck_needs_one(tmp_path: Path) -> None:
    deck, discards, reshuffles = 3, 0, 0
    for step in told(tmp_path, DRAWS):
        is_shuffled = False
        for _ in range(1 + step["action"]):
            if deck == 0:
                deck, discards, is_shuffled = discards, 0, True
            deck -= 1
            discards += 1
        reshuffles += is_shuffled
        cards = "1 card" if deck == 1 else f"{deck} cards"
        expected = f"deck: discard shuffled in, {cards} now" if is_shuffled else f"deck: {cards}"
        assert step["led_to"][0] == expected
    assert reshuffles > 2


def test_cards_that_are_discarded_after_a_reshuffle_are_told() -> None:
    cards = Cards("card", ["red", "blue", "green"], copies=100)
    discard = Shown("discard", cards)
    at = made(Pile("deck", cards, refill=discard), discard, actions={3: "passes on"})
    at.table.discard[:], at.table.discard_size = (4, 2, 0), 6
    at.begin()
    at.table.discard[:], at.table.discard_size = (1, 0, 0), 1
    at.table.deck_size, at.table.deck_shuffles = 5, 1
    assert at.led_to() == ["deck: discard shuffled in, 5 cards now", "discard: red added"]


def test_a_reshuffle_into_a_deck_of_the_same_size_is_told() -> None:
    cards = Cards("card", 3)
    discard = Shown("discard", cards)
    at = made(Pile("deck", cards, refill=discard), discard, actions={3: "passes on"})
    at.table.deck_size = 1
    at.begin()
    assert at.led_to() == []
    at.table.deck_shuffles = 1
    assert at.led_to() == ["deck: discard shuffled in, 1 card now"]


def test_the_seat_that_shuffles_its_own_discards_is_told() -> None:
    cards = Cards("card", ["red", "blue", "green"])
    discards = Tableau("discards", cards)
    hand = OwnDecks(cards, discards)
    at = made(Pile("supply", cards), discards, hand, actions={3: "passes on"})
    at.table.discards[1], at.table.discards_size[1] = (1, 1, 0), 2
    at.begin()
    at.table.discards[1], at.table.discards_size[1] = (1, 0, 0), 1
    at.table.deck_shuffles[1], at.own["count"][1] = 1, np.array((0, 1, 0))
    assert at.led_to() == [
        "discards: seat 2 gets red",
        "deck: seat 2 shuffles its discards in",
        "hand: seat 2 now has blue",
    ]
