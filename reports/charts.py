"""The charts of a run, each readable on its own: what was run, how often, how sure."""

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

# Blue and vermilion of Okabe and Ito (Color Universal Design, 2008), which colour-blind
# people tell apart; between them only greys.
_BLUE, _VERMILION = "#0072b2", "#d55e00"
_INK, _GREY, _PALE = "#222222", "#5f5f5f", "#e4e4e4"
_DIVERGING = LinearSegmentedColormap.from_list("fathom", [_BLUE, "#f7f7f7", _VERMILION])
_TITLE, _TEXT, _SMALL = 14, 11, 10
_STYLE: dict[str, Any] = {
    "figure.dpi": 160,
    "savefig.dpi": "figure",
    "svg.hashsalt": "fathom",
    "text.parse_math": False,  # a path may hold dollar signs
    "text.color": _INK,
    "font.size": _TEXT,
    "axes.labelsize": _TEXT,
    "axes.labelcolor": _INK,
    "axes.titlesize": _TEXT,
    "axes.titlelocation": "left",
    "axes.edgecolor": _GREY,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "grid.color": _PALE,
    "xtick.labelsize": _SMALL,
    "ytick.labelsize": _SMALL,
    "xtick.color": _GREY,
    "ytick.color": _GREY,
    "xtick.labelcolor": _INK,
    "ytick.labelcolor": _INK,
    "hatch.color": "#b0b0b0",
    "hatch.linewidth": 0.8,
}
#: Inches: a chart's width, its margin, and the height of a line of small text.
_WIDTH, _MARGIN, _LINE = 8.0, 0.15, 0.195
#: Characters of small text that surely fit in a chart's width, and beside a heat map.
_ACROSS, _BESIDE = 88, 27
#: Tails longer than this many interquartile ranges are cut off, and counted.
_REACH = 6

_lock = threading.RLock()


