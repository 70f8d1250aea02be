"""Writing the pack of a report: one page, the whole report, a picture and a workbook."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from reports.analysis.plan import Result
from reports.pack.contents import PackContents, make_contents
from reports.pack.folder import write_pack
from reports.page.checks import InspectedStudy
from reports.writing.document import Document


def write_pack_of(
    result: Result, document: Document, inspected: Sequence[InspectedStudy], folder: Path
) -> PackContents:
    """Write the pack of a result into an existing folder, and return its contents.

    Parameters
    ----------
    result
        The result.
    document
        The whole report.
    inspected
        The studies that were inspected for the report.
    folder
        The folder.

    Raises
    ------
    OSError
        If a file cannot be written.
    """
    origin, is_run = result.origin, result.plan.command == "run"
    studies = [run.study for run in result.runs.values()]
    contents = make_contents(document, origin, inspected, result.chart_list, studies, is_run=is_run)
    runs = origin.arms or ({"": origin.results} if is_run else {})
    write_pack(contents, document, result.tables, runs, folder)
    return contents
