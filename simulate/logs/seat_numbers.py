"""Seats that a log counts from 0, as programs do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from simulate.errors import UsageError
from simulate.logs.headings import Meaning
from simulate.logs.play_table import PlayTable
from simulate.logs.values import whole_number_of
from simulate.logs.winner_names import NUMBERED_WINNER
from simulate.sheets.cells import SheetCell

#: Winners 0 and 1 may also mean "lost" and "won", if all players win or lose together.
_LEAST_SEAT = 2


def with_seats_from_1(table: PlayTable, notes: list[str]) -> PlayTable:
    """Return a table with one row per game, in which winners that are seats are counted from 1.

    If the log counts seats from 0, a sentence that says so is added to `notes`. A table that lists
    the players is not changed.

    Raises
    ------
    UsageError
        If a winner 0 may be the first seat or mean that nobody won.
    """
    places = [index for index, meaning in table.meanings.items() if meaning == Meaning("winner")]
    if not places or any(meaning.number for meaning in table.meanings.values()):
        return table
    rows = [row for row in table.rows if table.text(row, "winner")]
    texts = [table.text(row, "winner") for row in rows]
    sizes = [whole_number_of(table.text(row, "players")) or 0 for row in rows]
    is_from_0 = _are_counted_from_0(texts, sizes)
    if is_from_0 is None:
        row = next(row for row, text in zip(rows, texts, strict=True) if int(text) == 0)
        raise UsageError(
            f"{table.place(row).name('winner')} is {table.text(row, 'winner')!r}, which may be the "
            "first seat or mean that nobody won; add a column with the number of players, or count "
            "seats from 1"
        )
    if not is_from_0:
        return table
    notes.append("The log counts seats from 0; seat 1 is its seat 0.")
    shifted = []
    for row in table.rows:
        number, cells = row
        text = table.text(row, "winner")
        if text:
            cell = SheetCell(str(_seat_of(text) + 1))
            shifted.append((number, (*cells[: places[0]], cell, *cells[places[0] + 1 :])))
        else:
            shifted.append(row)
    return replace(table, rows=shifted)


def _seat_of(text: str) -> int:
    """Return the number in a winner such as ``2`` or ``player_2``."""
    match = NUMBERED_WINNER.fullmatch(text.strip())
    assert match is not None
    return int(match[1] or match[2])


def _are_counted_from_0(texts: Sequence[str], sizes: Sequence[int]) -> bool | None:
    """Return True if winners are seats that are counted from 0, False if from 1.

    The result is None if that is unclear, because there is a seat 0 that may mean that nobody won.

    Parameters
    ----------
    texts
        The cells with the winners, which are not empty.
    sizes
        The number of players in the game of each cell; 0 if unknown.
    """
    if not all(NUMBERED_WINNER.fullmatch(text.strip()) for text in texts):
        return False
    numbers = [_seat_of(text) for text in texts]
    if 0 not in numbers or max(numbers) < _LEAST_SEAT:
        return False
    if all(sizes):
        return all(number < size for number, size in zip(numbers, sizes, strict=True))
    has_words = any(not text.strip()[:1].isdecimal() for text in texts)
    return True if has_words else None
