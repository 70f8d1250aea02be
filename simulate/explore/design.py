"""The design on which a designer works: the chosen rules, the wishes and the kept versions.

A `Design` never changes: every action makes a new one. A `History` holds all of them, so that each
action can be undone.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from simulate.errors import UsageError

#: The number of actions that can be undone.
MOST_STEPS = 200
#: The maximum number of characters of a version's name, and of its note.
LONGEST_NAME, LONGEST_NOTE = 80, 500
#: The largest number of rules that a search can be allowed to change at once.
MOST_CHANGES = 99
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Choices:
    """The rules that were chosen, and who plays them."""

    variant: str
    players: int
    #: The style of all seats, or one style per seat.
    lineup: tuple[str, ...]
    #: The values of rules that differ from the variant, by name. A table has only the entries that
    #: differ.
    rules: Mapping[str, Any] = field(default_factory=dict)

    def with_rule(self, name: str, value: Any) -> Choices:
        """Return the choices with another value of a rule.

        Parameters
        ----------
        name
            The name of a rule, or of an entry of a table, such as ``deck.fish``.
        value
            The value; None for that of the variant.
        """
        option, _, entry = name.partition(".")
        rules = {key: known for key, known in self.rules.items() if key != option}
        if entry:
            entries = {key: known for key, known in self._entries(option) if key != entry}
            if value is not None:
                entries[entry] = value
            if entries:
                rules[option] = entries
        elif value is not None:
            rules[option] = value
        return replace(self, rules=rules)

    def _entries(self, option: str) -> list[tuple[str, Any]]:
        """Return the entries of a table that differ from the variant, with their values."""
        entries = self.rules.get(option)
        return list(entries.items()) if isinstance(entries, Mapping) else []

    @property
    def id(self) -> str:
        """A text that differs for different choices."""
        text = json.dumps(self.to_json(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @property
    def rules_id(self) -> str:
        """A text that differs for different choices, other than the number of players."""
        return replace(self, players=0).id

    def to_json(self) -> dict[str, Any]:
        """Return the choices as JSON values."""
        return {
            "variant": self.variant,
            "players": self.players,
            "lineup": list(self.lineup),
            "rules": dict(self.rules),
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Choices:
        """Return the choices for values that `to_json` returned.

        Raises
        ------
        KeyError, TypeError, ValueError
            If a value is missing or has another type.
        """
        return cls(
            str(values["variant"]),
            int(values["players"]),
            tuple(map(str, values["lineup"])),
            dict(values["rules"]),
        )


@dataclass(frozen=True)
class Version:
    """Rules that the designer kept."""

    letter: str
    name: str
    #: The time when it was kept, in ISO format, such as "2026-11-30T02:12".
    kept: str
    choices: Choices
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the version as JSON values."""
        values = {"letter": self.letter, "name": self.name, "kept": self.kept, "note": self.note}
        return values | {"choices": self.choices.to_json()}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Version:
        """Return the version for values that `to_json` returned.

        Raises
        ------
        KeyError, TypeError, ValueError
            If a value is missing or has another type.
        """
        return cls(
            str(values["letter"]),
            str(values["name"]),
            str(values["kept"]),
            Choices.from_json(values["choices"]),
            str(values["note"]),
        )


@dataclass(frozen=True)
class Wishes:
    """What the designer wants of the game; None for what does not matter."""

    #: The largest distance of a seat's wins from its fair share, in games out of 100.
    fair: float | None = None
    #: The shortest and the longest usual length of a game, in minutes. Without a lower bound the
    #: first is 0, and without an upper bound the second is infinite.
    long: tuple[float, float] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the wishes as JSON values."""
        return {"fair": self.fair, "long": self.length_to_json()}

    def length_to_json(self) -> list[float | None] | None:
        """Return the wish for the length as JSON values; the second is None if it is infinite."""
        if self.long is None:
            return None
        shortest, longest = self.long
        return [shortest, None if math.isinf(longest) else longest]

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Wishes:
        """Return the wishes for JSON values, which may come from the page.

        Raises
        ------
        UsageError
            If a wish is not a number or a range, or is out of range.
        """
        fair, long = values.get("fair"), values.get("long")
        if fair is not None and not (_is_number(fair) and 0 < fair <= 50):
            raise UsageError("a wish for fairness is a number of games in 100, at most 50")
        if long is None:
            return cls(fair)
        if not (isinstance(long, Sequence) and len(long) == 2 and _is_number(long[0])):
            raise UsageError("a wish for the length has two numbers of minutes")
        shortest, longest = long
        if longest is None and shortest > 0:
            longest = math.inf
        elif not _is_number(longest):
            raise UsageError("a wish for the length has two numbers of minutes")
        if not 0 <= shortest <= longest:
            raise UsageError("the first number of minutes cannot be above the second")
        return cls(fair, (shortest, longest))


@dataclass(frozen=True)
class Limits:
    """What a search for rules may change."""

    #: The names of the rules that stay as they are.
    kept: tuple[str, ...] = ()
    #: The most rules that a version may change at once.
    max_changes: int = 3

    def to_json(self) -> dict[str, Any]:
        """Return the limits as JSON values."""
        return {"kept": list(self.kept), "max_changes": self.max_changes}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Limits:
        """Return the limits for JSON values, which may come from the page.

        Raises
        ------
        UsageError
            If the number of changes is not a whole number above 0.
        KeyError, TypeError
            If a value is missing or has another type.
        """
        most = values["max_changes"]
        if not isinstance(most, int) or isinstance(most, bool) or not 1 <= most <= MOST_CHANGES:
            raise UsageError(
                f"the most rules to change at once is a whole number from 1 to {MOST_CHANGES}"
            )
        return cls(tuple(dict.fromkeys(map(str, values["kept"]))), most)


def _is_number(value: Any) -> bool:
    """Return True for a finite number that is not a truth value."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and abs(value) < 1e9


