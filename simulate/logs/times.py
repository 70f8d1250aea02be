"""The minutes of times as people and apps write them in logs, such as ``75``, ``1:15`` or ``1h15``.

A time such as "about 50" is read as 50 minutes, and a range such as ``50-60`` as its middle.
"""

from __future__ import annotations

import re

from simulate.sheets.numbers import parse_number

_HOUR = r"h|hrs?|hours?|std|stunden?|heures?|horas?|uur|u|godz|ore|timer?|\u6642\u9593"
_MINUTE = r"m|mn|mins?|minutes?|minuten?|minutos?|minut|minuti|'|\u2032|\u2019|\u5206"
_AMOUNT = r"\d+(?:[.,]\d+)?\s*[\u00bc-\u00be]?|[\u00bc-\u00be]"
_HOURS_AND_MINUTES = re.compile(
    rf"(?:({_AMOUNT})\s*(?:{_HOUR})\.?)?\s*(?:({_AMOUNT})\s*(?:{_MINUTE})?\.?)?"
)
_CLOCK = re.compile(
    rf"(\d{{1,3}}):(\d{{2}})(?::(\d{{2}}))?(?:\.\d+)?\s*(?:({_HOUR})|({_MINUTE}))?\.?"
)
#: Fractions with a slash, as in ``1 1/2``, and the characters for them.
_FRACTIONS = (("1/2", "\u00bd"), ("1/4", "\u00bc"), ("3/4", "\u00be"))
#: Matches the marks and words before or after a time that is not exact.
_ABOUT = re.compile(
    r"^(?:~|\u2248|\u00b1|\+/-|(?:about|around|roughly|approx|approximately|ca|circa|c|etwa|rund|"
    r"ungef\u00e4hr|environ|env|unos|aprox|ongeveer|cirka|ok|oko\u0142o)(?=[\s.\d]))\.?\s*"
    r"|\s*(?:-?\s?ish|or so|approx\.?)$"
)
#: Matches a range, such as ``50-60 min``, ``1 to 2 h`` or ``1:15\u20131:30``.
_RANGE = re.compile(r"(.+?)\s*(?:[-\u2010-\u2015~]|\s(?:to|bis|tot|\u00e0|a)\s)\s*(\d.*)")
#: Matches the unit at the end of a time.
_UNIT = re.compile(rf"\d\s*((?:{_HOUR}|{_MINUTE})\.?)$")
#: If the first number of a time such as ``45:30`` is larger than this, the times of the column are
#: minutes and seconds; otherwise, they are hours and minutes.
_MOST_HOURS = 12


def has_seconds(texts: list[str]) -> bool:
    """Return True if times such as ``45:30`` in a column are minutes and seconds.

    Otherwise they are hours and minutes, as in ``1:15``.
    """
    clocks = [match for text in texts if (match := _CLOCK.fullmatch(text.strip()))]
    return any(match[3] is None and int(match[1]) > _MOST_HOURS for match in clocks)


def is_inexact(text: str) -> bool:
    """Return True if a time is a range or has a word or mark such as "about" or ``~``."""
    plain = text.strip().casefold()
    return _ABOUT.sub("", plain) != plain or _RANGE.fullmatch(plain) is not None


def has_unit(text: str) -> bool:
    """Return True if a text ends with a unit of time, as in ``65 min``, or is like ``1h20``."""
    plain = text.strip().casefold()
    match = _HOURS_AND_MINUTES.fullmatch(plain)
    return bool(match and plain) and parse_number(plain) is None


def minutes_of(
    text: str, minutes_per_unit: float, decimal: str = ".", *, with_seconds: bool
) -> float | None:
    """Return the minutes of a text such as ``75``, ``1:15``, ``1 h 15`` or ``75 min``.

    Parameters
    ----------
    text
        The text.
    minutes_per_unit
        The minutes per unit of a plain number, such as 60 if it is in hours.
    decimal
        The decimal mark.
    with_seconds
        True if ``45:30`` is minutes and seconds.

    Returns
    -------
    float or None
        The minutes, which are the middle of a range; None if the text is not a time.
    """
    plain = _ABOUT.sub("", text.strip().casefold()).strip()
    for words, character in _FRACTIONS:
        plain = re.sub(rf"(?<![\d/])\s*{words}", character, plain)
    minutes = _exact_minutes(plain, minutes_per_unit, decimal, with_seconds=with_seconds)
    if minutes is not None:
        return minutes if minutes >= 0 else None
    ends = _RANGE.fullmatch(plain)
    if not ends:
        return None
    first, last = ends.groups()
    unit = _UNIT.search(last)
    if unit and parse_number(first) is not None:  # In "1-2 h", both numbers are hours.
        first += unit[1]
    times = [
        _exact_minutes(end, minutes_per_unit, decimal, with_seconds=with_seconds)
        for end in (first, last)
    ]
    if times[0] is None or times[1] is None or times[0] >= times[1]:
        return None
    return (times[0] + times[1]) / 2


def _exact_minutes(
    plain: str, minutes_per_unit: float, decimal: str, *, with_seconds: bool
) -> float | None:
    """Return the minutes of a time in lower case that is not a range; None if it is not a time.

    The parameters are those of `minutes_of`.
    """
    number = parse_number(plain)
    if number is not None:
        return number.value(decimal) * minutes_per_unit
    clock = _CLOCK.fullmatch(plain)
    if clock:
        first, second, third = (int(part or 0) for part in clock.groups()[:3])
        if clock[3] is None and (clock[5] or (with_seconds and not clock[4])):
            return first + second / 60
        return 60 * first + second + third / 60
    match = _HOURS_AND_MINUTES.fullmatch(plain)
    if match and plain:
        hours, minutes = (_amount(part) for part in match.groups())
        return 60 * hours + minutes
    return None


def _amount(text: str | None) -> float:
    """Return the number of a part of a time, such as ``1,5``; 0 for a missing part."""
    number = parse_number(re.sub(r"\s", "", text or "0").replace(",", "."))
    return number.value(".") if number else 0.0
