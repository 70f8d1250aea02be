"""The folder of a pack: the files in it, and which existing files they may replace."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

from reports.pack.contents import PackContents
from reports.pack.page import page_pdf
from reports.pack.picture import picture_png
from reports.pack.workbook import write_summary_workbook
from reports.run.results import RunResults
from reports.writing.document import Document
from reports.writing.html import to_html
from reports.writing.report_file import END_SIGN, PICTURE_SIGN, is_report
from reports.writing.table_files import CREATOR
from simulate.errors import UsageError

if TYPE_CHECKING:
    import pandas as pd

#: The names of the files of a pack.
SUMMARY, REPORT, PICTURE, WORKBOOK = "summary.pdf", "report.html", "picture.png", "workbook.xlsx"
NAMES = (SUMMARY, REPORT, PICTURE, WORKBOOK)


def check_pack(folder: Path) -> None:
    """Check that a pack can be written to a folder: a new one, an empty one, or an earlier pack.

    Raises
    ------
    UsageError
        If the path is a file, the folder contains a file that is not of a pack, or it cannot be
        written.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file; name a folder with --pack")
    if not folder.exists():
        parent = next(above for above in folder.absolute().parents if above.exists())
        if not parent.is_dir() or not os.access(parent, os.W_OK):
            raise UsageError(
                f"cannot write to {folder}: {parent} is not writable; choose another folder with "
                "--pack"
            )
        return
    # The games of an interrupted report are kept beside it in hidden files.
    foreign = sorted(
        file.name
        for file in folder.iterdir()
        if not file.name.startswith(f".{REPORT}.") and not _is_of_pack(file)
    )
    if foreign:
        raise UsageError(
            f"{folder} contains {foreign[0]!r}, which is not of a pack by Fathom; move it away, or "
            "choose another folder with --pack"
        )
    if not os.access(folder, os.W_OK):
        raise UsageError(f"{folder} is not writable; choose another folder with --pack")


def _is_of_pack(file: Path) -> bool:
    """Return True if a file was written into a pack and was not changed since.

    Raises
    ------
    UsageError
        If the file cannot be read.
    """
    if file.name not in NAMES or not file.is_file():
        return False
    if file.name != WORKBOOK:
        return is_report(file)
    try:
        with ZipFile(file) as archive:
            properties = archive.read("docProps/core.xml").decode(errors="replace")
    except (OSError, BadZipFile, KeyError):
        return False
    # A program that saves changes names the person who made them.
    return f">{CREATOR}<" in properties and "lastModifiedBy" not in properties


def write_pack(
    contents: PackContents,
    document: Document,
    tables: Mapping[str, pd.DataFrame],
    runs: Mapping[str, RunResults],
    folder: Path,
) -> None:
    """Write the files of a pack into an existing folder.

    Parameters
    ----------
    contents
        The contents of the page, the picture and the first sheet.
    document
        The whole report.
    tables
        The tables by name, for the workbook.
    runs
        The results by label of version, for the charts of the workbook; empty for other analyses.
    folder
        The folder.

    Raises
    ------
    OSError
        If a file cannot be written.
    """
    (folder / REPORT).write_text(to_html(document), encoding="utf-8", newline="\n")
    end = f"{END_SIGN}{contents.version}\n".encode()
    (folder / SUMMARY).write_bytes(page_pdf(contents) + end)
    sign = f"{PICTURE_SIGN}{contents.version}"
    (folder / PICTURE).write_bytes(picture_png(contents, sign))
    write_summary_workbook(contents, tables, runs, folder / WORKBOOK)
    for name in NAMES:
        (folder / name).chmod(0o644)
