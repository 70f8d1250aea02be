"""The first page of a sweep says what a rule changes, in one table that fits a screen."""

from __future__ import annotations

import shlex
from types import SimpleNamespace
from typing import Any, cast

import pytest

from reports.figures.figure import ADVANTAGE, GAMES_WON
from reports.figures.statistics import Estimate
from reports.sweep import first_page, sentences
from reports.sweep.document import make_findings
from tests.helpers.sweeps import sweep_of


@pytest.mark.parametrize(
    ("vary", "games", "start"),
    [
        ("target_score=4,12", "1000", "Yes. Games take "),
        ("max_turns=9000,10000", "100", "No. Games take "),
        ("target_score=12,13", "20", "Too few games to tell. "),
    ],
)
def test_the_verdict_says_whether_anything_changes(vary: str, games: str, start: str) -> None:
    lead, *_ = first_page.describe_effects(sweep_of(vary, games=games))
    assert lead.startswith(start)


def test_clear_changes_are_named_in_the_words_of_their_figure() -> None:
    lead, fairness = first_page.describe_effects(sweep_of("target_score=4,8,12,20", games="1000"))
    assert "; shorter with 4 and 8 than now, longer with 20." in lead
    assert fairness.startswith("The first player wins ")
    assert "of 100 games (25 is fair); " in fairness


def test_figures_that_are_exactly_equal_are_described_as_exactly_equal() -> None:
    texts = first_page.describe_effects(sweep_of("max_turns=9000,10000", games="100"))
    assert all(text.endswith(", exactly the same with all values.") for text in texts)


def test_the_wins_of_the_first_player_come_first_if_a_rule_on_who_starts_is_varied() -> None:
    sweep = sweep_of("starter=same,rotate", games="20")
    lead, later = first_page.describe_effects(sweep)
    assert lead.startswith("Too few games to tell. The first player wins ")
    assert later.startswith("Games take ")
    table, _ = first_page.make_table(sweep)
    assert [column.title for column in table.columns][1] == "seat 1 wins"


def test_a_sweep_over_two_rules_shows_a_grid_of_the_figure_that_changes() -> None:
    sweep = sweep_of("target_score=4,8,12", "hand_size=3,5,7", games="400")
    lead, later = first_page.describe_effects(sweep)
    assert "; shortest with target_score 4, hand_size 7 and longest with target_score 12" in lead
    table, left_out = first_page.make_table(sweep)
    assert table.columns[0].title == "average minutes, by target_score"
    assert [len(row) for row in table.rows] == [4, 4, 4]
    assert later.startswith("The first player wins ")
    # A sentence already describes the other figure.
    assert left_out == []


@pytest.mark.parametrize(
    ("clear", "text"),
    [
        ([1], "fewer with target_score 4, hand_size 5 than now"),
        (
            [1, 2],
            "fewer with target_score 4, hand_size 5 and target_score 12, hand_size 3 than now",
        ),
        ([0, 1, 2], "clearly different from now in 3 of 4 versions"),
    ],
)
def test_a_few_versions_of_two_rules_that_differ_are_named(
    monkeypatch: pytest.MonkeyPatch, clear: list[int], text: str
) -> None:
    monkeypatch.setattr(sentences, "name_extremes", lambda sweep, line: [])
    sweep = sweep_of("target_score=4,12", "hand_size=3,5", games="20")
    at_points = [
        SimpleNamespace(
            point=point,
            is_clear=place in clear,
            standing="lower" if place in clear else "not clear",
        )
        for place, point in enumerate(sweep.points)
    ]
    figure = SimpleNamespace(path=ADVANTAGE, kind=ADVANTAGE, is_win_rate=False)
    line = cast(Any, SimpleNamespace(figure=figure, at_points=at_points))
    assert first_page._list_changes(sweep, line) == text


def test_the_narrow_heading_of_a_grid_names_both_rules() -> None:
    table, _ = first_page.make_table(sweep_of("target_score=4,8,12", "hand_size=3,5,7", games="20"))
    down, across = "\N{DOWNWARDS ARROW}", "\N{RIGHTWARDS ARROW}"
    assert table.columns[0].short == f"target_score {down} hand_size {across}"


