"""The base class of all kinds of rules, and the text of their values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Literal

import numpy as np

from simulate.errors import UsageError

#: The source of a default: the rulebook (``"printed"``), a decision where the rulebook is silent
#: or ambiguous (``"ruling"``), an assumption about something it does not list (``"assumed"``), or
#: an addition that is not in the rulebook (``"added"``).
Provenance = Literal["printed", "ruling", "assumed", "added"]
#: The subject of a rule that findings name. ``"who starts"`` means that the rule sets which seat
#: begins each round.
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

    #: The name that is typed after ``--rule``. If a game lists its rules by name, it is set from
    #: the list.
    name: str = ""
    #: One sentence for designers.
    meaning: str
    #: A short name for designers, such as "Who starts later rounds"; empty for `name` in words.
    title: str = ""
    standing: Provenance = "printed"
    about: About = ""
    default: Any
    #: The NumPy type of the option's numbers in a rules record.
    dtype: ClassVar[type] = np.int64
    #: The separator between two values of this option in the value of ``--vary``.
    separator: ClassVar[str] = ","

    @property
    def title_in_words(self) -> str:
        """The title, or the name in words, such as "Hand size" for ``hand_size``."""
        words = self.name.replace("_", " ").replace("-", " ")
        return self.title or words[:1].upper() + words[1:]

    def in_words(self, value: Any) -> str:
        """Return a checked value in words for designers."""
        return written(value)

    @property
    def allowed(self) -> str:
        """A description of the allowed values, such as "whole numbers 1 to 9".

        Raise `NotImplementedError` unless the kind of rule defines it.
        """
        raise NotImplementedError

    @property
    def members(self) -> list[tuple[Any, ...]]:
        """The option's fields in a rules record, as members of a NumPy structured type."""
        return [(self.name, self.dtype)]

    def number(self, value: Any) -> Any:
        """Return a checked value as compiled code reads it: a number or a sequence of numbers."""
        return value

    def store(self, record: Any, value: Any) -> None:
        """Write a checked value into the option's fields of a rules record, in place."""
        record[self.name] = self.number(value)

    def parse(self, text: str) -> Value:
        """Return the checked value for a text that was typed on the command line.

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
        """Return a value in its normal form, such as a tuple for a list, if it is allowed.

        Raises
        ------
        UsageError
            If the value is not allowed.
        """
        raise NotImplementedError

    def parse_entry(self, entry: str, text: str) -> Any:
        """Return the change for ``name.entry=text``: a mapping with this entry only.

        Raises
        ------
        UsageError
            If the option has no such entry, or the value is not allowed.
        """
        raise UsageError(f"rule {self.name} has no entries; write {self.name}=value")

    def assignments(self, change: Any) -> list[str]:
        """Return the texts to type after ``--rule`` to make a change, one per assignment."""
        return [f"{self.name}={written(change)}"]

    def rows(self, value: Any) -> list[tuple[str, str, str, str]]:
        """Return rows of text for the entries of a value: name, value, default, allowed values."""
        return [(self.name, written(value), written(self.default), self.allowed)]

    def merge(self, value: Any, change: Any) -> Any:
        """Return a value after a change. Neither is checked, and the value may itself be a change.

        Raises
        ------
        UsageError
            If the change is of an entry that the value does not have.
        """
        return change

    def difference(self, value: Any, base: Any) -> Any:
        """Return the change that turns the checked value `base` into the checked value `value`."""
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
        """A few consecutive allowed values, for examples; empty if values have no order."""
        return []

    def alternatives(self, value: Any) -> dict[str, list[Any]]:
        """Return allowed changes of a checked value, nearest first, by the name that is typed.

        The name is that of the option or of an entry, such as ``deck.fish``. A name may have no
        changes. The result is empty if values have no order.
        """
        return self._effective(value, self._near(value))

    def extremes(self) -> dict[str, list[Any]]:
        """Return the allowed values that are farthest from the default.

        They are lists, by the name that users type for the rule or for an entry of it.
        """
        return self._effective(self.default, self._far())

    def _read(self, text: str) -> object:
        """Return the unchecked value of a typed text; raise `ValueError` if it cannot be read."""
        return text

    def _near(self, value: Any) -> dict[str, list[Any]]:
        """Return candidates for `alternatives`. Some may be invalid or change nothing.

        Raise `NotImplementedError` unless the kind of rule defines it.
        """
        raise NotImplementedError

    def _far(self) -> dict[str, list[Any]]:
        """Return candidates for `extremes`. Some may be invalid or change nothing."""
        return self._near(self.default)

    def _effective(self, value: Any, candidates: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
        """Return the candidates that are allowed and that change the value."""
        effective = partial(self._is_effective, value)
        return {name: list(filter(effective, changes)) for name, changes in candidates.items()}

    def _is_effective(self, value: Any, change: Any) -> bool:
        try:
            return bool(self.check(self.merge(value, change)) != value)
        except UsageError:
            return False

    def _reject(self, value: object) -> UsageError:
        return invalid_value(self.name, value, self.allowed)


def invalid_value(name: str, value: object, allowed: str) -> UsageError:
    """Return the `UsageError` for a value that a rule or an entry of a rule does not allow."""
    text = written(value) if isinstance(value, bool) else repr(value)
    return UsageError(f"rule {name} cannot be {text}; allowed: {allowed}")


def written(value: object) -> str:
    """Return a value of an option as text, in the form that users type on the command line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return str(value).removesuffix(".0")
    if isinstance(value, Mapping):
        return ", ".join(f"{entry}: {number}" for entry, number in value.items())
    if isinstance(value, tuple):
        entries = (
            ":".join(map(str, part.values())) if isinstance(part, Mapping) else str(part)
            for part in value
        )
        return ",".join(entries) or NONE
    return str(value)
