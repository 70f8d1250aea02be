"""A canvas for pages and pictures: texts, lines and dots at positions in points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from reports.writing import chart_frame
from simulate.errors import printable_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: The colours of text: most important, normal, and least important.
INK, SOFT, FAINT = "#1b1d21", "#51565f", "#656a73"
#: The colours of data: certain, possible and unusual values, and outlines of empty dots.
DATA, PALE, UNUSUAL, HOLLOW = "#0b62a8", "#c2d8e9", "#cfcbc3", "#b9b5ad"
#: The colour of thin lines.
HAIRLINE = "#d9d6d0"
#: The height of a line of text as a multiple of the font size.
LEADING = 1.35
#: Fonts that are used for letters which matplotlib's own font lacks, if they are installed.
_OTHER_FONTS = (
    *("Noto Sans", "Segoe UI", "Arial Unicode MS", "Noto Sans CJK SC", "Noto Sans CJK JP"),
    *("Microsoft YaHei", "Yu Gothic", "Malgun Gothic", "PingFang SC", "Hiragino Sans"),
    *("WenQuanYi Zen Hei", "Noto Sans Hebrew", "Noto Sans Arabic", "Noto Sans Thai"),
    *("Noto Sans Devanagari", "Noto Emoji", "Segoe UI Emoji", "Apple Symbols"),
)
#: A drawn text may be wider than measured by up to this factor, because texts are measured without
#: hinting.
_SAFETY = 1.02
#: The end of a text that was cut.
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
Align = Literal["left", "center", "right"]


@cache
def font_families() -> tuple[str, ...]:
    """Return the installed fonts for texts, the usual font first."""
    from matplotlib.font_manager import fontManager

    installed = {font.name for font in fontManager.ttflist}
    return ("DejaVu Sans", *(name for name in _OTHER_FONTS if name in installed))


def _in_one_line(text: str) -> str:
    """Return a text without line breaks and without unprintable characters."""
    return printable_text(" ".join(text.split()))


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width that a line of text has in a font of `size` points, in points."""
    inches = chart_frame.text_width(_in_one_line(text), size, bold=bold, families=font_families())
    return _SAFETY * 72 * inches


def wrap(text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
    """Return the lines of a text that is broken to fit a width in points."""
    inches = width / 72 / _SAFETY
    return chart_frame.wrap(_in_one_line(text), inches, size, bold=bold, families=font_families())


def shorten(
    text: str, width: float, size: float, most_lines: int, *, bold: bool = False
) -> list[str]:
    """Return the first `most_lines` lines of a text, with an ellipsis at the end if it was cut."""
    lines = wrap(text, width, size, bold=bold)
    most_lines = max(1, most_lines)
    if len(lines) <= most_lines:
        return lines or [""]
    last = lines[most_lines - 1]
    while last and text_width(last + ELLIPSIS, size, bold=bold) > width:
        last = last[:-1].rstrip()
    return [*lines[: most_lines - 1], last + ELLIPSIS]


def missing_letters(texts: Sequence[str]) -> str:
    """Return the letters of texts that no installed font has, and that are drawn as boxes.

    They are in alphabetical order.
    """
    from matplotlib.font_manager import FontProperties, findfont
    from matplotlib.ft2font import FT2Font

    letters = {letter for text in texts for letter in text if letter.isprintable()}
    for family in font_families():
        font = FT2Font(findfont(FontProperties(family=[family])))
        letters -= {chr(code) for code in font.get_charmap()}
    return "".join(sorted(letters))


class Canvas:
    """A page or a picture. Positions are in points from its left and upper edge.

    Parameters
    ----------
    width, height
        The size in points. A picture has a pixel per point.
    """

    def __init__(self, width: float, height: float) -> None:
        from matplotlib.figure import Figure

        self.width = width
        self.height = height
        self.figure: Figure = Figure(figsize=(width / 72, height / 72), dpi=72, facecolor="white")
        self._axes: Any = self.figure.add_axes((0, 0, 1, 1))
        self._axes.set_axis_off()
        self._axes.set_xlim(0, width)
        self._axes.set_ylim(height, 0)

    def line_of_text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: str = INK,
        *,
        bold: bool = False,
        align: Align = "left",
    ) -> float:
        """Write a line of text whose upper edge is at `y`, and return the y of its lower edge.

        All lengths are in points, and y grows downwards. Line breaks in the text become spaces.
        """
        # The ascent of the font is 0.93 of its size; half of the leading is above the letters.
        baseline = y + (0.93 + (LEADING - 1.17) / 2) * size
        self._axes.text(
            x,
            baseline,
            _in_one_line(text),
            size=size,
            color=colour,
            fontweight="bold" if bold else "normal",
            fontfamily=list(font_families()),
            ha=align,
            va="baseline",
        )
        return y + LEADING * size

    def paragraph(
        self,
        x: float,
        y: float,
        text: str,
        width: float,
        size: float,
        colour: str = INK,
        *,
        bold: bool = False,
    ) -> float:
        """Write a paragraph of a given width, and return the y of its lower edge."""
        for line in wrap(text, width, size, bold=bold):
            y = self.line_of_text(x, y, line, size, colour, bold=bold)
        return y

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """Fill a box."""
        from matplotlib.patches import Rectangle

        patch = Rectangle((x, y), width, height, facecolor=colour, edgecolor="none", linewidth=0)
        self._axes.add_patch(patch)

    def band(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """Fill a box with round ends; `y` is its middle."""
        radius = min(width, height) / 2
        if width <= height:
            self.box(x, y - height / 2, width, height, colour)
            return
        self.box(x + radius, y - radius, width - height, height, colour)
        self.dot(x + radius, y, radius, colour)
        self.dot(x + width - radius, y, radius, colour)

    def line(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        colour: str = INK,
        width: float = 1.0,
        style: Any = "-",
    ) -> None:
        """Draw a straight line between two points (x, y)."""
        pairs = zip(start, end, strict=True)
        self._axes.plot(
            *map(list, pairs), color=colour, linewidth=width, linestyle=style,
            solid_capstyle="butt",
        )  # fmt: skip

    def dot(self, x: float, y: float, radius: float, colour: str, *, outline: str = "none") -> None:
        """Fill a circle around (x, y)."""
        from matplotlib.patches import Circle

        width = 0.0 if outline == "none" else max(0.6, radius / 5)
        patch = Circle(
            (x, y), radius - width / 2, facecolor=colour, edgecolor=outline, linewidth=width
        )
        self._axes.add_patch(patch)

    def image(self, pixels: Any, x: float, y: float, width: float, height: float) -> None:
        """Draw an image, an array of shape (rows, columns, 3 or 4), into a box."""
        self._axes.imshow(
            pixels, extent=(x, x + width, y + height, y), aspect="auto", interpolation="antialiased"
        )
        self._axes.set_xlim(0, self.width)
        self._axes.set_ylim(self.height, 0)