def test_a_table_of_many_values_shows_some_with_the_ends_and_the_current_one() -> None:
    sweep = sweep_of("target_score=1:24:1", games="20")
    table, left_out = first_page.make_table(sweep)
    names = [row[0].text for row in table.rows]
    assert len(names) <= first_page.MOST_ROWS
    assert (names[0], names[-1]) == ("1", "24")
    assert "12 (current)" in names
    assert left_out[0].brief == f"Not shown here: {24 - len(names)} of 24 values; see --full."
    commands = [shlex.split(step.command) for step in first_page.suggest_next_steps(sweep)]
    [more, tune] = commands
    assert more[:2] == ["fathom", "sweep"]
    assert "target_score=1:24:1" in more
    assert tune[1:5] == ["tune", "snorkeling", "--vary", "target_score"]
    assert all(command[-2:] == ["-s", "random"] for command in commands)
    assert make_findings(sweep).title.endswith(": target_score 1 to 24 (24 values)")


def test_a_sweep_over_numbers_of_players_shows_win_rates_beside_their_distances_from_fair() -> None:
    sweep = sweep_of("players=2,4", games="200")
    _, fairness = first_page.describe_effects(sweep)
    assert " more of 100 games than its fair share; " in fairness
    table, _ = first_page.make_table(sweep)
    assert [column.title for column in table.columns] == [
        "players",
        "average minutes",
        "seat 1 wins",
    ]


@pytest.mark.parametrize(
    ("targets", "sentence", "missing"),
    [
        ({}, "The first player wins ", "Seat 1 wins "),
        ({"seats.1.win_rate": {"max": 0.3}}, "Seat 1 wins ", "The first player wins "),
    ],
    ids=["no target", "a target for seat 1"],
)
def test_the_wins_of_seat_1_are_reported_only_once(
    targets: dict[str, Any], sentence: str, missing: str
) -> None:
    sweep = sweep_of("head_start.1=0,6", game="shoal", games="400", targets=targets)
    texts = " ".join(first_page.describe_effects(sweep))
    assert sentence in texts
    assert missing not in texts
    table, left_out = first_page.make_table(sweep)
    titles = [column.title for column in table.columns]
    assert titles.count("seat 1 wins") == 1
    shown_seats = [title for title in titles if title.startswith("seat ")]
    hidden = " ".join(item.brief or "" for item in left_out)
    assert "seat 1" not in hidden
    assert "first player" not in hidden
    assert shown_seats == ["seat 1 wins", "seat 2 wins", "seat 3 wins"]


def test_the_suggested_next_step_looks_at_a_point_that_meets_a_target() -> None:
    sweep = sweep_of("target_score=4,12", games="400", targets={"length.minutes.mean": {"max": 15}})
    steps = {step.purpose: step.command for step in first_page.suggest_next_steps(sweep)}
    assert (
        steps["Look at target_score=4"] == "fathom run snorkeling --rule target_score=4 -s random"
    )


@pytest.mark.parametrize(
    ("contest", "players", "sentence"),
    [
        ("together", 4, "The players win 55 to 61 of 100 games"),
        ("together", 1, "The player wins 55 to 61 of 100 games"),
        ("seats", 4, ""),
    ],
)
def test_the_wins_of_players_who_win_together_are_not_compared_with_a_fair_share(
    contest: str, players: int, sentence: str
) -> None:
    def point_with(rate: float) -> Any:
        estimate = Estimate(rate, rate - 0.05, rate + 0.05, 400)
        results = SimpleNamespace(estimate=lambda path: estimate, contest=contest, players=players)
        return SimpleNamespace(point=SimpleNamespace(results=results))

    line = SimpleNamespace(
        figure=SimpleNamespace(path=GAMES_WON), at_points=[point_with(0.55), point_with(0.61)]
    )
    assert first_page._describe_joint_wins(cast(Any, line)) == sentence
