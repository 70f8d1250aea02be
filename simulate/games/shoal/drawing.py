"""Draws the shoals, one below the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simulate.game import Aside, Drawn, Snapshot
from simulate.games.shoal.cards import NOTHING, SECRET
from simulate.games.shoal.laying import card_at
from simulate.games.shoal.names import (
    COLOUR_NAMES,
    card_symbol,
    column_name,
    in_points,
    parts_of_score,
)
from simulate.kit.grid import MIDDLE, ROW, SET, is_on


def cells_of(board: Any) -> list[int]:
    """List the cells of a board, row by row, in plain Python."""
    return [
        SET * word + member
        for word, members in enumerate(board.tolist())
        if members != 0
        for member in range(SET)
        if members >> member & 1
    ]


def draw_shoals(rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
    """Draw all shoals, with the colours and points of the seats in `hands`."""
    lines = []
    for seat in range(rules.players):
        lines += _heading(rules, snapshot, seat, seat in hands)
        lines += _drawing(rules, snapshot.table, seat)
    return lines


def _heading(rules: Any, snapshot: Snapshot, seat: int, known: bool) -> list[str]:
    """Tell whose shoal it is, of which colour if that is known, and what is in it."""
    table = snapshot.table
    colour = snapshot.own[seat].tile if known else table.tiles[seat]
    told = "colour secret"
    if colour != SECRET:
        points = sum(points for points, _ in parts_of_score(rules, table, seat, colour))
        told = f"{COLOUR_NAMES[colour]}, {in_points(points)}"
    fish = " ".join(
        f"{name[0].upper()} {table.fish[seat, index]}" for index, name in enumerate(COLOUR_NAMES)
    )
    mark = ">" if seat == table.seat and not table.over else " "
    return [
        Aside(f"{mark} seat {seat + 1} ({told})"),
        Aside(
            f"  fish {fish}, cor {table.coral_count[seat]}, "
            f"oct {table.octopus_count[seat]}, shk {table.shark_count[seat]}"
        ),
    ]


def _drawing(rules: Any, table: Any, seat: int) -> list[str]:
    """Draw a shoal as far as it reaches, a row a line, with the names of rows and columns."""
    used = [divmod(cell, ROW) for cell in cells_of(table.occupied[seat])]
    rows = range(min(row for row, _ in used), max(row for row, _ in used) + 1)
    columns = range(min(column for _, column in used), max(column for _, column in used) + 1)
    lines = ["     " + " ".join(f"{column_name(rules, column):3}" for column in columns)]
    for row in rows:
        label = row - (MIDDLE - rules.table_size // 2) + 1
        cells = " ".join(f"{_seen(table, seat, ROW * row + c):3}" for c in columns)
        lines.append(f"  {label:2} {cells}")
    return [Drawn(line.rstrip()) for line in lines]


def _seen(table: Any, seat: int, cell: int) -> str:
    """Return what a cell of a shoal shows."""
    card = card_at(table, seat, cell)
    if card != NOTHING:
        return card_symbol(card)
    boards = {
        "cor": table.corals,
        "oct": table.octopuses,
        "shk": table.sharks,
        "xxx": table.bones,
    }
    return next((shown for shown, board in boards.items() if is_on(board[seat], cell)), " .")
