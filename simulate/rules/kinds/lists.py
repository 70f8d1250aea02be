"""Options that are a list of numbers or words, or a table of numbers by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar

from simulate.errors import UsageError, unknown
from simulate.rules.kinds.bounds import check_bounds
from simulate.rules.kinds.option import NONE, Option, Value, invalid_value, written
from simulate.rules.kinds.single import is_number, near_numbers

#: The number in rules records for an entry of `FewOfMany` that has no number.
UNSET = -1


@dataclass(frozen=True, kw_only=True)
class ListOption(Option):
    """The base class of options that are a list.

    A rules record has a list as an array padded with zeros, and its length as ``NAME_length``.
    """

    #: The maximum number of entries.
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
    """An option that is a list of `shortest` to `longest` whole numbers.

    Functions read it as an array of `longest` numbers, padded with zeros, and its length as
    ``rules.NAME_length``.
    """

    default: tuple[int, ...]
    minimum: int
    maximum: int
    shortest: int

    def __post_init__(self) -> None:
        check_bounds(self, int)

    @property
    def allowed(self) -> str:
        length = str(self.longest)
        if self.shortest < self.longest:
            length = f"{self.shortest} to {self.longest}"
        return (
            f"{length} whole numbers {self.minimum} to {self.maximum}, "
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
        all_raised = tuple(number + 1 for number in value)
        all_lowered = tuple(number - 1 for number in value)
        shorter = value[:-1]
        if value:
            step = value[-1] - value[-2] if len(value) > 1 else 1
            longer = (*value, value[-1] + step)
        else:
            longer = (self.minimum,)
        single_changes = [
            (*value[:place], number + step, *value[place + 1 :])
            for place, number in enumerate(value)
            for step in (1, -1)
        ]
        return {self.name: [all_raised, all_lowered, longer, shorter, *single_changes]}

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
    """An option that is a list of up to `longest` words from `choices`, which may be repeated.

    Functions read it as an array of the places of the words in `choices`, padded with zeros, and
    its length as ``rules.NAME_length``.
    """

    default: tuple[str, ...]
    choices: tuple[str, ...]

    @property
    def allowed(self) -> str:
        words = ", ".join(self.choices)
        return f"none, or up to {self.longest} of the following, with commas between them: {words}"

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
        return {self.name: [value[:-1], value[::-1], *self._repeated_words, ()]}

    def _far(self) -> dict[str, list[Any]]:
        return {self.name: [*self._repeated_words, (), self.choices, self.choices[:1]]}

    @property
    def _repeated_words(self) -> list[tuple[str, ...]]:
        """For each word, the longest allowed list that contains only this word."""
        return [(word,) * self.longest for word in self.choices]


@dataclass(frozen=True, kw_only=True)
class WordSet(Option):
    """An option that is a set of words from `choices`, which lists up to 63 words.

    Compiled code has the set as the bits of a number: bit 0 is set if the first word is in the set.
    """

    default: tuple[str, ...] = ()
    choices: tuple[str, ...]

    @property
    def allowed(self) -> str:
        words = ", ".join(self.choices)
        return f"none, or some of the following, with commas between them: {words}"

    def number(self, value: Any) -> Any:
        return sum(1 << self.choices.index(word) for word in value)

    def _read(self, text: str) -> object:
        return [] if text in (NONE, "") else [part.strip() for part in text.split(",")]

    def check(self, value: object) -> Value:
        words = as_list(value)
        if words is None:
            raise self._reject(value)
        for word in words:
            if word not in self.choices:
                raise unknown("word", str(word), self.choices, f" for rule {self.name}")
        return tuple(word for word in self.choices if word in words)

    def _near(self, value: Any) -> dict[str, list[Any]]:
        changes = [
            tuple(word for word in self.choices if (word in value) != (word == changed_word))
            for changed_word in self.choices
        ]
        return {self.name: [*changes, self.choices, ()]}


def as_list(value: object) -> list[Any] | None:
    """Return a list or tuple as a list, and ``"none"`` as an empty list; None for other values."""
    if value == NONE:
        return []
    return list(value) if isinstance(value, list | tuple) else None


def too_many(option: Option, number: int, noun: str) -> UsageError:
    """Return the `UsageError` for a list with more entries than the option allows.

    `number` is the number of entries, `noun` the word for them.
    """
    return UsageError(f"rule {option.name} cannot have {number} {noun}; allowed: {option.allowed}")


@dataclass(frozen=True, kw_only=True)
class WholeTable(Option):
    """An option with a whole number from `minimum` to `maximum` for each name in its default.

    A change has only the entries that differ, or a list of all numbers. A rules record has the
    numbers as an array in the order of the default.
    """

    default: Mapping[str, int]
    minimum: int
    maximum: int
    separator: ClassVar[str] = ";"
    number_type: ClassVar[type[float]] = int

    def __post_init__(self) -> None:
        check_bounds(self, self.number_type)

    @property
    def allowed(self) -> str:
        names = ", ".join(f"{self.name}.{name}" for name in self.default)
        return f"{self._numbers} for each of {names}"

    @property
    def entries(self) -> Sequence[str]:
        """The names that can have a number."""
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
        checked: Any = self.check({**self.default, entry: number})
        return {entry: checked[entry]}

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
        text = written(tuple(value)) if isinstance(value, list) else repr(value)
        first = next(iter(self.default))
        return UsageError(
            f"rule {self.name} cannot be {text}; change single entries, as in "
            f"{self.name}.{first}={self.minimum}, or list all "
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
            f"{self.name}.{entry}": self._near_changes(entry, number)
            for entry, number in value.items()
        }

    def _near_changes(self, entry: str, number: int) -> list[Any]:
        numbers = near_numbers(number, self.minimum, self.maximum)
        return [{entry: near_number} for near_number in numbers]

    def _far(self) -> dict[str, list[Any]]:
        return {
            f"{self.name}.{entry}": [{entry: self.minimum}, {entry: self.maximum}]
            for entry in self.default
        }

    def _by_entry(self, value: Any) -> Any:
        """Return a list of all numbers as a table; return any other value unchanged."""
        if value and isinstance(value, list | tuple) and len(value) == len(self.default):
            return dict(zip(self.default, value, strict=True))
        return value


@dataclass(frozen=True, kw_only=True)
class FewOfMany(WholeTable):
    """An option with whole numbers for some of many names. Its default has no numbers.

    Names without a number have the value that `otherwise` describes. A rules record has the numbers
    as an array in the order of the names, with `UNSET` for a name without a number.
    """

    #: The names that can have a number.
    names: tuple[str, ...]
    #: A description of the names with an example, for designers.
    named: str
    #: A description of the value that holds for names that are not set.
    otherwise: str

    @property
    def allowed(self) -> str:
        return f"{self._numbers} for {self.named}"

    @property
    def entries(self) -> Sequence[str]:
        return self.names

    def in_words(self, value: Any) -> str:
        return written(value) or self.otherwise

    def _read(self, text: str) -> object:
        pairs = [part.partition(":") for part in text.split(",")]
        numbers = {entry.strip(): number.strip() for entry, _, number in pairs}
        has_repetition = len(numbers) < len(pairs)
        if has_repetition or not all(numbers.values()):
            raise ValueError
        return {entry: self.number_type(number) for entry, number in numbers.items()}

    def rows(self, value: Any) -> list[tuple[str, str, str, str]]:
        rows = super().rows(value) or [(self.name, self.otherwise, "", "")]
        return [(name, number, self.otherwise, self.allowed) for name, number, *_ in rows]

    def study_lines(self, value: Any, change: Any) -> list[tuple[str, Any, bool]]:
        return super().study_lines(value, change) or [(self.name, {}, False)]

    def _reject(self, value: object) -> UsageError:
        first = self.names[0]
        second = self.names[min(1, len(self.names) - 1)]
        text = written(tuple(value)) if isinstance(value, list) else repr(value)
        return UsageError(
            f"rule {self.name} cannot be {text}; set single entries, as in "
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
class CardCopies(FewOfMany):
    """An option with other numbers of copies for some cards of a game. Its default changes none.

    Its numbers are not in rules records: `simulate.game.Game.prepare_copies` changes the fields of
    the cards instead. So the compiled code of a game does not depend on this option.
    """

    @property
    def members(self) -> list[tuple[Any, ...]]:
        return []

    def store(self, record: Any, value: Any) -> None:
        """Do nothing, because the record has no field for this option."""

    def merge(self, value: Any, change: Any) -> Any:
        return super().merge(_with_dotted_names(value), _with_dotted_names(change))

    def check(self, value: object) -> Value:
        return super().check(_with_dotted_names(value))

    def _near(self, value: Any) -> dict[str, list[Any]]:
        return {}  # The option does not know the numbers of copies that hold without it.


def _with_dotted_names(value: Any) -> Any:
    """Return a table without tables in it: the names of nested entries are joined by dots.

    Study files split names at dots, also the name of a card such as "St. John".
    """
    if not isinstance(value, Mapping):
        return value
    flat: dict[str, Any] = {}
    for name, part in value.items():
        if isinstance(part, Mapping):
            nested = _with_dotted_names(part)
            flat.update({f"{name}.{entry}": number for entry, number in nested.items()})
        else:
            flat[name] = part
    return flat


@dataclass(frozen=True, kw_only=True)
class HalfPoints(FewOfMany):
    """An option with whole or half points for some of many names. Its default has no points.

    A rules record has each number of points multiplied by ``2 * parts``, as a whole number.
    """

    #: The number of units in which compiled code counts a point.
    parts: int = 1
    #: The smallest step between values: 0.5 or 1.
    finest: float = 0.5
    number_type: ClassVar[type[float]] = float

    @property
    def breaks_ties(self) -> bool:
        """True if half a point only decides who wins a tie, because the game does not count it."""
        return self.finest < 1 and self.parts % 2 == 1

    @property
    def _numbers(self) -> str:
        halves = f"{self.minimum} to {self.maximum} in halves"
        return halves if self.finest < 1 else super()._numbers

    def _fits(self, number: Any) -> bool:
        if not is_number(number, int | float, self.minimum, self.maximum):
            return False
        return bool(number % self.finest == 0)

    def check(self, value: object) -> Value:
        checked: Any = super().check(value)
        points: Any = {entry: _whole_if_equal(number) for entry, number in checked.items()}
        return points  # type: ignore[no-any-return]

    def number(self, value: Any) -> Any:
        return [
            points if points == UNSET else int(2 * self.parts * points)
            for points in super().number(value)
        ]


def _whole_if_equal(number: float) -> float:
    """Return a whole number such as 2.0 as ``int``, so that equal values are written alike."""
    return int(number) if number == int(number) else number


def changed(value: Any, change: Any) -> Any:
    """Return the dictionary `value` with the entries of the dictionary `change` replaced or added.

    If either is not a dictionary, that argument is returned (`value` if neither is). The check of
    the result then rejects it.
    """
    if not isinstance(value, Mapping):
        return value
    return {**value, **change} if isinstance(change, Mapping) else change
