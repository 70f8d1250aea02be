"""A setting is named as the largest, or a figure said to rise, no oftener than it may be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from reports.figures.differences import is_larger, may_be_largest
from reports.figures.statistics import DealSums, Estimate, count, rate

SEEDS = 1000
#: How often 5 % of so many seeds may at most be seen.
AT_MOST = 0.05 + 4 * math.sqrt(0.05 * 0.95 / SEEDS)


def played(shares: Sequence[float], games: int, source: np.random.Generator) -> list[Estimate]:
    """Play a setting for each share, and estimate it."""
    wins = [int(source.binomial(games, share)) for share in shares]
    return [rate(DealSums(games, won, won, 1)) for won in wins]


def lasting(means: Sequence[float], games: int, source: np.random.Generator) -> list[Estimate]:
    """Play games of skewed lengths, and estimate their mean."""
    turns = [source.geometric(1 / mean, games) for mean in means]
    return [count(DealSums(games, int(t.sum()), int((t**2).sum()), 1)) for t in turns]


def named(found: Sequence[Estimate], tests: float = 1) -> bool:
    """Return whether one setting alone is named."""
    return len(may_be_largest(found, 0.95, tests)) == 1


@pytest.mark.parametrize("others", [[], [0.1], [0.22, 0.18]], ids=["alike", "one apart", "two"])
@pytest.mark.parametrize("alike", [2, 5, 12])
def test_of_settings_that_are_alike_none_is_named(others: list[float], alike: int) -> None:
    source = np.random.default_rng(5)
    shares = [*others, *[0.3] * alike]
    seen = [named(played(shares, 2000, source)) for _ in range(SEEDS)]
    assert np.mean(seen) <= AT_MOST


def test_of_two_that_are_alike_one_would_be_named_too_often_if_that_were_not_corrected() -> None:
    source = np.random.default_rng(5)
    seen = [named(played([0.3, 0.3], 2000, source), 1 / 2) for _ in range(SEEDS)]
    assert np.mean(seen) > AT_MOST


def test_of_games_as_long_at_all_settings_none_is_named_longest_or_shortest() -> None:
    source = np.random.default_rng(6)
    seen = [lasting([7.0] * 5, 1000, source) for _ in range(SEEDS)]
    ends = [(found, [one.negated() for one in found]) for found in seen]
    assert np.mean([named(one, 2) or named(other, 2) for one, other in ends]) <= AT_MOST


def test_the_largest_is_named_where_it_is_apart_and_else_is_among_those_told() -> None:
    source = np.random.default_rng(7)
    apart = [played([0.2, 0.25, 0.3, 0.25, 0.36], 2000, source) for _ in range(SEEDS)]
    assert np.mean([may_be_largest(found, 0.95, 2) == [4] for found in apart]) > 0.8
    close = [played([0.2, 0.29, 0.3, 0.29, 0.31], 2000, source) for _ in range(SEEDS)]
    told = [may_be_largest(found, 0.95, 2) for found in close]
    assert np.mean([4 in places for places in told]) >= 1 - AT_MOST
    assert np.mean([0 in places for places in told]) < 0.01


def test_what_is_level_after_its_first_step_is_not_said_to_rise() -> None:
    source = np.random.default_rng(8)

    def rises(found: Sequence[Estimate]) -> bool:
        return all(is_larger(two, one, 0.95, 2) for one, two in pairwise(found))

    level = [rises(played([0.2, 0.3, 0.3], 2000, source)) for _ in range(SEEDS)]
    assert np.mean(level) <= AT_MOST
    assert np.mean([rises(played([0.2, 0.3, 0.4], 2000, source)) for _ in range(SEEDS)]) > 0.99


def test_what_is_not_known_at_a_setting_is_not_named_and_leaves_none_out() -> None:
    nothing, some = Estimate(math.nan, 0.0, 1.0, 0), Estimate(0.3, 0.28, 0.32, 2000)
    assert may_be_largest([nothing, some, some], 0.95, 1) == [1, 2]
