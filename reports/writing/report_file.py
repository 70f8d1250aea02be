"""Report files: their formats, and safe writing that replaces nothing but reports."""

from __future__ import annotations

import calendar
import datetime
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from reports.writing.document import Cover, Document
from reports.writing.html import to_html
from reports.writing.markdown import to_markdown
from simulate.errors import FathomError, UsageError
from simulate.input_files import open_regular
from simulate.output.folder import parents_of

#: The format of a report by the ending of its file name.
ENDINGS = {".html": "html", ".htm": "html", ".md": "md", ".markdown": "md", ".pdf": "pdf"}
#: The texts that mark a file as a report: near the beginning, or at the end of a PDF.
_SIGNS = ('<meta name="generator" content="Fathom ', "<!-- A report by Fathom ")
_END_SIGN = "% A report by Fathom "


def check_replaceable(path: Path) -> None:
    """Check that a report can be written to a file without replacing anything but a report.

    Raises
    ------
    UsageError
        If the file is not a report, if it cannot be written, or if its name has no known ending.
    """
    if path.is_dir():
        raise UsageError(
            f"{path} is a folder; name a file with --out, as in {path / 'report.html'}"
        )
    form = ENDINGS.get(path.suffix.lower())
    if form is None:
        raise UsageError(
            f"a report is a web page, Markdown or a PDF, so {path} cannot be its file; let the "
            f"name end in one of {', '.join(ENDINGS)}"
        )
    if form == "pdf":
        find_browser()
    if not path.exists():
        parent = next(folder for folder in path.absolute().parents if folder.exists())
        if not parent.is_dir() or not os.access(parent, os.W_OK):
            raise UsageError(
                f"cannot write to {path}: {parent} is not writable; choose another file with --out"
            )
        return
    try:
        with open_regular(path) as file:
            start = file.read(4_000).decode(errors="replace")
            file.seek(max(0, path.stat().st_size - 100))
            end = file.read().decode(errors="replace")
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}; choose another file") from None
    if not any(sign in start for sign in _SIGNS) and _END_SIGN not in end:
        raise UsageError(
            f"{path} exists and is not a report by Fathom; move it away, or choose another file "
            "with --out"
        )


def check_new(folder: Path | None) -> None:
    """Check that a folder is new or empty; None is accepted.

    Raises
    ------
    UsageError
        If it is a file, or a folder with files.
    """
    if folder and (folder.is_file() or (folder.is_dir() and any(folder.iterdir()))):
        raise UsageError(f"{folder} exists already; name a new folder with --tables")


def write_document(document: Document, path: Path) -> None:
    """Write a report in the format of its file name.

    The file is replaced when it is complete, so that an error leaves it unchanged.

    Raises
    ------
    UsageError
        If the file cannot be written.
    """
    try:
        with parents_of(path):
            content = _content(document, ENDINGS[path.suffix.lower()], path.parent)
            handle, building = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(content)
                Path(building).chmod(0o644)
                Path(building).replace(path)
            finally:
                Path(building).unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(
            f"cannot write to {path}: {error.strerror}; choose another file with --out"
        ) from None


def _content(document: Document, form: str, folder: Path) -> bytes:
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
    """Return the cover of a report from the texts of a user, each on one line.

    Raises
    ------
    UsageError
        If the date is neither as in ``2026-11-22`` nor ``today``.
    """
    texts = (title, author, _write_date(date), note)
    return Cover(*(" ".join((text or "").split()) for text in texts))


def _write_date(date: str | datetime.date | None) -> str:
    """Write a date in English, as in "22 November 2026", independent of the locale."""
    if not date:
        return ""
    try:
        day = datetime.date.today() if date == "today" else datetime.date.fromisoformat(str(date))
    except ValueError:
        raise UsageError(
            f"--date cannot be {str(date)!r}; give year, month and day as in 2026-11-22, or today"
        ) from None
    return f"{day.day} {calendar.month_name[day.month]} {day.year}"


#: The commands of browsers that can print pages.
NAMES = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    *("microsoft-edge", "microsoft-edge-stable", "msedge", "brave-browser"),
)
#: Their names on a Mac, where each is in a folder of that name.
_ON_A_MAC = ("Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser")
#: Their files on Windows, below the folders that these environment variables name.
_ON_WINDOWS = (
    "Google/Chrome/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
    "Chromium/Application/chrome.exe",
    "BraveSoftware/Brave-Browser/Application/brave.exe",
)
_PROGRAMS = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
#: The seconds that a browser may take to print.
_PATIENCE = 180
_BY_HAND = "write a page, as in --out report.html, open it in a browser and print it"


def find_browser(system: str = sys.platform) -> str:
    """Return the path of a browser that can print.

    Raises
    ------
    UsageError
        If there is none.
    """
    browser = next(filter(None, map(shutil.which, NAMES)), None)
    if not browser:
        browser = next((str(path) for path in _usual_paths(system) if path.is_file()), None)
    if not browser:
        raise UsageError(
            "a PDF is printed by Chromium, Chrome, Edge or Brave, and none was found; install one "
            f"of them, or {_BY_HAND}"
        )
    return browser


def _usual_paths(system: str) -> Iterator[Path]:
    """Yield the usual paths of browsers that are not on the search path of the shell."""
    if system == "darwin":
        folders = [Path("/Applications"), Path.home() / "Applications"]
        places = [f"{name}.app/Contents/MacOS/{name}" for name in _ON_A_MAC]
    elif system == "win32":
        folders = [Path(os.environ[name]) for name in _PROGRAMS if os.environ.get(name)]
        places = [*_ON_WINDOWS]
    else:
        return
    for place in places:
        yield from (folder / place for folder in folders)


def print_page(page: str, folder: Path) -> bytes:
    """Print a page as PDF.

    The page is put into a folder for that time, because some browsers cannot read other folders.

    Raises
    ------
    FathomError
        If the browser does not print.
    """
    browser = find_browser()
    with tempfile.TemporaryDirectory(
        prefix="fathom-", dir=folder, ignore_cleanup_errors=True
    ) as name:
        work = Path(name).resolve()
        written, printed = work / "page.html", work / "page.pdf"
        written.write_text(page, encoding="utf-8", newline="\n")
        output = _run([browser, *_flags(work), f"--print-to-pdf={printed}", written.as_uri()])
        if not printed.is_file():
            last = next((line for line in reversed(output.splitlines()) if line.strip()), "nothing")
            raise FathomError(f"{browser} did not print the report (it said: {last}); {_BY_HAND}")
        return printed.read_bytes()


def _flags(work: Path) -> list[str]:
    """Return the options for printing; without own settings, an open window would get the page."""
    flags = [
        "--headless",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        f"--user-data-dir={work / 'settings'}",
        "--no-pdf-header-footer",
    ]
    # As root, as in a container, Chromium only runs without a sandbox. The page loads nothing.
    return [*flags, "--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else flags


def _run(command: list[str]) -> str:
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=_PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"nothing in {_PATIENCE} seconds"
    except OSError as error:
        return str(error.strerror)
    return done.stderr.decode(errors="replace")
