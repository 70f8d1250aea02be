"""The diagrams of a pack: lengths, lead changes, a hundred games, and tables with intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from reports.figures import figure as fig
from reports.figures.statistics import Estimate, rate_from_variance
from reports.pack import canvas as paint
from reports.pack.canvas import Canvas
from reports.page.checks import InspectedStudy
from reports.run.distributions import find_bins
from reports.run.results import RunResults
from reports.run.sentences import write_lengths

#: The largest number of lead changes with a column of its own.
_MOST_CHANGES = 7


class Diagram(Protocol):
    """A diagram of an answer."""

    def draw(
        self,
        canvas: Canvas,
        x: float,
        y: float,
        width: float,
        size: float,
        *,
        is_brief: bool = False,
    ) -> float:
        """Draw the diagram below `y`, at most `width` wide; return the y of its lower edge.

        `size` is the size of the diagram's texts in points. With `is_brief`, texts that repeat the
        answer are left out.
        """


@dataclass(frozen=True)
class LengthDiagram:
    """The distribution of the length of games; the middle 90% of games are marked."""

    #: The edges of the bars in minutes: one more than the number of bars.
    edges: Sequence[float]
    #: The share of all games in each bar.
    shares: Sequence[float]
    #: The 5th, 50th and 95th percentile in minutes.
    percentiles: tuple[float, float, float]
    #: The same percentiles as text.
    texts: Sequence[str]

    def draw(
        self,
        canvas: Canvas,
        x: float,
        y: float,
        width: float,
        size: float,
        *,
        is_brief: bool = False,
    ) -> float:
        """Draw the diagram (see `Diagram.draw`)."""
        low, middle, high = self.percentiles
        first, last = self.edges[0], self.edges[-1]

        def place(minutes: float) -> float:
            return x + width * (minutes - first) / (last - first)

        label = f"half take {self.texts[1]} or less"
        room = paint.text_width(label, size, bold=True)
        height = 5.5 * size
        bottom = y + paint.LEADING * size + height
        for begin, end, share in zip(self.edges, self.edges[1:], self.shares, strict=False):
            is_usual = end > low and begin <= high
            top = share / max(self.shares) * height
            gap = 0.06 * (place(end) - place(begin))
            colour = paint.DATA if is_usual else paint.UNUSUAL
            canvas.box(
                place(begin) + gap, bottom - top, place(end) - place(begin) - 2 * gap, top, colour
            )
        canvas.line((x, bottom), (x + width, bottom), paint.HAIRLINE, 0.8)
        if is_brief:
            return _draw_ticks(canvas, (x, bottom + 0.2 * size, width), (first, last), size)
        line = place(middle)
        canvas.line((line, y + 0.4 * size), (line, bottom), paint.INK, 1.0, (0, (2, 2)))
        is_right = line + 0.5 * size + room <= x + width
        canvas.line_of_text(
            line + 0.5 * size if is_right else line - 0.5 * size,
            y,
            label,
            size,
            bold=True,
            align="left" if is_right else "right",
        )
        end = _draw_ticks(canvas, (x, bottom + 0.2 * size, width), (first, last), size)
        left, right = max(x, place(low)), min(x + width, place(high))
        return _draw_bracket(
            canvas,
            (left, right),
            (x, x + width),
            end + 0.3 * size,
            f"nine in ten: {self.texts[0]} to {self.texts[2]} minutes",
            size,
        )


def _draw_ticks(
    canvas: Canvas, area: tuple[float, float, float], limits: tuple[float, float], size: float
) -> float:
    """Write an axis of minutes below a diagram, and return the y of its lower edge.

    Parameters
    ----------
    canvas
        The canvas.
    area
        The left and the upper edge, and the width.
    limits
        The minutes at the left and at the right end.
    size
        The size of the texts.
    """
    from matplotlib.ticker import MaxNLocator

    x, y, width = area
    low, high = limits
    occupied = -math.inf
    ticks = [tick for tick in MaxNLocator(5).tick_values(low, high) if low <= tick <= high]
    for tick in ticks:
        is_last = tick == ticks[-1]
        text = f"{tick:g} min" if is_last else f"{tick:g}"
        room = paint.text_width(text, size)
        middle = x + width * (tick - low) / (high - low)
        middle = min(max(middle, x + room / 2), x + width - room / 2)
        if middle - room / 2 > occupied:
            canvas.line_of_text(middle, y, text, size, paint.FAINT, align="center")
            occupied = middle + room / 2 + 0.6 * size
    return y + paint.LEADING * size


def _draw_bracket(
    canvas: Canvas,
    ends: tuple[float, float],
    area: tuple[float, float],
    y: float,
    text: str,
    size: float,
) -> float:
    """Draw a bracket with a text below it, and return the y of the text's lower edge.

    `ends` are the left and right end of the bracket, and `area` those of the diagram.
    """
    left, right = ends
    canvas.line((left, y + 0.35 * size), (right, y + 0.35 * size), paint.FAINT, 0.9)
    for end in ends:
        canvas.line((end, y), (end, y + 0.35 * size), paint.FAINT, 0.9)
    room = paint.text_width(text, size)
    middle = min(max((left + right) / 2, area[0] + room / 2), area[1] - room / 2)
    return canvas.line_of_text(middle, y + 0.5 * size, text, size, paint.FAINT, align="center")


@dataclass(frozen=True)
class LeadDiagram:
    """The share of games with each number of lead changes, as columns."""

    #: The share of games with 0, 1, 2 and so on lead changes; the last column has all others.
    shares: Sequence[Estimate]
    #: True if the last column has games with more changes than its index.
    is_open: bool

    def draw(
        self,
        canvas: Canvas,
        x: float,
        y: float,
        width: float,
        size: float,
        *,
        is_brief: bool = False,
    ) -> float:
        """Draw the diagram (see `Diagram.draw`)."""
        if not is_brief:
            title = "How often the lead changes, in 100 games"
            y = canvas.paragraph(x, y, title, width, size, paint.FAINT)
        height = 5.0 * size
        bottom = y + paint.LEADING * size + height
        step = width / len(self.shares)
        names = self._names(step, size)
        highest = max(share.high for share in self.shares)
        for number, share in enumerate(self.shares):
            middle = x + (number + 0.5) * step
            left, top = middle - 0.44 * step, share.high / highest * height
            certain = share.low / highest * height
            canvas.box(left, bottom - top, 0.88 * step, top, paint.PALE)
            canvas.box(left, bottom - certain, 0.88 * step, certain, paint.DATA)
            text = "< 1" if 0 < share.value < 0.005 else f"{100 * share.value:.0f}"
            above = bottom - top - paint.LEADING * size
            canvas.line_of_text(middle, above, text, size, paint.SOFT, align="center")
            name = names[number]
            canvas.line_of_text(
                middle, bottom + 0.2 * size, name, size, paint.FAINT, align="center"
            )
        canvas.line((x, bottom), (x + width, bottom), paint.HAIRLINE, 0.8)
        return bottom + 0.2 * size + paint.LEADING * size

    def _names(self, room: float, size: float) -> list[str]:
        """Return the labels of columns; "never" and "once" are numerals if columns are narrow."""
        times = "\N{MULTIPLICATION SIGN}"
        names = [f"{number}{times}" for number in range(len(self.shares))]
        words = ["never", "once"]
        if max(paint.text_width(word, size) for word in words) < room - 0.3 * size:
            names[:2] = words[: len(names)]
        if self.is_open:
            names[-1] += "+"
        return names


@dataclass(frozen=True)
class HundredGames:
    """A hundred dots for games: those that a good player wins, and those won by luck alone."""

    rate: Estimate
    #: The share of games that luck alone would give.
    fair: float

    def draw(
        self,
        canvas: Canvas,
        x: float,
        y: float,
        width: float,
        size: float,
        *,
        is_brief: bool = False,
    ) -> float:
        """Draw the diagram (see `Diagram.draw`)."""
        # Five dots in each of 20 columns, filled column by column.
        step = min(width / 20, 1.5 * size)
        certain, possible = math.floor(100 * self.rate.low), math.ceil(100 * self.rate.high)
        for dot in range(100):
            middle = x + (dot // 5 + 0.5) * step, y + (dot % 5 + 0.5) * step
            if dot < certain:
                canvas.dot(*middle, 0.36 * step, paint.DATA)
            elif dot < possible:
                canvas.dot(*middle, 0.36 * step, paint.PALE)
            else:
                canvas.dot(*middle, 0.36 * step, "white", outline=paint.HOLLOW)
        text = f"{100 * self.fair:.3g} if skill made no difference"
        end = x + 20 * self.fair * step
        if is_brief:
            text = f"luck: {100 * self.fair:.3g}"
        return _draw_bracket(
            canvas, (x, end), (x, x + width), y + 5 * step + 0.3 * size, text, size
        )


def make_run_diagrams(study: InspectedStudy) -> dict[str, Diagram]:
    """Return the diagrams of a run by the label of the answer that they belong to.

    A diagram is missing if its numbers are unknown or the same in every game.
    """
    results = study.results
    diagrams: dict[str, Diagram] = {}
    length = results.minutes()
    if len(length.histogram.counts) > 1:
        diagrams["Long?"] = _make_length_diagram(results)
    changes = study.lead_changes
    has_leads = results.has(fig.LEAD_CHANGES) and results.figure(fig.LEAD_CHANGES).listed
    if has_leads and len(changes) > 1:
        diagrams["Tense?"] = _make_lead_diagram(changes)
    for check in study.checks:
        rates = [figure for figure in check.figures.values() if isinstance(figure, Estimate)]
        fair = check.figures.get("fair share")
        if check.name == "Skill" and rates and isinstance(fair, float):
            diagrams["Skill?"] = HundredGames(rates[0], fair)
    return diagrams


def _make_length_diagram(results: RunResults) -> LengthDiagram:
    length = results.minutes()
    bins = find_bins(length.histogram)
    minutes = results.seconds_per_turn / 60
    edges = np.append(bins, bins.stop) - 0.5
    games, _ = np.histogram(length.histogram.values, edges, weights=length.histogram.counts)
    low, middle, high = length.percentiles.values()
    return LengthDiagram(
        (minutes * edges).tolist(),
        (games / games.sum()).tolist(),
        (low, middle, high),
        write_lengths(low, middle, high),
    )


def _make_lead_diagram(changes: Mapping[int, int]) -> LeadDiagram:
    games = sum(changes.values())
    most = min(max(changes), _MOST_CHANGES)
    shares = [0.0] * (most + 1)
    for number, count in changes.items():
        shares[min(number, most)] += count / games
    estimates = [
        rate_from_variance(share, share * (1 - share) / games, games, games) for share in shares
    ]
    return LeadDiagram(estimates, max(changes) > most)
