"""Tables of cards from spreadsheets, as rules that designers can change.

Error messages name the cell as a spreadsheet does, for example ``cell B5 (points)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from simulate.errors import UsageError, unknown
from simulate.rules.kinds import (
    CardTable,
    Choice,
    Flag,
    Real,
    RecordField,
    Text,
    Whole,
    WordCount,
    WordSet,
)
from simulate.sheets.card_sheet import CardSheet, read_card_sheet
from simulate.sheets.cells import SheetCell
from simulate.sheets.columns import (
    LONGEST_WORD,
    MOST,
    CardColumn,
    ColumnPlace,
    Kind,
    copies_of,
    explain_date,
    is_date,
    is_number,
    is_whole_number,
    number_of,
)
from simulate.sheets.headings import COPIES, NAME, code_name
from simulate.sheets.lists import count_known_words
from simulate.sheets.numbers import is_nothing
from simulate.sheets.yes_and_no import truth_of

#: The name that a card gets if the sheet has none for it.
_NAMELESS = "?"
#: The maximum number of words of a column that are listed in the text on a rule.
_MOST_LISTED = 40
#: The reasons why fields that code may expect do not exist, by the name of the field, such as
#: ``card_cost``. Declaring a table adds the columns that were left out of it.
MISSING_FIELDS: dict[str, str] = {}


def declare_table(sheet: CardSheet, name: str, most: int = 0, most_cards: int = 0) -> CardTable:
    """Return the rule whose default is the cards of a sheet.

    The columns that are left out are added to `MISSING_FIELDS`.

    Parameters
    ----------
    sheet
        The sheet.
    name
        The name of the rule.
    most, most_cards
        The maximum numbers of rows and of cards in a table that a designer uses instead of this
        one. If 0, the maximum is somewhat above the number in this table, so that adding a row
        rarely changes compiled code.

    Raises
    ------
    UsageError
        If a cell is not allowed.
    """
    fields = tuple(_field(sheet, column) for column in sheet.columns)
    records = _records(sheet, fields)
    rows = len(records)
    cards = sum(record.get(COPIES, 1) for record in records)
    unread = {column.name: column.reason for column in sheet.unread}
    table = CardTable(
        name=name,
        meaning=f"The {name}s, as {sheet.label} has them; {_in_code(name, fields)}.",
        default=records,
        fields=fields,
        longest=most or min(_round_up(rows, 64), _round_up(rows + max(10, rows // 4), 16)),
        most_cards=most_cards or _round_up(2 * cards + 20, 50),
        settings=sheet.settings,
        unread=unread,
        doubts=tuple(f"{sheet.label}: {doubt}" for doubt in sheet.checks),
        important_doubts=tuple(f"{sheet.label}: {doubt}" for doubt in sheet.important_checks),
    )
    table.check(records)
    MISSING_FIELDS.update(missing_fields(sheet, name))
    return table


def missing_fields(sheet: CardSheet, name: str) -> dict[str, str]:
    """Return the reasons why some columns of a sheet have no field, by the name of the field.

    Parameters
    ----------
    sheet
        The sheet.
    name
        The name of the rule.
    """
    reasons = {}
    for unread in sheet.unread:
        reasons[f"{name}_{unread.name}"] = (
            f"column {unread.heading} of {sheet.label} is left out: {unread.reason}"
        )
    copies = sheet.column(COPIES)
    if copies is not None:
        reasons[f"{name}_{code_name(copies.heading, '')}"] = (
            f"column {copies.heading} of {sheet.label} is read as the number of copies, in "
            f'{name}_{COPIES}; if it is something else, write columns={{"copies": ""}}'
        )
    present = {f"{name}_{column.name}" for column in sheet.columns}
    return {
        field: f"there is no field {field}, because {reason}"
        for field, reason in reasons.items()
        if field not in present
    }


def read_other_table(
    table: CardTable, path: Path
) -> tuple[tuple[dict[str, Any], ...], tuple[str, ...]]:
    """Return the value of a rule from another file, and what the designer should check in it.

    Returns
    -------
    records, doubts
        A record for each card, and sentences on what the designer should check.

    Raises
    ------
    UsageError
        If the file cannot be read, lacks a column of the rule, or a cell is not allowed.
    """
    settings = replace(table.settings, keep=(), left_out=(), words={}, is_lenient=True)
    sheet = read_card_sheet(path, str(path), settings)
    expected = [field.name for field in table.fields]
    indices = {column.name: column.index for column in sheet.unread}
    indices |= {column.name: column.index for column in sheet.columns}
    extra = [name for name in indices if name not in expected and name not in table.unread]
    for field in table.fields:
        if isinstance(field, WordCount) and field.source in indices:
            indices.setdefault(field.name, indices[field.source])
    missing = [name for name in expected if name not in indices]
    if missing and extra:
        raise unknown("column", extra[0], expected, f" in {path}")
    if missing:
        raise UsageError(
            f"{path} has no column {', '.join(missing)}; the game's table has {', '.join(expected)}"
        )
    doubts = [doubt for doubt in sheet.checks if "is left out" not in doubt]
    if extra:
        doubts.append(f"not in the game's table, so left out: {', '.join(extra)}")
    columns = [
        CardColumn(name, sheet.table.headings[indices[name]], indices[name], Kind.WORDS)
        for name in expected
    ]
    records = _records(replace(sheet, columns=tuple(columns)), table.fields)
    try:
        table.check(records)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    return records, tuple(f"{path}: {doubt}" for doubt in doubts)


def _round_up(number: int, step: int) -> int:
    return -(-number // step) * step


def _field(sheet: CardSheet, column: CardColumn) -> RecordField:
    """Return the field of a card's record that stores the values of a column."""
    if column.kind == Kind.COUNTS:
        return _word_count(sheet, column)
    return _field_of_kind(column, f"As given in {sheet.label}.")


