"""Tables below each other with headings of their own, loose cards, and the wording of checks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simulate.errors import UsageError
from simulate.sheets.card_sheet import CardSheet, read_card_sheet
from simulate.sheets.settings import SheetSettings
from tests.sheets.test_matrices import cards_of, read

#: Two sections with different headings, and a third with the headings of the first.
_CREATURES = "CREATURES;;;\nNom;Co\u00fbt;Force;Ex.\nLoup;2;3;4\nRenard;1;1;6\n"
_SPELLS = "SPELLS;;;\nNom;PV;Ex.;\nBrouillard;1;3;\n\u00c9clair;3;2;\n"


def _read_tab(folder: Path, text: str, tab: str) -> CardSheet:
    path = folder / "cards.csv"
    path.write_text(text)
    return read_card_sheet(folder / f"cards.csv#{tab}", f"cards.csv#{tab}", SheetSettings())


def test_sections_with_other_headings_are_tables_of_their_own(tmp_path: Path) -> None:
    text = f"{_CREATURES};;;\n{_SPELLS}"
    with pytest.raises(
        UsageError, match=r"2 tables below each other .*: CREATURES \(2 rows\), SPELLS \(2 rows\)"
    ):
        read(tmp_path, text)
    creatures = _read_tab(tmp_path, text, "CREATURES")
    assert cards_of(creatures, "copies", "force") == [(4, 3), (6, 1)]
    spells = _read_tab(tmp_path, text, "spells")
    assert cards_of(spells, "copies", "pv") == [(3, 1), (2, 3)]


def test_sections_without_titles_are_named_by_the_row_of_their_headings(tmp_path: Path) -> None:
    text = "Name,Cost,Copies\nWolf,2,3\nBear,4,2\nName,Copies,Text\nFog,2,Wait\nBolt,3,Hit\n"
    with pytest.raises(UsageError, match=r"row 1 \(2 rows\), row 4 \(2 rows\)"):
        read(tmp_path, text)


def test_sections_with_the_same_headings_are_one_table(tmp_path: Path) -> None:
    text = "Wood,,\nName,Copies,Cost\nWolf,3,2\n,,\nSea,,\n,,\nName,Copies,Cost\nEel,1,4\n"
    assert cards_of(read(tmp_path, text), "name", "copies") == [("Wolf", 3), ("Eel", 1)]


def test_a_card_with_words_in_other_columns_begins_no_section(tmp_path: Path) -> None:
    text = "Name,Copies,Type\nWolf,3,Beast\nTitle,2,Force\nBear,1,Beast\n"
    assert cards_of(read(tmp_path, text), "copies") == [(3,), (2,), (1,)]


def test_loose_cards_of_tabletop_simulator_are_named(tmp_path: Path) -> None:
    def card(name: str) -> dict[str, object]:
        return {"Transform": {}, "Nickname": name, "CardID": 100, "Name": "Card"}

    deck = {"Nickname": "Monsters", "ContainedObjects": [card("Orc"), card("Orc"), card("Elf")]}
    board = {"Transform": {}, "Nickname": "Board", "Name": "Custom_Board"}
    path = tmp_path / "save.json"
    path.write_text(json.dumps({"ObjectStates": [board, deck, card("Orc"), card("Elf")]}))
    sheet = read_card_sheet(path, "save.json", SheetSettings())
    assert (
        "2 cards lie on the table outside of decks and are not read: Orc (1), Elf (1); if they "
        "belong to a deck, put them back and save again" in sheet.checks
    )
    path.write_text(json.dumps({"ObjectStates": [board, deck]}))
    assert not read_card_sheet(path, "save.json", SheetSettings()).doubts


def test_rows_left_out_are_named_by_their_cards(tmp_path: Path) -> None:
    text = "In deck?,Name,Copies\nTRUE,Wolf,3\nFALSE,Whale,2\nTRUE,Ghost,0\n"
    miscounts = " ".join(read(tmp_path, text).miscounts)
    assert "row 3 ('Whale'): In deck? is no" in miscounts
    assert "row 4 ('Ghost'): 0 copies" in miscounts


def test_a_column_of_numbers_that_is_left_out_is_the_first_check(tmp_path: Path) -> None:
    text = "Card,No,Type,VP\nWolf,1,beast,2\nBear,2,Beast,*\nElk,3,Beast,4\n"
    checks = read(tmp_path, text).checks
    assert len(checks) > 1
    assert "column VP is left out: cell D3 (vp) is '*'" in " ".join(checks[:2])


@pytest.mark.parametrize(
    ("usual", "other"),
    [("Geb\u00e4ude", "Gebaude"), ("Geb\u00e4ude", "Gebaeude"), ("Sea Fan", "Seafan")],
)
def test_words_that_differ_only_in_accents_or_spaces_are_named(
    usual: str, other: str, tmp_path: Path
) -> None:
    text = f"Name,Copies,Type\nHouse,3,{usual}\nMill,2,{usual}\nBarn,1,{other}\nCow,1,Tier\n"
    sheet = read(tmp_path, text)
    assert any(
        f"cell C4 (type) is {other!r}, and other cells have" in line for line in sheet.checks
    )
    same = read(tmp_path, text.replace(other, usual))
    assert not any("other cells have" in line for line in same.checks)


def test_free_text_is_no_table(tmp_path: Path) -> None:
    lines = ["Notes", "", "6 Feb Kim 22, Lou 31, Max 18", "(nice!)", "7 Feb no, snow"]
    text = "\n".join([*lines, "8 Feb A, B, C, D"])
    with pytest.raises(UsageError, match="does not look like a table"):
        read(tmp_path, text)
