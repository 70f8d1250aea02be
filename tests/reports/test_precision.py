"""Figures played to a precision, and versions named as largest, are wrong as rarely as stated."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from reports.figures.differences import is_larger, may_be_largest
from reports.figures.figure import PLAIN, SHARE, Figure, Mean, Quantile, Topic, Unit
from reports.figures.precision import (
    FIRST_GAMES,
    MOST_GROWTH,
    ReachedPrecision,
    convert_precisions,
    finest_precision,
    games_needed,
    value_step,
)
from reports.figures.statistics import DealSums, Estimate, count, half_width, rate
from simulate.errors import UsageError
from simulate.play.tally import Histogram
from simulate.study.precision import COUNTED, Precision, parse_precision
from tests.bench.precisions import CASES, CONTROLS, play
from tests.helpers.tables import quick_among

#: The cases that are played in every run of the tests; the others are slow.
QUICK = ("rate 0.01 ± 0.2pp", "p90 ± 2", "four figures, by the p90")
#: The smallest accepted coverage of 95% intervals in 200 studies.
AT_200 = 0.95 - 3 * (0.05 * 0.95 / 200) ** 0.5


def figure(unit: Unit = PLAIN, kind: str = "length", what: str = "mean") -> Figure:
    source = Quantile("turns", 90, 0.25) if what == "p90" else Mean(0, 1, kind="count")
    of = (unit.name,) if kind == "length" else ()
    return Figure(
        kind=kind, of=of, measure=what, topic=Topic.LENGTH, title="it", unit=unit, source=source
    )


MINUTES, TURNS = figure(Unit("minutes")), figure(Unit("turns"))
P90, RATE = figure(Unit("minutes"), what="p90"), figure(SHARE, "close_games", "")


def test_the_needed_games_grow_with_the_square_of_the_width() -> None:
    assert games_needed(5_000, 0.01, 0.01) == 5_000
    assert games_needed(100_000, 0.02, 0.01) == 412_000
    assert games_needed(100, 0.011, 0.01) == 100 + FIRST_GAMES
    assert games_needed(2_000, float("inf"), 0.01) == 2_000 * MOST_GROWTH
    assert games_needed(2_000, 0.1, 0.0) == 2_000 * MOST_GROWTH


@pytest.mark.parametrize(
    ("about", "typed", "width"),
    [
        (RATE, "0.5pp", 0.005),
        (RATE, "0.5 pp", 0.005),
        (MINUTES, "0.2", 0.2),
        (MINUTES, "0.2 min", 0.2),
        (MINUTES, "1 minute", 1.0),
        (MINUTES, "12s", 0.2),
        (MINUTES, "0.5 h", 30.0),
        (TURNS, "1 turn", 1.0),
        (TURNS, "1.5 turns", 1.5),
        (P90, "15 s", 0.25),
    ],
)
def test_a_width_is_in_a_unit_that_fits_the_figure(about: Figure, typed: str, width: float) -> None:
    [result] = convert_precisions({about.path: parse_precision(typed)}, lambda _: about).values()
    assert result.unit == COUNTED
    assert result.width(value=7.0) == pytest.approx(width)


def test_a_percentage_is_a_share_of_the_absolute_value() -> None:
    [result] = convert_precisions({"it": parse_precision("2%")}, lambda _: MINUTES).values()
    assert result.width(50.0) == result.width(-50.0) == 1.0


def test_a_number_in_a_study_file_is_in_the_unit_of_the_figure() -> None:
    precisions = {"it": Precision(0.005, COUNTED)}
    assert convert_precisions(precisions, lambda _: RATE) == precisions
    with pytest.raises(UsageError, match=r"0.5 would be 50 percentage points; did you mean 0.5pp"):
        convert_precisions({"it": parse_precision("0.5")}, lambda _: RATE)


def test_a_percentile_is_never_more_precise_than_one_step() -> None:
    fours = Histogram(8, np.array([3, 0, 0, 0, 9, 0, 0, 0, 1]))
    assert value_step([fours]) == 4
    assert value_step([fours, Histogram(9, np.array([1]))]) == 1
    assert value_step([Histogram(5, np.array([2]))]) == 1
    assert finest_precision(P90, steps=4) == 1.0  # of minutes
    least = finest_precision(P90, steps=4)
    hopeless = ReachedPrecision(P90, Precision(0.5, COUNTED), 3.0, least, least)
    assert hopeless.is_hopeless
    assert not hopeless.is_enough
    assert hopeless.games_needed(2_000) == 2_000
    convert_precisions({"it": Precision(0.25, COUNTED)}, lambda _: P90)
    for differences, amount in ((False, "0.25 minutes"), (True, "0.354 minutes")):
        with pytest.raises(UsageError, match=f"give at least {amount}, or choose the mean"):
            convert_precisions(
                {"it": Precision(0.2, COUNTED)}, lambda _: P90, differences=differences
            )


@pytest.mark.parametrize("name", quick_among(CASES, *QUICK))
def test_playing_to_a_precision_keeps_the_coverage_of_intervals(name: str) -> None:
    studies, least = (200, AT_200) if name in QUICK else (1_000, 0.935)
    assert min(play(CASES[name](), studies).held) >= least


@pytest.mark.parametrize("name", quick_among(CONTROLS, "mean with a very long tail"))
def test_stopping_rules_with_too_frequent_looks_lower_the_coverage(name: str) -> None:
    make, eager = CONTROLS[name]
    studies, most = (200, AT_200) if name == "mean with a very long tail" else (1_000, 0.935)
    assert play(make(), studies, eager=eager).held[0] < most


SEEDS = 1000
#: The largest accepted share of seeds with an error whose probability is at most 5%.
AT_MOST = 0.05 + 4 * math.sqrt(0.05 * 0.95 / SEEDS)


def played(shares: Sequence[float], games: int, source: np.random.Generator) -> list[Estimate]:
    """Draw games of one version per share of wins, and return the estimated shares."""
    wins = [int(source.binomial(games, share)) for share in shares]
    return [rate(DealSums(games, won, won, 1)) for won in wins]


def lasting(means: Sequence[float], games: int, source: np.random.Generator) -> list[Estimate]:
    """Draw games of skewed lengths for each mean, and return the estimated means."""
    turns = [source.geometric(1 / mean, games) for mean in means]
    return [count(DealSums(games, int(t.sum()), int((t**2).sum()), 1)) for t in turns]


def named(estimates: Sequence[Estimate], tests: float = 1) -> bool:
    """Return True if exactly one version may have the largest value."""
    return len(may_be_largest(estimates, 0.95, tests)) == 1


@pytest.mark.parametrize("others", [[], [0.1], [0.22, 0.18]], ids=["alike", "one apart", "two"])
@pytest.mark.parametrize("alike", [2, 5, 12])
def test_one_of_equal_versions_is_rarely_called_the_largest(
    others: list[float], alike: int
) -> None:
    source = np.random.default_rng(5)
    shares = [*others, *[0.3] * alike]
    seen = [named(played(shares, 2000, source)) for _ in range(SEEDS)]
    assert np.mean(seen) <= AT_MOST


def test_without_correction_a_version_of_two_equal_ones_is_named_too_often() -> None:
    source = np.random.default_rng(5)
    seen = [named(played([0.3, 0.3], 2000, source), 1 / 2) for _ in range(SEEDS)]
    assert np.mean(seen) > AT_MOST


def test_no_version_is_called_longest_or_shortest_if_all_are_equal() -> None:
    source = np.random.default_rng(6)
    seen = [lasting([7.0] * 5, 1000, source) for _ in range(SEEDS)]
    ends = [(estimates, [first.negated() for first in estimates]) for estimates in seen]
    assert np.mean([named(first, 2) or named(second, 2) for first, second in ends]) <= AT_MOST


def test_a_single_version_is_named_largest_only_if_it_clearly_is() -> None:
    source = np.random.default_rng(7)
    apart = [played([0.2, 0.25, 0.3, 0.25, 0.36], 2000, source) for _ in range(SEEDS)]
    assert np.mean([may_be_largest(estimates, 0.95, 2) == [4] for estimates in apart]) > 0.8
    close = [played([0.2, 0.29, 0.3, 0.29, 0.31], 2000, source) for _ in range(SEEDS)]
    named_places = [may_be_largest(estimates, 0.95, 2) for estimates in close]
    assert np.mean([4 in places for places in named_places]) >= 1 - AT_MOST
    assert np.mean([0 in places for places in named_places]) < 0.01


def test_a_figure_that_rises_only_once_is_not_called_rising() -> None:
    source = np.random.default_rng(8)

    def rises(estimates: Sequence[Estimate]) -> bool:
        return all(is_larger(upper, lower, 0.95, 2) for lower, upper in pairwise(estimates))

    level = [rises(played([0.2, 0.3, 0.3], 2000, source)) for _ in range(SEEDS)]
    assert np.mean(level) <= AT_MOST
    assert np.mean([rises(played([0.2, 0.3, 0.4], 2000, source)) for _ in range(SEEDS)]) > 0.99


def test_an_unknown_estimate_is_never_the_largest_and_does_not_affect_the_others() -> None:
    nothing, some = Estimate(math.nan, 0.0, 1.0, 0), Estimate(0.3, 0.28, 0.32, 2000)
    assert may_be_largest([nothing, some, some], 0.95, 1) == [1, 2]


def test_stopping_at_a_precision_hardly_biases_a_value() -> None:
    """Rare large counts are the worst case: a study with few of them seems precise too soon."""
    generator, width, studies = np.random.default_rng(1), 0.05, 400

    def drawn(games: int) -> np.ndarray:
        return generator.poisson(1.0, games) + 40 * (generator.random(games) < 0.01)

    values = []
    for _ in range(studies):
        counts = drawn(FIRST_GAMES)
        while True:
            total, squares = int(counts.sum()), int((counts**2).sum())
            estimate_ = count(DealSums(len(counts), total, squares, 1))
            needed = games_needed(len(counts), half_width(estimate_), width)
            if needed <= len(counts):
                break
            counts = np.concatenate([counts, drawn(needed - len(counts))])
        values.append(estimate_.value)
    error = float(np.std(values)) / studies**0.5
    assert abs(np.mean(values) - 1.4) <= 0.1 * width + 4 * error
