"""Sentences on a sweep: clear differences, points that meet a target, and side effects."""

from __future__ import annotations

import re

import pytest

from reports.figures.statistics import half_width
from reports.sweep.charts import charts_of
from reports.sweep.document import judge_targets_by_point, make_findings, side_effects
from reports.sweep.sentences import base_name, mark_of, sentences, title
from reports.sweep.tables import make_tables, summarise_sweep
from reports.writing.wording import decimals_within
from tests.helpers.sweeps import ADVANTAGE, MINUS, MINUTES, at, numbers_of, sweep_of


def test_a_sentence_gives_the_range_of_a_figure_and_its_clear_extremes() -> None:
    sweep = sweep_of("target_score=6,12,18", games="300", paths=(MINUTES,))
    _, (first, _, last) = numbers_of(sweep, MINUTES)
    assert sentences(sweep) == [
        f"Mean length in minutes: {first} to {last}, lowest with 6, highest with 18."
    ]


def test_an_extreme_value_is_named_only_if_it_is_clear() -> None:
    sweep = sweep_of("players=2:6:1", games="5000", paths=(ADVANTAGE,))
    verdicts = [at(sweep, ADVANTAGE, place).standing for place in range(5)]
    assert verdicts == ["higher", "not clear", "base", "not clear", "lower"]
    _, shown = numbers_of(sweep, ADVANTAGE)
    assert sentences(sweep) == [
        f"First-player advantage: {shown[4]} to {shown[0]} percentage points, clearly different "
        "with 2 players, 6 players."
    ]


@pytest.mark.parametrize("score", ["11", "8,9,10,11"])
def test_no_value_is_named_if_no_difference_is_clear(score: str) -> None:
    seats = tuple(f"seats.{seat}.win_rate" for seat in (2, 3))
    sweep = sweep_of(f"target_score={score},12", games="60", paths=(ADVANTAGE, *seats))
    assert sweep.standings([ADVANTAGE, *seats]) == {"base", "not clear"}
    only, both = sentences(sweep)
    assert only.startswith("First-player advantage: ")
    assert only.endswith("; no difference is clear.")
    assert "with" not in only
    assert both == "No difference in seats' win rates is clear."


def test_a_sweep_over_two_rules_names_only_clear_extremes() -> None:
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


def test_a_figure_equal_at_all_points_is_described_as_the_same() -> None:
    paths = ("lead_changes", *(f"seats.{seat}.win_rate" for seat in range(1, 5)))
    one, seats = sentences(sweep_of("seconds_per_turn=10,20", games="60", paths=paths))
    assert re.fullmatch(r"Lead changes per game: \S+, exactly the same at all values\.", one)
    assert seats == "Seats' win rates are exactly the same at all values."


def test_a_sentence_about_numbers_of_players_gives_distances_from_the_fair_share() -> None:
    sweep = sweep_of("players=2,4", games="400", paths=("seats.2.win_rate",))
    [only] = sentences(sweep)
    assert only.startswith("Win rate of seat 2 from the fair share: ")
    [chart] = charts_of(sweep)
    for point in sweep.points:
        distance = point.results.estimate("seats.2.win_rate").value - 1 / point.results.players
        shown = f"{100 * distance:+.1f}".replace("-", MINUS)
        name = f"{point.results.players}"
        assert re.search(rf"{re.escape(shown)}( percentage points)? with {name}", chart.words)


def test_a_figure_has_the_same_number_of_decimals_at_every_point() -> None:
    sweep = sweep_of("target_score=6,12,30", games="200", paths=(MINUTES,))
    line, shown = numbers_of(sweep, MINUTES)
    reaches = [half_width(report.estimate) for report in line.at_points]
    assert line.reach == sorted(reaches)[1]
    assert len({len(text.partition(".")[2]) for text in shown}) == 1
    assert len(shown[0].partition(".")[2]) == decimals_within(line.reach, line.unit)


def test_the_title_of_a_sweep_names_its_axes_and_the_text_its_other_settings() -> None:
    sweep = sweep_of("players=2,3", games="40", rule=["target_score=6"])
    assert title(sweep) == "Snorkeling: players 2, 3"
    [played] = make_findings(sweep).played
    assert played.text.startswith(
        "Snorkeling with players 2, 3: 40 games each on the same 40 deals; variant base ("
    )
    assert played.text.endswith(
        "every seat plays random. Rules changed throughout: target_score=6."
    )
    other = sweep_of("target_score=6,8", games="40", variant="expert")
    assert title(other) == "Snorkeling, expert, 4 players: target_score 6, 8"


# Targets ----------------------------------------------------------------------------------------


SHORT = {MINUTES: {"max": 40}}


