"""How the cards and actions of Snorkeling are encoded.

A card is colour * values + value, below 64. An action is `STOP`, `CENTRE` + card, or
`PILE` + 64 * seat + card.
"""

from __future__ import annotations

from simulate.kit.compiled import inlined
from simulate.kit.menu import GROUP

CARDS = 64
MOST_VALUES = 8
MOST_COPIES = 8
MOST_SEATS = 6
COLOURS = ("yellow", "red", "green", "blue", "purple", "orange", "pink", "white")
STOP, CENTRE, PILE = 0, GROUP, 2 * GROUP


@inlined
def is_centre(action: int) -> bool:
    """Tell whether an action lays a card on the centre."""
    return CENTRE <= action < PILE


@inlined
def is_pile(action: int) -> bool:
    """Tell whether an action lays a card on somebody's pile."""
    return action >= PILE


@inlined
def card_of(action: int) -> int:
    """Return the card an action lays; meaningless for `STOP`."""
    return action & (GROUP - 1)


@inlined
def pile_of(action: int) -> int:
    """Return the seat on whose pile an action lays a card."""
    return (action - PILE) >> 6
