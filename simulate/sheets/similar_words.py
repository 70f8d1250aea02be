"""Words that may be the same in another number or case, such as "coin" and "coins"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

#: The endings in which such words differ. Words such as "wood" and "wool" differ in other letters.
_ENDINGS = frozenset(
    {*("", "a", "e", "i", "o", "u", "y", "s", "n", "es", "en", "er", "as", "os", "ies", "\u00f3w")}
)
#: The smallest number of letters that such words have in common at their beginning.
_SHORTEST = 3


def similar_pairs(words: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of words that differ only in their endings, in the order of the words."""
    return [
        (first, second)
        for first, second in combinations(words, 2)
        if _are_similar(first.casefold(), second.casefold())
    ]


def _are_similar(first: str, second: str) -> bool:
    """Return True if two words in lower case have the same beginning and usual endings."""
    length = 0
    while first[length : length + 1] == second[length : length + 1] != "":
        length += 1
    endings = {first[length:], second[length:]}
    return length >= _SHORTEST and len(endings) > 1 and endings <= _ENDINGS
