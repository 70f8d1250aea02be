"""The cards, actions, options, counts and fields of Shoal.

A fish card has the number (colour * COLOURS + seabed) * 2, plus 1 if it shows two fish. The action
of laying a card is (seat * SLOTS + slot) * CELLS + cell, where the seat is the owner of the shoal.
The action of discarding a card is DISCARD + slot.
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
#: The number in place of a card in an empty slot.
NOTHING = -1
SLOTS = 4
MOST_SEATS = 4
DISCARD = MOST_SEATS * SLOTS * CELLS
#: The steps of a turn: laying a card in one's own shoal, and in an opponent's shoal.
OWN_SHOAL, OPPONENT = 1, 2
#: The number in place of a colour that is secret.
SECRET = -1

MOST_COPIES = 8
MOST_CORALS, MOST_SHARKS, MOST_OCTOPUSES = 60, 30, 30
MOST_CARDS = FISH_CARDS * MOST_COPIES + MOST_CORALS + MOST_SHARKS + MOST_OCTOPUSES
#: The largest number of notes in a turn. A note says what happened to a card that was turned up.
#: All sharks and octopuses can be turned up and leave.
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
    """Return the number of fish on a fish card, 1 or 2."""
    return (card & 1) + 1


@inlined
def is_fish(card: int) -> bool:
    """Return True if a card is a fish card."""
    return 0 <= card < FISH_CARDS


@inlined
def shoal_of(action: int) -> int:
    """Return the seat in whose shoal an action lays a card."""
    return action // (SLOTS * CELLS)


@inlined
def slot_of(action: int) -> int:
    """Return the slot from which an action takes or discards a card."""
    return action - DISCARD if action >= DISCARD else action // CELLS % SLOTS


@inlined
def meaning(rules: Any, table: Any, action: int) -> int:
    """Return a number for the kind of an action: the kind of card, and whose shoal it is laid in.

    The number is 0 or 1 for a card with one or two fish, 2 for a coral, and 3 for a shark; it is 4
    more if the card is laid in another seat's shoal. For a discard it is 8.
    """
    if action >= DISCARD:
        return 8
    card = table.slots[slot_of(action)]
    what = card - CORAL + 2 if card >= CORAL else fish_on(card) - 1
    return what if shoal_of(action) == table.seat else what + 4


@inlined
def cell_of(action: int) -> int:
    """Return the cell on which an action lays a card."""
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
        22, 4, MOST_CORALS, meaning="Coral cards, including the one that each player starts with."
    ),
    "sharks": Whole(
        8, 0, MOST_SHARKS, meaning="Shark cards, each of which can eat a fish of an opponent."
    ),
    "octopuses": Whole(
        default=10,
        minimum=0,
        maximum=MOST_OCTOPUSES,
        meaning="Octopus cards, each of which goes to the player with the most corals.",
    ),
    "curse_length": Whole(
        default=3,
        minimum=0,
        maximum=6,
        meaning="Fish of one seabed in line that turn to fishbone: 2 to 6, or 0 for no curse.",
    ),
    "majority_points": Whole(
        default=3,
        minimum=0,
        maximum=10,
        meaning="Points for a shoal with more fish of its owner's colour than of any other.",
    ),
    "octopus_points": Whole(1, 0, 10, meaning="Points for each octopus in a player's shoal."),
    "shark_points": Whole(
        2, 0, 10, meaning="Points for the shoal with the most sharks; each tied player gets them."
    ),
    "piles_to_end": Whole(
        default=3,
        minimum=1,
        maximum=SLOTS,
        meaning="Number of empty piles that end the game, after the turn is over.",
    ),
    "open_tiles": Flag(False, standing="ruling", meaning="All colours are known from the start."),
    "table_size": Whole(
        default=15,
        minimum=5,
        maximum=LONGEST_SIDE,
        standing="ruling",
        meaning="Side length, in cells, of the square around the first coral in which a shoal "
        "must stay; odd.",
    ),
    HEAD_START: head_start(MOST_SEATS),  # Games that hide scores have to declare it.
}
VARIANTS = {
    "base": Variant("The rules as printed."),
    "no-curse": Variant("Lines of one seabed are not cursed.", {"curse_length": 0}),
    "open-tiles": Variant("All colours are known from the start.", {"open_tiles": True}),
}


def check(values: Mapping[str, Any], players: int) -> None:
    """Raise `UsageError` if the length of the curse or the size of the table is invalid.

    `values` are the values of the rules, by name.
    """
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
    "inside": ("the cells within the table, as a board", WORDS),
}


def prepare(rules: Any) -> None:
    """Compute the fields `DERIVED` of a rules record, in place."""
    pairs = [int(rules["singles"]), int(rules["doubles"])] * (COLOURS * COLOURS)
    corals = int(rules["corals"]) - int(rules["players"])
    copies = [*pairs, corals, int(rules["sharks"]), int(rules["octopuses"])]
    full_deck = np.repeat(np.arange(CARDS), copies)
    rules["full_size"] = len(full_deck)
    rules["full_deck"][: len(full_deck)] = full_deck
    rules["inside"] = square(int(rules["table_size"]))


def _has(option: str) -> Callable[[Mapping[str, Any]], bool]:
    """Return a function of the rules' values that tests if the value of a rule is above 0."""
    return lambda values: bool(values[option] > 0)


