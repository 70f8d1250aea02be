"""Seats whose numbers are missing, unknown or repeated in some games of a log."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.logs.reading import read_log_file
from simulate.logs.seats import NUMBERED, UNKNOWN, SeatedLog, seat_players
from tests.logs.test_winners import report_on, trust

#: Two games with complete numbers of seats.
_GAMES = "2,Ann,1,10\n2,Ben,2,9\n2,Cleo,3,12\n3,Cleo,1,9\n3,Ann,2,11\n3,Ben,3,4\n"


def _seated(folder: Path, text: str) -> SeatedLog:
    path = folder / "log.csv"
    path.write_text(text)
    return seat_players(read_log_file(path, {})[0])


def _people(log: SeatedLog) -> list[list[str]]:
    """Return the names of the players of each game in the order of their seats."""
    return [[player.name for player in play.players] for play in log.plays]


@pytest.mark.parametrize("unknown", ["", "?", "-"])
def test_a_player_without_a_seat_has_the_only_seat_left(unknown: str, tmp_path: Path) -> None:
    text = f"Game,Player,Seat,Score\n1,Cleo,{unknown},12\n1,Ann,1,10\n1,Ben,2,9\n"
    log = _seated(tmp_path, text + _GAMES)
    assert _people(log)[0] == ["Ann", "Ben", "Cleo"]
    assert log.way == NUMBERED
    assert log.note == (
        "A player has no seat in 1 game (row 2), and is taken to have the only seat left."
    )


def test_a_missing_seat_is_also_found_if_seats_are_counted_from_0(tmp_path: Path) -> None:
    text = "Game,Player,Seat,Score\n1,Ann,0,3\n1,Ben,1,4\n2,Ben,,3\n2,Ann,1,5\n"
    assert _people(_seated(tmp_path, text)) == [["Ann", "Ben"], ["Ben", "Ann"]]


@pytest.mark.parametrize("seats", ["2,2,3", "1,,", "1,5,?"])
def test_seats_of_a_game_with_faulty_numbers_are_unknown_and_others_are_as_numbered(
    seats: str, tmp_path: Path
) -> None:
    rows = [f"1,{name},{seat},7\n" for name, seat in zip("ABC", seats.split(","), strict=True)]
    log = _seated(tmp_path, "Game,Player,Seat,Score\n" + "".join(rows) + _GAMES)
    assert log.way == NUMBERED
    assert [play.seating for play in log.plays] == [UNKNOWN, NUMBERED, NUMBERED]
    assert log.note == (
        "The seats of 1 game are unknown, because the number of a seat is missing or repeated "
        "(row 2)."
    )


def test_faulty_numbers_in_all_games_show_no_seats(tmp_path: Path) -> None:
    log = _seated(tmp_path, "Game,Player,Seat,Score\n1,A,1,7\n1,B,1,8\n2,A,2,3\n2,B,2,4\n")
    assert log.way == UNKNOWN
    assert log.note.startswith("The seats of 2 games are unknown, because the number of a seat is ")
    assert "To compare seats, add a column Start player" in log.note


def test_the_order_of_players_is_not_their_seats_if_other_games_number_them(
    tmp_path: Path,
) -> None:
    log = _seated(tmp_path, "Game,Player,Seat,Score\n1,Ben,,7\n1,Ann,,8\n" + _GAMES)
    assert log.way == NUMBERED
    assert log.note == "The seats of 1 game are unknown, because no seat has a number (row 2)."


def test_seats_of_the_players_of_teams_are_read(tmp_path: Path) -> None:
    text = "Game,Player,Team,Seat,Won\n1,Ann,A,4,yes\n1,Bo,B,3,no\n1,Cy,A,2,yes\n1,Di,B,1,no\n"
    log = _seated(tmp_path, text)
    assert log.way == NUMBERED
    assert _people(log) == [["Di", "Cy", "Bo", "Ann"]]


def test_games_of_teams_say_that_seats_are_not_compared(tmp_path: Path) -> None:
    text = "Game,Player,Team,Seat,Won\n1,Ann,A,4,yes\n1,Bo,B,3,no\n1,Cy,A,2,yes\n1,Di,B,1,no\n"
    report = report_on(tmp_path, text)
    assert "Seats and single players are not compared in 1 game of teams" in trust(report)


def test_a_seat_for_several_players_is_mentioned_and_no_order_is_assumed(tmp_path: Path) -> None:
    text = "Game,Player,Team,Seat,Won\n1,Ann & Bo,A,1,yes\n1,Cy & Di,B,2,no\n"
    assert _seated(tmp_path, text).way == UNKNOWN
    assert "2 rows have a seat for several players of a team, so the seats of these players" in (
        trust(report_on(tmp_path, text))
    )


@pytest.mark.parametrize(
    ("teams", "winner"),
    [("Ann+Bo vs Cy+Di", "Ann+Bo"), ("Ann & Bo gegen Cy & Di", "Bo & Ann")],
)
def test_a_cell_with_two_teams_lists_the_players_of_both(
    teams: str, winner: str, tmp_path: Path
) -> None:
    text = f"Date,Teams,Winner\n1/2/24,{teams},{winner}\n2/2/24,Ann+Cy vs Bo+Di,Bo+Di\n"
    report = report_on(tmp_path, text)
    plays = read_log_file(tmp_path / "log.csv", {})[0].plays
    assert [[player.won for player in play.players] for play in plays] == [
        [True, True, False, False],
        [False, False, True, True],
    ]
    assert [group["kind"] for group in report.summary["compared"]] == ["team"]
