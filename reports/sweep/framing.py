"""What all charts of a sweep say around the drawing."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from reports.sweep.points import group
from reports.sweep.results import Sweep
from reports.sweep.screen import fixed_rules
from reports.sweep.words import pace
from reports.writing.chart_frame import counted, frame_texts, line_up, number
from reports.writing.wording import capital

#: Letters that fit into a title.
_MOST_TITLE = 62


def frame(sweep: Sweep, paths: Sequence[str], height: float, notes: Sequence[str]) -> Figure:
    """Make a figure that says what was played, with room for a chart.

    Parameters
    ----------
    paths
        The figures shown.
    height, notes
        As for `reports.writing.chart_frame.frame`.
    """
    run, study, varied = sweep.base.run, sweep.base.run.study, {a.name for a in sweep.axes}
    played = [sweep.base.game.title]
    if "variant" not in varied:
        played.append(f"variant {study.variant}")
    if "players" not in varied:
        played.append(f"{study.players} players")
    games = (
        f"{len(sweep.points)} settings, {counted(run.games, 'game')} each on the same "
        f"{counted(run.tally.deals, 'deal')}, seed {study.seed}"
    )
    if run.interrupted:
        games += f"; interrupted before {counted(study.games, 'game')} each"
    unfinished = sum(point.results.unfinished for point in sweep.points)
    if unfinished:
        games += f"; unfinished: {number(unfinished)}"
    alike = len(study.strategies) == 1 and "players" in varied
    lineup = f"line-up: {study.lineup[0]} in every seat" if alike else line_up(study)
    fixed = fixed_rules(sweep)
    rules = [f"rules changed at all settings: {', '.join(fixed)}"] if fixed else []
    what, header = _title(sweep, paths), [games, lineup, *rules]
    if len(what) > _MOST_TITLE:  # a line of the header can be long, a title cannot
        what, header = paths[0], [what, *header]
    return frame_texts(what, ", ".join(played), header, height, notes)


def _title(sweep: Sweep, paths: Sequence[str]) -> str:
    kind = group(paths[0])
    title = f"win rate by {kind}" if kind and len(sweep.axes) == 1 else sweep.figure(paths[0]).title
    return f"{capital(title)} over {' and '.join(a.name for a in sweep.axes)}"


def minutes_note(sweep: Sweep, path: str) -> list[str]:
    """Say what minutes rest on, where some are shown."""
    assumed = pace(sweep, path)
    return [f"Minutes are at {assumed}."] if assumed else []
