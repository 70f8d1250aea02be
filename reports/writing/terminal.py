"""Print documents on a terminal: the first page, or the whole document."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table as RichTable
from rich.text import Text as RichText

from reports.writing import document as doc
from reports.writing.workload import write_brief_time
from simulate.errors import printable_text

if TYPE_CHECKING:
    from reports.figures.statistics import Estimate

#: The width in characters of an interval that is drawn in a cell.
WIDTH = 21
#: The maximum width of a curve in characters.
WIDEST_CURVE = 60
# The characters for the aim of a scale, for an interval, and for its value.
_LINE = "\N{BOX DRAWINGS LIGHT VERTICAL}"
_REACH = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"
_VALUE = "\N{BLACK SQUARE}"
_DOT = "\N{MIDDLE DOT}"
#: The block characters from one eighth of the height of a line to its full height.
_EIGHTHS = "".join(chr(0x2580 + eighths) for eighths in range(1, 9))
#: A space at which a line does not break.
_NO_BREAK = "\N{NO-BREAK SPACE}"
#: Scores by seat, such as "3 : 0 : out".
_SCORES = re.compile(r"\S+(?: : \S+)+")
#: The maximum length of scores that stay in one line.
_LONGEST_SCORES = 40
#: All characters that drawings consist of.
CHARACTERS = _LINE + _REACH + _VALUE + _EIGHTHS


class ReadableConsole(Console):
    """A console that prints texts without unprintable characters.

    So names from files cannot move the cursor, or change colours or the direction of writing. The
    styles and control codes of the library Rich still work.
    """

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterator[Segment]:
        """Yield the segments of an object that is printed, without unprintable characters."""
        for segment in super().render(renderable, options):
            if segment.control:
                yield segment
            else:
                yield Segment(printable_text(segment.text), segment.style)


def stdout() -> Console:
    """Return a console for stdout that does not highlight numbers or strings."""
    return ReadableConsole(highlight=False)


def draw_span(span: Estimate, scale: doc.Scale) -> str:
    """Return a line of `WIDTH` characters that shows an interval, its value and the scale's aim."""
    low, middle, high = (
        round(scale.place(value) * (WIDTH - 1)) for value in (span.low, span.value, span.high)
    )
    drawn = [" "] * WIDTH
    drawn[round(scale.place(scale.aim) * (WIDTH - 1))] = _LINE
    drawn[low : high + 1] = _REACH * (high + 1 - low)
    drawn[middle] = _VALUE
    return "".join(drawn)


def label_of(scale: doc.Scale) -> str:
    """Return the heading of a column of drawn intervals: the labels of the ends of the scale."""
    room = WIDTH - len(scale.low_text)
    return f"{scale.low_text}{scale.high_text:>{room}}"


