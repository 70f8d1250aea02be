"""Intervals of real games hold the truth as often as they claim, and wrong ones do not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reports.figures.precision import FIRST_GAMES, MOST_GROWTH, games_wanted
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


@pytest.mark.slow
@pytest.mark.parametrize(("share", "wanted"), intervals.PRECISIONS)
def test_playing_until_an_interval_is_narrow_keeps_its_coverage(
    share: float, wanted: float
) -> None:
    check([intervals.cover_precision(share, wanted)])


def test_games_asked_for_grow_as_the_width_asks() -> None:
    assert games_wanted(5_000, 0.01, 0.01) == 5_000
    assert games_wanted(100_000, 0.02, 0.01) == 412_000
    assert games_wanted(100, 0.011, 0.01) == 100 + FIRST_GAMES
    assert games_wanted(2_000, float("inf"), 0.01) == 2_000 * MOST_GROWTH


def test_a_control_that_fits_would_be_noticed() -> None:
    with pytest.raises(AssertionError):
        check([Covered("what", 0.95, control=True)])
    with pytest.raises(AssertionError):
        check([Covered("what", 0.97)])
    assert ALIKE.rules == {"hand_size": 1}
