"""Tables of cards in CSV or Excel files, and the rules whose default they are.

Error messages name the cell as a spreadsheet does, for example ``cell B5 (points)``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from simulate.errors import UsageError, unknown
from simulate.rules.kinds import CardTable, Choice, Flag, Real, RecordField, Text, Whole
from simulate.rules.kinds.records import COPIES, NAME
from simulate.rules.kinds.single import MOST_BYTES as LONGEST_WORD
from simulate.sheets.cells import Tab, letters
from simulate.sheets.files import check_size, read_tabs

#: The default name of a row in messages. The columns of cards become names in code.
_CARD = "card"
#: Names that columns cannot have, because rules records have other fields with these names.
_RESERVED = ("all", "length", "total")


@dataclass(frozen=True)
class Sheet:
    """A table of texts that was read from a file."""

    #: The name of the file in messages.
    label: str
    #: The index of each column that is used, by its name in code (see `plain_name`).
    columns: Mapping[str, int]
    #: The rows that are not empty, each as its number in the spreadsheet and its cells.
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    #: The names in code of all columns, including unused columns.
    headings: tuple[str, ...]

    def cell(self, column: str, row: int) -> str:
        """Return the name of a cell in messages, such as ``cards.csv: cell B5 (points)``.

        Parameters
        ----------
        column
            The name of the column in code.
        row
            The number of the row in the spreadsheet.

        Raises
        ------
        KeyError
            If the column is unknown or not used.
        """
        return f"{self.label}: cell {letters(self.columns[column])}{row} ({column})"

    def cells(self, column: str) -> list[tuple[int, str]]:
        """Return the cells of a column, each as the number of its row and its text.

        Raises
        ------
        KeyError
            If the column is unknown or not used.
        """
        index = self.columns[column]
        return [(row, cells[index]) for row, cells in self.rows]


def read_sheet(
    path: Path,
    left_out: Sequence[str] = (),
    label: str = "",
    row_name: str = _CARD,
    example: str = "name,copies,points",
) -> Sheet:
    """Return the table in a CSV file or an Excel workbook.

    Parameters
    ----------
    path
        The file. Of a workbook, the tab is read that was open when it was saved.
    left_out
        The names of columns to skip.
    label
        The name of the file in messages (default: its path).
    row_name
        The name of a row in messages.
    example
        The example of a first row in messages.

    Raises
    ------
    UsageError
        If the file cannot be read, is too large, or does not hold a table.
    """
    label = label or str(path)
    [tab] = [tab for tab in read_tabs(path, label) if tab.is_open] or [Tab("", ())]
    check_size(tab, label, row_name)
    rows = []
    for number, cells in tab.rows:
        rows.append((number, [cell.text for cell in cells]))
    if len(rows) < 2:
        problem = "is empty" if not rows else f"has only a first row and no {row_name}s"
        raise UsageError(
            f"{label} {problem}; its first row names the columns, as in {example}, and each "
            f"further row is a {row_name}"
        )
    (head, names), *body = rows
    columns = _columns(label, head, names, left_out, in_code=row_name == _CARD)
    filled = tuple((row, _filled_row(label, row, cells, names)) for row, cells in body)
    return Sheet(label, columns, filled, tuple(map(plain_name, names)))


def _columns(
    label: str, head: int, names: Sequence[str], left_out: Sequence[str], *, in_code: bool
) -> dict[str, int]:
    """Return the index of each column that is used, by its name in code.

    Raise `UsageError` for repeated names, for a table without names and, with `in_code`, for names
    that are not valid in code. `head` is the number of the row with the names.
    """
    columns: dict[str, int] = {}
    skipped = {plain_name(name) for name in left_out}
    for index, text in enumerate(names):
        column = plain_name(text)
        if not text or column in skipped:
            continue
        where = f"{label}: cell {letters(index)}{head}"
        if in_code and (not column.isidentifier() or column in _RESERVED):
            raise UsageError(
                f"{where}: a column cannot be called {text!r}, because it becomes a name in code; "
                "give it a word of letters and digits, as in points or card_value"
            )
        if column in columns:
            raise UsageError(
                f"{where}: there are two columns {column}; give one of them another name"
            )
        columns[column] = index
    if not columns:
        raise UsageError(
            f"{label} has no column that is used; name a column in the first row, as in points"
        )
    return columns


def _filled_row(label: str, row: int, cells: list[str], names: Sequence[str]) -> tuple[str, ...]:
    """Return a row with a cell for each column; raise `UsageError` for a cell without a column."""
    for index, cell in enumerate(cells):
        if cell and (index >= len(names) or not names[index]):
            raise UsageError(
                f"{label}: cell {letters(index)}{row} contains {cell!r}, but its column has no "
                "name; name it in the first row, or put a text with commas in quotes"
            )
    missing = len(names) - len(cells)
    return (*cells, *[""] * missing)


def plain_name(name: str) -> str:
    """Return the name of a column in code: ``"Victory points"`` becomes ``"victory_points"``."""
    return re.sub(r"[\s-]+", "_", name.strip().lower())


#: The maximum absolute value of a number in a table. Larger numbers are usually typing errors.
_MOST = 1_000_000
_REAL = re.compile(r"[+-]?\d+\.\d+")
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+")
#: Matches an error value of a spreadsheet, such as ``#DIV/0!``.
_ERROR_VALUE = re.compile(r"#[A-ZÄÖÜ/0-9]+[!?]?")
_FLAGS = ("true", "false", "yes", "no")


def declare_table(
    sheet: Sheet,
    name: str,
    words: Mapping[str, Sequence[str]] = MappingProxyType({}),
    left_out: Sequence[str] = (),
    most: int = 0,
    most_cards: int = 0,
) -> CardTable:
    """Return the rule whose default is the cards in a table.

    Parameters
    ----------
    sheet
        The table.
    name
        The name of the rule.
    words
        The allowed words of columns, by column (default: the words in the column).
    left_out
        The names of columns that the sheet omits; each must be one of its headings.
    most, most_cards
        The maximum numbers of rows and of cards in a table that a designer gives instead. The
        defaults leave room for more than this table has and are rounded up, so that adding a row
        rarely changes compiled code.

    Raises
    ------
    UsageError
        If a cell is not allowed, or `words` or `left_out` name an unknown column.
    """
    for column in map(plain_name, left_out):
        if column not in sheet.headings:
            raise unknown("column", column, sheet.headings, f" to leave out of {sheet.label}")
    for column in words:
        if column not in sheet.columns:
            raise unknown("column", column, sheet.columns, f" in words= for {sheet.label}")
    fields = tuple(_field(sheet, column, words) for column in sheet.columns)
    records = _records(sheet, fields)
    rows = len(sheet.rows)
    cards = sum(record.get(COPIES, 1) for record in records)
    table = CardTable(
        name=name,
        meaning=f"The {name}s, as {sheet.label} has them; {_in_code(name, fields)}.",
        default=records,
        fields=fields,
        longest=most or min(_round_up(rows, 64), _round_up(rows + max(10, rows // 4), 16)),
        most_cards=most_cards or _round_up(2 * cards + 20, 50),
        left_out=tuple(left_out),
    )
    table.check(records)
    return table


def read_records(table: CardTable, path: Path) -> tuple[dict[str, Any], ...]:
    """Return the value of a rule from a file: a record for each row of the table.

    Raises
    ------
    UsageError
        If the file cannot be read, has other columns than the rule, or a cell is not allowed.
    """
    sheet = read_sheet(path, table.left_out)
    columns = [field.name for field in table.fields]
    for column in sheet.columns:
        if column not in columns:
            raise unknown("column", column, columns, f" in {path}")
    missing = [column for column in columns if column not in sheet.columns]
    if missing:
        raise UsageError(
            f"{path} has no column {', '.join(missing)}; the game's table has {', '.join(columns)}"
        )
    records = _records(sheet, table.fields)
    try:
        table.check(records)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    return records


def _round_up(number: int, step: int) -> int:
    return -(-number // step) * step


def _field(sheet: Sheet, name: str, words: Mapping[str, Sequence[str]]) -> RecordField:
    """Return the field for a column, whose kind depends on the column's name and cells.

    Raise `UsageError` if a column of words has numbers, long words, or words that differ only in
    case.
    """
    meaning = f"As given in {sheet.label}."
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
    has_decimals = any(_REAL.fullmatch(_with_hyphen(text)) for text in numbers)
    kind = Real if has_decimals else Whole
    return kind(name=name, meaning=meaning, minimum=-_MOST, maximum=_MOST, default=0)


def _words(sheet: Sheet, column: str, cells: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    """Return the words of a column in the order in which they first appear.

    Raise `UsageError` for numbers, long words, and words that differ only in case.
    """
    first_uses: dict[str, tuple[int, str]] = {}
    for row, text in cells:
        where = sheet.cell(column, row)
        if _is_number(text):
            examples = list(dict.fromkeys(repr(text) for _, text in cells[:3]))
            listed = ", ".join([*examples, "..."])
            raise UsageError(
                f"{where} is the number {text!r} in a column of words; correct it or, if the "
                f"column has words that look like numbers, list all words in the game's file, as "
                f"in words={{{column!r}: ({listed})}}"
            )
        if len(text.encode()) > LONGEST_WORD or not text.isprintable():
            raise UsageError(
                f"{where} is too long for a word of rules; leave the column out in the game's "
                f"file, as in left_out=({column!r},)"
            )
        first_row, first_text = first_uses.setdefault(text.casefold(), (row, text))
        if first_text != text:
            raise UsageError(
                f"{where} is {text!r}, but row {first_row} has {first_text!r}; write both the same "
                "way"
            )
    return tuple(text for _, text in first_uses.values())


def _records(sheet: Sheet, fields: Sequence[RecordField]) -> tuple[dict[str, Any], ...]:
    records = []
    for row, cells in sheet.rows:
        records.append({field.name: _value(sheet, row, cells, field) for field in fields})
    return tuple(records)


def _value(sheet: Sheet, row: int, cells: Sequence[str], field: RecordField) -> Any:
    """Return the value of a field in a row; raise `UsageError` if it is not allowed."""
    text = cells[sheet.columns[field.name]]
    where = sheet.cell(field.name, row)
    if not text:
        raise UsageError(f"{where} is empty; allowed: {field.allowed}")
    if _ERROR_VALUE.fullmatch(text):
        raise UsageError(f"{where} is {text!r}, a formula without a value; correct the formula")
    is_number = isinstance(field, Whole | Real)
    if is_number and _DECIMAL_COMMA.fullmatch(_with_hyphen(text)):
        raise UsageError(
            f"{where} is {text!r}, a number with a decimal comma; write "
            f"{_with_hyphen(text).replace(',', '.')!r}"
        )
    try:
        return field.parse(_with_hyphen(text) if is_number else text)
    except UsageError:
        raise UsageError(
            f"{where} is {text!r}; allowed: {field.allowed}{_remedy(field, text)}"
        ) from None


def _remedy(field: RecordField, text: str) -> str:
    """Return the suggestion that ends the error for an invalid value; empty if there is none."""
    list_all = f"list all words in the game's file, as in words={{{field.name!r}: (...)}}"
    if isinstance(field, Choice):
        near = [word for word in field.choices if word.casefold() == text.casefold()]
        return f"; did you mean {near[0]!r}?" if near else f"; to allow more, {list_all}"
    if isinstance(field, Whole) and _REAL.fullmatch(text):
        return "; count in tenths, or use decimals in this column of the game's own table"
    if isinstance(field, Whole | Real) and not _is_number(text):
        return f"; if these are words and not numbers, {list_all}"
    return ""


def _in_code(name: str, fields: Sequence[RecordField]) -> str:
    """Return a text on how code reads the fields of a card, with the number of each word."""
    numbers = [field.name for field in fields if field.name not in (NAME, COPIES)]
    example = numbers[0] if numbers else COPIES
    clauses = [f"in code rules.{name}_{example}[{name}]"]
    for field in fields:
        if isinstance(field, Choice):
            words = ", ".join(f"{number} for {word}" for number, word in enumerate(field.choices))
            clauses.append(f"{field.name} is {words}")
    return "; ".join(clauses)


def _with_hyphen(text: str) -> str:
    """Return a text with a hyphen instead of the minus sign that spreadsheet programs may write."""
    return text.replace("\N{MINUS SIGN}", "-")


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[+-]?\d+([.,]\d+)?", _with_hyphen(text)) is not None
