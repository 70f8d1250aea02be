"""Rows that may be no games of their own: repetitions, tests, and games without players."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reports.playtest.foreign import read_foreign_log
from simulate.game import find_game
from simulate.logs.reading import read_log_file
from tests.logs.test_winners import counts_of, report_on, trust


def _notes(folder: Path, text: str) -> str:
    path = folder / "log.csv"
    path.write_text(text)
    return " ".join(read_log_file(path, {})[0].notes)


def test_equal_rows_of_a_day_with_scores_are_named(tmp_path: Path) -> None:
    rows = "2024-05-01,Ana,31,Ben,24\n2024-05-06,Ana,20,Ben,25\n2024-05-06,Ana,20,Ben,25\n"
    notes = _notes(tmp_path, f"Date,Player 1,Score 1,Player 2,Score 2\n{rows}")
    assert "Rows 3 and 4 are the same and all count; if they are one game, delete one." in notes


def test_equal_rows_of_a_day_without_scores_may_be_several_games(tmp_path: Path) -> None:
    rows = "2024-05-06,Ana,Ben,Ana\n2024-05-06,Ana,Ben,Ana\n2024-05-07,Ana,Ben,Ben\n"
    assert "the same" not in _notes(tmp_path, f"Date,Player 1,Player 2,Winner\n{rows}")


def test_a_game_of_tests_is_named(tmp_path: Path) -> None:
    rows = 'Ana,"Ana, Ben"\nBen,"Ana, Ben"\n'
    notes = _notes(tmp_path, f'Winner,Players\ntest,"test, Test2"\n{rows}')
    assert "Row 2 looks like a test and counts as a game; delete it if it is none." in notes
    assert "looks like a test" not in _notes(tmp_path, f"Winner,Players\n{rows}")


@pytest.mark.parametrize(
    "text", ["Draw Mia/Leo", "pareggio Mia e Leo", "Mia & Leo (tie)", "Draw between Mia and Leo"]
)
def test_a_word_for_a_draw_beside_names_is_no_part_of_a_name(text: str, tmp_path: Path) -> None:
    rows = f'"Mia, Leo, Zoe",Zoe\n"Mia, Leo, Zoe",{text}\n"Zoe, Mia, Leo",Mia\n'
    report = report_on(tmp_path, f"Players,Winner\n{rows}")
    assert report.summary["shared_wins"] == 1
    assert "Cell B3 has a word for a draw beside names" in trust(report)


def test_words_for_draws_need_two_names_beside_them(tmp_path: Path) -> None:
    report = report_on(tmp_path, "Players,Winner\n2,Remis Bar\n2,Ana\n2,Ana\n")
    assert "Remis Bar" in counts_of(report, "side")


def test_games_with_an_anonymous_player_count_for_the_others(tmp_path: Path) -> None:
    people = [{"id": number, "name": name} for number, name in enumerate(("Ana", "Ben"))]
    people.append({"id": 2, "name": "Anonymous player", "isAnonymous": True})

    def play(winner: int, *players: int) -> dict[str, object]:
        return {"playerScores": [{"playerRefId": i, "winner": i == winner} for i in players]}

    plays = [play(0, 0, 1, 2), play(2, 0, 1, 2), play(1, 0, 1), play(2, 1, 2)]
    text = json.dumps({"players": people, "plays": plays})
    report = report_on(tmp_path, text, "export.json")
    third = pytest.approx((1 / 3 + 1 / 3 + 1 / 2) / 3)
    assert counts_of(report, "player") == {"Ana": (1, 3, third), "Ben": (1, 3, third)}
    assert "Players are not compared in 1 game with fewer than two named players." in trust(report)


def test_a_play_without_players_is_no_game_of_the_usual_number_of_players(tmp_path: Path) -> None:
    players = '<player name="Ana" win="1"/><player name="Ben" win="0"/><player name="C" win="0"/>'
    path = tmp_path / "plays.xml"
    path.write_text(
        f'<plays><play length="40"><players>{players}</players></play><play length="45"/></plays>'
    )
    rows, _, left_out = read_foreign_log(path, find_game("schnuff"), {})
    assert [row.texts["players"] for row in rows] == ["3"]
    assert "Left out: 1 game whose number of players is unknown." in left_out
