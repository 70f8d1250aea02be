"""Sides of a table: who wins together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simulate.kit.bits import EMPTY, bit, has
from simulate.kit.compiled import compiled
from simulate.kit.seats import all_seats

#: Of a number of players, the side of each seat; sides are numbered from 0.
Sides = Callable[[int], tuple[int, ...]]


def each_seat(players: int) -> tuple[int, ...]:
    """Let each seat play for itself, as in most games."""
    return tuple(range(players))


def opposite_seats(players: int) -> tuple[int, ...]:
    """Make two sides of the seats in turn: with four, seats 1 and 3 against 2 and 4."""
    return tuple(seat % 2 for seat in range(players))


def all_together(players: int) -> tuple[int, ...]:
    """Let all play against the game."""
    return (0,) * players


@compiled
def _every_other(players: int, first: int) -> Any:
    seats = EMPTY
    for seat in range(first, players, 2):
        seats |= bit(seat)
    return seats


@compiled
def _better_side(rules: Any, state: Any, sign: int) -> Any:
    """Return the seats of that of two opposite sides that has more points, or fewer, or all."""
    lead = 0
    for seat in range(rules.players):
        points = sign * state.table.scores[seat]
        lead += points if seat % 2 == 0 else -points
    if lead == 0:
        return all_seats(rules.players)
    return _every_other(rules.players, 0 if lead > 0 else 1)


@compiled
def higher_side(rules: Any, state: Any) -> Any:
    """Return the seats of that of two opposite sides whose scores have the higher sum, or all."""
    return _better_side(rules, state, 1)


@compiled
def lower_side(rules: Any, state: Any) -> Any:
    """Return the seats of that of two opposite sides whose scores have the lower sum, or all."""
    return _better_side(rules, state, -1)


@compiled
def with_opposite(winners: Any, players: int) -> Any:
    """Return all seats of the opposite sides that some seats play for."""
    found = EMPTY
    for seat in range(players):
        if has(winners, seat):
            found |= _every_other(players, seat % 2)
    return found


@compiled
def with_all(winners: Any, players: int) -> Any:
    """Return all seats if any is among some seats, else none."""
    return EMPTY if winners == 0 else all_seats(players)
