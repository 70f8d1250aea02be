"""Documents as data: their parts and order, independent of the format in which they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from textwrap import dedent
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing

    from reports.figures.statistics import Estimate


@dataclass(frozen=True)
class Line:
    """A line of a chapter."""

    text: str
    depth: int = 0
    #: True for a line of a drawing, which has a monospaced font and is never wrapped.
    drawn: bool = False


@dataclass(frozen=True)
class Chapter:
    """A part of a `Folded` text, which readers can open on its own."""

    #: The title and a sentence or two, which are visible while it is folded.
    title: str
    text: str
    lines: Sequence[Line]

    @property
    def blocks(self) -> list[tuple[bool, list[Line]]]:
        """The lines in groups, each with True for a drawing, which is moved to the left edge."""
        return [
            (drawn, _remove_indent(list(lines)) if drawn else list(lines))
            for drawn, lines in groupby(self.lines, lambda line: line.drawn)
        ]


def _remove_indent(lines: Sequence[Line]) -> list[Line]:
    texts = dedent("\n".join(line.text for line in lines)).split("\n")
    return [replace(line, text=text) for line, text in zip(lines, texts, strict=True)]


@dataclass(frozen=True)
class Folded:
    """A long text that is hidden behind its title until a reader opens it."""

    #: The anchor of links to it, as in `Chart`.
    name: str
    title: str
    text: str
    chapters: Sequence[Chapter]
    #: The most important sentences, before the chapters.
    points: Sequence[str] = ()
    kind = "folded"


@dataclass(frozen=True)
class Scale:
    """The scale on which the intervals of a column are drawn."""

    low: float
    high: float
    #: The position of the line with which intervals are compared, such as the fair share.
    aim: float
    #: The ends as they are written.
    low_text: str
    high_text: str

    def place(self, value: float) -> float:
        """Return the position of a value from 0 to 1; values beyond an end are put at that end."""
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))


@dataclass(frozen=True)
class Curve:
    """A distribution as a small picture in one line."""

    title: str
    words: str
    heights: Sequence[float]
    #: For each height, True if it belongs to the range that the words call usual.
    usual: Sequence[bool]
    begin: str
    end: str
    kind = "curve"


#: The result of a check, shown as a colour and a sign; the words beside it say the same.
Mark = Literal["", "fine", "look", "wrong"]
#: Whether a value is more or less than the value that it is compared with; shown as a colour.
Tone = Literal["", "more", "less"]
#: The words for marks where colours are not visible. Marks are about checks of figures, so that no
#: word is a judgement on the game.
MARK_WORDS: dict[Mark, str] = {
    "": "",
    "fine": "as expected",
    "look": "look at this",
    "wrong": "wrong",
}


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of text."""

    text: str
    #: ``"lead"`` for a finding, ``"note"`` for small print.
    look: Literal["", "lead", "note"] = ""
    kind = "text"


@dataclass(frozen=True)
class Code:
    """A command or a file that readers can copy."""

    text: str
    kind = "code"


@dataclass(frozen=True)
class Item:
    """A line of a list, with a mark."""

    text: str
    #: The subject, written before the sentence; may be empty.
    name: str = ""
    mark: Mark = ""
    more: Sequence[str] = ()
    main: bool = False
    #: A shorter text for the first page on a terminal; empty for the full text, None to leave the
    #: line out there.
    brief: str | None = ""

    @property
    def mark_words(self) -> str:
        """The words for the mark; empty if it has none."""
        return MARK_WORDS[self.mark]


@dataclass(frozen=True)
class Items:
    """A list of lines."""

    items: Sequence[Item]
    kind = "items"


@dataclass(frozen=True)
class Heading:
    """The heading of a column; columns of numbers are aligned to the right."""

    title: str
    numeric: bool = True
    #: A shorter title where there is little room; empty for the title itself.
    short: str = ""
    #: True if the column is left out where there is not enough room for all columns.
    spare: bool = False
    #: The scale of the intervals that its cells draw; None for a column of text. A drawn column is
    #: left out where nothing can be drawn, because other columns hold the same numbers.
    scale: Scale | None = None


