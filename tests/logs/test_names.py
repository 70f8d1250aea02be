"""Names in logs: their spellings, and texts that are no names, such as draws and "not sure"."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.playtest.alone import LogReport
from simulate.logs.result_words import is_tie, is_unknown_person
from simulate.logs.spellings import name_key
from tests.logs.test_winners import counts_of, report_on, trust


def test_capitals_and_accents_do_not_make_two_people_of_one(tmp_path: Path) -> None:
    text = 'Players,Winner\n"Ben, Inés",Ben\n"INES, BEN",ines\n"Inés, ben",BEN\n'
    report = report_on(tmp_path, text)
    people = {name: counts[:2] for name, counts in counts_of(report, "player").items()}
    assert people == {"Ben": (2, 3), "Inés": (1, 3)}
    assert "Ben, BEN and ben are read as one person." in trust(report)
    assert "Inés and INES are read as one person." in trust(report)


def test_rows_per_player_have_one_row_for_each_person(tmp_path: Path) -> None:
    text = "Game,Player,Place\n1,Ana,2\n1,Ben,1\n2,ANA,1\n2,ben,2\n3,Ana,2\n3,BEN,1\n"
    report = report_on(tmp_path, text)
    people = {name: counts[:2] for name, counts in counts_of(report, "player").items()}
    assert people == {"Ben": (2, 3), "Ana": (1, 3)}


def test_players_of_the_same_game_whose_names_differ_in_accents_are_two_people(
    tmp_path: Path,
) -> None:
    text = "Player 1,Player 2,Winner\nAna,Aña,Ana\nAña,Ana,Aña\nAna,Aña,Ana\n"
    report = report_on(tmp_path, text)
    people = {name: counts[:2] for name, counts in counts_of(report, "player").items()}
    assert people == {"Ana": (2, 3), "Aña": (1, 3)}
    assert "read as one" not in trust(report)


def test_spellings_of_a_role_are_one_role(tmp_path: Path) -> None:
    text = (
        "Game,Player,Faction,Place\n1,Ana,Águilas,1\n1,Ben,Gatos,2\n"
        "2,Ana,Gatos,1\n2,Ben,Aguilas,2\n"
    )
    report = report_on(tmp_path, text)
    roles = {name: counts[:2] for name, counts in counts_of(report, "role").items()}
    assert roles == {"Águilas": (1, 2), "Gatos": (1, 2)}
    assert "are read as one role" in trust(report)


def test_marks_that_make_other_letters_distinguish_names() -> None:
    assert name_key("Raúl") == name_key("RAUL")
    assert name_key("が") != name_key("か")
    assert name_key("й") != name_key("и")


@pytest.mark.parametrize(
    "word",
    [
        *("Draw", "pareggio", "引き分け", "平局", "remis", "empate", "gelijkspel", "oavgjort"),
        *("uafgjort", "remíza", "ничья", "It's a tie", "Match nul", "égalité", "Ex-aequo"),
    ],
)
def test_a_draw_is_no_person_in_any_language(word: str, tmp_path: Path) -> None:
    assert is_tie(word)
    report = report_on(tmp_path, f"Winner\nAna\n{word}\nBen\nAna\n")
    assert {name: wins for name, (wins, _, _) in counts_of(report, "side").items()} == {
        "Ana": 2,
        "Ben": 1,
    }


def test_winners_and_start_players_that_nobody_remembers_are_not_losses(tmp_path: Path) -> None:
    text = (
        "Who won?,Who started?,Players\nTom,Lea,3\nTom,Tom,3\nnot sure,Tom,3\n"
        "can't remember,Tom,3\nLea,the youngest,3\nZoe,Lea,3\n"
    )
    report = report_on(tmp_path, text)
    assert counts_of(report, "start player") == {"the start player": (1, 3, pytest.approx(1 / 3))}
    assert "A4 (Who won?) 'not sure'" in trust(report)
    assert "B6 (Who started?) 'the youngest'" in trust(report)


def test_names_of_sides_in_small_letters_are_winners(tmp_path: Path) -> None:
    report = report_on(tmp_path, "Winner\nthe rebels\nthe empire\nthe rebels\n")
    wins = {name: wins for name, (wins, _, _) in counts_of(report, "side").items()}
    assert wins == {"the rebels": 2, "the empire": 1}


@pytest.mark.parametrize("text", ["?", "unbekannt", "Keine Ahnung", "je ne sais plus", "不明"])
def test_texts_for_unknown_people_are_known_in_other_languages(text: str) -> None:
    assert is_unknown_person(text)
    assert not is_unknown_person("Ana")


def test_plays_that_boardgamegeek_leaves_out_of_win_statistics_have_no_winner(
    tmp_path: Path,
) -> None:
    def play(winner: str, uncounted: int) -> str:
        players = "".join(
            f'<player name="{name}" startposition="{seat}" score="{9 * (name == winner)}" '
            f'win="{int(name == winner)}"/>'
            for seat, name in enumerate(("Ana", "Ben"), 1)
        )
        return (
            f'<play date="2024-02-01" quantity="1" length="60" nowinstats="{uncounted}">'
            f'<item name="Reef"/><players>{players}</players></play>'
        )

    text = f"<plays>{play('Ana', 0)}{play('Ana', 1)}{play('Ben', 0)}{play('Ana', 1)}</plays>"
    report = report_on(tmp_path, text, "plays.xml")
    people = {name: counts[:2] for name, counts in counts_of(report, "player").items()}
    assert people == {"Ana": (1, 2), "Ben": (1, 2)}
    assert "Winners and scores of 2 plays are not read" in trust(report)


STARTS = [
    "Date,Player 1,Player 2,Winner\n1,Al (start player),Bo,Bo\n2,Al,Bo (started),Al\n",
    'Date,Players,Winner\n1,"Al [first player], Bo",Bo\n2,"Al, Bo (Startspieler)",Al\n',
    'Date,Players,Winner\n1,"Al (went first), Bo",Bo\n2,"Al, Bo (starts)",Al\n',
    "Game,Player,Score\n1,Al (starter),4\n1,Bo,5\n2,Al,5\n2,Bo (begins),4\n",
]


@pytest.mark.parametrize("text", STARTS)
def test_a_remark_beside_a_name_shows_the_start_player(text: str, tmp_path: Path) -> None:
    report = report_on(tmp_path, text)
    assert counts_of(report, "player")["Al"][:2] == (1, 2)
    assert "seats (counted from the start player)" in report.summary["read"]["values"]
    assert counts_of(report, "seat")["seat 2"][0] == 2


def test_a_winner_with_the_remark_is_the_start_player(tmp_path: Path) -> None:
    report = report_on(tmp_path, "Players,Winner\n2,Al (start player)\n2,Bo\n2,Bo (starts)\n")
    assert counts_of(report, "start player")["the start player"][0] == 2


def test_other_remarks_beside_names_are_parts_of_names(tmp_path: Path) -> None:
    text = "Player 1,Player 2,Winner\nAl (junior),Bo,Bo\nBo,Al (junior),Bo\n"
    assert set(counts_of(report_on(tmp_path, text), "player")) == {"Al (junior)", "Bo"}


PLACES = [
    "Game,Player,Result,Score\n1,Al,1st,10\n1,Bo,2nd,25\n2,Al,2nd,12\n2,Bo,1st,8\n",
    "Game,Player,Rank,Score\n1,Al,Rank 1,10\n1,Bo,Rank 2,25\n2,Al,Rank 2,12\n2,Bo,Rank 1,8\n",
    "Game,Player,Standing at end,Score\n1,Al,1st,10\n1,Bo,2nd,25\n2,Al,2nd,12\n2,Bo,1st,8\n",
    "Game,Player,,Score\n1,Al,1st,10\n1,Bo,2nd,25\n2,Al,2nd,12\n2,Bo,1st,8\n",
    "Player 1,Result 1,Score 1,Player 2,Result 2,Score 2\nAl,1st,1,Bo,2nd,2\nAl,2nd,4,Bo,1st,1\n",
    "Date,Player 1,,Player 2,,Minutes\n1,Al,1st,Bo,2nd,9\n2,Al,2nd,Bo,1st,8\n",
    "Player 1,Score 1,Player 2,Score 2\n1st Al,10,2nd Bo,25\nAl (2nd),40,Rank 1: Bo,12\n",
    'Players\n"1st Al (10), 2nd Bo (25)"\n"1st Bo (12), 2nd Al (40)"\n',
    'Players,Scores,Ranks\n"Al, Bo","10, 25","1, 2"\n"Bo, Al","12, 40","1, 2"\n',
]


@pytest.mark.parametrize("text", PLACES)
def test_places_beside_names_decide_who_won(text: str, tmp_path: Path) -> None:
    report = report_on(tmp_path, text)
    half = pytest.approx(0.5)
    assert counts_of(report, "player") == {"Al": (1, 2, half), "Bo": (1, 2, half)}
    assert "the highest score is taken to win" not in trust(report)
    assert "no heading" not in trust(report)


def test_a_column_that_may_have_places_is_named(tmp_path: Path) -> None:
    text = PLACES[0].replace("Result", "Position")
    report = report_on(tmp_path, text)
    assert "add --columns 'rank=Position'" in trust(report)
    path = tmp_path / "log.csv"
    chosen = LogReport(str(path), {"rank": "Position"}, None, 0.95)
    assert "the highest score is taken to win" not in trust(chosen)


def test_players_listed_by_their_places_have_no_seats(tmp_path: Path) -> None:
    report = report_on(tmp_path, PLACES[7])
    assert [group["kind"] for group in report.summary["compared"]] == ["player"]
