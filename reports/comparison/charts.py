"""The charts of a comparison: what differs, who wins from where, how long games last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np
from matplotlib.figure import Figure as Drawing
from matplotlib.ticker import FuncFormatter

from reports.comparison import chart_words, forest
from reports.comparison.framing import frame, legend_height, look, name_arms
from reports.comparison.results import Comparison
from reports.figures.figure import POINTS
from reports.run.charts import (
    bin_label,
    draw_steps,
    find_bins,
    mean_label,
    share_label,
    tell_unseen,
)
from reports.writing import numbers
from reports.writing.chart_frame import GREY, drawn
from reports.writing.document import Chart
from reports.writing.words import seat_names


@dataclass(frozen=True)
class _Chart:
    """A chart of a comparison: how it is called, drawn, and told in words."""

    name: str
    title: str
    draw: Callable[[Comparison], Drawing]
    words: Callable[[Comparison], str]


def charts_of(comparison: Comparison) -> list[Chart]:
    """Return the charts of a comparison, each of `CHARTS`; of stored results, what they hold."""
    return [
        Chart(chart.name, chart.title, chart.words(comparison), drawn(chart.draw, comparison))
        for chart in CHARTS
        if comparison.is_paired or chart.name != "length"
    ]


def _win_rate_by_seat(comparison: Comparison) -> Drawing:
    """Draw the win rates of all arms, less the fair share where that differs."""
    labels, arms = list(comparison.arms), len(comparison.arms)
    fair = comparison.first.fair_share
    alike = all(results.fair_share == fair for results in comparison.arms.values())
    notes = [f"Whiskers: {numbers.level(comparison.confidence)}."]
    if alike:
        notes[0] += f" Dashed: the fair share, {numbers.percent(fair)}."
    drawing = frame(comparison, "Win rate by seat", 3.4 + legend_height(labels), notes)
    axes = drawing.subplots()
    axes.axhline(fair if alike else 0, color=GREY, linestyle="--", linewidth=1.4)
    for place, results in enumerate(comparison.arms.values()):
        colour, marker, _ = look(place)
        shift = 0.0 if alike else -results.fair_share
        rates = [standing.win_rate.shifted(shift) for standing in results.seats()]
        at = np.arange(len(rates)) + (place - (arms - 1) / 2) * 0.7 / arms
        ends = [[r.value - r.low for r in rates], [r.high - r.value for r in rates]]
        values = [r.value for r in rates]
        axes.errorbar(at, values, ends, fmt=marker, color=colour, capsize=4, markersize=6)
    seats = max(results.players for results in comparison.arms.values())
    axes.set_xlim(-0.5, seats - 0.5)
    axes.set_xticks(range(seats), seat_names(seats))
    axes.yaxis.set_major_formatter(FuncFormatter(share_label if alike else _points))
    axes.margins(y=0.12)
    axes.set_ylabel("win rate (axis does not start at 0)" if alike else "win rate less fair share")
    name_arms(axes, labels, with_line=False)
    return drawing


def _points(share: float, _: int | None) -> str:
    return f"{numbers.number(share, 0, POINTS)} pp"


def _length(comparison: Comparison) -> Drawing:
    """Draw the distributions of turns and rounds of all arms over each other."""
    lengths = [results.lengths() for results in comparison.arms.values()]
    names = [
        name
        for name in ("turns", "rounds")
        if any(len(length[name].histogram.counts) > 1 for length in lengths)
    ] or ["turns"]
    level = numbers.level(comparison.confidence)
    notes = [
        f"Share of the games in each bin; mean \N{PLUS-MINUS SIGN} half the width of its {level}."
    ]
    labels = {
        name: [
            f"{label}: {mean_label(length[name].mean)}"
            for label, length in zip(comparison.arms, lengths, strict=True)
        ]
        for name in names
    }
    height = sum(2.3 + legend_height(named) for named in labels.values())
    drawing = frame(comparison, "Length of a game", height, notes)
    panels = drawing.subplots(len(names), squeeze=False).flat
    for axes, (name, named) in zip(panels, labels.items(), strict=True):
        histograms = [length[name].histogram for length in lengths]
        everything = reduce(add, histograms)
        bins = find_bins(everything)
        for place, histogram in enumerate(histograms):
            colour, _, line = look(place)
            draw_steps(axes, histogram, bins, color=colour, linestyle=line, linewidth=1.6)
        axes.set_ylabel("games")
        axes.set_xlabel("\n".join([bin_label(name, bins), *tell_unseen(everything, bins, "game")]))
        name_arms(axes, named, with_marker=False)
    return drawing


#: Every chart of a comparison, by the stem of its files.
CHARTS = (
    _Chart("differences", "What differs", forest.draw, chart_words.differences),
    _Chart("win_rate_by_seat", "Win rate by seat", _win_rate_by_seat, chart_words.seats),
    _Chart("length", "Length of a game", _length, chart_words.lengths),
)
