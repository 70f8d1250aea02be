"""With very few games, or where nothing happened, no statistic fails or claims to be certain."""

from __future__ import annotations

import math
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from reports.cards import results as contest
from reports.cards.results import CardsResults
from reports.figures import statistics
from reports.figures.differences import difference, ratio_difference, unpaired_difference
from reports.figures.spread import largest_distance, largest_gap
from reports.figures.statistics import DealSums, Estimate, RatioSums
from reports.figures.unevenness import unevenness

MOST_DEALS = 4
#: All that one to four deals of a game each can give: a part (0 or 1), and the whole it is of.
SAMPLES = [
    sample
    for deals in range(1, MOST_DEALS + 1)
    for sample in product([(0, 0), (0, 1), (1, 1)], repeat=deals)
]


def sums_of(numbers: list[int]) -> DealSums:
    """Return the sums over deals of a game each."""
    return DealSums(len(numbers), sum(numbers), sum(number**2 for number in numbers), 1)


def ratio_of(sample: tuple[tuple[int, int], ...]) -> RatioSums:
    """Return the sums of parts and wholes over deals."""
    parts, wholes = (list(numbers) for numbers in zip(*sample, strict=True))
    return RatioSums(sums_of(parts), sums_of(wholes), sum(part * whole for part, whole in sample))


def assert_uncertain(estimate: Estimate) -> None:
    """Check that the value is within its interval, and the interval has a width."""
    if not math.isnan(estimate.value):
        assert estimate.low <= estimate.value <= estimate.high
        assert estimate.low < estimate.high


@pytest.mark.parametrize("confidence", [0.5, 0.95])
def test_estimates_of_very_few_deals_have_intervals(confidence: float) -> None:
    for sample in SAMPLES:
        ratio = ratio_of(sample)
        assert_uncertain(statistics.ratio(ratio, confidence))
        assert_uncertain(statistics.mean_ratio(ratio, confidence))
        for sums in (ratio.part, ratio.whole):
            for estimate in (statistics.mean, statistics.count, statistics.rate):
                assert_uncertain(estimate(sums, confidence))
            statistics.share_test(sums.mean, sums.variance_of_mean, sums.deals, 0.5)


def test_a_ratio_without_observations_is_unknown() -> None:
    for sample in SAMPLES:
        ratio = ratio_of(sample)
        if not ratio.whole.total:
            assert math.isnan(ratio.value)
            assert ratio.variance == math.inf
            assert statistics.mean_ratio(ratio).n == statistics.ratio(ratio).n == 0


def test_differences_of_very_few_deals_have_intervals() -> None:
    short = [sample for sample in SAMPLES if len(sample) < MOST_DEALS]
    for sample, second_sample in product(short, repeat=2):
        if len(sample) != len(second_sample):
            continue
        first, second = ratio_of(sample), ratio_of(second_sample)
        crossed: Any = (np.array(sample).T @ np.array(second_sample)).tolist()
        assert_uncertain(ratio_difference(first, second, crossed).estimate)
        assert_uncertain(difference(first.part, second.part, crossed[0][0], kind="rate").estimate)
        assert_uncertain(
            unpaired_difference(statistics.rate(first.part), statistics.rate(second.part)).estimate
        )


def test_seats_of_very_few_games_have_intervals_even_without_a_winner() -> None:
    for wins in product([0, 1], repeat=MOST_DEALS):
        seats = [sums_of(list(wins)), sums_of([0] * MOST_DEALS)]
        assert_uncertain(largest_distance(seats))
        assert_uncertain(largest_gap(seats))
        ranges = unevenness(seats)
        assert 0 <= ranges.gap.low <= ranges.gap.high <= 1
        assert 0 <= ranges.games.low <= ranges.games.high


@pytest.mark.parametrize("exchanges", range(30))
def test_a_card_whose_exchanges_changed_no_game_contradicts_only_a_value_outside_the_interval(
    exchanges: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    none = RatioSums(sums_of([0] * 100), sums_of([1] * exchanges + [0] * (100 - exchanges)), 0)
    monkeypatch.setattr(contest, "sums_of", lambda run, part: none)
    results: Any = SimpleNamespace(run=SimpleNamespace(exchanges={0: None}), confidence=0.95)
    for value in (0.05, 0.3, 0.9):
        drawn = Estimate(value, value - 0.02, value + 0.02, 1000)
        exchanged, verdict = CardsResults._exchange(results, 0, drawn)
        assert_uncertain(exchanged)
        if not exchanges or value <= exchanged.high:
            assert verdict == "not clear"
        elif value > exchanged.high + 0.02:
            assert verdict == "differs"
