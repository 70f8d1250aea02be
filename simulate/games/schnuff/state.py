"""What Schnuff remembers: the full deck, the table, hands, and the piles of cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.schnuff.cards import KINDS, MOST_CARDS
from simulate.games.schnuff.counts import COUNTS
from simulate.kit.layout import SEATS, hidden_layout, layout, table_layout

#: Rolls of one turn that a replay can tell; with five to roll, a dozen ties in a row.
MOST_ROLLS = 64

# Made from the rules ------------------------------------------------------------

DERIVED = layout(
    full_size="cards in the full deck",
    full_deck=("the full deck, card by card", MOST_CARDS),
)


def prepare(rules: Any) -> None:
    """Fill in the deck card by card."""
    full_deck = np.repeat(np.arange(KINDS), rules["deck"])
    rules["full_size"] = len(full_deck)
    rules["full_deck"][: len(full_deck)] = full_deck


# Who sees what ------------------------------------------------------------------

TABLE = table_layout(
    total="the running total",
    level="the next limit, counting from 0: the lowest one not below the total",
    free="the limits whose next crossing is free, as a set",
    direction="1 clockwise, -1 counterclockwise",
    opening="1 while the first card of the round is to be played",
    dealer="the seat that dealt this round",
    box="chips that have left the game",
    hand_size=("cards in each seat's hand", SEATS),
    seen=("cards of each kind in the discard pile", KINDS),
    discard_size="cards in the discard pile",
    draw_size="cards in the draw pile",
    idle_turns="turns in a row in which nobody could play",
)
OWN = layout(
    cards="the different cards in hand, as a set",
    count=("how many of each card are in hand", KINDS),
)
HIDDEN = hidden_layout(
    len(COUNTS),
    pile=("the draw pile: draw_size entries from `top` on", MOST_CARDS),
    top="where the draw pile begins",
    ordered="1 if the draw pile lies in the order of the entries, 0 if it is shuffled as drawn",
    discards=("the discard pile, the card discarded first in front", MOST_CARDS),
    rolls_size="how often dice were rolled in the latest turn with dice",
    roller=("who rolled, one after the other; of very many the first", MOST_ROLLS),
    rolls=("what they rolled", MOST_ROLLS),
)
