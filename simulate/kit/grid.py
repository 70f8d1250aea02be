"""Square grids as sets of cells: for games whose cards or pieces lie in rows and columns.

What lies on a grid is kept in boards, one for each kind of thing. A board is an array of
`WORDS` 64-bit sets, two rows of 32 cells each. The last column and the last row stay empty,
so that a neighbour beyond an edge is never a cell in use.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kit.bits import bit, from_members, has
from simulate.kit.compiled import inlined

#: Cells from one row to the next, and the longest side a grid can have.
ROW = 32
LONGEST_SIDE = ROW - 1
#: Row and column of the middle of every grid, whatever its side.
MIDDLE = LONGEST_SIDE // 2
#: Cells of a set, and sets of a board.
SET = 64
WORDS = ROW * ROW // SET
CELLS = ROW * ROW

_LOW = np.int64(0xFFFF_FFFF)
_NOT_SIGN = np.int64(0x7FFF_FFFF_FFFF_FFFF)


@inlined
def cell_at(row: int, column: int) -> int:
    """Return the number of a cell, by row and column from 0."""
    return row * ROW + column


@inlined
def is_on(board: Any, cell: int) -> bool:
    """Tell whether a cell belongs to a board."""
    return has(board[cell >> 6], cell & 63)


@inlined
def put_on(board: Any, cell: int) -> None:
    """Add a cell to a board."""
    board[cell >> 6] |= bit(cell & 63)


@inlined
def take_off(board: Any, cell: int) -> None:
    """Take a cell out of a board."""
    board[cell >> 6] &= ~bit(cell & 63)


@inlined
def beside(above: Any, here: Any, below: Any) -> Any:
    """Return the cells with an orthogonal neighbour on a board, for one of its words.

    `above` and `below` are the words before and after it (0 where there is none). The set can hold
    cells of the board itself, and cells of the unused row and column.
    """
    sideways = (here << 1) | ((here >> 1) & _NOT_SIGN)
    within = (here << ROW) | ((here >> ROW) & _LOW)
    return sideways | within | ((above >> ROW) & _LOW) | (below << ROW)


def square(side: int) -> list[int]:
    """Return the board of all cells of a grid with an odd side, around the middle."""
    reach = range(MIDDLE - side // 2, MIDDLE + side // 2 + 1)
    cells = [ROW * row + column for row in reach for column in reach]
    return [
        from_members(cell - SET * word for cell in cells if cell // SET == word)
        for word in range(WORDS)
    ]
