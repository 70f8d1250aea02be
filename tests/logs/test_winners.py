"""Winners and players as logs name them: shared wins, start players, teams and other cases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from reports.playtest.alone import LogReport
from reports.playtest.log import read_log
from simulate.errors import UsageError
from simulate.game import find_game

TRUST = "How certain is that?"


def report_on(folder: Path, text: str, name: str = "log.csv") -> LogReport:
    path = folder / name
    path.write_text(text)
    return LogReport(str(path), {}, None, 0.95)


def counts_of(report: LogReport, kind: str) -> dict[str, Any]:
    """Return the wins, games and fair share of each rival of a kind, by name."""
    [found] = [group for group in report.summary["compared"] if group["kind"] == kind]
    return {
        rival["name"]: (rival["wins"], rival["games"], rival["fair"]) for rival in found["rivals"]
    }


def lengths(report: LogReport) -> list[str]:
    """Return the sentences on the length of games."""
    sentences: list[str] = report.summary["answers"]["How long is a game?"]
    return sentences


def trust(report: LogReport) -> str:
    return " ".join(report.summary["answers"][TRUST])


def test_a_start_player_is_compared_with_the_numbers_of_players(tmp_path: Path) -> None:
    text = "Winnaar,Aantal spelers,Startspeler\nJan,3,Jan\nPiet,4,Jan\nJan,3,Piet\n"
    report = report_on(tmp_path, text)
    assert counts_of(report, "start player") == {
        "the start player": (1, 3, pytest.approx((1 / 3 + 1 / 4 + 1 / 3) / 3))
    }
    assert [group["kind"] for group in report.summary["compared"]] == ["start player"]
    assert "does not list who played" in trust(report)


def test_winners_who_also_start_are_people(tmp_path: Path) -> None:
    text = "Players,Winner,Start player\n2,Ann,Ann\n2,Bo,Ann\n2,Ann,Bo\n2,Ann,Ann\n"
    report = report_on(tmp_path, text)
    assert [group["kind"] for group in report.summary["compared"]] == ["start player", "player"]
    assert counts_of(report, "player")["Ann"][:2] == (3, 4)
    assert "Does a player win more often?" in report.summary["answers"]
    assert "Is a side favored?" not in report.summary["answers"]


def test_winners_of_games_with_other_numbers_of_players_have_no_fair_share(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="games with 3 or 4 players, but not who played"):
        report_on(tmp_path, "players,winner\n3,Ana\n4,Luis\n3,Ana\n")


@pytest.mark.parametrize("shared", ["Ann & Bo", "Ann, Bo", "Bo and Ann"])
def test_a_cell_with_two_winners_is_a_shared_win(shared: str, tmp_path: Path) -> None:
    text = f'players,winner\n3,Ann\n3,"{shared}"\n3,Cy\n3,Bo\n'
    report = report_on(tmp_path, text)
    names = {name: (wins, games) for name, (wins, games, _) in counts_of(report, "side").items()}
    assert names == {"Ann": (1, 3), "Bo": (1, 3), "Cy": (1, 3)}
    assert report.summary["shared_wins"] == 1


def test_a_name_with_an_ampersand_is_one_name(tmp_path: Path) -> None:
    report = report_on(tmp_path, "date,winner\n1,Salt & Pepper\n2,Rebels\n3,Rebels\n")
    assert set(counts_of(report, "side")) == {"Salt & Pepper", "Rebels"}


@pytest.mark.parametrize("winner", ["{}", "player_{}", "P{}", "{}.0"])
def test_seats_that_are_counted_from_0_are_shifted(winner: str, tmp_path: Path) -> None:
    winners = [winner.format(seat) for seat in (0, 3, 1, 0)]
    report = report_on(tmp_path, "players,winner\n" + "".join(f"4,{name}\n" for name in winners))
    wins = [wins for wins, _, _ in counts_of(report, "seat").values()]
    assert wins == [2, 1, 0, 1]
    assert "counts seats from 0" in trust(report)


def test_a_winner_0_without_numbers_of_players_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cell B2 \(winner\) is '0', which may be the first seat"):
        report_on(tmp_path, "game,winner\n1,0\n2,3\n3,1\n")


def test_a_winner_0_means_nobody_where_the_last_seat_wins_too(tmp_path: Path) -> None:
    report = report_on(tmp_path, "players,winner\n3,0\n3,3\n3,1\n")
    assert [wins for wins, _, _ in counts_of(report, "seat").values()] == [1, 0, 1]
    assert "1 game that nobody won" in trust(report)


def test_decimals_of_whole_numbers_do_not_make_names(tmp_path: Path) -> None:
    report = report_on(tmp_path, "players,winner\n3.0,2.0\n3.0,1.0\n,3.0\n")
    assert [wins for wins, _, _ in counts_of(report, "seat").values()] == [1, 1, 0]
    assert "Left out: 1 game in which neither players nor their number are logged." in trust(report)


def test_columns_of_roles_list_the_people_who_played_them(tmp_path: Path) -> None:
    text = "Game,Red,Blue,Green,Winner\n1,Ann,Bo,Cy,Red\n2,Bo,Cy,Ann,Blue\n3,Cy,Ann,Bo,Red\n"
    report = report_on(tmp_path, text)
    third = pytest.approx(1 / 3)
    roles = {"Red": (2, 3, third), "Blue": (1, 3, third), "Green": (0, 3, third)}
    assert counts_of(report, "role") == roles
    assert counts_of(report, "player")["Cy"] == (2, 3, third)


def test_a_winner_who_is_not_a_player_is_left_out_and_named(tmp_path: Path) -> None:
    report = report_on(tmp_path, "Player 1,Player 2,Winner\nAnn,Bo,Cy\nAnn,Bo,Bo\n")
    assert "1 game whose winner is not one of the players ('Cy')" in trust(report)


def test_results_of_one_player_are_not_called_those_of_all_without_saying_so(
    tmp_path: Path,
) -> None:
    report = report_on(tmp_path, "Opponent,Result\nCats,W\nBirds,L\n")
    assert "taken to be won or lost by all players together" in trust(report)


def test_a_score_with_two_readings_is_named(tmp_path: Path) -> None:
    text = "Player 1,Score 1,Player 2,Score 2\nAnn,1.000,Bo,950\nAnn,990,Bo,980\n"
    assert "'1.000' was read as 1, not as 1000" in trust(report_on(tmp_path, text))


def _plays(players: list[list[tuple[str, str, int]]]) -> str:
    """Return plays of BoardGameGeek, each with the names, colors and results of its players."""
    plays = ""
    for play in players:
        cells = "".join(
            f'<player name="{name}" startposition="" color="{color}" score="" win="{won}"/>'
            for name, color, won in play
        )
        plays += f'<play quantity="1"><item name="x"/><players>{cells}</players></play>'
    return f"<plays>{plays}</plays>"


def test_players_of_a_color_who_win_together_are_a_team(tmp_path: Path) -> None:
    plays = []
    for number in range(9):
        is_first = int(number % 3 != 0)
        team = [("A", "Team 1", is_first), ("B", "Team 1", is_first), ("C", "Team 1", is_first)]
        plays.append([*team, ("D", "Team 2", 1 - is_first)])
    report = report_on(tmp_path, _plays(plays), "plays.xml")
    half = pytest.approx(0.5)
    assert counts_of(report, "team") == {"Team 1": (6, 9, half), "Team 2": (3, 9, half)}
    assert report.summary["shared_wins"] == 0


@pytest.mark.parametrize(
    ("headings", "winners", "names"),
    [
        ("Team A,Team B", ("Team A", "Team B", "Team A"), ("Team A", "Team B")),
        ("Team A,Team B", ("A", "b", "a"), ("Team A", "Team B")),
        ("Team 1,Team 2", ("1", "2", "Ann & Di"), ("Team 1", "Team 2")),
        ("Red team,Blue team", ("Red", "Blue", "Red"), ("Red team", "Blue team")),
        ("Red,Blue", ("Red", "Blue", "Red"), ("Red", "Blue")),
        ("\u00c9quipe A,\u00c9quipe B", ("A", "B", "A"), ("\u00c9quipe A", "\u00c9quipe B")),
    ],
)
def test_a_cell_lists_the_players_of_a_team(
    headings: str, winners: tuple[str, ...], names: tuple[str, str], tmp_path: Path
) -> None:
    teams = ('"Ann, Bo",Cy & Di', "Ann and Cy,Bo/Di", '"Ann, Di",Bo + Cy')
    rows = "".join(f"{team},{winner}\n" for team, winner in zip(teams, winners, strict=True))
    report = report_on(tmp_path, f"{headings},Winner\n{rows}")
    half = pytest.approx(0.5)
    first, second = names
    assert counts_of(report, "team") == {first: (2, 3, half), second: (1, 3, half)}
    assert [group["kind"] for group in report.summary["compared"]] == ["team"]
    assert f"read as the players of one team: {first}, {second}" in trust(report)


@pytest.mark.parametrize(
    "headings", ["Team A,Score A,Team B,Score B", "Team A,Team A score,Team B,Team B points"]
)
def test_teams_are_compared_by_their_scores(headings: str, tmp_path: Path) -> None:
    rows = "Ann/Bo,10,Cy/Di,7\nAnn/Cy,3,Bo/Di,9\nAnn/Di,12,Bo/Cy,5\n"
    report = report_on(tmp_path, f"{headings}\n{rows}")
    half = pytest.approx(0.5)
    assert counts_of(report, "team") == {"Team A": (2, 3, half), "Team B": (1, 3, half)}


def test_a_row_per_team_may_list_its_players(tmp_path: Path) -> None:
    rows = '1,"Ann, Bo",A,yes\n1,"Cy, Di",B,no\n2,"Ann, Cy",A,no\n2,"Bo, Di",B,yes\n'
    report = report_on(tmp_path, f"date,player,team,won\n{rows}")
    half = pytest.approx(0.5)
    assert counts_of(report, "team") == {"A": (1, 2, half), "B": (1, 2, half)}


def test_teams_whose_players_are_unknown_are_compared_like_players(tmp_path: Path) -> None:
    text = "Team A,Team B,Winner\nSharks,Jets,Sharks\nSharks,Owls,Owls\nOwls,Jets,Owls\n"
    report = report_on(tmp_path, text)
    assert counts_of(report, "player")["Owls"][:2] == (2, 2)


def test_columns_of_players_that_seem_to_have_teams_are_pointed_out(tmp_path: Path) -> None:
    text = 'Player 1,Player 2,Winner\n"Ann, Bo","Cy, Di","Ann, Bo"\n"Ann, Cy","Bo, Di","Bo, Di"\n'
    report = report_on(tmp_path, text)
    assert "--columns 'team_1=Player 1'" in trust(report)
    path = tmp_path / "log.csv"
    chosen = {"team_1": "Player 1", "team_2": "Player 2"}
    assert counts_of(LogReport(str(path), chosen, None, 0.95), "team")["Player 1"][:2] == (1, 2)
    families = text.replace("Cy, Di", "Cohen, Cy").replace("Bo, Di", "Dahl, Di")
    families = families.replace("Ann, Cy", "Ann, Bo")
    assert "team_1" not in trust(report_on(tmp_path, families))


def test_people_with_the_same_name_are_said_to_be_counted_as_one(tmp_path: Path) -> None:
    play = [("B.", "", 0), ("B.", "", 0), ("Sean", "", 1)]
    report = report_on(tmp_path, _plays([play, play]), "plays.xml")
    assert "B. is listed more than once in 2 games" in trust(report)


def test_columns_of_people_list_the_roles_they_played(tmp_path: Path) -> None:
    text = "date,Al,Bo,winner\n1,Cats,Birds,Al\n2,Birds,Cats,Al\n3,Cats,Birds,Bo\n"
    report = report_on(tmp_path, text)
    half = pytest.approx(0.5)
    assert counts_of(report, "player") == {"Al": (2, 3, half), "Bo": (1, 3, half)}
    assert counts_of(report, "role") == {"Birds": (2, 3, half), "Cats": (1, 3, half)}


@pytest.mark.parametrize("headings", ["1. Platz,2. Platz", "1st,2nd", "1er,2e", "Place 1,Place 2"])
def test_columns_of_final_places_have_the_headings_of_many_languages(
    headings: str, tmp_path: Path
) -> None:
    report = report_on(tmp_path, f"date,{headings}\n1,Al,Bo\n2,Bo,Al\n3,Al,Bo\n")
    assert counts_of(report, "player")["Al"][:2] == (2, 3)


@pytest.mark.parametrize(
    "headings",
    ["First,Second,Third", "Erster,Zweiter,Dritter", "Premier,Deuxi\u00e8me,Troisi\u00e8me"],
)
def test_ordinal_words_name_final_places(headings: str, tmp_path: Path) -> None:
    report = report_on(tmp_path, f"{headings}\nAl,Bo,Cy\nBo,Cy,Al\nAl,Cy,Bo\n")
    assert counts_of(report, "player")["Al"][:2] == (2, 3)
    assert f"Read as final places: {headings.replace(',', ', ')}" in trust(report)


def test_ordinal_words_name_seats_if_the_first_player_does_not_always_win(tmp_path: Path) -> None:
    text = "First,Second,Winner\nAl,Bo,Bo\nBo,Al,Bo\nAl,Bo,Al\n"
    assert counts_of(report_on(tmp_path, text), "seat")["seat 1"][:2] == (2, 3)


@pytest.mark.parametrize(
    "headings", ["Game 1,Game 2,Game 3", "G1,G2,G3", "2026-01-01,2026-01-02,3.1.26"]
)
@pytest.mark.parametrize(
    "rows", ["Al,9,15,12\nBo,7,18,10\n", "Al,1st,2nd,1st\nBo,2nd,1st,2nd\n", "Al,W,L,W\nBo,L,W,L\n"]
)
def test_each_column_may_be_a_game(headings: str, rows: str, tmp_path: Path) -> None:
    report = report_on(tmp_path, f"Player,{headings}\n{rows}")
    half = pytest.approx(0.5)
    assert counts_of(report, "player") == {"Al": (2, 3, half), "Bo": (1, 3, half)}
    assert "Columns B to D are read as games" in trust(report)


def test_numbers_from_1_in_columns_of_games_are_places(tmp_path: Path) -> None:
    text = "Player,Game 1,Game 2,Total\nAl,1,2,3\nBo,2,1,3\nCy,3,,3\n"
    report = report_on(tmp_path, text)
    assert counts_of(report, "player")["Cy"][:2] == (0, 1)
    assert "cells as the places of the players" in trust(report)
    assert "Not read beside these columns: Total." in trust(report)


@pytest.mark.parametrize("counts", ["Games\nAl,3,8\nBo,5,8\n", "Losses\nAl,3,5\nBo,5,3\n"])
def test_wins_per_player_are_compared_if_all_played_in_every_game(
    counts: str, tmp_path: Path
) -> None:
    report = report_on(tmp_path, f"Player,Wins,{counts}")
    assert counts_of(report, "player") == {"Bo": (5, 8, 0.5), "Al": (3, 8, 0.5)}
    assert report.reading.kind == "wins per player"
    assert report.reading.unread == ()
    assert "because their wins add up to 8" in trust(report)


@pytest.mark.parametrize("text", ["Wins\nAl,3\nBo,5\n", "Wins,Games\nAl,3,9\nBo,5,9\n"])
def test_wins_per_player_without_the_games_are_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="lists no games; write a row per game"):
        report_on(tmp_path, f"Player,{text}")


def test_letters_number_players(tmp_path: Path) -> None:
    text = "Player A,Player B,Score A,Score B\nAl,Bo,10,8\nBo,Al,7,12\n"
    assert counts_of(report_on(tmp_path, text), "player")["Al"][:2] == (2, 2)


def test_an_empty_player_before_another_one_is_pointed_out(tmp_path: Path) -> None:
    text = "p1_score,p2_score,p3_score\n10,12,9\n,7,9\n8,9,\n"
    assert "1 game has an empty player before another one" in trust(report_on(tmp_path, text))


def test_games_between_the_rows_of_a_game_do_not_split_it(tmp_path: Path) -> None:
    text = "date,game,player,score\n1,chess,Al,4\n1,go,Bo,5\n1,chess,Bo,3\n1,go,Al,2\n"
    path = tmp_path / "log.csv"
    path.write_text(text)
    report = LogReport(f"{path}#chess", {}, None, 0.95)
    assert counts_of(report, "player") == {
        "Al": (1, 1, pytest.approx(0.5)),
        "Bo": (0, 1, pytest.approx(0.5)),
    }


def test_a_place_of_0_is_unknown(tmp_path: Path) -> None:
    text = "Match,Player,Place\n0,Al,0\n0,Bo,0\n1,Al,2\n1,Bo,1\n2,Al,1\n2,Bo,2\n"
    report = report_on(tmp_path, text)
    assert counts_of(report, "player")["Al"][:2] == (1, 2)
    assert "1 game without a winner" in trust(report)


def test_a_log_of_shared_wins_only_asks_for_teams(tmp_path: Path) -> None:
    play = [("A", "", 1), ("B", "", 1), ("C", "", 0)]
    with pytest.raises(UsageError, match="shows only shared wins; name the teams or roles"):
        report_on(tmp_path, _plays([play, play]), "plays.xml")


def test_the_tabs_of_a_workbook_that_are_not_read_are_named(tmp_path: Path) -> None:
    book = Workbook()
    for row in (["players", "winner"], [2, 1], [2, 2]):
        book.active.append(row)
    book.create_sheet("2025").append(["players"])
    book.create_sheet("old").sheet_state = "hidden"
    book.save(tmp_path / "log.xlsx")
    report = LogReport(str(tmp_path / "log.xlsx"), {}, None, 0.95)
    assert "Tab Sheet was read; not read: 2025, old." in trust(report)


#: Scores of three people; Clara never wins.
PEOPLE = (
    "Anna,Ben,Clara,Winner",
    "42,38,31,Anna",
    "31,44,40,Ben",
    "46,45,29,Anna",
    "50,35,45,Anna",
)


@pytest.mark.parametrize(
    ("heading", "cells"),
    [("Version", "0.4 0.4 0.5 0.5"), ("Week", "29 30 33 34"), ("Year", "2023 2024 2024 2023")],
)
@pytest.mark.parametrize("is_first", [True, False])
def test_a_column_of_other_numbers_beside_people_is_no_player(
    heading: str, cells: str, is_first: bool, tmp_path: Path
) -> None:
    added = [heading, *cells.split()]
    rows = zip(added, PEOPLE, strict=True)
    if is_first:
        lines = [f"{cell},{row}" for cell, row in rows]
    else:
        people = [row.rpartition(",") for _, row in rows]
        lines = [
            f"{scores},{cell},{winner}"
            for (scores, _, winner), cell in zip(people, added, strict=True)
        ]
    report = report_on(tmp_path, "\n".join(lines) + "\n")
    wins = counts_of(report, "player")
    assert wins == {
        "Anna": (3, 4, pytest.approx(1 / 3)),
        "Ben": (1, 4, pytest.approx(1 / 3)),
        "Clara": (0, 4, pytest.approx(1 / 3)),
    }


SHEET = ["Date,Ann,Bo,Cy", "2026-05-01,12,8,14", "2026-05-08,10,13,9", "2026-05-15,9,12,11"]


@pytest.mark.parametrize(
    ("heading", "cells"),
    [
        ("Minutes", "70 65 80"),
        ("Started", "Ann Bo Cy"),
        ("Version", "0.4 0.4 0.5"),
        ("Week", "9 12 13"),
        ("Place", "Ghent Ghent Bonn"),
        ("Price", "250 240 230"),
    ],
)
def test_columns_with_the_points_of_each_player_need_no_winner(
    heading: str, cells: str, tmp_path: Path
) -> None:
    rows = [f"{row},{cell}" for row, cell in zip(SHEET, [heading, *cells.split()], strict=True)]
    report = report_on(tmp_path, "\n".join(rows) + "\n")
    wins = {name: won for name, (won, *_) in counts_of(report, "player").items()}
    assert wins == {"Ann": 0, "Bo": 2, "Cy": 1}
    assert "Columns B to D are read as the scores of 3 players" in trust(report)
    assert "the highest score is taken to win" in trust(report)


def test_a_player_without_points_or_wins_is_known_from_the_start_players(tmp_path: Path) -> None:
    rows = ["Anna,Ben,Clara,Started,Winner", "0,6,0,Anna,Ben", "0,0,5,Ben,Clara", "0,7,0,Clara,Ben"]
    report = report_on(tmp_path, "\n".join(rows) + "\n")
    wins = {name: won for name, (won, *_) in counts_of(report, "player").items()}
    assert wins == {"Anna": 0, "Ben": 2, "Clara": 1}


@pytest.mark.parametrize(
    ("heading", "cells", "place"),
    [
        *(("Cy", cells, place) for cells in ("0 0 0", "8 8 8") for place in (0, 1, 2)),
        *(("Version", "1 1 1", place) for place in (0, 2)),
        *(("Jahrgang", "2024 2024 2024", place) for place in (0, 2)),
    ],
)
@pytest.mark.parametrize("has_winner", [True, False])
def test_equal_numbers_like_the_scores_of_two_others_are_the_scores_of_a_player(
    heading: str, cells: str, place: int, has_winner: bool, tmp_path: Path
) -> None:
    columns = [["Ann", "9", "0", "12"], ["Bo", "0", "11", "13"]]
    columns.insert(place, [heading, *cells.split()])
    if has_winner:
        columns.append(["Winner", "Ann", "Bo", "Bo"])
    rows = zip(["Date", "2026-05-01", "2026-05-08", "2026-05-15"], *columns, strict=True)
    text = "".join(",".join(row) + "\n" for row in rows)
    report = report_on(tmp_path, text)
    wins = {name: won for name, (won, *_) in counts_of(report, "player").items()}
    expected = {"Ann": 1, "Bo": 2}
    if heading == "Cy":
        expected["Cy"] = 0
    assert wins == expected


@pytest.mark.parametrize(
    "rows",
    [
        ["Week,Rating", "9,7", "12,8", "13,6"],
        ["Price,Ann", "250,12", "240,13", "230,9"],
        ["Ann,Bo", "3,3", "3,3", "3,3"],
        ["Ann,Bo", "1,2", "2,3", "3,4", "4,5"],
    ],
)
def test_other_columns_of_numbers_are_no_scores_of_players(rows: list[str], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not show who won"):
        report_on(tmp_path, "\n".join(rows) + "\n")


def test_a_draw_with_a_single_best_score_is_left_out(tmp_path: Path) -> None:
    rows = [*PEOPLE[:3], "46,45,29,draw"]
    report = report_on(tmp_path, "\n".join(rows) + "\n")
    assert counts_of(report, "player")["Anna"] == (1, 2, pytest.approx(1 / 3))
    assert (
        "Left out: 1 game with 'draw' as the winner, although a single player has the best score"
    ) in trust(report)
    assert "not one of the players" not in trust(report)


def test_a_range_of_minutes_is_read_as_its_middle_and_named(tmp_path: Path) -> None:
    rows = ["Anna,Ben,Winner,Duration", "42,38,Anna,50-60", "31,44,Ben,45"]
    report = report_on(tmp_path, "\n".join(rows) + "\n")
    assert report.summary["lengths"]["minutes"]["value"] == pytest.approx(50)
    assert "1 time is not exact, and a range is read as its middle: '50-60'" in trust(report)


@pytest.mark.parametrize("mark", ["\u2013", "-", "\u2014", "n/a", ".", "x", ""])
def test_a_mark_of_absence_in_a_column_of_scores_is_no_player(mark: str, tmp_path: Path) -> None:
    rows = ["Anna,Ben,Clara,Winner", f"42,38,{mark},Anna", "31,44,12,Ben", f"20,{mark},45,Clara"]
    report = report_on(tmp_path, "\n".join(rows) + "\n")
    games = {name: games for name, (_, games, _) in counts_of(report, "player").items()}
    assert games == {"Anna": 3, "Ben": 2, "Clara": 2}
    assert (f"read as absent: {mark!r} (2)" in trust(report)) == bool(mark)


@pytest.mark.parametrize("text", ["DNF", "quit", "?", "~40"])
def test_a_text_among_scores_leaves_the_person_in_the_game(text: str, tmp_path: Path) -> None:
    rows = [*PEOPLE[:2], f"31,44,{text},Ben", *PEOPLE[3:]]
    report = report_on(tmp_path, "\n".join(rows) + "\n")
    assert counts_of(report, "player") == {
        "Anna": (3, 4, pytest.approx(1 / 3)),
        "Ben": (1, 4, pytest.approx(1 / 3)),
        "Clara": (0, 4, pytest.approx(1 / 3)),
    }
    assert (f"1 cell is not readable, so unknown: C3 {text!r}" in trust(report)) == (text != "?")


def test_a_column_of_which_a_large_part_is_unreadable_is_refused(tmp_path: Path) -> None:
    rows = ["Anna,Ben,Winner,Dauer", *["4,3,Anna,45"] * 5, *["3,4,Ben,lang"] * 2]
    with pytest.raises(
        UsageError, match=r"'lang'; .*1 other cell of the 7 .*: D8 'lang'.*'notes=Dauer'"
    ):
        report_on(tmp_path, "\n".join(rows) + "\n")
    report = report_on(tmp_path, "\n".join([*rows[:-2], "3,4,Ben,lang", "3,4,Ben,45"]) + "\n")
    assert any("45 minutes on average, in 6 games" in text for text in lengths(report))
    assert "1 cell is not readable, so unknown: D7 (Dauer) 'lang'" in trust(report)


@pytest.mark.parametrize("heading", ["Started", "Start player", "Startspieler", "First", "Begann"])
def test_a_column_of_names_with_a_heading_of_starts_names_the_start_player(
    heading: str, tmp_path: Path
) -> None:
    starts = ["Ben", "Ben", "Anna", "Clara"]
    rows = zip(PEOPLE, [heading, *starts], strict=True)
    report = report_on(tmp_path, "\n".join(f"{row},{cell}" for row, cell in rows) + "\n")
    third = pytest.approx(1 / 3)
    assert counts_of(report, "start player") == {"the start player": (2, 4, third)}
    assert "The log shows who started, but not the order of the other players" in trust(report)


def test_a_column_of_names_with_another_heading_is_offered_as_start_player(tmp_path: Path) -> None:
    rows = zip(PEOPLE, ["Host", "Ben", "Ben", "Anna", "Clara"], strict=True)
    text = "\n".join(f"{row},{cell}" for row, cell in rows) + "\n"
    assert "add --columns 'starter=Host'" in trust(report_on(tmp_path, text))
    report = LogReport(str(tmp_path / "log.csv"), {"starter": "Host"}, None, 0.95)
    assert counts_of(report, "start player")["the start player"][:2] == (2, 4)


def test_times_of_day_in_a_column_started_are_no_start_players(tmp_path: Path) -> None:
    report = report_on(tmp_path, "Winner,players,Started\nAl,2,20:15\nBo,2,19:30\nAl,2,20:00\n")
    assert [group["kind"] for group in report.summary["compared"]] == ["side"]


def test_a_player_who_started_by_the_heading_has_seat_1(tmp_path: Path) -> None:
    text = (
        "Player 1 (started),Score P1,Player 2,Score P2,Player 3,Score P3,Who won?\n"
        "Ann,33,Dee,29,,,Ann\nBob,33,Dee,39,Ann,3,Dee\nDee,33,Bob,29,Ann,3,Dee\n"
    )
    report = report_on(tmp_path, text)
    assert [wins for wins, _, _ in counts_of(report, "seat").values()] == [1, 1, 0]


def test_columns_of_seats_are_not_read_as_final_places(tmp_path: Path) -> None:
    text = "Platz 1;Platz 2;Platz 3;Sieger\nAl;Bo;Cy;Al\nBo;Cy;Al;Cy\nCy;Al;Bo;Cy\n"
    report = report_on(tmp_path, text)
    assert [wins for wins, _, _ in counts_of(report, "seat").values()] == [2, 1, 0]
    assert "Read as seats, because the first is not always the winner" in trust(report)


def test_ties_of_games_that_the_lowest_score_wins_are_shared_by_the_lowest(tmp_path: Path) -> None:
    text = "Al,Bo,Cy,Winner\n3,5,9,Al\n7,2,8,Bo\n9,9,4,Cy\n9,4,4,tie\n9,9,5,tie\n"
    report = report_on(tmp_path, text)
    assert report.summary["shared_wins"] == 1
    assert "The lowest score wins, as in 3 games" in trust(report)
    assert "1 game with 'tie' as the winner, although a single player has the" in trust(report)


def test_all_winners_who_are_not_players_are_named(tmp_path: Path) -> None:
    text = "Player 1,Player 2,Winner\nAnn,Bo,Cy\nAnn,Bo,Bo\nBo,Ann,Di\nBo,Ann,Ann\n"
    assert "not one of the players ('Cy', 'Di')" in trust(report_on(tmp_path, text))


def test_headings_that_are_not_read_are_named_or_counted(tmp_path: Path) -> None:
    text = "A,B,C,D,E,F,G,H\nu,v,w,x,y,z,s,t\nu,v,w,x,y,z,s,t\n"
    with pytest.raises(UsageError, match=r"not read: A, B, C, D, E, F and 2 more$"):
        report_on(tmp_path, text)


def test_start_players_without_the_number_of_players_are_said_to_be_left_out(
    tmp_path: Path,
) -> None:
    report = report_on(tmp_path, "Winner,Starter\nAna,Ben\nBen,Ana\nCy,Ana\n")
    assert "The start player of 3 games is not compared" in trust(report)
    report = report_on(tmp_path, "Winner,Starter,Players\nAna,Ben,3\nBen,Ana,3\nCy,Ana,3\n")
    assert "is not compared" not in trust(report)


def test_a_log_without_seats_is_refused_for_a_game_with_advice_on_seats(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("1st,2nd,3rd\nAna,Ben,Cleo\nBen,Cleo,Ana\nAna,Cleo,Ben\n")
    with pytest.raises(UsageError, match="names winners, but not their seats"):
        read_log(path, find_game("snorkeling"), {}, 4)
