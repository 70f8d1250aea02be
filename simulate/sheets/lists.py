"""Cells that list several words, such as ``red; blue``, ``red|blue`` or ``red, blue``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

#: The marks that separate the words of a list.
_MARKS = (";", "|", ",")
#: The marks that separate words with numbers, as in ``2 wood + 1 food``; empty for one word in each
#: cell. If it has several characters, each of them separates words.
_COUNTED_MARKS = (*_MARKS, "/", "+", "\n", "", ",+", ",/", ";+", ";/", ",;", "+/", ",+/")
#: Words for a cell without any words that count, such as a card without a cost.
_NO_WORDS = frozenset(
    {*("free", "none", "nothing", "no cost", "kostenlos", "gratis", "frei", "nichts", "keine")}
    | {*("umsonst", "gratuit", "rien", "aucun", "nada", "ninguno", "niente", "nessuno")}
    | {*("geen", "niets", "brak", "darmo", "nenhum", "grátis", "ingen", "無料", "なし", "無")}
    | {"-", "--", "\N{EN DASH}", "\N{EM DASH}", "\N{MINUS SIGN}", "/", "n/a"}
)
#: Matches a text with a mark that no word of a list has.
_NO_WORD = re.compile(r"[\d,;|/+.!?\n]")
#: The maximum number of different words in the lists of a column. Compiled code has a bit for each.
MOST_WORDS = 63
#: The maximum number of characters of a word in a list.
_LONGEST_WORD = 40
#: The maximum number of different words in a column whose words are counted.
MOST_COUNTED = 16
#: Matches a word with its number, such as ``2 wood``, ``2x wood`` or ``wood x2``.
_COUNTED = re.compile(
    r"\+?(?P<before>\d{1,3})\s*[x\u00d7]?\s*(?P<word>[^\W\d][^\d]*)"
    r"|(?P<first>[^\W\d][^\d]*?)\s*[x\u00d7]\s*(?P<after>\d{1,3})"
)


def list_mark(texts: Sequence[str]) -> str:
    """Return the mark that separates words in the cells of a column; empty if cells are not lists.

    Cells are lists if their parts are short, and at least half of the parts are in several
    different cells. So "red, blue" is a list in a column that also has "red", but a sentence with a
    comma is not. One part in several cells is enough if the mark is not a comma, or if all parts
    are single words, unless some begin with numbers, such as "2 wood".

    Parameters
    ----------
    texts
        The cells that are not empty.
    """
    for mark in _MARKS:
        several = [text for text in texts if mark in text]
        if not several:
            continue
        parts = Counter(part for text in set(texts) for part in split_list(text, mark))
        # Users type lists of words with commas between them, so no word can contain a comma.
        are_short = all(len(part) <= _LONGEST_WORD and "," not in part for part in parts)
        repeated = sum(count for count in parts.values() if count > 1)
        are_words = mark != "," or not any(" " in part for part in parts)
        are_single = not any(" " in part for part in parts)
        is_mark = mark == "|" or (mark == ";" and are_single)
        are_counted = any(part[:1].isdigit() for part in parts)
        is_clear = (bool(repeated) or is_mark) and are_words and not are_counted
        is_list = is_clear or 2 * repeated >= parts.total()
        if are_short and len(parts) <= MOST_WORDS and is_list:
            return mark
    return ""


def split_list(text: str, mark: str) -> list[str]:
    """Return the different words of a cell, in their order. They are separated by `mark`."""
    return list(dict.fromkeys(_parts(text, mark)))


def counted_mark(texts: Sequence[str]) -> str | None:
    """Return the mark between the words of a column whose cells count words.

    Such cells repeat words, as in "wood; wood; food", or have numbers, as in "2 wood, 1 food". The
    mark is empty if no cell has several different words. The result is None for other columns.

    Parameters
    ----------
    texts
        The cells that are not empty.
    """
    for mark in _COUNTED_MARKS:
        if not all(any(part in text for text in texts) for part in mark):
            continue
        counts = [count_words(text, mark) for text in texts]
        words = {word.casefold() for words in counts for word in words}
        are_words = all(len(word) <= _LONGEST_WORD and not _NO_WORD.search(word) for word in words)
        if not are_words or len(words) > MOST_COUNTED:
            continue
        is_counted = sum(
            max(words.values(), default=0) > 1 or bool(_COUNTED.fullmatch(text))
            for text, words in zip(texts, counts, strict=True)
        )
        cells_of = Counter(word.casefold() for words in counts for word in words)
        repeated = sum(count for count in cells_of.values() if count > 1)
        if is_counted and 2 * repeated >= cells_of.total():
            return mark
    return None


def count_words(text: str, mark: str) -> dict[str, int]:
    """Return the number of times that a cell has each of its words, in their order.

    Parameters
    ----------
    text
        The cell, as in "wood; wood; food" or "2 wood; 1 food".
    mark
        The mark between words; empty if the cell is one word with or without a number. If it has
        several characters, each of them separates words.
    """
    counts: dict[str, int] = {}
    if is_no_words(text):
        return counts
    spellings: dict[str, str] = {}
    for part in _parts(text, mark):
        match = _COUNTED.fullmatch(part)
        number = int(match["before"] or match["after"]) if match else 1
        word = (match["word"] or match["first"]).strip() if match else part
        word = spellings.setdefault(word.casefold(), word)
        counts[word] = counts.get(word, 0) + number
    return counts


def is_no_words(text: str) -> bool:
    """Return True if a cell says that it counts nothing, as in "free" in a column of costs."""
    return text.strip().casefold() in _NO_WORDS


def _parts(text: str, mark: str) -> list[str]:
    """Return the parts of a cell that are separated by a mark, or the cell if the mark is empty.

    If the mark has several characters, each of them separates parts.
    """
    if not mark:
        return [text.strip()]
    parts = re.split(rf"\s*[{re.escape(mark)}]\s*", text.strip())
    return [part for part in parts if part]


def repeats_words(text: str, mark: str) -> bool:
    """Return True if a cell has a word several times, as in "wood; wood; food"."""
    return max(count_words(text, mark).values(), default=0) > 1


def count_known_words(text: str, words: Sequence[str]) -> dict[str, int] | None:
    """Return the number of times that a cell has each of its words; None if a word is unknown.

    Parameters
    ----------
    text
        The cell, in which any of the marks can separate words.
    words
        The known words, whose spelling the result has. Case makes no difference.
    """
    known = {word.casefold(): word for word in words}
    for mark in _MARKS:
        parts = [known.get(part.casefold(), "") for part in _parts(text, mark)]
        if all(parts):
            return dict(Counter(parts))
    for mark in _COUNTED_MARKS:
        counts = {
            known.get(word.casefold(), ""): number
            for word, number in count_words(text, mark).items()
        }
        if "" not in counts:
            return counts
    return None
