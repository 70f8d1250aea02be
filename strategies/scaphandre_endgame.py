"""The end of Scaphandre as its planner imagines it, and for two who know all cards, as it is."""

from __future__ import annotations

from typing import Any

from simulate.games.scaphandre import CARDS, NUMBERS, number_of
from strategies import below, bit, compiled, inlined, lowest
from strategies.scaphandre import sign_of
from strategies.scaphandre_knowledge import seat_at

#: What taking the centre is worth to a collector above everything else.
_MANY = 1000
#: How often hidden cards are drawn again to show the animals they are known to show.
_TRIES = 8


@compiled
def deal_unseen(view: Any, memory: Any, order: Any, hidden: int, animals: int, pool: int) -> None:
    """Deal the unseen cards to the other hands, and to the hidden places in the centre."""
    for _ in range(_TRIES if hidden > 0 else 1):
        shown = 0
        for index in range(pool - 1):
            other = index + below(view.chance, pool - index)
            card = memory.pool[other]
            memory.pool[other] = memory.pool[index]
            memory.pool[index] = card
        for index in range(hidden):
            shown += number_of(memory.pool[index])
        if shown == animals:
            break
    for suit in range(NUMBERS):
        memory.dealt_heap[suit] = 0
    for index in range(hidden):
        card = memory.pool[index]
        memory.dealt_heap[number_of(card) - 1] += sign_of(card)
    index = hidden
    for place in range(order.places):
        memory.dealt_sets[place] = view.own.cards if place == 0 else 0
        for card in range(CARDS):
            memory.dealt[place, card] = view.own.count[card] if place == 0 else 0
        if place > 0:
            for _ in range(view.table.hand_size[seat_at(order, place)]):
                card = memory.pool[index]
                memory.dealt[place, card] += 1
                memory.dealt_sets[place] |= bit(card)
                index += 1


@compiled
def play_out(view: Any, memory: Any, order: Any, card: int) -> float:
    """Return its share of the win when everybody then plays their cards out as collectors."""
    table, rules = view.table, view.rules
    for place in range(order.places):
        for held in range(CARDS):
            memory.hands[place, held] = memory.dealt[place, held]
        memory.sets[place] = memory.dealt_sets[place]
    for suit in range(NUMBERS):
        lying = memory.centre[suit] - memory.centre[NUMBERS + suit]
        memory.heap[suit] = memory.dealt_heap[suit] + int(lying)
        for place in range(rules.players):
            memory.suits[place, suit] = table.suits[seat_at(order, place), suit]
    total, place, left = table.centre_total, 0, order.turns
    while left > 0:
        if card >= 0:
            copies = memory.hands[place, card] - 1
            memory.hands[place, card] = copies
            if copies == 0:
                memory.sets[place] ^= bit(card)
            memory.heap[number_of(card) - 1] += sign_of(card)
            total += number_of(card)
            left -= 1
            if total >= rules.limit:
                total = 0
                for suit in range(NUMBERS):
                    memory.suits[place, suit] += memory.heap[suit]
                    memory.heap[suit] = 0
        place = place + 1 if place + 1 < order.places else 0
        card = _collect(memory, place, total, rules.limit)
    return _share_of_win(memory, rules.players)


@inlined
def _share_of_win(memory: Any, players: int) -> float:
    """Return its share of the win with everybody's suits as played out."""
    best = own = sharing = 0
    for place in range(players):
        score = 0
        for suit in range(NUMBERS):
            score += (suit + 1) * abs(memory.suits[place, suit])
        if place == 0:
            own = score
        if score > best or place == 0:
            best, sharing = score, 0
        sharing += score == best
    return 1.0 / sharing if own == best else 0.0


