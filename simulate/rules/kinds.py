"""Kinds of rule options: what a designer can change, and how values are typed and stored.

A value arrives as text (``--rule target_score=10``) or as a TOML value; both end in the
same check, and `written` makes the text again. Inside compiled code every option is a
number or an array of them: a truth value is 0 or 1, a choice its place in the list of
choices, a list is padded with zeros and has its length beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import zip_longest
from typing import Any, ClassVar, Literal

import numpy as np

from simulate.errors import UsageError, unknown

#: Where an option's default comes from: the rulebook, a decision of ours where the
#: rulebook is silent or ambiguous, or an assumption about a part it does not list.
Standing = Literal["printed", "ruling", "assumed"]
#: How an empty list is written, in study files too.
NONE = "none"
Value = (
    bool
    | int
    | float
    | str
    | tuple[int, ...]
    | tuple[str, ...]
    | Mapping[str, int]
    | tuple[Mapping[str, Any], ...]
    | Mapping[str, Mapping[str, Any]]
)


def words(choices: type[IntEnum]) -> tuple[str, ...]:
    """Return what is typed for each member of an enumeration, whose values count from 0.

    So compiled code compares an option with a member (``rules.ending == Ending.FINISH_LAP``),
    and designers type its name in small letters (``finish_lap``).
    """
    assert [member.value for member in choices] == list(range(len(choices))), choices
    return tuple(member.name.lower() for member in choices)


@dataclass(frozen=True, kw_only=True)
class Option:
    """One thing about a game that a designer can change.

    Attributes
    ----------
    name
        As typed after ``--rule``.
    meaning
        One sentence for designers.
    standing
        Where the default comes from.
    """

    name: str
    meaning: str
    standing: Standing
    default: Any
    dtype: ClassVar[type] = np.int64

    @property
    def allowed(self) -> str:
        """The values allowed, in words."""
        raise NotImplementedError

    @property
    def members(self) -> list[tuple[Any, ...]]:
        """The fields of the option in a rules record, as NumPy takes them."""
        return [(self.name, self.dtype)]

    def number(self, value: Any) -> Any:
        """Return a checked value, one that is no list, as compiled code has it."""
        return value

    def store(self, record: Any, value: Any) -> None:
        """Write a checked value into a rules record."""
        record[self.name] = self.number(value)

    def parse(self, text: str) -> Value:
        """Read a value from the command line.

        Raises
        ------
        UsageError
            The text is no such value; says what is allowed.
        """
        raise NotImplementedError

    def check(self, value: object) -> Value:
        """Return `value` if it is allowed.

        Raises
        ------
        UsageError
            Wrong type or out of bounds; says what is allowed.
        """
        raise NotImplementedError

    def parse_entry(self, entry: str, text: str) -> Any:
        """Read the value of one entry from the command line, as a change of the option.

        Raises
        ------
        UsageError
            The option has no entries, or not this one, or the text is no value of it.
        """
        raise UsageError(f"rule {self.name} has no entries; write {self.name}=value")

    def assignments(self, change: Any) -> list[str]:
        """Return what to type after ``--rule`` for a change."""
        return [f"{self.name}={written(change)}"]

    def rows(self, value: Any) -> list[tuple[str, str, str, str]]:
        """Return name, value, default and what is allowed, in words: a row for each entry."""
        return [(self.name, written(value), written(self.default), self.allowed)]

    def merged(self, value: Any, change: Any) -> Any:
        """Return what `change` makes of `value`, which may be a change too, both unchecked."""
        return change

    def difference(self, value: Any, base: Any) -> Any:
        """Return the change that makes `value` of `base`, both checked."""
        return value

    def _reject(self, value: object) -> UsageError:
        shown = written(value) if isinstance(value, bool) else repr(value)
        return UsageError(f"rule {self.name} cannot be {shown}; allowed: {self.allowed}")


@dataclass(frozen=True, kw_only=True)
class Flag(Option):
    """An option that is true or false."""

    default: bool

    @property
    def allowed(self) -> str:
        return "true or false"

    def parse(self, text: str) -> Value:
        words = {"true": True, "yes": True, "false": False, "no": False}
        return self.check(words.get(text.lower(), text))

    def check(self, value: object) -> Value:
        if not isinstance(value, bool):
            raise self._reject(value)
        return value


@dataclass(frozen=True, kw_only=True)
class Whole(Option):
    """An option that is a whole number from `minimum` to `maximum`."""

    default: int
    minimum: int
    maximum: int

    @property
    def allowed(self) -> str:
        return f"whole numbers {self.minimum} to {self.maximum}"

    def parse(self, text: str) -> Value:
        try:
            return self.check(int(text))
        except ValueError:
            raise self._reject(text) from None

    def check(self, value: object) -> Value:
        if not _is_whole(value, self.minimum, self.maximum):
            raise self._reject(value)
        return value  # type: ignore[return-value]


@dataclass(frozen=True, kw_only=True)
class Real(Option):
    """An option that is a number from `minimum` to `maximum`."""

    default: float
    minimum: float
    maximum: float
    dtype: ClassVar[type] = np.float64

    @property
    def allowed(self) -> str:
        return f"numbers {written(self.minimum)} to {written(self.maximum)}"

    def parse(self, text: str) -> Value:
        try:
            return self.check(float(text))
        except ValueError:
            raise self._reject(text) from None

    def check(self, value: object) -> Value:
        right_type = isinstance(value, int | float) and not isinstance(value, bool)
        if not right_type or not self.minimum <= value <= self.maximum:  # type: ignore[operator]
            raise self._reject(value)
        return float(value) + 0.0  # type: ignore[arg-type] # + 0.0 makes -0.0 plain


@dataclass(frozen=True, kw_only=True)
class WholeList(Option):
    """An option that is a list of `shortest` to `longest` whole numbers.

    In compiled code an array padded with zeros, and ``NAME_length``.
    """

    default: tuple[int, ...]
    minimum: int
    maximum: int
    shortest: int
    longest: int

    @property
    def allowed(self) -> str:
        several = f"{self.shortest} to " if self.shortest < self.longest else ""
        return (
            f"{several}{self.longest} whole numbers {self.minimum} to {self.maximum}, "
            f"as in {written(self.default)}"
        )

    @property
    def members(self) -> list[tuple[Any, ...]]:
        return [(self.name, self.dtype, (self.longest,)), (f"{self.name}_length", self.dtype)]

    def store(self, record: Any, value: Any) -> None:
        record[self.name][: len(value)] = value
        record[f"{self.name}_length"] = len(value)

    def parse(self, text: str) -> Value:
        try:
            return self.check([int(part) for part in text.split(",")])
        except ValueError:
            raise self._reject(text) from None

    def check(self, value: object) -> Value:
        if (
            not isinstance(value, list | tuple)
            or not self.shortest <= len(value) <= self.longest
            or not all(_is_whole(part, self.minimum, self.maximum) for part in value)
        ):
            raise self._reject(value)
        return tuple(value)

    def _reject(self, value: object) -> UsageError:
        if isinstance(value, list) and value and all(type(part) is int for part in value):
            shown = written(tuple(value))
            return UsageError(f"rule {self.name} cannot be {shown}; allowed: {self.allowed}")
        return super()._reject(value)


@dataclass(frozen=True, kw_only=True)
class WholeTable(Option):
    """An option that has a whole number from `minimum` to `maximum` for each of some names.

    A change names only the entries that differ, or lists the numbers of all. In compiled
    code an array, in the order of the default.
    """

    default: Mapping[str, int]
    minimum: int
    maximum: int

    @property
    def allowed(self) -> str:
        names = ", ".join(f"{self.name}.{name}" for name in self.default)
        return f"whole numbers {self.minimum} to {self.maximum} for each of {names}"

    @property
    def members(self) -> list[tuple[Any, ...]]:
        return [(self.name, self.dtype, (len(self.default),))]

    def store(self, record: Any, value: Any) -> None:
        record[self.name] = list(value.values())

    def parse(self, text: str) -> Value:
        try:
            return self.check([int(part) for part in text.split(",")])
        except ValueError:
            raise self._reject(text) from None

    def parse_entry(self, entry: str, text: str) -> Any:
        number: int | str = text
        with suppress(ValueError):
            number = int(text)
        self.check({**self.default, entry: number})
        return {entry: number}

    def check(self, value: object) -> Value:
        value = self._by_entry(value)
        if not isinstance(value, Mapping):
            raise self._reject(value)
        for entry, number in value.items():
            if entry not in self.default:
                raise unknown("entry", str(entry), self.default, f" of rule {self.name}")
            if not _is_whole(number, self.minimum, self.maximum):
                raise self._reject_entry(entry, number)
        return {entry: value[entry] for entry in self.default}

    def assignments(self, change: Any) -> list[str]:
        if not isinstance(change, Mapping):
            return super().assignments(change)
        return [f"{self.name}.{entry}={number}" for entry, number in change.items()]

    def rows(self, value: Any) -> list[tuple[str, str, str, str]]:
        allowed = f"whole numbers {self.minimum} to {self.maximum}"
        return [
            (f"{self.name}.{entry}", str(number), str(self.default[entry]), allowed)
            for entry, number in value.items()
        ]

    def _reject(self, value: object) -> UsageError:
        shown = written(tuple(value)) if isinstance(value, list) else repr(value)
        return UsageError(
            f"rule {self.name} cannot be {shown} as a whole; change its entries one by one, as "
            f"in {self.name}.{next(iter(self.default))}={self.minimum}, or list all "
            f"{len(self.default)}, as in {written(tuple(self.default.values()))}; "
            f"allowed: {self.allowed}"
        )

    def _reject_entry(self, entry: str, value: object) -> UsageError:
        shown = written(value) if isinstance(value, bool) else repr(value)
        allowed = f"whole numbers {self.minimum} to {self.maximum}"
        return UsageError(f"rule {self.name}.{entry} cannot be {shown}; allowed: {allowed}")

    def merged(self, value: Any, change: Any) -> Any:
        return _changed(self._by_entry(value), self._by_entry(change))

    def difference(self, value: Any, base: Any) -> Any:
        return {entry: number for entry, number in value.items() if number != base[entry]}

    def _by_entry(self, value: Any) -> Any:
        """Return a list of all numbers as a table, and anything else as it is."""
        if isinstance(value, list | tuple) and len(value) == len(self.default):
            return dict(zip(self.default, value, strict=True))
        return value


@dataclass(frozen=True, kw_only=True)
class Choice(Option):
    """An option that is one of a few words."""

    default: str
    choices: tuple[str, ...]

    @property
    def allowed(self) -> str:
        return ", ".join(self.choices)

    def parse(self, text: str) -> Value:
        return self.check(text)

    def check(self, value: object) -> Value:
        if value not in self.choices:
            raise self._reject(value)
        return value

    def number(self, value: Any) -> Any:
        return self.choices.index(value)


@dataclass(frozen=True, kw_only=True)
class ChoiceList(Option):
    """An option that is a list of up to `longest` words, each one of a few and repeatable.

    In compiled code an array of places in the list of choices, padded with zeros, and
    ``NAME_length``.
    """

    default: tuple[str, ...]
    choices: tuple[str, ...]
    longest: int

    @property
    def allowed(self) -> str:
        words = ", ".join(self.choices)
        return f"none, or up to {self.longest} of these with commas between: {words}"

    @property
    def members(self) -> list[tuple[Any, ...]]:
        return [(self.name, self.dtype, (self.longest,)), (f"{self.name}_length", self.dtype)]

    def store(self, record: Any, value: Any) -> None:
        record[self.name][: len(value)] = [self.choices.index(word) for word in value]
        record[f"{self.name}_length"] = len(value)

    def parse(self, text: str) -> Value:
        if not text:
            raise self._reject(text)
        return self.check(_parts(text))

    def check(self, value: object) -> Value:
        words = _listed(value)
        if words is None:
            raise self._reject(value)
        for word in words:
            if word not in self.choices:
                raise unknown("word", str(word), self.choices, f" for rule {self.name}")
        if len(words) > self.longest:
            raise _too_many(self, len(words), "words")
        return tuple(words)


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
    fields: tuple[Choice | Whole, ...]
    longest: int

    @property
    def allowed(self) -> str:
        return f"none, or up to {self.longest} records with commas between, each {self._shape}"

    @property
    def members(self) -> list[tuple[Any, ...]]:
        fields = [(f"{self.name}_{field.name}", np.int64, (self.longest,)) for field in self.fields]
        return [*fields, (f"{self.name}_length", np.int64)]

    def store(self, record: Any, value: Any) -> None:
        for field in self.fields:
            numbers = [field.number(entry[field.name]) for entry in value]
            record[f"{self.name}_{field.name}"][: len(value)] = numbers
        record[f"{self.name}_length"] = len(value)

    def parse(self, text: str) -> Value:
        if not text:
            raise self._reject(text)
        return self.check([self._parse_record(n, part) for n, part in enumerate(_parts(text), 1)])

    def parse_entry(self, entry: str, text: str) -> Any:
        place, dot, name = entry.partition(".")
        if not dot:
            return {place: self._parse_record(place, text)}
        return {place: {name: self._field(place, name).parse(text)}}

    def check(self, value: object) -> Value:
        records = _listed(value)
        if records is None:
            raise self._reject(value)
        if len(records) > self.longest:
            raise _too_many(self, len(records), "records")
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
            both = {place: _changed(value.get(place, {}), change[place]) for place in change}
            return {**value, **both}
        records = _listed(value)
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
            found[str(place)] = _changed(found[str(place)], fields)
        return tuple(found.values())

    def difference(self, value: Any, base: Any) -> Any:
        if len(value) != len(base):
            return value
        return {
            str(place): {name: part for name, part in record.items() if part != before[name]}
            for place, (record, before) in enumerate(zip(value, base, strict=True), 1)
            if record != before
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

    def _field(self, place: object, name: str) -> Choice | Whole:
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


def _parts(text: str) -> list[str]:
    """Take apart what is typed for a list that may be empty."""
    return [] if text == NONE else [part.strip() for part in text.split(",")]


def _listed(value: object) -> list[Any] | None:
    """Return what may be a list, the word for an empty one included, or ``None``."""
    if value == NONE:
        return []
    return list(value) if isinstance(value, list | tuple) else None


def _changed(value: Any, change: Any) -> Any:
    """Return a table with some entries changed; what is no table stays, to be refused."""
    if not isinstance(value, Mapping):
        return value
    return {**value, **change} if isinstance(change, Mapping) else change


def _too_many(option: Option, found: int, what: str) -> UsageError:
    return UsageError(f"rule {option.name} cannot have {found} {what}; allowed: {option.allowed}")


def _is_whole(value: object, minimum: int, maximum: int) -> bool:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return whole and minimum <= value <= maximum  # type: ignore[operator]


def written(value: object) -> str:
    """Write a value as it is typed, and as designers read it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return str(value).removesuffix(".0")
    if isinstance(value, Mapping):
        return ", ".join(f"{entry}: {number}" for entry, number in value.items())
    if isinstance(value, tuple):
        parts = (
            ":".join(map(str, part.values())) if isinstance(part, Mapping) else str(part)
            for part in value
        )
        return ",".join(parts) or NONE
    return str(value)
