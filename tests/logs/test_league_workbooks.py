"""Workbooks of leagues: tabs of standings and of games, headings for all genders, absences."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook

from simulate.errors import UsageError
from simulate.logs.headings import Meaning, find_meaning
from simulate.logs.reading import read_log_file
from tests.logs.test_winners import counts_of, report_on, trust


@pytest.mark.parametrize(
    ("heading", "meaning"),
    [
        ("Ganador/a", Meaning("winner")),
        ("Gewinner:in", Meaning("winner")),
        ("Sieger*in", Meaning("winner")),
        ("Winner / Sieger", Meaning("winner")),
        ("Who was there / Wer", Meaning("players")),
        ("Players / Spieler", Meaning("players")),
        ("Jugador/a 1", Meaning("name", 1)),
        ("Date / Datum", Meaning("date")),
        ("Duration (s)", Meaning("seconds")),
        ("Points/round", None),
        ("Score/Notes", None),
    ],
)
def test_parts_of_a_heading_between_slashes_have_one_meaning(
    heading: str, meaning: Meaning | None
) -> None:
    assert find_meaning(heading) == meaning


def test_a_tab_that_has_games_is_named_if_another_is_open(tmp_path: Path) -> None:
    book = Workbook()
    standings = book.active
    assert standings is not None
    standings.title = "Standings"
    for row in [("Pos.", "Player", "Average"), (1, "Ana", 28.5), (2, "Ben", 20.5)]:
        standings.append(row)
    book.create_sheet("Rules").append(["Win: 5 points"])
    games = book.create_sheet("Games")
    for game in [("Date", "Ana", "Ben", "Winner"), (1, 4, 9, "Ben"), (2, 8, 3, "Ana")]:
        games.append(game)
    path = tmp_path / "league.xlsx"
    book.save(path)
    with pytest.raises(UsageError, match=r"The tab Games has games: name it, as in '.*#Games'"):
        read_log_file(path, {})


@pytest.mark.parametrize("absence", ["NP", "dnp", "No show", "abwesend"])
def test_words_for_absence_are_no_scores(absence: str, tmp_path: Path) -> None:
    rows = f"1,34,28,Ana\n2,{absence},30,Ben\n3,,40,Ben\n4,27,33,Ben\n"
    report = report_on(tmp_path, f"No,Ana,Ben,Ganador/a\n{rows}")
    assert counts_of(report, "player")["Ana"][:2] == (1, 2)
    assert f"read as absent: {absence!r} (1)" in trust(report)


@pytest.mark.parametrize("word", ["aplazada", "Postponed", "verschoben"])
def test_a_row_of_a_postponed_game_is_no_game(word: str, tmp_path: Path) -> None:
    report = report_on(
        tmp_path, f"Date,Ana,Ben,Winner\n1,34,28,Ana\n2,21,30,Ben\n3,{word},,\n4,27,33,Ben\n"
    )
    assert report.reading.plays == 3
    assert f"Left out: 1 game that was not played: row 4 ({word!r})." in trust(report)


def test_a_column_of_a_winner_with_many_words_says_why_it_is_no_score(tmp_path: Path) -> None:
    rows = "1,34,28,9,Ana\n2,ill,30,8,Ben\n3,late,40,7,Ben\n4,27,33,1,Ben\n5,20,11,3,Ana\n"
    report = report_on(tmp_path, f"Date,Ana,Ben,Cy,Winner\n{rows}")
    assert "Column B is not read as the scores of a player" in trust(report)
    assert "B3 'ill', B4 'late'" in trust(report)


def test_names_below_a_heading_of_results_may_be_winners(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("Player 1,Player 2,Won\nAna,Ben,Ana\nAna,Ben,Ben\n")
    with pytest.raises(UsageError, match="If the column names the winners, add --columns 'winner="):
        read_log_file(path, {})
