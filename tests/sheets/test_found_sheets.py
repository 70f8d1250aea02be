"""Sheets of cards as people have them: what is understood of them, and what is said.

`understood.txt` has the expectations: for each sheet of `found_sheets.py` its cards, the columns
that are left out ("-"), and what the designer is asked to check ("!").
"""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest

from simulate.errors import UsageError
from simulate.rules.card_tables import declare_table
from simulate.sheets.card_sheet import read_card_sheet
from simulate.sheets.delimited import csv_rows
from simulate.sheets.settings import SheetSettings
from tests.sheets.found_sheets import SHEETS
from tests.sheets.understanding import understood

EXPECTED = dict(
    re.findall(
        r"^== (.+)\n((?:(?!== ).*\n)+)",
        (Path(__file__).parent / "understood.txt").read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    )
)


def write(folder: Path, content: str) -> Path:
    file = folder / "cards.csv"
    file.write_text(content, encoding="utf-8")
    return file


@pytest.mark.parametrize("title", SHEETS)
def test_a_sheet_is_understood_as_a_reader_would(title: str, tmp_path: Path) -> None:
    assert understood(write(tmp_path, SHEETS[title])) == EXPECTED[title].rstrip("\n")


def test_every_expectation_belongs_to_a_sheet() -> None:
    assert EXPECTED.keys() == SHEETS.keys()


#: The sheet whose decimal mark only its semicolons tell.
TOLD_BY_SEPARATOR = "thousands with points"


@pytest.mark.parametrize("title", [title for title in SHEETS if title != TOLD_BY_SEPARATOR])
def test_a_sheet_with_other_separators_is_understood_in_the_same_way(
    title: str, tmp_path: Path
) -> None:
    content = SHEETS[title]
    rows = csv_rows(content.encode(), "cards.csv")
    lines = [row for number, row in rows.rows]
    gaps = {number for number, _ in rows.rows}
    text = io.StringIO()
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    for number in range(1, rows.last + 1):
        writer.writerow(lines.pop(0) if number in gaps else [])
    assert understood(write(tmp_path, text.getvalue())) == EXPECTED[title].rstrip("\n")


SETTLED: dict[str, tuple[str, dict[str, Any], str]] = {
    "another column of copies": (
        "two columns of copies",
        {"columns": {"copies": "Count"}},
        "copies name qty cost\n1 Ant 2 1\n1 Bee 3 2",
    ),
    "no column of copies": (
        "copies called Quantity",
        {"columns": {"copies": ""}},
        "copies name quantity points\n1 Seer 1 3\n1 Wolf 2 -1\n1 Villager 40 1",
    ),
    "a longer heading": (
        "Quantity in a longer heading",
        {"columns": {"copies": "quantity (3 PLAYERS)"}},
        "copies name cost\n2 Ant 1\n3 Bee 2",
    ),
    "a new name for a column": (
        "German",
        {"columns": {"points": "Wert", "name": "Titel"}},
        "copies name points farbe\n3 Ritter 1.5 rot\n1 Dame 2 blau\n2 Narr 0.5 rot",
    ),
    "only some columns": (
        "columns of styles",
        {"keep": ("time_cost",)},
        "copies name time_cost\n1 Stars 7\n1 Menu 4\n1 Cheese 6\n- nom\n- dos",
    ),
    "quantities that are missing": (
        "some quantities missing",
        {"empty": {"copies": 1}},
        "copies name power\n3 Bear 2\n1 Wolf 1\n1 Deer 4",
    ),
    "dashes": (
        "lists of numbers and dashes",
        {"empty": {"gain_symbol": -1}, "left_out": ("COST MATERIALS",)},
        "copies name id age cost_money gain_symbol\n1 ? 0 1 0 -1\n1 ? 1 1 1 0",
    ),
    "the decimal mark": (
        "one thousand or one",
        {"decimal": ","},
        "copies name price\n1 Boat 1000\n1 Ship 2500",
    ),
    "cells that only look merged": (
        "a title and merged cells",
        {"empty": {"suit": ""}},
        "copies name suit points\n1 Ant Red 1\n1 Bee _ 2",
    ),
    "words that look like numbers": (
        "ranks",
        {"words": {"rank": ("9", "10", "J", "Q")}},
        "copies name rank suit\n1 ? 10 red\n1 ? J red",
    ),
}


@pytest.mark.parametrize("name", SETTLED)
def test_arguments_of_the_game_settle_what_a_sheet_leaves_open(name: str, tmp_path: Path) -> None:
    title, settings, beginning = SETTLED[name]
    result = understood(write(tmp_path, SHEETS[title]), **settings)
    assert result.startswith(beginning)
    assert "!" not in result


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("Ant,3,1\nBee,2,2\n", "has no row of headings, because each row has a number"),
        ("name,Qty\nAnt,many\n", "(copies) is 'many'; allowed: whole numbers 0 to 1000000; if the"),
        ("name,Qty\nAnt,-2\n", "cell B2 (copies) is '-2'; allowed: whole numbers 0"),
        ("name,points\na,1,5\n", "cell C2 contains '5', but its column has no name"),
        ("name,points\n", "has only a first row and no cards"),
    ],
)
def test_a_sheet_without_headings_cards_or_valid_copies_is_refused(
    content: str, message: str, tmp_path: Path
) -> None:
    assert message in understood(write(tmp_path, content))


@pytest.mark.parametrize(
    "settings",
    [
        {"columns": {"copies": "Deck"}},
        {"keep": ("cost",)},
        {"left_out": ("cost",)},
        {"empty": {"cost": 1}},
        {"words": {"cost": ("a",)}},
        {"decimal": "x"},
    ],
    ids=str,
)
def test_settings_that_name_nothing_of_the_sheet_are_refused(
    settings: dict[str, Any], tmp_path: Path
) -> None:
    file = write(tmp_path, SHEETS["copies called Quantity"])
    with pytest.raises(UsageError):
        read_card_sheet(file, "cards.csv", SheetSettings(**settings))


@pytest.mark.slow
def test_a_sheet_of_5000_cards_is_read_whole(tmp_path: Path) -> None:
    rows = "".join(f"Card {n},{n % 4},{n % 9},red\n" for n in range(5_000))
    sheet = read_card_sheet(
        write(tmp_path, f"Name,Qty,Cost,Suit\n{rows}"), "cards.csv", SheetSettings()
    )
    table = declare_table(sheet, "card")
    assert len(table.default) == 5_000
    assert sum(record["copies"] for record in table.default) == sum(n % 4 for n in range(5_000))
