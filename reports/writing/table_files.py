"""Tables as files: one Excel workbook, or CSV and Parquet."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pandas as pd

from simulate.errors import printable_text
from simulate.rules.spreadsheets import FORMULAS, escape_formula

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell
    from openpyxl.worksheet.worksheet import Worksheet

#: The largest number of letters in the name of a sheet.
_LONGEST_NAME = 31
_NARROWEST, _WIDEST = 8, 60
_WHOLE = "#,##0"
#: The decimals that are shown, by the largest absolute value beside a number.
_DECIMALS = ((0.01, 6), (1.0, 4), (100.0, 3), (math.inf, 2))


def write_workbook(tables: Mapping[str, pd.DataFrame], path: Path) -> None:
    """Write tables into an Excel file, one sheet per table."""
    from openpyxl import Workbook
    from openpyxl.writer.excel import ExcelWriter

    book = Workbook()
    book.remove(book.active)
    for name, table in tables.items():
        _fill(book.create_sheet(name[:_LONGEST_NAME]), table)
    with _UndatedArchive(path, "w", ZIP_DEFLATED) as archive:
        ExcelWriter(book, archive).write_data()


class _UndatedArchive(ZipFile):
    """A ZIP archive whose files are all dated 1980-01-01, its earliest date.

    An earlier date, as from a clock that was never set, would be an error.
    """

    def writestr(self, zinfo_or_arcname: Any, data: Any, *more: Any, **options: Any) -> None:
        """Add a file with some content, as `ZipFile.writestr` does."""
        entry = zinfo_or_arcname
        if not isinstance(entry, ZipInfo):
            entry = ZipInfo(entry)
        entry.compress_type = ZIP_DEFLATED
        super().writestr(entry, data, *more, **options)

    def write(self, filename: Any, arcname: Any = None, *more: Any, **options: Any) -> None:
        """Add a file from the disk, as `ZipFile.write` does."""
        self.writestr(arcname or str(filename), Path(filename).read_bytes(), *more, **options)


def _fill(sheet: Worksheet, table: pd.DataFrame) -> None:
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    values = table.astype(object).itertuples(index=False)
    rows = [[_plain(value) for value in row] for row in values]
    sheet.append([_plain(str(name)) for name in table.columns])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
        _as_text(cell)
    sheet.freeze_panes = "A2"
    formats = _formats(table, rows)
    for place, row in enumerate(rows):
        for column, value in enumerate(row):
            cell = sheet.cell(place + 2, column + 1, value)
            if isinstance(value, str):
                _as_text(cell)
            elif formats[place][column]:
                cell.number_format = formats[place][column]
    if rows:
        sheet.auto_filter.ref = sheet.dimensions
    for column, name in enumerate(table.columns):
        letter = get_column_letter(column + 1)
        longest = max((_length(row[column]) for row in rows), default=0)
        width = max(len(str(name)), longest) + 2
        sheet.column_dimensions[letter].width = min(max(width, _NARROWEST), _WIDEST)


def _as_text(cell: Cell) -> None:
    """Mark a cell as text, even if it begins like a formula, as an apostrophe does."""
    cell.data_type = "s"
    cell.quotePrefix = str(cell.value).startswith(FORMULAS)


def _formats(table: pd.DataFrame, rows: list[list[Any]]) -> list[list[str]]:
    """Return the format of each number, equal within a row of a figure or else within a column."""
    if "figure" in table.columns:
        return [[_format(value, row) for value in row] for row in rows]
    columns = [list(column) for column in zip(*rows, strict=True)]
    return [[_format(value, columns[at]) for at, value in enumerate(row)] for row in rows]


def _format(value: Any, beside: Iterable[Any]) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    if isinstance(value, int):
        return _WHOLE
    parts = [abs(number) for number in beside if isinstance(number, float) and number]
    if not parts or all(part == int(part) for part in parts):
        return _WHOLE
    decimals = next(decimals for most, decimals in _DECIMALS if max(parts) <= most)
    if 0 < abs(value) < 0.5 / 10**decimals:  # It would look like 0.
        return "0.0E+00"
    return f"{_WHOLE}.{'0' * decimals}"


def _plain(value: Any) -> Any:
    """Return a value as a cell holds it: None if missing, text if infinite."""
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
    if isinstance(value, int) and not isinstance(value, bool):
        return len(f"{value:,}")
    return 10 if isinstance(value, float) else len(str(value or ""))


#: The significant digits in CSV files, which are more than any interval justifies.
DIGITS = 6


def write_tables(tables: Mapping[str, pd.DataFrame], folder: Path, digits: int = DIGITS) -> None:
    """Write each table as CSV and Parquet; numbers in CSV have 1 to 17 significant digits."""
    for name, table in tables.items():
        as_written(table, digits).to_csv(folder / f"{name}.csv", index=False)
        table.to_parquet(folder / f"{name}.parquet", index=False)


def as_written(table: pd.DataFrame, digits: int) -> pd.DataFrame:
    """Return a table with rounded numbers, and with texts that spreadsheets take for no formula."""
    return pd.DataFrame(
        {
            escape_formula(str(name)): _written_column(column, digits)
            for name, column in table.items()
        },
        columns=[escape_formula(str(name)) for name in table.columns],
    )


def _written_column(column: pd.Series, digits: int) -> Any:
    if isinstance(
        column.dtype, pd.CategoricalDtype
    ):  # Each name is converted once, not once per row.
        return column.cat.rename_categories(lambda name: _written(name, digits))
    kinds = pd.api.types
    if not (kinds.is_float_dtype(column) or kinds.is_string_dtype(column)):
        return column
    return [_written(value, digits) for value in column]


def _written(value: Any, digits: int) -> Any:
    if isinstance(value, str):
        return escape_formula(printable_text(value))
    if not isinstance(value, float) or not math.isfinite(value):
        return value
    text = f"{value:.{digits}g}"
    # Digits before the decimal point are never dropped.
    return f"{value:.0f}" if "e+" in text else text
