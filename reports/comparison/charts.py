"""The charts of a comparison: what differs, who wins from where, how long games last."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from reports.comparison import sentences as words
from reports.comparison.results import Compared, Comparison, Pair
from reports.run.charts import (
    bin_label,
    draw_steps,
    find_bins,
    mean_label,
    share_label,
    tell_unseen,
)
from reports.run.results import Results
from reports.writing.chart_frame import (
    BLUE,
    GREY,
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
    save_charts,
    wrap,
)
from reports.writing.wording import typeset

#: Of the arms in turn: colour, marker, line. Okabe and Ito's colours, as in `chart_frame`.
_LOOKS = (
    (BLUE, "o", "-"),
    (VERMILION, "s", "--"),
    ("#009e73", "^", "-."),
    ("#cc79a7", "D", ":"),
    (ORANGE, "v", (0, (5, 1))),
    (SKY, "P", (0, (3, 1, 1, 1))),
    (INK, "X", (0, (1, 1))),
)
#: Of the percentiles only those of the turns are drawn.
_LENGTHS = ("turns", "rounds", "decisions")
#: Inches: the widest label of a row, and the height of one of its arms.
_BESIDE, _ARM = 2.3, 0.2
#: Inches that the names of arms have, above a panel as wide as the chart and above a forest.
_ACROSS, _LEGEND = 6.2, 3.6
#: Relative changes beyond this many times the usual ones leave the axis.
_FAR = 4.0


def draw_charts(comparison: Comparison) -> dict[str, Figure]:
    """Draw the charts of a comparison, by file stem: those of `comparison.results.CHARTS`."""
    with chart_style():
        return {
            "differences": _differences(comparison),
            "win_rate_by_seat": _win_rate_by_seat(comparison),
            "length": _length(comparison),
        }


def write_charts(comparison: Comparison, folder: Path) -> list[Path]:
    """Write each chart as PNG and SVG into an existing folder, and return the files."""
    return save_charts(draw_charts(comparison), folder)


def _frame(comparison: Comparison, what: str, height: float, notes: Sequence[str]) -> Figure:
    """Make a figure that says what was compared."""
    (_, first), *_ = comparison.arms.items()
    deals, seed = counted(first.run.tally.deals, "deal"), first.run.study.seed
    played = f"{first.game.title}: {len(comparison.arms)} arms on the same {deals}, seed {seed}"
    header = [f"{label}: {_played(results)}" for label, results in comparison.arms.items()]
    return frame_texts(what, played, header, height, notes)


def _played(results: Results) -> str:
    study = results.run.study
    said = [
        f"variant {study.variant}",
        f"{study.players} players",
        counted(results.run.games, "game"),
        line_up(study),
    ]
    if study.changes:
        said.append(f"rules changed: {', '.join(study.changes)}")
    if results.unfinished:
        said.append(f"unfinished: {number(results.unfinished)}")
    return "; ".join(said)


def _differences(comparison: Comparison) -> Figure:
    """Draw every difference from the first arm: rates in points, the others in percent."""
    paths = list(dict.fromkeys(p for pair in comparison.pairs for p in _drawn(comparison, pair)))
    shown = {path: _in_pairs(comparison, path) for path in paths}
    rates = {path: found for path, found in shown.items() if found[0][1].is_rate}
    relative = {path: found for path, found in shown.items() if path not in rates}
    started = {
        path: [(place, one) for place, one in found if _is_known_in_percent(one)]
        for path, found in relative.items()
    }
    nothing = [found[0][1].title for path, found in relative.items() if not started[path]]
    last = "score_mean"  # what scores are worth depends on the rules; other changes come first
    told = sorted((path for path in started if started[path]), key=lambda path: last in path)
    relative = {path: started[path] for path in told}
    panels = [(rates, True), (relative, False)]
    heights = [sum(_heights(rows)) + 0.75 for rows, _ in panels]
    heights[0] += _legend_height(_others(comparison), _LEGEND)
    notes = [
        f"Difference from {next(iter(comparison.arms))}, with its "
        f"{100 * comparison.confidence:g} % interval. Filled: told from chance among all "
        f"{comparison.tests} differences (Holm); hollow: not told. Grey: practically the same, "
        f"{100 * comparison.margins.rate:g} percentage points or "
        f"{100 * comparison.margins.relative:g} %. An arrow: beyond the axis.",
        *(
            [f"Too rare in the first arm to be told in percent: {'; '.join(nothing)}."]
            if nothing
            else []
        ),
    ]
    figure = _frame(comparison, "What differs", sum(heights), notes)
    axes = figure.subplots(2, squeeze=True, height_ratios=heights)
    for panel, (rows, is_rate) in zip(axes, panels, strict=True):
        _forest(panel, rows, comparison, is_rate)
    return figure


def _is_known_in_percent(one: Compared) -> bool:
    """Return whether a difference means something in percent of what the first arm gave."""
    interval = one.difference.estimate
    half = (interval.high - interval.low) / 2
    return one.first.value != 0 and (half < abs(one.first.value) / 4 or not math.isfinite(half))


def _drawn(comparison: Comparison, pair: Pair) -> Iterator[str]:
    """Yield the figures worth a row: none that says what another one says."""
    arms = comparison.arms[pair.a], comparison.arms[pair.b]
    for path in pair.figures:
        _, *rest = path.split(".")
        # With other numbers of players the fair share differs: the advantage says it all.
        fair = arms[0].players == arms[1].players
        again = path == "seats.1.win_rate" if fair else path.endswith(".win_rate")
        again |= path.startswith("length.") and not (
            rest[0] == "turns" or (rest[0] in _LENGTHS and rest[1] == "mean")
        )
        again |= path.startswith("strategy_seats.")
        if not again and not words.is_trivial(path, *arms):
            yield path


def _in_pairs(comparison: Comparison, path: str) -> list[tuple[int, Compared]]:
    """Return a figure in every pair that has it, with the place of its arm."""
    return [
        (place, pair.figures[path])
        for place, pair in enumerate(comparison.pairs, 1)
        if path in pair.figures
    ]


def _labels(rows: Mapping[str, list[tuple[int, Compared]]]) -> list[str]:
    return ["\n".join(wrap(found[0][1].title, _BESIDE)) for found in rows.values()]


def _heights(rows: Mapping[str, list[tuple[int, Compared]]]) -> list[float]:
    """Return the inches that each row takes: its label's lines, or its arms."""
    labels = zip(_labels(rows), rows.values(), strict=True)
    return [
        max((label.count("\n") + 1) * LINE, len(found) * _ARM) + 0.08 for label, found in labels
    ]


