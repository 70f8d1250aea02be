"""The end of Scaphandre as its planner imagines it: unseen cards dealt out, and played."""

from __future__ import annotations

from typing import Any

from simulate.games.scaphandre import CARDS, NUMBERS, number_of
from simulate.kit.bits import bit, lowest
from simulate.kit.chance import below
from simulate.kit.compiled import compiled, inlined
from strategies.scaphandre import sign_of

#: The most players.
PLAYERS = 4
#: Where whole numbers lie in the working memory: the hands dealt by place, and while played;
#: suits by place and the centre, octopuses less crabs; the unseen cards.
_DEALT, _HANDS = 0, PLAYERS * CARDS
_SUITS = _HANDS + PLAYERS * CARDS
_HEAP, _DEALT_HEAP = _SUITS + PLAYERS * NUMBERS, _SUITS + PLAYERS * NUMBERS + NUMBERS
_DEALT_SETS, _SETS = _DEALT_HEAP + NUMBERS, _DEALT_HEAP + NUMBERS + PLAYERS
POOL = _SETS + PLAYERS
_MOST_IN_POOL = 84
#: How many there are.
WHOLES = POOL + _MOST_IN_POOL
#: What taking the centre is worth to a collector above everything else.
_MANY = 1000
#: How often hidden cards are drawn again to show the animals they are known to show.
_TRIES = 8


@inlined
def seat_at(order: Any, place: int) -> Any:
    """Return the seat at a place in the order of play."""
    return (order.seats >> (4 * place)) & 15


@compiled
def deal_unseen(view: Any, numbers: Any, order: Any, hidden: int, animals: int, pool: int) -> None:
    """Deal the unseen cards to the other hands, and to the hidden places in the centre."""
    for _ in range(_TRIES if hidden > 0 else 1):
        shown = 0
        for index in range(pool - 1):
            other = index + below(view.chance, pool - index)
            card = numbers[POOL + other]
            numbers[POOL + other] = numbers[POOL + index]
            numbers[POOL + index] = card
        for index in range(hidden):
            shown += number_of(numbers[POOL + index])
        if shown == animals:
            break
    for suit in range(NUMBERS):
        numbers[_DEALT_HEAP + suit] = 0
    for index in range(hidden):
        card = numbers[POOL + index]
        numbers[_DEALT_HEAP + number_of(card) - 1] += sign_of(card)
    index = POOL + hidden
    for place in range(order.places):
        numbers[_DEALT_SETS + place] = view.own.cards if place == 0 else 0
        for card in range(CARDS):
            numbers[_DEALT + place * CARDS + card] = view.own.count[card] if place == 0 else 0
        if place > 0:
            for _ in range(view.table.hand_size[seat_at(order, place)]):
                card = numbers[index]
                numbers[_DEALT + place * CARDS + card] += 1
                numbers[_DEALT_SETS + place] |= bit(card)
                index += 1


@compiled
def play_out(view: Any, centre: Any, numbers: Any, order: Any, card: int) -> float:
    """Return its share of the win when everybody then plays their cards out as collectors."""
    table, rules = view.table, view.rules
    for index in range(order.places * CARDS):
        numbers[_HANDS + index] = numbers[_DEALT + index]
    for place in range(order.places):
        numbers[_SETS + place] = numbers[_DEALT_SETS + place]
    for suit in range(NUMBERS):
        lying = centre[suit] - centre[NUMBERS + suit]
        numbers[_HEAP + suit] = numbers[_DEALT_HEAP + suit] + int(lying)
        for place in range(rules.players):
            numbers[_SUITS + place * NUMBERS + suit] = table.suits[seat_at(order, place), suit]
    total = table.centre_total
    place = 0
    left = order.turns
    while left > 0:
        if card >= 0:
            copies = numbers[_HANDS + place * CARDS + card] - 1
            numbers[_HANDS + place * CARDS + card] = copies
            if copies == 0:
                numbers[_SETS + place] ^= bit(card)
            numbers[_HEAP + number_of(card) - 1] += sign_of(card)
            total += number_of(card)
            left -= 1
            if total >= rules.limit:
                total = 0
                for suit in range(NUMBERS):
                    numbers[_SUITS + place * NUMBERS + suit] += numbers[_HEAP + suit]
                    numbers[_HEAP + suit] = 0
        place = place + 1 if place + 1 < order.places else 0
        card = _collect(numbers, place, total, rules.limit)
    return _share_of_win(numbers, rules.players)


@inlined
def _share_of_win(numbers: Any, players: int) -> float:
    """Return its share of the win with everybody's suits as played out."""
    best = own = sharing = 0
    for place in range(players):
        score = 0
        for suit in range(NUMBERS):
            score += (suit + 1) * abs(numbers[_SUITS + place * NUMBERS + suit])
        if place == 0:
            own = score
        if score > best or place == 0:
            best, sharing = score, 0
        sharing += score == best
    return 1.0 / sharing if own == best else 0.0


@inlined
def _collect(numbers: Any, place: int, total: int, limit: int) -> int:
    """Return the card that a place lays as a collector, or -1 without cards."""
    cards = numbers[_SETS + place]
    if cards == 0:
        return -1
    if cards & (cards - 1) == 0:
        return lowest(cards)  # type: ignore[no-any-return]
    gain = 0
    if total + NUMBERS >= limit:
        for suit in range(NUMBERS):
            before = numbers[_SUITS + place * NUMBERS + suit]
            gain += (suit + 1) * (abs(before + numbers[_HEAP + suit]) - abs(before))
    chosen, best = -1, -3 * _MANY
    while cards != 0:
        card = lowest(cards)
        cards ^= bit(card)
        suit = number_of(card) - 1
        there = numbers[_SUITS + place * NUMBERS + suit] + numbers[_HEAP + suit]
        merit = -(suit + 1) * (abs(there + sign_of(card)) - abs(there))
        if total + suit + 1 >= limit:
            merit = gain - merit
            merit += _MANY if merit > 0 else -_MANY
        if merit > best:
            chosen, best = card, merit
    return chosen
