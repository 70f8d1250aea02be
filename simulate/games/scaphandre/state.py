"""What Scaphandre remembers: draw pile and hands, the centre, and everybody's suits."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.game import Snapshot
from simulate.games.scaphandre.cards import ANIMALS, CARDS, MOST_IN_CENTRE, NUMBERS
from simulate.games.scaphandre.redealing import remember_centre, see_centre, see_suits
from simulate.kit.layout import SEATS
from simulate.making import Cards, Custom, Hands, Pile


def _remember(rules: Any) -> None:
    rules["known"] = rules["recall"] if rules["memory"] else MOST_IN_CENTRE


def _count_centre(rules: Any, snapshot: Snapshot) -> Any:
    return snapshot.hidden.centre_count


def _count_suits(rules: Any, snapshot: Snapshot) -> Any:
    suits, pairs = snapshot.table.suits[: rules.players], snapshot.table.pairs
    sides = (np.maximum(suits, 0), np.maximum(-suits, 0))
    return np.concatenate([side.sum(axis=0) + pairs for side in sides])


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
centre = Custom(
    "centre",
    cards,
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
    prepare=_remember,
    count=_count_centre,
    count_seen=see_centre,
    fill_unseen=remember_centre,
)
suits = Custom(
    "suits",
    cards,
    table={
        "suits": (
            "the cards in each seat's suits, by number from 1: octopus cards positive, crab "
            "cards negative",
            SEATS,
            NUMBERS,
        ),
        "pairs": ("the pairs cancelled so far, by number from 1", NUMBERS),
    },
    count=_count_suits,
    count_seen=see_suits,
)
COMPONENTS = (centre, suits, hand, deck)
