"""``fathom sweep``: what a rule does, over its values."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulate.cli import INTERRUPTED, options
from simulate.cli.selection import (
    Selection,
    announce_compiling,
    check_confidence,
    default_jobs,
    gather,
    planned_fields,
)
from simulate.cli.vary import PointStudy, Varied, make_points, read_varied
from simulate.errors import FathomError, UsageError, unknown

if TYPE_CHECKING:
    from reports.run.results import Results
    from reports.sweep.results import Sweep
    from simulate.run import Run, Together
    from simulate.study import Study
    from simulate.tally import Tally

EXAMPLE = (
    "Examples: fathom sweep snorkeling --vary target_score=8:20:2 --games 20k\n\n"
    "fathom sweep snorkeling --vary starter=same,rotate,winner,loser,random\n\n"
    "fathom sweep schnuff --vary deck.schnuff=0:4:1 --vary chips=5,10,15 --games 5k\n\n"
    "fathom sweep snorkeling --vary players=2,3,4,5,6 --figure length.minutes.p95"
)
#: What a sweep plays at each point unless it is said.
GAMES = "20k"
PLAN = "sweep"
_PLAN_KEYS = {
    "vary": "a list of texts as after --vary",
    "figures": "a list of figures as after --figure",
    "skip_impossible": "true or false",
}
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


@dataclass(frozen=True)
class Planned:
    """A sweep to be played.

    Attributes
    ----------
    varied
        What differs between the points.
    points
        What to play, the base point first.
    skipped
        Values of the points left out, and why.
    paths
        The figures asked for.
    study
        A study file's content that gives the sweep again, its pinned tallies included.
    """

    varied: list[Varied]
    points: list[PointStudy]
    skipped: list[tuple[tuple[Any, ...], str]]
    paths: list[str]
    study: Study

    @property
    def labels(self) -> list[str]:
        """The name of each point."""
        from reports.sweep.results import label

        return [label([one.axis for one in self.varied], point.values) for point in self.points]

    def id(self, games: int) -> str:
        """Return twelve hexadecimal digits that differ between sweeps with different answers."""
        ids = [point.study.played(games).id for point in self.points]
        return hashlib.sha256(json.dumps([ids, self.labels, self.paths]).encode()).hexdigest()[:12]


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

    All points are played on the same deals, --games each (20k unless said). Differences are
    to the first value, so put the one to compare with first. A rule without any
    effect is told. A study file with targets shows between which values a verdict changes;
    targets missed at some points do not make the command fail.
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
    from simulate.cli.output import Folder

    wanted = out or (None if as_json else Path("runs") / _folder_name(planned))
    asked = planned.points[0].study.games
    with Folder(wanted, _names(planned), planned.id(asked)) as folder:
        announce_compiling(planned.points[0].study, _all_strategies(planned), quiet)
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
    if written and not as_json:
        print(f"Tables{'' if no_charts else ' and charts'} are in {folder.path}")
    if folder.path and not written and not quiet:
        print(f"fathom: the earlier results in {folder.path} were kept", file=sys.stderr)
    return _exit_code(planned, together.runs, quiet)


def plan(
    selection: Selection,
    vary: Sequence[str] | None = None,
    figures: Sequence[str] | None = None,
    skip_impossible: bool = False,
) -> Planned:
    """Make the studies of all points, checked in full.

    Raises
    ------
    UsageError
        Anything that cannot be played; nothing has been played or written.
    """
    from simulate.study import parse_games

    fields = planned_fields(selection.source, PLAN)
    file = dict(fields.pop("plan", {}).get(PLAN, {}))
    _check_plan(file, selection.source)
    asked = gather(fields, selection)
    if "precision" in asked.fields:
        raise UsageError(
            f"{selection.source} asks for a precision, but a sweep plays so many games at every "
            "point; take the precision out of the file"
        )
    asked.fields.setdefault("games", parse_games(GAMES))
    wanted: dict[str, Any] = {
        "vary": list(vary or file.get("vary", [])),
        "figures": list(figures or file.get("figures", [])),
        "skip_impossible": skip_impossible or file.get("skip_impossible", False),
    }
    given = [text.partition("=")[0].strip() for text in selection.rules or ()]
    given += [name for name in ("players", "variant") if getattr(selection, name) is not None]
    varied = read_varied(wanted["vary"], asked.game, given)
    points, skipped = make_points(asked, varied, wanted["skip_impossible"])
    paths = _check_figures([point.study for point in points], wanted["figures"])
    as_pinned = asked.as_written and wanted == {**wanted, **file}
    study = replace(
        points[0].study,
        rules=asked.fields.get("rules", {}),
        lineup=_shortest(points[0].study.lineup),
        plan={PLAN: {key: value for key, value in wanted.items() if value}},
        pinned=asked.fields.get("pinned", {}) if as_pinned else {},
    )
    return Planned(varied, points, skipped, paths, study)


def played_again(source: str, jobs: int, quiet: bool) -> dict[str, Run]:
    """Play what a study file with a sweep pins, and return each point's run by its name."""
    from simulate.run import play

    planned = plan(Selection(source=source))
    announce_compiling(planned.points[0].study, _all_strategies(planned), quiet)
    return {
        name: play(point.study, point.lineup, jobs)
        for name, point in zip(planned.labels, planned.points, strict=True)
    }