@dataclass(frozen=True)
class Design:
    """Everything that a designer decided."""

    choices: Choices
    wishes: Wishes = Wishes()
    versions: tuple[Version, ...] = ()
    #: The number of versions that were ever kept. No letter is used twice.
    kept: int = 0
    #: What a search for rules may change.
    limits: Limits = Limits()

    @property
    def next_letter(self) -> str:
        """The letter of the next version: A to Z, then AA, AB and so on."""
        number, letter = self.kept, ""
        while True:
            number, place = divmod(number, len(_LETTERS))
            letter = _LETTERS[place] + letter
            if not number:
                return letter
            number -= 1

    def find(self, letter: str) -> Version:
        """Return the version with a letter.

        Raises
        ------
        UsageError
            If there is none.
        """
        for version in self.versions:
            if version.letter == letter:
                return version
        raise UsageError(f"there is no version {letter}")

    def version_of(self, choices: Choices) -> Version | None:
        """Return the version with these choices, or None."""
        return next((known for known in self.versions if known.choices == choices), None)

    def keep(self, name: str, kept: str) -> Design:
        """Return the design with the current choices kept as a new version.

        Choices that are kept already are not kept a second time.

        Parameters
        ----------
        name
            The name of the version.
        kept
            The time, in ISO format.
        """
        if self.version_of(self.choices):
            return self
        version = Version(self.next_letter, name, kept, self.choices)
        return replace(self, versions=(*self.versions, version), kept=self.kept + 1)

    def rename(self, letter: str, name: str) -> Design:
        """Return the design with another name of a version.

        Raises
        ------
        UsageError
            If there is no such version, or the name is empty or too long.
        """
        if not name.strip() or len(name) > LONGEST_NAME:
            raise UsageError(f"the name of a version has 1 to {LONGEST_NAME} characters")
        return self._with_version(replace(self.find(letter), name=name.strip()))

    def annotate(self, letter: str, note: str) -> Design:
        """Return the design with another note on a version; an empty one deletes it.

        Raises
        ------
        UsageError
            If there is no such version, or the note is too long.
        """
        if len(note) > LONGEST_NOTE:
            raise UsageError(f"a note has at most {LONGEST_NOTE} characters")
        return self._with_version(replace(self.find(letter), note=note.strip()))

    def _with_version(self, changed: Version) -> Design:
        """Return the design with a changed version in place of the one with the same letter."""
        versions = [
            changed if version.letter == changed.letter else version for version in self.versions
        ]
        return replace(self, versions=tuple(versions))

    def remove(self, letter: str) -> Design:
        """Return the design without a version; raise `UsageError` if there is no such version."""
        version = self.find(letter)
        versions = tuple(known for known in self.versions if known is not version)
        return replace(self, versions=versions)

    def to_json(self) -> dict[str, Any]:
        """Return the design as JSON values."""
        return {
            "choices": self.choices.to_json(),
            "wishes": self.wishes.to_json(),
            "versions": [version.to_json() for version in self.versions],
            "kept": self.kept,
            "limits": self.limits.to_json(),
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Design:
        """Return the design for values that `to_json` returned.

        Raises
        ------
        KeyError, TypeError, ValueError
            If a value is missing or has another type.
        UsageError
            If a wish is out of range.
        """
        return cls(
            Choices.from_json(values["choices"]),
            Wishes.from_json(values["wishes"]),
            tuple(Version.from_json(version) for version in values["versions"]),
            int(values["kept"]),
            # Designs of earlier versions of Fathom have no limits.
            Limits.from_json(values.get("limits") or Limits().to_json()),
        )


class History:
    """The current design, and the designs to which undo and redo return.

    Parameters
    ----------
    design
        The first design.
    """

    def __init__(self, design: Design) -> None:
        self.design = design
        self._before: list[Design] = []
        self._after: list[Design] = []

    @property
    def can_undo(self) -> bool:
        """True if there is an action to undo."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """True if there is an undone action to repeat."""
        return bool(self._after)

    def list_all(self) -> tuple[list[Design], int]:
        """Return all designs, oldest first, and how many of the last of them were undone."""
        return [*self._before, self.design, *reversed(self._after)], len(self._after)

    def add(self, design: Design) -> None:
        """Make a design the current one. Undone actions can no longer be repeated."""
        self._before = [*self._before, self.design][-MOST_STEPS:]
        self._after = []
        self.design = design

    def undo(self) -> None:
        """Return to the design before the last action, if there is one."""
        if self._before:
            self._after.append(self.design)
            self.design = self._before.pop()

    def redo(self) -> None:
        """Repeat the action that was undone last, if there is one."""
        if self._after:
            self._before.append(self.design)
            self.design = self._after.pop()
