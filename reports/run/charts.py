"""The charts of a run, each readable on its own: what was played, how often, how sure."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from operator import add

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import CenteredNorm
from matplotlib.figure import Figure as Drawing
from matplotlib.patches import Rectangle

from reports.figures.figure import PLAIN, SEATS, SHARE, Unit
from reports.figures.statistics import Estimate
from reports.robust.charts import chart_of
from reports.robust.levels import Robustness
from reports.run import fairness
from reports.run.histograms import (
    bin_label,
    draw_steps,
    find_bins,
    mean_label,
    tell_unseen,
)
from reports.run.results import Length, Results
from reports.run.sentences import as_lengths, box_says, lasting, strategies
from reports.writing import numbers
from reports.writing.chart_frame import (
    BLUE,
    DIVERGING,
    INK,
    LINE,
    PALE,
    VERMILION,
    Sheet,
    make_chart,
    wrap,
)
from reports.writing.document import Chart
from reports.writing.forest import Row, draw_forest
from reports.writing.numbers import counted, whole
from reports.writing.words import capital, line_up, seat_names, told_rules
from simulate.study.ranges import in_words

#: Inches: the widest label beside a heat map.
_BESIDE = 2.1


@dataclass(frozen=True)
class _Chart:
    """A chart of a run: how it is called, where it stands, how it is drawn and told in words."""

    name: str
    section: str
    question: str
    draw: Callable[[Sheet, Results], Drawing]
    title: Callable[[Results], str]
    words: Callable[[Results], str]
    #: Whether there is anything to see in it.
    tells: Callable[[Results], bool] = lambda _: True


def charts_of(results: Results, robustness: Robustness | None = None) -> list[Chart]:
    """Return the charts of a run, of `CHARTS` those that show something, and of its levels."""
    found = [
        make_chart(
            chart.name,
            chart.title(results),
            chart.question,
            chart.words(results),
            chart.draw,
            results,
            section=chart.section,
        )
        for chart in CHARTS
        if chart.tells(results)
    ]
    return found + ([chart_of(robustness, partial(frame, results))] if robustness else [])


def frame(results: Results, sheet: Sheet, height: float, notes: Sequence[str]) -> Drawing:
    """Make a drawing that says what was played, with room for a chart `height` inches high."""
    study = results.run.study
    played = f"{results.game.title}, variant {study.variant}, {study.players} players"
    return sheet.frame(played, header(results), height, notes)


def header(results: Results) -> list[str]:
    """Say how many games were played, by whom, and under which changed rules."""
    run, study = results.run, results.run.study
    games = f"{counted(run.games, 'game')} on {counted(run.tally.deals, 'deal')}, seed {study.seed}"
    if study.ranges:
        games += f", numbers {in_words(study.played(run.games).ranges)}"
    if run.interrupted:
        games += f"; interrupted before {counted(study.games, 'game')}"
    if results.unfinished:
        games += f"; unfinished: {whole(results.unfinished)}"
    rules = told_rules(study.changes)
    seated = f"line-up: {line_up(study.lineup, study.rotate)}"
    return [games, seated, *([f"rules changed: {rules}"] if rules else [])]


def confidence(results: Results) -> str:
    """Name the level of the intervals."""
    return f"{100 * results.confidence:g} % confidence"


def _in_words(figures: Mapping[str, Estimate], unit: Unit = SHARE) -> str:
    """Tell the numbers of a chart, for who cannot see it."""
    told = [f"{name} {numbers.known(one, unit)}" for name, one in figures.items()]
    return f"{'; '.join(told)}."


def _win_rate_by_seat(sheet: Sheet, results: Results) -> Drawing:
    rates, fair = [standing.win_rate for standing in results.seats()], results.fair_share
    low, high = visible(rates, fair)
    notes = [f"Lines, and the range beside each rate: {confidence(results)} interval."]
    notes += ["The axis does not start at 0."] if low > 0 else []
    rows = [
        Row(name, numbers.known(rate, SHARE), [rate.scaled(100)])
        for name, rate in zip(seat_names(results.players), rates, strict=True)
    ]
    line = (100 * fair, f"fair share {100 * fair:.3g} %")
    framed = partial(frame, results, sheet, notes=notes)
    drawing = draw_forest(sheet, framed, rows, "win rate (%)", line)
    drawing.axes[0].set_xlim(100 * low, 100 * high)
    return drawing


def visible(rates: Sequence[Estimate], fair: float) -> tuple[float, float]:
    """Return the range of the axis: all intervals, and at least 4 percentage points.

    It starts at 0 where that costs little.
    """
    low, high = min(fair, *(r.low for r in rates)), max(fair, *(r.high for r in rates))
    margin = max(0.1 * (high - low), (0.04 - (high - low)) / 2)
    low = low - margin if low - margin > 0.3 * high else 0.0
    return low, high + margin


def _win_rate_by_strategy_and_seat(sheet: Sheet, results: Results) -> Drawing:
    specs, cells, fair = results.run.study.strategies, results.cells(), results.fair_share
    labels = ["\n".join(wrap(spec, sheet.part(_BESIDE))) for spec in specs]
    row_height = max(0.62, 0.2 + max(label.count("\n") + 1 for label in labels) * LINE)
    note = (
        f"Win rate in % ± half its {confidence(results)} interval. White: the fair share, "
        f"{100 * fair:.3g} %; orange: above; blue: below."
    )
    height = row_height * len(specs) + (0.65 if sheet.is_narrow else 0.45)
    figure = frame(results, sheet, height, [note])
    axes = figure.subplots()
    rates = np.full((len(specs), results.players), np.nan)
    for (spec, seat), rate in cells.items():
        rates[specs.index(spec), seat - 1] = rate.value
    # Full colour no sooner than 5 points from the fair share: small differences look small.
    norm = CenteredNorm(fair, max(0.05, float(np.nanmax(np.abs(rates - fair)))))
    axes.pcolormesh(rates, cmap=DIVERGING, norm=norm, edgecolors="white", linewidth=2)
    for row, spec in enumerate(specs):
        for seat in range(results.players):
            _label_cell(axes, row, seat, cells.get((spec, seat + 1)))
    names = seat_names(results.players)
    if sheet.is_narrow:
        names = [str(seat) for seat in range(1, results.players + 1)]
        axes.set_xlabel("seat (1 goes first)")
    axes.set_xticks(np.arange(results.players) + 0.5, names)
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
        text = numbers.with_half(rate, SHARE).replace(" ", "\n", 1)
    axes.text(seat + 0.5, row + 0.5, text, ha="center", va="center", bbox=box)


def _pace(results: Results) -> str:
    """Say what minutes rest on, and how many turns they are."""
    turns = results.lengths()["turns"]
    low, middle, high = (f"{value:,.0f}" for value in turns.percentiles.values())
    return (
        f"Minutes at an assumed {results.seconds_per_turn} seconds a turn; in turns: "
        f"{mean_label(turns.mean)}, median {middle}, nine in ten {low} to {high}."
    )


def _length(sheet: Sheet, results: Results) -> Drawing:
    length, minutes = results.minutes(), results.seconds_per_turn / 60
    bins = find_bins(length.histogram)
    notes = [
        "Lines: 5th percentile, median, 95th percentile: 5, 50, 95 % of games last no longer.",
        f"Mean ± half its {confidence(results)} interval. {_pace(results)}",
        *tell_unseen(length.histogram, bins, "game", minutes),
    ]
    box = results.game.box_minutes
    is_seen = box and box[1] > minutes * bins.start and box[0] < minutes * bins.stop
    notes += ["Shaded: what the box says."] if is_seen else []
    figure = frame(results, sheet, 2.9, notes)
    axes = figure.subplots()
    if box:
        axes.axvspan(box[0] - 0.2, box[1] + 0.2, color=PALE, linewidth=0)
    draw_steps(axes, length.histogram, bins, minutes, color=BLUE, fill=True, alpha=0.5)
    _mark_percentiles(axes, length)
    axes.set_xlabel(f"minutes: {mean_label(length.mean)}")
    axes.set_ylabel("games")
    return figure


def _mark_percentiles(axes: Axes, length: Length) -> None:
    """Draw a line at each percentile, and write its value above the panel.

    The outer labels point outwards and the median's stands above them, so that they
    never meet, however close the values are.
    """
    end = 0.16  # as near to the panel's side as a label comes
    outer, (begin, stop) = 0.0, axes.get_xlim()
    values = length.percentiles.values()
    looks = ((5, "right", ":"), (50, "center", "-"), (95, "left", "--"))
    for (share, side, line), value, told in zip(looks, values, as_lengths(*values), strict=True):
        x = max(end, (value - begin) / (stop - begin))
        name, up = f"{share}th", 3
        if share == 50:
            name, up, x = "median", 17, min(x, 1 - end)
        else:
            outer = x = max(outer, x)
        axes.axvline(value, color=INK, linestyle=line, linewidth=1.4)
        axes.annotate(
            f" {name}: {told} ",
            (x, 1),
            xycoords="axes fraction",
            xytext=(0, up),
            textcoords="offset points",
            ha=side,
        )


def _scores(sheet: Sheet, results: Results) -> Drawing:
    """Draw the scores of each seat in a row of its own, or those of all where they are alike."""
    everyone, unit = reduce(add, results.scores()), results.game.score_unit
    bins = find_bins(everyone)
    alike = not _apart(results)
    notes = [f"Whether seats differ is judged at {confidence(results)}, over all pairs of them."]
    if not alike:
        looks = "Filled: this seat. Dashed: all seats. Line: mean"
        notes = [f"{looks} ± half its {confidence(results)} interval."]
    if results.game.score_parts > 1:
        notes.append(f"Drawn in whole {unit}, parts of one rounded down.")
    notes += tell_unseen(everyone, bins, "score")
    height = 2.6 if alike else 0.85 * results.players + 0.6
    figure = frame(results, sheet, height, notes)
    if alike:
        axes = figure.subplots()
        draw_steps(axes, everyone, bins, color=BLUE, fill=True, alpha=0.5)
        axes.set_ylabel("all seats")
        axes.set_xlabel(bin_label(unit, bins))
        return figure
    panels = figure.subplots(results.players, sharex=True, sharey=True).flat
    names = seat_names(results.players)
    means = _means(results).values()
    for axes, name, own, mean in zip(panels, names, results.scores(), means, strict=True):
        draw_steps(axes, own, bins, color=BLUE, fill=True, alpha=0.5)
        draw_steps(axes, everyone, bins, color=INK, linestyle="--", linewidth=1.0)
        axes.axvline(mean.value, color=VERMILION, linewidth=1.8)
        label = f"{name}\n{mean_label(mean)}"
        axes.set_ylabel(label, rotation=0, ha="left", va="center", labelpad=95)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
    axes.set_xlabel(bin_label(unit, bins))
    return figure


def _apart(results: Results) -> bool:
    """Return whether some seat clearly scores more than another, among all pairs of seats."""
    if results.players == 1:
        return False
    pairs = math.comb(results.players, 2)
    means = _means(results.at(1 - (1 - results.level) / pairs)).values()
    return max(mean.low for mean in means) > min(mean.high for mean in means)


def _means(results: Results) -> dict[int, Estimate]:
    """Return the mean score of each seat."""
    seats = range(1, results.players + 1)
    return {seat: results.estimate(f"{SEATS}.{seat}.score_mean") for seat in seats}


def _scores_title(results: Results) -> str:
    means, unit = _means(results), results.game.score_unit
    ordered = sorted(means, key=lambda seat: means[seat].value)
    least, most = ordered[0], ordered[-1]
    low, high = (numbers.value(means[seat], PLAIN) for seat in (least, most))
    if not _apart(results):
        ends = low if low == high else f"{low} to {high}"
        return f"No seat clearly scores more: {ends} {unit} in the mean"
    return f"Seat {most} scores most, seat {least} least: {high} and {low} {unit} in the mean"


def _length_in_words(results: Results) -> str:
    told = []
    for name, length in results.measures().items():
        low, middle, high = as_lengths(*length.percentiles.values())
        told.append(
            f"{name}: {mean_label(length.mean)}, median {middle}, nine games in ten {low} to {high}"
        )
    return f"{'; '.join(told)}."


#: Every chart of a run, by the stem of its files.
CHARTS = (
    _Chart(
        "win_rate_by_seat",
        "seats",
        "Who wins, by seat?",
        _win_rate_by_seat,
        fairness.in_a_line,
        lambda results: _in_words(
            {f"seat {seat}": one.win_rate for seat, one in enumerate(results.seats(), 1)}
        ),
        lambda results: results.contest != "together",
    ),
    _Chart(
        "win_rate_by_strategy_and_seat",
        "strategies",
        "Which style wins, and from which seat?",
        _win_rate_by_strategy_and_seat,
        lambda results: strategies(results).removesuffix("."),
        lambda results: _in_words(
            {f"{spec} in seat {seat}": rate for (spec, seat), rate in results.cells().items()}
        ),
        # Of one strategy it would be the chart of the seats once more.
        lambda results: len(results.run.study.strategies) > 1 and results.contest != "together",
    ),
    _Chart(
        "length",
        "length",
        "How long is a game?",
        _length,
        lambda results: capital(lasting(results)) + box_says(results),
        _length_in_words,
        lambda results: len(results.minutes().histogram.counts) > 1,
    ),
    _Chart(
        "scores_by_seat",
        "seats",
        "Who scores how much, by seat?",
        _scores,
        _scores_title,
        lambda results: _in_words(
            {f"seat {seat}": mean for seat, mean in _means(results).items()}, PLAIN
        ),
    ),
)
