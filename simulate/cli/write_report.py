"""Write the report of a plan into one file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from reports.analysis.diagnostics import inspect_studies
from reports.analysis.execution import Execution, Machine, OtherPlayersDepth
from reports.analysis.packing import write_pack_of
from reports.analysis.plan import Plan, Result
from reports.pack.canvas import missing_letters
from reports.pack.contents import PackContents
from reports.pack.folder import NAMES, PICTURE, REPORT, SUMMARY, check_pack
from reports.page.checks import InspectedStudy
from reports.page.tables import make_tables
from reports.writing import report_file, terminal
from reports.writing.document import Cover, Document
from reports.writing.progress import ProgressDisplay
from reports.writing.workload import CHECKS, THE_REPORT, ExpectedStep
from simulate.cli import carry_out as carrying
from simulate.command_options import ReportOptions
from simulate.errors import ExitCode, FathomError, StoppedError, UsageError
from simulate.output.folder import locked, parents_of, shortened, write_new
from simulate.output.messages import is_quiet, print_notice, print_text
from simulate.output.opening import open_path

#: The number of digits of the plan's id in the name of a report. It is fixed, so that a report
#: always replaces the earlier report of the same plan.
ID_DIGITS = 8
#: The estimated seconds for the checks and sample games of a report, and for drawing it.
_CHECKS_SECONDS = 6.0
_REPORT_SECONDS = 4.0


@dataclass(frozen=True)
class _ReportFile:
    """The file of a report, with the options for its contents."""

    options: ReportOptions
    #: The title, the author and so on.
    cover: Cover
    path: Path
    #: True if the command made the folder of the file.
    is_new_folder: bool


def write_report(
    plan: Plan,
    options: ReportOptions,
    cover: Cover,
    machine: Machine,
    other_players: OtherPlayersDepth | None = None,
) -> ExitCode:
    """Play a plan, write its report, print the first page, and return the exit code.

    Parameters
    ----------
    plan
        The plan.
    options
        The options for the files to write and for the printed report.
    cover
        The title block of the report.
    machine
        The threads or the cluster that play the games.
    other_players
        The thoroughness of the check with other players; None for no check.

    Raises
    ------
    UsageError
        If the file or the folder of tables must not be written. Nothing is played then.
    StoppedError
        On Ctrl-C while games are played, if finished games are kept.
    KeyboardInterrupt
        On Ctrl-C, if no games were finished.
    FathomError
        If the game or a strategy fails.
    OSError
        If a file cannot be written.
    """
    path = options.out or Path("runs") / f"{_default_name(plan)}.html"
    if options.pack:
        check_pack(options.pack)
        # The games are kept in the folder of the pack if no other report is written.
        path = options.out or options.pack / REPORT
    report_file.check_replaceable(path)
    report_file.check_new(options.tables)
    report = _ReportFile(options, cover, path, is_new_folder=not path.parent.exists())
    execution = Execution(
        machine.jobs,
        options.confidence,
        ProgressDisplay(is_quiet()),
        for_report=True,
        other_players=other_players,
    )
    # The games are kept in a hidden file beside the report until the report is written.
    journal_file = path.with_name(f".{path.name}.journal")
    lock = path.with_name(f".{path.name}.lock")
    with parents_of(path), locked(lock, path):
        journal = carrying.open_journal(
            plan, journal_file, fresh=options.fresh, is_whole=path.exists(), shown_path=path
        )
        try:
            with carrying.kept_in(journal, f"beside {path}"):
                code = _play_and_write(plan, report, execution, machine.cluster)
        except FathomError as error:
            if not journal.is_earlier and not isinstance(error, StoppedError):
                journal.delete()
            raise
        if code is ExitCode.INTERRUPTED:
            journal.flush()
        else:
            journal.delete()
        return code


def _play_and_write(
    plan: Plan, report: _ReportFile, execution: Execution, cluster: str
) -> ExitCode:
    """Play a plan, write its report, print its first page, and return the exit code.

    Raise `FathomError` if the game or a strategy fails or a file cannot be written, and
    `KeyboardInterrupt` if no games were finished.
    """
    place = f"beside {report.path}"
    is_full = report.options.full
    carrying.load_display_modules()
    result = None
    try:
        with execution.live as live:
            live.expect_steps(
                ExpectedStep(CHECKS, seconds=_CHECKS_SECONDS),
                ExpectedStep(THE_REPORT, seconds=_REPORT_SECONDS),
            )
            result = carrying.play_with_progress(plan, execution, cluster)
            is_whole = not result.difference and result.exit_code is not ExitCode.INTERRUPTED
            if is_whole:
                live.begin("Playing games for a closer look", step=CHECKS)
                say = partial(live.begin, step=CHECKS)
                inspected = inspect_studies(result.bases, execution.jobs, say)
                live.begin("Drawing the report", step=THE_REPORT)
                document = replace(result.document(inspected), cover=report.cover)
                if report.options.pack:
                    _write_pack(result, document, inspected, report.options.pack)
                if report.options.out or not report.options.pack:
                    report_file.write_document(document, report.path)
    except KeyboardInterrupt:
        if result is None:
            raise
        terminal.show(result.document(), full=is_full)
        how = carrying.how_to_continue(place)
        print_notice(f"interrupted before the report was written; {how}")
        return ExitCode.INTERRUPTED
    if not is_whole:
        if not result.difference:  # After Ctrl-C, results are only printed.
            terminal.show(result.document(), full=is_full)
        carrying.explain_exit_code(result, place)
        return result.exit_code
    tables_folder = report.options.tables
    if tables_folder:
        tables = make_tables(inspected)
        write_new(partial(carrying.write_result, result, more_tables=tables), tables_folder)
    terminal.show(document, full=is_full)
    print_text(f"\n{_describe_files(report)}")
    carrying.explain_exit_code(result, place)
    if report.options.open:
        _open(report)
    return result.exit_code


def _write_pack(
    result: Result, document: Document, inspected: Sequence[InspectedStudy], folder: Path
) -> None:
    """Write the pack of a report into a folder.

    Raises
    ------
    UsageError
        If a file cannot be written.
    """
    written: list[PackContents] = []

    def fill(building: Path) -> None:
        written.append(write_pack_of(result, document, inspected, building))

    try:
        write_new(fill, folder)
    except OSError as error:
        raise UsageError(
            f"cannot write to {folder}: {error.strerror}; choose another folder with --pack"
        ) from None
    letters = missing_letters(written[0].texts)
    if letters:
        print_notice(
            f"the letters {letters[:20]} are boxes in {SUMMARY} and {PICTURE}, because no font "
            "that Fathom knows has them; install a Noto Sans font that does"
        )


def _describe_files(report: _ReportFile) -> str:
    """Return the last line of a report: a sentence on the places of its files."""
    folder_note = " (in a new folder)" if report.is_new_folder else ""
    pack, tables = report.options.pack, report.options.tables
    text = f"The report is in {report.path}{folder_note}"
    if pack and not report.options.out:
        text = f"The pack is in {pack}: {', '.join(NAMES)}"
    elif pack:
        text += f", the pack in {pack}"
    return f"{text}, its tables are in {tables}" if tables else text


def _open(report: _ReportFile) -> None:
    """Open the folder of the pack, or the report, or print that it cannot be opened."""
    path = report.options.pack or report.path
    problem = open_path(path)
    if problem:
        print_notice(f"{path} was not opened, because {problem}")


def _default_name(plan: Plan) -> str:
    """Return the default name of a plan's report, without ending.

    A comparison, sweep and so on of a study file or folder has the name of that file or folder.
    Other plans have their own name with the first digits of their id.
    """
    if not plan.source or plan.command == "run":
        return shortened(plan.name, plan.id, ID_DIGITS)
    path = Path(plan.source).resolve()
    return path.name if path.is_dir() else path.stem