COUNTS = (
    Count("curses", "lines turned to fishbone", applies=_has("curse_length")),
    Count("fish_cursed", "fish turned to fishbone", applies=_has("curse_length")),
    Count("fish_eaten", "fish eaten by sharks", applies=_has("sharks")),
    Count(
        "octopuses_gained",
        "octopuses that went to the player with the most corals",
        applies=_has("octopuses"),
    ),
    Count(
        "octopuses_discarded",
        "octopuses discarded because of a tie for the most corals",
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
        "players who score for the most sharks",
        per_player=True,
        applies=_has("sharks"),
    ),
    Count(
        "colours_guessed",
        "players who laid more of their own colour than of any other in their shoal",
        per_player=True,
    ),
    Count("margin", "points between the winner and the second player"),
    Count("shared_wins", "games in which several players share the win", yes_or_no=True),
)
#: The index of each of `COUNTS` in ``hidden.counts``.
Counted = places_of(COUNTS, __name__)

#: The shape of a field with a board for each seat.
BOARD = (MOST_SEATS, WORDS)
TABLE: dict[str, Field] = {
    "step": "1 while a card is to be laid in the seat's own shoal, 2 in an opponent's shoal",
    "slots": ("the card on offer in each slot; -1 for none", SLOTS),
    "piles": ("the number of face-down cards in each pile", SLOTS),
    "to_come": ("the number of copies of each card that are face down in the piles", CARDS),
    "gone": (
        "how many copies of each card are discarded, eaten, turned to fishbone or under an octopus",
        CARDS,
    ),
    "tiles": ("each seat's colour if everybody knows it, or else -1", MOST_SEATS),
    "occupied": ("the cells of each seat's shoal, as a board; see simulate.kit.grid", *BOARD),
    "frontier": ("the free cells beside each seat's shoal, as a board", *BOARD),
    "first_word": ("the first 64-bit word of each seat's frontier that can have cells", MOST_SEATS),
    "last_word": ("the last word of each seat's frontier that can have cells", MOST_SEATS),
    "fish_cards": ("each seat's face-up fish cards, as a board", *BOARD),
    "colours": (
        "each seat's face-up fish cards by fish colour, as boards",
        MOST_SEATS,
        COLOURS,
        WORDS,
    ),
    "seabeds": ("each seat's face-up fish cards by seabed, as boards", MOST_SEATS, COLOURS, WORDS),
    "doubles": ("each seat's face-up fish cards with two fish, as a board", *BOARD),
    "corals": ("the cells of each seat's corals that have no octopus, as a board", *BOARD),
    "octopuses": ("each seat's octopuses, as a board", *BOARD),
    "sharks": ("each seat's sharks, as a board", *BOARD),
    "bones": ("each seat's fishbones, as a board", *BOARD),
    "fish": ("the number of face-up fish in each seat's shoal, by colour", MOST_SEATS, COLOURS),
    "fish_total": ("the number of face-up fish in each seat's shoal", MOST_SEATS),
    "coral_count": ("the number of corals without an octopus in each seat's shoal", MOST_SEATS),
    "octopus_count": ("the number of octopuses in each seat's shoal", MOST_SEATS),
    "shark_count": ("the number of sharks in each seat's shoal", MOST_SEATS),
    "kept": (
        "the number of fish that each seat laid in its own shoal, by colour",
        MOST_SEATS,
        COLOURS,
    ),
    "given": (
        "the number of fish that each seat laid in other shoals, by colour",
        MOST_SEATS,
        COLOURS,
    ),
    "harmed": (
        "the number of fish that each seat's cards cursed or ate, by colour",
        MOST_SEATS,
        COLOURS,
    ),
}
OWN: dict[str, Field] = {"tile": "the seat's colour, 0 to 3"}
HIDDEN: dict[str, Field] = {
    "scores": ("the points that each seat would have if the game ended now", SEATS),
    "tiles": ("each seat's colour", MOST_SEATS),
    "pool": ("the face-down cards of all piles, in no order", MOST_CARDS),
    "pool_size": "the number of face-down cards in all piles together",
    "ages": ("when each slot's card was turned up, counted in refills of slots", SLOTS),
    "age": "the number of times that slots were refilled",
    "coral_order": (
        "the cells of each seat's corals, beginning with the one laid first",
        MOST_SEATS,
        MOST_CORALS,
    ),
    "turned_size": "the number of notes on the cards on offer at the end of the latest turn",
    "turned_slots": ("the slot of each note", MOST_NOTES),
    "turned_cards": ("the card of each note", MOST_NOTES),
    "turned_fates": (
        "what happened to the card: STAYS, LEAVES, or the seat that got it",
        MOST_NOTES,
    ),
}
#: The values of ``turned_fates`` other than seats: the card is on offer, or it was discarded.
STAYS, LEAVES = -1, -2
