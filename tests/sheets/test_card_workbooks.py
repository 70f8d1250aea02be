"""Cards in workbooks: the tab that is a table, merged cells, formulas, dates and typed cells."""

from __future__ import annotations

import datetime
import re
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.styles import Font

from simulate.errors import UsageError
from simulate.sheets.card_sheet import read_card_sheet
from simulate.sheets.settings import SheetSettings
from tests.helpers.opendocument import cell_of, opendocument, row_of, tab_of
from tests.sheets.understanding import understood

CARDS = (("Name", "Qty", "Cost"), ("Ant", 2, 1.5), ("Bee", 3, 2))
READ = "copies name cost\n2 Ant 1.5\n3 Bee 2"


def save(folder: Path, **tabs: Sequence[Sequence[object]]) -> Path:
    """Write a workbook with some tabs, the first of which is open, and return its path."""
    book = Workbook()
    del book[book.active.title]
    for name, rows in tabs.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    file = folder / "cards.xlsx"
    book.save(file)
    return file


def test_the_tab_that_looks_like_cards_is_read_and_the_others_are_named(tmp_path: Path) -> None:
    readme = [("Prototype 3",), ("Print on A4",)]
    suits = [("Suit", "Order"), ("red", 1), ("blue", 2)]
    file = save(tmp_path, Readme=readme, Suits=suits, Cards=CARDS)
    assert understood(file) == READ
    sheet = read_card_sheet(file, "cards.xlsx", SheetSettings())
    assert "tabs: the table is on tab Cards; not read: Readme, Suits" in sheet.notes


def test_a_workbook_with_several_decks_is_refused_until_a_tab_is_named(tmp_path: Path) -> None:
    tokens = (("Name", "Qty", "Worth"), ("Coin", 20, 1), ("Gem", 5, 4))
    file = save(tmp_path, Cards=CARDS, Tokens=tokens)
    assert understood(file) == (
        "refused: cards.xlsx has 2 tabs that look like cards: Cards (2 rows), Tokens (2 rows); "
        "name one, as in 'cards.xlsx#Cards', or put the cards of one deck on one tab"
    )
    named = Path(f"{file}#tokens")
    assert understood(named) == "copies name worth\n20 Coin 1\n5 Gem 4"
    with pytest.raises(UsageError, match=r"unknown tab 'Token' of .*did you mean 'Tokens'"):
        read_card_sheet(Path(f"{file}#Token"), "cards.xlsx", SheetSettings())


def test_the_choice_of_a_deck_does_not_depend_on_the_tab_that_was_open(tmp_path: Path) -> None:
    tabs = {f"Version {number}": CARDS for number in range(1, 11)}
    file = save(tmp_path, **tabs)
    book = load_workbook(file)
    book.active = 7
    book.save(tmp_path / "open.xlsx")
    message = understood(tmp_path / "open.xlsx").replace("open.xlsx", "cards.xlsx")
    assert message == understood(file)
    assert "Version 8 (2 rows), 2 more; name one, as in 'cards.xlsx#Version 1'" in message


def test_tabs_without_names_and_copies_are_chosen_by_the_open_one(tmp_path: Path) -> None:
    file = save(tmp_path, Old=(("Ant", "Bee"), (1, 2)), New=(("Ant", "Bee"), (3, 4)))
    assert understood(file).splitlines()[-1] == (
        "! tab Old is read, and New could be meant too; name the tab, as in 'cards.xlsx#New'"
    )


def test_merged_cells_have_the_value_of_the_first(tmp_path: Path) -> None:
    book = Workbook()
    for row in (("The deck", None, None), ("Name", "Suit", "Cost")):
        book.active.append(row)
    for number, name in enumerate(("Ant", "Bee", "Cat", "Dog")):
        book.active.append((name, "red" if number == 0 else None, number))
    book.active.merge_cells("A1:C1")
    book.active.merge_cells("B3:B5")
    file = tmp_path / "cards.xlsx"
    book.save(file)
    assert understood(file) == (
        "copies name suit cost\n1 Ant red 0\n1 Bee red 1\n1 Cat red 2\n1 Dog _ 3"
    )


