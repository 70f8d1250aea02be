"""Write tables to files: an Excel workbook, or CSV and Parquet."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Iterable, Mapping
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pandas as pd

from simulate.errors import printable_text
from simulate.sheets.cells import FORMULAS, escape_formula

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.cell.cell import Cell
    from openpyxl.styles import Font
    from openpyxl.worksheet.worksheet import Worksheet

#: The maximum number of characters in the name of a sheet, which Excel sets.
_LONGEST_NAME = 31
#: The minimum and the maximum width of a column, in characters.
_NARROWEST, _WIDEST = 8, 60
#: The author that Fathom writes into workbooks, to recognise them later.
CREATOR = "Fathom"
#: The date of all workbooks, so that equal tables give equal bytes.
_DAY = datetime.datetime(1980, 1, 1)
#: Excel's format for percentages.
PERCENT = "0.0%"
#: The smallest share that does not look like 0 in this format.
_LEAST_SHARE = 0.0005
#: Excel's format for whole numbers.
_WHOLE = "#,##0"
#: Pairs of an absolute value, and the number of decimals of numbers up to it.
_DECIMALS = ((0.01, 6), (1.0, 4), (100.0, 3), (math.inf, 2))


def write_workbook(tables: Mapping[str, pd.DataFrame], path: Path) -> None:
    """Write tables into an Excel file, one sheet per table. Equal tables give equal bytes.

    Parameters
    ----------
    tables
        The tables, by the name of their sheet.
    path
        The file, which is replaced if it exists.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    book = new_workbook()
    for name, table in tables.items():
        add_sheet(book, name, table)
    save_workbook(book, path)


def new_workbook() -> Workbook:
    """Return a workbook without sheets, with `CREATOR` as its author and a fixed date."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    book.properties.creator = CREATOR
    book.properties.created = _DAY
    book.properties.modified = _DAY
    return book


def add_sheet(
    book: Workbook,
    name: str,
    table: pd.DataFrame,
    is_share: Callable[[int, str], bool] = lambda row, column: False,
) -> None:
    """Add a sheet with a table to a workbook.

    Parameters
    ----------
    book
        The workbook.
    name
        The name of the sheet, which is shortened if Excel does not allow its length.
    table
        The table.
    is_share
        Called with the index of a row and the name of a column; returns True if the number there is
        shown as a percentage.
    """
    _fill(book.create_sheet(name[:_LONGEST_NAME]), table, is_share)


def save_workbook(book: Workbook, path: Path) -> None:
    """Write a workbook into a file, which is replaced if it exists.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    from openpyxl.writer.excel import ExcelWriter

    for sheet in book.worksheets:
        _fit_on_paper(sheet)
    with _UndatedArchive(path, "w", ZIP_DEFLATED) as archive:
        ExcelWriter(book, archive).write_data()


def _fit_on_paper(sheet: Worksheet) -> None:
    """Print a sheet in landscape and as wide as a page, so that no row is cut in two."""
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True


def bold_font() -> Font:
    """Return the bold font of headings in workbooks.

    It has the same name as the font of other cells: without a name, programs choose another font.
    """
    from openpyxl.styles import Font

    return Font(name="Calibri", size=11, bold=True)


class _UndatedArchive(ZipFile):
    """A ZIP archive whose files are all dated 1980-01-01, so that equal contents give equal bytes.

    That is the earliest date that ZIP allows. So a computer's clock with an earlier date is no
    problem.
    """

    def writestr(self, zinfo_or_arcname: Any, data: Any, *more: Any, **options: Any) -> None:
        """Add a file with the given content as `ZipFile.writestr` does, but with the common date.

        `ZipFile.writestr` gives a file the date of the clock.
        """
        entry = zinfo_or_arcname
        if not isinstance(entry, ZipInfo):
            entry = ZipInfo(entry)
        entry.compress_type = ZIP_DEFLATED
        super().writestr(entry, data, *more, **options)

    def write(self, filename: Any, arcname: Any = None, *more: Any, **options: Any) -> None:
        """Add a file from the disk with the common date, deflated unless a compression is passed.

        Its name in the archive is `arcname`, or else `filename`. Unlike `ZipFile.write`, this keeps
        slashes at the start of the name, ignores the date and mode of the file on the disk, and
        cannot add folders.

        Raises
        ------
        OSError
            If the file cannot be read.
        """
        self.writestr(arcname or str(filename), Path(filename).read_bytes(), *more, **options)


