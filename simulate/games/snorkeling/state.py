"""What Snorkeling remembers: tables made from the rules, the table, hands and the deck."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.snorkeling.cards import CARDS, MOST_COPIES, MOST_SEATS, MOST_VALUES
from simulate.games.snorkeling.options import COUNTS, deck_of
from simulate.kit.bits import from_members
from simulate.kit.layout import hidden_layout, layout, table_layout

# Made from the rules ------------------------------------------------------------

DERIVED = layout(
    cards="how many different cards there are: colours x values",
    full_size="cards in the full deck",
    full_deck=("the full deck, card by card", MOST_COPIES * CARDS),
    copies_of=("how many of each card the full deck has", CARDS),
    value=("each card's value", CARDS),
    same_colour=("for each card, the set of cards of its colour", CARDS),
    one_higher=("for each card, the set of cards one higher (0 after the highest)", CARDS),
    of_value=("for each value, the set of cards that have it", MOST_VALUES),
)


def prepare(rules: Any) -> None:
    """Fill the tables of a rules record that answer "which cards fit?" in one step."""
    values = int(rules["values"])
    cards = range(int(rules["colours"]) * values)
    rules["cards"] = len(cards)
    copies = deck_of(int(rules["colours"]), values, int(rules["copies"]), rules["deck"])
    rules["copies_of"][: len(cards)] = copies
    full_deck = np.repeat(cards, copies)
    rules["full_size"] = len(full_deck)
    rules["full_deck"][: len(full_deck)] = full_deck
    for card in cards:
        colour, value = divmod(card, values)
        higher = (value + 1) % values
        rules["value"][card] = value
        rules["same_colour"][card] = from_members(c for c in cards if c // values == colour)
        rules["one_higher"][card] = from_members(c for c in cards if c % values == higher)
    for value in range(values):
        rules["of_value"][value] = from_members(c for c in cards if c % values == value)


# Who sees what ------------------------------------------------------------------

TABLE = table_layout(
    starter="the seat that started this round",
    centre_top="the card on top of the centre",
    centre=("how many of each card lie in the centre", CARDS),
    centre_size="cards in the centre",
    deck_size="cards in the deck",
    tops=("value on top of each seat's pile: what the seat would score now", MOST_SEATS),
    pile=(
        "the cards of each seat's pile, lowest first, without the Lanternfish",
        MOST_SEATS,
        MOST_VALUES,
    ),
    pile_size=("cards on each seat's pile, without the Lanternfish", MOST_SEATS),
    hand_size=("cards in each seat's hand", MOST_SEATS),
    known=("of each card, how many a seat is known to hold", MOST_SEATS, CARDS),
    known_size=("how many cards of a seat's hand are known", MOST_SEATS),
    played="cards laid on the centre this turn",
    pushed="the seats whose pile got a card this turn, as a set",
    accepts="the cards the centre takes now, as a set",
    idle_turns="turns in a row in which nobody laid or drew a card",
)
OWN = layout(
    cards="the different cards in hand, as a set",
    count=("how many of each card are in hand", CARDS),
)
HIDDEN = hidden_layout(
    len(COUNTS), deck=("the deck: the first deck_size entries, in no order", MOST_COPIES * CARDS)
)
