"""Words and marks that people write for yes and no, in many languages.

Case makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterable

#: Words and marks for yes and no, and the words that spreadsheet programs write for true and false.
YES = frozenset(
    {*("true", "yes", "wahr", "vrai", "verdadero", "waar", "vero", "verdadeiro", "prawda", "sant")}
    | {*("pravda", "tosi", "igaz", "истина", "ja", "oui", "sí", "sì", "sim", "tak", "igen", "ano")}
    | {*("kyllä", "да", "так", "はい", "是", "예", "checked")}
    | {"\N{CHECK MARK}", "\N{HEAVY CHECK MARK}", "\N{BALLOT BOX WITH CHECK}"}
    | {"\N{WHITE HEAVY CHECK MARK}"}
)
NO = frozenset(
    {*("false", "no", "falsch", "faux", "falso", "onwaar", "fałsz", "falskt", "nepravda", "hamis")}
    | {*("epätosi", "ложь", "nein", "non", "nee", "não", "nao", "nej", "nei", "nie", "ne", "nem")}
    | {*("ei", "нет", "ні", "いいえ", "否", "아니요", "unchecked")}
    | {"\N{BALLOT X}", "\N{HEAVY BALLOT X}", "\N{BALLOT BOX}", "\N{CROSS MARK}"}
)
#: Words and marks that mean yes in a column whose other cells mean no or are empty. Elsewhere they
#: may mean something else.
_MAYBE_YES = frozenset({"y", "j", "si", "da", "x", "*", "\N{MULTIPLICATION SIGN}"})
#: Words that mean no in a column whose other cells mean yes.
_MAYBE_NO = frozenset({"n"})
#: The mark after a character that asks for it to be shown in color.
_COLORED = "\N{VARIATION SELECTOR-16}"


def truth_of(text: str) -> bool | None:
    """Return the truth value for a word or mark; None for other texts."""
    word = _plain(text)
    if word in NO or word in _MAYBE_NO:
        return False
    return True if word in YES or word in _MAYBE_YES else None


def are_yes_and_no(texts: Iterable[str], *, has_empty: bool) -> bool:
    """Return True if all cells of a column mean yes or no.

    Parameters
    ----------
    texts
        The cells that are not empty.
    has_empty
        True if the column has empty cells, which then mean no.
    """
    words = {_plain(text) for text in texts}
    truths = {truth_of(word) for word in words}
    if None in truths:
        return False
    if words <= YES | NO:
        return True
    # Both are abbreviations of yes in different languages.
    if {"y", "j"} <= words:
        return False
    return truths == {True, False} or (truths == {True} and has_empty)


def _plain(text: str) -> str:
    """Return a word or mark in lower case, without the mark for color."""
    return text.replace(_COLORED, "").casefold()
