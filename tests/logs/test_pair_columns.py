"""Players in columns with any headings, results such as 3:1, places by person, and other marks."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from openpyxl import Workbook

from reports.playtest.alone import LogReport
from simulate.errors import UsageError
from tests.logs.test_results import wins_of
from tests.logs.test_winners import report_on, trust

# Columns of players


@pytest.mark.parametrize(
    ("headings", "read"),
    [
        ("White,Black,Winner", "Columns White and Black are read"),
        ("Heim,Gast,Sieger", "Columns Heim and Gast are read"),
        (
            "\u5148\u624b,\u5f8c\u624b,\u52dd\u8005",
            "Columns \u5148\u624b and \u5f8c\u624b are read",
        ),
        ("First Player,Second Player,Won by", "Columns First Player and Second Player are read"),
    ],
)
def test_columns_that_hold_the_winners_are_the_players(
    headings: str, read: str, tmp_path: Path
) -> None:
    report = report_on(tmp_path, f"{headings}\nAnn,Bo,Ann\nBo,Ann,Ann\nAnn,Cy,Cy\n")
    assert wins_of(report) == {"Cy": (1, 1), "Ann": (2, 3), "Bo": (0, 2)}
    assert wins_of(report, "seat") == {"seat 1": (1, 3), "seat 2": (2, 3)}
    assert read in trust(report)


def test_a_column_of_hosts_is_no_column_of_players(tmp_path: Path) -> None:
    text = "Host,Snacks,Winner\nAnn,chips,Ann\nAnn,nuts,Bo\nBo,chips,Bo\n"
    report = report_on(tmp_path, text)
    assert [group["kind"] for group in report.summary["compared"]] == ["side"]


# Results of two players


@pytest.mark.parametrize("results", [("3:1", "2:2", "0:4"), ("1-0", "1/2-1/2", "0-1")])
@pytest.mark.parametrize("heading", ["Ergebnis", "Score", "Stand"])
def test_results_of_two_players_are_their_scores(
    results: tuple[str, str, str], heading: str, tmp_path: Path
) -> None:
    rows = zip(("Ann,Bo", "Bo,Cy", "Ann,Cy"), results, strict=True)
    text = f"Heim,Gast,{heading}\n" + "".join(f"{names},{result}\n" for names, result in rows)
    report = report_on(tmp_path, text)
    assert wins_of(report) == {"Cy": (1, 1), "Ann": (1, 2), "Bo": (0, 1)}
    assert f"The column {heading} is read as the scores of two players: Heim and Gast." in trust(
        report
    )
    assert "Left out: 1 game with shared wins or draws." in trust(report)


def test_times_of_day_are_no_results(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not show who won"):
        report_on(tmp_path, "Heim,Gast,Beginn\nAnn,Bo,20:15\nBo,Cy,19:30\n")


# Places by person


def test_numbers_from_1_below_people_are_places_not_scores(tmp_path: Path) -> None:
    text = "Date,Ann,Bo,Cy\n1/2/24,1,2,3\n8/2/24,2,1,3\n9/2/24,3,1,2\n10/2/24,1,1,3\n11/2/24,1,2,\n"
    report = report_on(tmp_path, text)
    assert wins_of(report) == {"Ann": (2, 4), "Bo": (2, 4), "Cy": (0, 3)}
    assert "Columns B to D are read as the final places (1 for the winner)" in trust(report)
    assert "highest score" not in trust(report)


@pytest.mark.parametrize("last", ["3,2,2", "4,1,2", "3,3,3"])
def test_other_numbers_below_people_are_scores(last: str, tmp_path: Path) -> None:
    report = report_on(tmp_path, f"Date,Ann,Bo,Cy\n1/2/24,1,2,3\n8/2/24,2,1,3\n9/2/24,{last}\n")
    assert "are read as the scores of 3 players" in trust(report)


def test_a_person_who_is_always_last_is_a_player(tmp_path: Path) -> None:
    text = "Date,Ann,Bo,Cy\n1/2/24,1,2,3\n8/2/24,2,1,3\n9/2/24,1,2,3\n10/2/24,2,1,3\n"
    report = report_on(tmp_path, text)
    assert wins_of(report) == {"Ann": (2, 4), "Bo": (2, 4), "Cy": (0, 4)}


# Draws and marks


def test_a_draw_of_all_players_together_is_no_win(tmp_path: Path) -> None:
    report = report_on(tmp_path, "Date,Outcome\n1/2/24,Win\n2/2/24,Draw\n3/2/24,Loss\n")
    assert "Won: 1 of 2 games (50%)." in report.summary["answers"]["How often is the game won?"]
    assert "Left out: 1 game whose result is neither won nor lost: B3 (Outcome) 'Draw'." in trust(
        report
    )


@pytest.mark.parametrize("mark", ["checked", "\N{CROWN}", "*", "1."])
def test_a_mark_among_empty_cells_is_a_win(mark: str, tmp_path: Path) -> None:
    text = f"Game,Player,Victory?\n1,Ann,{mark}\n1,Bo,\n2,Ann,\n2,Bo,{mark}\n3,Ann,{mark}\n3,Bo,\n"
    report = report_on(tmp_path, text)
    assert wins_of(report) == {"Ann": (2, 3), "Bo": (1, 3)}


def test_a_mark_of_winners_is_mentioned(tmp_path: Path) -> None:
    report = report_on(
        tmp_path, "Game,Player,Won\n1,Ann,\N{CROWN}\n1,Bo,\n2,Ann,\n2,Bo,\N{CROWN}\n"
    )
    assert "'\N{CROWN}' in column Won is read as won, an empty cell as lost." in trust(report)


# Databases, dates as headings, and languages


def test_links_of_databases_are_no_parts_of_names(tmp_path: Path) -> None:
    link = "(https://www.example.org/a-1)"
    text = (
        f'Players,Winner\n"Ann {link}, Bo {link}",Ann {link}\n"Ann {link}, Bo {link}",Bo {link}\n'
    )
    report = report_on(tmp_path, text)
    assert wins_of(report) == {"Ann": (1, 2), "Bo": (1, 2)}
    assert "Links in brackets after texts, as in 'Ann (https://" in trust(report)


def test_dates_in_a_workbook_may_be_the_headings_of_games(tmp_path: Path) -> None:
    workbook = Workbook()
    sheet = workbook.active
    sheet.append(["Runde 2024"])
    sheet.append(["Spieler", date(2024, 1, 5), date(2024, 1, 12), date(2024, 1, 19)])
    sheet.append(["Anna", 24, -12, 6])
    sheet.append(["Ben", -24, 12, 10])
    path = tmp_path / "log.xlsx"
    workbook.save(path)
    report = LogReport(str(path), {}, None, 0.95)
    assert wins_of(report) == {"Anna": (1, 3), "Ben": (2, 3)}
    assert "Columns B to D are read as games" in trust(report)


@pytest.mark.parametrize(
    "headings",
    [
        "Giocatore 1,Giocatore 2,Vincitore",
        "Gracz 1,Gracz 2,Zwyci\u0119zca",
        "Jogador 1,Jogador 2,Vencedor",
        "Spelare 1,Spelare 2,Vinnare",
    ],
)
def test_winners_in_further_languages_are_read(headings: str, tmp_path: Path) -> None:
    report = report_on(tmp_path, f"{headings}\nAnn,Bo,Ann\nBo,Ann,Ann\nBo,Ann,Bo\n")
    assert wins_of(report) == {"Ann": (2, 3), "Bo": (1, 3)}


def test_a_column_of_names_may_be_the_winner_if_no_other_is(tmp_path: Path) -> None:
    text = "Player 1,Player 2,Score 1,Score 2,Pobjednik\nAnn,Bo,3,4,Bo\nAnn,Bo,5,4,Ann\n"
    assert (
        "The column Pobjednik names a player of each game; if that is the winner or the start "
        "player, add --columns 'winner=Pobjednik' or 'starter=Pobjednik'."
        in trust(report_on(tmp_path, text))
    )


def test_a_table_of_players_against_each_other_has_no_games(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has a row and a column for each player, but no games"):
        report_on(tmp_path, ",Ann,Bo,Cy\nAnn,-,1,0.5\nBo,0,-,1\nCy,0.5,0,-\n")


def test_names_with_a_mark_in_some_games_only_are_mentioned(tmp_path: Path) -> None:
    text = 'Players,Winner\n"Ann*, Bo",Bo\n"Bo*, Ann",Ann\n"Ann, Bo*",Ann\n'
    report = report_on(tmp_path, text)
    assert "Some names have a mark such as * in some games only" in trust(report)
    assert "have a mark" not in trust(report_on(tmp_path, 'Players,Winner\n"Ann*, Bo",Bo\n'))
