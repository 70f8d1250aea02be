"""What all charts share: one style, and a frame that says what was played and how often."""

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

# Charts are declared where nothing may be drawn, and matplotlib takes as long to import as a
# thousand games to play: what draws imports it.
Drawing: TypeAlias = "Figure"
Axes: TypeAlias = "AxesOfMatplotlib"

# Colours of Okabe and Ito (Color Universal Design, 2008), which colour-blind people tell
# apart; everything else is grey.
BLUE, VERMILION, SKY, ORANGE = "#0072b2", "#d55e00", "#56b4e9", "#e69f00"
INK, GREY, PALE = "#222222", "#5f5f5f", "#e4e4e4"
DIVERGING = (SKY, "#fafafa", ORANGE)
_TEXT = 10
_STYLE: dict[str, Any] = {
    "figure.dpi": 160,
    "savefig.dpi": "figure",
    "svg.hashsalt": "fathom",
    "text.parse_math": False,  # a path may hold dollar signs
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
# Inches: the width of a chart, that of one for a telephone, where its texts are as large as those
# of the page, the height of a line of text, and the margin.
WIDTH, NARROW, LINE = 8.0, 4.5, 0.195
_MARGIN = 0.15
#: Points: the sizes of the title and the question.
_TITLE, _QUESTION = 14, 11

_lock = threading.RLock()


@contextmanager
def chart_style() -> Iterator[None]:
    """Draw in the one style of all charts, whatever the user's matplotlibrc says.

    matplotlib keeps its settings for the whole process, so one thread draws at a time. A character
    that its font lacks is drawn as a box, without a warning for each.
    """
    import matplotlib.style

    style = matplotlib.style.context(["default", _STYLE])
    with _lock, style, warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph \d+ .* missing from", UserWarning)
        yield


@dataclass(frozen=True)
class ChartFrame:
    """What a chart is drawn on."""

    title: str
    question: str
    width: float = WIDTH
    #: Whether title, question and header are drawn, rather than said around the chart.
    is_headed: bool = True

    def part(self, inches: float) -> float:
        """Return how much of a narrow sheet is as much as so many inches are of a wide one."""
        return inches * self.width / WIDTH

    def frame(
        self, played: str, header: Sequence[str], height: float, notes: Sequence[str]
    ) -> Drawing:
        """Make a figure under title and header, with room for a chart `height` inches high."""
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine

        across = self.width - 2 * _MARGIN
        above = [*wrap(played, across), *_wrapped(header, across)] if self.is_headed else []
        titles = wrap(self.title, across, _TITLE, bold=True) if self.is_headed else []
        asked = wrap(self.question, across, _QUESTION) if self.is_headed else []
        footer = _wrapped(notes, across)
        under_title = _MARGIN + len(titles) * LINE * _TITLE / _TEXT
        under_question = under_title + len(asked) * LINE * _QUESTION / _TEXT + 0.06
        top = under_question + len(above) * LINE + 0.08 if self.is_headed else _MARGIN
        bottom = _MARGIN + len(footer) * LINE
        total = top + height + bottom + 0.06
        rect = (0.01, (bottom + 0.06) / total, 0.98, height / total)
        layout = ConstrainedLayoutEngine(rect=rect, h_pad=0.06, w_pad=0.06)
        figure = Figure(figsize=(self.width, total), layout=layout)
        FigureCanvasAgg(figure)
        for lines, inches, look in (
            (titles, _MARGIN, {"fontsize": _TITLE, "fontweight": "bold"}),
            (asked, under_title, {"fontsize": _QUESTION}),
            (above, under_question, {"color": GREY}),
            (footer, total - bottom, {"color": GREY}),
        ):
            place = (_MARGIN / self.width, 1 - inches / total)
            figure.text(*place, "\n".join(lines), va="top", **look)
        return figure


@dataclass(frozen=True)
class ChartKind:
    """A chart as it is declared, to be made of what was found."""

    #: The stem of its files.
    name: str
    question: str | Callable[[Any], str]
    title: Callable[[Any], str]
    #: What it shows, for who cannot see it.
    words: Callable[[Any], str]
    draw: Callable[[ChartFrame, Any], Drawing]
    #: As of `Chart`.
    section: str = ""
    #: Whether there is anything to see in it.
    tells: Callable[[Any], bool] = lambda found: True

    def of(self, found: Any) -> list[Chart]:
        """Return the chart of what was found, if it shows anything."""
        if not self.tells(found):
            return []
        asked = self.question if isinstance(self.question, str) else self.question(found)
        told = self.name, self.title(found), asked, self.words(found)
        return [make_chart(*told, self.draw, found, section=self.section)]


def make_chart(
    name: str,
    title: str,
    question: str,
    words: str,
    draw: Callable[..., Drawing],
    *found: Any,
    section: str = "",
) -> Chart:
    """Return a chart that `draw` makes of what was found, on a sheet in the style of all charts."""

    def styled(*, narrow: bool = False, headed: bool = True) -> Drawing:
        with chart_style():
            sheet = ChartFrame(title, question, NARROW if narrow else WIDTH, headed)
            drawing = draw(sheet, *found)
            _settle(drawing)
            return drawing

    return Chart(name, title, question, words, styled, section)


def _settle(drawing: Drawing) -> None:
    """Lay a drawing out once and for all, a millionth of its size being exact enough.

    The solver of layouts adds in an order that differs between processes; without rounding, the
    last digit of a place, and with it the names of clip paths in an SVG, would differ too.
    """
    from matplotlib.transforms import Bbox

    layout = drawing.get_layout_engine()
    assert layout is not None, "every chart has the frame's"
    layout.execute(drawing)
    drawing.set_layout_engine("none")
    for axes in drawing.axes:
        bounds = axes.get_position(original=True).bounds
        axes.set_position(Bbox.from_bounds(*(round(bound, 6) for bound in bounds)))


def save_chart(chart: Chart, folder: Path) -> None:
    """Write a chart as PNG and SVG into a folder, the same bytes of the same chart."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    with chart_style():
        drawing = chart.draw()
        # `savefig` would draw it twice each time, to lay it out, which is done.
        cast(Any, FigureCanvasAgg(drawing)).print_png(folder / f"{chart.name}.png")
        picture = io.StringIO()
        cast(Any, FigureCanvasSVG(drawing)).print_svg(picture, metadata={"Date": None})
        # XML that holds control characters, from a name for instance, cannot be read.
        text = printable_text(picture.getvalue())
        (folder / f"{chart.name}.svg").write_text(text, encoding="utf-8", newline="\n")


def share_label(share: float, _: float) -> str:
    """Write a share at a tick of an axis; room above 100% is for labels."""
    return f"{100 * share:.4g}%" if share <= 1.001 else ""


def _wrapped(texts: Sequence[str], inches: float) -> list[str]:
    return [line for text in texts for line in wrap(text, inches)]


def wrap(text: str, inches: float, points: float = _TEXT, *, bold: bool = False) -> list[str]:
    """Break a text into lines of a width, and words that are too long at slashes and brackets."""

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
    """Return how many inches a line of text takes."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=points, weight="bold" if bold else "normal")
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width) / 72
