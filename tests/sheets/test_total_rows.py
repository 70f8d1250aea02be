"""Totals, headings between cards, and footnotes in a sheet are no cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.sheets.card_sheet import CardSheet, read_card_sheet
from simulate.sheets.columns import Kind
from simulate.sheets.settings import SheetSettings


def read(folder: Path, content: str) -> CardSheet:
    file = folder / "cards.csv"
    file.write_text(content, encoding="utf-8")
    return read_card_sheet(file, "cards.csv", SheetSettings())


def names_of(sheet: CardSheet) -> list[str]:
    """Return the names of the cards, in the order of the sheet."""
    [column] = [column for column in sheet.columns if column.kind == Kind.NAMES]
    return [cell.text for _, cell in sheet.cells[column.index]]


@pytest.mark.parametrize(
    "word",
    [
        *("Subtotal", "Zwischensumme", "Teilsumme", "Totale parziale", "Sous-total", "Subtotaal"),
        *("Suma częściowa", "小計", "Delsumma", "Total basic cards", ""),
    ],
)
def test_a_partial_sum_between_cards_is_no_card(word: str, tmp_path: Path) -> None:
    sheet = read(tmp_path, f"Card,Copies,Cost\nAnt,3,2\nBee,2,3\n{word},5,\nCat,4,1\nDog,1,9\n")
    assert names_of(sheet) == ["Ant", "Bee", "Cat", "Dog"]
    quote = word or "5"
    assert sheet.table.totals == (f"row 4 ({quote!r}) left out: sums of the rows above",)


def test_each_partial_sum_has_the_rows_since_the_last_and_the_total_has_all(
    tmp_path: Path,
) -> None:
    content = "Card,Copies\nAnt,3\nBee,2\nSubtotal,5\nCat,4\nSubtotal,4\nTotal,9\n"
    sheet = read(tmp_path, content)
    assert names_of(sheet) == ["Ant", "Bee", "Cat"]


def test_a_card_whose_number_is_not_a_sum_is_a_card(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Card,Copies,Cost\nAnt,3,2\nBee,2,3\nTotal War,5,1\n,4,1\nDog,1,9\n")
    assert names_of(sheet) == ["Ant", "Bee", "Total War", "", "Dog"]
    assert sheet.table.totals == ()


def test_a_sum_of_cells_such_as_3x_is_no_card(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Nr.,Card,Copies,Cost\n1,Ant,3x,2\n2,Bee,3x,3\n3,Cat,2x,1\nSum,,8,\n")
    assert names_of(sheet) == ["Ant", "Bee", "Cat"]
    assert sheet.table.totals == ("row 5 ('Sum') left out: sums of the rows above",)


def test_a_row_called_total_without_a_name_is_no_card_even_if_it_is_wrong(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Nr.,Card,Copies\n1,Ant,3\n2,Bee,3\n3,Cat,2\nTotal,,10\n")
    assert names_of(sheet) == ["Ant", "Bee", "Cat"]
    doubt = "row 5 ('Total') left out: a total, not a card, but not the sum of the rows above"
    assert doubt in sheet.doubts


def test_headings_between_cards_and_footnotes_beside_the_names_are_no_cards(
    tmp_path: Path,
) -> None:
    content = (
        "Nr.,Card,Copies\nBASIC,,\n1,Ant,3\n2,Bee,3\nEXTRA,,\n3,Cat,2\n* Cats are not pets,,\n"
    )
    sheet = read(tmp_path, content)
    assert names_of(sheet) == ["Ant", "Bee", "Cat"]
    assert "rows 2, 5, 7 ('BASIC') left out: a note, not a card" in sheet.doubts


def test_a_row_of_units_without_a_name_may_have_texts_in_columns_of_words(tmp_path: Path) -> None:
    sheet = read(
        tmp_path, "Carta,Seme,Q.tà,Costo\n,,pz,monete\nLupo,bosco,3,2 legno\nOrso,monte,2,1 oro\n"
    )
    assert names_of(sheet) == ["Lupo", "Orso"]
    assert "row 2 ('pz') left out: units or remarks below the headings" in sheet.doubts
    copies = sheet.column("copies")
    assert copies is not None
    assert copies.heading == "Q.tà"
