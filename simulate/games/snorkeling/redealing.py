"""Filling in what a player of Snorkeling cannot know: the other hands and the deck."""

from __future__ import annotations

from typing import Any

from simulate.kit.compiled import compiled
from simulate.kit.hands import draw_at_random, hold


@compiled
def redeal(rules: Any, state: Any, seat: int) -> None:
    """Deal the cards that a seat does not see to the other hands; what is left is the deck."""
    table, deck = state.table, state.hidden.deck
    size = 0
    for card in range(rules.cards):
        unseen = rules.copies_of[card] - state.own[seat].count[card] - table.centre[card]
        for other in range(rules.players):
            if other != seat:
                unseen -= table.known[other, card]
            for place in range(table.pile_size[other]):
                if table.pile[other, place] == card:
                    unseen -= 1
        for _ in range(unseen):
            deck[size] = card
            size += 1
    for other in range(rules.players):
        if other == seat:
            continue
        own = state.own[other]
        for card in range(rules.cards):
            for _ in range(table.known[other, card]):
                hold(own, card)
        for _ in range(table.hand_size[other] - table.known_size[other]):
            hold(own, draw_at_random(deck, size, state.chance))
            size -= 1
