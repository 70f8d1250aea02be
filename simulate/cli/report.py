"""``fathom report``: play a study and write all that came out as one file."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulate.cli import INTERRUPTED, options
from simulate.cli.answers import show_answers
from simulate.cli.report_file import check_new, check_replaceable, choose_form, write_document
from simulate.cli.run import (
    MISMATCH,
    check_asked,
    default_folder_name,
    exit_code,
    finished,
    play_study,
)
from simulate.cli.selection import (
    Selection,
    announce_compiling,
    check_confidence,
    choose,
    default_jobs,
    file_fields,
)
from simulate.cli.version import fathom_version
from simulate.errors import UsageError

if TYPE_CHECKING:
    import pandas as pd

    from reports.checks import Check
    from reports.page.document import Document
    from reports.page.plans import Context
    from reports.page.report import Replay, Told
    from reports.run.results import Results
    from reports.run.samples import SampleGames
    from simulate.checks import Mirror
    from simulate.run import Run
    from simulate.strategy import Strategy
    from simulate.study import Study
    from simulate.tally import Integers

EXAMPLE = (
    "Examples: fathom report snorkeling --variant expert --out expert.html\n\n"
    "fathom report my_study.toml --out my_study.html\n\n"
    "fathom report runs/my_run --out my_run.md"
)
#: The most lines of a replay that a report holds.
REPLAY_LINES = 2_500
#: Among so many first games the report of several studies looks for sample games.
SAMPLED_GAMES = 2_000
#: Games of everybody alike that the report of a tournament rests on when it is interrupted.
FEW_GAMES = 100


def report(
    source: options.GameOrRun,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="The file to write, ending in .html or .md; one in runs/ unless said.",
        ),
    ] = None,
    written_as: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="html|md", help="A web page or Markdown; as FILE ends unless said."
        ),
    ] = None,
    players: options.Players = None,
    variant: options.Variant = None,
    rule: options.Rules = None,
    strategy: options.Strategies = None,
    no_rotate: options.NoRotate = False,
    games: options.Games = None,
    seed: options.Seed = None,
    jobs: options.Jobs = None,
    tables: Annotated[
        Path | None,
        typer.Option(
            "--tables",
            metavar="DIR",
            help="A new folder for the tables behind the report, as CSV and Parquet.",
        ),
    ] = None,
    precision: options.Precision = None,
    precision_of: options.PrecisionOf = None,
    confidence: options.Confidence = 0.95,
    quiet: options.Quiet = False,
) -> int:
    """Play a study and write the whole report in one file, which opens in any browser.

    Targets and verdicts, seats, length, strategies, what was checked first, sample games
    move by move, the rules, how sure it all is, and how to repeat it. A study file or a
    run's folder can also be of a comparison, a sweep or a tournament. A run's folder is
    played again, and must give the same tally.
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
        precision=precision,
        precision_of=precision_of,
    )
    form = choose_form(out, written_as)
    check_new(tables)
    made: _Made | None
    planned = next(iter(file_fields(source).get("plan", {})), "")
    if planned:
        _check_plan_options(planned, selection)
        path = out or Path("runs") / f"{_stem(source)}.{form}"
        check_replaceable(path)
        made = _tell_plan(planned, selection, workers, confidence, quiet)
    else:
        study, lineup = choose(selection)
        check_asked(study, precision)
        path = out or Path("runs") / f"{default_folder_name(study)}.{form}"
        check_replaceable(path)
        made = _tell(source, study, lineup, workers, confidence, quiet)
    if made is None:
        return MISMATCH
    new = "" if path.parent.exists() else " (in a new folder)"
    write_document(made.document, path, form)
    if tables:
        from simulate.cli.output import write_files

        tables.mkdir(parents=True, exist_ok=True)
        write_files(tables, made.study, made.summary, made.tables)
    show_answers(made.document)
    print(f"The report is in {path}{new}" + (f", its tables are in {tables}" if tables else ""))
    return made.code


@dataclass(frozen=True)
class _Made:
    """A report, and what it was made of.

    Attributes
    ----------
    document
        The report.
    study
        The text of a study file that gives it again.
    summary
        The JSON object of the command that plays such a study.
    tables
        By name.
    code
        What the verdicts on targets make the command leave with, or an interruption.
    """

    document: Document
    study: str
    summary: dict[str, Any]
    tables: dict[str, pd.DataFrame]
    code: int


