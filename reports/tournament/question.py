"""A question that a tournament answers, and the frame that all of its charts have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.figure import Figure as Drawing

from reports.tournament.compared import Word
from reports.tournament.results import TournamentResults
from reports.writing.chart_frame import Sheet
from reports.writing.document import Table, Tone
from reports.writing.numbers import percent
from reports.writing.words import told_rules

#: The sign and the colour of what is clearly above or below, or not clear.
SIDES: dict[Word, tuple[str, Tone]] = {
    "above": ("+", "more"),
    "below": ("\N{MINUS SIGN}", "less"),
    "not told": ("?", ""),
}
#: A larger share of games undecided is warned of.
_MOST_UNDECIDED = 0.01


@dataclass(frozen=True)
class Question:
    """What is asked of a tournament, with its one answer, one table and one chart.

    Attributes
    ----------
    name
        Of the table's and the chart's files.
    asks
        The question as people ask it, by how many play.
    answer
        What was found: the first sentence alone is the chart's title.
    columns
        What each column of the table's file means; `fathom schema --tables` prints it.
    rows
        The rows of that file; the JSON object holds them too.
    table
        What people are shown of it.
    notes
        How to read table and chart.
    draw
        Draws the chart, if there is one.
    is_first
        Whether the first page shows the table.
    """

    name: str
    asks: Callable[[int], str]
    answer: Callable[[TournamentResults], list[str]]
    columns: dict[str, str]
    rows: Callable[[TournamentResults], list[dict[str, Any]]]
    table: Callable[[TournamentResults], Table]
    notes: Callable[[TournamentResults], list[str]]
    draw: Callable[[Sheet, TournamentResults], Drawing] | None = None
    is_first: bool = False


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


def undecided(results: TournamentResults) -> list[str]:
    """Say how many games were not decided."""
    unfinished, cap = results.run.unfinished, results.study.values["max_turns"]
    if not unfinished:
        return []
    was, them = ("was", "it") if unfinished == 1 else ("were", "them")
    told = (
        f"{unfinished:,} of {results.run.games:,} games {was} still undecided after {cap:,} turns; "
        f"nobody is credited with a win in {them}"
    )
    most, (one, other) = max(
        (1 - results.matrix.decided(*cell), cell) for cell in results.tournament.cells
    )
    if most > _MOST_UNDECIDED:
        told += (
            f", most of all of {results.specs[one]} at a table of {results.specs[other]} "
            f"({percent(most)})"
        )
    return [f"{told}."]
