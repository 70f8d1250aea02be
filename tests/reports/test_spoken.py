"""Shares and means are written as a person would say them, and never claim more than intervals."""

from __future__ import annotations

import math

import pytest

from reports.figures.statistics import Estimate
from reports.writing.spoken import mean_text, minutes_text, of_100, whole_range

PLUS_MINUS = "\N{PLUS-MINUS SIGN}"


@pytest.mark.parametrize(
    ("low", "value", "high", "text"),
    [
        (0.268, 0.27, 0.272, "27 of 100"),
        (0.25, 0.27, 0.29, f"27 {PLUS_MINUS} 2 of 100"),
        (0.256, 0.27, 0.288, f"27 {PLUS_MINUS} 2 of 100"),
        (0.0, 0.0, 0.009, "fewer than 1 of 100"),
        (0.002, 0.01, 0.031, "at most 4 of 100"),
        (0.992, 0.995, 0.999, "more than 99 of 100"),
        (0.952, 0.98, 0.995, "at least 95 of 100"),
        (math.nan, 0.5, math.nan, "an unknown number of 100"),
    ],
)
def test_a_share_is_written_as_a_number_out_of_100(
    low: float, value: float, high: float, text: str
) -> None:
    assert of_100(Estimate(value, low, high, 100)) == text


@pytest.mark.parametrize(
    ("value", "half", "text"),
    [
        (3.0, 0.01, "3.0 turns"),
        (2.31, 0.11, f"2.3 {PLUS_MINUS} 0.2 turns"),
        (116.4, 3.2, f"116 {PLUS_MINUS} 4 turns"),
        (3.25, math.inf, "3.25 turns"),
    ],
)
def test_a_mean_has_at_most_one_decimal(value: float, half: float, text: str) -> None:
    assert mean_text(Estimate(value, value - half, value + half, 9), "turns") == text


def test_a_constant_mean_of_1_is_written_in_the_singular() -> None:
    assert mean_text(Estimate(1, 1, 1, 9, is_constant=True), "turns") == "1 turn"


def test_times_and_ranges_are_rounded_to_whole_numbers_if_precise_enough() -> None:
    assert [minutes_text(value) for value in (0.44, 1.0, 9.94, 44.6)] == [
        "0.4 minutes",
        "1 minute",
        "9.9 minutes",
        "45 minutes",
    ]
    assert whole_range(43.2, 82.1, "minutes") == "43 to 83 minutes"
    assert whole_range(3.0, 3.0, "minutes") == "3 minutes"
