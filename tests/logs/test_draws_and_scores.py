"""Draws without listed players, places in columns of players, solo games, forms and roles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reports.playtest.log import read_log
from simulate.errors import UsageError
from simulate.game import find_game
from simulate.logs.reading import read_log_file
from tests.helpers.commands_helper import fathom
from tests.logs.test_winners import counts_of, report_on, trust
from tests.making.test_solo import CLOCK

DRAWS = "Left out: 2 games with shared wins or draws."


@pytest.mark.parametrize("players", ["players,", ""])
@pytest.mark.parametrize("word", ["Draw", "tie", "Unentschieden", "Empate"])
def test_draws_of_games_without_listed_players_are_left_out_as_draws(
    word: str, players: str, tmp_path: Path
) -> None:
    size = "2," if players else ""
    winners = ["Ann", word, "Bo", "Ann", word]
    rows = "".join(f"{size}{winner}\n" for winner in winners)
    report = report_on(tmp_path, f"{players}winner\n{rows}")
    assert counts_of(report, "side") == {"Ann": (2, 3, 0.5), "Bo": (1, 3, 0.5)}
    assert DRAWS in trust(report)
    assert "without a winner" not in trust(report)
    assert report.summary["shared_wins"] == 2
    assert report.summary["unknown_winners"] == 0


def test_a_draw_and_a_game_that_nobody_won_are_no_losses_of_the_start_player(
    tmp_path: Path,
) -> None:
    text = "players,Start player,winner\n2,Ann,Ann\n2,Bo,Draw\n2,Ann,tie\n2,Bo,nobody\n2,Bo,Ann\n"
    report = report_on(tmp_path, text)
    assert counts_of(report, "start player") == {"the start player": (1, 2, 0.5)}
    assert DRAWS in trust(report)
    assert "Left out: 1 game that nobody won." in trust(report)


def test_a_draw_of_two_players_is_a_shared_win_beside_a_game(tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text("Players,Winner,Result text\n2,1,x\n2,Draw,y\n2,2,z\n")
    log = read_log(tmp_path / "log.csv", find_game("snorkeling"), {}, 2)
    assert log.columns["seats.1.win_rate"].tolist() == [1, 0.5, 0]


@pytest.mark.parametrize(
    ("heading", "first", "second"),
    [("place", "1st", "2nd"), ("place", "1", "2"), ("rank", "1.", "2."), ("Platz ", "1", "2")],
)
def test_places_beside_the_names_of_players_are_their_final_places(
    heading: str, first: str, second: str, tmp_path: Path
) -> None:
    text = (
        f"p1,{heading}1,p2,{heading}2\nAnn,{first},Bo,{second}\nAnn,{second},Bo,{first}\n"
        f"Bo,{first},Ann,{second}\n"
    )
    report = report_on(tmp_path, text)
    assert counts_of(report, "player") == {"Bo": (2, 3, 0.5), "Ann": (1, 3, 0.5)}
    assert counts_of(report, "seat") == {"seat 1": (2, 3, 0.5), "seat 2": (1, 3, 0.5)}


def test_scores_of_solo_games_are_read_with_and_without_results(tmp_path: Path) -> None:
    report = report_on(tmp_path, "date,score,result\n1 May,31,won\n2 May,22,lost\n3 May,40,won\n")
    assert report.reading.values == ["the result (won or lost)", "scores"]
    assert report.reading.unread == ()
    assert report.summary["score"]["value"] == 31
    assert report.summary["answers"]["What is the score?"] == [
        "31.0 points on average, in 3 games (15 to 64 in the long run).",
        "The lowest score is 22, the highest 40.",
    ]
    alone = report_on(tmp_path, "players,score,minutes\n1,31,20\n1,22,25\n")
    assert alone.reading.values == ["the number of players", "scores", "minutes"]
    assert "without a winner" not in trust(alone)


def test_a_score_that_is_not_positive_has_no_range(tmp_path: Path) -> None:
    report = report_on(tmp_path, "players,score\n1,-3\n1,5\n")
    assert report.summary["score"] == {"value": 1.0, "ci_low": None, "ci_high": None}
    assert (
        report.summary["answers"]["What is the score?"][0] == "1.0 points on average, in 2 games."
    )


@pytest.mark.slow
def test_the_score_of_a_solo_game_is_compared_with_simulated_games(tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text("date,score,result\n1 May,31,won\n2 May,22,lost\n")
    (tmp_path / "clock.py").write_text(CLOCK)
    options = ("--games", "60", "--json", "--quiet")
    summary = fathom(tmp_path, "playtest", "clock.py", "log.csv", *options).json
    assert summary["read"]["values"] == ["the result (won or lost)", "scores"]
    [score] = [row for row in summary["figures"] if row["figure"] == "winner_score"]
    assert score["logged"] == 26.5


def test_the_score_of_several_players_together_belongs_to_no_seat(tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text("players,score,minutes\n3,31,40\n3,22,50\n")
    log = read_log(tmp_path / "log.csv", find_game("snorkeling"), {}, 3)
    assert log.reading
    assert "The score of 2 games is not read, because it does not say which player has it." in (
        log.reading.sentences
    )


def test_the_person_who_answered_a_form_is_not_the_player_of_a_row(tmp_path: Path) -> None:
    text = (
        "Timestamp,Your name,How many players?,Who won?\n1/5/2026 10:00,Ann,2,Bo\n"
        "1/6/2026 11:00,Bo,2,Bo\n1/7/2026 12:00,Ann,2,Ann\n"
    )
    report = report_on(tmp_path, text)
    assert report.reading.kind == "one row per game"
    assert report.reading.unread == ("Your name",)
    assert counts_of(report, "side") == {"Bo": (2, 3, 0.5), "Ann": (1, 3, 0.5)}


def test_a_question_to_one_player_or_to_all_is_named_with_the_option_that_settles_it(
    tmp_path: Path,
) -> None:
    text = "Timestamp,How many players?,Did you win?\n1/1/2026,2,Yes\n1/2/2026,3,No\n"
    with pytest.raises(
        UsageError,
        match=r"the column 'Did you win\?' may be about one player. If all players win or lose "
        r"together, add --columns 'won=Did you win\?'",
    ):
        report_on(tmp_path, text)


def test_columns_called_like_sides_have_the_players_and_are_roles(tmp_path: Path) -> None:
    text = "Attacker,Defender,Winner\nAnn,Bo,Attacker\nBo,Ann,Attacker\nAnn,Bo,Defender\n"
    report = report_on(tmp_path, text)
    assert counts_of(report, "role") == {"Attacker": (2, 3, 0.5), "Defender": (1, 3, 0.5)}
    assert counts_of(report, "player") == {"Bo": (2, 3, 0.5), "Ann": (1, 3, 0.5)}


def test_columns_that_may_be_people_or_roles_are_said_to_be_read_as_people(tmp_path: Path) -> None:
    text = "Ann,Bo,Winner\nCats,Birds,Ann\nBirds,Cats,Bo\nCats,Birds,Ann\n"
    report = report_on(tmp_path, text)
    assert counts_of(report, "player")["Ann"] == (2, 3, 0.5)
    assert (
        "The headings of columns A, B are read as people, and the cells below as their roles."
    ) in trust(report)


def test_anonymous_players_of_an_export_are_not_one_person(tmp_path: Path) -> None:
    def play(first: int, second: int) -> dict[str, Any]:
        scores = [{"playerRefId": number, "winner": number == first} for number in (first, second)]
        return {"gameRefId": 1, "playerScores": scores}

    export = {
        "games": [{"id": 1, "name": "Reef"}],
        "players": [
            {"id": 1, "name": "Ann"},
            {"id": 2, "name": "Bo"},
            {"id": 3, "name": "Anonymous player", "isAnonymous": True},
        ],
        "plays": [play(1, 2), play(2, 1), play(3, 1)],
    }
    report = report_on(tmp_path, json.dumps(export), "export.json")
    assert counts_of(report, "player") == {"Ann": (1, 2, 0.5), "Bo": (1, 2, 0.5)}


@pytest.mark.parametrize("tie", ["Ben & Cleo", "Ben / Cleo", '"Ben, Cleo"', "Ben and Cleo"])
@pytest.mark.parametrize("headings", ["1st,2nd,3rd", "Winner,2nd,3rd"])
def test_a_cell_of_a_final_place_may_name_several_players_who_share_it(
    headings: str, tie: str, tmp_path: Path
) -> None:
    text = f"Date,{headings}\n2025-01-01,Ann,Ben,Cleo\n2025-01-02,{tie},,Ann\n"
    path = tmp_path / "log.csv"
    path.write_text(text)
    play = read_log_file(path, {})[0].plays[1]
    assert [(player.name, player.rank) for player in play.players] == [
        ("Ben", 1),
        ("Cleo", 1),
        ("Ann", 3),
    ]
    report = report_on(tmp_path, text)
    assert counts_of(report, "player").keys() == {"Ann", "Ben", "Cleo"}
    assert "Left out: 1 game with shared wins or draws" in trust(report)


def test_a_shared_last_place_is_named_and_its_game_counts(tmp_path: Path) -> None:
    text = "1st,2nd,3rd\nAnn,Ben,Cleo\nBen,Ann & Cleo,\n"
    report = report_on(tmp_path, text)
    third = pytest.approx(1 / 3)
    assert counts_of(report, "player") == {
        "Ann": (1, 2, third),
        "Ben": (1, 2, third),
        "Cleo": (0, 2, third),
    }
    assert "1 cell of a final place has several names" in trust(report)


def test_pairs_at_all_places_stay_pairs(tmp_path: Path) -> None:
    report = report_on(tmp_path, "1st,2nd\nAnn & Ben,Cleo & Dan\nCleo & Dan,Ann & Ben\n")
    half = pytest.approx(0.5)
    assert counts_of(report, "player") == {"Ann & Ben": (1, 2, half), "Cleo & Dan": (1, 2, half)}
