"""The first page of `ask` names what a designer can use, as far as the intervals allow."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from reports.ask import first_page
from reports.ask.sentences import answer_costs, question_text
from reports.figures.statistics import Estimate


def answer_of(topic: str, subject: str, wins: float, half: float, effect: str) -> Any:
    """Return the result of a question, with the wins of 100 games and half their interval."""
    return SimpleNamespace(
        question=SimpleNamespace(topic=topic, subject=subject),
        player=SimpleNamespace(spec="closer"),
        win_rate=Estimate(wins / 100, (wins - half) / 100, (wins + half) / 100, 400),
        effect=effect,
    )


def results_of(*answers: Any, tier: int = 3, competitor_wins: str = "a player wins") -> Any:
    base = SimpleNamespace(spec="planner", tier=tier)
    results = SimpleNamespace(
        answers=list(answers),
        expected=0.25,
        design=SimpleNamespace(base=base),
        competitor_wins=competitor_wins,
        competitor_word="player",
        unhindered_rate=None,
    )
    return cast(Any, results)


@pytest.mark.parametrize(
    ("halves", "sentence"),
    [
        (
            (2, 3),
            "All actions, most of all “lays”: without it, a player wins 4 ± 2 of 100 games instead "
            "of 25.",
        ),
        (
            (4, 8),
            "All actions. Without “lays”, for example, a player wins at most 8 of 100 games "
            "instead of 25.",
        ),
    ],
)
def test_the_most_needed_action_is_named_only_if_it_is_clear(
    halves: tuple[float, float], sentence: str
) -> None:
    answers = [
        answer_of("without", "lays", 4, halves[0], "costs"),
        answer_of("without", "stops", 11, halves[1], "costs"),
    ]
    assert first_page.describe_actions(results_of(*answers)) == [sentence]


def test_a_group_wins_together_in_the_sentence_on_the_most_needed_action() -> None:
    results = results_of(
        answer_of("without", "lays", 4, 2, "costs"), competitor_wins="the players win"
    )
    assert first_page.describe_actions(results) == [
        "All actions, most of all “lays”: without it, the players win 4 ± 2 of 100 games instead "
        "of 25."
    ]


def test_actions_that_nobody_needs_or_that_suffice_alone_come_before_unclear_ones() -> None:
    answers = [
        answer_of("without", "lays", 4, 2, "costs"),
        answer_of("without", "bows", 25, 1, "free"),
        answer_of("only", "digs", 25, 1, "free"),
        answer_of("without", "waves", 24, 4, "not clear"),
    ]
    assert first_page.describe_actions(results_of(*answers)) == [
        "Nobody needs “bows”.",
        "Each of these is enough as a habit: “digs”.",
        "Too few games to tell whether a player needs “waves”.",
    ]


def test_playing_like_a_weaker_style_is_not_listed_among_missing_abilities() -> None:
    style = answer_of("able", "solid", 6, 1, "costs")
    planning = answer_of("able", "planning", 9, 1, "costs")
    assert first_page.describe_actions(results_of(style)) == [
        "A player who plays like closer wins 6 ± 1 of 100 games instead of 25."
    ]
    assert first_page.describe_actions(results_of(style, planning)) == [
        "Without planning ahead, a player wins 9 ± 1 of 100 games instead of 25."
    ]
    assert question_text(style) == "Must you play better than closer?"


def test_the_page_says_if_no_ability_clearly_matters_and_no_action_was_asked_about() -> None:
    unclear = answer_of("able", "thinking", 25, 4, "not clear")
    assert first_page.describe_actions(results_of(unclear)) == [
        "Too few games to tell: no handicap clearly costs anything."
    ]


def abilities(effects: list[str]) -> list[Any]:
    """Return results on moving at random, on a weaker style and on the scores, by effect."""
    wins = {"costs": 10, "helps": 40, "free": 25, "not clear": 25}
    return [
        answer_of("able", subject, wins[effect], 1, effect)
        for subject, effect in zip(["random", "solid", "scores"], effects, strict=True)
    ]


@pytest.mark.parametrize(
    ("effects", "sentence"),
    [
        (["free", "free", "free"], "No handicap costs anything that people would notice."),
        (["free", "not clear", "free"], "No handicap clearly costs anything; 1 is not clear yet."),
        (
            ["not clear", "free", "not clear"],
            "No handicap clearly costs anything; 2 are not clear yet.",
        ),
        (
            ["free", "helps", "not clear"],
            "No handicap clearly costs anything. A player who plays like closer wins 40 ± 1 of 100 "
            "games instead of 25.",
        ),
        (
            ["costs", "free", "free"],
            "A player who moves at random wins 10 ± 1 of 100 games instead of 25.",
        ),
        (
            ["costs", "costs", "free"],
            "A player who plays like closer wins 10 ± 1 of 100 games instead of 25.",
        ),
    ],
)
def test_the_page_answers_even_if_no_action_was_asked_about(
    effects: list[str], sentence: str
) -> None:
    assert first_page.describe_actions(results_of(*abilities(effects))) == [sentence]


def test_moving_at_random_is_named_as_costly_if_nothing_else_costs_anything() -> None:
    first, *_ = answer_costs(results_of(*abilities(["costs", "free", "free"])))
    assert first.startswith("A player who moves at random wins 10.0 of 100 games ")


def test_the_trust_section_states_the_effect_of_chance_and_who_played() -> None:
    answers = [answer_of("without", "lays", 4, 2.5, "costs")]
    assert first_page.describe_trust(results_of(*answers)) == [
        "With more games, wins could still change by about 3 in 100.",
        "Tried with one kind of player only; others may differ.",
    ]
    assert first_page.describe_trust(results_of(*answers, tier=0)) == [
        "The others move at random. Name better ones with --with, as their needs differ."
    ]
