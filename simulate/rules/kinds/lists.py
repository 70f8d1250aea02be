"""Options that are a list of numbers or words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from simulate.errors import UsageError, unknown
from simulate.rules.kinds.option import NONE, Option, Value, written
from simulate.rules.kinds.single import is_whole


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
            or not all(is_whole(part, self.minimum, self.maximum) for part in value)
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
    """An option that is a list of up to `longest` words, each one of a few and repeatable.

    In compiled code they are their places in the list of choices.
    """

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
