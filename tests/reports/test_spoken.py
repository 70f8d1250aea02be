"""Shares and means are written as a person would say them, and never claim more than intervals."""

from __future__ import annotations

import math

import pytest

from reports.figures.statistics import Estimate
from reports.writing.spoken import (
    describe_chance,
    describe_players,
    describe_scope,
    games_option,
    how_often,
    in_100_games,
    mean_text,
    minutes_text,
    of_100,
    range_of_100,
    range_of_counts,
    range_of_minutes,
    whole_range,
)
from tests.helpers.studies import make_study

PLUS_MINUS = "\N{PLUS-MINUS SIGN}"


@pytest.mark.parametrize(
    ("low", "value", "high", "text"),
    [
        (0.268, 0.27, 0.272, "27 of 100"),
        (0.25, 0.27, 0.29, f"27 {PLUS_MINUS} 2 of 100"),
        (0.256, 0.27, 0.288, f"27 {PLUS_MINUS} 2 of 100"),
        (0.0, 0.0, 0.009, "fewer than 1 of 100"),
        (0.002, 0.01, 0.031, "at most 4 of 100"),
        (0.992, 0.995, 0.999, "more than 99 of 100"),
        (0.952, 0.98, 0.995, "at least 95 of 100"),
        (math.nan, 0.5, math.nan, "an unknown number of 100"),
    ],
)
def test_a_share_is_written_as_a_number_out_of_100(
    low: float, value: float, high: float, text: str
) -> None:
    assert of_100(Estimate(value, low, high, 100)) == text


@pytest.mark.parametrize(
    ("value", "half", "text"),
    [
        (3.0, 0.01, "3.0 turns"),
        (2.31, 0.11, f"2.3 {PLUS_MINUS} 0.2 turns"),
        (116.4, 3.2, f"116 {PLUS_MINUS} 4 turns"),
        (3.25, math.inf, "3.25 turns"),
    ],
)
def test_a_mean_has_at_most_one_decimal(value: float, half: float, text: str) -> None:
    assert mean_text(Estimate(value, value - half, value + half, 9), "turns") == text


def test_a_constant_mean_of_1_is_written_in_the_singular() -> None:
    assert mean_text(Estimate(1, 1, 1, 9, is_constant=True), "turns") == "1 turn"


def test_times_and_ranges_are_rounded_to_whole_numbers_if_precise_enough() -> None:
    assert [minutes_text(value) for value in (0.44, 1.0, 9.94, 44.6)] == [
        "0.4 minutes",
        "1 minute",
        "9.9 minutes",
        "45 minutes",
    ]
    assert whole_range(43.2, 82.1, "minutes") == "43 to 83 minutes"
    assert whole_range(3.0, 3.0, "minutes") == "3 minutes"


@pytest.mark.parametrize(
    ("lineup", "words"),
    [
        (["planner"] * 3, "good players (style: planner)"),
        (["random"] * 3, "players who move at random"),
        (["eager"] * 3, "players of the style eager"),
        (["planner", "random", "random"], "styles: planner, 2 \N{MULTIPLICATION SIGN} random"),
    ],
)
def test_players_are_described_by_their_strength_and_style(lineup: list[str], words: str) -> None:
    assert describe_players(make_study("snorkeling", 3, lineup=tuple(lineup))) == words


def test_the_scope_says_how_many_kinds_of_players_were_tried() -> None:
    alike = make_study("snorkeling", 3, lineup=("planner",) * 3)
    mixed = make_study("snorkeling", 3, lineup=("planner", "random", "random"))
    assert describe_scope(alike) == "Tried with one kind of player only; others may differ."
    assert describe_scope(mixed, "fathom run x") == (
        "Tried with these players only; others may differ: fathom run x"
    )


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.06, "6 in 100 games"),
        (0.0191, "2 in 100 games"),
        (0.0121, "1.3 in 100 games"),
        (0.01, "1 in 100 games"),
        (0.006, "0.6 in 100 games"),
        (0.0002, "0.02 in 100 games"),
        (0.000001, "less than 0.01 in 100 games"),
    ],
)
def test_a_change_of_a_share_is_written_as_a_number_of_games(share: float, text: str) -> None:
    assert in_100_games(share) == text


@pytest.mark.parametrize(
    ("mean", "text"),
    [
        (0.02, "about once in 50 games"),
        (0.4, "about once in 2 games"),
        (0.7, "about once a game"),
        (0.9, "about once a game"),
        (1.24, "about once a game"),
        (1.5, "once or twice a game"),
        (2.1, "about twice a game"),
        (2.4, "two or three times a game"),
        (3.0, "about three times a game"),
        (13.4, "about 13 times a game"),
    ],
)
def test_a_mean_number_of_times_is_written_in_words(mean: float, text: str) -> None:
    assert how_often(mean) == text


@pytest.mark.parametrize(
    ("games", "text"), [(400, "400"), (8_400, "8400"), (20_000, "20k"), (3_000_000, "3M")]
)
def test_numbers_of_games_are_written_as_people_type_them(games: int, text: str) -> None:
    assert games_option(games) == text


@pytest.mark.parametrize(
    ("usual", "end"),
    [
        (Estimate(72.0, 71.2, 72.8, 900), "1 minute."),
        (Estimate(72.0, 69.9, 74.1, 900), "3 minutes."),
        (Estimate(3.0, 2.8, 3.2, 900), "0.2 minutes."),
    ],
)
def test_the_effect_of_chance_is_given_in_games_and_minutes(usual: Estimate, end: str) -> None:
    assert describe_chance(0.019, usual) == (
        f"More games may change wins by about 1.9 in 100, the length by {end}"
    )


@pytest.mark.parametrize(
    "usual",
    [
        None,
        Estimate(72.0, 71.8, 72.2, 900),
        Estimate(8.0, 7.0, 9.0, 900, is_constant=True),
        Estimate(8.0, -math.inf, math.inf, 1),
    ],
)
def test_the_effect_of_chance_on_a_length_that_hardly_changes_is_left_out(
    usual: Estimate | None,
) -> None:
    assert describe_chance(0.019, usual) == (
        "With more games, wins could still change by about 1.9 in 100."
    )


def test_an_infinite_interval_is_described_as_too_few_games() -> None:
    assert describe_chance(math.inf) == ("Too few games to say how exact these numbers are.")


def test_ranges_are_rounded_outward() -> None:
    assert range_of_100(0.244, 0.311) == "24 to 32"
    assert range_of_100(0.25, 0.25) == "25"
    assert range_of_minutes(39.5, 73.0) == "39 to 73 minutes"
    assert range_of_minutes(1.1, 3.24) == "1.1 to 3.3 minutes"
    assert range_of_counts(2.11, 3.39) == "2.1 to 3.4"
    assert range_of_counts(2.0, 2.0) == "2"
