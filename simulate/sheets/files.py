"""Reading the tabs of a spreadsheet from a file that a user named."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from simulate.errors import UsageError
from simulate.input_files import read_file
from simulate.sheets.cells import SheetCell, Tab, filled_length, tidy_text
from simulate.sheets.delimited import csv_rows, guessed_word
from simulate.sheets.json_tables import JSON, json_tabs
from simulate.sheets.limits import TABLE_LIMITS, SheetLimits
from simulate.sheets.opendocument import is_opendocument, opendocument_tabs
from simulate.sheets.workbooks import OLD_SIGNATURE, REMEDY, SIGNATURE, excel_tabs

#: The ending of the file name of a table.
CSV = ".csv"
#: The mark between the name of a file and the name of a tab, as in ``cards.xlsx#Cards``.
TAB_MARK = "#"
#: The maximum number of columns of a table.
MOST_COLUMNS = 200


def split_tab(path: Path) -> tuple[Path, str]:
    """Return the path of a file and the name of a tab, from a text such as ``cards.xlsx#Cards``.

    The tab is empty if the text names none, or if there is a file with the whole text as its name.
    """
    file, mark, tab = path.name.rpartition(TAB_MARK)
    if not mark or not file or path.exists():
        return path, ""
    return path.with_name(file), tab


#: Matches a link in brackets after a text.
_LINK = re.compile(r"(?<=\S)\s*\(https?://[^\s()]+\)")
#: The number of characters of a text with a link that a note quotes.
_LONGEST_EXAMPLE = 40


def read_tabs(path: Path, label: str, limits: SheetLimits = TABLE_LIMITS) -> list[Tab]:
    """Return the visible tabs of a spreadsheet: of a CSV, TSV or JSON file, or of a workbook.

    Parameters
    ----------
    path
        The file: text in any of the usual encodings and separators, .xlsx, .ods, .json or .jsonl.
    label
        The name that messages use for the file.
    limits
        The limits on the size of the file.

    Raises
    ------
    UsageError
        If the file cannot be read, is damaged, or is too large.
    """
    content = read_file(path, "table", CSV, limits.file_bytes, label)
    if path.suffix.lower() in JSON:
        return json_tabs(content, label, limits)
    if content.startswith(OLD_SIGNATURE):
        raise UsageError(
            f"{label} is an old workbook (.xls) or needs a password; save it as .xlsx without a "
            f"password, or {REMEDY}"
        )
    if content.startswith(SIGNATURE):
        return _workbook_tabs(content, label, limits)
    rows = csv_rows(content, label, limits.rows)
    filled = []
    for number, texts in rows.rows:
        row = tuple(SheetCell(tidy_text(text, label, number)) for text in texts)
        if any(row):
            filled.append((number, row))
    guessed = guessed_word(content)
    tab = Tab("", tuple(filled), separator=rows.separator, guessed_word=guessed)
    return [_without_links(tab)]


def _workbook_tabs(content: bytes, label: str, limits: SheetLimits) -> list[Tab]:
    """Return the visible tabs of a workbook; raise `UsageError` if it cannot be read."""
    kind = "an Excel workbook"
    try:
        if is_opendocument(content):
            kind = "a spreadsheet"
            tabs = opendocument_tabs(content, label, limits)
        else:
            tabs = excel_tabs(content, label, limits)
    except UsageError:
        raise
    except Exception:
        # The libraries raise more than a dozen kinds of errors for damaged workbooks. All have the
        # same remedy.
        raise UsageError(
            f"{label} cannot be read as {kind}; open it in a spreadsheet program and {REMEDY}"
        ) from None
    return [_without_links(_without_edges(tab)) for tab in tabs]


def _without_links(tab: Tab) -> Tab:
    """Return a tab without the links that databases write after texts, with a note on them.

    Such a text is "Ann (https://example.org/ann)".
    """
    example = ""
    rows = []
    for number, cells in tab.rows:
        changed = list(cells)
        for index, cell in enumerate(cells):
            if "://" in cell.text and (text := _LINK.sub("", cell.text)):
                changed[index] = cell if text == cell.text else SheetCell(text)
                example = example or ("" if text == cell.text else cell.text)
        rows.append((number, tuple(changed)))
    if not example:
        return tab
    note = f"links in brackets after texts, as in {example[:_LONGEST_EXAMPLE]!r}, are not read"
    return replace(tab, rows=tuple(rows), notes=(*tab.notes, note))


def _without_edges(tab: Tab) -> Tab:
    """Return a tab without rows that have only spaces, and without empty cells at their ends."""
    rows = [(number, cells[: filled_length(cells)]) for number, cells in tab.rows]
    filled = tuple((number, cells) for number, cells in rows if cells)
    return replace(tab, rows=filled)


def check_size(tab: Tab, label: str, row_name: str, limits: SheetLimits = TABLE_LIMITS) -> None:
    """Check the numbers of rows and columns of a table.

    Parameters
    ----------
    tab
        The tab with the table.
    label
        The name that messages use for the file.
    row_name
        The word that messages use for a row, such as "card".
    limits
        The limits on the size of the file.

    Raises
    ------
    UsageError
        If there are too many rows or columns.
    """
    if len(tab.rows) > limits.rows or any(len(cells) > MOST_COLUMNS for _, cells in tab.rows):
        raise UsageError(
            f"{label} is larger than the {limits.rows:,} rows and {MOST_COLUMNS} columns that are "
            f"allowed; name a file with a smaller table, in which each row is a {row_name}"
        )
