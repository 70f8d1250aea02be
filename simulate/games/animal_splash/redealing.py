"""Filling in what a player of Animal Splash cannot know: which pictures are face down."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.animal_splash.cards import CELLS, NO_CARD
from simulate.kit.compiled import compiled

#: Cards are numbers below it.
_NUMBERS = 256


@compiled
def redeal(rules: Any, state: Any, seat: int) -> None:
    """Put all pictures that nobody can see into the pile, from which they are drawn at random.

    Players have no secrets and the order of the pile is that of drawing, so there is nothing
    to draw yet, and it makes no difference for which seat it is done.
    """
    table = state.table
    visible = np.zeros(_NUMBERS, np.int64)
    for cell in range(CELLS):
        if table.grid[cell] != NO_CARD:
            visible[table.grid[cell]] += 1
    for other in range(rules.players):
        for place in range(table.tableau_size[other]):
            visible[table.tableau[other, place]] += 1
    face_down = 0
    for place in range(rules.full_size):
        card = rules.full_deck[place]
        if visible[card] > 0:
            visible[card] -= 1
        else:
            state.hidden.pile[face_down] = card
            face_down += 1
