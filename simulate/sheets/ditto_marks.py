"""Marks and words such as ``〃`` and "ditto", which stand for the cell above."""

from __future__ import annotations

from dataclasses import replace

from simulate.sheets.cells import Row, SheetCell, letters
from simulate.sheets.headings import NAME_HEADINGS, normal_heading
from simulate.sheets.tables import FoundTable

#: Marks that mean "as above". There may be hyphens or spaces around them, as in ``-"-``.
_MARKS = frozenset(
    {"\u3003", "\u2033", '"', "''", "\u201d", "\u201c", "\u201e", "\u2019\u2019", ",,", "\u00bb"}
)
#: Words that mean "as above". In a column of names they may be the name of a card.
_WORDS = frozenset({"ditto", "dito", "dto", "idem", "id.", "jw.", "wie oben", "as above"})
#: The maximum number of cells that a sentence names.
_MOST_NAMED = 3


def with_ditto_filled(table: FoundTable) -> FoundTable:
    """Return a table in which cells that mean "as above" have the cell above them.

    A note for each column says so. A doubt names the cells of the first row, which have no cell
    above them and are not changed.
    """
    rows = list(table.rows)
    notes: list[str] = []
    doubts: list[str] = []
    for index, heading in table.headings.items():
        has_names = normal_heading(heading) in NAME_HEADINGS
        filled: list[str] = []
        mark = ""
        for place, (number, cells) in enumerate(rows):
            text = cells[index].text
            if not _means_above(text, has_names=has_names):
                continue
            if place == 0:
                doubts.append(
                    f"cell {letters(index)}{number} ({heading}) is {text!r}, but no card is above "
                    "it; write the value"
                )
                continue
            mark = mark or text
            filled.append(f"{letters(index)}{number}")
            rows[place] = _with_cell(rows[place], index, rows[place - 1][1][index])
        if filled:
            notes.append(f"column {heading}: {mark!r} is read as the cell above: {_list(filled)}")
    return replace(
        table,
        rows=tuple(rows),
        notes=(*table.notes, *notes),
        doubts=(*table.doubts, *doubts),
    )


def _means_above(text: str, *, has_names: bool) -> bool:
    """Return True if a cell means "as above"; `has_names` is True for a column of names."""
    plain = text.strip("-\u2013 ").casefold()
    if plain in _MARKS:
        return True
    return not has_names and (plain in _WORDS or plain.removesuffix(".") in _WORDS)


def _with_cell(row: Row, index: int, cell: SheetCell) -> Row:
    """Return a row with another cell at an index."""
    number, cells = row
    return number, (*cells[:index], cell, *cells[index + 1 :])


def _list(cells: list[str]) -> str:
    """Return the first of several cells, and how many more there are."""
    named = cells[:_MOST_NAMED]
    if len(cells) > _MOST_NAMED:
        named.append(f"{len(cells) - _MOST_NAMED} more")
    return ", ".join(named)
