"""Differences to the base are paired by deal and corrected for all that are told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from reports.run.results import Results
from reports.sweep.results import AtPoint, Sweep, chart_names
from simulate.play.histogram import Histogram
from tests.helpers.sweeps import ADVANTAGE, MINUTES, at, sweep_of


def p_holm(one: AtPoint) -> float:
    assert one.compared
    return one.compared.p_holm


def test_verdicts_are_corrected_for_all_differences_of_the_sweep() -> None:
    sweep = sweep_of("target_score=6,8,12", games="300")
    assert ADVANTAGE in sweep.paths
    tested = [
        one
        for path, line in sweep.found.items()
        for one in line
        if one.difference and path != ADVANTAGE
    ]
    assert len(tested) == 2 * 5  # the minutes and four seats
    raw = sorted(t.difference.p_value for t in tested if t.difference)
    expected = np.maximum.accumulate([min(1.0, p * (10 - i)) for i, p in enumerate(raw)])
    assert sorted(p_holm(t) for t in tested) == pytest.approx(list(expected))
    for one in tested:
        assert one.difference
        sign = "higher" if one.difference.estimate.value > 0 else "lower"
        assert one.standing == (sign if p_holm(one) < 0.05 else "not clear")
    assert at(sweep, MINUTES, 0).standing == "lower"
    assert at(sweep, MINUTES, 2).difference is None


def test_exact_differences_take_no_part_in_the_correction() -> None:
    vary = ("target_score=6,12", "max_turns=9000,10000")
    sweep = sweep_of(*vary, games="200", paths=(ADVANTAGE, MINUTES))
    assert [at(sweep, MINUTES, place).standing for place in (0, 1, 2)] == [
        "lower",
        "lower",
        "the same",
    ]
    # Both values of max_turns give the same games, so that every test is there twice.
    raw = [at(sweep, path, 0).difference for path in (ADVANTAGE, MINUTES)]
    larger, smaller = (one.p_value for one in raw if one)
    assert larger > smaller
    for place in (0, 1):
        assert p_holm(at(sweep, ADVANTAGE, place)) == pytest.approx(larger)
        assert p_holm(at(sweep, MINUTES, place)) == pytest.approx(2 * smaller)


def with_lengths(results: Results, turns: list[int]) -> Results:
    """Return results whose games, one a deal, last so many turns; the rest stays."""
    counts = np.bincount(np.array(turns) - min(turns)).astype(np.int64)
    lengths = results.run.tally.lengths | {"turns": (Histogram(min(turns), counts),)}
    run = replace(results.run, tally=replace(results.run.tally, lengths=lengths))
    return Results(run, results.confidence)


MEDIAN = "length.turns.p50"


#: Games of 50 turns nearly always, so that the interval of the median is 50 to 50.
FIFTY = [49, *[50] * 398, 51]


@pytest.mark.parametrize(
    ("turns", "verdict"),
    [
        (FIFTY, "the same"),
        ([48, *[50] * 398, 52], "not clear"),
        ([50, *[51] * 398, 52], "higher"),
    ],
)
def test_percentiles_that_agree_are_the_same_only_where_all_lengths_are(
    turns: list[int], verdict: str
) -> None:
    sweep = sweep_of("target_score=12,6", paths=(MEDIAN,))
    one, two = (
        with_lengths(point.results, lengths)
        for point, lengths in zip(sweep.points, (FIFTY, turns), strict=True)
    )
    paths = (MEDIAN, ADVANTAGE, "seats.2.win_rate")
    together = replace(sweep.together, runs=(one.run, two.run), beside=(one.run,))
    made = Sweep(sweep.axes, [(12,), (6,)], together, paths, in_force=0)
    assert made.base.estimate(MEDIAN).low == made.base.estimate(MEDIAN).high == 50
    found = at(made, MEDIAN, 1)
    assert found.standing == verdict
    assert found.difference
    # What is not the same is one of the three tests corrected for.
    if verdict == "higher":
        assert p_holm(found) == pytest.approx(3 * found.difference.p_value)
        assert found.difference.p_value > 0


def test_percentiles_of_the_same_games_differ_where_turns_take_longer() -> None:
    sweep = sweep_of("seconds_per_turn=15,30", paths=("length.minutes.p95",))
    base = at(sweep, "length.minutes.p95", 0).estimate
    found = at(sweep, "length.minutes.p95", 1)
    assert found.standing == "higher"
    assert found.difference
    assert found.difference.estimate.value == pytest.approx(base.value)


def test_the_base_is_the_rule_as_it_is_wherever_it_stands() -> None:
    options: dict[str, Any] = {"games": "200", "paths": (ADVANTAGE, MINUTES)}
    middle, first = (
        sweep_of("target_score=6,12,8", **options),
        sweep_of("target_score=12,6,8", **options),
    )
    assert (middle.in_force, first.in_force) == (1, 0)
    for one, other in ((0, 1), (2, 2)):
        assert at(middle, MINUTES, one).compared == at(first, MINUTES, other).compared
    given = sweep_of("hand_size=4,5,6", rule=["hand_size=6"], games="20")
    assert given.base_point.values == (6,)
    assert sweep_of("target_score=6,8", games="20").in_force is None
    assert sweep_of("target_score=6,8", games="20").base_point.values == (6,)
    both = sweep_of("variant=expert,base", "target_score=8,12", games="20")
    assert both.base_point.values == ("base", 12)
    assert sweep_of("players=2,3,4", games="20").base_point.values == (4,)


def test_along_players_win_rates_are_compared_by_their_distance_from_the_fair_share() -> None:
    """The control: 1/3 in three seats and 1/6 in six, where rounding leaves a difference."""
    alike = sweep_of("players=3,6", games="90", paths=("strategies.random.win_rate",))
    assert at(alike, "strategies.random.win_rate", 1).standing == "the same"
    sweep = sweep_of("players=2,4", games="400")
    two, four = (point.results for point in sweep.points)
    assert sweep.in_force == 1
    difference = at(sweep, ADVANTAGE, 0).difference
    assert difference
    wins = [results.seats()[0].win_rate.value for results in (two, four)]
    assert difference.estimate.value == pytest.approx((wins[0] - 1 / 2) - (wins[1] - 1 / 4))
    first = at(sweep, "seats.1.win_rate", 0)
    assert first.difference
    assert first.difference.estimate.value == pytest.approx(difference.estimate.value)
    assert first.difference.p_value == pytest.approx(difference.p_value)
    assert p_holm(first) == p_holm(at(sweep, ADVANTAGE, 0))
    assert first.estimate == two.estimate("seats.1.win_rate")  # told as it is
    assert len(sweep.found["seats.4.win_rate"]) == 1
    assert at(sweep, "seats.4.win_rate", 1).difference is None
    assert chart_names({path: sweep.figure(path) for path in sweep.paths}, 1)[
        "win_rate_by_seat"
    ] == tuple(f"seats.{seat}.win_rate" for seat in (1, 2, 3, 4))
