"""Writing the report of a plan."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from reports.analysis.diagnostics import look_closely
from reports.analysis.execution import Execution, OtherPlayersDepth
from reports.analysis.plan import Plan
from reports.page.tables import make_tables
from reports.writing import report_file, terminal
from reports.writing.document import Cover
from reports.writing.progress import ProgressDisplay
from simulate.cli import carry_out as carrying
from simulate.command_options import ReportOptions
from simulate.errors import ExitCode, FathomError, StoppedError
from simulate.output.folder import locked, parents_of, shortened, write_new
from simulate.output.messages import hushed, mention, print_text

#: With how many digits of the id a report is named, which is replaced whatever study it is of.
IN_REPORTS = 8


def write_report(
    plan: Plan,
    report: ReportOptions,
    cover: Cover,
    jobs: int,
    wanted: OtherPlayersDepth | None = None,
) -> ExitCode:
    """Play a plan, write its report unless the file is refused first, and show the first page."""
    path = report.out or Path("runs") / f"{_stem(plan)}.html"
    report_file.check_replaceable(path)
    report_file.check_new(report.tables)
    is_new = not path.parent.exists()
    playing = Execution(
        jobs, report.confidence, ProgressDisplay(hushed[0]), look_closely=True, other_players=wanted
    )
    file, lock = path.with_name(f".{path.name}.journal"), path.with_name(f".{path.name}.lock")
    # What is played is kept in a hidden file beside the one that is to be written, until it is.
    with parents_of(path), locked(lock, path):
        whole = path.exists()
        journal = carrying.journal_of(plan, file, fresh=report.fresh, whole=whole, shown=path)
        try:
            with carrying.kept_in(journal, f"beside {path}"):
                code = _play_and_write(plan, report, cover, path, is_new, playing)
        except FathomError as error:
            if not journal.is_earlier and not isinstance(error, StoppedError):
                file.unlink(missing_ok=True)
            raise
        if code is ExitCode.INTERRUPTED:
            journal.flush()
        else:
            file.unlink(missing_ok=True)
        return code


def _play_and_write(
    plan: Plan, report: ReportOptions, cover: Cover, path: Path, is_new: bool, playing: Execution
) -> ExitCode:
    """Do what `write_report` says, to a file that can be written."""
    where = f"beside {path}"
    carrying.load_what_shows()
    found = None
    try:
        with playing.live as live:
            found = carrying.play_with_progress(plan, playing)
            is_whole = not found.difference and found.exit_code is not ExitCode.INTERRUPTED
            if is_whole:
                live.begin("playing what is to be looked at closely")
                looked_at = look_closely(found.bases, playing.jobs, live.begin)
                live.begin("drawing the report")
                document = replace(found.document(looked_at), cover=cover)
                report_file.write_document(document, path)
    except KeyboardInterrupt:
        if found is None:
            raise
        terminal.show(found.document(), full=report.full)
        mention(f"interrupted before the report was written; {carrying.how_to_go_on(where)}")
        return ExitCode.INTERRUPTED
    if not is_whole:
        if not found.difference:  # a page takes longer than anybody waits after Ctrl-C
            terminal.show(found.document(), full=report.full)
        carrying.tell_exit(found, where)
        return found.exit_code
    if report.tables:
        more = make_tables(looked_at)
        write_new(partial(carrying.write_found, found, more=more), report.tables)
    terminal.show(document, full=report.full)
    tables = f", its tables are in {report.tables}" if report.tables else ""
    print_text(f"\nThe report is in {path}{' (in a new folder)' if is_new else ''}{tables}")
    carrying.tell_exit(found, where)
    return found.exit_code


def _stem(plan: Plan) -> str:
    """Name the report of a file or a folder after it, and of what was typed after the study."""
    if not plan.source or plan.command == "run":
        return shortened(plan.name, plan.id, IN_REPORTS)
    path = Path(plan.source).resolve()
    return path.name if path.is_dir() else path.stem
