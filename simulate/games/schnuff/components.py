"""What Schnuff remembers: hands, the piles of cards, and what was rolled.

A card is its kind; playing it is the action of the same number. Kinds 0 to 3 are the
number cards 1 to 4.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.game import Snapshot
from simulate.kit.bits import from_members
from simulate.kit.chance import below
from simulate.kit.compiled import compiled
from simulate.kit.layout import Field
from simulate.making import Cards, Custom, Hands

KIND_NAMES = ("1", "2", "3", "4", "pass", "back", "panic", "risk", "schnuff")
KINDS = len(KIND_NAMES)
NUMBERS = 4
# SKIP is the card Pass; `simulate.kit.menu.PASS` is something else.
SKIP, BACK, PANIC, RISK, SCHNUFF = range(NUMBERS, KINDS)
#: The action of a player with no legal card.
NONE = KINDS
NUMBER_CARDS = from_members(range(NUMBERS))
ALWAYS_PLAYABLE = from_members(range(SCHNUFF))

MOST_COPIES = 30
MOST_CARDS = KINDS * MOST_COPIES
MOST_LIMITS = 6
#: The highest roll; limits are at least as far apart, so that no card crosses two.
MOST_ROLLED = 12


@compiled
def see_discards(rules: Any, state: Any, seat: int, unseen: Any) -> None:
    """Take the discards, which all see, from what is not seen."""
    for kind in range(KINDS):
        unseen[kind] -= state.table.seen[kind]


@compiled
def fill_discards(rules: Any, state: Any, seat: int, bag: Any, left: int) -> int:
    """Lay the discards in an order that is not on the table: any is as likely."""
    hidden = state.hidden
    discarded = 0
    for kind in range(KINDS):
        for _ in range(state.table.seen[kind]):
            hidden.discards[discarded] = kind
            discarded += 1
    for place in range(discarded - 1, 0, -1):
        other_place = below(state.chance, place + 1)
        kind = hidden.discards[place]
        hidden.discards[place] = hidden.discards[other_place]
        hidden.discards[other_place] = kind
    return left


@compiled
def fill_draw_pile(rules: Any, state: Any, seat: int, bag: Any, left: int) -> int:
    """Draw from all that is left."""
    for place in range(left):
        state.hidden.pile[place] = bag[place]
    return 0


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