def test_a_formula_is_read_by_its_value_and_reported_without_one(tmp_path: Path) -> None:
    file = save(tmp_path, Cards=[*CARDS, ("Cat", 1, "=C2+C3")])
    without_value = understood(file)
    assert without_value.startswith("copies name\n2 Ant\n3 Bee\n1 Cat\n- cost\n")
    assert "cell C4 (cost) is '=C2+C3', a formula whose value is not in the file" in without_value
    set_value(file, "3.5")
    assert understood(file) == f"{READ}\n1 Cat 3.5"


def set_value(file: Path, value: str) -> None:
    """Write the value of the only formula into a workbook, as spreadsheet programs do."""
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = parts["xl/worksheets/sheet1.xml"].decode()
    changed = re.sub(r"</f><v ?/?>(</v>)?", f"</f><v>{value}</v>", sheet)
    assert changed != sheet
    parts["xl/worksheets/sheet1.xml"] = changed.encode()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


def test_a_number_that_became_a_date_is_explained_with_its_cell(tmp_path: Path) -> None:
    file = save(tmp_path, Cards=[*CARDS, ("Cat", 1, datetime.datetime(2026, 5, 2))])
    result = understood(file)
    assert "- cost" in result
    assert (
        "cell C4 (cost) is the date 2 May 2026; spreadsheet programs turn a number such as 2.5 or "
        "5.2 into a date" in result
    )


def test_numbers_of_a_workbook_do_not_depend_on_how_texts_are_written(tmp_path: Path) -> None:
    rows = [("Name", "Size", "Price"), ("Ant", 1.234, "1,5"), ("Bee", 2.345, "2,5")]
    assert understood(save(tmp_path, Cards=rows)) == (
        "copies name size price\n1 Ant 1.234 1.5\n1 Bee 2.345 2.5"
    )


def test_a_hidden_tab_is_not_read(tmp_path: Path) -> None:
    book = Workbook()
    book.active.title = "Old"
    sheet = book.create_sheet("Cards")
    for row in CARDS:
        book["Old"].append(row)
        sheet.append(row)
    sheet.append(("Cat", 1, 3))
    book["Old"].sheet_state = "hidden"
    file = tmp_path / "cards.xlsx"
    book.save(file)
    assert understood(file) == f"{READ}\n1 Cat 3"


def test_cards_in_hidden_rows_of_a_workbook_are_read_and_named(tmp_path: Path) -> None:
    book = Workbook()
    for row in (*CARDS, ("Cat", 9, 9), ("Dog", 1, 1)):
        book.active.append(row)
    book.active.row_dimensions[4].hidden = True
    book.save(tmp_path / "cards.xlsx")
    assert understood(tmp_path / "cards.xlsx") == (
        f"{READ}\n9 Cat 9\n1 Dog 1\n! row 4 ('Cat') is hidden in the spreadsheet, but is read; "
        "delete what is not in use"
    )


@pytest.mark.parametrize("visibility", ["filter", "collapse"])
def test_cards_in_hidden_rows_of_an_opendocument_sheet_are_read_and_named(
    visibility: str, tmp_path: Path
) -> None:
    hidden = row_of("Cat", 9, 9).replace(
        "<table:table-row ", f'<table:table-row table:visibility="{visibility}" '
    )
    rows = [row_of(*row) for row in CARDS]
    file = tmp_path / "cards.ods"
    file.write_bytes(opendocument(tab_of(*rows, hidden, row_of("Dog", 1, 1))))
    assert understood(file) == (
        f"{READ}\n9 Cat 9\n1 Dog 1\n! row 4 ('Cat') is hidden in the spreadsheet, but is read; "
        "delete what is not in use"
    )


