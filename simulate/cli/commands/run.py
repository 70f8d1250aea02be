"""``fathom run``: play a game many times and show what came out."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from simulate.cli import INTERRUPTED, options
from simulate.cli.plans.selection import (
    Selection,
    announce_compiling,
    check_confidence,
    choose,
    default_jobs,
    use_jit,
)
from simulate.errors import UsageError

if TYPE_CHECKING:
    from reports.run.results import Results
    from simulate.cli.outlets.progress import Progress
    from simulate.play.run import Keep, Run
    from simulate.strategy import Strategy
    from simulate.study import Study

EXAMPLE = (
    "Examples: fathom run snorkeling --games 1M --seed 1\n\n"
    "fathom run snorkeling --variant expert --rule target_score=10\n\n"
    "fathom run snorkeling -s planner -s random -s random -s random\n\n"
    "fathom run my_study.toml"
)
MISMATCH, UNDECIDED = 1, 3


def run(
    source: options.GameOrStudy,
    players: options.Players = None,
    variant: options.Variant = None,
    rule: options.Rules = None,
    strategy: options.Strategies = None,
    no_rotate: options.NoRotate = False,
    games: options.Games = None,
    seed: options.Seed = None,
    jobs: options.Jobs = None,
    out: options.Out = None,
    keep_games: bool = typer.Option(
        False, "--keep-games", help="Also write one row per game, as games.parquet."
    ),
    precision: options.Precision = None,
    precision_of: options.PrecisionOf = None,
    confidence: options.Confidence = 0.95,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
    no_charts: options.NoCharts = False,
    no_jit: options.NoJit = False,
) -> int:
    """Play a game many times and show who wins, how long it lasts and how sure that is.

    Shows win rates by seat and by strategy, the first-player advantage and the length
    of the game, each with its interval, and writes tables and charts to a folder.
    """
    check_confidence(confidence)
    workers = default_jobs(jobs)
    use_jit(not no_jit)
    study, lineup = choose(
        Selection(
            source=source,
            players=players,
            variant=variant,
            rules=rule,
            strategies=strategy,
            no_rotate=no_rotate,
            games=games,
            seed=seed,
            precision=precision,
            precision_of=precision_of,
        )
    )
    from reports.run.results import Results
    from reports.run.summary import summarise
    from simulate.cli.outlets.output import OutputFolder
    from simulate.cli.outlets.progress import Progress

    check_asked(study, precision)
    wanted = out or (None if as_json else Path("runs") / default_folder_name(study))
    with OutputFolder(wanted, study, keep_games) as folder:
        announce_compiling(study, lineup, quiet)
        with Progress(study, confidence, quiet) as progress:
            played = play_study(study, lineup, workers, confidence, progress, folder.keep)
        if not played.tally.deals:
            raise KeyboardInterrupt  # there is nothing to show
        results = Results(played, confidence)
        summary = summarise(results)
        if as_json:
            print(json.dumps(summary, indent=2))
        else:
            from reports.run.screen import show_results

            show_results(results)
        written = folder.write(results, summary, charts=not no_charts)
    folder.tell(written, charts=not no_charts, as_json=as_json, quiet=quiet)
    return exit_code(results, quiet)


def default_folder_name(study: object) -> str:
    """Name a run's folder so that the same study finds it again and no other does."""
    from simulate.study import Study

    assert isinstance(study, Study)
    return f"{study.game}-{study.variant}-{study.players}p-{study.id}"


def check_asked(study: Study, precision: str | None = None) -> None:
    """Raise `UsageError` unless the study's targets and precision are of figures it has.

    Parameters
    ----------
    study
        About to be played.
    precision
        As typed on the command line, where its unit must fit the figure.
    """
    from reports.figures.targets import read_targets
    from reports.run.results import Results
    from simulate.game import find_game
    from simulate.play.run import Run, figures_of
    from simulate.play.tally import Tally

    nothing = Run(study, figures_of(study, find_game(study.game)), Tally(), 0.0, 1, False)
    results = Results(nothing)
    for target in read_targets(study.targets):
        results.figure(target.figure)
    if study.precision:
        _check_precision(results, precision)


