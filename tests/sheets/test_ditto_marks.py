"""Cells of deck sheets with marks and words that mean "as above"."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.rules.card_tables import declare_table
from simulate.sheets.card_sheet import CardSheet, read_card_sheet
from simulate.sheets.settings import SheetSettings


def read(folder: Path, content: str) -> CardSheet:
    file = folder / "cards.tsv"
    file.write_text(content, encoding="utf-8")
    return read_card_sheet(file, "cards.tsv", SheetSettings())


@pytest.mark.parametrize("mark", ["〃", "″", "ditto", "Dto.", "idem", '-"-'])
def test_a_ditto_mark_is_read_as_the_cell_above(mark: str, tmp_path: Path) -> None:
    quoted = '"' + mark.replace('"', '""') + '"'
    rows = ["Name\tCopies\tSuit\tCost", "Ant\t2\tfire\t3", f"Bee\t{quoted}\t{quoted}\t{quoted}"]
    sheet = read(tmp_path, "\n".join([*rows, f"Cat\t1\t{quoted}\t4", "Dog\t1\twater\t5"]))
    cards = declare_table(sheet, "card").default
    assert [card["suit"] for card in cards] == ["fire", "fire", "fire", "water"]
    assert [card["cost"] for card in cards] == [3, 3, 4, 5]
    assert [card["copies"] for card in cards] == [2, 2, 1, 1]
    assert f"column Suit: {mark!r} is read as the cell above: C3, C4" in sheet.notes


def test_a_ditto_mark_in_the_first_card_is_doubted(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Name\tCopies\tSuit\nAnt\t2\t〃\nBee\t2\tfire\nCat\t1\t〃")
    assert "cell C2 (Suit) is '〃', but no card is above it; write the value" in sheet.doubts


def test_a_card_can_have_a_word_for_ditto_as_its_name(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Name\tCopies\nAnt\t2\nDitto\t3\nBee\t1")
    assert [card["name"] for card in declare_table(sheet, "card").default] == [
        "Ant",
        "Ditto",
        "Bee",
    ]
