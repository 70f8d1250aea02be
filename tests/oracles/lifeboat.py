"""Lifeboat from its rules alone, importing nothing of the project: solved, and played plainly.

Each turn a die is rolled and used to row or to bail; then half another die of water comes in,
rounded down, and one more for each player beyond the second. Reaching the shore wins at once; the
boat sinks at a mark, and a storm takes it after a number of turns.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

FACES = range(1, 7)


@dataclass(frozen=True)
class Sea:
    """The rules of a voyage."""

    players: int
    shore: int = 24
    sinks: int = 12
    storm: int = 14

    def rise(self, face: int) -> int:
        """Return how much water comes in by a die."""
        return face // 2 + max(self.players - 2, 0)


#: From what is rolled, the strokes left and the water, whether it is rowed.
Plan = Callable[[int, int, int], bool]


def sailor(wet: int) -> Plan:
    """Return the plan of who bails from a mark on."""
    return lambda rolled, strokes, water: water < wet


@dataclass(frozen=True)
class Voyage:
    """How likely the shore is reached, and the mean number of turns."""

    won: float
    turns: float


def solve(sea: Sea, *plans: Plan) -> Voyage:
    """Solve the voyage of players who take turns with their plans; of the best ones without any."""

    @cache
    def from_here(turn: int, strokes: int, water: int) -> Voyage:
        faces = [best(turn, rolled, strokes, water) for rolled in FACES]
        return Voyage(sum(face.won for face in faces) / 6, sum(face.turns for face in faces) / 6)

    def best(turn: int, rolled: int, strokes: int, water: int) -> Voyage:
        if plans:
            return after(
                turn, rolled, strokes, water, plans[turn % len(plans)](rolled, strokes, water)
            )
        both = [after(turn, rolled, strokes, water, rows) for rows in (True, False)]
        return max(both, key=lambda first_policy: first_policy.won)

    def after(turn: int, rolled: int, strokes: int, water: int, rows: bool) -> Voyage:
        if rows and strokes <= rolled:
            return Voyage(1.0, 1.0)
        strokes, water = (strokes - rolled, water) if rows else (strokes, max(water - rolled, 0))
        won, turns = 0.0, 1.0
        for face in FACES:
            full = water + sea.rise(face)
            if full < sea.sinks and turn + 1 < sea.storm:
                on = from_here(turn + 1, strokes, full)
                won += on.won / 6
                turns += on.turns / 6
        return Voyage(won, turns)

    return from_here(0, sea.shore, 0)


def play(source: random.Random, sea: Sea) -> tuple[bool, int]:
    """Play one voyage of players who decide by lot; return whether it is won, and its turns."""
    strokes, water = sea.shore, 0
    for turn in range(1, sea.storm + 1):
        rolled = source.randint(1, 6)
        if source.random() < 0.5:
            strokes -= rolled
        else:
            water = max(water - rolled, 0)
        if strokes <= 0:
            return True, turn
        water += sea.rise(source.randint(1, 6))
        if water >= sea.sinks:
            break
    return False, turn
