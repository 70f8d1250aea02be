"""Strategies for Scaphandre, but for the planner, which has its own file.

They reckon with the centre cards they know: all of them, but for the Memory variant.
Among cards that are equally good they lay the first of octopuses before crabs, lower
numbers before higher ones.
"""

from __future__ import annotations

from typing import Any

from simulate.games.scaphandre import NUMBERS, OCTOPUS, animal_of, number_of
from strategies import PASS, Parameter, View, compiled, inlined, legal, next_seat, strategy

#: The highest number on a card, and so the most that one card can add to the centre.
_HIGHEST = NUMBERS
#: More animals than any pick-up can add or cancel.
_MANY = 1000
_LEAST = Parameter(1, -30, 60, "Animals that a pick-up must add to its suits to be wanted.")


@strategy("scaphandre", tier=1)
def ducker(view: View) -> int:
    """Always lays its lowest card, so as to take the centre as late as it can."""
    chosen, best = PASS, _HIGHEST + 1
    for card in legal(view):
        if number_of(card) < best:
            chosen, best = card, number_of(card)
    return chosen


@strategy("scaphandre", tier=1)
def splasher(view: View) -> int:
    """Always lays its highest card: fills the centre fast, and takes what comes of it."""
    chosen, best = PASS, 0
    for card in legal(view):
        if number_of(card) > best:
            chosen, best = card, number_of(card)
    return chosen


@strategy("scaphandre", tier=1)
def grabber(view: View) -> int:
    """Takes the centre whenever it can, whatever it loses by it.

    Takes it with its highest card. As long as it cannot, it lays its lowest card and
    keeps the high ones to take with.
    """
    chosen, best = PASS, -_HIGHEST - 1
    for card in legal(view):
        merit = number_of(card) if _takes(view, card) else -number_of(card)
        if merit > best:
            chosen, best = card, merit
    return chosen


@strategy("scaphandre", tier=2, least=_LEAST)
def collector(view: View, least: float) -> int:
    """Looks only at what a pick-up adds to its own suits, less what it cancels there.

    Takes the centre when that adds `least` animals or more, with the card that adds most.
    Otherwise it stays under the limit with the card that it would like least to get: one
    that would cancel a card of its own, the higher the better, or else a low one. When
    it must take, it takes as well as it can.
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
    envy=Parameter(
        1, 0, 5, "How much an animal of the next player counts, against one of its own."
    ),
)
def spoiler(view: View, envy: float) -> int:
    """Spoils the centre for the next player.

    Lays the card that leaves the next player the least to gain by taking the centre as it
    then lies, whether or not they have the card to take it. It takes the centre itself
    when what that adds to its own suits is worth more than what it can spoil, an animal
    of the next player counting `envy` times.
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
    """Keeps the centre out of the next player's reach, until it can take it itself.

    Takes the centre when that adds `least` animals or more to its suits, with the card
    that adds most. Otherwise it lays its highest card after which no single card takes
    the centre. If there is none, it lays its lowest card that stays under the limit; and
    if it must take, the card that adds most.
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
    return view.table.centre_total + number_of(card) >= view.rules.limit  # type: ignore[no-any-return]


@inlined
def sign_of(card: int) -> int:
    """Return what a card adds to a suit: 1 for octopuses, -1 for crabs."""
    return 1 if animal_of(card) == OCTOPUS else -1


@compiled
def gain(view: Any, seat: int, card: int) -> int:
    """Return the animals a seat's suits would gain from the known centre and `card`."""
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
    """Return what `card` would add to what a seat gains from the known centre."""
    suit = number_of(card) - 1
    table = view.table
    lying = table.centre_count[suit] - table.centre_count[NUMBERS + suit]
    before = table.suits[seat, suit] + lying
    return (suit + 1) * (abs(before + sign_of(card)) - abs(before))  # type: ignore[no-any-return]
