"""How often each integer occurred among games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import types

from simulate.errors import FathomError
from simulate.kit.compiled import instantiate
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
        _check_width(low, high - 1)
        counts = np.zeros(high - low, np.int64)
        for part in (self, other):
            counts[part.low - low : part.low - low + len(part.counts)] += part.counts
        return Histogram(low, counts)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Histogram)
            and self.low == other.low
            and np.array_equal(self.counts, other.counts)
        )

    def __hash__(self) -> int:
        return hash((self.low, self.counts.tobytes()))

    def packed(self) -> list[Any]:
        """Return the smallest value and the counts, plain; `unpacked` takes them."""
        return [self.low, self.counts.tolist()]

    @classmethod
    def unpacked(cls, packed: Sequence[Any]) -> Histogram:
        """Return the histogram of what `packed` gave."""
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


def count_values(results: Integers, columns: Sequence[int]) -> list[Histogram]:
    """Count the values of some columns of at least one row; `FathomError` if too far apart.

    Compiled and row by row, because a column of rows is slow to walk: NumPy's counting
    took an eighth of the time of random Snorkeling.
    """
    chosen = np.array(columns, np.int64)
    bounds = find_bounds(results, chosen)
    for low, high in bounds.T.tolist():
        _check_width(low, high)
    lengths = bounds[1] - bounds[0] + 1
    begins = np.cumsum(lengths) - lengths
    counts = np.zeros(int(lengths.sum()), np.int64)
    compile_value_counting().count_values(results, chosen, begins - bounds[0], counts)
    return [
        Histogram(low, counts[begin : begin + length])
        for low, begin, length in zip(
            bounds[0].tolist(), begins.tolist(), lengths.tolist(), strict=True
        )
    ]


def find_bounds(results: Integers, columns: Sequence[int] | Integers) -> Integers:
    """Return the smallest and the largest value of some columns: shape (2, columns)."""
    chosen = np.array(columns, np.int64)
    bounds = np.zeros((2, len(chosen)), np.int64)
    compile_value_counting().find_bounds(results, chosen, bounds)
    return bounds


def _check_width(low: int, high: int) -> None:
    """Check that values from `low` to `high` may be counted one by one."""
    if high - low >= MOST_VALUES:
        raise FathomError(
            f"a score or a length goes from {low:,} to {high:,}, and only {MOST_VALUES:,} values "
            "are told apart; count it in larger units, or look for what grows without end"
        )


def _find_bounds(results: Any, columns: Any, bounds: Any) -> None:
    """Write the smallest and the largest value of each column to the rows of `bounds`."""
    for column in range(columns.shape[0]):
        bounds[:, column] = results[0, columns[column]]
    for game in range(1, results.shape[0]):
        for column in range(columns.shape[0]):
            value = results[game, columns[column]]
            bounds[0, column] = min(bounds[0, column], value)
            bounds[1, column] = max(bounds[1, column], value)


def _count_values(results: Any, columns: Any, offsets: Any, counts: Any) -> None:
    """Count each value of each column at the column's offset plus the value."""
    for game in range(results.shape[0]):
        for column in range(columns.shape[0]):
            counts[offsets[column] + results[game, columns[column]]] += 1


class ValueCounting(NamedTuple):
    """What counts values, compiled."""

    find_bounds: Any
    count_values: Any


@cache
def compile_value_counting() -> ValueCounting:
    """Compile what counts values, or fetch it from the cache."""
    vector, matrix = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C")
    return ValueCounting(
        instantiate(_find_bounds, "find_bounds", types.void(matrix, vector, matrix), {}, keep=True),
        instantiate(
            _count_values, "count_values", types.void(matrix, vector, vector, vector), {}, keep=True
        ),
    )
