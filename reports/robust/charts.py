"""The chart of levels of play: each figure at each level, with its interval."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from reports.figures.figure import LEAD_CHANGES, MINUTES, PLAIN, POINTS, Unit
from reports.figures.statistics import Estimate
from reports.robust.levels import Group, Level, Robustness
from reports.writing import numbers
from reports.writing.chart_frame import BLUE, GREY, VERMILION, Sheet, make_chart, wrap
from reports.writing.document import Chart
from reports.writing.words import listed

#: The names of all charts of this room.
CHARTS = ("levels_of_play",)
_QUESTION = "Is that the game's, or the players'?"
#: Inches: a row, and what axes take.
_ROW, _AXES = 0.3, 0.95
#: Inches: the widest name of a level.
_BESIDE = 2.0

#: Makes a drawing on a sheet, so many inches high, with notes.
Framed = Callable[[Sheet, float, Sequence[str]], Drawing]


@dataclass(frozen=True)
class _Panel:
    """A figure, drawn at every level: its heading, what is judged, in words, and on its axis."""

    group: Group
    head: str
    judged: str
    told: str
    label: str
    unit: Unit
    at: Callable[[Level, float], Estimate]


_PANELS = (
    _Panel(
        "seats",
        "Who wins",
        "who wins",
        "seat 1",
        "seat 1 against its share\n(percentage points)",
        POINTS,
        lambda level, confidence: level.against_fair(1, confidence),
    ),
    _Panel(
        "length",
        "Mean length",
        "the length",
        "minutes",
        "minutes",
        PLAIN,
        lambda level, confidence: level.known(MINUTES, confidence),
    ),
    _Panel(
        "course",
        "Lead changes",
        "the course",
        "lead changes",
        "lead changes",
        PLAIN,
        lambda level, confidence: level.known(LEAD_CHANGES, confidence),
    ),
)


def chart_of(robustness: Robustness, framed: Framed) -> Chart:
    """Return the chart of the levels of play.

    Parameters
    ----------
    robustness
        What was found at them.
    framed
        Makes a drawing that says what was played.
    """
    [name] = CHARTS
    return make_chart(
        name,
        _title(robustness),
        _QUESTION,
        _words(robustness),
        _draw,
        robustness,
        framed,
        section="levels",
    )


def _title(robustness: Robustness) -> str:
    """Say which figures are the game's."""
    told = []
    for word, one, several in (
        ("differ", "depends on how one plays", "depend on how one plays"),
        ("agree", "is the game's", "are the game's"),
        ("not clear", "is not clear", "are not clear"),
    ):
        names = [
            panel.judged
            for panel in _PANELS
            if panel.group in robustness.judged and robustness.judged[panel.group].word == word
        ]
        if names:
            told.append(f"{listed(names)} {several if len(names) > 1 else one}")
    return f"At {numbers.counted(len(robustness.levels), 'level')} of play {'; '.join(told)}"


def _words(robustness: Robustness) -> str:
    told = []
    for level in robustness.levels:
        each = [
            f"{panel.told} {numbers.with_half(found, panel.unit)}"
            for panel in _PANELS
            if panel.group != "seats" or level.has_winners
            for found in [panel.at(level, robustness.confidence)]
        ]
        told.append(f"{level.name}: {', '.join(each)}")
    return f"{'; '.join(told)}."


def _draw(sheet: Sheet, robustness: Robustness, framed: Framed) -> Drawing:
    notes = [
        f"Whiskers: {numbers.level(robustness.confidence)}. Orange: the run itself. "
        f"{numbers.whole(robustness.games)} games or more of each"
        f"{_slow(robustness)}, on the run's own deals.",
    ]
    levels = robustness.levels
    # Where there is no room beside each other, the panels stand below each other.
    rows, columns = (len(_PANELS), 1) if sheet.is_narrow else (1, len(_PANELS))
    figure = framed(sheet, rows * (_ROW * len(levels) + _AXES), notes)
    axes = figure.subplots(rows, columns, sharey=True).flat
    names = ["\n".join(wrap(level.name, sheet.part(_BESIDE))) for level in levels]
    for panel, one in zip(_PANELS, axes, strict=True):
        _panel(one, panel, robustness)
        one.set_yticks(range(len(levels)), names)
        one.set_ylim(len(levels) - 0.5, -0.5)
    return figure


def _slow(robustness: Robustness) -> str:
    few = [level for level in robustness.levels if level.few]
    return "".join(f" ({level.name}: {numbers.whole(level.games)})" for level in few)


def _panel(axes: Axes, panel: _Panel, robustness: Robustness) -> None:
    scale = panel.unit.scale
    judged = robustness.judged.get(panel.group)
    for place, level in enumerate(robustness.levels):
        if panel.group == "seats" and not level.has_winners:
            axes.annotate("undecided", (0, place), va="center", ha="center", color=GREY)
            continue
        found = panel.at(level, robustness.confidence)
        if not math.isfinite(found.value):
            continue
        colour = VERMILION if level.asked else BLUE
        if math.isfinite(found.high - found.low):
            ends = [scale * found.low, scale * found.high]
            axes.plot(ends, [place, place], color=colour, linewidth=1.8)
        axes.plot(scale * found.value, place, "o", color=colour, markersize=6)
    if panel.group == "seats":
        axes.axvline(0, color=GREY, linewidth=1)
    else:
        axes.set_xlim(left=0)
    axes.set_xlabel(panel.label)
    title = f"{panel.head}: {judged.verdict}" if judged else panel.head
    axes.set_title(title, fontsize="medium")
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=True, axis="x")
    axes.margins(x=0.1)
