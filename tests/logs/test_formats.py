"""Logs of every format: the same plays give the same answer, and nothing is misread silently."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reports.playtest.log import PlaytestLog, read_log
from simulate.errors import UsageError
from simulate.game import find_game
from simulate.kit.seats import (
    all_together,
    higher_side,
    highest_scorers,
    lowest_scorers,
    opposite_seats,
)
from simulate.logs.reading import parse_columns
from tests.helpers.commands_helper import fathom
from tests.logs.same_games import FORMATS, write_log
from tests.logs.test_winners import counts_of, report_on, trust

SNORKELING = find_game("snorkeling")
TOGETHER = replace(SNORKELING, sides=all_together, winners=higher_side, horizon=0)
PARTNERS = replace(SNORKELING, sides=opposite_seats, winners=higher_side, horizon=0)


def read(path: Path, *chosen: str, game: Any = SNORKELING, **fields: Any) -> PlaytestLog:
    return read_log(path, game, fields, 4, parse_columns(chosen))


def log_of(
    folder: Path, text: str, *chosen: str, game: Any = SNORKELING, **fields: Any
) -> PlaytestLog:
    path = folder / "log.csv"
    path.write_text(text)
    return read(path, *chosen, game=game, **fields)


def wins(log: PlaytestLog) -> list[list[float]]:
    """Return the share of the win of each seat in each game; NaN if unknown."""
    paths = [path for path in log.columns if path.endswith("win_rate")]
    table: list[list[float]] = np.array([log.columns[path] for path in paths]).T.tolist()
    return table


def sentence(log: PlaytestLog) -> str:
    assert log.reading
    return " ".join(log.reading.sentences)


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_five_games_have_the_same_figures_in_every_format(
    name: str, tmp_path: Path
) -> None:
    expected = read(write_log(tmp_path, "template.csv"))
    log = read(write_log(tmp_path, name))
    assert log.games == 5
    assert not log.left_out
    assert log.columns.keys() == expected.columns.keys()
    for path, values in expected.columns.items():
        assert log.columns[path].tolist() == values.tolist(), path
    assert wins(log)[-1] == [0.5, 0.5, 0]


def test_an_export_and_a_template_with_the_same_games_give_the_same_answer(tmp_path: Path) -> None:
    answers = []
    for name in ("template.csv", "bgstats.json"):
        write_log(tmp_path, name)
        command = ("playtest", "snorkeling", name, "--games", "60", "--json", "--quiet")
        answers.append(fathom(tmp_path, *command).json)
    for field in ("figures", "levels", "your_table", "seconds_per_turn"):
        assert answers[0][field] == answers[1][field]
    assert answers[0]["read"] is None
    assert answers[1]["read"]["left_out"] == ["location", "notes"]


def test_the_first_screen_says_in_one_sentence_what_was_read(tmp_path: Path) -> None:
    write_log(tmp_path, "wide.csv")
    command = ("playtest", "snorkeling", "wide.csv", "--games", "60", "--quiet", "--out", "out")
    printed = fathom(tmp_path, *command).out
    assert len(printed.splitlines()) <= 24
    assert (
        "Read 5 games from wide.csv (one row per game): who played, seats (as numbered), who won, "
        "scores and minutes. Not read: Location and Notes."
    ) in " ".join(printed.split())
    assert "What was read?" in fathom(tmp_path, *command, "--full").out
    for file in (tmp_path / "out").glob("*.csv"):
        assert "Ann" not in file.read_text()
    assert "gave the fingerprint" in fathom(tmp_path, "verify", "out", "--quiet").out


BGSTATS_TEAMS = """
{"games": [{"id": 1, "name": "Partners", "usesTeams": true}],
 "players": [{"id": 1, "name": "A"}, {"id": 2, "name": "B"}, {"id": 3, "name": "C"},
             {"id": 4, "name": "D"}],
 "plays": [
  {"gameRefId": 1, "durationMin": 0, "playerScores": [
    {"playerRefId": 1, "score": "", "winner": true, "team": "Red", "seatOrder": 0},
    {"playerRefId": 2, "score": "", "winner": true, "team": "Red", "seatOrder": 0},
    {"playerRefId": 3, "score": "", "winner": false, "team": "Blue", "seatOrder": 0},
    {"playerRefId": 4, "score": "", "winner": false, "team": "Blue", "seatOrder": 0}]},
  {"gameRefId": 1, "durationMin": 30, "playerScores": [
    {"playerRefId": 4, "score": "", "winner": false, "team": "Red", "seatOrder": 0},
    {"playerRefId": 2, "score": "", "winner": false, "team": "Red", "seatOrder": 0},
    {"playerRefId": 3, "score": "", "winner": true, "team": "Blue", "seatOrder": 0},
    {"playerRefId": 1, "score": "", "winner": true, "team": "Blue", "seatOrder": 0}]}]}
