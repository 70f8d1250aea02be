"""Who is next: seats around a table that some may have left."""

from __future__ import annotations

from typing import Any

from simulate.bits import bit, has
from simulate.compiled import inlined

#: Directions of play.
CLOCKWISE, COUNTERCLOCKWISE = 1, -1


@inlined
def all_seats(players: int) -> Any:
    """Return the set of seats 0 to `players` - 1 (at most 63)."""
    return bit(players) - 1


@inlined
def next_seat(seats: Any, seat: int, players: int, direction: int = CLOCKWISE) -> int:
    """Return the first of a set of seats after `seat`, which may be the seat itself.

    Parameters
    ----------
    seats
        The seats to choose from, as a set; not empty.
    seat, players
        Where to begin, and how many seats the table has.
    direction
        `CLOCKWISE` (rising numbers) or `COUNTERCLOCKWISE`.
    """
    while True:
        seat += direction
        if seat >= players:
            seat = 0
        elif seat < 0:
            seat = players - 1
        if has(seats, seat):
            return seat
