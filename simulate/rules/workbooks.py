"""Sheets of Excel workbooks as rows of texts, read within bounds of time and memory."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any
from zipfile import ZipFile

from simulate.errors import UsageError

#: The first bytes of a zip file, which a workbook is.
SIGNATURE = b"PK"
#: The first bytes of an old workbook (.xls), and of one that needs a password.
OLD_SIGNATURE = bytes.fromhex("D0CF11E0A1B11AE1")
#: The last row that a workbook can have.
_LAST_ROW = 1_048_576
#: The most bytes a workbook is unpacked to, and the most cells that are looked at. A sheet of
#: 10,000 rows and 20 columns has about 8 MB and 200,000 cells.
_MOST_UNPACKED, _MOST_CELLS = 20_000_000, 4_000_000
_REMEDY = "save its sheet as CSV"


def sheet_rows(content: bytes, name: str, most: int) -> list[tuple[int, list[str]]]:
    """Return the rows with cells of the sheet that was open when a workbook was saved.

    Parameters
    ----------
    content
        The bytes of the workbook.
    name
        The name of the file in messages.
    most
        The number of rows after which reading ends.

    Returns
    -------
    list
        The number of each row, from 1, and its cells up to the last that is filled in. Cells hold
        what formulas gave when the workbook was saved.

    Raises
    ------
    UsageError
        If it is no workbook that can be read, or too large.
    """
    if content.startswith(OLD_SIGNATURE):
        raise UsageError(
            f"{name} is an old workbook (.xls) or needs a password; save it as .xlsx without a "
            f"password, or {_REMEDY}"
        )
    try:
        with warnings.catch_warnings():
            # Messages about styles and extensions, which have no part in the cells.
            warnings.simplefilter("ignore")
            return list(islice(_filled_rows(content, name), most))
    except UsageError:
        raise
    except Exception:
        # A parser that meets bytes which anybody may have altered raises more than a dozen kinds
        # of errors, and all of them mean the same.
        raise UsageError(
            f"{name} cannot be read as an Excel workbook; open it in a spreadsheet program and "
            f"{_REMEDY}"
        ) from None


def _filled_rows(content: bytes, name: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of the open sheet that have cells; raises whatever the parser raises."""
    from openpyxl import load_workbook  # takes a quarter of a second

    parts = ZipFile(io.BytesIO(content)).infolist()
    if sum(part.file_size for part in parts) > _MOST_UNPACKED:
        raise UsageError(
            f"{name} is larger than the {_MOST_UNPACKED // 1_000_000} MB that a workbook may have "
            f"when it is unpacked; {_REMEDY}"
        )
    book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    sheet = book.active
    if sheet not in book.worksheets:
        raise UsageError(f"{name} shows no sheet with cells; {_REMEDY}")
    # What the file says of its size may be wrong, and rows beyond it would be left out.
    sheet.reset_dimensions()
    cells = 0
    for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
        cells += len(row)
        if number > _LAST_ROW or cells > _MOST_CELLS:
            raise UsageError(
                f"{name} has more rows or columns than can be read; delete the empty ones around "
                f"its table, or {_REMEDY}"
            )
        if filled := row[: _end(row)]:
            yield number, [_text_of(cell) for cell in filled]


def _end(row: Sequence[Any]) -> int:
    """Return the number of cells up to the last that is filled in."""
    number = len(row)
    while number and row[number - 1] is None:
        number -= 1
    return number


def _text_of(cell: Any) -> str:
    """Return a cell as it is typed."""
    match cell:
        case None:
            return ""
        case bool():
            return "yes" if cell else "no"
        case float() if cell.is_integer():
            return str(int(cell))
        case datetime():
            return cell.date().isoformat()
    return str(cell)
