"""A browser on this computer that prints a report's page as PDF."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from simulate.errors import FathomError, UsageError

#: What browsers are called that print pages by command: Chromium and its kin.
NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
    "brave-browser",
)
#: Where they are on a Mac, below the folders of applications.
_ON_A_MAC = (
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Chromium.app/Contents/MacOS/Chromium",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "Brave Browser.app/Contents/MacOS/Brave Browser",
)
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
        folders, places = [Path("/Applications"), Path.home() / "Applications"], _ON_A_MAC
    elif system == "win32":
        folders = [Path(os.environ[name]) for name in _PROGRAMS if os.environ.get(name)]
        places = _ON_WINDOWS
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
    """Return how a browser is asked for nothing but a print.

    With settings of its own it does not hand the page to a window that is open already.
    """
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
