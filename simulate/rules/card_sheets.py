"""Cards from spreadsheets: which columns there are, and rows as records of a rule."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from simulate.errors import UsageError, unknown
from simulate.rules.kinds import CardTable, Choice, Flag, Real, RecordField, Text, Whole
from simulate.rules.kinds.records import COPIES, NAME
from simulate.rules.kinds.single import MOST_BYTES
from simulate.rules.spreadsheets import Sheet, plain_name, read_sheet

#: What a number may be, on both sides of 0: more is mostly a slip of the pen.
_MOST = 1_000_000
_WHOLE, _REAL = re.compile(r"[+-]?\d+"), re.compile(r"[+-]?\d+\.\d+")
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+")
#: What spreadsheets write where a formula has no value.
_BROKEN = re.compile(r"#[A-ZÄÖÜ/0-9]+[!?]?")
_FLAGS = ("true", "false", "yes", "no")


def declared(
    sheet: Sheet,
    name: str,
    words: Mapping[str, Sequence[str]] = MappingProxyType({}),
    left_out: Sequence[str] = (),
    most: int = 0,
    most_cards: int = 0,
) -> CardTable:
    """Make the rule of a game that a table is.

    Parameters
    ----------
    words
        The words that columns can have; those of other columns are what is found in them, in
        their order.
    most, most_cards
        The most rows and the most cards that other tables can have; some more than this one
        unless it is said, in steps, so that a row more seldom makes other machine code.
    """
    for column in map(plain_name, left_out):
        if column not in sheet.headings:
            raise unknown("column", column, sheet.headings, f" to leave out of {sheet.called}")
    for column in words:
        if column not in sheet.columns:
            raise unknown("column", column, sheet.columns, f" in words= for {sheet.called}")
    fields = tuple(_kind(sheet, column, words) for column in sheet.columns)
    rows = len(sheet.rows)
    found = CardTable(
        name=name,
        meaning=f"The {name}s, as {sheet.called} has them; {_in_code(name, fields)}.",
        default=(),
        fields=fields,
        longest=most or min(_up_to(rows, 64), _up_to(rows + max(10, rows // 4), 16)),
        left_out=tuple(left_out),
    )
    records = _records(sheet, found)
    cards = sum(record.get(COPIES, 1) for record in records)
    table = replace(found, default=records, most_cards=most_cards or _up_to(2 * cards + 20, 50))
    table.check(records)
    return table


def read_value(table: CardTable, path: Path) -> tuple[dict[str, Any], ...]:
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
    records = _records(sheet, table)
    try:
        table.check(records)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    return records


def _up_to(number: int, step: int) -> int:
    return -(-number // step) * step


def _kind(sheet: Sheet, name: str, words: Mapping[str, Sequence[str]]) -> RecordField:
    """Return which kind of field a column is, by what stands in it."""
    meaning = f"As {sheet.called} has it."
    cells = [(row, text) for row, text in sheet.cells(name) if text]
    texts = [text for _, text in cells]
    if name in words:
        choices = tuple(map(str, words[name]))
        return Choice(name=name, meaning=meaning, choices=choices, default=choices[0])
    if name == NAME:
        return Text(name=name, meaning=meaning, default="?")
    if name == COPIES:
        return Whole(name=name, meaning=meaning, minimum=0, maximum=_MOST, default=1)
    if texts and all(text.lower() in _FLAGS for text in texts):
        return Flag(name=name, meaning=meaning, default=False)
    numbers = [text for text in texts if _is_number(text)]
    if 2 * len(numbers) < len(texts):
        choices = _words(sheet, name, cells)
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
        if len(text.encode()) > MOST_BYTES or not text.isprintable():
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


def _records(sheet: Sheet, table: CardTable) -> tuple[dict[str, Any], ...]:
    return tuple(
        {field.name: _value(sheet, row, cells, field) for field in table.fields}
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
    if isinstance(field, Choice):
        near = [word for word in field.choices if word.casefold() == text.casefold()]
        if near:
            return f"; did you mean {near[0]!r}?"
        return f"; for more words say all in the game's file, as in words={{{field.name!r}: (...)}}"
    if isinstance(field, Whole) and _REAL.fullmatch(text):
        return "; count in tenths, or make all tables of the game have parts there"
    if isinstance(field, Whole | Real) and not _is_number(text):
        return (
            "; if these are words and no numbers, say all in the game's file, as in "
            f"words={{{field.name!r}: (...)}}"
        )
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
    return any(one.fullmatch(_signed(text)) for one in (_WHOLE, _REAL, _DECIMAL_COMMA))
