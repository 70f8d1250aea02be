"""Cells and rows of logs that mean something else: months, absent players, and hours."""

from __future__ import annotations

import json
from pathlib import Path

from reports.playtest.alone import LogReport
from tests.logs.test_winners import counts_of, report_on, trust


def test_rows_with_a_month_are_no_games(tmp_path: Path) -> None:
    text = (
        "Date,Player 1,Player 2,Winner\nJanuary,,,\n3 Jan,Ana,Ben,Ana\n9 Jan,Ben,Ana,Ben\n"
        "February,,,\n1 Feb,Ana,Ben,Ana\n"
    )
    report = report_on(tmp_path, text)
    assert report.summary["games_logged"] == 3
    sentence = "Left out: 2 rows that do not look like games: row 2 ('January'), row 5 ('February')"
    assert sentence in trust(report)


def test_a_row_that_counts_wins_below_the_games_is_no_game(tmp_path: Path) -> None:
    text = (
        "Datum;Spieler 1;Spieler 2;Sieger\n5.1.24;Anna;Bernd;Anna\n6.1.24;Bernd;Anna;Bernd\n"
        "7.1.24;Anna;Bernd;Anna\nSiege;Anna 2;Bernd 1;\n"
    )
    report = report_on(tmp_path, text)
    assert report.summary["games_logged"] == 3
    assert "1 row that does not look like a game: row 5 ('Siege')" in trust(report)


def test_a_row_of_wins_below_columns_of_scores_is_no_game(tmp_path: Path) -> None:
    text = (
        "Date,Alice,Bob,Carol,Winner\n3 Jan,21,18,15,Alice\n9 Jan,19,22,17,Bob\n"
        "1 Feb,30,28,29,Alice\n8 Feb,12,20,18,Bob\nWins,2,2,0,\n"
    )
    report = report_on(tmp_path, text)
    assert report.summary["games_logged"] == 4
    assert "row 6 ('Wins')" in trust(report)


def test_an_unfinished_game_of_new_players_stays_a_game(tmp_path: Path) -> None:
    text = (
        "Date,Player 1,Player 2,Winner,Minutes\n1,Ana,Ben,Ana,30\n2,Ben,Ana,Ben,40\n"
        "3,Ana,Ben,Ana,30\n4,Cleo,Dan,,50\n"
    )
    report = report_on(tmp_path, text)
    assert report.summary["games_logged"] == 4
    assert "1 game without a winner" in trust(report)


def test_a_dash_as_a_score_means_that_the_player_was_absent(tmp_path: Path) -> None:
    text = (
        "Player 1,Score 1,Player 2,Score 2,Player 3,Score 3,Winner\nAna,12,Ben,8,Cleo,-,Ana\n"
        "Ben,2,Ana,8,Cleo,4,Ana\nAna,2,Ben,8,Cleo,9,Cleo\n"
    )
    report = report_on(tmp_path, text)
    games = {name: counts[:2] for name, counts in counts_of(report, "player").items()}
    assert games == {"Ana": (2, 3), "Ben": (0, 3), "Cleo": (1, 2)}
    assert "Players with these cells are read as absent: '-' (1)." in trust(report)


def test_a_winner_whose_score_is_a_dash_was_present(tmp_path: Path) -> None:
    text = (
        "Player 1,Score 1,Player 2,Score 2,Winner\nAna,12,Ben,-,Ben\nBen,2,Ana,8,Ana\n"
        "Ana,2,Ben,8,Ben\n"
    )
    report = report_on(tmp_path, text)
    games = {name: counts[:2] for name, counts in counts_of(report, "player").items()}
    assert games == {"Ana": (1, 3), "Ben": (2, 3)}


def test_hours_in_a_column_of_minutes_are_unknown_and_named(tmp_path: Path) -> None:
    text = 'Players,Winner,Duration\n"Ana, Ben",Ana,75\n"Ben, Ana",Ana,"1,5"\n"Ana, Ben",Ben,90\n'
    report = report_on(tmp_path, text)
    assert "C3 '1,5'" in trust(report)
    [sentence] = report.summary["answers"]["How long is a game?"]
    assert sentence.startswith("82 minutes on average, in 2 games")


def test_short_times_with_decimals_are_minutes(tmp_path: Path) -> None:
    text = 'Players,Winner,Duration\n"Ana, Ben",Ana,7.5\n"Ben, Ana",Ana,12.5\n"Ana, Ben",Ben,60\n'
    report = report_on(tmp_path, text)
    [sentence] = report.summary["answers"]["How long is a game?"]
    assert "in 3 games" in sentence
    assert "read as unknown" not in trust(report)


def test_a_chosen_start_player_is_used_beside_chosen_scores(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("A,S,B,T,W,Z\nAna,3,Ben,9,Ben,Ben\nAna,3,Ben,2,Ana,Ana\nAna,3,Ben,9,Ben,Ben\n")
    chosen = {"player_1": "A", "score_1": "S", "player_2": "B", "score_2": "T"}
    report = LogReport(str(path), {**chosen, "winner": "W", "starter": "Z"}, None, 0.95)
    wins = {name: wins for name, (wins, _, _) in counts_of(report, "seat").items()}
    assert wins == {"seat 1": 3, "seat 2": 0}
    assert "seats (counted from the start player)" in report.reading.sentence


def test_equal_rows_with_the_same_time_are_named_and_count(tmp_path: Path) -> None:
    sent = "2026-05-01 19:30:12,2,1\n"
    report = report_on(tmp_path, f"Timestamp,Players,Winner\n{sent}2026-05-02 19:30:12,2,1\n{sent}")
    assert report.summary["games_logged"] == 3
    assert "1 game is listed twice with the same date and time (row 4 as row 2)" in trust(report)
    dates = "Date,Players,Winner\n2026-05-01,2,1\n2026-05-01,2,1\n"
    assert "listed twice" not in trust(report_on(tmp_path, dates))


def test_a_play_of_bg_stats_with_the_same_uuid_counts_once(tmp_path: Path) -> None:
    scores = [{"playerRefId": 1, "winner": True}, {"playerRefId": 2, "winner": False}]
    play = {"uuid": "U1", "gameRefId": 1, "playDate": "2026-05-01", "playerScores": scores}
    people = [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bo"}]
    other = {**play, "uuid": "U2"}
    changed = {**play, "playDate": "2026-05-02"}
    content = {"plays": [play, other, play, changed], "players": people}
    report = report_on(tmp_path, json.dumps(content), "log.json")
    assert report.summary["games_logged"] == 3
    assert "1 play is in the file again, with the same uuid, and not counted again." in trust(
        report
    )
