"""How far apart the seats are: intervals right for a largest of several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import chisquare

from reports.figures.figure import ADVANTAGE, SEAT_SPREAD, SEATS_GAP
from reports.figures.spread import games_to_notice, largest_distance, largest_gap
from reports.figures.statistics import DealSums, Estimate, mean
from reports.run import fairness
from reports.run.results import Results
from simulate.cli.plans.selection import Selection, choose
from simulate.play.run import play
from tests.helpers.tables import each_pair

Apart = Callable[[Sequence[DealSums], float], Estimate]
#: True win rates: all alike, one seat off, one pair off, all different, for 2 to 6 seats.
TRUTHS = (
    (0.25, 0.25, 0.25, 0.25),
    (0.31, 0.23, 0.23, 0.23),
    (0.30, 0.25, 0.25, 0.20),
    (0.28, 0.27, 0.24, 0.21),
    (0.5, 0.5),
    (0.53, 0.47),
    (1 / 6,) * 6,
)


def drawn(truth: Sequence[float], deals: int, times: int, rotations: int = 1) -> np.ndarray:
    """Draw how many games of each deal every seat won, as sums and squares by study and seat."""
    generator = np.random.default_rng(1)
    wins = generator.multinomial(rotations, truth, size=(times, deals))
    return np.stack([wins.sum(axis=1), (wins**2).sum(axis=1)], axis=-1)


def sums(study: np.ndarray, deals: int, rotations: int = 1) -> list[DealSums]:
    """Return what the deals gave of each seat."""
    return [DealSums(deals, int(total), int(squares), rotations) for total, squares in study]


def missed(apart: Apart, truth: Sequence[float], true: float, rotations: int = 1) -> float:
    """Return how often the interval of the figure misses what is true."""
    deals, times = 400, 1500
    found = [
        apart(sums(study, deals, rotations), 0.95)
        for study in drawn(truth, deals, times, rotations)
    ]
    return sum(not one.low <= true <= one.high for one in found) / times


@each_pair("truth", TRUTHS, "rotations", [1, 4])
def test_the_intervals_miss_the_truth_no_oftener_than_is_said(
    truth: tuple[float, ...], rotations: int
) -> None:
    fair = 1 / len(truth)
    distance = max(abs(rate - fair) for rate in truth)
    allowed = 0.05 + 3 * (0.05 * 0.95 / 1500) ** 0.5
    assert missed(largest_distance, truth, distance, rotations) <= allowed
    assert missed(largest_gap, truth, max(truth) - min(truth), rotations) <= allowed


def test_the_interval_of_the_farthest_pair_alone_misses_alike_seats_far_too_often() -> None:
    """The negative control: no correction for having looked for the largest."""

    def naive(seats: Sequence[DealSums], confidence: float) -> Estimate:
        pair = max(combinations(seats, 2), key=lambda two: abs(two[0].mean - two[1].mean))
        ends = [mean(one, confidence) for one in sorted(pair, key=lambda one: -one.mean)]
        return Estimate(0.0, ends[0].value - ends[1].high, 1.0, 1)

    assert missed(naive, (1 / 6,) * 6, 0.0) > 0.3


def results_of(**chosen: object) -> Results:
    """Play a small study."""
    return Results(play(*choose(Selection(**chosen)), jobs=1))  # type: ignore[arg-type]


def test_a_spread_is_above_zero_just_where_the_table_marks_a_seat() -> None:
    seen = set()
    for seed in range(12):
        results = results_of(
            source="scaphandre",
            variant="finish-lap",
            strategy=["random"],
            games="2000",
            seed=seed,
        )
        marked = set(results.rivals_against_fair()) != {"not clear"}
        assert (results.estimate(SEAT_SPREAD).low > 0) == marked
        said = fairness.fairness(results)
        assert said[0].startswith("The seats differ") == marked
        first_is_marked = results.rivals_against_fair()[0] != "not clear"
        assert ("no clear effect" in said[1]) == (not first_is_marked)
        seen.add(marked)
    assert seen == {True, False}, "seeds of both kinds, or nothing was tested"


def test_seats_that_differ_are_told_though_the_first_one_is_fair() -> None:
    results = results_of(source="snorkeling", strategy=["closer"], games="20k")
    first, going_first = fairness.fairness(results)
    assert "of 100 games seat 4 wins 28.1, seat 2 21.7; 25.0 is fair. The gap" in first
    assert going_first.startswith("Going first makes no difference")


def test_of_two_seats_one_wins_what_the_other_loses() -> None:
    results = results_of(source="shoal", players=2, strategy=["planner"], games="1000")
    spread, gap = results.estimate(SEAT_SPREAD), results.estimate(SEATS_GAP)
    assert gap.value == pytest.approx(2 * spread.value)
    assert spread.value == pytest.approx(abs(results.estimate(ADVANTAGE).value))
    assert results.rivals_against_fair() == ["above fair", "below fair"]


@pytest.mark.parametrize("truth", [(0.47, 0.53), (0.27, 0.251, 0.244, 0.235), (0.18, *[0.164] * 5)])
def test_a_group_of_so_many_games_notices_four_times_in_five(truth: tuple[float, ...]) -> None:
    exact = [DealSums(10**9, round(10**9 * share), round(10**9 * share), 1) for share in truth]
    games = round(games_to_notice(exact))
    generator = np.random.default_rng(1)
    wins = generator.multinomial(games, truth, size=4000)
    found = np.mean(chisquare(wins, axis=1).pvalue < 0.05)
    assert found == pytest.approx(0.8, abs=0.02)


@pytest.mark.parametrize("deals", [1_000, 10_000])
@pytest.mark.parametrize("truth", [(0.27, 0.251, 0.244, 0.235), (0.53, 0.47)])
def test_the_gap_holds_little_that_is_chance(truth: tuple[float, ...], deals: int) -> None:
    true = max(truth) - min(truth)
    studies = [sums(study, deals) for study in drawn(truth, deals, 600)]
    seen = float(np.mean([np.ptp([one.mean for one in each]) for each in studies]))
    told = float(np.mean([largest_gap(each).value for each in studies]))
    assert abs(told - true) <= max(0.6 * (seen - true), 0.001)