def _tell(
    source: str,
    study: Study,
    lineup: Sequence[Strategy],
    jobs: int,
    confidence: float,
    quiet: bool,
) -> _Made | None:
    """Play a study and make its report; none if it is another one than pinned."""
    from reports.page.report import Told, make_report
    from reports.page.tables import make_tables as make_page_tables
    from reports.run.results import Results
    from reports.run.samples import SampleGames
    from reports.run.summary import summarise
    from reports.run.tables import make_tables
    from simulate.checks import SeatProducts
    from simulate.cli.progress import Progress
    from simulate.pins import mismatch

    announce_compiling(study, lineup, quiet)
    samples, seats = SampleGames(study), SeatProducts(study)

    def keep(rows: Integers) -> None:
        samples.add(rows)
        seats.add(rows)

    with Progress(study, confidence, quiet) as progress:
        run = play_study(study, lineup, jobs, confidence, progress, keep)
    if not run.tally.deals:
        raise KeyboardInterrupt  # there is nothing to report
    results = Results(run, confidence)
    code = exit_code(results, quiet)
    if not run.interrupted and mismatch(run):
        return None
    with _saying(quiet) as say:
        checked = [_unchecked()]
        if not run.interrupted:
            usual = study.strategies == (results.game.default_strategy,)
            mirror = seats.mirror(run) if usual else None
            checked = check_first(results, lineup, samples, jobs, say, mirror)
            code = _code(code, checked, quiet)
        say("telling the sample games")
        replays = tell_samples(study, lineup, samples)
        say("drawing")
        origin = source if Path(source).exists() else ""
        told = Told(results, lineup, checked, replays, origin, fathom_version())
        made = make_tables(results) | make_page_tables([told])
        again = study.played(run.games).to_toml()
        document = make_report(told)
        if run.interrupted:
            document = _interrupted(document, finished(run))
        return _Made(document, again, summarise(results), made, code)


def _unchecked() -> Check:
    """Return what stands for the checks that were not made because of an interruption."""
    from reports.checks import Check

    return Check("Interrupted", "look", "The report was interrupted before all was checked.")


def _code(code: int, checked: Sequence[Check], quiet: bool) -> int:
    """Return the exit code, which tells of an interruption of the checks before all else."""
    if _unchecked() not in checked:
        return code
    if not quiet:
        print("fathom: interrupted; not everything was checked", file=sys.stderr)
    return INTERRUPTED


def _interrupted(document: Document, told: str) -> Document:
    """Return a report that says first that not all was played."""
    from reports.page.document import Item

    first, *others = document.answers
    note = Item(f"It was interrupted: {told}.", "partial", "look")
    return replace(document, answers=[replace(first, items=[*first.items, note]), *others])


def _check_plan_options(planned: str, selection: Selection) -> None:
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


def _stem(source: str) -> str:
    """Name the report of a file or a folder after it."""
    path = Path(source).resolve()
    return path.name if path.is_dir() else path.stem


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


def _tell_plan(
    command: str, selection: Selection, jobs: int, confidence: float, quiet: bool
) -> _Made:
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
    with _saying(quiet) as say:
        for arm in played.looked_at:
            told.append(_look_at(arm, source, jobs, say, code == INTERRUPTED))
            if code != INTERRUPTED:
                code = _code(code, told[-1].checked, quiet)
        say("drawing")
        words = shlex.join(["fathom", command, source])
        context = Context(told, words, played.file, source, fathom_version())
        made = played.tables | make_tables(told)
        document = played.write(context)
        if played.interrupted:
            document = _interrupted(document, played.interrupted)
        return _Made(document, played.file, played.summary, made, code)


def _look_at(arm: _Arm, source: str, jobs: int, say: Callable[[str], None], hurry: bool) -> Told:
    """Check a study of a plan, unless in a hurry, and find games of it to read."""
    from reports.page.report import Told
    from reports.run.samples import SampleGames
    from simulate.run import play

    def say_of(what: str) -> None:
        say(f"{arm.name}: {what}")

    study = arm.results.run.study
    say_of("finding sample games")
    samples = SampleGames(study)
    sampled = replace(study, games=min(study.games, SAMPLED_GAMES))
    run = play(sampled, arm.lineup, jobs, keep=samples.add)
    found = [_unchecked()]
    if not hurry and not run.interrupted:
        found = check_first(arm.results, arm.lineup, samples, jobs, say_of)
    say_of("telling the sample games")
    replays = tell_samples(study, arm.lineup, samples)
    return Told(arm.results, arm.lineup, found, replays, source, fathom_version(), arm.name)


