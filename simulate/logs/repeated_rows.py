"""Rows of a table with one row per game that are the same game twice, such as a form sent twice."""

from __future__ import annotations

import re

from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.unreadable import name_some

#: Matches the time of day in a date such as ``2026-05-01 19:30``.
_TIME = re.compile(r"\d:\d\d")
#: The meanings of columns with numbers that hardly ever agree in two games on the same day.
_SCORES = ("score", "scores", "score of")


def describe_repeated_rows(table: PlayTable) -> list[str]:
    """Return sentences on rows with equal cells and the same date; empty without any.

    Rows that have neither a time of day nor scores may be several games of the same players.
    """
    return [*_with_same_time(table), *_with_same_scores(table)]


def _with_same_scores(table: PlayTable) -> list[str]:
    """Return a sentence on rows with equal cells, a date without a time, and scores; or none."""
    rows_of: dict[tuple[str, ...], list[int]] = {}
    scores = [index for index, meaning in table.meanings.items() if meaning.name in _SCORES]
    for row in table.rows:
        number, cells = row
        date = table.text(row, "date")
        has_scores = any(any(map(str.isdigit, text_at(row, index))) for index in scores)
        if date and has_scores and not _TIME.search(date):
            rows_of.setdefault(tuple(cell.text for cell in cells), []).append(number)
    repeated = [numbers for numbers in rows_of.values() if len(numbers) > 1]
    if not repeated:
        return []
    named = name_some([" and ".join(map(str, numbers)) for numbers in repeated])
    if len(repeated) == 1:
        extra = "one" if len(repeated[0]) == 2 else "all but one"
        return [f"Rows {named} are the same and all count; if they are one game, delete {extra}."]
    return [f"Rows {named} are the same and all count; delete rows that repeat a game."]


def _with_same_time(table: PlayTable) -> list[str]:
    """Return a sentence on rows with equal cells and the same date and time; or an empty list."""
    first_rows: dict[tuple[str, ...], int] = {}
    repeated = []
    for row in table.rows:
        number, cells = row
        if not _TIME.search(table.text(row, "date")):
            continue
        texts = tuple(cell.text for cell in cells)
        if texts in first_rows:
            repeated.append(f"row {number} as row {first_rows[texts]}")
        else:
            first_rows[texts] = number
    if not repeated:
        return []
    if len(repeated) == 1:
        subject = "1 game is listed twice"
    else:
        subject = f"{len(repeated):,} games are listed again"
    return [
        f"{subject} with the same date and time ({name_some(repeated)}), and all rows count. "
        "Delete rows that repeat a game."
    ]
