"""The chart of the analysis `when`: a figure in games with the events and without them."""

from __future__ import annotations

from functools import partial

from reports.analysis.contest import frame
from reports.figures import figure as fig
from reports.figures.statistics import Estimate, half_width
from reports.when.first_page import judge_difference
from reports.when.results import WhenResults
from reports.when.sentences import describe_subject
from reports.writing import wording
from reports.writing.chart_frame import ChartFrame, Drawing
from reports.writing.marks import DotPanel, DotRow, draw_dot_panels, explain_bands
from reports.writing.wording import counted


def has_comparison(results: WhenResults) -> bool:
    """Return True if games with the events can be compared with games without them."""
    estimates, _ = results.matched
    return bool(results.ordered) and estimates["difference"].n > 0


def draw_comparison(sheet: ChartFrame, results: WhenResults) -> Drawing:
    """Return a chart of the figure with the events and without them.

    Parameters
    ----------
    sheet
        The title, the question and the width of the chart.
    results
        The results of `when`, with games that can be compared.
    """
    estimates, _ = results.matched
    with_it, without_it = estimates["with"], estimates["without"]
    subject, unit = describe_subject(results)
    axis = subject
    if results.path.endswith(fig.WIN_RATE):
        axis = f"{subject[:1].lower()}{subject[1:]}, in 100 games"

    reach = max(half_width(with_it), half_width(without_it))

    def row(label: str, estimate: Estimate, *, is_clear: bool) -> DotRow:
        number = wording.with_half(estimate, unit, reach)
        return DotRow(label, estimate.scaled(unit.scale), number, is_clear=is_clear)

    rows = [
        row("with it", with_it, is_clear=judge_difference(results) == "clear"),
        row("without it", without_it, is_clear=True),
    ]
    least = 4.0 if unit.share else 0.0
    panel = DotPanel(rows, axis, unit.scale * without_it.value, least=least)
    games = counted(results.run.games, "game")
    notes = [f"{explain_bands(results.confidence)} The line joins numbers that clearly differ."]
    return draw_dot_panels(sheet, partial(frame, results, sheet, games, notes=notes), [panel])
