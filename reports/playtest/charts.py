"""The chart of real games over simulated ones."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure as Drawing

from reports.figures.figure import MINUTES, TURNS
from reports.playtest.agreement import known_in
from reports.playtest.games import Values
from reports.playtest.results import Playtest
from reports.run.document import title
from reports.writing.chart_frame import BLUE, GREY, INK, ORANGE, VERMILION, ChartKind, Sheet
from reports.writing.document import Chart
from reports.writing.numbers import counted
from reports.writing.words import listed

#: What the likely playing styles are drawn in, the likeliest first; all others in grey.
_LOOKS = ((BLUE, "-"), (VERMILION, "--"), (ORANGE, "-."))


def charts_of(playtest: Playtest) -> list[Chart]:
    """Return the chart, of turns or, where only these were logged, of minutes."""
    return [chart for kind in CHARTS for chart in kind.of(playtest)]


def _lengths(playtest: Playtest) -> tuple[str, float, Values]:
    """Return in what games are drawn, how much of it a turn is, and the games that were logged."""
    columns = playtest.log.columns
    if MINUTES in columns and TURNS not in columns:
        return "minutes", playtest.seconds.value / 60, known_in(columns[MINUTES])
    return "turns", 1.0, known_in(columns.get(TURNS, np.empty(0)))


def _draw(sheet: Sheet, playtest: Playtest) -> Drawing:
    unit, a_turn, logged = _lengths(playtest)
    note = "Dots: your games. Curves: simulated ones; thin grey ones are less like yours."
    real = f"{counted(playtest.log.games, 'real game')}, {len(playtest.styles)} playing styles"
    drawing = sheet.frame(title(playtest.styles[0].results.run.study), [real], 3.6, [note])
    axes, top = drawing.subplots(), 0.0
    looks = dict(zip(playtest.alike * playtest.tells_apart, _LOOKS, strict=False))
    ends = [np.percentile(a_turn * one.columns[TURNS], (0.5, 99.5)) for one in playtest.styles]
    low, high = 0.9 * min([np.min(ends), *logged]), 1.1 * max([np.max(ends), *logged])
    at = np.geomspace(low, high, 300)
    for one in reversed(playtest.ranked):  # the likeliest last, over all others
        logs = np.log(a_turn * one.columns[TURNS])
        width = max(0.03, float(logs.std()) * len(logs) ** -0.2)
        curve = np.exp(-(((np.log(at)[:, None] - logs) / width) ** 2) / 2).mean(axis=1) / width
        colour, line = looks.get(one.name, (GREY, "-"))
        wide, label = 0.6, None
        if one.name in looks:
            wide, label = 2.2, f"{one.name}, {min(99, round(100 * playtest.posterior[one.name]))} %"
        axes.plot(at, curve, line, color=colour, linewidth=wide, label=label)
        top = max(top, float(curve.max()))
    for place, length in enumerate(np.sort(logged)):
        axes.plot(length, -0.05 * top * (1 + place % 3), "o", color=INK, markersize=5, alpha=0.7)
    axes.set(xscale="log", xlabel=f"{unit} of a game", ylabel="how often", yticks=[])
    ticks = [one * 10**power for power in range(5) for one in (1, 2, 5)]
    axes.set_xticks([one for one in ticks if low <= one <= high], minor=False)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set_xticks([], minor=True)
    if looks:
        axes.legend(loc="upper left", frameon=False, reverse=True)
    return drawing


def _in_words(playtest: Playtest) -> str:
    unit, a_turn, logged = _lengths(playtest)
    own = f"Yours took {listed([f'{one:.0f}' for one in np.sort(logged)]) or 'unknown'} {unit}"
    means = [f"{one.name} {a_turn * one.columns[TURNS].mean():.0f}" for one in playtest.styles]
    return f"{own}; simulated ones in the mean: {listed(means)}."


def _title(playtest: Playtest) -> str:
    alike = f"Your games are most like those of {listed(playtest.alike[:3], 'or')}"
    return alike if playtest.tells_apart else "Your games over simulated ones"


_QUESTION = "How long do your games take beside simulated ones?"
CHARTS = (ChartKind("table", _QUESTION, _title, _in_words, _draw),)
NAMES = [kind.name for kind in CHARTS]
