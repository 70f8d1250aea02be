"""Shoal's cards and actions as numbers, its rules, and what it remembers.

A fish card is (colour * COLOURS + seabed) * 2, plus 1 if it shows two fish. Laying a card is
(seat * SLOTS + slot) * CELLS + cell, whoever's shoal it is; discarding one is DISCARD + slot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.game import Count, places_of
from simulate.kit.compiled import inlined
from simulate.kit.grid import CELLS, LONGEST_SIDE, WORDS, square
from simulate.kit.layout import SEATS, Field
from simulate.rules.kinds import Flag, Option, Whole
from simulate.rules.values import HEAD_START, Variant, head_start

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


RULES: dict[str, Option] = {
    "singles": Whole(
        default=3,
        minimum=0,
        maximum=MOST_COPIES,
        standing="assumed",
        meaning="Cards with one fish for each fish colour on each seabed (16 pairs).",
    ),
    "doubles": Whole(
        default=1,
        minimum=0,
        maximum=MOST_COPIES,
        standing="assumed",
        meaning="Cards with two fish for each fish colour on each seabed (16 pairs).",
    ),
    "corals": Whole(
        22, 4, MOST_CORALS, meaning="Coral cards, the one that each player starts with included."
    ),
    "sharks": Whole(
        8, 0, MOST_SHARKS, meaning="Shark cards, each of which can eat a fish of an opponent."
    ),
    "octopuses": Whole(
        default=10,
        minimum=0,
        maximum=MOST_OCTOPUSES,
        meaning="Octopus cards, each of which goes to whoever has the most corals.",
    ),
    "curse_length": Whole(
        default=3,
        minimum=0,
        maximum=6,
        meaning="So many fish of one seabed in line turn to fishbone; 2 to 6, or 0 for no curse.",
    ),
    "majority_points": Whole(
        default=3,
        minimum=0,
        maximum=10,
        meaning="Points for having more fish of one's colour in one's shoal than of any other.",
    ),
    "octopus_points": Whole(1, 0, 10, meaning="Points for each octopus in one's shoal."),
    "shark_points": Whole(
        2, 0, 10, meaning="Points for the most sharks in one's shoal, for each of those who tie."
    ),
    "piles_to_end": Whole(
        default=3,
        minimum=1,
        maximum=SLOTS,
        meaning="The game ends with the turn after which so many piles have no card left.",
    ),
    "open_tiles": Flag(
        False, standing="ruling", meaning="Everybody's colour is known from the start."
    ),
    "table_size": Whole(
        default=15,
        minimum=5,
        maximum=LONGEST_SIDE,
        standing="ruling",
        meaning="Cells from side to side of the square around the first coral in which a shoal "
        "must stay; odd.",
    ),
    HEAD_START: head_start(MOST_SEATS),  # scores are hidden, so it is added where they are made
}
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


DERIVED: dict[str, Field] = {
    "full_size": "cards in the piles at the start",
    "full_deck": ("the cards in the piles at the start", MOST_CARDS),
    "inside": ("the cells of the table, as a board", WORDS),
}


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
    Count("curses", "lines turned to fishbone", applies=_has("curse_length")),
    Count("fish_cursed", "fish turned to fishbone", applies=_has("curse_length")),
    Count("fish_eaten", "fish eaten by sharks", applies=_has("sharks")),
    Count(
        "octopuses_gained",
        "octopuses that went to the player with most corals",
        applies=_has("octopuses"),
    ),
    Count(
        "octopuses_discarded",
        "octopuses discarded because of a tie for most corals",
        applies=_has("octopuses"),
    ),
    Count(
        "sharks_discarded",
        "sharks discarded because only sharks were on offer",
        applies=_has("sharks"),
    ),
    Count("corals_laid", "corals laid by players"),
    Count("cards_discarded", "cards discarded because none could be laid"),
    Count("majority_bonuses", "players with the majority in their shoal", per_player=True),
    Count(
        "shark_bonuses",
        "players who score for most sharks",
        per_player=True,
        applies=_has("sharks"),
    ),
    Count(
        "colours_guessed",
        "players whose colour is the one they laid most of in their shoal",
        per_player=True,
    ),
    Count("margin", "points between the winner and the second"),
    Count("shared_wins", "games in which several share the win", yes_or_no=True),
)
#: Where each of `COUNTS` lies in ``hidden.counts``.
Counted = places_of(COUNTS, __name__)

#: A board for each seat.
BOARD = (MOST_SEATS, WORDS)
TABLE: dict[str, Field] = {
    "step": "1 while a card is to be laid in the own shoal, 2 in an opponent's",
    "slots": ("the card on offer in each slot; -1 for none", SLOTS),
    "piles": ("face-down cards in each pile", SLOTS),
    "to_come": ("how many of each card are face down, in all piles together", CARDS),
    "gone": (
        "how many of each card are discarded, eaten, turned to fishbone or under an octopus",
        CARDS,
    ),
    "tiles": ("each seat's colour where everybody knows it; -1 where not", MOST_SEATS),
    "occupied": ("the cells of each seat's shoal, as a board; see simulate.kit.grid", *BOARD),
    "frontier": ("the free cells beside each seat's shoal, as a board", *BOARD),
    "first_word": ("the first word of each seat's frontier that can have cells", MOST_SEATS),
    "last_word": ("the last such word", MOST_SEATS),
    "fish_cards": ("each seat's fish cards in sight, as a board", *BOARD),
    "colours": ("the same cards by fish colour, as boards", MOST_SEATS, COLOURS, WORDS),
    "seabeds": ("the same cards by seabed, as boards", MOST_SEATS, COLOURS, WORDS),
    "doubles": ("those of them with two fish, as a board", *BOARD),
    "corals": ("each seat's corals without an octopus, as a board", *BOARD),
    "octopuses": ("each seat's octopuses, as a board", *BOARD),
    "sharks": ("each seat's sharks, as a board", *BOARD),
    "bones": ("each seat's fishbones, as a board", *BOARD),
    "fish": ("fish in sight in each seat's shoal, by colour", MOST_SEATS, COLOURS),
    "fish_total": ("fish in sight in each seat's shoal", MOST_SEATS),
    "coral_count": ("corals without an octopus in each seat's shoal", MOST_SEATS),
    "octopus_count": ("octopuses in each seat's shoal", MOST_SEATS),
    "shark_count": ("sharks in each seat's shoal", MOST_SEATS),
    "kept": ("fish that each seat laid in its own shoal so far, by colour", MOST_SEATS, COLOURS),
    "given": ("fish that each seat laid in others' shoals so far, by colour", MOST_SEATS, COLOURS),
    "harmed": ("fish that each seat's cards cursed or ate so far, by colour", MOST_SEATS, COLOURS),
}
OWN: dict[str, Field] = {"tile": "the own colour, 0 to 3"}
HIDDEN: dict[str, Field] = {
    "scores": ("each seat's points if the game ended now", SEATS),
    "tiles": ("each seat's colour", MOST_SEATS),
    "pool": ("the face-down cards of all piles, in no order", MOST_CARDS),
    "pool_size": "face-down cards in all piles together",
    "ages": ("when each slot's card was turned up; cards turned up together are of one age", SLOTS),
    "age": "when cards were turned up last",
    "coral_order": (
        "each seat's corals by cell, the one laid first in front",
        MOST_SEATS,
        MOST_CORALS,
    ),
    "turned_size": "cards turned up or discarded from the display in the latest end of a turn",
    "turned_slots": ("in which slot, one after the other", MOST_NOTES),
    "turned_cards": ("which card", MOST_NOTES),
    "turned_fates": ("what became of it: STAYS, LEAVES, or the seat it went to", MOST_NOTES),
}
#: What became of a card turned up: it is on offer, or it was discarded.
STAYS, LEAVES = -1, -2