def _fill(sheet: Worksheet, table: pd.DataFrame, is_share: Callable[[int, str], bool]) -> None:
    """Write a table into an empty sheet, with formats, column widths and filters."""
    from openpyxl.utils import get_column_letter

    table_rows = table.astype(object).itertuples(index=False)
    rows = [list(map(_plain, row)) for row in table_rows]
    sheet.append([_plain(str(name)) for name in table.columns])
    for cell in sheet[1]:
        cell.font = bold_font()
        as_text(cell)
    sheet.freeze_panes = "A2"
    formats = _formats(table, rows)
    for place, row in enumerate(rows):
        for column, value in enumerate(row):
            cell = sheet.cell(place + 2, column + 1, value)
            if isinstance(value, str):
                as_text(cell)
            elif isinstance(value, float) and is_share(place, str(table.columns[column])):
                cell.number_format = percent_format(value)
            elif formats[place][column]:
                cell.number_format = formats[place][column]
    if rows:
        sheet.auto_filter.ref = sheet.dimensions
    for column, name in enumerate(table.columns):
        letter = get_column_letter(column + 1)
        longest = max((_length(row[column]) for row in rows), default=0)
        width = max(len(str(name)), longest) + 2
        sheet.column_dimensions[letter].width = min(max(width, _NARROWEST), _WIDEST)


def as_text(cell: Cell) -> None:
    """Mark a cell as text, so that Excel does not read a text such as "=1" as a formula."""
    cell.data_type = "s"
    cell.quotePrefix = str(cell.value).startswith(FORMULAS)


def percent_format(share: float) -> str:
    """Return the Excel format that shows a share between 0 and 1 as a percentage such as 27.0%."""
    return "0.0000%" if 0 < abs(share) < _LEAST_SHARE else PERCENT


def _formats(table: pd.DataFrame, rows: list[list[Any]]) -> list[list[str]]:
    """Return the Excel format of each cell, by row and column; "" for cells without a number.

    All numbers of a column have the same number of decimals. In a table with a column `figure`, all
    numbers of a row have the same number instead.
    """
    if "figure" in table.columns:
        return [list(map(_format, row, repeat(row))) for row in rows]
    columns = [list(column) for column in zip(*rows, strict=True)]
    return [list(map(_format, row, columns)) for row in rows]


def _format(value: Any, beside: Iterable[Any]) -> str:
    """Return the Excel format of a cell's value; empty if it is not a number.

    `beside` has all values that get the same number of decimals, such as all values of a column.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    if isinstance(value, int):
        return _WHOLE
    sizes = [abs(number) for number in beside if isinstance(number, float) and number]
    if not sizes or all(part == int(part) for part in sizes):
        return _WHOLE
    decimals = next(decimals for most, decimals in _DECIMALS if max(sizes) <= most)
    if 0 < abs(value) < 0.5 / 10**decimals:  # It would look like 0.
        return "0.0E+00"
    return f"{_WHOLE}.{'0' * decimals}"


def _plain(value: Any) -> Any:
    """Return a value that a cell can hold.

    Missing values are None, infinite numbers are texts, and texts have no control characters.
    """
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    if isinstance(value, float):
        if math.isnan(value):
            return None
        return value if math.isfinite(value) else str(value)
    if value is None or value is pd.NA:
        return None
    if isinstance(value, bool | int):
        return value
    return ILLEGAL_CHARACTERS_RE.sub("", printable_text(str(value)))


def _length(value: Any) -> int:
    """Return the approximate number of characters that a value takes in a cell."""
    if isinstance(value, int) and not isinstance(value, bool):
        return len(f"{value:,}")
    return 10 if isinstance(value, float) else len(str(value or ""))


#: The default number of significant digits in CSV files, more than any interval justifies.
DIGITS = 6


def write_tables(tables: Mapping[str, pd.DataFrame], folder: Path, digits: int = DIGITS) -> None:
    """Write each table as a CSV file and as a Parquet file.

    Parameters
    ----------
    tables
        The tables, by the name of their files without ending.
    folder
        The folder, which must exist.
    digits
        The number of significant digits in CSV, 1 to 17. Parquet has all digits.

    Raises
    ------
    OSError
        If a file cannot be written.
    """
    for name, table in tables.items():
        as_written(table, digits).to_csv(folder / f"{name}.csv", index=False)
        table.to_parquet(folder / f"{name}.parquet", index=False)


def as_written(table: pd.DataFrame, digits: int) -> pd.DataFrame:
    """Return a table for CSV: numbers are rounded, and no text can be read as a formula."""
    return pd.DataFrame(
        {
            escape_formula(str(name)): _written_column(column, digits)
            for name, column in table.items()
        },
        columns=[escape_formula(str(name)) for name in table.columns],
    )


def _written_column(column: pd.Series, digits: int) -> Any:
    """Return the values of a column for CSV."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        # This is fast, because each name is converted once, not once per row.
        return column.cat.rename_categories(lambda name: _written(name, digits))
    kinds = pd.api.types
    if not (kinds.is_float_dtype(column) or kinds.is_string_dtype(column)):
        return column
    return [_written(value, digits) for value in column]


def _written(value: Any, digits: int) -> Any:
    """Return a text that is not a formula, a number with `digits` digits, or the value itself."""
    if isinstance(value, str):
        return escape_formula(printable_text(value))
    if not isinstance(value, float) or not math.isfinite(value):
        return value
    text = f"{value:.{digits}g}"
    # All digits before the decimal point are kept, even if there are more than `digits`.
    return f"{value:.0f}" if "e+" in text else text
