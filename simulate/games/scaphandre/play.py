"""The rules of Scaphandre, compiled: dealing, laying a card, and what it leads to."""

from __future__ import annotations

from typing import Any

from simulate.games.scaphandre.declared import (
    NUMBERS,
    UNKNOWN,
    Ending,
    ahead,
    animals_left,
    cards_cancelled,
    deck,
    hand,
    number_of,
    pick_ups,
    shared_wins,
)
from simulate.kit.bits import bit, nonnegative
from simulate.kit.compiled import compiled, inlined
from simulate.kit.seats import margin, next_seat


@compiled
def deal(rules: Any, state: Any) -> None:
    """Deal the hands; seat 1 begins."""
    state.table.holding = state.table.active
    for seat in range(rules.players):
        hand.deal(state, seat, deck, rules.hand_size)


@inlined
def legal(rules: Any, state: Any, menu: Any) -> None:
    """Offer each different card in hand."""
    hand.offer(menu, 0, state.own[state.table.seat])


@inlined
def apply(rules: Any, state: Any, action: int) -> None:
    """Lay a card, take the centre if it is full, draw, and hand on the turn."""
    table = state.table
    seat = nonnegative(table.seat)
    card = nonnegative(action)
    hand.put_down(state, seat, card)
    _lay_in_centre(rules, table, state.hidden, card)
    table.turns += 1
    if table.centre_total >= rules.limit:
        _take_centre(state, seat)
    animals_left.put(state, table.centre_total)
    if table.deck_size > 0:
        hand.deal(state, seat, deck, 1)
    elif table.hand_size[seat] == 0:
        table.holding ^= bit(seat)
    if 2 * table.turns >= rules.card_total:
        table.halftime = 1
    last_lap = rules.ending == Ending.FINISH_LAP and table.deck_size == 0
    if table.holding == 0 or (last_lap and table.turns % rules.players == 0):
        _end_game(rules, state)
        return
    table.seat = next_seat(table.holding, seat, rules.players)


@inlined
def _lay_in_centre(rules: Any, table: Any, hidden: Any, card: int) -> None:
    place = table.centre_size
    hidden.centre[place] = card
    hidden.centre_count[card] += 1
    table.centre[place] = card
    table.centre_count[card] += 1
    table.centre_size = place + 1
    table.centre_total += number_of(card)
    forgotten = place - rules.known
    if forgotten >= 0:
        table.centre_count[table.centre[forgotten]] -= 1
        table.centre[forgotten] = UNKNOWN


@compiled
def _take_centre(state: Any, seat: int) -> None:
    """File the centre's cards into a seat's suits, where the two animals cancel each other."""
    table, hidden = state.table, state.hidden
    for suit in range(NUMBERS):
        octopuses = hidden.centre_count[suit]
        crabs = hidden.centre_count[NUMBERS + suit]
        if octopuses + crabs > 0:
            before = table.suits[seat, suit]
            after = before + octopuses - crabs
            cancelled = abs(before) + octopuses + crabs - abs(after)
            table.suits[seat, suit] = after
            table.pairs[suit] += cancelled // 2
            table.scores[seat] += (suit + 1) * (abs(after) - abs(before))
            cards_cancelled.add(state, cancelled)
    pick_ups.add(state)
    table.checkpoints += 1
    for place in range(table.centre_size):
        table.centre[place] = 0
    table.centre_size = 0
    table.centre_total = 0
    table.centre_count[:] = 0
    hidden.centre_count[:] = 0


@compiled
def _end_game(rules: Any, state: Any) -> None:
    table = state.table
    table.over = 1
    table.rounds = 1
    lead = margin(table.scores, rules.players)
    ahead.put(state, lead)
    shared_wins.put(state, lead == 0)
