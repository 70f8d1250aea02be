"""The charts of a run, each readable on its own: what was played, how often, how sure."""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from itertools import groupby
from operator import add
from pathlib import Path
from typing import Any

import matplotlib.style
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import CenteredNorm, LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator, PercentFormatter

from reports.results import Length, Results
from reports.statistics import Estimate
from reports.tables import bin_width
from simulate.study import Study
from simulate.tally import Histogram

# Colours of Okabe and Ito (Color Universal Design, 2008), which colour-blind people tell
# apart; everything else is grey.
_BLUE, _VERMILION, _SKY, _ORANGE = "#0072b2", "#d55e00", "#56b4e9", "#e69f00"
_INK, _GREY, _PALE = "#222222", "#5f5f5f", "#e4e4e4"
_DIVERGING = LinearSegmentedColormap.from_list("fathom", [_SKY, "#fafafa", _ORANGE])
_TITLE, _TEXT, _SMALL = 14, 11, 10
_STYLE: dict[str, Any] = {
    "figure.dpi": 160,
    "savefig.dpi": "figure",
    "svg.hashsalt": "fathom",
    "text.parse_math": False,  # a path may hold dollar signs
    "text.color": _INK,
    "font.size": _TEXT,
    "axes.labelcolor": _INK,
    "axes.labelsize": _TEXT,
    "axes.titlelocation": "left",
    "axes.titlesize": _TEXT,
    "axes.edgecolor": _GREY,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "grid.color": _PALE,
    "xtick.color": _GREY,
    "xtick.labelcolor": _INK,
    "xtick.labelsize": _SMALL,
    "ytick.color": _GREY,
    "ytick.labelcolor": _INK,
    "ytick.labelsize": _SMALL,
    "hatch.color": "#b0b0b0",
}
#: Inches: the width of a chart, its margin, and the height of a line of small text.
_WIDTH, _MARGIN, _LINE = 8.0, 0.15, 0.195
#: Characters of small text that fit across a chart, and beside a heat map.
_ACROSS, _BESIDE = 92, 27
#: A tail that reaches further than this many interquartile ranges may be cut off.
_REACH = 6

_lock = threading.RLock()


def draw_charts(results: Results) -> dict[str, Figure]:
    """Draw the charts of a run, by file stem.

    Returns
    -------
    dict
        ``win_rate_by_seat``, ``win_rate_by_strategy_and_seat``, ``length`` and
        ``scores_by_seat``; 8 inches wide, and as high as their texts need.
    """
    with chart_style():
        return {
            "win_rate_by_seat": _win_rate_by_seat(results),
            "win_rate_by_strategy_and_seat": _win_rate_by_strategy_and_seat(results),
            "length": _length(results),
            "scores_by_seat": _scores_by_seat(results),
        }


def write_charts(results: Results, folder: Path) -> list[Path]:
    """Write each chart as PNG and SVG into an existing folder, and return the files.

    The same results give the same bytes, as long as matplotlib is the same.
    """
    written = []
    with chart_style():
        for name, figure in draw_charts(results).items():
            written += [folder / f"{name}.png", folder / f"{name}.svg"]
            figure.savefig(written[-2])
            figure.savefig(written[-1], metadata={"Date": None})
    return written


@contextmanager
def chart_style() -> Iterator[None]:
    """Draw in the one style of all charts, whatever the user's matplotlibrc says.

    matplotlib keeps its settings for the whole process, so one thread draws at a time.
    """
    with _lock, matplotlib.style.context(["default", _STYLE]):
        yield


def _win_rate_by_seat(results: Results) -> Figure:
    rates, fair = [standing.win_rate for standing in results.seats()], results.fair_share
    notes = [f"Whiskers, and the range below each rate: {_confidence(results)} interval."]
    figure = _frame(results, "Win rate by seat", 3.4, notes)
    axes = figure.subplots()
    axes.axhline(fair, color=_VERMILION, linestyle="--", linewidth=1.4)
    beside = {"transform": axes.get_yaxis_transform(), "va": "center"}
    axes.text(1.01, fair, f"fair share\n{100 * fair:.3g} %", color=_VERMILION, **beside)
    ends = [[r.value - r.low for r in rates], [r.high - r.value for r in rates]]
    dots = {"fmt": "o", "color": _BLUE, "capsize": 5, "linewidth": 1.8, "markersize": 7}
    axes.errorbar(range(len(rates)), [r.value for r in rates], ends, clip_on=False, **dots)
    low, high = _visible(rates, fair)
    room = 0.07 * (high - low)  # half the height of a label
    for seat, rate in enumerate(rates):
        axes.annotate(
            f"{_percent(rate)}\n{_ends(rate)}",
            (seat, min(max(rate.value, low + room), high - room)),
            xytext=(9, 0),
            textcoords="offset points",
            va="center",
            fontsize=_SMALL,
            bbox={"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none"},
        )
    axes.set_xlim(-0.3, len(rates) - 0.1)
    axes.set_ylim(low, high)
    axes.set_xticks(range(len(rates)), _seats(results))
    axes.yaxis.set_major_formatter(PercentFormatter(1, symbol=" %"))
    axes.set_ylabel("win rate (axis does not start at 0)" if low > 0 else "win rate")
    return figure