@inlined
def _collect(memory: Any, place: int, total: int, limit: int) -> int:
    """Return the card that a place lays as a collector, or -1 without cards."""
    cards = memory.sets[place]
    if cards == 0:
        return -1
    if cards & (cards - 1) == 0:
        return lowest(cards)  # type: ignore[no-any-return]
    gain = 0
    if total + NUMBERS >= limit:
        for suit in range(NUMBERS):
            before = memory.suits[place, suit]
            gain += (suit + 1) * (abs(before + memory.heap[suit]) - abs(before))
    chosen, best = -1, -3 * _MANY
    while cards != 0:
        card = lowest(cards)
        cards ^= bit(card)
        suit = number_of(card) - 1
        there = memory.suits[place, suit] + memory.heap[suit]
        merit = -(suit + 1) * (abs(there + sign_of(card)) - abs(there))
        if total + suit + 1 >= limit:
            merit = gain - merit
            merit += _MANY if merit > 0 else -_MANY
        if merit > best:
            chosen, best = card, merit
    return chosen


# Played out exactly -------------------------------------------------------------
# A hand, and a pile by suits, is one whole number: so much for each card, or for each suit.

#: Bits that hold how many of a card are in a hand, and how many octopuses less crabs, plus half
#: of what fits, lie in a suit.
_COPIES, _SUIT = 4, 10
_COPIES_BITS, _SUIT_BITS = (1 << _COPIES) - 1, (1 << _SUIT) - 1
_ZERO = 1 << (_SUIT - 1)
_EMPTY = sum(_ZERO << (_SUIT * suit) for suit in range(NUMBERS))


@compiled
def share_if_solved(view: Any, memory: Any, order: Any, card: int) -> float:
    """Return its share of the win after a card when both then play as well as can be."""
    own = other = 0
    suits = others = heap = 0
    for held in range(CARDS):
        own += view.own.count[held] << (_COPIES * held)
        other += int(memory.unseen[held]) << (_COPIES * held)
    for suit in range(NUMBERS):
        lying = int(memory.centre[suit]) - int(memory.centre[NUMBERS + suit])
        heap += (_ZERO + lying) << (_SUIT * suit)
        suits += (_ZERO + view.table.suits[seat_at(order, 0), suit]) << (_SUIT * suit)
        others += (_ZERO + view.table.suits[seat_at(order, 1), suit]) << (_SUIT * suit)
    limit = view.rules.limit
    own, suits, heap, total = _lay(own, suits, heap, view.table.centre_total, limit, card)
    return 1 - _most(other, own, others, suits, heap, total, limit, order.turns - 1) / 2


@compiled
def _most(
    own: int, other: int, suits: int, others: int, heap: int, total: int, limit: int, left: int
) -> int:
    """Return how many halves of the win whoever is to move gets, with `left` cards to be laid."""
    if left == 0:
        mine, theirs = _animals(suits), _animals(others)
        return 1 + int(mine > theirs) - int(mine < theirs)
    if own == 0:
        return 2 - _most(other, own, others, suits, heap, total, limit, left)
    best = 0
    for card in range(CARDS):
        if best < 2 and own >> (_COPIES * card) & _COPIES_BITS > 0:
            hand, mine, lying, there = _lay(own, suits, heap, total, limit, card)
            theirs = _most(other, hand, others, mine, lying, there, limit, left - 1)
            best = max(best, 2 - theirs)
    return best


@inlined
def _lay(own: int, suits: int, heap: int, total: int, limit: int, card: int) -> Any:
    """Return hand, suits, centre, and the animals there, after who has that hand lays a card."""
    own -= 1 << (_COPIES * card)
    heap += sign_of(card) << (_SUIT * (number_of(card) - 1))
    total += number_of(card)
    if total >= limit:
        suits, heap, total = suits + heap - _EMPTY, _EMPTY, 0
    return own, suits, heap, total


@inlined
def _animals(suits: int) -> int:
    score = 0
    for suit in range(NUMBERS):
        cards = suits >> (_SUIT * suit) & _SUIT_BITS
        score += (suit + 1) * abs(cards - _ZERO)
    return score
