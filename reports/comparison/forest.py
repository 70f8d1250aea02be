"""The chart of what differs: every difference from the first arm, with its interval."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from reports.comparison.framing import frame, legend_height, look, name_arms, pairs_drawn
from reports.comparison.ranking import asked, rank
from reports.comparison.results import Compared, Comparison
from reports.figures.figure import POINTS, SCORE_MEAN, SHARE, Unit
from reports.figures.statistics import Estimate
from reports.writing import numbers
from reports.writing.chart_frame import GREY, LINE, PALE, Sheet, wrap

#: Inches: the widest label of a row, the height of one of its arms, and what the names of arms
#: have above it.
_BESIDE, _ARM, _LEGEND = 2.3, 0.2, 3.6
#: Relative changes beyond this many times the usual ones leave the axis.
_FAR = 4.0
#: What changes are drawn in that are told in percent of what the first arm gave.
_CHANGE = Unit("%", share=True, signed=True)

#: Figures by path, each in every pair that has it, with the place of its arm.
Rows = Mapping[str, Sequence[tuple[int, Compared]]]


def draw(sheet: Sheet, comparison: Comparison) -> Drawing:
    """Draw every difference within its pair: rates in points, the others in percent."""
    found = rows_of(comparison)
    rates = {path: row for path, row in found.items() if _is_rate(row[0][1])}
    others = {path: row for path, row in found.items() if path not in rates}
    told = {path: [one for one in row if _in_percent(one[1])] for path, row in others.items()}

    def order(path: str) -> tuple[bool, int]:
        """Put first what designers ask for; what scores are worth depends on the rules."""
        figure = others[path][0][1].figure
        return figure.what == SCORE_MEAN, asked(figure)

    relative = {path: told[path] for path in sorted(told, key=order) if told[path]}
    nothing = [row[0][1].figure.title for path, row in others.items() if not told[path]]
    panels: list[tuple[Rows, bool]] = [(rates, True), (relative, False)]
    beside, legend = sheet.part(_BESIDE), sheet.part(_LEGEND)
    heights = [sum(_heights(rows, beside)) + 0.75 for rows, _ in panels]
    heights[0] += legend_height(_others(comparison), legend)
    margins = comparison.margins
    notes = [
        f"Difference from {_reference(comparison)}, with its "
        f"{numbers.level(comparison.confidence)}. Filled: clear among all "
        f"{numbers.whole(comparison.tests)} differences; hollow: not clear. Grey: "
        f"practically the same, {numbers.number(margins.rate, 0, SHARE)} percentage points or "
        f"{numbers.number(margins.relative, 0, SHARE)} %. An arrow: beyond the axis.",
        *([f"Too rare at first to be told in per cent: {'; '.join(nothing)}."] if nothing else []),
    ]
    drawing = frame(comparison, sheet, sum(heights), notes)
    axes = drawing.subplots(2, squeeze=True, height_ratios=heights)
    for panel, (rows, is_rate) in zip(axes, panels, strict=True):
        _forest(sheet, panel, rows, comparison, is_rate)
    return drawing


def rows_of(comparison: Comparison) -> Rows:
    """Return the figures of the first page, in every pair drawn that has them."""
    pairs = pairs_drawn(comparison)
    ranked = rank(pairs)
    some = {*ranked.large, *ranked.unclear, *ranked.small}
    paths = dict.fromkeys(path for pair in pairs for path in pair.figures if path in some)
    return {
        path: [
            (place, pair.figures[path])
            for place, pair in enumerate(pairs, 1)
            if path in pair.figures
        ]
        for path in paths
    }


def _in_percent(one: Compared) -> bool:
    """Return whether a difference means something in percent of what the first arm gave."""
    change = one.difference.estimate
    half = (change.high - change.low) / 2
    return one.first.value != 0 and (half < abs(one.first.value) / 4 or not math.isfinite(half))


def _is_rate(one: Compared) -> bool:
    return one.figure.unit.share


def _others(comparison: Comparison) -> list[str]:
    return [pair.b for pair in pairs_drawn(comparison)]


def _reference(comparison: Comparison) -> str:
    """Name what differences are drawn from."""
    if comparison.design:
        return f"{comparison.design.focus.levels[0]} in the same cell of the grid"
    return next(iter(comparison.arms))


def _labels(rows: Rows, beside: float) -> list[str]:
    return ["\n".join(wrap(row[0][1].figure.title, beside)) for row in rows.values()]


def _heights(rows: Rows, beside: float) -> list[float]:
    """Return the inches that each row takes: its label's lines, or its arms."""
    return [
        max((label.count("\n") + 1) * LINE, len(row) * _ARM) + 0.08
        for label, row in zip(_labels(rows, beside), rows.values(), strict=True)
    ]


