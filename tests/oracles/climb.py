"""Climb in plain Python, from its rules alone: columns by their sums, 2 to 12."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

TOPS = dict(zip(range(2, 13), (3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3), strict=True))
Roll = tuple[int, int, int, int]


def pairings(roll: Roll) -> Iterator[tuple[int, int]]:
    """Yield the two sums of each of the three ways to pair four dice."""
    a, b, c, d = roll
    yield a + b, c + d
    yield a + c, b + d
    yield a + d, b + c


def share_of_rolls(columns: set[int]) -> Fraction:
    """Return how many of all rolls have a pair with one of these sums."""
    faces = range(1, 7)
    rolls = list(product(faces, faces, faces, faces))
    good = sum(any(columns & set(sums) for sums in pairings(roll)) for roll in rolls)
    return Fraction(good, len(rolls))


@dataclass
class Climb:
    """A game of some players who take the first pairing that they can, or the last."""

    players: int
    height: int
    source: random.Random
    limit: int = 3
    last: bool = False
    turns: int = 0
    falls: int = 0
    won: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.places: list[dict[int, int]] = [dict.fromkeys(TOPS, 0) for _ in range(self.players)]

    def play(self) -> int:
        """Play, and return the seat that wins."""
        seat = 0
        while True:
            self._turn(seat)
            self.turns += 1
            if list(self.won.values()).count(seat) >= 3:
                return seat
            seat = (seat + 1) % self.players

    def _turn(self, seat: int) -> None:
        climbers: dict[int, int] = {}
        while True:
            chosen = self._choice(climbers)
            if not chosen:
                self.falls += 1
                return
            for column in chosen:
                start = climbers.get(column, self.places[seat][column])
                climbers[column] = min(start + 1, TOPS[column])
            gained = sum(climbers[c] - self.places[seat][c] for c in climbers)
            topped = [c for c in climbers if climbers[c] == TOPS[c]]
            if topped or gained >= self.height:
                self.places[seat].update(climbers)
                self.won.update(dict.fromkeys(topped, seat))
                return

    def _choice(self, climbers: dict[int, int]) -> tuple[int, ...]:
        a, b, c, d = (self.source.randint(1, 6) for _ in range(4))
        ways = list(pairings((a, b, c, d)))
        for sums in reversed(ways) if self.last else ways:
            able = [column for column in sums if self._can(column, climbers)]
            if not able:
                continue
            if len(set(climbers) | set(able)) > self.limit:
                return (able[-1 if self.last else 0],)  # one climber is left for two columns
            return tuple(able)
        return ()

    def _can(self, column: int, climbers: dict[int, int]) -> bool:
        if column in self.won or climbers.get(column) == TOPS[column]:
            return False
        return column in climbers or len(climbers) < self.limit
