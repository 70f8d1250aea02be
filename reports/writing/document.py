"""Documents as data: the parts of a report in order, independent of its format."""

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
    #: The number of steps by which the line is indented.
    depth: int = 0
    #: True for a line of a drawing, which has a monospaced font and is never wrapped.
    drawn: bool = False


@dataclass(frozen=True)
class Chapter:
    """A part of a `Folded` text, which readers can open on its own."""

    #: The title, which is visible while the chapter is closed.
    title: str
    #: A sentence or two, also visible while the chapter is closed.
    text: str
    lines: Sequence[Line]

    @property
    def blocks(self) -> list[tuple[bool, list[Line]]]:
        """The lines in groups of drawn lines and other lines; True for groups of drawn lines.

        Drawings are returned without common indentation.
        """
        return [
            (drawn, _remove_indent(list(lines)) if drawn else list(lines))
            for drawn, lines in groupby(self.lines, lambda line: line.drawn)
        ]


def _remove_indent(lines: Sequence[Line]) -> list[Line]:
    """Return lines without the leading spaces that all of them have."""
    texts = dedent("\n".join(line.text for line in lines)).split("\n")
    return [replace(line, text=text) for line, text in zip(lines, texts, strict=True)]


@dataclass(frozen=True)
class Folded:
    """A long text that is hidden behind its title until a reader opens it."""

    #: The anchor for links, unique within the document.
    name: str
    title: str
    #: A sentence or two that are visible while the text is closed.
    text: str
    chapters: Sequence[Chapter]
    #: The most important sentences, which come before the chapters.
    points: Sequence[str] = ()
    kind = "folded"


@dataclass(frozen=True)
class Scale:
    """The scale on which the intervals of a column are drawn."""

    #: The value at the left end.
    low: float
    #: The value at the right end.
    high: float
    #: The value of the line with which intervals are compared, such as the fair share.
    aim: float
    #: The label at the left end.
    low_text: str
    #: The label at the right end.
    high_text: str

    def place(self, value: float) -> float:
        """Return the position of a value, from 0 at `low` to 1 at `high`.

        Values below `low` have position 0, and values above `high` have position 1.
        """
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))


@dataclass(frozen=True)
class Curve:
    """A distribution, drawn as a small histogram in one line."""

    title: str
    #: A description for readers who cannot see the picture.
    words: str
    #: The height of each bar.
    heights: Sequence[float]
    #: True for each bar that belongs to the range which the description calls usual.
    usual: Sequence[bool]
    #: The label at the left end.
    begin: str
    #: The label at the right end.
    end: str
    kind = "curve"


#: The result of a check, shown as a colour and in `MARK_WORDS`; empty for no check.
Mark = Literal["", "fine", "look", "wrong"]
#: The sign of the difference between a value and the value it is compared with, shown as a colour.
Tone = Literal["", "more", "less"]
#: The texts for marks. They are about checks of figures, and do not judge the game.
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
    #: ``"lead"`` for a finding, ``"note"`` for small print, empty for normal text.
    look: Literal["", "lead", "note"] = ""
    kind = "text"


@dataclass(frozen=True)
class Code:
    """A command or a file that readers can copy."""

    text: str
    kind = "code"


@dataclass(frozen=True)
class Item:
    """An item of a list: a text, possibly with a name and a mark."""

    #: The text; empty for an item of an answer that only the first page on a terminal has.
    text: str
    #: The subject, written before the text; may be empty.
    name: str = ""
    mark: Mark = ""
    #: Further texts, written below the item.
    more: Sequence[str] = ()
    #: True if the text is emphasised.
    main: bool = False
    #: A shorter text for the first page on a terminal. Empty for the full text; None to leave out
    #: the item there.
    brief: str | None = ""

    @property
    def mark_words(self) -> str:
        """The text for the mark; empty if the item has no mark."""
        return MARK_WORDS[self.mark]


