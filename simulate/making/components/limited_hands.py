"""Hands in imagined worlds, if everybody knows of some cards that a seat does not have them."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kit.chance import below
from simulate.kit.compiled import compiled, inlined
from simulate.making.components.component import Compiled

#: How often all places are corrected before cards stay where a seat cannot have them.
_CORRECTIONS = 40
#: The number of swaps per card that mix the cards after corrections.
_SWAPS = 4


def make_limited_fill(hands: Any, may_hold: Compiled) -> Compiled:
    """Return the function `Component.fill_unseen` of `simulate.making.Hands` with limits.

    It deals all unseen cards at random. If a seat then has a card that it cannot have, the card is
    swapped with another unseen card, and random swaps between all places follow, so that no
    possible deal is preferred.

    Parameters
    ----------
    hands
        The `Hands`.
    may_hold
        Compiled, ``(rules, state, seat, card)``: returns False if everybody knows that a card is
        not in a seat's hand.
    """
    hand_size, keep = hands.size, hands.keep
    correct, mix = _make_correct(may_hold), _make_mix(may_hold)

    def fill_unseen(rules: Any, state: Any, seat: int, bag: Any, left: int) -> int:
        owners = np.full(max(left, 1), -1)
        rest = left
        for owner in range(rules.players):
            if owner != seat:
                for _ in range(state.table[hand_size][owner]):
                    drawn = below(state.chance, rest)
                    rest -= 1
                    bag[drawn], bag[rest] = bag[rest], bag[drawn]
                    owners[rest] = owner
        if correct(rules, state, bag, owners, left):
            mix(rules, state, bag, owners, left)
        for place in range(rest, left):
            keep(state.own[owners[place]], bag[place])
        return rest

    return compiled(fill_unseen)


def _make_fits(may_hold: Compiled) -> Compiled:
    """Return the function ``(rules, state, owner, card)`` that says if an owner may have a card.

    The owner -1 is nobody, as for cards in a pile.
    """

    def fits(rules: Any, state: Any, owner: int, card: int) -> bool:
        return owner < 0 or may_hold(rules, state, owner, card)

    return inlined(fits)


def _make_swap(may_hold: Compiled) -> Compiled:
    """Return the function ``(rules, state, bag, owners, first, second)`` that swaps two cards.

    It swaps them only if both owners may have their new cards, and returns True if it did.
    """
    fits = _make_fits(may_hold)

    def swap(rules: Any, state: Any, bag: Any, owners: Any, first: int, second: int) -> bool:
        if not fits(rules, state, owners[first], bag[second]):
            return False
        if not fits(rules, state, owners[second], bag[first]):
            return False
        bag[first], bag[second] = bag[second], bag[first]
        return True

    return compiled(swap)


def _make_correct(may_hold: Compiled) -> Compiled:
    """Return the function ``(rules, state, bag, owners, left)`` that swaps cards at wrong places.

    It returns True if there were any. A card without a possible swap changes places with a random
    card, and is corrected there in the next pass.
    """
    fits, swap = _make_fits(may_hold), _make_swap(may_hold)

    def correct(rules: Any, state: Any, bag: Any, owners: Any, left: int) -> bool:
        for number in range(_CORRECTIONS):
            is_right = True
            for place in range(left):
                if fits(rules, state, owners[place], bag[place]):
                    continue
                is_right = False
                start = below(state.chance, left)
                other = start
                for step in range(left):
                    other = (start + step) % left
                    if swap(rules, state, bag, owners, place, other):
                        break
                if not fits(rules, state, owners[place], bag[place]):
                    bag[place], bag[start] = bag[start], bag[place]
            if is_right:
                return number > 0
        return True

    return compiled(correct)


def _make_mix(may_hold: Compiled) -> Compiled:
    """Return the function ``(rules, state, bag, owners, left)`` that swaps random pairs."""
    swap = _make_swap(may_hold)

    def mix(rules: Any, state: Any, bag: Any, owners: Any, left: int) -> None:
        for _ in range(_SWAPS * left):
            swap(rules, state, bag, owners, below(state.chance, left), below(state.chance, left))

    return compiled(mix)
