"""Write documents as HTML pages. A page is a single file that loads nothing else."""

from __future__ import annotations

import base64
import hashlib
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import matplotlib
from markupsafe import Markup, escape
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from reports.writing.chart_frame import chart_style
from reports.writing.document import (
    Cell,
    Chart,
    Code,
    Document,
    Folded,
    Items,
    Paragraph,
    Part,
    Table,
)
from simulate.errors import printable_text

#: The folder of the template, the style and the script.
_TEMPLATES = Path(__file__).parent / "template"
#: The number of characters in a row of a table for which a telephone has room.
_ROOM = 36
#: The number of characters between two columns.
_GAP = 2
#: The maximum length of a cell's text that is not broken into lines, such as "25.1% ± 0.4".
_SHORT = 14
#: The number of characters in a row of a table for which a wide screen has room.
_WIDEST = 118
#: On paper, the most tables of a section, versions with sample games, and lines of a study file.
PAPER_TABLES, PAPER_GROUPS, PAPER_CODE_LINES = 3, 2, 30
#: A number, its interval, and a sign after the interval, as in "33.6 ± 1.9 +" and "8.5 (7.8 to
#: 9.2) ?".
_WITH_INTERVAL = re.compile(r"(?P<value>.+?) (?P<interval>± .*?|\(.*?\))(?P<sign> [-+?\u2212])?")


def to_html(document: Document) -> str:
    """Return the HTML page of a document, with its style, its script and its charts."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    # All texts are escaped. Only the style, the script and the charts are markup.
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined
    )
    script = _read("report.js")
    charts = [part for part in document.parts if isinstance(part, Chart)]
    page: str = environment.get_template("report.html.jinja").render(
        document=document,
        style=Markup(_read("report.css")),
        script=Markup(script),
        # The security policy of the page allows only this script, even if a text contains another.
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        drawn={chart.name: _drawn(chart) for chart in charts},
        is_wide=_is_wide,
        is_wider_than_page=_is_wider_than_page,
        split_interval=_split_interval,
        omit_on_paper=omit_on_paper,
    )
    return printable_text(page) + "\n"


@dataclass(frozen=True)
class Omission:
    """The parts of a section that are on the page on a screen, but not on paper."""

    #: The indices of the parts.
    places: Sequence[int]
    #: The sentence on paper about what is left out; "" if nothing is.
    note: str
    #: True if paper shows only those items of the section that need attention.
    hides_fine_items: bool = False


def omit_on_paper(parts: Sequence[Part]) -> Omission:
    """Return the parts of a section that paper leaves out, so that a report has few pages.

    Paper shows the first `PAPER_TABLES` tables of a section, the sample games of the first
    `PAPER_GROUPS` versions, no study file that is longer than `PAPER_CODE_LINES` lines, and, if
    several versions were checked, only those checks that need attention.
    """
    tables = [place for place, part in enumerate(parts) if isinstance(part, Table)]
    games = _find_later_games(parts)
    codes = [place for place, part in enumerate(parts) if _is_long_code(part)]
    checks = [part for part in parts if isinstance(part, Items) and _has_marks(part)]
    clauses = []
    if len(tables) > PAPER_TABLES:
        clauses.append(f"shows the first {PAPER_TABLES} of these {len(tables)} tables")
    if games:
        clauses.append(f"shows games of the first {PAPER_GROUPS} versions")
    if codes:
        clauses.append("leaves out the text of the study file")
    if len(checks) > 1:
        clauses.append("shows only the checks that need attention")
    if not clauses:
        return Omission([], "")
    note = f"Paper {' and '.join(clauses)}; the page on a screen shows everything."
    places = [*tables[PAPER_TABLES:], *games, *codes]
    return Omission(places, note, hides_fine_items=len(checks) > 1)


def _find_later_games(parts: Sequence[Part]) -> list[int]:
    """Return the indices of the parts about sample games of versions after the first ones.

    The sample games of each version begin with a leading sentence.
    """
    if not any(isinstance(part, Folded) for part in parts):
        return []
    places = enumerate(parts)
    leads = [place for place, part in places if isinstance(part, Paragraph) and part.look == "lead"]
    return list(range(leads[PAPER_GROUPS], len(parts))) if len(leads) > PAPER_GROUPS else []


def _is_long_code(part: Part) -> bool:
    """Return True if a part is a study file that is too long for paper."""
    return isinstance(part, Code) and len(part.text.splitlines()) > PAPER_CODE_LINES


def _has_marks(items: Items) -> bool:
    """Return True if the items are checks, which have marks such as "as expected"."""
    return any(item.mark for item in items.items)


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


def _is_wider_than_page(table: Table) -> bool:
    """Return True if a wide screen has no room for a table with each cell on one line."""
    longest = []
    for place, column in enumerate(table.columns):
        texts = [row[place].text for row in table.rows]
        longest.append(max(map(len, [*column.title.split(), *texts])))
    return sum(longest) + _GAP * (len(longest) - 1) > _WIDEST


def _split_interval(cell: Cell) -> tuple[str, str]:
    """Return the number of a cell with its sign, and its interval for a line of its own.

    The shorter text of the cell is used if it has an interval too. The interval is empty if the
    cell has none, as in ``("25.1%", "")``.
    """
    text = cell.short if "\N{PLUS-MINUS SIGN}" in cell.short else cell.text
    match = _WITH_INTERVAL.fullmatch(text)
    if not match:
        return text, ""
    return f"{match['value']}{match['sign'] or ''}", match["interval"]


def _drawn(chart: Chart) -> list[Markup]:
    """Return the wide and the narrow drawing of a chart. The page shows one of them."""
    # The page itself has the title, so the drawings have none.
    return [
        inline_svg(chart.draw(narrow=narrow, headed=False), f"chart-{chart.name}{ending}", chart)
        for narrow, ending in ((False, ""), (True, "-narrow"))
    ]


def _read(name: str) -> str:
    """Return the text of a file in the folder of the template."""
    return (_TEMPLATES / name).read_text(encoding="utf-8").strip()


def inline_svg(figure: Figure, name: str, chart: Chart) -> Markup:
    """Return a drawing as an ``svg`` element for an HTML page.

    Parameters
    ----------
    figure
        The drawing.
    name
        The beginning of all ids in the element, unique within the page.
    chart
        The chart, whose title and description are for screen readers.
    """
    buffer = io.StringIO()
    no_metadata = dict.fromkeys(("Date", "Creator", "Format", "Type"))
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
    # matplotlib has escaped the texts in the drawing. The title and the description are
    # not escaped yet.
    return Markup(
        f'<svg viewBox="{view[1]}" role="img" aria-labelledby="{name}-title {name}-words">'
        f'<title id="{name}-title">{escape(chart.title)}</title>'
        f'<desc id="{name}-words">{escape(chart.words)}</desc>{drawn.strip()}'
    )


def _small(drawn: str) -> str:
    """Return an SVG drawing without unused ids, fonts, indentation and unneeded digits."""
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', drawn))
    drawn = re.sub(r' id="([^"]*)"', lambda id: id[0] if id[1] in used else "", drawn)
    drawn = re.sub(r"font-family: [^;\"]*(; )?", "", drawn)
    drawn = re.sub(r' transform="rotate\(-?0 [^)]*\)"', "", drawn)
    drawn = re.sub(r" *\n *", "", drawn)
    return re.sub(r' (?:d|x|y|width|height|transform)="[^"]*"', _rounded, drawn)


def _rounded(attribute: re.Match[str]) -> str:
    """Return the text of a matched attribute with its numbers rounded to two decimals."""
    return re.sub(r"-?\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}", attribute[0])
