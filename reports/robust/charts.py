"""The chart of levels of play: each figure at each level, with its interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from matplotlib.figure import Figure as Drawing

from reports.figures.figure import LEAD_CHANGES, MINUTES, PLAIN, POINTS, Unit
from reports.figures.statistics import Estimate
from reports.robust.levels import Group, Level, Robustness
from reports.writing import numbers
from reports.writing.chart_frame import Sheet, make_chart
from reports.writing.document import Chart
from reports.writing.forest import Panel, Row, draw_panels
from reports.writing.words import listed

#: The names of all charts of this room.
CHARTS = ("levels_of_play",)


class Framed(Protocol):
    """Makes a drawing on a sheet, so many inches high, with notes."""

    def __call__(self, sheet: Sheet, height: float, notes: Sequence[str]) -> Drawing:
        """Make it."""


@dataclass(frozen=True)
class _Figure:
    """What is drawn at every level: its heading, what is judged, on its axis, and its path."""

    group: Group
    head: str
    judged: str
    axis: str
    unit: Unit
    path: str = ""


_FIGURES = (
    _Figure("seats", "Who wins", "who wins", "points of seat 1 above its share", POINTS),
    _Figure("length", "Mean length", "the length", "minutes", PLAIN, MINUTES),
    _Figure("course", "Lead changes", "the course", "lead changes", PLAIN, LEAD_CHANGES),
)


def chart_of(robustness: Robustness, framed: Framed) -> Chart:
    """Return the chart of the levels of play, in a frame that says what was played."""
    return make_chart(
        CHARTS[0],
        _title(robustness),
        "Is that the game's, or the players'?",
        _words(robustness),
        _draw,
        robustness,
        framed,
        section="levels",
    )


def _title(robustness: Robustness) -> str:
    told = []
    for word, one, several in (
        ("differ", "depends on how one plays", "depend on how one plays"),
        ("agree", "is the game's", "are the game's"),
        ("not clear", "is not clear", "are not clear"),
    ):
        names = [
            figure.judged
            for figure in _FIGURES
            if figure.group in robustness.judged and robustness.judged[figure.group].word == word
        ]
        if names:
            told.append(f"{listed(names)} {several if len(names) > 1 else one}")
    return f"At {numbers.counted(len(robustness.levels), 'level')} of play {'; '.join(told)}"


def _words(robustness: Robustness) -> str:
    told = []
    for level in robustness.levels:
        each = [
            f"{figure.axis} {numbers.with_half(found, figure.unit)}"
            for figure in _FIGURES
            if (found := _known(robustness, figure, level))
        ]
        told.append(f"{level.name}: {', '.join(each)}")
    return f"{'; '.join(told)}."


def _known(robustness: Robustness, figure: _Figure, level: Level) -> Estimate | None:
    """Return a figure at a level; nothing of seats where games stayed undecided."""
    if figure.path:
        return level.known(figure.path, robustness.confidence)
    return level.against_fair(1, robustness.confidence) if level.has_winners else None


def _draw(sheet: Sheet, robustness: Robustness, framed: Framed) -> Drawing:
    few = [level for level in robustness.levels if level.few]
    slow = "".join(f" ({level.name}: {numbers.whole(level.games)})" for level in few)
    notes = [
        f"Whiskers: {numbers.level(robustness.confidence)}. Filled: the run itself. "
        f"{numbers.whole(robustness.games)} games or more of each{slow}, on the run's own deals.",
    ]
    panels = [_panel(robustness, figure) for figure in _FIGURES]
    drawing = draw_panels(sheet, partial(framed, sheet, notes=notes), panels)
    for axes, figure in zip(drawing.axes, _FIGURES, strict=True):
        if figure.path:
            axes.set_xlim(left=0)
    return drawing


def _panel(robustness: Robustness, figure: _Figure) -> Panel:
    judged, rows = robustness.judged.get(figure.group), []
    for level in robustness.levels:
        found = _known(robustness, figure, level)
        text = numbers.with_half(found, figure.unit) if found else "undecided"
        drawn = [found.scaled(figure.unit.scale)] if found else []
        rows.append(Row(level.name, text, drawn, bool(found), [not level.asked]))
    title = f"{figure.head}: {judged.verdict}" if judged else figure.head
    middle = math.nan if figure.path else 0.0
    return Panel(rows, figure.axis, (middle, ""), title=title)
