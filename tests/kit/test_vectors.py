from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simulate.kit.addresses import numbers_at
from simulate.kit.compiled import compiled
from simulate.kit.vectors import add_scaled, dot, keep_positive

WIDTH = 16


@compiled
def compiled_sums(sums: Any, rows: Any, row: int, factor: Any) -> Any:
    add_scaled(sums, rows, row, factor, WIDTH)
    keep_positive(sums, WIDTH)
    return dot(sums, rows, WIDTH)


@compiled
def compiled_numbers_at(address: int, count: int) -> Any:
    return numbers_at(address, count)


def random_numbers(count: int, seed: int) -> Any:
    return np.random.default_rng(seed).standard_normal(count).astype(np.float32)


@pytest.mark.parametrize("seed", range(5))
def test_compiled_and_interpreted_sums_are_equal_to_the_last_bit(seed: int) -> None:
    rows = random_numbers(3 * WIDTH, seed)
    sums = random_numbers(WIDTH, seed + 100)
    others = sums.copy()
    factor = np.float32(1.37)
    result = compiled_sums(sums, rows, 2, factor)
    add_scaled(others, rows, 2, factor, WIDTH)
    keep_positive(others, WIDTH)
    assert sums.tobytes() == others.tobytes()
    assert np.float32(result) == dot(others, rows, WIDTH)


def test_a_scaled_row_is_added_and_negative_sums_become_zero() -> None:
    rows = np.arange(3 * WIDTH, dtype=np.float32)
    sums = np.full(WIDTH, -20.0, np.float32)
    compiled_sums(sums, rows, 1, np.float32(1.0))
    assert sums.tolist() == [max(0.0, WIDTH + place - 20.0) for place in range(WIDTH)]


def test_only_the_given_width_is_changed() -> None:
    sums = np.ones(WIDTH + 1, np.float32)
    compiled_sums(sums, np.ones(WIDTH, np.float32), 0, np.float32(1.0))
    assert sums.tolist() == [2.0] * WIDTH + [1.0]


@pytest.mark.parametrize("read", [numbers_at, compiled_numbers_at])
def test_numbers_at_an_address_share_its_memory(read: Any) -> None:
    numbers = np.arange(5, dtype=np.int64)
    found = read(numbers.ctypes.data, 4)
    numbers[1] = 70
    assert found.tolist() == [0, 70, 2, 3]
