"""The first page of `waiting` says in short sentences what its intervals allow, and no more."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from reports.figures.statistics import Estimate
from reports.waiting import first_page

GAME = SimpleNamespace(
    number_of_sides=lambda players: players,
    usual_players=4,
    seats=(2, 4),
    default_strategy="planner",
    default_variant="base",
    name="toy",
)


def results_of(*waits: Estimate, picks: int = 0, tried: int = 0, **estimates: Estimate) -> Any:
    """Return results with these waits: of all seats, then of each seat."""
    rows = [
        {"seat": seat, "value": wait, "minutes": wait.value / 4, "most": Estimate(4, 4, 4, wait.n)}
        for seat, wait in enumerate(waits)
    ]
    study = SimpleNamespace(
        strategies=("planner",),
        lineup=("planner",) * 4,
        seed=1,
        players=4,
        loaded_game=GAME,
        game="toy",
        variant="base",
        changes=(),
    )
    results = SimpleNamespace(
        rows=rows,
        estimates={"waiting_all": waits[0], **estimates},
        players=4,
        seconds=15,
        study=study,
        game=GAME,
        run=SimpleNamespace(games=400, elapsed=2.0),
        weighed=np.zeros((tried, 9)),
        picks=np.arange(tried) < picks,
        examples=[],
    )
    return cast(Any, results)


def wait_of(value: float, half: float = 0.01, *, is_constant: bool = False) -> Estimate:
    return Estimate(value, value - half, value + half, 1000, is_constant)


@pytest.mark.parametrize(
    ("waits", "sentences"),
    [
        (
            [wait_of(2.3), *map(wait_of, (2.1, 2.2, 2.4, 2.5))],
            [
                "Between two turns, a player waits about 34 seconds.",
                "That is 2.3 turns of others, at 15 seconds per turn.",
            ],
        ),
        (
            [wait_of(2.3, 0.3), *[wait_of(2.3, 0.4)] * 4],
            [
                "Between two turns, a player waits about 34 seconds.",
                "That is 2.3 \N{PLUS-MINUS SIGN} 0.3 turns of others, at 15 seconds per turn.",
                "Of 20 waits, 19 last at most 4 turns.",
                "No seat clearly waits longer than another.",
            ],
        ),
        (
            [wait_of(3, is_constant=True)] * 5,
            [
                "Between two turns, a player waits about 45 seconds.",
                "That is 3 turns of others, at 15 seconds per turn.",
                "Every wait is 3 turns.",
            ],
        ),
        (
            [wait_of(60), *map(wait_of, range(50, 60))],
            [
                "Between two turns, a player waits about 15 minutes.",
                "That is 60.0 turns of others, at 15 seconds per turn.",
                "Of 20 waits, 19 last at most 4 turns.",
                "Seat 10 waits longest (59.0 turns), seat 1 least (50.0 turns).",
            ],
        ),
        ([Estimate(0, 0, 0, 0)], ["Nobody has a second turn, so nobody waits for one."]),
    ],
)
def test_the_first_page_gives_the_wait_in_turns_and_minutes(
    waits: list[Estimate], sentences: list[str]
) -> None:
    results = results_of(*waits)
    results.players = len(waits) - 1
    assert first_page.describe_wait(results) == sentences


def test_the_first_page_has_a_table_of_waits_only_if_seats_clearly_differ() -> None:
    table = first_page.make_seat_table(results_of(*map(wait_of, (2.3, 2.1, 2.2, 2.4, 2.5))))
    assert table
    assert [cell.text for cell in table.rows[0]] == [
        "seat 1",
        "2.1",
        "32 seconds",
        "at most 4 turns",
    ]
    alike = [wait_of(2.3), *(wait_of(2.3 + seat / 50) for seat in range(4))]
    assert first_page.make_seat_table(results_of(*alike)) is None
    unclear = [wait_of(2.3), *(wait_of(2 + seat / 5, 0.5) for seat in range(4))]
    assert first_page.make_seat_table(results_of(*unclear)) is None


@pytest.mark.parametrize(
    ("share", "picks", "tried", "sentences"),
    [
        (
            Estimate(0.03, 0.015, 0.045, 400),
            12,
            400,
            ["In 3 \N{PLUS-MINUS SIGN} 2 of 100 choices a player with no hope decides who wins."],
        ),
        (
            Estimate(0.3, 0.25, 0.35, 300),
            90,
            300,
            ["In 30 \N{PLUS-MINUS SIGN} 5 of 100 choices a player with no hope decides who wins."],
        ),
        (
            Estimate(0, 0, 0.009, 400),
            0,
            400,
            ["In fewer than 1 of 100 choices a player with no hope decides who wins."],
        ),
        (
            Estimate(0, 0, 0.095, 40),
            0,
            40,
            [
                "Too few games to tell.",
                "Of 40 choices examined, none let a player with no hope decide who wins.",
            ],
        ),
        (
            Estimate(0.025, 0.004, 0.14, 40),
            1,
            40,
            [
                "Too few games to tell.",
                "Of 40 choices examined, 1 let a player with no hope decide who wins.",
            ],
        ),
        (Estimate(0, 0, 1, 0), 0, 0, ["Not known for this game; --full says why."]),
    ],
)
def test_kingmaking_is_reported_only_if_enough_choices_were_tried(
    share: Estimate, picks: int, tried: int, sentences: list[str]
) -> None:
    results = results_of(wait_of(3), picks=picks, tried=tried, kingmaking=share)
    assert first_page.describe_kingmakers(results) == sentences
    results.game = SimpleNamespace(number_of_sides=lambda players: 2)
    assert first_page.describe_kingmakers(results) == []


def test_too_few_choices_suggest_more_games_and_long_waits_fewer_players() -> None:
    unclear = Estimate(0, 0, 0.095, 40)
    results = results_of(wait_of(16), tried=40, kingmaking=unclear)
    commands = {step.purpose: step.command for step in first_page.suggest_next_steps(results)}
    assert commands == {
        "Be surer": "fathom waiting toy --games 4k",
        "Try fewer": "fathom waiting toy --players 3",
        "Read a game": "fathom replay toy --game 0 --moves",
    }


@pytest.mark.parametrize(
    ("out", "sentence"),
    [
        (Estimate(0, 0, 0.01, 400), "Nobody was out early in 400 games."),
        (
            Estimate(0.5, 0.46, 0.54, 400),
            "In 50 \N{PLUS-MINUS SIGN} 4 of 100 games somebody is out early, and then watches "
            "12.0 turns.",
        ),
    ],
)
def test_the_first_page_describes_elimination_and_turns_without_a_choice(
    out: Estimate, sentence: str
) -> None:
    results = results_of(wait_of(3), out=out, out_turns=wait_of(12))
    assert first_page.describe_out(results) == [sentence]
    results = results_of(wait_of(3), forced=Estimate(0.3, 0.296, 0.304, 900))
    assert first_page.describe_forced(results) == [
        "In 30 of 100 turns a player has nothing to choose."
    ]


def test_the_trust_section_of_waits_states_the_effect_of_chance_and_who_played() -> None:
    who = "Tried with one kind of player only; others may differ."
    assert first_page.describe_trust(results_of(wait_of(3))) == [
        "With more games, the average wait could still change by less than 0.1 turns.",
        who,
    ]
    assert first_page.describe_trust(results_of(wait_of(3, 0.25)))[0] == (
        "With more games, the average wait could still change by about 0.3 turns."
    )
    assert first_page.describe_trust(results_of(wait_of(3, is_constant=True))) == [who]
    assert first_page.describe_trust(results_of(wait_of(3, np.inf)))[0] == (
        "Too few games to say how exact the average wait is."
    )
