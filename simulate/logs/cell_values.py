"""The values of cells in a table of plays; each function raises an error that names the cell."""

from __future__ import annotations

from simulate.errors import UsageError
from simulate.logs import headings
from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.result_words import is_tie
from simulate.logs.times import minutes_of
from simulate.logs.values import number_of, outcome_of, place_of, truth_of, whole_number_of
from simulate.sheets.cells import Row
from simulate.sheets.numbers import is_nothing

#: The text of a cell with an unknown value. An empty cell may also mean that there is no such
#: player.
UNKNOWN = "?"


def whole_in(table: PlayTable, row: Row, name: str, number: int = 0) -> int:
    """Return the whole number of a cell; 0 if it is empty. Raise `UsageError` for other texts."""
    text = table.text(row, name, number)
    read = place_of if name in ("rank", "rank of", "seat") else whole_number_of
    value = 0 if is_unknown(text) else read(text)
    if value is None:
        raise invalid_cell(table, row, name, number, text, "a whole number")
    return value


def seat_in(table: PlayTable, row: Row, number: int = 0) -> int | None:
    """Return the seat of a player; None if unknown. Raise `UsageError` for other texts.

    Seats may be counted from 0, so 0 does not mean that the seat is unknown.
    """
    if is_unknown(table.text(row, "seat", number)):
        return None
    return whole_in(table, row, "seat", number)


def number_in(table: PlayTable, row: Row, name: str, number: int = 0) -> float | None:
    """Return the number of a cell; None if it is empty. Raise `UsageError` for other texts."""
    text = table.text(row, name, number)
    if is_unknown(text):
        return None
    value = number_of(text, table.decimal)
    if value is None:
        raise invalid_cell(table, row, name, number, text, "a number")
    return value


def minutes_in(table: PlayTable, row: Row) -> float | None:
    """Return the minutes of a row; None if unknown. Raise `UsageError` for a text without time."""
    for name in headings.TIMES:
        if not is_unknown(table.text(row, name)):
            return time_in(table, row, name)
    return None


def time_in(table: PlayTable, row: Row, name: str) -> float | None:
    """Return the minutes of a cell in a column of `TIMES`; None if it is empty or 0.

    Raise `UsageError` for a text without time.
    """
    text = table.text(row, name)
    if is_unknown(text):
        return None
    value = minutes_of(
        text, headings.TIMES[name], table.decimal, with_seconds=name in table.with_seconds
    )
    if value is None:
        raise invalid_cell(table, row, name, 0, text, "a time, as in 45 or 1:15")
    return value or None


def is_unknown(text: str) -> bool:
    """Return True if a cell is empty or has a text for an unknown value, such as ``?``."""
    return not text or text == UNKNOWN or is_nothing(text)


def invalid_cell(
    table: PlayTable, row: Row, name: str, number: int, text: str, allowed: str
) -> UsageError:
    """Return the error for an invalid cell."""
    place = table.place(row).name(f"{name} {number}" if number else name)
    return UsageError(
        f"{place} is {text!r}; allowed: {allowed}; correct the cell, or leave it empty if unknown"
    )


def won_in(table: PlayTable, row: Row, name: str, number: int = 0) -> bool | None:
    """Return whether a player won; None if unknown. Raise `UsageError` for other texts."""
    text = table.text(row, name, number)
    if not text or text == UNKNOWN:
        return None
    if is_tie(text):
        return True
    is_result = name in ("won", "won of")
    value = outcome_of(text) if is_result else truth_of(text)
    if value is None:
        allowed = "yes or no, won or lost" if is_result else "yes or no"
        raise invalid_cell(table, row, name, number, text, allowed)
    return value


def check_cell(table: PlayTable, row: Row, name: str, number: int = 0) -> None:
    """Raise `UsageError` if a cell of a column of numbers, times or yes and no is invalid."""
    if name in headings.TIMES:
        time_in(table, row, name)
    elif name in ("seat", "rank", "rank of"):
        whole_in(table, row, name, number)
    elif name in ("score", "score of", "rounds", "turns"):
        number_in(table, row, name, number)
    elif name in ("won", "won of", "first"):
        won_in(table, row, name, number)


def own_texts(table: PlayTable, row: Row) -> dict[str, str]:
    """Return the texts of the columns that are specific to the game, by column."""
    texts = {column: text_at(row, index) for index, column in table.own.items()}
    for name in ("variant", "rules"):
        texts[name] = table.text(row, name)
    return {column: text for column, text in texts.items() if text}
