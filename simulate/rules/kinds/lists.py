"""Options that are a list of numbers or words, or have a number for each of some names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar

from simulate.errors import UsageError, unknown
from simulate.rules.kinds.option import NONE, Option, Value, invalid_value, written
from simulate.rules.kinds.single import is_number, near_numbers


@dataclass(frozen=True, kw_only=True)
class ListOption(Option):
    """A list: in compiled code an array padded with zeros, and ``NAME_length``."""

    longest: int
    separator: ClassVar[str] = ";"

    @property
    def members(self) -> list[tuple[Any, ...]]:
        return [(self.name, self.dtype, (self.longest,)), (f"{self.name}_length", self.dtype)]

    def store(self, record: Any, value: Any) -> None:
        record[self.name][: len(value)] = self.number(value)
        record[f"{self.name}_length"] = len(value)


@dataclass(frozen=True, kw_only=True)
class WholeList(ListOption):
    """An option that is a list of `shortest` to `longest` whole numbers."""

    default: tuple[int, ...]
    minimum: int
    maximum: int
    shortest: int

    @property
    def allowed(self) -> str:
        several = f"{self.shortest} to " if self.shortest < self.longest else ""
        return (
            f"{several}{self.longest} whole numbers {self.minimum} to {self.maximum}, "
            f"as in {written(self.default)}"
        )

    def _read(self, text: str) -> object:
        return [int(part) for part in text.split(",")]

    def check(self, value: object) -> Value:
        if (
            not isinstance(value, list | tuple)
            or not self.shortest <= len(value) <= self.longest
            or not all(is_number(part, int, self.minimum, self.maximum) for part in value)
        ):
            raise self._reject(value)
        return tuple(value)

    def _near(self, value: Any) -> dict[str, list[Any]]:
        everywhere = [tuple(number + by for number in value) for by in (1, -1)]
        step = value[-1] - value[-2] if len(value) > 1 else 1
        longer = (*value, value[-1] + step) if value else (self.minimum,)
        one_other = [
            (*value[:place], number + by, *value[place + 1 :])
            for place, number in enumerate(value)
            for by in (1, -1)
        ]
        return {self.name: [*everywhere, longer, value[:-1], *one_other]}

    def _far(self) -> dict[str, list[Any]]:
        bounds = (self.minimum, self.maximum)
        same_length = [(bound,) * len(self.default) for bound in bounds]
        lengths = [(self.minimum,) * self.shortest, (self.maximum,) * self.longest]
        doubled = tuple(2 * number for number in self.default)
        return {self.name: [doubled, self.default[:1], *same_length, *lengths]}

    def _reject(self, value: object) -> UsageError:
        if isinstance(value, list) and value and all(type(part) is int for part in value):
            return UsageError(
                f"rule {self.name} cannot be {written(tuple(value))}; allowed: {self.allowed}"
            )
        return super()._reject(value)


@dataclass(frozen=True, kw_only=True)
class ChoiceList(ListOption):
    """An option that is a list of up to `longest` words, each one of a few and repeatable."""

    default: tuple[str, ...]
    choices: tuple[str, ...]

    @property
    def allowed(self) -> str:
        words = ", ".join(self.choices)
        return f"none, or up to {self.longest} of these with commas between: {words}"

    def number(self, value: Any) -> Any:
        return [self.choices.index(word) for word in value]

    def _read(self, text: str) -> object:
        if not text:
            raise ValueError
        return [] if text == NONE else [part.strip() for part in text.split(",")]

    def check(self, value: object) -> Value:
        words = as_list(value)
        if words is None:
            raise self._reject(value)
        for word in words:
            if word not in self.choices:
                raise unknown("word", str(word), self.choices, f" for rule {self.name}")
        if len(words) > self.longest:
            raise too_many(self, len(words), "words")
        return tuple(words)

    def _near(self, value: Any) -> dict[str, list[Any]]:
        return {self.name: [value[:-1], value[::-1], *self._all_the_same, ()]}

    def _far(self) -> dict[str, list[Any]]:
        return {self.name: [*self._all_the_same, (), self.choices, self.choices[:1]]}

    @property
    def _all_the_same(self) -> list[tuple[str, ...]]:
        return [(word,) * self.longest for word in self.choices]


def as_list(value: object) -> list[Any] | None:
    """Return what may be a list, the word for an empty one included, or ``None``."""
    if value == NONE:
        return []
    return list(value) if isinstance(value, list | tuple) else None


def too_many(option: Option, found: int, what: str) -> UsageError:
    """Make the error for a list that is too long."""
    return UsageError(f"rule {option.name} cannot have {found} {what}; allowed: {option.allowed}")


@dataclass(frozen=True, kw_only=True)
class WholeTable(Option):
    """An option that has a whole number from `minimum` to `maximum` for each of some names.

    A change names only the entries that differ, or lists the numbers of all. In compiled
    code an array, in the order of the default.
    """

    default: Mapping[str, int]
    minimum: int
    maximum: int
    separator: ClassVar[str] = ";"
    number_type: ClassVar[type[float]] = int

    @property
    def allowed(self) -> str:
        names = ", ".join(f"{self.name}.{name}" for name in self.default)
        return f"{self._numbers} for each of {names}"

    @property
    def entries(self) -> Sequence[str]:
        """Those that a number can be given for."""
        return tuple(self.default)

    @property
    def members(self) -> list[tuple[Any, ...]]:
        return [(self.name, self.dtype, (len(self.entries),))]

    def number(self, value: Any) -> Any:
        return [value.get(entry, UNSET) for entry in self.entries]

    def _read(self, text: str) -> object:
        return [int(part) for part in text.split(",")]

    def parse_entry(self, entry: str, text: str) -> Any:
        number: float | str = text
        with suppress(ValueError):
            number = self.number_type(text)
        found: Any = self.check({**self.default, entry: number})
        return {entry: found[entry]}

    def check(self, value: object) -> Value:
        value = self._by_entry(value)
        if not isinstance(value, Mapping):
            raise self._reject(value)
        for entry, number in value.items():
            if entry not in self.entries:
                raise unknown("entry", str(entry), self.entries, f" of rule {self.name}")
            if not self._fits(number):
                raise invalid_value(f"{self.name}.{entry}", number, self._numbers)
        return {entry: value[entry] for entry in self.entries if entry in value}

    def _fits(self, number: Any) -> bool:
        return is_number(number, int, self.minimum, self.maximum)

    def assignments(self, change: Any) -> list[str]:
        if not isinstance(change, Mapping):
            return super().assignments(change)
        return [f"{self.name}.{entry}={number}" for entry, number in change.items()]

    def rows(self, value: Any) -> list[tuple[str, str, str, str]]:
        return [
            (f"{self.name}.{entry}", str(number), str(self.default.get(entry)), self._numbers)
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

    @property
    def _numbers(self) -> str:
        return f"whole numbers {self.minimum} to {self.maximum}"

    def merge(self, value: Any, change: Any) -> Any:
        return changed(self._by_entry(value), self._by_entry(change))

    def difference(self, value: Any, base: Any) -> Any:
        return {entry: number for entry, number in value.items() if number != base.get(entry)}

    def study_lines(self, value: Any, change: Any) -> list[tuple[str, Any, bool]]:
        return [
            (f"{self.name}.{entry}", number, entry in (change or {}))
            for entry, number in value.items()
        ]

    def _near(self, value: Any) -> dict[str, list[Any]]:
        return {
            f"{self.name}.{entry}": [
                {entry: other} for other in near_numbers(number, self.minimum, self.maximum)
            ]
            for entry, number in value.items()
        }

    def _far(self) -> dict[str, list[Any]]:
        bounds = (self.minimum, self.maximum)
        return {
            f"{self.name}.{entry}": [{entry: bound} for bound in bounds] for entry in self.default
        }

    def _by_entry(self, value: Any) -> Any:
        """Return a list of all numbers as a table, and anything else as it is."""
        if value and isinstance(value, list | tuple) and len(value) == len(self.default):
            return dict(zip(self.default, value, strict=True))
        return value


@dataclass(frozen=True, kw_only=True)
class FewOfMany(WholeTable):
    """An option that has whole numbers for some of many names; none unless it is said.

    What holds for the others another option says. In compiled code an array in the order of
    the names, `UNSET` where nothing is said.
    """

    #: Those that a number can be given for; in words, what they are, with examples, and what holds
    #: for those not said.
    names: tuple[str, ...]
    named: str
    otherwise: str

    @property
    def allowed(self) -> str:
        return f"{self._numbers} for {self.named}"

    @property
    def entries(self) -> Sequence[str]:
        return self.names

    def _read(self, text: str) -> object:
        pairs = [part.partition(":") for part in text.split(",")]
        found = {entry.strip(): number.strip() for entry, _, number in pairs}
        if len(found) < len(pairs) or not all(found.values()):
            raise ValueError
        return {entry: self.number_type(number) for entry, number in found.items()}

    def rows(self, value: Any) -> list[tuple[str, str, str, str]]:
        said = super().rows(value) or [(self.name, self.otherwise, "", "")]
        return [(name, now, self.otherwise, self.allowed) for name, now, *_ in said]

    def study_lines(self, value: Any, change: Any) -> list[tuple[str, Any, bool]]:
        return super().study_lines(value, change) or [(self.name, {}, False)]

    def _reject(self, value: object) -> UsageError:
        first, second, *_ = self.names
        shown = written(tuple(value)) if isinstance(value, list) else repr(value)
        return UsageError(
            f"rule {self.name} cannot be {shown}; name what differs, as in "
            f"{self.name}.{first}={self.minimum}, or several at once, as in "
            f"{self.name}={first}:{self.minimum},{second}:{self.maximum}; allowed: {self.allowed}"
        )

    def _near(self, value: Any) -> dict[str, list[Any]]:
        ends = [self.names[0], self.names[1], self.names[-1]]
        return {
            self.name: [
                {entry: number} for number in (self.minimum, self.maximum) for entry in ends
            ]
        }

    _far = Option._far


@dataclass(frozen=True, kw_only=True)
class HalfPoints(FewOfMany):
    """An option that has points for some of many names; none unless it is said.

    In compiled code an array of twice as many `parts` of a point.
    """

    parts: int = 1
    #: Half a point, or a whole one.
    finest: float = 0.5
    number_type: ClassVar[type[float]] = float

    @property
    def _numbers(self) -> str:
        halves = f"{self.minimum} to {self.maximum} in halves"
        return halves if self.finest < 1 else super()._numbers

    def _fits(self, number: Any) -> bool:
        known = is_number(number, int | float, self.minimum, self.maximum)
        return known and not number % self.finest

    def check(self, value: object) -> Value:
        # Whole points are whole numbers, so that a value is the same however it is written.
        found: Any = super().check(value)
        return {entry: int(one) if one == int(one) else one for entry, one in found.items()}

    def number(self, value: Any) -> Any:
        said = super().number(value)
        return [one if one == UNSET else int(2 * self.parts * one) for one in said]


#: Stands in compiled code for a number of `FewOfMany` that is not said.
UNSET = -1


def changed(value: Any, change: Any) -> Any:
    """Return a table with some entries changed; what is no table stays, to be refused."""
    if not isinstance(value, Mapping):
        return value
    return {**value, **change} if isinstance(change, Mapping) else change
