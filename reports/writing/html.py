"""A document as one HTML page that needs nothing but itself."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from reports.writing.chart_frame import without_header
from reports.writing.document import Chart, Document
from reports.writing.inline_svg import inline_svg

_PAGE = Path(__file__).parent / "template"


def to_html(document: Document) -> str:
    """Write a document as a page: style, script and charts are in it, and it loads nothing."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    # Every text is escaped; markup are the style, the script and the charts alone.
    environment = Environment(
        loader=FileSystemLoader(_PAGE), autoescape=True, undefined=StrictUndefined
    )
    script = _read("report.js")
    charts = [part for part in document.parts if isinstance(part, Chart)]
    with without_header():  # the page says it itself
        drawings = {chart.name: chart.draw() for chart in charts}
    page: str = environment.get_template("report.html.jinja").render(
        document=document,
        style=Markup(_read("report.css")),
        script=Markup(script),
        # The page lets no other script run, whatever gets into it.
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        drawn={
            c.name: inline_svg(drawings[c.name], f"chart-{c.name}", c.title, c.words)
            for c in charts
        },
    )
    return page + "\n"


def _read(name: str) -> str:
    return (_PAGE / name).read_text(encoding="utf-8").strip()
