"""The base class of all kinds of rules, and the text of their values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from simulate.errors import UsageError

#: The source of a default: the rulebook (``"printed"``), a decision where the rulebook is silent
#: or ambiguous (``"ruling"``), an assumption about something it does not list (``"assumed"``), or
#: an addition that is not in the rulebook (``"added"``).
Provenance = Literal["printed", "ruling", "assumed", "added"]
#: The subject of a rule, so that findings can name it; ``"who starts"``: who begins each round.
About = Literal["", "who starts"]
#: The text of an empty list, on the command line and in study files.
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


@dataclass(frozen=True, kw_only=True)
class Option:
    """A rule of a game that a designer can change."""

    #: The name typed after ``--rule``. Games that list their rules by name set it from that list.
    name: str = ""
    #: One sentence for designers.
    meaning: str
    standing: Provenance = "printed"
    about: About = ""
    default: Any
    #: The NumPy type of the option's numbers in a rules record.
    dtype: ClassVar[type] = np.int64
    #: The separator between two values of this option, as after ``--vary``.
    separator: ClassVar[str] = ","

    @property
    def origin(self) -> str:
        """The source of the default, in a word for designers."""
        return "filled" if self.standing == "ruling" else self.standing

    @property
    def allowed(self) -> str:
        """The allowed values, in words."""
        raise NotImplementedError

    @property
    def members(self) -> list[tuple[Any, ...]]:
        """The option's fields in a rules record, as members of a NumPy structured type."""
        return [(self.name, self.dtype)]

    def number(self, value: Any) -> Any:
        """Return a checked value as a number, or as a sequence of numbers, for compiled code."""
        return value

    def store(self, record: Any, value: Any) -> None:
        """Write a checked value into a rules record."""
        record[self.name] = self.number(value)

    def parse(self, text: str) -> Value:
        """Parse and check a value typed on the command line.

        Raises
        ------
        UsageError
            If the value is not allowed.
        """
        try:
            return self.check(self._read(text))
        except ValueError:
            raise self._reject(text) from None

    def check(self, value: object) -> Value:
        """Return the value in its normal form, such as a tuple for a list.

        Raises
        ------
        UsageError
            If the value is not allowed.
        """
        raise NotImplementedError

    def parse_entry(self, entry: str, text: str) -> Any:
        """Parse the value of a single entry, as in ``name.entry=text``.

        Returns
        -------
        Any
            The change of the option: a mapping with this entry only.

        Raises
        ------
        UsageError
            If the option has no such entry, or the value is not allowed.
        """
        raise UsageError(f"rule {self.name} has no entries; write {self.name}=value")

    def assignments(self, change: Any) -> list[str]:
        """Return the texts to type after ``--rule`` to make a change."""
        return [f"{self.name}={written(change)}"]

    def rows(self, value: Any) -> list[tuple[str, str, str, str]]:
        """Return a row for each entry: its name, value, default and allowed values, as text."""
        return [(self.name, written(value), written(self.default), self.allowed)]

    def merge(self, value: Any, change: Any) -> Any:
        """Apply an unchecked change to an unchecked value, which may itself be a change."""
        return change

    def difference(self, value: Any, base: Any) -> Any:
        """Return the change that turns `base` into `value`; both are checked values."""
        return value

    def study_lines(self, value: Any, change: Any) -> list[tuple[str, Any, bool]]:
        """Return the option's lines in a study file.

        Parameters
        ----------
        value
            The checked value.
        change
            The difference from the default, or ``None`` if the option keeps its default.

        Returns
        -------
        list
            A tuple for each line: the name, the value, and whether it differs from the default.
        """
        return [(self.name, value, change is not None)]

    @property
    def neighbours(self) -> list[int]:
        """A few consecutive values, used in examples; empty for options without an order."""
        return []

    def alternatives(self, value: Any) -> dict[str, list[Any]]:
        """Return allowed changes of a checked value, nearest first.

        The keys are the names that are typed to make the change, such as ``deck.fish``.
        """
        return self._effective(value, self._near(value))

    def extremes(self) -> dict[str, list[Any]]:
        """Return the changes farthest from the default, by the same keys as `alternatives`."""
        return self._effective(self.default, self._far())

    def _read(self, text: str) -> object:
        """Convert a typed text to an unchecked value; raise `ValueError` if it cannot be read."""
        return text

    def _near(self, value: Any) -> dict[str, list[Any]]:
        """Return candidates for `alternatives`, including invalid and ineffective changes."""
        raise NotImplementedError

    def _far(self) -> dict[str, list[Any]]:
        """Return candidates for `extremes`, including invalid and ineffective changes."""
        return self._near(self.default)

    def _effective(self, value: Any, candidates: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
        """Keep the changes that are allowed and that change the value."""
        return {
            name: [change for change in changes if self._is_effective(value, change)]
            for name, changes in candidates.items()
        }

    def _is_effective(self, value: Any, change: Any) -> bool:
        try:
            return bool(self.check(self.merge(value, change)) != value)
        except UsageError:
            return False

    def _reject(self, value: object) -> UsageError:
        return invalid_value(self.name, value, self.allowed)


def invalid_value(name: str, value: object, allowed: str) -> UsageError:
    """Return the error for a value that is not allowed for a rule or for an entry of a rule."""
    text = written(value) if isinstance(value, bool) else repr(value)
    return UsageError(f"rule {name} cannot be {text}; allowed: {allowed}")


def written(value: object) -> str:
    """Format a value of an option as it is typed on the command line."""
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
