"""The distance of seats from even is not exaggerated in studies in which they clearly differ."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from scipy.stats import chisquare

from reports.figures.spread import largest_distance
from reports.figures.statistics import DealSums
from reports.figures.unevenness import Range, Unevenness, games_to_notice, unevenness
from reports.run import fairness
from reports.run.tables import summarise
from reports.writing import wording
from tests.helpers.reports_made import played
from tests.helpers.tables import quick_among

SMALL_GAP, TWO_SEATS, ONE_AHEAD = (0.27, 0.25, 0.245, 0.235), (0.52, 0.48), (0.28, *[0.24] * 3)
#: Studies drawn, in each of which the seats clearly differ.
SELECTED = 200


@dataclass(frozen=True)
class Study:
    """One simulated study in which the seats clearly differ."""

    seats: Sequence[DealSums]
    uneven: Unevenness

    @property
    def observed(self) -> float:
        """The gap between the observed win rates, chance included."""
        return float(np.ptp([sums.mean for sums in self.seats]))


def seats_of(wins: np.ndarray) -> list[DealSums]:
    """Return the sums of wins by seat over deals of one game each."""
    games = int(wins.sum())
    return [DealSums(games, int(won), int(won), 1) for won in wins]


def selected(truth: Sequence[float], games: int) -> list[Study]:
    """Draw studies until enough of them have a seat that clearly differs."""
    generator = np.random.default_rng(1)
    studies: list[Study] = []
    while len(studies) < SELECTED:
        for wins in generator.multinomial(games, truth, size=1000):
            seats = seats_of(wins)
            if largest_distance(seats).low > 0:
                studies.append(Study(seats, unevenness(seats)))
    return studies[:SELECTED]


@pytest.mark.slow
@pytest.mark.parametrize("games", quick_among([300, 1_000, 10_000], 300))
@pytest.mark.parametrize("truth", [SMALL_GAP, TWO_SEATS, ONE_AHEAD, (0.6, 0.2, 0.1, 0.1)])
def test_ranges_contain_the_truth_in_studies_that_show_a_difference(
    truth: tuple[float, ...], games: int
) -> None:
    gap, needed = max(truth) - min(truth), games_to_notice(truth)
    studies = selected(truth, games)
    missed = [
        sum(not ends.low <= true <= ends.high for ends in ranges) / SELECTED
        for true, ranges in (
            (gap, [study.uneven.gap for study in studies]),
            (needed, [study.uneven.games for study in studies]),
        )
    ]
    assert max(missed) <= 0.05 + 4 * math.sqrt(0.05 * 0.95 / SELECTED)


def test_with_few_games_the_observed_difference_is_several_times_the_true_difference() -> None:
    """The negative control: the observed gaps of these studies would mislead."""
    studies = selected(SMALL_GAP, 300)
    assert np.mean([study.observed for study in studies]) > 2.5 * 0.035
    assert all(study.uneven.games.high == math.inf for study in studies if study.observed < 0.14)


def test_with_many_games_the_ranges_are_narrow() -> None:
    [study] = selected(SMALL_GAP, 100_000)[:1]
    gap, games = study.uneven.gap, study.uneven.games
    assert 0.025 < gap.low < 0.035 < gap.high < 0.045
    assert 3_000 < games.low < games_to_notice(SMALL_GAP) < games.high < 6_500


@pytest.mark.parametrize(
    "wins", [(400, 0), (400, 0, 0), (2, 0), (10**9 // 2 + 10**6, 10**9 // 2 - 10**6)]
)
def test_the_lower_end_of_a_range_is_at_most_the_upper_end_in_extreme_studies(
    wins: tuple[int, ...],
) -> None:
    ranges = unevenness(seats_of(np.array(wins)))
    for ends in (ranges.gap, ranges.games):
        assert 0 <= ends.low <= ends.high
    assert ranges.gap.high <= 1


@pytest.mark.parametrize("truth", [(0.47, 0.53), (0.27, 0.251, 0.244, 0.235), (0.18, *[0.164] * 5)])
def test_a_group_notices_a_gap_after_the_stated_games_in_four_of_five_cases(
    truth: tuple[float, ...],
) -> None:
    wins = np.random.default_rng(1).multinomial(round(games_to_notice(truth)), truth, size=4000)
    assert np.mean(chisquare(wins, axis=1).pvalue < 0.05) == pytest.approx(0.8, abs=0.02)


def test_a_gap_between_even_seats_needs_infinitely_many_games() -> None:
    assert games_to_notice([0.25] * 4) == math.inf


def test_few_games_bound_the_gap_only_from_above() -> None:
    results = played(strategy=["closer"], games="400")
    text = fairness.describe_fairness(results)[0]
    assert text.startswith("The gap between the best and the worst seat is at most 18.6 in 100 ")
    assert text.endswith(" would need 140 games or more to notice it.")
    assert summarise(results)["unevenness"]["games_to_notice"]["ci_high"] is None
    even = summarise(played(strategy=["random"], games="50"))
    assert even["unevenness"] is None


@pytest.mark.parametrize(
    ("games", "text"),
    [
        (Range(480.0, 2_250.0), "480 to 2,300"),
        (Range(481.9, 489.0), "480 to 490"),
        (Range(2_500.0, 2_500.0), "about 2,500"),
        (Range(3.2, 17.0), "3 to 17"),
    ],
)
def test_a_range_of_games_is_rounded_outwards(games: Range, text: str) -> None:
    assert wording.games_range(games.low, games.high) == text
