"""The meanings that the numbers in a field can have, and the numbers as text in replays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.game import score_in_words
from simulate.making.components.cards import Cards

#: The meaning of a number that is -1 for none.
OR_NONE = "number or none"
#: The meanings that a game declares by a word.
_WORDS = ("number", OR_NONE, "points", "seat")
#: Those of them that are amounts, whose changes are shown with their sign.
_AMOUNTS = ("number", OR_NONE, "points")
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


#: The meaning of a number: ``"number"``, ``"number or none"``, ``"points"``, ``"seat"``, `Cards`
#: for a kind of card, a list of words, or a set of these.
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
            f"{field} cannot hold {written_holds}; allowed: 'number', 'number or none', "
            "'points', 'seat', cards made with Cards(...), a list of words, or SetOf(...) of "
            "'seat', cards or words"
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

    Points are divided by `parts`, the number of parts in a point. For ``"number or none"``, -1 is
    "none". A set becomes the names of its members, or "none" if it is empty. Seats, cards and
    words are named as by `member_name`.
    """
    if isinstance(holds, SetOf):
        return ", ".join(holds.names(rules, number)) or "none"
    if holds == OR_NONE and number == -1:
        return "none"
    if holds in ("number", OR_NONE):
        return str(number)
    if holds == "points":
        return score_in_words(number, parts)
    return member_name(holds, rules, number)


def is_amount(holds: Holds) -> bool:
    """Return True if a number with this meaning is an amount, such as points."""
    return isinstance(holds, str) and holds in _AMOUNTS


def signed_change(holds: Holds, rules: Any, before: int, after: int, parts: int = 1) -> str:
    """Return the change of an amount in brackets, as in "(+3)".

    It is empty if the number is not an amount, or is none before or after.
    """
    is_none = holds == OR_NONE and -1 in (before, after)
    if is_none or not is_amount(holds):
        return ""
    sign = "+" if after > before else ""
    amount = "number" if holds == OR_NONE else holds
    return f"({sign}{number_in_words(amount, rules, after - before, parts)})"


def holds_seat(holds: Holds) -> bool:
    """Return True if a number with this meaning is a single seat."""
    return isinstance(holds, str) and holds == "seat"


def is_no_seat(numbers: Any, players: int) -> Any:
    """Return an array with True for each number that is no seat, -1 (nobody) or -2 (not yet)."""
    return (numbers < -2) | (numbers >= players)


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
    if is_amount(holds):
        return " ".join(words)
    return ", ".join(words)
