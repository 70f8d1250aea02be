"""Rows of a table with one row per game that are the same game twice, such as a form sent twice."""

from __future__ import annotations

import re

from simulate.logs.play_table import PlayTable
from simulate.logs.unreadable import name_some

#: Matches the time of day in a date such as ``2026-05-01 19:30``.
_TIME = re.compile(r"\d:\d\d")


def describe_repeated_rows(table: PlayTable) -> list[str]:
    """Return a sentence on rows with equal cells and the same date and time; empty without any.

    Rows with only a date may be several games of the same players.
    """
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
