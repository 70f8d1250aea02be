"""Parsing and formatting of ranges of deals such as ``1M:2M``, and of numbers such as ``200k``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import pairwise

from simulate.errors import UsageError

#: Ranges of deals, each as its first deal and the deal after its last deal.
Ranges = tuple[tuple[int, int], ...]

#: The largest end of a range.
MOST_DEALS = 10**12
_RANGE = re.compile(r"\s*(?P<first>[^:]*)\s*:\s*(?P<end>[^:]+)\s*")
_NUMBER = re.compile(r"(?P<digits>[0-9]+(?:_[0-9]+)*(?:\.[0-9]+)?)(?P<factor>[kKmM]?)")
_FACTORS = {"": 1, "k": 1_000, "m": 1_000_000}
#: The maximum number of characters of a number.
_MOST_LETTERS = 30


def parse_ranges(texts: Iterable[str]) -> Ranges:
    """Return the ranges for texts such as ``0:1M``, in rising order, with adjacent ranges merged.

    Raises
    ------
    UsageError
        If a text is not a range, or if ranges overlap.
    """
    ranges = sorted(_parse(text) for text in texts)
    for (_, end), (first, _) in pairwise(ranges):
        if first < end:
            raise UsageError(
                f"deal {first} is in two of the ranges; give ranges that do not overlap"
            )
    return merge_ranges(ranges)


def merge_ranges(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Return the union of ranges, as separate ranges in rising order, without empty ranges."""
    merged: list[tuple[int, int]] = []
    for first, end in sorted(ranges):
        if merged and first <= merged[-1][1]:
            last_first, last_end = merged[-1]
            merged[-1] = (last_first, max(end, last_end))
        elif first < end:
            merged.append((first, end))
    return tuple(merged)


def find_gaps(ranges: Ranges) -> Ranges:
    """Return the gaps between ranges of deals, and before the first range, as ranges.

    `ranges` are in rising order, as `merge_ranges` returns them.
    """
    begins = [0, *(end for _, end in ranges)]
    gaps = zip(begins, [first for first, _ in ranges], strict=False)
    return tuple((first, end) for first, end in gaps if first < end)


def count_deals(ranges: Sequence[tuple[int, int]]) -> int:
    """Return the number of deals in ranges. A range is a first deal and the deal after the last."""
    return sum(end - first for first, end in ranges)


def format_ranges(ranges: Ranges) -> list[str]:
    """Return a text such as ``0:1000`` for each range, as in study files and options."""
    return [f"{first}:{end}" for first, end in ranges]


def describe_ranges(ranges: Ranges) -> str:
    """Return ranges as one text, such as "0 to 999,999 and 2,000,000 to 2,999,999"."""
    return " and ".join(f"{first:,} to {end - 1:,}" for first, end in ranges)


def _parse(text: str) -> tuple[int, int]:
    """Return the first deal and the end of a range like ``0:1M``; raise `UsageError` if invalid."""
    match = _RANGE.fullmatch(text)
    first = whole_number(match["first"].strip() or "0") if match else None
    end = whole_number(match["end"]) if match else None
    if first is None or end is None or not 0 <= first < end <= MOST_DEALS:
        raise UsageError(
            f"the deals cannot be {text!r}; give the first deal and the deal after the last, as in "
            "0:1M and 1M:2M"
        )
    return first, end


def whole_number(text: str) -> int | None:
    """Return the number for a text such as ``20000``, ``1_000_000``, ``200k``, ``1M`` or ``1.5M``.

    The result is None if the text is not a whole number in one of these forms.
    """
    match = _NUMBER.fullmatch(text.strip())
    if not match or len(text) > _MOST_LETTERS:
        return None
    number = Decimal(match["digits"].replace("_", "")) * _FACTORS[match["factor"].lower()]
    return int(number) if number == int(number) else None
