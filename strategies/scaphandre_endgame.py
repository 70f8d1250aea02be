"""The end of Scaphandre as its planner imagines it; between two who know all cards, as it is."""

from __future__ import annotations

from typing import Any

from simulate.games.scaphandre import CARDS, NUMBERS, number_of
from strategies import below, compiled, inlined, lowest
from strategies.scaphandre import sign_of

#: How often hidden cards are drawn again to show the animals they are known to show.
_TRIES = 8
# A hand, a pile by suits, and all shares of the win are one whole number each.
#: Bits that hold how many of a card are in a hand, how many octopuses less crabs, plus half of
#: what fits, lie in a suit, and how many twelfths of the win are a place's.
_COPIES, _SUIT, _SHARE = 4, 10, 4
_COPIES_BITS, _SUIT_BITS, _SHARE_BITS = (1 << _COPIES) - 1, (1 << _SUIT) - 1, (1 << _SHARE) - 1
_ZERO = 1 << (_SUIT - 1)
_EMPTY = sum(_ZERO << (_SUIT * suit) for suit in range(NUMBERS))
#: The whole win: two, three and four can share it.
_WIN = 12


@compiled
def deal_unseen(view: Any, memory: Any, order: Any, hidden: int, animals: int, pool: int) -> int:
    """Deal the unseen cards to the hidden places in the centre, and to the other hands.

    Returns where in the pool the rest begins, which is the draw pile.
    """
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
    memory.dealt[:] = 0
    memory.heap[0] = _EMPTY
    for card in range(CARDS):
        memory.dealt[0] += view.own.count[card] << (_COPIES * card)
        memory.heap[0] += int(memory.centre[card]) * _in_suit(card)
    for index in range(hidden):
        memory.heap[0] += _in_suit(memory.pool[index])
    index = hidden
    for place in range(1, order.places):
        for _ in range(view.table.hand_size[memory.seats[place]]):
            memory.dealt[place] += 1 << (_COPIES * memory.pool[index])
            index += 1
    return index


@compiled
def play_out(view: Any, memory: Any, weights: Any, order: Any, card: int, drawn: int) -> float:
    """Return its share of the win when everybody then plays their cards out.

    They look at the next player only, until so few cards are left that each can lay what is best.
    """
    table, players, limit = view.table, view.rules.players, view.rules.limit
    exactly = weights.solve if players == 2 else weights.last
    hands, suits = memory.hands, memory.suits
    for place in range(players):
        hands[place] = memory.dealt[place]
        suits[place] = _EMPTY
        for suit in range(NUMBERS):
            suits[place] += table.suits[memory.seats[place], suit] << (_SUIT * suit)
    heap, total, place, left = memory.heap[0], table.centre_total, 0, order.turns
    end = drawn + table.deck_size
    while True:
        if card >= 0:
            hands[place], suits[place], heap, total = _lay(
                hands[place], suits[place], heap, total, limit, card
            )
            left -= 1
            if drawn < end:
                hands[place] += 1 << (_COPIES * memory.pool[drawn])
                drawn += 1
        place = place + 1 if place + 1 < order.places else 0
        if left == 0 or (drawn == end and left <= exactly):
            return (_finish(memory, players, place, heap, total, limit, left) & _SHARE_BITS) / _WIN
        after = place + 1 if place + 1 < order.places else 0
        card = _choose(hands[place], suits[place], suits[after], heap, total, limit)


@inlined
def _choose(hand: int, suits: int, others: int, heap: int, total: int, limit: int) -> int:
    """Return the card that gains most, less what the next player may gain; -1 without cards."""
    there, theirs = suits + heap - _EMPTY, others + heap - _EMPTY
    gain = _animals(there) - _animals(suits)
    loss = _animals(theirs) - _animals(others)
    chosen, best = -1, 0.0
    while hand != 0:
        card = lowest(hand) // _COPIES
        hand &= ~(_COPIES_BITS << (_COPIES * card))
        added = _added(there, card)
        missing = limit - total - number_of(card)
        if missing <= 0:
            merit = float(gain + added)
        else:
            likely = max(0, NUMBERS + 1 - missing) / NUMBERS
            merit = -added - likely * max(0, loss + _added(theirs, card))
        if chosen < 0 or merit > best:
            chosen, best = card, merit
    return chosen


@compiled
def _finish(
    memory: Any, players: int, place: int, heap: int, total: int, limit: int, left: int
) -> int:
    """Return all shares of the win when each lays what is best for them, to the end."""
    if left == 0:
        return _shares(memory.suits, players)
    hand, suits = memory.hands[place], memory.suits[place]
    after = place + 1 if place + 1 < players else 0
    if hand == 0:
        return _finish(memory, players, after, heap, total, limit, left)
    best, shares, cards = -1, 0, hand
    while cards != 0 and best < _WIN:
        card = lowest(cards) // _COPIES
        cards &= ~(_COPIES_BITS << (_COPIES * card))
        memory.hands[place], memory.suits[place], lying, there = _lay(
            hand, suits, heap, total, limit, card
        )
        then = _finish(memory, players, after, lying, there, limit, left - 1)
        if then >> (_SHARE * place) & _SHARE_BITS > best:
            best, shares = then >> (_SHARE * place) & _SHARE_BITS, then
    memory.hands[place], memory.suits[place] = hand, suits
    return shares


@inlined
def _shares(suits: Any, players: int) -> int:
    best, sharing, winners = -1, 1, 0
    for place in range(players):
        score = _animals(suits[place])
        if score > best:
            best, sharing, winners = score, 0, 0
        if score == best:
            sharing += 1
            winners |= 1 << (_SHARE * place)
    return winners * (_WIN // sharing)


@inlined
def _lay(hand: int, suits: int, heap: int, total: int, limit: int, card: int) -> Any:
    """Return hand, suits, centre, and the animals there, after who has that hand lays a card."""
    hand -= 1 << (_COPIES * card)
    heap += _in_suit(card)
    total += number_of(card)
    if total >= limit:
        suits, heap, total = suits + heap - _EMPTY, _EMPTY, 0
    return hand, suits, heap, total


@inlined
def _in_suit(card: int) -> int:
    """Return what a card adds to a pile."""
    return sign_of(card) << (_SUIT * (number_of(card) - 1))


@inlined
def _added(pile: int, card: int) -> int:
    """Return the animals that a card adds to a pile."""
    cards = (pile >> (_SUIT * (number_of(card) - 1)) & _SUIT_BITS) - _ZERO
    return number_of(card) * (abs(cards + sign_of(card)) - abs(cards))


@inlined
def _animals(pile: int) -> int:
    animals = 0
    for suit in range(NUMBERS):
        animals += (suit + 1) * abs((pile >> (_SUIT * suit) & _SUIT_BITS) - _ZERO)
    return animals
