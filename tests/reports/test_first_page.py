"""Writers are brief if there is little room, and write no control characters."""

from __future__ import annotations

import io
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pandas as pd
import pytest
from matplotlib.figure import Figure
from rich.console import Console

from reports.figures.statistics import Estimate
from reports.writing import document as doc
from reports.writing import terminal
from reports.writing.chart_frame import save_chart
from reports.writing.html import to_html
from reports.writing.markdown import to_markdown
from reports.writing.table_files import write_tables
from reports.writing.terminal import (
    WIDTH,
    ReadableConsole,
    break_command,
    draw_curve,
    draw_span,
    show,
)
from simulate import run
from simulate.errors import SIGN, find_unprintable
from simulate.game import find_game, game_names
from simulate.rules.spreadsheets import read_sheet
from simulate.sheets.cells import escape_formula
from tests.helpers.tables import quick_among

SCALE = doc.Scale(0.20, 0.30, 0.25, "20", "30%")
CURVE = doc.Curve(
    "Lengths", "9 in 10 take 2 to 4.", [1, 8, 4, 0], [False, True, True, False], "1", "4"
)


def screen(
    document: doc.Document, encoding: str = "utf-8", width: int = 80, full: bool = False
) -> str:
    """Return a document as text on a terminal with a given encoding."""
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding)
    terminal.show(document, full=full, console=Console(file=file, width=width, highlight=False))
    file.flush()
    return raw.getvalue().decode(encoding)


def small_document() -> doc.Document:
    """Return a document with one answer and both kinds of small pictures."""
    columns = [
        doc.Heading("seat"),
        doc.Heading("wins"),
        doc.Heading("20 to 30%", spare=True, scale=SCALE),
    ]
    row = [doc.Cell("1"), doc.Cell("26%"), doc.Cell("", span=Estimate(0.26, 0.24, 0.28, 1))]
    table = doc.Table("Wins", columns, [row], is_explained=True)
    long = doc.Item("A long sentence with all there is to say.", brief="Briefly.")
    answers = [
        doc.Answer("What was played?", [doc.Item("A game.")], is_opening=True),
        doc.Answer("Is it fair?", [long], [table, CURVE]),
        doc.Answer("What else?", [doc.Item("Much.")], is_secondary=True),
    ]
    return doc.Document("A game", answers, [], "1")


def test_an_interval_is_drawn_at_its_place_with_a_line_at_the_fair_share() -> None:
    drawn = draw_span(Estimate(0.28, 0.27, 0.29, 1), SCALE)
    assert len(drawn) == WIDTH
    assert drawn.index("■") == round(0.8 * (WIDTH - 1))
    assert drawn.index("│") == (WIDTH - 1) // 2
    assert (drawn.index("─"), drawn.rindex("─")) == (14, 18)
    assert "│" not in draw_span(Estimate(0.25, 0.24, 0.26, 1), SCALE), "the value lies on the line"


def test_values_beyond_a_scale_are_drawn_at_its_end() -> None:
    assert draw_span(Estimate(0.1, 0.0, 0.2, 1), SCALE)[0] == "■"
    assert draw_span(Estimate(0.9, 0.3, 1.0, 1), SCALE)[-1] == "■"


def test_a_curve_shows_its_values_and_highlights_usual_ones() -> None:
    drawn = draw_curve(CURVE, 4)
    assert [text for text, _ in drawn] == ["▁", "█", "▄", " "]
    assert [usual for _, usual in drawn] == [False, True, True, False]
    assert "".join(text for text, _ in draw_curve(CURVE, 9)) == "▁▁██▄▄  ", "all values as wide"
    assert [text for text, _ in draw_curve(CURVE, 2)] == ["█", "▄"], "neighbours together"


def test_pictures_are_left_out_if_the_terminal_lacks_their_characters() -> None:
    document = small_document()
    drawn, plain = screen(document), screen(document, "cp1252")
    assert "■" in drawn and "▄" in drawn
    assert "26%" in plain and "Lengths: 9 in 10 take 2 to 4." in plain
    assert "20 to 30" not in to_markdown(document)
    assert "9 in 10 take 2 to 4." in to_markdown(document)


def test_the_first_page_is_brief_and_the_whole_document_is_not() -> None:
    document = small_document()
    brief, whole = screen(document), screen(document, full=True)
    assert "Briefly." in brief and "all there is to say" not in brief
    assert brief.startswith("A game \N{MIDDLE DOT} A game.\n")
    assert "What was played?" not in brief and "Much." not in brief and "Wins\n" not in brief
    assert "all there is to say" in whole and "Briefly." not in whole
    assert "What was played?" in whole and "What else?" in whole and "Wins\n" in whole


@pytest.mark.slow
@pytest.mark.parametrize("game", quick_among(game_names(), "snorkeling"))
@pytest.mark.parametrize("most", [False, True])
def test_the_first_page_of_a_run_is_short(game: str, most: bool) -> None:
    """For four players of one style, it has at most 22 lines; each further seat adds a line."""
    players = max(find_game(game).seats) if most else None
    styles = ["planner", "random", "closer", "eager"] if game == "snorkeling" and not most else None
    for lineup in (None, styles) if styles else (None,):
        result = run(game, players=players, lineup=lineup, games=400)
        lines = screen(result.document()).splitlines()
        seats = find_game(game).usual_players if players is None else players
        # One line more says where the files are. Several styles have a table of their own.
        assert len(lines) <= 21 + max(0, seats - 4) + (len(lineup) + 3 if lineup else 0)
        # A command is not broken, so that it can be copied.
        assert max(len(line) for line in lines if not line.lstrip().startswith("fathom ")) <= 80


