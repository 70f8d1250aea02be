"""Rules as data: a game's options, their values, and the named sets called variants.

A designer's value arrives as text (``--rule target_score=10``) or as a TOML value;
both end in the same check, and `written` makes the text again. Inside compiled code
every option is a number or an array of them: a truth value is 0 or 1, a choice its
place in the list of choices, a list is padded with zeros and has its length beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

import numpy as np

from simulate.errors import UsageError, unknown

#: Where an option's default comes from: the rulebook, a decision of ours where the
#: rulebook is silent or ambiguous, or an assumption about a part it does not list.
Standing = Literal["printed", "ruling", "assumed"]
Value = bool | int | float | str | tuple[int, ...] | Mapping[str, int]


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

    def merged(self, value: Any, change: Any) -> Any:
        """Return what `change` makes of `value`, both unchecked."""
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

    A change names only the entries that differ. In compiled code an array, in the
    order of the default.
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
        raise UsageError(
            f"rule {self.name} cannot be {text!r} as a whole; change its entries one by one, as in "
            f"{self.name}.{next(iter(self.default))}={self.minimum}; allowed: {self.allowed}"
        )

    def parse_entry(self, entry: str, text: str) -> Value:
        """Read the value of one entry from the command line."""
        try:
            number = int(text)
        except ValueError:
            raise self._reject_entry(entry, text) from None
        self.check({**self.default, entry: number})
        return {entry: number}

    def check(self, value: object) -> Value:
        if not isinstance(value, Mapping):
            raise self._reject(value)
        for entry, number in value.items():
            if entry not in self.default:
                raise unknown("entry", str(entry), self.default, f" of rule {self.name}")
            if not _is_whole(number, self.minimum, self.maximum):
                raise self._reject_entry(entry, number)
        return {entry: value[entry] for entry in self.default}

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


def _is_whole(value: object, minimum: int, maximum: int) -> bool:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return whole and minimum <= value <= maximum  # type: ignore[operator]


def common_options(seconds_per_turn: int) -> tuple[Option, ...]:
    """Return the options that every game has, with what a turn of this game takes."""
    return (
        Whole(
            name="seconds_per_turn",
            default=seconds_per_turn,
            minimum=1,
            maximum=600,
            standing="assumed",
            meaning="Seconds a turn takes at the table, dealing and counting included; it only "
            "tells the length in minutes.",
        ),
        Whole(
            name="max_turns",
            default=10_000,
            minimum=1,
            maximum=1_000_000,
            standing="ruling",
            meaning="A game not decided after this many turns counts as unfinished.",
        ),
    )


@dataclass(frozen=True)
class Variant:
    """A named set of rules.

    Attributes
    ----------
    meaning
        One sentence for designers.
    rules
        The options that differ from their defaults.
    """

    meaning: str
    rules: Mapping[str, Value] = field(default_factory=dict)


def find_option(options: Sequence[Option], name: str, game: str) -> Option:
    """Return the option called `name`, or raise `UsageError` naming the nearest."""
    for option in options:
        if option.name == name:
            return option
    raise unknown("rule", name, [option.name for option in options], f" for {game}")


def parse_assignment(options: Sequence[Option], text: str, game: str) -> tuple[str, Value]:
    """Read one ``name=value``, or ``name.entry=value`` of a table, of the command line."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        example = assignments(options[0], options[0].default)[0]
        raise UsageError(f"--rule takes name=value, not {text!r}; for example {example}")
    name, dot, entry = name.partition(".")
    option = find_option(options, name, game)
    if not dot:
        return option.name, option.parse(value)
    if not isinstance(option, WholeTable):
        raise UsageError(f"rule {name} has no entries; write {name}=value")
    return option.name, option.parse_entry(entry, value)


def assignments(option: Option, change: Any) -> list[str]:
    """Return what to type after ``--rule`` for a change of an option."""
    if isinstance(option, WholeTable):
        return [f"{option.name}.{entry}={number}" for entry, number in change.items()]
    return [f"{option.name}={written(change)}"]


def written(value: object) -> str:
    """Write a value as it is typed, and as designers read it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return str(value).removesuffix(".0")
    if isinstance(value, Mapping):
        return ", ".join(f"{entry}: {number}" for entry, number in value.items())
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value)


def combined(
    options: Sequence[Option], changes: Mapping[str, Any], more: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the changes, unchecked, that `changes` and then `more` make together."""
    found = dict(changes)
    for name, change in more.items():
        option = next((option for option in options if option.name == name), None)
        found[name] = option.merged(found[name], change) if option and name in found else change
    return found


def differences(
    options: Sequence[Option], values: Mapping[str, Any], base: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the changes that make `values` of `base`, both with every option."""
    return {
        option.name: option.difference(values[option.name], base[option.name])
        for option in options
        if values[option.name] != base[option.name]
    }


def resolve(
    options: Sequence[Option], variant: Variant, changes: Mapping[str, object], game: str
) -> dict[str, Value]:
    """Return every option's value: the defaults, then the variant, then the changes.

    Raises
    ------
    UsageError
        A change names no option or has a value that is not allowed.
    """
    for name in changes:
        find_option(options, name, game)
    values = {}
    for option in options:
        value: Any = option.default
        for source in (variant.rules, changes):
            if option.name in source:
                value = option.merged(value, source[option.name])
        values[option.name] = option.check(value)
    return values


def rules_dtype(options: Sequence[Option], derived: np.dtype[np.void]) -> np.dtype[np.void]:
    """Make the type of a game's rules in compiled code.

    It has ``players``, a field for each option, and the fields of `derived`, which
    the game computes once from the others.
    """
    members: list[Any] = [("players", np.int64)]
    members += [member for option in options for member in option.members]
    members += [(name, derived[name]) for name in derived.names or ()]
    return np.dtype(members, align=True)
