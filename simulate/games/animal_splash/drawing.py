"""Draws the grid with the divers around it, and tableaus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simulate.game import Drawn
from simulate.games.animal_splash.cards import (
    COLOUR_NAMES,
    KIND_NAMES,
    NO_CARD,
    NOWHERE,
    PLANT_NAMES,
    SPOTS,
    colour_of,
    kind_of,
    plant_of,
)
from simulate.games.animal_splash.names import animal_name, plant_name
from simulate.kit.bits import EMPTY, has

#: Of a card in the grid.
_CELL_WIDTH = 16


def draw_grid(rules: Any, table: Any) -> list[str]:
    """Draw the grid with the divers at their spots around it."""
    at = ["."] * SPOTS
    for seat in range(rules.players):
        if table.spots[seat] != NOWHERE:
            at[table.spots[seat]] = f"seat {seat + 1}"
    indent = " " * 7
    rule = indent + f"+{'-' * (_CELL_WIDTH + 2)}" * 3 + "+"
    lines = [_heads(at[:3]), rule]
    for row in range(3):
        cards = [int(card) for card in table.grid[3 * row : 3 * row + 3]]
        animals = [animal_name(card) if card != NO_CARD else "empty" for card in cards]
        plants = [plant_name(card) if card != NO_CARD else "" for card in cards]
        lines += [
            f"{at[11 - row]:>6} {_boxes(animals)} {at[3 + row]}",
            f"{indent}{_boxes(plants)}",
            rule,
        ]
    lines.append(_heads([at[8], at[7], at[6]]))
    piles = ", ".join(f"row {row + 1} {table.row_pile[row]}" for row in range(3))
    return [*map(Drawn, lines), f"cards face down: {piles}"]


def draw_tableau(table: Any, seat: int) -> list[str]:
    """Write a tableau's cards from left to right, in brackets what has a pearl."""
    cards = [int(card) for card in table.tableau[seat, : table.tableau_size[seat]]]
    on_animals, on_plants = table.animal_pearls[seat], table.plant_pearls[seat]
    rows = {
        "cards": ([str(place) for place in range(1, len(cards) + 1)], EMPTY),
        "kinds": ([KIND_NAMES[kind_of(card)] for card in cards], on_animals),
        "colours": ([COLOUR_NAMES[colour_of(card)] for card in cards], on_animals),
        "plants": ([PLANT_NAMES[plant_of(card)] for card in cards], on_plants),
    }
    lines = [f"{name:8}" for name in rows] if cards else []
    for place in range(len(cards)):
        told = [
            f"[{names[place]}]" if has(pearls, place) else f" {names[place]}"
            for names, pearls in rows.values()
        ]
        width = max(map(len, told))
        lines = [f"{line}{text:{width}}" for line, text in zip(lines, told, strict=True)]
    return [Drawn(line.rstrip()) for line in lines]


def _boxes(texts: Sequence[str]) -> str:
    return "".join(f"| {text:{_CELL_WIDTH}} " for text in texts) + "|"


def _heads(spots: Sequence[str]) -> str:
    """Write the spots above or below the columns."""
    return (" " * 8 + "".join(f"{spot:^{_CELL_WIDTH + 3}}" for spot in spots)).rstrip()
