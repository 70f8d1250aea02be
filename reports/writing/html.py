"""A document as one HTML page that needs nothing but itself."""

from __future__ import annotations

import base64
import hashlib
import io
import re
from pathlib import Path
from typing import Any, cast

import matplotlib
from markupsafe import Markup, escape
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from reports.writing.chart_frame import chart_style
from reports.writing.document import Chart, Document, Table
from simulate.errors import printable_text

_PAGE = Path(__file__).parent / "template"
#: Characters of a telephone's width that a table's columns have together, and that lie between two.
_ROOM, _GAP = 36, 2
#: Characters up to which a cell is not broken into lines, as of "25.1% ± 0.4".
_SHORT = 14


def to_html(document: Document) -> str:
    """Write a document as a page: style, script and charts are in it, and it loads nothing."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    # Every text is escaped; markup are the style, the script and the charts alone.
    environment = Environment(
        loader=FileSystemLoader(_PAGE), autoescape=True, undefined=StrictUndefined
    )
    script = _read("report.js")
    charts = [part for part in document.parts if isinstance(part, Chart)]
    page: str = environment.get_template("report.html.jinja").render(
        document=document,
        style=Markup(_read("report.css")),
        script=Markup(script),
        # The page lets no other script run, whatever gets into it.
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        drawn={chart.name: _drawn(chart) for chart in charts},
        is_wide=_is_wide,
    )
    return printable_text(page) + "\n"


def _is_wide(table: Table) -> bool:
    """Return whether a table has no room on a telephone, which then tells it cell by cell."""
    widths = []
    for place, column in enumerate(table.columns):
        if column.scale is None:
            texts = [row[place].text for row in table.rows]
            words = [
                one for text in texts for one in ([text] if len(text) <= _SHORT else text.split())
            ]
            widths.append(max(map(len, ["", *column.title.split(), *words])))
    return sum(widths) + _GAP * (len(widths) - 1) > _ROOM


def _drawn(chart: Chart) -> list[Markup]:
    """Draw a chart twice, wide and narrow, of which the page shows the one that it has room for."""
    # Its title and what was played the page says itself.
    return [
        inline_svg(chart.draw(narrow=narrow, headed=False), f"chart-{chart.name}{ending}", chart)
        for narrow, ending in ((False, ""), (True, "-narrow"))
    ]


def _read(name: str) -> str:
    return (_PAGE / name).read_text(encoding="utf-8").strip()


def inline_svg(figure: Figure, name: str, chart: Chart) -> Markup:
    """Write a chart as an ``svg`` element whose ids begin with a name."""
    buffer, no_metadata = io.StringIO(), dict.fromkeys(("Date", "Creator", "Format", "Type"))
    with chart_style(), matplotlib.rc_context({"svg.fonttype": "none"}):
        cast(Any, FigureCanvasSVG(figure)).print_svg(buffer, metadata=no_metadata)
    _, opening, drawn = re.split(r"(<svg\b[^>]*>)", buffer.getvalue(), maxsplit=1)
    view = re.search(r'viewBox="([0-9. -]+)"', opening)
    assert view, "matplotlib writes a viewBox"
    drawn = re.sub(r"<metadata>.*?</metadata>", "", drawn, flags=re.DOTALL)
    drawn = re.sub(r'\bid="', f'id="{name}-', drawn)
    drawn = re.sub(r'((?:xlink:)?href="#|url\(#)', rf"\g<1>{name}-", drawn)
    drawn = drawn.replace("xlink:href=", "href=")
    drawn = _small(drawn)
    # Markup is made of what matplotlib wrote, which escapes texts, and of escaped words.
    return Markup(
        f'<svg viewBox="{view[1]}" role="img" aria-labelledby="{name}-title {name}-words">'
        f'<title id="{name}-title">{escape(chart.title)}</title>'
        f'<desc id="{name}-words">{escape(chart.words)}</desc>{drawn.strip()}'
    )


def _small(drawn: str) -> str:
    """Leave out what a page does not need: names unused, its own fonts, indents, fractions."""
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', drawn))
    drawn = re.sub(r' id="([^"]*)"', lambda id: id[0] if id[1] in used else "", drawn)
    drawn = re.sub(r"font-family: [^;\"]*(; )?", "", drawn)
    drawn = re.sub(r' transform="rotate\(-?0 [^)]*\)"', "", drawn)
    drawn = re.sub(r" *\n *", "", drawn)
    return re.sub(r' (?:d|x|y|width|height|transform)="[^"]*"', _rounded, drawn)


def _rounded(attribute: re.Match[str]) -> str:
    return re.sub(r"-?\d+\.\d{3,}", lambda one: f"{float(one[0]):.2f}", attribute[0])
