"""Tables with a row per suit and a column per rank are read as cards, and said to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.errors import UsageError
from simulate.rules.card_tables import declare_table
from simulate.sheets.card_sheet import CardSheet, read_card_sheet
from simulate.sheets.settings import SheetSettings


def read(folder: Path, content: str) -> CardSheet:
    file = folder / "cards.csv"
    file.write_text(content, encoding="utf-8")
    return read_card_sheet(file, "cards.csv", SheetSettings())


def cards_of(sheet: CardSheet, *fields: str) -> list[tuple[object, ...]]:
    """Return the values of fields of each card."""
    records = declare_table(sheet, "card").default
    return [tuple(record[field] for field in fields) for record in records]


@pytest.mark.parametrize("corner", ["", "Suit", "rank", "Suit/Rank", "Copies"])
def test_suits_as_rows_and_ranks_as_columns_are_cards(corner: str, tmp_path: Path) -> None:
    sheet = read(tmp_path, f"{corner},1,2,3\nRed,3,2,1\nBlue,3,,1\n")
    assert cards_of(sheet, "name", "suit", "rank", "copies") == [
        ("Red 1", "Red", 1, 3),
        ("Red 2", "Red", 2, 2),
        ("Red 3", "Red", 3, 1),
        ("Blue 1", "Blue", 1, 3),
        ("Blue 3", "Blue", 3, 1),
    ]
    [sentence] = [text for text in sheet.miscounts if "each cell" in text.casefold()]
    assert sentence.endswith("such as 3 x Red 1.")
    assert any("if cells mean something else" in text for text in sheet.checks)


def test_ranks_as_rows_and_colors_as_columns_are_cards(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Wert,Rot,Blau\n1,3,3\n2,2,1\n3,1,0\n")
    assert cards_of(sheet, "name", "wert", "suit", "copies") == [
        ("1 Rot", 1, "Rot", 3),
        ("1 Blau", 1, "Blau", 3),
        ("2 Rot", 2, "Rot", 2),
        ("2 Blau", 2, "Blau", 1),
        ("3 Rot", 3, "Rot", 1),
    ]


def test_words_for_ranks_are_ranks(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Suit,Ace,King,Queen\nHearts,1,1,2\nClubs,1,1,-\n")
    assert cards_of(sheet, "rank", "copies")[:3] == [("Ace", 1), ("King", 1), ("Queen", 2)]
    assert len(cards_of(sheet, "rank")) == 5


def test_sums_beside_a_table_of_suits_are_no_cards(tmp_path: Path) -> None:
    sheet = read(
        tmp_path, "My deck\nColor,1s,2s,3s,Total\nRed,3,2,1,6\nBlue,3,2,1,6\nSum,6,4,2,12\n"
    )
    assert cards_of(sheet, "rank", "copies") == [(1, 3), (2, 2), (3, 1)] * 2
    assert "row 5 ('Sum') left out: sums" in sheet.checks
    assert "column Total left out: sums" in sheet.checks
    assert "row 1 left out: above the table" in sheet.checks


def test_sums_that_do_not_fit_are_named(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Color,1,2,3,Total\nRed,3,2,1,6\nBlue,3,2,1,7\n")
    assert "column Total left out: sums, which do not fit: '7' should be 6" in sheet.checks


@pytest.mark.parametrize(
    "content",
    [
        "Name,Attack,Defense,Life\nWolf,3,2,2\nBear,4,3,5\n",
        "No.,Attack,Defense,Life\n1,3,2,2\n2,4,3,5\n3,1,1,1\n",
        "Suit,Value\nRed,3\nBlue,2\n",
        "Building,Wood,Red,Blue\nHut,1,2,3\nTower,2,2,1\n",
    ],
)
def test_other_tables_of_numbers_have_a_card_per_row(content: str, tmp_path: Path) -> None:
    sheet = read(tmp_path, content)
    assert sheet.table.matrix == ""
    assert len(sheet.table.rows) == content.count("\n") - 1


@pytest.mark.parametrize(
    "content",
    ["Wolf,3,2\nBear,4,1\n", "Hut,1,2,3\nTower,2,4,6\n", ",1,2,3\nHut,100,200,300\nInn,1,2,x\n"],
)
def test_numbers_that_are_no_copies_are_refused(content: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no row of headings"):
        read(tmp_path, content)