def draw_charts(results: Results) -> dict[str, Figure]:
    """Draw the charts of a run, by file stem.

    Parameters
    ----------
    results
        Of at least one deal.

    Returns
    -------
    dict
        `win_rate_by_seat`, `win_rate_by_strategy_and_seat`, `length` and
        `scores_by_seat`, all 8 inches wide and as high as their texts need.
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

    The same results give the same bytes, with the same version of matplotlib.
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
    rates = [standing.win_rate for standing in results.seats()]
    fair = results.fair_share
    figure = _frame(
        results,
        "Win rate by seat",
        3.4,
        f"Whiskers and the range below each rate: {_confidence(results)} interval.",
    )
    axes = figure.subplots()
    axes.axhline(fair, color=_VERMILION, linestyle="--", linewidth=1.4)
    label = f"fair share\n{100 * fair:.3g} %"
    beside = axes.get_yaxis_transform()
    axes.text(1.01, fair, label, transform=beside, color=_VERMILION, va="center")
    seats = range(len(rates))
    values = [rate.value for rate in rates]
    below = [rate.value - rate.low for rate in rates]
    above = [rate.high - rate.value for rate in rates]
    axes.errorbar(
        seats, values, [below, above], fmt="o", color=_BLUE, capsize=5, lw=1.8, ms=7, clip_on=False
    )
    low, high = _visible(rates, fair)
    axes.set_ylim(low, high)
    for seat, rate in enumerate(rates):
        text = f"{_percent(rate)}\n{_range(rate)}"
        label_at = min(max(rate.value, low + 0.06 * (high - low)), high - 0.06 * (high - low))
        axes.annotate(
            text,
            (seat, label_at),
            xytext=(9, 0),
            textcoords="offset points",
            va="center",
            fontsize=_SMALL,
            bbox={"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none"},
        )
    axes.set_xlim(-0.3, len(rates) - 0.1)
    axes.set_xticks(seats, [_seat(seat) for seat in seats])
    axes.yaxis.set_major_formatter(PercentFormatter(1, symbol=" %"))
    axes.set_ylabel("win rate" if low <= 0 else "win rate (axis does not start at 0)")
    return figure


def _visible(rates: Sequence[Estimate], fair: float) -> tuple[float, float]:
    """Return the range of the axis: all intervals, and at least 4 percentage points.

    It starts at 0 when that costs little.
    """
    low = min(fair, *(rate.low for rate in rates))
    high = max(fair, *(rate.high for rate in rates))
    pad = max(0.15 * (high - low), (0.04 - (high - low)) / 2)
    low, high = low - pad, min(high + pad, 1.0)
    return (low, high) if low > 0.3 * high else (0.0, high)


def _win_rate_by_strategy_and_seat(results: Results) -> Figure:
    specs, cells, fair = results.run.study.strategies, results.cells(), results.fair_share
    labels = [_wrapped(spec, _BESIDE) for spec in specs]
    tallest = max(len(label) for label in labels)
    body = len(specs) * max(0.62, 0.2 + tallest * _LINE) + 0.9
    note = f"Each cell: the win rate and half the width of its {_confidence(results)} interval."
    figure = _frame(results, "Win rate by strategy and seat", max(body, 2.2), note)
    axes = figure.subplots()
    rates = np.full((len(specs), results.players), np.nan)
    for (spec, seat), standing in cells.items():
        rates[specs.index(spec), seat - 1] = standing.win_rate.value
    # At least 5 points to full colour, so that small differences look small.
    reach = max(0.05, float(np.nanmax(np.abs(rates - fair))))
    norm = CenteredNorm(fair, reach)
    mesh = axes.pcolormesh(
        np.ma.masked_invalid(rates), cmap=_DIVERGING, norm=norm, edgecolors="white", linewidth=2
    )
    for row, spec in enumerate(specs):
        for seat in range(results.players):
            found = cells.get((spec, seat + 1))
            colour = _INK
            if found is None:
                text = "not\nplayed"
                corner = (seat + 0.02, row + 0.02)
                axes.add_patch(Rectangle(corner, 0.96, 0.96, facecolor=_PALE, hatch="///", lw=0))
            else:
                rate = found.win_rate
                text = f"{_percent(rate)}\n± {100 * _half(rate):.{_decimals(100 * _half(rate))}f}"
                colour = "white" if abs(rate.value - fair) > 0.8 * reach else _INK
            axes.text(
                seat + 0.5,
                row + 0.5,
                text,
                ha="center",
                va="center",
                color=colour,
                fontsize=_SMALL,
                bbox=None
                if found
                else {"facecolor": _PALE, "edgecolor": "none", "boxstyle": "square,pad=0.2"},
            )
    axes.set_xticks(np.arange(results.players) + 0.5, [_seat(s) for s in range(results.players)])
    axes.set_yticks(np.arange(len(specs)) + 0.5, ["\n".join(label) for label in labels])
    axes.invert_yaxis()
    axes.tick_params(length=0)
    axes.grid(False)
    axes.spines[:].set_visible(False)
    bar = figure.colorbar(mesh, ax=axes, pad=0.02, aspect=15 if len(specs) > 1 else 6)
    ticks = [max(0.0, fair - reach), fair, fair + reach]
    names = [f"{100 * tick:.3g} %" for tick in ticks]
    bar.set_ticks(ticks, labels=[names[0], f"fair\n{names[1]}", names[2]])
    bar.ax.set_ylim(max(0.0, fair - reach), min(1.0, fair + reach))
    return figure


def _length(results: Results) -> Figure:
    lengths = results.lengths()
    note = "Lines: the 5th, 50th (median) and 95th percentile; 95 % ≤ 9: 95 % of games last 9 or less."
    figure = _frame(results, "Length of a game", 1.75 * len(lengths), note)
    for axes, (name, length) in zip(figure.subplots(len(lengths)), lengths.items(), strict=True):
        bins = _bins([length.histogram])
        _steps(axes, length.histogram, bins, color=_BLUE, fill=True, alpha=0.55)
        axes.set_xlim(bins.start - 0.5, bins.stop - 0.5)
        _mark_percentiles(axes, length, bins)
        axes.set_xlabel("\n".join([_binned(f"{name} of a game", bins), *_unseen([length.histogram], bins, "game")]))
        axes.set_ylabel("games")
    return figure
