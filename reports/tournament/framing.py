"""The frame that all charts of a tournament have."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure as Drawing

from reports.tournament.results import TournamentResults
from reports.tournament.sentences import undecided
from reports.writing.chart_frame import Sheet
from reports.writing.words import told_rules


def frame(
    results: TournamentResults, sheet: Sheet, games: str, height: float, notes: Sequence[str]
) -> Drawing:
    """Make a figure that says what was played, with room for a chart.

    Parameters
    ----------
    results
        What was found.
    sheet
        What is drawn on.
    games
        Which games the chart is of.
    height
        Inches between the header and the notes.
    notes
        Lines below the chart.
    """
    study = results.study
    played = f"{results.game.title}, variant {study.variant}, {study.players} players"
    header = [f"{games}, seed {study.seed}"]
    if results.run.interrupted:
        header[0] += "; interrupted"
    if study.changes:
        header.append(f"rules changed: {told_rules(study.changes)}")
    return sheet.frame(played, header, height, [*notes, *undecided(results)])
