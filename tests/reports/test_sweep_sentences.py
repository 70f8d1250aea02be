"""What a sweep says in words, and never what is not clear."""

from __future__ import annotations

import re

import pytest

from reports.figures.precision import half_width
from reports.figures.statistics import Estimate
from reports.sweep.document import find, title
from reports.sweep.line import line_of
from reports.sweep.points import Axis, label
from reports.sweep.sentences import sentences
from reports.writing.numbers import known_decimals
from tests.helpers.sweeps import ADVANTAGE, MINUS, MINUTES, at, numbers_of, paired, sweep_of


def test_a_figure_that_rises_all_along_is_said_to_over_the_rule_as_it_is() -> None:
    sweep = sweep_of("target_score=6,12,18", games="300", paths=(MINUTES,))
    line, (first, base, last) = numbers_of(sweep, MINUTES)
    ends = [paired(sweep, line, place) for place in (0, 2)]
    assert sentences(sweep) == [
        "At an assumed 15 seconds a turn, the mean length in minutes rises from "
        f"{first} with target_score 6 over {base} with 12 (as it is) to {last} with 18 "
        f"({ends[0]}, with 6; {ends[1]}, with 18)."
    ]


def test_a_figure_that_falls_is_said_to_fall() -> None:
    sweep = sweep_of("target_score=12,6", games="200", paths=(MINUTES,))
    assert at(sweep, MINUTES, 1).verdict == "lower"
    line, (base, last) = numbers_of(sweep, MINUTES)
    assert sentences(sweep) == [
        f"At an assumed 15 seconds a turn, the mean length in minutes falls from {base} with "
        f"target_score 12 (as it is) to {last} with 6 ({paired(sweep, line, 1)})."
    ]


@pytest.mark.parametrize(
    ("game", "path", "begins"),
    [
        ("snorkeling", "lead_changes", "The number of lead changes a game "),
        ("snorkeling", "unfinished", "The number of unfinished games "),
        (
            "snorkeling",
            "comebacks",
            "The rate of wins of a seat in last place after the first round ",
        ),
        (
            "snorkeling",
            "counts.rounds_ended_by_empty_deck",
            "The mean of rounds ended by an empty deck ",
        ),
        (
            "scaphandre",
            "counts.cards_cancelled",
            "The mean of cards cancelled, both of a pair counted, ",
        ),
        (
            "scaphandre",
            "counts.shared_wins",
            "The share of games in which several share the win ",
        ),
        (
            "schnuff",
            "counts.share_of_rounds_ended_by_schnuff",
            "The share of rounds ended by Schnuff ",
        ),
    ],
)
def test_a_sentence_whose_title_is_plural_goes_on_in_the_singular(
    game: str, path: str, begins: str
) -> None:
    sweep = sweep_of("seconds_per_turn=10,20", game=game, games="60", paths=(path,))
    [only] = sentences(sweep)
    assert re.match(rf"{begins}is \S+( %)? with all values of seconds_per_turn, exactly ", only)


def test_the_number_of_lead_changes_rises_with_the_target() -> None:
    sweep = sweep_of("target_score=4,12,30", paths=("lead_changes",))
    [only] = sentences(sweep)
    assert only.startswith("The number of lead changes a game rises from ")


def test_where_some_values_are_clear_the_others_are_told_apart() -> None:
    sweep = sweep_of("players=2:6:1", games="5000", paths=(ADVANTAGE,))
    verdicts = [at(sweep, ADVANTAGE, place).verdict for place in range(5)]
    assert verdicts == ["higher", "not clear", None, "not clear", "lower"]
    line, shown = numbers_of(sweep, ADVANTAGE)

    assert sentences(sweep)[0].startswith(
        f"The first-player advantage is {shown[2]} percentage points with 4 players (as it is); "
        f"lower with 6 ({shown[4]}; {paired(sweep, line, 4)}); higher with 2 ({shown[0]}; "
        f"{paired(sweep, line, 0)}); not clearly different with 3 and 5 (between {shown[3]} and "
        f"{shown[1]}; the paired interval that reaches farthest: "
    )


