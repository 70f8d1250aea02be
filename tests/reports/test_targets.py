"""What is wanted of a figure is read, said and judged as it is written."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import pytest

from reports.figures.statistics import Estimate
from reports.figures.targets import exit_code, judge_targets, read_targets
from simulate.cli.plans.run import check_asked
from simulate.errors import ExitCode, UsageError
from tests.helpers.studies import make_study

TURNS = "length.turns.mean"


@pytest.mark.parametrize(
    ("asked", "low", "high", "wish"),
    [
        ({"min": 2}, 2, math.inf, "at least 2"),
        ({"max": 45.5}, -math.inf, 45.5, "at most 45.5"),
        ({"min": 2, "max": 3}, 2, 3, "from 2 to 3"),
        ({"of": 40, "within": 5}, 35, 45, "from 35 to 45"),
    ],
)
def test_bounds_are_those_asked_for_and_said_so(
    asked: dict[str, Any], low: float, high: float, wish: str
) -> None:
    [target] = read_targets({TURNS: asked})
    assert (target.low, target.high, target.wish) == (low, high, wish)


@pytest.mark.parametrize(
    ("path", "asked", "told"),
    [
        ("first_player_advantage", {"within": 3}, "did you mean within = 0.03?"),
        ("seats.1.win_rate", {"min": 0.2, "max": 30}, "did you mean max = 0.3?"),
        ("lead_changes", {"min": 3}, ""),
        ("seats.1.win_rate", {"min": 0, "max": 1}, ""),
    ],
)
def test_a_rate_beyond_1_is_taken_for_percentage_points(
    path: str, asked: dict[str, float], told: str
) -> None:
    study = replace(make_study("snorkeling"), targets={path: asked})
    if not told:
        check_asked(study)
        return
    with pytest.raises(UsageError, match=re.escape(told)):
        check_asked(study)


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
def test_one_missed_target_fails_and_one_undecided_leaves_it_open(
    wanted: list[dict[str, Any]], code: ExitCode
) -> None:
    paths = (TURNS, "length.rounds.mean")
    targets = read_targets(dict(zip(paths, wanted, strict=False)))
    judged = judge_targets(targets, lambda path: Estimate(20.5, 19.0, 22.0, 100), 100)
    assert exit_code(judged) == code
