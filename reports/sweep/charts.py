"""The charts of a sweep: a line over the values of a rule, or a heat map over two."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import CenteredNorm, Colormap, LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from reports.chart_frame import (
    BLUE,
    DIVERGING,
    INK,
    LINE,
    ORANGE,
    PALE,
    SKY,
    VERMILION,
    chart_style,
    counted,
    frame_texts,
    line_up,
    number,
    wrap,
)
from reports.figures import ADVANTAGE
from reports.sweep.results import Axis, Sweep, Told, group, is_rate
from reports.sweep.screen import fixed_rules
from reports.sweep.sentences import Words, words_of
from reports.sweep.tables import chart_names
from simulate.option_kinds import written

#: One look for each line of a chart, told apart without colours too.
_LOOKS = (
    (BLUE, "o"),
    (VERMILION, "s"),
    ("#009e73", "^"),
    (ORANGE, "D"),
    ("#cc79a7", "v"),
    (SKY, "P"),
    (INK, "X"),
)
_SEQUENTIAL = LinearSegmentedColormap.from_list("fathom_low_high", ["#fafafa", SKY])
#: So many values of a rule are all written at the axis.
_MOST_TICKS = 12
#: Inches: the widest label of a value that is no number.
_TICK_WIDTH = 1.1
#: Letters that fit into a title.
_MOST_TITLE = 62


def write_charts(sweep: Sweep, folder: Path) -> list[Path]:
    """Write each chart as PNG and SVG into an existing folder, and return the files."""
    written_files = []
    with chart_style():
        for name, figure in draw_charts(sweep).items():
            written_files += [folder / f"{name}.png", folder / f"{name}.svg"]
            figure.savefig(written_files[-2])
            figure.savefig(written_files[-1], metadata={"Date": None})
    return written_files


def draw_charts(sweep: Sweep) -> dict[str, Figure]:
    """Draw the charts of a sweep, by file stem; see `reports.sweep.tables.chart_names`."""
    names = chart_names(sweep.paths, len(sweep.axes))
    with chart_style():
        if len(sweep.axes) == 1:
            return {name: _lines(sweep, paths) for name, paths in names.items()}
        return {name: _heat_map(sweep, path) for name, (path,) in names.items()}


def _frame(sweep: Sweep, paths: Sequence[str], height: float, notes: Sequence[str]) -> Figure:
    run, study, varied = sweep.base.run, sweep.base.run.study, {a.name for a in sweep.axes}
    played = [sweep.base.game.title]
    if "variant" not in varied:
        played.append(f"variant {study.variant}")
    if "players" not in varied:
        played.append(f"{study.players} players")
    games = (
        f"{len(sweep.points)} points, {counted(run.games, 'game')} each on the same "
        f"{counted(run.tally.deals, 'deal')}, seed {study.seed}"
    )
    if run.interrupted:
        games += f"; interrupted before {counted(study.games, 'game')} each"
    unfinished = sum(point.results.unfinished for point in sweep.points)
    if unfinished:
        games += f"; unfinished: {number(unfinished)}"
    alike = len(study.strategies) == 1 and "players" in varied
    lineup = f"line-up: {study.lineup[0]} in every seat" if alike else line_up(study)
    fixed = fixed_rules(sweep)
    rules = [f"rules changed at all points: {', '.join(fixed)}"] if fixed else []
    what, header = _title(sweep, paths), [games, lineup, *rules]
    if len(what) > _MOST_TITLE:  # a line of the header can be long, a title cannot
        what, header = paths[0], [what, *header]
    return frame_texts(what, ", ".join(played), header, height, notes)


def _title(sweep: Sweep, paths: Sequence[str]) -> str:
    kind = group(paths[0])
    title = f"win rate by {kind}" if kind and len(sweep.axes) == 1 else sweep.figure(paths[0]).title
    return f"{title[0].upper()}{title[1:]} over {' and '.join(a.name for a in sweep.axes)}"


def _lines(sweep: Sweep, paths: Sequence[str]) -> Figure:
    """Draw figures over the values of one rule."""
    axis, kind = sweep.axes[0], group(paths[0])
    level = f"{100 * sweep.confidence:g} % confidence interval"
    look = "Bands" if axis.is_number else "Whiskers"
    first = written(sweep.points[0].values[0])
    notes = [
        f"{look}: {level} of each figure. Filled: {axis.name} {first}, and what is told from it on "
        "the same deals (Holm-corrected); hollow: not told from it."
    ]
    bounds = _bounds(sweep, paths)
    if bounds:
        notes.append("Dotted: the bounds of the target.")
    figure = _frame(sweep, paths, 3.8, notes)
    axes = figure.subplots()
    places = _places(axis, [point.values[0] for point in sweep.points])
    names = [_member(path) for path in paths] if kind else [""]
    for place, (path, name) in enumerate(zip(paths, names, strict=True)):
        colour, marker = _LOOKS[place % len(_LOOKS)]
        shift = 0.0 if axis.is_number else 0.12 * (place - (len(paths) - 1) / 2)
        _line(axes, sweep, path, places + shift, colour, marker, name)
    _reference_lines(axes, sweep, paths[0], bounds)
    _value_axis(axes, axis, places, [point.values[0] for point in sweep.points])
    _figure_axis(axes, sweep, paths)
    if len(paths) > 1:
        axes.legend(loc="center left", bbox_to_anchor=(1.07, 0.5), frameon=False)
    return figure


def _line(
    axes: Axes, sweep: Sweep, path: str, places: Any, colour: str, marker: str, name: str
) -> None:
    told = sweep.told[path]
    factor = 100 if is_rate(sweep.figure(path)) else 1
    blank = (math.nan,) * 3
    ends = [
        (one.estimate.value, one.estimate.low, one.estimate.high) if one else blank for one in told
    ]
    middle, low, high = factor * np.array(ends, float).T
    low, high = (np.where(np.isfinite(part), part, middle) for part in (low, high))
    order = np.argsort(places, kind="stable")
    if sweep.axes[0].is_number:
        axes.fill_between(places[order], low[order], high[order], color=colour, alpha=0.18, lw=0)
        axes.plot(places[order], middle[order], color=colour, linewidth=1.5)
    else:
        spans = [middle - low, high - middle]
        axes.errorbar(places, middle, spans, fmt="none", ecolor=colour, capsize=4)
    for index, one in enumerate(told):
        if one:
            fill = _fill(one, colour) if index else colour
            axes.plot(places[index], middle[index], marker, color=colour, markerfacecolor=fill)
    axes.plot([], [], marker, color=colour, label=name)


def _fill(told: Told, colour: str) -> str:
    """Return the filling of a marker: none where no difference to the first point is told."""
    return colour if told.verdict in ("higher", "lower") else "white"


def _places(axis: Axis, values: Sequence[Any]) -> Any:
    if axis.is_number:
        return np.array(values, float)
    return np.arange(len(values), dtype=float)


def _value_axis(axes: Axes, axis: Axis, places: Any, values: Sequence[Any]) -> None:
    axes.set_xlabel(axis.name)
    if axis.is_number and len(values) > _MOST_TICKS:
        whole = all(isinstance(value, int) for value in values)
        axes.xaxis.set_major_locator(MaxNLocator("auto", integer=whole))
    elif axis.is_number:
        axes.set_xticks(places, [written(value) for value in values])
    else:
        width = max(_TICK_WIDTH, 6.5 / len(values)) - 0.1
        labels = ["\n".join(wrap(written(value), width)) for value in values]
        steep = len(values) * _TICK_WIDTH > 7
        axes.set_xticks(
            places, labels, rotation=40 if steep else 0, ha="right" if steep else "center"
        )
        axes.set_xlim(places[0] - 0.5, places[-1] + 0.5)


def _figure_axis(axes: Axes, sweep: Sweep, paths: Sequence[str]) -> None:
    figure = sweep.figure(paths[0])
    if paths[0] == ADVANTAGE:
        axes.set_ylabel("percentage points")
        axes.yaxis.set_major_formatter(FuncFormatter(_signed))
    elif is_rate(figure):
        axes.set_ylabel("win rate" if group(paths[0]) else "share")
        axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{share:.4g} %"))
    else:
        axes.set_ylabel("minutes" if ".minutes." in paths[0] else "")
    # So small a difference as 2 points is not to look large.
    low, high = axes.get_ylim()
    least = 4.0 if is_rate(figure) else 0.02 * max(abs(low), abs(high))
    if high - low < least:
        middle = (low + high) / 2
        axes.set_ylim(middle - least / 2, middle + least / 2)
    if not is_rate(figure) and low > 0 and low < 0.3 * high:
        axes.set_ylim(bottom=0)


def _signed(value: float, _: int | None) -> str:
    return f"{value:+.3g}".replace("-", "\N{MINUS SIGN}") if value else "0"


def _reference_lines(
    axes: Axes, sweep: Sweep, path: str, bounds: Sequence[tuple[float, float]]
) -> None:
    """Draw what is fair, where that is one number at all points, and what is wanted."""
    fair = _fair(sweep, path)
    if fair is not None:
        value = 100 * fair
        axes.axhline(value, color=INK, linestyle="--", linewidth=1, zorder=0)
        beside = axes.get_yaxis_transform()
        axes.text(1.01, value, "fair", va="center", transform=beside)
    for low, high in bounds:
        for bound in (low, high):
            if math.isfinite(bound):
                axes.axhline(bound, color=VERMILION, linestyle=":", linewidth=1.5, zorder=0)


def _bounds(sweep: Sweep, paths: Sequence[str]) -> list[tuple[float, float]]:
    """Return the bounds of targets on figures, as drawn."""
    return [
        (factor * judged.target.low, factor * judged.target.high)
        for judged in sweep.base.judged()
        if judged.target.figure in paths
        for factor in [100 if is_rate(sweep.figure(judged.target.figure)) else 1]
    ]


def _member(path: str) -> str:
    """Name one of a group of figures in the legend."""
    name = path.split(".", 1)[1].removesuffix(".win_rate")
    return f"seat {name}" if group(path) == "seat" else "\n".join(wrap(name, 1.9))


def _heat_map(sweep: Sweep, path: str) -> Figure:
    """Draw a figure over the values of two rules."""
    down, across = _turned(sweep)
    rows, columns = sweep.axes[down], sweep.axes[across]
    told = dict(zip((point.key for point in sweep.points), sweep.told[path], strict=True))
    figure_words = words_of(sweep, path)
    grid: list[list[Told | None]] = []
    judged = {
        point.key: one.verdict.word
        for point in sweep.points
        for one in point.results.judged()
        if one.target.figure == path
    }
    verdicts: list[list[str]] = []
    for value in rows.values:
        keys = [_key(value, other, down) for other in columns.values]
        grid.append([told.get(key) for key in keys])
        verdicts.append([judged.get(key, "") for key in keys])
    labels = ["\n".join(wrap(written(value), 1.6)) for value in rows.values]
    lines = 3 if judged else 2
    cell = max(0.26 + lines * LINE, 0.2 + max(text.count("\n") + 1 for text in labels) * LINE)
    figure = _frame(
        sweep,
        [path],
        cell * len(labels) + 0.75,
        _notes(sweep, path, bool(judged)),
    )
    axes = figure.subplots()
    values = np.array([[one.estimate.value if one else math.nan for one in row] for row in grid])
    colours, norm = _colours(sweep, path, values)
    axes.pcolormesh(values, cmap=colours, norm=norm, edgecolors="white", linewidth=2)
    for row, line in enumerate(grid):
        for column, one in enumerate(line):
            key = _key(rows.values[row], columns.values[column], down)
            missing = "none" if key in told else "left out"
            _label_cell(axes, row, column, one, figure_words, verdicts[row][column], missing)
    axes.set_xticks(np.arange(len(columns.values)) + 0.5, _column_labels(columns))
    axes.set_yticks(np.arange(len(labels)) + 0.5, labels)
    axes.set_xlabel(columns.name)
    axes.set_ylabel(rows.name)
    axes.invert_yaxis()
    axes.tick_params(length=0)
    axes.grid(False)
    axes.spines[:].set_visible(False)
    return figure


def _turned(sweep: Sweep) -> tuple[int, int]:
    """Return which rule goes down, which across: the one with more values down."""
    one, other = (len(axis.values) for axis in sweep.axes)
    return (0, 1) if one >= other else (1, 0)


def _key(value: Any, other: Any, down: int) -> tuple[str, ...]:
    return tuple(map(written, (value, other) if down == 0 else (other, value)))


def _column_labels(axis: Axis) -> list[str]:
    width = 6.0 / len(axis.values) - 0.05
    return ["\n".join(wrap(written(value), width)) for value in axis.values]


def _notes(sweep: Sweep, path: str, aimed: bool) -> list[str]:
    level = f"{100 * sweep.confidence:g} % confidence interval"
    base = sweep.label(sweep.points[0])
    notes = [
        f"± half the {level}. ▲ higher, ▼ lower, = the same: told from {base} on the same deals "
        "(Holm-corrected); no mark: not told."
    ]
    if path == ADVANTAGE:
        notes.append("In percentage points. White: nobody has an advantage; orange: seat 1 has.")
    elif _fair(sweep, path) is not None:
        notes.append("White: the fair share; orange: above; blue: below.")
    else:
        notes.append("The darker, the higher.")
    if aimed:
        notes.append("Last line: the verdict on the target.")
    return notes


def _colours(sweep: Sweep, path: str, values: Any) -> tuple[Colormap, Normalize]:
    """Colour around what is fair where there is such a thing, else from low to high."""
    fair = _fair(sweep, path)
    if fair is not None:
        # Full colour no sooner than 5 points from fair: small differences look small.
        return DIVERGING, CenteredNorm(fair, max(0.05, float(np.nanmax(np.abs(values - fair)))))
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    return _SEQUENTIAL, Normalize(low, high if high > low else low + 1)


def _fair(sweep: Sweep, path: str) -> float | None:
    """Return what a figure is where all is fair, if that is one number at all points."""
    if path == ADVANTAGE:
        return 0.0
    shares = {point.results.fair_share for point in sweep.points}
    return shares.pop() if group(path) and len(shares) == 1 else None


_MARKS = {"higher": " ▲", "lower": " ▼", "the same": " =", "not told": "", None: ""}


def _label_cell(
    axes: Axes, row: int, column: int, told: Told | None, words: Words, verdict: str, missing: str
) -> None:
    if told is None:
        corner = (column + 0.01, row + 0.01)
        axes.add_patch(Rectangle(corner, 0.98, 0.98, facecolor=PALE, hatch="///", linewidth=0))
        text = missing
    else:
        value, _, half = words.with_half(told.estimate).partition(" ")
        unit = " %" if words.unit == " %" else ""
        lines = [f"{value}{unit}{_MARKS[told.verdict]}", half, verdict]
        text = "\n".join(line for line in lines if line)
    axes.text(column + 0.5, row + 0.5, text, ha="center", va="center")