"""


def test_teams_of_an_export_sit_on_the_sides_of_the_game(tmp_path: Path) -> None:
    path = tmp_path / "teams.json"
    path.write_text(BGSTATS_TEAMS)
    log = read(path, game=PARTNERS)
    assert wins(log) == [[1, 0], [0, 1]]
    assert np.array_equal(log.columns["length.minutes.mean"], [np.nan, 30], equal_nan=True)
    path.write_text(
        BGSTATS_TEAMS.replace('"team": "Blue", "seatOrder": 0}]}]}', '"team": "Red"}]}]}')
    )
    with pytest.raises(UsageError, match=r"teams.json: play 2 \(winner\): the teams do not fit"):
        read(path, game=PARTNERS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # One row per game.
        (
            "Date,Player 1,Player 2,Winner,Breaker\n2026-01-01,Al,Bo,Al,Bo\n"
            "2026-01-02,Cy,Di,Di,Di\n",
            [[1, 0], [0, 1]],
        ),
        (
            "Game #,P1,P1 Score,P2,P2 Score,P3,P3 Score\n1,Al,3,Bo,9,Cy,4\n2,Bo,8,Cy,8,,\n"
            "3,Cy,5,Al,4,Bo,6\n",
            [[0, 1, 0], [0, 0, 1]],
        ),
        (
            "Date,Players,Winner,Notes\n2026-01-04,Al/Bo,Al,\n2026-01-11,Bo/Al,Al,close\n",
            [[1, 0], [0, 1]],
        ),
        (
            'Date,Players,Winner\n1 May,"Al (12), Bo (9)",Al\n2 May,"Cy: 4, Al: 8",Al\n',
            [[1, 0], [0, 1]],
        ),
        (
            "Datum;Spieler 1;Spieler 2;Sieger\n1.5.;Al;Bo;Spieler 2\n2.5.;Al;Bo;Al\n"
            "3.5.;Bo;Al;unentschieden\n",
            [[0, 1], [1, 0], [0.5, 0.5]],
        ),
        ("Player,Score,Player,Score\nAl,12,Bo,9\nBo,4,Al,8\n", [[1, 0], [0, 1]]),
        (
            "players,winner,Where\n2,seat 2,home\n2,Player 1,club\n2,none,club\n",
            [[0, 1], [1, 0], [0, 0]],
        ),
        # One row per player.
        (
            "date,player,result,start player\n1 May,Al,loss,no\n1 May,Bo,win,yes\n"
            "2 May,Al,tie,yes\n2 May,Cy,tie,no\n",
            [[1, 0], [0.5, 0.5]],
        ),
        (
            "Session,Name,Rank,Turn order\nA,Al,2,1\nA,Bo,1,2\nB,Al,2,2\nB,Cy,1,1\n",
            [[0, 1], [1, 0]],
        ),
        (
            "ID,Spiel,Datum,Dauer_Sek,Spieler,Punkte,Rang,Gewonnen,Sitz\n"
            "1,X,1.5.,1800,Al,9,1,ja,2\n1,X,1.5.,1800,Bo,3,2,nein,1\n",
            [[0, 1]],
        ),
        (
            "match_id,player,seat,winner\n7,Al,1,Bo\n7,Bo,2,Bo\n8,Bo,1,Bo\n8,Al,2,Bo\n",
            [[0, 1], [1, 0]],
        ),
        # Merged cells leave the number of the game only in its first row.
        ("Game,Player,Seat,Won\n1,Al,1,x\n,Bo,2,\n2,Bo,1,\n,Al,2,x\n", [[1, 0], [0, 1]]),
    ],
)
def test_tables_of_many_shapes_are_read(
    text: str, expected: list[list[float]], tmp_path: Path
) -> None:
    assert wins(log_of(tmp_path, text)) == expected


def test_columns_that_do_not_matter_are_left_out_and_named(tmp_path: Path) -> None:
    log = log_of(tmp_path, "turns,colour,Mood\n9,red,good\n8,blue,bad\n")
    assert log.columns["length.turns.mean"].tolist() == [9, 8]
    assert sentence(log).endswith("turns. Not read: colour and Mood.")


def test_chosen_columns_replace_those_that_were_understood(tmp_path: Path) -> None:
    text = "players,First,Best,Zeit,winner\n2,x,2,45,1\n2,y,1,30,1\n"
    assert wins(log_of(tmp_path, text)) == [[1, 0], [1, 0]]
    log = log_of(tmp_path, text, "notes=winner,notes=First", "winner=Best, minutes=Zeit")
    assert wins(log) == [[0, 1], [1, 0]]
    assert log.columns["length.minutes.mean"].tolist() == [45, 30]
    for chosen, words in (
        ("winner=Worst", "unknown column 'Worst'"),
        ("victor=Best", "unknown meaning 'victor' in --columns"),
        ("winner", "write MEANING=HEADING, as in winner=Sieger"),
    ):
        with pytest.raises(UsageError, match=words):
            log_of(tmp_path, text, chosen)


def test_an_order_by_the_result_or_with_the_same_first_person_shows_no_seats(
    tmp_path: Path,
) -> None:
    rows = "".join(f"{game},Al,12,yes\n{game},Bo,{game},no\n" for game in range(1, 8))
    log = log_of(tmp_path, "play,player,score,won\n" + rows)
    assert wins(log) == []
    assert log.columns["winner_score"].tolist() == [12] * 7
    assert "Seats are unknown, because every game lists its winner first" in sentence(log)
    shuffled = "".join(
        f"{game},Al,12,yes\n{game},Bo,{20 - game * (game % 2)},no\n" for game in range(1, 8)
    )
    text = "play,player,score\n" + shuffled.replace(",yes", "").replace(",no", "")
    assert "every game lists the same person first" in sentence(log_of(tmp_path, text))
    numbered = log_of(tmp_path, "play,player,seat,won\n1,Al,1,yes\n1,Bo,2,no\n" * 1)
    assert wins(numbered) == [[1, 0]]


@pytest.mark.parametrize(
    "text",
    [
        "Date,Al,Bo,Winner\n1 May,12,9,Al\n2 May,4,8,Bo\n",
        "1st,2nd,Mood\nAl,Bo,good\nBo,Al,bad\n",
        "Winner,Loser,Minutes\nAl,Bo,5\nBo,Al,6\n",
        "Winner,2nd,Minutes\nAl,Bo,5\nBo,Al,6\n",
    ],
)
def test_columns_of_places_or_people_show_no_seats(text: str, tmp_path: Path) -> None:
    log = log_of(tmp_path, text.replace("Mood", "Minutes").replace("good", "5").replace("bad", "6"))
    assert wins(log) == []
    assert "the log has columns for people or final places, not for seats" in sentence(log)


def test_a_question_to_a_single_player_is_not_read_as_the_result_of_all(tmp_path: Path) -> None:
    text = "How long?,Did you win?\n40,yes\n50,no\n"
    log = log_of(tmp_path, text, game=TOGETHER)
    assert wins(log) == []
    assert "Not read: Did you win?" in sentence(log)
    assert wins(log_of(tmp_path, text, "won=Did you win?", game=TOGETHER)) == [[1], [0]]
    assert "Won or lost is not read" in sentence(log_of(tmp_path, text, "won=Did you win?"))


def test_rows_of_players_without_a_number_of_the_game_are_told_apart_by_date_or_refused(
    tmp_path: Path,
) -> None:
    log = log_of(
        tmp_path,
        "date,player,score,won\n1 May,Al,3,no\n1 May,Bo,9,yes\n2 May,Bo,4,yes\n2 May,Cy,1,no\n",
    )
    assert log.games == 2
    assert "Rows with the same date were read as one game" in log.left_out
    for text in (
        "date,player,won\n1 May,Al,no\n1 May,Bo,yes\n1 May,Bo,yes\n1 May,Cy,no\n",
        "date,player,score,won\n1 May,Al,3,yes\n1 May,Bo,9,no\n1 May,Di,4,yes\n1 May,Cy,1,no\n",
        "player,won\nAl,no\nBo,yes\n",
    ):
        with pytest.raises(UsageError, match="no column that numbers the games; add one"):
            log_of(tmp_path, text)


def test_a_log_of_several_games_needs_the_name_of_one(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("game,players,winner\nCatan,3,1\nSnorkeling!,3,2\nCatan,3,3\nAzul,3,1\n")
    assert wins(read(path)) == [[0, 1, 0]]
    assert wins(read(tmp_path / "log.csv#Catan")) == [[1, 0, 0], [0, 0, 1]]
    with pytest.raises(UsageError, match=r"several games: Catan \(2\), Azul \(1\)"):
        path.write_text("game,players,winner\nCatan,3,1\nCatan,3,3\nAzul,3,1\n")
        read(path)
    with pytest.raises(UsageError, match="has no game 'Go'; it has Catan"):
        read(tmp_path / "log.csv#Go")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("date,players,won,notes\n1 May,3,yes,a\n2 May,3,no,b\n", [[1], [0]]),
        ("date,players,Result,notes\n1 May,3,win,a\n2 May,3,Loss,b\n", [[1], [0]]),
        ("players,winner,notes\n3,1+2+3,\n3,,\n", [[1], [0]]),
        ("play,player,won\n1,Al,no\n1,Bo,no\n1,Cy,no\n2,Al,yes\n2,Bo,yes\n2,Cy,yes\n", [[0], [1]]),
        ("Did the group win?,How many players?\nYes,3\nNo,3\n", [[1], [0]]),
    ],
)
def test_games_that_all_win_together_are_read_as_won_or_lost(
    text: str, expected: list[list[float]], tmp_path: Path
) -> None:
    assert wins(log_of(tmp_path, text, game=TOGETHER)) == expected


def test_games_with_other_numbers_of_players_are_left_out_and_counted(tmp_path: Path) -> None:
    text = "players,winner,where\n2,1,a\n3,1,a\n2,2,a\n9,1,a\n"
    log = log_of(tmp_path, text)
    assert log.games == 2
    assert log.left_out == (
        "Left out: 1 game with more or fewer players than Snorkeling allows. Left out (other "
        "players or rules): row 3 of the log."
    )


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("Dauer;x\n1:15;a\n0:40;b\n", [75, 40]),
        ("Duration;x\n45:30;a\n9:00;b\n", [45.5, 9]),
        ("Duration (hours);x\n1,5;a\n2;b\n", [90, 120]),
        ("Play time;x\n1 h 15;a\n50 min;b\n", [75, 50]),
        ("Dauer_Sek;x\n1800;a\n90;b\n", [30, 1.5]),
        ("How long did you play, in minutes?;x\n45;a\n0;b\n", [45, None]),
    ],
)
def test_times_are_read_in_their_units(
    text: str, minutes: list[float | None], tmp_path: Path
) -> None:
    log = log_of(tmp_path, text)
    values = log.columns["length.minutes.mean"].tolist()
    assert [None if np.isnan(value) else value for value in values] == minutes


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Dauer;x\nlang;a\n", r"cell A2 \(Dauer\) is 'lang'; allowed: a time, as in 45 or 1:15"),
        ("Player 1,Score 1,x\nAl,many,a\n", r"cell B2 \(Score 1\) is 'many'; allowed: a number"),
        (
            "Player 1,Player 2,winner,x\nAl,Bo,Cy,a\n",
            r"cell C2 \(winner\) is 'Cy'; allowed: a seat",
        ),
        ("players,Player 1,Player 2,Player 3,x\n2,Al,Bo,Cy,a\n", r"cell A2 \(players\) is '2'"),
        (
            "play,player,won\n1,Al,45%\n",
            r"cell C2 \(won\) is '45%'; allowed: yes or no, won or lost; correct the cell, .*"
            r"--columns 'notes=won'",
        ),
        ("variant,turns,x\nexprt,9,a\n", r"cell A2 \(variant\) is 'exprt'; allowed: base, expert"),
    ],
)
def test_an_invalid_cell_is_refused_by_its_name(text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=words):
        log_of(tmp_path, text)


def test_entries_of_several_plays_and_unfinished_plays_are_left_out(tmp_path: Path) -> None:
    text = "playid,quantity,incomplete,player,seat,win\n"
    rows = [(1, 1, 0), (2, 3, 0), (3, 1, 1)]
    for number, quantity, incomplete in rows:
        text += (
            f"{number},{quantity},{incomplete},Al,1,0\n{number},{quantity},{incomplete},Bo,2,1\n"
        )
    log = log_of(tmp_path, text)
    assert wins(log) == [[0, 1]]
    assert log.left_out == "Left out: 4 rows of unfinished plays, or of several plays at once."
    path = write_log(tmp_path, "boardgamegeek.xml")
    xml = path.read_text().replace('quantity="1"', 'quantity="2"', 1)
    path.write_text(xml.replace('incomplete="0"', 'incomplete="1"', 2))
    log = read(path)
    assert log.games == 3
    assert "1 entry for several plays at once" in log.left_out
    assert "1 play marked as incomplete" in log.left_out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "Session,Player,Won\nA,Al,yes\nA,Bo,no\nA,Al,no\nA,Bo,yes\n",
            r"cell A2 \(Session\): the game has Al in two rows",
        ),
        ("Game,Who,Won\n1,Al,yes\n1,Bo,no\n", r"cell A3 \(Game\) is '1', as in row 2; if each"),
        ("Game,Who,Winner\n1,Al,yes\n1,Bo,no\n", "does not show who each row is about"),
    ],
)
def test_rows_that_are_not_clearly_games_or_players_are_refused(
    text: str, words: str, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=words):
        log_of(tmp_path, text)


def test_a_number_of_each_row_does_not_number_the_games(tmp_path: Path) -> None:
    text = "id,date,player,score,seat\n1,1 May,Al,3,1\n2,1 May,Bo,9,2\n"
    text += "3,2 May,Al,4,1\n4,2 May,Bo,1,2\n"
    assert wins(log_of(tmp_path, text)) == [[0, 1], [1, 0]]


def test_cells_for_unknown_values_are_missing(tmp_path: Path) -> None:
    log = log_of(tmp_path, "Dauer,Runden,winner,players,x\nNA,-,1,2,a\n45,?,2,2,b\n")
    assert np.array_equal(log.columns["length.minutes.mean"], [np.nan, 45], equal_nan=True)
    assert "length.rounds.mean" not in log.columns


def test_a_log_of_one_persons_results_only_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"\(players\) is '4'; allowed: 1, the number of rows"):
        log_of(tmp_path, "date,player,players,won\n1 May,Al,4,yes\n2 May,Al,4,no\n")


def test_a_winner_without_a_seat_is_not_read_and_that_is_said(tmp_path: Path) -> None:
    log = log_of(tmp_path, "date,winner,minutes,x\n1 May,Al,45,a\n2 May,Bo,50,b\n")
    assert "length.minutes.mean" in log.columns
    assert not wins(log)
    assert "The winner of 2 games is not read" in sentence(log)


TWO_GAMES: dict[str, Any] = {
    "mapping of scores.json": [
        {"date": "1", "scores": {"Ann": 12, "Bo": 9}},
        {"date": "2", "scores": {"Ann": 7, "Bo": 19}},
    ],
    "mapping of players.json": [
        {"id": 1, "players": {"Ann": {"score": 12}, "Bo": {"score": 9}}},
        {"id": 2, "players": {"Ann": {"score": 7}, "Bo": {"score": 19}}},
    ],
    "two mappings.json": [
        {"scores": {"Ann": 12, "Bo": 9}, "ranks": {"Ann": 1, "Bo": 2}},
        {"scores": {"Ann": 12, "Bo": 9}, "ranks": {"Ann": 2, "Bo": 1}},
    ],
    "names as fields.json": [{"Ann": 12, "Bo": 9}, {"Ann": 7, "Bo": 19}],
    "dates.json": {"2026-01-01": {"Ann": 12, "Bo": 9}, "2026-01-02": {"Ann": 7, "Bo": 19}},
    "games by player.json": {"Ann": {"game 1": 12, "game 2": 7}, "Bo": {"game 1": 9, "game 2": 19}},
    "scores by player.json": {"Ann": [12, 7], "Bo": [9, 19]},
    "list of players.json": {
        "games": [
            {"name": "Reef", "players": [{"name": "Ann", "won": True}, {"name": "Bo"}]},
            {"name": "Reef", "players": [{"name": "Ann"}, {"name": "Bo", "won": True}]},
        ],
        "players": [{"name": "Ann"}, {"name": "Bo"}],
    },
    "plays.json": {
        "plays": [
            {"results": [{"player": {"name": "Ann"}, "rank": 1}, {"player": {"name": "Bo"}}]},
            {"results": [{"player": {"name": "Ann"}}, {"player": {"name": "Bo"}, "rank": 1}]},
        ]
    },
    "names in lists.json": [
        {"players": ["Ann", "Bo"], "winner": "Ann"},
        {"players": ["Bo", "Ann"], "winner": "Bo"},
    ],
}


@pytest.mark.parametrize("name", TWO_GAMES)
def test_games_in_json_of_many_structures_are_read(name: str, tmp_path: Path) -> None:
    report = report_on(tmp_path, json.dumps(TWO_GAMES[name]), name)
    half = pytest.approx(0.5)
    assert counts_of(report, "player") == {"Ann": (1, 2, half), "Bo": (1, 2, half)}
    are_ordered = name.startswith(("list", "plays", "names in"))
    assert ("seats (in the order listed)" in report.summary["read"]["values"]) == are_ordered


def test_each_line_of_a_json_file_may_be_a_game(tmp_path: Path) -> None:
    text = "".join(
        f'{{"players": ["Ann", "Bo"], "winner": "{winner}"}}\n' for winner in ("Ann", "Bo")
    )
    assert counts_of(report_on(tmp_path, text, "log.jsonl"), "player")["Ann"][:2] == (1, 2)
    screen = fathom(tmp_path, "playtest", "log.jsonl").out
    assert "Read 2 games from log.jsonl (list of games)" in screen
    (tmp_path / "log.jsonl").write_text(f"{text}{{")
    assert "is not valid JSON" in fathom(tmp_path, "playtest", "log.jsonl", code=2).message


def test_parts_of_games_that_are_not_read_are_named(tmp_path: Path) -> None:
    players = [{"name": "Ann", "won": True}, {"name": "Bo", "cards": {"hand": 3, "deck": 4}}]
    game = {"place": {"city": "Bonn", "zip": 1}, "players": players}
    report = report_on(tmp_path, json.dumps([game]), "log.json")
    assert "Field place: its values have fields of their own." in trust(report)
    assert "Field cards: its values have fields of their own." in trust(report)


def test_counted_wins_in_json_are_no_games(tmp_path: Path) -> None:
    wins_of = {"Ann": {"wins": 3, "games": 10}, "Bo": {"wins": 7, "games": 10}}
    with pytest.raises(UsageError, match=r"counts the wins of each player, but lists no games"):
        report_on(tmp_path, json.dumps(wins_of), "log.json")


HOSTILE = {
    "bomb.xml": b'<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><plays>&c;</plays>',
    "outside.xml": b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><plays>&b;</plays>',
    "broken.xml": b"<plays><play>",
    "other.xml": b"<html><body/></html>",
    "broken.json": b'{"plays": [',
    "deep.json": b"[" * 100_000,
    "other.json": b'{"name": "x"}',
    "odd.json": b'{"plays": [1, 2]}',
    "people.json": b'{"plays": [{"playerScores": "x"}]}',
    "nothing.csv": b"",
    "zip.csv": b"PK\3\4\xff",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_or_broken_log_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(HOSTILE[name])
    message = fathom(tmp_path, "playtest", "snorkeling", name, code=2).message
    assert name in message
    assert len(message) < 250


@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "missing"])
def test_a_log_that_is_not_a_file_is_refused(kind: str, tmp_path: Path) -> None:
    path = {"device": "/dev/zero", "folder": "."}.get(kind, "log.csv")
    if kind == "pipe":
        import os

        os.mkfifo(tmp_path / "log.csv")
    fathom(tmp_path, "playtest", "snorkeling", path, code=2)


PEOPLE = "Date,Ann,Bo,Cyd,Winner,Minutes{}\n" + "".join(
    f"2026-01-0{day},{row}{{}}\n"
    for day, row in enumerate(["12,9,10,Ann,70", "9,13,11,Bo,85", "8,10,12,Cyd,62"], 1)
)


def test_winners_without_seats_are_compared_by_score_and_by_person(tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text(PEOPLE.format("", "", "", ""))
    log = read(tmp_path / "log.csv", players=3)
    assert wins(log) == []
    assert log.are_winners_unseated
    assert log.columns["winner_score"].tolist() == [12, 13, 12]
    assert log.columns["others_score"].tolist() == [9.5, 10, 9]
    command = ("playtest", "snorkeling", "log.csv", "--games", "60", "--quiet", "--out", "out")
    printed = " ".join(fathom(tmp_path, *command).out.split())
    assert "Seats are unknown" in printed
    assert "add a column Start player" in printed
    assert "Log the winners" not in printed
    assert "the one who stands out most won 1 of 3 games; 1 would be fair" in printed
    assert "To see names: fathom playtest log.csv" in printed
    for file in (tmp_path / "out").rglob("*"):
        if file.suffix in (".csv", ".json", ".toml"):
            assert "Cyd" not in file.read_text(), file
    assert "gave the fingerprint" in fathom(tmp_path, "verify", "out", "--quiet").out


def test_a_named_start_player_beside_columns_of_people_is_seat_1_only(tmp_path: Path) -> None:
    log = log_of(tmp_path, PEOPLE.format(",Started", ",Ann", ",Ann", ",Cyd"), players=3)
    assert wins(log) == [[1], [0], [1]]
    assert not log.are_winners_unseated
    assert "who started" in sentence(log)


def test_scores_of_sides_are_not_read_without_the_sides_of_the_players(tmp_path: Path) -> None:
    text = "Al,Bo,Cy,Di,Winner,Minutes\n1,2,3,4,Di,40\n4,3,2,1,Al,50\n"
    log = log_of(tmp_path, text, game=PARTNERS)
    assert [*log.columns] == ["length.minutes.mean"]
    assert "no column shows which side each player was on" in sentence(log)


@pytest.mark.parametrize(
    ("winners", "best"), [(highest_scorers, [0, 1, 0]), (lowest_scorers, [0, 0, 1])]
)
@pytest.mark.parametrize("head", ["score_1,score_2,score_3", "Score P1,Score P2,Score P3"])
def test_without_a_winner_the_best_score_of_the_game_wins_and_that_is_said(
    head: str, winners: Any, best: list[float], tmp_path: Path
) -> None:
    game = replace(SNORKELING, winners=winners)
    log = log_of(tmp_path, f"{head}\n9,12,7\n12,9,7\n9,9,9\n", game=game)
    assert wins(log)[0] == best
    assert wins(log)[2] == [1 / 3] * 3
    word = "highest" if winners is highest_scorers else "lowest"
    remark = (
        f"The winner of 3 games is taken from the scores: in Snorkeling, the {word} score wins."
    )
    assert remark in (sentence(log) if log.reading else log.left_out)


def test_a_named_winner_counts_and_other_games_are_won_by_the_best_score(tmp_path: Path) -> None:
    game = replace(SNORKELING, winners=highest_scorers)
    log = log_of(tmp_path, "winner,score_1,score_2\n1,9,9\n,8,9\n,7,\n", game=game)
    assert wins(log)[:2] == [[1, 0], [0, 1]]
    assert np.isnan(wins(log)[2]).all()
    assert "The winner of 1 game is taken from the scores" in log.left_out


def test_scores_do_not_show_the_winner_of_a_game_with_another_rule(tmp_path: Path) -> None:
    game = replace(SNORKELING, winners=lowest_scorers_of_all)
    log = log_of(tmp_path, "score_1,score_2,turns\n9,12,30\n", game=game)
    assert wins(log) == []
    assert log.left_out == ""


def lowest_scorers_of_all(rules: Any, state: Any) -> Any:
    """A rule for winners that is neither the highest nor the lowest score."""
    return 1
