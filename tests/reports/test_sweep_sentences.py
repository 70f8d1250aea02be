"""What a sweep says in words, and never what is not clear."""

from __future__ import annotations

import re

import pytest

from reports.figures.precision import half_width
from reports.sweep.charts import charts_of
from reports.sweep.document import find
from reports.sweep.sentences import sentences, title
from reports.writing.numbers import known_decimals
from tests.helpers.sweeps import ADVANTAGE, MINUS, MINUTES, at, numbers_of, sweep_of


def test_a_sentence_says_from_where_to_where_and_what_clearly_is_an_end() -> None:
    sweep = sweep_of("target_score=6,12,18", games="300", paths=(MINUTES,))
    _, (first, _, last) = numbers_of(sweep, MINUTES)
    assert sentences(sweep) == [
        f"Mean length in minutes: {first} to {last}, lowest with 6, highest with 18."
    ]


def test_an_end_is_not_named_unless_it_clearly_is_one() -> None:
    sweep = sweep_of("players=2:6:1", games="5000", paths=(ADVANTAGE,))
    verdicts = [at(sweep, ADVANTAGE, place).standing for place in range(5)]
    assert verdicts == ["higher", "not clear", "base", "not clear", "lower"]
    _, shown = numbers_of(sweep, ADVANTAGE)
    assert sentences(sweep) == [
        f"First-player advantage: {shown[4]} to {shown[0]} percentage points, clearly different "
        "with 2 players, 6 players."
    ]


@pytest.mark.parametrize("score", ["11", "8,9,10,11"])
def test_where_nothing_is_clear_no_value_stands_out(score: str) -> None:
    seats = tuple(f"seats.{seat}.win_rate" for seat in (2, 3))
    sweep = sweep_of(f"target_score={score},12", games="60", paths=(ADVANTAGE, *seats))
    assert sweep.standings([ADVANTAGE, *seats]) == {"base", "not clear"}
    only, both = sentences(sweep)
    assert only.startswith("First-player advantage: ")
    assert only.endswith("; no difference is clear.")
    assert "with" not in only
    assert both == "No difference in seats' win rates is clear."


def test_over_two_rules_no_extreme_is_named_that_is_not_clear() -> None:
    sweep = sweep_of("target_score=8,12", "hand_size=4,5", paths=(ADVANTAGE, MINUTES))
    assert sweep.standings([ADVANTAGE]) == {"base", "not clear"}
    advantage, minutes = sentences(sweep)
    assert advantage.endswith("; no difference is clear.")
    assert sweep.standings([MINUTES]) == {"base", "higher", "lower"}
    _, shown = numbers_of(sweep, MINUTES)
    assert minutes == (
        f"Mean length in minutes: {shown[1]} to {shown[2]}, lowest with target_score 8, hand_size "
        "5, highest with target_score 12, hand_size 4."
    )


def test_what_is_the_same_everywhere_is_said_to_be() -> None:
    paths = ("lead_changes", *(f"seats.{seat}.win_rate" for seat in range(1, 5)))
    one, seats = sentences(sweep_of("seconds_per_turn=10,20", games="60", paths=paths))
    assert re.fullmatch(r"Lead changes a game: \S+, exactly the same at all values\.", one)
    assert seats == "Seats' win rates are exactly the same at all values."


def test_along_players_the_sentence_tells_distances_from_the_fair_share() -> None:
    sweep = sweep_of("players=2,4", games="400", paths=("seats.2.win_rate",))
    [only] = sentences(sweep)
    assert only.startswith("Win rate of seat 2 from the fair share: ")
    [chart] = charts_of(sweep)
    for point in sweep.points:
        distance = point.results.estimate("seats.2.win_rate").value - 1 / point.results.players
        shown = f"{100 * distance:+.1f}".replace("-", MINUS)
        name = f"{point.results.players}"
        assert re.search(rf"{re.escape(shown)}( percentage points)? with {name}", chart.words)


def test_numbers_of_a_figure_have_as_many_decimals_at_every_setting() -> None:
    sweep = sweep_of("target_score=6,12,30", games="200", paths=(MINUTES,))
    line, shown = numbers_of(sweep, MINUTES)
    reaches = [half_width(found.estimate) for found in line.known]
    assert line.reach == sorted(reaches)[1]
    assert len({len(text.partition(".")[2]) for text in shown}) == 1
    assert len(shown[0].partition(".")[2]) == known_decimals(line.reach, line.unit)


def test_the_title_names_what_is_varied_and_what_is_not() -> None:
    sweep = sweep_of("players=2,3", games="40", rule=["target_score=6"])
    assert title(sweep) == "Snorkeling: players 2, 3"
    [played] = find(sweep).played
    assert played.startswith(
        "Snorkeling with players 2, 3: 40 games each on the same 40 deals; variant base ("
    )
    assert played.endswith(
        "every seat plays random; seed 1. Rules changed throughout: target_score=6."
    )
    other = sweep_of("target_score=6,8", games="40", variant="expert")
    assert title(other) == "Snorkeling, expert, 4 players: target_score 6, 8"
