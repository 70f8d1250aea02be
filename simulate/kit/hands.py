"""Hands of cards and draw piles, for games whose cards are small numbers.

A seat's record stores its hand twice: as a set of cards (``own.cards``), and as the number of
copies of each card (``own.count``). The sizes of all hands are in the record that everybody sees
(``table.hand_size``).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kit.bits import bit
from simulate.kit.compiled import inlined
from simulate.kit.kept_piles import choose_in_pile
from simulate.kit.notes import claim, note_draw


@inlined
def take_card(table: Any, own: Any, seat: int, card: int, chance: Any) -> None:
    """Put a card into a seat's hand.

    Parameters
    ----------
    table, own
        The record of the table, and the record of the seat.
    seat, card
        The numbers of the seat and the card.
    chance
        The stream that the card was drawn with. If the card is the last one drawn, the draw is
        noted as a draw of this seat.
    """
    claim(chance, seat, card)
    hold(own, card)
    table.hand_size[seat] += 1


@inlined
def hold(own: Any, card: int) -> None:
    """Put a card into the hand in the record `own`, without changing ``table.hand_size``."""
    own.count[card] += 1
    own.cards |= bit(card)


@inlined
def put_down(table: Any, own: Any, seat: int, card: int) -> None:
    """Remove a card from a seat's hand, which must contain it."""
    remaining = own.count[card] - 1
    own.count[card] = remaining
    # There is no branch here, because the processor would often predict it wrong.
    own.cards ^= np.int64(remaining == 0) << card
    table.hand_size[seat] -= 1


@inlined
def draw_at_random(pile: Any, size: int, chance: Any, first: int = 0) -> int:
    """Remove a random card from a pile and return the card.

    The last card of the pile is moved to its place, so a pile needs no shuffling.

    Parameters
    ----------
    pile
        An array of cards. It is changed in place.
    size
        The number of cards in the pile. They are the first entries of the array. The caller has to
        reduce the number by 1.
    chance
        The stream to draw with.
    first
        The number of card 0 in the deck of the game (see `simulate.game.Deck`).

    Raises
    ------
    ValueError
        If draws are noted and the pile changed without a draw (see `simulate.kit.notes`).
    """
    index = choose_in_pile(chance, size)
    note_draw(chance, index, pile, size, first)
    card = pile[index]
    pile[index] = pile[size - 1]
    return card  # type: ignore[no-any-return]
