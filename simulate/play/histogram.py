"""How often each integer occurred among games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.errors import FathomError
from simulate.play.rows import Integers

#: From the smallest to the largest value that is counted there are at most so many.
MOST_VALUES = 1 << 20


@dataclass(frozen=True, eq=False)
class Histogram:
    """How often low, low + 1, … occurred; the first and last of `counts` are not 0."""

    low: int
    counts: Integers

    def __add__(self, other: Histogram) -> Histogram:
        low = min(self.low, other.low)
        high = max(self.low + len(self.counts), other.low + len(other.counts))
        check_width(low, high - 1)
        counts = np.zeros(high - low, np.int64)
        for part in (self, other):
            counts[part.low - low : part.low - low + len(part.counts)] += part.counts
        return Histogram(low, counts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Histogram) and self.packed() == other.packed()

    def __hash__(self) -> int:
        return hash((self.low, self.counts.tobytes()))

    def packed(self) -> list[Any]:
        """Return it plain, as `unpacked` takes it."""
        return [self.low, self.counts.tolist()]

    @classmethod
    def unpacked(cls, packed: Sequence[Any]) -> Histogram:
        """Return the histogram that a journal kept."""
        low, counts = packed
        return cls(int(low), np.array(counts, np.int64))

    @property
    def values(self) -> Integers:
        """The integers counted, in rising order."""
        return np.arange(self.low, self.low + len(self.counts))

    def coarser(self, parts: int) -> Histogram:
        """Count by whole units of so many parts each, every value rounded down."""
        units = self.values // parts
        return Histogram(int(units[0]), np.bincount(units - units[0], self.counts).astype(np.int64))

    def percentile(self, percent: float) -> int:
        """Return the smallest value that at least `percent` of the games do not exceed."""
        reached = np.cumsum(self.counts)
        # Exact: 7 % of 100 games are 7, and 0.07 * 100 is more.
        return self.low + int(np.searchsorted(100 * reached, percent * reached[-1]))


def check_width(low: int, high: int) -> None:
    """Check that values from `low` to `high` may be counted one by one."""
    if high - low >= MOST_VALUES:
        raise FathomError(
            f"a score or a length goes from {low:,} to {high:,}, and only {MOST_VALUES:,} values "
            "are told apart; count it in larger units, or look for what grows without end"
        )
