"""The charts of a comparison: what differs, who wins from where, how long games last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np
from matplotlib.figure import Figure as Drawing
from matplotlib.ticker import FuncFormatter

from reports.comparison import forest
from reports.comparison.framing import (
    frame,
    legend_height,
    look,
    name_arms,
    pairs_drawn,
)
from reports.comparison.ranking import order, rank, weight
from reports.comparison.results import Comparison
from reports.comparison.sentences import clause, quoted, values
from reports.figures.figure import ADVANTAGE, MINUTES, POINTS, SEAT_SPREAD, SEATS, Figure, Topic
from reports.run.histograms import (
    draw_steps,
    find_bins,
    mean_label,
    share_label,
    tell_unseen,
)
from reports.run.results import Results
from reports.writing import numbers
from reports.writing.chart_frame import GREY, Sheet, make_chart
from reports.writing.document import Chart
from reports.writing.words import capital, listed, seat_names

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


def _differences_title(comparison: Comparison) -> str:
    """Say how much differs, of how much that is open, and what most of who wins and how long."""
    figures = [one for row in forest.rows_of(comparison).values() for _, one in row]
    clear = sum(one.is_clear for one in figures)
    unclear = sum(weight(one) == "unclear" for one in figures)
    told = f"{clear or 'None'} of {len(figures)} figures clearly differ{'s' * (clear < 2)}"
    if unclear:
        told += f", {unclear} cannot be told with so few games"
    most = _largest(comparison, lambda one: one.topic is Topic.WINS or one.path == MINUTES)
    return f"{told}; {most}" if most else told


def _seats_title(comparison: Comparison) -> str:
    def of_seats(one: Figure) -> bool:
        return one.kind == ADVANTAGE or (one.kind == SEATS and one.is_win_rate)

    told = _title(
        comparison, of_seats, "whether a seat wins more with one than another", "No seat's win rate"
    )
    # The chart shows how the seats of each stand, which may be clear where no difference is.
    labels = [quoted(label) for label, one in comparison.arms.items() if _seats_differ(one)]
    return f"The seats differ with {listed(labels)}. {told}" if labels else told


def _seats_differ(results: Results) -> bool:
    """Return whether some seat clearly wins more than another, and not because of who has it."""
    judged = results.has(SEAT_SPREAD) and not results.is_seated
    return judged and results.estimate(SEAT_SPREAD).low > 0


def _length_title(comparison: Comparison) -> str:
    def is_minutes(one: Figure) -> bool:
        return one.path == MINUTES

    return _title(comparison, is_minutes, "whether games take longer", "No version's length")


def _title(
    comparison: Comparison, wanted: Callable[[Figure], bool], what: str, nothing: str
) -> str:
    """Tell the largest clear difference of some figures; else whether that is open."""
    if most := _largest(comparison, wanted):
        return capital(most)
    figures = [one for pair in pairs_drawn(comparison) for one in pair.figures.values()]
    if any(weight(one) == "unclear" and wanted(one.figure) for one in figures):
        return f"Not clear yet {what}: more games would tell"
    return f"{nothing} differs so much that one would notice"


def _largest(comparison: Comparison, wanted: Callable[[Figure], bool]) -> str:
    """Tell the clear difference of some figures that designers ask for first; "" if none is."""
    found = [
        (pair, one)
        for pair in pairs_drawn(comparison)
        for one in pair.figures.values()
        if one.is_clear and not one.figure.settled and wanted(one.figure)
    ]
    if not found:
        return ""
    pair, most = min(found, key=lambda each: order(each[1], each[0]))
    return f"{most.figure.title}: {values(most, pair)}"


def _differences_words(comparison: Comparison) -> str:
    pairs = []
    for pair in comparison.pairs:
        large = [pair.figures[path] for path in rank([pair]).large]
        clear = [f"{one.figure.title}, {clause(one)}" for one in large]
        pairs.append(f"{quoted(pair.b)} against {quoted(pair.a)}: {'; '.join(clear) or 'none'}")
    return f"Clear differences, {'. And '.join(pairs)}."


def _seats_words(comparison: Comparison) -> str:
    arms = []
    for label, results in comparison.arms.items():
        rates = [
            f"seat {seat} {numbers.share_of(standing.win_rate)}"
            for seat, standing in enumerate(results.seats(), 1)
        ]
        arms.append(f"with {quoted(label)} {', '.join(rates)}")
    return f"Win rates by seat: {'; '.join(arms)}."


def _length_words(comparison: Comparison) -> str:
    arms = []
    for label, results in comparison.arms.items():
        minutes = results.minutes()
        low, high = (f"{minutes.percentiles[percent]:.3g}" for percent in (5, 95))
        arms.append(
            f"with {quoted(label)} {mean_label(minutes.mean)} minutes in the mean, nine games in "
            f"ten {low} to {high}"
        )
    return f"How long games last: {'; '.join(arms)}."


def _win_rate_by_seat(sheet: Sheet, comparison: Comparison) -> Drawing:
    """Draw the win rates of all arms, less the fair share where that differs."""
    arms, fair, across = comparison.arms, comparison.first.fair_share, sheet.part(_ACROSS)
    alike = all(results.fair_share == fair for results in arms.values())
    notes = [f"Whiskers: {numbers.level(comparison.confidence)}."]
    if alike:
        notes[0] += f" Dashed: the fair share, {numbers.percent(fair)}."
    seats = max(results.players for results in arms.values())
    height = max(0.5, 0.16 * len(arms) + 0.1) * seats + 0.6
    drawing = frame(comparison, sheet, height + legend_height(list(arms), across), notes)
    axes = drawing.subplots()
    axes.axvline(fair if alike else 0, color=GREY, linestyle="--", linewidth=1.4)
    for place, results in enumerate(arms.values()):
        colour, marker, _ = look(place)
        shift = 0.0 if alike else -results.fair_share
        rates = [standing.win_rate.shifted(shift) for standing in results.seats()]
        at = np.arange(len(rates)) + (place - (len(arms) - 1) / 2) * 0.7 / len(arms)
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
    name_arms(axes, dict(enumerate(arms)), with_line=False, across=across)
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
    arms, across = comparison.arms, sheet.part(_ACROSS)
    paces = list(dict.fromkeys(results.seconds_per_turn for results in arms.values()))
    # Bins of turns can be drawn as minutes where a turn takes as long in every arm.
    alike = len(paces) == 1
    turns = [results.lengths()["turns"] for results in arms.values()]
    lengths = [results.minutes() for results in arms.values()] if alike else turns
    scale = paces[0] / 60 if alike else 1.0
    everything = reduce(add, [length.histogram for length in lengths])
    bins = find_bins(everything)
    means = [
        f"{label}: {mean_label(length.mean)}" for label, length in zip(arms, lengths, strict=True)
    ]
    in_turns = [
        f"{label} {mean_label(length.mean)}" for label, length in zip(arms, turns, strict=True)
    ]
    notes = [
        "Share of the games in each bin; mean \N{PLUS-MINUS SIGN} half the width of its "
        f"{numbers.level(comparison.confidence)}. An assumed {listed([str(p) for p in paces])} "
        "seconds a turn"
        + (f"; in turns: {listed(in_turns)}." if alike else ", so drawn in turns."),
        *tell_unseen(everything, bins, "game", scale),
    ]
    drawing = frame(comparison, sheet, 2.6 + legend_height(means, across), notes)
    axes = drawing.subplots()
    for place, length in enumerate(lengths):
        colour, _, line = look(place)
        histogram = length.histogram
        draw_steps(axes, histogram, bins, scale, color=colour, linestyle=line, linewidth=1.6)
    axes.set_ylabel("games")
    axes.set_xlabel("minutes" if alike else "turns")
    name_arms(axes, dict(enumerate(means)), with_marker=False, across=across)
    return drawing


#: Every chart of a comparison, by the stem of its files.
CHARTS = (
    _Chart(
        "differences",
        "What differs?",
        forest.draw,
        _differences_title,
        _differences_words,
    ),
    _Chart(
        "win_rate_by_seat",
        "Who wins, by seat?",
        _win_rate_by_seat,
        _seats_title,
        _seats_words,
    ),
    _Chart(
        "length",
        "How long is a game?",
        _length,
        _length_title,
        _length_words,
        _varies,
    ),
)
