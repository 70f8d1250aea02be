"""What all charts of a sweep say around the drawing."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure as Drawing

from reports.sweep.line import Line
from reports.sweep.naming import PLAYERS, VARIANT, fixed_rules
from reports.sweep.points import group
from reports.sweep.results import Sweep
from reports.writing.chart_frame import frame_texts
from reports.writing.numbers import counted, whole
from reports.writing.words import capital, line_up

#: Letters that fit into a title.
_MOST_TITLE = 62


def frame(sweep: Sweep, line: Line, height: float, notes: Sequence[str]) -> Drawing:
    """Make a drawing that says what was played, with room for a chart.

    Parameters
    ----------
    line
        The figure shown, the first of them if there are several.
    height, notes
        As for `reports.writing.chart_frame.frame_texts`.
    """
    run, study, varied = sweep.base.run, sweep.base.run.study, {a.name for a in sweep.axes}
    played = [sweep.base.game.title]
    if VARIANT not in varied:
        played.append(f"variant {study.variant}")
    if PLAYERS not in varied:
        played.append(f"{study.players} players")
    games = (
        f"{len(sweep.points)} settings, {counted(run.games, 'game')} each on the same "
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
    rules = [f"rules changed at all settings: {', '.join(fixed)}"] if fixed else []
    what, header = chart_title(sweep, line), [games, f"line-up: {seated}", *rules]
    if len(what) > _MOST_TITLE:  # a line of the header can be long, a title cannot
        what, header = line.figure.path, [what, *header]
    return frame_texts(what, ", ".join(played), header, height, notes)


def chart_title(sweep: Sweep, line: Line) -> str:
    """Name what a chart shows."""
    kind = group(line.figure) if len(sweep.axes) == 1 else ""
    shown = f"win rate by {kind}" if kind else line.figure.title
    return f"{capital(shown)} over {' and '.join(axis.name for axis in sweep.axes)}"


def pace_note(line: Line) -> list[str]:
    """Say what minutes rest on, where some are shown."""
    return [f"Minutes are at {line.pace}."] if line.pace else []
