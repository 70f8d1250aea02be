"""The chart of a ladder: the win rate of each rung, with its interval."""

from __future__ import annotations

from functools import partial

from reports.analysis.contest import frame
from reports.ladder.results import LadderResults
from reports.ladder.sentences import games_per_rung
from reports.ladder.tables import describe_wins
from reports.writing.chart_frame import ChartFrame, Drawing
from reports.writing.marks import DotPanel, DotRow, draw_dot_panels, explain_bands

#: The words for the comparison of a rung with the reference.
_VERDICTS = {"above": "stronger", "below": "weaker", "not told": "not clear"}


def draw_rungs(sheet: ChartFrame, results: LadderResults) -> Drawing:
    """Draw the win rate of each rung, and a line at the fair share or at the reference."""
    rows = [
        DotRow(
            rung.label,
            rung.win_rate.scaled(100),
            describe_wins(rung),
            _VERDICTS[rung.compared.word] if rung.compared else "",
            is_clear=bool(rung.compared and rung.compared.is_clear),
        )
        for rung in results.rungs
    ]
    notes = [f"{explain_bands(results.confidence)} Compared with {results.reference}."]
    share = 100 * results.fair_share
    name = f"{share:.3g}% is fair"
    if results.design.is_together:
        share = 100 * results.rung(results.reference).win_rate.value
        name = f"{results.reference}, {share:.3g}%"
    framed = partial(frame, results, sheet, games_per_rung(results), notes=notes)
    panel = DotPanel(rows, "win rate in %", share, name, floor=0.0)
    return draw_dot_panels(sheet, framed, [panel])
