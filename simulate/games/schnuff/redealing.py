"""Filling in what a player of Schnuff cannot know of the piles; hands are dealt between them."""

from __future__ import annotations

from typing import Any

from simulate.games.schnuff.cards import KINDS
from simulate.kit.chance import below
from simulate.kit.compiled import compiled


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
