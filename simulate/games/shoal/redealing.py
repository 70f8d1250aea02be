"""Filling in what a player of Shoal cannot know: the others' colours, and what is still to come.

Two more things lie in no record that players see, though they could have kept them in mind: in
which order corals were laid, and since when each card is on offer. Both are made up so that
they fit the table. The first changes only where octopuses lie; the second only which of four
sharks is discarded.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.shoal.cards import CARDS, COLOURS, NOTHING, SECRET, SLOTS
from simulate.games.shoal.scoring import add_up_scores
from simulate.kit.bits import bit, lowest, nonnegative, nth, size
from simulate.kit.chance import below
from simulate.kit.compiled import compiled
from simulate.kit.grid import MIDDLE, SET, cell_at, is_on


@compiled
def redeal(rules: Any, state: Any, seat: int) -> None:
    """Give the others colours that are left, and put all cards to come into the pool."""
    _deal_colours(rules, state, seat)
    _fill_pool(state.table, state.hidden)
    _date_cards(rules, state)
    for other in range(rules.players):
        _order_corals(state.table, state.hidden, other, state.chance)
    add_up_scores(rules, state)


@compiled
def _deal_colours(rules: Any, state: Any, seat: int) -> None:
    """Give each seat its colour where it is known, and else one that nobody is known to have."""
    tiles = state.hidden.tiles
    left = bit(COLOURS) - 1
    for other in range(rules.players):
        tiles[other] = state.own[seat].tile if other == seat else state.table.tiles[other]
        if tiles[other] != SECRET:
            left ^= bit(tiles[other])
    for other in range(rules.players):
        if tiles[other] == SECRET:
            tiles[other] = nth(left, below(state.chance, size(left)))
            left ^= bit(tiles[other])
        if other != seat:
            state.own[other].tile = tiles[other]


@compiled
def _fill_pool(table: Any, hidden: Any) -> None:
    """Put the cards to come into the pool, from which they are drawn at random."""
    place = 0
    for card in range(CARDS):
        for _ in range(table.to_come[card]):
            hidden.pool[place] = card
            place += 1
    hidden.pool_size = place


@compiled
def _date_cards(rules: Any, state: Any) -> None:
    """Say since when each card is on offer, so that it fits how much of each pile is left.

    Two cards are taken in a turn, so turn by turn, the latest first, two of the slots are said
    to have been refilled then, the likelier the more cards of their piles are unaccounted for.
    Which of them are due to an octopus or a discarded shark is not asked.
    """
    table, hidden = state.table, state.hidden
    refills = np.zeros(SLOTS, np.int64)
    for slot in range(SLOTS):
        pile = rules.full_size // SLOTS + (slot < rules.full_size % SLOTS)
        refills[slot] = max(0, pile - 1 - table.piles[slot])
        # If none of the turns did it, an octopus in the deal.
        hidden.ages[slot] = min(1, refills[slot])
    for turn in range(table.turns, 0, -1):
        one = _slot_refilled(state.chance, refills, turn, NOTHING)
        other = _slot_refilled(state.chance, refills, turn, one)
        for slot in (one, other):
            if slot != NOTHING:
                refills[slot] -= 1
                hidden.ages[slot] = max(hidden.ages[slot], turn + 1)
    hidden.age = table.turns + 1


@compiled
def _slot_refilled(chance: Any, refills: Any, turn: int, other: int) -> int:
    """Return a slot that was refilled in a turn besides another one, or `NOTHING`.

    `refills` tells how often each slot was in all turns up to this one.
    """
    total = 0
    for slot in range(SLOTS):
        if slot != other:
            if refills[slot] >= turn:
                return slot  # else there are not turns enough for it
            total += refills[slot]
    drawn = below(chance, total) if total > 0 else 0
    for slot in range(SLOTS):
        if slot != other:
            if drawn < refills[slot]:
                return slot
            drawn -= refills[slot]
    return NOTHING


@compiled
def _order_corals(table: Any, hidden: Any, seat: int, chance: Any) -> None:
    """Say in which order a seat's corals without an octopus were laid: the middle one first.

    The others in any order, whether or not the shoal could have grown so.
    """
    corals, order = table.corals[seat], hidden.coral_order[seat]
    middle = cell_at(MIDDLE, MIDDLE)
    first = nonnegative(table.octopus_count[seat])
    if is_on(corals, middle):
        order[first] = middle
        first += 1
    place = first
    for word in range(table.first_word[seat], table.last_word[seat] + 1):
        cells = corals[word]
        while cells != 0:
            cell = SET * word + lowest(cells)
            cells &= cells - 1
            if cell != middle:
                earlier = first + below(chance, place - first + 1)
                order[place] = order[earlier]
                order[earlier] = cell
                place += 1
