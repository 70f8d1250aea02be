"""Cells, rows and tabs of a spreadsheet, as they are read from a file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from simulate.errors import UsageError, find_unprintable

#: The maximum number of characters in a cell.
LONGEST_CELL = 10_000
#: The first characters of texts that spreadsheet programs read as a formula.
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
#: Matches the beginning of a formula, with or without apostrophes that make it a text.
_FORMULA = re.compile(f"'*[{re.escape(''.join(FORMULAS))}]")
_NUMBER = re.compile(r"[+-]?[0-9]*\.?[0-9]+([eE][+-]?[0-9]+)?")
#: Matches the error values of spreadsheet programs, such as ``#DIV/0!``, in several languages.
_ERROR_VALUE = re.compile(r"#[A-ZÄÖÜÉ¡/0-9]+[!?]|#N/A|#NV|#N/D|#N/B|Err:[0-9]{3}")


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A cell of a spreadsheet."""

    #: The text that a user would type, without spaces around it; empty for an empty cell.
    text: str
    #: The number, if the file stores the cell as a number; None for all other cells.
    number: float | None = None
    #: The date, if the file stores the cell as a date; None for all other cells.
    date: date | None = None
    #: True for a formula whose value is not in the file.
    is_without_value: bool = False

    def __bool__(self) -> bool:
        """Return True if the cell is not empty."""
        return bool(self.text)

    @property
    def problem(self) -> str:
        """The reason why the cell has no value, such as "a formula without a value"; or empty."""
        if self.is_without_value:
            return (
                "a formula whose value is not in the file; open the file in a spreadsheet program "
                "and save it"
            )
        if _ERROR_VALUE.fullmatch(self.text):
            return "a formula without a value; correct the formula"
        return ""


EMPTY = SheetCell("")
#: A row that is not empty: its number in the spreadsheet, from 1, and its cells.
Row = tuple[int, tuple[SheetCell, ...]]


@dataclass(frozen=True)
class Merged:
    """A range of cells that a spreadsheet shows as one cell. Rows count from 1, columns from 0."""

    first_row: int
    last_row: int
    first_column: int
    last_column: int


@dataclass(frozen=True)
class Tab:
    """A tab of a workbook, or the only table of a text file."""

    #: The name of the tab; empty for a text file.
    name: str
    #: The rows that are not empty, from top to bottom.
    rows: tuple[Row, ...]
    #: The merged cells; empty for text files, which do not store them.
    merged: tuple[Merged, ...] = ()
    #: True if the tab was open when the workbook was saved.
    is_open: bool = True
    #: The separator between the cells of a text file; empty for workbooks.
    separator: str = ""
    #: The names of the hidden tabs of the workbook, which are not read.
    hidden: tuple[str, ...] = ()
    #: An example of a word that has letters read as Windows-1252, which is only a guess; or empty.
    guessed_word: str = ""
    #: The numbers of hidden rows, which are read.
    hidden_rows: frozenset[int] = frozenset()
    #: The indices of hidden columns, which are read.
    hidden_columns: frozenset[int] = frozenset()
    #: The cells whose text is struck through, each as the number of its row and the index of its
    #: column. Empty for text files, which do not store it.
    struck: frozenset[tuple[int, int]] = frozenset()
    #: The columns in words, if a tab has several tables beside each other and this is one of them.
    columns: str = ""
    #: True if this is one of several tables below each other, each with headings of its own.
    is_section: bool = False
    #: True for a list of JSON objects, of which row 2 is the first.
    is_json: bool = False
    #: Sentences on parts of the file that are left out.
    notes: tuple[str, ...] = ()
    #: Sentences on parts of the file that are left out and may be cards.
    doubts: tuple[str, ...] = ()


def letters(index: int) -> str:
    """Return the letters that spreadsheets show for a column: A for index 0, B, ..., Z, AA."""
    before = letters(index // 26 - 1) if index >= 26 else ""
    return before + chr(65 + index % 26)


def escape_formula(text: str) -> str:
    """Return a text with an apostrophe before it if a spreadsheet would read it as a formula."""
    is_formula = _FORMULA.match(text) and not _NUMBER.fullmatch(text)
    return f"'{text}" if is_formula else text


def tidy_text(text: str, label: str, row: int) -> str:
    """Return the text of a cell without the spaces around it.

    An apostrophe that `escape_formula` added is removed too.

    Parameters
    ----------
    text
        The text in the file.
    label
        The name that messages use for the file.
    row
        The number of the row, from 1.

    Raises
    ------
    UsageError
        If the text is too long or has unprintable characters.
    """
    text = text.strip().replace("\r\n", "\n").replace("\r", "\n")
    # A vertical tab is a line break within a cell. A zero-width space is invisible, so it is
    # removed.
    text = text.replace("\v", "\n").replace("\N{ZERO WIDTH NO-BREAK SPACE}", "")
    if len(text) > LONGEST_CELL:
        raise UsageError(
            f"{label}: a cell of row {row} has {len(text):,} characters; write at most "
            f"{LONGEST_CELL}"
        )
    unprintable = "" if text.isprintable() else find_unprintable(text)
    if unprintable:
        raise UsageError(
            f"{label}: a cell of row {row} contains {unprintable}, a character that cannot be "
            "shown; delete it"
        )
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def filled_length(cells: Sequence[object]) -> int:
    """Return the number of cells up to the last one that is not empty (None, "" or `EMPTY`)."""
    length = len(cells)
    while length and cells[length - 1] in (None, "", EMPTY):
        length -= 1
    return length
