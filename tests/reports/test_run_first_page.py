"""The first page of a run answers each question in a sentence that a designer would say."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from reports.figures.figure import LEADS
from reports.figures.statistics import Estimate
from reports.run import fairness, first_page
from reports.run.first_page import (
    describe_fairness,
    describe_skill,
    describe_tension,
    make_live_rows,
    make_seat_table,
)
from tests.helpers.reports_made import played
from tests.helpers.studies import make_study


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
        robustness=None,
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
            "Too few games: the first player wins 24.6 to 31.4 of 100 (fair: 25).",
        ),
    ],
)
def test_the_verdict_on_seats_names_the_seat_that_is_furthest_from_fair(
    rates: list[tuple[float, float]], sentence: str
) -> None:
    assert describe_fairness(results_of(*rates)) == sentence


@pytest.mark.parametrize(
    ("verdict", "start"),
    [
        ("settled", "Yes. Every seat wins 25 of 100 games, "),
        ("not clear", "Yes, for these players. Every seat wins 25 \N{PLUS-MINUS SIGN} 0.4 of "),
        ("depends on style", "Yes, for these players. Every seat wins "),
    ],
)
def test_seats_are_called_fair_for_all_players_only_if_other_players_confirm_it(
    verdict: str, start: str
) -> None:
    results = results_of(*[(0.25, 0.004)] * 4)
    results.robustness = SimpleNamespace(judged={"seats": SimpleNamespace(verdict=verdict)})
    sentence = describe_fairness(results)
    assert sentence.startswith(start)
    assert len(f"FAIR?   {sentence}") < 80


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


def test_the_answer_on_skill_speaks_of_sides_if_seats_form_sides() -> None:
    rate = Estimate(0.8, 0.75, 0.85, 400)
    text = describe_skill("random", 1, rate, 0.5, is_side=True)
    assert text == "Yes. One good side against a side of beginners wins 80 of 100 games."


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ((0.0, 0.0), "The lead never changes."),
        ((0.9, 0.1), "The lead changes about once a game."),
        ((2.4, 0.1), "The lead changes two or three times a game."),
        ((0.1, 0.02), "The lead changes about once in 10 games."),
    ],
)
def test_lead_changes_are_given_in_words(changes: tuple[float, float], sentence: str) -> None:
    value, half = changes
    results = SimpleNamespace(
        has=lambda path: True,
        figure=lambda path: SimpleNamespace(listed=True),
        estimate=lambda path: Estimate(value, value - half, value + half, 900),
        is_hardly_won=True,
    )
    assert describe_tension(cast(Any, results)) == [sentence]


@pytest.mark.parametrize(
    ("wins", "sentence"),
    [
        ((0.26, 0.02), "Leading after round 1 makes no measurable difference."),
        (
            (0.43, 0.02),
            "Whoever leads after round 1 wins 43 of 100 games (fair: 25).",
        ),
        (
            (0.75, 0.25),
            "Whoever leads after round 1 wins more often; too few games to say how much.",
        ),
        (
            (0.10, 0.06),
            "Whoever leads after round 1 wins less often; too few games to say how much.",
        ),
    ],
)
def test_an_early_lead_is_judged_by_its_interval(wins: tuple[float, float], sentence: str) -> None:
    value, half = wins
    run = SimpleNamespace(games=1000, study=None)
    results = SimpleNamespace(
        run=run,
        is_hardly_won=False,
        figures_about=lambda topic: [SimpleNamespace(kind=LEADS, by_chance=0.25, path="leads")],
        estimate=lambda path: Estimate(value, value - half, value + half, 900),
        fair_share=0.25,
        game=SimpleNamespace(halftime="after the first round", halves=False),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(first_page, "share_with_winner", lambda run: 1.0)
        assert first_page._describe_early_lead(cast(Any, results)) == sentence


@pytest.mark.parametrize(
    ("ends", "group", "seat", "sentence"),
    [
        ((39.5, 73.2), "length", 0, "usually 39 to 74 minutes"),
        ((2.11, 3.4), "course", 0, "2.1 to 3.4 lead changes"),
        ((-0.031, 0.05), "seats", 2, "seat 2 wins 21 to 30 of 100 games"),
    ],
)
def test_a_figure_that_depends_on_who_plays_is_given_as_a_range(
    ends: tuple[float, float], group: str, seat: int, sentence: str
) -> None:
    judged = SimpleNamespace(seat=seat, figure=SimpleNamespace(group=group))
    text = first_page._describe_span(cast(Any, judged), ends, 0.25)
    assert text == f"Depends on who plays: {sentence} with other good players."


@pytest.mark.parametrize(
    ("box", "mean", "purpose"),
    [
        (None, 90.0, ""),
        ((30, 30), 34.0, ""),
        ((30, 30), 45.0, "Shorten it"),
        ((30, 45), 20.0, "Make it longer"),
        ((30, 45), 40.0, ""),
    ],
)
def test_rules_for_another_length_are_suggested_only_if_games_clearly_miss_the_time_on_the_box(
    box: tuple[int, int] | None, mean: float, purpose: str
) -> None:
    results = SimpleNamespace(
        game=SimpleNamespace(box_minutes=box),
        estimate=lambda path: Estimate(mean, mean - 0.5, mean + 0.5, 900),
        run=SimpleNamespace(study=make_study("schnuff", 4, lineup=("random",) * 4)),
    )
    assert first_page.is_as_long_as_the_box_says(cast(Any, results)) == (not purpose)
    if purpose:
        step = first_page._step_to_box(cast(Any, results))
        assert step.purpose == purpose
        assert step.command.startswith("fathom tune schnuff -s random --target length.minutes.mean")


@pytest.mark.parametrize(
    ("box", "lengths", "half", "sentence"),
    [
        ((30, 30), (20, 32, 48), 0.5, "The box says about 30 minutes, which fits."),
        ((20, 20), (15, 17, 18), 0.1, "The box says about 20 minutes; most games are shorter."),
        ((20, 20), (18, 19, 19.5), 0.1, "The box says about 20 minutes; most games are shorter."),
        ((30, 30), (18, 24.5, 36), 0.5, "The box says about 30 minutes; most games are shorter."),
        ((30, 30), (25, 35, 50), 0.5, "The box says about 30 minutes; most games are longer."),
        ((10, 20), (15, 15, 15), 0.0, "The box says 10 to 20 minutes, which fits."),
        ((30, 45), (25, 28, 40), 0.5, "The box says 30 to 45 minutes, which fits."),
        (
            (30, 30),
            (18, 25, 36),
            6,
            "The box says about 30 minutes; too few games to tell whether that fits.",
        ),
        ((30, 45), (40, 60, 80), 0.5, "The box says less: 30 to 45 minutes."),
        ((30, 45), (10, 20, 35), 0.5, "The box says more: 30 to 45 minutes."),
    ],
)
def test_the_time_on_the_box_is_compared_with_the_length(
    box: tuple[int, int], lengths: tuple[float, float, float], half: float, sentence: str
) -> None:
    usual = lengths[1]
    results = SimpleNamespace(
        game=SimpleNamespace(box_minutes=box),
        estimate=lambda path: Estimate(usual, usual - half, usual + half, 900),
        minutes=lambda: SimpleNamespace(percentiles=dict(zip((5, 50, 95), lengths, strict=True))),
        unfinished=0,
        run=SimpleNamespace(games=900),
    )
    [item] = first_page.describe_box(cast(Any, results))
    assert item.text == sentence


@pytest.mark.parametrize(
    ("rates", "sentence"),
    [
        ({"planner": (0.51, 0.03), "random": (0.1, 0.02)}, "planner: it wins 51 of 100 games; "),
        ({"planner": (0.4, 0.03), "eager": (0.38, 0.03)}, "Perhaps planner: it wins 40 of 100 "),
        ({"planner": (0.27, 0.05), "eager": (0.23, 0.05)}, "Too few games to tell."),
    ],
)
def test_the_best_style_is_named_as_surely_as_its_interval_allows(
    rates: dict[str, tuple[float, float]], sentence: str
) -> None:
    estimates = {
        spec: Estimate(rate, rate - half, rate + half, 900) for spec, (rate, half) in rates.items()
    }
    verdicts = [
        "above fair" if rate.low > 0.25 else "below fair" if rate.high < 0.25 else "not clear"
        for rate in estimates.values()
    ]
    results = SimpleNamespace(
        is_hardly_won=False,
        is_seated=False,
        decided_fair_share=0.25,
        judge_win_rates=lambda kind: verdicts,
        joint_win_rates=lambda kind: estimates,
    )
    text = first_page.describe_strategies(cast(Any, results))
    assert text.startswith(sentence)
    results.is_seated = True
    assert not first_page.describe_strategies(cast(Any, results))


def test_suggested_commands_keep_the_players() -> None:
    results = played(strategy=["closer", "random", "random", "random"], games="400")
    commands = [step.command for step in first_page.suggest_next_steps(results)]
    players = " -s closer,random,random,random"
    assert commands
    assert all(players in command for command in commands)


def test_even_seats_are_not_suggested_again_for_a_head_start_that_tune_suggested(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(first_page, "_is_unfair", lambda results: True)
    monkeypatch.setattr(fairness, "find_starting_rule", lambda results: None)
    for rules, is_suggested in (([], True), (["head_start.4=0.5"], False)):
        results = played(strategy=["random"], games="40", rule=rules)
        commands = [step.command for step in first_page.suggest_next_steps(results)]
        assert (
            any("tune" in command and "--even" in command for command in commands) is is_suggested
        )


def test_the_text_of_a_run_has_no_words_for_insiders() -> None:
    results = played(strategy=["planner"], games="400")
    assert first_page.describe_games(results) == (
        "400 games \N{MIDDLE DOT} good players (style: planner)"
    )
    assert first_page.describe_open_rules(results) == (
        "The rulebook leaves 4 things open; our choices: fathom rules snorkeling"
    )
    assert first_page.describe_scope(results) == (
        "Tried with one kind of player only; others may differ: fathom run snorkeling --robust"
    )


def test_progress_of_a_run_shows_each_seat_and_the_length() -> None:
    results = played(strategy=["random"], games="400")
    rows = make_live_rows(results)
    assert [row[0] for row in rows] == ["seat 1", "seat 2", "seat 3", "seat 4", "length"]
    table = make_seat_table(results)
    assert rows[0] == ["seat 1", f"wins {table.rows[0][1].text} of 100", table.rows[0][3].text]
    assert rows[-1][2].startswith("nine games in ten ")
    undecided = played(strategy=["random"], games="400", rule=["max_turns=20"])
    assert [row[0] for row in make_live_rows(undecided)] == ["length"]


@pytest.mark.parametrize(
    ("rounds", "stretch", "moment"),
    [
        ((21.0, 0.0), "round", "after half of the rounds (round 10 of 21)"),
        ((8.3, 0.1), "round", "after half of the rounds (about round 4 of 8)"),
        ((1.2, 0.1), "round", "after half of the rounds (about round 1 of 1)"),
        ((21.0, 0.0), "lap", "after half of the laps"),
    ],
)
def test_half_time_in_the_middle_of_a_game_names_its_usual_round(
    rounds: tuple[float, float], stretch: str, moment: str
) -> None:
    mean, half = rounds
    game = SimpleNamespace(halftime=f"after half of the {stretch}s", halves=True, stretch=stretch)
    estimate = Estimate(mean, mean - half, mean + half, 900, is_constant=half == 0)
    results = SimpleNamespace(game=game, estimate=lambda path: estimate)
    assert first_page.describe_half_time(cast(Any, results)) == moment


@pytest.mark.parametrize(
    ("low", "rate", "high", "shown"),
    [
        (0.2502, 0.2672, 0.2854, "26.72 ± 1.70"),
        (0.2552, 0.2672, 0.2854, "26.7 ± 1.2"),
        (0.2312, 0.2420, 0.2494, "24.20 ± 0.74"),
        (0.2402, 0.2572, 0.2754, "25.7 ± 1.9"),
    ],
)
def test_a_verdict_agrees_with_the_uncertainty_beside_it(
    low: float, rate: float, high: float, shown: str
) -> None:
    results = results_of((0.25, 0.01))
    results.joint_win_rates = lambda: {"seat 1": Estimate(rate, low, high, 1000)}
    assert make_seat_table(results).rows[0][1].text == shown