@dataclass(frozen=True)
class Step:
    """A command that readers may want to run next."""

    #: The purpose of the command, as a short imperative such as "Change who starts".
    purpose: str
    command: str
    #: The estimated number of seconds that the command takes on this machine, shown on the
    #: terminal only; None if it is not estimated.
    seconds: float | None = None
    #: True if the command writes a report. Reports leave it out, because they are written already.
    writes_report: bool = False


@dataclass(frozen=True)
class Steps:
    """A list of commands that readers may want to run next."""

    steps: Sequence[Step]
    kind = "steps"


@dataclass(frozen=True)
class Items:
    """A list of items."""

    items: Sequence[Item]
    kind = "items"


@dataclass(frozen=True)
class Heading:
    """The heading of a column, and how the column is shown."""

    title: str
    #: True if the column is aligned to the right, as numbers are.
    numeric: bool = True
    #: A shorter title for narrow terminals; empty for the title itself.
    short: str = ""
    #: True if the column is left out where there is not enough room for all columns.
    spare: bool = False
    #: The scale of a column whose cells are drawings of intervals; None for a column of text. Where
    #: nothing can be drawn the column is left out, because other columns have the same numbers.
    scale: Scale | None = None


@dataclass(frozen=True)
class Cell:
    """A cell of a table."""

    text: str
    #: The number by which rows are sorted; None to sort by the text.
    value: float | None = None
    #: A shorter text for narrow terminals; empty for the text itself.
    short: str = ""
    #: True if the text is shown as code.
    code: bool = False
    mark: Mark = ""
    tone: Tone = ""
    #: True for bold text.
    strong: bool = False
    #: A second line of the cell; may be empty.
    below: str = ""
    #: The interval that is drawn in the cell; None in columns without a scale, or for no drawing.
    span: Estimate | None = None


@dataclass(frozen=True)
class Table:
    """A table. On a page, readers can sort its rows."""

    caption: str
    columns: Sequence[Heading]
    #: The cells of each row, in the order of the columns.
    rows: Sequence[Sequence[Cell]]
    #: True if the sentences above the table explain it, so that the first page on a terminal leaves
    #: out the caption.
    is_explained: bool = False
    #: False if the sentence above the table explains the columns, so that they need no headings.
    has_headings: bool = True
    kind = "table"

    def with_columns(self, places: Sequence[int]) -> Table:
        """Return a table with the columns at the given indices, in the order of the indices.

        Raises
        ------
        IndexError
            If the table has no column at an index.
        """
        rows = []
        for row in self.rows:
            rows.append([row[place] for place in places])
        columns = [self.columns[place] for place in places]
        return replace(self, columns=columns, rows=rows)

    def undrawn(self) -> Table:
        """Return the table without columns that are drawings of intervals."""
        return self.with_columns(
            [place for place, column in enumerate(self.columns) if column.scale is None]
        )


def shortened_table(
    headings: Sequence[Heading], rows: Sequence[Sequence[Cell]], most: int
) -> Table:
    """Return a table of the first `most` rows; if there are more, a last row says how many."""
    left_out = len(rows) - most
    if left_out <= 0:
        return Table("", headings, rows)
    empty = [Cell("") for _ in headings[1:]]
    return Table("", headings, [*rows[:most], [Cell(f"and {left_out} more"), *empty]])


@dataclass(frozen=True)
class Chart:
    """A chart and a description of it."""

    #: The name of its files, unique within the document: letters, digits, ``-`` and ``_``.
    name: str
    title: str
    #: The question that the chart answers.
    question: str
    #: A description for readers who cannot see the chart.
    words: str
    #: Returns the drawing, 8 inches wide. With the argument ``narrow=True`` it is drawn for a
    #: telephone. With ``headed=False`` it has no title, no question and no line on the games.
    draw: Callable[..., Drawing] = field(repr=False)
    #: The name of the section that shows the chart; empty for the section of charts.
    section: str = ""
    kind = "chart"

    @property
    def in_words(self) -> str:
        """The title and the description, which replace the chart where nothing can be drawn."""
        return f"{self.title.removesuffix('.')}. {self.words}"