def _forest(sheet: Sheet, axes: Axes, rows: Rows, comparison: Comparison, is_rate: bool) -> None:
    beside = sheet.part(_BESIDE)
    heights = _heights(rows, beside)
    middles = np.cumsum(heights) - np.array(heights) / 2
    margin = 100 * (comparison.margins.rate if is_rate else comparison.margins.relative)
    axes.axvspan(-margin, margin, color=PALE, linewidth=0)
    axes.axvline(0, color=GREY, linewidth=1)
    reach = _reach([one for row in rows.values() for _, one in row], margin)
    for middle, row in zip(middles, rows.values(), strict=True):
        for down, (place, one) in enumerate(row):
            y = middle + (down - (len(row) - 1) / 2) * _ARM
            _row(axes, y, one, place, reach)
            # Where there is little room the line alone tells the interval.
            axes.annotate(
                _told(one, briefly=sheet.is_narrow),
                (1.01, y),
                xycoords=axes.get_yaxis_transform(),
                va="center",
                color=look(place)[0],
            )
    axes.set_xlim(-1.05 * reach, 1.05 * reach)
    axes.set_ylim(sum(heights), 0)
    axes.set_yticks(middles, _labels(rows, beside))
    axes.tick_params(axis="y", length=0)
    axes.grid(False)
    for edge in np.cumsum(heights)[:-1]:
        axes.axhline(edge, color=PALE, linewidth=0.7)
    unit = "percentage points" if is_rate else "% of what it is compared with"
    axes.set_xlabel(f"difference in {unit}")
    if is_rate:
        named = dict(enumerate(_others(comparison), 1))
        name_arms(axes, named, with_line=False, across=sheet.part(_LEGEND))


def _change(one: Compared) -> Estimate:
    """Return a difference as it is drawn: of rates, or as a share of what the first arm gave."""
    found = one.difference.estimate
    if _is_rate(one):
        return found
    change = found.scaled(1 / abs(one.first.value))
    if one.figure.what == SCORE_MEAN or not math.isfinite(change.low):
        return change
    return replace(change, low=max(-1.0, change.low))  # nothing else is ever below 0


def _row(axes: Axes, y: float, one: Compared, place: int, reach: float) -> None:
    """Draw one difference."""
    (colour, marker, _), change = look(place), _change(one)
    low, value, high = (100 * end for end in (change.low, change.value, change.high))
    if math.isfinite(high - low):
        ends = np.clip([low, high], -1.05 * reach, 1.05 * reach)
        axes.plot(ends, [y, y], color=colour, linewidth=1.6, solid_capstyle="butt")
    if abs(value) > reach:
        marker = ">" if value > 0 else "<"
    axes.plot(
        np.clip(value, -reach, reach),
        y,
        marker=marker,
        color=colour,
        markerfacecolor=colour if one.is_clear else "white",
        markersize=6,
        clip_on=False,
    )


def _told(one: Compared, *, briefly: bool) -> str:
    """Write a difference as short as it goes: "+2.1 (+1.9 to +2.3) pp"."""
    change, unit = _change(one), POINTS if _is_rate(one) else _CHANGE
    scale = 1 if _is_rate(one) else 1 / abs(one.first.value)
    value = numbers.number(change.value, scale * one.reach, unit)
    known = 0 < change.high - change.low < math.inf and not briefly
    ends = f" ({numbers.ends(change, unit)})" if known else ""
    return f"{value}{ends} {'pp' if _is_rate(one) else '%'}"


def _reach(differences: Sequence[Compared], margin: float) -> float:
    """Return how far the axis goes: to all intervals, unless a few are very far out.

    What is clear is never an arrow, so that no finding is drawn beyond the axis.
    """
    changes = [_change(one) for one in differences]
    found = [
        100 * abs(change.value)
        for one, change in zip(differences, changes, strict=True)
        if one.is_clear and math.isfinite(change.value)
    ]
    ends = [
        100 * max(abs(one.low), abs(one.high))
        for one in changes
        if math.isfinite(one.high - one.low)
    ]
    if not ends:
        return 2 * margin
    usual = max(2 * margin, _FAR * float(np.quantile(ends, 0.75)))
    return max(2 * margin, min(max(ends), usual), *found)
