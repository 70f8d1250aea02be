"""What all charts share: one style, and a frame that says what was played and how often."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import matplotlib.style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure as Drawing
from matplotlib.font_manager import FontProperties
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.textpath import text_to_path
from matplotlib.transforms import Bbox

from reports.writing.document import Chart

# Colours of Okabe and Ito (Color Universal Design, 2008), which colour-blind people tell
# apart; everything else is grey.
BLUE, VERMILION, SKY, ORANGE = "#0072b2", "#d55e00", "#56b4e9", "#e69f00"
INK, GREY, PALE = "#222222", "#5f5f5f", "#e4e4e4"
DIVERGING = LinearSegmentedColormap.from_list("fathom", [SKY, "#fafafa", ORANGE])
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
# Inches: the width of a chart, the height of a line of text, and the margin.
WIDTH, LINE = 8.0, 0.195
_MARGIN = 0.15

_lock = threading.RLock()
_headed: ContextVar[bool] = ContextVar("_headed", default=True)


@contextmanager
def chart_style() -> Iterator[None]:
    """Draw in the one style of all charts, whatever the user's matplotlibrc says.

    matplotlib keeps its settings for the whole process, so one thread draws at a time.
    """
    with _lock, matplotlib.style.context(["default", _STYLE]):
        yield


def drawn(draw: Callable[..., Drawing], *found: Any) -> Callable[[], Drawing]:
    """Return what draws a chart of what was found, laid out, in the style of all charts."""

    def styled() -> Drawing:
        with chart_style():
            drawing = draw(*found)
            _settle(drawing)
            return drawing

    return styled


def _settle(drawing: Drawing) -> None:
    """Lay a drawing out once and for all, a millionth of its size being exact enough.

    The solver of layouts adds in an order that differs between processes; without rounding, the
    last digit of a place, and with it the names of clip paths in an SVG, would differ too.
    """
    layout = drawing.get_layout_engine()
    assert layout is not None, "every chart has the frame's"
    layout.execute(drawing)
    drawing.set_layout_engine("none")
    for axes in drawing.axes:
        bounds = axes.get_position(original=True).bounds
        axes.set_position(Bbox.from_bounds(*(round(bound, 6) for bound in bounds)))


def save_charts(charts: Iterable[Chart], folder: Path) -> list[Path]:
    """Write each chart as PNG and SVG into an existing folder, and return the files.

    The same charts give the same bytes, as long as matplotlib is the same.
    """
    written = []
    with chart_style():
        for chart in charts:
            drawing = chart.draw()
            written += [folder / f"{chart.name}.png", folder / f"{chart.name}.svg"]
            drawing.savefig(written[-2])
            drawing.savefig(written[-1], metadata={"Date": None})
    return written


@contextmanager
def without_header() -> Iterator[None]:
    """Frame charts without title and header, for a page that says these itself."""
    token = _headed.set(False)
    try:
        yield
    finally:
        _headed.reset(token)


def frame_texts(
    what: str, played: str, header: Sequence[str], height: float, notes: Sequence[str]
) -> Drawing:
    """Make a figure under a title and lines of text, with room for a chart.

    Parameters
    ----------
    what
        The title.
    played
        The line under it.
    header, notes
        Lines above and below the chart; long ones wrap.
    height
        Inches between the header and the notes.
    """
    title, across = 0.27, WIDTH - 2 * _MARGIN
    headed = _headed.get()
    above = [line for text in header for line in wrap(text, across)] if headed else []
    footer = [line for text in notes for line in wrap(text, across)]
    top = _MARGIN + 2 * title + len(above) * LINE + 0.08 if headed else _MARGIN
    bottom = _MARGIN + len(footer) * LINE
    total = top + height + bottom + 0.06
    rect = (0.01, (bottom + 0.06) / total, 0.98, height / total)
    layout = ConstrainedLayoutEngine(rect=rect, h_pad=0.06, w_pad=0.06)
    figure = Drawing(figsize=(WIDTH, total), layout=layout)
    FigureCanvasAgg(figure)
    for text, inches, look in (
        (what if headed else "", _MARGIN, {"fontsize": 14, "fontweight": "bold"}),
        (played if headed else "", _MARGIN + title, {"fontsize": 11, "fontweight": "bold"}),
        ("\n".join(above), _MARGIN + 2 * title, {"color": GREY}),
        ("\n".join(footer), total - bottom, {"color": GREY}),
    ):
        figure.text(_MARGIN / WIDTH, 1 - inches / total, text, va="top", **look)
    return figure


def wrap(text: str, inches: float) -> list[str]:
    """Break a text into lines of a width, and words that are too long at slashes and brackets."""
    lines = [""]
    for word in re.findall(" *[^ ]+", text):
        pieces = [word] if _fits(word, inches) else re.findall(r" *[(:]?[^/:(]{1,12}/?|.", word)
        for piece in pieces:
            if lines[-1] and not _fits(lines[-1] + piece, inches):
                lines.append("")
            lines[-1] += piece if lines[-1] else piece.lstrip(" ")
    return lines


def text_width(text: str) -> float:
    """Return how many inches a line of text takes."""
    font = FontProperties(size=_TEXT)
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width) / 72


def _fits(text: str, inches: float) -> bool:
    return text_width(text) <= inches
