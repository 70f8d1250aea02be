"""Reading Excel workbooks as rows of text, with limits on time and memory."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any
from zipfile import ZipFile

from simulate.errors import UsageError

#: The first bytes of a workbook (.xlsx), which is a zip file.
SIGNATURE = b"PK"
#: The first bytes of an old workbook (.xls), and of a workbook with a password.
OLD_SIGNATURE = bytes.fromhex("D0CF11E0A1B11AE1")
#: The number of the last row of an Excel sheet.
_LAST_ROW = 1_048_576
#: The maximum size of an unpacked workbook, in bytes. A sheet of 10,000 rows and 20 columns has
#: about 8 MB.
_MOST_UNPACKED = 20_000_000
#: The maximum number of cells read, empty ones included.
_MOST_CELLS = 4_000_000
_REMEDY = "save its sheet as CSV"


def sheet_rows(content: bytes, name: str, most: int) -> list[tuple[int, list[str]]]:
    """Return the rows, as text, of the sheet that was open when the workbook was saved.

    Parameters
    ----------
    content
        The bytes of the workbook.
    name
        The name of the file in messages.
    most
        The maximum number of rows returned.

    Returns
    -------
    list
        The rows that are not empty. Each row is its number, from 1, and its cells up to the last
        cell with a value. A formula is replaced by its result when the workbook was saved.

    Raises
    ------
    UsageError
        If the workbook cannot be read, needs a password, or is too large.
    """
    if content.startswith(OLD_SIGNATURE):
        raise UsageError(
            f"{name} is an old workbook (.xls) or needs a password; save it as .xlsx without a "
            f"password, or {_REMEDY}"
        )
    try:
        with warnings.catch_warnings():
            # The parser warns of styles and extensions, which do not affect the cells.
            warnings.simplefilter("ignore")
            return list(islice(_filled_rows(content, name), most))
    except UsageError:
        raise
    except Exception:
        # The parser raises more than a dozen kinds of errors for damaged workbooks. All have the
        # same remedy.
        raise UsageError(
            f"{name} cannot be read as an Excel workbook; open it in a spreadsheet program and "
            f"{_REMEDY}"
        ) from None


def _filled_rows(content: bytes, name: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of each row that is not empty.

    Raise `UsageError` if the workbook is too large or its open sheet has no cells. Errors of the
    parser are not caught.
    """
    from openpyxl import load_workbook  # It is slow to import.

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
    # The size of the sheet that the file states may be wrong. Rows beyond it would be skipped.
    sheet.reset_dimensions()
    cells = 0
    for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
        cells += len(row)
        if number > _LAST_ROW or cells > _MOST_CELLS:
            raise UsageError(
                f"{name} has more rows or columns than can be read; delete empty rows and "
                f"columns around its table, or {_REMEDY}"
            )
        length = _filled_length(row)
        if length > 0:
            yield number, [_text_of(cell) for cell in row[:length]]


def _filled_length(row: Sequence[Any]) -> int:
    """Return the number of cells up to the last cell with a value."""
    length = len(row)
    while length and row[length - 1] is None:
        length -= 1
    return length


def _text_of(cell: Any) -> str:
    """Return the text that a user would type to enter a cell's value."""
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
