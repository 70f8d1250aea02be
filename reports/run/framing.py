"""What every chart of a run says besides itself: what was played, how often, and by whom."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure as Drawing

from reports.run.results import Results
from reports.writing.chart_frame import Sheet
from reports.writing.numbers import counted, whole
from reports.writing.words import line_up, told_rules
from simulate.study.ranges import in_words


def frame(results: Results, sheet: Sheet, height: float, notes: Sequence[str]) -> Drawing:
    """Make a drawing that says what was played, with room for a chart.

    Parameters
    ----------
    results
        Told in the header: game, variant, players, games, deals, seed, line-up, rules.
    sheet
        What it is drawn on.
    height
        Inches between the header and the notes.
    notes
        Lines below the chart; long ones wrap.
    """
    study = results.run.study
    played = f"{results.game.title}, variant {study.variant}, {study.players} players"
    return sheet.frame(played, header(results), height, notes)


def header(results: Results) -> list[str]:
    """Say how many games were played, by whom, and under which changed rules."""
    run, study = results.run, results.run.study
    games = f"{counted(run.games, 'game')} on {counted(run.tally.deals, 'deal')}, seed {study.seed}"
    if study.ranges:
        games += f", numbers {in_words(study.played(run.games).ranges)}"
    if run.interrupted:
        games += f"; interrupted before {counted(study.games, 'game')}"
    if results.unfinished:
        games += f"; unfinished: {whole(results.unfinished)}"
    rules = told_rules(study.changes)
    seated = f"line-up: {line_up(study.lineup, study.rotate)}"
    return [games, seated, *([f"rules changed: {rules}"] if rules else [])]


def confidence(results: Results) -> str:
    """Name the level of the intervals."""
    return f"{100 * results.confidence:g} % confidence"
