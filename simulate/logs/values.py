"""Numbers, times and truth values as people and apps write them in logs."""

from __future__ import annotations

import re

from simulate.sheets.numbers import parse_number

_YES = {"yes", "y", "true", "won", "win", "w", "1", "x", "victory", "winner", "t"}
_YES |= {"ja", "j", "wahr", "sieg", "gewonnen", "oui", "o", "vrai", "gagne", "gagné", "si", "sí"}
_YES |= {"verdadero", "waar", "victoire", "victoria", "\N{CHECK MARK}", "\N{HEAVY CHECK MARK}"}
_NO = {"no", "n", "false", "lost", "loss", "lose", "l", "0", "defeat", "-", "f", "loser"}
_NO |= {"nein", "falsch", "verloren", "niederlage", "non", "faux", "perdu", "falso", "onwaar"}
_NO |= {"nee", "défaite", "derrota"}
_TIE = {"tie", "tied", "draw", "drawn", "d", "unentschieden", "remis", "egalite", "égalité"}
_TIE |= {"empate", "gelijkspel", "shared"}
#: Matches a sum that a player typed instead of a score, such as ``12+5-3``.
_SUM = re.compile(r"[+-]?\d+(\.\d+)?(\s*[+-]\s*\d+(\.\d+)?)+")
_CLOCK = re.compile(r"(\d{1,3}):(\d{2})(?::(\d{2}))?(?:\.\d+)?")
_HOURS_AND_MINUTES = re.compile(
    r"(?:(\d+(?:[.,]\d+)?)\s*(?:h|hrs?|hours?|std|stunden?|heures?|horas?|uur)\.?)?\s*"
    r"(?:(\d+(?:[.,]\d+)?)\s*(?:m|mins?|minutes?|minuten?|minutos?|')?\.?)?"
)
#: If no first number of times such as ``1:15`` is larger, they are hours and minutes; if one is,
#: minutes and seconds.
_MOST_HOURS = 12


def truth_of(text: str) -> bool | None:
    """Return the truth value of a text such as "yes" or "Sieg"; None for other texts."""
    word = text.strip().casefold()
    if word in _YES:
        return True
    return False if word in _NO else None


def is_tie(text: str) -> bool:
    """Return True if a text means that a play had no single winner."""
    return text.strip().casefold() in _TIE


def number_of(text: str, decimal: str = ".") -> float | None:
    """Return the number of a text such as ``12``, ``7,5`` or ``12+5``; None if it has none.

    Parameters
    ----------
    text
        The text.
    decimal
        The decimal mark, which decides whether ``1,000`` is a thousand.
    """
    number = parse_number(text)
    if number is not None:
        return number.value(decimal)
    plain = text.strip().replace("\N{MINUS SIGN}", "-")
    if _SUM.fullmatch(plain):
        parts = re.findall(r"[+-]?\d+(?:\.\d+)?", plain.replace(" ", ""))
        return sum(map(float, parts))
    return None


def whole_number_of(text: str) -> int | None:
    """Return the whole number of a text such as ``3``, ``3.0`` or ``2nd``; None if it has none."""
    plain = re.sub(r"(?<=\d)(\.|st|nd|rd|th|er|e|\.0+)$", "", text.strip())
    return int(plain) if plain.isdecimal() and len(plain) < 10 else None


def has_seconds(texts: list[str]) -> bool:
    """Return True if times such as ``45:30`` in a column are minutes and seconds.

    Otherwise they are hours and minutes, as in ``1:15``.
    """
    clocks = [match for text in texts if (match := _CLOCK.fullmatch(text.strip()))]
    return any(match[3] is None and int(match[1]) > _MOST_HOURS for match in clocks)


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
        The minutes; None if the text is not a time.
    """
    plain = text.strip().casefold()
    # `number_of` would take a range such as ``50-60`` for a difference.
    number = parse_number(plain)
    if number is not None:
        return number.value(decimal) * minutes_per_unit
    clock = _CLOCK.fullmatch(plain)
    if clock:
        first, second, third = (int(part or 0) for part in clock.groups())
        if with_seconds and clock[3] is None:
            return first + second / 60
        return 60 * first + second + third / 60
    match = _HOURS_AND_MINUTES.fullmatch(plain)
    if match and plain:
        hours, minutes = (float((part or "0").replace(",", ".")) for part in match.groups())
        return 60 * hours + minutes
    return None


def format_number(value: float) -> str:
    """Return a number as text without needless decimals, as in ``12`` or ``7.5``."""
    return f"{value:.0f}" if value.is_integer() else f"{value:.10g}"
