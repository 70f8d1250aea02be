"""Lines with a name and its number of copies, as people type them: ``3x Ant``."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: The signs for "times", and the Chinese, Japanese and Korean signs that count cards.
_TIMES = "x\u00d7\uff58"
_COUNTERS = "枚张張장매개個个"
#: Matches a name after its number of copies, as in ``3x Ant``, ``x3 Ant`` and ``- 3 x Ant``.
_COUNT_FIRST = re.compile(
    rf"(?:[-*\u2022]\s+)?(?:(\d{{1,3}})\s*[{_TIMES}{_COUNTERS}]|[{_TIMES}]\s*(\d{{1,3}}))\s+(\S.*)",
    re.IGNORECASE,
)
#: Matches a name before its number of copies, as in ``Ant x3`` and ``Ant (3x)``.
_COUNT_LAST = re.compile(
    rf"(.*\S)\s+\(?(?:[{_TIMES}]\s*(\d{{1,3}})|(\d{{1,3}})\s*[{_TIMES}{_COUNTERS}])\)?",
    re.IGNORECASE,
)
#: Matches a name after a number alone, as in ``4 Lightning Bolt``, but not ``2 of Hearts``.
_NUMBER_FIRST = re.compile(r"(\d{1,3})\s+((?!(?:of|von|de|van)\b)[^\W\d_].*)", re.IGNORECASE)
#: The fewest lines with a number of copies that make a list.
FEWEST_LINES = 2
#: The characters that separate cells, and never the parts of a name.
_SEPARATORS = ";\t|"


def is_list_of_names(lines: Sequence[str]) -> bool:
    """Return True if a text is a list of names with numbers of copies, and not a table.

    At least half of its lines have both. Commas may be parts of names, unless every line has one.

    Parameters
    ----------
    lines
        The lines of the text that are not empty.
    """
    counted = [line for line in lines if split_times(line.strip()) or split_number(line.strip())]
    if len(counted) < FEWEST_LINES or 2 * len(counted) < len(lines):
        return False
    has_separators = any(mark in line for mark in _SEPARATORS for line in counted)
    return not has_separators and not all("," in line for line in counted)


def split_times(text: str) -> tuple[str, int] | None:
    """Return the name and the copies in a text such as ``3x Ant`` or ``Ant x3``; None if none."""
    first = _COUNT_FIRST.fullmatch(text)
    if first:
        return first[3], int(first[1] or first[2])
    last = _COUNT_LAST.fullmatch(text)
    return (last[1], int(last[2] or last[3])) if last else None


def split_number(text: str) -> tuple[str, int] | None:
    """Return the name and the copies in a text such as ``4 Lightning Bolt``; None if none."""
    match = _NUMBER_FIRST.fullmatch(text)
    return (match[2], int(match[1])) if match else None
