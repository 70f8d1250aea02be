"""Hands of cards and draw piles, for games whose cards are small numbers.

A hand is kept as a set and as counts (``own.cards``, ``own.count``), its size in ``hand_size``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kit.bits import bit
from simulate.kit.chance import below
from simulate.kit.compiled import inlined
from simulate.kit.notes import claim, note_draw


@inlined
def take_card(table: Any, own: Any, seat: int, card: int, chance: Any) -> None:
    """Put a card into a seat's hand; `chance` is what it was drawn by, if it was."""
    claim(chance, seat, card)
    hold(own, card)
    table.hand_size[seat] += 1


@inlined
def hold(own: Any, card: int) -> None:
    """Put a card into a hand whose size the table tells already."""
    own.count[card] += 1
    own.cards |= bit(card)


@inlined
def put_down(table: Any, own: Any, seat: int, card: int) -> None:
    """Take a card that a seat holds out of its hand."""
    left = own.count[card] - 1
    own.count[card] = left
    own.cards ^= np.int64(left == 0) << card  # without a branch, which would be guessed wrong
    table.hand_size[seat] -= 1


@inlined
def draw_at_random(pile: Any, size: int, chance: Any, first: int = 0) -> int:
    """Draw one of the first `size` cards of a pile, and close the gap with the last of them.

    So a pile is shuffled only as far as it is drawn from. The caller counts it down. Card 0 is
    number `first` of what can be drawn in the game (see `simulate.game.Deck`).
    """
    index = below(chance, size)
    note_draw(chance, index, pile, size, first)
    card = pile[index]
    pile[index] = pile[size - 1]
    return card  # type: ignore[no-any-return]
