"""The row of integers that the kernel writes for each game. Tallies are sums over rows.

The constants are indices into a row. A set of seats is an integer in which bit s is 1 if seat s
is in the set. A game takes *standings* (who leads?) at moments that it chooses, such as the end of
a round, and calls one of these moments half-time (see `standings` and `halftime` of
`simulate.game.Game`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulate.kit.layout import SEATS

#: An array of 64-bit integers: rows, or counts.
Integers = np.ndarray[Any, np.dtype[np.int64]]

DEAL = 0
ROTATION = 1
FINISHED = 2
#: The set of seats that share the win. It is empty if the game did not end.
WINNERS = 3
TURNS = 4
ROUNDS = 5
DECISIONS = 6
#: The number of times that a seat took over the sole lead from another seat. In a game with sides,
#: leads of sides are counted.
LEAD_CHANGES = 7
#: The set of seats that were last at half-time: of the seats still in the game, those with the
#: lowest score, or all seats of the sides with the lowest total. It is empty if all were level, if
#: the game was over by then, or if the game did not end.
LAST_AT_HALF = 8
#: The set of seats still in the game when standings were first taken, and the first of the columns
#: with each seat's score at that moment. The set is empty if the game was over by then.
FIRST_SEATS = 9
FIRST_SCORES = 10
#: The set of seats still in the game at half-time, and the first of the columns with each seat's
#: score at that moment.
HALF_SEATS = FIRST_SCORES + SEATS
HALF_SCORES = HALF_SEATS + 1
#: The first of the columns with each seat's final score.
SCORES = HALF_SCORES + SEATS
#: The set of seats that made at least one decision.
DECIDED = SCORES + SEATS
#: The first of the columns with the game's own counts. The set of seats of each group comes after
#: these columns, and then the set of losers (see `simulate.kit.groups`).
COUNTS = DECIDED + 1


def width(counts: int, sets: int = 0) -> int:
    """Return the number of integers in a row of a game that declares `counts` counts.

    `sets` is the number of sets of seats that the row has (`simulate.game.Game.sets`).
    """
    return COUNTS + counts + sets


def sums_by_side(numbers: Any, side_of: Sequence[int]) -> Any:
    """Return the sum of a value over the seats of each side, per game.

    A NaN makes only the sum of its own side NaN.

    Parameters
    ----------
    numbers
        The value of each seat in each game: shape (games, seats).
    side_of
        The side of each seat, numbered from 0 without gaps.

    Returns
    -------
    numpy.ndarray
        The sums, of shape (games, sides).
    """
    by_seat = np.asarray(numbers)
    sums = np.zeros((len(by_seat), max(side_of) + 1), np.result_type(by_seat, np.int64))
    for seat, side in enumerate(side_of):
        sums[:, side] += by_seat[:, seat]
    return sums
