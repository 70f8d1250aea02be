"""Charts as SVG that stands inside a page: text stays text, and ids belong to one chart."""

from __future__ import annotations

import io
import re

import matplotlib
from markupsafe import Markup, escape
from matplotlib.figure import Figure

from reports.writing.chart_frame import chart_style


def inline_svg(figure: Figure, name: str, title: str, words: str) -> Markup:
    """Write a chart as an ``svg`` element.

    Parameters
    ----------
    figure
        The chart.
    name
        Begins each id in it; letters, digits, ``-`` and ``_``.
    title, words
        What it shows, and its numbers in words: its text alternative.
    """
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
    drawn = _compact(drawn)
    # Markup is made of what matplotlib wrote, which escapes texts, and of escaped words.
    return Markup(
        f'<svg viewBox="{view[1]}" role="img" aria-labelledby="{name}-title {name}-words">'
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-words">{escape(words)}</desc>{drawn.strip()}'
    )


def _compact(drawn: str) -> str:
    """Leave out what nobody sees, which is nearly half of it.

    Fonts are the page's, all narrower than the one the charts are laid out with.
    """
    named = set(re.findall(r'(?:href="#|url\(#)([^")]+)', drawn))
    drawn = re.sub(r' id="([^"]*)"', lambda id: id[0] if id[1] in named else "", drawn)
    drawn = re.sub(r" ?font-family: [^;\"]*;?", "", drawn)
    drawn = re.sub(r' transform="rotate\(-0 [^)]*\)"', "", drawn)
    drawn = re.sub(r"(\d\.\d\d)\d+", r"\1", drawn)  # of a point
    return re.sub(r"\n\s*", "\n", drawn)


_NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}
