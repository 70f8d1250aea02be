"""Reading the tabs of Excel workbooks (.xlsx), with limits on time and memory."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator
from datetime import date, datetime
from itertools import islice
from typing import Any
from zipfile import ZipFile

from simulate.errors import UsageError
from simulate.sheets.cells import Merged, Row, SheetCell, Tab, filled_length, tidy_text
from simulate.sheets.limits import SheetLimits

#: The first bytes of a workbook (.xlsx or .ods), which is a zip file.
SIGNATURE = b"PK"
#: The first bytes of an old workbook (.xls), and of a workbook with a password.
OLD_SIGNATURE = bytes.fromhex("D0CF11E0A1B11AE1")
#: The number of the last row of an Excel sheet.
_LAST_ROW = 1_048_576
#: The number of the last column of an Excel sheet.
_LAST_COLUMN_NUMBER = 16_384
#: The maximum number of cells read from all tabs, empty ones included.
MOST_CELLS = 4_000_000
#: The maximum number of tabs.
_MOST_TABS = 200
#: The end of messages about a workbook that cannot be read.
REMEDY = "save its sheet as CSV"
#: Matches a range of merged cells in the XML of a sheet.
_MERGED = re.compile(
    rb"<(?:\w+:)?mergeCell\s[^>]*?ref=[\"']([A-Z]{1,3}[0-9]{1,7}:[A-Z]{1,3}[0-9]{1,7})[\"']"
)
#: Matches the beginning of a row in the XML of a sheet.
_ROW = re.compile(rb"<(?:\w+:)?row\s[^>]*>")
#: Matches the format of some columns in the XML of a sheet.
_COLUMNS = re.compile(rb"<(?:\w+:)?col\s[^>]*>")
#: Match the attributes of rows and columns: the number of a row, the numbers of the first and the
#: last of some columns, and that they are hidden.
_ROW_NUMBER = re.compile(rb"\sr=[\"']([0-9]{1,7})[\"']")
_FIRST_COLUMN = re.compile(rb"\smin=[\"']([0-9]{1,5})[\"']")
_LAST_COLUMN = re.compile(rb"\smax=[\"']([0-9]{1,5})[\"']")
_IS_HIDDEN = re.compile(rb"\shidden=[\"'](?:1|true)[\"']")
#: The part of a workbook that has the formats of its cells.
_STYLES = "xl/styles.xml"
#: The word in that part if it has a format that strikes a text through.
_STRIKE = b"strike"
#: Matches a formula in the XML of a sheet.
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s>/]")


def check_unpacked_size(content: bytes, name: str, most: int) -> ZipFile:
    """Return a workbook as an archive of its parts, after checking the size of all parts.

    Parameters
    ----------
    content
        The bytes of the workbook.
    name
        The name that messages use for the file.
    most
        The maximum size of all parts, in bytes.

    Raises
    ------
    UsageError
        If the unpacked parts would be too large.
    BadZipFile
        If it is not a zip file.
    """
    archive = ZipFile(io.BytesIO(content))
    if sum(part.file_size for part in archive.infolist()) > most:
        raise UsageError(
            f"{name} is larger than the {most // 1_000_000} MB that a workbook may have "
            f"when it is unpacked; {REMEDY}"
        )
    return archive


def excel_tabs(content: bytes, name: str, limits: SheetLimits) -> list[Tab]:
    """Return the tabs of an Excel workbook that are visible and have cells, in their order.

    A formula is replaced by the value that it had when the workbook was saved.

    Parameters
    ----------
    content
        The bytes of the workbook.
    name
        The name that messages use for the file.
    limits
        The limits on the workbook's size. At most one row beyond the limit is read from each tab.

    Raises
    ------
    UsageError
        If the workbook is too large or has no visible tab.
    Exception
        Any of more than a dozen kinds of errors, if the workbook is damaged.
    """
    from openpyxl import load_workbook  # It is slow to import.

    archive = check_unpacked_size(content, name, limits.unpacked_bytes)
    with warnings.catch_warnings():
        # The parser warns of styles and extensions, which do not affect the cells.
        warnings.simplefilter("ignore")
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
        hidden = tuple(sheet.title for sheet in book.worksheets if sheet not in sheets)
        if not sheets or len(sheets) > _MOST_TABS:
            problem = "shows no sheet with cells" if not sheets else "has too many tabs"
            raise UsageError(f"{name} {problem}; {REMEDY}")
        budget = _Budget(name)
        may_strike = _STYLES in archive.namelist() and _STRIKE in archive.read(_STYLES)
        tabs = []
        for sheet in sheets:
            xml = archive.read(sheet._worksheet_path)
            rows = list(islice(_rows(sheet, name, budget), limits.rows + 1))
            if _FORMULA.search(xml):
                rows = _mark_missing_values(content, sheet.title, rows)
            merged = tuple(_merged(reference.decode()) for reference in _MERGED.findall(xml))
            tabs.append(
                Tab(
                    sheet.title,
                    tuple(rows),
                    merged,
                    is_open=sheet is book.active,
                    hidden=hidden,
                    hidden_rows=_hidden_rows(xml),
                    hidden_columns=_hidden_columns(xml),
                    struck=_struck_cells(sheet, len(rows)) if may_strike else frozenset(),
                )
            )
        return tabs


class _Budget:
    """A counter of the cells that were read from a workbook.

    Parameters
    ----------
    name
        The name that messages use for the file.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._cells = 0

    def spend(self, cells: int, row: int) -> None:
        """Count the cells of row number `row`; raise `UsageError` if there are too many."""
        self._cells += cells
        if row > _LAST_ROW or self._cells > MOST_CELLS:
            raise UsageError(
                f"{self._name} has more rows or columns than can be read; delete empty rows and "
                f"columns around its table, or {REMEDY}"
            )


