"""The values of cells in a table of plays; each function raises an error that names the cell."""

from __future__ import annotations

from simulate.errors import UsageError
from simulate.logs import headings
from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.values import is_tie, minutes_of, number_of, truth_of, whole_number_of
from simulate.sheets.cells import Row
from simulate.sheets.numbers import is_nothing


def whole_in(table: PlayTable, row: Row, name: str, number: int = 0) -> int:
    """Return the whole number of a cell; 0 if it is empty. Raise `UsageError` for other texts."""
    text = table.text(row, name, number)
    value = whole_number_of(text) if text and not is_nothing(text) else 0
    if value is None:
        raise invalid_cell(table, row, name, number, text, "a whole number")
    return value


def number_in(table: PlayTable, row: Row, name: str, number: int = 0) -> float | None:
    """Return the number of a cell; None if it is empty. Raise `UsageError` for other texts."""
    text = table.text(row, name, number)
    if not text or text == "?" or is_nothing(text):
        return None
    value = number_of(text, table.decimal)
    if value is None:
        raise invalid_cell(table, row, name, number, text, "a number")
    return value


def minutes_in(table: PlayTable, row: Row) -> float | None:
    """Return the minutes of a row; None if unknown. Raise `UsageError` for a text without time."""
    for name, minutes in headings.TIMES.items():
        text = table.text(row, name)
        if text and text != "?" and not is_nothing(text):
            value = minutes_of(
                text, minutes, table.decimal, with_seconds=name in table.with_seconds
            )
            if value is None:
                raise invalid_cell(table, row, name, 0, text, "a time, as in 45 or 1:15")
            return value or None
    return None


def invalid_cell(
    table: PlayTable, row: Row, name: str, number: int, text: str, allowed: str
) -> UsageError:
    """Return the error for an invalid cell."""
    place = table.place(row).name(f"{name} {number}" if number else name)
    return UsageError(f"{place} is {text!r}; allowed: {allowed}; leave the cell empty if unknown")


def won_in(table: PlayTable, row: Row, name: str, number: int = 0) -> bool | None:
    """Return whether a player won; None if unknown. Raise `UsageError` for other texts."""
    text = table.text(row, name, number)
    if not text:
        return None
    if is_tie(text):
        return True
    value = truth_of(text)
    if value is None:
        raise invalid_cell(table, row, name, number, text, "yes or no")
    return value


def own_texts(table: PlayTable, row: Row) -> dict[str, str]:
    """Return the texts of the columns that are specific to the game, by column."""
    texts = {column: text_at(row, index) for index, column in table.own.items()}
    for name in ("variant", "rules"):
        texts[name] = table.text(row, name)
    return {column: text for column, text in texts.items() if text}
