"""Options that are a list of records, as of the cards of a small deck."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, ClassVar

import numpy as np

from simulate.errors import UsageError, unknown
from simulate.rules.kinds.choices import Choice
from simulate.rules.kinds.lists import as_list, split_list, too_many
from simulate.rules.kinds.numbers import Flag, Real, Whole
from simulate.rules.kinds.option import NONE, Option, Value, written
from simulate.rules.kinds.tables import changed
from simulate.rules.kinds.texts import Text

#: The kinds of option that a field of a record can be.
RecordField = Choice | Flag | Real | Text | Whole


@dataclass(frozen=True, kw_only=True)
class Records(Option):
    """An option that is a list of up to `longest` records, as of the cards of a small deck.

    A change is the whole list, or names the fields that differ by the record's place from
    1: ``missions.3.points=2``. A record is typed as its fields' values with colons between.
    In compiled code an array for each field, ``NAME_FIELD``, and ``NAME_length``.

    Attributes
    ----------
    fields
        What each record has.
    """

    default: tuple[Mapping[str, Any], ...]
    fields: tuple[RecordField, ...]
    longest: int
    separator: ClassVar[str] = ";"

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

    def parse(self, text: str) -> Value:
        if not text:
            raise self._reject(text)
        return self.check(
            [self._parse_record(n, part) for n, part in enumerate(split_list(text), 1)]
        )

    def parse_entry(self, entry: str, text: str) -> Any:
        place, dot, name = entry.partition(".")
        if not dot:
            return {place: self._parse_record(place, text)}
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

    def merged(self, value: Any, change: Any) -> Any:
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

    @property
    def whole_example(self) -> Any:
        return self.default[:1]

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
        return written(tuple({name: record[name] for name in self._names} for record in records))

    def _field(self, place: object, name: str) -> RecordField:
        """Return a field of one record, which names itself in errors as it is typed."""
        for field in self.fields:
            if field.name == name:
                return replace(field, name=f"{self.name}.{place}.{name}")
        raise unknown("field", name, self._names, f" of rule {self.name}.{place}")

    def _parse_record(self, place: object, text: str) -> dict[str, Any]:
        parts = [part.strip() for part in text.split(":")]
        if len(parts) != len(self.fields):
            raise UsageError(f"rule {self.name}.{place} cannot be {text!r}; allowed: {self._shape}")
        return {
            name: self._field(place, name).parse(part)
            for name, part in zip(self._names, parts, strict=True)
        }

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
