"""Tables from spreadsheets, as CSV files: the first row names the columns.

Errors name the file and the cell, as a spreadsheet does.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from simulate.control_characters import unfit_in
from simulate.errors import UsageError, no_file, why_refused

#: How the name of a file ends that holds a table.
CSV = ".csv"
#: What may stand between two cells; the most frequent in the first row does.
_MARKS = ",;\t"
#: Columns that compiled code has besides, in the rules.
_TAKEN = ("all", "length", "total")
#: The largest file, the most rows and columns, and the longest cell that are read: what a rule can
#: hold is far less, and says itself what it holds.
MOST_BYTES, MOST_ROWS, MOST_COLUMNS, LONGEST_CELL = 4_000_000, 10_000, 200, 10_000
#: How begins what spreadsheets take for a formula; apostrophes before it say that it is none.
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
_FORMULA = re.compile(f"'*[{re.escape(''.join(FORMULAS))}]")
_NUMBER = re.compile(r"[+-]?[0-9]*\.?[0-9]+([eE][+-]?[0-9]+)?")


@dataclass(frozen=True)
class Sheet:
    """A table as it stands in a file."""

    #: What errors call its file.
    called: str
    #: The place, from 0, of each column that has a name and is not left out, by its name in code:
    #: in small letters, with _ for spaces.
    columns: Mapping[str, int]
    #: The row's number in the spreadsheet, and its cells; empty rows left out.
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    #: What all columns are called, those left out too.
    headings: tuple[str, ...]

    def cell(self, column: str, row: int) -> str:
        """Name a cell as a spreadsheet does, with its column's name."""
        return f"{self.called}: cell {_letters(self.columns[column])}{row} ({column})"

    def cells(self, column: str) -> list[tuple[int, str]]:
        """Return the cells of a column, each with the number of its row."""
        return [(row, cells[self.columns[column]]) for row, cells in self.rows]


def read_sheet(path: Path, left_out: Sequence[str] = (), called: str = "") -> Sheet:
    """Read a CSV file as spreadsheets write it, but for the columns left out.

    Commas, semicolons or tabs may stand between cells; UTF-8, UTF-16 with its mark, and Windows'
    1252 are read. `UsageError`, which names the cell of the file as `called`, if it is no table.
    """
    called = called or str(path)
    text = _decoded(path, called)
    first, _, rest = text.partition("\n")
    mark = ""
    if said := re.fullmatch(r'"?sep=(.)"?\s*', first):  # as Excel writes and reads it
        mark, text = said[1], rest
    mark = mark or max(_MARKS, key=re.sub('"[^"]*"', "", text.partition("\n")[0]).count)
    # Cells may hold line ends, so that rows are counted and not lines.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    rows: list[tuple[int, list[str]]] = []
    try:
        for number, cells in enumerate(reader, 1):
            if number > MOST_ROWS or len(cells) > MOST_COLUMNS:
                raise UsageError(
                    f"{called} is larger than the {MOST_ROWS:,} rows and {MOST_COLUMNS} columns "
                    "that are read; a row is a card, so it may be another table"
                )
            rows.append((number, [_read(cell, called, number) for cell in cells]))
    except csv.Error as error:
        raise UsageError(
            f"{called}: row {len(rows) + 1} is not as a spreadsheet writes it ({error}); look for "
            'a quote that does not end, and write one in a text twice, as in "a ""big"" one"'
        ) from None
    rows = [(number, cells) for number, cells in rows if any(cells)]
    if len(rows) < 2:
        what = "is empty" if not rows else "has a first row and no cards"
        raise UsageError(
            f"{called} {what}; its first row names the columns, as in name,copies,points, and each "
            "further row is a card"
        )
    (head, names), *body = rows
    columns = _columns(called, head, names, left_out)
    whole = tuple((row, _whole_row(called, row, cells, names)) for row, cells in body)
    return Sheet(called, columns, whole, tuple(map(plain_name, names)))


def quoted(text: str) -> str:
    """Return a text as a CSV file has it, so that a spreadsheet takes it for no formula.

    What begins as formulas do and is no number has an apostrophe before it, which `read_sheet`
    takes away again.
    """
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def _read(cell: str, called: str, row: int) -> str:
    """Return what a cell says, without the apostrophe of `quoted`."""
    cell = cell.strip().replace("\r\n", "\n").replace("\r", "\n")
    if len(cell) > LONGEST_CELL:
        raise UsageError(
            f"{called}: a cell of row {row} has {len(cell):,} letters; write at most {LONGEST_CELL}"
        )
    if unfit := unfit_in(cell):
        raise UsageError(
            f"{called}: a cell of row {row} holds {unfit}, a character that cannot be shown; "
            "delete it"
        )
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _decoded(path: Path, called: str) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        raise no_file("table", path, CSV) from None
    except OSError as error:
        raise UsageError(f"{called} cannot be read: {why_refused(error)}") from None
    if len(content) > MOST_BYTES:
        raise UsageError(
            f"{called} is larger than the {MOST_BYTES // 1_000_000} MB that are read; a row is a "
            "card, so it may be another table"
        )
    if content.startswith(b"PK"):
        raise UsageError(f"{called} is a workbook; save its sheet as CSV and name that file")
    marked = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise UsageError(f"{called} is neither UTF-8 nor Windows-1252; save it as 'CSV UTF-8'")


def _columns(
    called: str, head: int, names: Sequence[str], left_out: Sequence[str]
) -> dict[str, int]:
    found: dict[str, int] = {}
    plain = {plain_name(name) for name in left_out}
    for place, text in enumerate(names):
        column = plain_name(text)
        if not text or column in plain:
            continue
        where = f"{called}: cell {_letters(place)}{head}"
        if not column.isidentifier() or column in _TAKEN:
            raise UsageError(
                f"{where}: a column cannot be called {text!r}, for it becomes a name in code; "
                "give it a word of letters and digits, as in points or card_value"
            )
        if column in found:
            raise UsageError(
                f"{where}: there are two columns {column}; give one of them another name"
            )
        found[column] = place
    if not found:
        raise UsageError(f"{called} has no column that is read; name one, as in points")
    return found


def _whole_row(called: str, row: int, cells: list[str], names: Sequence[str]) -> tuple[str, ...]:
    """Return a row with a cell for each column, where none stands outside of all columns."""
    for place, cell in enumerate(cells):
        if cell and (place >= len(names) or not names[place]):
            raise UsageError(
                f"{called}: cell {_letters(place)}{row} holds {cell!r}, and its column has no "
                "name; name it in the first row, or put a text with commas in quotes"
            )
    return (*cells, *[""] * (len(names) - len(cells)))


def plain_name(name: str) -> str:
    """Return a column's name as a name in code: "Victory points" is victory_points."""
    return re.sub(r"[\s-]+", "_", name.strip().lower())


def _letters(place: int) -> str:
    """Return what a spreadsheet calls a column: A, B, ..., Z, AA."""
    before = _letters(place // 26 - 1) if place >= 26 else ""
    return before + chr(65 + place % 26)