UNFIT = "a\x1b[31m\x07\x9b\u202eb"


def drawn(*, narrow: bool = False, headed: bool = True) -> Figure:
    figure = Figure()
    figure.text(0.1, 0.5, "a\x1b\u202eb")
    return figure


def document(text: str) -> doc.Document:
    chart = doc.Chart("chart", text, text, text, drawn)
    answers = [doc.Answer(text, [doc.Item(text, text)], [chart])]
    parts: list[doc.Part] = [
        doc.Paragraph(text),
        doc.Paragraph(text, "lead"),
        doc.Code(text),
        chart,
    ]
    return doc.Document(text, answers, [doc.Section("part", text, parts)], "0")


@pytest.mark.filterwarnings("ignore:Glyph")
def test_no_page_contains_control_characters() -> None:
    for written in (to_html(document(UNFIT)), to_markdown(document(UNFIT))):
        assert find_unprintable(written) == ""
        assert f"a{SIGN}" in written
    page = io.StringIO()
    show(document(UNFIT), full=True, console=ReadableConsole(file=page, width=80))
    assert find_unprintable(page.getvalue()) == ""
    assert f"a{SIGN}" in page.getvalue()
    before = io.StringIO()
    show(document(UNFIT), console=Console(file=before, width=80))
    assert find_unprintable(before.getvalue()) == "\\x1b", "another console lets it through"


@pytest.mark.filterwarnings("ignore:Glyph")
def test_a_chart_of_any_text_is_well_formed(tmp_path: Path) -> None:
    save_chart(doc.Chart("chart", "", "", "", drawn), tmp_path)
    file = tmp_path / "chart.svg"
    ElementTree.parse(file)
    assert find_unprintable(file.read_text(encoding="utf-8")) == ""


@pytest.mark.parametrize("text", ["```\n# free", "````", "a ``` b `````"])
def test_a_code_block_has_a_fence_longer_than_any_in_its_text(text: str) -> None:
    written = to_markdown(doc.Document("t", [], [doc.Section("s", "s", [doc.Code(text)])], "0"))
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
def test_markdown_does_not_read_the_text_of_a_paragraph_as_a_heading_or_a_list(
    text: str, shown: str
) -> None:
    written = to_markdown(
        doc.Document("t", [], [doc.Section("s", "s", [doc.Paragraph(text)])], "0")
    )
    assert written.endswith(f"\n\n{shown}\n")


TEXTS = ["=1+1", "+a", "-x", "@a", "\ta", "'=b", "''+c", "'d", "-3", "+1.5e3", "plain", "a=b"]
WRITTEN = {"=1+1", "+a", "-x", "@a", "\ta", "'=b", "''+c"}


def test_text_that_looks_like_a_formula_gets_an_apostrophe_in_csv(tmp_path: Path) -> None:
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


def test_names_written_to_a_csv_table_are_read_back_unchanged(tmp_path: Path) -> None:
    texts = [text.strip() for text in TEXTS]
    write_tables({"cards": pd.DataFrame({"name": texts, "points": range(len(texts))})}, tmp_path)
    sheet = read_sheet(tmp_path / "cards.csv")
    assert [cell for _, cell in sheet.cells("name")] == texts
    assert all(escape_formula(text) in (text, f"'{text}") for text in texts)


def test_a_long_command_is_broken_so_that_a_shell_joins_its_lines() -> None:
    command = (
        "fathom compare reef.py --rule starter=same --rule starter=rotate -s 'greedy(a=1, b=2)' "
        "--target length.minutes.mean=..45"
    )
    lines = break_command(command, 60, 10)
    assert lines == [
        "          fathom compare reef.py --rule starter=same \\",
        "            --rule starter=rotate -s 'greedy(a=1, b=2)' \\",
        "            --target length.minutes.mean=..45",
    ]
    joined = "\n".join(lines).replace("\\\n", "")
    assert shlex.split(joined) == shlex.split(command)
    assert break_command("fathom run reef", 60, 10) == ["          fathom run reef"]


@pytest.mark.parametrize("length", range(60, 68))
def test_a_command_stands_apart_from_its_purpose_or_below_it(length: int) -> None:
    command = "fathom run reef --games 4".ljust(length, "0")
    steps = doc.Steps([doc.Step("Play it", command)])
    answers = [doc.Answer("What next?", [], [steps], short="next")]
    page = screen(doc.Document("A game", answers, [], "1"))
    beside = [line for line in page.splitlines() if "Play it" in line]
    below = [line for line in page.splitlines() if line == f"{' ' * 10}{command}"]
    assert beside == ([f"NEXT    Play it  {command}"] if length <= 63 else ["NEXT    Play it"])
    assert bool(below) == (length > 63)


def test_a_suggested_command_has_its_time_after_its_purpose() -> None:
    run_again = "fathom run reef --games 400k"
    steps = [
        doc.Step("Be surer", run_again, 130.0),
        doc.Step("Send it", "fathom report reef"),
        doc.Step("Ask other players", f"fathom run reef --robust {'--margin 1pp ' * 3}", 7200.0),
    ]
    answer = doc.Answer("What next?", [], [doc.Steps(steps)], short="Next")
    lines = screen(doc.Document("Reef", [answer], [], "1")).splitlines()
    assert f"NEXT    Be surer (~2 min)  {run_again}" in lines
    assert "        Send it            fathom report reef" in lines
    assert "        Ask other players (~2 h)" in lines
