"""The chart of real games over simulated ones."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure as Drawing

from reports.contest.question import frame
from reports.figures.figure import MINUTES, TURNS
from reports.playtest.games import known_in
from reports.playtest.results import PlaytestResults
from reports.writing.chart_frame import BLUE, GREY, INK, Sheet
from reports.writing.numbers import counted

#: Inches: a row of the chart.
_ROW = 0.42


def draw(sheet: Sheet, results: PlaytestResults) -> Drawing:
    """Draw the lengths of each style's games in a row, the likeliest first, and yours below.

    It is in turns or, where only these were logged, in minutes.
    """
    columns, styles = results.log.columns, results.ranked
    by_clock = MINUTES in columns and TURNS not in columns
    unit, a_turn = ("minutes", results.seconds.value / 60) if by_clock else ("turns", 1.0)
    logged = np.sort(known_in(results.log.column(MINUTES if by_clock else TURNS)))
    alike = results.alike if results.features else []
    notes = [f"Hills: simulated games{'; blue ones are most like yours' * bool(alike)}."]
    games = counted(results.log.games, "real game")
    drawing = frame(results, sheet, games, _ROW * (len(styles) + 2), notes)
    axes, lengths = drawing.subplots(), [a_turn * results.simulated[o][TURNS] for o in styles]
    ends = [np.percentile(each, (0.5, 99.5)) for each in lengths]
    low, high = 0.9 * min([np.min(ends), *logged]), 1.1 * max([np.max(ends), *logged])
    edges = np.geomspace(low, high, 61)
    for row, (style, each) in enumerate(zip(styles, lengths, strict=True), 1):
        bins, _ = np.histogram(each, edges)
        hill, colour = row - 0.85 * bins / bins.max(), BLUE if style in alike else GREY
        axes.stairs(hill, edges, baseline=row, fill=True, color=colour, alpha=0.6)
    below = len(styles) + 0.5 + 0.2 * (np.arange(len(logged)) % 3 - 1)
    axes.plot(logged, below, "o", color=INK, markersize=5, alpha=0.7)
    axes.set(xscale="log", xlim=(low, high), ylim=(len(styles) + 1, 0))
    axes.set_xlabel(f"{unit} of a game")
    axes.set_yticks(np.arange(len(styles) + 1) + 0.6, [*styles, "your games"])
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False)
    ticks = [one * 10**power for power in range(5) for one in (1, 2, 3, 5)]
    axes.set_xticks([one for one in ticks if low <= one <= high], minor=False)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set_xticks([], minor=True)
    return drawing
