"""The charts of a run, each readable on its own: what was played, how often, how sure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from operator import add
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import CenteredNorm
from matplotlib.figure import Figure as Drawing
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from reports.figures.figure import LENGTH, PLAIN, SHARE
from reports.figures.statistics import Estimate
from reports.robust.charts import chart_of
from reports.robust.levels import Robustness
from reports.run import chart_words
from reports.run.framing import confidence, frame
from reports.run.results import Length, Results
from reports.run.tables import bin_width
from reports.writing import numbers
from reports.writing.chart_frame import (
    BLUE,
    DIVERGING,
    INK,
    LINE,
    PALE,
    VERMILION,
    drawn,
    wrap,
)
from reports.writing.document import Chart
from reports.writing.numbers import counted, percent, whole
from reports.writing.words import listed, seat_names
from simulate.play.histogram import Histogram

#: So many values fit beside each other whatever their shares are.
_FEW_VALUES = 20
#: Inches: the widest label beside a heat map.
_BESIDE = 2.1


@dataclass(frozen=True)
class _Chart:
    """A chart of a run: how it is called, where it stands, how it is drawn and told in words."""

    name: str
    section: str
    title: str
    draw: Callable[[Results], Drawing]
    words: Callable[[Results], str]


def charts_of(results: Results, robustness: Robustness | None = None) -> list[Chart]:
    """Return the charts of a run, each of them of `CHARTS`, and that of its levels of play."""
    found = [
        Chart(
            chart.name,
            chart.title,
            chart.words(results),
            drawn(chart.draw, results),
            chart.section,
        )
        for chart in CHARTS
    ]
    return found + ([chart_of(robustness, partial(frame, results))] if robustness else [])


def _win_rate_by_seat(results: Results) -> Drawing:
    rates, fair = [standing.win_rate for standing in results.seats()], results.fair_share
    note = f"Whiskers, and the range under each rate: {confidence(results)} interval."
    figure = frame(results, "Win rate by seat", 3.4, [note])
    axes = figure.subplots()
    axes.axhline(fair, color=VERMILION, linestyle="--", linewidth=1.4)
    label, beside = f"fair share\n{100 * fair:.3g} %", axes.get_yaxis_transform()
    axes.text(1.01, fair, label, color=VERMILION, va="center", transform=beside)
    ends = [[r.value - r.low for r in rates], [r.high - r.value for r in rates]]
    dots = axes.errorbar(range(len(rates)), [r.value for r in rates], ends, fmt="o", capsize=5)
    for artist in dots.get_children():
        artist.set(color=BLUE, clip_on=False)
    for seat, rate in enumerate(rates):
        span = numbers.ends(rate, SHARE).replace(" to ", "\N{EN DASH}")
        axes.annotate(
            f"{numbers.value(rate, SHARE)}\n{span}",
            (seat, rate.high),
            xytext=(0, 9),
            textcoords="offset points",
            ha="center",
            bbox={"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none"},
        )
    low, high = visible(rates, fair)
    axes.set_xlim(-0.5, len(rates) - 0.5)
    axes.set_ylim(low, high)
    axes.set_xticks(range(len(rates)), seat_names(results.players))
    axes.yaxis.set_major_formatter(FuncFormatter(share_label))
    axes.set_ylabel("win rate (axis does not start at 0)" if low > 0 else "win rate")
    return figure


def visible(rates: Sequence[Estimate], fair: float) -> tuple[float, float]:
    """Return the range of the axis: all intervals, and at least 4 percentage points.

    It starts at 0 where that costs little.
    """
    low, high = min(fair, *(r.low for r in rates)), max(fair, *(r.high for r in rates))
    margin = max(0.1 * (high - low), (0.04 - (high - low)) / 2)
    low = low - margin if low - margin > 0.3 * high else 0.0
    return low, high + max(margin, 0.22 * (high - low))  # room for the topmost label


def _win_rate_by_strategy_and_seat(results: Results) -> Drawing:
    specs, cells, fair = results.run.study.strategies, results.cells(), results.fair_share
    labels = ["\n".join(wrap(spec, _BESIDE)) for spec in specs]
    row_height = max(0.62, 0.2 + max(label.count("\n") + 1 for label in labels) * LINE)
    note = (
        f"Win rate ± half its {confidence(results)} interval. White: the fair share, "
        f"{100 * fair:.3g} %; orange: above; blue: below."
    )
    height = row_height * len(specs) + 0.45
    figure = frame(results, "Win rate by strategy and seat", height, [note])
    axes = figure.subplots()
    rates = np.full((len(specs), results.players), np.nan)
    for (spec, seat), standing in cells.items():
        rates[specs.index(spec), seat - 1] = standing.win_rate.value
    # Full colour no sooner than 5 points from the fair share: small differences look small.
    norm = CenteredNorm(fair, max(0.05, float(np.nanmax(np.abs(rates - fair)))))
    axes.pcolormesh(rates, cmap=DIVERGING, norm=norm, edgecolors="white", linewidth=2)
    for row, spec in enumerate(specs):
        for seat in range(results.players):
            played = cells.get((spec, seat + 1))
            _label_cell(axes, row, seat, played.win_rate if played else None)
    axes.set_xticks(np.arange(results.players) + 0.5, seat_names(results.players))
    axes.set_yticks(np.arange(len(specs)) + 0.5, labels)
    axes.invert_yaxis()
    axes.tick_params(length=0)
    axes.grid(False)
    axes.spines[:].set_visible(False)
    return figure


def _label_cell(axes: Axes, row: int, seat: int, rate: Estimate | None) -> None:
    """Write a rate into its cell; hatch the cell of a strategy that never had the seat."""
    box = None
    if rate is None:
        text = "not\nplayed"
        box = {"facecolor": PALE, "edgecolor": "none", "boxstyle": "round,pad=0.2"}
        corner = (seat + 0.01, row + 0.01)
        axes.add_patch(Rectangle(corner, 0.98, 0.98, facecolor=PALE, hatch="///", linewidth=0))
    else:
        text = numbers.with_half(rate, SHARE).replace(" ", " %\n", 1)
    axes.text(seat + 0.5, row + 0.5, text, ha="center", va="center", bbox=box)


def _length(results: Results) -> Drawing:
    lengths, told = _telling(results.lengths())
    notes = [
        "Lines: 5th percentile, median, 95th percentile: 5, 50, 95 % of games last no longer.",
        f"Mean ± half its {confidence(results)} interval.",
        *told,
    ]
    figure = frame(results, "Length of a game", 1.85 * max(len(lengths), 1.5), notes)
    panels = figure.subplots(len(lengths), squeeze=False).flat
    for axes, (name, length) in zip(panels, lengths.items(), strict=True):
        if len(length.histogram.counts) == 1:
            _say_constant(axes, results, length)
            continue
        bins = find_bins(length.histogram)
        draw_steps(axes, length.histogram, bins, color=BLUE, fill=True, alpha=0.5)
        _mark_percentiles(axes, length, bins)
        unseen = tell_unseen(length.histogram, bins, "game")
        label = f"{bin_label(name, bins)}: {mean_label(length.mean)}"
        if name == "turns":
            minutes = results.minutes().mean.value
            label += f", {minutes:.3g} minutes at {results.seconds_per_turn} seconds a turn"
        axes.set_xlabel("\n".join([label, *unseen]))
        axes.set_ylabel("games")
    return figure


def _say_constant(axes: Axes, results: Results, turns: Length) -> None:
    """Say in words what a block as wide as the panel would not."""
    minutes = results.minutes().mean.value
    said = (
        f"Every game has {counted(turns.histogram.low, 'turn')}:\n"
        f"{minutes:.3g} minutes at {results.seconds_per_turn} seconds a turn"
    )
    axes.text(0.5, 0.5, said, ha="center", va="center", fontsize="x-large")
    axes.set_axis_off()


def _over_after(results: Results) -> Drawing:
    shares = _over_by(results)
    box = results.game.box_minutes
    median = numbers.known(results.estimate(f"{LENGTH}.minutes.p50"), PLAIN)
    notes = [
        f"Minutes at an assumed {results.seconds_per_turn} seconds a turn. Median and its "
        f"{confidence(results)} interval: {median}."
    ]
    notes += ["Shaded: what the box says."] if box else []
    figure = frame(results, "How many games are over by when", 2.8, notes)
    axes = figure.subplots()
    if box:
        axes.axvspan(box[0] - 0.2, box[1] + 0.2, color=PALE, linewidth=0)
    axes.step([0, *shares], [0, *shares.values()], where="post", color=BLUE)
    for share in (0.5, 0.95):
        minutes = next(minutes for minutes, reached in shares.items() if reached >= share)
        axes.plot([0, minutes, minutes], [share, share, 0], color=INK, linestyle=":")
        # At the left, where no game is over yet, labels meet neither the curve nor each other.
        axes.annotate(
            f"{percent(share, 0)} by {minutes:.3g} minutes",
            (0, share),
            xytext=(6, -13),
            textcoords="offset points",
        )
    axes.set_xlim(0, 1.25 * next(m for m, reached in shares.items() if reached >= 0.99))
    axes.set_ylim(0, 1.02)
    axes.yaxis.set_major_formatter(FuncFormatter(share_label))
    axes.set_xlabel("minutes")
    axes.set_ylabel("games over")
    return figure


def _over_by(results: Results) -> dict[float, float]:
    """Return the share of the games that is over after so many minutes, at each step."""
    histogram = results.minutes().histogram
    minutes = histogram.values * results.seconds_per_turn / 60
    reached = np.cumsum(histogram.counts) / histogram.counts.sum()
    return dict(zip(minutes.tolist(), reached.tolist(), strict=True))


def _over_words(results: Results) -> str:
    told = [
        f"{share} % by {minutes:.3g} minutes"
        for share, minutes in results.minutes().percentiles.items()
    ]
    return f"A curve that rises as games end: {listed(told)}."


def _telling(lengths: Mapping[str, Length]) -> tuple[dict[str, Length], list[str]]:
    """Return the lengths worth a panel, turns among them, and what to say of the others."""
    shown = {"turns": lengths["turns"]}
    said = []
    for name, length in lengths.items():
        twin = next((other for other in shown if shown[other].histogram == length.histogram), name)
        if len(length.histogram.counts) == 1 and name not in shown:
            said.append(f"Every game has {counted(length.histogram.low, name.removesuffix('s'))}.")
        elif twin != name:
            said.append(f"Not drawn: {name}, of which every game has as many as {twin}.")
        else:
            shown[name] = length
    return shown, said


def _mark_percentiles(axes: Axes, length: Length, bins: range) -> None:
    """Draw a line at each percentile, and write its value above the panel.

    The outer labels point outwards and the median's stands above them, so that they
    never meet, however close the values are.
    """
    end = 0.1  # as near to the panel's side as a label comes
    outer = 0.0
    for share, side, line in ((5, "right", ":"), (50, "center", "-"), (95, "left", "--")):
        value = length.percentiles[share]
        x = max(end, (value - bins.start + 0.5) / len(bins) / bins.step)
        name, up = f"{share}th", 3
        if share == 50:
            name, up, x = "median", 17, min(x, 1 - end)
        else:
            outer = x = max(outer, x)
        axes.axvline(value, color=INK, linestyle=line, linewidth=1.4)
        axes.annotate(
            f" {name}: {whole(round(value))} ",
            (x, 1),
            xycoords="axes fraction",
            xytext=(0, up),
            textcoords="offset points",
            ha=side,
        )


def _scores_by_seat(results: Results) -> Drawing:
    histograms = results.scores()
    everyone = reduce(add, histograms)
    bins = find_bins(everyone)
    looks = "Filled: this seat. Dashed: all seats. Line: mean"
    notes = [
        f"{looks} ± half its {confidence(results)} interval.",
        *tell_unseen(everyone, bins, "score"),
    ]
    if results.game.score_parts > 1:
        notes.insert(1, f"Drawn in whole {results.game.score_unit}, parts of one rounded down.")
    rows = 1 if results.players < 4 else 2
    columns = -(-results.players // rows)
    figure = frame(results, "Final score by seat", 3.4 if rows == 1 else 4.4, notes)
    grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).flat
    for axes in grid[results.players :]:
        axes.remove()
    means = [standing.score for standing in results.seats() if standing.score]
    panels = zip(seat_names(results.players), histograms, means, strict=True)
    for place, (seat, histogram, mean) in enumerate(panels):
        axes = grid[place]
        draw_steps(axes, histogram, bins, color=BLUE, fill=True, alpha=0.5)
        draw_steps(axes, everyone, bins, color=INK, linestyle="--", linewidth=1.3)
        axes.axvline(mean.value, color=VERMILION, linewidth=1.8)
        axes.set_title(f"{seat}\n{mean_label(mean)}")
        axes.tick_params(labelbottom=True)
        if place % columns == 0:
            axes.set_ylabel("games")
        if place + columns >= results.players:
            axes.set_xlabel(bin_label(results.game.score_unit, bins))
    return figure


def find_bins(histogram: Histogram) -> range:
    """Return where the bins begin, which leave out tails that would squash the rest.

    A tail is what lies beyond 99 % of the games, or more than 6 interquartile ranges
    from the quartiles, but never the 5th to 95th percentile. It is left out where it
    would take more than a third of the room of the rest. A few values are all shown.
    """
    at = histogram.percentile
    reach = 6 * max(1, at(75) - at(25))
    low = min(at(5), max(at(0.5), at(25) - reach))
    high = max(at(95), min(at(99.5), at(75) + reach))
    first, last = histogram.values[[0, -1]].tolist()
    room = (high - low) / 3
    if last - first <= _FEW_VALUES:
        low, high = first, last
    low, high = first if low - first <= room else low, last if last - high <= room else high
    width = bin_width(high - low + 1)
    return range(low // width * width, (high // width + 1) * width, width)


def draw_steps(axes: Axes, histogram: Histogram, bins: range, **look: Any) -> None:
    """Draw the share of the games in each bin."""
    edges = np.append(bins, bins.stop) - 0.5
    games, _ = np.histogram(histogram.values, edges, weights=histogram.counts)
    axes.stairs(games / histogram.counts.sum(), edges.tolist(), **look)
    axes.set_xlim(edges[0], edges[-1])
    axes.xaxis.set_major_locator(MaxNLocator("auto", integer=True, min_n_ticks=1))
    axes.yaxis.set_major_formatter(FuncFormatter(share_label))


def tell_unseen(histogram: Histogram, bins: range, what: str) -> list[str]:
    """Say how many games lie outside the bins, if any do."""
    values, counts = histogram.values, histogram.counts
    below, above = int(counts[values < bins.start].sum()), int(counts[values >= bins.stop].sum())
    parts = []
    if below:
        beyond = f"below {whole(bins.start)}, down to {whole(values[0])}"
        parts.append(f"{counted(below, what)} {beyond}")
    if above:
        beyond = f"above {whole(bins.stop - 1)}, up to {whole(values[-1])}"
        parts.append(f"{counted(above, what)} {beyond}")
    return [f"not shown: {'; '.join(parts)}"] if parts else []


def bin_label(name: str, bins: range) -> str:
    """Name an axis, and the width of its bins."""
    return name if bins.step == 1 else f"{name}, in bins of {bins.step}"


def share_label(share: float, _: int | None) -> str:
    """Write a share at a tick of an axis."""
    return f"{100 * share:.4g} %" if share <= 1 else ""  # room above 100 % is for labels


def mean_label(mean: Estimate) -> str:
    """Write a mean with half the width of its interval."""
    return f"mean {numbers.with_half(mean, PLAIN)}"


#: Every chart of a run, by the stem of its files.
CHARTS = (
    _Chart("win_rate_by_seat", "seats", "Win rate by seat", _win_rate_by_seat, chart_words.seats),
    _Chart(
        "win_rate_by_strategy_and_seat",
        "strategies",
        "Win rate by strategy and seat",
        _win_rate_by_strategy_and_seat,
        chart_words.cells,
    ),
    _Chart("length", "length", "Length of a game", _length, chart_words.lengths),
    _Chart("over_after", "length", "How many games are over by when", _over_after, _over_words),
    _Chart("scores_by_seat", "seats", "Final score by seat", _scores_by_seat, chart_words.scores),
)
