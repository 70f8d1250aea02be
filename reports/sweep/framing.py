"""What all charts of a sweep say around the drawing."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure as Drawing

from reports.sweep.line import Line
from reports.sweep.naming import PLAYERS, VARIANT, fixed_rules, games_each
from reports.sweep.points import group
from reports.sweep.results import Sweep
from reports.writing.chart_frame import Sheet
from reports.writing.numbers import counted, whole
from reports.writing.words import line_up, listed, told_rules


def frame(sweep: Sweep, sheet: Sheet, height: float, notes: Sequence[str]) -> Drawing:
    """Make a drawing that says what was played, with room for a chart.

    Parameters
    ----------
    sheet
        What it is drawn on.
    height, notes
        As for its `frame`.
    """
    run, study, varied = sweep.base.run, sweep.base.run.study, {a.name for a in sweep.axes}
    played = [sweep.base.game.title]
    if VARIANT not in varied:
        played.append(f"variant {study.variant}")
    if PLAYERS not in varied:
        played.append(f"{study.players} players")
    games = (
        f"{len(sweep.points)} settings, {games_each(sweep)} on the same "
        f"{counted(run.tally.deals, 'deal')}, seed {study.seed}"
    )
    if run.interrupted:
        games += f"; interrupted before {counted(study.games, 'game')} each"
    unfinished = sum(point.results.unfinished for point in sweep.points)
    if unfinished:
        games += f"; unfinished: {whole(unfinished)}"
    alike = len(study.strategies) == 1 and PLAYERS in varied
    seated = f"{study.lineup[0]} in every seat" if alike else line_up(study.lineup, study.rotate)
    fixed = fixed_rules(sweep)
    rules = [f"rules changed at all settings: {told_rules(fixed)}"] if fixed else []
    return sheet.frame(", ".join(played), [games, f"line-up: {seated}", *rules], height, notes)


def chart_question(sweep: Sweep, line: Line) -> str:
    """Ask what a chart shows."""
    kind = group(line.figure) if len(sweep.axes) == 1 else ""
    shown = f"the win rate by {kind}" if kind else f"the {line.figure.title}"
    rules = listed([axis.name for axis in sweep.axes])
    return f"What {'does' if len(sweep.axes) == 1 else 'do'} {rules} do to {shown}?"


def pace_note(line: Line) -> list[str]:
    """Say what minutes rest on, where some are shown."""
    return [f"Minutes are at {line.pace}."] if line.pace else []
