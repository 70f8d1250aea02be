"""Whatever a text holds, no writer writes a file that cannot be read, or that steers a terminal."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import pandas as pd
import pytest
from matplotlib.figure import Figure
from rich.console import Console

from reports.writing.chart_frame import save_charts
from reports.writing.console import ReadableConsole
from reports.writing.document import Answer, Chart, Code, Document, Item, Part, Section, Text
from reports.writing.html import to_html
from reports.writing.markdown import to_markdown
from reports.writing.table_files import write_tables
from reports.writing.terminal import show
from simulate.control_characters import SIGN, unfit_in
from simulate.rules.spreadsheets import quoted, read_sheet

UNFIT = "a\x1b[31m\x07\x9b\u202eb"


def drawn(*, narrow: bool = False, headed: bool = True) -> Figure:
    figure = Figure()
    figure.text(0.1, 0.5, "a\x1b\u202eb")
    return figure


def document(text: str) -> Document:
    chart = Chart("chart", text, text, text, drawn)
    answers = [Answer(text, [Item(text, text)], [chart])]
    parts: list[Part] = [Text(text), Text(text, "lead"), Code(text), chart]
    return Document(text, answers, [Section("part", text, parts)], "0")


@pytest.mark.filterwarnings("ignore:Glyph")
def test_no_page_holds_what_steers() -> None:
    for written in (to_html(document(UNFIT)), to_markdown(document(UNFIT))):
        assert unfit_in(written) == ""
        assert f"a{SIGN}" in written
    page = io.StringIO()
    show(document(UNFIT), full=True, console=ReadableConsole(file=page, width=80))
    assert unfit_in(page.getvalue()) == ""
    assert f"a{SIGN}" in page.getvalue()
    before = io.StringIO()
    show(document(UNFIT), console=Console(file=before, width=80))
    assert unfit_in(before.getvalue()) == "\\x1b", "another console lets it through"


@pytest.mark.filterwarnings("ignore:Glyph")
def test_a_chart_of_any_text_is_well_formed(tmp_path: Path) -> None:
    [_, file] = save_charts([Chart("chart", "", "", "", drawn)], tmp_path)
    ElementTree.parse(file)
    assert unfit_in(file.read_text(encoding="utf-8")) == ""


@pytest.mark.parametrize("text", ["```\n# free", "````", "a ``` b `````"])
def test_no_text_leaves_its_fence(text: str) -> None:
    written = to_markdown(Document("t", [], [Section("s", "s", [Code(text)])], "0"))
    fence = written.split("## s\n\n")[1].partition("sh\n")[0]
    assert set(fence) == {"`"}
    assert fence not in text
    assert written.endswith(f"{text}\n{fence}\n")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# heading", "\\# heading"),
        ("- entry", "\\- entry"),
        ("1. first", "1\\. first"),
        ("> said", "\\> said"),
        ("1.5 times", "1.5 times"),
        ("plain - text", "plain - text"),
    ],
)
def test_no_paragraph_begins_a_heading_or_a_list(text: str, shown: str) -> None:
    written = to_markdown(Document("t", [], [Section("s", "s", [Text(text)])], "0"))
    assert written.endswith(f"\n\n{shown}\n")


TEXTS = ["=1+1", "+a", "-x", "@a", "\ta", "'=b", "''+c", "'d", "-3", "+1.5e3", "plain", "a=b"]
WRITTEN = {"=1+1", "+a", "-x", "@a", "\ta", "'=b", "''+c"}


def test_a_text_that_begins_as_a_formula_does_has_an_apostrophe_before_it_in_csv(
    tmp_path: Path,
) -> None:
    names = pd.Series(TEXTS)
    columns = {
        "name": names,
        "kind": names.astype("category"),
        "object": names.astype(object),
        "points": [-1.5] * len(TEXTS),
        "whole": [-2] * len(TEXTS),
        "=heading": [1] * len(TEXTS),
    }
    write_tables({"table": pd.DataFrame(columns)}, tmp_path)
    read = pd.read_csv(tmp_path / "table.csv")
    for column in ("name", "kind", "object"):
        shown = [f"'{text}" if text in WRITTEN else text for text in TEXTS]
        assert read[column].tolist() == shown
    assert read["points"].tolist() == [-1.5] * len(TEXTS)
    assert read["whole"].tolist() == [-2] * len(TEXTS)
    assert list(read.columns)[-1] == "'=heading"
    exact = pd.read_parquet(tmp_path / "table.parquet")
    assert exact["name"].tolist() == TEXTS


def test_a_table_that_was_written_gives_the_same_names_again(tmp_path: Path) -> None:
    texts = [text.strip() for text in TEXTS]
    write_tables({"cards": pd.DataFrame({"name": texts, "points": range(len(texts))})}, tmp_path)
    sheet = read_sheet(tmp_path / "cards.csv")
    assert [cell for _, cell in sheet.cells("name")] == texts
    assert all(quoted(text) in (text, f"'{text}") for text in texts)
