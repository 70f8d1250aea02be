"""What spreadsheets open: CSV in sensible digits, games as CSV, a workbook of all tables."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pandas as pd
import pytest

from reports.writing.table_files import write_workbook
from tests.helpers.commands_helper import random_run
from tests.helpers.tables import quick_among


@pytest.mark.parametrize(("digits", "rtol"), [("2", 5e-2), ("17", 1e-15)])
def test_csv_has_as_many_digits_as_are_asked_for(digits: str, rtol: float, tmp_path: Path) -> None:
    options = ("--games", "300", "--no-charts", "--out", "x", "--digits", digits)
    random_run(tmp_path, *options)
    exact = pd.read_parquet(tmp_path / "x" / "seats.parquet")
    csv = pd.read_csv(tmp_path / "x" / "seats.csv")
    pd.testing.assert_frame_equal(csv, exact, check_dtype=False, rtol=rtol, atol=0)
    if digits == "2":
        assert csv.ci_low.tolist() != exact.ci_low.tolist()


@pytest.mark.parametrize("games", quick_among(["2000", "90000"], "2000"))  # or some blocks
def test_games_are_kept_as_csv_too_and_are_the_same(games: str, tmp_path: Path) -> None:
    options = ("--games", games, "--no-charts", "--out", "x", "--keep-games", "--keep-games-csv")
    random_run(tmp_path, *options)
    exact = pd.read_parquet(tmp_path / "x" / "games.parquet")
    csv = pd.read_csv(tmp_path / "x" / "games.csv")
    for name in exact.columns:
        if exact[name].dtype == float:
            assert (csv[name] - exact[name]).abs().max() < 1e-6
        else:
            assert csv[name].tolist() == exact[name].tolist()
    random_run(tmp_path, "--games", "20", "--no-charts", "--out", "y", "--keep-games-csv")
    assert not (tmp_path / "y" / "games.parquet").exists()
    assert len(pd.read_csv(tmp_path / "y" / "games.csv")) == 20


def test_a_workbook_holds_every_table_as_it_is(tmp_path: Path) -> None:
    random_run(tmp_path, "--games", "300", "--no-charts", "--out", "x", "--excel")
    book = openpyxl.load_workbook(tmp_path / "x" / "results.xlsx")
    tables = {file.stem: pd.read_parquet(file) for file in (tmp_path / "x").glob("*.parquet")}
    assert set(book.sheetnames) == set(tables)
    for name, table in tables.items():
        read = pd.read_excel(tmp_path / "x" / "results.xlsx", sheet_name=name)
        pd.testing.assert_frame_equal(read, table, check_dtype=False, rtol=1e-15, atol=0)
        assert book[name].freeze_panes == "A2"
        assert all(cell.font.bold for cell in book[name][1])
    done = random_run(tmp_path, "--games", "20", "--excel", code=2)
    assert "--excel writes files: name a folder with --out DIR" in done.err


def test_a_text_that_begins_as_a_formula_does_is_a_text_in_a_workbook(tmp_path: Path) -> None:
    texts = ["=1+1", "+1", "-x", "@a", "plain", None]
    table = pd.DataFrame({"text": texts, "number": [1.5, float("nan"), float("inf"), 2, 3, 4]})
    write_workbook({"a_table_with_a_name_too_long_for_a_sheet": table}, tmp_path / "x.xlsx")
    [sheet] = openpyxl.load_workbook(tmp_path / "x.xlsx").worksheets
    assert [cell.value for cell in sheet["A"][1:]] == texts
    assert {cell.data_type for cell in sheet["A"][1:6]} == {"s"}
    assert [cell.quotePrefix for cell in sheet["A"][1:6]] == [True] * 4 + [False]
    assert [cell.value for cell in sheet["B"][1:]] == [1.5, None, "inf", 2, 3, 4]
    assert sheet["B2"].number_format == "#,##0.000"
