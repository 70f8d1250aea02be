"""A report as data: what it says, in which order, whatever it is written as."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from matplotlib.figure import Figure

#: How something stands, for its colour and sign; the words beside it say the same.
Mark = Literal["", "fine", "look", "wrong"]
#: What each mark is called where colours are not seen.
MARK_WORDS: dict[Mark, str] = {"": "", "fine": "fine", "look": "look at this", "wrong": "wrong"}


@dataclass(frozen=True)
class Text:
    """A paragraph.

    Attributes
    ----------
    text
        Plain text.
    look
        ``"lead"`` for a finding, ``"note"`` for small print.
    """

    text: str
    look: Literal["", "lead", "note"] = ""
    kind = "text"


@dataclass(frozen=True)
class Code:
    """Something to copy: a command, or a file."""

    text: str
    kind = "code"


@dataclass(frozen=True)
class Item:
    """A line with a mark.

    Attributes
    ----------
    text
        A sentence.
    name
        What it is about, before the sentence; may be empty.
    mark
        How that stands.
    more
        Further lines.
    main
        Whether it is to be seen first.
    """

    text: str
    name: str = ""
    mark: Mark = ""
    more: Sequence[str] = ()
    main: bool = False

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
class Column:
    """A column of a table; numbers stand at the right."""

    title: str
    numeric: bool = True


@dataclass(frozen=True)
class Cell:
    """A cell of a table.

    Attributes
    ----------
    text
        What it shows.
    value
        What it is sorted by; ``None`` for its text.
    code
        Whether it is something to type.
    mark
        How it stands.
    strong
        Whether it is to be seen first.
    below
        More about it, in a line of its own.
    """

    text: str
    value: float | None = None
    code: bool = False
    mark: Mark = ""
    strong: bool = False
    below: str = ""


@dataclass(frozen=True)
class Table:
    """Rows that readers can sort.

    Attributes
    ----------
    caption
        What it shows.
    columns
        At least one.
    rows
        Each with a cell for every column.
    """

    caption: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    kind = "table"


@dataclass(frozen=True)
class Chart:
    """A chart with what it shows in words.

    Attributes
    ----------
    name
        Different from that of any other chart of the report; letters, digits, ``-``, ``_``.
    title
        What it shows.
    words
        Its numbers, for who cannot see it.
    figure
        The drawing.
    """

    name: str
    title: str
    words: str
    figure: Figure = field(repr=False)
    kind = "chart"


@dataclass(frozen=True)
class Folded:
    """A long text behind its title, folded until somebody asks for it.

    Attributes
    ----------
    name
        What a link to it ends in; as of `Chart`.
    title, text
        What is seen at first, and a sentence below it.
    lines
        The long text.
    """

    name: str
    title: str
    text: str
    lines: Sequence[str]
    kind = "folded"


Part = Text | Code | Items | Table | Chart | Folded


@dataclass(frozen=True)
class Section:
    """A part of a report with a heading.

    Attributes
    ----------
    name
        What a link to it ends in; as of `Chart`.
    title
        The heading.
    parts
        From top to bottom.
    """

    name: str
    title: str
    parts: Sequence[Part]


@dataclass(frozen=True)
class Answer:
    """A question that everybody asks first, with its answer."""

    question: str
    items: Sequence[Item]


@dataclass(frozen=True)
class Document:
    """A whole report.

    Attributes
    ----------
    title
        What was played.
    answers
        What the first screen says.
    sections
        The rest.
    version
        Fathom's.
    """

    title: str
    answers: Sequence[Answer]
    sections: Sequence[Section]
    version: str
