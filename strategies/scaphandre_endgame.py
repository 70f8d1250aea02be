"""Simulation of the end of Scaphandre for its planner, exact when two players know all cards.

Each hand, and each pile in a player's suits or in the centre, is encoded as one integer, because an
integer is fast to copy.
"""

from __future__ import annotations

from typing import Any

from simulate.games.scaphandre import CARDS, NUMBERS, number_of
from strategies import below, compiled, inlined, lowest
from strategies.scaphandre import sign_of

#: The maximum number of tries to draw hidden cards that have the known number of animals.
_TRIES = 8
#: The number of bits for each card in the integer of a hand. They hold the number of copies.
_COPIES = 4
#: The number of bits for each suit in the integer of a pile. They hold octopuses minus crabs, plus
#: `_ZERO`.
_SUIT = 10
#: The number of bits for each player in the integer that `_shares` returns. They count twelfths.
_SHARE = 4
_COPIES_BITS, _SUIT_BITS, _SHARE_BITS = (1 << _COPIES) - 1, (1 << _SUIT) - 1, (1 << _SHARE) - 1
_ZERO = 1 << (_SUIT - 1)
#: The empty pile.
_EMPTY = sum(_ZERO << (_SUIT * suit) for suit in range(NUMBERS))
#: A whole win in twelfths, which two, three or four players can share.
_WIN = 12


@compiled
def deal_unseen(view: Any, memory: Any, order: Any, hidden: int, animals: int, pool: int) -> int:
    """Deal the unseen cards at random to the hidden places in the centre and to the other hands.

    `hidden` is the number of hidden cards in the centre, `animals` the number of animals on them,
    and `pool` is the number of all unseen cards. If no deal with the right number of animals is
    found in `_TRIES` tries, the last deal is used. Returns the index in ``memory.pool`` at which
    the draw pile begins.
    """
    for _ in range(_TRIES if hidden > 0 else 1):
        shown = 0
        for index in range(pool - 1):
            swapped = index + below(view.chance, pool - index)
            card = memory.pool[swapped]
            memory.pool[swapped] = memory.pool[index]
            memory.pool[index] = card
        for index in range(hidden):
            shown += number_of(memory.pool[index])
        if shown == animals:
            break
    memory.dealt[:] = 0
    memory.heap[0] = _EMPTY
    for card in range(CARDS):
        memory.dealt[0] += view.own.count[card] << (_COPIES * card)
        memory.heap[0] += int(memory.centre[card]) * _pile_change(card)
    for index in range(hidden):
        memory.heap[0] += _pile_change(memory.pool[index])
    index = hidden
    for place in range(1, order.places):
        for _ in range(view.table.hand_size[memory.seats[place]]):
            memory.dealt[place] += 1 << (_COPIES * memory.pool[index])
            index += 1
    return index


@compiled
def play_out(view: Any, memory: Any, weights: Any, order: Any, card: int, drawn: int) -> float:
    """Return the planner's share of the win in a simulated end of the game.

    The planner lays `card` first. `drawn` is the index in ``memory.pool`` of the next card that is
    drawn. Every player considers only the next player, until so few cards are left that the best
    play is computed exactly.
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
def _choose(hand: int, suits: int, next_suits: int, heap: int, total: int, limit: int) -> int:
    """Return the card with the highest gain minus the next player's expected gain.

    `suits` and `next_suits` are the piles of the player and of the next player, `heap` is the
    centre, and `total` the number of its animals. Returns -1 for an empty hand.
    """
    own_pile, next_pile = suits + heap - _EMPTY, next_suits + heap - _EMPTY
    gain = _animals(own_pile) - _animals(suits)
    loss = _animals(next_pile) - _animals(next_suits)
    chosen, best = -1, 0.0
    while hand != 0:
        card = lowest(hand) // _COPIES
        hand &= ~(_COPIES_BITS << (_COPIES * card))
        added = _added_animals(own_pile, card)
        missing = limit - total - number_of(card)
        if missing <= 0:
            merit = float(gain + added)
        else:
            likely = max(0, NUMBERS + 1 - missing) / NUMBERS
            merit = -added - likely * max(0, loss + _added_animals(next_pile, card))
        if chosen < 0 or merit > best:
            chosen, best = card, merit
    return chosen


@compiled
def _finish(
    memory: Any, players: int, place: int, heap: int, total: int, limit: int, left: int
) -> int:
    """Return each player's share of the win if every player plays best, encoded as in `_shares`.

    The function searches all continuations. `place` is to act, `heap` is the centre, `total` the
    number of its animals, `limit` the number at which the centre is taken, and `left` the number of
    cards still to be laid.
    """
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
        memory.hands[place], memory.suits[place], new_heap, new_total = _lay(
            hand, suits, heap, total, limit, card
        )
        result = _finish(memory, players, after, new_heap, new_total, limit, left - 1)
        if result >> (_SHARE * place) & _SHARE_BITS > best:
            best, shares = result >> (_SHARE * place) & _SHARE_BITS, result
    memory.hands[place], memory.suits[place] = hand, suits
    return shares


@inlined
def _shares(suits: Any, players: int) -> int:
    """Return each player's share of the win at the end of the game, encoded as one integer.

    The integer has `_SHARE` bits for each player, the lowest bits for the first. They count
    twelfths of a win: 12 for a sole winner, 6 for each of two tied winners, and 0 for a loser.
    `suits` are the piles of the players in their suits, encoded as integers.
    """
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
    """Return the state after a card is laid: hand, pile, centre, and the animals in the centre."""
    hand -= 1 << (_COPIES * card)
    heap += _pile_change(card)
    total += number_of(card)
    if total >= limit:
        suits, heap, total = suits + heap - _EMPTY, _EMPTY, 0
    return hand, suits, heap, total


@inlined
def _pile_change(card: int) -> int:
    """Return the integer that a card adds to the integer of a pile."""
    return sign_of(card) << (_SUIT * (number_of(card) - 1))


@inlined
def _added_animals(pile: int, card: int) -> int:
    """Return the change of the number of animals in a pile if a card is added."""
    cards = (pile >> (_SUIT * (number_of(card) - 1)) & _SUIT_BITS) - _ZERO
    return number_of(card) * (abs(cards + sign_of(card)) - abs(cards))


@inlined
def _animals(pile: int) -> int:
    """Return the number of animals in a pile."""
    animals = 0
    for suit in range(NUMBERS):
        animals += (suit + 1) * abs((pile >> (_SUIT * suit) & _SUIT_BITS) - _ZERO)
    return animals
