"""What Scaphandre remembers: draw pile and hands, the centre, and everybody's suits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from simulate.game import Snapshot
from simulate.games.scaphandre.cards import ANIMALS, CARDS, MOST_IN_CENTRE, NUMBERS
from simulate.games.scaphandre.redealing import remember_centre, see_centre, see_suits
from simulate.kit.layout import SEATS
from simulate.making import Cards, Hands, Pile
from simulate.making.components.component import Component, Fields
from simulate.rules.kinds import Option

cards = Cards(
    "card",
    [
        f"{number} {one if number == 1 else several}"
        for one, several in ANIMALS
        for number in range(1, NUMBERS + 1)
    ],
    copies="copies",
)
deck = Pile("deck", cards)
hand = Hands(cards)


class Centre(Component):
    """The cards in the centre, of which players forget all but the latest."""

    name = "centre"
    cards = cards
    count_seen = staticmethod(see_centre)
    fill_unseen = staticmethod(remember_centre)

    def fields(self, options: Mapping[str, Option]) -> Fields:
        """Return the centre as it is, and as it is remembered."""
        return Fields(
            table={
                "centre_total": "animals in the centre",
                "centre_size": "cards in the centre",
                "centre": (
                    "the cards in the centre, bottom to top; -1 for one that is not known any more",
                    MOST_IN_CENTRE,
                ),
                "centre_count": ("how many of each card are known to lie in the centre", CARDS),
            },
            hidden={
                "centre": ("the cards in the centre, bottom to top", MOST_IN_CENTRE),
                "centre_count": ("how many of each card lie in the centre", CARDS),
            },
            derived={"known": "how many of the latest centre cards a player knows"},
        )

    def prepare(self, rules: Any) -> None:
        """Fill in how far players remember."""
        rules["known"] = rules["recall"] if rules["memory"] else MOST_IN_CENTRE

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        """Count the cards in the centre."""
        return snapshot.hidden.centre_count


class Suits(Component):
    """Everybody's diving suits, of which octopuses and crabs are the two sides of one number."""

    name = "suits"
    cards = cards
    count_seen = staticmethod(see_suits)

    def fields(self, options: Mapping[str, Option]) -> Fields:
        """Return the suits, and what was cancelled."""
        return Fields(
            table={
                "suits": (
                    "the cards in each seat's suits, by number from 1: octopus cards positive, "
                    "crab cards negative",
                    SEATS,
                    NUMBERS,
                ),
                "pairs": ("the pairs cancelled so far, by number from 1", NUMBERS),
            }
        )

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        """Count the cards in the suits, and those that were cancelled."""
        suits, pairs = snapshot.table.suits[: rules.players], snapshot.table.pairs
        octopuses, crabs = np.maximum(suits, 0), np.maximum(-suits, 0)
        return np.concatenate([octopuses.sum(axis=0) + pairs, crabs.sum(axis=0) + pairs])


COMPONENTS = (Centre(), Suits(), hand, deck)
