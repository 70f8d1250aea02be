"""What Shoal's cards, cells and points are called."""

from __future__ import annotations

from typing import Any

from simulate.games.shoal.cards import (
    CORAL,
    NOTHING,
    OCTOPUS,
    SHARK,
    colour_of,
    fish_on,
    is_fish,
    seabed_of,
)
from simulate.games.shoal.scoring import has_majority, most_sharks
from simulate.kit.grid import MIDDLE, ROW

COLOUR_NAMES = ("red", "yellow", "green", "blue")
SEABED_NAMES = ("sand", "reef", "kelp", "deep")
LEGEND = (
    "Rs is one red fish on sand, RRs two of them; fish red, yellow, green, blue; seabeds sand, "
    "reef, kelp, deep",
    "cor: coral, oct: octopus on a coral, shk: shark on a fish, xxx: fishbone",
)


def card_name(card: int) -> str:
    """Name a card, as in "two red fish on sand"."""
    if is_fish(card):
        number = "two" if fish_on(card) == 2 else "one"
        return f"{number} {COLOUR_NAMES[colour_of(card)]} fish on {SEABED_NAMES[seabed_of(card)]}"
    return {CORAL: "a coral", SHARK: "a shark", OCTOPUS: "an octopus"}[card]


def card_symbol(card: int) -> str:
    """Name a card in three letters, as in "RRs"."""
    if is_fish(card):
        fish = COLOUR_NAMES[colour_of(card)][0].upper() * fish_on(card)
        return fish + SEABED_NAMES[seabed_of(card)][0]
    return {CORAL: "cor", SHARK: "shk", OCTOPUS: "oct", NOTHING: "---"}[card]


def column_name(rules: Any, column: int) -> str:
    """Name a column of the table by one or two letters."""
    index = column - (MIDDLE - rules.table_size // 2)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return letters[index] if index < len(letters) else "A" + letters[index - len(letters)]


def place_name(rules: Any, cell: int) -> str:
    """Name a cell, as in "H8", the middle of the usual table."""
    row = cell // ROW - (MIDDLE - rules.table_size // 2) + 1
    return f"{column_name(rules, cell % ROW)}{row}"


def parts_of_score(rules: Any, table: Any, seat: int, colour: int) -> list[tuple[int, str]]:
    """Return of what the points of a seat with that colour are made, each with what it is for."""
    parts = [(int(sum(table.fish[: rules.players, colour])), f"{COLOUR_NAMES[colour]} fish")]
    if has_majority(table, seat, colour):
        parts.append((rules.majority_points, "for the majority in its shoal"))
    if table.octopus_count[seat]:
        parts.append((rules.octopus_points * table.octopus_count[seat], "for octopuses"))
    if table.shark_count[seat] == most_sharks(table, rules.players):
        parts.append((rules.shark_points, "for most sharks"))
    return parts


def in_points(points: int) -> str:
    """Write points, as in "1 point"."""
    return "1 point" if points == 1 else f"{points} points"