def _forest(
    axes: Axes,
    rows: Mapping[str, list[tuple[int, Compared]]],
    comparison: Comparison,
    is_rate: bool,
) -> None:
    heights = _heights(rows)
    middles = np.cumsum(heights) - np.array(heights) / 2
    margin = 100 * (comparison.margins.rate if is_rate else comparison.margins.relative)
    axes.axvspan(-margin, margin, color=PALE, linewidth=0)
    axes.axvline(0, color=GREY, linewidth=1)
    reach = _reach([one for found in rows.values() for _, one in found], margin)
    for middle, found in zip(middles, rows.values(), strict=True):
        for down, (place, one) in enumerate(found):
            y = middle + (down - (len(found) - 1) / 2) * _ARM
            _row(axes, y, one, _LOOKS[place % len(_LOOKS)], reach)
    axes.set_xlim(-1.05 * reach, 1.05 * reach)
    axes.set_ylim(sum(heights), 0)
    axes.set_yticks(middles, _labels(rows))
    axes.tick_params(axis="y", length=0)
    axes.grid(False)
    for edge in np.cumsum(heights)[:-1]:
        axes.axhline(edge, color=PALE, linewidth=0.7)
    unit = "percentage points" if is_rate else "percent of the first arm's value"
    axes.set_xlabel(f"difference in {unit}")
    if is_rate:
        _name_arms(axes, _others(comparison), first=1, with_line=False, across=_LEGEND)


def _others(comparison: Comparison) -> list[str]:
    return [pair.b for pair in comparison.pairs]


def _row(axes: Axes, y: float, one: Compared, look: tuple[str, str, Any], reach: float) -> None:
    """Draw one difference, and write it beside the panel."""
    colour, marker, _ = look
    found, scale = one.difference.estimate, _scale(one)
    low, value, high = (scale * end for end in (found.low, found.value, found.high))
    if math.isfinite(high - low):
        ends = np.clip([low, high], -1.05 * reach, 1.05 * reach)
        axes.plot(ends, [y, y], color=colour, linewidth=1.6, solid_capstyle="butt")
    beyond = abs(value) > reach
    if beyond:
        marker = ">" if value > 0 else "<"
    axes.plot(
        np.clip(value, -reach, reach),
        y,
        marker=marker,
        color=colour,
        markerfacecolor=colour if one.told else "white",
        markersize=6,
        clip_on=False,
    )
    places, unit = _places((high - low) / 2), " pp" if one.is_rate else " %"
    text = words.signed(value, places)
    if math.isfinite(high - low):
        text += f" ({words.signed(low, places)} to {words.signed(high, places)})"
    text += unit
    axes.annotate(
        text,
        (1.01, y),
        xycoords=axes.get_yaxis_transform(),
        va="center",
        color=colour,
        fontsize="small",
    )


def _scale(one: Compared) -> float:
    return 100.0 if one.is_rate else 100 / abs(one.first.value)


def _reach(figures: Sequence[Compared], margin: float) -> float:
    """Return how far the axis goes: to all intervals, unless a few are very far out."""
    ends = [
        max(abs(_scale(one) * end) for end in (found.low, found.high))
        for one in figures
        for found in [one.difference.estimate]
        if math.isfinite(found.high - found.low)
    ]
    if not ends:
        return 2 * margin
    usual = max(2 * margin, _FAR * float(np.quantile(ends, 0.75)))
    return max(2 * margin, min(max(ends), usual))


