"""The chart of the analysis `ask`: the cost of each handicap, with its interval."""

from __future__ import annotations

from functools import partial

from reports.analysis.contest import frame
from reports.ask.results import AskResults
from reports.ask.sentences import explain_cost, games_per_question, handicap_text
from reports.ask.tables import write_points
from reports.writing.chart_frame import ChartFrame, Drawing
from reports.writing.marks import DotPanel, DotRow, draw_dot_panels, explain_bands


def draw_costs(sheet: ChartFrame, results: AskResults) -> Drawing:
    """Return a chart of the cost of each handicap with its interval, and a line at 0.

    Parameters
    ----------
    sheet
        The title, the question and the width of the chart.
    results
        The results of `ask`.
    """
    rows = [
        DotRow(
            handicap_text(answer),
            answer.cost.scaled(100),
            write_points(answer),
            answer.effect,
            is_clear=answer.effect in ("costs", "helps"),
        )
        for answer in results.answers
    ]
    games = games_per_question(results)
    notes = [f"{explain_bands(results.confidence)} {explain_cost(results)}"]
    framed = partial(frame, results, sheet, games, notes=notes)
    panel = DotPanel(rows, "cost in percentage points", 0.0, "no difference")
    return draw_dot_panels(sheet, framed, [panel])
