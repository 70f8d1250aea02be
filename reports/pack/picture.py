"""The picture of a pack, for posts and messengers: the verdict and up to four short answers."""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from reports.pack import canvas as paint
from reports.pack.canvas import Canvas
from reports.pack.contents import PLAYED_BY_COMPUTER, TARGETS, BriefAnswer, PackContents
from reports.pack.typeset import draw_table, natural_width, table_height
from reports.writing.chart_frame import chart_style
from reports.writing.document import Table
from simulate.errors import printable_text

#: The size in pixels, which is the usual one of pictures for links.
WIDTH, HEIGHT = 1200, 630
_MARGIN, _GUTTER = 48.0, 36.0
#: The largest number of answers, each in a column.
_MOST_ANSWERS = 4
#: The size of the title and of small texts in pixels. At half size they are still readable.
_TITLE, _SMALL = 28.0, 20.0
#: The possible sizes of the verdict, and of answers. The largest that fits is used.
_VERDICTS = (50.0, 44.0, 38.0, 33.0, 28.0)
_ANSWERS = (24.0, 22.0, 20.0)
#: The largest number of lines of the title.
_TITLE_LINES = 2
#: The maximum height of the verdict in pixels: two lines of the largest size.
_VERDICT_HEIGHT = 136.0
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
        title = printable_text(contents.title)
        printer.print_png(buffer, metadata={"Software": sign, "Title": title})
    return buffer.getvalue()


def draw_picture(contents: PackContents) -> Canvas:
    """Return the picture, a canvas with a point per pixel."""
    canvas = Canvas(WIDTH, HEIGHT)
    room = WIDTH - 2 * _MARGIN
    canvas.box(0, 0, WIDTH, 10, paint.DATA)
    y = 36.0
    for line in paint.shorten(contents.title, room, _TITLE, _TITLE_LINES, bold=True):
        y = canvas.line_of_text(_MARGIN, y, line, _TITLE, bold=True)
    for line in _played_lines(contents, room):
        y = canvas.line_of_text(_MARGIN, y, line, _SMALL, paint.FAINT)
    y += 10
    if contents.main_answer:
        headline = f"{contents.main_answer.label} {contents.main_answer.sentences[0]}"
        lines, size = _fit(headline, room, _VERDICT_HEIGHT, _VERDICTS, bold=True)
        for line in lines:
            y = canvas.line_of_text(_MARGIN, y, line, size, bold=True)
    _draw_answers(canvas, contents, y + 22)
    return canvas


def _played_lines(contents: PackContents, width: float) -> list[str]:
    """Return the line on the games, and that a computer played them, beside or below it."""
    games = contents.played[0] if contents.played else ""
    if PLAYED_BY_COMPUTER not in contents.played[1:]:
        return paint.shorten(games, width, _SMALL, 1)
    together = f"{games.removesuffix('.')}. {PLAYED_BY_COMPUTER}"
    if len(paint.wrap(together, width, _SMALL)) == 1:
        return [together]
    return [*paint.shorten(games, width, _SMALL, 1), PLAYED_BY_COMPUTER]


def _draw_answers(canvas: Canvas, contents: PackContents, y: float) -> None:
    """Draw the answers below `y`, each in a column.

    If there is only room for the main answer, or no other, its table is drawn instead.
    """
    main = contents.main_answer
    others = [
        answer for answer in contents.answers if answer.label != TARGETS and answer is not main
    ]
    if main and not others and not main.diagram:
        _draw_main_table(canvas, main, y)
        return
    answers = others[:_MOST_ANSWERS]
    if main:
        columns = _find_columns(main, len(others))
        if columns:
            answers = [main, *others[: columns - 1]]
        elif _draw_main_table(canvas, main, y):
            return
    # A first drawing on another canvas finds a size of texts at which all answers fit.
    trial = Canvas(WIDTH, HEIGHT)
    size = min(_draw_columns(trial, answers, main, y, _ANSWERS), default=_ANSWERS[0])
    _draw_columns(canvas, answers, main, y, [size])


def _find_columns(main: BriefAnswer, others: int) -> int:
    """Return the largest number of columns in which the main answer fits; 0 if there is none.

    `others` is the number of other answers.
    """
    for columns in range(min(_MOST_ANSWERS, others + 1), 1, -1):
        if _has_diagram(main, _column_width(columns)):
            return columns
    return 0


