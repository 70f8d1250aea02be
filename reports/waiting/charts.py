"""The chart of the analysis `waiting`: how long players wait between two turns."""

from __future__ import annotations

from reports.analysis.contest import frame
from reports.waiting.results import WaitingResults
from reports.writing import marks
from reports.writing.chart_frame import ChartFrame, Drawing
from reports.writing.wording import counted

#: The height of the chart in inches.
_HEIGHT = 1.9


def has_various_waits(results: WaitingResults) -> bool:
    """Return True if waits have several lengths."""
    return len(results.shares_of_waits) > 1


def draw_waits(sheet: ChartFrame, results: WaitingResults) -> Drawing:
    """Return a chart with a column for each length of a wait, in turns of others.

    Parameters
    ----------
    sheet
        The title, the question and the width of the chart.
    results
        The results of `waiting`, with waits of several lengths.
    """
    games = counted(results.run.games, "game")
    notes = [marks.explain_columns(results.confidence)]
    drawing = frame(results, sheet, games, _HEIGHT, notes)
    axes = drawing.subplots()
    marks.draw_columns(axes, results.shares_of_waits)
    axes.set_xlabel(f"turns of others ({results.seconds} seconds each), in 100 waits")
    return drawing