def draw_curve(curve: doc.Curve, room: int) -> list[tuple[str, bool]]:
    """Return a drawing of a curve in one line.

    Parameters
    ----------
    curve
        The curve.
    room
        The maximum number of characters, at least 1.

    Returns
    -------
    list of (str, bool)
        The parts of the line from left to right. Each has True if it lies in the usual range of
        values, at least partly. Other parts are printed dim.
    """
    room = min(room, WIDEST_CURVE)
    together = -(-len(curve.heights) // room)
    begins = range(0, len(curve.heights), together)
    heights = [sum(curve.heights[begin : begin + together]) for begin in begins]
    usual = [any(curve.usual[begin : begin + together]) for begin in begins]
    wide = max(1, room // len(heights))
    highest = max(heights)
    blocks = f" {_EIGHTHS}"
    drawn = [blocks[round(height / highest * len(_EIGHTHS))] * wide for height in heights]
    return list(zip(drawn, usual, strict=True))


#: The maximum width of a paragraph in characters, because longer lines are hard to read.
_WIDEST = 100
#: The minimum width in characters to which texts in cells are wrapped.
_NARROW = 20
#: The number of spaces by which a line is indented per step of its depth.
_STEP = 2
#: The separator between the words of a sentence and a command at its end.
_COMMAND = ": fathom "
#: A word of a command, with its quotes.
_WORD = re.compile(r"(?:[^\s'\"]|'[^']*'|\"[^\"]*\")+")
#: The style of Rich for each mark.
_LOOKS: dict[doc.Mark, str] = {
    "": "",
    "fine": "bold green",
    "look": "bold yellow",
    "wrong": "bold red",
}
#: The style of Rich for each tone.
_TONES: dict[doc.Tone, str] = {"": "", "more": "yellow", "less": "cyan"}


def show(document: doc.Document, *, full: bool = False, console: Console | None = None) -> None:
    """Print a document.

    Parameters
    ----------
    document
        The document.
    full
        True to print the whole document; False to print its first page.
    console
        The console; None for stdout.
    """
    console = console or stdout()
    if not full:
        _first_page(console, document)
        return
    _say(console, document.heading, "bold")
    for _, text in document.preface:
        _say(console, text, "", 2)
    for answer in document.full_answers:
        console.print()
        console.print(RichText(answer.question, "bold"))
        _answer(console, answer.full_items)
        _parts(console, answer.parts)
    for section in document.sections:
        console.print()
        console.print(RichText(section.title.upper(), "bold"))
        _parts(console, section.parts)


def say(text: str) -> None:
    """Print a paragraph on stdout, broken into lines that fit the terminal."""
    _say(stdout(), text)


#: The width of the column with the questions on the first page.
_LABEL = 8


def _first_page(console: Console, document: doc.Document) -> None:
    """Print the heading, and a short answer to each question."""
    opening = [answer for answer in document.answers if answer.is_opening]
    _print_heading(console, document, opening)
    is_apart = True  # A blank line is above and below each answer with a table.
    for answer in document.answers:
        if answer.is_secondary or answer.is_opening:
            continue
        tables = [part for part in answer.first_page if isinstance(part, doc.Table)]
        if tables or is_apart or not answer.short:
            console.print()
        is_apart = bool(tables)
        if answer.short:
            _labelled_answer(console, answer)
        else:
            _titled_answer(console, answer)


def _print_heading(console: Console, document: doc.Document, opening: Sequence[doc.Answer]) -> None:
    """Print the heading and the games played, in one line if there is room."""
    first, *later_items = [item for answer in opening for item in _brief(answer.items)] or [
        doc.Item("")
    ]
    in_one_line = f"{document.heading} {_DOT} {first.text}"
    if first.text and not first.mark and len(in_one_line) <= min(console.width, _WIDEST):
        _say(console, in_one_line, "bold")
    else:
        _say(console, document.heading, "bold")
        later_items = [first, *later_items]
    for _, text in document.preface:
        _say(console, text, "", 2)
    _answer(console, [item for item in later_items if item.text])


def _brief(items: Sequence[doc.Item]) -> list[doc.Item]:
    """Return the items of the first page, with their short texts."""
    return [replace(item, text=item.brief or item.text) for item in items if item.brief is not None]


def _labelled_answer(console: Console, answer: doc.Answer) -> None:
    """Print an answer beside its question in one word."""
    label = answer.short.upper()
    tables = [part for part in answer.first_page if isinstance(part, doc.Table)]
    first, *later_items = _brief(answer.items) or [doc.Item("")]
    if first.text:
        _say(console, f"{_padded(label)}{_with_lead(first)}", _look(first), 0, _LABEL)
        label = ""
    for table in tables:
        _table(console, replace(table, caption=""), _LABEL + _STEP)
    for item in later_items:
        _say(console, _with_lead(item), _look(item), _LABEL, _LABEL + _STEP)
    for part in answer.first_page:
        if isinstance(part, doc.Steps):
            _steps(console, part, label)
        elif not isinstance(part, doc.Table):
            _part(console, part)


def _padded(label: str) -> str:
    """Return a label followed by one or more spaces, so that the texts after all labels align."""
    return f"{label} ".ljust(_LABEL)


def _steps(console: Console, part: doc.Steps, label: str = "") -> None:
    """Print commands after their purposes; a long command has lines of its own below."""
    purposes = list(map(_with_time, part.steps))
    lengths = [
        len(purpose)
        for purpose, step in zip(purposes, part.steps, strict=True)
        if _LABEL + len(purpose) + 2 + len(step.command) <= console.width
    ]
    width = max(lengths, default=0)
    for words, step in zip(purposes, part.steps, strict=True):
        purpose = f"{_padded(label)}{words:<{width}}"
        label = ""
        line = f"{purpose}  {step.command}"
        if len(line) <= console.width:
            console.print(RichText(line), soft_wrap=True)
            continue
        console.print(RichText(purpose.rstrip()), soft_wrap=True)
        _print_command(console, step.command, _LABEL + _STEP)


def _with_time(step: doc.Step) -> str:
    """Return the purpose of a command, and the time that it takes if that is estimated."""
    if step.seconds is None:
        return step.purpose
    return f"{step.purpose} ({write_brief_time(step.seconds)})"


def _titled_answer(console: Console, answer: doc.Answer) -> None:
    """Print an answer below its question."""
    console.print(RichText(answer.question, "bold"))
    _answer(console, _brief(answer.items))
    for part in answer.first_page:
        if isinstance(part, doc.Table) and part.is_explained:
            _table(console, replace(part, caption=""))
            continue
        if not isinstance(part, doc.Curve):
            console.print()
        _part(console, part)


def _answer(console: Console, items: Sequence[doc.Item]) -> None:
    """Print the sentences of an answer."""
    for item in items:
        _say(console, _with_lead(item), _look(item), 2, 4)


def _with_lead(item: doc.Item) -> str:
    """Return the text of an item after its name or the words for its mark."""
    word = item.name if item.name or item.mark == "fine" else item.mark_words
    lead = f"{word.upper() if item.mark else word}: " if word else ""
    return f"{lead}{item.text}"


def _look(item: doc.Item) -> str:
    """Return the name of Rich's style for an item; empty for the normal style."""
    return _LOOKS[item.mark] or ("bold" if item.main else "")


def _say(
    console: Console, text: str, look: str = "", indent: int = 0, further: int | None = None
) -> None:
    """Print a paragraph, broken into lines that fit the console.

    A command at its end is never broken, so that it can be copied.

    Parameters
    ----------
    console
        The console.
    text
        The paragraph.
    look
        The style of Rich; empty for none.
    indent
        The number of spaces before the first line.
    further
        The number of spaces before later lines. None for 2 more than `indent` if the first line is
        indented, else 0.
    """
    deeper = " " * ((indent + 2 if indent else 0) if further is None else further)
    room = min(console.width, _WIDEST)
    first = " " * indent
    command = ""
    if len(first) + len(text) > room and _COMMAND in text:
        text, _, command = text.rpartition(_COMMAND)
        text = f"{text}:"
    for line in textwrap.wrap(
        _keep_scores_together(text),
        room,
        initial_indent=first,
        subsequent_indent=deeper,
        break_on_hyphens=False,
    ):
        console.print(RichText(line.replace(_NO_BREAK, " "), look), soft_wrap=True)
    if command:
        _print_command(console, f"fathom {command}", len(deeper), look)


def _keep_scores_together(text: str) -> str:
    """Return a text in which lines do not break within short scores such as "3 : 0 : 4".

    The spaces there are replaced by `_NO_BREAK`. Long scores can break after a colon.
    """

    def join(scores: re.Match[str]) -> str:
        if len(scores[0]) <= _LONGEST_SCORES:
            return scores[0].replace(" ", _NO_BREAK)
        return scores[0].replace(" :", f"{_NO_BREAK}:")

    return _SCORES.sub(join, text)


def _print_command(console: Console, command: str, indent: int, look: str = "") -> None:
    """Print a command in lines of its own, which can be pasted into a shell together."""
    for line in break_command(command, console.width, indent):
        console.print(RichText(line, look), soft_wrap=True)


def break_command(command: str, width: int, indent: int) -> list[str]:
    r"""Return a command as lines of at most `width` characters, all but the last ending in "\\".

    It is broken between its words, and not between an option and its value. Later lines are
    indented by two more spaces than the first. A word that is too long has a line of its own.
    """
    line = " " * indent
    lines = []
    for words in _words_kept_together(command):
        # Two characters are left for the space and the backslash.
        if line.strip() and len(line) + len(words) + 3 > width:
            lines.append(f"{line} \\")
            line = " " * (indent + _STEP)
        line += f" {words}" if line.strip() else words
    return [*lines, line]


def _words_kept_together(command: str) -> list[str]:
    """Return the words of a command; an option and its value are one string."""
    together: list[str] = []
    for word in _WORD.findall(command):
        is_option = bool(together) and together[-1].startswith("-") and " " not in together[-1]
        if is_option and not word.startswith("-"):
            together[-1] += f" {word}"
        else:
            together.append(word)
    return together


def _parts(console: Console, parts: Sequence[doc.Part]) -> None:
    """Print parts of a document, with an empty line before each."""
    for part in parts:
        console.print()
        _part(console, part)


def _part(console: Console, part: doc.Part) -> None:
    """Print a part of a document. Charts are replaced by their descriptions."""
    if isinstance(part, doc.Paragraph):
        _say(console, part.text, {"lead": "bold", "note": "dim", "": ""}[part.look])
    elif isinstance(part, doc.Code):
        console.print(RichText(part.text), soft_wrap=True)
    elif isinstance(part, doc.Steps):
        _steps(console, part)
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
    """Print an item of a list with its mark, its name and its further texts."""
    mark = f"{item.mark_words.upper()}: " if item.mark else ""
    name = f"{item.name}: " if item.name else ""
    _say(console, f"{mark}{name}{item.text}", _LOOKS[item.mark], 2)
    for line in item.more:
        _say(console, line, "", 4)


def _folded(console: Console, part: doc.Folded) -> None:
    """Print a long text with all its chapters."""
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
    """Return True if the console's encoding has all characters of drawings."""
    try:
        return bool(CHARACTERS.encode(console.encoding))
    except (UnicodeEncodeError, LookupError):
        return False


def _curve(console: Console, curve: doc.Curve) -> None:
    """Print a curve, or its description if the console cannot draw."""
    if not _can_draw(console):
        _say(console, f"{curve.title}: {curve.words}", "dim")
        return
    line = RichText(f"  {curve.begin} ", "dim")
    for drawn, usual in draw_curve(curve, console.width - len(curve.begin) - len(curve.end) - 5):
        line.append(drawn, "" if usual else "dim")
    line.append(f" {curve.end}", "dim")
    console.print(line, soft_wrap=True)


def _table(console: Console, table: doc.Table, indent: int = 0) -> None:
    if table.caption:
        _say(console, table.caption, "bold")
    fitting_tables = fitted(
        table if _can_draw(console) else table.undrawn(), console, console.width - indent
    )
    for fitting in fitting_tables:
        console.print(Padding(fitting, (0, 0, 0, indent), expand=False))


def fitted(table: doc.Table, console: Console, room: int) -> list[RichTable]:
    """Return a table in parts that are at most `room` characters wide.

    If the table is too wide, spare columns are left out. If it is still too wide, texts are
    shortened. If that is not enough, the table is split into parts.
    """
    smaller = [table, *_without_spare(table)]
    for candidate in (*smaller, _shortened(smaller[-1], headings=False)):
        if _least_width(candidate, console) <= room:
            return [_rich(candidate)]
    return [_rich(part) for part in _split(_shortened(smaller[-1], headings=True), console, room)]


def _without_spare(table: doc.Table) -> Iterator[doc.Table]:
    """Yield the table without its last spare column, then without its last two, and so on."""
    places = list(range(len(table.columns)))
    for place in reversed(range(len(table.columns))):
        if table.columns[place].spare:
            places.remove(place)
            yield table.with_columns(places)


def _shortened(table: doc.Table, *, headings: bool) -> doc.Table:
    """Return a table with the short texts of its cells, and of its headings if `headings`."""

    def shorten(cell: doc.Cell) -> doc.Cell:
        return replace(cell, text=cell.short or cell.text)

    rows = [list(map(shorten, row)) for row in table.rows]
    columns = table.columns
    if headings:
        columns = [replace(column, title=column.short or column.title) for column in columns]
    return replace(table, columns=columns, rows=rows)


def _split(table: doc.Table, console: Console, room: int) -> Iterator[doc.Table]:
    """Yield tables that fit, each with the table's first column and some of its other columns."""
    places = [0]
    for place in range(1, len(table.columns)):
        wider = table.with_columns([*places, place])
        if len(places) > 1 and _least_width(wider, console) > room:
            yield table.with_columns(places)
            places = [0]
        places.append(place)
    yield table.with_columns(places)


def _least_width(table: doc.Table, console: Console) -> int:
    """Return the minimum width of a table in characters, with texts wrapped to `_NARROW`."""

    def shorten(cell: doc.Cell, column: doc.Heading) -> doc.Cell:
        if column.numeric or column.scale:
            return cell
        return replace(cell, text=cell.text[:_NARROW], below=cell.below[:_NARROW])

    narrow = [list(map(shorten, row, table.columns)) for row in table.rows]
    unlimited = console.options.update(max_width=10_000)
    return Measurement.get(console, unlimited, _rich(replace(table, rows=narrow))).maximum


def _rich(table: doc.Table) -> RichTable:
    grid = RichTable(box=None, pad_edge=False, show_header=table.has_headings)
    for place, column in enumerate(table.columns):
        longest = max((len(row[place].text) for row in table.rows), default=0)
        is_unwrapped = column.numeric or column.scale is not None or not table.has_headings
        grid.add_column(
            RichText(label_of(column.scale) if column.scale else column.title),
            justify="right" if column.numeric else "left",
            no_wrap=is_unwrapped,
            overflow="fold",
            min_width=None if is_unwrapped else min(_NARROW, longest),
        )
    for row in table.rows:
        grid.add_row(*map(_cell, row, table.columns))
    return grid


def _cell(cell: doc.Cell, column: doc.Heading) -> RichText:
    """Return the text or the drawing of a cell with its style."""
    look = _LOOKS[cell.mark] or _TONES[cell.tone] or ("bold" if cell.strong else "")
    if column.scale:
        return RichText(draw_span(cell.span, column.scale) if cell.span else "", look)
    text = RichText(cell.text, look)
    if cell.below:
        text.append(f"\n{cell.below}", "dim")
    return text
