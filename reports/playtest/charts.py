"""The chart of a playtest: the lengths of the simulated games and of the logged games."""

from __future__ import annotations

from typing import Any

import numpy as np

from reports.analysis.contest import frame
from reports.figures.figure import MINUTES, TURNS
from reports.playtest.games import known_in
from reports.playtest.results import PlaytestResults
from reports.writing import marks
from reports.writing.chart_frame import ChartFrame, Drawing
from reports.writing.wording import counted

#: The colour of the histograms of kinds of players that are unlike the logged players.
_UNLIKE = "#d5d8dd"
#: The height of a row in inches.
_ROW = 0.42
#: The number of bins of a histogram.
_BINS = 60
#: The axis shows at least the range between these percentiles of the simulated lengths.
_ENDS = (0.5, 99.5)


def draw_lengths(sheet: ChartFrame, results: PlaytestResults) -> Drawing:
    """Return a chart with a histogram of the length of games for each kind of players.

    Each kind has a row, the likeliest at the top. The logged games are dots in the last row, which
    is left out if the log has no lengths. The lengths are in turns, or in minutes if the log has
    minutes but no turns.

    Parameters
    ----------
    sheet
        The title, the question and the width of the chart.
    results
        The results of the playtest.
    """
    logged_paths = results.log.columns
    styles = results.posterior.shown
    if MINUTES in logged_paths and TURNS not in logged_paths:
        unit = "minutes"
        path = MINUTES
        units_per_turn = results.seconds.value / 60
    else:
        unit = "turns"
        path = TURNS
        units_per_turn = 1.0
    lengths = [units_per_turn * results.simulated[style][TURNS] for style in styles]
    logged = np.sort(known_in(results.log.column(path)))
    alike = results.posterior.alike if results.posterior.features else []

    note = "Hills: simulated games"
    if alike:
        note += "; blue ones are most like yours"
    names = list(styles)
    if len(logged):
        names.append("your games")
    else:
        note += f". Your log has no {unit}"
    games = counted(results.log.games, "real game")
    drawing = frame(results, sheet, games, _ROW * (len(names) + 1), [f"{note}."])
    axes = drawing.subplots()

    ends = [np.percentile(values, _ENDS) for values in lengths]
    low = 0.9 * min([np.min(ends), *logged])
    high = 1.1 * max([np.max(ends), *logged])
    edges = np.geomspace(low, high, _BINS + 1)
    for row, (style, values) in enumerate(zip(styles, lengths, strict=True), 1):
        bins, _ = np.histogram(values, edges)
        hill = row - 0.85 * bins / bins.max()
        colour = marks.BAR if style in alike else _UNLIKE
        axes.stairs(hill, edges, baseline=row, fill=True, color=colour, linewidth=0)
    # The dots cycle through three heights, so that games of equal length can be told apart.
    heights = len(styles) + 0.5 + 0.2 * (np.arange(len(logged)) % 3 - 1)
    axes.plot(logged, heights, "o", color=marks.DATA, markersize=5, alpha=0.8)

    axes.set(ylim=(len(names), 0))
    axes.set_yticks(np.arange(len(names)) + 0.6, names)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(f"{unit} of a game")
    axes.grid(True, axis="x")
    axes.grid(False, axis="y")
    axes.spines["left"].set_visible(False)
    _scale(axes, low, high)
    return drawing


def _scale(axes: Any, low: float, high: float) -> None:
    """Make the x axis logarithmic, from `low` to `high`, with ticks at round numbers."""
    axes.set(xscale="log", xlim=(low, high))
    ticks = []
    for power in range(5):
        ticks += [digit * 10**power for digit in (1, 2, 3, 5)]
    axes.set_xticks([tick for tick in ticks if low <= tick <= high], minor=False)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set_xticks([], minor=True)
