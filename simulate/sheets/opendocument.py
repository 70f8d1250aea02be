"""Reading the tabs of OpenDocument spreadsheets (.ods), with limits on time and memory."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any
from zipfile import ZipFile

from simulate.errors import UsageError
from simulate.sheets.cells import EMPTY, Merged, Row, SheetCell, Tab
from simulate.sheets.limits import SheetLimits
from simulate.sheets.workbooks import MOST_CELLS, REMEDY, cell_of, check_unpacked_size

#: The part of the file that has the cells.
_CONTENT = "content.xml"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
#: The place of a cell: the name of its tab, its row and its column, both from 0.
_Place = tuple[str, int, int]


def is_opendocument(content: bytes) -> bool:
    """Return True if a zip file is an OpenDocument spreadsheet.

    Raises
    ------
    BadZipFile
        If it is not a zip file.
    """
    with ZipFile(io.BytesIO(content)) as archive:
        return _CONTENT in archive.namelist()


def opendocument_tabs(content: bytes, name: str, limits: SheetLimits) -> list[Tab]:
    """Return the tabs of an OpenDocument spreadsheet that are visible, in their order.

    Parameters
    ----------
    content
        The bytes of the file.
    name
        The name that messages use for the file.
    limits
        The limits on the size of the file. At most one row beyond the limit is read from each tab.

    Raises
    ------
    UsageError
        If the file is too large or has no visible tab.
    Exception
        Any of several kinds of errors, if the file is damaged.
    """
    from python_calamine import CalamineWorkbook, SheetVisibleEnum

    archive = check_unpacked_size(content, name, limits.unpacked_bytes)
    scan = _scan(archive, name)
    book = CalamineWorkbook.from_filelike(_unpacked(archive))
    tabs: list[Tab] = []
    hidden = tuple(
        sheet.name for sheet in book.sheets_metadata if sheet.visible != SheetVisibleEnum.Visible
    )
    for sheet in book.sheets_metadata:
        if sheet.visible == SheetVisibleEnum.Visible:
            values = book.get_sheet_by_name(sheet.name).to_python(skip_empty_area=False)
            rows = _rows(sheet.name, values, scan.broken, name)
            width = max((len(cells) for _, cells in rows), default=0)
            numbers = [number - 1 for number, _ in rows]
            hidden_rows = _members(numbers, scan.hidden_rows.get(sheet.name, ()))
            columns = _members(range(width), scan.hidden_columns.get(sheet.name, ()))
            struck = [(row + 1, column) for tab, row, column in scan.struck if tab == sheet.name]
            kept = tuple(rows[: limits.rows + 1])
            tabs.append(
                Tab(
                    sheet.name,
                    kept,
                    _merged(scan.merged.get(sheet.name, ()), kept),
                    is_open=not tabs,
                    hidden=hidden,
                    hidden_rows=frozenset(number + 1 for number in hidden_rows),
                    hidden_columns=frozenset(columns),
                    struck=frozenset(struck),
                )
            )
    if not tabs:
        raise UsageError(f"{name} shows no sheet with cells; {REMEDY}")
    return tabs


def _merged(cells: Sequence[Merged], rows: Sequence[Row]) -> tuple[Merged, ...]:
    """Return the merged cells of a tab without the rows below the last row that is read.

    Files can claim that a cell spans billions of rows.
    """
    last = rows[-1][0] if rows else 0
    return tuple(replace(cell, last_row=min(cell.last_row, last)) for cell in cells)


def _members(numbers: Iterable[int], ranges: Sequence[range]) -> list[int]:
    """Return the numbers that are in one of the ranges."""
    return [number for number in numbers if any(number in part for part in ranges)]


def _unpacked(archive: ZipFile) -> io.BytesIO:
    """Return a copy of a zip archive without compression.

    The library that reads the cells would unpack parts that are larger than they claim to be.
    Python's own reader refuses such parts.
    """
    file = io.BytesIO()
    with ZipFile(file, "w") as unpacked:
        for part in archive.namelist():
            unpacked.writestr(part, archive.read(part))
    file.seek(0)
    return file


class _Extent:
    """The position in a file while its XML is read, and the number of cells up to it.

    Parameters
    ----------
    name
        The name that messages use for the file.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self.tab = ""
        self._row = self._next_row = self._column = self._next_column = 0
        self._width = self._height = self._cells = 0

    def begin_tab(self, tab: str) -> None:
        """Move to the first row of the tab with the given name."""
        self._cells += self._width * self._height
        self.tab = tab
        self._next_row = self._next_column = self._width = self._height = 0

    def begin_row(self, repeated: int) -> range:
        """Move to a row that occurs `repeated` times, and return the indices of these rows."""
        self._row = self._next_row
        self._next_row += repeated
        self._column = 0
        return range(self._row, self._next_row)

    def begin_columns(self, repeated: int) -> range:
        """Move to the format of the next `repeated` columns, and return their indices."""
        first = self._next_column
        self._next_column += repeated
        return range(first, self._next_column)

    def add_cell(self, repeated: int, *, is_filled: bool) -> _Place:
        """Add a cell, which is repeated to the right, and return the place of the first copy.

        Raises
        ------
        UsageError
            If the rectangles of all tabs (see `_scan`) together have more than
            `MOST_CELLS` cells.
        """
        place = (self.tab, self._row, self._column)
        self._column += repeated
        if is_filled:
            self._width = max(self._width, self._column)
            self._height = self._next_row
        if self._cells + self._width * self._height > MOST_CELLS:
            raise UsageError(
                f"{self._name} has more rows or columns than can be read; delete empty rows and "
                f"columns around its table, or {REMEDY}"
            )
        return place


