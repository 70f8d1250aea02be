"""Tables and lists of cards that have the number of copies beside each name: ``3x Ant``."""

from __future__ import annotations

import re
from dataclasses import replace

from simulate.sheets.cells import EMPTY, Row, SheetCell, Tab
from simulate.sheets.copies_headings import rank_copies
from simulate.sheets.counted_lines import (
    FEWEST_LINES,
    is_list_of_names,
    split_number,
    split_times,
)
from simulate.sheets.headings import COPIES, NAME, NAME_HEADINGS, normal_heading, rank_headings
from simulate.sheets.tables import FoundTable, describe_rows

#: The number of the row of headings of a list that has none.
NO_ROW = 0
#: The largest number of titles that a doubt names.
_MOST_NAMED = 5
#: Matches lines that are certainly titles.
_TITLE = re.compile(r"(?:#|//|--|\[|=).*|.*:")


def with_list_headings(tab: Tab) -> Tab:
    """Return a tab with a row of headings above its first row, if it is a list without headings."""
    columns = {index for _, cells in tab.rows for index, cell in enumerate(cells) if cell}
    if len(columns) != 1:
        return tab
    [column] = columns
    texts = [cells[column].text for _, cells in tab.rows]
    if not is_list_of_names(texts) or normal_heading(texts[0]) in NAME_HEADINGS:
        return tab
    heading: Row = (NO_ROW, (*[EMPTY] * column, SheetCell(NAME)))
    return replace(tab, rows=(heading, *tab.rows))


def with_copies_apart(table: FoundTable) -> FoundTable:
    """Return a table in which the numbers of copies beside names have a column of their own.

    Tables with a column of copies, and tables whose names have no such numbers, are unchanged.
    Doubts name the lines without a number.
    """
    copies = rank_copies(table.headings)
    if copies:
        return _with_doubt_on_counts(table, table.headings[copies[0]])
    if len(table.headings) == 1:
        return _with_list_apart(table, min(table.headings))
    ranked = rank_headings(table.headings, NAME_HEADINGS)
    column = ranked[0] if ranked else min(table.headings)
    texts = [cell.text for cell in table.column(column) if cell]
    if len(texts) < FEWEST_LINES or not all(map(split_times, texts)):
        return table
    return _with_copies(table, column, {})


def _with_doubt_on_counts(table: FoundTable, copies: str) -> FoundTable:
    """Return a table with a doubt on numbers beside names, as the column `copies` is read."""
    ranked = rank_headings(table.headings, NAME_HEADINGS)
    column = ranked[0] if ranked else min(table.headings)
    counted = [row for row in table.rows if split_times(row[1][column].text)]
    if not counted:
        return table
    verb = "has" if len(counted) == 1 else "have"
    doubt = (
        f"{describe_rows(counted)} {verb} a number beside the name, which is not read, because "
        f"column {copies} has the copies"
    )
    return replace(table, doubts=(*table.doubts, doubt))


def _with_list_apart(table: FoundTable, column: int) -> FoundTable:
    """Return a table with a single column, whose lines are split if it is a list of names."""
    texts = [cell.text for cell in table.column(column)]
    if not is_list_of_names(texts):
        return table
    is_without_headings = table.heading_row == NO_ROW
    if not is_without_headings and sum(map(bool, map(split_times, texts))) < FEWEST_LINES:
        return table  # Below a heading, "2 Coins" may be a name.
    titles: list[Row] = []
    singles: list[Row] = []
    before = table.heading_row
    for number, cells in table.rows:
        text = cells[column].text
        is_counted = split_times(text) or (is_without_headings and split_number(text))
        is_after_gap = number > before + 1 or before == NO_ROW
        before = number
        if is_counted:
            continue
        is_title = is_after_gap or _TITLE.fullmatch(text) or text == text.upper()
        (titles if is_title else singles).append((number, cells))
    doubts = list(table.doubts)
    if titles:
        named = ", ".join(describe_rows([row]) for row in titles[:_MOST_NAMED])
        more = " and more" if len(titles) > _MOST_NAMED else ""
        doubts.append(f"{named}{more} left out: a title, without a number of copies")
    if singles:
        verb = "is" if len(singles) == 1 else "are each"
        doubts.append(
            f"{describe_rows(singles)} {verb} read as one card, without a number of copies"
        )
    kept = tuple(row for row in table.rows if row not in titles)
    table = replace(table, rows=kept, doubts=tuple(doubts))
    return _with_copies(table, column, {number: 1 for number, _ in singles})


def _with_copies(table: FoundTable, column: int, copies: dict[int, int]) -> FoundTable:
    """Return a table whose names have no numbers, with a further column of copies.

    Parameters
    ----------
    table
        The table.
    column
        The index of the column of names.
    copies
        The numbers of copies of names without a number, by the number of the row.
    """
    rows: list[Row] = []
    example = ""
    for number, cells in table.rows:
        text = cells[column].text
        parts = None if number in copies else split_times(text) or split_number(text)
        name, count = parts or (text, copies.get(number, 0))
        example = example or (text if parts else "")
        changed = (*cells[:column], SheetCell(name), *cells[column + 1 :])
        rows.append((number, (*changed, SheetCell(str(count) if name else ""))))
    width = len(table.rows[0][1])
    note = f"{table.headings[column]}: texts such as {example!r} are read as copies and names"
    return replace(
        table,
        headings={**table.headings, width: COPIES},
        rows=tuple(rows),
        notes=(*table.notes, note),
    )
