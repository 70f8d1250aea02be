"""The command ``fathom playtest``: logs as people write them, and reports on them."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import typer

from reports.playtest.log import read_log
from reports.playtest.plan import PlaytestPlan
from reports.playtest.recording import record_game
from simulate.command_options import Selection
from simulate.errors import StoppedError, UsageError
from simulate.game import find_game
from simulate.kit.seats import all_together, higher_side, opposite_seats
from tests.helpers.commands_helper import fathom

LOG = """\
date,seat_1,seat_2,seat_3,seat_4,winner,score_1,score_2,score_3,score_4,turns,minutes
2026-11-02,Ada,Bo,Cy,Di,Bo,3,12.0,8,9,172,48
2026-11-03,Bo,Ada,Cy,Di,1,13,8,,7,180,
,Cy,Di,Ada,Bo,,1,2,14,12,150,44
"""
ASKED = ("playtest", "snorkeling", "log.csv", "--games", "300", "--quiet")


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("playtest")
    (folder / "log.csv").write_text(LOG)
    (folder / "printed.txt").write_text(fathom(folder, *ASKED, "--out", "out").out)
    return folder


def log_of(folder: Path, text: str, **said: Any) -> Any:
    (folder / "some.csv").write_text(text)
    return read_log(folder / "some.csv", find_game("snorkeling"), said, 4)


@pytest.mark.slow
def test_json_of_a_playtest_has_the_documented_fields(where: Path) -> None:
    found = fathom(where, *ASKED, "--json").json
    assert found["games_logged"] == 3
    for one in found["figures"]:
        assert {"figure", "logged", "p", "verdict"} <= one.keys()
        assert 0 < one["p"] <= 1
    turns = next(one for one in found["figures"] if one["figure"] == "length.turns.mean")
    assert turns["logged"] == pytest.approx((172 + 180 + 150) / 3)
    assert sum(one["posterior"] for one in found["levels"]) == pytest.approx(1)
    alike = [one["level"] for one in found["levels"] if " + " not in one["level"]]
    assert alike[0] == "closer"
    figures = {f"length.{what}.mean" for what in ("turns", "minutes")} | {"lead_changes"}
    figures |= {"first_player_advantage", *(f"seats.{n}.win_rate" for n in range(1, 5))}
    assert found["your_table"].keys() == figures
    for one in (*found["your_table"].values(), found["seconds_per_turn"]):
        assert one["ci_low"] < one["value"] < one["ci_high"]
    assert found["seconds_per_turn"]["value"] == pytest.approx(30 * (48 / 172 + 44 / 150))


def test_the_screen_is_short_and_answers_the_questions_of_a_playtest(where: Path) -> None:
    printed = (where / "printed.txt").read_text()
    assert len(printed.splitlines()) <= 24
    for words in (
        "AGREE?  Nothing unusual, but 3 games can show only large differences.",
        "WHO?    Not known: 3 games are too few. Most alike so far: a mix of random and hoarder",
        "YOURS?  Your games take ",
        "Too few games to tell if it is fair: with players like yours,",
        "Log another game    fathom playtest snorkeling log.csv --record",
    ):
        assert words in printed
    command = " ".join(printed.split()).partition("Play as your table ")[2]
    command = command.split(" Details: --full")[0]
    pace = round(30 * (48 / 172 + 44 / 150))
    seats = "-s random,hoarder,random,hoarder"
    assert command == f"fathom run snorkeling --rule seconds_per_turn={pace} {seats}"
    asked = fathom(where, *shlex.split(command)[1:], "--games", "20", "--no-robust", "--json").json
    assert (asked["rules"]["seconds_per_turn"], asked["lineup"]) == (
        pace,
        ["random", "hoarder"] * 2,
    )


def test_the_folder_of_a_playtest_can_be_replayed_and_contains_no_names_of_people(
    where: Path,
) -> None:
    out = where / "out"
    assert {"levels.png", "figures.csv", "levels.csv", "your_table.csv", "log.csv"} <= {
        file.name for file in out.iterdir()
    }
    for file in out.iterdir():
        if file.suffix in (".csv", ".json", ".toml", ".svg"):
            assert "Ada" not in file.read_text()
    assert list(pd.read_csv(out / "log.csv")["winner"]) == [2, 1, 3]
    assert "gave the fingerprint" in fathom(where, "verify", "out", "--quiet").out
    again = fathom(where, "playtest", "out", "--json", "--quiet").json
    assert again["figures"] == fathom(where, *ASKED, "--json").json["figures"]


def test_a_log_template_has_the_columns_of_the_game_and_never_overwrites_a_file(
    tmp_path: Path,
) -> None:
    asked = ("playtest", "snorkeling", "--players", "3", "--template", "new.csv")
    fathom(tmp_path, *asked)
    columns = (tmp_path / "new.csv").read_text().strip().split(",")
    assert {"seat_3", "score_3", "winner", "turns", "counts.rounds_ended_by_beach"} <= set(columns)
    assert "seat_4" not in columns
    assert "already exists" in fathom(tmp_path, *asked, code=2).message
    assert "name the log" in fathom(tmp_path, "playtest", "snorkeling", code=2).message


def test_record_asks_again_until_a_game_is_valid_and_adds_it_in_the_format_of_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log.csv"
    log.write_text("Seat 1;winner;seat_3;players;turns\nDi;1;;2;90")
    typed = iter(["Ada; Bo", "Cy", "160", "Ada; Bo", "2", "160", "Ada"])
    asked = []

    def prompt(what: str, before: str, **_: object) -> str:
        asked.append((what, before))
        if answer := next(typed, None):
            return answer
        raise typer.Abort

    monkeypatch.setattr("typer.prompt", prompt)
    selection = Selection(source="snorkeling", players=2)
    record_game(selection, str(log))
    first = [("seat 1", ""), ("winner", ""), ("turns", "")]  # the third seat plays no part
    assert asked == [*first, ("seat 1", "Ada; Bo"), ("winner", "Cy"), ("turns", "160")]
    assert "cell B3 (winner) is 'Cy'" in " ".join(capsys.readouterr().err.split())
    added = 'Di;1;;2;90\n"Ada; Bo";2;;2;160\n'
    assert log.read_text().endswith(added)
    with pytest.raises(StoppedError, match="no game was added"):
        record_game(selection, str(log))
    assert log.read_text().endswith(added)
    assert read_log(log, find_game("snorkeling"), {}, 4).games == 2


@pytest.mark.parametrize("before", [b"", b"\n\n", b"\xef\xbb\xbf"])
def test_recording_into_an_empty_log_writes_column_names_and_the_game(
    before: bytes,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = recorded(tmp_path, monkeypatch, before)
    messages = capsys.readouterr().err
    assert "adding a game of 4 players to" in messages
    assert log.read_text("utf-8-sig").split()[0].startswith("date,seat_1,seat_2")


@pytest.mark.parametrize(
    ("before", "added"),
    [
        (b"Winner,Turns", "2,160"),
        (b"winner,turns\n,,,\n\n", "2,160"),
        (b"sep=;\nwinner;turns\n", "2;160"),
    ],
)
def test_recording_keeps_the_separators_and_line_ends_of_the_log(
    before: bytes, added: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert recorded(tmp_path, monkeypatch, before).read_text().endswith(f"\n{added}\n")


def recorded(folder: Path, monkeypatch: pytest.MonkeyPatch, before: bytes) -> Path:
    """Return a log to which a game of 160 turns was added that seat 2 won, and check it."""
    log = folder / "log.csv"
    log.write_bytes(before)
    answers = {"winner": "2", "turns": "160"}
    monkeypatch.setattr("typer.prompt", lambda what, before, **_: answers.get(what, ""))
    record_game(Selection(source="snorkeling"), str(log))
    assert log.read_bytes().startswith(before)
    game = read_log(log, find_game("snorkeling"), {}, 4)
    assert [row["turns"] for row in game.nameless] == ["160"]
    assert game.columns["seats.2.win_rate"].tolist() == [1.0]
    return log


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"winner,winner\n", "has two columns winner; give one of them another name"),
        (b'winner,"notes\nof mine"\n', "unknown column 'notes_of_mine'"),
        (b"winner,,turns\n", "has a column without a name; give it one"),
        ("winner,Spieler\u00fc\n".encode("cp1252"), "is not UTF-8; save its sheet as 'CSV UTF-8'"),
        (b"PK\3\4\xff", "is not UTF-8; save its sheet as 'CSV UTF-8'"),
        (b'winner,"turns\n', "row 1 is not valid CSV"),
    ],
)
def test_recording_refuses_a_file_that_is_not_a_log_and_leaves_it_unchanged(
    content: bytes, words: str, tmp_path: Path
) -> None:
    log = tmp_path / "log.csv"
    log.write_bytes(content)
    with pytest.raises(UsageError, match=words):
        record_game(Selection(source="snorkeling"), str(log))
    assert log.read_bytes() == content


def test_logged_games_with_other_numbers_of_players_are_left_out_and_listed(tmp_path: Path) -> None:
    text = "players,turns,winner\n4,100,1\n3,90,2\n4,80,4\n,70,5\n,60,\n"
    log = log_of(tmp_path, text)
    assert (log.nameless[0]["players"], log.games) == ("4", 3)
    assert log.left_out == "Left out (other players or rules): rows 3 and 5 of the log."
    assert log_of(tmp_path, text, players=3).games == 2


def test_a_log_is_judged_by_the_rules_of_most_of_its_rows(tmp_path: Path) -> None:
    text = (
        "variant,rules,turns\nexpert,hand_size=4; starter=rotate,90\nexpert,,80\nbase,,70\n"
        'expert,"starter=rotate;hand_size=4",50\n,,60\n'
    )
    rules = {"hand_size": 4, "starter": "rotate"}
    log = log_of(tmp_path, text)
    assert log.fields == {"variant": "expert", "rules": rules, "players": 4}
    assert log.left_out.endswith("rules): rows 3, 4 and 6 of the log.")
    asked = ("playtest", "snorkeling", "some.csv", "--games", "60", "--quiet")
    fathom(tmp_path, *asked, "--out", "rules")
    study = (tmp_path / "rules" / "study.toml").read_text()
    assert 'variant = "expert"' in study
    assert "hand_size = 4" in study
    assert "gave the fingerprint" in fathom(tmp_path, "verify", "rules", "--quiet").out
    # The variant and rules of the study have priority, and apply to rows without a variant.
    assert log_of(tmp_path, text, variant="base").games == 2
    assert log_of(tmp_path, text, variant="expert", rules=("hand_size=6",)).games == 2
    with pytest.raises(UsageError, match="no game with 4 players, short; add one"):
        log_of(tmp_path, "variant,turns\nbase,9\n", variant="short")


def test_empty_cells_are_missing_and_shared_wins_are_shared(tmp_path: Path) -> None:
    text = (
        "seat_1;seat_2;seat_3;winner;score_1;score_2;score_3\nAda;Bo;Cy;ada + Cy;12;3;12\n;;;;;;5\n"
    )
    log = log_of(tmp_path, text)
    assert log.nameless[0]["players"] == "3"
    assert list(log.columns["seats.1.win_rate"][:1]) == [0.5]
    assert pd.isna(log.columns["seats.1.win_rate"][1])
    assert pd.isna(log.columns["winner_score"][1])
    assert "length.turns.mean" not in log.columns


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("turns,turns\n9,9\n", r"cell B1: there are two columns turns"),
        ("turns\n9.5\n", r"cell A2 \(turns\) is '9.5'; allowed: whole numbers 1 to 1000000"),
        ("turns\nmany\n", r"cell A2 \(turns\) is 'many'"),
        ("turns\n8\nmany\nsome\n", r"cell A3 \(turns\) is 'many'"),
        ("winner,turns\n1,0\n", r"cell B2 \(turns\) is '0'"),
        ("turns,score_1\n1,-2000000\n", r"cell B2 \(score_1\) is '-2000000'; allowed: .* -1000000"),
        (
            'minutes\n"50,5"\n',
            r"cell A2 \(minutes\) is '50,5'; allowed: numbers 0.1 to .*as in 7.5; leave the cell",
        ),
        ("rounds\nnan\n", r"cell A2 \(rounds\) is 'nan'"),
        ("minutes\ninf\n", r"cell A2 \(minutes\) is 'inf'"),
        ("players,turns\n9,5\n", r"cell A2 \(players\) is '9'; allowed: whole numbers 2 to 6"),
        ("players,score_4\n3,5\n", r"cell A2 \(players\) is '3'; allowed: 4 or more"),
        ("players,winner\n3,4\n", r"cell B2 \(winner\) is '4'; allowed: a seat from 1 to 3"),
        (f"turns,winner\n3,{'9' * 5_000}\n", r"cell B2 \(winner\) is '9+…'; allowed: a seat"),
        ("turns,winner\n3,1+7\n", r"cell B2 \(winner\) is '1\+7'; .*a shared win as 1\+3"),
        ("seat_1,seat_2,winner\nAda,Bo,Cy\n", r"cell C2 \(winner\) is 'Cy'; .*, or Ada or Bo"),
        ("seat_1,seat_2,winner\nAda,ada,1\n", r"cell A2 \(seat_1\) is 'Ada'; allowed: a name"),
        (
            "winner,score_1,score_2\n1,3,12\n",
            r"cell A2: the winner \(player 1\) has 3 points, but another .* has 12",
        ),
        ("counts.rounds_ended_by_beach\n-1\n", r"cell A2 \(counts.rounds_ended_by_beach\) is '-1'"),
        ("variant,turns\nexprt,9\n", r"cell A2 \(variant\) is 'exprt'; allowed: base, expert,"),
        ("rules,turns\nhandsize=4,9\n", r"cell A2 \(rules\) is .*did you mean 'hand_size'"),
        ("rules,turns\nhand_size=99,9\n", r"cell A2 \(rules\) is .*hand_size cannot be"),
        ("date\n2026-11-01\n", r"has no value that can be compared"),
        ("turns\n9,8\n", r"cell B2 contains '8', but its column has no name"),
        ("turns\n", r"has only a first row and no games"),
        ('turns\n"9\n', r"row 2 is not valid CSV"),
    ],
)
def test_an_invalid_cell_of_a_log_is_refused_by_name(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        log_of(tmp_path, text)


@pytest.mark.parametrize(
    ("bad", "column", "words"),
    [
        ("3,3,many,5,6,7", "length.turns.mean", "C7 (turns) 'many'"),
        ("3,9,4,5,6,7", "seats.1.win_rate", "B7 (winner)"),
        (
            "3,1,4,5,6,7",
            "seats.1.win_rate",
            "B7, where another player than the winner has the best score",
        ),
    ],
)
def test_a_single_invalid_cell_is_unknown_and_named(
    tmp_path: Path, bad: str, column: str, words: str
) -> None:
    rows = ["players,winner,turns,score_1,score_2,score_3", *["3,3,4,5,6,7"] * 5, bad]
    log = log_of(tmp_path, "\n".join(rows) + "\n")
    assert log.games == 6
    assert log.left_out == f"1 cell is not valid, so unknown: {words}."
    assert [bool(known) for known in np.isfinite(log.columns[column])] == [True] * 5 + [False]


def test_a_game_with_an_invalid_number_of_players_is_left_out_and_named(tmp_path: Path) -> None:
    log = log_of(tmp_path, "players,winner,turns\n3,1,4\n3,2,5\n99,2,5\n")
    assert log.games == 2
    assert log.left_out == ("Left out, because a cell is not valid: 1 game (A4 (players) '99').")


def test_a_playtest_also_tries_pairs_of_strategies(tmp_path: Path) -> None:
    (tmp_path / "odd.csv").write_text("players,turns,rounds\n3,30,40\n3,31,38\n")
    asked = ("playtest", "snorkeling", "odd.csv", "--games", "60", "--quiet", "--out", "odd")
    printed = fathom(tmp_path, *asked, "--full").out
    assert "and 60 simulated games of each style, 51 of each pair" in printed
    assert "No. No style explains your turns and rounds." in printed
    levels = pd.read_csv(tmp_path / "odd" / "levels.csv")["level"]
    assert sum(" + " in level for level in levels) == 21
    assert "gave the fingerprint" in fathom(tmp_path, "verify", "odd", "--quiet").out


def test_a_playtest_refuses_targets_and_ignores_the_number_of_games_in_a_study_file(
    tmp_path: Path,
) -> None:
    (tmp_path / "log.csv").write_text(LOG)
    for name, more in (("run", ""), ("aim", "[targets]\nlead_changes = { min = 1 }\n")):
        (tmp_path / f"{name}.toml").write_text(f'game = "snorkeling"\ngames = 90000\n{more}')
    said = fathom(tmp_path, "playtest", "aim.toml", "log.csv", code=2).message
    assert "has targets; playtest does not judge targets" in said
    for typed, games in ((None, 2_000), ("500", 500)):
        chosen = Selection(source=str(tmp_path / "run.toml"), games=typed)
        assert PlaytestPlan(chosen, str(tmp_path / "log.csv")).study.games == games


def test_a_logged_game_of_a_cooperative_game_fits_every_number_of_players(tmp_path: Path) -> None:
    game = replace(find_game("snorkeling"), sides=all_together, winners=higher_side, horizon=0)
    log = tmp_path / "log.csv"
    log.write_text("won,turns\nyes,9\nno,8\n")
    games = read_log(log, game, {}, 4)
    assert games.columns["sides.1.win_rate"].tolist() == [1, 0]
    assert games.nameless[0]["winner"] == "1+2+3+4"
    assert not games.left_out


def test_the_winner_of_a_logged_game_can_be_a_side(tmp_path: Path) -> None:
    game = replace(find_game("snorkeling"), sides=opposite_seats, winners=higher_side, horizon=0)
    log = tmp_path / "log.csv"
    log.write_text("players,winner\n4,side 1\n4,Side 2\n4,3\n4,side 1 + side 2\n")
    columns = read_log(log, game, {}, 4).columns
    assert columns["sides.1.win_rate"].tolist() == [1, 0, 1, 0.5]
    log.write_text("players,winner\n4,side 3\n")
    with pytest.raises(UsageError, match="a seat from 1 to 4, or side 1 or side 2; write"):
        read_log(log, game, {}, 4)
    with pytest.raises(UsageError, match="a seat from 1 to 4, or a name in a seat column; write"):
        read_log(log, find_game("snorkeling"), {}, 4)
