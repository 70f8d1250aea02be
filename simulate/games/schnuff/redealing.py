"""Filling in what a player of Schnuff cannot know: the other hands, and the order of the piles."""

from __future__ import annotations

from typing import Any

from simulate.games.schnuff.cards import KINDS
from simulate.kit.chance import below
from simulate.kit.compiled import compiled
from simulate.kit.hands import draw_at_random, hold


@compiled
def redeal(rules: Any, state: Any, seat: int) -> None:
    """Deal the cards that a seat does not see to the other hands; what is left is drawn from.

    In which order the cards were discarded is not on the table either: any is as likely.
    """
    table, hidden = state.table, state.hidden
    size = discarded = 0
    for kind in range(KINDS):
        for _ in range(table.seen[kind]):
            hidden.discards[discarded] = kind
            discarded += 1
        for _ in range(rules.deck[kind] - state.own[seat].count[kind] - table.seen[kind]):
            hidden.pile[size] = kind
            size += 1
    for place in range(discarded - 1, 0, -1):
        other_place = below(state.chance, place + 1)
        kind = hidden.discards[place]
        hidden.discards[place] = hidden.discards[other_place]
        hidden.discards[other_place] = kind
    for other in range(rules.players):
        if other != seat:
            for _ in range(table.hand_size[other]):
                hold(state.own[other], draw_at_random(hidden.pile, size, state.chance))
                size -= 1
