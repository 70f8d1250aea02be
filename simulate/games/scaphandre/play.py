"""The rules of Scaphandre, compiled: dealing, laying a card, and what it leads to."""

from __future__ import annotations

from typing import Any

from simulate.games.scaphandre.cards import NUMBERS, UNKNOWN, number_of
from simulate.games.scaphandre.options import Counted, Ending
from simulate.kit.bits import bit, nonnegative
from simulate.kit.chance import start
from simulate.kit.compiled import compiled, inlined
from simulate.kit.hands import draw_at_random, put_down, take_card
from simulate.kit.menu import offer
from simulate.kit.seats import margin, next_seat


@compiled
def deal(rules: Any, state: Any) -> None:
    """Set up a new game; seat 1 begins."""
    table = state.table
    chance = state.chance
    start(chance, chance.seed, chance.deal, 0)
    table.holding = table.active
    table.pairs[:] = 0
    _empty_centre(table, state.hidden)
    for place in range(rules.full_size):
        state.hidden.deck[place] = rules.full_deck[place]
    table.deck_size = rules.full_size
    for seat in range(rules.players):
        table.suits[seat, :] = 0
        table.hand_size[seat] = 0
        state.own[seat].cards = 0
        state.own[seat].count[:] = 0
        for _ in range(rules.hand_size):
            _draw(state, seat)


@inlined
def _empty_centre(table: Any, hidden: Any) -> None:
    for place in range(table.centre_size):
        table.centre[place] = 0
    table.centre_size = 0
    table.centre_total = 0
    table.centre_count[:] = 0
    hidden.centre_count[:] = 0


@inlined
def _draw(state: Any, seat: int) -> None:
    table = state.table
    card = draw_at_random(state.hidden.deck, table.deck_size, state.chance)
    table.deck_size -= 1
    take_card(table, state.own[seat], seat, card)


@inlined
def offer_actions(rules: Any, state: Any, menu: Any) -> None:
    """Offer each different card in hand."""
    offer(menu, 0, state.own[state.table.seat].cards)


@inlined
def apply(rules: Any, state: Any, action: int) -> None:
    """Lay a card, take the centre if it is full, draw, and hand on the turn."""
    table = state.table
    seat = nonnegative(table.seat)
    card = nonnegative(action)
    put_down(table, state.own[seat], seat, card)
    _lay_in_centre(rules, table, state.hidden, card)
    table.turns += 1
    if table.centre_total >= rules.limit:
        _take_centre(table, state.hidden, seat)
    state.hidden.counts[Counted.ANIMALS_LEFT] = table.centre_total
    if table.deck_size > 0:
        _draw(state, seat)
    elif table.hand_size[seat] == 0:
        table.holding ^= bit(seat)
    if 2 * table.turns >= rules.full_size:
        table.halftime = 1
    last_lap = rules.ending == Ending.FINISH_LAP and table.deck_size == 0
    if table.holding == 0 or (last_lap and table.turns % rules.players == 0):
        _end_game(rules, table, state.hidden)
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
def _take_centre(table: Any, hidden: Any, seat: int) -> None:
    """File the centre's cards into a seat's suits, where the two animals cancel each other."""
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
            hidden.counts[Counted.CARDS_CANCELLED] += cancelled
    hidden.counts[Counted.PICK_UPS] += 1
    table.checkpoints += 1
    _empty_centre(table, hidden)


@compiled
def _end_game(rules: Any, table: Any, hidden: Any) -> None:
    table.over = 1
    table.rounds = 1
    ahead = margin(table.scores, rules.players)
    hidden.counts[Counted.MARGIN] = ahead
    hidden.counts[Counted.SHARED_WINS] = ahead == 0
