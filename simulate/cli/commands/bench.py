"""The command ``bench``, which measures how fast this machine plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated

from reports.analysis.execution import default_jobs
from simulate import command_options as options
from simulate.errors import ExitCode, UsageError
from simulate.output.json_text import json_text
from simulate.output.messages import print_text, set_quiet

if TYPE_CHECKING:
    from simulate.play.run import Run
    from simulate.strategy import Strategy
    from simulate.study import Study

#: The number of runs with one job, and the number of runs with all jobs.
REPEATS = 5


@options.command("Examples: fathom bench snorkeling\n\nfathom bench snorkeling -s planner --json")
def bench(
    rules: options.RulesOptions,
    source: Annotated[str, options.argument("GAME", "A game's name.")] = "snorkeling",
    strategy: list[str] | None = options.option_of(options.LineupOptions, "strategy"),
    jobs: int | None = options.option_of(options.MachineOptions, "jobs"),
    seconds: float = options.option(
        "S", "Approximate duration of each of the ten runs, in seconds.", default=1.0
    ),
    as_json: bool = options.option_of(options.OutputOptions, "as_json"),
    quiet: bool = options.option_of(options.MachineOptions, "quiet"),
) -> int:
    """Measure games and decisions per second, with one job and with all jobs.

    Runs with one job and with all jobs take turns, five of each, so that changes in the speed of
    the machine affect both. The medians are shown. By default the strategy 'random' plays.
    """
    set_quiet(quiet)
    workers = default_jobs(jobs)
    if not 0 < seconds <= 3600:
        raise UsageError(f"--seconds cannot be {seconds:g}; give a number above 0, at most 3600")
    from reports.analysis.compiling import announce_compiling
    from reports.analysis.selection import resolve_study
    from reports.run.results import RunResults
    from reports.run.tables import summarise

    specs = strategy or ["random"]
    selection = options.Selection.of(source, rules, strategy=specs, games="2000")
    study, lineup = resolve_study(selection)
    announce_compiling(study, lineup)
    single, parallel = _measure(study, lineup, workers, seconds)
    scaling = parallel.games_per_s / single.games_per_s
    if as_json:
        summary = summarise(RunResults(parallel))
        summary["games_per_s_per_core"] = single.games_per_s
        summary["one_job_games_per_s"] = single.games_per_s
        summary["scaling"] = scaling
        print_text(json_text(summary))
        return ExitCode.DONE
    _show(study, [single, parallel])
    if workers > 1:
        print_text(f"  {workers} jobs are {scaling:.2f} times as fast as one")
    return ExitCode.DONE


def _measure(
    study: Study, lineup: Sequence[Strategy], workers: int, seconds: float
) -> tuple[Run, Run]:
    """Play `REPEATS` runs with one job and with all jobs, and return the two of median speed.

    Parameters
    ----------
    study
        The study. Its number of games is replaced.
    lineup
        The strategies of the study, one for each seat.
    workers
        The number of all jobs.
    seconds
        The approximate duration of each run.

    Returns
    -------
    single
        The run of median speed with one job.
    parallel
        The run of median speed with `workers` jobs, which has `workers` times as many games.

    Raises
    ------
    KeyboardInterrupt
        If a run is interrupted.
    FathomError
        If the game or a strategy does not compile or fails.
    """
    from simulate.play.run import play, require_finished

    trial = require_finished(play(study, lineup))
    single = replace(study, games=max(1, int(trial.games_per_s * seconds)))
    parallel = replace(study, games=single.games * workers)
    single_runs: list[Run] = []
    parallel_runs: list[Run] = []
    for _ in range(REPEATS):
        single_runs.append(require_finished(play(single, lineup, 1)))
        parallel_runs.append(require_finished(play(parallel, lineup, workers)))
    return _median(single_runs), _median(parallel_runs)


def _median(runs: Sequence[Run]) -> Run:
    """Return the run of median speed among `REPEATS` runs."""
    return sorted(runs, key=attrgetter("games_per_s"))[REPEATS // 2]


def _show(study: Study, runs: Sequence[Run]) -> None:
    """Print a line on the study, and a line with the speed of each run."""
    from reports.writing.wording import counted

    strategies = ", ".join(study.strategies)
    players = counted(study.players, "player")
    print_text(f"{study.game_name}, {study.variant}, {players}, {strategies}")
    for run in runs:
        decisions = run.tally.sums[run.layout.single("decisions")] / run.elapsed
        print_text(
            f"  {counted(run.jobs, 'job')}: "
            f"{run.games_per_s:>10,.0f} games/s  {decisions:>12,.0f} decisions/s  "
            f"{run.games_per_s / run.jobs:>10,.0f} games/s per core"
        )
