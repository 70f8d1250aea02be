"""Duels: two strategies have half of the seats each, in every way to sit around the table.

At a table of an odd number each has the odd seat in turn. Seatings that are alike up to rotation
are one, for every deal is played in all rotations; so a table of six has the most, four.
"""

from __future__ import annotations

from itertools import combinations

#: Who of two sits where: 0 for the one, 1 for the other.
Seating = tuple[int, ...]


def seatings(players: int) -> tuple[Seating, ...]:
    """Return all ways in which two strategies share the seats evenly, up to rotation."""
    halves = sorted({players // 2, players - players // 2})
    orders = (
        tuple(int(place not in taken) for place in range(players))
        for half in halves
        for taken in combinations(range(players), half)
    )
    return tuple(sorted({unrotated(order) for order in orders}))


def unrotated(seating: Seating) -> Seating:
    """Return the one of all rotations of a seating that stands for them."""
    return min(seating[shift:] + seating[:shift] for shift in range(len(seating)))


def name_of(seating: Seating) -> str:
    """Name a seating, as in "AABB"."""
    return "".join("AB"[side] for side in seating)


def is_cell(seating: Seating) -> bool:
    """Return whether one plays among others alone, as in a cell of the matrix."""
    return 1 in (seating.count(0), seating.count(1))


def seatings_besides_cells(players: int) -> list[Seating]:
    """Return those of `seatings` that no cell of the matrix plays."""
    return [seating for seating in seatings(players) if not is_cell(seating)]
