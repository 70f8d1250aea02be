"""Tables from spreadsheets, as CSV or Excel files; errors name the cell as a spreadsheet does."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from simulate.errors import UsageError, find_unprintable, unknown
from simulate.input_files import decode, read_file
from simulate.rules.kinds import CardTable, Choice, Flag, Real, RecordField, Text, Whole
from simulate.rules.kinds.records import COPIES, NAME
from simulate.rules.kinds.single import MOST_BYTES as LONGEST_WORD
from simulate.rules.workbooks import OLD_SIGNATURE, SIGNATURE, sheet_rows

#: How the name of a file ends that holds a table.
CSV = ".csv"
#: What may stand between two cells; the most frequent in the first row does.
MARKS = ",;\t"
#: What a row is, unless said; its columns become names in code.
_CARD = "card"
#: Columns that compiled code has besides, in the rules.
_TAKEN = ("all", "length", "total")
#: The largest file, the most rows and columns, and the longest cell that are read: what a rule can
#: hold is far less, and says itself what it holds.
MOST_BYTES, MOST_ROWS, MOST_COLUMNS, LONGEST_CELL = 4_000_000, 10_000, 200, 10_000
#: How begins what spreadsheets take for a formula; apostrophes before it say that it is none.
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
_FORMULA = re.compile(f"'*[{re.escape(''.join(FORMULAS))}]")
#: A line before the first row that names the separator, as Excel writes and reads it.
_SEPARATOR_LINE = re.compile(r'"?sep=([^\w\s"]|\t)"?\s*')
_NUMBER = re.compile(r"[+-]?[0-9]*\.?[0-9]+([eE][+-]?[0-9]+)?")


@dataclass(frozen=True)
class Sheet:
    """A table as it stands in a file."""

    #: What errors call its file.
    label: str
    #: The place, from 0, of each column that has a name and is not left out, by its name in code:
    #: in small letters, with _ for spaces.
    columns: Mapping[str, int]
    #: The row's number in the spreadsheet, and its cells; empty rows left out.
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    #: What all columns are called, those left out too.
    headings: tuple[str, ...]

    def cell(self, column: str, row: int) -> str:
        """Name a cell as a spreadsheet does, with its column's name."""
        return f"{self.label}: cell {_letters(self.columns[column])}{row} ({column})"

    def cells(self, column: str) -> list[tuple[int, str]]:
        """Return the cells of a column, each with the number of its row."""
        return [(row, cells[self.columns[column]]) for row, cells in self.rows]


def read_sheet(
    path: Path,
    left_out: Sequence[str] = (),
    label: str = "",
    row_name: str = _CARD,
    example: str = "name,copies,points",
) -> Sheet:
    """Read a table from a CSV file or an Excel workbook.

    Parameters
    ----------
    path
        The file: see `csv_rows` and `simulate.rules.workbooks.sheet_rows`.
    left_out
        The columns that are not read.
    label
        The name of the file in messages (default: its path).
    row_name
        The name of a row in messages.
    example
        The example of a first row in messages.

    Raises
    ------
    UsageError
        If there is no table in it; the message names the cell.
    """
    label = label or str(path)
    content = read_file(path, "table", CSV, MOST_BYTES, label)
    if content.startswith((SIGNATURE, OLD_SIGNATURE)):
        rows = sheet_rows(content, label, MOST_ROWS + 1)
    else:
        rows = csv_rows(content, label).rows
    if len(rows) > MOST_ROWS or any(len(cells) > MOST_COLUMNS for _, cells in rows):
        raise UsageError(
            f"{label} is larger than the {MOST_ROWS:,} rows and {MOST_COLUMNS} columns that are "
            f"read; a row is a {row_name}, so it may be another table"
        )
    rows = [(number, [_read(cell, label, number) for cell in cells]) for number, cells in rows]
    rows = [(number, cells) for number, cells in rows if any(cells)]
    if len(rows) < 2:
        what = "is empty" if not rows else f"has a first row and no {row_name}s"
        raise UsageError(
            f"{label} {what}; its first row names the columns, as in {example}, and each further "
            f"row is a {row_name}"
        )
    (head, names), *body = rows
    columns = _columns(label, head, names, left_out, in_code=row_name == _CARD)
    whole = tuple((row, _whole_row(label, row, cells, names)) for row, cells in body)
    return Sheet(label, columns, whole, tuple(map(plain_name, names)))


@dataclass(frozen=True)
class CsvRows:
    """The rows of a CSV file."""

    #: What separates cells.
    separator: str
    #: The rows that are not empty, each with its number, from 1.
    rows: list[tuple[int, list[str]]]
    #: The number of the last row that was read, empty or not.
    last: int


