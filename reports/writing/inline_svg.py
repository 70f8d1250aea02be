"""Charts as SVG that stands inside a page: text stays text, and ids belong to one chart."""

from __future__ import annotations

import io
import re

import matplotlib
from markupsafe import Markup, escape
from matplotlib.figure import Figure

from reports.writing.chart_frame import chart_style
from reports.writing.document import Chart


def inline_svg(figure: Figure, name: str, chart: Chart) -> Markup:
    """Write a chart as an ``svg`` element whose ids begin with a name."""
    buffer = io.StringIO()
    with chart_style(), matplotlib.rc_context({"svg.fonttype": "none"}):
        figure.savefig(buffer, format="svg", metadata=_NO_METADATA)
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
    """Leave out what a page does not need: names that nothing uses, fonts, indents, fractions.

    The fonts are those of the page, all narrower than the one that charts are laid out with.
    """
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', drawn))
    drawn = re.sub(r' id="([^"]*)"', lambda id: id[0] if id[1] in used else "", drawn)
    drawn = re.sub(r"font-family: [^;\"]*(; )?", "", drawn)
    drawn = re.sub(r' transform="rotate\(-?0 [^)]*\)"', "", drawn)
    drawn = re.sub(r" *\n *", "", drawn)
    return re.sub(r' (?:d|x|y|width|height|transform)="[^"]*"', _rounded, drawn)


def _rounded(attribute: re.Match[str]) -> str:
    """Round places to a hundredth of a point."""
    return re.sub(r"-?\d+\.\d{3,}", lambda one: f"{float(one[0]):.2f}", attribute[0])


_NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}