Part = Paragraph | Code | Steps | Items | Table | Curve | Chart | Folded


@dataclass(frozen=True)
class Section:
    """A section of a document with a heading."""

    #: The anchor for links, unique within the document.
    name: str
    title: str
    parts: Sequence[Part]


@dataclass(frozen=True)
class Answer:
    """A main question of an analysis with its answer, for the first page."""

    question: str
    #: The sentences of the answer.
    items: Sequence[Item]
    #: Further parts of the answer, such as a table.
    parts: Sequence[Part] = ()
    #: True if the first page on a terminal leaves out the answer.
    is_secondary: bool = False
    #: True if the answer follows the title directly, so that the terminal leaves out the question.
    is_opening: bool = False
    #: The question in one word, as in "Fair?", which the terminal writes before the first line.
    short: str = ""
    #: The parts for the first page on a terminal; None for `parts`.
    brief_parts: Sequence[Part] | None = None

    @property
    def full_items(self) -> list[Item]:
        """The items of the whole report, without those for the first page on a terminal alone."""
        return [item for item in self.items if item.text]

    @property
    def first_page(self) -> Sequence[Part]:
        """The parts for the first page on a terminal."""
        return self.parts if self.brief_parts is None else self.brief_parts


@dataclass(frozen=True)
class Findings:
    """The parts of a report that are specific to an analysis.

    `reports.page.compose` adds the parts that all reports have.
    """

    title: str
    #: Sentences on the games that were played.
    played: Sequence[Item]
    answers: Sequence[Answer]
    #: Sentences on the verdicts on targets; empty if the study has no targets.
    targets: Sequence[Item]
    #: Sentences for the first page on the confidence of the results.
    certainty: Sequence[Item]
    sections: Sequence[Section]
    #: Sentences for the end of the report on the limits of the results.
    caveats: Sequence[str]
    #: The commands that readers may want to run next.
    next_steps: Sequence[Step] = ()


@dataclass(frozen=True)
class Cover:
    """The texts that users add above a report. Empty texts are left out."""

    #: The heading. If it is empty, the title of the document is the heading; otherwise that title
    #: is written below the heading.
    title: str = ""
    author: str = ""
    date: str = ""
    note: str = ""


@dataclass(frozen=True)
class Document:
    """A complete report."""

    title: str
    #: The answers of the first page.
    answers: Sequence[Answer]
    sections: Sequence[Section]
    #: The version of Fathom.
    version: str
    cover: Cover = Cover()

    @property
    def heading(self) -> str:
        """The heading of the whole document."""
        return self.cover.title or self.title

    @property
    def preface(self) -> Iterator[tuple[str, str]]:
        """Pairs of a kind and a text, for the texts between the heading and the first page.

        The kinds are "subtitle", "byline" and "remark". Empty texts are left out.
        """
        lines = {
            "subtitle": self.title if self.cover.title else "",
            "byline": ", ".join(filter(None, (self.cover.author, self.cover.date))),
            "remark": self.cover.note,
        }
        yield from ((name, text) for name, text in lines.items() if text)

    @property
    def full_answers(self) -> list[Answer]:
        """The answers of the whole report, without those for the first page on a terminal alone."""
        return [answer for answer in self.answers if answer.full_items or answer.parts]

    @property
    def parts(self) -> Iterator[Part]:
        """All parts of the answers and sections, in order."""
        for answer in self.answers:
            yield from answer.parts
        for section in self.sections:
            yield from section.parts


def columns(names: Sequence[str], words: Sequence[str]) -> list[Heading]:
    """Return the headings of columns: for text if the name is in `words`, else for numbers.

    Parameters
    ----------
    names
        The titles of the columns.
    words
        The titles of columns that are aligned to the left.
    """
    return [Heading(name, name not in words) for name in names]