@dataclass(frozen=True)
class Cell:
    """A cell of a table."""

    text: str
    #: The number by which it is sorted; None to sort by the text.
    value: float | None = None
    #: A shorter text where there is little room; empty for the text itself.
    short: str = ""
    code: bool = False
    mark: Mark = ""
    #: Whether it is more or less than the value that it is compared with.
    tone: Tone = ""
    strong: bool = False
    #: A second line of the cell.
    below: str = ""
    #: The interval that is drawn in this cell, if its column has a scale.
    span: Estimate | None = None


@dataclass(frozen=True)
class Table:
    """A table, which readers of a page can sort."""

    caption: str
    columns: Sequence[Heading]
    rows: Sequence[Sequence[Cell]]
    #: True if the sentences above it explain it, so that the first page on a terminal leaves out
    #: the caption.
    is_explained: bool = False
    kind = "table"

    def with_columns(self, places: Sequence[int]) -> Table:
        """Return the table with the columns at some places, in that order."""
        rows = [[row[place] for place in places] for row in self.rows]
        columns = [self.columns[place] for place in places]
        return replace(self, columns=columns, rows=rows)

    def undrawn(self) -> Table:
        """Return the table without its drawn columns."""
        return self.with_columns(
            [place for place, column in enumerate(self.columns) if column.scale is None]
        )


@dataclass(frozen=True)
class Chart:
    """A chart and its description in words."""

    #: The name of its files, unique within the document: letters, digits, ``-`` and ``_``.
    name: str
    title: str
    question: str
    words: str
    #: A function that draws it, 8 inches wide. With ``narrow=True`` it is drawn for a telephone,
    #: with ``headed=False`` without title, question and the games that were played.
    draw: Callable[..., Drawing] = field(repr=False)
    #: The name of its section; empty for the section of charts.
    section: str = ""
    kind = "chart"

    @property
    def in_words(self) -> str:
        """The text that replaces the chart where nothing can be drawn."""
        return f"{self.title.removesuffix('.')}. {self.words}"


Part = Paragraph | Code | Items | Table | Curve | Chart | Folded


@dataclass(frozen=True)
class Section:
    """A section of a document with a heading."""

    #: The anchor of links to it, as in `Chart`.
    name: str
    title: str
    parts: Sequence[Part]


@dataclass(frozen=True)
class Answer:
    """A main question of an analysis with its answer, for the first page."""

    question: str
    items: Sequence[Item]
    parts: Sequence[Part] = ()
    #: True if it is left out on the first page on a terminal.
    is_secondary: bool = False
    #: True if it follows the title directly, so that the terminal leaves out the question.
    is_opening: bool = False
    #: The question in one word, which the terminal writes before the first line.
    short: str = ""


@dataclass(frozen=True)
class Findings:
    """The parts of a report that are particular to an analysis.

    `reports.page.compose` adds the parts that all reports have.
    """

    title: str
    played: Sequence[Item]
    answers: Sequence[Answer]
    targets: Sequence[Item]
    #: Sentences for the first page on the confidence of the results.
    certainty: Sequence[str]
    sections: Sequence[Section]
    caveats: Sequence[str]


@dataclass(frozen=True)
class Cover:
    """The texts that users put above a report."""

    #: The heading; empty for the title of the document, which is otherwise written below it.
    title: str = ""
    author: str = ""
    date: str = ""
    note: str = ""


@dataclass(frozen=True)
class Document:
    """A complete report."""

    title: str
    answers: Sequence[Answer]
    sections: Sequence[Section]
    version: str
    cover: Cover = Cover()

    @property
    def heading(self) -> str:
        """The heading of the whole document."""
        return self.cover.title or self.title

    @property
    def preface(self) -> Iterator[tuple[str, str]]:
        """The texts between the heading and the first page, as pairs of a kind and a text.

        The kinds are subtitle, byline and remark; empty texts are left out.
        """
        lines = {
            "subtitle": self.title if self.cover.title else "",
            "byline": ", ".join(filter(None, (self.cover.author, self.cover.date))),
            "remark": self.cover.note,
        }
        yield from ((name, text) for name, text in lines.items() if text)

    @property
    def parts(self) -> Iterator[Part]:
        """All parts of the answers and sections, in order."""
        for answer in self.answers:
            yield from answer.parts
        for section in self.sections:
            yield from section.parts


def columns(names: Sequence[str], words: Sequence[str]) -> list[Heading]:
    """Return the headings with these titles; those in `words` are columns of text."""
    return [Heading(name, name not in words) for name in names]
