"""``fathom report``: play a study and write all that came out as one file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simulate.cli import options
from simulate.cli.commands.run import (
    MISMATCH,
    check_asked,
    default_folder_name,
    exit_code,
    finished,
    play_study,
)
from simulate.cli.outlets.answers import show_answers
from simulate.cli.outlets.report_file import (
    check_new,
    check_replaceable,
    choose_form,
    write_document,
)
from simulate.cli.plans.report_parts import (
    Made,
    check_first,
    checked_code,
    mark_interrupted,
    saying,
    tell_samples,
    unchecked,
)
from simulate.cli.plans.report_plans import check_plan_options, tell_plan
from simulate.cli.plans.selection import (
    Selection,
    announce_compiling,
    check_confidence,
    choose,
    default_jobs,
    file_fields,
)
from simulate.cli.version import fathom_version

if TYPE_CHECKING:
    from simulate.play.tally import Integers
    from simulate.strategy import Strategy
    from simulate.study import Study

EXAMPLE = (
    "Examples: fathom report snorkeling --variant expert --out expert.html\n\n"
    "fathom report my_study.toml --out my_study.html\n\n"
    "fathom report runs/my_run --out my_run.md"
)


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
    made: Made | None
    planned = next(iter(file_fields(source).get("plan", {})), "")
    if planned:
        check_plan_options(planned, selection)
        path = out or Path("runs") / f"{_stem(source)}.{form}"
        check_replaceable(path)
        made = tell_plan(planned, selection, workers, confidence, quiet)
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
        from simulate.cli.outlets.output import write_files

        tables.mkdir(parents=True, exist_ok=True)
        write_files(tables, made.study, made.summary, made.tables)
    show_answers(made.document)
    print(f"The report is in {path}{new}" + (f", its tables are in {tables}" if tables else ""))
    return made.code


def _tell(
    source: str,
    study: Study,
    lineup: Sequence[Strategy],
    jobs: int,
    confidence: float,
    quiet: bool,
) -> Made | None:
    """Play a study and make its report; none if it is another one than pinned."""
    from reports.page.parts import Told
    from reports.page.report import make_report
    from reports.page.tables import make_tables as make_page_tables
    from reports.run.results import Results
    from reports.run.samples import SampleGames
    from reports.run.summary import summarise
    from reports.run.tables import make_tables
    from simulate.cli.outlets.progress import Progress
    from simulate.play.checks import SeatProducts
    from simulate.play.pins import mismatch

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
    with saying(quiet) as say:
        checked = [unchecked()]
        if not run.interrupted:
            alike = study.strategies == (results.game.default_strategy,)
            mirror = seats.mirror(run) if alike else None
            checked = check_first(results, lineup, samples, jobs, say, mirror)
            code = checked_code(code, checked, quiet)
        say("telling the sample games")
        replays = tell_samples(study, lineup, samples)
        say("drawing")
        origin = source if Path(source).exists() else ""
        told = Told(results, lineup, checked, replays, origin, fathom_version())
        made = make_tables(results) | make_page_tables([told])
        again = study.played(run.games).to_toml()
        document = make_report(told)
        if run.interrupted:
            document = mark_interrupted(document, finished(run))
        return Made(document, again, summarise(results), made, code)


def _stem(source: str) -> str:
    """Name the report of a file or a folder after it."""
    path = Path(source).resolve()
    return path.name if path.is_dir() else path.stem
