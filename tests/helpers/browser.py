"""A real browser without a window, for tests of pages on screen and in print."""

from __future__ import annotations

import io
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pypdf import PdfReader

from tests.helpers.commands_helper import TOO_LONG

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

#: Options with which the browser uses no network by itself, and no files of the user's browser.
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
MISSING = (
    "the tests of pages need a browser: apt-get install chromium chromium-driver "
    "(or another Chromium with its chromedriver on the PATH)"
)


@contextmanager
def browser(profile: Path) -> Iterator[Chrome]:
    """Start a browser with an empty profile; call `missing` if no browser is installed."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    if not program or not driver:
        missing()
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.binary_location = str(program)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chrome = webdriver.Chrome(options=options, service=Service(driver))
    try:
        yield chrome
    finally:
        chrome.quit()


def missing() -> None:
    """Skip the test, or fail it if `CI` or `FATHOM_BROWSER_TESTS` is set."""
    if os.environ.get("CI") or os.environ.get("FATHOM_BROWSER_TESTS"):
        pytest.fail(MISSING, pytrace=False)
    pytest.skip(MISSING)


def console(chrome: Chrome) -> list[str]:
    """Return the messages that pages wrote to the console since the last call."""
    entries: list[dict[str, Any]] = chrome.get_log("browser")  # type: ignore[no-untyped-call]
    return [str(entry["message"]) for entry in entries]


def requests(chrome: Chrome) -> list[str]:
    """Return the addresses that the browser requested since the last call.

    Requests of the browser's own start page are left out.
    """
    entries: list[dict[str, Any]] = chrome.get_log("performance")  # type: ignore[no-untyped-call]
    logged = [json.loads(entry["message"])["message"] for entry in entries]
    urls = [
        str(message["params"]["request"]["url"])
        for message in logged
        if message["method"] == "Network.requestWillBeSent"
    ]
    return [url for url in urls if not url.startswith(("chrome:", "chrome-untrusted:"))]


def show(chrome: Chrome, path: Path, width: int, media: str = "screen") -> None:
    """Open a file in a window of a given width in CSS pixels, and wait until it is loaded.

    Waiting is necessary because a browser that was just started may return too early.
    """
    from selenium.webdriver.support.wait import WebDriverWait

    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media})
    address = path.resolve().as_uri()
    chrome.get(address)
    there = "return document.URL === arguments[0] && document.readyState === 'complete'"
    WebDriverWait(chrome, TOO_LONG).until(lambda _: script(chrome, there, address))


def script(chrome: Chrome, text: str, *arguments: Any) -> Any:
    """Run a script in the page and return what it returns."""
    return chrome.execute_script(text, *arguments)


#: The width and height of an A4 page, and its upper and lower margins, in points. The margins
#: contain the page numbers.
WIDTH, HEIGHT, ABOVE, BELOW = 595.0, 842.0, 45.0, 51.0


@dataclass(frozen=True)
class Line:
    """A line of a page: its text, and its height above the lower edge of the page in points."""

    text: str
    height: float


def lines_of(pdf: bytes) -> list[list[Line]]:
    """Return the lines of each page from top to bottom, without the margins."""
    return [_lines(page) for page in PdfReader(io.BytesIO(pdf)).pages]


def column_ends(pdf: bytes) -> list[list[str]]:
    """Return the last line of the left and of the right half of each page."""
    return [
        [lines[-1].text for half in (0, 1) if (lines := _lines(page, half))]
        for page in PdfReader(io.BytesIO(pdf)).pages
    ]


def blank_share(lines: list[Line]) -> float:
    """Return the share of a page's height, without margins, that is blank below its last line."""
    return (lines[-1].height - BELOW) / (HEIGHT - ABOVE - BELOW)


def _lines(page: Any, half: int | None = None) -> list[Line]:
    """Return the lines of a page, or only the texts that begin in its left (0) or right half."""
    texts_by_height: dict[int, list[tuple[float, str]]] = {}

    def visit(text: str, cm: list[float], tm: list[float], *font: object) -> None:
        if text.strip():
            across = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
            up = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
            if half is None or half == (across > WIDTH / 2):
                texts_by_height.setdefault(round(up), []).append((across, text.strip()))

    page.extract_text(visitor_text=visit)
    return [
        Line(" ".join(text for _, text in sorted(texts_by_height[up])), float(up))
        for up in sorted(texts_by_height, reverse=True)
        if up > BELOW - 5
    ]
