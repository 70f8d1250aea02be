"""Words for features: noun phrases from the meanings of a game's records, and conditions on them.

The conditions address the player who decides, as in "cards in your hand: 3 or more".
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal

#: Meanings that begin like this are about names and not quantities, so that more or less of them
#: means nothing.
_NAMES = re.compile(
    r"(the|a|each seat's) (latest |last |next )?"
    r"(seat|card|place|spot|cell|suit|colour|kind|trump|player|first 64-bit word|last word)\b"
    r"|.*\b(0-based|as an? (index|number of a))"
)
#: A meaning of a yes or no.
_WHETHER = re.compile(r"1 (while|if|after|when|once) (.*)")
#: Words in the meaning of a field that has a number for each card.
EACH_CARD = re.compile(r"\b(each|every) (card|kind|face|tile|die)\b")
#: Replacements that turn a meaning about each seat into one about the player who decides.
_YOURS = (
    (r"\bin each hand\b", "in your hand"),
    (r"\beach seat's\b", "your"),
    (r"\bof each seat\b", "of yours"),
    (r"\b(?:each|a) seat is\b", "you are"),
    (r"\b(?:each|a) seat has\b", "you have"),
    (r"\b(?:each|a) seat holds\b", "you hold"),
    (r"\b(?:each|a|the) seat's\b", "your"),
    (r"\beach seat\b", "you"),
    (r"\bthe seat is\b", "you are"),
    (r"\bthe seat has\b", "you have"),
    (r"\bof the seat\b", "of yours"),
)
#: The same for the player whom an action names, and for the other players.
_THEIRS = ((r"\bin each hand\b", "in that player's hand"), (r"\b(?:each|a) seat\b", "that player"))
_OTHERS = (
    (r"\bin each hand\b", "in each other player's hand"),
    (r"\b(?:each|a) seat\b", "each other player"),
)


def quoted(text: str) -> str:
    """Return a text in quotation marks."""
    return f"\N{LEFT DOUBLE QUOTATION MARK}{text}\N{RIGHT DOUBLE QUOTATION MARK}"


def plain_meaning(meaning: str) -> str:
    """Return the meaning of a field without its explanations and technical details."""
    text = re.split(r"[:;(]|, as an? | as an? set\b|, which\b|, including\b|, by\b", meaning)[0]
    return " ".join(text.split()).rstrip(" ,")


def is_quantity(meaning: str) -> bool:
    """Return True if a field with this meaning holds a number of something, and not a name."""
    return _NAMES.match(meaning) is None


def read_whether(meaning: str) -> str:
    """Return the condition in the meaning of a field that is 0 or 1; empty for other fields.

    "1 while the first card is to be played" gives "while the first card is to be played".
    """
    match = _WHETHER.fullmatch(plain_meaning(meaning))
    return f"{match[1]} {match[2]}" if match else ""


def with_seats(meaning: str) -> str:
    """Return the meaning of a field by seat with "seat" for "player", as other functions expect."""
    meaning = re.sub(r"\b(each|every) player\b", "each seat", meaning)
    return re.sub(r"\ba player\b", "a seat", meaning)


def name_of_yours(meaning: str) -> str:
    """Return the noun phrase of a field, as it is about the player who decides."""
    return _replace(plain_meaning(meaning), _YOURS)


def name_of_theirs(meaning: str) -> str:
    """Return the noun phrase of a field by seat, as it is about the player whom an action names."""
    return _replace(plain_meaning(meaning), _THEIRS)


def name_of_others(meaning: str) -> str:
    """Return the noun phrase of a field by seat, as it is about the other players together."""
    return f"the highest of {quoted(_replace(plain_meaning(meaning), _OTHERS))}"


def name_of_card_count(meaning: str) -> str:
    """Return the noun phrase of a field by card, as it is about the card that an action uses."""
    phrase = EACH_CARD.sub(r"this \2", plain_meaning(meaning))
    phrase = re.sub(r"^how many copies of", "copies of", phrase)
    phrase = re.sub(r" are in( the)? hand$| in the hand$", " in your hand", phrase)
    return re.sub(r" are( known to be)? in ", " in ", phrase).strip()


def superlatives(name: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return conditions on the highest value of all choices, and on the lowest.

    `name` is the noun phrase of the values. Each pair has the condition that an action has such a
    value, and the condition that it has not.
    """
    is_plural = re.match(r"(your |the )?(copies|\w+[^s]s)\b", name)
    verb, more, less, many, few = "is", "higher", "lower", "high", "low"
    if is_plural:
        verb, more, less, many, few = "are", "more", "fewer", "many", "few"
    return (
        (f"{name} {verb} as {many} as possible", f"{name} {verb} {less} than with another choice"),
        (f"{name} {verb} as {few} as possible", f"{name} {verb} {more} than with another choice"),
    )


def name_of_set(phrase: str) -> str:
    """Return the noun phrase for the size of a set, from the noun phrase of its members."""
    return f"number of {phrase.removeprefix('the ')}"


def _replace(text: str, pairs: tuple[tuple[str, str], ...]) -> str:
    """Return a text with all replacements, in order."""
    for pattern, replacement in pairs:
        text = re.sub(pattern, replacement, text)
    return text


