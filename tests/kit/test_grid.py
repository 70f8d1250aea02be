"""Boards of 64-bit sets give the same results as plain sets of cells."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simulate.kit.grid import (
    LONGEST_SIDE,
    MIDDLE,
    ROW,
    WORDS,
    beside,
    cell_at,
    is_on,
    put_on,
    square,
    take_off,
)
from tests.kit import kinds, of

Cell = tuple[int, int]
places = st.integers(0, LONGEST_SIDE - 1)
one_cell = st.tuples(places, places)
some_cells = st.sets(one_cell, max_size=40)
#: Cells at edges, in corners and on both sides of the border between two words.
TELLING: set[Cell] = {
    (row, column)
    for row in (0, 1, 2, MIDDLE, LONGEST_SIDE - 2, LONGEST_SIDE - 1)
    for column in (0, 1, MIDDLE, LONGEST_SIDE - 1)
}
EVERYWHERE = {(row, column) for row in range(LONGEST_SIDE) for column in range(LONGEST_SIDE)}


def board_of(cells: set[Cell]) -> Any:
    """Return a board, made without the functions under test."""
    words = [0] * WORDS
    for row, column in cells:
        words[row // 2] |= 1 << (32 * (row % 2) + column)
    return np.array([word - (word >> 63 << 64) for word in words], np.int64)


def cells_of(board: Any) -> set[Cell]:
    """Return all cells of a board, including those of the unused row and column."""
    return {
        (2 * word + place // 32, place % 32)
        for word in range(WORDS)
        for place in range(64)
        if int(board[word]) >> place & 1
    }


def all_beside(kind: str, board: Any) -> set[Cell]:
    """Return the cells beside the cells of a whole board."""
    tell, nothing = of(kind, beside), np.int64(0)
    return cells_of(
        [
            tell(
                board[word - 1] if word > 0 else nothing,
                board[word],
                board[word + 1] if word < WORDS - 1 else nothing,
            )
            for word in range(WORDS)
        ]
    )


def neighbours(cell: Cell) -> set[Cell]:
    row, column = cell
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


@kinds
@given(cell=one_cell)
@example(cell=(0, 0))
@example(cell=(1, 31))
@example(cell=(31, 31))
def test_each_row_and_column_has_a_different_cell(kind: str, cell: Cell) -> None:
    assert divmod(of(kind, cell_at)(*cell), ROW) == cell


@kinds
@given(cells=some_cells, cell=one_cell)
@example(cells=EVERYWHERE, cell=(1, 31))
@example(cells=set(), cell=(1, 31))
def test_a_cell_can_be_added_tested_and_removed(kind: str, cells: set[Cell], cell: Cell) -> None:
    board, number = board_of(cells), ROW * cell[0] + cell[1]
    assert bool(of(kind, is_on)(board, number)) == (cell in cells)
    of(kind, put_on)(board, number)
    assert cells_of(board) == cells | {cell}
    of(kind, put_on)(board, number)
    assert cells_of(board) == cells | {cell}
    of(kind, take_off)(board, number)
    assert cells_of(board) == cells - {cell}
    of(kind, take_off)(board, number)
    assert cells_of(board) == cells - {cell}


@kinds
@given(cells=some_cells)
@example(cells=set())
@example(cells=EVERYWHERE)
@example(cells=TELLING)
def test_beside_returns_the_neighbours_of_cells_of_a_board(kind: str, cells: set[Cell]) -> None:
    result = all_beside(kind, board_of(cells))
    expected = {cell for start in cells for cell in neighbours(start)}
    # The unused row and column may be in it.
    assert result & EVERYWHERE == expected & EVERYWHERE


@pytest.mark.parametrize("side", range(1, LONGEST_SIDE + 1, 2))
def test_a_square_board_has_all_cells_around_its_centre(side: int) -> None:
    board = np.array(square(side), np.int64)
    reach = side // 2
    expected = {
        (MIDDLE + row, MIDDLE + column)
        for row in range(-reach, reach + 1)
        for column in range(-reach, reach + 1)
    }
    assert cells_of(board) == expected
    assert len(expected) == side * side
    assert expected <= EVERYWHERE
