"""Shoal as it is played: the deal, what a player may do, the cards on offer, and redealing."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.shoal import declared as game
from simulate.games.shoal.declared import Counted, cell_of, shoal_of, slot_of
from simulate.games.shoal.laying import add_up_scores, begin_shoal, end_game, fitting, lay_card
from simulate.kit.bits import bit, has, lowest, nonnegative, nth, size
from simulate.kit.chance import below, start
from simulate.kit.compiled import compiled, inlined
from simulate.kit.grid import CELLS, MIDDLE, SET, cell_at, is_on, put_on, take_off
from simulate.kit.hands import draw_at_random
from simulate.kit.menu import PASS, offer
from simulate.kit.notes import claim
from simulate.kit.seats import highest


@compiled
def deal(rules: Any, state: Any) -> None:
    """Hand out the tiles, lay the first corals and turn up the first cards."""
    table, hidden, chance = state.table, state.hidden, state.chance
    start(chance, chance.seed, chance.deal, 0)
    _deal_tiles(rules, state)
    for seat in range(rules.players):
        begin_shoal(rules, table, hidden, seat)
    for place in range(rules.full_size):
        table.to_come[rules.full_deck[place]] += 1
    _fill_pool(table, hidden)
    for slot in range(game.SLOTS):
        table.slots[slot] = game.NOTHING
        table.piles[slot] = rules.full_size // game.SLOTS + (slot < rules.full_size % game.SLOTS)
    refill(state)
    resolve_display(rules, state)
    add_up_scores(rules, state)
    table.step = next_step(table)


@inlined
def _deal_tiles(rules: Any, state: Any) -> None:
    hidden = state.hidden
    for colour in range(game.COLOURS):
        hidden.pool[colour] = colour
    for seat in range(rules.players):
        colour = draw_at_random(hidden.pool, game.COLOURS - seat, state.chance, game.CARDS)
        claim(state.chance, seat, game.CARDS + colour)
        hidden.tiles[seat] = colour
        state.own[seat].tile = colour
        state.table.tiles[seat] = colour if rules.open_tiles != 0 else game.SECRET


@inlined
def legal(rules: Any, state: Any, menu: Any) -> None:
    """Offer every card on every cell where it fits; discards if there is no such place."""
    table = state.table
    seat = nonnegative(table.seat)
    own = table.step == game.OWN_SHOAL
    usable = _usable(table, own)
    first, last = (seat, seat) if own else (0, rules.players - 1)
    for slot in range(game.SLOTS):
        if has(usable, slot):
            for shoal in range(first, last + 1):
                if own or shoal != seat:
                    _offer_cells(table, menu, shoal, slot, table.slots[slot])
    if menu.count == 0:
        offer(menu, game.DISCARD, usable)


@compiled
def _offer_cells(table: Any, menu: Any, shoal: int, slot: int, card: int) -> None:
    base = (shoal * game.SLOTS + slot) * CELLS
    for word in range(table.first_word[shoal], table.last_word[shoal] + 1):
        cells = fitting(table, shoal, card, word)
        if cells != 0:
            offer(menu, base + SET * word, cells)


@inlined
def used_by(rules: Any, table: Any, action: int) -> int:
    """Return the card an action lays; -1 for a discard."""
    return table.slots[slot_of(action)] if action < game.DISCARD else -1


@inlined
def _usable(table: Any, own: bool) -> Any:
    """Return the slots whose card a player may lay in the own shoal, or in others', as a set."""
    slots = np.int64(0)
    for slot in range(game.SLOTS):
        card = table.slots[slot]
        if card != game.NOTHING and not (own and card == game.SHARK):
            slots |= bit(slot)
    return slots


@inlined
def next_step(table: Any) -> int:
    """Return the step with which a turn begins: the first that some card allows."""
    return game.OWN_SHOAL if _usable(table, True) != 0 else game.OPPONENT


@inlined
def apply(rules: Any, state: Any, action: int) -> None:
    """Lay or discard a card, and end the turn after its second step."""
    table = state.table
    if action == PASS:
        _end_turn(rules, state)
        return
    slot = nonnegative(slot_of(action))
    card = table.slots[slot]
    table.slots[slot] = game.NOTHING
    if action >= game.DISCARD:
        table.gone[card] += 1
        state.hidden.counts[Counted.CARDS_DISCARDED] += 1
    else:
        lay_card(rules, table, state.hidden, nonnegative(shoal_of(action)), card, cell_of(action))
    if table.step == game.OWN_SHOAL and _usable(table, False) != 0:
        table.step = game.OPPONENT
    else:
        _end_turn(rules, state)


@compiled
def _end_turn(rules: Any, state: Any) -> None:
    table, hidden = state.table, state.hidden
    refill(state)
    resolve_display(rules, state)
    table.turns += 1
    add_up_scores(rules, state)
    exhausted = 0
    for slot in range(game.SLOTS):
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


@inlined
def refill(state: Any) -> None:
    """Turn up a card in every empty slot whose pile has one, all of them together."""
    table, hidden = state.table, state.hidden
    hidden.turned_size = 0
    hidden.age += 1
    for slot in range(game.SLOTS):
        if table.slots[slot] == game.NOTHING:
            _turn_up(state, slot)


