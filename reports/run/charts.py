"""The charts of a run. Each states what was played, so that it can be read on its own."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from operator import add
from typing import Any

import numpy as np

from reports.figures.figure import PLAIN, SCORE_MEAN, SEATS, SHARE, STRATEGY_SEATS, WIN_RATE, Unit
from reports.figures.statistics import Estimate
from reports.robust.charts import OTHER_PLAYERS, RobustReport
from reports.run import fairness
from reports.run.results import RunResults
from reports.run.sentences import box_clause, describe_strategies, length_clause
from reports.run.tables import bin_width
from reports.writing import wording
from reports.writing.chart_frame import (
    BLUE,
    INK,
    PALE,
    Axes,
    ChartFrame,
    ChartKind,
    Drawing,
    share_label,
)
from reports.writing.document import Chart
from reports.writing.plots import Panel, Row, draw_panels
from reports.writing.wording import capital, counted, lineup_text, rules_text, seat_names, whole
from simulate.play.tally import Histogram
from simulate.study.ranges import describe_ranges

#: A function that returns the estimates that a chart shows, by their names in the chart.
_Figures = Callable[[RunResults], Mapping[str, Estimate]]


def make_robust_report(results: RunResults) -> RobustReport:
    """Return the data of the chart on other players."""
    return RobustReport(results.robustness, partial(frame, results))


def charts_of(results: RunResults) -> list[Chart]:
    """Return the charts of a run that have something to show, including that on other players."""
    charts = [chart for kind in CHARTS for chart in kind.of(results)]
    return charts + OTHER_PLAYERS.of(make_robust_report(results))


def frame(results: RunResults, sheet: ChartFrame, height: float, notes: Sequence[str]) -> Drawing:
    """Return an empty drawing with a header that states what was played, and with notes.

    Parameters
    ----------
    results
        The results of the run.
    sheet
        The style that all charts share.
    height
        The height of the area for the chart, in inches.
    notes
        Lines below the chart.
    """
    study = results.run.study
    players = counted(study.players, "player")
    title = f"{results.game.title}, variant {study.variant}, {players}"
    return sheet.frame(title, header_lines(results), height, notes)


def header_lines(results: RunResults) -> list[str]:
    """Return the lines of a chart's header: the games, the line-up and the changed rules."""
    run = results.run
    study = results.run.study
    games = f"{counted(run.games, 'game')} on {counted(run.tally.deals, 'deal')}, seed {study.seed}"
    if study.ranges:
        games += f", numbers {describe_ranges(study.limited_to(run.games).ranges)}"
    if run.interrupted:
        games += f"; interrupted before {counted(study.games, 'game')}"
    if results.unfinished:
        games += f"; unfinished: {whole(results.unfinished)}"
    lines = [games, f"line-up: {lineup_text(study.lineup, study.rotate)}"]
    rules = rules_text(study.changes)
    if rules:
        lines.append(f"rules changed: {rules}")
    return lines


def write_confidence(results: RunResults) -> str:
    """Return the confidence of the intervals, as in "95% confidence"."""
    return f"{100 * results.confidence:g}% confidence"


def _describe_figures(figures: _Figures, unit: Unit, results: RunResults) -> str:
    texts = [
        f"{name} {wording.with_interval(estimate, unit)}"
        for name, estimate in figures(results).items()
    ]
    return f"{'; '.join(texts)}."


def _draw_wins(figures: _Figures, sheet: ChartFrame, results: RunResults) -> Drawing:
    rates = figures(results)
    fair = results.decided_fair_share
    low, high = axis_range(list(rates.values()), fair)
    notes = [f"Lines, and the range beside each rate: {write_confidence(results)} interval."]
    if low > 0:
        notes.append("The axis does not start at 0.")
    line = (100 * fair, f"fair share {100 * fair:.3g}%")
    if results.is_hardly_won:
        line = (math.nan, "")
    framed = partial(frame, results, sheet, notes=notes)
    drawing = draw_panels(sheet, framed, [Panel(_rows(rates, SHARE), "win rate (%)", line)])
    drawing.axes[0].set_xlim(100 * low, 100 * high)
    return drawing


def _rows(figures: Mapping[str, Estimate], unit: Unit) -> list[Row]:
    return [
        Row(name, wording.with_interval(estimate, unit), [estimate.scaled(unit.scale)])
        for name, estimate in figures.items()
    ]


