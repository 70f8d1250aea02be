"""Tables beside each other: two decks, and statistics beside the cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook

from simulate.sheets.card_sheet import read_card_sheet
from simulate.sheets.settings import SheetSettings
from tests.sheets.understanding import understood

CARDS = "copies name cost\n3 Ant 1\n2 Bee 2\n1 Cat 4\n2 Dog 0"
LEFT_OUT = "left out: a small table beside the cards; if it belongs to the cards, delete the empty"
TWO_DECKS = (
    ("ATTACK DECK", None, None, None, "EVENT DECK"),
    ("Name", "Copies", "Power", None, "Name", "Copies", "Effect"),
    ("Raid", 4, 2, None, "Storm", 2, "lose"),
    ("Rush", 3, 1, None, "Feast", 1, "gain"),
    ("Feint", 1, 0),
)


def write(folder: Path, *lines: str) -> Path:
    """Write a text file with some lines, and return its path."""
    file = folder / "cards.csv"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def write_workbook(folder: Path) -> Path:
    """Write a workbook with two decks on its tab Cards, and return its path."""
    book = Workbook()
    sheet = book.active
    sheet.title = "Cards"
    for row in TWO_DECKS:
        sheet.append(row)
    file = folder / "cards.xlsx"
    book.save(file)
    return file


@pytest.mark.parametrize("name", ["", "#Cards"])
def test_two_decks_beside_each_other_are_refused_with_both_titles(
    name: str, tmp_path: Path
) -> None:
    file = Path(f"{write_workbook(tmp_path)}{name}")
    assert understood(file) == (
        f"refused: cards.xlsx{name} has 2 tables that look like cards: Cards ATTACK DECK (columns "
        "A to C, 3 rows), Cards EVENT DECK (columns E to G, 2 rows); name one, as in "
        "'cards.xlsx#Cards ATTACK DECK', or delete the empty columns between tables that describe "
        "the same cards"
    )


def test_a_deck_beside_another_is_read_by_its_title(tmp_path: Path) -> None:
    file = write_workbook(tmp_path)
    attacks = understood(Path(f"{file}#Cards Attack Deck"))
    assert attacks == "copies name power\n4 Raid 2\n3 Rush 1\n1 Feint 0"
    events = understood(Path(f"{file}#Cards EVENT DECK"))
    assert events == "copies name effect\n2 Storm lose\n1 Feast gain"


def test_decks_without_titles_are_named_by_their_columns(tmp_path: Path) -> None:
    lines = ("Name,Power,,Name,Points", "Ant,1,,Storm,3", "Bee,2,,Calm,4")
    file = write(tmp_path, *lines)
    assert "columns A to B (2 rows), columns D to E (2 rows)" in understood(file)
    assert understood(Path(f"{file}#columns D to E")) == "copies name points\n1 Storm 3\n1 Calm 4"


def test_two_decks_with_only_words_are_not_mixed(tmp_path: Path) -> None:
    lines = ("Name,Suit,,Name,Effect", "Ant,red,,Storm,lose", "Bee,blue,,Calm,gain")
    cards, doubt = understood(write(tmp_path, *lines)).split("\n! ")
    assert cards == "copies name suit\n1 Ant red\n1 Bee blue"
    assert doubt == (
        "tab columns A to B is read, and columns D to E could be meant too; name the tab, as in "
        "'cards.csv#columns D to E'"
    )


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        pytest.param(
            (
                "Name,Copies,Cost,,Stats,",
                "Ant,3,1,,Total cards,8",
                "Bee,2,2,,Average cost,1.4",
                "Cat,1,4",
                "Dog,2,0",
            ),
            "columns E to F ('Stats')",
            id="without a heading",
        ),
        pytest.param(
            (
                "Name,Copies,Cost,,Total cards,8",
                "Ant,3,1,,Average cost,1.4",
                "Bee,2,2",
                "Cat,1,4",
                "Dog,2,0",
            ),
            "columns E to F ('Total cards')",
            id="with a number beside the headings",
        ),
        pytest.param(
            (
                ",,,,Stats,",
                "Name,Copies,Cost,,Total cards,8",
                "Ant,3,1,,Kinds,4",
                "Bee,2,2,,Average,1.4",
                "Cat,1,4,,Most,4",
                "Dog,2,0,,Least,0",
            ),
            "columns E to F ('Stats')",
            id="as long as the cards, with a title",
        ),
        pytest.param(
            (
                "Name,Copies,Cost,,Effect,Number",
                "Ant,3,1,,gain,5",
                "Bee,2,2,,lose,3",
                "Cat,1,4",
                "Dog,2,0",
            ),
            "columns E to F ('Effect')",
            id="with headings",
        ),
    ],
)
def test_a_small_table_beside_the_cards_is_left_out_and_named(
    lines: tuple[str, ...], named: str, tmp_path: Path
) -> None:
    cards, doubt = understood(write(tmp_path, *lines)).split("\n! ")
    assert cards == CARDS
    assert doubt == f"{named} {LEFT_OUT} columns between"


def test_columns_after_an_empty_column_are_read(tmp_path: Path) -> None:
    lines = ("Name,Copies,,Cost,Power", "Ant,3,,1,5", "Bee,2,,2,6", "Cat,1,,4,", "Dog,2,,0,7")
    read = "copies name cost power\n3 Ant 1 5\n2 Bee 2 6\n1 Cat 4 0\n2 Dog 0 7"
    assert understood(write(tmp_path, *lines)) == read


def test_names_and_copies_apart_are_one_table(tmp_path: Path) -> None:
    lines = ("Name,,Copies,Cost", "Ant,,3,1", "Bee,,2,2")
    assert understood(write(tmp_path, *lines)) == "copies name cost\n3 Ant 1\n2 Bee 2"


def test_numbers_of_only_the_first_cards_are_read_with_a_doubt(tmp_path: Path) -> None:
    lines = ("Name,Copies,,Attack,Life", "Ant,3,,1,5", "Bee,2,,2,6", "Fire,1", "Ice,2")
    cards, doubt = understood(write(tmp_path, *lines)).split("\n! ")
    assert cards.splitlines()[:3] == ["copies name attack life", "3 Ant 1 5", "2 Bee 2 6"]
    assert doubt == (
        "columns D to E ('Attack') read as columns of the cards, although only the first rows have "
        "cells in them; if they are another table, put it on a tab of its own"
    )


def test_the_other_tabs_are_named_without_the_one_that_is_read(tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.active
    sheet.title = "Cards"
    for row in (
        ("Name", "Copies", "Cost", None, "Total", 5),
        ("Ant", 3, 1),
        ("Bee", 2, 2),
    ):
        sheet.append(row)
    book.create_sheet("Notes").append(("Print on A4",))
    file = tmp_path / "cards.xlsx"
    book.save(file)
    notes = read_card_sheet(file, "cards.xlsx", SheetSettings()).notes
    assert "tabs: the table is on tab Cards; not read: Notes" in notes
