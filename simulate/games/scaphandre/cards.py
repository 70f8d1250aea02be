"""Scaphandre's cards as numbers: animal * NUMBERS + number - 1, which is also the action."""

from __future__ import annotations

from simulate.kit.compiled import inlined

NUMBERS = 5
OCTOPUS, CRAB = 0, 1
ANIMALS = (("octopus", "octopuses"), ("crab", "crabs"))
CARDS = 2 * NUMBERS
MOST_COPIES = 20
#: A centre below the highest limit, all cards showing one animal, and one more card.
MOST_IN_CENTRE = 60
#: What the centre shows of a card that nobody knows any more.
UNKNOWN = -1


@inlined
def number_of(card: int) -> int:
    """Return how many animals a card shows, 1 to 5."""
    return card - NUMBERS + 1 if card >= NUMBERS else card + 1


@inlined
def animal_of(card: int) -> int:
    """Return the animal of a card, `OCTOPUS` or `CRAB`."""
    return CRAB if card >= NUMBERS else OCTOPUS
