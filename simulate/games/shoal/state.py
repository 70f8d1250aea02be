"""What lies on the table in Shoal, what one player sees, and what nobody does."""

from __future__ import annotations

from simulate.games.shoal.cards import (
    CARDS,
    COLOURS,
    MOST_CARDS,
    MOST_CORALS,
    MOST_NOTES,
    MOST_SEATS,
    SLOTS,
)
from simulate.games.shoal.options import COUNTS
from simulate.kit.grid import WORDS
from simulate.kit.layout import SEATS, hidden_layout, layout, table_layout

TABLE = table_layout(
    step="1 while a card is to be laid in the own shoal, 2 in an opponent's",
    slots=("the card on offer in each slot; -1 for none", SLOTS),
    piles=("face-down cards in each pile", SLOTS),
    to_come=("how many of each card are face down, in all piles together", CARDS),
    gone=(
        "how many of each card are discarded, eaten, turned to fishbone or under an octopus",
        CARDS,
    ),
    tiles=("each seat's colour where everybody knows it; -1 where not", MOST_SEATS),
    occupied=(
        "the cells of each seat's shoal, as a board; see simulate.kit.grid",
        MOST_SEATS,
        WORDS,
    ),
    frontier=("the free cells beside each seat's shoal, as a board", MOST_SEATS, WORDS),
    first_word=("the first word of each seat's frontier that can have cells", MOST_SEATS),
    last_word=("the last such word", MOST_SEATS),
    fish_cards=("each seat's fish cards in sight, as a board", MOST_SEATS, WORDS),
    colours=("the same cards by fish colour, as boards", MOST_SEATS, COLOURS, WORDS),
    seabeds=("the same cards by seabed, as boards", MOST_SEATS, COLOURS, WORDS),
    doubles=("those of them with two fish, as a board", MOST_SEATS, WORDS),
    corals=("each seat's corals without an octopus, as a board", MOST_SEATS, WORDS),
    octopuses=("each seat's octopuses, as a board", MOST_SEATS, WORDS),
    sharks=("each seat's sharks, as a board", MOST_SEATS, WORDS),
    bones=("each seat's fishbones, as a board", MOST_SEATS, WORDS),
    fish=("fish in sight in each seat's shoal, by colour", MOST_SEATS, COLOURS),
    fish_total=("fish in sight in each seat's shoal", MOST_SEATS),
    coral_count=("corals without an octopus in each seat's shoal", MOST_SEATS),
    octopus_count=("octopuses in each seat's shoal", MOST_SEATS),
    shark_count=("sharks in each seat's shoal", MOST_SEATS),
    kept=("fish that each seat laid in its own shoal so far, by colour", MOST_SEATS, COLOURS),
    given=("fish that each seat laid in others' shoals so far, by colour", MOST_SEATS, COLOURS),
    harmed=("fish that each seat's cards cursed or ate so far, by colour", MOST_SEATS, COLOURS),
)
OWN = layout(tile="the own colour, 0 to 3")
HIDDEN = hidden_layout(
    len(COUNTS),
    scores=("each seat's points if the game ended now", SEATS),
    tiles=("each seat's colour", MOST_SEATS),
    pool=("the face-down cards of all piles, in no order", MOST_CARDS),
    pool_size="face-down cards in all piles together",
    ages=("when each slot's card was turned up; cards turned up together are of one age", SLOTS),
    age="when cards were turned up last",
    coral_order=(
        "each seat's corals by cell, the one laid first in front",
        MOST_SEATS,
        MOST_CORALS,
    ),
    turned_size="cards turned up or discarded from the display in the latest end of a turn",
    turned_slots=("in which slot, one after the other", MOST_NOTES),
    turned_cards=("which card", MOST_NOTES),
    turned_fates=("what became of it: STAYS, LEAVES, or the seat it went to", MOST_NOTES),
)
#: What became of a card turned up: it is on offer, or it was discarded.
STAYS, LEAVES = -1, -2
