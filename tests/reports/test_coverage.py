"""Intervals of real games hold the truth as often as they claim, and wrong ones do not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.bench import intervals
from tests.bench.intervals import ALIKE, MISTAKEN, PAIRS, Covered


def check(found: list[Covered]) -> None:
    assert found
    assert [one for one in found if one.fits == one.control] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", MISTAKEN)
def test_intervals_of_figures_hold_the_truth_as_often_as_they_claim(name: str) -> None:
    found = list(intervals.cover_figures(name))
    assert any(one.control for one in found) == (name != "two")
    check(found)


@pytest.mark.slow
def test_paired_intervals_of_differences_hold_the_truth_as_often_as_they_claim() -> None:
    check(list(intervals.cover_differences(PAIRS, replace(PAIRS, variant="finish-lap"))))


def test_a_control_that_fits_would_be_noticed() -> None:
    with pytest.raises(AssertionError):
        check([Covered("what", 0.95, control=True)])
    with pytest.raises(AssertionError):
        check([Covered("what", 0.97)])
    assert ALIKE.rules == {"hand_size": 1}
