"""Marks of winners, such as a crown or a star, in columns whose other cells are empty."""

from __future__ import annotations

from simulate.logs.cell_values import is_unknown
from simulate.logs.column_meanings import is_outcome
from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.unreadable import with_text


def with_marks_of_winners(table: PlayTable, notes: list[str], *, is_long: bool) -> PlayTable:
    """Return a table in which the mark of winners is the word "yes".

    A column of results has a mark if all its filled cells have the same text, which is no result
    itself, and other cells are empty. A sentence on the mark is added to `notes`. Results of all
    players of a game have no marks, because an empty cell may then be unknown.
    """
    for index, meaning in table.meanings.items():
        if meaning.name != "won" or not (is_long or meaning.number):
            continue
        texts = {row[0]: text for row in table.rows if (text := text_at(row, index))}
        marks = {*texts.values()}
        if len(marks) != 1 or len(texts) == len(table.rows):
            continue
        [mark] = marks
        if is_unknown(mark) or is_outcome(mark):
            continue
        notes.append(
            f"{mark!r} in column {table.names[index]} is read as won, an empty cell as lost."
        )
        table = with_text(table, {(number, index) for number in texts}, "yes")
    return table