def _compare(
    source: str, games: str | None, seed: int | None, jobs: int, confidence: float, quiet: bool
) -> _PlayedPlan:
    from reports.comparison.tables import make_tables, summarise_comparison
    from reports.page.plans import report_comparison
    from reports.targets import exit_code
    from simulate.cli.compare import finished_deals, play_planned

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
    from simulate.cli.sweep import play_planned, summarise

    found, planned, file = play_planned(source, games, seed, jobs, confidence, quiet)
    base = _Arm(found.label(found.points[0]), found.base, planned.points[0].lineup)
    run = found.base.run
    told = f"{finished(run)} at every point" if run.interrupted else ""
    summary, made = summarise(planned, found), make_tables(found)
    # As of the command itself: targets missed at some points are a finding, no failure.
    return _PlayedPlan([base], file, summary, made, 0, partial(report_sweep, found), told)


def _tournament(
    source: str, games: str | None, seed: int | None, jobs: int, confidence: float, quiet: bool
) -> _PlayedPlan:
    from reports.page.plans import report_tournament
    from reports.run.results import Results
    from reports.targets import exit_code
    from reports.tournament.tables import make_tournament_tables, summarise_tournament
    from simulate.checks import GAMES, with_lineup
    from simulate.cli.tournament import play_planned
    from simulate.run import play
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


@contextmanager
def _saying(quiet: bool) -> Iterator[Callable[[str], None]]:
    """Show on stderr what is being done; nothing when it is no terminal."""
    from rich.console import Console

    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield lambda what: None
        return
    with console.status("") as status:
        yield lambda what: status.update(f"{what} ...")


def check_first(
    results: Results,
    lineup: Sequence[Strategy],
    samples: SampleGames,
    jobs: int,
    say: Callable[[str], None] = lambda what: None,
    mirror: Mirror | None = None,
) -> list[Check]:
    """Play what is checked before the figures of a study are believed, and judge it.

    If that is interrupted from the keyboard, what was not checked is told instead.

    Parameters
    ----------
    mirror
        The study itself, if it has the game's usual strategy in every seat.
    """
    found = []
    try:
        for check in _checks(results, lineup, samples, jobs, say, mirror):
            found.append(check)
    except KeyboardInterrupt:
        found.append(_unchecked())
    return found


def _checks(
    results: Results,
    lineup: Sequence[Strategy],
    samples: SampleGames,
    jobs: int,
    say: Callable[[str], None],
    mirror: Mirror | None,
) -> Iterator[Check]:
    from reports import checks
    from reports.run.results import Results
    from simulate.checks import (
        MIRROR_GAMES,
        change_rules,
        play_against,
        play_mirror,
        walk_games,
    )
    from strategies import find_strategy, strategies_for

    study, game = results.run.study, results.game
    usual = find_strategy(game.default_strategy, game.name)
    if mirror is None or mirror.run.games < MIRROR_GAMES:
        say(f"checking: {usual.name} in every seat")
        mirror = play_mirror(study, usual, jobs)
    yield checks.mirror_match(Results(_whole(mirror.run), results.confidence), mirror)
    known = strategies_for(game.name)
    strong = usual if usual.tier else max(known.values(), key=lambda one: one.tier)
    if strong.tier:
        say(f"checking: {strong.name} against random")
        against = play_against(study, strong, known["random"], jobs)
        yield checks.strength(Results(_whole(against), results.confidence))
    else:
        yield checks.no_strength(game.title)
    say("checking: moves never made")
    yield checks.unused_actions(walk_games(study, lineup))
    say("checking: rules that change nothing")
    yield checks.dead_rules(change_rules(study, lineup, jobs), study.rules)
    yield checks.endings(results, samples.first_unfinished)


def _whole(run: Run) -> Run:
    """Return a run, or pass on that it was interrupted."""
    if run.interrupted:
        raise KeyboardInterrupt
    return run


def tell_samples(study: Study, lineup: Sequence[Strategy], samples: SampleGames) -> list[Replay]:
    """Replay the sample games of a study, each up to `REPLAY_LINES` lines."""
    from reports.page.report import Replay, command
    from simulate.replay import tell_game
    from simulate.run import make_engine

    engine = make_engine(study, lineup)
    found = []
    for sample in samples.found():
        # A told line may hold line breaks.
        told = "\n".join(islice(tell_game(study, lineup, sample.number), REPLAY_LINES + 1))
        lines = told.split("\n")
        if len(lines) > REPLAY_LINES:
            rest = command(study, "replay", "--game", str(sample.number))
            lines = [*lines[:REPLAY_LINES], "", "and so on; to read all of it:", rest]
        found.append(Replay(sample, engine.play(sample.number, 1)[0], lines))
    return found
