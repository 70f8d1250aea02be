"""Columns that say which cards are in the deck."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from simulate.sheets.card_sheet import CardSheet, read_card_sheet
from simulate.sheets.settings import SheetSettings
from tests.sheets.understanding import understood


def write(folder: Path, heading: str, *cells: str) -> Path:
    """Write a sheet with a column of marks, and return its path."""
    file = folder / "cards.csv"
    rows = [f"{'ABCDE'[cost]},{cost},{cell}" for cost, cell in enumerate(cells)]
    file.write_text("\n".join([f"Name,Cost,{heading}", *rows]), encoding="utf-8")
    return file


def read(file: Path, **settings: Any) -> CardSheet:
    """Return a sheet as it was read."""
    return read_card_sheet(file, file.name, SheetSettings(**settings))


def names(sheet: CardSheet) -> str:
    """Return the names of the cards in the deck, as in "AB"."""
    column = sheet.column("name")
    assert column
    return "".join(cell.text for _, cell in sheet.cells[column.index])


@pytest.mark.parametrize(
    ("heading", "cells", "kept"),
    [
        ("Print?", ("TRUE", "FALSE", "TRUE"), "AC"),
        ("In deck", ("yes", "no", ""), "A"),
        ("in_deck", ("x", "", "x"), "AC"),
        ("Include", ("1", "0", "1"), "AC"),
        ("Exclude", ("FALSE", "TRUE", "FALSE"), "AC"),
        ("Exclude", ("", "x", ""), "AC"),
        ("Don't print", ("n", "y", "n"), "AC"),
        ("Im Deck?", ("ja", "nein", "ja"), "AC"),
        ("Imprimer", ("oui", "non", "oui"), "AC"),
        ("Excluir", ("no", "s\u00ed", "no"), "AC"),
        ("Uitsluiten", ("nee", "ja", "nee"), "AC"),
        ("Status", ("final", "cut", "draft"), "AC"),
        ("Card status", ("", "Dropped (v2)", ""), "AC"),
        ("Status", ("fertig", "gestrichen", "gel\u00f6scht"), "A"),
        ("Statut", ("ok", "retir\u00e9", "ok"), "AC"),
    ],
)
def test_cards_that_are_not_in_the_deck_are_left_out(
    heading: str, cells: tuple[str, ...], kept: str, tmp_path: Path
) -> None:
    sheet = read(write(tmp_path, heading, *cells))
    assert names(sheet) == kept
    assert [column.name for column in sheet.columns] == ["name", "cost"]
    [left_out] = sheet.rows_left_out
    assert len(left_out.rows) == len(cells) - len(kept)
    assert any("left out, because" in doubt for doubt in sheet.doubts)


def test_the_rows_the_reason_and_the_remedy_are_named(tmp_path: Path) -> None:
    file = write(tmp_path, "Exclude?", "no", "yes", "no", "yes")
    assert understood(file) == (
        "copies name cost\n1 A 0\n1 C 2\n- exclude\n! rows 3, 5 ('B') left out, because Exclude? "
        'is yes; to count all rows, write columns={"in_deck": ""} in the game\'s file'
    )
    assert read(file).miscounts == ("Not in the deck: rows 3, 5 ('B'): Exclude? is yes.",)
    assert understood(file, columns={"in_deck": ""}) == (
        "copies name cost exclude\n1 A 0 False\n1 B 1 True\n1 C 2 False\n1 D 3 True"
    )


def test_a_column_that_would_leave_out_every_card_leaves_out_none(tmp_path: Path) -> None:
    sheet = read(write(tmp_path, "Print", "no", "no", "no"))
    assert names(sheet) == "ABC"
    assert sheet.doubts == ("column Print would leave out every card, so it leaves out none",)


def test_a_column_that_marks_no_card_is_read_like_any_other(tmp_path: Path) -> None:
    assert understood(write(tmp_path, "Print", "yes", "yes")) == (
        "copies name cost print\n1 A 0 True\n1 B 1 True"
    )


def test_cards_marked_under_a_vague_heading_are_counted_and_named(tmp_path: Path) -> None:
    file = write(tmp_path, "Active", "yes", "no", "yes")
    assert understood(file) == (
        "copies name cost active\n1 A 0 True\n1 B 1 False\n1 C 2 True\n! row 3 ('B') counted, "
        'although Active is no; to leave out such cards, write columns={"in_deck": "Active"} in '
        "the game's file"
    )
    assert names(read(file, columns={"in_deck": "active"})) == "AC"
    cut = write(tmp_path, "Cut", "", "x", "")
    assert names(read(cut)) == "ABC"
    assert names(read(cut, columns={"in_deck": "Cut"})) == "AC"


def test_marks_count_even_if_only_other_columns_are_kept(tmp_path: Path) -> None:
    file = write(tmp_path, "Print", "yes", "no", "yes")
    assert names(read(file, keep=("cost",))) == "AC"
    assert names(read(file, left_out=("print",))) == "ABC"


def test_the_words_of_cards_that_are_cut_are_named(tmp_path: Path) -> None:
    file = write(tmp_path, "Status", "final", "cut", "Retired", "CUT", "draft")
    sheet = read(file)
    assert sheet.miscounts == ("Not in the deck: rows 3, 4, 5 ('B'): Status is cut or retired.",)
    assert names(read(file, columns={"in_deck": ""})) == "ABCDE"


def test_a_word_in_a_column_of_remarks_is_counted_and_named(tmp_path: Path) -> None:
    file = write(tmp_path, "Notes", "too strong", "cut", "")
    sheet = read(file)
    assert names(sheet) == "ABC"
    assert sheet.doubts == (
        "row 3 ('B') counted, although Notes is cut; to leave out such cards, write "
        'columns={"in_deck": "Notes"} in the game\'s file',
    )
    assert names(read(file, columns={"in_deck": "Notes"})) == "AC"


def test_a_column_of_states_without_cards_that_are_cut_is_read_like_any_other(
    tmp_path: Path,
) -> None:
    file = write(tmp_path, "Status", "final", "draft", "final", "draft")
    assert "status" in [column.name for column in read(file).columns]


def test_a_chosen_column_must_have_marks(tmp_path: Path) -> None:
    file = write(tmp_path, "Status", "final", "45%", "final")
    assert understood(file, columns={"in_deck": "Status"}) == (
        "refused: cards.csv: cell C2 (in_deck) is 'final'; write yes for the cards in the deck, "
        "and no or nothing for the others, or a word such as 'cut' for the others"
    )
    assert "unknown column 'Stat' in columns=" in understood(file, columns={"in_deck": "Stat"})


def test_a_merged_word_above_a_card_that_is_left_out_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_text("Suit,Name,Print\nRed,A,no\n,B,yes\n,C,yes\nBlue,D,yes\n,E,yes\n")
    assert understood(file).splitlines()[1:5] == ["1 B Red", "1 C Red", "1 D Blue", "1 E Blue"]
