"""Rules as data: a game's options, their values, and the named sets called variants.

A designer's value arrives as text (``--rule target_score=10``) or as a TOML value;
both end in the same check. Inside compiled code every option is a number: a truth
value is 0 or 1, a choice its place in the list of choices.
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
Value = bool | int | float | str


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

    def code(self, value: Any) -> int | float:
        """Return the number that stands for a checked value in compiled code."""
        return int(value)

    def _reject(self, value: object) -> UsageError:
        shown = str(value).lower() if isinstance(value, bool) else repr(value)
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
        right_type = isinstance(value, int) and not isinstance(value, bool)
        if not right_type or not self.minimum <= value <= self.maximum:  # type: ignore[operator]
            raise self._reject(value)
        return value  # type: ignore[return-value]


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

    def code(self, value: Any) -> int:
        return self.choices.index(value)


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
    """Read one ``name=value`` of the command line."""
    name, equals, value = text.partition("=")
    if not equals:
        raise UsageError(f"--rule takes name=value, not {text!r}; for example target_score=10")
    option = find_option(options, name.strip(), game)
    return option.name, option.parse(value.strip())


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
        value = changes.get(option.name, variant.rules.get(option.name, option.default))
        values[option.name] = option.check(value)
    return values


def rules_dtype(options: Sequence[Option], derived: np.dtype[np.void]) -> np.dtype[np.void]:
    """Make the type of a game's rules in compiled code.

    It has ``players``, a field for each option, and the fields of `derived`, which
    the game computes once from the others.
    """
    members: list[Any] = [("players", np.int64)]
    members += [(option.name, option.dtype) for option in options]
    members += [(name, derived[name]) for name in derived.names or ()]
    return np.dtype(members, align=True)
