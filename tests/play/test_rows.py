"""Rows of games, and sums over the seats of each side."""

from __future__ import annotations

import numpy as np
import pytest

from simulate.play.rows import sums_by_side


@pytest.mark.parametrize(
    ("side_of", "sums"),
    [
        ((0, 1, 2, 3), [[5, 1, 0, 7], [-2, 4, 6, 8]]),
        ((0, 1, 0, 1), [[5, 8], [4, 12]]),
        ((0, 1, 1, 0), [[12, 1], [6, 10]]),
        ((0, 0, 0, 0), [[13], [16]]),
    ],
)
def test_a_side_has_the_sum_of_its_seats(side_of: tuple[int, ...], sums: list[list[int]]) -> None:
    points = np.array([[5, 1, 0, 7], [-2, 4, 6, 8]])
    assert sums_by_side(points, side_of).tolist() == sums


def test_truth_values_are_counted() -> None:
    assert sums_by_side(np.array([[True, True, True]]), (0, 0, 1)).tolist() == [[2, 1]]


def test_an_unknown_value_makes_only_the_sum_of_its_own_side_unknown() -> None:
    sums = sums_by_side(np.array([[1.5, np.nan, 2.0, 3.0]]), (0, 1, 0, 1))
    assert sums[0, 0] == 3.5
    assert np.isnan(sums[0, 1])
