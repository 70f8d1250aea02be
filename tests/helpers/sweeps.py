"""Small sweeps, played for the tests, and how their figures are written."""

from __future__ import annotations

from typing import Any

from reports.run.results import Results
from reports.sweep.points import Point, default_paths
from reports.sweep.results import Sweep, Told
from reports.sweep.words import Words, words_of
from simulate.cli.commands.sweep import play_points
from simulate.cli.plans.selection import Selection, gather, planned_fields
from simulate.cli.plans.vary import in_force, make_points, place_of, read_varied

MINUTES = "length.minutes.mean"
ADVANTAGE = "first_player_advantage"
MINUS = "\N{MINUS SIGN}"


def sweep_of(
    *vary: str,
    game: str = "snorkeling",
    games: str = "400",
    paths: tuple[str, ...] = (),
    strategies: tuple[str, ...] = ("random",),
    targets: dict[str, Any] | None = None,
    skip: bool = False,
    **chosen: Any,
) -> Sweep:
    """Play a small sweep."""
    selection = Selection(source=game, games=games, strategies=list(strategies), **chosen)
    asked = gather(planned_fields(game, "sweep"), selection)
    if targets:
        asked.fields["targets"] = targets
    varied = read_varied(vary, asked.game, [])
    points, skipped = make_points(asked, varied, skip)
    asis = in_force(asked)
    place = place_of(asis, points) if asis else None
    together = play_points(points, place, 2)
    found = [
        Point(point.values, Results(run, 0.95))
        for point, run in zip(points, together.runs, strict=True)
    ]
    wanted = list(paths) or default_paths([point.results for point in found])
    return Sweep([one.axis for one in varied], found, together.products, wanted, skipped, place)


def told(sweep: Sweep, path: str, place: int) -> Told:
    """Return a figure at a point that has it."""
    found = sweep.told[path][place]
    assert found
    return found


def numbers_of(sweep: Sweep, path: str) -> tuple[Words, list[str]]:
    """Return how a figure is written at each point."""
    words = words_of(sweep, path)
    return words, [words.number(told(sweep, path, n).estimate) for n in range(len(sweep.points))]


def paired(sweep: Sweep, words: Words, path: str, place: int) -> str:
    """Write the difference of a figure at a point to the base, with its interval."""
    found = told(sweep, path, place).difference
    assert found
    return (
        f"paired difference {words.difference(found.estimate)}, "
        f"{words.difference_interval(found.estimate)}"
    )
