"""The picture of a pack, for posts and messengers: the verdict and up to four short answers."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from reports.pack import canvas as paint
from reports.pack.canvas import Canvas
from reports.pack.contents import TARGETS, BriefAnswer, PackContents
from reports.pack.typeset import draw_table, natural_width, table_height
from reports.writing.chart_frame import chart_style
from reports.writing.document import Table

#: The size in pixels, which is the usual one of pictures for links.
WIDTH, HEIGHT = 1200, 630
_MARGIN, _GUTTER = 48.0, 36.0
#: The largest number of answers, each in a column.
_MOST_ANSWERS = 4
#: The size of the title and of small texts in pixels. At half size they are still readable.
_TITLE, _SMALL = 28.0, 20.0
#: The sizes of the verdict, and of answers, of which the largest that fits is used.
_VERDICTS = (50.0, 44.0, 38.0, 33.0, 28.0)
_ANSWERS = (24.0, 22.0, 20.0)
#: The largest numbers of lines of the title and of the verdict.
_TITLE_LINES, _VERDICT_LINES = 2, 3
#: The largest number of rows of a table in the picture.
_MOST_ROWS = 6


def picture_png(contents: PackContents, sign: str) -> bytes:
    """Return the picture as PNG. Equal contents give equal bytes on one machine.

    `sign` is stored in the file, as the software that made it.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    with chart_style():
        canvas = draw_picture(contents)
        buffer = io.BytesIO()
        printer: Any = FigureCanvasAgg(canvas.figure)
        printer.print_png(buffer, metadata={"Software": sign, "Title": contents.title})
    return buffer.getvalue()


def draw_picture(contents: PackContents) -> Canvas:
    """Return the picture, a canvas with a point per pixel."""
    canvas = Canvas(WIDTH, HEIGHT)
    room = WIDTH - 2 * _MARGIN
    canvas.box(0, 0, WIDTH, 10, paint.DATA)
    y = 36.0
    for line in paint.shorten(contents.title, room, _TITLE, _TITLE_LINES, bold=True):
        y = canvas.line_of_text(_MARGIN, y, line, _TITLE, bold=True)
    [played] = paint.shorten(contents.played[0] if contents.played else "", room, _SMALL, 1)
    y = canvas.line_of_text(_MARGIN, y, played, _SMALL, paint.FAINT) + 10
    if contents.main_answer:
        headline = f"{contents.main_answer.label} {contents.main_answer.sentences[0]}"
        lines, size = _fit(headline, room, _VERDICTS, 2, bold=True)
        if lines[-1].endswith(paint.ELLIPSIS):
            lines, size = _fit(headline, room, _VERDICTS, _VERDICT_LINES, bold=True)
        for line in lines:
            y = canvas.line_of_text(_MARGIN, y, line, size, bold=True)
    _draw_answers(canvas, contents, y + 22)
    return canvas


def _draw_answers(canvas: Canvas, contents: PackContents, y: float) -> None:
    """Draw the answers below `y`, each in a column, or the table of the headline."""
    main = contents.main_answer
    tables = [table for table in main.tables if not _drawn_places(table)] if main else []
    if tables and _draw_main_table(canvas, tables[0], y):
        return
    answers = [
        answer
        for answer in contents.answers
        if answer.label != TARGETS and (answer is not main or _has_diagram(answer))
    ][:_MOST_ANSWERS]
    for number, answer in enumerate(answers):
        width = (WIDTH - 2 * _MARGIN - _GUTTER * (len(answers) - 1)) / len(answers)
        x = _MARGIN + number * (width + _GUTTER)
        _draw_answer(canvas, answer, (x, y), width, is_headline=answer is main)


def _draw_main_table(canvas: Canvas, table: Table, y: float) -> bool:
    """Draw a table in the whole width, and return True; False if it does not fit."""
    room = WIDTH - 2 * _MARGIN
    for size in _ANSWERS:
        if natural_width(table, size) <= room and table_height(table, size) <= HEIGHT - 24 - y:
            canvas.line((_MARGIN, y), (_MARGIN + room, y), paint.INK, 2.5)
            draw_table(canvas, table, _MARGIN, y + 8, room, size)
            return True
    return False


def _drawn_places(table: Table) -> list[int]:
    """Return the indices of the columns that are drawings of intervals."""
    return [place for place, column in enumerate(table.columns) if column.scale]


def _has_diagram(answer: BriefAnswer) -> bool:
    """Return True if an answer has a diagram, or a table with few intervals."""
    tables = [table for table in answer.tables if _drawn_places(table)]
    return bool(answer.diagram) or any(len(table.rows) <= _MOST_ROWS for table in tables)


def _draw_answer(
    canvas: Canvas,
    answer: BriefAnswer,
    corner: tuple[float, float],
    width: float,
    *,
    is_headline: bool,
) -> None:
    """Draw an answer with its diagram.

    Parameters
    ----------
    canvas
        The picture.
    answer
        The answer.
    corner
        Its upper left corner.
    width
        Its width.
    is_headline
        True if its first sentence is left out, because it is the headline.
    """
    x, y = corner
    bottom = HEIGHT - 24.0
    canvas.line((x, y), (x + width, y), paint.INK, 2.5)
    [label, *_] = paint.shorten(answer.label, width, _ANSWERS[0], 1, bold=True)
    y = canvas.line_of_text(x, y + 10, label, _ANSWERS[0], bold=True) + 4
    end = _draw_diagram(canvas, answer, x, y, width)
    sentence = answer.sentences[0]
    if is_headline:
        return
    y = end
    most = int((bottom - y) / (paint.LEADING * _ANSWERS[0]))
    lines, size = _fit(sentence, width, _ANSWERS, most)
    for line in lines:
        y = canvas.line_of_text(x, y, line, size, paint.INK)


def _draw_diagram(canvas: Canvas, answer: BriefAnswer, x: float, y: float, width: float) -> float:
    """Draw the diagram or the intervals of an answer; return the y of their lower edge.

    Tables without intervals are left out, because their numbers would be too small.
    """
    if answer.diagram:
        return answer.diagram.draw(canvas, x, y, width, _SMALL * 0.8, is_brief=True) + 12
    for table in answer.tables:
        places = _drawn_places(table)
        if places and len(table.rows) <= _MOST_ROWS:
            brief = table.with_columns([0, places[0]])
            columns = [replace(column, spare=False) for column in brief.columns]
            brief = replace(brief, columns=columns)
            return draw_table(canvas, brief, x, y, width, _SMALL) + 12
    return y


def _fit(
    text: str, width: float, sizes: Sequence[float], most_lines: int, *, bold: bool = False
) -> tuple[list[str], float]:
    """Return the lines of a text and the largest of some sizes at which it fits.

    If it does not fit at any size, its last sentences are left out, and then its last words.
    """
    sentences = re.split(r"(?<=[.!?]) (?=[A-Z])", text)
    for number in range(len(sentences), 0, -1):
        part = " ".join(sentences[:number])
        for size in sizes:
            if len(paint.wrap(part, width, size, bold=bold)) <= most_lines:
                return paint.wrap(part, width, size, bold=bold), size
    lines = paint.shorten(sentences[0], width, sizes[-1], most_lines, bold=bold)
    return lines, sizes[-1]