def axis_range(rates: Sequence[Estimate], fair: float) -> tuple[float, float]:
    """Return the ends of an axis of win rates that holds all intervals and the fair share.

    All numbers are shares of 1, and there must be at least one rate. The axis is at least 4
    percentage points wide, and starts at 0 if that makes it only a little longer.
    """
    low = min(fair, *(rate.low for rate in rates))
    high = max(fair, *(rate.high for rate in rates))
    margin = max(0.1 * (high - low), (0.04 - (high - low)) / 2)
    low = low - margin if low - margin > 0.3 * high else 0.0
    return low, high + margin


def _draw_length(sheet: ChartFrame, results: RunResults) -> Drawing:
    length = results.minutes()
    minutes = results.seconds_per_turn / 60
    bins = find_bins(length.histogram)
    notes = [
        "Lines: 5th percentile, median, 95th percentile: 5, 50, 95% of games last no longer.",
        f"Minutes at an assumed {results.seconds_per_turn} seconds per turn; mean ± half its "
        f"{write_confidence(results)} interval.",
        *describe_hidden_games(length.histogram, bins, "game", minutes),
    ]
    box = results.game.box_minutes
    if box and box[1] > minutes * bins.start and box[0] < minutes * bins.stop:
        notes.append("Shaded: what the box says.")
    figure = frame(results, sheet, 2.9, notes)
    axes = figure.subplots()
    if box:
        axes.axvspan(box[0] - 0.2, box[1] + 0.2, color=PALE, linewidth=0)
    draw_steps(axes, length.histogram, bins, minutes, color=BLUE, fill=True, alpha=0.5)
    for value, line in zip(length.percentiles.values(), (":", "-", "--"), strict=True):
        axes.axvline(value, color=INK, linestyle=line, linewidth=1.4)
    axes.set_xlabel(f"minutes: {write_mean(length.mean)}")
    axes.set_ylabel("games")
    return figure


def _draw_scores(sheet: ChartFrame, results: RunResults) -> Drawing:
    """Draw the distribution of scores over all seats, or the mean of each seat if these differ."""
    if _scores_differ(results):
        return _draw_mean_scores(sheet, results)
    unit = results.game.score_unit
    scores = reduce(add, results.scores())
    bins = find_bins(scores)
    notes = [
        f"Whether seats differ is judged at {write_confidence(results)}, over all pairs of them."
    ]
    if results.game.score_parts > 1:
        notes.append(f"Drawn in whole {unit}, rounded down.")
    notes.extend(describe_hidden_games(scores, bins, "score"))
    figure = frame(results, sheet, 2.6, notes)
    axes = figure.subplots()
    draw_steps(axes, scores, bins, color=BLUE, fill=True, alpha=0.5)
    axes.set_ylabel("all seats")
    axes.set_xlabel(unit if bins.step == 1 else f"{unit}, in bins of {bins.step}")
    return figure


def _draw_mean_scores(sheet: ChartFrame, results: RunResults) -> Drawing:
    means = _mean_scores(results)
    overall = sum(mean.value for mean in means.values()) / results.players
    notes = [
        f"Lines, and the range beside each mean: {write_confidence(results)} interval. "
        "The axis need not start at 0."
    ]
    framed = partial(frame, results, sheet, notes=notes)
    line = (overall, f"all seats {overall:.3g}")
    panel = Panel(_rows(means, PLAIN), f"mean {results.game.score_unit}", line)
    return draw_panels(sheet, framed, [panel])


def _scores_differ(results: RunResults) -> bool:
    """Return True if the mean scores of two seats differ significantly (Bonferroni over pairs)."""
    if results.players == 1:
        return False
    pairs = math.comb(results.players, 2)
    corrected = results.at_confidence(1 - (1 - results.look_confidence) / pairs)
    means = _mean_scores(corrected).values()
    return max(mean.low for mean in means) > min(mean.high for mean in means)


def _by_seat(measure: str, results: RunResults) -> dict[str, Estimate]:
    names = enumerate(seat_names(results.players), 1)
    return {name: results.estimate(f"{SEATS}.{seat}.{measure}") for seat, name in names}


_mean_scores = partial(_by_seat, SCORE_MEAN)
_win_rates = partial(_by_seat, WIN_RATE)


def _title_scores(results: RunResults) -> str:
    means = list(_mean_scores(results).values())
    mean_scores = [mean.value for mean in means]
    unit = results.game.score_unit
    lowest = mean_scores.index(min(mean_scores))
    highest = mean_scores.index(max(mean_scores))
    low, high = (wording.value(means[seat], PLAIN) for seat in (lowest, highest))
    if not _scores_differ(results):
        scores = low if low == high else f"{low} to {high}"
        return f"No seat clearly scores more: {scores} {unit} on average"
    return (
        f"Seat {highest + 1} scores most, seat {lowest + 1} least: {high} and {low} {unit} on "
        "average"
    )


