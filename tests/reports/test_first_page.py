"""The first page on a terminal: few lines, and small pictures where they can be shown."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from reports.writing import terminal
from reports.writing.document import Answer, Cell, Column, Curve, Document, Item, Scale, Span, Table
from reports.writing.markdown import to_markdown
from reports.writing.terminal import WIDTH, draw_curve, draw_span
from simulate import run
from simulate.game import find_game, game_names
from tests.helpers.tables import quick_among

SCALE = Scale(0.20, 0.30, 0.25, "20", "30 %")
CURVE = Curve("Lengths", "9 in 10 take 2 to 4.", [1, 8, 4, 0], [False, True, True, False], "1", "4")


def screen(document: Document, encoding: str = "utf-8", width: int = 80, full: bool = False) -> str:
    """Show a document on a terminal of an encoding."""
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding)
    terminal.show(document, full=full, console=Console(file=file, width=width, highlight=False))
    file.flush()
    return raw.getvalue().decode(encoding)


def small_document() -> Document:
    """Make a page of one answer with both kinds of pictures."""
    columns = [Column("seat"), Column("wins"), Column("20 to 30 %", spare=True, scale=SCALE)]
    row = [Cell("1"), Cell("26 %"), Cell("", span=Span(0.26, 0.24, 0.28))]
    table = Table("Wins", columns, [row], said=True)
    long = Item("A long sentence with all there is to say.", brief="Briefly.")
    answers = [
        Answer("What was played?", [Item("A game.")], opens=True),
        Answer("Is it fair?", [long], [table, CURVE]),
        Answer("What else?", [Item("Much.")], aside=True),
    ]
    return Document("A game", answers, [], "1")


def test_an_interval_is_drawn_where_it_lies_with_a_line_at_what_is_fair() -> None:
    drawn = draw_span(Span(0.28, 0.27, 0.29), SCALE)
    assert len(drawn) == WIDTH
    assert drawn.index("■") == round(0.8 * (WIDTH - 1))
    assert drawn.index("│") == (WIDTH - 1) // 2
    assert (drawn.index("─"), drawn.rindex("─")) == (14, 18)
    assert "│" not in draw_span(Span(0.25, 0.24, 0.26), SCALE), "the value lies on the line"


def test_what_lies_beyond_a_scale_is_drawn_at_its_end() -> None:
    assert draw_span(Span(0.1, 0.0, 0.2), SCALE)[0] == "■"
    assert draw_span(Span(0.9, 0.3, 1.0), SCALE)[-1] == "■"


def test_a_curve_is_as_high_as_its_values_and_bright_where_they_are_usual() -> None:
    drawn = draw_curve(CURVE, 4)
    assert [text for text, _ in drawn] == ["▁", "█", "▄", " "]
    assert [usual for _, usual in drawn] == [False, True, True, False]
    assert "".join(text for text, _ in draw_curve(CURVE, 9)) == "▁▁██▄▄  ", "all values as wide"
    assert [text for text, _ in draw_curve(CURVE, 2)] == ["█", "▄"], "neighbours together"


def test_pictures_are_left_out_where_the_terminal_has_no_such_characters() -> None:
    document = small_document()
    drawn, plain = screen(document), screen(document, "cp1252")
    assert "■" in drawn and "▄" in drawn
    assert "26 %" in plain and "Lengths: 9 in 10 take 2 to 4." in plain
    assert "20 to 30" not in to_markdown(document)
    assert "9 in 10 take 2 to 4." in to_markdown(document)


def test_the_first_page_is_brief_and_the_whole_document_is_not() -> None:
    document = small_document()
    brief, whole = screen(document), screen(document, full=True)
    assert "Briefly." in brief and "all there is to say" not in brief
    assert "What was played?" not in brief and "Much." not in brief and "Wins\n" not in brief
    assert "  --full adds: What else?\n" in brief, "what is left out is named"
    assert "--full" not in whole
    assert "all there is to say" in whole and "Briefly." not in whole
    assert "What was played?" in whole and "What else?" in whole and "Wins\n" in whole


@pytest.mark.parametrize("game", quick_among(game_names(), "snorkeling", "schnuff"))
@pytest.mark.parametrize("most", [False, True])
def test_a_run_is_told_in_forty_lines_of_eighty_columns(game: str, most: bool) -> None:
    players = max(find_game(game).seats) if most else None
    styles = ["planner", "random", "closer", "eager"] if game == "snorkeling" and not most else None
    for lineup in (None, styles) if styles else (None,):
        found = run(game, players=players, lineup=lineup, games=400)
        lines = screen(found.document()).splitlines()
        # Two lines more, and an empty one, say how long it took and where the files are.
        assert len(lines) <= 37
        assert max(map(len, lines)) <= 80
