"""Numbers and lists are written as people write them, and targets are read in the same form."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import pytest

from reports.figures.figure import PLAIN, POINTS, SHARE, Figure, Topic, Unit
from reports.figures.statistics import DealSums, Estimate, count, mean
from reports.figures.targets import Target, exit_code, judge_targets, read_targets
from reports.run.plan import check_target_figures
from reports.writing import wording
from reports.writing.wording import lineup_text, listed
from simulate.errors import ExitCode, UsageError
from tests.helpers.studies import make_study

MINUS, TIMES = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}"
MINUTES = Unit("minutes")


def estimate(value: float, half: float, n: int = 100) -> Estimate:
    return Estimate(value, value - half, value + half, n)


def test_lists_end_with_and() -> None:
    assert [listed(["a", "b", "c"][:count]) for count in range(4)] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_equal_neighbours_of_a_line_up_are_counted() -> None:
    assert lineup_text(["planner", "random", "random"], True) == f"planner, 2 {TIMES} random"
    assert lineup_text(["planner", "random"], False) == "planner, random (not rotated)"
    long = lineup_text(["a" * 200, "b"], True)
    assert len(long) < 200 and "\N{HORIZONTAL ELLIPSIS}" in long


@pytest.mark.parametrize(
    ("number", "written"),
    [("-1,200.5", f"{MINUS}1,200.5"), ("+0.3", "+0.3"), ("-0.0", "0.0"), ("+0", "0"), ("0", "0")],
)
def test_a_rounded_zero_has_no_sign(number: str, written: str) -> None:
    assert wording.typeset(number) == written


@pytest.mark.parametrize(
    ("value", "reach", "unit", "written"),
    [
        (0.8234, 0.02, SHARE, "82.3"),
        (0.8234, 0.0002, SHARE, "82.34"),
        (0.601, 0, SHARE, "60.1"),
        (0.0213, 0.002, POINTS, "+2.1"),
        (-0.0213, 0.002, POINTS, f"{MINUS}2.1"),
        (0.0, 0.002, POINTS, "0.0"),
        (1234.5678, 0.3, PLAIN, "1,234.6"),
        (1234.5678, 20, PLAIN, "1,235"),
        (115.71, 1.46, PLAIN, "115.7"),
        (1400, 0, PLAIN, "1400"),
        (16 / 15, 0, PLAIN, "1.067"),
        (12345 + 1 / 3, 0, PLAIN, "12345.3"),
        (-0.5, 0.02, PLAIN, f"{MINUS}0.50"),
        (3.14159265358979, 1e-9, PLAIN, "3.1416"),
        (2.5, math.inf, PLAIN, "2.5"),
        (math.nan, 0.1, SHARE, "not known"),
        (math.inf, 0, PLAIN, "not known"),
    ],
)
def test_numbers_have_as_many_decimals_as_their_intervals_justify(
    value: float, reach: float, unit: Unit, written: str
) -> None:
    assert wording.number(value, reach, unit) == written


@pytest.mark.parametrize(
    ("unit", "written"),
    [
        (SHARE, "27.1% (26.9 to 27.3%)"),
        (POINTS, "+27.1 percentage points (+26.9 to +27.3 percentage points)"),
        (MINUTES, "0.271 (0.269 to 0.273)"),
    ],
)
def test_a_figure_and_its_interval_have_equal_decimals_and_unit(unit: Unit, written: str) -> None:
    assert wording.with_interval(estimate(0.271, 0.002), unit) == written


def test_an_end_of_an_interval_is_not_rounded_to_a_bound_that_it_does_not_equal() -> None:
    result = Estimate(0.019, 0.0132, 0.0248, 1000)
    assert wording.with_interval_near_bounds(result, SHARE, (0.0132,)) == wording.with_interval(
        result, SHARE
    )
    assert wording.with_interval_near_bounds(
        result, SHARE, (0.05, math.inf)
    ) == wording.with_interval(result, SHARE)
    assert wording.with_interval_near_bounds(result, SHARE, (0.0134,)) == "1.90% (1.32 to 2.48%)"


def test_half_widths_of_intervals_have_the_decimals_of_their_figure() -> None:
    assert wording.with_half(estimate(0.271, 0.002), SHARE) == "27.1 \N{PLUS-MINUS SIGN} 0.2"
    assert wording.with_half(estimate(28.88, 0.05), MINUTES) == "28.88 \N{PLUS-MINUS SIGN} 0.05"
    assert wording.with_half(Estimate(3.0, 3.0, 3.0, 5), PLAIN) == "3"


def test_an_event_that_never_occurred_is_written_as_a_bound() -> None:
    never = Estimate(0.0, 0.0, 0.0018, 2000)
    assert wording.interval(never, PLAIN) == "below 0.0018"
    assert wording.interval(never, SHARE) == "below 0.2%"
    level = Estimate(0.0, 0.0, 0.01, 5)
    assert wording.interval(level, POINTS).startswith("0.0 to +1.0"), "a difference may be 0"


@pytest.mark.parametrize(
    ("number", "digits", "written"),
    [(0.1, 2, "0.10"), (0.621, 2, "0.63"), (1.4000001, 3, "1.41"), (0.05, 3, "0.0500")],
)
def test_precisions_are_rounded_up(number: float, digits: int, written: str) -> None:
    assert float(wording.rounded_up(number, digits)) == float(written)


@pytest.mark.parametrize(
    ("low", "high", "unit", "written"),
    [
        (-0.081, 0.126, POINTS, f"{MINUS}9 to +13"),
        (-0.0012, 0.0201, POINTS, f"{MINUS}0.2 to +2.1"),
        (0.0, 0.03, POINTS, "0.0 to +3.0"),
        (44.2, 74.9, MINUTES, "44 to 75"),
        (2.301, 2.64, PLAIN, "2.30 to 2.64"),
        (0.1, 0.3, PLAIN, "0.10 to 0.30"),
        (1000.2, 2500.7, PLAIN, "1,000 to 2,501"),
        (15.0, 15.0, MINUTES, "15"),
    ],
)
def test_a_range_is_rounded_outward(low: float, high: float, unit: Unit, written: str) -> None:
    assert wording.outer_range(low, high, unit) == written
    ends = [float(end.replace(MINUS, "-").replace(",", "")) for end in written.split(" to ")]
    assert ends[0] <= low * unit.scale + 1e-9
    assert high * unit.scale <= ends[-1] + 1e-9


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (0.3, math.inf, "at least 30%"),
        (-math.inf, 0.45, "at most 45%"),
        (0.3, 0.45, "30 to 45%"),
    ],
)
def test_the_bounds_of_a_target_are_written_with_one_unit(
    low: float, high: float, text: str
) -> None:
    assert wording.target_text(Target("seats.1.win_rate", {}, low, high), SHARE) == text


def figure(**more: str) -> Figure:
    return Figure(kind="draws", topic=Topic.COURSE, title="drawn games", unit=SHARE, **more)  # type: ignore[arg-type]


def test_a_figure_without_its_own_sentence_gets_a_default_sentence() -> None:
    result = estimate(0.25, 0.01)
    assert wording.sentence(figure(), result) == "The drawn games is 25.0% (24.0 to 26.0%)."
    text = wording.sentence(figure(subject="the share of drawn games"), result)
    assert text == "The share of drawn games is 25.0% (24.0 to 26.0%)."
    own = figure(sentence="{value} of {n} games were drawn ({interval}).", never="None was drawn.")
    assert wording.sentence(own, result) == "25.0% of 100 games were drawn (24.0 to 26.0%)."
    assert wording.sentence(own, Estimate(0.0, 0.0, 0.1, 9)) == "None was drawn."
    nothing = Estimate(math.nan, 0.0, 1.0, 0)
    assert wording.sentence(figure(unseen="There was no game."), nothing) == "There was no game."


def test_a_constant_figure_is_written_without_an_interval() -> None:
    always = DealSums(5000, 21 * 5000, 21 * 21 * 5000, 1, 2)
    for result in (mean(always), count(always).scaled(2.0).scaled(0.5)):
        assert result.low < 10.5 < result.high, "programs still read an interval"
        assert wording.with_interval(result, PLAIN) == "10.5 (in every game)"
        assert wording.with_half(result, PLAIN, 0.1) == "10.5"
    once = DealSums(5000, 21 * 4999 + 22, 21 * 21 * 4999 + 22 * 22, 1, 2)
    assert wording.with_interval(count(once), PLAIN) == "10.500 (10.500 to 10.501)"
    # Of several games a deal only their sum is known to be the same; few games may be so by chance.
    several = DealSums(5000, 21 * 5000, 21 * 21 * 5000, 3, 2)
    few = DealSums(9, 21 * 9, 21 * 21 * 9, 1, 2)
    assert not any(
        "every game" in wording.with_interval(count(sums), PLAIN) for sums in (several, few)
    )


TURNS = "length.turns.mean"


@pytest.mark.parametrize(
    ("written", "low", "high", "text"),
    [
        ({"min": 2}, 2, math.inf, "at least 2"),
        ({"max": 45.5}, -math.inf, 45.5, "at most 45.5"),
        ({"min": 2, "max": 3}, 2, 3, "from 2 to 3"),
        ({"of": 40, "within": 5}, 35, 45, "from 35 to 45"),
    ],
)
def test_each_form_of_a_target_gives_its_bounds_and_their_text(
    written: dict[str, Any], low: float, high: float, text: str
) -> None:
    [target] = read_targets({TURNS: written})
    assert (target.low, target.high, target.bounds_text) == (low, high, text)


@pytest.mark.parametrize(
    ("path", "written", "message"),
    [
        ("first_player_advantage", {"within": 3}, "did you mean within = 0.03?"),
        ("seats.1.win_rate", {"min": 0.2, "max": 30}, "did you mean max = 0.3?"),
        ("lead_changes", {"min": 3}, ""),
        ("seats.1.win_rate", {"min": 0, "max": 1}, ""),
    ],
)
def test_a_bound_of_a_rate_above_1_is_refused_with_a_suggestion(
    path: str, written: dict[str, float], message: str
) -> None:
    study = replace(make_study("snorkeling"), targets={path: written})
    if not message:
        check_target_figures(study)
        return
    with pytest.raises(UsageError, match=re.escape(message)):
        check_target_figures(study)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ([{"max": 30}], ExitCode.DONE),
        ([{"max": 10}], ExitCode.FAILED),
        ([{"max": 20}], ExitCode.UNDECIDED),
        ([{"max": 30}, {"max": 10}], ExitCode.FAILED),
        ([{"max": 20}, {"max": 10}], ExitCode.FAILED),
        ([{"max": 30}, {"max": 20}], ExitCode.UNDECIDED),
    ],
)
def test_a_missed_target_gives_a_failure_and_an_undecided_target_does_not(
    wanted: list[dict[str, Any]], code: ExitCode
) -> None:
    paths = (TURNS, "length.rounds.mean")
    targets = read_targets(dict(zip(paths, wanted, strict=False)))
    judged = judge_targets(targets, lambda path: Estimate(20.5, 19.0, 22.0, 100), 100)
    assert exit_code(judged) == code
