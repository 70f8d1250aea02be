"""The meanings that the numbers in a field can have, and the numbers as text in replays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.game import score_in_words
from simulate.making.components.cards import Cards

#: The meanings that a game declares by a word.
_WORDS = ("number", "points", "seat")
#: Fields with more numbers than this are summarized in replays.
_MOST_NUMBERS = 24


class SetOf:
    """The meaning of a number whose bits are a set of seats, of kinds of cards or of words.

    Parameters
    ----------
    members
        The possible members: ``"seat"``, `Cards`, or a list of words. Bit 0 is the first seat,
        kind of card or word.
    """

    def __init__(self, members: str | Cards | Sequence[str]) -> None:
        self.members = members

    def names(self, rules: Any, number: int) -> list[str]:
        """Return the names of the members of a set; `number` is the set, with a bit per member."""
        bits = [bit for bit in range(64) if number >> bit & 1]
        return [member_name(self.members, rules, bit) for bit in bits]


#: The meaning of a number: ``"number"``, ``"points"``, ``"seat"``, `Cards` for a kind of card, a
#: list of words, or a set of these.
Holds = str | Cards | Sequence[str] | SetOf


def check_holds(holds: Holds, field: str) -> None:
    """Raise `UsageError` unless `holds` is a valid meaning.

    `field` describes the field in the error, as in "the counter bidder".
    """
    members = holds.members if isinstance(holds, SetOf) else holds
    if isinstance(members, str):
        valid = members == "seat" if isinstance(holds, SetOf) else members in _WORDS
    else:
        valid = isinstance(members, Cards) or (
            isinstance(members, Sequence) and all(isinstance(word, str) for word in members)
        )
    if not valid:
        written_holds = f"SetOf({members!r})" if isinstance(holds, SetOf) else repr(holds)
        raise UsageError(
            f"{field} cannot hold {written_holds}; allowed: 'number', 'points', 'seat', cards made "
            "with Cards(...), a list of words, or SetOf(...) of 'seat', cards or words"
        )


def member_name(holds: str | Cards | Sequence[str], rules: Any, number: int) -> str:
    """Return the name of a seat, a kind of card or a word by its number, counted from 0.

    `holds` says which of them: ``"seat"``, the cards, or the list of words.
    -2 is "not yet". Another number without a seat is "nobody". For cards and words, -1 is "none",
    and other numbers without a name are returned as text.
    """
    if number == -2:
        return "not yet"
    if isinstance(holds, str):
        return f"seat {number + 1}" if 0 <= number < rules.players else "nobody"
    names = holds.labels(rules) if isinstance(holds, Cards) else holds
    if 0 <= number < len(names):
        return names[number]
    return "none" if number == -1 else str(number)


def set_change(holds: SetOf, rules: Any, before: int, after: int) -> tuple[str, str]:
    """Return two texts: the names of the members added to a set, and of the members removed.

    `before` and `after` are the set at two moments, as an integer.
    Names are separated by commas. A text is empty if it names no member.
    """
    added = holds.names(rules, after & ~before)
    removed = holds.names(rules, before & ~after)
    return ", ".join(added), ", ".join(removed)


def number_in_words(holds: Holds, rules: Any, number: int, parts: int = 1) -> str:
    """Return a number as text according to its meaning, such as points or a kind of card.

    Points are divided by `parts`, the number of parts in a point. A set becomes the names of its
    members, or "none" if it is empty. Seats, cards and words are named as by `member_name`.
    """
    if isinstance(holds, SetOf):
        return ", ".join(holds.names(rules, number)) or "none"
    if holds == "number":
        return str(number)
    if holds == "points":
        return score_in_words(number, parts)
    return member_name(holds, rules, number)


def field_in_words(holds: Holds, rules: Any, numbers: Any, parts: int = 1) -> str:
    """Return all numbers of a field as text, as `number_in_words` does.

    For more than 24 numbers, the text only says how many numbers there are and how many are not 0.

    Parameters
    ----------
    holds
        The meaning of the numbers.
    rules
        The record of rules, from which players and cards are counted and named.
    numbers
        An integer, or an array of any shape.
    parts
        The number of parts in a point (`Game.score_parts`), by which points are divided.
    """
    flat = [int(number) for number in np.ravel(numbers)]
    if len(flat) > _MOST_NUMBERS:
        return f"{len(flat)} numbers, {np.count_nonzero(flat)} of them not 0"
    words = [number_in_words(holds, rules, number, parts) for number in flat]
    if isinstance(holds, SetOf):
        return "; ".join(words)
    if isinstance(holds, str) and holds in ("number", "points"):
        return " ".join(words)
    return ", ".join(words)