def _check_precision(results: Results, typed: str | None) -> None:
    """Raise `UsageError` unless a figure can be known so well, and the unit is the figure's."""
    from reports.figures.catalogue import Quantile
    from reports.run.sentences import unit
    from simulate.study import parse_precision

    study = results.run.study
    path, width = study.precision_of, study.precision
    title, measure = results.figure(path).title, unit(results, path)
    is_rate = measure == "percentage points"
    if path == "unfinished":
        raise UsageError(
            "unfinished is a number of games, which more games do not make any surer; choose "
            "another figure with --precision-of"
        )
    if isinstance(results.figure(path), Quantile):
        raise UsageError(
            f"{path} is a percentile, whose interval jumps from one whole value to the next and "
            "may never be so narrow; choose a mean with --precision-of, as in "
            f"{path.rpartition('.')[0]}.mean"
        )
    if typed is not None and parse_precision(typed).in_points != is_rate:
        if is_rate:
            raise UsageError(
                f"--precision {typed} of a rate, the {title}, is {100 * width:.6g} percentage "
                f"points; did you mean {typed.strip()}pp?"
            )
        raise UsageError(
            f"--precision {typed}: {path} is no rate, so it has no percentage points; give a "
            f"number{f' in {measure}' if measure else ''}, as in 0.5"
        )
    if is_rate and width >= _NOTHING_KNOWN:
        raise UsageError(
            f"the precision cannot be {100 * width:.6g} percentage points: to within 50 every rate "
            "is known before a game is played; give less, as in --precision 0.1pp or, in a study "
            "file, precision = 0.001"
        )


#: Half the width of the widest interval that a rate can have.
_NOTHING_KNOWN = 0.5


def play_study(
    study: Study,
    lineup: Sequence[Strategy],
    jobs: int,
    confidence: float,
    progress: Progress,
    keep: Keep | None,
) -> Run:
    """Play all games of a study, or as many as its precision takes."""
    from reports.figures.precision import FIRST_GAMES, games_wanted, half_width
    from reports.run.results import Results
    from simulate.play.run import play, play_until

    if not study.precision:
        return play(study, lineup, jobs, progress=progress.show, keep=keep)

    def wanted(run: Run) -> int:
        reach = half_width(Results(run, confidence).estimate(study.precision_of))
        games = min(games_wanted(run.games, reach, study.precision), study.games)
        progress.expect(games)
        return games

    first = replace(study, games=min(FIRST_GAMES, study.games))
    progress.expect(first.games)
    run = play_until(first, lineup, wanted, jobs, progress=progress.show, keep=keep)
    return replace(run, study=study)


def finished(run: Run) -> str:
    """Say how much of an interrupted run was played."""
    study = run.study
    asked = f" of {study.deals * study.rotations:,}"
    if study.precision:
        asked = ", before the precision asked for was reached"
    return f"these are the {run.games:,} games finished{asked}"


def exit_code(results: Results, quiet: bool) -> int:
    """Return what a command that played a study leaves with, and say why."""
    from reports.figures import targets
    from reports.figures.precision import half_width
    from simulate.play.pins import mismatch

    played = results.run
    study, found = played.study, played.tally.id
    if played.interrupted:
        if not quiet:
            print(f"fathom: interrupted; {finished(played)}", file=sys.stderr)
        return INTERRUPTED
    where = mismatch(played)
    if where:
        print(
            f"fathom: this is not the pinned tally: the study says {study.tally_id or 'none'}, "
            f"played was {found}; first difference: {where}; after editing a study, delete its "
            "tally_id line and its [pinned] tables",
            file=sys.stderr,
        )
        return MISMATCH
    code = targets.exit_code(results.judged())
    if not code and study.precision:
        reached = half_width(results.estimate(study.precision_of))
        return 0 if reached <= study.precision else UNDECIDED
    return code
