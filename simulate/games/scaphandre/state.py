"""What Scaphandre remembers: the full deck, the table, hands and the draw pile."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.scaphandre.cards import CARDS, MOST_COPIES, MOST_IN_CENTRE, NUMBERS
from simulate.games.scaphandre.options import COUNTS
from simulate.kit.layout import SEATS, hidden_layout, layout, table_layout

DERIVED = layout(
    full_size="animal cards in the game",
    full_deck=("the animal cards of the game", CARDS * MOST_COPIES),
    known="how many of the latest centre cards a player knows",
)


def prepare(rules: Any) -> None:
    """Fill in the deck, and how far players remember."""
    full_deck = np.repeat(np.arange(CARDS), int(rules["copies"]))
    rules["full_size"] = len(full_deck)
    rules["full_deck"][: len(full_deck)] = full_deck
    rules["known"] = rules["recall"] if rules["memory"] else MOST_IN_CENTRE


# State --------------------------------------------------------------------------

TABLE = table_layout(
    centre_total="animals in the centre",
    centre_size="cards in the centre",
    centre=(
        "the cards in the centre, bottom to top; -1 for one that is not known any more",
        MOST_IN_CENTRE,
    ),
    centre_count=("how many of each card are known to lie in the centre", CARDS),
    suits=(
        "the cards in each seat's suits, by number from 1: octopus cards positive, crab "
        "cards negative",
        SEATS,
        NUMBERS,
    ),
    pairs=("the pairs cancelled so far, by number from 1", NUMBERS),
    hand_size=("cards in each seat's hand", SEATS),
    holding="the seats that have cards in hand, as a set",
    deck_size="cards in the draw pile",
)
OWN = layout(
    cards="the different cards in hand, as a set",
    count=("how many of each card are in hand", CARDS),
)
HIDDEN = hidden_layout(
    len(COUNTS),
    deck=("the draw pile: the first deck_size entries, in no order", CARDS * MOST_COPIES),
    centre=("the cards in the centre, bottom to top", MOST_IN_CENTRE),
    centre_count=("how many of each card lie in the centre", CARDS),
)
