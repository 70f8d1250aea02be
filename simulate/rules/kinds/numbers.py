"""Options that are true or false, or a number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from simulate.rules.kinds.option import Option, Value, written


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

    def _near(self, value: Any) -> dict[str, list[Any]]:
        return {self.name: [not value]}


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
        if not is_whole(value, self.minimum, self.maximum):
            raise self._reject(value)
        return value  # type: ignore[return-value]

    @property
    def neighbours(self) -> list[int]:
        if self.minimum == self.maximum:
            return []
        first = max(self.minimum, min(self.default - 1, self.maximum - 2))
        return list(range(first, min(first + 2, self.maximum) + 1))

    def _near(self, value: Any) -> dict[str, list[Any]]:
        return {self.name: near_numbers(value, self.minimum, self.maximum)}

    def _far(self) -> dict[str, list[Any]]:
        return {self.name: list(dict.fromkeys((self.minimum, self.maximum)))}


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

    def _near(self, value: Any) -> dict[str, list[Any]]:
        middle = (self.minimum + self.maximum) / 2
        return {self.name: [value * 1.25, self.maximum, self.minimum, middle]}


def is_whole(value: object, minimum: int, maximum: int) -> bool:
    """Tell whether a value is a whole number, which a truth value is not, within bounds."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    return whole and minimum <= value <= maximum  # type: ignore[operator]


def near_numbers(number: int, minimum: int, maximum: int) -> list[int]:
    """Return other whole numbers within bounds: those next to one, then the bounds."""
    near = dict.fromkeys([number + 1, number - 1, maximum, minimum])
    return [other for other in near if minimum <= other <= maximum and other != number]
