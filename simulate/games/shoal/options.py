"""What a designer can change about Shoal, and what follows from it before play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.game import Count, places_of
from simulate.games.shoal.cards import (
    CARDS,
    COLOURS,
    MOST_CARDS,
    MOST_COPIES,
    MOST_CORALS,
    MOST_OCTOPUSES,
    MOST_SHARKS,
    SLOTS,
)
from simulate.kit.grid import LONGEST_SIDE, WORDS, square
from simulate.kit.layout import layout
from simulate.rules.kinds import Flag, Option, Whole
from simulate.rules.values import Variant

OPTIONS: tuple[Option, ...] = (
    Whole(
        name="singles",
        default=3,
        minimum=0,
        maximum=MOST_COPIES,
        standing="assumed",
        meaning="Cards with one fish for each fish colour on each seabed (16 pairs).",
    ),
    Whole(
        name="doubles",
        default=1,
        minimum=0,
        maximum=MOST_COPIES,
        standing="assumed",
        meaning="Cards with two fish for each fish colour on each seabed (16 pairs).",
    ),
    Whole(
        name="corals",
        default=22,
        minimum=4,
        maximum=MOST_CORALS,
        standing="printed",
        meaning="Coral cards, the one that each player starts with included.",
    ),
    Whole(
        name="sharks",
        default=8,
        minimum=0,
        maximum=MOST_SHARKS,
        standing="printed",
        meaning="Shark cards, each of which can eat a fish of an opponent.",
    ),
    Whole(
        name="octopuses",
        default=10,
        minimum=0,
        maximum=MOST_OCTOPUSES,
        standing="printed",
        meaning="Octopus cards, each of which goes to whoever has the most corals.",
    ),
    Whole(
        name="curse_length",
        default=3,
        minimum=0,
        maximum=6,
        standing="printed",
        meaning="So many fish of one seabed in line turn to fishbone; 2 to 6, or 0 for no curse.",
    ),
    Whole(
        name="majority_points",
        default=3,
        minimum=0,
        maximum=10,
        standing="printed",
        meaning="Points for having more fish of one's colour in one's shoal than of any other.",
    ),
    Whole(
        name="octopus_points",
        default=1,
        minimum=0,
        maximum=10,
        standing="printed",
        meaning="Points for each octopus in one's shoal.",
    ),
    Whole(
        name="shark_points",
        default=2,
        minimum=0,
        maximum=10,
        standing="printed",
        meaning="Points for the most sharks in one's shoal, for each of those who tie.",
    ),
    Whole(
        name="piles_to_end",
        default=3,
        minimum=1,
        maximum=SLOTS,
        standing="printed",
        meaning="The game ends with the turn after which so many piles have no card left.",
    ),
    Flag(
        name="open_tiles",
        default=False,
        standing="ruling",
        meaning="Everybody's colour is known from the start.",
    ),
    Whole(
        name="table_size",
        default=15,
        minimum=5,
        maximum=LONGEST_SIDE,
        standing="ruling",
        meaning="Cells from side to side of the square around the first coral in which a shoal "
        "must stay; odd.",
    ),
)
VARIANTS = {
    "base": Variant("The rules as printed."),
    "no-curse": Variant("Lines of one seabed are not cursed.", {"curse_length": 0}),
    "open-tiles": Variant("Everybody's colour is known from the start.", {"open_tiles": True}),
}


def check(values: Mapping[str, Any], players: int) -> None:
    """Raise `UsageError` unless the curse and the table can be as they are."""
    if values["curse_length"] == 1:
        raise UsageError("rule curse_length cannot be 1; allowed: 2 to 6, or 0 for no curse")
    if values["table_size"] % 2 == 0:
        raise UsageError(
            f"rule table_size cannot be {values['table_size']}; allowed: odd numbers 5 to "
            f"{LONGEST_SIDE}, so that the first coral is the middle"
        )


DERIVED = layout(
    full_size="cards in the piles at the start",
    full_deck=("the cards in the piles at the start", MOST_CARDS),
    inside=("the cells of the table, as a board", WORDS),
)


def prepare(rules: Any) -> None:
    """Fill in the cards of the piles and the cells of the table."""
    pairs = [int(rules["singles"]), int(rules["doubles"])] * (COLOURS * COLOURS)
    corals = int(rules["corals"]) - int(rules["players"])
    copies = [*pairs, corals, int(rules["sharks"]), int(rules["octopuses"])]
    full_deck = np.repeat(np.arange(CARDS), copies)
    rules["full_size"] = len(full_deck)
    rules["full_deck"][: len(full_deck)] = full_deck
    rules["inside"] = square(int(rules["table_size"]))


def _has(option: str) -> Callable[[Mapping[str, Any]], bool]:
    return lambda values: bool(values[option] > 0)


COUNTS = (
    Count(name="curses", meaning="lines turned to fishbone", applies=_has("curse_length")),
    Count(name="fish_cursed", meaning="fish turned to fishbone", applies=_has("curse_length")),
    Count(name="fish_eaten", meaning="fish eaten by sharks", applies=_has("sharks")),
    Count(
        name="octopuses_gained",
        meaning="octopuses that went to the player with most corals",
        applies=_has("octopuses"),
    ),
    Count(
        name="octopuses_discarded",
        meaning="octopuses discarded because of a tie for most corals",
        applies=_has("octopuses"),
    ),
    Count(
        name="sharks_discarded",
        meaning="sharks discarded because only sharks were on offer",
        applies=_has("sharks"),
    ),
    Count(name="corals_laid", meaning="corals laid by players"),
    Count(name="cards_discarded", meaning="cards discarded because none could be laid"),
    Count(
        name="majority_bonuses", meaning="players with the majority in their shoal", per_player=True
    ),
    Count(
        name="shark_bonuses",
        meaning="players who score for most sharks",
        per_player=True,
        applies=_has("sharks"),
    ),
    Count(
        name="colours_guessed",
        meaning="players whose colour is the one they laid most of in their shoal",
        per_player=True,
    ),
    Count(name="margin", meaning="points between the winner and the second"),
    Count(name="shared_wins", meaning="games in which several share the win", yes_or_no=True),
)
#: Where each of `COUNTS` lies in ``hidden.counts``.
Counted = places_of(COUNTS, __name__)