def _rows(sheet: Any, name: str, budget: _Budget) -> Iterator[Row]:
    """Yield the rows of a sheet that are not empty.

    Raise `UsageError` if there are too many cells, or if a text is too long or has unprintable
    characters.
    """
    # The size of the sheet that the file states may be wrong. Rows beyond it would be skipped.
    sheet.reset_dimensions()
    for number, raw_cells in enumerate(sheet.iter_rows(values_only=True), 1):
        budget.spend(len(raw_cells), number)
        length = filled_length(raw_cells)
        if length > 0:
            yield number, tuple(cell_of(value, name, number) for value in raw_cells[:length])


def cell_of(value: object, name: str, row: int) -> SheetCell:
    """Return the cell for a value that a library read from a workbook.

    Parameters
    ----------
    value
        A text, number, truth value, date or time; None for an empty cell.
    name
        The name that messages use for the file.
    row
        The number of the row, from 1.

    Raises
    ------
    UsageError
        If a text is too long or has unprintable characters.
    """
    match value:
        case None:
            return SheetCell("")
        case bool():
            return SheetCell("yes" if value else "no")
        case int() | float():
            is_whole = isinstance(value, int) or value.is_integer()
            return SheetCell(str(int(value) if is_whole else value), number=float(value))
        case datetime():
            return SheetCell(value.date().isoformat(), date=value.date())
        case date():
            return SheetCell(value.isoformat(), date=value)
    return SheetCell(tidy_text(str(value), name, row))


def _mark_missing_values(content: bytes, title: str, rows: list[Row]) -> list[Row]:
    """Return the rows of a sheet with a mark on each formula whose value is not in the file.

    Programs that write workbooks without a spreadsheet program often leave out the values.
    """
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(content), read_only=True, keep_links=False)
    sheet = book[title]
    sheet.reset_dimensions()
    cells_by_row = dict(rows)
    last = max(cells_by_row, default=0)
    for number, formulas in enumerate(islice(sheet.iter_rows(), last), 1):
        cells = list(cells_by_row.get(number, ()))
        for index, cell in enumerate(formulas):
            is_empty = index >= len(cells) or not cells[index]
            if is_empty and getattr(cell, "data_type", "") == "f":
                cells += [SheetCell("")] * (index + 1 - len(cells))
                cells[index] = SheetCell(str(cell.value), is_without_value=True)
        if cells:
            cells_by_row[number] = tuple(cells)
    return sorted(cells_by_row.items())


def _hidden_rows(xml: bytes) -> frozenset[int]:
    """Return the numbers of the hidden rows of a sheet."""
    rows = [row for row in _ROW.findall(xml) if _IS_HIDDEN.search(row)]
    numbers = [match for row in rows if (match := _ROW_NUMBER.search(row))]
    return frozenset(int(match[1]) for match in numbers)


def _hidden_columns(xml: bytes) -> frozenset[int]:
    """Return the indices of the hidden columns of a sheet."""
    columns: set[int] = set()
    for element in _COLUMNS.findall(xml):
        first, last = _FIRST_COLUMN.search(element), _LAST_COLUMN.search(element)
        if _IS_HIDDEN.search(element) and first and last:
            columns.update(range(int(first[1]) - 1, min(int(last[1]), _LAST_COLUMN_NUMBER)))
    return frozenset(columns)


def _struck_cells(sheet: Any, most: int) -> frozenset[tuple[int, int]]:
    """Return the cells whose text is struck through, in the first `most` rows with cells."""
    struck = set()
    filled = (row for row in sheet.iter_rows() if any(cell.value is not None for cell in row))
    for row in islice(filled, most):
        for cell in row:
            if cell.value is not None and cell.font.strike:
                struck.add((cell.row, cell.column - 1))
    return frozenset(struck)


def _merged(reference: str) -> Merged:
    """Return the range of merged cells for a reference such as ``A2:B5``."""
    from openpyxl.utils import range_boundaries

    first_column, first_row, last_column, last_row = range_boundaries(reference)
    return Merged(first_row, last_row, first_column - 1, last_column - 1)
