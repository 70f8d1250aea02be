"""Pages as a browser prints them, and where each text of them stands."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

from pypdf import PdfReader

#: Of an A4 page, in points: its height, and the margins above and below, where page numbers stand.
HEIGHT, ABOVE, BELOW = 842.0, 45.0, 51.0


@dataclass(frozen=True)
class Line:
    """A line of a page: its text from left to right, and how far above the page's end it stands."""

    text: str
    height: float


def lines_of(pdf: bytes) -> list[list[Line]]:
    """Return the lines of each page from top to bottom, without what stands in the margins."""
    return [_lines(page) for page in PdfReader(io.BytesIO(pdf)).pages]


def blank_share(lines: list[Line]) -> float:
    """Return how much of a page, its margins left out, is blank below its last line."""
    return (lines[-1].height - BELOW) / (HEIGHT - ABOVE - BELOW)


def _lines(page: Any) -> list[Line]:
    found: dict[int, list[tuple[float, str]]] = {}

    def visit(text: str, cm: list[float], tm: list[float], *font: object) -> None:
        if text.strip():
            across = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
            up = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
            found.setdefault(round(up), []).append((across, text.strip()))

    page.extract_text(visitor_text=visit)
    return [
        Line(" ".join(text for _, text in sorted(found[up])), float(up))
        for up in sorted(found, reverse=True)
        if up > BELOW - 5
    ]