def _places(half: float) -> int:
    """Return how many decimals tell a difference known to within `half`: 0 to 2."""
    return min(2, max(0, math.ceil(-math.log10(half / 2)))) if 0 < half < math.inf else 1


def _name_arms(
    axes: Axes,
    labels: Sequence[str],
    first: int = 0,
    with_line: bool = True,
    with_marker: bool = True,
    across: float = _ACROSS,
) -> None:
    """Say above the panel which look is which arm, the first of those named."""
    handles = []
    for place, label in enumerate(labels, first):
        colour, marker, line = _LOOKS[place % len(_LOOKS)]
        name = "\n".join(wrap(label, across))
        look: dict[str, Any] = {"color": colour, "label": name}
        look["marker"] = marker if with_marker else "none"
        look["linestyle"] = line if with_line else "none"
        handles += axes.plot([], [], **look)
    axes.legend(
        handles=handles,
        loc="lower left",
        bbox_to_anchor=(0, 1),
        ncols=_columns(labels, across),
        frameon=False,
        borderaxespad=0.2,
        handlelength=3,
    )


def _win_rate_by_seat(comparison: Comparison) -> Figure:
    """Draw the win rates of all arms, less the fair share where that differs."""
    fair = [results.fair_share for results in comparison.arms.values()]
    alike = len(set(fair)) == 1
    notes = [f"Whiskers: {100 * comparison.confidence:g} % confidence interval."]
    if alike:
        notes[0] += f" Dashed: the fair share, {100 * fair[0]:.3g} %."
    figure = _frame(
        comparison, "Win rate by seat", 3.4 + _legend_height(list(comparison.arms)), notes
    )
    axes = figure.subplots()
    axes.axhline(fair[0] if alike else 0, color=GREY, linestyle="--", linewidth=1.4)
    arms = len(comparison.arms)
    for place, results in enumerate(comparison.arms.values()):
        colour, marker, _ = _LOOKS[place % len(_LOOKS)]
        shift = 0.0 if alike else -results.fair_share
        rates = [standing.win_rate.shifted(shift) for standing in results.seats()]
        at = np.arange(len(rates)) + (place - (arms - 1) / 2) * 0.7 / arms
        ends = [[r.value - r.low for r in rates], [r.high - r.value for r in rates]]
        values = [r.value for r in rates]
        axes.errorbar(at, values, ends, fmt=marker, color=colour, capsize=4, markersize=6)
    seats = max(results.players for results in comparison.arms.values())
    axes.set_xlim(-0.5, seats - 0.5)
    names = ["seat 1 (first)", *(f"seat {seat}" for seat in range(2, seats + 1))]
    axes.set_xticks(range(seats), names)
    axes.yaxis.set_major_formatter(FuncFormatter(share_label if alike else _points))
    axes.margins(y=0.12)
    axes.set_ylabel("win rate (axis does not start at 0)" if alike else "win rate less fair share")
    _name_arms(axes, list(comparison.arms), with_line=False)
    return figure


def _points(share: float, _: int | None) -> str:
    return f"{typeset(f'{100 * share:+.4g}')} pp"


def _columns(labels: Sequence[str], across: float) -> int:
    """Return how many names of arms stand beside each other: as many as surely fit."""
    return max(1, min(4, int(across * 11.5) // (max(map(len, labels)) + 9)))


def _legend_height(labels: Sequence[str], across: float = _ACROSS) -> float:
    lines = max(len(wrap(label, across)) for label in labels)
    return (math.ceil(len(labels) / _columns(labels, across)) * lines + 1) * LINE


def _length(comparison: Comparison) -> Figure:
    """Draw the distributions of turns and rounds of all arms over each other."""
    lengths = [results.lengths() for results in comparison.arms.values()]
    names = [
        name
        for name in ("turns", "rounds")
        if any(len(length[name].histogram.counts) > 1 for length in lengths)
    ] or ["turns"]
    notes = [
        f"Share of the games in each bin; mean ± half its {100 * comparison.confidence:g} % "
        "confidence interval."
    ]
    labels = {
        name: [
            f"{label}: {mean_label(length[name].mean)}"
            for label, length in zip(comparison.arms, lengths, strict=True)
        ]
        for name in names
    }
    height = sum(2.3 + _legend_height(named) for named in labels.values())
    figure = _frame(comparison, "Length of a game", height, notes)
    panels = figure.subplots(len(names), squeeze=False).flat
    for axes, (name, named) in zip(panels, labels.items(), strict=True):
        histograms = [length[name].histogram for length in lengths]
        everything = reduce(add, histograms)
        bins = find_bins(everything)
        for place, histogram in enumerate(histograms):
            colour, _, line = _LOOKS[place % len(_LOOKS)]
            draw_steps(axes, histogram, bins, color=colour, linestyle=line, linewidth=1.6)
        axes.set_ylabel("games")
        axes.set_xlabel("\n".join([bin_label(name, bins), *tell_unseen(everything, bins, "game")]))
        _name_arms(axes, named, with_marker=False)
    return figure
