"""Strategies for Scaphandre, except the planner.

They use the cards in the centre that they know: all of them, except in the Memory variant. Among
equally good cards they lay octopuses before crabs, and lower numbers before higher ones.
"""

from __future__ import annotations

from typing import Any

from simulate.games.scaphandre import NUMBERS, OCTOPUS, animal_of, number_of
from strategies import PASS, Parameter, View, compiled, inlined, legal, next_seat, strategy

#: The highest number on a card, and so the most that one card can add to the centre.
_HIGHEST = NUMBERS
#: More animals than taking the centre can add or cancel.
_MANY = 1000
_LEAST = Parameter(1, -30, 60, "The fewest animals for which it takes the centre.")


@strategy("scaphandre", tier=1)
def ducker(view: View) -> int:
    """Always lays its lowest card, so that it takes the centre as late as possible."""
    chosen, best = PASS, _HIGHEST + 1
    for card in legal(view):
        if number_of(card) < best:
            chosen, best = card, number_of(card)
    return chosen


@strategy("scaphandre", tier=1)
def splasher(view: View) -> int:
    """Always lays its highest card, to fill the centre fast, even if it must then take it."""
    chosen, best = PASS, 0
    for card in legal(view):
        if number_of(card) > best:
            chosen, best = card, number_of(card)
    return chosen


@strategy("scaphandre", tier=1)
def grabber(view: View) -> int:
    """Takes the centre whenever it can, even if that loses animals.

    It takes the centre with its highest card. While it cannot take the centre, it lays its lowest
    card, and keeps its high cards for taking the centre.
    """
    chosen, best = PASS, -_HIGHEST - 1
    for card in legal(view):
        merit = number_of(card) if _takes(view, card) else -number_of(card)
        if merit > best:
            chosen, best = card, merit
    return chosen


@strategy("scaphandre", tier=2, least=_LEAST)
def collector(view: View, least: float) -> int:
    """Compares only the animals that taking the centre adds to its own suits or cancels there.

    It takes the centre if that adds at least `least` animals, with the card that adds most.
    Otherwise it stays under the limit with the card that would add least to its own suits: the
    highest card that would cancel animals there, or else a low card. If it must take the centre, it
    uses the card that adds most.
    """
    seat = view.table.seat
    chosen, best = PASS, -3.0 * _MANY
    for card in legal(view):
        if _takes(view, card):
            added = gain(view, seat, card)
            merit = float(added + (_MANY if added >= least else -_MANY))
        else:
            merit = -float(_addition(view, seat, card))
        if merit > best:
            chosen, best = card, merit
    return chosen


@strategy(
    "scaphandre",
    tier=2,
    envy=Parameter(1, 0, 5, "Value of an animal of the next player, relative to one of its own."),
)
def spoiler(view: View, envy: float) -> int:
    """Makes the centre worth little for the next player.

    A card that takes the centre is worth the animals that it gains. Any other card is worth minus
    `envy` for each animal that the next player would gain by taking the centre, even if that player
    may have no card to take it with. The strategy lays the card that is worth most.
    """
    table = view.table
    following = next_seat(table.holding, table.seat, view.rules.players)
    chosen, best = PASS, -3.0 * _MANY
    for card in legal(view):
        if _takes(view, card):
            merit = float(gain(view, table.seat, card))
        else:
            merit = -envy * gain(view, following, card)
        if merit > best:
            chosen, best = card, merit
    return chosen


@strategy("scaphandre", tier=2, least=_LEAST)
def blocker(view: View, least: float) -> int:
    """Keeps the centre out of the next player's reach until it can take the centre itself.

    It takes the centre when that adds at least `least` animals to its suits, with the card that
    adds most. Otherwise it lays the highest card after which no single card can take the centre. If
    it has no such card, it lays its lowest card that stays under the limit. If it must take the
    centre, it uses the card that adds most.
    """
    table = view.table
    chosen, best = PASS, -3.0 * _MANY
    for card in legal(view):
        if _takes(view, card):
            added = gain(view, table.seat, card)
            merit = float(added + (_MANY if added >= least else -_MANY))
        elif table.centre_total + number_of(card) + _HIGHEST < view.rules.limit:
            merit = float(number_of(card))
        else:
            merit = -float(number_of(card))
        if merit > best:
            chosen, best = card, merit
    return chosen


@inlined
def _takes(view: Any, card: int) -> bool:
    """Return True if laying a card reaches the limit, so that the seat takes the centre."""
    return view.table.centre_total + number_of(card) >= view.rules.limit  # type: ignore[no-any-return]


@inlined
def sign_of(card: int) -> int:
    """Return the number that a card adds to its suit: 1 for octopuses, -1 for crabs."""
    return 1 if animal_of(card) == OCTOPUS else -1


@compiled
def gain(view: Any, seat: int, card: int) -> int:
    """Return the number of animals that a seat gains by taking the known centre and `card`."""
    table = view.table
    animals = 0
    for suit in range(NUMBERS):
        before = table.suits[seat, suit]
        after = before + table.centre_count[suit] - table.centre_count[NUMBERS + suit]
        if suit == number_of(card) - 1:
            after += sign_of(card)
        animals += (suit + 1) * (abs(after) - abs(before))
    return animals


@inlined
def _addition(view: Any, seat: int, card: int) -> int:
    """Return the number of animals that `card` adds to a seat's gain from the known centre."""
    suit = number_of(card) - 1
    table = view.table
    lying = table.centre_count[suit] - table.centre_count[NUMBERS + suit]
    before = table.suits[seat, suit] + lying
    return (suit + 1) * (abs(before + sign_of(card)) - abs(before))  # type: ignore[no-any-return]
