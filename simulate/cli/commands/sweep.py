"""``fathom sweep``: what a rule does, over its values."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulate.cli import INTERRUPTED, options
from simulate.cli.plans.selection import (
    Selection,
    announce_compiling,
    check_confidence,
    default_jobs,
)
from simulate.cli.plans.sweep_plan import Planned, nothing_played, plan
from simulate.errors import FathomError

if TYPE_CHECKING:
    from reports.sweep.results import Sweep
    from simulate.cli.plans.vary import PointStudy
    from simulate.play.run import Run, Together
    from simulate.play.tally import Tally

EXAMPLE = (
    "Examples: fathom sweep snorkeling --vary target_score=8:20:2 --games 20k\n\n"
    "fathom sweep snorkeling --vary starter=same,rotate,winner,loser,random\n\n"
    "fathom sweep schnuff --vary deck.schnuff=0:4:1 --vary chips=5,10,15 --games 5k\n\n"
    "fathom sweep snorkeling --vary players=2,3,4,5,6 --figure length.minutes.p95"
)
MISMATCH = 1

Vary = Annotated[
    list[str] | None,
    typer.Option(
        "--vary",
        metavar="NAME=VALUES",
        help="The rule to vary, and its values: name=v1,v2,... or name=from:to:step; also "
        "entries (deck.schnuff=0:4:1), players and variant; values of lists are kept apart by "
        "semicolons. Given twice, every value of one meets every value of the other.",
    ),
]
Figures = Annotated[
    list[str] | None,
    typer.Option(
        "--figure",
        metavar="PATH",
        help="A figure to tell and draw, by its path in the JSON object of 'fathom run'; may be "
        "repeated; first-player advantage, minutes and win rates unless said.",
    ),
]


def sweep(
    source: options.GameOrStudy,
    vary: Vary = None,
    figure: Figures = None,
    skip_impossible: bool = typer.Option(
        False, "--skip-impossible", help="Leave out values that do not go together, and say which."
    ),
    players: options.Players = None,
    variant: options.Variant = None,
    rule: options.Rules = None,
    strategy: options.Strategies = None,
    no_rotate: options.NoRotate = False,
    games: options.Games = None,
    seed: options.Seed = None,
    jobs: options.Jobs = None,
    out: options.Out = None,
    confidence: options.Confidence = 0.95,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
    no_charts: options.NoCharts = False,
) -> int:
    """Play a game under several values of a rule, and show what the rule does.

    All settings are played on the same deals, --games each (20k unless said). Differences are
    to the rules as they are, if that is one of the settings, else to the first. A rule without any
    effect is told. A study file with targets shows between which values a verdict changes;
    targets missed at some settings do not make the command fail.
    """
    check_confidence(confidence)
    workers = default_jobs(jobs)
    selection = Selection(
        source=source,
        players=players,
        variant=variant,
        rules=rule,
        strategies=strategy,
        no_rotate=no_rotate,
        games=games,
        seed=seed,
    )
    planned = plan(selection, vary, figure, skip_impossible)
    from simulate.cli.outlets.output import Folder

    wanted = out or (None if as_json else Path("runs") / _folder_name(planned))
    asked = planned.points[0].study.games
    with Folder(wanted, _names(planned), planned.id(asked)) as folder:
        announce_compiling(planned.points[0].study, planned.strategies, quiet)
        together = _play(planned, workers, confidence, quiet)
        found = _found(planned, together, confidence)
        summary = summarise(planned, found)
        if as_json:
            print(json.dumps(summary, indent=2))
        else:
            from reports.sweep.screen import show_sweep

            show_sweep(found)
        interrupted = found.base.run.interrupted
        written = folder.put(
            lambda building: _write(planned, found, summary, building, not no_charts), interrupted
        )
    folder.tell(written, charts=not no_charts, as_json=as_json, quiet=quiet)
    return _exit_code(planned, together.runs, quiet)


def played_again(source: str, jobs: int, quiet: bool) -> dict[str, Run]:
    """Play what a study file with a sweep pins, and return each point's run by its name."""
    from simulate.play.run import play

    planned = plan(Selection(source=source))
    announce_compiling(planned.points[0].study, planned.strategies, quiet)
    return {
        name: play(point.study, point.lineup, jobs)
        for name, point in zip(planned.labels, planned.points, strict=True)
    }


def _play(planned: Planned, jobs: int, confidence: float, quiet: bool) -> Together:
    from simulate.cli.outlets.live import LiveTable

    studies = [point.study for point in planned.points]
    each = studies[0].deals * studies[0].rotations
    columns = [", ".join(one.axis.name for one in planned.varied), "games"]
    columns += ["first-player advantage", "minutes"]
    with LiveTable(studies[0].game, columns, each * len(studies), quiet) as live:

        def show(tallies: Sequence[Tally]) -> None:
            done = sum(tally.deals for tally in tallies) * studies[0].rotations
            live.show(done, lambda: _rows(planned, tallies, confidence, each))

        together = play_points(planned.points, planned.in_force, jobs, show)
    if not together.runs[0].tally.deals:
        raise KeyboardInterrupt  # there is nothing to show
    return together


