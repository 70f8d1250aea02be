"""Options with a single value: true or false, a number, a word from a list, or a text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from types import UnionType
from typing import Any, ClassVar

import numpy as np

from simulate.rules.kinds.bounds import check_bounds, check_default
from simulate.rules.kinds.option import NONE, Option, Value, written

#: The maximum length of a text, in bytes of UTF-8.
MOST_BYTES = 64
#: The maximum length of the value of `ForbiddenActions`, in letters.
MOST_FORBIDDEN_LETTERS = 500
#: The number of bytes that an integer of a rules record holds.
_BYTES_PER_INTEGER = 8


@dataclass(frozen=True)
class Flag(Option):
    """An option that is true or false."""

    default: bool

    @property
    def allowed(self) -> str:
        return "true or false"

    def in_words(self, value: Any) -> str:
        return "on" if value else "off"

    def _read(self, text: str) -> object:
        words = {"true": True, "yes": True, "false": False, "no": False}
        return words.get(text.lower(), text)

    def check(self, value: object) -> Value:
        if not isinstance(value, bool):
            raise self._reject(value)
        return value

    def _near(self, value: Any) -> dict[str, list[Any]]:
        return {self.name: [not value]}


@dataclass(frozen=True)
class Whole(Option):
    """An option that is a whole number from `minimum` to `maximum`."""

    default: int
    minimum: int
    maximum: int

    def __post_init__(self) -> None:
        check_bounds(self, int)
        check_default(self, int)

    @property
    def allowed(self) -> str:
        return f"whole numbers {self.minimum} to {self.maximum}"

    def _read(self, text: str) -> object:
        return int(text)

    def check(self, value: object) -> Value:
        if not is_number(value, int, self.minimum, self.maximum):
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
        return {self.name: [self.minimum, self.maximum]}


@dataclass(frozen=True)
class WordCount(Whole):
    """An option that is the number of times that a cell of a spreadsheet has a word."""

    #: The name of the field that is the set of words in the cell.
    source: str
    #: The word.
    word: str
    #: All words that the cell may have.
    known: tuple[str, ...]


@dataclass(frozen=True)
class Real(Option):
    """An option that is a number from `minimum` to `maximum`."""

    default: float
    minimum: float
    maximum: float
    dtype: ClassVar[type] = np.float64

    def __post_init__(self) -> None:
        check_bounds(self, float)
        check_default(self, float)

    @property
    def allowed(self) -> str:
        return f"numbers {written(self.minimum)} to {written(self.maximum)}"

    def _read(self, text: str) -> object:
        return float(text)

    def check(self, value: object) -> Value:
        if not is_number(value, int | float, self.minimum, self.maximum):
            raise self._reject(value)
        return float(value) + 0.0  # type: ignore[arg-type] # + 0.0 turns -0.0 into 0.0

    def _near(self, value: Any) -> dict[str, list[Any]]:
        middle = (self.minimum + self.maximum) / 2
        return {self.name: [value * 1.25, self.maximum, self.minimum, middle]}


@dataclass(frozen=True)
class Choice(Option):
    """An option whose value is a word from `choices`."""

    default: str
    choices: tuple[str, ...]
    #: What the words stand for, for designers, as in ``{"same": "the same player"}``. A word that
    #: is missing speaks for itself.
    labels: Mapping[str, str] = field(default_factory=dict)

    @property
    def allowed(self) -> str:
        return ", ".join(word or '""' for word in self.choices)

    def in_words(self, value: Any) -> str:
        return self.labels.get(value) or str(value).replace("_", " ").replace("-", " ")

    def check(self, value: object) -> Value:
        if value not in self.choices:
            raise self._reject(value)
        return value

    def number(self, value: Any) -> Any:
        return self.choices.index(value)

    def _near(self, value: Any) -> dict[str, list[Any]]:
        return {self.name: list(self.choices)}


@dataclass(frozen=True, kw_only=True)
class Text(Option):
    """An option that is a short text without line breaks.

    A rules record has the text as an array of integers, each with eight bytes of UTF-8. `text_of`
    decodes them, so that cards can be named from a rules record alone.
    """

    default: str

    @property
    def allowed(self) -> str:
        return (
            f"a text on one line of at most {MOST_BYTES} letters (letters that are not English "
            "count as two to four)"
        )

    @property
    def members(self) -> list[tuple[Any, ...]]:
        return [(self.name, self.dtype, (MOST_BYTES // _BYTES_PER_INTEGER,))]

    def number(self, value: Any) -> Any:
        return np.frombuffer(value.encode().ljust(MOST_BYTES, b"\0"), "<i8")

    def check(self, value: object) -> Value:
        text = value.strip() if isinstance(value, str) else ""
        if not text or not text.isprintable() or len(text.encode()) > MOST_BYTES:
            raise self._reject(value)
        return text

    def _near(self, value: Any) -> dict[str, list[Any]]:
        return {}  # Texts have no order, so no text is near another.


@dataclass(frozen=True)
class ForbiddenActions(Option):
    """An option with words from the names of forbidden actions; `NONE` forbids none.

    Words for several kinds of actions are separated by a plus sign, as in ``coral + shark``. Rules
    records have no field for this option: `simulate.play.forbidding` makes a copy of the game with
    shorter menus instead. So the compiled code of a game does not depend on this option.
    """

    default: str = NONE

    @property
    def allowed(self) -> str:
        return "none, or words from names of actions (several with +)"

    @property
    def members(self) -> list[tuple[Any, ...]]:
        return []

    def store(self, record: Any, value: Any) -> None:
        """Do nothing, because the record has no field for this option."""

    def check(self, value: object) -> Value:
        text = value if isinstance(value, str) else ""
        names = [" ".join(part.split()) for part in text.split("+")]
        is_readable = all(names) and text.isprintable() and len(text) <= MOST_FORBIDDEN_LETTERS
        # Names of kinds have no commas, which separate the values of a rule in a sweep.
        if not is_readable or "," in text or (NONE in names and len(names) > 1):
            raise self._reject(value)
        return " + ".join(dict.fromkeys(names))

    def _near(self, value: Any) -> dict[str, list[Any]]:
        return {}  # Only games show which actions there are.


def words(choices: type[IntEnum]) -> tuple[str, ...]:
    """Return the names of the members of an enumeration in lower case, as choices of an option.

    The members' values must count from 0. Compiled code then compares the option with a member
    (``rules.ending == Ending.FINISH_LAP``), and designers type its name in lower case
    (``finish_lap``).
    """
    assert [member.value for member in choices] == list(range(len(choices))), choices
    return tuple(member.name.lower() for member in choices)


def text_of(letters: bytes) -> str:
    """Return the value of a `Text` option, decoded from the bytes of its field in a rules record.

    Zero bytes at the end are removed, so the text is empty if all bytes are 0.

    Raises
    ------
    UnicodeDecodeError
        If the bytes are not UTF-8.
    """
    return letters.rstrip(b"\0").decode()


def is_number(value: object, kind: type | UnionType, minimum: float, maximum: float) -> bool:
    """Return True if a value is a number of type `kind` within the bounds, and not a ``bool``."""
    fits = isinstance(value, kind) and not isinstance(value, bool)
    return fits and minimum <= value <= maximum  # type: ignore[operator]


def near_numbers(number: int, minimum: int, maximum: int) -> list[int]:
    """Return the neighbours of a whole number, then the bounds, without repetitions.

    The neighbours may be out of bounds.
    """
    return list(dict.fromkeys([number + 1, number - 1, maximum, minimum]))
