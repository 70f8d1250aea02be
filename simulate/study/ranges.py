"""Which deals are played: the first ones, or some that are named, as ``1M:2M``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import pairwise

from simulate.errors import UsageError

#: Each as the first deal, and the one after the last.
Ranges = tuple[tuple[int, int], ...]

MOST_DEALS = 10**12
_RANGE = re.compile(r"\s*(?P<first>[^:]*)\s*:\s*(?P<end>[^:]+)\s*")
_NUMBER = re.compile(r"(?P<digits>[0-9]+(?:_[0-9]+)*(?:\.[0-9]+)?)(?P<factor>[kKmM]?)")
_FACTORS = {"": 1, "k": 1_000, "m": 1_000_000}
#: The longest number that is read.
_MOST_LETTERS = 30


def parse_ranges(texts: Iterable[str]) -> Ranges:
    """Read ranges of deals as ``0:1M``; in rising order, those that touch put together."""
    found = sorted(_parse(text) for text in texts)
    for (_, end), (first, _) in pairwise(found):
        if first < end:
            raise UsageError(f"deal {first} is in two of the ranges; name each deal once")
    return merge_ranges(found)


def merge_ranges(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Return the deals that are in any of some ranges, each once."""
    found: list[tuple[int, int]] = []
    for first, end in sorted(ranges):
        if found and first <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        elif first < end:
            found.append((first, end))
    return tuple(found)


def find_gaps(ranges: Ranges) -> Ranges:
    """Return the deals before the last one that are in none of some united ranges."""
    begins = [0, *(end for _, end in ranges)]
    gaps = zip(begins, [first for first, _ in ranges], strict=False)
    return tuple((first, end) for first, end in gaps if first < end)


def count_deals(ranges: Sequence[tuple[int, int]]) -> int:
    """Return how many deals some ranges hold."""
    return sum(end - first for first, end in ranges)


def format_ranges(ranges: Ranges) -> list[str]:
    """Return ranges as they are typed, and stand in study files."""
    return [f"{first}:{end}" for first, end in ranges]


def describe_ranges(ranges: Ranges) -> str:
    """Return ranges for people: "0 to 999,999 and 2,000,000 to 2,999,999"."""
    return " and ".join(f"{first:,} to {end - 1:,}" for first, end in ranges)


def _parse(text: str) -> tuple[int, int]:
    match = _RANGE.fullmatch(text)
    first = whole_number(match["first"].strip() or "0") if match else None
    end = whole_number(match["end"]) if match else None
    if first is None or end is None or not 0 <= first < end <= MOST_DEALS:
        raise UsageError(
            f"the deals cannot be {text!r}; give the first and the one after the last, as in 0:1M "
            "and 1M:2M"
        )
    return first, end


def whole_number(text: str) -> int | None:
    """Read ``20000``, ``1_000_000``, ``200k``, ``1M`` or ``1.5M``; ``None`` for anything else."""
    match = _NUMBER.fullmatch(text.strip())
    if not match or len(text) > _MOST_LETTERS:
        return None
    number = Decimal(match["digits"].replace("_", "")) * _FACTORS[match["factor"].lower()]
    return int(number) if number == int(number) else None