def play_points(
    points: Sequence[PointStudy],
    in_force: int | None,
    jobs: int,
    progress: Callable[[Sequence[Tally]], None] | None = None,
) -> Together:
    """Play all points of a sweep on the same deals.

    Parameters
    ----------
    points
        What to play.
    in_force
        The place of the point that the others are compared with; the first if ``None``.
    jobs, progress
        As for `simulate.play.run.play_together`; the tallies are in the order of the points.

    Returns
    -------
    Together
        Runs in the order of the points; products of that point and each other one.
    """
    from simulate.play.run import Together, play_together

    base = in_force or 0
    order = [base, *(place for place in range(len(points)) if place != base)]
    back = [order.index(place) for place in range(len(points))]

    def tell(tallies: Sequence[Tally]) -> None:
        if progress:
            progress([tallies[place] for place in back])

    studies = [points[place].study for place in order]
    lineups = [points[place].lineup for place in order]
    found = play_together(studies, lineups, jobs, progress=tell)
    return Together(tuple(found.runs[place] for place in back), found.products)


def _rows(
    planned: Planned, tallies: Sequence[Tally], confidence: float, games: int
) -> list[list[str]]:
    """Return how each point stands."""
    from reports.run.results import Results
    from reports.sweep.points import Point
    from reports.sweep.screen import live_row

    found = []
    for point, tally, name in zip(planned.points, tallies, planned.labels, strict=True):
        run = replace(nothing_played(point.study).run, tally=tally)
        found.append(live_row(Point(point.values, Results(run, confidence)), name, games))
    return found


def _found(planned: Planned, together: Together, confidence: float) -> Sweep:
    from reports.run.results import Results
    from reports.sweep.points import Point
    from reports.sweep.results import Sweep

    points = [
        Point(point.values, Results(run, confidence))
        for point, run in zip(planned.points, together.runs, strict=True)
    ]
    axes = [one.axis for one in planned.varied]
    return Sweep(axes, points, together.products, planned.paths, planned.skipped, planned.in_force)


def summarise(planned: Planned, found: Sweep) -> dict[str, Any]:
    """Return everything a sweep found as plain values that JSON can hold."""
    from reports.sweep.tables import summarise_sweep

    runs = [point.results.run for point in found.points]
    return {
        **summarise_sweep(found),
        "seed": planned.study.seed,
        "games": runs[0].games,
        "study_id": planned.id(planned.points[0].study.games),
        "played_study_id": planned.id(runs[0].games),
        "elapsed_s": round(sum(run.elapsed for run in runs), 4),
    }


def _write(
    planned: Planned, found: Sweep, summary: dict[str, Any], building: Path, charts: bool
) -> None:
    from reports.sweep.tables import make_tables
    from simulate.cli.outlets.output import write_files
    from simulate.play.pins import pinned_point

    runs = [point.results.run for point in found.points]
    pins = {name: pinned_point(run) for name, run in zip(planned.labels, runs, strict=True)}
    study = replace(planned.study.played(runs[0].games), pinned=pins)
    draw = None
    if charts:
        from reports.sweep.charts import write_charts

        draw = partial(write_charts, found)
    write_files(building, study.to_toml(), summary, make_tables(found), draw)


def _names(planned: Planned) -> set[str]:
    """Return the name of every file that this sweep can write."""
    from reports.sweep.tables import COLUMNS, chart_names
    from simulate.cli.outlets.output import STUDY_FILE, SUMMARY_FILE, file_names

    charts = chart_names(planned.paths, len(planned.varied))
    return {STUDY_FILE, SUMMARY_FILE} | file_names(COLUMNS, list(charts))


def _folder_name(planned: Planned) -> str:
    study = planned.study
    names = "-".join(one.axis.name for one in planned.varied)
    return f"{study.game}-sweep-{names}-{planned.id(study.games)}"


def _exit_code(planned: Planned, runs: Sequence[Run], quiet: bool) -> int:
    from simulate.play.pins import first_difference_of_all

    played, asked = runs[0], planned.points[0].study
    if played.interrupted:
        if not quiet:
            each = asked.deals * asked.rotations
            print(
                f"fathom: interrupted; these are the {played.games:,} games finished at every "
                f"setting, of {each:,}",
                file=sys.stderr,
            )
        return INTERRUPTED
    pins = planned.study.pinned
    named = dict(zip(planned.labels, runs, strict=True))
    where = first_difference_of_all(pins, named) if pins else None
    if where:
        print(
            f"fathom: these are not the pinned tallies; first difference: {where}; after editing "
            "a study, delete its [pinned] tables",
            file=sys.stderr,
        )
        return MISMATCH
    return 0


def play_planned(
    source: str, games: str | None, seed: int | None, jobs: int, confidence: float, quiet: bool
) -> tuple[Sweep, Planned, str]:
    """Play the sweep of a study file, for a report.

    Returns
    -------
    tuple
        What was found, what was planned, and a study file that gives it again.

    Raises
    ------
    FathomError
        A point does not give the tally that the file pins.
    """
    from simulate.play.pins import first_difference_of_all

    planned = plan(Selection(source=source, games=games, seed=seed))
    announce_compiling(planned.points[0].study, planned.strategies, quiet)
    together = _play(planned, jobs, confidence, quiet)
    named = dict(zip(planned.labels, together.runs, strict=True))
    pins = planned.study.pinned
    whole = not together.runs[0].interrupted
    if whole and pins and (where := first_difference_of_all(pins, named)):
        raise FathomError(f"these are not the pinned tallies: {where}")
    text = replace(planned.study.played(together.runs[0].games), pinned={}).to_toml()
    return _found(planned, together, confidence), planned, text