def _field_of_kind(column: CardColumn, meaning: str) -> RecordField:
    """Return what `_field` returns for a column that depends on no other; `meaning` explains it."""
    name = column.name
    match column.kind:
        case Kind.NAMES:
            return Text(name=name, meaning=meaning, default=_NAMELESS)
        case Kind.COPIES:
            return Whole(name=name, meaning=meaning, minimum=0, maximum=MOST, default=1)
        case Kind.FLAGS:
            return Flag(name=name, meaning=meaning, default=False)
        case Kind.WORDS:
            words = column.words
            return Choice(name=name, meaning=meaning, choices=words, default=words[0])
        case Kind.SETS:
            return WordSet(name=name, meaning=meaning, choices=column.words)
    kind = Real if column.kind == Kind.REAL else Whole
    return kind(name=name, meaning=meaning, minimum=-MOST, maximum=MOST, default=0)


def _word_count(sheet: CardSheet, column: CardColumn) -> WordCount:
    """Return the field that stores how often the cells of another column have a word."""
    [source] = [
        other for other in sheet.columns if other.index == column.index and other.is_counted
    ]
    return WordCount(
        name=column.name,
        meaning=f"How often {sheet.label} has {column.words[0]!r} there.",
        minimum=0,
        maximum=MOST,
        default=0,
        source=source.name,
        word=column.words[0],
        known=source.words,
    )


def _records(sheet: CardSheet, fields: Sequence[RecordField]) -> tuple[dict[str, Any], ...]:
    """Return a record for each card: a dictionary from the name of a field to its value.

    `fields` belong to the columns of the sheet, in order.

    Raise `UsageError` if a cell is not an allowed value of its field.
    """
    values = {
        field.name: [
            _value(sheet, sheet.place(column), row, cell, field)
            for row, cell in sheet.cells[column.index]
        ]
        for column, field in zip(sheet.columns, fields, strict=True)
    }
    rows = zip(*values.values(), strict=True)
    return tuple(dict(zip(values, row, strict=True)) for row in rows)


