"""Times in a column of minutes that are probably hours, such as "1,5" among 75 and 90."""

from __future__ import annotations

from statistics import median

from simulate.logs.cell_values import UNKNOWN
from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.times import minutes_of
from simulate.logs.unreadable import name_some, with_text
from simulate.sheets.cells import letters
from simulate.sheets.numbers import parse_number

#: A number with decimals is probably hours if the median time is at least this many times as large.
_RATIO = 20


def without_probable_hours(table: PlayTable, notes: list[str]) -> PlayTable:
    """Return a table in which times in minutes that are probably hours are unknown.

    These are numbers with decimals and without a unit that are far below the other times. A
    sentence on them is added to `notes`.
    """
    with_seconds = "minutes" in table.with_seconds
    times = [
        minutes_of(text, 1, table.decimal, with_seconds=with_seconds)
        for text in table.texts("minutes")
    ]
    known = [time for time in times if time]
    if not known:
        return table
    limit = median(known) / _RATIO
    cells: dict[tuple[int, int], str] = {}
    for index, meaning in table.meanings.items():
        if meaning.name != "minutes" or meaning.number:
            continue
        for row in table.rows:
            text = text_at(row, index)
            number = parse_number(text)
            if number is None or not ("," in text or "." in text):
                continue
            value = number.value(table.decimal)
            if 0 < value <= limit and not value.is_integer():
                cells[row[0], index] = f"{letters(index)}{row[0]} {text!r}"
    if cells:
        named = name_some(list(cells.values()))
        subject, pronoun = "1 time is", "it"
        if len(cells) > 1:
            subject, pronoun = f"{len(cells):,} times are", "they"
        verb = "means" if len(cells) == 1 else "mean"
        notes.append(
            f"{subject} read as unknown, because as minutes {pronoun} would be far below the "
            f"others: {named}. If {pronoun} {verb} hours, write 1:30 for an hour and a half."
        )
    return with_text(table, set(cells), UNKNOWN)
