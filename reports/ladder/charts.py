"""The chart of a ladder: the win rate of each rung, with its interval."""

from __future__ import annotations

from functools import partial

from reports.analysis.contest import frame
from reports.ladder.results import LadderResults
from reports.ladder.sentences import games_per_rung
from reports.ladder.tables import describe_wins
from reports.writing import wording
from reports.writing.chart_frame import ChartFrame, Drawing
from reports.writing.plots import Panel, Row, draw_panels


def draw_rungs(sheet: ChartFrame, results: LadderResults) -> Drawing:
    """Draw the win rate of each rung, and a line at the fair share or at the reference."""
    rows = [
        Row(
            rung.label,
            describe_wins(rung),
            [rung.win_rate.scaled(100)],
            bool(rung.compared and rung.compared.is_clear),
            [not (rung.compared and rung.compared.is_clear)],
        )
        for rung in results.rungs
    ]
    notes = [
        f"Pale: the {wording.interval_name(results.confidence)}. Grey and hollow: neither clearly "
        f"stronger nor clearly weaker than {results.reference}."
    ]
    share = 100 * results.fair_share
    name = f"{share:.3g}% is fair"
    if results.design.is_together:
        share = 100 * results.rung(results.reference).win_rate.value
        name = f"{results.reference}, {share:.3g}%"
    framed = partial(frame, results, sheet, games_per_rung(results), notes=notes)
    return draw_panels(sheet, framed, [Panel(rows, "win rate in %", (share, name))])
