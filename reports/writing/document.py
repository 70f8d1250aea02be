"""What was found, as data: what is said, in which order, whatever it is written as."""

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
    """A line of a long text."""

    text: str
    depth: int = 0
    #: Whether it is of a drawing: all letters of one width, and never wrapped.
    drawn: bool = False


@dataclass(frozen=True)
class Chapter:
    """A part of a long text, folded in it."""

    #: What is seen at first: what it is, and a sentence or two.
    title: str
    text: str
    lines: Sequence[Line]

    @property
    def blocks(self) -> list[tuple[bool, list[Line]]]:
        """Its lines, those of a drawing together and at the edge, and whether they are of one."""
        return [
            (drawn, _at_the_edge(list(lines)) if drawn else list(lines))
            for drawn, lines in groupby(self.lines, lambda line: line.drawn)
        ]


def _at_the_edge(lines: Sequence[Line]) -> list[Line]:
    texts = dedent("\n".join(line.text for line in lines)).split("\n")
    return [replace(line, text=text) for line, text in zip(lines, texts, strict=True)]


@dataclass(frozen=True)
class Folded:
    """A long text behind its title, folded until somebody asks for it."""

    #: What a link to it ends in; as of `Chart`.
    name: str
    title: str
    text: str
    chapters: Sequence[Chapter]
    #: What is most worth knowing of it, in sentences before its chapters.
    points: Sequence[str] = ()
    kind = "folded"


@dataclass(frozen=True)
class Scale:
    """What the intervals of a column are drawn on."""

    low: float
    high: float
    #: Where a line stands that they are compared with, such as the fair share.
    aim: float
    #: The ends, as told.
    low_text: str
    high_text: str

    def place(self, value: float) -> float:
        """Return where a value stands, from 0 to 1; what lies beyond an end stands at it."""
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))


@dataclass(frozen=True)
class Curve:
    """How often each of some values is, as a small picture in a line."""

    title: str
    words: str
    heights: Sequence[float]
    #: Of each height, whether it is among those that are told as usual.
    usual: Sequence[bool]
    begin: str
    end: str
    kind = "curve"


#: How something stands, for its colour and sign; the words beside it say the same.
Mark = Literal["", "fine", "look", "wrong"]
#: Whether something is more or less than what it is compared with, for its colour.
Tone = Literal["", "more", "less"]
#: What each mark is called where colours are not seen. They are said of checks of the figures, so
#: none is a judgement on the game.
MARK_WORDS: dict[Mark, str] = {
    "": "",
    "fine": "as expected",
    "look": "look at this",
    "wrong": "wrong",
}


@dataclass(frozen=True)
class Paragraph:
    """A paragraph."""

    text: str
    #: ``"lead"`` for a finding, ``"note"`` for small print.
    look: Literal["", "lead", "note"] = ""
    kind = "text"


@dataclass(frozen=True)
class Code:
    """Something to copy: a command, or a file."""

    text: str
    kind = "code"


@dataclass(frozen=True)
class Item:
    """A line with a mark."""

    text: str
    #: What it is about, before the sentence; may be empty.
    name: str = ""
    mark: Mark = ""
    more: Sequence[str] = ()
    main: bool = False
    #: What is said on the first page of a terminal, which has few lines; empty for the sentence,
    #: ``None`` for nothing.
    brief: str | None = ""

    @property
    def mark_words(self) -> str:
        """The mark in words."""
        return MARK_WORDS[self.mark]


@dataclass(frozen=True)
class Items:
    """Lines below each other."""

    items: Sequence[Item]
    kind = "items"


@dataclass(frozen=True)
class Heading:
    """A column of a table; numbers stand at the right."""

    title: str
    numeric: bool = True
    #: The heading where there is no room for the title; empty for the title itself.
    short: str = ""
    #: Whether it is left out where there is no room for all.
    spare: bool = False
    #: What the spans of its cells are drawn on; ``None`` for a column of text. Such a column is
    #: left out where nothing can be drawn, for others tell the same in numbers.
    scale: Scale | None = None


