"""Reports of what a file plans: a comparison, a sweep or a tournament."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from simulate.cli import INTERRUPTED
from simulate.cli.commands.run import finished
from simulate.cli.plans.report_parts import (
    Made,
    check_first,
    checked_code,
    mark_interrupted,
    saying,
    tell_samples,
    unchecked,
)
from simulate.cli.plans.selection import Selection
from simulate.cli.version import fathom_version
from simulate.errors import UsageError

if TYPE_CHECKING:
    import pandas as pd

    from reports.page.parts import Told
    from reports.page.plans import Context
    from reports.run.results import Results
    from reports.writing.document import Document
    from simulate.strategy import Strategy

#: Among so many first games the report of several studies looks for sample games.
SAMPLED_GAMES = 2_000
#: Games of everybody alike that the report of a tournament rests on when it is interrupted.
FEW_GAMES = 100


def check_plan_options(planned: str, selection: Selection) -> None:
    """Raise `UsageError` if an option is given that a file with a plan cannot take."""
    given = {
        "--players": selection.players,
        "--variant": selection.variant,
        "--rule": selection.rules,
        "-s": selection.strategies,
        "--no-rotate": selection.no_rotate or None,
        "--precision": selection.precision,
        "--precision-of": selection.precision_of,
    }
    for option, value in given.items():
        if value:
            raise UsageError(
                f"{option} does not go with {selection.source}, which has a [{planned}] table; "
                "change it in the file (--games, --seed and --confidence can be given)"
            )


@dataclass(frozen=True)
class _Arm:
    """A study of a plan that is looked at closely: checked first, with games to read.

    Attributes
    ----------
    name
        Which it is, in words.
    """

    name: str
    results: Results
    lineup: Sequence[Strategy]


@dataclass(frozen=True)
class _PlayedPlan:
    """A comparison, a sweep or a tournament that was played.

    Attributes
    ----------
    looked_at
        The studies to look at closely.
    file
        The study file that gives all of it again.
    summary, tables
        As of the command itself.
    code
        What the verdicts on targets make the command leave with.
    write
        Writes the report.
    interrupted
        If not all was played, what was.
    """

    looked_at: Sequence[_Arm]
    file: str
    summary: dict[str, Any]
    tables: dict[str, pd.DataFrame]
    code: int
    write: Callable[[Context], Document]
    interrupted: str = ""


def tell_plan(
    command: str, selection: Selection, jobs: int, confidence: float, quiet: bool
) -> Made:
    """Play what a file with a plan says, and make its report."""
    from reports.page.plans import Context
    from reports.page.tables import make_tables

    play_plan = {"compare": _compare, "sweep": _sweep, "tournament": _tournament}[command]
    source = selection.source
    played = play_plan(source, selection.games, selection.seed, jobs, confidence, quiet)
    code, told = played.code, []
    if played.interrupted:
        code = INTERRUPTED
        if not quiet:
            print(f"fathom: interrupted; {played.interrupted}", file=sys.stderr)
    with saying(quiet) as say:
        for arm in played.looked_at:
            told.append(_look_at(arm, source, jobs, say, code == INTERRUPTED))
            if code != INTERRUPTED:
                code = checked_code(code, told[-1].checked, quiet)
        say("drawing")
        words = f"fathom {command} study.toml"
        context = Context(told, words, played.file, source, fathom_version())
        made = played.tables | make_tables(told)
        document = played.write(context)
        if played.interrupted:
            document = mark_interrupted(document, played.interrupted)
        return Made(document, played.file, played.summary, made, code)


def _look_at(arm: _Arm, source: str, jobs: int, say: Callable[[str], None], hurry: bool) -> Told:
    """Check a study of a plan, unless in a hurry, and find games of it to read."""
    from reports.page.parts import Told
    from reports.run.samples import SampleGames
    from simulate.play.run import play

    def say_of(what: str) -> None:
        say(f"{arm.name}: {what}")

    study = arm.results.run.study
    say_of("finding sample games")
    samples = SampleGames(study)
    sampled = replace(study, games=min(study.games, SAMPLED_GAMES))
    run = play(sampled, arm.lineup, jobs, keep=samples.add)
    found = [unchecked()]
    if not hurry and not run.interrupted:
        found = check_first(arm.results, arm.lineup, samples, jobs, say_of)
    say_of("telling the sample games")
    replays = tell_samples(study, arm.lineup, samples)
    return Told(arm.results, arm.lineup, found, replays, source, fathom_version(), arm.name)


def _compare(
    source: str, games: str | None, seed: int | None, jobs: int, confidence: float, quiet: bool
) -> _PlayedPlan:
    from reports.comparison.tables import make_tables, summarise_comparison
    from reports.figures.targets import exit_code
    from reports.page.plans import report_comparison
    from simulate.cli.commands.compare import finished_deals, play_planned

    found, arms, file = play_planned(source, games, seed, jobs, confidence, quiet)
    judged = [one for results in found.arms.values() for one in results.judged()]
    first = next(iter(found.arms.values())).run
    looked_at = [_Arm(arm.label, found.arms[arm.label], arm.lineup) for arm in arms]
    return _PlayedPlan(
        looked_at,
        file,
        summarise_comparison(found),
        make_tables(found),
        exit_code(judged),
        partial(report_comparison, found),
        finished_deals(first) if first.interrupted else "",
    )


def _sweep(
    source: str, games: str | None, seed: int | None, jobs: int, confidence: float, quiet: bool
) -> _PlayedPlan:
    from reports.page.plans import report_sweep
    from reports.sweep.tables import make_tables
    from reports.sweep.words import named
    from simulate.cli.commands.sweep import play_planned, summarise

    found, planned, file = play_planned(source, games, seed, jobs, confidence, quiet)
    base = _Arm(named(found.axes, found.base_point.values), found.base, planned.base.lineup)
    run = found.base.run
    told = f"{finished(run)} at every setting" if run.interrupted else ""
    summary, made = summarise(planned, found), make_tables(found)
    # As of the command itself: targets missed at some points are a finding, no failure.
    return _PlayedPlan([base], file, summary, made, 0, partial(report_sweep, found), told)


def _tournament(
    source: str, games: str | None, seed: int | None, jobs: int, confidence: float, quiet: bool
) -> _PlayedPlan:
    from reports.figures.targets import exit_code
    from reports.page.plans import report_tournament
    from reports.run.results import Results
    from reports.tournament.tables import make_tournament_tables, summarise_tournament
    from simulate.cli.commands.tournament import play_planned
    from simulate.play.checks import GAMES, with_lineup
    from simulate.play.run import play
    from strategies import find_strategy

    found, file = play_planned(source, games, seed, jobs, confidence, quiet)
    usual = find_strategy(found.game.default_strategy, found.game.name)
    lineup = [usual] * found.study.players
    run = found.run
    enough = FEW_GAMES if run.interrupted else GAMES
    results = Results(play(with_lineup(found.study, lineup, enough), lineup, jobs), confidence)
    if not results.run.tally.deals:
        raise KeyboardInterrupt
    base = _Arm(f"{usual.spec} in every seat", results, lineup)
    return _PlayedPlan(
        [base],
        file,
        summarise_tournament(found),
        make_tournament_tables(found),
        exit_code(found.judged()),
        partial(report_tournament, found),
        f"these are the {run.games:,} games finished of {run.tournament.games:,}"
        if run.interrupted
        else "",
    )
