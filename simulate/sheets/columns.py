"""The kinds of columns in a table of cards, and the values of their cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from simulate.sheets.cells import SheetCell, letters
from simulate.sheets.copies_headings import is_counter
from simulate.sheets.headings import normal_heading
from simulate.sheets.lists import (
    MOST_COUNTED,
    count_words,
    counted_mark,
    list_mark,
    repeats_words,
    split_list,
)
from simulate.sheets.numbers import (
    NumberStyle,
    example_of_list,
    is_nothing,
    parse_number,
    split_unit,
)
from simulate.sheets.yes_and_no import are_yes_and_no

#: The maximum number of bytes of a word or a name.
LONGEST_WORD = 64
#: The maximum absolute value of a number in a table. Larger numbers are usually typing errors.
MOST = 1_000_000
#: The maximum number of different words of a column.
_MOST_WORDS = 1_000
#: Texts that may mean yes or no, but may mean something else. A column that has no others is read
#: as words.
LIKE_YES_AND_NO = {*("y", "n", "j", "o", "s", "t", "f", "x", "si", "da")}
#: Matches a number of copies such as ``x3`` or ``3x``.
_TIMES = re.compile(r"[x\u00d7\uff58]\s*(\d+)|(\d+)\s*[x\u00d7\uff58]", re.IGNORECASE)
#: Matches a number with a word or sign after it, such as ``3枚`` and ``3 pcs.``.
_WITH_COUNTER = re.compile(r"(\d{1,6})\s*([^\W\d_]+)\.?")
#: Matches a date that a spreadsheet program shows for a number, such as ``2. Mai`` for 2.5.
_DATE = re.compile(
    r"\d{1,2}[.\s-]*[^\W\d_]{3,9}\.?(?:[\s-]+\d{2,4})?|[^\W\d_]{3,9}[.\s-]+\d{1,4}"
    r"|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}"
)
_MONTHS = (
    *("jan", "feb", "mar", "mär", "maa", "apr", "mai", "may", "mei", "jun", "jul", "aug", "sep"),
    *("okt", "oct", "nov", "dez", "dec", "ene", "abr", "ago", "dic", "fev", "fév", "avr", "jui"),
    *("aoû", "déc", "mrt"),
)


#: The maximum number of characters of a word that stands beside numbers in a column of words, such
#: as the J in a column of ranks.
_LONGEST_RANK = 5
#: Words in the headings of columns of dates.
_DATE_WORDS = frozenset({"date", "dates", "datum", "fecha", "data", "day", "updated"})


class Kind(StrEnum):
    """The kind of a column."""

    NAMES = "names"
    COPIES = "copies"
    WHOLE = "whole numbers"
    REAL = "numbers"
    FLAGS = "yes or no"
    WORDS = "words"
    SETS = "sets of words"
    COUNTS = "numbers of a word"


@dataclass(frozen=True)
class CardColumn:
    """A column of a table of cards that becomes a field of the rules."""

    #: The name in code.
    name: str
    heading: str
    #: The index of the column in the spreadsheet, from 0.
    index: int
    kind: Kind
    #: The words in a column of words or sets of words. A word is stored as its index in this list.
    words: tuple[str, ...] = ()
    #: The mark between the words of a cell, for sets of words.
    mark: str = ""
    #: True for sets of words if the number of each word in a cell is read too, as further columns.
    is_counted: bool = False


@dataclass(frozen=True)
class Unread:
    """A column that is left out, with the reason."""

    name: str
    heading: str
    index: int
    reason: str
    #: True if the designer should look at it, because some of its cells look wrong.
    is_doubtful: bool = False


@dataclass(frozen=True)
class ColumnPlace:
    """The place of a column in its file; messages use it to name cells."""

    #: The name that messages use for the file.
    label: str
    #: The name of the column in code.
    name: str
    heading: str
    #: The index of the column in the spreadsheet, from 0.
    index: int

    def cell(self, row: int) -> str:
        """Return the name of a cell, such as ``cards.csv: cell B5 (points)``, from its row."""
        return f"{self.label}: {self.short_cell(row)}"

    def short_cell(self, row: int) -> str:
        """Return the name of a cell without the file, such as ``cell B5 (points)``."""
        return f"cell {letters(self.index)}{row} ({self.name})"

    def read(self, kind: Kind, words: Sequence[str] = (), mark: str = "") -> CardColumn:
        """Return the column that is read as the given kind."""
        return CardColumn(self.name, self.heading, self.index, kind, tuple(words), mark)

    def unread(self, reason: str, *, is_doubtful: bool = False) -> Unread:
        """Return the column as left out, with a reason."""
        return Unread(self.name, self.heading, self.index, reason, is_doubtful)


#: A cell with the number of its row.
NumberedCell = tuple[int, SheetCell]


def choose_kind(
    place: ColumnPlace, cells: Sequence[NumberedCell], style: NumberStyle
) -> CardColumn | Unread:
    """Return a column with the kind that suits its cells, or an `Unread` if no kind does.

    Parameters
    ----------
    place
        The place of the column.
    cells
        All cells of the column, each with the number of its row.
    style
        How the numbers of the file are written.
    """
    filled = [(row, cell) for row, cell in cells if cell]
    if not filled:
        return place.unread("it is empty")
    texts = [cell.text for _, cell in filled]
    problem = _problem(place, filled)
    if problem:
        return place.unread(problem, is_doubtful=True)
    numbers = [(row, cell) for row, cell in filled if is_number(cell)]
    others = [
        (row, cell) for row, cell in filled if not is_number(cell) and not is_nothing(cell.text)
    ]
    if numbers and not others:
        return _numbers(place, numbers, style)
    dates = [(row, cell) for row, cell in others if is_date(cell)]
    if dates:
        return _dates(place, dates, is_mixed=len(dates) < len(filled))
    if numbers:
        return _mixed(place, numbers, others)
    return _words(place, texts, has_empty=len(filled) < len(cells))


def _problem(place: ColumnPlace, filled: Sequence[NumberedCell]) -> str:
    """Return a text that says why a column cannot be read; empty if it can be.

    It looks for problems of all kinds of columns: a formula without a value, and several numbers in
    one cell, which a spreadsheet program may have turned into a date.
    """
    for row, cell in filled:
        if cell.problem:
            return f"{place.short_cell(row)} is {cell.text!r}, {cell.problem}"
    example = example_of_list(cell.text for _, cell in filled)
    if example:
        for row, cell in filled:
            if is_date(cell) and (cell.date is not None or _has_letters(cell)):
                return f"{place.short_cell(row)} is the date {explain_date(cell)}"
        row = next(row for row, cell in filled if cell.text == example)
        return (
            f"{place.short_cell(row)} is {example!r}, which is not one number; give each number a "
            "column of its own"
        )
    return ""


def _words(place: ColumnPlace, texts: Sequence[str], *, has_empty: bool) -> CardColumn | Unread:
    """Return a column whose cells are texts: yes or no, words, sets of words, or texts for people.

    Parameters
    ----------
    place
        The place of the column.
    texts
        The cells that are not empty.
    has_empty
        True if other cells are empty.
    """
    if are_yes_and_no(texts, has_empty=has_empty):
        return place.read(Kind.FLAGS)
    if split_unit(list(texts))[1]:
        return place.read(Kind.WHOLE)
    column = _sets(place, texts)
    if column is not None:
        return column
    if any(len(text.encode()) > LONGEST_WORD or not text.isprintable() for text in texts):
        return place.unread("texts for people, too long or of several lines for a word of rules")
    words = merge_case(["", *texts] if has_empty else texts)
    if len(words) > _MOST_WORDS:
        return place.unread(f"more than {_MOST_WORDS:,} different texts")
    return place.read(Kind.WORDS, words)


def _sets(place: ColumnPlace, texts: Sequence[str]) -> CardColumn | None:
    """Return a column whose cells list words; None if they do not.

    Parameters
    ----------
    place
        The place of the column.
    texts
        The cells that are not empty.
    """
    mark = counted_mark(texts)
    if mark is not None:
        words = merge_case(word for text in texts for word in count_words(text, mark))
        return replace(place.read(Kind.SETS, words, mark), is_counted=True)
    mark = list_mark(texts)
    if not mark:
        return None
    words = merge_case(word for text in texts for word in split_list(text, mark))
    are_repeated = any(repeats_words(text, mark) for text in texts)
    return replace(
        place.read(Kind.SETS, words, mark),
        is_counted=are_repeated and len(words) <= MOST_COUNTED,
    )


def _numbers(
    place: ColumnPlace, numbers: Sequence[NumberedCell], style: NumberStyle
) -> CardColumn | Unread:
    """Return a column of numbers, or an `Unread` that names a number that is too large."""
    is_whole = True
    for row, cell in numbers:
        if abs(number_of(cell, style)) > MOST:
            return place.unread(
                f"{place.short_cell(row)} is {cell.text!r}; numbers may be at most {MOST:,}"
            )
        is_whole = is_whole and is_whole_number(cell, style)
    return place.read(Kind.WHOLE if is_whole else Kind.REAL)


def _dates(place: ColumnPlace, dates: Sequence[NumberedCell], *, is_mixed: bool) -> Unread:
    """Return the reason why a column with dates is left out.

    `is_mixed` is True if some cells of the column are not dates.
    """
    is_called_date = not _DATE_WORDS.isdisjoint(normal_heading(place.heading).split())
    if not is_mixed and (len(dates) > 2 or is_called_date):
        return place.unread(
            "dates; if they should be numbers, format the column as numbers and type them again"
        )
    row, cell = dates[0]
    return place.unread(
        f"{place.short_cell(row)} is the date {explain_date(cell)}", is_doubtful=True
    )


def _mixed(
    place: ColumnPlace, numbers: Sequence[NumberedCell], others: Sequence[NumberedCell]
) -> Unread:
    """Return the reason why a column with numbers and words is left out."""
    if len(numbers) >= len(others):
        row, cell = others[0]
        problem = f"{place.short_cell(row)} is {cell.text!r} in a column of numbers"
    else:
        row, cell = numbers[0]
        problem = f"{place.short_cell(row)} is the number {cell.text!r} in a column of words"
    if _may_be_words(numbers, others):
        examples = dict.fromkeys(cell.text for _, cell in (*others[:2], *numbers[:2]))
        listed = ", ".join([*map(repr, examples), "..."])
        remedy = (
            "correct it or, if all are words, list them in the game's file, as in "
            f"words={{{place.name!r}: ({listed})}}"
        )
    else:
        remedy = "write a number, or leave the cell empty, which is read as 0"
    return place.unread(f"{problem}; {remedy}", is_doubtful=True)


def _may_be_words(numbers: Sequence[NumberedCell], others: Sequence[NumberedCell]) -> bool:
    """Return True if the numbers of a column may be words too, as in ``10``, ``J``, ``Q``.

    The result is False for amounts such as ``3.5`` or ``$2``. It is also False if most cells are
    numbers and some other cell has a long text.
    """
    if not all(cell.text.isdecimal() for _, cell in numbers):
        return False
    are_short = all(len(cell.text) <= _LONGEST_RANK for _, cell in others)
    return are_short or len(numbers) < len(others)


def explain_date(cell: SheetCell) -> str:
    """Return a text with the date in a cell, such as "5 February 2026", and where it may come from.

    Spreadsheet programs turn numbers such as 5.2 into dates. The text says so, and how to undo it.
    """
    day = cell.date
    if day is None:
        return (
            f"{cell.text!r}; spreadsheet programs turn a number such as 2.5 into a date such as "
            "'2. Mai' or '5-Feb'; format the column as text or number, and type the number again"
        )
    shown = f"{day.day} {day:%B %Y}"
    return (
        f"{shown}; spreadsheet programs turn a number such as {day.day}.{day.month} or "
        f"{day.month}.{day.day} into a date; format the column as text or number, and type the "
        "number again"
    )


def merge_case(words: Iterable[str]) -> list[str]:
    """Return the words without repetitions; case is ignored, and the first spelling is kept."""
    first_uses: dict[str, str] = {}
    for word in words:
        first_uses.setdefault(word.casefold(), word)
    return list(first_uses.values())


def is_number(cell: SheetCell) -> bool:
    """Return True if a cell is a number."""
    return cell.number is not None or (cell.date is None and parse_number(cell.text) is not None)


def is_date(cell: SheetCell) -> bool:
    """Return True if a cell is a date, or a text that looks like one."""
    if cell.date is not None:
        return True
    if not _DATE.fullmatch(cell.text):
        return False
    month = re.search(r"[^\W\d_]+", cell.text)
    return month is None or month[0].casefold()[:3] in _MONTHS


def _has_letters(cell: SheetCell) -> bool:
    """Return True if a text has letters, such as the name of a month."""
    return any(mark.isalpha() for mark in cell.text)


def number_of(cell: SheetCell, style: NumberStyle) -> float:
    """Return the number in a cell.

    Raises
    ------
    ValueError
        If the cell is not a number.
    """
    if cell.number is not None:
        return cell.number
    [text], _ = split_unit([cell.text])
    number = parse_number(text)
    if number is None:
        raise ValueError
    return number.value(style.decimal)


def is_whole_number(cell: SheetCell, style: NumberStyle) -> bool:
    """Return True if a cell is a number that is written without decimals."""
    if cell.number is not None:
        return cell.number.is_integer()
    number = parse_number(cell.text)
    return number is not None and number.is_whole(style.decimal)


def times_of(text: str) -> int | None:
    """Return the number in a text such as ``x3``, ``3x`` or ``3枚``; None for other texts."""
    times = _TIMES.fullmatch(text)
    if times:
        return int(times[1] or times[2])
    counted = _WITH_COUNTER.fullmatch(text)
    return int(counted[1]) if counted and is_counter(counted[2]) else None


def copies_of(cell: SheetCell, style: NumberStyle) -> int | None:
    """Return the number of copies in a cell, such as ``3`` or ``x3``; None if it has none."""
    times = times_of(cell.text)
    if times is not None:
        return times
    if not is_number(cell):
        return None
    number = number_of(cell, style)
    return int(number) if number.is_integer() and 0 <= number <= MOST else None


def are_numbered(values: Sequence[int]) -> bool:
    """Return True if there are at least three numbers, and they are 1, 2, 3 and so on."""
    first = values[0] if values else 0
    return (
        len(values) > 2 and first in (0, 1) and list(values) == [*range(first, first + len(values))]
    )
