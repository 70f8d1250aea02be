"""Options that are a list of records, such as the cards of a deck, typed or in a spreadsheet."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from typing import Any

import numpy as np

from simulate.errors import UsageError, unknown
from simulate.rules.kinds.lists import ListOption, WordSet, as_list, changed, too_many
from simulate.rules.kinds.option import NONE, Value, invalid_value, written
from simulate.rules.kinds.single import Choice, Flag, Real, Text, Whole
from simulate.sheets.headings import COPIES
from simulate.sheets.settings import SheetSettings

#: Matches a typed text that needs quotes.
_NEEDS_QUOTES = re.compile(r'[,:;"]|^\s|\s$|^$')
#: Matches a field of a typed record, with or without quotes, and the separator after it.
_PARTS = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^,:"]*))\s*([,:]|$)')
#: The kinds of option that a field of a record can be.
RecordField = Choice | Flag | Real | Text | Whole | WordSet


@dataclass(frozen=True, kw_only=True)
class Records(ListOption):
    """An option that is a list of up to `longest` records, such as the cards of a small deck.

    A change is the whole list, or a table of the fields that differ, by number of the record from
    1, as in ``missions.3.points=2``. A record is typed as the values of its fields, separated by
    colons. A text with a comma, colon or semicolon is typed in double quotes.

    A rules record has an array for each field, ``NAME_FIELD``, and the length, ``NAME_length``.
    """

    default: tuple[Mapping[str, Any], ...]
    fields: tuple[RecordField, ...]

    @property
    def allowed(self) -> str:
        return f"none, or up to {self.longest} records with commas between them, each {self._shape}"

    @property
    def members(self) -> list[tuple[Any, ...]]:
        members: list[tuple[Any, ...]] = []
        for field in self.fields:
            for name, dtype, *shapes in field.members:
                shape = shapes[0] if shapes else ()
                members.append((f"{self.name}_{name}", dtype, (self.longest, *shape)))
        members.append((f"{self.name}_length", np.int64))
        return members

    def store(self, record: Any, value: Any) -> None:
        for field in self.fields:
            numbers = [field.number(entry[field.name]) for entry in value]
            record[f"{self.name}_{field.name}"][: len(value)] = numbers
        record[f"{self.name}_length"] = len(value)

    def _read(self, text: str) -> object:
        if not text:
            raise ValueError
        records = [] if text == NONE else self._split(text)
        return [self._parse_record(number, entries) for number, entries in enumerate(records, 1)]

    def parse_entry(self, entry: str, text: str) -> Any:
        number, dot, name = entry.partition(".")
        if dot:
            return {number: {name: self._field(number, name).parse(text)}}
        records = self._split(text)
        entries = records[0] if len(records) == 1 else [text]
        return {number: self._parse_record(number, entries)}

    def check(self, value: object) -> Value:
        records = as_list(value)
        if records is None:
            raise self._reject(value)
        if len(records) > self.longest:
            raise too_many(self, len(records), "records")
        return tuple(self._check_record(number, record) for number, record in enumerate(records, 1))

    def assignments(self, change: Any) -> list[str]:
        if not isinstance(change, Mapping):
            return [f"{self.name}={self._typed(change)}"]
        return [
            f"{self.name}.{number}.{name}={written(value)}"
            for number, fields in change.items()
            for name, value in fields.items()
        ]

    def rows(self, value: Any) -> list[tuple[str, str, str, str]]:
        values = [self._typed((record,)) for record in value]
        defaults = [self._typed((record,)) for record in self.default]
        if not values and not defaults:
            return [(self.name, NONE, NONE, self.allowed)]
        rows = []
        pairs = zip_longest(values, defaults, fillvalue=NONE)
        for number, (current, default) in enumerate(pairs, 1):
            # The same values are allowed for every record, so the first row alone lists them.
            allowed = self.allowed if number == 1 else ""
            rows.append((f"{self.name}.{number}", current, default, allowed))
        return rows

    def merge(self, value: Any, change: Any) -> Any:
        if not isinstance(change, Mapping):
            return change
        if isinstance(value, Mapping):
            # The value is itself a change of some records.
            combined = {number: changed(value.get(number, {}), change[number]) for number in change}
            return {**value, **combined}
        listed = as_list(value)
        if listed is None:
            return value  # The check that follows rejects it.
        records = {str(number): record for number, record in enumerate(listed, 1)}
        for key, fields in change.items():
            number = str(key)
            if number not in records:
                numbers = f"records 1 to {len(records)}" if records else "no records"
                raise UsageError(
                    f"rule {self.name} has no record {number!r} (it has {numbers}); to have more "
                    f"or fewer, list all, as in {self.name}={self._typed((self._example,))}"
                )
            records[number] = changed(records[number], fields)
        return tuple(records.values())

    def difference(self, value: Any, base: Any) -> Any:
        if len(value) != len(base):
            return value
        changes: dict[str, Any] = {}
        for number, (record, base_record) in enumerate(zip(value, base, strict=True), 1):
            fields = {name: part for name, part in record.items() if part != base_record[name]}
            if fields:
                changes[str(number)] = fields
        return changes

    def study_lines(self, value: Any, change: Any) -> list[tuple[str, Any, bool]]:
        # A whole list is written on one line. So is an empty list, which has no records.
        is_whole_list = change is not None and not isinstance(change, Mapping)
        if is_whole_list or not value:
            return super().study_lines(value, change)
        return [
            (f"{self.name}.{number}", record, str(number) in (change or {}))
            for number, record in enumerate(value, 1)
        ]

    def _near(self, value: Any) -> dict[str, list[Any]]:
        def alternatives(field: RecordField, current: Any) -> list[Any]:
            return field.alternatives(current)[field.name]

        return self._single_field_changes(value, alternatives)

    def _far(self) -> dict[str, list[Any]]:
        def extremes(field: RecordField, current: Any) -> list[Any]:
            return replace(field, default=current).extremes()[field.name]

        longest = (self.default * self.longest)[: self.longest]
        fields = self._single_field_changes(self.default, extremes)
        return {self.name: [(), longest], **fields}

    def _single_field_changes(
        self, value: Any, values_for: Callable[[RecordField, Any], list[Any]]
    ) -> dict[str, list[Any]]:
        """Return the changes of single fields of single records, by the name that is typed.

        `values_for` is called with a field and its current value, and returns the new values.
        """
        changes: dict[str, list[Any]] = {}
        for number, record in enumerate(value, 1):
            for field in self.fields:
                changes[f"{self.name}.{number}.{field.name}"] = [
                    {str(number): {field.name: new_value}}
                    for new_value in values_for(field, record[field.name])
                ]
        return changes

    @property
    def _names(self) -> list[str]:
        return [field.name for field in self.fields]

    @property
    def _shape(self) -> str:
        """The form in which users type a record, as in ``x:y (x: 0 to 9; y: 0 to 9)``."""
        values = "; ".join(f"{field.name}: {field.allowed}" for field in self.fields)
        return f"{':'.join(self._names)} ({values})"

    @property
    def _example(self) -> dict[str, Any]:
        return {field.name: field.default for field in self.fields}

    def _typed(self, records: Sequence[Mapping[str, Any]]) -> str:
        return ",".join(map(self._typed_record, records)) or NONE

    def _typed_record(self, record: Mapping[str, Any]) -> str:
        return ":".join(_quoted(written(record[name])) for name in self._names)

    def _field(self, number: object, name: str) -> RecordField:
        """Return a field of a record, renamed so that its errors also name the record.

        Raise `UsageError` if records have no such field.
        """
        for field in self.fields:
            if field.name == name:
                return replace(field, name=f"{self.name}.{number}.{name}")
        raise unknown("field", name, self._names, f" of rule {self.name}.{number}")

    @cached_property
    def _fields_by_name(self) -> dict[str, RecordField]:
        return {field.name: field for field in self.fields}

    def _check_field(self, number: int, name: str, part: object) -> Any:
        """Return a checked value of a field of a record; raise `UsageError` if it is invalid."""
        try:
            return self._fields_by_name[name].check(part)
        except (KeyError, UsageError):
            # Renaming the field takes longer than the check, and only matters for the message.
            return self._field(number, name).check(part)

    def _parse_record(self, number: object, entries: Sequence[str]) -> dict[str, Any]:
        """Return the record for the typed texts of its fields; raise `UsageError` if invalid."""
        if len(entries) != len(self.fields):
            raise invalid_value(f"{self.name}.{number}", ":".join(entries), self._shape)
        return {
            name: self._field(number, name).parse(part)
            for name, part in zip(self._names, entries, strict=True)
        }

    def _split(self, text: str) -> list[list[str]]:
        """Return the texts of the fields of each typed record.

        Raise `UsageError` if a closing quote is missing.
        """
        records: list[list[str]] = [[]]
        place = 0
        while True:
            part = _PARTS.match(text, place)
            if part is None:
                raise UsageError(
                    f"rule {self.name} cannot be {text!r}, in which a closing quote is missing; "
                    f'double the quotes within a text, as in "a ""big"" one"; '
                    f"allowed: {self.allowed}"
                )
            quoted, plain, mark = part.groups()
            records[-1].append(plain.strip() if quoted is None else quoted.replace('""', '"'))
            if not mark:
                return records
            if mark == ",":
                records.append([])
            place = part.end()

    def _check_record(self, number: int, record: object) -> dict[str, Any]:
        """Return a record with its fields checked and in order; raise `UsageError` if invalid."""
        if not isinstance(record, Mapping):
            example = ", ".join(
                f"{name} = {part!r}".replace("'", '"') for name, part in self._example.items()
            )
            raise UsageError(
                f"rule {self.name}.{number} cannot be {record!r}; write it as {{{example}}}"
            )
        checked = {name: self._check_field(number, name, part) for name, part in record.items()}
        missing = [name for name in self._names if name not in checked]
        if missing:
            raise UsageError(
                f"rule {self.name}.{number} has no {', '.join(missing)}; give all of "
                f"{', '.join(self._names)}"
            )
        return {name: checked[name] for name in self._names}


@dataclass(frozen=True, kw_only=True)
class CardTable(Records):
    """An option that is a table of cards with a record for each row of a spreadsheet."""

    #: The maximum number of cards, copies included, for tables with a column ``copies``.
    most_cards: int = 0
    #: How the spreadsheet is read.
    settings: SheetSettings = dataclasses.field(default_factory=SheetSettings)
    #: The reason why a column of the spreadsheet is left out, by the column's name in code.
    unread: Mapping[str, str] = dataclasses.field(default_factory=dict)
    #: Sentences on what the designer should check in the spreadsheet.
    doubts: tuple[str, ...] = ()
    #: The sentences in `doubts` on what could make a difference to games.
    important_doubts: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        return (
            f"another table, as in --data {self.name}s.csv, or 1 to {self.longest} records with "
            f"commas between them, each {self._shape}"
        )

    def check(self, value: object) -> Value:
        if as_list(value) == []:
            raise UsageError(f"rule {self.name} needs at least one record; allowed: {self.allowed}")
        if isinstance(value, list | tuple) and len(value) > self.longest:
            raise UsageError(
                f"rule {self.name} cannot have {len(value)} records; allowed: up to "
                f"{self.longest}; for more, set the maximum in the game's file, as in "
                f"Cards({self.name!r}, data=..., most={len(value)})"
            )
        records = super().check(value)
        if COPIES not in self._names:
            return records
        cards = sum(record[COPIES] for record in records)  # type: ignore
        if cards < 1:
            raise UsageError(f"rule {self.name} has no copies of any card; give a card 1 or more")
        if cards > self.most_cards:
            raise UsageError(
                f"the copies of rule {self.name} cannot add up to {cards}; allowed: 1 to "
                f"{self.most_cards}; for more, set the maximum in the game's file, as in "
                f"Cards({self.name!r}, data=..., most_cards={cards})"
            )
        return records

    def merge(self, value: Any, change: Any) -> Any:
        if not isinstance(change, Mapping) or not isinstance(value, list | tuple):
            return super().merge(value, change)
        # A number after the number of the last record is that of a new record.
        length = len(value)
        while str(len(value) + 1) in change:
            value = [*value, {}]
        numbers = {str(number) for number in range(1, len(value) + 1)}
        for number in map(str, change):
            if number not in numbers:
                raise UsageError(
                    f"rule {self.name} has no record {number!r} (it has records 1 to {length}); to "
                    f"add one, set all of {', '.join(self._names)} of {self.name}.{length + 1}, or "
                    "give another table with --data"
                )
        return super().merge(value, change)

    def difference(self, value: Any, base: Any) -> Any:
        if len(value) <= len(base):
            return super().difference(value, base)
        changes: dict[str, Any] = super().difference(value[: len(base)], base)
        for number in range(len(base) + 1, len(value) + 1):
            changes[str(number)] = dict(value[number - 1])
        return changes

    def _near(self, value: Any) -> dict[str, list[Any]]:
        # Each change is of a whole column, because there may be hundreds of cells.
        changes: dict[str, list[Any]] = {}
        for field in self.fields:
            cells = [field.alternatives(record[field.name]).get(field.name, []) for record in value]
            if all(cells):
                nearest = {str(row): {field.name: v[0]} for row, v in enumerate(cells, 1)}
                farthest = {str(row): {field.name: v[-1]} for row, v in enumerate(cells, 1)}
                changes[f"{self.name}.{field.name}"] = [nearest, farthest]
        return changes

    def _far(self) -> dict[str, list[Any]]:
        longest = (self.default * self.longest)[: self.longest]
        return {self.name: [longest, self.default[:1]], **self._near(self.default)}


def _quoted(text: str) -> str:
    if not _NEEDS_QUOTES.search(text):
        return text
    doubled = text.replace('"', '""')
    return f'"{doubled}"'
