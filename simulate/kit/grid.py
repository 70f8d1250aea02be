"""Square grids as sets of cells, for games whose cards or pieces lie in rows and columns.

A board is the set of cells with one kind of thing, so a grid has one board per kind. A board is an
array of `WORDS` 64-bit sets, each of two rows of 32 cells. The last column and the last row stay
empty, so that a neighbour beyond an edge is never a cell in use.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kit.bits import bit, from_members, has
from simulate.kit.compiled import inlined

#: The number of cells from one row to the next.
ROW = 32
#: The longest side of a grid.
LONGEST_SIDE = ROW - 1
#: The row and the column of the middle of every grid, whatever its side.
MIDDLE = LONGEST_SIDE // 2
#: The number of cells in a set.
SET = 64
#: The number of sets in a board.
WORDS = ROW * ROW // SET
#: The number of cells of a board.
CELLS = ROW * ROW

_LOW = np.int64(0xFFFF_FFFF)
_NOT_SIGN = np.int64(0x7FFF_FFFF_FFFF_FFFF)


@inlined
def cell_at(row: int, column: int) -> int:
    """Return the number of the cell in a row and a column, both counted from 0."""
    return row * ROW + column


@inlined
def is_on(board: Any, cell: int) -> bool:
    """Return True if a cell belongs to a board."""
    return has(board[cell >> 6], cell & 63)


@inlined
def put_on(board: Any, cell: int) -> None:
    """Add a cell to a board, in place."""
    board[cell >> 6] |= bit(cell & 63)


@inlined
def take_off(board: Any, cell: int) -> None:
    """Remove a cell from a board, in place."""
    board[cell >> 6] &= ~bit(cell & 63)


@inlined
def beside(above: Any, word: Any, below: Any) -> Any:
    """Return the cells of one word of a board that have an orthogonal neighbour on the board.

    Parameters
    ----------
    above, below
        The words before and after it; 0 where there is none.
    word
        The word.

    Returns
    -------
    int
        A set of cells. It can include cells of the board itself, and of the unused row and column.
    """
    sideways = (word << 1) | ((word >> 1) & _NOT_SIGN)
    within = (word << ROW) | ((word >> ROW) & _LOW)
    return sideways | within | ((above >> ROW) & _LOW) | (below << ROW)


def square(side: int) -> list[int]:
    """Return the board of all cells of a grid, as a list of `WORDS` sets.

    The side is odd, and the grid lies around the middle.
    """
    reach = range(MIDDLE - side // 2, MIDDLE + side // 2 + 1)
    cells = [ROW * row + column for row in reach for column in reach]
    return [
        from_members(cell - SET * word for cell in cells if cell // SET == word)
        for word in range(WORDS)
    ]
