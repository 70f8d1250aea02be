"""What all charts share: one style, and a frame that says what was played and how often."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import groupby
from pathlib import Path
from typing import Any

import matplotlib.style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.textpath import text_to_path

from reports.run.results import Results
from simulate.study import Study

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


def save_charts(charts: Mapping[str, Figure], folder: Path) -> list[Path]:
    """Write each chart as PNG and SVG into an existing folder, and return the files.

    The same charts give the same bytes, as long as matplotlib is the same.
    """
    written = []
    with chart_style():
        for name, figure in charts.items():
            written += [folder / f"{name}.png", folder / f"{name}.svg"]
            figure.savefig(written[-2])
            figure.savefig(written[-1], metadata={"Date": None})
    return written


@contextmanager
def without_header() -> Iterator[None]:
    """Frame charts without title and header, for a page that says these itself."""
    token = _headed.set(False)
    try:
        yield
    finally:
        _headed.reset(token)


def frame(results: Results, what: str, height: float, notes: Sequence[str]) -> Figure:
    """Make a figure that says what was played, with room for a chart.

    Parameters
    ----------
    results
        Told in the header: game, variant, players, games, deals, seed, line-up, rules.
    what
        The title.
    height
        Inches between the header and the notes.
    notes
        Lines below the chart; long ones wrap.
    """
    study = results.run.study
    played = f"{results.game.title}, variant {study.variant}, {study.players} players"
    return frame_texts(what, played, header(results), height, notes)


def frame_texts(
    what: str, played: str, header: Sequence[str], height: float, notes: Sequence[str]
) -> Figure:
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
    figure = Figure(figsize=(WIDTH, total), layout=layout)
    FigureCanvasAgg(figure)
    for text, inches, look in (
        (what if headed else "", _MARGIN, {"fontsize": 14, "fontweight": "bold"}),
        (played if headed else "", _MARGIN + title, {"fontsize": 11, "fontweight": "bold"}),
        ("\n".join(above), _MARGIN + 2 * title, {"color": GREY}),
        ("\n".join(footer), total - bottom, {"color": GREY}),
    ):
        figure.text(_MARGIN / WIDTH, 1 - inches / total, text, va="top", **look)
    return figure


def header(results: Results) -> list[str]:
    """Say how many games were played, by whom, and under which changed rules."""
    run, study = results.run, results.run.study
    games = f"{counted(run.games, 'game')} on {counted(run.tally.deals, 'deal')}, seed {study.seed}"
    if run.interrupted:
        games += f"; interrupted before {counted(study.games, 'game')}"
    if results.unfinished:
        games += f"; unfinished: {number(results.unfinished)}"
    rules = ", ".join(study.changes)
    return [games, line_up(study), *([f"rules changed: {rules}"] if rules else [])]


def line_up(study: Study) -> str:
    """Say who plays."""
    groups = [(spec, len(list(group))) for spec, group in groupby(study.lineup)]
    room = 165  # characters, about two lines
    most = room if sum(len(spec) for spec, _ in groups) <= room else room // len(groups)
    lineup = ", ".join(
        (f"{times} \N{MULTIPLICATION SIGN} " if times > 1 else "") + _shorten(spec, most)
        for spec, times in groups
    )
    seated = "" if study.rotate or len(groups) == 1 else " (not rotated)"
    return f"line-up: {lineup}{seated}"


def _shorten(text: str, most: int) -> str:
    """Replace the middle of a text that is too long by an ellipsis."""
    return text if len(text) <= most else f"{text[: most // 2]}…{text[1 - most // 2 :]}"


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


def confidence(results: Results) -> str:
    """Name the level of the intervals."""
    return f"{100 * results.confidence:g} % confidence"


def number(count: int) -> str:
    """Write a whole number with its thousands apart."""
    return f"{count:,}"


def counted(count: int, what: str) -> str:
    """Write a number of things, in the plural where it takes one."""
    return f"{number(count)} {what}{'' if count == 1 else 's'}"
