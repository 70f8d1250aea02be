"""The charts of a run, each readable on its own: what was played, how often, how sure."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from operator import add
from typing import Any

import numpy as np

from reports.figures.figure import PLAIN, SCORE_MEAN, SEATS, SHARE, STRATEGY_SEATS, WIN_RATE, Unit
from reports.figures.statistics import Estimate
from reports.robust.document import OTHER_PLAYERS, RobustReport
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

#: Returns figures of a run by their names.
_Figures = Callable[[RunResults], Mapping[str, Estimate]]


def make_robust_report(results: RunResults) -> RobustReport:
    """Return what the chart on other players is made of."""
    return RobustReport(results.robustness, partial(frame, results))


def charts_of(results: RunResults) -> list[Chart]:
    """Return the charts of a run that show something."""
    own = [chart for kind in CHARTS for chart in kind.of(results)]
    return own + OTHER_PLAYERS.of(make_robust_report(results))


def frame(results: RunResults, sheet: ChartFrame, height: float, notes: Sequence[str]) -> Drawing:
    """Make a drawing that says what was played, with room for a chart `height` inches high."""
    study = results.run.study
    players = counted(study.players, "player")
    played = f"{results.game.title}, variant {study.variant}, {players}"
    return sheet.frame(played, header_lines(results), height, notes)


def header_lines(results: RunResults) -> list[str]:
    """Say how many games were played, by whom, and under which changed rules."""
    run, study = results.run, results.run.study
    games = f"{counted(run.games, 'game')} on {counted(run.tally.deals, 'deal')}, seed {study.seed}"
    if study.ranges:
        games += f", numbers {describe_ranges(study.limited_to(run.games).ranges)}"
    if run.interrupted:
        games += f"; interrupted before {counted(study.games, 'game')}"
    if results.unfinished:
        games += f"; unfinished: {whole(results.unfinished)}"
    rules = rules_text(study.changes)
    seated = f"line-up: {lineup_text(study.lineup, study.rotate)}"
    return [games, seated, *([f"rules changed: {rules}"] if rules else [])]


def write_confidence(results: RunResults) -> str:
    """Name the level of the intervals."""
    return f"{100 * results.confidence:g}% confidence"


def _in_words(figures: _Figures, unit: Unit, results: RunResults) -> str:
    told = [f"{name} {wording.with_interval(one, unit)}" for name, one in figures(results).items()]
    return f"{'; '.join(told)}."


def _wins(figures: _Figures, sheet: ChartFrame, results: RunResults) -> Drawing:
    rates, fair = figures(results), results.decided_fair_share
    low, high = axis_range(list(rates.values()), fair)
    notes = [f"Lines, and the range beside each rate: {write_confidence(results)} interval."]
    notes += ["The axis does not start at 0."] if low > 0 else []
    line = (100 * fair, f"fair share {100 * fair:.3g}%")
    if results.is_hardly_won:
        line = (math.nan, "")
    framed = partial(frame, results, sheet, notes=notes)
    drawing = draw_panels(sheet, framed, [Panel(_rows(rates, SHARE), "win rate (%)", line)])
    drawing.axes[0].set_xlim(100 * low, 100 * high)
    return drawing


def _rows(figures: Mapping[str, Estimate], unit: Unit) -> list[Row]:
    return [
        Row(name, wording.with_interval(found, unit), [found.scaled(unit.scale)])
        for name, found in figures.items()
    ]


def axis_range(rates: Sequence[Estimate], fair: float) -> tuple[float, float]:
    """Return the ends of the axis: all intervals, 4 points at least, and 0 if that costs little."""
    low, high = min(fair, *(r.low for r in rates)), max(fair, *(r.high for r in rates))
    margin = max(0.1 * (high - low), (0.04 - (high - low)) / 2)
    low = low - margin if low - margin > 0.3 * high else 0.0
    return low, high + margin


def _length(sheet: ChartFrame, results: RunResults) -> Drawing:
    length, minutes = results.minutes(), results.seconds_per_turn / 60
    bins = find_bins(length.histogram)
    notes = [
        "Lines: 5th percentile, median, 95th percentile: 5, 50, 95% of games last no longer.",
        f"Minutes at an assumed {results.seconds_per_turn} seconds a turn; mean ± half its "
        f"{write_confidence(results)} interval.",
        *describe_hidden_games(length.histogram, bins, "game", minutes),
    ]
    box = results.game.box_minutes
    is_seen = box and box[1] > minutes * bins.start and box[0] < minutes * bins.stop
    notes += ["Shaded: what the box says."] if is_seen else []
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


def _scores(sheet: ChartFrame, results: RunResults) -> Drawing:
    """Draw the scores of all seats where these are alike, else the mean of each."""
    everyone, unit, means = reduce(add, results.scores()), results.game.score_unit, _means(results)
    if _apart(results):
        alike = sum(mean.value for mean in means.values()) / results.players
        notes = [
            f"Lines, and the range beside each mean: {write_confidence(results)} interval. "
            "The axis need not start at 0."
        ]
        framed = partial(frame, results, sheet, notes=notes)
        line = (alike, f"all seats {alike:.3g}")
        return draw_panels(sheet, framed, [Panel(_rows(means, PLAIN), f"mean {unit}", line)])
    bins = find_bins(everyone)
    notes = [
        f"Whether seats differ is judged at {write_confidence(results)}, over all pairs of them."
    ]
    if results.game.score_parts > 1:
        notes.append(f"Drawn in whole {unit}, parts of one rounded down.")
    figure = frame(results, sheet, 2.6, [*notes, *describe_hidden_games(everyone, bins, "score")])
    axes = figure.subplots()
    draw_steps(axes, everyone, bins, color=BLUE, fill=True, alpha=0.5)
    axes.set_ylabel("all seats")
    axes.set_xlabel(unit if bins.step == 1 else f"{unit}, in bins of {bins.step}")
    return figure


def _apart(results: RunResults) -> bool:
    if results.players == 1:
        return False
    pairs = math.comb(results.players, 2)
    means = _means(results.at_confidence(1 - (1 - results.look_confidence) / pairs)).values()
    return max(mean.low for mean in means) > min(mean.high for mean in means)


def _by_seat(what: str, results: RunResults) -> dict[str, Estimate]:
    names = enumerate(seat_names(results.players), 1)
    return {name: results.estimate(f"{SEATS}.{seat}.{what}") for seat, name in names}


_means, _rates = partial(_by_seat, SCORE_MEAN), partial(_by_seat, WIN_RATE)


def _scores_title(results: RunResults) -> str:
    means, unit = [mean.value for mean in _means(results).values()], results.game.score_unit
    told = [wording.value(mean, PLAIN) for mean in _means(results).values()]
    least, most = (means.index(end(means)) for end in (min, max))
    if not _apart(results):
        ends = told[least] if told[least] == told[most] else f"{told[least]} to {told[most]}"
        return f"No seat clearly scores more: {ends} {unit} in the mean"
    return (
        f"Seat {most + 1} scores most, seat {least + 1} least: {told[most]} and {told[least]} "
        f"{unit} in the mean"
    )


def _rates_of_styles(results: RunResults) -> dict[str, Estimate]:
    figures = results.figures_of(STRATEGY_SEATS, WIN_RATE)
    return {figure.member: results.estimate(figure.path) for figure in figures}


def _mean_lengths(results: RunResults) -> dict[str, Estimate]:
    return {name: length.mean for name, length in results.lengths().items()}


#: Every chart of a run alone.
CHARTS = (
    ChartKind(
        "win_rate_by_seat",
        "Who wins, by seat?",
        fairness.fairness_headline,
        partial(_in_words, _rates, SHARE),
        partial(_wins, _rates),
        "seats",
        lambda results: results.contest != "together",
    ),
    ChartKind(
        "win_rate_by_strategy_and_seat",
        "Which style wins, and from which seat?",
        lambda results: describe_strategies(results).removesuffix("."),
        partial(_in_words, _rates_of_styles, SHARE),
        partial(_wins, _rates_of_styles),
        "strategies",
        # Of one strategy it would be the chart of the seats once more.
        lambda results: len(results.run.study.strategies) > 1 and results.contest != "together",
    ),
    ChartKind(
        "length",
        "How long is a game?",
        lambda results: capital(length_clause(results)) + box_clause(results),
        partial(_in_words, _mean_lengths, PLAIN),
        _length,
        "length",
        lambda results: len(results.minutes().histogram.counts) > 1,
    ),
    ChartKind(
        "scores_by_seat",
        "Who scores how much, by seat?",
        _scores_title,
        partial(_in_words, _means, PLAIN),
        _scores,
        "seats",
    ),
)
NAMES = [kind.name for kind in (*CHARTS, OTHER_PLAYERS)]


#: So many values fit beside each other whatever their shares are.
_FEW_VALUES = 20


def find_bins(histogram: Histogram) -> range:
    """Return where the bins begin; tails beyond 99% that would squash the rest are left out."""
    low, high = histogram.percentile(0.5), histogram.percentile(99.5)
    first, last = histogram.values[[0, -1]].tolist()
    room = (high - low) / 3 if last - first > _FEW_VALUES else _FEW_VALUES
    low, high = first if low - first <= room else low, last if last - high <= room else high
    width = bin_width(high - low + 1)
    return range(low // width * width, (high // width + 1) * width, width)


def draw_steps(
    axes: Axes, histogram: Histogram, bins: range, scale: float = 1.0, **look: Any
) -> None:
    """Draw the share of the games in each bin; a value is drawn as `scale` times itself."""
    edges = np.append(bins, bins.stop) - 0.5
    games, _ = np.histogram(histogram.values, edges, weights=histogram.counts)
    drawn = (scale * edges).tolist()
    axes.stairs(games / histogram.counts.sum(), drawn, **look)
    axes.set_xlim(drawn[0], drawn[-1])
    axes.locator_params("x", integer=scale == 1, min_n_ticks=1)
    axes.yaxis.set_major_formatter(share_label)


def describe_hidden_games(
    histogram: Histogram, bins: range, what: str, scale: float = 1.0
) -> list[str]:
    """Say how many games lie outside the bins, if any do."""
    values, counts = histogram.values, histogram.counts
    below, above = int(counts[values < bins.start].sum()), int(counts[values >= bins.stop].sum())

    def told(value: int) -> str:
        return whole(value) if scale == 1 else f"{scale * value:,.1f}"

    beyond = (
        (below, f"below {told(bins.start)}, down to {told(values[0])}"),
        (above, f"above {told(bins.stop - 1)}, up to {told(values[-1])}"),
    )
    parts = [f"{counted(games, what)} {where}" for games, where in beyond if games]
    return [f"not shown: {'; '.join(parts)}"] if parts else []


def write_mean(mean: Estimate) -> str:
    """Write a mean with half the width of its interval."""
    return f"mean {wording.with_half(mean, PLAIN)}"
