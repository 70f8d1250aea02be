"""Write report files in each format, and check that only reports are replaced."""

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

#: The format of a report, by the ending of its file name.
ENDINGS = {".html": "html", ".htm": "html", ".md": "md", ".markdown": "md", ".pdf": "pdf"}
#: The text in a picture that marks it as the picture of a report.
PICTURE_SIGN = "A report by Fathom "
#: The texts near the beginning of a page, of Markdown or of a picture that mark it as a report.
_SIGNS = (
    '<meta name="generator" content="Fathom ',
    "<!-- A report by Fathom ",
    f"Software\0{PICTURE_SIGN}",
)
#: The text at the end of a PDF that marks it as a report.
END_SIGN = "% A report by Fathom "


def check_replaceable(path: Path) -> None:
    """Check that a report can be written to a file. An existing file must be a report.

    Raises
    ------
    UsageError
        If the ending of the file's name is unknown, the file exists and is not a report, it cannot
        be written, or the report is a PDF and no browser is installed to print it.
    """
    if path.is_dir():
        raise UsageError(
            f"{path} is a folder; name a file with --out, for example {path / 'report.html'}"
        )
    form = ENDINGS.get(path.suffix.lower())
    if form is None:
        raise UsageError(
            f"cannot write a report to {path}, because its name does not show the format; choose "
            f"a name that ends in one of {', '.join(ENDINGS)}"
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
    if not is_report(path):
        raise UsageError(
            f"{path} exists and is not a report by Fathom; move it away, or choose another file "
            "with --out"
        )


def is_report(path: Path) -> bool:
    """Return True if an existing file is a report, or the picture or PDF of one.

    Raises
    ------
    UsageError
        If the file cannot be read.
    """
    try:
        with open_regular(path) as file:
            start = file.read(4_000).decode(errors="replace")
            file.seek(max(0, path.stat().st_size - 100))
            end = file.read().decode(errors="replace")
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}; choose another file") from None
    return any(sign in start for sign in _SIGNS) or END_SIGN in end


def check_new(folder: Path | None) -> None:
    """Check that tables can be written to a folder. Nothing is checked if it is None.

    Raises
    ------
    UsageError
        If the path is a file, or a folder that is not empty.
    """
    if folder and (folder.is_file() or (folder.is_dir() and any(folder.iterdir()))):
        raise UsageError(f"{folder} already exists; name a new folder with --tables")


def write_document(document: Document, path: Path) -> None:
    """Write a report in the format that the ending of the file's name shows.

    The file is written under another name first, so that an error leaves an old report unchanged.

    Raises
    ------
    UsageError
        If the file cannot be written, or the report is a PDF and no browser is installed.
    FathomError
        If the browser fails to print the PDF.
    KeyError
        If the ending is not in `ENDINGS`.
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
    """Return the content of a report file.

    Parameters
    ----------
    document
        The report.
    form
        The format: "html", "md" or "pdf".
    folder
        A folder in which files can be written while a PDF is printed.

    Raises
    ------
    UsageError
        If the report is a PDF and no browser is installed.
    FathomError
        If the browser fails to print the PDF.
    """
    if form == "md":
        return to_markdown(document).encode()
    page = to_html(document)
    if form == "html":
        return page.encode()
    return print_page(page, folder) + f"{END_SIGN}{document.version}\n".encode()


def cover_of(
    title: str | None = None,
    author: str | None = None,
    note: str | None = None,
    date: str | datetime.date | None = None,
) -> Cover:
    """Return the cover of a report. Line breaks in its texts are replaced by spaces.

    Parameters
    ----------
    title, author, note
        The user's texts; None for no text.
    date
        A date, a text such as ``2026-11-22``, or ``today``; None for no date.

    Raises
    ------
    UsageError
        If the date has none of these forms.
    """
    texts = (title, author, _write_date(date), note)
    return Cover(*(" ".join((text or "").split()) for text in texts))


def _write_date(date: str | datetime.date | None) -> str:
    """Return a date in English, as in "22 November 2026"; "" for no date.

    Raises
    ------
    UsageError
        If a text is neither a date such as ``2026-11-22`` nor ``today``.
    """
    if not date:
        return ""
    try:
        day = datetime.date.today() if date == "today" else datetime.date.fromisoformat(str(date))
    except ValueError:
        raise UsageError(
            f"--date cannot be {str(date)!r}; give a date such as 2026-11-22, or today"
        ) from None
    return f"{day.day} {calendar.month_name[day.month]} {day.year}"


#: The commands that start browsers which can print pages.
NAMES = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    *("microsoft-edge", "microsoft-edge-stable", "msedge", "brave-browser"),
)
#: The names of these browsers on a Mac, for their folders and their programs.
_ON_A_MAC = ("Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser")
#: The paths of these browsers on Windows, below the folders that `_PROGRAMS` names.
_ON_WINDOWS = (
    "Google/Chrome/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
    "Chromium/Application/chrome.exe",
    "BraveSoftware/Brave-Browser/Application/brave.exe",
)
#: The environment variables of Windows that name folders of programs.
_PROGRAMS = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
#: The maximum number of seconds that a browser may take to print.
_PATIENCE = 180
#: The remedy in errors if no browser is found that can print.
_BY_HAND = "write a page with --out report.html, open it in any browser and print it"


def find_browser(system: str = sys.platform) -> str:
    """Return the path of the first installed browser that can print.

    Parameters
    ----------
    system
        The operating system, as in `sys.platform`.

    Raises
    ------
    UsageError
        If no browser is found.
    """
    browser = next(filter(None, map(shutil.which, NAMES)), None)
    if not browser:
        browser = next((str(path) for path in _usual_paths(system) if path.is_file()), None)
    if not browser:
        raise UsageError(
            "Chromium, Chrome, Edge or Brave is needed to print a PDF, and none was found; install "
            f"one of them, or {_BY_HAND}"
        )
    return browser


def _usual_paths(system: str) -> Iterator[Path]:
    """Yield the paths at which browsers are usually installed on a Mac or on Windows."""
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
    """Return the PDF of an HTML page.

    Parameters
    ----------
    page
        The HTML text of the page.
    folder
        The folder of the report. The page is put into it temporarily, because some browsers cannot
        read files in the usual temporary folders.

    Raises
    ------
    UsageError
        If no browser is installed that can print.
    FathomError
        If the browser fails to print.
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
            last = next((line for line in reversed(output.splitlines()) if line.strip()), "none")
            raise FathomError(f"{browser} did not print the report (message: {last}); {_BY_HAND}")
        return printed.read_bytes()


def _flags(work: Path) -> list[str]:
    """Return the options that make a browser print.

    They include a folder for settings of its own. Otherwise a browser that is already running would
    open the page in a window.
    """
    flags = [
        "--headless",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        f"--user-data-dir={work / 'settings'}",
        "--no-pdf-header-footer",
    ]
    # Root, for example in a container, can only run Chromium without its sandbox. That is safe,
    # because the page loads nothing.
    return [*flags, "--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else flags


def _run(command: list[str]) -> str:
    """Run a command, and return its messages on stderr or the reason why it failed to run."""
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
        return f"stopped after {_PATIENCE} seconds"
    except OSError as error:
        return str(error.strerror)
    return done.stderr.decode(errors="replace")
