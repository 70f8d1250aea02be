"""Cells that list the players of a game in turn order, and cells that list their scores."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simulate.logs.reading import read_log_file
from tests.logs.test_winners import counts_of, report_on, trust

#: A game with three players, one with two, and a draw of three players.
_GAMES = [("Ana, Ben, Cleo", "Ben"), ("Cleo & Ana", "Cleo"), ("Ben, Ana, Cleo", "Draw Ana/Cleo")]
_SCORES = ["21, 30, 18", "31-24", "20, 29, 29"]


def _scores(folder: Path, heading: str, scores: list[str]) -> list[list[tuple[str, float | None]]]:
    """Return the players of each game with their scores, from a table with lists of scores."""
    rows = [
        f'2024-05-0{day},{names.count(",") + 1 + names.count("&")},"{names}",{winner},"{cell}"\n'
        for day, ((names, winner), cell) in enumerate(zip(_GAMES, scores, strict=True), 1)
    ]
    path = folder / "log.csv"
    path.write_text(f"Date,How many players?,{heading},Who won?,Final scores\n" + "".join(rows))
    log, _ = read_log_file(path, {})
    assert "How many players?" in log.unread
    assert all(play.may_list_seats for play in log.plays)
    return [[(player.name, player.score) for player in play.players] for play in log.plays]


@pytest.mark.parametrize(
    "heading",
    ["Players in turn order (first player first!)", "Players in turn order", "Start player", "X"],
)
def test_a_list_of_players_is_not_read_as_the_start_player(heading: str, tmp_path: Path) -> None:
    assert _scores(tmp_path, heading, _SCORES) == [
        [("Ana", 21), ("Ben", 30), ("Cleo", 18)],
        [("Cleo", 31), ("Ana", 24)],
        [("Ben", 20), ("Ana", 29), ("Cleo", 29)],
    ]


def test_start_players_that_are_lists_are_mentioned(tmp_path: Path) -> None:
    report = report_on(tmp_path, 'Who started?,Winner\n"Ana, Ben",Ana\n"Ben, Ana, Cleo",Ben\n')
    assert counts_of(report, "player")["Ben"][:2] == (1, 2)
    assert "The column Who started? lists several players per cell" in trust(report)


def test_scores_are_never_subtracted(tmp_path: Path) -> None:
    first, _, last = _scores(tmp_path, "Players", ["50-20-3", "50-20-3", "50-20"])
    assert [score for _, score in first] == [50, 20, 3]
    assert [score for _, score in last] == [None] * 3
    text = "Player 1,Score 1,Player 2,Score 2\nAna,50-20,Ben,4\nAna,6+6-2,Ben,9\nAna,7,Ben,8\n"
    report = report_on(tmp_path, text)
    assert "1 cell is not readable, so unknown: B2 (Score 1) '50-20'." in trust(report)
    assert counts_of(report, "player")["Ana"][:2] == (1, 2)


def test_cells_that_do_not_list_a_score_per_player_are_named(tmp_path: Path) -> None:
    rows = '"Ana, Ben",Ana,"3, 2"\n"Ana, Ben",Ben,not finished\n"Ben, Ana",Ben,"4, 1"\n'
    report = report_on(tmp_path, f"Players,Winner,Final scores\n{rows}")
    assert "1 cell does not list a score per player, so these scores are unknown: C3" in trust(
        report
    )


def test_scores_without_listed_players_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text('Players,Winner,Final scores\n2,Ana,"3, 2"\n2,Ben,"4, 5"\n')
    assert read_log_file(path, {})[0].unread == ("Final scores",)


def test_scores_of_apps_that_are_no_numbers_are_named(tmp_path: Path) -> None:
    scores = [{"playerRefId": 1, "score": "30-4", "winner": True}, {"playerRefId": 2, "score": "9"}]
    export = {
        "players": [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Ben"}],
        "plays": [{"playerScores": scores}],
    }
    path = tmp_path / "export.json"
    path.write_text(json.dumps(export))
    assert read_log_file(path, {})[0].notes == (
        "1 score is not readable, so unknown: '30-4' (play 1).",
    )
    path = tmp_path / "plays.xml"
    players = '<player name="Ana" score="5 chips" win="1"/><player name="Ben" score="" win="0"/>'
    path.write_text(f"<plays><play><players>{players}</players></play></plays>")
    assert read_log_file(path, {})[0].notes == (
        "1 score is not readable, so unknown: '5 chips' (play 1).",
    )
