"""What lies on the table in Animal Splash, and what nobody sees."""

from __future__ import annotations

from simulate.games.animal_splash.cards import CELLS, MOST_CARDS, MOST_LAID, MOST_SEATS
from simulate.games.animal_splash.options import COUNTS
from simulate.kit.layout import hidden_layout, layout, table_layout

TABLE = table_layout(
    step="the step of the turn: 0 dive, 1 take, 2 rearrange, 3 score, 4 mission",
    grid=("the card in each cell, row by row; -1 if the cell is empty", CELLS),
    filled="the cells with a card, as a set",
    emptied="the cell emptied in this turn; -1 if none is",
    row_pile=("face-down cards of each row", 3),
    face_down="face-down cards, all rows together",
    spots=("the spot of each seat's diver; -1 if it is not placed", MOST_SEATS),
    occupied="the spots with divers, as a set",
    oxygen=("the oxygen each seat holds", MOST_SEATS),
    tableau=("each seat's cards from left to right; -1 where there is none", MOST_SEATS, MOST_LAID),
    tableau_size=("cards in each seat's tableau", MOST_SEATS),
    animal_pearls=(
        "the places of each seat's tableau with a pearl on the animal, as a set",
        MOST_SEATS,
    ),
    plant_pearls=(
        "the places of each seat's tableau with a pearl on the plant, as a set",
        MOST_SEATS,
    ),
    missions="the missions that nobody owns, by their place in the rules from 0, as a set",
    owned=("the missions each seat owns, as a set", MOST_SEATS),
    owned_colours=("the colours of the missions each seat owns, as a set", MOST_SEATS),
    end_measure="what the end-scoring card asks for, one of `Measure`; -1 without a card",
    end_share=("what each seat got by the end-scoring card, in 60ths; 0 until the end", MOST_SEATS),
    laying="the seats that still need cards, as a set",
    rearranged="the seats that have swapped or shifted cards, as a set",
)
#: All that players have lies on the table.
OWN = layout()
HIDDEN = hidden_layout(
    len(COUNTS),
    pile=("the face-down cards of all rows: the first face_down entries, in no order", MOST_CARDS),
)