@dataclass(frozen=True)
class Cell:
    """A cell of a table."""

    text: str
    #: What it is sorted by; ``None`` for its text.
    value: float | None = None
    #: What it shows where there is no room for the text; empty for the text itself.
    short: str = ""
    code: bool = False
    mark: Mark = ""
    #: Whether it is more or less than what it is compared with, for its colour.
    tone: Tone = ""
    strong: bool = False
    #: More about it, in a line of its own.
    below: str = ""
    #: What is drawn in it, in a column with a scale.
    span: Estimate | None = None


@dataclass(frozen=True)
class Table:
    """Rows that readers can sort."""

    caption: str
    columns: Sequence[Heading]
    rows: Sequence[Sequence[Cell]]
    #: Whether the sentences above it say what it shows, so that the first page of a terminal leaves
    #: the caption out.
    is_explained: bool = False
    kind = "table"

    def with_columns(self, places: Sequence[int]) -> Table:
        """Return the table with some of its columns."""
        rows = [[row[place] for place in places] for row in self.rows]
        columns = [self.columns[place] for place in places]
        return replace(self, columns=columns, rows=rows)

    def undrawn(self) -> Table:
        """Return the table without what can only be drawn."""
        return self.with_columns(
            [place for place, column in enumerate(self.columns) if column.scale is None]
        )


@dataclass(frozen=True)
class Chart:
    """A chart with what it shows in words."""

    #: Different from that of any other chart of the document; letters, digits, ``-``, ``_``.
    name: str
    title: str
    question: str
    words: str
    #: Draws it 8 inches wide, or `narrow` enough for a telephone; `headed` by title, question and
    #: what was played, unless told not to.
    draw: Callable[..., Drawing] = field(repr=False)
    #: The name of the section that it stands in, where a document has several with charts.
    section: str = ""
    kind = "chart"

    @property
    def in_words(self) -> str:
        """What stands for it where nothing can be drawn, after its question."""
        return f"{self.title.removesuffix('.')}. {self.words}"


Part = Paragraph | Code | Items | Table | Curve | Chart | Folded


@dataclass(frozen=True)
class Section:
    """A part of a document with a heading."""

    #: What a link to it ends in; as of `Chart`.
    name: str
    title: str
    parts: Sequence[Part]


@dataclass(frozen=True)
class Answer:
    """A question that everybody asks first, with its answer."""

    question: str
    items: Sequence[Item]
    parts: Sequence[Part] = ()
    #: Whether it is left out on the first page of a terminal, since others say the main of it.
    is_secondary: bool = False
    #: Whether it says what the title is of, so that there the question is left out.
    is_opening: bool = False
    #: The question in a word, there before the first line.
    short: str = ""


@dataclass(frozen=True)
class Findings:
    """What a plan found and its document alone says; `reports.page.compose` adds the rest."""

    title: str
    played: Sequence[Item]
    answers: Sequence[Answer]
    targets: Sequence[Item]
    #: How sure all that is, in sentences for the first page.
    certainty: Sequence[str]
    sections: Sequence[Section]
    caveats: Sequence[str]


@dataclass(frozen=True)
class Cover:
    """What people write above a document of theirs."""

    #: Its heading, below which stands what was played; empty for what was played alone.
    title: str = ""
    author: str = ""
    date: str = ""
    note: str = ""


@dataclass(frozen=True)
class Document:
    """All that was found."""

    title: str
    answers: Sequence[Answer]
    sections: Sequence[Section]
    version: str
    cover: Cover = Cover()

    @property
    def heading(self) -> str:
        """What stands above all."""
        return self.cover.title or self.title

    @property
    def preface(self) -> Iterator[tuple[str, str]]:
        """What stands between the heading and the first page, each with what it is."""
        lines = {
            "subtitle": self.title if self.cover.title else "",
            "byline": ", ".join(filter(None, (self.cover.author, self.cover.date))),
            "remark": self.cover.note,
        }
        yield from ((name, text) for name, text in lines.items() if text)

    @property
    def parts(self) -> Iterator[Part]:
        """Every part, of answers and of sections."""
        for answer in self.answers:
            yield from answer.parts
        for section in self.sections:
            yield from section.parts


def columns(names: Sequence[str], words: Sequence[str]) -> list[Heading]:
    """Return columns of numbers, but for those whose names are in `words`."""
    return [Heading(name, name not in words) for name in names]
