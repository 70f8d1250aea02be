"""A document on the terminal: its first page, or all of it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table as RichTable
from rich.text import Text as RichText

from reports.writing import document as doc
from simulate.errors import printable_text

if TYPE_CHECKING:
    from reports.figures.statistics import Estimate

#: How many characters a picture in a table's cell takes, and the most that a curve does.
WIDTH, WIDEST_CURVE = 21, 60
_LINE = "\N{BOX DRAWINGS LIGHT VERTICAL}"
_REACH = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"
_VALUE = "\N{BLACK SQUARE}"
#: From one eighth of a block to all of it.
_EIGHTHS = "".join(chr(0x2580 + eighths) for eighths in range(1, 9))
#: All characters that pictures are made of.
CHARACTERS = _LINE + _REACH + _VALUE + _EIGHTHS


class ReadableConsole(Console):
    """A console on which no text moves the cursor, changes colours or turns the direction.

    Colours come from styles, and what moves the cursor from segments that are marked as such; both
    are Rich's own and stay.
    """

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterator[Segment]:
        """Yield the segments of something that is printed, all their characters readable."""
        for segment in super().render(renderable, options):
            if segment.control:
                yield segment
            else:
                yield Segment(printable_text(segment.text), segment.style)


def stdout() -> Console:
    """Return a console for stdout that colours nothing by itself."""
    return ReadableConsole(highlight=False)


def draw_span(span: Estimate, scale: doc.Scale) -> str:
    """Draw an interval as a line with its value on it, and what it is compared with."""
    at = [round(scale.place(one) * (WIDTH - 1)) for one in (span.low, span.value, span.high)]
    drawn = [" "] * WIDTH
    drawn[round(scale.place(scale.aim) * (WIDTH - 1))] = _LINE
    drawn[at[0] : at[2] + 1] = _REACH * (at[2] + 1 - at[0])
    drawn[at[1]] = _VALUE
    return "".join(drawn)


def label_of(scale: doc.Scale) -> str:
    """Write the ends of a scale over its pictures."""
    room = WIDTH - len(scale.low_text)
    return f"{scale.low_text}{scale.high_text:>{room}}"


def draw_curve(curve: doc.Curve, room: int) -> list[tuple[str, bool]]:
    """Draw a curve in a line of characters, each with whether it is among the usual."""
    room = min(room, WIDEST_CURVE)
    together = -(-len(curve.heights) // room)
    begins = range(0, len(curve.heights), together)
    heights = [sum(curve.heights[begin : begin + together]) for begin in begins]
    usual = [any(curve.usual[begin : begin + together]) for begin in begins]
    wide, highest, blocks = max(1, room // len(heights)), max(heights), f" {_EIGHTHS}"
    drawn = [blocks[round(height / highest * len(_EIGHTHS))] * wide for height in heights]
    return list(zip(drawn, usual, strict=True))


#: No sentence is longer, for text in longer lines is hard to read.
_WIDEST = 100
#: Where there is little room, words in a table's cells wrap at no less than so many characters.
_NARROW = 20
#: Spaces that a line of a long text stands further in for each step of its depth.
_STEP = 2
_LOOKS: dict[doc.Mark, str] = {
    "": "",
    "fine": "bold green",
    "look": "bold yellow",
    "wrong": "bold red",
}
_TONES: dict[doc.Tone, str] = {"": "", "more": "yellow", "less": "cyan"}


def show(document: doc.Document, *, full: bool = False, console: Console | None = None) -> None:
    """Print a document on stdout."""
    console = console or stdout()
    _say(console, document.heading, "bold")
    for _, text in document.preface:
        _say(console, text, "", 2)
    if not full:
        _first_page(console, document.answers)
        return
    for answer in document.answers:
        console.print()
        console.print(RichText(answer.question, "bold"))
        _answer(console, answer.items)
        _parts(console, answer.parts)
    for section in document.sections:
        console.print()
        console.print(RichText(section.title.upper(), "bold"))
        _parts(console, section.parts)


def say(text: str) -> None:
    """Print a paragraph on stdout, wrapped."""
    _say(stdout(), text)


def _first_page(console: Console, answers: Sequence[doc.Answer]) -> None:
    for answer in answers:
        if answer.is_secondary:
            continue
        if not answer.is_opening and not answer.short:
            console.print()
            console.print(RichText(answer.question, "bold"))
        brief = [
            replace(item, text=item.brief or item.text)
            for item in answer.items
            if item.brief is not None
        ]
        _answer(console, brief, answer.short)
        for part in answer.parts:
            if isinstance(part, doc.Table) and part.is_explained:
                _table(console, replace(part, caption=""))
                continue
            if not isinstance(part, doc.Curve):
                console.print()
            _part(console, part)
    if left := [answer.question for answer in answers if answer.is_secondary]:
        _say(console, f"--full adds: {' '.join(left)}", "", 2)


def _answer(console: Console, items: Sequence[doc.Item], short: str = "") -> None:
    """Print the lines of an answer, the first behind a word that is the question."""
    for item in items:
        word = item.name if item.name or item.mark == "fine" else item.mark_words
        lead = f"{word.upper() if item.mark else word}: " if word else ""
        look = _LOOKS[item.mark] or ("bold" if item.main or short else "")
        _say(console, f"{short} {lead}{item.text}".lstrip(), look, 0 if short else 2, 4)
        short = ""


def _say(
    console: Console, text: str, look: str = "", indent: int = 0, further: int | None = None
) -> None:
    """Print a paragraph, wrapped; later lines stand two further in if it is indented."""
    deeper = " " * ((indent + 2 if indent else 0) if further is None else further)
    room, first = min(console.width, _WIDEST), " " * indent
    for line in textwrap.wrap(
        text, room, initial_indent=first, subsequent_indent=deeper, break_on_hyphens=False
    ):
        console.print(RichText(line, look), soft_wrap=True)


def _parts(console: Console, parts: Sequence[doc.Part]) -> None:
    for part in parts:
        console.print()
        _part(console, part)


def _part(console: Console, part: doc.Part) -> None:
    if isinstance(part, doc.Paragraph):
        _say(console, part.text, {"lead": "bold", "note": "dim", "": ""}[part.look])
    elif isinstance(part, doc.Code):
        console.print(RichText(part.text), soft_wrap=True)
    elif isinstance(part, doc.Items):
        for item in part.items:
            _item(console, item)
    elif isinstance(part, doc.Table):
        _table(console, part)
    elif isinstance(part, doc.Curve):
        _curve(console, part)
    elif isinstance(part, doc.Chart):
        _say(console, f"{part.question} In words: {part.in_words}", "dim")
    else:
        _folded(console, part)


def _item(console: Console, item: doc.Item) -> None:
    mark = f"{item.mark_words.upper()}: " if item.mark else ""
    name = f"{item.name}: " if item.name else ""
    _say(console, f"{mark}{name}{item.text}", _LOOKS[item.mark], 2)
    for line in item.more:
        _say(console, line, "", 4)


def _folded(console: Console, part: doc.Folded) -> None:
    if part.title:
        console.print(RichText(part.title, "bold"))
    _say(console, part.text)
    for point in part.points:
        _say(console, point, "", 2)
    for chapter in part.chapters:
        console.print()
        console.print(RichText(chapter.title.upper(), "bold"), soft_wrap=True)
        _say(console, chapter.text, "bold")
        for line in chapter.lines:
            indent = _STEP * line.depth
            if line.drawn:
                console.print(RichText(" " * indent + line.text), soft_wrap=True)
            else:
                _say(console, line.text, "", indent, indent + 2 * _STEP)


def _can_draw(console: Console) -> bool:
    try:
        return bool(CHARACTERS.encode(console.encoding))
    except (UnicodeEncodeError, LookupError):
        return False


def _curve(console: Console, curve: doc.Curve) -> None:
    if not _can_draw(console):
        _say(console, f"{curve.title}: {curve.words}", "dim")
        return
    line = RichText(f"  {curve.begin} ", "dim")
    for drawn, usual in draw_curve(curve, console.width - len(curve.begin) - len(curve.end) - 5):
        line.append(drawn, "" if usual else "dim")
    line.append(f" {curve.end}", "dim")
    console.print(line, soft_wrap=True)


def _table(console: Console, table: doc.Table) -> None:
    if table.caption:
        _say(console, table.caption, "bold")
    for fitting in fitted(table if _can_draw(console) else table.undrawn(), console):
        console.print(fitting)


def fitted(table: doc.Table, console: Console) -> list[RichTable]:
    """Lay a table out: without spare columns, then with shorter texts, then split, as need be."""
    smaller = [table, *_without_spare(table)]
    for candidate in (*smaller, _shortened(smaller[-1], headings=False)):
        if _least_width(candidate, console) <= console.width:
            return [_rich(candidate)]
    return [_rich(part) for part in _split(_shortened(smaller[-1], headings=True), console)]


def _without_spare(table: doc.Table) -> Iterator[doc.Table]:
    kept = list(range(len(table.columns)))
    for place in reversed(range(len(table.columns))):
        if table.columns[place].spare:
            kept.remove(place)
            yield table.with_columns(kept)


def _shortened(table: doc.Table, *, headings: bool) -> doc.Table:
    rows = [[replace(cell, text=cell.short or cell.text) for cell in row] for row in table.rows]
    columns = table.columns
    if headings:
        columns = [replace(column, title=column.short or column.title) for column in columns]
    return replace(table, columns=columns, rows=rows)


def _split(table: doc.Table, console: Console) -> Iterator[doc.Table]:
    """Split a table into several with the same first column, each as wide as fits."""
    kept = [0]
    for place in range(1, len(table.columns)):
        wider = table.with_columns([*kept, place])
        if len(kept) > 1 and _least_width(wider, console) > console.width:
            yield table.with_columns(kept)
            kept = [0]
        kept.append(place)
    yield table.with_columns(kept)


def _least_width(table: doc.Table, console: Console) -> int:
    """Return how wide a table is at least, words wrapped as far as they may be."""
    narrow = [
        [
            cell
            if column.numeric or column.scale
            else replace(cell, text=cell.text[:_NARROW], below=cell.below[:_NARROW])
            for cell, column in zip(row, table.columns, strict=True)
        ]
        for row in table.rows
    ]
    unlimited = console.options.update(max_width=10_000)
    return Measurement.get(console, unlimited, _rich(replace(table, rows=narrow))).maximum


def _rich(table: doc.Table) -> RichTable:
    found = RichTable(box=None, pad_edge=False)
    for place, column in enumerate(table.columns):
        longest = max((len(row[place].text) for row in table.rows), default=0)
        whole = column.numeric or column.scale is not None
        found.add_column(
            RichText(label_of(column.scale) if column.scale else column.title),
            justify="right" if column.numeric else "left",
            no_wrap=whole,
            overflow="fold",
            min_width=None if whole else min(_NARROW, longest),
        )
    for row in table.rows:
        found.add_row(*map(_cell, row, table.columns))
    return found


def _cell(cell: doc.Cell, column: doc.Heading) -> RichText:
    look = _LOOKS[cell.mark] or _TONES[cell.tone] or ("bold" if cell.strong else "")
    if column.scale:
        return RichText(draw_span(cell.span, column.scale) if cell.span else "", look)
    text = RichText(cell.text, look)
    if cell.below:
        text.append(f"\n{cell.below}", "dim")
    return text
