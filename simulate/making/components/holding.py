"""The meaning of a field's numbers, and how replays write them: seats, cards, words, points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.game import score_in_words
from simulate.making.components.cards import Cards

#: Meanings that have a word.
_WORDS = ("number", "points", "seat")
#: The most numbers of a field that are written one by one.
_MOST_NUMBERS = 24


class SetOf:
    """A set of seats, of kinds of cards or of words, kept as the bits of one number.

    Parameters
    ----------
    members
        The meaning of a bit: ``"seat"``, `Cards`, or a list of words, the word of bit 0 first.
    """

    def __init__(self, members: str | Cards | Sequence[str]) -> None:
        self.members = members

    def names(self, rules: Any, number: int) -> list[str]:
        """Name the members of a set."""
        return [
            member_name(self.members, rules, place) for place in range(64) if number >> place & 1
        ]


#: The meaning of a number: ``"number"``, ``"points"``, ``"seat"``, a kind of card, a word of a
#: list, or a set of such.
Holds = str | Cards | Sequence[str] | SetOf


def check_holds(holds: Holds, field: str) -> None:
    """Raise `UsageError` unless `holds` says what the numbers of a field mean."""
    members = holds.members if isinstance(holds, SetOf) else holds
    if isinstance(members, str):
        valid = members == "seat" if isinstance(holds, SetOf) else members in _WORDS
    else:
        valid = isinstance(members, Cards) or (
            isinstance(members, Sequence) and all(isinstance(word, str) for word in members)
        )
    if not valid:
        value = f"SetOf({members!r})" if isinstance(holds, SetOf) else repr(holds)
        raise UsageError(
            f"{field} cannot hold {value}; allowed: 'number', 'points', 'seat', cards made with "
            "Cards(...), a list of words, or SetOf(...) of 'seat', cards or words"
        )


def member_name(holds: str | Cards | Sequence[str], rules: Any, number: int) -> str:
    """Name the seat, the kind of card or the word that a number stands for."""
    if isinstance(holds, str):
        return f"seat {number + 1}" if 0 <= number < rules.players else "nobody"
    names = holds.labels(rules) if isinstance(holds, Cards) else holds
    if 0 <= number < len(names):
        return names[number]
    return "none" if number == -1 else str(number)


def set_change(holds: SetOf, rules: Any, before: int, after: int) -> tuple[str, str]:
    """Name the members that came to a set, and those that left it; empty for none."""
    came, left = after & ~before, before & ~after
    return ", ".join(holds.names(rules, came)), ", ".join(holds.names(rules, left))


def number_in_words(holds: Holds, rules: Any, number: int, parts: int = 1) -> str:
    """Write one number of a field by its meaning; points are counted in `parts` of a unit."""
    if isinstance(holds, SetOf):
        return ", ".join(holds.names(rules, number)) or "none"
    if holds == "number":
        return str(number)
    if holds == "points":
        return score_in_words(number, parts)
    return member_name(holds, rules, number)


def field_in_words(holds: Holds, rules: Any, numbers: Any, parts: int = 1) -> str:
    """Write all numbers of a field by their meaning; for a long field, only their number.

    Parameters
    ----------
    numbers
        An integer, or an array of any shape.
    """
    flat = [int(number) for number in np.ravel(numbers)]
    if len(flat) > _MOST_NUMBERS:
        used = sum(number != 0 for number in flat)
        return f"{len(flat)} numbers, {used} of them not 0"
    words = [number_in_words(holds, rules, number, parts) for number in flat]
    separator = " " if isinstance(holds, str) and holds in ("number", "points") else ", "
    if isinstance(holds, SetOf):
        separator = "; "
    return separator.join(words)
