"""The file that a report is written to: its form, what it may replace, and all of it or nothing."""

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

#: What a file's name may end in, with the form that says.
ENDINGS = {".html": "html", ".htm": "html", ".md": "md", ".markdown": "md", ".pdf": "pdf"}
#: What tells a report of ours from another file, near its beginning, or of a PDF at its end.
_SIGNS = ('<meta name="generator" content="Fathom ', "<!-- A report by Fathom ")
_END_SIGN = "% A report by Fathom "


def check_replaceable(path: Path) -> None:
    """Raise `UsageError` unless a report can be written there without losing anything else."""
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
            raise UsageError(f"cannot write to {path}: {parent} lets nobody write into it")
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
            f"{path} is there already and no report of Fathom's; move it away, or choose another "
            "file with --out"
        )


def check_new(folder: Path | None) -> None:
    """Raise `UsageError` unless a folder, if one is asked for, is new or empty."""
    if folder and (folder.is_file() or (folder.is_dir() and any(folder.iterdir()))):
        raise UsageError(f"{folder} is there already; name a new folder with --tables")


def write_document(document: Document, path: Path) -> None:
    """Write a report whole, in the form that its name says, or leave everything as it was."""
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
    """Put together what stands above a report; a date is as in ``2026-11-22``, or ``today``."""
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


#: What browsers are called that print pages by command: Chromium and its kin.
NAMES = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    *("microsoft-edge", "microsoft-edge-stable", "msedge", "brave-browser"),
)
#: What they are called on a Mac, each in a folder of its name.
_ON_A_MAC = ("Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser")
#: Where they are on Windows, below the folders of programs, and what names these folders.
_ON_WINDOWS = (
    "Google/Chrome/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
    "Chromium/Application/chrome.exe",
    "BraveSoftware/Brave-Browser/Application/brave.exe",
)
_PROGRAMS = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
#: Seconds after which a browser that has not printed is given up.
_PATIENCE = 180
_BY_HAND = "write a page, as in --out report.html, open it in a browser and print it"


def find_browser(system: str = sys.platform) -> str:
    """Find a browser that prints on such a system, or raise `UsageError`."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    found = found or next((str(place) for place in _usual_places(system) if place.is_file()), None)
    if not found:
        raise UsageError(
            "a PDF is printed by Chromium, Chrome, Edge or Brave, and none was found; install one "
            f"of them, or {_BY_HAND}"
        )
    return found


def _usual_places(system: str) -> Iterator[Path]:
    """Return where browsers mostly are that no command of a shell finds."""
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
    """Print a page as PDF; meanwhile it lies in a folder, for some browsers read no other."""
    browser = find_browser()
    with tempfile.TemporaryDirectory(
        prefix="fathom-", dir=folder, ignore_cleanup_errors=True
    ) as name:
        work = Path(name).resolve()
        written, printed = work / "page.html", work / "page.pdf"
        written.write_text(page, encoding="utf-8", newline="\n")
        said = _run([browser, *_flags(work), f"--print-to-pdf={printed}", written.as_uri()])
        if not printed.is_file():
            last = next((line for line in reversed(said.splitlines()) if line.strip()), "nothing")
            raise FathomError(f"{browser} did not print the report (it said: {last}); {_BY_HAND}")
        return printed.read_bytes()


def _flags(work: Path) -> list[str]:
    """Return how a browser prints: with settings of its own, or an open window gets the page."""
    flags = [
        "--headless",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        f"--user-data-dir={work / 'settings'}",
        "--no-pdf-header-footer",
    ]
    # As root, as in a container, Chromium runs in no other way; the page can load and run nothing.
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
