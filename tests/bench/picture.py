"""Draws the picture of a report in README.md, and says whether it shows what Fathom prints today.

``python -m tests.bench.picture`` compares the picture with the first page of the report;
``--write`` draws it again, with Chromium.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from reports.writing.report_file import find_browser
from tests.bench.documents import ROOT, run

PICTURE = ROOT / "reports" / "pictures" / "report.png"
#: The command that makes the report, without the name of its file.
COMMAND = ("fathom", "report", "snorkeling", "--games", "20k")
#: The size of the picture in pixels.
WIDTH, HEIGHT = 1100, 1290
#: The name of the text in the picture's file that holds the digest of what it shows.
_KEY = "first page"


def first_page() -> str:
    """Return the first page of the report as Markdown."""
    with tempfile.TemporaryDirectory() as folder:
        run([*COMMAND, "--out", "report.md"], Path(folder))
        text = (Path(folder) / "report.md").read_text(encoding="utf-8")
    return text.partition("\n## ")[0]


def digest(page: str) -> str:
    """Return a digest of a first page."""
    return hashlib.sha256(page.encode()).hexdigest()


def shown_digest() -> str:
    """Return the digest of the first page that the picture shows; empty if it names none."""
    with Image.open(PICTURE) as picture:
        return str(picture.info.get(_KEY, ""))


def draw() -> None:
    """Draw the picture again, with the digest of what it shows."""
    page = first_page()
    with tempfile.TemporaryDirectory() as folder:
        run([*COMMAND, "--out", "report.html"], Path(folder))
        drawn = Path(folder) / "report.png"
        subprocess.run(
            [
                find_browser(),
                *("--headless", "--no-sandbox", "--hide-scrollbars", "--disable-gpu"),
                f"--window-size={WIDTH},{HEIGHT}",
                f"--screenshot={drawn}",
                (Path(folder) / "report.html").as_uri(),
            ],
            check=True,
            capture_output=True,
        )
        notes = PngInfo()
        notes.add_text(_KEY, digest(page))
        with Image.open(drawn) as picture:
            picture.convert("P", palette=Image.Palette.ADAPTIVE).save(
                PICTURE, pnginfo=notes, optimize=True
            )


def main() -> int:
    """Compare the picture, or draw it again; return 1 if it is not up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="draw the picture again")
    if parser.parse_args().write:
        draw()
        return 0
    is_current = shown_digest() == digest(first_page())
    print("up to date" if is_current else "not up to date; draw it again with --write")
    return 0 if is_current else 1


if __name__ == "__main__":
    sys.exit(main())
