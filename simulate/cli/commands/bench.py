"""``fathom bench``: how fast games are played here."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from simulate.cli import options
from simulate.cli.outlets.json_text import json_text
from simulate.cli.outlets.messages import hushed
from simulate.cli.plans.execution import default_jobs, whole
from simulate.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from simulate.play.run import Run

REPEATS = 5
MOST_SECONDS = 3600


@options.command("Examples: fathom bench snorkeling\n\nfathom bench snorkeling -s planner --json")
def bench(
    table: options.Table,
    source: Annotated[str, options.argument("GAME", "A game's name.")] = "snorkeling",
    strategy: list[str] | None = options.of(options.LineUp, "strategy"),
    jobs: int | None = options.of(options.Machine, "jobs"),
    seconds: float = options.asked("S", "How long each of ten runs takes, about.", default=1.0),
    as_json: bool = options.of(options.Results, "as_json"),
    quiet: bool = options.of(options.Machine, "quiet"),
) -> int:
    """Measure games and decisions a second, with one job and with all.

    The two take turns, five times each, so that a machine whose speed drifts slows
    both; the medians are shown. Plays 'random' unless strategies are named.
    """
    hushed[0] = quiet
    workers = default_jobs(jobs)
    if not 0 < seconds <= MOST_SECONDS:
        raise UsageError(f"--seconds cannot be {seconds:g}; give a number above 0, at most 3600")
    from reports.run.results import Results
    from reports.run.tables import summarise
    from simulate.cli.plans.carry_out import announce_compiling
    from simulate.cli.plans.selection import choose
    from simulate.play.run import play

    named = strategy or ["random"]
    study, lineup = choose(options.Selection.of(source, table, strategy=named, games="2000"))
    announce_compiling(study, lineup)
    trial = whole(play(study, lineup))
    speed = trial.games / trial.elapsed
    study = replace(study, games=max(1, int(speed * seconds)))
    alone: list[Run] = []
    together: list[Run] = []
    for _ in range(REPEATS):
        alone.append(whole(play(study, lineup, 1)))
        more = replace(study, games=study.games * workers)
        together.append(whole(play(more, lineup, workers)))
    one, many = (sorted(runs, key=_speed)[REPEATS // 2] for runs in (alone, together))
    scaling = _speed(many) / _speed(one)
    if as_json:
        summary = summarise(Results(many))
        summary["games_per_s_per_core"] = _speed(one)
        summary["one_job_games_per_s"] = _speed(one)
        summary["scaling"] = scaling
        print(json_text(summary))
        return ExitCode.DONE
    print(
        f"{study.called}, {study.variant}, {study.players} players, {', '.join(study.strategies)}"
    )
    for measured in (one, many):
        decisions = measured.tally.sums[measured.layout.single("decisions")] / measured.elapsed
        print(
            f"  {measured.jobs} job{'' if measured.jobs == 1 else 's'}: "
            f"{_speed(measured):>10,.0f} games/s  {decisions:>12,.0f} decisions/s  "
            f"{_speed(measured) / measured.jobs:>10,.0f} games/s a core"
        )
    if workers > 1:
        print(f"  {workers} jobs are {scaling:.2f} times as fast as one")
    return ExitCode.DONE


def _speed(run: Run) -> float:
    return run.games / run.elapsed
