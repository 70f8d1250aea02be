"""OpenDocument spreadsheets: read whole, and refused in one line if they are broken or hostile."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from simulate.errors import UsageError
from simulate.sheets.card_sheet import read_card_sheet
from simulate.sheets.cells import Merged, Tab
from simulate.sheets.files import read_tabs
from simulate.sheets.settings import SheetSettings
from tests.helpers.opendocument import cell_of, opendocument, row_of, tab_of
from tests.sheets.understanding import understood

TOO_LARGE = "more rows or columns than can be read"
MERGED = "<table:table-cell table:number-rows-spanned"
UNREADABLE = "cannot be read as a spreadsheet"


def read(folder: Path, content: bytes) -> list[Tab]:
    file = folder / "cards.ods"
    file.write_bytes(content)
    return read_tabs(file, "cards.ods")


def texts(tab: Tab) -> list[tuple[int, list[str]]]:
    """Return the texts of the rows of a tab, each row with its number."""
    return [(number, [cell.text for cell in cells]) for number, cells in tab.rows]


def test_texts_numbers_and_truth_values_are_read_from_all_tabs(tmp_path: Path) -> None:
    flag = '<table:table-cell office:value-type="boolean" office:boolean-value="true"/>'
    share = '<table:table-cell office:value-type="percentage" office:value="0.14"/>'
    first = tab_of(row_of("name", "points"), row_of("Ant", 1.5), row_of(flag, share))
    second = tab_of(row_of("key"), name="Notes")
    cards, notes = read(tmp_path, opendocument(first + second))
    assert texts(cards) == [(1, ["name", "points"]), (2, ["Ant", "1.5"]), (3, ["yes", "0.14"])]
    assert (cards.name, notes.name) == ("Cards", "Notes")
    assert cards.rows[1][1][1].number == 1.5


def test_rows_and_cells_that_are_repeated_keep_their_places(tmp_path: Path) -> None:
    gap = '<table:table-cell table:number-columns-repeated="2"/>'
    rows = (row_of("name", gap, "points"), row_of(None, repeated=40), row_of("Ant", gap, 3))
    [tab] = read(tmp_path, opendocument(tab_of(*rows, row_of(None, repeated=1_000_000))))
    assert texts(tab) == [(1, ["name", "", "", "points"]), (42, ["Ant", "", "", "3"])]


def test_formulas_with_an_error_or_without_a_value_are_no_empty_cells(tmp_path: Path) -> None:
    wrong = (
        '<table:table-cell table:formula="of:=1/0" office:value-type="string" '
        'office:string-value="" calcext:value-type="error"><text:p>#DIV/0!</text:p>'
        "</table:table-cell>"
    )
    missing = '<table:table-cell table:formula="of:=[.A1]"/>'
    [tab] = read(tmp_path, opendocument(tab_of(row_of("name", "points"), row_of(wrong, missing))))
    error, without_value = tab.rows[1][1]
    assert error.problem == "a formula without a value; correct the formula"
    assert without_value.is_without_value


def test_a_date_is_known_as_a_date(tmp_path: Path) -> None:
    day = '<table:table-cell office:value-type="date" office:date-value="2026-05-02"/>'
    [tab] = read(tmp_path, opendocument(tab_of(row_of(day))))
    assert str(tab.rows[0][1][0].date) == "2026-05-02"


def merged_cell(text: str, rows: int) -> str:
    """Return the XML of a cell with a text that spans several rows."""
    return cell_of(text).replace("<table:table-cell", f'{MERGED}="{rows}"', 1)


def test_merged_cells_have_the_value_of_the_first(tmp_path: Path) -> None:
    suit = merged_cell("Soldier", 2)
    rows = (
        row_of("Name", "Copies", "Suit"),
        row_of("Archer", 3, suit),
        row_of("Lancer", 2, "<table:covered-table-cell/>"),
        row_of("Spell", 1, None),
    )
    file = tmp_path / "cards.ods"
    file.write_bytes(opendocument(tab_of(*rows)))
    assert understood(file) == "copies name suit\n3 Archer Soldier\n2 Lancer Soldier\n1 Spell _"
    notes = read_card_sheet(file, "cards.ods", SheetSettings()).notes
    assert "column Suit: merged cells have the value of the first" in notes


def test_a_merged_cell_ends_at_the_last_row_that_is_read(tmp_path: Path) -> None:
    rows = (row_of("Suit"), row_of(merged_cell("Soldier", 9_999_999_999)), row_of("Magic"))
    [tab] = read(tmp_path, opendocument(tab_of(*rows)))
    assert tab.merged == (Merged(2, 3, 0, 0),)


MANY = 'table:number-columns-repeated="9999999999"'
HOSTILE = {
    "a cell far below": (
        opendocument(tab_of(row_of(None, repeated=9_999_999_999), row_of("a"))),
        TOO_LARGE,
    ),
    "a cell far to the right": (
        opendocument(tab_of(row_of(f"<table:table-cell {MANY}/>", "a"))),
        TOO_LARGE,
    ),
    "a cell that is repeated": (
        opendocument(tab_of(row_of(cell_of(3).replace("cell ", f"cell {MANY} ", 1)))),
        TOO_LARGE,
    ),
    "many tabs of the largest size": (
        opendocument(tab_of(row_of("a", repeated=3_000_000)) * 2),
        TOO_LARGE,
    ),
    "an entity": (
        opendocument(tab_of(row_of("&a;")), '<!DOCTYPE x [<!ENTITY a "lol">]>'),
        UNREADABLE,
    ),
    "an entity from outside": (
        opendocument(
            tab_of(row_of("&a;")), '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hosts">]>'
        ),
        UNREADABLE,
    ),
    "a number of rows that is no number": (
        opendocument(tab_of(row_of("a")).replace('repeated="1"', 'repeated="x"')),
        UNREADABLE,
    ),
    "broken XML": (opendocument("<table:table"), UNREADABLE),
    "no tab": (opendocument(""), "shows no sheet with cells"),
    "a zip bomb": (
        opendocument(" " * 30_000_000),
        "larger than the 20 MB that a workbook may have",
    ),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_files_are_refused_in_one_line(kind: str, tmp_path: Path) -> None:
    content, words = HOSTILE[kind]
    with pytest.raises(UsageError) as refused:
        read(tmp_path, content)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_part_that_is_larger_than_it_claims_to_be_is_refused(tmp_path: Path) -> None:
    honest = opendocument(tab_of(row_of("name")) + " " * 1_000_000)
    with zipfile.ZipFile(io.BytesIO(honest)) as archive:
        size = archive.getinfo("content.xml").file_size
    content = honest.replace(size.to_bytes(4, "little"), (900).to_bytes(4, "little"))
    assert content != honest
    with pytest.raises(UsageError, match=UNREADABLE):
        read(tmp_path, content)
