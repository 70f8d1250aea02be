"""What every kind of rule option can do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from simulate.errors import UsageError

#: Where an option's default comes from: the rulebook, a decision of ours where the
#: rulebook is silent or ambiguous, or an assumption about a part it does not list.
Provenance = Literal["printed", "ruling", "assumed", "added"]
#: What a finding may point to a rule for; ``"who starts"``: who begins each round or lap.
About = Literal["", "who starts"]
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


@dataclass(frozen=True, kw_only=True)
class Option:
    """One thing about a game that a designer can change."""

    #: As typed after ``--rule``; a game that lists its rules by name sets it.
    name: str = ""
    #: One sentence for designers.
    meaning: str
    standing: Provenance = "printed"
    about: About = ""
    default: Any
    dtype: ClassVar[type] = np.int64
    #: What stands between two values typed one after the other, as after ``--vary``.
    separator: ClassVar[str] = ","

    @property
    def origin(self) -> str:
        """Where the default comes from, in words."""
        return "filled" if self.standing == "ruling" else self.standing

    @property
    def allowed(self) -> str:
        """The values allowed, in words."""
        raise NotImplementedError

    @property
    def members(self) -> list[tuple[Any, ...]]:
        """The fields of the option in a rules record, as NumPy takes them."""
        return [(self.name, self.dtype)]

    def number(self, value: Any) -> Any:
        """Return a checked value as compiled code has it."""
        return value

    def store(self, record: Any, value: Any) -> None:
        """Write a checked value into a rules record."""
        record[self.name] = self.number(value)

    def parse(self, text: str) -> Value:
        """Read a value from the command line; `UsageError` says what is allowed."""
        try:
            return self.check(self._read(text))
        except ValueError:
            raise self._reject(text) from None

    def check(self, value: object) -> Value:
        """Return `value` if it is allowed; `UsageError` says what is."""
        raise NotImplementedError

    def parse_entry(self, entry: str, text: str) -> Any:
        """Read the value of one entry from the command line, as a change of the option."""
        raise UsageError(f"rule {self.name} has no entries; write {self.name}=value")

    def assignments(self, change: Any) -> list[str]:
        """Return what to type after ``--rule`` for a change."""
        return [f"{self.name}={written(change)}"]

    def rows(self, value: Any) -> list[tuple[str, str, str, str]]:
        """Return name, value, default and what is allowed, in words: a row for each entry."""
        return [(self.name, written(value), written(self.default), self.allowed)]

    def merge(self, value: Any, change: Any) -> Any:
        """Return what `change` makes of `value`, which may be a change too, both unchecked."""
        return change

    def difference(self, value: Any, base: Any) -> Any:
        """Return the change that makes `value` of `base`, both checked."""
        return value

    def study_lines(self, value: Any, change: Any) -> list[tuple[str, Any, bool]]:
        """Return the lines of a study file that say a value: name, setting, whether it differs."""
        return [(self.name, value, change is not None)]

    @property
    def neighbours(self) -> list[int]:
        """A few values one step apart, as an example; empty where values are no steps."""
        return []

    def alternatives(self, value: Any) -> dict[str, list[Any]]:
        """Return allowed changes of a checked value, nearest first, by the name typed for each."""
        return self._that_change(value, self._near(value))

    def extremes(self) -> dict[str, list[Any]]:
        """Return changes that go as far from the default as they can, as `alternatives`."""
        return self._that_change(self.default, self._far())

    def _read(self, text: str) -> object:
        """Return what a text says, to be checked; `ValueError` if it says nothing of the kind."""
        return text

    def _near(self, value: Any) -> dict[str, list[Any]]:
        """Return what may be `alternatives`: some may not be allowed or change nothing."""
        raise NotImplementedError

    def _far(self) -> dict[str, list[Any]]:
        """Return what may be `extremes`, as `_near`."""
        return self._near(self.default)

    def _that_change(self, value: Any, changes: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
        return {
            name: [change for change in several if self._changes(value, change)]
            for name, several in changes.items()
        }

    def _changes(self, value: Any, change: Any) -> bool:
        try:
            return bool(self.check(self.merge(value, change)) != value)
        except UsageError:
            return False

    def _reject(self, value: object) -> UsageError:
        return invalid_value(self.name, value, self.allowed)


def invalid_value(name: str, value: object, allowed: str) -> UsageError:
    """Make the error for a value that a rule, or an entry of one, cannot have."""
    shown = written(value) if isinstance(value, bool) else repr(value)
    return UsageError(f"rule {name} cannot be {shown}; allowed: {allowed}")


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