def csv_rows(content: bytes, label: str) -> CsvRows:
    """Return the rows of a CSV file, at most `MOST_ROWS` and one more.

    Commas, semicolons or tabs separate cells: the most frequent of them in the first row, or what
    a line ``sep=;`` before it says, which is no row. UTF-8, UTF-16 and Windows-1252 are read.

    Parameters
    ----------
    content
        The bytes of the file.
    label
        The name of the file in messages.

    Raises
    ------
    UsageError
        If it is no text, or not as a spreadsheet writes it.
    """
    try:
        text = decode(content, "cp1252")
    except UnicodeDecodeError:
        raise UsageError(
            f"{label} is neither UTF-8 nor Windows-1252; save it as 'CSV UTF-8'"
        ) from None
    if "\0" in text:
        raise UsageError(
            f"{label} holds \\x00, so it is neither text nor an Excel workbook (.xlsx); save its "
            "table as CSV"
        )
    first, _, rest = text.partition("\n")
    declared_separator = _SEPARATOR_LINE.fullmatch(first)
    if declared_separator:
        text = rest
        mark = declared_separator[1]
    else:
        mark = max(MARKS, key=re.sub('"[^"]*"', "", first).count)
    # Cells may hold line ends, so that rows are counted and not lines.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    rows: list[tuple[int, list[str]]] = []
    number = 0
    try:
        for number, cells in enumerate(reader, 1):
            if any(cells):
                rows.append((number, cells))
            if len(rows) > MOST_ROWS:
                break
    except csv.Error as error:
        raise UsageError(
            f"{label}: row {number + 1} is not as a spreadsheet writes it ({error}); look for "
            'a quote that does not end, and write one in a text twice, as in "a ""big"" one"'
        ) from None
    return CsvRows(mark, rows, number)


def escape_formula(text: str) -> str:
    """Return a text with an apostrophe before what a spreadsheet would take for a formula."""
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def _read(cell: str, label: str, row: int) -> str:
    """Return what a cell says, without the apostrophe of `escape_formula`."""
    cell = cell.strip().replace("\r\n", "\n").replace("\r", "\n")
    if len(cell) > LONGEST_CELL:
        raise UsageError(
            f"{label}: a cell of row {row} has {len(cell):,} letters; write at most {LONGEST_CELL}"
        )
    if unfit := find_unprintable(cell):
        raise UsageError(
            f"{label}: a cell of row {row} holds {unfit}, a character that cannot be shown; "
            "delete it"
        )
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _columns(
    label: str, head: int, names: Sequence[str], left_out: Sequence[str], *, in_code: bool
) -> dict[str, int]:
    found: dict[str, int] = {}
    plain = {plain_name(name) for name in left_out}
    for place, text in enumerate(names):
        column = plain_name(text)
        if not text or column in plain:
            continue
        where = f"{label}: cell {_letters(place)}{head}"
        if in_code and (not column.isidentifier() or column in _TAKEN):
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
        raise UsageError(f"{label} has no column that is read; name one, as in points")
    return found