def _check_plan(file: dict[str, Any], source: str) -> None:
    """Raise `UsageError` unless a file's table holds what it can hold."""
    for key, value in file.items():
        if key not in _PLAN_KEYS:
            raise unknown("key", key, _PLAN_KEYS, f" in the [{PLAN}] table of {source}")
        listed = isinstance(value, list) and all(isinstance(text, str) for text in value)
        if not (isinstance(value, bool) if key == "skip_impossible" else listed):
            raise UsageError(f"{source}: {key} cannot be {value!r}; it is {_PLAN_KEYS[key]}")


def _shortest(lineup: tuple[str, ...]) -> tuple[str, ...]:
    """Name a strategy once that plays every seat, however many there are."""
    return lineup[:1] if len(set(lineup)) == 1 else lineup


def _check_figures(studies: Sequence[Study], figures: Sequence[str]) -> list[str]:
    """Return the figures to tell, each of which some point has; check the targets at all.

    Raises
    ------
    UsageError
        No point has a figure asked for, or one lacks the figure of a target.
    """
    from reports.sweep.results import default_paths, has
    from simulate.cli.run import check_asked

    results = [_nothing(study) for study in studies]
    for study in studies:
        check_asked(study)
    for path in figures:
        if not any(has(one, path) for one in results):
            results[0].figure(path)  # raises, naming the nearest
    return list(dict.fromkeys(figures)) or default_paths(results)


def _nothing(study: Study) -> Results:
    """Return the results of a study of which nothing has been played."""
    from reports.run.results import Results
    from simulate.game import find_game
    from simulate.run import Run, figures_of
    from simulate.tally import Tally

    return Results(Run(study, figures_of(study, find_game(study.game)), Tally(), 0.0, 1, False))


def _all_strategies(planned: Planned) -> list[Any]:
    return [strategy for point in planned.points for strategy in point.lineup]


def _play(planned: Planned, jobs: int, confidence: float, quiet: bool) -> Together:
    from simulate.cli.live import LiveTable
    from simulate.run import play_together

    studies = [point.study for point in planned.points]
    each = studies[0].deals * studies[0].rotations
    columns = [", ".join(one.axis.name for one in planned.varied), "games"]
    columns += ["first-player advantage", "minutes"]
    with LiveTable(studies[0].game, columns, each * len(studies), quiet) as live:

        def show(tallies: Sequence[Tally]) -> None:
            done = sum(tally.deals for tally in tallies) * studies[0].rotations
            live.show(done, lambda: _rows(planned, tallies, confidence, each))

        together = play_together(
            studies, [point.lineup for point in planned.points], jobs, progress=show
        )
    if not together.runs[0].tally.deals:
        raise KeyboardInterrupt  # there is nothing to show
    return together


def _rows(
    planned: Planned, tallies: Sequence[Tally], confidence: float, games: int
) -> list[list[str]]:
    """Return how each point stands."""
    from reports.run.results import Results
    from reports.sweep.results import Point
    from reports.sweep.screen import live_row

    found = []
    for point, tally, name in zip(planned.points, tallies, planned.labels, strict=True):
        run = replace(_nothing(point.study).run, tally=tally)
        found.append(live_row(Point(point.values, Results(run, confidence)), name, games))
    return found


def _found(planned: Planned, together: Together, confidence: float) -> Sweep:
    from reports.run.results import Results
    from reports.sweep.results import Point, Sweep

    points = [
        Point(point.values, Results(run, confidence))
        for point, run in zip(planned.points, together.runs, strict=True)
    ]
    axes = [one.axis for one in planned.varied]
    return Sweep(axes, points, together.products, planned.paths, planned.skipped)


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
    from simulate.cli.output import write_files
    from simulate.pins import pinned_point

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
    from simulate.cli.output import STUDY_FILE, SUMMARY_FILE, file_names

    charts = chart_names(planned.paths, len(planned.varied))
    return {STUDY_FILE, SUMMARY_FILE} | file_names(COLUMNS, list(charts))


def _folder_name(planned: Planned) -> str:
    study = planned.study
    names = "-".join(one.axis.name for one in planned.varied)
    return f"{study.game}-sweep-{names}-{planned.id(study.games)}"


def _exit_code(planned: Planned, runs: Sequence[Run], quiet: bool) -> int:
    from simulate.pins import first_difference_of_all

    played, asked = runs[0], planned.points[0].study
    if played.interrupted:
        if not quiet:
            each = asked.deals * asked.rotations
            print(
                f"fathom: interrupted; these are the {played.games:,} games finished at every "
                f"point, of {each:,}",
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
    from simulate.pins import first_difference_of_all

    planned = plan(Selection(source=source, games=games, seed=seed))
    announce_compiling(planned.points[0].study, _all_strategies(planned), quiet)
    together = _play(planned, jobs, confidence, quiet)
    named = dict(zip(planned.labels, together.runs, strict=True))
    pins = planned.study.pinned
    whole = not together.runs[0].interrupted
    if whole and pins and (where := first_difference_of_all(pins, named)):
        raise FathomError(f"these are not the pinned tallies: {where}")
    text = replace(planned.study.played(together.runs[0].games), pinned={}).to_toml()
    return _found(planned, together, confidence), planned, text