def _draw_columns(
    canvas: Canvas,
    answers: Sequence[BriefAnswer],
    main: BriefAnswer | None,
    y: float,
    sizes: Sequence[float],
) -> list[float]:
    """Draw answers beside each other, and return the sizes of their sentences.

    Parameters
    ----------
    canvas
        The picture.
    answers
        The answers.
    main
        The answer of the headline, whose sentence is left out.
    y
        The upper edge.
    sizes
        The possible sizes of sentences. The largest that fits is used.
    """
    width = _column_width(len(answers)) if answers else 0.0
    used = []
    for number, answer in enumerate(answers):
        corner = _MARGIN + number * (width + _GUTTER), y
        end = _draw_answer(canvas, answer, corner, width)
        if answer is not main:
            lines, size = _fit(answer.sentences[0], width, HEIGHT - 24.0 - end, sizes)
            used.append(size)
            for line in lines:
                end = canvas.line_of_text(corner[0], end, line, size)
    return used


def _column_width(columns: int) -> float:
    """Return the width of each column if there are `columns` of them."""
    return (WIDTH - 2 * _MARGIN - _GUTTER * (columns - 1)) / columns


def _draw_main_table(canvas: Canvas, answer: BriefAnswer, y: float) -> bool:
    """Draw the first table of an answer in the whole width; return False if it does not fit."""
    room = _column_width(1)
    for table, size in itertools.product(answer.tables[:1], _ANSWERS):
        if natural_width(table, size) <= room and table_height(table, size) <= HEIGHT - 24 - y:
            canvas.line((_MARGIN, y), (_MARGIN + room, y), paint.INK, 2.5)
            draw_table(canvas, table, _MARGIN, y + 8, room, size)
            return True
    return False


def _drawn_places(table: Table) -> list[int]:
    """Return the indices of the columns that are drawings of intervals."""
    return [place for place, column in enumerate(table.columns) if column.scale]


def _has_diagram(answer: BriefAnswer, width: float) -> bool:
    """Return True if an answer has a diagram, or a small table that fits into a width."""
    return bool(answer.diagram) or any(_is_small(table, width) for table in answer.tables)


def _is_small(table: Table, width: float) -> bool:
    """Return True if a table has few rows, and intervals to draw or few enough columns."""
    is_narrow = bool(_drawn_places(table)) or natural_width(table, _SMALL) <= width
    return len(table.rows) <= _MOST_ROWS and is_narrow


def _draw_answer(
    canvas: Canvas, answer: BriefAnswer, corner: tuple[float, float], width: float
) -> float:
    """Draw the label and the diagram of an answer, and return the y of their lower edge.

    `corner` is the upper left corner.
    """
    x, y = corner
    canvas.line((x, y), (x + width, y), paint.INK, 2.5)
    [label, *_] = paint.shorten(answer.label, width, _ANSWERS[0], 1, bold=True)
    y = canvas.line_of_text(x, y + 10, label, _ANSWERS[0], bold=True) + 4
    return _draw_diagram(canvas, answer, x, y, width)


def _draw_diagram(canvas: Canvas, answer: BriefAnswer, x: float, y: float, width: float) -> float:
    """Draw the diagram or a small table of an answer, and return the y of its lower edge.

    If a table has intervals, only its names and its intervals are drawn.
    """
    if answer.diagram:
        return answer.diagram.draw(canvas, x, y, width, _SMALL * 0.8, is_brief=True) + 12
    for table in answer.tables:
        if _is_small(table, width):
            return draw_table(canvas, _without_numbers(table), x, y, width, _SMALL) + 12
    return y


def _without_numbers(table: Table) -> Table:
    """Return the names and the intervals of a table; a table without intervals is unchanged."""
    places = _drawn_places(table)
    if not places:
        return table
    brief = table.with_columns([0, places[0]])
    return replace(brief, columns=[replace(column, spare=False) for column in brief.columns])


def _fit(
    text: str, width: float, height: float, sizes: Sequence[float], *, bold: bool = False
) -> tuple[list[str], float]:
    """Return the lines of a text, and the largest size from `sizes` at which it fits.

    If it does not fit at any size, its last sentences are left out, and then its last words.
    """
    sentences = re.split(r"(?<=[.!?]) (?=[A-Z])", text)
    for number in range(len(sentences), 0, -1):
        part = " ".join(sentences[:number])
        for size in sizes:
            lines = paint.wrap(part, width, size, bold=bold)
            if len(lines) * paint.LEADING * size <= height:
                return lines, size
    most_lines = int(height / (paint.LEADING * sizes[-1]))
    return paint.shorten(sentences[0], width, sizes[-1], most_lines, bold=bold), sizes[-1]
