"""Small sweeps that are played for tests, and their figures as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reports.analysis.selection import fields_for_command
from reports.figures.figure import ADVANTAGE, MINUTES
from reports.run.results import RunResults
from reports.sweep.plan import find_base, make_points, read_varied
from reports.sweep.results import PointComparison, SweepResults, default_paths
from reports.sweep.sentences import FigureSeries, line_of
from simulate.command_options import Selection
from simulate.game import find_game
from simulate.play.run import play_together

__all__ = ["ADVANTAGE", "MINUS", "MINUTES", "at", "numbers_of", "sweep_of"]

MINUS = "\N{MINUS SIGN}"


def sweep_of(
    *vary: str,
    game: str = "snorkeling",
    games: str = "400",
    paths: tuple[str, ...] = (),
    strategies: tuple[str, ...] = ("random",),
    targets: dict[str, Any] | None = None,
    skip: bool = False,
    rule: Sequence[str] = (),
    **chosen: Any,
) -> SweepResults:
    """Play a small sweep, and return its results.

    `vary` has values of the option --vary, and `rule` texts such as "hand_size=5". `chosen` are
    further fields of `Selection`.
    """
    selection = Selection(source=game, games=games, strategy=list(strategies), **chosen)
    rules = {name: int(value) for name, _, value in (text.partition("=") for text in rule)}
    # The rules are those of a study file, which a sweep is allowed to change.
    fields = fields_for_command(game, "sweep") | {"rules": rules, "targets": targets or {}}
    varied = read_varied(vary, find_game(game), [])
    points, skipped = make_points(fields, selection, varied, skip)
    _, place = find_base(fields, selection, points)
    arms = [points[place or 0], *(points[n] for n in range(len(points)) if n != (place or 0))]
    together = play_together([arm.study for arm in arms], [arm.lineup for arm in arms], 2)
    wanted = list(paths) or default_paths([RunResults(run) for run in together.runs])
    values, axes = [point.values for point in points], [at_point.axis for at_point in varied]
    return SweepResults(axes, values, together, wanted, skipped, place)


def at(sweep: SweepResults, path: str, place: int) -> PointComparison:
    """Return a figure at the point with index `place`, which must have the figure."""
    return next(
        at_point for at_point in sweep.at_points[path] if at_point.point is sweep.points[place]
    )


def numbers_of(sweep: SweepResults, path: str) -> tuple[FigureSeries, list[str]]:
    """Return the series of a figure, and its value at each point as text."""
    line = line_of(sweep, path)
    return line, [line.number(at(sweep, path, n).estimate) for n in range(len(sweep.points))]
