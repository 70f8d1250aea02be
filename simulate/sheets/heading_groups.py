"""Headings in two rows, and headings of a second table beside the first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simulate.sheets.cells import EMPTY, Row, SheetCell
from simulate.sheets.copies_headings import is_copies_heading
from simulate.sheets.headings import NAME_HEADINGS, normal_heading
from simulate.sheets.numbers import parse_number

#: The minimum number of columns below a heading that spans several columns.
_FEWEST_COLUMNS = 2
#: The fewest rows of a table with a second row of headings: that row, and two cards.
_FEWEST_ROWS = 3


def join_headings(headings: Mapping[int, str], body: Sequence[Row]) -> dict[int, str]:
    """Return the headings of a table with two rows of headings; empty if it has only one row.

    If a heading such as "Cost" spans the headings "Wood" and "Stone" below it, these become "Cost
    Wood" and "Cost Stone". In the first row, only the first column of "Cost" has a heading.

    Parameters
    ----------
    headings
        The headings in the first row, by the index of the column.
    body
        The rows below it. The first of them may have headings too.
    """
    if len(body) < _FEWEST_COLUMNS:
        return {}
    below = {index: cell for index, cell in enumerate(body[0][1]) if cell}
    groups = {index: _group_of(index, headings) for index in below}
    is_group = all(group is not None for group in groups.values())
    sizes = [list(groups.values()).count(group) for group in groups.values()]
    if (
        not below
        or not is_group
        or min(sizes) < _FEWEST_COLUMNS
        or any(map(_is_number, below.values()))
    ):
        return {}
    if any(index not in headings and not _has_cells(index, body[1:]) for index in below):
        return {}
    joined = dict(headings)
    for index, cell in below.items():
        group = groups[index]
        assert group is not None
        joined[index] = f"{headings[group]} {' '.join(cell.text.split())}"
    return dict(sorted(joined.items()))


def has_second_headings(headings: Mapping[int, str], body: Sequence[Row]) -> bool:
    """Return True if the first row below the headings is a second row of headings.

    That is a translation, an explanation or the type of each column. It has words in all columns
    whose other cells are numbers, and one of these columns has the copies, or all have different
    words.

    Parameters
    ----------
    headings
        The headings in the first row, by the index of the column.
    body
        The rows below it.
    """
    if len(body) < _FEWEST_ROWS:
        return False
    (_, first), *others = body
    numeric = [index for index in headings if _has_numbers(index, others)]
    words = {index: _at(first, index) for index in numeric}
    if not all(sum(map(str.isalpha, cell.text)) > 1 for cell in words.values()):
        return False
    if any(_is_number(cell) for cell in first if cell):
        return False
    texts = {normal_heading(cell.text) for cell in words.values()}
    is_known = any(normal_heading(cell.text) in NAME_HEADINGS for cell in first)
    has_copies = any(is_copies_heading(headings[index]) for index in numeric)
    if len(numeric) < _FEWEST_COLUMNS:
        return has_copies and (is_known or any(map(is_copies_heading, texts)))
    return has_copies or (is_known and len(texts) == len(numeric))


def _has_numbers(index: int, rows: Sequence[Row]) -> bool:
    """Return True if most cells of a column are filled, and all filled cells are numbers."""
    filled = [cell for _, cells in rows if (cell := _at(cells, index))]
    return 2 * len(filled) > len(rows) and all(map(_is_number, filled))


def _at(cells: Sequence[SheetCell], index: int) -> SheetCell:
    """Return a cell of a row; an empty cell if the row is shorter."""
    return cells[index] if index < len(cells) else EMPTY


def join_groups_above(headings: Mapping[int, str], above: Sequence[SheetCell]) -> dict[int, str]:
    """Return the headings of a table below a row that groups its columns; empty if none changes.

    If several columns have the heading "Wood", those below "Cost" and "Reward" become "Cost Wood"
    and "Reward Wood". A column without a heading gets that of the row above.

    Parameters
    ----------
    headings
        The headings, by the index of the column.
    above
        The cells of the row above them. Each heading spans the columns up to the next.
    """
    groups = {index: " ".join(cell.text.split()) for index, cell in enumerate(above) if cell}
    if len(groups) == 1 and min(groups) <= min(headings):
        return {}  # It is a title.
    words = [normal_heading(heading) for heading in headings.values()]
    joined = dict(headings)
    for index, heading in headings.items():
        group = max((other for other in groups if other <= index), default=None)
        if group is not None and words.count(normal_heading(heading)) > 1:
            joined[index] = f"{groups[group]} {heading}"
    for index, group_heading in groups.items():
        joined.setdefault(index, group_heading)
    joined = dict(sorted(joined.items()))
    return {} if joined == headings else joined


def _group_of(index: int, headings: Mapping[int, str]) -> int | None:
    """Return the column, this one or one to the left, whose heading spans the column `index`.

    The result is None if that heading is above a single column, or is a usual heading of names or
    copies.
    """
    group = max((other for other in headings if other <= index), default=None)
    if group is None or group + 1 in headings:
        return None
    heading = headings[group]
    is_usual = normal_heading(heading) in NAME_HEADINGS or is_copies_heading(heading)
    return None if is_usual else group


def _is_number(cell: SheetCell) -> bool:
    return cell.number is not None or cell.date is not None or parse_number(cell.text) is not None


def _has_cells(index: int, rows: Sequence[Row]) -> bool:
    return any(index < len(cells) and cells[index] for _, cells in rows)


def columns_beside(headings: Mapping[int, str], rows: Sequence[Row]) -> list[int]:
    """Return the indices of the columns of a second table to the right of the first.

    It is recognized by an empty column before it, and by a heading that the first table has too. It
    may be a small table that counts the cards of each type, for example.
    """
    if not headings:
        return []
    blocks: list[list[int]] = [[]]
    for index in range(max(headings) + 1):
        if index in headings or _has_cells(index, rows):
            blocks[-1].append(index)
        elif blocks[-1]:
            blocks.append([])
    words = {normal_heading(headings[index]) for index in blocks[0] if index in headings}
    return [
        index
        for block in blocks[1:]
        if any(normal_heading(headings[other]) in words for other in block if other in headings)
        for index in block
    ]