def test_hidden_columns_of_a_workbook_are_read_and_named(tmp_path: Path) -> None:
    book = Workbook()
    for row in CARDS:
        book.active.append(row)
    book.active.column_dimensions["B"].hidden = True
    book.save(tmp_path / "cards.xlsx")
    sheet = read_card_sheet(tmp_path / "cards.xlsx", "cards.xlsx", SheetSettings())
    assert understood(tmp_path / "cards.xlsx") == READ
    assert "column Qty: hidden in the spreadsheet, but read" in sheet.notes
    assert sum("hidden" in note for note in sheet.notes) == 1


def test_hidden_columns_of_an_opendocument_sheet_are_read_and_named(tmp_path: Path) -> None:
    columns = (
        '<table:table-column table:number-columns-repeated="2"/>'
        '<table:table-column table:visibility="collapse" table:number-columns-repeated="16000"/>'
    )
    file = tmp_path / "cards.ods"
    file.write_bytes(opendocument(tab_of(columns, *(row_of(*row) for row in CARDS))))
    sheet = read_card_sheet(file, "cards.ods", SheetSettings())
    assert understood(file) == READ
    assert "column Cost: hidden in the spreadsheet, but read" in sheet.notes
    assert sum("hidden" in note for note in sheet.notes) == 1


def test_rows_that_are_struck_through_are_left_out_and_named(tmp_path: Path) -> None:
    book = Workbook()
    for row in (*CARDS, ("Cat", 9, 9), ("Dog", 1, 1), ("Elk", 1, 3)):
        book.active.append(row)
    # The whole row of Cat, only the name of Dog, and only the cost of Elk.
    for place in ("A4", "B4", "C4", "A5", "C6"):
        book.active[place].font = Font(strike=True)
    book.save(tmp_path / "cards.xlsx")
    assert understood(tmp_path / "cards.xlsx") == (
        f"{READ}\n1 Elk 3\n! rows 4, 5 ('Cat') left out: struck through\n"
        "! C6 is struck through, but is read"
    )
    sheet = read_card_sheet(tmp_path / "cards.xlsx", "cards.xlsx", SheetSettings())
    assert sheet.miscounts == ("Not in the deck: rows 4, 5 ('Cat'): struck through.",)


def styled(value: object, style: str) -> str:
    """Return the XML of a cell of an OpenDocument sheet in a format."""
    return cell_of(value).replace(
        "<table:table-cell", f'<table:table-cell table:style-name="{style}"'
    )


def test_rows_of_an_opendocument_sheet_that_are_struck_through_are_left_out(tmp_path: Path) -> None:
    styles = (
        '<office:automatic-styles><style:style style:name="ce1" style:family="table-cell">'
        '<style:text-properties style:text-line-through-style="solid"/></style:style>'
        '<style:style style:name="ce2" style:family="table-cell">'
        '<style:text-properties style:text-line-through-style="none"/></style:style>'
        "</office:automatic-styles>"
    )
    struck = row_of(*(styled(value, "ce1") for value in ("Cat", 9, 9)))
    plain = row_of(*(styled(value, "ce2") for value in ("Dog", 1, 1)))
    file = tmp_path / "cards.ods"
    rows = [row_of(*row) for row in CARDS]
    file.write_bytes(opendocument(tab_of(*rows, struck, plain), styles=styles))
    assert understood(file) == f"{READ}\n1 Dog 1\n! row 4 ('Cat') left out: struck through"


def test_a_wrong_dimension_hides_no_card(tmp_path: Path) -> None:
    file = save(tmp_path, Cards=CARDS)
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    part = "xl/worksheets/sheet1.xml"
    changed = re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="A1:C2"', parts[part])
    assert changed != parts[part]
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, changed if name == part else content)
    assert understood(file) == READ


def test_an_opendocument_sheet_is_understood_as_a_workbook(tmp_path: Path) -> None:
    readme = tab_of(row_of("Prototype 3"), row_of("Print on A4"), name="Readme")
    cards = tab_of(*(row_of(*row) for row in CARDS))
    file = tmp_path / "cards.ods"
    file.write_bytes(opendocument(readme + cards))
    assert understood(file) == READ