@pytest.mark.parametrize(
    ("vary", "rules", "expected"),
    [
        ("target_score=8,12", "hand_size=4", ["", "current"]),
        # The study's value; that of another rule is no matter.
        ("target_score=8,10,12", "target_score=10", ["", "current", ""]),
        ("target_score=8,12", "target_score=10", ["", ""]),
        ("players=3,4", "target_score=10", ["", "current"]),
    ],
)
def test_the_point_of_the_current_rules_is_marked(
    vary: str, rules: str, expected: list[str]
) -> None:
    sweep = sweep_of(vary, games="40", rule=[rules])
    assert [mark_of(sweep, point) for point in sweep.points] == expected


def test_a_value_that_the_study_changes_is_the_current_one() -> None:
    sweep = sweep_of("target_score=8,10,12", games="200", rule=["target_score=10"], targets=SHORT)
    assert base_name(sweep) == "target_score 10 (current)"
    [aim] = judge_targets_by_point(sweep)
    assert "10 (current: " in aim.text


def test_side_effects_of_meeting_a_target_are_listed_with_their_intervals() -> None:
    sweep = sweep_of("target_score=6,12,18", games="400", targets=SHORT)
    changed = sweep.side_effects_by_path
    assert MINUTES not in changed  # it has a target, which says so already
    [one] = [one for one in changed["lead_changes"] if one.point.values == (6,)]
    assert one.difference
    [item] = side_effects(sweep)
    beginning = "Where a target is met, compared with target_score 12 (current): "
    assert item.text.startswith(beginning)
    assert item.name == "Side effects"
    assert "lead changes per game \N{MINUS SIGN}" in item.text
    assert make_findings(sweep).targets[-1] == item
    first, *_ = summarise_sweep(sweep)["changed_besides"]
    assert {"figure": "lead_changes", "point": "target_score=6"}.items() <= first.items()


def test_no_side_effects_are_listed_without_a_met_target_or_a_change() -> None:
    assert side_effects(sweep_of("target_score=6,12", games="100")) == []
    missed = sweep_of("target_score=6,12", games="100", targets={MINUTES: {"max": 1}})
    assert side_effects(missed) == []
    # What is told otherwise only changes no game.
    same = sweep_of("seconds_per_turn=10,15", games="100", targets=SHORT | {MINUTES: {"max": 900}})
    [item] = side_effects(same)
    assert item.text == (
        "Where a target is met, compared with seconds_per_turn 15 (current): none of the main "
        "figures clearly changes."
    )


def test_a_target_is_listed_with_the_points_that_meet_it() -> None:
    targets = {MINUTES: {"max": 24.0}}
    start = (
        "Mean length in minutes at an assumed 15 seconds per turn (target: at most 24): met with "
    )
    sweep = sweep_of("target_score=4,8,12", games="400", targets=targets)
    words = [point.results.judged()[0].verdict.word for point in sweep.points]
    assert words == ["meets", "meets", "misses"]
    four, eight, twelve = (point.results.estimate(MINUTES).value for point in sweep.points)
    [aim] = judge_targets_by_point(sweep)
    assert aim.text == (
        f"{start}target_score 4 ({four:.1f}), 8 ({eight:.1f}); missed with 12 (current: "
        f"{twelve:.1f})."
    )
    assert (aim.name, aim.mark) == ("met at 2 of 3 values", "look")
    assert list(make_tables(sweep)["targets"]["verdict"]) == words
    two = sweep_of("target_score=4,12", "hand_size=4,5", targets=targets)
    [aim] = judge_targets_by_point(two)
    report = [f"{point.results.estimate(MINUTES).value:.1f}" for point in two.points]
    assert aim.text == (
        f"{start}target_score 4, hand_size 4 ({report[0]}), target_score 4, hand_size 5 "
        f"({report[1]}); missed with target_score 12, hand_size 4 ({report[2]}), target_score 12, "
        f"hand_size 5 (current: {report[3]})."
    )


def test_an_undecided_target_says_how_many_more_games_decide_it() -> None:
    targets = {ADVANTAGE: {"within": 0.03}}
    sweep = sweep_of("target_score=8:20:2", games="2000", targets=targets)
    [aim] = judge_targets_by_point(sweep)
    judged = [point.results.judged()[0] for point in sweep.points]
    assert {one.verdict.word for one in judged} == {"undecided"}
    values_ = [one.estimate.value for one in judged]
    first, last = (f"{100 * values_[n]:+.1f}" for n in (0, 5))
    games = [one.verdict.more_games for one in judged if one.verdict.more_games]
    assert 1 < len(games) < 7  # at some the number is unknown
    assert aim.text.startswith(
        f"First-player advantage (target: {MINUS}3 to +3 in 100 games): undecided with "
        f"target_score 8 ({first}), 10 ("
    )
    assert aim.text.endswith(
        f", 18 ({last}) and 1 more, where at most about {max(games):,} more games would "
        f"probably decide it (at {7 - len(games)} of them the number is unknown)."
    )
    assert (aim.name, aim.mark) == ("undecided", "look")
