"""The end of a game of Scaphandre for two, where both know all cards: played out exactly.

A hand, and a pile by suits, is one whole number: so much for each card, or for each suit.
"""

from __future__ import annotations

from typing import Any

from simulate.games.scaphandre import CARDS, NUMBERS, number_of
from strategies import compiled, inlined
from strategies.scaphandre import sign_of
from strategies.scaphandre_knowledge import seat_at

#: Bits that hold how many of a card are in a hand, and how many octopuses less crabs, plus half
#: of what fits, lie in a suit.
_COPIES, _SUIT = 4, 10
_COPIES_BITS, _SUIT_BITS = (1 << _COPIES) - 1, (1 << _SUIT) - 1
_ZERO = 1 << (_SUIT - 1)
_EMPTY = sum(_ZERO << (_SUIT * suit) for suit in range(NUMBERS))


@inlined
def is_solvable(view: Any, order: Any, hidden: int, pool: int, most: float) -> bool:
    """Tell whether two players have `most` cards or fewer to lay, and nothing is unknown.

    Nothing is if no card of the centre is hidden, and all of the `pool` of unseen cards are in
    the other's hand.
    """
    known = hidden == 0 and pool == view.table.hand_size[seat_at(order, 1)]
    return view.rules.players == 2 and known and order.turns <= most


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
        return 1 + _sign(_animals(suits) - _animals(others))
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
    """Return what suits score."""
    score = 0
    for suit in range(NUMBERS):
        cards = suits >> (_SUIT * suit) & _SUIT_BITS
        score += (suit + 1) * abs(cards - _ZERO)
    return score


@inlined
def _sign(difference: int) -> int:
    """Return 1, 0 or -1."""
    return int(difference > 0) - int(difference < 0)
