"""The file that a report is written to: its form, what it may replace, and all of it or nothing."""

from __future__ import annotations

import calendar
import datetime
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from simulate.cli.outlets.browser import find_browser, print_page
from simulate.errors import UsageError

if TYPE_CHECKING:
    from reports.writing.document import Cover, Document

#: What a file's name may end in, by its form.
ENDINGS = {"html": (".html", ".htm"), "md": (".md", ".markdown"), "pdf": (".pdf",)}

#: What tells a report of ours from another file, near its beginning, or of a PDF at its end.
_SIGNS = ('<meta name="generator" content="Fathom ', "<!-- A report by Fathom ")
_END_SIGN = "% A report by Fathom "


def choose_form(out: Path | None) -> str:
    """Return the form that the file's name says, or raise `UsageError`; without one a web page."""
    if out is None or out.is_dir():  # a folder is refused for what it is
        return "html"
    ending = out.suffix.lower()
    found = next((form for form, endings in ENDINGS.items() if ending in endings), None)
    if found is None:
        known = ", ".join(one for endings in ENDINGS.values() for one in endings)
        raise UsageError(
            f"a report is a web page, Markdown or a PDF, so {out} cannot be its file; let the name "
            f"end in one of {known}"
        )
    if found == "pdf":
        find_browser()
    return found


def check_replaceable(path: Path) -> None:
    """Raise `UsageError` unless a report can be written there without losing anything else."""
    if path.is_dir():
        raise UsageError(
            f"{path} is a folder; name a file with --out, as in {path / 'report.html'}"
        )
    if not path.exists():
        parent = next(folder for folder in path.absolute().parents if folder.exists())
        if not parent.is_dir() or not os.access(parent, os.W_OK):
            raise UsageError(f"cannot write to {path}: {parent} lets nobody write into it")
        return
    try:
        with path.open("rb") as file:
            start = file.read(4_000).decode(errors="replace")
            file.seek(max(0, path.stat().st_size - 100))
            end = file.read().decode(errors="replace")
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}; choose another file") from None
    if not any(sign in start for sign in _SIGNS) and _END_SIGN not in end:
        raise UsageError(
            f"{path} is there already and no report of Fathom's; move it away, or choose another "
            "file with --out"
        )


def check_new(folder: Path | None) -> None:
    """Raise `UsageError` unless a folder, if one is asked for, is new or empty."""
    if folder and (folder.is_file() or (folder.is_dir() and any(folder.iterdir()))):
        raise UsageError(f"{folder} is there already; name a new folder with --tables")


def write_document(document: Document, path: Path, form: str) -> None:
    """Write a report whole, or leave everything as it was."""
    made = [folder for folder in path.parents if not folder.exists()]
    building = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        content = _content(document, form, path.parent)
        handle, building = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(building).chmod(0o644)
        Path(building).replace(path)
    except BaseException as error:
        if building:
            Path(building).unlink(missing_ok=True)
        for folder in made:
            if folder.exists():
                folder.rmdir()
        if isinstance(error, OSError):
            raise UsageError(
                f"cannot write to {path}: {error.strerror}; choose another file with --out"
            ) from None
        raise


def _content(document: Document, form: str, folder: Path) -> bytes:
    from reports.writing.html import to_html
    from reports.writing.markdown import to_markdown

    if form == "md":
        return to_markdown(document).encode()
    page = to_html(document)
    if form == "html":
        return page.encode()
    return print_page(page, folder) + f"{_END_SIGN}{document.version}\n".encode()


def cover_of(
    title: str | None = None,
    author: str | None = None,
    note: str | None = None,
    date: str | datetime.date | None = None,
) -> Cover:
    """Put together what stands above a report.

    A date is as in ``2026-11-22``, or ``today``; by itself there is none, so that the same games
    give the same page on any day.
    """
    from reports.writing.document import Cover

    one_line = (" ".join((text or "").split()) for text in (title, author, _told(date), note))
    return Cover(*one_line)


def _told(date: str | datetime.date | None) -> str:
    """Write a date as people do, whatever language the computer speaks."""
    if not date:
        return ""
    try:
        day = datetime.date.today() if date == "today" else datetime.date.fromisoformat(str(date))
    except ValueError:
        raise UsageError(
            f"--date cannot be {str(date)!r}; give year, month and day as in 2026-11-22, or today"
        ) from None
    return f"{day.day} {calendar.month_name[day.month]} {day.year}"


# )