#: How a feature is put into words: a yes or no, a number, a change by an action, or the difference
#: between a number of the action and one of the position.
Form = Literal["flag", "number", "change", "difference"]


@dataclass(frozen=True)
class Phrase:
    """The words of a feature."""

    form: Form
    #: A noun phrase; for flags, the condition.
    name: str
    #: For flags, the opposite condition; for differences, the noun phrase that is compared with.
    other: str = ""


def describe_range(phrase: Phrase, low: float, high: float, values: tuple[float, ...]) -> str:
    """Return the condition that a feature is from `low` to `high`.

    Parameters
    ----------
    phrase
        The words of the feature.
    low, high
        The bounds; infinite if there is none. For flags, `low` is above 0 for yes. For other
        features, at least one of them leaves out values that occur.
    values
        All values that the feature has, in rising order.
    """
    if phrase.form == "flag":
        return phrase.name if low > 0 else phrase.other
    inside = [value for value in values if low <= value <= high]
    # Bounds beyond the values that occur are no bounds, and the words use values that occur.
    low = inside[0] if low > values[0] else -math.inf
    high = inside[-1] if high < values[-1] else math.inf
    if phrase.form == "number":
        return f"{phrase.name}: {_range_in_words(low, high, values)}"
    if phrase.form == "difference":
        return _compare(phrase, low, high, values)
    return _describe_change(phrase.name, low, high, values)


def _range_in_words(low: float, high: float, values: tuple[float, ...]) -> str:
    """Return a range in words, as in "3 or more"."""
    if low == -math.inf:
        return _number(high) if high == values[0] else f"{_number(high)} or less"
    if high == math.inf:
        return _number(low) if low == values[-1] else f"{_number(low)} or more"
    return _between(low, high)


def _compare(phrase: Phrase, low: float, high: float, values: tuple[float, ...]) -> str:
    """Return the condition that a number differs from another by `low` to `high`.

    `values` are all differences that occur.
    """
    is_whole = all(value.is_integer() for value in values)
    if low == high == 0:
        words = "equal to"
    elif low == -math.inf:
        words = _at_most(high, is_whole=is_whole)
    elif high == math.inf:
        words = _at_least(low, is_whole=is_whole)
    elif low >= 0:
        words = f"{_between(low, high)} more than"
    elif high <= 0:
        words = f"{_between(-high, -low)} less than"
    else:
        words = f"between {_number(-low)} less and {_number(high)} more than"
    return f"{phrase.name} is {words} {quoted(phrase.other)}"


def _at_least(low: float, *, is_whole: bool) -> str:
    """Return the words for a difference of at least `low`; `is_whole` if all are whole numbers."""
    if low == 0:
        return "at least"
    if low == 1 and is_whole:
        return "more than"
    if low > 0:
        return f"at least {_number(low)} more than"
    return f"at most {_number(-low)} less than"


def _at_most(high: float, *, is_whole: bool) -> str:
    """Return the words for a difference of at most `high`; `is_whole` if all are whole numbers."""
    if high == 0:
        return "at most"
    if high == -1 and is_whole:
        return "less than"
    if high > 0:
        return f"at most {_number(high)} more than"
    return f"at least {_number(-high)} less than"


def _describe_change(name: str, low: float, high: float, values: tuple[float, ...]) -> str:
    """Return the condition that an action changes a number by `low` to `high`."""
    if low > 0:
        return _describe_amount("raises", name, (low, high), values)
    if high < 0:
        lowered = tuple(-value for value in reversed(values))
        return _describe_amount("lowers", name, (-high, -low), lowered)
    if low == high == 0:
        return f"does not change {name}"
    if low > -math.inf and high < math.inf:
        return f"changes {name} by {_number(low)} to {_number(high)}"
    verb = "raise"
    amounts = values
    least = math.nextafter(high, math.inf)
    if high == math.inf:
        verb = "lower"
        amounts = tuple(-value for value in values)
        least = math.nextafter(-low, math.inf)
    amount = min(amount for amount in amounts if amount >= least)
    if amount == min(amount for amount in amounts if amount > 0):
        return f"does not {verb} {name}"
    return f"does not {verb} {name} by {_number(amount)} or more"


def _describe_amount(
    verb: str, name: str, bounds: tuple[float, float], amounts: tuple[float, ...]
) -> str:
    """Return the condition that an action raises or lowers a number by some amounts.

    `bounds` are the lowest and the highest amount, both positive. `amounts` are all that occur, in
    rising order; negative ones are changes in the other direction.
    """
    low, high = bounds
    if high < math.inf:
        return f"{verb} {name} by {_between(low, high)}"
    if low == min(amount for amount in amounts if amount > 0):
        return f"{verb} {name}"
    return f"{verb} {name} by {_number(low)} or more"


def _between(low: float, high: float) -> str:
    """Return a range with two bounds in words, as in "2 to 4"."""
    return _number(low) if low == high else f"{_number(low)} to {_number(high)}"


def _number(value: float) -> str:
    """Return a number with at most two decimals."""
    return f"{round(value, 2):g}"
