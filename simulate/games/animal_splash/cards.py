"""Animal Splash's cards, the grid they are taken from and the spots around it, as numbers.

A card is a number below 256 with kind, colour, plant and oxygen in bits of their own, so
that one comparison under a mask tells whether two cards are alike.
"""

from __future__ import annotations

from simulate.kit.bits import from_members
from simulate.kit.compiled import inlined

KIND_NAMES = ("seahorse", "turtle", "ray", "octopus", "crab")
COLOUR_NAMES = ("blue", "green", "orange", "purple")
PLANT_NAMES = ("seaweed", "coral", "anemone", "sponge")
KINDS, COLOURS, PLANTS = len(KIND_NAMES), len(COLOUR_NAMES), len(PLANT_NAMES)
ANIMALS = KINDS * COLOURS
MOST_COPIES = 6
MOST_CARDS = ANIMALS * MOST_COPIES
MOST_LAID = 12
MOST_SEATS = 5
#: Where colour, plant and oxygen begin in a card.
COLOUR_BITS, PLANT_BITS, OXYGEN_BIT = 3, 5, 7
#: The bits of a card that the three sorts of group compare.
KIND, COLOUR, PLANT = 0b111, 0b11 << COLOUR_BITS, 0b11 << PLANT_BITS
#: What lies in an empty cell or at an empty place of a tableau.
NO_CARD = -1

# Cells are numbered row by row. Spots are numbered clockwise: above columns 1 to 3, right of
# rows 1 to 3, below columns 3 to 1, left of rows 3 to 1.
CELLS, SPOTS = 9, 12
ALL_CELLS, ALL_SPOTS = (1 << CELLS) - 1, (1 << SPOTS) - 1
#: Where a diver is that has not been placed.
NOWHERE = -1
_COLUMNS = [range(column, CELLS, 3) for column in range(3)]
_ROWS = [range(3 * row, 3 * row + 3) for row in range(3)]
#: The cells in view from each spot, as sets.
LINES = tuple(from_members(cells) for cells in (*_COLUMNS, *_ROWS, *_COLUMNS[::-1], *_ROWS[::-1]))

#: A point of the score, which is kept in 60ths: up to five players can share a place.
POINT = 60


@inlined
def kind_of(card: int) -> int:
    """Return the kind of a card's animal, 0 to 4."""
    return card & KIND


@inlined
def colour_of(card: int) -> int:
    """Return the colour of a card's animal, 0 to 3."""
    return (card & COLOUR) >> COLOUR_BITS


@inlined
def plant_of(card: int) -> int:
    """Return the plant of a card, 0 to 3."""
    return (card & PLANT) >> PLANT_BITS


@inlined
def oxygen_of(card: int) -> int:
    """Return how many oxygen tokens a card shows, 0 or 1."""
    return card >> OXYGEN_BIT


def make_card(kind: int, colour: int, plant: int, oxygen: int) -> int:
    """Return the card with a kind, a colour, a plant, and with or without oxygen."""
    return kind | colour << COLOUR_BITS | plant << PLANT_BITS | oxygen << OXYGEN_BIT


DIVE, TAKE, REARRANGE, SCORE, MISSION = range(5)
#: Dive: plus the spot, from 0.
DIVE_TO = 0
#: Take: plus 2 x cell, plus the side where the card is laid.
TAKE_FROM = 64
LEFT, RIGHT = 0, 1
#: Rearrange: plus the left place of a swap, or one of the shifts and the place, or `DONE`.
CHANGE = 128
SHIFT_LEFT, SHIFT_RIGHT = 16, 32
#: Score: a group of one kind, colour or plant, plus 5 x its first place, plus which of its
#: cards gets the pearl; or `PEARL_ON_PLANT` plus `DONE`.
PEARL_ON_KIND, PEARL_ON_COLOUR, PEARL_ON_PLANT = 192, 256, 320
MOST_IN_GROUP = 5
#: Mission: plus the mission, or `DONE` for none.
MISSION_OF = 384
DONE = 63
