"""How likely each player of Scaphandre takes the centre in the turns to come."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.scaphandre import NUMBERS
from strategies.scaphandre_knowledge import PLAYERS

#: How many turns, cards in hand and missing animals the table below knows.
PLIES, HELD, FURTHEST = 6, 4, 12
#: Low cards are laid first, so that a hand holds more high cards: by this share, a number.
_TILT = 0.2


def _who_takes() -> Any:
    """Tabulate the chances that the centre is taken in the 1st, 2nd, … turn from now.

    Everybody takes it if they want to and can, and lays their lowest card otherwise.

    Returns
    -------
    array of float64
        By number of players, cards in hand, who wants to take it (a set of players in
        order of play), animals missing up to the limit, and turn.
    """
    chances = np.zeros((PLAYERS + 1, HELD + 1, 1 << PLAYERS, FURTHEST + 1, PLIES))
    shares = [1 + _TILT * (number - 3) for number in range(1, NUMBERS + 1)]
    up_to = [sum(shares[:number]) / NUMBERS for number in range(NUMBERS + 1)]
    for players in range(1, PLAYERS + 1):
        for held in range(1, HELD + 1):
            for missing in range(1, FURTHEST + 1):
                short = min(missing - 1, NUMBERS)
                for willing in range(1 << players):
                    top = up_to[short if willing & 1 else NUMBERS]
                    others = willing >> 1 | (willing & 1) << (players - 1)
                    chance = chances[players, held, willing, missing]
                    chance[0] = 1
                    for low in range(1, short + 1):
                        above = (top - up_to[low - 1]) ** held
                        lays = above - (top - up_to[low]) ** held
                        chance[0] -= lays
                        chance[1:] += lays * chances[players, held, others, missing - low, :-1]
    return chances


WHO_TAKES = _who_takes()
