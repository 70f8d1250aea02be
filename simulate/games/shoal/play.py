"""Shoal as it is played: the deal, what a player may do, and what becomes of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.shoal.cards import (
    COLOURS,
    DISCARD,
    NOTHING,
    OPPONENT,
    OWN_SHOAL,
    SECRET,
    SHARK,
    SLOTS,
    cell_of,
    shoal_of,
    slot_of,
)
from simulate.games.shoal.display import refill, resolve_display
from simulate.games.shoal.laying import begin_shoal, fitting, lay_card
from simulate.games.shoal.options import Counted
from simulate.games.shoal.scoring import add_up_scores, end_game
from simulate.kit.bits import bit, nonnegative
from simulate.kit.chance import start
from simulate.kit.compiled import compiled, inlined
from simulate.kit.grid import CELLS, SET
from simulate.kit.hands import draw_at_random
from simulate.kit.menu import PASS, offer


@compiled
def deal(rules: Any, state: Any) -> None:
    """Hand out the tiles, lay the first corals and turn up the first cards."""
    table, hidden, chance = state.table, state.hidden, state.chance
    start(chance, chance.seed, chance.deal, 0)
    _deal_tiles(rules, state)
    for seat in range(rules.players):
        begin_shoal(rules, table, hidden, seat)
    table.gone[:] = 0
    table.to_come[:] = 0
    for place in range(rules.full_size):
        card = rules.full_deck[place]
        hidden.pool[place] = card
        table.to_come[card] += 1
    hidden.pool_size = rules.full_size
    for slot in range(SLOTS):
        table.slots[slot] = NOTHING
        table.piles[slot] = rules.full_size // SLOTS + (slot < rules.full_size % SLOTS)
    hidden.age = 0
    refill(state)
    resolve_display(rules, state)
    add_up_scores(rules, state)
    table.step = next_step(table)


@inlined
def _deal_tiles(rules: Any, state: Any) -> None:
    """Give each seat one of the colours at random."""
    hidden = state.hidden
    for colour in range(COLOURS):
        hidden.pool[colour] = colour
    for seat in range(rules.players):
        colour = draw_at_random(hidden.pool, COLOURS - seat, state.chance)
        hidden.tiles[seat] = colour
        state.own[seat].tile = colour
        state.table.tiles[seat] = colour if rules.open_tiles != 0 else SECRET


@inlined
def offer_actions(rules: Any, state: Any, menu: Any) -> None:
    """Offer every card on every cell where it fits; discards if there is no such place."""
    table = state.table
    seat = nonnegative(table.seat)
    own = table.step == OWN_SHOAL
    for slot in range(SLOTS):
        card = table.slots[slot]
        if card == NOTHING or (own and card == SHARK):
            continue
        first, last = (seat, seat) if own else (0, rules.players - 1)
        for shoal in range(first, last + 1):
            if own or shoal != seat:
                _offer_cells(table, menu, shoal, slot, card)
    if menu.count == 0:
        offer(menu, DISCARD, _discardable(table, own))


@compiled
def _offer_cells(table: Any, menu: Any, shoal: int, slot: int, card: int) -> None:
    base = (shoal * SLOTS + slot) * CELLS
    for word in range(table.first_word[shoal], table.last_word[shoal] + 1):
        cells = fitting(table, shoal, card, word)
        if cells != 0:
            offer(menu, base + SET * word, cells)


@inlined
def _discardable(table: Any, own: bool) -> Any:
    """Return the slots whose card a player may discard for want of a place, as a set."""
    slots = np.int64(0)
    for slot in range(SLOTS):
        card = table.slots[slot]
        if card != NOTHING and not (own and card == SHARK):
            slots |= bit(slot)
    return slots


@inlined
def next_step(table: Any) -> int:
    """Return the step with which a turn begins: the first that some card allows."""
    return OWN_SHOAL if _discardable(table, True) != 0 else OPPONENT


@inlined
def apply(rules: Any, state: Any, action: int) -> None:
    """Lay or discard a card, and end the turn after its second step."""
    table = state.table
    if action == PASS:
        _end_turn(rules, state)
        return
    slot = nonnegative(slot_of(action))
    card = table.slots[slot]
    table.slots[slot] = NOTHING
    if action >= DISCARD:
        table.gone[card] += 1
        state.hidden.counts[Counted.CARDS_DISCARDED] += 1
    else:
        lay_card(rules, table, state.hidden, nonnegative(shoal_of(action)), card, cell_of(action))
    if table.step == OWN_SHOAL and _discardable(table, False) != 0:
        table.step = OPPONENT
    else:
        _end_turn(rules, state)


@compiled
def _end_turn(rules: Any, state: Any) -> None:
    """Refill the display, count the turn, and end the game or hand on."""
    table, hidden = state.table, state.hidden
    refill(state)
    resolve_display(rules, state)
    table.turns += 1
    add_up_scores(rules, state)
    exhausted = 0
    for slot in range(SLOTS):
        exhausted += table.piles[slot] == 0
    lap_ends = table.seat == rules.players - 1
    if exhausted >= rules.piles_to_end:
        end_game(rules, state)
        return
    if lap_ends:
        table.checkpoints += 1
        if 2 * hidden.pool_size <= rules.full_size:
            table.halftime = 1
    table.seat = 0 if lap_ends else table.seat + 1
    table.step = next_step(table)
