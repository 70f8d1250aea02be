"""Sentences on names and headings that look as if they were not names or headings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from simulate.sheets import headings as known
from simulate.sheets.columns import LONGEST_WORD, NumberedCell
from simulate.sheets.copies_headings import is_copies_heading
from simulate.sheets.remarks import Remarks

#: The maximum number of names in a note.
_MOST_NAMED = 5


def remarks_on_names(cells: Sequence[NumberedCell]) -> Remarks:
    """Return sentences on names that several rows share, and on names that look like headings.

    Parameters
    ----------
    cells
        The cells of the column of names.
    """
    remarks = Remarks([], [])
    counts = Counter(cell.text for _, cell in cells if cell)
    repeated = [text for text, number in counts.items() if number > 1]
    if repeated:
        listed = ", ".join(repeated[:_MOST_NAMED])
        if len(repeated) > _MOST_NAMED:
            listed += " and more"
        remarks.notes.append(
            f"names: several rows have the same name ({listed}); each row is a kind of card of its "
            "own"
        )
    for row, cell in cells:
        if is_copies_heading(cell.text):
            remarks.doubts.append(
                f"row {row} is called {cell.text!r}, like a column; if each column is a card, swap "
                "rows and columns (paste special, transpose)"
            )
            break
    return remarks


def doubt_headings(
    heading_row: int,
    headings: Mapping[int, str],
    cells: Mapping[int, Sequence[NumberedCell]],
    example: str,
) -> list[str]:
    """Return a list with a doubt if the row of headings looks like a card; empty if it does not.

    It does if two headings are repeated in the cells below, if a heading is a long text, or if a
    heading begins with a count such as "4x". But if a heading is a usual one of names or copies,
    there is no doubt.

    Parameters
    ----------
    heading_row
        The number of the row of headings.
    headings
        The headings, by the index of the column.
    cells
        The cells of each column, by its index.
    example
        The example of a row of headings that messages give.
    """
    for heading in headings.values():
        if known.normal_heading(heading) in known.NAME_HEADINGS or is_copies_heading(heading):
            return []
    alike = [
        heading
        for index, heading in headings.items()
        if heading.casefold() in [cell.text.casefold() for _, cell in cells[index]]
    ]
    odd = [
        heading
        for heading in headings.values()
        if len(heading.encode()) > LONGEST_WORD or re.match(r"\d+\s*x\s", heading.lower())
    ]
    if len(alike) < 2 and not odd:
        return []
    first = next(iter(headings.values()))
    return [
        f"row {heading_row} ({first!r}) is read as the headings, not as a card; if it is a card, "
        f"add a row above it that names the columns, as in {example}"
    ]
