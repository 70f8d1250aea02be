"""What Animal Splash's cards, spots, missions and points are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simulate.games.animal_splash.cards import (
    COLOUR_NAMES,
    KIND_NAMES,
    PLANT_NAMES,
    POINT,
    colour_of,
    kind_of,
    oxygen_of,
    plant_of,
)
from simulate.games.animal_splash.options import MissionColour

SPOT_NAMES = (
    *(f"above column {column}" for column in (1, 2, 3)),
    *(f"right of row {row}" for row in (1, 2, 3)),
    *(f"below column {column}" for column in (3, 2, 1)),
    *(f"left of row {row}" for row in (3, 2, 1)),
)
SIDE_NAMES = ("left", "right")
MEASURE_NAMES = (
    "oxygen",
    "pearls on animals",
    "pearls on plants",
    "pearls",
    "animal kinds",
    "animal colours",
    "plant kinds",
    "cards in a run of one animal kind",
    "cards in a run of one animal colour",
    "cards in a run of one plant",
)


def counted(number: int, thing: str) -> str:
    """Write how many there are of something, as in "2 cards"."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def in_points(sixtieths: int) -> str:
    """Write a score, as in "1.5 points"."""
    points = f"{sixtieths / POINT:.4g}"
    return f"{points} point{'' if points == '1' else 's'}"


def in_seats(seats: Sequence[int]) -> str:
    """Write seats, as in "seat 1 and seat 3"."""
    return " and ".join(f"seat {seat + 1}" for seat in seats)


def animal_name(card: int) -> str:
    """Name the animal of a card, as in "green turtle"."""
    return f"{COLOUR_NAMES[colour_of(card)]} {KIND_NAMES[kind_of(card)]}"


def plant_name(card: int) -> str:
    """Name the plant of a card and its oxygen, as in "coral + oxygen"."""
    return PLANT_NAMES[plant_of(card)] + (" + oxygen" if oxygen_of(card) else "")


def card_name(card: int) -> str:
    """Name a card, as in "green turtle with coral + oxygen"."""
    return f"{animal_name(card)} with {plant_name(card)}"


def cell_name(cell: int) -> str:
    """Name a cell of the grid, as in "row 1, column 3"."""
    return f"row {cell // 3 + 1}, column {cell % 3 + 1}"


def mission_colour(rules: Any, mission: int) -> str:
    """Name the colour of a mission."""
    return MissionColour(rules.missions_colour[mission]).name.lower()


def mission_name(rules: Any, mission: int) -> str:
    """Name a mission, as in "3 plants: 2+ pearls on plants, 1 point"."""
    return (
        f"{mission + 1} {mission_colour(rules, mission)}: "
        f"{rules.missions_at_least[mission]}+ {MEASURE_NAMES[rules.missions_measure[mission]]}, "
        f"{counted(rules.missions_points[mission], 'point')}"
    )


def end_card_name(rules: Any, table: Any) -> str:
    """Name the end-scoring card with what it gives."""
    if table.end_measure < 0:
        return "end scoring: none"
    best, second = rules.end_points.tolist()
    return (
        f"end scoring: most {MEASURE_NAMES[table.end_measure]}, {counted(best, 'point')} for the "
        f"best and {second} for the second"
    )