class _Scan:
    """Facts about a spreadsheet that the library for reading its tabs does not return.

    Parameters
    ----------
    name
        The name that messages use for the file.
    """

    def __init__(self, name: str) -> None:
        self._extent = _Extent(name)
        #: The names of the formats that strike texts through.
        self._striking: set[str] = set()
        #: The cells with formulas without a value, which the library shows as empty cells.
        self.broken: dict[_Place, SheetCell] = {}
        #: The indices of the hidden rows and columns, by the name of the tab.
        self.hidden_rows: dict[str, list[range]] = {}
        self.hidden_columns: dict[str, list[range]] = {}
        #: The cells whose text is struck through.
        self.struck: set[_Place] = set()
        #: The merged cells that have a value, by the name of the tab.
        self.merged: dict[str, list[Merged]] = {}

    def begin(self, element: Any) -> None:
        """Use an element of which only the attributes are known yet."""
        extent = self._extent
        tag = element.tag.removeprefix(_TABLE)
        if tag == "table":
            extent.begin_tab(element.get(f"{_TABLE}name", ""))
        elif tag == "table-row":
            rows = extent.begin_row(int(element.get(f"{_TABLE}number-rows-repeated", 1)))
            if _is_hidden(element):
                self.hidden_rows.setdefault(extent.tab, []).append(rows)
        elif tag == "table-column":
            repeated = int(element.get(f"{_TABLE}number-columns-repeated", 1))
            columns = extent.begin_columns(repeated)
            if _is_hidden(element):
                self.hidden_columns.setdefault(extent.tab, []).append(columns)

    def end(self, element: Any) -> None:
        """Use an element, and empty it if it is a cell or a row.

        Raise `UsageError` as `_scan` does.
        """
        tag = element.tag.removeprefix(_TABLE)
        if tag == f"{_STYLE}style" and _strikes_through(element):
            self._striking.add(element.get(f"{_STYLE}name", ""))
        elif tag in ("table-cell", "covered-table-cell"):
            self._add_cell(element)
            element.clear()
        elif tag == "table-row":
            element.clear()

    def _add_cell(self, element: Any) -> None:
        repeated = int(element.get(f"{_TABLE}number-columns-repeated", 1))
        is_filled = len(element) > 0 or f"{_OFFICE}value-type" in element.attrib
        place = self._extent.add_cell(repeated, is_filled=is_filled)
        cell = _broken_cell(element)
        if cell is not None:
            self.broken[place] = cell
        if is_filled and element.get(f"{_TABLE}style-name") in self._striking:
            self.struck.add(place)
        height = int(element.get(f"{_TABLE}number-rows-spanned", 1))
        width = int(element.get(f"{_TABLE}number-columns-spanned", 1))
        if is_filled and (height > 1 or width > 1):
            tab, row, column = place
            merged = Merged(row + 1, row + height, column, column + width - 1)
            self.merged.setdefault(tab, []).append(merged)


def _scan(archive: ZipFile, name: str) -> _Scan:
    """Return what the library that reads the tabs does not show.

    The size of the tabs is checked too: for each tab, the library stores a rectangle from the first
    cell to the last cell with a value, however far apart they are.

    Raises
    ------
    UsageError
        If the rectangles of all tabs together have more than `MOST_CELLS` cells.
    """
    from defusedxml.ElementTree import iterparse

    scan = _Scan(name)
    xml = io.BytesIO(archive.read(_CONTENT))
    for event, element in iterparse(xml, ("start", "end"), forbid_dtd=True):
        if event == "start":
            scan.begin(element)
        else:
            scan.end(element)
    return scan


def _is_hidden(element: Any) -> bool:
    """Return True if the element of a row or of columns is hidden."""
    return str(element.get(f"{_TABLE}visibility", "visible")) != "visible"


def _strikes_through(element: Any) -> bool:
    """Return True if a format strikes the text of cells through."""
    texts = element.iterfind(f"{_STYLE}text-properties")
    lines = [text.get(f"{_STYLE}text-line-through-style", "none") for text in texts]
    return any(line != "none" for line in lines)


def _broken_cell(element: Any) -> SheetCell | None:
    """Return the cell for an element with a formula that has no value; None for all others."""
    formula = element.get(f"{_TABLE}formula")
    if formula is None:
        return None
    if element.get(f"{_CALC}value-type") == "error":
        return SheetCell("".join(element.itertext()).strip() or "#VALUE!")
    if f"{_OFFICE}value-type" not in element.attrib:
        return SheetCell(formula.removeprefix("of:"), is_without_value=True)
    return None


def _rows(
    tab: str, values: list[list[Any]], broken: dict[_Place, SheetCell], name: str
) -> list[Row]:
    """Return the rows of a tab that are not empty, from the values that the library read.

    Raise `UsageError` if a text is too long or has unprintable characters.
    """
    cells_by_row = {}
    for row, raw_cells in enumerate(values):
        if any(value != "" for value in raw_cells):
            cells_by_row[row] = [cell_of(value, name, row + 1) for value in raw_cells]
    for (tab_of_cell, row, column), cell in broken.items():
        if tab_of_cell == tab:
            cells = cells_by_row.setdefault(row, [])
            cells += [EMPTY] * (column + 1 - len(cells))
            cells[column] = cell
    return [(row + 1, tuple(cells)) for row, cells in sorted(cells_by_row.items())]
