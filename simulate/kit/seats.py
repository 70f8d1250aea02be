"""Seats around a table that some may have left: who is next, who leads, who is last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simulate.kit.bits import EMPTY, bit, has
from simulate.kit.compiled import compiled, inlined

#: Directions of play.
CLOCKWISE, COUNTERCLOCKWISE = 1, -1


@inlined
def all_seats(players: int) -> Any:
    """Return the set of seats 0 to `players` - 1 (at most 63)."""
    return bit(players) - 1


@inlined
def next_seat(seats: Any, seat: int, players: int, direction: int = CLOCKWISE) -> int:
    """Return the first of a set of seats, not empty, after `seat`, which may be the seat itself."""
    while True:
        seat += direction
        if seat >= players:
            seat = 0
        elif seat < 0:
            seat = players - 1
        if has(seats, seat):
            return seat


@compiled
def highest(scores: Any, seats: Any, players: int) -> Any:
    """Return those of a set of seats, not empty, that have the highest score, as a set."""
    best = EMPTY
    most = 0
    for seat in range(players):
        if has(seats, seat):
            if best == 0 or scores[seat] > most:
                most = scores[seat]
                best = bit(seat)
            elif scores[seat] == most:
                best |= bit(seat)
    return best


@compiled
def lowest(scores: Any, seats: Any, players: int) -> Any:
    """Return those of a set of seats, not empty, that have the lowest score, as a set."""
    worst = EMPTY
    least = 0
    for seat in range(players):
        if has(seats, seat):
            if worst == 0 or scores[seat] < least:
                least = scores[seat]
                worst = bit(seat)
            elif scores[seat] == least:
                worst |= bit(seat)
    return worst


@compiled
def margin(scores: Any, players: int) -> int:
    """Return how far the highest score is above the second; of two players or more."""
    best, second = max(scores[0], scores[1]), min(scores[0], scores[1])
    for seat in range(2, players):
        if scores[seat] > best:
            second = best
            best = scores[seat]
        elif scores[seat] > second:
            second = scores[seat]
    return best - second  # type: ignore[no-any-return]


@inlined
def open_scores(state: Any) -> Any:
    """Return every seat's score so far, where everybody knows it, as in most games."""
    return state.table.scores


@compiled
def highest_scorers(rules: Any, state: Any) -> Any:
    """Return the set of seats still in with the highest score, who win in most games."""
    table = state.table
    return highest(table.scores, table.active, rules.players)


@compiled
def lowest_scorers(rules: Any, state: Any) -> Any:
    """Return the set of seats still in with the lowest score, who win where points are bad."""
    table = state.table
    return lowest(table.scores, table.active, rules.players)


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
