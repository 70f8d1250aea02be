"""Shoal's cards and actions as numbers.

A fish card is (colour * COLOURS + seabed) * 2, plus 1 if it shows two fish. Laying a card is
(seat * SLOTS + slot) * CELLS + cell, whoever's shoal it is; discarding one is DISCARD + slot.
"""

from __future__ import annotations

from simulate.kit.compiled import inlined
from simulate.kit.grid import CELLS

COLOURS = 4
FISH_CARDS = 2 * COLOURS * COLOURS
CORAL, SHARK, OCTOPUS = range(FISH_CARDS, FISH_CARDS + 3)
CARDS = OCTOPUS + 1
#: What a slot shows that has no card.
NOTHING = -1
SLOTS = 4
MOST_SEATS = 4
DISCARD = MOST_SEATS * SLOTS * CELLS
OWN_SHOAL, OPPONENT = 1, 2
#: What a tile shows that a player has not seen.
SECRET = -1

MOST_COPIES = 8
MOST_CORALS, MOST_SHARKS, MOST_OCTOPUSES = 60, 30, 30
MOST_CARDS = FISH_CARDS * MOST_COPIES + MOST_CORALS + MOST_SHARKS + MOST_OCTOPUSES
#: Notes on the display that one turn can lead to: every shark and octopus can turn up and go.
MOST_NOTES = SLOTS + 2 * (MOST_SHARKS + MOST_OCTOPUSES)


@inlined
def colour_of(card: int) -> int:
    """Return the fish colour of a fish card, 0 to 3."""
    return card >> 3


@inlined
def seabed_of(card: int) -> int:
    """Return the seabed colour of a fish card, 0 to 3."""
    return (card >> 1) & 3


@inlined
def fish_on(card: int) -> int:
    """Return how many fish a fish card shows, 1 or 2."""
    return (card & 1) + 1


@inlined
def is_fish(card: int) -> bool:
    """Tell whether a card is a fish card."""
    return 0 <= card < FISH_CARDS


@inlined
def shoal_of(action: int) -> int:
    """Return in whose shoal an action lays a card."""
    return action // (SLOTS * CELLS)


@inlined
def slot_of(action: int) -> int:
    """Return which slot an action takes a card from, discards included."""
    return action - DISCARD if action >= DISCARD else action // CELLS % SLOTS


@inlined
def cell_of(action: int) -> int:
    """Return where an action lays a card."""
    return action % CELLS
