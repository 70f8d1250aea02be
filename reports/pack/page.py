"""The page of a pack: verdicts, diagrams, rules and certainty on one A4 page, as PDF.

matplotlib draws it, so that no browser is needed.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reports.pack import canvas as paint
from reports.pack.canvas import Canvas
from reports.pack.contents import BULLET, BriefAnswer, PackContents
from reports.pack.typeset import draw_table, natural_width
from simulate.errors import printable_text

if TYPE_CHECKING:
    import numpy as np

    from reports.writing.document import Chart, Table

#: The size of an A4 page in points, and its margins.
WIDTH, HEIGHT = 595.3, 841.9
_MARGIN = 42.0
#: The distance between two columns of the page.
_GUTTER = 22.0
#: The width of the page's text, and of one of its two columns.
_FULL = WIDTH - 2 * _MARGIN
_HALF = (_FULL - _GUTTER) / 2
#: The sizes of texts in points: title, verdict, text, small text.
_TITLE, _VERDICT, _TEXT, _SMALL = 20.0, 11.0, 8.8, 8.0
#: The factors for all sizes, tried in order until everything fits on the page. Factors above 1 are
#: only tried if there are no charts, because charts need the room.
_LARGE_SCALES = (1.2, 1.14, 1.07)
_SCALES = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58, 0.52, 0.46, 0.4)
#: A chart is drawn if it gets at least this share of its usual size.
_LEAST_CHART = 0.75
#: The resolution of charts in pixels per point of the page.
_PIXELS = 4.0


def draw_page(contents: PackContents) -> Canvas:
    """Return the page. Texts become smaller until everything fits on it."""
    for scale in _SCALES if contents.charts else (*_LARGE_SCALES, *_SCALES):
        canvas = Canvas(WIDTH, HEIGHT)
        end = _Page(canvas, contents, scale).draw()
        if end <= HEIGHT - _MARGIN:
            break
    return canvas


def page_pdf(contents: PackContents) -> bytes:
    """Return the page as PDF. Equal contents give equal bytes on one machine."""
    import matplotlib
    from matplotlib.backends.backend_pdf import FigureCanvasPdf

    from reports.writing.chart_frame import chart_style

    metadata = {
        "Title": printable_text(contents.title),
        "Creator": f"Fathom {contents.version}",
        "Producer": None,
        "CreationDate": None,
    }
    with chart_style(), matplotlib.rc_context({"pdf.fonttype": 42}):
        canvas = draw_page(contents)
        buffer = io.BytesIO()
        printer: Any = FigureCanvasPdf(canvas.figure)
        printer.print_pdf(buffer, metadata=metadata)
    return buffer.getvalue()


class _Page:
    """The layout of a page at a scale."""

    def __init__(self, canvas: Canvas, contents: PackContents, scale: float) -> None:
        self._canvas = canvas
        self._contents = contents
        self._scale = scale
        self._text = _TEXT * scale
        self._small = _SMALL * scale

    def draw(self) -> float:
        """Draw everything, and return the y of the lower edge."""
        y = self._draw_heading(_MARGIN)
        y = self._draw_answers(y + 10 * self._scale)
        y = self._draw_footer_columns(y)
        footer = HEIGHT - _MARGIN - paint.LEADING * self._small
        y = self._draw_chart(y, footer)
        version = self._contents.version
        text = (
            f"Made by Fathom {version}, a program that plays games thousands of times. All numbers "
            "are in report.html."
        )
        self._canvas.line_of_text(_MARGIN, footer, text, self._small, paint.FAINT)
        # The footer has a fixed place, so the texts above must end before it.
        return y + paint.LEADING * self._small + 4

    def _draw_heading(self, y: float) -> float:
        contents, scale = self._contents, self._scale
        y = self._canvas.paragraph(_MARGIN, y, contents.title, _FULL, _TITLE * scale, bold=True)
        for text in [*contents.preface, *contents.played]:
            y = self._canvas.paragraph(_MARGIN, y, text, _FULL, self._text, paint.SOFT)
        return y

    def _draw_answers(self, y: float) -> float:
        """Draw the answers in two columns; answers with wide tables take both."""
        waiting: BriefAnswer | None = None
        for answer in self._contents.answers:
            is_wide = any(natural_width(table, self._text) > _HALF for table in answer.tables)
            if is_wide:
                if waiting:
                    y = self._draw_answer(waiting, _MARGIN, y, _FULL)
                    waiting = None
                y = self._draw_answer(answer, _MARGIN, y, _FULL)
            elif waiting:
                left = self._draw_answer(waiting, _MARGIN, y, _HALF)
                right = self._draw_answer(answer, _MARGIN + _HALF + _GUTTER, y, _HALF)
                y, waiting = max(left, right), None
            else:
                waiting = answer
        return self._draw_answer(waiting, _MARGIN, y, _FULL) if waiting else y

    def _draw_answer(self, answer: BriefAnswer, x: float, y: float, width: float) -> float:
        scale = self._scale
        y = self._draw_label(answer.label, x, y, width)
        verdict, *notes = answer.sentences
        y = self._canvas.paragraph(x, y, verdict, width, _VERDICT * scale) + 2 * scale
        drawn_width = min(width, _HALF)
        if answer.diagram:
            y = answer.diagram.draw(self._canvas, x, y + 5 * scale, drawn_width, self._small)
        for table in answer.tables:
            y = draw_table(self._canvas, table, x, y + 3 * scale, width, self._text)
        y += 2 * scale
        for note in notes:
            y = self._canvas.paragraph(x, y, note, width, self._text, paint.SOFT)
        return y + 11 * scale

    def _draw_label(self, label: str, x: float, y: float, width: float) -> float:
        """Draw the label of an answer below a line, and return the y of its lower edge."""
        self._canvas.line((x, y), (x + width, y), paint.INK, 1.2)
        y += 4 * self._scale
        y = self._canvas.paragraph(x, y, label, width, self._text, bold=True)
        return y + 1 * self._scale

    def _draw_footer_columns(self, y: float) -> float:
        """Draw "The rules that were played" and "How sure?" side by side, below the height `y`.

        If versions with different rules are compared, a list of them is drawn above both columns.
        Return the height at which the footer ends.
        """
        contents = self._contents
        if contents.different_rules:
            y = self._draw_versions(contents.different_rules, y)
        left = right = y
        if contents.rules:
            left = self._draw_list("The rules that were played", contents.rules, _MARGIN, y)
        trust = [*contents.trust]
        if contents.has_uncertain_marks:
            trust.append("Pale blue in a diagram: where a number may still be.")
        if trust:
            place = _MARGIN + _HALF + _GUTTER if contents.rules else _MARGIN
            right = self._draw_list("How sure?", trust, place, y)
        return max(left, right)

    def _draw_versions(self, table: Table, y: float) -> float:
        y = self._draw_label(table.caption, _MARGIN, y, _FULL)
        return draw_table(self._canvas, table, _MARGIN, y, _FULL, self._text) + 11 * self._scale

    def _draw_list(self, label: str, lines: Sequence[str], x: float, y: float) -> float:
        y = self._draw_label(label, x, y, _HALF)
        for line in lines:
            indent = 0.0
            if line.startswith(BULLET):
                indent = 1.1 * self._text
                self._canvas.line_of_text(x, y, BULLET.strip(), self._text, paint.SOFT)
            text = line.removeprefix(BULLET)
            y = self._canvas.paragraph(x + indent, y, text, _HALF - indent, self._text, paint.SOFT)
        return y + 8 * self._scale

    def _draw_chart(self, y: float, limit: float) -> float:
        """Draw the first chart for which there is room, and return the y of its lower edge."""
        for chart in self._contents.charts:
            title_end = y + 3 * paint.LEADING * _VERDICT * self._scale
            pixels = _draw_pixels(chart)
            rows, columns = pixels.shape[:2]
            height = min(_FULL * rows / columns, limit - title_end - 6)
            width = height * columns / rows
            if width < _LEAST_CHART * _FULL:
                continue
            y = self._draw_label(chart.question, _MARGIN, y, _FULL)
            self._canvas.image(pixels, _MARGIN, y + 2, width, height)
            return float(y + height + 2)
        return y


def _draw_pixels(chart: Chart) -> np.ndarray:
    """Return a chart as pixels, shape (rows, columns, 4)."""
    import numpy as np
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    figure: Any = chart.draw(headed=False)
    figure.set_dpi(_PIXELS * _FULL / figure.get_figwidth())
    printer: Any = FigureCanvasAgg(figure)
    printer.draw()
    return np.asarray(printer.buffer_rgba())
