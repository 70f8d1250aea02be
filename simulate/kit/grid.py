"""Square grids as sets of cells, for games whose cards or pieces lie in rows and columns.

A board is the set of all cells with a certain kind of piece, so a grid has one board per kind. A
board is an array of `WORDS` words. Each word is a 64-bit set with two rows of 32 cells. The last
column and the last row stay empty, so that a neighbour beyond an edge is never a cell in use.
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
#: The row and the column of the middle of every grid, which do not depend on its side.
MIDDLE = LONGEST_SIDE // 2
#: The number of cells in a word.
SET = 64
#: The number of words in a board.
WORDS = ROW * ROW // SET
#: The number of cells of a board.
CELLS = ROW * ROW

_LOW = np.int64(0xFFFF_FFFF)
_NOT_SIGN = np.int64(0x7FFF_FFFF_FFFF_FFFF)


@inlined
def cell_at(row: int, column: int) -> int:
    """Return the number of a cell from its row and column, which count from 0."""
    return row * ROW + column


@inlined
def is_on(board: Any, cell: int) -> bool:
    """Return True if a cell belongs to a board."""
    return has(board[cell >> 6], cell & 63)


@inlined
def put_on(board: Any, cell: int) -> None:
    """Add a cell to a board, which is a set of cells, in place."""
    board[cell >> 6] |= bit(cell & 63)


@inlined
def take_off(board: Any, cell: int) -> None:
    """Remove a cell from a board, in place."""
    board[cell >> 6] &= ~bit(cell & 63)


@inlined
def beside(above: Any, word: Any, below: Any) -> Any:
    """Return the cells of a word that are orthogonally adjacent to cells on the board.

    Parameters
    ----------
    above, below
        The words of the board before and after this word; 0 at the edge of the board.
    word
        The word of the board.

    Returns
    -------
    int
        A set of cells. It can include cells that are on the board themselves, and cells of the
        unused row and column.
    """
    sideways = (word << 1) | ((word >> 1) & _NOT_SIGN)
    within = (word << ROW) | ((word >> ROW) & _LOW)
    return sideways | within | ((above >> ROW) & _LOW) | (below << ROW)


def square(side: int) -> list[int]:
    """Return the board of all cells of a square grid in the middle, as a list of `WORDS` words.

    `side` is the number of rows and columns of the grid, an odd number.
    """
    lines = range(MIDDLE - side // 2, MIDDLE + side // 2 + 1)
    cells = [ROW * row + column for row in lines for column in lines]
    words = []
    for word in range(WORDS):
        words.append(from_members(cell - SET * word for cell in cells if cell // SET == word))
    return words
