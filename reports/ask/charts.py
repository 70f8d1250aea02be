"""The chart of what each handicap costs."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure as Drawing

from reports.ask.results import MARGIN, Answered, AskResults, Word
from reports.ask.sentences import asks, dearest
from reports.figures.figure import POINTS, SHARE
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

#: The names of all charts, which are the stems of their files.
CHARTS = ("costs",)
_QUESTION = "What does each handicap cost?"
#: Inches: the widest label beside the bars.
_BESIDE = 2.6
_COLOURS: dict[Word, str] = {
    "costs": VERMILION,
    "helps": BLUE,
    "free": GREY,
    "not clear": GREY,
}


def charts_of(results: AskResults) -> list[Chart]:
    """Return the charts of some questions, each of them of `CHARTS`."""
    return [make_chart(CHARTS[0], dearest(results), _QUESTION, _words(results), _costs, results)]


def _costs(sheet: Sheet, results: AskResults) -> Drawing:
    answers = results.answers
    labels = ["\n".join(wrap(asks(one.asked).short, sheet.part(_BESIDE))) for one in answers]
    # A narrow chart has its figures in two lines.
    told = [_told(one).replace(" ", "\n" if sheet.is_narrow else " ", 1) for one in answers]
    heights = [
        (1 + max(label.count("\n"), text.count("\n"))) * LINE + 0.12
        for label, text in zip(labels, told, strict=True)
    ]
    study = results.study
    notes = [
        f"The fair share, {numbers.percent(results.fair_share)}, less what one player with the "
        f"handicap wins among others who play {results.asking.others.spec}. All intervals hold "
        f"together at {100 * results.confidence:g} %.",
        f"Orange: clearly costs; blue: clearly helps; grey: practically free, within "
        f"{numbers.number(MARGIN, 0, SHARE)} points (pale band), or, hatched, not clear.",
    ]
    header = [f"{numbers.counted(results.games_each, 'game')} a question, seed {study.seed}"]
    if results.run.interrupted:
        header[0] += "; interrupted"
    if study.changes:
        header.append(f"rules changed: {told_rules(study.changes)}")
    played = f"{results.game.title}, variant {study.variant}, {study.players} players"
    figure = sheet.frame(played, header, sum(heights) + 0.6, notes)
    axes = figure.subplots()
    middles = np.cumsum(heights) - np.array(heights) / 2
    axes.axvspan(-100 * MARGIN, 100 * MARGIN, color=PALE, linewidth=0)
    axes.axvline(0, color=INK, linewidth=0.8)
    for middle, one, text in zip(middles, answers, told, strict=True):
        cost = one.cost.scaled(100)
        axes.barh(
            middle,
            cost.value,
            height=0.16,
            color=_COLOURS[one.word],
            hatch="////" if one.word == "not clear" else None,
        )
        axes.plot([cost.low, cost.high], [middle, middle], color=INK, linewidth=1.4)
        axes.annotate(
            text,
            (1.01, middle),
            xycoords=axes.get_yaxis_transform(),
            va="center",
            color=_COLOURS[one.word],
        )
    axes.set_yticks(middles, labels)
    axes.set_ylim(sum(heights), 0)
    axes.tick_params(axis="y", length=0)
    axes.grid(True, axis="x")
    axes.grid(False, axis="y")
    axes.set_xlabel("cost in percentage points")
    return figure


def _told(answer: Answered) -> str:
    cost = answer.cost
    reach = (cost.high - cost.low) / 2
    return f"{numbers.number(cost.value, reach, POINTS)} ({numbers.ends(cost, POINTS)})"


def _words(results: AskResults) -> str:
    told = [
        f"{asks(one.asked).short} {numbers.number(one.cost.value, MARGIN, POINTS)}"
        for one in results.answers
    ]
    return f"In percentage points, the dearest first: {'; '.join(told)}."
