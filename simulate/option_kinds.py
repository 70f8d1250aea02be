"""Kinds of rule options: what a designer can change, and how values are typed and stored.

A value arrives as text (``--rule target_score=10``) or as a TOML value; both end in the
same check, and `written` makes the text again. Inside compiled code every option is a
number or an array of them: a truth value is 0 or 1, a choice its place in the list of
choices, a list is padded with zeros and has its length beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from simulate.errors import UsageError, unknown

#: Where an option's default comes from: the rulebook, a decision of ours where the
#: rulebook is silent or ambiguous, or an assumption about a part it does not list.
Standing = Literal["printed", "ruling", "assumed"]
Value = (
    bool
    | int
    | float
    | str
    | tuple[int, ...]
    | tuple[str, ...]
    | Mapping[str, int]
    | tuple[Mapping[str, Any], ...]
)


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

    def store(self, record: Any, value: Any) -> None:
        """Write a checked value into a rules record."""
        record[self.name] = value

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
        return (
            f"{self.shortest} to {self.longest} whole numbers {self.minimum} to {self.maximum}, "
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
        try:
            number = int(text)
        except ValueError:
            raise self._reject_entry(entry, text) from None
        self.check({**self.default, entry: number})
        return {entry: number}

    def check(self, value: object) -> Value:
        if isinstance(value, list | tuple) and len(value) == len(self.default):
            value = dict(zip(self.default, value, strict=True))
        if not isinstance(value, Mapping):
            raise self._reject(value)
        for entry, number in value.items():
            if entry not in self.default:
                raise unknown("entry", str(entry), self.default, f" of rule {self.name}")
            if not _is_whole(number, self.minimum, self.maximum):
                raise self._reject_entry(entry, number)
        return {entry: value[entry] for entry in self.default}

    def assignments(self, change: Any) -> list[str]:
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
            f"{len(self.default)}; allowed: {self.allowed}"
        )

    def _reject_entry(self, entry: str, value: object) -> UsageError:
        shown = written(value) if isinstance(value, bool) else repr(value)
        allowed = f"whole numbers {self.minimum} to {self.maximum}"
        return UsageError(f"rule {self.name}.{entry} cannot be {shown}; allowed: {allowed}")

    def merged(self, value: Any, change: Any) -> Any:
        if not isinstance(value, Mapping):
            return value  # to be refused, not to be lost
        return {**value, **change} if isinstance(change, Mapping) else change

    def difference(self, value: Any, base: Any) -> Any:
        return {entry: number for entry, number in value.items() if number != base[entry]}


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

    def store(self, record: Any, value: Any) -> None:
        record[self.name] = self.choices.index(value)


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
        return f"none, or up to {self.longest} of {', '.join(self.choices)}"

    @property
    def members(self) -> list[tuple[Any, ...]]:
        return [(self.name, self.dtype, (self.longest,)), (f"{self.name}_length", self.dtype)]

    def store(self, record: Any, value: Any) -> None:
        record[self.name][: len(value)] = [self.choices.index(word) for word in value]
        record[f"{self.name}_length"] = len(value)

    def parse(self, text: str) -> Value:
        return self.check([word.strip() for word in _parts(text)])

    def check(self, value: object) -> Value:
        if not isinstance(value, list | tuple) or len(value) > self.longest:
            raise self._reject(value)
        for word in value:
            if word not in self.choices:
                raise unknown("word", str(word), self.choices, f" for rule {self.name}")
        return tuple(value)


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
        shape = ":".join(field.name for field in self.fields)
        values = "; ".join(f"{field.name}: {field.allowed}" for field in self.fields)
        return f"none, or up to {self.longest} of {shape} ({values})"

    @property
    def members(self) -> list[tuple[Any, ...]]:
        fields = [(f"{self.name}_{field.name}", np.int64, (self.longest,)) for field in self.fields]
        return [*fields, (f"{self.name}_length", np.int64)]

    def store(self, record: Any, value: Any) -> None:
        for field in self.fields:
            # Each field stores into a record of its own name; gather them into one array.
            one = np.zeros(1, [(field.name, np.int64)])
            for place, entry in enumerate(value):
                field.store(one[0], entry[field.name])
                record[f"{self.name}_{field.name}"][place] = one[0][field.name]
        record[f"{self.name}_length"] = len(value)

    def parse(self, text: str) -> Value:
        return self.check([self._parse_record(part) for part in _parts(text)])

    def parse_entry(self, entry: str, text: str) -> Any:
        place, dot, name = entry.partition(".")
        if not dot:
            return {place: self._parse_record(text)}
        for field in self.fields:
            if field.name == name:
                return {place: {name: self._in_place(place, field.parse, text)}}
        raise unknown("field", name, [field.name for field in self.fields], f" of rule {self.name}")

    def check(self, value: object) -> Value:
        if not isinstance(value, list | tuple) or len(value) > self.longest:
            raise self._reject(value)
        return tuple(self._check_record(place, record) for place, record in enumerate(value, 1))

    def assignments(self, change: Any) -> list[str]:
        if not isinstance(change, Mapping):
            return [f"{self.name}={written(change)}"]
        return [
            f"{self.name}.{place}.{name}={written(value)}"
            for place, fields in change.items()
            for name, value in fields.items()
        ]

    def rows(self, value: Any) -> list[tuple[str, str, str, str]]:
        texts = [written((record,)) for record in value]
        before = [written((record,)) for record in self.default]
        found = [
            (
                f"{self.name}.{place}",
                texts[place - 1] if place <= len(texts) else "none",
                before[place - 1] if place <= len(before) else "none",
                self.allowed if place == 1 else "",
            )
            for place in range(1, max(len(texts), len(before)) + 1)
        ]
        return found or [(self.name, "none", "none", self.allowed)]

    def merged(self, value: Any, change: Any) -> Any:
        if not isinstance(change, Mapping):
            return change
        if isinstance(value, Mapping):  # two changes of some fields
            both = {place: dict(fields) for place, fields in value.items()}
            for place, fields in change.items():
                both[place] = {**both.get(place, {}), **fields}
            return both
        records = list(value)
        for place, fields in change.items():
            if not str(place).isdecimal() or not 1 <= int(place) <= len(records):
                raise UsageError(
                    f"rule {self.name} has no record {place}; its records are numbered 1 to "
                    f"{len(records)}"
                )
            if not isinstance(fields, Mapping):
                raise self._reject({place: fields})
            records[int(place) - 1] = {**records[int(place) - 1], **fields}
        return records

    def difference(self, value: Any, base: Any) -> Any:
        if len(value) != len(base):
            return value
        return {
            str(place): {name: part for name, part in record.items() if part != before[name]}
            for place, (record, before) in enumerate(zip(value, base, strict=True), 1)
            if record != before
        }

    def _parse_record(self, text: str) -> dict[str, Any]:
        parts = [part.strip() for part in text.split(":")]
        if len(parts) != len(self.fields):
            raise self._reject(text)
        return {
            field.name: self._in_place(text, field.parse, part)
            for field, part in zip(self.fields, parts, strict=True)
        }

    def _check_record(self, place: int, record: object) -> dict[str, Any]:
        names = [field.name for field in self.fields]
        if not isinstance(record, Mapping) or set(record) != set(names):
            raise UsageError(
                f"record {place} of rule {self.name} cannot be {record!r}; it has the fields "
                + ", ".join(names)
            )
        return {
            field.name: self._in_place(str(place), field.check, record[field.name])
            for field in self.fields
        }

    def _in_place(self, place: str, read: Callable[[Any], Value], value: Any) -> Value:
        """Read a field's value, and say in errors in which record."""
        try:
            return read(value)
        except UsageError as error:
            said = str(error).removeprefix("rule ")
            raise UsageError(f"rule {self.name}, record {place}: {said}") from None


def _parts(text: str) -> list[str]:
    """Take apart what is typed for a list that may be empty."""
    return [] if text.strip() in ("", "none") else text.split(",")


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
        return ",".join(parts) or "none"
    return str(value)
