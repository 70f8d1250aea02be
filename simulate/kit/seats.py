"""Seats around a table that some may have left: who is next, who leads, who is last."""

from __future__ import annotations

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
