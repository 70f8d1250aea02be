"""The style and the frame of all charts. The frame has the title and names the games played."""

from __future__ import annotations

import io
import re
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from reports.writing.document import Chart
from simulate.errors import printable_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes as AxesOfMatplotlib
    from matplotlib.figure import Figure

# Importing matplotlib takes as long as playing a thousand games, and most commands only declare
# charts. So functions import it when they draw.
Drawing: TypeAlias = "Figure"
Axes: TypeAlias = "AxesOfMatplotlib"

# The colours of the report's page: of data, of uncertain data, of a target and its band, and of
# text and lines. They differ in lightness, so that colour-blind people can distinguish them.
BLUE, PALE_BLUE = "#0b62a8", "#d3e2ef"
WISH, WISH_BAND = "#00706a", "#cfe9e5"
INK, GREY, PALE = "#1b1d21", "#51565f", "#dedbd5"
# Further colours of Okabe and Ito (Color Universal Design, 2008).
VERMILION, SKY, ORANGE = "#d55e00", "#56b4e9", "#e69f00"
#: The colours of a map for values below, at and above the middle.
DIVERGING = ("#85aed3", "#ffffff", "#e6b566")
#: The size of text in points.
_TEXT = 10
#: The settings of matplotlib for all charts.
_STYLE: dict[str, Any] = {
    "figure.dpi": 160,
    "savefig.dpi": "figure",
    "svg.hashsalt": "fathom",
    "text.parse_math": False,  # Paths may contain dollar signs.
    "text.color": INK,
    "font.size": _TEXT,
    "axes.titlelocation": "left",
    "axes.titlesize": "medium",
    "axes.edgecolor": GREY,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "grid.color": PALE,
    "hatch.color": "#b0b0b0",
}
#: The width of a chart in inches.
WIDTH = 8.0
#: The width in inches of a chart for a telephone, so that its text is as large as the page's.
NARROW = 4.5
#: The height of a line of text in inches.
LINE = 0.195
#: The margin in inches.
_MARGIN = 0.15
#: The sizes of the title and of the question in points.
_TITLE, _QUESTION = 14, 11

#: Positions are shifted by this much before they are rounded to six decimals. Some positions have
#: exactly seven decimals, which noise would otherwise round up or down.
_OFF_THE_HALF = 2e-7
#: Held while a chart is drawn, because settings of matplotlib apply to the whole process.
_lock = threading.RLock()


@contextmanager
def chart_style() -> Iterator[None]:
    """Apply the style of all charts to drawings in the block, and ignore the user's matplotlibrc.

    Only one thread at a time can be in the block. Characters that the font lacks are drawn as
    boxes, without warnings.
    """
    import matplotlib.style

    style = matplotlib.style.context(["default", _STYLE])
    with _lock, style, warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph \d+ .* missing from", UserWarning)
        yield


@dataclass(frozen=True)
class ChartFrame:
    """The frame of a chart: its title, its question and its width."""

    title: str
    question: str
    #: The width in inches.
    width: float = WIDTH
    #: True if title, question and header are drawn. False for pages, which have them as text.
    is_headed: bool = True

    def part(self, inches: float) -> float:
        """Return a length in inches, scaled from a frame of width `WIDTH` to this frame."""
        return inches * self.width / WIDTH

    def frame(
        self, description: str, header: Sequence[str], height: float, notes: Sequence[str]
    ) -> Drawing:
        """Return a figure with title, header and notes, and room for a chart.

        Parameters
        ----------
        description
            A text that names the games that were played.
        header
            Further texts above the chart.
        height
            The height of the room for the chart in inches.
        notes
            Texts below the chart.
        """
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine

        text_room = self.width - 2 * _MARGIN
        titles: list[str] = []
        question: list[str] = []
        above: list[str] = []
        if self.is_headed:
            titles = wrap(self.title, text_room, _TITLE, bold=True)
            question = wrap(self.question, text_room, _QUESTION)
            above = [*wrap(description, text_room), *_wrapped(header, text_room)]
        footer = _wrapped(notes, text_room)
        under_title = _MARGIN + len(titles) * LINE * _TITLE / _TEXT
        under_question = under_title + len(question) * LINE * _QUESTION / _TEXT + 0.06
        top = under_question + len(above) * LINE + 0.08 if self.is_headed else _MARGIN
        bottom = _MARGIN + len(footer) * LINE
        total = top + height + bottom + 0.06
        rect = (0.01, (bottom + 0.06) / total, 0.98, height / total)
        layout = ConstrainedLayoutEngine(rect=rect, h_pad=0.06, w_pad=0.06)
        figure = Figure(figsize=(self.width, total), layout=layout)
        FigureCanvasAgg(figure)
        for lines, inches, look in (
            (titles, _MARGIN, {"fontsize": _TITLE, "fontweight": "bold"}),
            (question, under_title, {"fontsize": _QUESTION}),
            (above, under_question, {"color": GREY}),
            (footer, total - bottom, {"color": GREY}),
        ):
            place = (_MARGIN / self.width, 1 - inches / total)
            figure.text(*place, "\n".join(lines), va="top", **look)
        return figure


