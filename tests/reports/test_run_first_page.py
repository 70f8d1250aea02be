"""The first page of a run answers each question in a sentence that a designer would say."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from reports.figures.statistics import Estimate
from reports.run.first_page import (
    describe_fairness,
    describe_skill,
    make_live_rows,
    make_seat_table,
)
from tests.helpers.reports_made import played


def results_of(*rates: tuple[float, float], fair: float = 0.25) -> Any:
    """Return results with these win rates of seats, each with half the width of its interval."""
    estimates = {
        f"seat {seat}": Estimate(rate, rate - half, rate + half, 1000)
        for seat, (rate, half) in enumerate(rates, 1)
    }
    verdicts = []
    for estimate in estimates.values():
        if estimate.low > fair:
            verdicts.append("above fair")
        else:
            verdicts.append("below fair" if estimate.high < fair else "not clear")
    results = SimpleNamespace(
        contest="seats",
        players=len(rates),
        is_hardly_won=False,
        is_seated=False,
        unfinished=0,
        run=SimpleNamespace(games=1000),
        decided_fair_share=fair,
        joint_win_rates=lambda: estimates,
        rival_win_rates=lambda: estimates,
        judge_rivals=lambda: verdicts,
    )
    return cast(Any, results)


@pytest.mark.parametrize(
    ("rates", "sentence"),
    [
        (
            [(0.27, 0.002), (0.251, 0.002), (0.244, 0.002), (0.235, 0.002)],
            "Not quite. The first player wins 27 of 100 games; 25 would be fair.",
        ),
        (
            [(0.41, 0.02), (0.28, 0.02), (0.18, 0.02), (0.13, 0.02)],
            "No. The first player wins 41 of 100 games; 25 would be fair.",
        ),
        (
            [(0.27, 0.01), (0.26, 0.01), (0.26, 0.01), (0.21, 0.01)],
            "Not quite. Seat 4 wins 21 of 100 games, the first player 27; 25 would be fair.",
        ),
        (
            [(0.26, 0.02), (0.25, 0.02), (0.25, 0.02), (0.21, 0.02)],
            "Not quite. Seat 4 wins 21 of 100 games; 25 would be fair.",
        ),
        (
            [(0.256, 0.001), (0.25, 0.001), (0.25, 0.001), (0.244, 0.001)],
            "Nearly. The first player wins 25.6 of 100 games; 25.0 would be fair.",
        ),
        ([(0.25, 0.004)] * 4, "Yes. Every seat wins 25 of 100 games, give or take 0.4."),
        (
            [(0.28, 0.034), (0.25, 0.03), (0.25, 0.03), (0.22, 0.031)],
            "Too few games to tell. The first player wins 24 to 32 of 100 games; 25 would be fair.",
        ),
    ],
)
def test_the_verdict_on_seats_names_the_seat_that_is_furthest_from_fair(
    rates: list[tuple[float, float]], sentence: str
) -> None:
    assert describe_fairness(results_of(*rates)) == sentence


def test_each_seat_has_a_verdict_that_agrees_with_its_interval() -> None:
    rates = [(0.27, 0.01), (0.255, 0.002), (0.25, 0.005), (0.26, 0.02), (0.246, 0.002), (0.2, 0.01)]
    table = make_seat_table(results_of(*rates))
    assert [row[-1].text for row in table.rows] == [
        "too many",
        "a little high",
        "fair enough",
        "not clear yet",
        "a little low",
        "too few",
    ]
    assert table.rows[0][1].text == "27.0 \N{PLUS-MINUS SIGN} 1.0"


def test_seats_are_judged_by_the_intervals_that_are_shown() -> None:
    results = played(strategy=["closer"], games="4000")
    fair = results.decided_fair_share
    for rate, verdict in zip(
        results.joint_win_rates().values(), results.judge_rivals(), strict=True
    ):
        excludes_fair = rate.low > fair or rate.high < fair
        assert excludes_fair == (verdict != "not clear")
    alone, jointly = results.rival_win_rates()["seat 1"], results.joint_win_rates()["seat 1"]
    assert jointly.low < alone.low < alone.high < jointly.high


@pytest.mark.parametrize(
    ("rate", "rivals", "fair", "sentence"),
    [
        (Estimate(0.78, 0.77, 0.79, 4000), 3, 0.25, "Yes. One good player among three beginners"),
        (Estimate(0.27, 0.26, 0.28, 4000), 3, 0.25, "Hardly. One good player among three"),
        (Estimate(0.20, 0.19, 0.21, 4000), 3, 0.25, "No. One good player among three beginners"),
        (Estimate(0.55, 0.48, 0.62, 100), 1, 0.5, "Too few games to tell. One good player against"),
    ],
)
def test_skill_is_judged_by_its_interval(
    rate: Estimate, rivals: int, fair: float, sentence: str
) -> None:
    text = describe_skill("random", rivals, rate, fair, is_side=False)
    assert text.startswith(sentence)


def test_skill_of_sides_names_sides() -> None:
    rate = Estimate(0.8, 0.75, 0.85, 400)
    text = describe_skill("random", 1, rate, 0.5, is_side=True)
    assert text == "Yes. One good side against a side of beginners wins 80 of 100 games."


def test_progress_of_a_run_shows_each_seat_and_the_length() -> None:
    results = played(strategy=["random"], games="400")
    rows = make_live_rows(results)
    assert [row[0] for row in rows] == ["seat 1", "seat 2", "seat 3", "seat 4", "length"]
    table = make_seat_table(results)
    assert rows[0] == ["seat 1", f"wins {table.rows[0][1].text} of 100", table.rows[0][3].text]
    assert rows[-1][2].startswith("nine games in ten ")
    undecided = played(strategy=["random"], games="400", rule=["max_turns=20"])
    assert [row[0] for row in make_live_rows(undecided)] == ["length"]