@inlined
def _turn_up(state: Any, slot: int) -> None:
    """Turn up the next card of a slot's pile; without one the slot is empty."""
    table, hidden = state.table, state.hidden
    table.slots[slot] = game.NOTHING
    if table.piles[slot] > 0:
        card = draw_at_random(hidden.pool, hidden.pool_size, state.chance)
        hidden.pool_size -= 1
        table.piles[slot] -= 1
        table.to_come[card] -= 1
        table.slots[slot] = card
        hidden.ages[slot] = hidden.age
        _note(hidden, slot, card, game.STAYS)


@inlined
def _note(hidden: Any, slot: int, card: int, fate: int) -> None:
    """Remember what happened to the display, for whoever tells the game."""
    place = hidden.turned_size
    hidden.turned_slots[place] = slot
    hidden.turned_cards[place] = card
    hidden.turned_fates[place] = fate
    hidden.turned_size = place + 1


@compiled
def resolve_display(rules: Any, state: Any) -> None:
    """Let octopuses go and discard of sharks alone the latest, until the display stays."""
    table, hidden = state.table, state.hidden
    while True:
        shown = 0
        sharks = 0
        octopus = game.NOTHING
        latest = game.NOTHING
        for slot in range(game.SLOTS):
            card = table.slots[slot]
            shown += card != game.NOTHING
            if card == game.OCTOPUS and octopus == game.NOTHING:
                octopus = slot
            if card == game.SHARK:
                sharks += 1
                if table.piles[slot] > 0 and (
                    latest == game.NOTHING or hidden.ages[slot] > hidden.ages[latest]
                ):
                    latest = slot
        if octopus != game.NOTHING:
            _note(hidden, octopus, game.OCTOPUS, _send_octopus(rules, table, hidden))
            changed = octopus
        elif shown == sharks and latest != game.NOTHING:
            _note(hidden, latest, game.SHARK, game.LEAVES)
            table.gone[game.SHARK] += 1
            hidden.counts[Counted.SHARKS_DISCARDED] += 1
            changed = latest
        else:
            return
        hidden.age += 1
        _turn_up(state, changed)


@inlined
def _send_octopus(rules: Any, table: Any, hidden: Any) -> int:
    """Give an octopus to the one seat with most corals, or discard it; return its fate."""
    most = highest(table.coral_count, table.active, rules.players)
    if size(most) > 1:
        table.gone[game.OCTOPUS] += 1
        hidden.counts[Counted.OCTOPUSES_DISCARDED] += 1
        return game.LEAVES
    seat = nonnegative(lowest(most))
    cell = hidden.coral_order[seat, table.octopus_count[seat]]
    take_off(table.corals[seat], cell)
    put_on(table.octopuses[seat], cell)
    table.octopus_count[seat] += 1
    table.coral_count[seat] -= 1
    table.gone[game.CORAL] += 1
    hidden.counts[Counted.OCTOPUSES_GAINED] += 1
    return seat


@compiled
def redeal(rules: Any, state: Any, seat: int) -> None:
    """Give the others colours that are left, and put all cards to come into the pool.

    Two more things lie in no record that players see, though they could have kept them in mind: in
    which order corals were laid, and since when each card is on offer. Both are made up so that
    they fit the table. The first changes only where octopuses lie; the second only which of four
    sharks is discarded.
    """
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
    left = bit(game.COLOURS) - 1
    for other in range(rules.players):
        tiles[other] = state.own[seat].tile if other == seat else state.table.tiles[other]
        if tiles[other] != game.SECRET:
            left ^= bit(tiles[other])
    for other in range(rules.players):
        if tiles[other] == game.SECRET:
            tiles[other] = nth(left, below(state.chance, size(left)))
            left ^= bit(tiles[other])
        if other != seat:
            state.own[other].tile = tiles[other]


@compiled
def _fill_pool(table: Any, hidden: Any) -> None:
    """Put the cards to come into the pool, from which they are drawn at random."""
    place = 0
    for card in range(game.CARDS):
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
    refills = np.zeros(game.SLOTS, np.int64)
    for slot in range(game.SLOTS):
        pile = rules.full_size // game.SLOTS + (slot < rules.full_size % game.SLOTS)
        refills[slot] = max(0, pile - 1 - table.piles[slot])
        # If none of the turns did it, an octopus in the deal.
        hidden.ages[slot] = min(1, refills[slot])
    for turn in range(table.turns, 0, -1):
        one = _slot_refilled(state.chance, refills, turn, game.NOTHING)
        other = _slot_refilled(state.chance, refills, turn, one)
        for slot in (one, other):
            if slot != game.NOTHING:
                refills[slot] -= 1
                hidden.ages[slot] = max(hidden.ages[slot], turn + 1)
    hidden.age = table.turns + 1


@compiled
def _slot_refilled(chance: Any, refills: Any, turn: int, other: int) -> int:
    """Return a slot that was refilled in a turn besides another one, or `NOTHING`.

    `refills` tells how often each slot was in all turns up to this one.
    """
    total = 0
    for slot in range(game.SLOTS):
        if slot != other:
            if refills[slot] >= turn:
                return slot  # else there are not turns enough for it
            total += refills[slot]
    drawn = below(chance, total) if total > 0 else 0
    for slot in range(game.SLOTS):
        if slot != other:
            if drawn < refills[slot]:
                return slot
            drawn -= refills[slot]
    return game.NOTHING


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
