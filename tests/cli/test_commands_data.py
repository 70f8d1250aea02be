"""``fathom data``: how a sheet of cards is read, before there is a game."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from openpyxl import Workbook

from tests.helpers.commands_helper import fathom

pytestmark = pytest.mark.usefixtures("short_survey")

CARDS = (
    'Deck v2,,,\nTitle,Anzahl,Cost,Text\nAnt,3,$1,Draw a card.\nBee,1,$2,"Draw,\nthen discard."\n'
    "Total,4,,\n"
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    return tmp_path


def test_data_shows_columns_cards_and_everything_that_is_left_out(home: Path) -> None:
    shown = fathom(home, "data", "cards.csv")
    assert shown.err == ""
    lines = [" ".join(line.split()) for line in shown.out.splitlines()]
    for line in (
        "cards.csv: 4 cards of 2 kinds",
        "The headings are in row 2.",
        "Title names rules.card_title[card] Ant, Bee",
        "Anzahl copies rules.card_copies[card] 1 to 3",
        "Cost whole numbers rules.card_cost[card] 1 to 2",
        "3 x Ant cost 1",
        "column Text: texts for people, too long or of several lines for a word of rules",
        "row 1 ('Deck v2') left out: above the headings",
        "row 5 ('Total') left out: sums of the rows above",
    ):
        assert line in lines
    assert (
        "column Anzahl is read as the number of copies; if it is not, add --columns copies= to "
        "this command"
    ) in " ".join(lines)
    assert "game's file" not in shown.out
    assert sum(line.startswith("Title ") for line in lines) == 1


def test_names_in_code_are_never_broken(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.helpers.commands_helper.COLUMNS", "80")
    heading = "Points for the longest road at the end of the last age"
    (home / "cards.csv").write_text(f"Name,{heading}\nAnt,1\nBee,2\n", encoding="utf-8")
    name = "rules.card_" + heading.lower().replace(" ", "_") + "[card]"
    lines = fathom(home, "data", "cards.csv").out.splitlines()
    assert f"  {name}" in lines
    assert lines[lines.index(f"  {name}") - 1] == "In code"
    assert f"{heading}  whole numbers  1 to 2" in [line.rstrip() for line in lines]


def test_json_has_the_columns_the_cards_and_what_to_check(home: Path) -> None:
    summary = fathom(home, "data", "cards.csv", "--json").json
    assert (summary["kinds"], summary["cards"], summary["heading_row"]) == (2, 4, 2)
    kinds = {column["name"]: column["kind"] for column in summary["columns"]}
    assert kinds == {
        "name": "names",
        "copies": "copies",
        "cost": "whole numbers",
        "title": "words",
    }
    assert [column["name"] for column in summary["left_out"]] == ["text"]
    assert summary["check"] == ["row 5 ('Total') left out: sums of the rows above"]
    assert summary["records"][0] == {"name": "Ant", "copies": 3, "cost": 1, "title": "Ant"}


def test_a_column_can_be_chosen_by_its_heading(home: Path) -> None:
    choice = ("--columns", "copies=Cost", "--columns", "points=anzahl")
    summary = fathom(home, "data", "cards.csv", *choice, "--json").json
    assert [record["copies"] for record in summary["records"]] == [1, 2]
    assert [record["points"] for record in summary["records"]] == [3, 1]


#: A sheet with a column that may have the copies, and a row of sums.
UNSURE = "Name,Starter kit,Cost\nAnt,6,1\nBee,6,2\nCat,9,1\nTotal,21,4\n"


def test_a_sheet_without_a_certain_column_of_copies_says_so_in_its_first_lines(home: Path) -> None:
    (home / "kit.csv").write_text(UNSURE, encoding="utf-8")
    lines = fathom(home, "data", "kit.csv").out.splitlines()
    assert lines[0] == "kit.csv: 3 cards of 3 kinds"
    assert " ".join(" ".join(lines[2 : lines.index("")]).split()) == (
        "Each row is read as one card. If Starter kit says how many copies there are: "
        "fathom data kit.csv --columns 'copies=Starter kit' "
        "Please check 2 points, listed at the end."
    )
    chosen = fathom(home, "data", "kit.csv", "--columns", "copies=Starter kit").out
    assert chosen.startswith("kit.csv: 21 cards of 3 kinds\n")
    assert "Each row is read as one card" not in chosen


@pytest.mark.slow
def test_notes_on_a_sheet_are_printed_by_the_commands_that_help_to_change_it(home: Path) -> None:
    more = "Cat,3,1\nDog,3,2\nElk,3,1\nFox,3,5"
    sheet = UNSURE.replace("Cat,9,1", more).replace("21,4", "24,12")
    (home / "kit.csv").write_text(sheet, encoding="utf-8")
    copies = "kit.csv: each row is read as one card; if Starter kit says how many copies"
    total = "('Total') left out: sums of the rows above"
    new = fathom(home, "new", "reef", "--data", "kit.csv").err
    assert copies in new and total in new
    checked = fathom(home, "check", "reef.py").err
    assert copies in checked and total in checked
    run = fathom(home, "run", "reef.py", "--games", "40", "--no-robust", "--no-charts").err
    assert run.count(copies) == 1
    assert total not in run
    assert "kit.csv" not in fathom(home, "strategies", "reef.py").err
    assert "kit.csv" not in fathom(home, "rules", "reef.py").err
    compared = fathom(home, "compare", "reef.py", "--strategy", "random", "--games", "40")
    assert "kit.csv" not in compared.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("none.csv",), "there is no table none.csv"),
        ((".",), "is a folder; name a file"),
        (("/dev/zero",), "is not a file on a disk"),
        (("pipe",), "is not a file on a disk"),
        (("empty.csv",), "empty.csv is empty"),
        (("broken.xlsx",), "broken.xlsx cannot be read as an Excel workbook"),
        (("cards.csv", "--columns", "copies"), "write a name and a heading, as in copies=Anzahl"),
        (("cards.csv", "--columns", "copies=Decks"), "unknown column 'Decks' in columns="),
    ],
)
def test_an_unreadable_file_gives_a_message_of_one_line(
    arguments: tuple[str, ...], message: str, home: Path
) -> None:
    os.mkfifo(home / "pipe")
    (home / "empty.csv").touch()
    (home / "broken.xlsx").write_bytes(b"PK\3\4")
    assert message in fathom(home, "data", *arguments, code=2).message


def test_a_game_whose_column_was_left_out_is_refused_with_the_cell(home: Path) -> None:
    (home / "reef.py").write_text(
        "from simulate.making import Cards, Pile, allow, end_game, game\n"
        'CARDS = Cards("card", data="cards.csv")\n'
        'deck = Pile("deck", CARDS)\n\n\n'
        "def legal(rules, state, menu):\n    allow(menu, 0)\n\n\n"
        "def apply(rules, state, action):\n"
        "    state.table.scores[0] += rules.card_cost[0]\n    end_game(state)\n\n\n"
        'GAME = game(name="reef", seats=(2, 2), components=[deck], actions={0: "waits"},\n'
        "            legal=legal, apply=apply)\n",
        encoding="utf-8",
    )
    assert "Ant:3:1" in fathom(home, "rules", "reef.py").out
    (home / "cards.csv").write_text(CARDS.replace("$2", "two"), encoding="utf-8")
    message = fathom(home, "rules", "reef.py", code=2).message
    assert "(line 2)" in message
    assert (
        "there is no field card_cost, because column Cost of cards.csv is left out: cell C4 (cost) "
        "is 'two' in a column of numbers; write a number, or leave the cell empty" in message
    )


@pytest.mark.slow
def test_a_new_game_is_played_with_the_cards_of_a_sheet(home: Path) -> None:
    printed = fathom(home, "new", "reef", "--data", "cards.csv", code=2).message
    assert "cards.csv has 4 cards, but two players need 6; add cards or copies" in printed
    (home / "cards.csv").write_text(CARDS.replace("Ant,3", "Ant,30"), encoding="utf-8")
    fathom(home, "new", "reef", "--data", "cards.csv")
    text = (home / "reef.py").read_text(encoding="utf-8")
    assert "new-" not in text
    assert "rules.card_cost[card]: Cost (whole numbers)" in text
    done = fathom(home, "run", "reef.py", "--games", "400", "--no-robust", "--no-charts")
    assert "Reef, 4 players" in done.out


def test_a_new_game_scores_a_column_of_points_and_not_the_numbers_of_cards(home: Path) -> None:
    sheet = "ID,Name,Qty,Cost,VP\n1,Ant,5,2,1\n2,Bee,5,3,0.5\n3,Cat,5,1,2\n4,Dog,5,1,2\n"
    (home / "deck.csv").write_text(sheet, encoding="utf-8")
    fathom(home, "new", "reef", "--data", "deck.csv")
    text = (home / "reef.py").read_text(encoding="utf-8")
    assert "table.scores[seat] += round(2 * rules.card_vp[action])" in text
    (home / "deck.csv").write_text(sheet.replace("VP", "No"), encoding="utf-8")
    fathom(home, "new", "sea", "--data", "deck.csv")
    assert "rules.card_cost[action]" in (home / "sea.py").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_new_game_scores_fractions_of_points(home: Path) -> None:
    sheet = "Name,Qty,VP\nAnt,6,0.5\nBee,6,1.5\nCat,6,-0.25\n"
    (home / "deck.csv").write_text(sheet, encoding="utf-8")
    fathom(home, "new", "reef", "--data", "deck.csv")
    options = ("--players", "2", "-s", "random", "--games", "4", "--json", "--quiet")
    scores = [
        score
        for game in range(4)
        for score in fathom(home, "replay", "reef.py", *options, "--game", str(game)).json["scores"]
    ]
    assert all(4 * score == round(4 * score) for score in scores)
    assert any(score != round(score) for score in scores)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("../deck.csv", "is not in this folder, where the game's file is written; copy it here"),
        ("words.csv", "words.csv has no column of numbers to score; add one, such as points"),
    ],
)
def test_a_sheet_that_no_new_game_can_play_is_refused(data: str, message: str, home: Path) -> None:
    (home / "words.csv").write_text("name,suit\nAnt,red\nBee,blue\n", encoding="utf-8")
    assert message in fathom(home, "new", "reef", "--data", data, code=2).message


@pytest.mark.slow
def test_a_new_game_with_a_sheet_passes_its_checks(home: Path) -> None:
    (home / "cards.csv").write_text(CARDS.replace("Ant,3", "Ant,30"), encoding="utf-8")
    fathom(home, "new", "reef", "--data", "cards.csv")
    checked = fathom(home, "check", "reef.py", "--json", "--quiet").json["checks"]
    assert [check["name"] for check in checked if check["passed"] is False] == []


def test_cards_without_a_number_of_copies_are_named_beside_the_number_of_cards(
    tmp_path: Path,
) -> None:
    (tmp_path / "cards.csv").write_text("Name,Qty,Cost\nAnt,3,1\nBee,,2\nCat,2,1\n")
    lines = fathom(tmp_path, "data", "cards.csv").out.splitlines()
    assert lines[0] == "cards.csv: 5 cards of 2 kinds; 1 row is not in the deck"
    assert lines[2] == "Not in the deck: row 3 ('Bee'): no number of copies."
    assert "Bee" not in "".join(lines[lines.index("Cards") : lines.index("Left out or assumed")])


def test_a_column_of_copies_that_cannot_be_read_is_named_beside_the_number_of_cards(
    tmp_path: Path,
) -> None:
    content = "Nazwa,Liczba sztuk,Koszt\nOrk,3,1\nTroll,do ustalenia,2\nLis,2,1\n"
    (tmp_path / "cards.csv").write_text(content, encoding="utf-8")
    lines = fathom(tmp_path, "data", "cards.csv").out.splitlines()
    assert lines[0] == "cards.csv: 3 cards of 3 kinds"
    place = lines.index("Please check 1 point, listed at the end.")
    assert " ".join(" ".join(lines[2:place]).split()) == (
        "Each row is read as one card, because Liczba sztuk is left out: cell B3 (liczba_sztuk) is "
        "'do ustalenia' in a column of numbers."
    )


def test_rows_that_are_not_in_the_deck_are_named_with_the_reason_and_the_remedy(
    tmp_path: Path,
) -> None:
    (tmp_path / "cards.csv").write_text(
        "Name,Qty,Cost,Print?\nAnt,3,1,TRUE\nBee,2,2,FALSE\nCat,0,1,TRUE\nDog,2,2,FALSE\n"
    )
    shown = fathom(tmp_path, "data", "cards.csv").out
    lines = shown.splitlines()
    assert lines[0] == "cards.csv: 3 cards of 1 kind; 3 rows are not in the deck"
    assert lines[2:4] == [
        "Not in the deck: rows 3, 5 ('Bee'): Print? is no.",
        "Not in the deck: row 4 ('Cat'): 0 copies.",
    ]
    assert (
        "rows 3, 5 ('Bee') left out, because Print? is no; to count all rows, add --columns "
        "in_deck= to this command"
    ) in " ".join(shown.split())
    summary = fathom(tmp_path, "data", "cards.csv", "--json").json
    assert summary["rows_left_out"] == [
        {"rows": [3, 5], "reason": "Print? is no"},
        {"rows": [4], "reason": "0 copies"},
    ]
    everything = fathom(tmp_path, "data", "cards.csv", "--columns", "in_deck=", "--json").json
    assert everything["cards"] == 7


def test_a_workbook_of_several_decks_is_refused_with_the_tabs(tmp_path: Path) -> None:
    book = Workbook()
    tabs: dict[str, list[tuple[str | int, ...]]] = {
        "Read me": [("Version 3", "May")],
        "Actions": [("Card", "In 2p game"), ("Bite", 3), ("Molt", 2)],
        "Treasures": [("Card", "Copies", "Gold"), ("Pearl", 6, 1), ("Chest", 4, 3)],
    }
    book.remove(book.active)
    for name, rows in tabs.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(tmp_path / "reef.xlsx")
    message = fathom(tmp_path, "data", "reef.xlsx", code=2).message
    assert "has 2 tabs that look like cards: Actions (2 rows), Treasures (2 rows)" in message
    assert "name one, as in 'reef.xlsx#Actions'" in message
    named = fathom(tmp_path, "data", "reef.xlsx#Treasures").out
    assert named.startswith("reef.xlsx#Treasures: 10 cards of 2 kinds\n")


def test_data_gives_options_of_the_command_for_an_invalid_number_of_copies(tmp_path: Path) -> None:
    sheet = tmp_path / "cards.csv"
    sheet.write_text("Name,Qty\nWolf,many\nBear,2\n")
    message = " ".join(fathom(tmp_path, "data", "cards.csv", code=2).err.split())
    assert message.endswith("give it another heading, or add --columns copies= to this command")
    assert "columns={" not in message


def test_data_gives_an_option_to_choose_the_names(tmp_path: Path) -> None:
    sheet = tmp_path / "cards.csv"
    sheet.write_text("Beast,Copies\nWolf,1\nBear,2\n")
    words = " ".join(fathom(tmp_path, "data", "cards.csv").out.split())
    assert "--columns name=HEADING chooses another" in words
    assert "columns={" not in words
