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
from reports.comparison.framing import arms_drawn, frame, legend_height, look, name_arms
from reports.comparison.results import Comparison
from reports.figures.figure import POINTS
from reports.run.histograms import (
    draw_steps,
    find_bins,
    mean_label,
    share_label,
    tell_unseen,
)
from reports.writing import numbers
from reports.writing.chart_frame import GREY, Sheet, make_chart
from reports.writing.document import Chart
from reports.writing.words import listed, seat_names

#: Inches that the names of arms have, above a panel as wide as the chart.
_ACROSS = 6.2


@dataclass(frozen=True)
class _Chart:
    """A chart of a comparison: how it is called, drawn, and told in words."""

    name: str
    question: str
    draw: Callable[[Sheet, Comparison], Drawing]
    title: Callable[[Comparison], str]
    words: Callable[[Comparison], str]
    #: Whether there is anything to see in it.
    tells: Callable[[Comparison], bool] = lambda _: True


def charts_of(comparison: Comparison) -> list[Chart]:
    """Return the charts of a comparison, of `CHARTS` those that show something."""
    return [
        make_chart(
            chart.name,
            chart.title(comparison),
            chart.question,
            chart.words(comparison),
            chart.draw,
            comparison,
        )
        for chart in CHARTS
        if chart.tells(comparison)
    ]


def _win_rate_by_seat(sheet: Sheet, comparison: Comparison) -> Drawing:
    """Draw the win rates of all arms, less the fair share where that differs."""
    arms = arms_drawn(comparison)
    labels = {arm.place: arm.label for arm in arms}
    fair, across = comparison.first.fair_share, sheet.part(_ACROSS)
    alike = all(results.fair_share == fair for results in comparison.arms.values())
    notes = [f"Whiskers: {numbers.level(comparison.confidence)}."]
    if alike:
        notes[0] += f" Dashed: the fair share, {numbers.percent(fair)}."
    seats = max(results.players for results in comparison.arms.values())
    height = max(0.5, 0.16 * len(arms) + 0.1) * seats + 0.6
    height += legend_height(list(labels.values()), across)
    drawing = frame(comparison, sheet, height, notes)
    axes = drawing.subplots()
    axes.axvline(fair if alike else 0, color=GREY, linestyle="--", linewidth=1.4)
    for down, arm in enumerate(arms):
        colour, marker, _ = look(arm.place)
        shift = 0.0 if alike else -arm.results.fair_share
        rates = [standing.win_rate.shifted(shift) for standing in arm.results.seats()]
        at = np.arange(len(rates)) + (down - (len(arms) - 1) / 2) * 0.7 / len(arms)
        ends = [[r.value - r.low for r in rates], [r.high - r.value for r in rates]]
        values = [r.value for r in rates]
        axes.errorbar(values, at, xerr=ends, fmt=marker, color=colour, capsize=4, markersize=6)
    axes.set_ylim(seats - 0.5, -0.5)
    axes.set_yticks(range(seats), seat_names(seats))
    axes.xaxis.set_major_formatter(FuncFormatter(share_label if alike else _points))
    axes.margins(x=0.12)
    axes.set_xlabel("win rate (axis does not start at 0)" if alike else "win rate less fair share")
    axes.tick_params(axis="y", length=0)
    axes.grid(True, axis="x")
    axes.grid(False, axis="y")
    name_arms(axes, labels, with_line=False, across=across)
    return drawing


def _points(share: float, _: int | None) -> str:
    return f"{numbers.number(share, 0, POINTS)} pp"


def _varies(comparison: Comparison) -> bool:
    """Return whether it is known how long which game takes, and they differ.

    Stored results hold means and percentiles alone.
    """
    arms = comparison.arms.values()
    return (
        comparison.is_paired
        and len(reduce(add, [arm.minutes().histogram for arm in arms]).counts) > 1
    )


def _length(sheet: Sheet, comparison: Comparison) -> Drawing:
    """Draw the distributions of minutes of all arms over each other."""
    arms = arms_drawn(comparison)
    paces = list(dict.fromkeys(arm.seconds_per_turn for arm in comparison.arms.values()))
    # Bins of turns can be drawn as minutes where a turn takes as long in every arm.
    alike = len(paces) == 1
    lengths = [arm.results.minutes() if alike else arm.results.lengths()["turns"] for arm in arms]
    scale = paces[0] / 60 if alike else 1.0
    histograms = [length.histogram for length in lengths]
    everything = reduce(add, histograms)
    bins = find_bins(everything)
    labels = {
        arm.place: f"{arm.label}: {mean_label(length.mean)}"
        for arm, length in zip(arms, lengths, strict=True)
    }
    level = numbers.level(comparison.confidence)
    seconds = listed([str(pace) for pace in paces])
    notes = [
        f"Share of the games in each bin; mean \N{PLUS-MINUS SIGN} half the width of its {level}. "
        f"An assumed {seconds} seconds a turn"
        + (f"; in turns: {_turns(comparison)}." if alike else ", so drawn in turns."),
        *tell_unseen(everything, bins, "game", scale),
    ]
    across = sheet.part(_ACROSS)
    drawing = frame(comparison, sheet, 2.6 + legend_height(list(labels.values()), across), notes)
    axes = drawing.subplots()
    for arm, histogram in zip(arms, histograms, strict=True):
        colour, _, line = look(arm.place)
        draw_steps(axes, histogram, bins, scale, color=colour, linestyle=line, linewidth=1.6)
    axes.set_ylabel("games")
    axes.set_xlabel("minutes" if alike else "turns")
    name_arms(axes, labels, with_marker=False, across=across)
    return drawing


def _turns(comparison: Comparison) -> str:
    """List the mean turns of all arms."""
    return listed(
        [
            f"{arm.label} {mean_label(arm.results.lengths()['turns'].mean)}"
            for arm in arms_drawn(comparison)
        ]
    )


#: Every chart of a comparison, by the stem of its files.
CHARTS = (
    _Chart(
        "differences",
        "What differs?",
        forest.draw,
        chart_words.differences_title,
        chart_words.differences,
    ),
    _Chart(
        "win_rate_by_seat",
        "Who wins, by seat?",
        _win_rate_by_seat,
        chart_words.seats_title,
        chart_words.seats,
    ),
    _Chart(
        "length",
        "How long is a game?",
        _length,
        chart_words.length_title,
        chart_words.lengths,
        _varies,
    ),
)