@dataclass(frozen=True)
class ChartKind:
    """The declaration of a chart. Its method `of` makes the chart for given results."""

    #: The name of the chart's files, without ending.
    name: str
    #: The question that the chart answers, or a function that takes the results and returns it.
    question: str | Callable[[Any], str]
    #: Takes the results; returns the title.
    title: Callable[[Any], str]
    #: Takes the results; returns a description for readers who cannot see the chart.
    words: Callable[[Any], str]
    #: Takes the frame and the results; returns the drawing.
    draw: Callable[[ChartFrame, Any], Drawing]
    #: The name of the section that shows the chart, as in `Chart`.
    section: str = ""
    #: Takes the results; returns False if the chart would be empty.
    tells: Callable[[Any], bool] = lambda results: True

    def of(self, results: Any) -> list[Chart]:
        """Return a list with the chart of the results; empty if the chart would show nothing."""
        if not self.tells(results):
            return []
        question = self.question if isinstance(self.question, str) else self.question(results)
        chart = make_chart(
            self.name,
            self.title(results),
            question,
            self.words(results),
            self.draw,
            results,
            section=self.section,
        )
        return [chart]


def make_chart(
    name: str,
    title: str,
    question: str,
    words: str,
    draw: Callable[..., Drawing],
    *results: Any,
    section: str = "",
) -> Chart:
    """Return a chart that is drawn in the common style. It is drawn only when it is shown or saved.

    Parameters
    ----------
    name, title, question, words, section
        The fields of the `Chart` with these names.
    draw
        Draws the chart. It is called with a `ChartFrame` and the results, again for each drawing.
    *results
        The arguments of `draw` after the frame.
    """

    def styled(*, narrow: bool = False, headed: bool = True) -> Drawing:
        with chart_style():
            sheet = ChartFrame(title, question, NARROW if narrow else WIDTH, headed)
            drawing = draw(sheet, *results)
            _fix_layout(drawing)
            return drawing

    return Chart(name, title, question, words, styled, section)


def _fix_layout(drawing: Drawing) -> None:
    """Compute the layout of a drawing once, and round positions to a millionth of its size.

    The last digits of the layout solver's results differ between processes. Without rounding, SVG
    files of equal charts would differ.
    """
    from matplotlib.transforms import Bbox

    layout = drawing.get_layout_engine()
    assert layout is not None, "ChartFrame sets a layout engine for every drawing"
    layout.execute(drawing)
    drawing.set_layout_engine("none")
    for axes in drawing.axes:
        bounds = axes.get_position(original=True).bounds
        rounded = [round(bound + _OFF_THE_HALF, 6) for bound in bounds]
        axes.set_position(Bbox.from_bounds(*rounded))


def save_chart(chart: Chart, folder: Path) -> None:
    """Write a chart as PNG and SVG into a folder. Equal charts give files with equal bytes."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    with chart_style():
        drawing = chart.draw()
        # `savefig` would draw the chart twice to compute the layout, which is already fixed.
        cast(Any, FigureCanvasAgg(drawing)).print_png(folder / f"{chart.name}.png")
        picture = io.StringIO()
        cast(Any, FigureCanvasSVG(drawing)).print_svg(picture, metadata={"Date": None})
        # Names may have control characters, which are not allowed in XML.
        text = printable_text(picture.getvalue())
        (folder / f"{chart.name}.svg").write_text(text, encoding="utf-8", newline="\n")


def share_label(share: float, _: float) -> str:
    """Return the label of an axis tick at a share, as in "25%".

    It is empty above 100%, where the axis has room for other texts. The second argument is the
    position of the tick, which matplotlib passes.
    """
    return f"{100 * share:.4g}%" if share <= 1.001 else ""


def _wrapped(texts: Sequence[str], inches: float) -> list[str]:
    """Wrap each text to a width in inches, and return the lines of all texts."""
    return [line for text in texts for line in wrap(text, inches)]


def wrap(
    text: str,
    inches: float,
    points: float = _TEXT,
    *,
    bold: bool = False,
    families: tuple[str, ...] = (),
) -> list[str]:
    """Return the lines of a text that is broken to fit a width.

    Words that are longer than a line are broken at slashes, colons and brackets, or anywhere.

    Parameters
    ----------
    text
        The text.
    inches
        The maximum width of a line in inches.
    points
        The size of the font in points.
    bold
        True for a bold font.
    families
        The names of the fonts, the usual font first; empty for the font of all charts.
    """

    def fits(part: str) -> bool:
        """Return True if a text is not wider than a line."""
        return text_width(part, points, bold=bold, families=families) <= inches

    lines = [""]
    for word in re.findall(" *[^ ]+", text):
        for piece in _pieces(word, fits):
            if lines[-1] and not fits(lines[-1] + piece):
                lines.append("")
            lines[-1] += piece if lines[-1] else piece.lstrip(" ")
    return lines


def _pieces(word: str, fits: Callable[[str], bool]) -> Iterator[str]:
    """Yield the parts of a word that fit into a line: the word itself if it fits."""
    if fits(word):
        yield word
        return
    for piece in re.findall(r" *[(:]?[^/:(]{1,12}/?|.", word):
        if fits(piece):
            yield piece
        else:
            yield from piece


@lru_cache(maxsize=10_000)
def text_width(
    text: str, points: float = _TEXT, *, bold: bool = False, families: tuple[str, ...] = ()
) -> float:
    """Return the width that a line of text has in a font of `points` points, in inches.

    `families` holds the names of the fonts, the usual font first; empty for the font of all charts.
    """
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    weight = "bold" if bold else "normal"
    font = FontProperties(family=list(families) or None, size=points, weight=weight)
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width) / 72
