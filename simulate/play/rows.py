"""The row of integers that the kernel writes for each game; tallies are sums over rows.

The constants are places in a row. A set of seats is an integer whose bit s stands for seat s.
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
#: The seats that share the win, as a set; empty when unfinished.
WINNERS = 3
TURNS = 4
ROUNDS = 5
DECISIONS = 6
#: How often a seat that is alone in the lead replaced another seat that was alone in the lead; in a
#: game with sides, how often a side did.
LEAD_CHANGES = 7
#: The seats still in with the lowest score at half-time (see `simulate.game.Game`), or those of the
#: sides with the lowest total, as a set. It is empty if all were level, if the game was over by
#: then, or if it was never decided.
LAST_AT_HALF = 8
#: The seats still in when standings were first taken, as a set, and every seat's score then. The
#: set is empty if the game was over by then.
FIRST_SEATS = 9
FIRST_SCORES = 10
#: The same at half-time.
HALF_SEATS = FIRST_SCORES + SEATS
HALF_SCORES = HALF_SEATS + 1
SCORES = HALF_SCORES + SEATS
#: The seats that made at least one decision, as a set.
DECIDED = SCORES + SEATS
COUNTS = DECIDED + 1


def width(counts: int) -> int:
    """Return the number of integers in a row of a game with `counts` counts of its own."""
    return COUNTS + counts


def sums_by_side(values: Any, side_of: Sequence[int]) -> Any:
    """Return the sums of the seats' values over the seats of each side.

    A value that is NaN makes the sum of its own side NaN, and no other.

    Parameters
    ----------
    values
        A value of each seat in each game: an array of shape (games, seats).
    side_of
        The side of each seat, numbered from 0 without gaps.

    Returns
    -------
    numpy.ndarray
        The sums, of shape (games, sides).
    """
    by_seat = np.asarray(values)
    sums = np.zeros((len(by_seat), max(side_of) + 1), np.result_type(by_seat, np.int64))
    for seat, side in enumerate(side_of):
        sums[:, side] += by_seat[:, seat]
    return sums