def test_a_few_values_without_a_difference_are_all_given() -> None:
    """What is said of them, and never a direction or a value that stands out."""
    sweep = sweep_of("starter=same,rotate,winner", games="60", paths=(ADVANTAGE,))
    assert [at(sweep, ADVANTAGE, place).verdict for place in (1, 2)] == ["not clear"] * 2
    line, shown = numbers_of(sweep, ADVANTAGE)
    [only] = sentences(sweep)
    assert only.startswith(
        f"The first-player advantage is {shown[0]} percentage points with starter same, "
        f"{shown[1]} with rotate and {shown[2]} with winner: no difference to same (as it is) "
        "is clear"
    )
    differences = [at(sweep, ADVANTAGE, place).difference for place in (1, 2)]
    ends = [max(abs(d.estimate.low), abs(d.estimate.high)) for d in differences if d]
    farthest = differences[0 if ends[0] > ends[1] else 1]
    assert farthest
    interval = line.differences.interval(farthest.estimate)
    assert f"the paired interval that reaches farthest: {interval}, with " in only


def test_many_values_without_a_difference_are_given_by_their_range() -> None:
    sweep = sweep_of("target_score=8:20:2", games="5000", paths=(ADVANTAGE,))
    assert sweep.standings([ADVANTAGE]) == {"base", "not clear"}
    values_ = [at(sweep, ADVANTAGE, place).estimate.value for place in range(7)]
    assert max(values_) not in (values_[0], values_[-1])  # the ends would hide it
    line = line_of(sweep, ADVANTAGE)
    low, high = (
        line.number(at(sweep, ADVANTAGE, values_.index(pick(values_))).estimate)
        for pick in (min, max)
    )
    assert sentences(sweep)[0].startswith(
        f"The first-player advantage is between {low} and {high} percentage points with "
        "target_score 8 to 20: no difference to 12 (as it is) is clear"
    )


def test_over_two_rules_no_extreme_is_named_that_is_not_clear() -> None:
    sweep = sweep_of("target_score=8,12", "hand_size=4,5", paths=(ADVANTAGE, MINUTES))
    assert sweep.standings([ADVANTAGE]) == {"base", "not clear"}
    advantage, minutes = sentences(sweep)
    assert "highest" not in advantage
    assert "lowest" not in advantage
    assert " percentage points at all 4 settings: no difference to target_score 12, " in advantage
    assert "hand_size 5 (as it is) is clear at any other" in advantage
    assert sweep.standings([MINUTES]) == {"base", "higher", "lower"}
    line, shown = numbers_of(sweep, MINUTES)
    assert minutes == (
        f"At an assumed 15 seconds a turn, the mean length in minutes is {shown[3]} with "
        "target_score 12, hand_size 5 (as it is); the difference to it is clear at "
        f"all 3 other settings: lowest with target_score 8, hand_size 5 ({shown[1]}; "
        f"{paired(sweep, line, 1)}) and highest with target_score 12, hand_size 4 "
        f"({shown[2]}; {paired(sweep, line, 2)})."
    )


def test_an_interval_beyond_0_that_is_not_clear_is_explained_and_not_told() -> None:
    sweep = sweep_of("starter=same,rotate,winner,loser,random", games="5000", paths=(ADVANTAGE,))
    outside = [
        one.verdict
        for one in sweep.found[ADVANTAGE]
        if one and one.difference and one.difference.estimate.high < 0
    ]
    assert "clear among so many" not in sentences(sweep)[0]
    assert "lower" in outside
    every = sweep_of("starter=same,rotate,winner,loser,random", games="5000")
    assert every.standings([ADVANTAGE]) == {"base", "not clear"}
    assert " is clear among so many figures and settings." in sentences(every)[0]


