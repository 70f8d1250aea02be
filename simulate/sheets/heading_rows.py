"""Finding the row of headings of a table in a tab, and checking that all cells have a heading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from simulate.errors import UsageError
from simulate.sheets.cells import Row, SheetCell, Tab, letters
from simulate.sheets.copies_headings import (
    LIKELY_COPIES_HEADINGS,
    UNCERTAIN_COPIES_HEADINGS,
    is_copies_heading,
)
from simulate.sheets.headings import NAME_HEADINGS, normal_heading
from simulate.sheets.total_rows import is_number

#: The number of rows in which headings are looked for.
_FIRST_ROWS = 30
#: A row of headings has at least this share of the cells of the fullest row without numbers.
_LEAST_COVERAGE = 0.75
#: The fewest dates in a row of headings that has dates.
_FEWEST_DATES = 2


def heading_place(rows: Sequence[Row]) -> int | None:
    """Return the index of the row of headings, or None if each of the first rows has a number.

    Rows with numbers are ruled out. Among the others, rows with less than three quarters of the
    cells of the fullest are ruled out too. The result is the first of the rows left. But if it has
    no known headings of names or copies, and a later row has two, the result is that row.
    """
    candidates: dict[int, int] = {}
    last = len(rows) - 1
    for place, (_, cells) in enumerate(rows[:_FIRST_ROWS]):
        filled = [cell for cell in cells if cell]
        if any(map(is_number, filled)) and not _has_dates_as_headings(rows[place:]):
            continue
        # A row at the end has no cards below it, unless it is the only one.
        if place < last or not candidates:
            candidates[place] = len(filled)
    if not candidates:
        return None
    most = max(candidates.values())
    wide = [place for place, width in candidates.items() if width >= _LEAST_COVERAGE * most]
    known = [place for place in wide if _known_headings(rows[place]) >= 2]
    first = wide[0]
    if known and _known_headings(rows[first]) == 0:
        return known[0]
    return first


def _has_dates_as_headings(rows: Sequence[Row]) -> bool:
    """Return True if the first of some rows has a text and then dates, above other numbers."""
    (_, first), *others = rows
    filled = {index: cell for index, cell in enumerate(first) if cell}
    dates = [index for index, cell in filled.items() if cell.date is not None]
    texts = [index for index, cell in filled.items() if not is_number(cell)]
    if len(dates) < _FEWEST_DATES or len(dates) + len(texts) < len(filled) or not others:
        return False
    below = [cells[index] for _, cells in others for index in dates if index < len(cells)]
    return bool(texts) and min(texts) < min(dates) and not any(cell.date for cell in below)


def _known_headings(row: Row) -> int:
    """Return the number of cells of a row that are known headings of names or copies."""
    known = {*NAME_HEADINGS, *LIKELY_COPIES_HEADINGS, *UNCERTAIN_COPIES_HEADINGS}
    return sum(
        normal_heading(cell.text) in known or is_copies_heading(cell.text) for cell in row[1]
    )


def check_width(
    tab: Tab,
    label: str,
    heading_cells: Sequence[SheetCell],
    body: Iterable[Row],
    row_name: str,
    example: str,
) -> None:
    """Check that no row of a text file has more cells than the row of headings.

    `row_name` and `example` are those of `find_table`.

    Raises
    ------
    UsageError
        If a row has more. Then a text that contains the separator is probably not in quotes, and
        the cells after it are in the wrong columns.
    """
    if not tab.separator:
        return
    for number, cells in body:
        for index in range(len(heading_cells), len(cells)):
            if not cells[index]:
                continue
            cell = f"cell {letters(index)}{number} contains {cells[index].text!r}"
            if _has_many_lengths(tab):
                raise UsageError(
                    f"{label} does not look like a table, because its lines have different numbers "
                    f"of cells, and {cell}, but its column has no name; write one row per "
                    f"{row_name}, below a row that names the columns, as in {example}"
                )
            raise UsageError(
                f"{label}: {cell}, but its column has no name; name it in the first row, or put a "
                "text with commas in quotes"
            )


def _has_many_lengths(tab: Tab) -> bool:
    """Return True if less than half of the rows have the same number of cells, as in free text."""
    lengths = Counter(len(cells) for _, cells in tab.rows)
    [(_, most)] = lengths.most_common(1)
    return 2 * most < len(tab.rows)
