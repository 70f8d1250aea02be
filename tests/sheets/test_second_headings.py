"""A second row of headings below the first is no card, and counters beside copies are read."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.errors import UsageError
from tests.sheets.test_matrices import cards_of, read


@pytest.mark.parametrize(
    ("headings", "second"),
    [
        ("Name,Kosten,Anzahl", "Name,Cost,Quantity"),
        ("name,cost,qty", "string,int,int"),
        ("Name,Cost,Copies", "The name,in coins,in the deck"),
        ("Nom,Coût,Quantité", "(texte),en or,par joueur"),
    ],
)
def test_a_second_row_of_headings_is_left_out_and_named(
    headings: str, second: str, tmp_path: Path
) -> None:
    sheet = read(tmp_path, f"{headings}\n{second}\nWolf,2,3\nBear,4,2\n")
    assert cards_of(sheet, "copies") == [(3,), (2,)]
    first = second.partition(",")[0]
    assert f"row 2 ({first!r}) left out: a second row of headings" in sheet.checks


def test_a_second_row_of_headings_may_explain_columns_without_copies(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Karte,Angriff,Leben\nCard,Attack,Life\nWolf,2,3\nBear,4,2\n")
    assert cards_of(sheet, "angriff", "leben") == [(2, 3), (4, 2)]


def test_a_card_without_a_number_of_copies_is_no_second_row_of_headings(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cell C2 \(copies\) is 'many'"):
        read(tmp_path, "Name,Cost,Copies\nWolf,2,many\nBear,4,2\nElk,1,1\n")


def test_a_card_with_words_for_numbers_is_no_second_row_of_headings(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Name,Attack,Life\nWolf,special,special\nBear,4,2\nElk,1,1\n")
    assert len(sheet.table.rows) == 3


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("３枚", "2枚"),
        ("3张", "１２张"),
        ("3장", "2장"),
        ("3 pcs.", "2 pcs"),
        ("3 Stück", "1 Stück"),
        ("\uff13", "\uff12"),
        ("\uff58\uff13", "\xd7\uff12"),
        ("3 шт.", "2 шт."),
    ],
)
def test_copies_may_have_counters(first: str, second: str, tmp_path: Path) -> None:
    sheet = read(tmp_path, f"Name,Copies\nWolf,{first}\nBear,{second}\n")
    expected = int("".join(mark for mark in second if mark.isdigit()))
    assert cards_of(sheet, "copies") == [(3,), (expected,)]


@pytest.mark.parametrize("text", ["3 gold", "3枚2", "枚", "3 枚 gold"])
def test_copies_with_other_words_are_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cell B2 \(copies\) is"):
        read(tmp_path, f"Name,Copies\nWolf,{text}\nBear,2\n")


def test_lines_with_counters_are_copies_and_names(tmp_path: Path) -> None:
    sheet = read(tmp_path, "火の玉 ３枚\n2张 盾\n回復 \xd74\n")
    assert cards_of(sheet, "name", "copies") == [("火の玉", 3), ("盾", 2), ("回復", 4)]


def test_a_number_beside_a_name_is_mentioned_if_another_column_has_the_copies(
    tmp_path: Path,
) -> None:
    sheet = read(tmp_path, "Name,Count,Cost\nFarm (x3),1,1\nMill (x2),1,2\nInn,1,3\n")
    assert cards_of(sheet, "copies") == [(1,)] * 3
    assert (
        "rows 2, 3 ('Farm (x3)') have a number beside the name, which is not read, because column "
        "Count has the copies" in sheet.checks
    )


def test_a_checkbox_of_a_database_marks_the_cards_of_the_deck(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Name,Copies,In set?\nWolf,2,checked\nBear,1,checked\nGhost,1,\n")
    assert cards_of(sheet, "name") == [("Wolf",), ("Bear",)]
    assert "Not in the deck: row 4 ('Ghost'): In set? is no." in sheet.miscounts


def test_links_of_databases_are_left_out_of_words_and_mentioned(tmp_path: Path) -> None:
    link = "(https://www.example.org/base-99)"
    sheet = read(tmp_path, f"Name,Copies,Set\nWolf,2,Base {link}\nBear,1,Base {link}\n")
    assert cards_of(sheet, "set") == [("Base",), ("Base",)]
    assert any(note.startswith("links in brackets after texts") for note in sheet.notes)
