"""``fathom bench``: how fast games are played here."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import Annotated

from reports.analysis.execution import default_jobs
from simulate import command_options as options
from simulate.errors import ExitCode, UsageError
from simulate.output.json_text import json_text
from simulate.output.messages import hushed, print_text

REPEATS = 5


@options.command("Examples: fathom bench snorkeling\n\nfathom bench snorkeling -s planner --json")
def bench(
    table: options.RulesOptions,
    source: Annotated[str, options.argument("GAME", "A game's name.")] = "snorkeling",
    strategy: list[str] | None = options.option_of(options.LineupOptions, "strategy"),
    jobs: int | None = options.option_of(options.MachineOptions, "jobs"),
    seconds: float = options.option("S", "How long each of ten runs takes, about.", default=1.0),
    as_json: bool = options.option_of(options.OutputOptions, "as_json"),
    quiet: bool = options.option_of(options.MachineOptions, "quiet"),
) -> int:
    """Measure games and decisions a second, with one job and with all.

    The two take turns, five times each, so that a machine whose speed drifts slows
    both; the medians are shown. Plays 'random' unless strategies are named.
    """
    hushed[0] = quiet
    workers = default_jobs(jobs)
    if not 0 < seconds <= 3600:
        raise UsageError(f"--seconds cannot be {seconds:g}; give a number above 0, at most 3600")
    from reports.analysis.compiling import announce_compiling
    from reports.analysis.selection import resolve_study
    from reports.run.results import RunResults
    from reports.run.tables import summarise
    from reports.writing.wording import counted
    from simulate.play.run import play, require_finished

    named = strategy or ["random"]
    study, lineup = resolve_study(options.Selection.of(source, table, strategy=named, games="2000"))
    announce_compiling(study, lineup)
    trial = require_finished(play(study, lineup))
    study = replace(study, games=max(1, int(trial.games_per_s * seconds)))
    more = replace(study, games=study.games * workers)
    turns = [
        (require_finished(play(study, lineup, 1)), require_finished(play(more, lineup, workers)))
        for _ in range(REPEATS)
    ]
    one, many = (
        sorted(runs, key=attrgetter("games_per_s"))[REPEATS // 2]
        for runs in zip(*turns, strict=True)
    )
    scaling = many.games_per_s / one.games_per_s
    if as_json:
        summary = summarise(RunResults(many))
        summary["games_per_s_per_core"] = summary["one_job_games_per_s"] = one.games_per_s
        summary["scaling"] = scaling
        print_text(json_text(summary))
        return ExitCode.DONE
    who = ", ".join(study.strategies)
    players = counted(study.players, "player")
    print_text(f"{study.game_name}, {study.variant}, {players}, {who}")
    for measured in (one, many):
        decisions = measured.tally.sums[measured.layout.single("decisions")] / measured.elapsed
        print_text(
            f"  {measured.jobs} job{'' if measured.jobs == 1 else 's'}: "
            f"{measured.games_per_s:>10,.0f} games/s  {decisions:>12,.0f} decisions/s  "
            f"{measured.games_per_s / measured.jobs:>10,.0f} games/s a core"
        )
    if workers > 1:
        print_text(f"  {workers} jobs are {scaling:.2f} times as fast as one")
    return ExitCode.DONE