def _whole_row(label: str, row: int, cells: list[str], names: Sequence[str]) -> tuple[str, ...]:
    """Return a row with a cell for each column, where none stands outside of all columns."""
    for place, cell in enumerate(cells):
        if cell and (place >= len(names) or not names[place]):
            raise UsageError(
                f"{label}: cell {_letters(place)}{row} holds {cell!r}, and its column has no "
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


#: What a number may be, on both sides of 0: more is mostly a slip of the pen.
_MOST = 1_000_000
_REAL = re.compile(r"[+-]?\d+\.\d+")
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+")
#: What spreadsheets write where a formula has no value.
_BROKEN = re.compile(r"#[A-ZÄÖÜ/0-9]+[!?]?")
_FLAGS = ("true", "false", "yes", "no")


def declare_table(
    sheet: Sheet,
    name: str,
    words: Mapping[str, Sequence[str]] = MappingProxyType({}),
    left_out: Sequence[str] = (),
    most: int = 0,
    most_cards: int = 0,
) -> CardTable:
    """Make the rule of a game that a table is.

    The words that columns can have are those found in them unless said. Other tables have at most
    so many rows and cards; some more than this one, in steps, so that a row more seldom makes other
    machine code.
    """
    for column in map(plain_name, left_out):
        if column not in sheet.headings:
            raise unknown("column", column, sheet.headings, f" to leave out of {sheet.label}")
    for column in words:
        if column not in sheet.columns:
            raise unknown("column", column, sheet.columns, f" in words= for {sheet.label}")
    fields = tuple(_kind(sheet, column, words) for column in sheet.columns)
    rows, records = len(sheet.rows), _records(sheet, fields)
    cards = sum(record.get(COPIES, 1) for record in records)
    table = CardTable(
        name=name,
        meaning=f"The {name}s, as {sheet.label} has them; {_in_code(name, fields)}.",
        default=records,
        fields=fields,
        longest=most or min(_up_to(rows, 64), _up_to(rows + max(10, rows // 4), 16)),
        most_cards=most_cards or _up_to(2 * cards + 20, 50),
        left_out=tuple(left_out),
    )
    table.check(records)
    return table


def read_records(table: CardTable, path: Path) -> tuple[dict[str, Any], ...]:
    """Read another table for a rule, with the same columns; `UsageError` names what is wrong."""
    sheet = read_sheet(path, table.left_out)
    wanted = [field.name for field in table.fields]
    for column in sheet.columns:
        if column not in wanted:
            raise unknown("column", column, wanted, f" in {path}")
    missing = [column for column in wanted if column not in sheet.columns]
    if missing:
        raise UsageError(
            f"{path} has no column {', '.join(missing)}; the game's table has {', '.join(wanted)}"
        )
    records = _records(sheet, table.fields)
    try:
        table.check(records)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    return records


def _up_to(number: int, step: int) -> int:
    return -(-number // step) * step


def _kind(sheet: Sheet, name: str, words: Mapping[str, Sequence[str]]) -> RecordField:
    """Return which kind of field a column is, by what stands in it."""
    meaning = f"As {sheet.label} has it."
    cells = [(row, text) for row, text in sheet.cells(name) if text]
    texts = [text for _, text in cells]
    choices = tuple(map(str, words.get(name, ())))
    numbers = [text for text in texts if _is_number(text)]
    if not choices:
        if name == NAME:
            return Text(name=name, meaning=meaning, default="?")
        if name == COPIES:
            return Whole(name=name, meaning=meaning, minimum=0, maximum=_MOST, default=1)
        if texts and all(text.lower() in _FLAGS for text in texts):
            return Flag(name=name, meaning=meaning, default=False)
        if 2 * len(numbers) < len(texts):
            choices = _words(sheet, name, cells)
    if choices:
        return Choice(name=name, meaning=meaning, choices=choices, default=choices[0])
    kind = Real if any(_REAL.fullmatch(_signed(text)) for text in numbers) else Whole
    return kind(name=name, meaning=meaning, minimum=-_MOST, maximum=_MOST, default=0)


def _words(sheet: Sheet, column: str, cells: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    """Return the words of a column, in the order in which they appear."""
    first: dict[str, tuple[int, str]] = {}
    for row, text in cells:
        where = sheet.cell(column, row)
        if _is_number(text):
            shown = ", ".join([*dict.fromkeys(repr(text) for _, text in cells[:3]), "..."])
            raise UsageError(
                f"{where} is {text!r} among words; for words that look like numbers say all in the "
                f"game's file, as in words={{{column!r}: ({shown})}}"
            )
        if len(text.encode()) > LONGEST_WORD or not text.isprintable():
            raise UsageError(
                f"{where} is too long for a word of rules; leave the column out in the game's "
                f"file, as in left_out=({column!r},)"
            )
        before = first.setdefault(text.casefold(), (row, text))
        if before[1] != text:
            raise UsageError(
                f"{where} is {text!r}, and row {before[0]} has {before[1]!r}; write both alike"
            )
    return tuple(text for _, text in first.values())


def _records(sheet: Sheet, fields: Sequence[RecordField]) -> tuple[dict[str, Any], ...]:
    return tuple(
        {field.name: _value(sheet, row, cells, field) for field in fields}
        for row, cells in sheet.rows
    )


def _value(sheet: Sheet, row: int, cells: Sequence[str], field: RecordField) -> Any:
    """Read one cell, or say what is wrong with it."""
    text, where = cells[sheet.columns[field.name]], sheet.cell(field.name, row)
    if not text:
        raise UsageError(f"{where} is empty, and nothing is guessed; allowed: {field.allowed}")
    if _BROKEN.fullmatch(text):
        raise UsageError(f"{where} is {text!r}, a formula without a value; mend the formula")
    is_number = isinstance(field, Whole | Real)
    if is_number and _DECIMAL_COMMA.fullmatch(_signed(text)):
        raise UsageError(
            f"{where} is {text!r}, a number with a decimal comma; write "
            f"{_signed(text).replace(',', '.')!r}"
        )
    try:
        return field.parse(_signed(text) if is_number else text)
    except UsageError:
        raise UsageError(
            f"{where} is {text!r}; allowed: {field.allowed}{_remedy(field, text)}"
        ) from None


def _remedy(field: RecordField, text: str) -> str:
    """Say what to do about a value that is not allowed."""
    say_all = f"say all in the game's file, as in words={{{field.name!r}: (...)}}"
    if isinstance(field, Choice):
        near = [word for word in field.choices if word.casefold() == text.casefold()]
        return f"; did you mean {near[0]!r}?" if near else f"; for more words {say_all}"
    if isinstance(field, Whole) and _REAL.fullmatch(text):
        return "; count in tenths, or make all tables of the game have parts there"
    if isinstance(field, Whole | Real) and not _is_number(text):
        return f"; if these are words and no numbers, {say_all}"
    return ""


def _in_code(name: str, fields: Sequence[RecordField]) -> str:
    """Tell how compiled code reads a card, and which number it has for each word."""
    numbers = [field.name for field in fields if field.name not in (NAME, COPIES)]
    told = [f"in code rules.{name}_{(numbers or [COPIES])[0]}[{name}]"]
    for field in fields:
        if isinstance(field, Choice):
            words = ", ".join(f"{number} for {word}" for number, word in enumerate(field.choices))
            told.append(f"{field.name} is {words}")
    return "; ".join(told)


def _signed(text: str) -> str:
    """Return a number with the sign of a keyboard: spreadsheets may write a longer minus."""
    return text.replace("\N{MINUS SIGN}", "-")


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[+-]?\d+([.,]\d+)?", _signed(text)) is not None
