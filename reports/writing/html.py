"""Documents as single HTML pages that load nothing else."""

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
#: The characters of all columns of a table on a telephone, and the characters between two columns.
_ROOM, _GAP = 36, 2
#: The longest text of a cell that is not broken into lines, such as "25.1% ± 0.4".
_SHORT = 14


def to_html(document: Document) -> str:
    """Return a document as a page that contains its style, its script and its charts."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    # All texts are escaped. Only the style, the script and the charts are markup.
    environment = Environment(
        loader=FileSystemLoader(_PAGE), autoescape=True, undefined=StrictUndefined
    )
    script = _read("report.js")
    charts = [part for part in document.parts if isinstance(part, Chart)]
    page: str = environment.get_template("report.html.jinja").render(
        document=document,
        style=Markup(_read("report.css")),
        script=Markup(script),
        # The page allows no other script, even if a text should contain one.
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        drawn={chart.name: _drawn(chart) for chart in charts},
        is_wide=_is_wide,
    )
    return printable_text(page) + "\n"


def _is_wide(table: Table) -> bool:
    """Return True if a table is too wide for a telephone, which then shows it cell by cell."""
    widths = []
    for place, column in enumerate(table.columns):
        if column.scale is None:
            texts = [row[place].text for row in table.rows]
            words = ["", *column.title.split()]
            for text in texts:
                words += [text] if len(text) <= _SHORT else text.split()
            widths.append(max(map(len, words)))
    return sum(widths) + _GAP * (len(widths) - 1) > _ROOM


def _drawn(chart: Chart) -> list[Markup]:
    """Draw a chart wide and narrow; the page shows the one that it has room for."""
    # The page itself contains the title and the games that were played.
    return [
        inline_svg(chart.draw(narrow=narrow, headed=False), f"chart-{chart.name}{ending}", chart)
        for narrow, ending in ((False, ""), (True, "-narrow"))
    ]


def _read(name: str) -> str:
    return (_PAGE / name).read_text(encoding="utf-8").strip()


def inline_svg(figure: Figure, name: str, chart: Chart) -> Markup:
    """Return a drawn chart as an ``svg`` element whose ids begin with a name."""
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
    # matplotlib escapes the texts that it writes, and the words are escaped here.
    return Markup(
        f'<svg viewBox="{view[1]}" role="img" aria-labelledby="{name}-title {name}-words">'
        f'<title id="{name}-title">{escape(chart.title)}</title>'
        f'<desc id="{name}-words">{escape(chart.words)}</desc>{drawn.strip()}'
    )


def _small(drawn: str) -> str:
    """Remove unused ids, fonts, indents and digits from an SVG drawing."""
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', drawn))
    drawn = re.sub(r' id="([^"]*)"', lambda id: id[0] if id[1] in used else "", drawn)
    drawn = re.sub(r"font-family: [^;\"]*(; )?", "", drawn)
    drawn = re.sub(r' transform="rotate\(-?0 [^)]*\)"', "", drawn)
    drawn = re.sub(r" *\n *", "", drawn)
    return re.sub(r' (?:d|x|y|width|height|transform)="[^"]*"', _rounded, drawn)


def _rounded(attribute: re.Match[str]) -> str:
    return re.sub(r"-?\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}", attribute[0])
