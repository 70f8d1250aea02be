"""The first page of `when` calls a difference clear, small or open, as its interval shows."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from reports.figures.statistics import UNKNOWN, Estimate
from reports.when import first_page
from simulate.game import find_game
from simulate.play.events import parse_events


def results_of(
    gap: Estimate,
    *,
    share: Estimate | None = None,
    events: tuple[str, ...] = ("seat 1 leads at half-time",),
    left_out: int = 0,
    by_chance: bool = False,
    happened: int = 40,
    path: str = "seats.1.win_rate",
) -> Any:
    """Return results with this difference of win rates, around 28% without the event."""
    game = find_game("snorkeling")
    study = SimpleNamespace(
        loaded_game=game,
        game="snorkeling",
        variant="base",
        players=4,
        changes=(),
        seed=1,
        lineup=("planner",) * 4,
        strategies=("planner",),
    )
    estimates = {
        "with": Estimate(0.28 + gap.value, 0.2, 0.6, 40),
        "without": Estimate(0.28, 0.27, 0.29, 900),
        "difference": gap,
    }
    design = SimpleNamespace(
        parsed=parse_events(events, game, 4), events=events, figure="", study=study
    )
    results = SimpleNamespace(
        design=design,
        game=game,
        study=study,
        contest="seats",
        players=4,
        share=lambda *events: share or Estimate(0.22, 0.2, 0.24, 1000),
        run=SimpleNamespace(games=1000, elapsed=2.0),
        ordered=[(5, 3)] * happened,
        matched=(estimates, left_out),
        path=path,
        by_chance=by_chance,
        describe_moment=lambda moment: f"turn {moment}",
        example_rows=[
            {"when": "seat 1, half-time", "command": "fathom replay snorkeling --game 3"},
            {"when": "seat 1, at the end", "command": "fathom replay snorkeling --game 9"},
        ][:happened],
    )
    return cast(Any, results)


@pytest.mark.parametrize(
    ("gap", "sentences"),
    [
        (
            Estimate(0.05, -0.007, 0.104, 40),
            [
                "Too few games to tell. Seat 1 wins 33 of 100 games with it, 28 without.",
                "The true difference may be 0.7 fewer to 10.4 more wins in 100.",
            ],
        ),
        (
            Estimate(0.13, 0.1, 0.16, 40),
            [
                "A clear difference. Seat 1 wins 41 of 100 games with it, 28 without.",
                "That is 13.0 more wins in 100 games (likely 10.0 to 16.0).",
                "The event need not be the reason: a good position may lead to both.",
            ],
        ),
        (
            Estimate(-0.05, -0.1, -0.0004, 40),
            [
                "A clear difference. Seat 1 wins 23 of 100 games with it, 28 without.",
                "That is 5.00 fewer wins in 100 games (likely 0.04 to 10.00).",
                "The event need not be the reason: a good position may lead to both.",
            ],
        ),
        (
            Estimate(0.004, -0.01, 0.018, 40),
            [
                "Hardly a difference. Seat 1 wins 28 of 100 games with it, 28 without.",
                "The true difference may be 1.0 fewer to 1.8 more wins in 100.",
            ],
        ),
        (
            Estimate(0.003, 0.001, 0.005, 40),
            [
                "A clear difference. Seat 1 wins 28.3 of 100 games with it, 28.0 without.",
                "That is 0.3 more wins in 100 games (likely 0.1 to 0.5).",
                "The event need not be the reason: a good position may lead to both.",
            ],
        ),
        (UNKNOWN, ["Nothing to compare it with: hardly any game lasted that long without it."]),
    ],
)
def test_the_sentence_on_a_difference_follows_from_its_interval(
    gap: Estimate, sentences: list[str]
) -> None:
    assert first_page.describe_difference(results_of(gap)) == sentences


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (4, "A clear difference. The players win 41 of 100 games with it, 28 without."),
        (1, "A clear difference. The player wins 41 of 100 games with it, 28 without."),
    ],
)
def test_joint_wins_are_compared_between_games_with_and_without_an_event(
    players: int, sentence: str
) -> None:
    results = results_of(Estimate(0.13, 0.1, 0.16, 40), path="win_rate")
    results.contest = "together"
    results.players = players
    assert first_page.describe_difference(results)[0] == sentence


def test_an_event_is_reported_as_the_cause_only_if_no_player_chose_it() -> None:
    results = results_of(Estimate(0.13, 0.1, 0.16, 40), by_chance=True)
    assert first_page.describe_difference(results)[-1] == (
        "All players move at random, so the event itself makes the difference."
    )
    results = results_of(Estimate(0.13, 0.1, 0.16, 40), by_chance=False)
    assert first_page.describe_difference(results)[-1] == (
        "The event need not be the reason: a good position may lead to both."
    )


@pytest.mark.parametrize(
    ("share", "happened", "sentences"),
    [
        (
            Estimate(0.22, 0.2, 0.24, 1000),
            40,
            ["In 22 \N{PLUS-MINUS SIGN} 2 of 100 games seat 1 leads at half-time."],
        ),
        (
            Estimate(0.0, 0.0, 0.004, 1000),
            0,
            ["Never in 1,000 games: seat 1 leads at half-time."],
        ),
    ],
)
def test_the_share_of_games_is_written_as_a_number_out_of_100(
    share: Estimate, happened: int, sentences: list[str]
) -> None:
    results = results_of(UNKNOWN, share=share, happened=happened)
    half_time = "Half-time is after the first round."
    assert first_page.describe_share(results) == [*sentences, half_time]
    if not happened:
        assert first_page.describe_difference(results) == []


def test_suggested_next_steps_depend_on_the_results() -> None:
    def purposes(results: Any) -> list[str]:
        return [step.purpose for step in first_page.suggest_next_steps(results)]

    open_gap, clear_gap = Estimate(0.05, -0.01, 0.1, 40), Estimate(0.13, 0.1, 0.16, 40)
    examples = ["See it (seat 1, half-time)", "See it (seat 1)"]
    assert purposes(results_of(clear_gap)) == examples
    assert purposes(results_of(open_gap)) == ["Be surer", *examples]
    assert purposes(results_of(UNKNOWN, happened=0)) == ["Be surer", "List what can happen"]
    [surer, *_] = first_page.suggest_next_steps(results_of(open_gap))
    assert surer.command == "fathom when snorkeling 'seat 1 leads at half-time' --games 4k"


def test_the_number_of_games_left_out_is_reported() -> None:
    sentences = first_page.describe_trust(results_of(Estimate(0.05, -0.01, 0.1, 40), left_out=24))
    assert sentences == [
        "Compared with games that were at the same point without it.",
        "24 games are left out: hardly any game was at the same point without it.",
        "Tried with one kind of player only; others may differ.",
    ]
    wins = results_of(Estimate(3, 1, 5, 40), events=("seat 1 wins",))
    assert first_page.describe_trust(wins)[0] == "Compared with all other games."