def test_along_players_the_sentence_tells_distances_from_the_fair_share() -> None:
    sweep = sweep_of("players=2,4", games="400", paths=("seats.2.win_rate",))
    two, four = (
        point.results.estimate("seats.2.win_rate").value - 1 / point.results.players
        for point in sweep.points
    )
    [only] = sentences(sweep)
    assert only.startswith("The distance of the win rate of seat 2 from the fair share ")
    for distance, name in ((two, "2 players"), (four, "4")):
        shown = f"{100 * distance:+.1f}".replace("-", MINUS)
        assert re.search(rf"{re.escape(shown)}( percentage points)? with {name}", only)


def test_seats_of_which_nothing_is_clear_have_one_sentence() -> None:
    sweep = sweep_of("target_score=11,12", games="60")
    assert sweep.standings(["seats.2.win_rate", "seats.3.win_rate"]) == {"base", "not clear"}
    last = sentences(sweep)[-1]
    assert last.startswith("No difference in the win rates of the other seats is clear")
    assert "varies most" not in last


def test_numbers_of_a_figure_have_as_many_decimals_at_every_setting() -> None:
    sweep = sweep_of("target_score=6,12,30", games="200", paths=(MINUTES,))
    line, shown = numbers_of(sweep, MINUTES)
    reaches = [half_width(found.estimate) for _, found in line.known]
    assert line.reach == sorted(reaches)[1]
    assert len({len(text.partition(".")[2]) for text in shown}) == 1
    ends = [line.ends(found.estimate).split(" to ") for _, found in line.known]
    assert {len(end.partition(".")[2]) for pair in ends for end in pair} == {
        known_decimals(line.reach, line.unit)
    }


def test_what_is_known_far_more_closely_has_its_own_decimals() -> None:
    sweep = sweep_of("max_turns=60,10000", "hand_size=5,6", games="500", paths=(MINUTES,))
    line, (cut, _, base, _) = numbers_of(sweep, MINUTES)
    assert len(base.partition(".")[2]) == known_decimals(line.reach, line.unit) == 1
    assert len(cut.partition(".")[2]) > 1
    assert not line.with_half(at(sweep, MINUTES, 0).estimate).endswith("0.0")


def test_shares_and_differences_of_shares_have_their_units() -> None:
    sweep = sweep_of("starter=same,rotate", paths=(ADVANTAGE, "seats.2.win_rate"))
    advantage, rate = (line_of(sweep, path) for path in sweep.paths)
    assert advantage.title == "first-player advantage in percentage points"
    assert rate.title == "win rate of seat 2 in %"
    found = at(sweep, "seats.2.win_rate", 1)
    assert found.difference
    assert rate.value(found.estimate).endswith(" %")
    assert rate.differences.value(found.difference.estimate).endswith(" percentage points")
    assert re.match(
        rf"[+{MINUS}]\S+ percentage points$", advantage.value(Estimate(0.02, 0, 0.04, 9))
    )


def test_a_figure_that_is_exact_at_all_settings_is_not_written_to_the_last_digit() -> None:
    sweep = sweep_of("players=3,6", games="60", paths=("strategies.random.win_rate",))
    _, shown = numbers_of(sweep, "strategies.random.win_rate")
    assert shown == ["33.3", "16.7"]


def test_the_title_names_what_is_varied_and_what_is_not() -> None:
    sweep = sweep_of("players=2,3", games="40", rule=["target_score=6"])
    assert title(sweep) == "Snorkeling: players 2, 3"
    [played] = find(sweep).played
    assert played.startswith(
        "Snorkeling with players 2, 3: 2 settings, 40 games each on the same 40 deals; variant "
        "base ("
    )
    assert played.endswith(
        "every seat plays random; seed 1. Rules changed at all settings: target_score=6."
    )
    other = sweep_of("target_score=6,8", games="40", variant="expert")
    assert title(other) == "Snorkeling, expert, 4 players: target_score 6, 8"


def test_points_are_named_by_their_values() -> None:
    axes = [Axis("target_score", (8, 10)), Axis("expert", (False, True))]
    assert label(axes, (8, True)) == "target_score=8, expert=true"
    assert axes[0].is_number
    assert not axes[1].is_number
