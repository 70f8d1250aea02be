"""Cells that list several words, such as ``red; blue``, ``red|blue`` or ``red, blue``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

#: The marks that separate the words of a list.
_MARKS = (";", "|", ",")
#: The maximum number of different words in the lists of a column. Compiled code has a bit for each.
MOST_WORDS = 63
#: The maximum number of characters of a word in a list.
_LONGEST_WORD = 40


def list_mark(texts: Sequence[str]) -> str:
    """Return the mark that separates words in the cells of a column; empty if cells are not lists.

    Cells are lists if the parts of some cell are short, and most parts are found in different cells
    too. So "red, blue" is a list in a column that also has "red", but a sentence with a comma is
    not. A single repeated part is enough if the mark is not a comma, or if all parts are single
    words, unless parts begin with numbers, such as "2 wood".

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
        # Lists of words are typed with commas, so no word can have one.
        are_short = all(len(part) <= _LONGEST_WORD and "," not in part for part in parts)
        repeated = sum(count for count in parts.values() if count > 1)
        are_words = mark != "," or not any(" " in part for part in parts)
        are_counted = any(part[:1].isdigit() for part in parts)
        is_clear = bool(repeated) and are_words and not are_counted
        is_list = is_clear or 2 * repeated >= parts.total()
        if are_short and len(parts) <= MOST_WORDS and is_list:
            return mark
    return ""


def split_list(text: str, mark: str) -> list[str]:
    """Return the different words of a cell, in their order. They are separated by `mark`."""
    words = re.split(rf"\s*{re.escape(mark)}\s*", text.strip())
    return list(dict.fromkeys(word for word in words if word))


def split_known_list(text: str, words: Sequence[str]) -> list[str] | None:
    """Return the words of a cell in the spelling of the known words; None if a word is unknown.

    Parameters
    ----------
    text
        The cell, in which any of the marks can separate words.
    words
        The known words. Case makes no difference.
    """
    known = {word.casefold(): word for word in words}
    for mark in _MARKS:
        parts = [known.get(part.casefold(), "") for part in split_list(text, mark)]
        if all(parts):
            return parts
    return None
