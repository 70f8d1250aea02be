"""What Schnuff remembers: hands, the piles of cards, and what was rolled."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.game import Snapshot
from simulate.games.schnuff.cards import KIND_NAMES, KINDS, MOST_CARDS
from simulate.games.schnuff.redealing import fill_discards, fill_draw_pile, see_discards
from simulate.kit.layout import Field
from simulate.making import Cards, Custom, Hands

#: Rolls of one turn that a replay can tell; with five to roll, a dozen ties in a row.
MOST_ROLLS = 64


def _count_discards(rules: Any, snapshot: Snapshot) -> Any:
    return np.bincount(snapshot.hidden.discards[: snapshot.table.discard_size], minlength=KINDS)


def _count_pile(rules: Any, snapshot: Snapshot) -> Any:
    top, size = snapshot.hidden.top, snapshot.table.draw_size
    return np.bincount(snapshot.hidden.pile[top : top + size], minlength=KINDS)


cards = Cards("card", KIND_NAMES, copies="deck")
hand = Hands(cards)
discards = Custom(
    "discards",
    cards,
    table={
        "seen": ("cards of each kind in the discard pile", KINDS),
        "discard_size": "cards in the discard pile",
    },
    hidden={"discards": ("the discard pile, the card discarded first in front", MOST_CARDS)},
    count=_count_discards,
    count_seen=see_discards,
    fill_unseen=fill_discards,
)
pile = Custom(
    "pile",
    cards,
    table={"draw_size": "cards in the draw pile"},
    hidden={
        "pile": ("the draw pile: draw_size entries from `top` on", MOST_CARDS),
        "top": "where the draw pile begins",
        "ordered": "1 if the draw pile lies in the order of the entries, 0 if it is shuffled as "
        "drawn",
    },
    count=_count_pile,
    fill_unseen=fill_draw_pile,
)
rolls = Custom(
    "rolls",
    hidden={
        "rolls_size": "how often dice were rolled in the latest turn with dice",
        "roller": ("who rolled, one after the other; of very many the first", MOST_ROLLS),
        "rolls": ("what they rolled", MOST_ROLLS),
    },
)
COMPONENTS = (discards, hand, pile, rolls)
TABLE: dict[str, Field] = {
    "total": "the running total",
    "level": "the next limit, counting from 0: the lowest one not below the total",
    "free": "the limits whose next crossing is free, as a set",
    "direction": "1 clockwise, -1 counterclockwise",
    "opening": "1 while the first card of the round is to be played",
    "dealer": "the seat that dealt this round",
    "box": "chips that have left the game",
    "idle_turns": "turns in a row in which nobody could play",
}
