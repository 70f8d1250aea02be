"""A game of two sides, or of a group that plays together, with exact chances of winning."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from pathlib import Path

PLAYERS = 4
#: Each seat takes a point, or tosses a coin for three points, once.
STAKES = '''
"""Each seat takes a point for sure, or tosses a coin for three points."""
from simulate.kit.seats import all_seats, higher_side
from simulate.making import Counter, Whole, allow, below, bit, end_game, game
from strategies import strategy

SAFE, BOLD = 0, 1
total = Counter("total", "points of all seats")


def legal(rules, state, menu):
    allow(menu, SAFE)
    allow(menu, BOLD)


def apply(rules, state, action):
    table = state.table
    points = 1
    if action == BOLD:
        points = 3 * below(state.chance, 2)
    table.scores[table.seat] = points
    table.total += points
    if table.turns == rules.players - 1:
        end_game(state)


def wins(rules, state):
    if SIDES == "opposite seats":
        return higher_side(rules, state)
    return all_seats(rules.players) if state.table.total >= rules.goal else 0


SIDES = "opposite seats"
GAME = game(
    name="stakes",
    seats=(4, 4),
    sides=SIDES,
    rules={"goal": Whole(default=6, minimum=0, maximum=12, meaning="Points that all win with.")},
    components=[total],
    actions={SAFE: "takes a point", BOLD: "tosses a coin"},
    legal=legal,
    apply=apply,
    wins=wins,
)


@strategy("stakes", tier=1)
def safe(view):
    """Takes a point."""
    return SAFE


@strategy("stakes", tier=2)
def bold(view):
    """Tosses the coin."""
    return BOLD
'''
#: The points that each strategy can get, with their chances.
POINTS: dict[str, dict[int, Fraction]] = {
    "safe": {1: Fraction(1)},
    "bold": {0: Fraction(1, 2), 3: Fraction(1, 2)},
    "random": {1: Fraction(1, 2), 0: Fraction(1, 4), 3: Fraction(1, 4)},
}


def write_stakes(folder: Path, sides: str) -> Path:
    """Write the game's file into a folder, with the `sides` of its declaration; return its path."""
    file = folder / "stakes.py"
    file.write_text(STAKES.replace('SIDES = "opposite seats"', f'SIDES = "{sides}"'))
    return file


def totals(*lineup: str) -> dict[int, Fraction]:
    """Return the chance of each sum of points of seats with the strategies of `lineup`."""
    chances: dict[int, Fraction] = {}
    for points in product(*(POINTS[name].items() for name in lineup)):
        total = sum(point for point, _ in points)
        chance = math.prod((part for _, part in points), start=Fraction(1))
        chances[total] = chances.get(total, Fraction(0)) + chance
    return chances


def share_of_side(strategy: str, others: str) -> float:
    """Return the win rate of a side of two `strategy` against a side of two `others`."""
    won = Fraction(0)
    own = totals(strategy, strategy)
    theirs = totals(others, others)
    for (points, chance), (rival_points, rival_chance) in product(own.items(), theirs.items()):
        result = Fraction(points > rival_points)
        if points == rival_points:
            result = Fraction(1, 2)
        won += chance * rival_chance * result
    return float(won)


def share_of_group(strategy: str, goal: int = 6) -> float:
    """Return the chance that a group in which all play `strategy` reaches `goal` points."""
    reached = [part for total, part in totals(*[strategy] * PLAYERS).items() if total >= goal]
    return float(sum(reached, Fraction(0)))


def assert_near(rate: float, exact: float, games: int) -> None:
    """Check that a share of `games` is within four standard errors of its exact value."""
    assert abs(rate - exact) <= 4 * math.sqrt(exact * (1 - exact) / games), (rate, exact)