def _visible(rates: Sequence[Estimate], fair: float) -> tuple[float, float]:
    """Return the range of the axis: all intervals, and at least 4 percentage points.

    It starts at 0 where that costs little.
    """
    low, high = min(fair, *(r.low for r in rates)), max(fair, *(r.high for r in rates))
    margin = max(0.15 * (high - low), (0.04 - (high - low)) / 2)
    low, high = low - margin, min(high + margin, 1.0)
    return (low, high) if low > 0.3 * high else (0.0, high)


def _win_rate_by_strategy_and_seat(results: Results) -> Figure:
    specs, cells, fair = results.run.study.strategies, results.cells(), results.fair_share
    labels = [_wrap(spec, _BESIDE) for spec in specs]
    row_height = max(0.62, 0.2 + max(len(label) for label in labels) * _LINE)
    notes = [f"In each cell: win rate ± half of its {_confidence(results)} interval."]
    figure = _frame(
        results, "Win rate by strategy and seat", row_height * len(specs) + 0.8, notes
    )
    axes = figure.subplots()
    rates = np.ma.masked_all((len(specs), results.players))
    for (spec, seat), standing in cells.items():
        rates[specs.index(spec), seat - 1] = standing.win_rate.value
    # Full colour no sooner than 5 points from the fair share: small differences look small.
    reach = max(0.05, float(np.abs(rates - fair).max()))
    colours = {"cmap": _DIVERGING, "norm": CenteredNorm(fair, reach)}
    mesh = axes.pcolormesh(rates, edgecolors="white", linewidth=2, **colours)
    for row, spec in enumerate(specs):
        for seat in range(results.players):
            played = cells.get((spec, seat + 1))
            _label_cell(axes, row, seat, played.win_rate if played else None)
    axes.set_xticks(np.arange(results.players) + 0.5, _seats(results))
    axes.set_yticks(np.arange(len(specs)) + 0.5, ["\n".join(label) for label in labels])
    axes.invert_yaxis()
    axes.tick_params(length=0)
    axes.grid(False)
    axes.spines[:].set_visible(False)
    bar = figure.colorbar(mesh, ax=axes, pad=0.02, aspect=7 * len(specs))
    low, high = max(0.0, fair - reach), min(1.0, fair + reach)
    bar.ax.set_ylim(low, high)
    bar.set_ticks([low, fair, high], labels=[f"{100 * end:.3g} %" for end in (low, fair, high)])
    bar.ax.set_title("fair share in white" , fontsize=_SMALL)
    return figure


def _label_cell(axes: Axes, row: int, seat: int, rate: Estimate | None) -> None:
    """Write a rate into its cell; hatch the cell of a strategy that never had the seat."""
    box = None
    if rate is None:
        text = "not\nplayed"
        box = {"facecolor": _PALE, "edgecolor": "none", "boxstyle": "round,pad=0.2"}
        corner = (seat + 0.01, row + 0.01)
        axes.add_patch(Rectangle(corner, 0.98, 0.98, facecolor=_PALE, hatch="///", linewidth=0))
    else:
        half = 100 * _half(rate)
        text = f"{_percent(rate)}\n± {half:.{_decimals(half)}f}"
    place = {"ha": "center", "va": "center", "fontsize": _SMALL}
    axes.text(seat + 0.5, row + 0.5, text, bbox=box, **place)


def _length(results: Results) -> Figure:
    lengths = results.lengths()
    notes = [
        "Lines: 5th percentile, median and 95th percentile, the number of which so many "
        "games do not exceed."
    ]
    figure = _frame(results, "Length of a game", 1.75 * len(lengths), notes)
    for axes, (name, length) in zip(figure.subplots(len(lengths)), lengths.items(), strict=True):
        bins = _bins(length.histogram)
        _steps(axes, length.histogram, bins, color=_BLUE, fill=True, alpha=0.5)
        _mark_percentiles(axes, length, bins)
        unseen = _unseen(length.histogram, bins, "games")
        axes.set_xlabel("\n".join([_bin_label(name, bins), *unseen]))
        axes.set_ylabel("games")
    return figure


