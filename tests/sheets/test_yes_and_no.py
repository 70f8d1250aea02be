"""Columns of yes and no, as people and spreadsheet programs write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.sheets.card_sheet import CardSheet, read_card_sheet
from simulate.sheets.columns import Kind
from simulate.sheets.settings import SheetSettings
from tests.sheets.understanding import understood


def write(folder: Path, *cells: str) -> Path:
    """Write a sheet with a column Wild that has the given cells, and return its path."""
    file = folder / "cards.csv"
    rows = [f"Card {place},{place},{cell}" for place, cell in enumerate(cells, 2)]
    file.write_text("\n".join(["Name,Cost,Wild", *rows]), encoding="utf-8")
    return file


def read(file: Path) -> CardSheet:
    """Return a sheet as it was read."""
    return read_card_sheet(file, file.name, SheetSettings())


def kind_of(file: Path) -> Kind | None:
    """Return the kind of the column Wild, or None if it is left out."""
    column = read(file).column("wild")
    return column.kind if column else None


@pytest.mark.parametrize(
    ("yes", "no"),
    [
        *(("Y", "N"), ("y", "n"), ("yes", "no"), ("Yes", ""), ("Y", ""), ("x", ""), ("X", "-")),
        *(("TRUE", "FALSE"), ("TRUE", ""), ("true", "false"), ("WAHR", "FALSCH")),
        *(("\N{CHECK MARK}", ""), ("\N{HEAVY CHECK MARK}\ufe0f", ""), ("\u2705", "\u274c")),
        *(("ja", "nein"), ("Ja", ""), ("J", "N"), ("oui", "non"), ("Oui", ""), ("s\u00ed", "no")),
        *(("Si", "No"), ("ja", "nee"), ("sim", "n\u00e3o"), ("tak", "nie"), ("x", "no")),
    ],
)
def test_words_and_marks_for_yes_and_no_are_read_as_such(yes: str, no: str, tmp_path: Path) -> None:
    assert understood(write(tmp_path, yes, no, yes, no)) == (
        "copies name cost wild\n1 Card 2 2 True\n1 Card 3 3 False\n1 Card 4 4 True\n"
        "1 Card 5 5 False"
    )


@pytest.mark.parametrize(
    "cells",
    [
        *(("n", "", "n"), ("y", "j", "n"), ("S", "N", "E"), ("y", "n", "maybe")),
        *(("t", "f", "t"), ("o", "n", "o"), ("x", "x", "x")),
    ],
)
def test_texts_that_may_mean_something_else_are_read_as_words(
    cells: tuple[str, ...], tmp_path: Path
) -> None:
    assert kind_of(write(tmp_path, *cells)) == Kind.WORDS


@pytest.mark.parametrize(
    ("cells", "note"),
    [
        (("Y", "N", "y"), "column Wild: 'Y' is read as yes, 'N' as no"),
        (("x", "", ""), "column Wild: 'x' is read as yes, empty cells as no"),
        (("ja", "nein", ""), "column Wild: 'ja' is read as yes, 'nein' and empty cells as no"),
        (("Y", "yes", "N"), "column Wild: 'Y' and 'yes' are read as yes, 'N' as no"),
        (("nein", "nein", "nein"), "column Wild: 'nein' is read as no"),
        (("TRUE", "", ""), "column Wild: 2 empty cells are read as no"),
        (("yes", "", "no"), "column Wild: 1 empty cell is read as no"),
    ],
)
def test_what_is_read_as_yes_and_as_no_is_reported(
    cells: tuple[str, ...], note: str, tmp_path: Path
) -> None:
    sheet = read(write(tmp_path, *cells))
    assert [line for line in sheet.notes if "Wild" in line] == [note]
    assert sheet.doubts == ()


def test_plain_words_for_yes_and_no_need_no_explanation(tmp_path: Path) -> None:
    sheet = read(write(tmp_path, "Yes", "NO", "true", "False"))
    assert not any("Wild" in line for line in (*sheet.notes, *sheet.doubts))


def test_a_column_with_no_and_empty_cells_only_is_to_be_checked(tmp_path: Path) -> None:
    sheet = read(write(tmp_path, "no", "", "no"))
    assert sheet.doubts == (
        "column Wild: 'no' and empty cells are all read as no; write yes in the cells that mean it",
    )