def _value(
    sheet: CardSheet, place: ColumnPlace, row: int, cell: SheetCell, field: RecordField
) -> Any:
    """Return the value of a field in a row; raise `UsageError` if it is not allowed."""
    is_numeric = isinstance(field, Whole | Real)
    is_empty = not cell or (is_numeric and is_nothing(cell.text))
    if is_empty:
        cell = SheetCell(sheet.settings.empty_text(field.name))
    where = place.cell(row)
    if cell.problem:
        raise UsageError(f"{where} is {cell.text!r}, {cell.problem}")
    match field:
        case WordCount():
            counts = count_known_words(cell.text, field.known)
            value: Any = None if counts is None else counts.get(field.word, 0)
        case Text():
            return _short_name(cell.text)
        case Whole() | Real():
            return _number(sheet, where, cell, field)
        case Flag():
            value = False if not cell else truth_of(cell.text)
        case Choice():
            value = _word(cell.text, field.choices)
        case WordSet():
            counts = count_known_words(cell.text, field.choices)
            value = None if counts is None else field.check(list(counts))
    if value is None:
        problem = f"{where} is {cell.text!r}" if cell else f"{where} is empty"
        raise UsageError(f"{problem}; allowed: {field.allowed}{_remedy(field)}")
    return value


def _short_name(text: str) -> str:
    """Return a card's name on one line, cut if it is too long; `_NAMELESS` for an empty name."""
    name = " ".join(text.split())
    if len(name.encode()) > LONGEST_WORD:
        name = name.encode()[: LONGEST_WORD - 3].decode(errors="ignore").rstrip() + "..."
    return name or _NAMELESS


def _number(sheet: CardSheet, where: str, cell: SheetCell, field: Whole | Real) -> int | float:
    """Return the number in a cell, 0 for an empty cell; raise `UsageError` for invalid cells."""
    if not cell:
        return 0 if isinstance(field, Whole) else 0.0
    if field.name == COPIES and (copies := copies_of(cell, sheet.style)) is not None:
        return copies
    if is_date(cell) and not is_number(cell):
        raise UsageError(f"{where} is the date {explain_date(cell)}")
    try:
        number = number_of(cell, sheet.style)
    except ValueError:
        raise UsageError(
            f"{where} is {cell.text!r}; allowed: {field.allowed}{_remedy(field)}"
        ) from None
    if isinstance(field, Whole):
        if not is_whole_number(cell, sheet.style) and not number.is_integer():
            raise UsageError(
                f"{where} is {cell.text!r}; allowed: {field.allowed}; count in tenths, or use "
                "decimals in this column of the game's own table"
            )
        number = int(number)
    if not field.minimum <= number <= field.maximum:
        raise UsageError(f"{where} is {cell.text!r}; allowed: {field.allowed}")
    return number


def _word(text: str, choices: Sequence[str]) -> str | None:
    """Return the choice that equals a text if case is ignored; None if there is none."""
    if text in choices:
        return text
    for word in choices:
        if word.casefold() == text.casefold():
            return word
    return None


def _remedy(field: RecordField) -> str:
    """Return the suggestion that ends the error for an invalid value; empty if there is none."""
    list_all = f"list all words in the game's file, as in words={{{field.name!r}: (...)}}"
    if isinstance(field, Choice):
        return f"; to allow more, {list_all}"
    if isinstance(field, Whole | Real) and field.name != COPIES:
        return f"; if these are words and not numbers, {list_all}"
    if isinstance(field, Flag):
        return "; write one of them, or nothing for no"
    return ""


def _in_code(name: str, fields: Sequence[RecordField]) -> str:
    """Return a text on how code reads a card's fields, and on the numbers that stand for words."""
    numbers = [field.name for field in fields if field.name not in (NAME, COPIES)]
    example = numbers[0] if numbers else COPIES
    clauses = [f"in code rules.{name}_{example}[{name}]"]
    for field in fields:
        if not isinstance(field, Choice | WordSet):
            continue
        listed = [
            f"{number} for {word or 'an empty cell'}" for number, word in enumerate(field.choices)
        ]
        if len(listed) > _MOST_LISTED:
            listed = [*listed[:_MOST_LISTED], f"and {len(listed) - _MOST_LISTED} more"]
        verb = "is" if isinstance(field, Choice) else "is a set of"
        clauses.append(f"{field.name} {verb} {', '.join(listed)}")
    return "; ".join(clauses)
