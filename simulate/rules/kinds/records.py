"""Options that are a list of records, as of the cards of a small deck or of a spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

import numpy as np

from simulate.errors import UsageError, unknown
from simulate.rules.kinds.lists import ListOption, as_list, changed, too_many
from simulate.rules.kinds.option import NONE, Value, invalid_value, written
from simulate.rules.kinds.single import Choice, Flag, Real, Text, Whole

#: The columns that mean something to Fathom itself: what a card is called, how many there are.
NAME, COPIES = "name", "copies"
#: What has to stand in quotes where records are typed, and how a list is taken apart.
_APART = re.compile(r'[,:;"]|^\s|\s$|^$')
_PARTS = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^,:"]*))\s*([,:]|$)')
#: The kinds of option that a field of a record can be.
RecordField = Choice | Flag | Real | Text | Whole


@dataclass(frozen=True, kw_only=True)
class Records(ListOption):
    """An option that is a list of up to `longest` records, as of the cards of a small deck.

    A change is the whole list, or names the fields that differ by the record's place from
    1: ``missions.3.points=2``. A record is typed as its fields' values with colons between, a
    text with a comma, colon or semicolon in double quotes.
    In compiled code an array for each field, ``NAME_FIELD``, and ``NAME_length``.
    """

    default: tuple[Mapping[str, Any], ...]
    fields: tuple[RecordField, ...]

    @property
    def allowed(self) -> str:
        return f"none, or up to {self.longest} records with commas between, each {self._shape}"

    @property
    def members(self) -> list[tuple[Any, ...]]:
        fields = [
            (f"{self.name}_{name}", dtype, (self.longest, *(lengths[0] if lengths else ())))
            for field in self.fields
            for name, dtype, *lengths in field.members
        ]
        return [*fields, (f"{self.name}_length", np.int64)]

    def store(self, record: Any, value: Any) -> None:
        for field in self.fields:
            numbers = [field.number(entry[field.name]) for entry in value]
            record[f"{self.name}_{field.name}"][: len(value)] = numbers
        record[f"{self.name}_length"] = len(value)

    def _read(self, text: str) -> object:
        if not text:
            raise ValueError
        records = [] if text == NONE else self._taken_apart(text)
        return [self._record_of(place, parts) for place, parts in enumerate(records, 1)]

    def parse_entry(self, entry: str, text: str) -> Any:
        place, dot, name = entry.partition(".")
        if not dot:
            records = self._taken_apart(text)
            return {place: self._record_of(place, records[0] if len(records) == 1 else [text])}
        return {place: {name: self._field(place, name).parse(text)}}

    def check(self, value: object) -> Value:
        records = as_list(value)
        if records is None:
            raise self._reject(value)
        if len(records) > self.longest:
            raise too_many(self, len(records), "records")
        return tuple(self._check_record(place, record) for place, record in enumerate(records, 1))

    def assignments(self, change: Any) -> list[str]:
        if not isinstance(change, Mapping):
            return [f"{self.name}={self._typed(change)}"]
        return [
            f"{self.name}.{place}.{name}={written(value)}"
            for place, fields in change.items()
            for name, value in fields.items()
        ]

    def rows(self, value: Any) -> list[tuple[str, str, str, str]]:
        now, before = (
            [self._typed((record,)) for record in records] for records in (value, self.default)
        )
        pairs = enumerate(zip_longest(now, before, fillvalue=NONE), 1)
        found = [
            (f"{self.name}.{place}", *pair, self.allowed if place == 1 else "")
            for place, pair in pairs
        ]
        return found or [(self.name, NONE, NONE, self.allowed)]

    def merge(self, value: Any, change: Any) -> Any:
        if not isinstance(change, Mapping):
            return change
        if isinstance(value, Mapping):  # two changes of some records
            both = {place: changed(value.get(place, {}), change[place]) for place in change}
            return {**value, **both}
        records = as_list(value)
        if records is None:
            return value  # to be refused, not to be lost
        found = {str(place): record for place, record in enumerate(records, 1)}
        for place, fields in change.items():
            if str(place) not in found:
                numbered = f"they are numbered 1 to {len(found)}" if found else "there are none"
                raise UsageError(
                    f"rule {self.name} has no record {str(place)!r}: {numbered}; to have more or "
                    f"fewer, list all, as in {self.name}={self._typed((self._example,))}"
                )
            found[str(place)] = changed(found[str(place)], fields)
        return tuple(found.values())

    def difference(self, value: Any, base: Any) -> Any:
        if len(value) != len(base):
            return value
        return {
            str(place): {name: part for name, part in record.items() if part != before[name]}
            for place, (record, before) in enumerate(zip(value, base, strict=True), 1)
            if record != before
        }

    def study_lines(self, value: Any, change: Any) -> list[tuple[str, Any, bool]]:
        # A list of all goes before the lines of records; one of none has no such lines.
        if not value or not (change is None or isinstance(change, Mapping)):
            return super().study_lines(value, change)
        return [
            (f"{self.name}.{place}", record, str(place) in (change or {}))
            for place, record in enumerate(value, 1)
        ]

    def _near(self, value: Any) -> dict[str, list[Any]]:
        return self._each_field(value, lambda field, now: field.alternatives(now)[field.name])

    def _far(self) -> dict[str, list[Any]]:
        longest = (self.default * self.longest)[: self.longest]
        fields = self._each_field(
            self.default, lambda field, now: replace(field, default=now).extremes()[field.name]
        )
        return {self.name: [(), longest], **fields}

    def _each_field(
        self, value: Any, others: Callable[[RecordField, Any], list[Any]]
    ) -> dict[str, list[Any]]:
        """Return the changes of one field of one record each, from what `others` returns."""
        return {
            f"{self.name}.{place}.{field.name}": [
                {str(place): {field.name: other}} for other in others(field, record[field.name])
            ]
            for place, record in enumerate(value, 1)
            for field in self.fields
        }

    @property
    def _names(self) -> list[str]:
        return [field.name for field in self.fields]

    @property
    def _shape(self) -> str:
        """What a record is, as it is typed."""
        values = "; ".join(f"{field.name}: {field.allowed}" for field in self.fields)
        return f"{':'.join(self._names)} ({values})"

    @property
    def _example(self) -> dict[str, Any]:
        return {field.name: field.default for field in self.fields}

    def _typed(self, records: Sequence[Mapping[str, Any]]) -> str:
        typed = (
            ":".join(_quoted(written(record[name])) for name in self._names) for record in records
        )
        return ",".join(typed) or NONE

    def _field(self, place: object, name: str) -> RecordField:
        """Return a field of one record, which names itself in errors as it is typed."""
        for field in self.fields:
            if field.name == name:
                return replace(field, name=f"{self.name}.{place}.{name}")
        raise unknown("field", name, self._names, f" of rule {self.name}.{place}")

    def _record_of(self, place: object, parts: Sequence[str]) -> dict[str, Any]:
        if len(parts) != len(self.fields):
            raise invalid_value(f"{self.name}.{place}", ":".join(parts), self._shape)
        return {
            name: self._field(place, name).parse(part)
            for name, part in zip(self._names, parts, strict=True)
        }

    def _taken_apart(self, text: str) -> list[list[str]]:
        records: list[list[str]] = [[]]
        place = 0
        while True:
            part = _PARTS.match(text, place)
            if part is None:
                raise UsageError(
                    f"rule {self.name} cannot be {text!r}: a quote does not end; a text with a "
                    f'quote in it is typed as in "a ""big"" one"; allowed: {self.allowed}'
                )
            quoted, plain, mark = part.groups()
            records[-1].append(plain.strip() if quoted is None else quoted.replace('""', '"'))
            if not mark:
                return records
            if mark == ",":
                records.append([])
            place = part.end()

    def _check_record(self, place: int, record: object) -> dict[str, Any]:
        """Check a record of a study file."""
        if not isinstance(record, Mapping):
            example = ", ".join(
                f"{name} = {part!r}".replace("'", '"') for name, part in self._example.items()
            )
            raise UsageError(
                f"rule {self.name}.{place} cannot be {record!r}; write it as {{{example}}}"
            )
        checked = {name: self._field(place, name).check(part) for name, part in record.items()}
        missing = [name for name in self._names if name not in checked]
        if missing:
            raise UsageError(
                f"rule {self.name}.{place} lacks {', '.join(missing)}; a record has "
                f"{', '.join(self._names)}"
            )
        return {name: checked[name] for name in self._names}


@dataclass(frozen=True, kw_only=True)
class CardTable(Records):
    """An option that is a table of cards: a record each, as of the rows of a spreadsheet."""

    #: The most cards there may be, copies included, if records say how many there are.
    most_cards: int = 0
    #: Columns of a spreadsheet that are none of the rules.
    left_out: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        return (
            f"another table, as in --data {self.name}s.csv, or 1 to {self.longest} records with "
            f"commas between, each {self._shape}"
        )

    def check(self, value: object) -> Value:
        if as_list(value) == []:
            raise UsageError(f"rule {self.name} needs at least one record; allowed: {self.allowed}")
        if isinstance(value, list | tuple) and len(value) > self.longest:
            raise UsageError(
                f"rule {self.name} cannot have {len(value)} records; allowed: up to "
                f"{self.longest}; for more say it in the game's file, as in "
                f"Cards({self.name!r}, data=..., most={len(value)})"
            )
        records = super().check(value)
        if COPIES not in self._names:
            return records
        cards = sum(record[COPIES] for record in records)  # type: ignore
        if cards < 1:
            raise UsageError(f"rule {self.name} has no copies of any card; give one at least 1")
        if cards > self.most_cards:
            raise UsageError(
                f"the copies of rule {self.name} cannot add up to {cards}; allowed: 1 to "
                f"{self.most_cards}; for more say it in the game's file, as in "
                f"Cards({self.name!r}, data=..., most_cards={cards})"
            )
        return records

    def merge(self, value: Any, change: Any) -> Any:
        # Records behind the last, in their order, are new ones.
        if not isinstance(change, Mapping) or not isinstance(value, list | tuple):
            return super().merge(value, change)
        there = len(value)
        while str(len(value) + 1) in change:
            value = [*value, {}]
        places = {str(number) for number in range(1, len(value) + 1)}
        for place in map(str, change):
            if place not in places:
                raise UsageError(
                    f"rule {self.name} has no record {place!r}: they are numbered 1 to {there}; "
                    f"a new one is {self.name}.{there + 1}, with all of {', '.join(self._names)}, "
                    "or give another table with --data"
                )
        return super().merge(value, change)

    def difference(self, value: Any, base: Any) -> Any:
        if len(value) <= len(base):
            return super().difference(value, base)
        more = {
            str(place): dict(value[place - 1]) for place in range(len(base) + 1, len(value) + 1)
        }
        return {**super().difference(value[: len(base)], base), **more}

    def _near(self, value: Any) -> dict[str, list[Any]]:
        # A column at a time: one cell after the other would be hundreds.
        columns = {}
        for field in self.fields:
            others = [field.alternatives(record[field.name]).get(field.name) for record in value]
            if all(others):
                columns[f"{self.name}.{field.name}"] = [
                    {
                        str(row): {field.name: several[-1 if last else 0]}
                        for row, several in enumerate(others, 1)
                        if several
                    }
                    for last in (False, True)
                ]
        return columns

    def _far(self) -> dict[str, list[Any]]:
        longest = (self.default * self.longest)[: self.longest]
        return {self.name: [longest, self.default[:1]], **self._near(self.default)}


def _quoted(text: str) -> str:
    if not _APART.search(text):
        return text
    doubled = text.replace('"', '""')
    return f'"{doubled}"'
