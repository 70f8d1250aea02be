"""Tables below each other on a tab, each with headings of its own: sections of a list of cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from simulate.sheets.cells import Row, SheetCell, Tab
from simulate.sheets.copies_headings import (
    LIKELY_COPIES_HEADINGS,
    is_copies_heading,
    is_other_number,
)
from simulate.sheets.heading_rows import heading_place
from simulate.sheets.headings import NAME_HEADINGS, normal_heading
from simulate.sheets.total_rows import is_number

#: The fewest cells of a row of headings in the middle of a tab.
_FEWEST_HEADINGS = 2


def split_sections(tab: Tab) -> list[Tab]:
    """Return a tab for each section of a tab whose sections have different headings, or the tab.

    The tab of a section has the name of the tab, followed by the title above the headings of the
    section or by the number of their row. Headings that only repeat those of the tab begin no
    section.
    """
    first_place = heading_place(tab.rows)
    if first_place is None or tab.is_json:
        return [tab]
    first = _texts(tab.rows[first_place])
    starts = [first_place]
    # The row below the headings may be a second row of the same headings.
    for place in range(first_place + 2, len(tab.rows) - 1):
        if _begins_section(tab.rows, place, first):
            starts.append(place)
    if len(starts) == 1:
        return [tab]
    titles = [_title(tab.rows, place) for place in starts]
    begins = [
        place - 1 if title else place for place, title in zip(starts[1:], titles[1:], strict=True)
    ]
    sections: list[Tab] = []
    names: set[str] = set()
    for start, title, begin, end in zip(
        starts, titles, [0, *begins], [*begins, len(tab.rows)], strict=True
    ):
        name = f"{tab.name} {title}".strip()
        if not title or name.casefold() in names:
            name = f"{tab.name} row {tab.rows[start][0]}".strip()
        names.add(name.casefold())
        sections.append(replace(tab, name=name, rows=tab.rows[begin:end], is_section=True))
    return sections


def _begins_section(rows: Sequence[Row], place: int, first: Mapping[int, str]) -> bool:
    """Return True if a row has other headings than the first row of headings, above numbers.

    Its cells are texts. One of them is a usual heading of names, and another one is a heading of
    copies, the name of a number, or a heading of the first row.

    Parameters
    ----------
    rows
        The rows of the tab.
    place
        The index of the row.
    first
        The headings in the first row of headings, by the index of the column.
    """
    texts = _texts(rows[place])
    if len(texts) < _FEWEST_HEADINGS or any(is_number(cell) for cell in rows[place][1] if cell):
        return False
    if all(first.get(index) == text for index, text in texts.items()):
        return False
    names = [text for text in texts.values() if text in NAME_HEADINGS]
    others = [cell for cell in rows[place][1] if normal_heading(cell.text) not in NAME_HEADINGS]
    known = [cell for cell in others if cell and _is_known(cell, first)]
    has_numbers = any(is_number(cell) for cell in rows[place + 1][1] if cell)
    return bool(names and known) and has_numbers


def _is_known(cell: SheetCell, first: Mapping[int, str]) -> bool:
    """Return True if a cell may be the heading of copies or of another number, or is in `first`."""
    text = normal_heading(cell.text)
    is_copies = is_copies_heading(cell.text) or text in LIKELY_COPIES_HEADINGS
    return is_copies or is_other_number(cell.text) or text in first.values()


def _texts(row: Row) -> dict[int, str]:
    """Return the texts of a row as headings are compared, by the index of the column."""
    return {index: normal_heading(cell.text) for index, cell in enumerate(row[1]) if cell}


def _title(rows: Sequence[Row], place: int) -> str:
    """Return the only text in the row above a row of headings; empty if there is none."""
    if not place:
        return ""
    texts = [" ".join(cell.text.split()) for cell in rows[place - 1][1] if cell]
    return texts[0] if len(texts) == 1 else ""
