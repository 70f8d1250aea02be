"""The style and the frame of all charts; the frame names the games that were played."""

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

# Charts are declared even if none is drawn. Importing matplotlib takes as long as playing a
# thousand games, so that functions import it when they draw.
Drawing: TypeAlias = "Figure"
Axes: TypeAlias = "AxesOfMatplotlib"

# Colours of Okabe and Ito (Color Universal Design, 2008), which colour-blind people can
# distinguish; everything else is grey.
BLUE, VERMILION, SKY, ORANGE = "#0072b2", "#d55e00", "#56b4e9", "#e69f00"
INK, GREY, PALE = "#222222", "#5f5f5f", "#e4e4e4"
DIVERGING = (SKY, "#fafafa", ORANGE)
_TEXT = 10
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
# Inches: the width of a chart, the width of a chart for a telephone, and the height of a line of
# text. On a telephone the texts of a narrow chart are as large as those of the page.
WIDTH, NARROW, LINE = 8.0, 4.5, 0.195
_MARGIN = 0.15
#: Points: the sizes of the title and the question.
_TITLE, _QUESTION = 14, 11

_lock = threading.RLock()


@contextmanager
def chart_style() -> Iterator[None]:
    """Draw in the style of all charts, independent of the user's matplotlibrc.

    The settings of matplotlib hold for the whole process, so that one thread draws at a time.
    Characters that the font lacks are drawn as boxes, without warnings.
    """
    import matplotlib.style

    style = matplotlib.style.context(["default", _STYLE])
    with _lock, style, warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph \d+ .* missing from", UserWarning)
        yield


@dataclass(frozen=True)
class ChartFrame:
    """The sheet of a chart: its title, its question and its width in inches."""

    title: str
    question: str
    width: float = WIDTH
    #: True if title, question and header are drawn; pages write them around the chart instead.
    is_headed: bool = True

    def part(self, inches: float) -> float:
        """Convert inches of a wide sheet into the same share of this sheet."""
        return inches * self.width / WIDTH

    def frame(
        self, played: str, header: Sequence[str], height: float, notes: Sequence[str]
    ) -> Drawing:
        """Return a figure with title, header and notes around a chart `height` inches high.

        Parameters
        ----------
        played
            The games that were played, in words.
        header
            Further lines above the chart.
        height
            The height of the chart in inches.
        notes
            Lines below the chart.
        """
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine

        across = self.width - 2 * _MARGIN
        titles: list[str] = []
        question: list[str] = []
        above: list[str] = []
        if self.is_headed:
            titles = wrap(self.title, across, _TITLE, bold=True)
            question = wrap(self.question, across, _QUESTION)
            above = [*wrap(played, across), *_wrapped(header, across)]
        footer = _wrapped(notes, across)
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
    """The declaration of a chart, from which `of` makes the chart of some results."""

    #: The names of its files without ending.
    name: str
    question: str | Callable[[Any], str]
    title: Callable[[Any], str]
    #: A function from the results to a description for readers who cannot see the chart.
    words: Callable[[Any], str]
    draw: Callable[[ChartFrame, Any], Drawing]
    #: The name of its section, as in `Chart`.
    section: str = ""
    #: A function from the results to False if the chart would show nothing.
    tells: Callable[[Any], bool] = lambda results: True

    def of(self, results: Any) -> list[Chart]:
        """Return a list with the chart of some results, empty if it would show nothing."""
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
    """Return a chart in the common style.

    Parameters
    ----------
    name, title, question, words, section
        As in `Chart`.
    draw
        A function that draws the chart from a `ChartFrame` and the results.
    results
        Further arguments of `draw`.
    """

    def styled(*, narrow: bool = False, headed: bool = True) -> Drawing:
        with chart_style():
            sheet = ChartFrame(title, question, NARROW if narrow else WIDTH, headed)
            drawing = draw(sheet, *results)
            _fix_layout(drawing)
            return drawing

    return Chart(name, title, question, words, styled, section)


def _fix_layout(drawing: Drawing) -> None:
    """Compute the layout of a drawing once, and round it to a millionth of its size.

    The order of additions in the layout solver differs between processes. Without rounding, the
    last digits of positions would differ too, and with them the names of clip paths in SVG files.
    """
    from matplotlib.transforms import Bbox

    layout = drawing.get_layout_engine()
    assert layout is not None, "every chart has the layout of its frame"
    layout.execute(drawing)
    drawing.set_layout_engine("none")
    for axes in drawing.axes:
        bounds = axes.get_position(original=True).bounds
        axes.set_position(Bbox.from_bounds(*(round(bound, 6) for bound in bounds)))


def save_chart(chart: Chart, folder: Path) -> None:
    """Write a chart as PNG and SVG into a folder; equal charts give equal bytes."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    with chart_style():
        drawing = chart.draw()
        # `savefig` would draw it twice to compute the layout, which is fixed already.
        cast(Any, FigureCanvasAgg(drawing)).print_png(folder / f"{chart.name}.png")
        picture = io.StringIO()
        cast(Any, FigureCanvasSVG(drawing)).print_svg(picture, metadata={"Date": None})
        # XML with control characters, for example from a name, cannot be read.
        text = printable_text(picture.getvalue())
        (folder / f"{chart.name}.svg").write_text(text, encoding="utf-8", newline="\n")


def share_label(share: float, _: float) -> str:
    """Return the label of a share at a tick; empty above 100%, where labels have their room."""
    return f"{100 * share:.4g}%" if share <= 1.001 else ""


def _wrapped(texts: Sequence[str], inches: float) -> list[str]:
    return [line for text in texts for line in wrap(text, inches)]


def wrap(text: str, inches: float, points: float = _TEXT, *, bold: bool = False) -> list[str]:
    """Break a text into lines of a width; longer words are broken at slashes and brackets."""

    def fits(part: str) -> bool:
        return text_width(part, points, bold=bold) <= inches

    lines = [""]
    for word in re.findall(" *[^ ]+", text):
        pieces = [word] if fits(word) else re.findall(r" *[(:]?[^/:(]{1,12}/?|.", word)
        for piece in pieces:
            if lines[-1] and not fits(lines[-1] + piece):
                lines.append("")
            lines[-1] += piece if lines[-1] else piece.lstrip(" ")
    return lines


@lru_cache(maxsize=10_000)
def text_width(text: str, points: float = _TEXT, *, bold: bool = False) -> float:
    """Return the width of a line of text in inches."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=points, weight="bold" if bold else "normal")
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width) / 72
