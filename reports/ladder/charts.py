"""The chart of a ladder: what more thinking wins, and all other strategies on the same scale."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from reports.ladder.results import LadderResults, Rung
from reports.ladder.sentences import chart_words, elo_meaning, games_each, in_a_line
from reports.writing import numbers
from reports.writing.chart_frame import (
    BLUE,
    GREY,
    INK,
    LINE,
    PALE,
    VERMILION,
    Sheet,
    make_chart,
    wrap,
)
from reports.writing.document import Chart
from reports.writing.words import told_rules

#: The names of all charts of a ladder, and what they show.
CHARTS = {"ladder": "How strong is each strategy, and what does more thinking bring?"}
#: Inches between the header and the notes, and the widest name beside the chart.
_HEIGHT, _BESIDE = 4.4, 3.0


def charts_of(results: LadderResults) -> list[Chart]:
    """Return the charts of a ladder, each of them of `CHARTS`."""
    [(name, question)] = CHARTS.items()
    return [make_chart(name, in_a_line(results), question, chart_words(results), _draw, results)]


def _draw(sheet: Sheet, results: LadderResults) -> Drawing:
    study = results.study
    played = f"{results.game.title}, variant {study.variant}, {study.players} players"
    header = [f"{games_each(results)}, seed {study.seed}"]
    if results.run.interrupted:
        header[0] += "; interrupted"
    if study.changes:
        header.append(f"rules changed: {told_rules(study.changes)}")
    notes = [
        f"Dots and bands: win rates with {numbers.level(results.confidence)}s. Names stand as "
        f"high as their win rates, moved where they would meet; Elo, how far ahead of "
        f"{results.reference}, behind them.",
        elo_meaning(results),
    ]
    figure = sheet.frame(played, header, _HEIGHT, notes)
    axes = figure.subplots()
    climbing = results.climbing
    marks = [rung for rung in results.rungs if rung not in climbing]
    top = 100 * max(min(1.0, rung.win_rate.high) for rung in results.rungs)
    axes.set_ylim(0, min(103.0, 1.06 * top))
    _marks(axes, marks)
    if climbing:
        _climb(axes, climbing)
    else:
        axes.xaxis.set_major_locator(NullLocator())
    axes.set_ylabel("win rate in %")
    _names(axes, marks, sheet.part(_BESIDE))
    return figure


def _climb(axes: Axes, climbing: Sequence[Rung]) -> None:
    """Draw the win rate over the budget."""
    budgets = [rung.budget for rung in climbing]
    rates = [rung.win_rate.scaled(100) for rung in climbing]
    axes.set_xscale("log", base=2)
    ends = [[rate.value - rate.low for rate in rates], [rate.high - rate.value for rate in rates]]
    values = [rate.value for rate in rates]
    axes.errorbar(
        budgets, values, yerr=ends, fmt="o-", capsize=4, markersize=6, color=BLUE, zorder=3
    )
    for rung, value, after in zip(climbing, values, [*values[1:], 0.0], strict=True):
        axes.annotate(
            numbers.elo_ahead(rung.elo).partition(" (")[0],
            (rung.budget, value),
            # Beside the line, not upon it.
            xytext=(7, -14 if after > value else 5),
            textcoords="offset points",
            color=BLUE,
        )
    axes.set_xlim(min(budgets) / 1.6, max(budgets) * 1.9)
    axes.xaxis.set_major_locator(FixedLocator(budgets))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda budget, _: f"{budget:,.0f}"))
    name = climbing[0].strategy.name
    axes.set_xlabel(f"rollouts of {name} for each action it may choose")


def _marks(axes: Axes, marks: Sequence[Rung]) -> None:
    """Draw each strategy that does not think as a line across, in its interval."""
    for rung in marks:
        rate = rung.win_rate.scaled(100)
        if rung.kind == "reference":
            axes.axhline(rate.value, color=VERMILION, linestyle="--", linewidth=1.4, zorder=2)
            continue
        axes.axhspan(rate.low, rate.high, color=PALE, linewidth=0, zorder=0.5)
        axes.axhline(rate.value, color=GREY, linewidth=1.0, zorder=1)


def _names(axes: Axes, marks: Sequence[Rung], widest: float) -> None:
    """Name the lines across at their right ends, none upon another."""
    low, high = axes.get_ylim()
    ordered = sorted(marks, key=lambda rung: rung.win_rate.value)
    names = ["\n".join(wrap(f"{rung.spec}  {_ahead(rung)}", widest)) for rung in ordered]
    lines = max((name.count("\n") + 1 for name in names), default=1)
    gap = (high - low) * lines * LINE * 1.05 / (_HEIGHT - 0.8)
    places = _apart([100 * rung.win_rate.value for rung in ordered], gap, low + gap / 2)
    for rung, name, place in zip(ordered, names, places, strict=True):
        is_reference = rung.kind == "reference"
        line = {"arrowstyle": "-", "color": GREY, "linewidth": 0.7, "relpos": (0, 0.5)}
        axes.annotate(
            name,
            (1, 100 * rung.win_rate.value),
            xycoords=axes.get_yaxis_transform(),
            xytext=(1.05, place),
            textcoords=axes.get_yaxis_transform(),
            color=VERMILION if is_reference else INK,
            va="center",
            arrowprops=line | {"shrinkA": 0, "shrinkB": 0},
        )


def _ahead(rung: Rung) -> str:
    """Write how far ahead a strategy is, without the interval."""
    return "fair" if rung.kind == "reference" else numbers.elo_ahead(rung.elo).partition(" (")[0]


def _apart(wanted: Sequence[float], gap: float, lowest: float) -> list[float]:
    """Return rising places at least a gap apart, none below the lowest, near those wanted.

    Those that would meet stand around their middle.
    """
    # Each group: how many, and the mean of its members' places if the first one stood there.
    groups: list[tuple[int, float]] = []
    for place in wanted:
        count, first = 1, max(place, lowest)
        while groups and groups[-1][1] + groups[-1][0] * gap > first:
            before, begin = groups.pop()
            first = (before * begin + count * (first - before * gap)) / (before + count)
            count += before
            first = max(first, lowest)
        groups.append((count, first))
    return [first + number * gap for count, first in groups for number in range(count)]
