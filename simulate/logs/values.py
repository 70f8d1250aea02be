"""Numbers and truth values as people and apps write them in logs."""

from __future__ import annotations

import re

from simulate.logs.spellings import name_key
from simulate.sheets.numbers import parse_number

_YES = {"yes", "y", "true", "won", "win", "w", "1", "x", "victory", "winner", "t"}
_YES |= {"ja", "j", "wahr", "sieg", "gewonnen", "oui", "o", "vrai", "gagne", "gagné", "si", "sí"}
_YES |= {"gagn\u00e9e", "ganado", "ganada", "gewonnene", "wygrana", "vinto"}
_YES |= {"verdadero", "waar", "victoire", "victoria", "\N{CHECK MARK}", "\N{HEAVY CHECK MARK}"}
_YES |= {"checked"}
_YES |= {"sim", "vit\u00f3ria", "vitoria", "venceu", "venceram", "vittoria"}
_NO = {
    "unchecked",
    "no",
    "n",
    "false",
    "lost",
    "loss",
    "lose",
    "l",
    "0",
    "defeat",
    "-",
    "f",
    "loser",
}
_NO |= {"nein", "falsch", "verloren", "niederlage", "non", "faux", "perdu", "falso", "onwaar"}
_NO |= {"perdue", "perdido", "perdida", "przegrana", "perso"}
_NO |= {"nee", "défaite", "derrota", "não", "nao", "perdeu", "perderam", "sconfitta"}
#: Words and marks for yes and no, which may answer any question.
_YES_OR_NO = {
    "checked",
    "unchecked",
    "yes",
    "y",
    "true",
    "1",
    "x",
    "t",
    "ja",
    "j",
    "wahr",
    "oui",
    "o",
    "vrai",
    "si",
}
_YES_OR_NO |= {"sí", "verdadero", "waar", "\N{CHECK MARK}", "\N{HEAVY CHECK MARK}"}
_YES_OR_NO |= {"no", "n", "false", "0", "-", "f", "nein", "falsch", "non", "faux", "falso"}
_YES_OR_NO |= {"onwaar", "nee", "sim", "não", "nao"}
#: In longer texts, words with at most this number of letters, such as "no", are not results.
_SHORT = 2
#: Words that deny or weaken a result.
_DENIALS = {"not", "never", "nobody", "nicht", "nie", "kein", "keiner", "pas", "jamais", "nunca"}
_DENIALS |= {"niet", "nooit", "almost", "nearly", "fast", "beinahe", "presque", "casi", "bijna"}
#: Matches a word for a part in the key of a name, as in "Partial win" and "Teilsieg".
_PART = re.compile(
    r"\b(?:partial|partly|half|semi|demi|teil|halb|partiel|parcial|parzial|gedeelte|deels|delvis"
    r"|czesciow|\u0447\u0430\u0441\u0442\u0438\u0447)\w*"
)
#: Matches a word for a win or a loss in the key of a name.
_RESULT_WORD = re.compile(
    r"win|won|vict|success|loss|lost|defeat|sieg|gew[io]nn|erfolg|niederlage|verloren|gagn|perdu"
    r"|defait|ganad|gano|derrot|vinto|vint[ao]|vittori|winst|overwinning|seger|sejr|zwyci|wygran"
    r"|\u043f\u043e\u0431\u0435\u0434"
)
#: Matches a whole number with the endings of ordinal numbers and the marks of shared places.
_WHOLE = re.compile(
    r"=?\s*(\d{1,9})\s*"
    r"(?:\.0+|\.|st|nd|rd|th|er|re|e|de|nde|\u00e8re|\u00e8me|eme|\u00ba|\u00aa|\u00b0|te)?"
    r"\s*(?:=|ex\.?(?:\s*(?:aequo|\u00e6quo))?)?"
)
#: The words before the number of a place, as a part of a pattern.
PLACE_WORDS = "rank|rang|place|platz|position|puesto|plaats"
#: Matches a place that is certainly one, such as ``1st``, ``Rank 1`` and ``2. Platz``.
_PLACE = re.compile(
    r"\d{1,2}(?:st|nd|rd|th|\u00e8me|eme|er|\u00ba|\u00aa)(?:\s+place)?"
    rf"|(?:{PLACE_WORDS}|#)\s*\d{{1,2}}|\d{{1,2}}\.?\s+(?:platz|place)"
)
#: Matches a sum that a player typed instead of a score, such as ``12+5-3``. A text without a plus,
#: such as ``31-24``, may be two scores.
_SUM = re.compile(r"[+-]?\d+(\.\d+)?(?=[^+]*\+)(\s*[+-]\s*\d+(\.\d+)?)+")


def truth_of(text: str) -> bool | None:
    """Return the truth value of a text such as "yes" or "Sieg"; None for other texts."""
    word = text.strip().casefold()
    if word in _YES:
        return True
    return False if word in _NO else None


def means_won_or_lost(text: str) -> bool:
    """Return True for a result in words such as "won" or "L", and False for yes and no."""
    return text.strip().casefold() not in _YES_OR_NO and outcome_of(text) is not None


def outcome_of(text: str) -> bool | None:
    """Return the truth value of a result such as "won" or "lost (narrowly)"; None for other texts.

    Parentheses and other words are ignored if a word means won or lost and no word denies it or
    says that it was only a part.
    """
    if is_part_of_win(text):
        return None
    text = re.sub(r"\(.*?\)", "", text)
    truth = truth_of(text)
    if truth is not None:
        return truth
    words = [word for word in re.findall(r"[^\W\d_]+", text.casefold()) if len(word) > _SHORT]
    outcomes = {value for word in words if (value := truth_of(word)) is not None}
    if len(outcomes) != 1 or _DENIALS & set(words):
        return None
    return outcomes.pop()


def is_part_of_win(text: str) -> bool:
    """Return True for a result between won and lost, such as "Partial win" and "Teilsieg"."""
    key = name_key(text)
    part = _PART.search(key)
    return part is not None and (part[0] == key or _RESULT_WORD.search(key) is not None)


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
    """Return the whole number of a text such as ``3``, ``3.0`` or ``2nd``; None if it has none.

    The mark of a shared place is ignored, as in ``=1`` or ``1 ex.``.
    """
    match = _WHOLE.fullmatch(text.strip().casefold())
    return int(match[1]) if match else None


def is_place(text: str) -> bool:
    """Return True for a text such as ``1st`` or ``Rank 1``, and False for numbers alone."""
    return _PLACE.fullmatch(text.strip().casefold()) is not None


def place_of(text: str) -> int | None:
    """Return the number of a place or seat, such as ``2nd``, ``Rank 2`` or ``2``; None if none."""
    if is_place(text):
        digits = re.findall(r"\d+", text)
        return int(digits[0])
    return whole_number_of(text)


def format_number(value: float) -> str:
    """Return a number as text without needless decimals, as in ``12`` or ``7.5``."""
    return f"{value:.0f}" if value.is_integer() else f"{value:.10g}"
