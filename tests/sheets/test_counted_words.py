"""Cells that count words, such as costs in several resources."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.rules.card_tables import declare_table
from simulate.sheets.card_sheet import CardSheet, read_card_sheet
from simulate.sheets.settings import SheetSettings


def read(folder: Path, content: str) -> CardSheet:
    file = folder / "cards.csv"
    file.write_text(content, encoding="utf-8")
    return read_card_sheet(file, "cards.csv", SheetSettings())


def costs_of(sheet: CardSheet) -> list[dict[str, int]]:
    """Return the number of each word in the cost of each card, without zeros."""
    records = declare_table(sheet, "card").default
    return [
        {
            name.removeprefix("cost_"): number
            for name, number in record.items()
            if name.startswith("cost_") and number
        }
        for record in records
    ]


@pytest.mark.parametrize(
    ("cells", "costs", "doubt"),
    [
        (
            ("wood x3, cloth", "wood, wood, stone", "stone/stone"),
            [{"wood": 3, "cloth": 1}, {"wood": 2, "stone": 1}, {"stone": 2}],
            "cell C4 (cost) is 'stone/stone', and its '/' is read as 'and', like ',' in other "
            "cells",
        ),
        (
            ("2 wood, 1 stone", "3 wood", "2 gold + 1 stone"),
            [{"wood": 2, "stone": 1}, {"wood": 3}, {"gold": 2, "stone": 1}],
            "cell C4 (cost) is '2 gold + 1 stone', and its '+' is read as 'and', like ',' in other "
            "cells",
        ),
    ],
)
def test_words_are_counted_in_cells_with_different_marks_between_words(
    cells: tuple[str, ...], costs: list[dict[str, int]], doubt: str, tmp_path: Path
) -> None:
    rows = [f'{name},1,"{cell}"' for name, cell in zip("ABC", cells, strict=True)]
    sheet = read(tmp_path, "\n".join(["Card,Copies,Cost", *rows]))
    assert costs_of(sheet) == costs
    assert doubt in sheet.doubts


@pytest.mark.parametrize("word", ["free", "none", "gratis", "Kostenlos", "nada", "rien"])
def test_a_word_for_no_cost_is_no_resource(word: str, tmp_path: Path) -> None:
    content = f'Card,Copies,Cost\nWolf,3,"2 wood, 1 stone"\nBear,2,"3 wood"\nGoat,4,{word}\n'
    sheet = read(tmp_path, content)
    assert costs_of(sheet) == [{"wood": 2, "stone": 1}, {"wood": 3}, {}]
    assert f"column Cost: {word!r} is read as no words" in sheet.notes


def test_free_stays_a_word_in_a_column_that_counts_nothing(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Card,Copies,Tag\nWolf,3,free\nBear,2,caged\nGoat,4,free\n")
    column = sheet.column("tag")
    assert column is not None
    assert column.words == ("free", "caged")


@pytest.mark.parametrize(
    ("cells", "pairs"),
    [
        (("1 coin", "2 coins", "1 coin"), "'coin' and 'coins'"),
        (("2 drewna", "1 drewno", "3 drewna"), "'drewna' and 'drewno'"),
        (
            ("1 coin, 2 stones", "2 coins, 1 stone", "3 coins, 1 stone"),
            "'coin' and 'coins'; 'stones' and 'stone'",
        ),
    ],
)
def test_words_that_differ_in_their_endings_are_doubted(
    cells: tuple[str, ...], pairs: str, tmp_path: Path
) -> None:
    rows = [f'{name},1,"{cell}"' for name, cell in zip("ABC", cells, strict=True)]
    sheet = read(tmp_path, "\n".join(["Card,Copies,Cost", *rows, "D,1,free"]))
    assert (
        f"column Cost: similar words are counted apart ({pairs}); if they mean the same, write "
        "them alike" in sheet.doubts
    )


def test_different_words_with_the_same_beginning_are_not_doubted(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Card,Copies,Cost\nA,1,1 wood\nB,1,2 wool\nC,1,3 wood\nD,1,1 wool")
    assert costs_of(sheet) == [{"wood": 1}, {"wool": 2}, {"wood": 3}, {"wool": 1}]
    assert not [doubt for doubt in sheet.doubts if "similar" in doubt]