def _win_rates_of_strategies(results: RunResults) -> dict[str, Estimate]:
    figures = results.figures_of(STRATEGY_SEATS, WIN_RATE)
    return {figure.member: results.estimate(figure.path) for figure in figures}


def _mean_lengths(results: RunResults) -> dict[str, Estimate]:
    return {name: length.mean for name, length in results.lengths().items()}


#: The charts of a run, without the chart on other players, `OTHER_PLAYERS`.
CHARTS = (
    ChartKind(
        "win_rate_by_seat",
        "Who wins, by seat?",
        fairness.fairness_headline,
        partial(_describe_figures, _win_rates, SHARE),
        partial(_draw_wins, _win_rates),
        "seats",
        lambda results: results.contest != "together",
    ),
    ChartKind(
        "win_rate_by_strategy_and_seat",
        "Which style wins, and from which seat?",
        lambda results: describe_strategies(results).removesuffix("."),
        partial(_describe_figures, _win_rates_of_strategies, SHARE),
        partial(_draw_wins, _win_rates_of_strategies),
        "strategies",
        # With a single strategy it would repeat the chart of the seats.
        lambda results: len(results.run.study.strategies) > 1 and results.contest != "together",
    ),
    ChartKind(
        "length",
        "How long is a game?",
        lambda results: capital(length_clause(results)) + box_clause(results),
        partial(_describe_figures, _mean_lengths, PLAIN),
        _draw_length,
        "length",
        lambda results: len(results.minutes().histogram.counts) > 1,
    ),
    ChartKind(
        "scores_by_seat",
        "Who scores how much, by seat?",
        _title_scores,
        partial(_describe_figures, _mean_scores, PLAIN),
        _draw_scores,
        "seats",
    ),
)
NAMES = [kind.name for kind in (*CHARTS, OTHER_PLAYERS)]


#: A distribution over at most this many values is drawn with all its tails.
_FEW_VALUES = 20


def find_bins(histogram: Histogram) -> range:
    """Return the lowest values of the bins of a chart, as a range whose step is the bin width.

    The bins hold at least the middle 99% of the games. Tails beyond them are left out if they would
    take much room.
    """
    low, high = histogram.percentile(0.5), histogram.percentile(99.5)
    first, last = histogram.values[[0, -1]].tolist()
    room = (high - low) / 3 if last - first > _FEW_VALUES else _FEW_VALUES
    if low - first <= room:
        low = first
    if last - high <= room:
        high = last
    width = bin_width(high - low + 1)
    return range(low // width * width, (high // width + 1) * width, width)


def draw_steps(
    axes: Axes, histogram: Histogram, bins: range, scale: float = 1.0, **look: Any
) -> None:
    """Draw a histogram: the share of the games in each of `bins`.

    The values on the axis are those of the histogram times `scale`. Options in `look` are passed to
    matplotlib's `Axes.stairs`.
    """
    edges = np.append(bins, bins.stop) - 0.5
    games, _ = np.histogram(histogram.values, edges, weights=histogram.counts)
    scaled = (scale * edges).tolist()
    axes.stairs(games / histogram.counts.sum(), scaled, **look)
    axes.set_xlim(scaled[0], scaled[-1])
    axes.locator_params("x", integer=scale == 1, min_n_ticks=1)
    axes.yaxis.set_major_formatter(share_label)


def describe_hidden_games(
    histogram: Histogram, bins: range, noun: str, scale: float = 1.0
) -> list[str]:
    """Return a list with a note on the games outside the bins; empty if there are none.

    Parameters
    ----------
    histogram
        The number of games by value.
    bins
        The bins of the chart, from `find_bins`.
    noun
        The singular noun for what is counted, such as "game".
    scale
        The factor from values of the histogram to those in the note.
    """
    scores = histogram.values
    counts = histogram.counts

    def write(value: int) -> str:
        return whole(value) if scale == 1 else f"{scale * value:,.1f}"

    clauses = []
    below = int(counts[scores < bins.start].sum())
    if below:
        clauses.append(
            f"{counted(below, noun)} below {write(bins.start)}, down to {write(scores[0])}"
        )
    above = int(counts[scores >= bins.stop].sum())
    if above:
        clauses.append(
            f"{counted(above, noun)} above {write(bins.stop - 1)}, up to {write(scores[-1])}"
        )
    return [f"not shown: {'; '.join(clauses)}"] if clauses else []


def write_mean(mean: Estimate) -> str:
    """Return a mean with half the width of its interval, as in "mean 12.3 ± 0.4"."""
    return f"mean {wording.with_half(mean, PLAIN)}"
