"""Start players: in some rows only, without the order of the others, and teams that start."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from simulate.logs.reading import read_log_file
from simulate.logs.seats import NUMBERED, START_ONLY, STARTER, UNKNOWN, SeatedLog, seat_players
from tests.logs.test_winners import counts_of, report_on, trust


def _export(folder: Path, plays: list[list[tuple[int, bool]]]) -> Path:
    """Return the path of an export of plays, each with the seat of each player and who started."""
    path = folder / "export.json"
    scores = [
        [
            {"playerRefId": number, "seatOrder": seat, "startPlayer": starts, "winner": number == 1}
            for number, (seat, starts) in enumerate(play)
        ]
        for play in plays
    ]
    export: dict[str, Any] = {
        "players": [{"id": number, "name": name} for number, name in enumerate("ABC")],
        "plays": [{"playerScores": players} for players in scores],
    }
    path.write_text(json.dumps(export))
    return path


def _seated(path: Path) -> SeatedLog:
    return seat_players(read_log_file(path, {})[0])


def test_seats_of_a_row_without_a_start_player_are_unknown_beside_others(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    rows = "A,3,B,5,C,4,\nA,3,B,1,C,2,B\nB,4,A,6,C,7,C\n"
    path.write_text(f"Player 1,Score 1,Player 2,Score 2,Player 3,Score 3,First player\n{rows}")
    log = _seated(path)
    assert log.way == STARTER
    assert [play.seating for play in log.plays] == [UNKNOWN, STARTER, STARTER]
    assert log.note == (
        "The seats of 1 game are unknown, because no start player is named (row 2). After the "
        "start player, the other players are taken to play in the order listed, from the last to "
        "the first again; if they do not, log the seats."
    )


def test_an_app_without_seats_only_shows_who_started(tmp_path: Path) -> None:
    path = _export(tmp_path, [[(0, False), (0, True), (0, False)]] * 2)
    log = _seated(path)
    assert log.way == START_ONLY
    assert "not the order of the other players" in log.note


def test_a_start_player_alone_does_not_hide_the_seats_of_most_games(tmp_path: Path) -> None:
    numbered = [(1, True), (2, False), (3, False)]
    path = _export(tmp_path, [numbered, numbered, [(0, False), (0, True), (0, False)]])
    log = _seated(path)
    assert log.way == NUMBERED
    assert [play.seating for play in log.plays] == [NUMBERED, NUMBERED, UNKNOWN]


def test_numbered_seats_count_for_the_start_player_of_other_games(tmp_path: Path) -> None:
    started = [(0, False), (0, True), (0, False)]
    path = _export(tmp_path, [[(1, True), (2, False), (3, False)], started, started])
    report = report_on(tmp_path, path.read_text(), "export.json")
    assert counts_of(report, "start player")["the start player"][:2] == (2, 3)


def test_a_column_of_teams_that_started_is_not_read_and_that_is_mentioned(tmp_path: Path) -> None:
    rows = "A + B,C + D,Rot,Rot\nA + C,B + D,Blau,Rot\nA + D,B + C,Rot,Blau\n"
    report = report_on(tmp_path, f"Team Rot,Team Blau,Start,Sieger\n{rows}")
    assert report.reading.unread == ("Start",)
    assert "The column Start is not read, because which team or player started" in trust(report)
    assert "--columns starter=" not in trust(report)


def test_a_column_that_is_read_as_the_start_player_by_its_cells_is_named(tmp_path: Path) -> None:
    report = report_on(tmp_path, 'Players,Start,Winner\n"A, B",A,A\n"A, B",B,A\n"B, A",A,B\n')
    assert "The column Start is read as the start player of each game." in trust(report)