def _mark_percentiles(axes: Axes, length: Length, bins: range) -> None:
    """Draw a line at each percentile, and write its value above the panel.

    The outer labels point outwards and the median's stands above them, so that they
    never meet, however close the values are.
    """
    at = {p: (value - bins.start + 0.5) / len(bins) / bins.step
          for p, value in length.percentiles.items()}  # fmt: skip
    left = max(at[5], 0.1)  # so far that the label does not stick out
    middle = min(max(at[50], 0.1), 0.9)
    places = ((5, left, 1.03, "right", ":"), (50, middle, 1.2, "center", "-"),
              (95, max(at[95], left), 1.03, "left", "--"))  # fmt: skip
    for percent, x, y, side, line in places:
        value = length.percentiles[percent]
        name = "median" if percent == 50 else f"{percent}th"
        axes.axvline(value, color=_INK, linestyle=line, linewidth=1.4)
        label = {"transform": axes.transAxes, "ha": side, "fontsize": _SMALL}
        axes.text(x, y, f" {name}: {_number(value)} ", **label)


def _scores_by_seat(results: Results) -> Figure:
    histograms = results.run.tally.scores
    everyone = reduce(add, histograms)
    bins = _bins(everyone)
    notes = [
        "Filled: this seat. Dashed: all seats together. Line: the seat's mean, "
        f"± half of its {_confidence(results)} interval.",
        *_unseen(everyone, bins, "scores"),
    ]
    rows = 1 if results.players < 4 else 2
    figure = _frame(results, "Final score by seat", 3.4 if rows == 1 else 4.4, notes)
    grid = figure.subplots(rows, -(-results.players // rows), sharex=True, sharey=True)
    means = [standing.score for standing in results.seats() if standing.score]
    for axes in grid.flat[results.players :]:
        axes.remove()
    panels = zip(grid.flat[: results.players], _seats(results), histograms, means, strict=True)
    for axes, seat, histogram, mean in panels:
        _steps(axes, histogram, bins, color=_BLUE, fill=True, alpha=0.5)
        _steps(axes, everyone, bins, color=_INK, linestyle="--", linewidth=1.3)
        axes.axvline(mean.value, color=_VERMILION, linewidth=1.8)
        axes.set_title(f"{seat}\nmean {_mean(mean)}")
        axes.tick_params(labelbottom=True)
    figure.supxlabel(_bin_label(f"final score in {results.game.score_unit}", bins), fontsize=_TEXT)
    figure.supylabel("games", fontsize=_TEXT)
    return figure


def _bins(histogram: Histogram) -> range:
    """Return where bins begin; they hold all but extreme tails, and the 5th to 95th percentile.

    A tail is cut where it is both beyond 99.5 % of the games and far from the quartiles,
    or leaves the quartiles by more than `_REACH` interquartile ranges.
    """
    at = histogram.quantile
    reach = _REACH * max(1, at(0.75) - at(0.25))
    low = min(at(0.05), max(at(0.005), at(0.25) - reach))
    high = max(at(0.95), min(at(0.995), at(0.75) + reach))
    ends = histogram.values[[0, -1]].tolist()
    # Not worth a note: tails that take up little room.
    low = ends[0] if low - ends[0] <= (high - low) / 4 else low
    high = ends[1] if ends[1] - high <= (high - low) / 4 else high
    width = bin_width(high - low + 1)
    return range(low // width * width, (high // width + 1) * width, width)


def _steps(axes: Axes, histogram: Histogram, bins: range, **look: Any) -> None:
    """Draw the share of the games in each bin."""
    edges = np.append(bins, bins.stop) - 0.5
    games, _ = np.histogram(histogram.values, edges, weights=histogram.counts)
    axes.stairs(games / histogram.counts.sum(), edges.tolist(), **look)
    axes.set_xlim(edges[0], edges[-1])
    axes.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
    axes.yaxis.set_major_formatter(PercentFormatter(1, symbol=" %"))


def _unseen(histogram: Histogram, bins: range, what: str) -> list[str]:
    """Say how many games lie outside the bins, if any do."""
    values, counts = histogram.values, histogram.counts
    below, above = int(counts[values < bins.start].sum()), int(counts[values >= bins.stop].sum())
    parts = [f"{_number(below)} {what} below {_number(bins.start)}, down to {_number(values[0])}"] * (below > 0)
    parts += [f"{_number(above)} {what} above {_number(bins.stop - 1)}, up to {_number(values[-1])}"] * (above > 0)
    return [f"not shown: {'; '.join(parts)}"] if parts else []


def _bin_label(name: str, bins: range) -> str:
    return name if bins.step == 1 else f"{name}, in bins of {bins.step}"


def _frame(results: Results, what: str, height: float, notes: Sequence[str]) -> Figure:
    """Make a figure with its header and notes, and `height` inches between them."""
    study, title = results.run.study, 0.27
    lines = [line for text in _header(results) for line in _wrap(text, _ACROSS)]
    notes = [line for text in notes for line in _wrap(text, _ACROSS)]
    top = _MARGIN + 2 * title + len(lines) * _LINE + 0.08
    bottom = _MARGIN + len(notes) * _LINE
    total = top + height + bottom
    engine = ConstrainedLayoutEngine(
        rect=(0.01, bottom / total, 0.98, height / total), h_pad=0.06, w_pad=0.06
    )
    figure = Figure(figsize=(_WIDTH, total), layout=engine)
    FigureCanvasAgg(figure)

    def write(text: str, inches: float, **look: Any) -> None:
        figure.text(_MARGIN / _WIDTH, 1 - inches / total, text, va="top", **look)

    write(what, _MARGIN, fontsize=_TITLE, fontweight="bold")
    played = f"{results.game.title}, variant {study.variant}, {study.players} players"
    write(played, _MARGIN + title, fontsize=_TEXT, fontweight="bold")
    for place, line in enumerate(lines):
        write(line, _MARGIN + 2 * title + place * _LINE, fontsize=_SMALL, color=_GREY)
    for place, line in enumerate(notes):
        write(line, total - bottom + place * _LINE, fontsize=_SMALL, color=_GREY)
    return figure


def _header(results: Results) -> list[str]:
    """Say what was played: how many games, by whom, under which changed rules."""
    run, study = results.run, results.run.study
    games = f"{_number(run.games)} games on {_number(run.tally.deals)} deals, seed {study.seed}"
    if run.interrupted:
        games += f"; interrupted before {_number(study.games)} games"
    if results.unfinished:
        games += f"; unfinished: {_number(results.unfinished)}"
    rules = [f"{name}={str(value).lower()}" for name, value in study.rules.items()]
    return [games, _lineup(study), *([f"rules changed: {', '.join(rules)}"] if rules else [])]


def _lineup(study: Study) -> str:
    """Name the line-up; shorten the names where they need more than about two lines."""
    runs = [(spec, len(list(group))) for spec, group in groupby(study.lineup)]
    long = len(", ".join(spec for spec, _ in runs)) > 2 * _ACROSS - 20
    most = 2 * _ACROSS // len(runs) - 10
    names = [_shorten(spec, most) if long else spec for spec, _ in runs]
    named = [f"{times} × {name}" if times > 1 else name for name, (_, times) in zip(names, runs, strict=True)]
    seated = "" if len(runs) == 1 or study.rotate else " (not rotated)"
    return f"line-up: {', '.join(named)}{seated}"


def _shorten(text: str, most: int) -> str:
    """Replace the middle of a text that is too long by an ellipsis."""
    return text if len(text) <= most else f"{text[: most // 2]}…{text[-(most // 2) :]}"


def _wrap(text: str, width: int) -> list[str]:
    """Break a text into lines, after spaces and the punctuation of paths and parameters."""
    lines = [""]
    for piece in re.findall(rf"[^ /:(,]{{1,{width - 1}}}[ /:(,]*|[ /:(,]+", text):
        if lines[-1] and len(lines[-1] + piece.rstrip(" ")) > width:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip(" ") for line in lines]


def _seats(results: Results) -> list[str]:
    return ["seat 1 (starts)", *(f"seat {seat}" for seat in range(2, results.players + 1))]


def _confidence(results: Results) -> str:
    return f"{100 * results.confidence:g} % confidence"


def _percent(rate: Estimate) -> str:
    return f"{100 * rate.value:.{_decimals(100 * _half(rate))}f} %"


def _ends(rate: Estimate) -> str:
    decimals = _decimals(100 * _half(rate))
    return f"{100 * rate.low:.{decimals}f} to {100 * rate.high:.{decimals}f}"


def _mean(mean: Estimate) -> str:
    half, decimals = _half(mean), _decimals(_half(mean))
    return f"{mean.value:.{decimals}f}" + (f" ± {half:.{decimals}f}" if half < math.inf else "")


def _half(estimate: Estimate) -> float:
    return (estimate.high - estimate.low) / 2


def _decimals(half: float) -> int:
    """Return how many decimals tell a figure that is known to within `half`: 1 to 4."""
    return min(4, max(1, math.ceil(-math.log10(half)))) if 0 < half < math.inf else 1


def _number(count: int) -> str:
    """Write a whole number with its thousands apart."""
    return f"{count:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
