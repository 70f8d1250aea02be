"""Contests between sides, and of groups that play together, against exact chances."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.helpers.commands_helper import fathom
from tests.helpers.stakes import (
    POINTS,
    assert_near,
    share_of_group,
    share_of_side,
    totals,
    write_stakes,
)

GAMES = 4_000


@pytest.fixture(scope="module")
def stakes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the game of two sides."""
    return write_stakes(tmp_path_factory.mktemp("sides"), "opposite seats")


@pytest.fixture(scope="module")
def together(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the same game, which all play together."""
    return write_stakes(tmp_path_factory.mktemp("together"), "all together")


def contest(file: Path, command: str, *options: str) -> Any:
    few = ("--games", str(GAMES), "--json", "--quiet")
    return fathom(file.parent, command, file.name, *few, *options).json


@pytest.mark.slow
def test_a_tournament_of_sides_agrees_with_exact_chances(stakes: Path) -> None:
    summary = contest(stakes, "tournament")
    for row in summary["matrix"]:
        for cell in row:
            exact = share_of_side(cell["strategy"], cell["others"])
            assert_near(cell["win_rate"], exact, GAMES // 2)
    assert share_of_side("bold", "safe") == 0.75
    ranking = {entry["strategy"]: entry for entry in summary["ranking"]}
    for spec in POINTS:
        rivals = [rival for rival in POINTS if rival != spec]
        exact = sum(share_of_side(spec, rival) for rival in rivals) / len(rivals)
        assert_near(ranking[spec]["win_rate"], exact, GAMES)


def test_a_ladder_of_sides_agrees_with_exact_chances(stakes: Path) -> None:
    summary = contest(stakes, "ladder", "-s", "safe", "-s", "random", "-s", "bold")
    for rung in summary["rungs"]:
        assert_near(rung["win_rate"], share_of_side(rung["strategy"], "bold"), GAMES // 2)
    assert_near(summary["skill"]["win_rate"], share_of_side("bold", "random"), GAMES // 2)


@pytest.mark.slow
def test_questions_to_sides_agree_with_exact_chances(stakes: Path) -> None:
    questions = {entry["name"]: entry for entry in contest(stakes, "ask")["questions"]}
    assert_near(questions["simple"]["win_rate"], share_of_side("safe", "bold"), GAMES // 2)
    assert_near(questions["random"]["win_rate"], share_of_side("random", "bold"), GAMES // 2)
    assert questions["simple"]["cost"] == pytest.approx(0.5 - questions["simple"]["win_rate"])


def test_skill_is_a_side_of_good_players_against_beginners(stakes: Path) -> None:
    few = ("--games", str(GAMES), "--no-charts")
    skill = fathom(stakes.parent, "run", stakes.name, *few, "--json").json["skill"]
    assert_near(skill["value"], share_of_side("bold", "random"), GAMES // 2)
    page = " ".join(fathom(stakes.parent, "run", stakes.name, *few).out.split())
    assert "SKILL? Hardly. One good side against a side of beginners wins 57 of 100" in page


def test_a_tournament_of_groups_ranks_them_by_the_games_they_win(together: Path) -> None:
    summary = contest(together, "tournament")
    for entry in summary["ranking"]:
        assert_near(entry["win_rate"], share_of_group(entry["strategy"]), GAMES)
        assert entry["elo"] is None
    assert [entry["strategy"] for entry in summary["ranking"]] == ["bold", "random", "safe"]
    assert [row[place]["win_rate"] for place, row in enumerate(summary["matrix"])] == [
        next(entry["win_rate"] for entry in summary["ranking"] if entry["strategy"] == spec)
        for spec in summary["strategies"]
    ]
    assert share_of_group("bold") == 11 / 16


def test_in_a_cooperative_ladder_rungs_are_compared_with_the_reference(together: Path) -> None:
    summary = contest(together, "ladder", "-s", "safe", "-s", "random", "-s", "bold")
    reference = next(rung for rung in summary["rungs"] if rung["strategy"] == "bold")
    for rung in summary["rungs"]:
        assert_near(rung["win_rate"], share_of_group(rung["strategy"]), GAMES)
        apart = rung["win_rate"] - reference["win_rate"]
        assert rung["from_fair"] == pytest.approx(apart)
    verdicts = {rung["strategy"]: rung["verdict"] for rung in summary["rungs"]}
    assert verdicts == {"safe": "below", "random": "below", "bold": "the reference"}


@pytest.mark.slow
def test_questions_to_a_group_compare_it_with_one_without_a_handicap(together: Path) -> None:
    questions = {entry["name"]: entry for entry in contest(together, "ask")["questions"]}
    exact = share_of_group("random")
    assert_near(questions["random"]["win_rate"], exact, GAMES)
    cost = share_of_group("bold") - exact
    assert questions["random"]["cost_ci_low"] < cost < questions["random"]["cost_ci_high"]
    assert questions["random"]["verdict"] == "costs"


@pytest.mark.slow
def test_events_are_counted_for_sides_and_groups(stakes: Path, together: Path) -> None:
    happened = contest(stakes, "when", "seat 3 wins")["happened"]
    tie = float(sum(part**2 for part in totals("bold", "bold").values()))
    assert_near(happened / GAMES, (1 - tie) / 2 + tie, GAMES)  # both sides win a tie
    won = contest(together, "when", "seat 2 wins")["happened"]
    assert_near(won / GAMES, share_of_group("bold"), GAMES)
    refusal = fathom(together.parent, "when", together.name, "seat 1 leads", code=2).message
    assert "all play stakes together" in refusal


def test_a_side_leads_with_the_points_of_all_its_seats(stakes: Path) -> None:
    summary = contest(stakes, "when", "seat 1 wins", "--then", "sides.1.score_mean")["then"]
    own = totals("bold", "bold")
    won = {
        points: part * sum(chance for beaten, chance in own.items() if beaten <= points)
        for points, part in own.items()
    }
    exact = float(sum(points * part for points, part in won.items()) / sum(won.values()))
    assert summary["with"]["ci_low"] < exact < summary["with"]["ci_high"]


@pytest.mark.parametrize(
    "lines",
    [
        ["winner", "1+2+3+4", "", "1+2+3+4"],
        ["winner", "1+2+3+4", "none", "1+2+3+4"],
        ["winner", "1", "0", "2"],
        ["won", "yes", "no", "yes"],
    ],
)
def test_the_wins_of_a_group_are_read_from_either_column_of_a_log(
    lines: list[str], together: Path
) -> None:
    heading, *games = lines
    rows = [f"2026-11-0{n},4,{text},9" for n, text in enumerate(games, 1)]
    (together.parent / "log.csv").write_text(
        "\n".join([f"date,players,{heading},minutes", *rows, ""])
    )
    summary = contest(together, "playtest", "log.csv")
    won = next(entry for entry in summary["figures"] if entry["figure"] == "sides.1.win_rate")
    assert summary["games_logged"] == len(games)
    assert won["logged"] == pytest.approx(2 / 3)
    assert "sides.1.win_rate" in summary["your_table"]


def test_a_log_with_an_unclear_result_of_a_group_is_refused(together: Path) -> None:
    (together.parent / "odd.csv").write_text("players,won\n4,perhaps\n")
    refusal = fathom(together.parent, "playtest", together.name, "odd.csv", code=2)
    assert "allowed: yes or no" in refusal.message


def test_logs_of_sides_are_read_by_side(stakes: Path) -> None:
    (stakes.parent / "log.csv").write_text("players,winner\n4,1+3\n4,2+4\n4,1+3\n")
    summary = contest(stakes, "playtest", "log.csv")
    figures = {entry["figure"]: entry["logged"] for entry in summary["figures"]}
    assert figures["sides.1.win_rate"] == pytest.approx(2 / 3)
    assert figures["sides.2.win_rate"] == pytest.approx(1 / 3)
    assert not any(path.startswith("seats.") for path in figures)


def test_a_comparison_leads_with_the_games_that_a_group_wins(together: Path) -> None:
    versions = ("--rule", "goal=6", "--rule", "goal=3")
    text = fathom(together.parent, "compare", together.name, *versions, "--games", "2000").out
    lead = " ".join(text.partition("DIFFER?")[2].split())
    assert lead.startswith("Yes. The players win ")
    # Also where it hardly differs, and something else does.
    alike = ("--rule", "seconds_per_turn=15", "--rule", "seconds_per_turn=40")
    text = fathom(together.parent, "compare", together.name, *alike, "--games", "2000").out
    lead = " ".join(text.partition("DIFFER?")[2].split())
    assert lead.startswith("Yes, but not in wins. The players win ")


def test_games_are_played_until_the_win_rate_of_a_group_is_decided(together: Path) -> None:
    versions = ("--rule", "goal=6", "--rule", "goal=9")
    until = ("--until-decided", "--games", "100000")
    page = fathom(together.parent, "compare", together.name, *versions, *until).out
    assert "games won by the players" in " ".join(page.partition("TRUST?")[2].split())
