"""Sentences on a column that is read: what was assumed, and what the designer should check."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from simulate.sheets.columns import (
    LIKE_YES_AND_NO,
    CardColumn,
    ColumnPlace,
    Kind,
    NumberedCell,
    is_number,
    merge_case,
)
from simulate.sheets.headings import normal_heading, word_in_code
from simulate.sheets.lists import is_no_words, repeats_words
from simulate.sheets.numbers import is_nothing, parse_number, split_unit
from simulate.sheets.settings import SheetSettings
from simulate.sheets.similar_words import similar_pairs
from simulate.sheets.yes_and_no import truth_of

#: The maximum number of rows that a sentence names.
_MOST_ROWS = 5
#: The words for yes and no that need no explanation.
_PLAIN = frozenset({"yes", "no", "true", "false"})

#: Matches a number before a word, such as ``2 wood``.
_COUNTED = re.compile(r"[-+]?\d+\s+[^\W\d]")
#: Matches a word, or the name of an icon in brackets, that is repeated at once.
_REPEATED = re.compile(
    r"\b([^\W\d]{2,})\s+\1\b|(:\w+:|\[[^\]]+\]|\{[^}]+\}|<[^>]+>)\s*\2", re.IGNORECASE
)


class Remarks(NamedTuple):
    """Sentences about a column."""

    #: Sentences on what was assumed.
    notes: list[str]
    #: Sentences on what the designer should check.
    doubts: list[str]


def name_rows(rows: Sequence[int]) -> str:
    """Return the numbers of rows with the noun, as in "row 3" or "rows 3, 5 and more"."""
    listed = ", ".join(map(str, rows[:_MOST_ROWS]))
    if len(rows) > _MOST_ROWS:
        listed += " and more"
    return f"{'row' if len(rows) == 1 else 'rows'} {listed}"


def remarks_on(
    place: ColumnPlace, column: CardColumn, cells: Sequence[NumberedCell], settings: SheetSettings
) -> Remarks:
    """Return the sentences on a column.

    Parameters
    ----------
    place
        The place of the column.
    column
        The column.
    cells
        All its cells.
    settings
        How the designer wants the sheet to be read.
    """
    remarks = Remarks([], [])
    if column.kind == Kind.FLAGS:
        _add_yes_and_no(remarks, place, cells, settings)
    elif place.name not in settings.empty:
        _add_empty_cells(remarks, place, column, cells)
    _add_unit(remarks, place, column, cells)
    _add_percentages(remarks, place, cells)
    if column.kind == Kind.SETS:
        _add_repeated_words(remarks, place, column, cells)
    if column.kind == Kind.WORDS:
        _add_odd_words(remarks, place, column)
        _add_other_case(remarks, place, column, cells)
        _add_other_accents(remarks, place, column, cells)
    return remarks


def _add_empty_cells(
    remarks: Remarks, place: ColumnPlace, column: CardColumn, cells: Sequence[NumberedCell]
) -> None:
    """Add a sentence on the value of empty cells, and of dashes in a column of numbers."""
    number = sum(not cell for _, cell in cells)
    marks = []
    if column.kind in (Kind.WHOLE, Kind.REAL):
        marks = [cell.text for _, cell in cells if is_nothing(cell.text)]
    if not (number or marks):
        return
    value = {Kind.WORDS: '""', Kind.SETS: "no words"}.get(column.kind, "0")
    shown = f"{number} empty cells are" if number != 1 else "1 empty cell is"
    if marks:
        shown = f"empty cells and {marks[0]!r} are" if number else f"{marks[0]!r} is"
    has_zero = any(is_number(cell) and not cell.text.strip("0.,") for _, cell in cells)
    if marks and has_zero:
        remarks.doubts.append(
            f"column {place.heading}: {shown} read as 0, which other cells have too; "
            f'empty={{"{place.name}": -1}} in the game\'s file tells them apart'
        )
    else:
        remarks.notes.append(f"column {place.heading}: {shown} read as {value}")


def _add_yes_and_no(
    remarks: Remarks,
    place: ColumnPlace,
    cells: Sequence[NumberedCell],
    settings: SheetSettings,
) -> None:
    """Add a sentence on the texts and empty cells of a column that are read as yes and as no."""
    texts = merge_case(cell.text for _, cell in cells if cell)
    yes = [repr(text) for text in texts if truth_of(text)]
    no = [repr(text) for text in texts if not truth_of(text)]
    empty = 0
    if place.name not in settings.empty:
        empty = sum(not cell for _, cell in cells)
    if empty and not yes:
        remarks.doubts.append(
            f"column {place.heading}: {' and '.join(no)} and empty cells are all read as no; "
            "write yes in the cells that mean it"
        )
    elif not all(text.casefold() in _PLAIN for text in texts):
        if empty:
            no.append("empty cells")
        remarks.notes.append(f"column {place.heading}: {_explain_yes_and_no(yes, no)}")
    elif empty:
        shown = "1 empty cell is" if empty == 1 else f"{empty} empty cells are"
        remarks.notes.append(f"column {place.heading}: {shown} read as no")


def _explain_yes_and_no(yes: Sequence[str], no: Sequence[str]) -> str:
    """Return a clause such as "'x' is read as yes, empty cells as no"."""
    if not yes:
        verb = "is" if len(no) == 1 else "are"
        return f"{' and '.join(no)} {verb} read as no"
    verb = "is" if len(yes) == 1 else "are"
    clause = f"{' and '.join(yes)} {verb} read as yes"
    return f"{clause}, {' and '.join(no)} as no" if no else clause


def _add_unit(
    remarks: Remarks, place: ColumnPlace, column: CardColumn, cells: Sequence[NumberedCell]
) -> None:
    """Add a note that the unit of the numbers, such as "coins" in "3 coins", is not read."""
    _, unit = split_unit([cell.text for _, cell in cells if cell])
    if unit and column.kind == Kind.WHOLE:
        remarks.notes.append(f"column {place.heading}: the numbers are read without {unit!r}")


def _add_percentages(remarks: Remarks, place: ColumnPlace, cells: Sequence[NumberedCell]) -> None:
    """Add a doubt if some numbers have a percent sign and others do not."""
    numbers = [parse_number(cell.text) for _, cell in cells]
    marked = {number.is_percentage for number in numbers if number and number.value(".")}
    if len(marked) == 2:
        remarks.doubts.append(
            f"column {place.heading}: some numbers have a percent sign and are read as shares of "
            "1, others have none"
        )


def _add_repeated_words(
    remarks: Remarks, place: ColumnPlace, column: CardColumn, cells: Sequence[NumberedCell]
) -> None:
    """Add a sentence if cells repeat or count words, because a set has each word only once."""
    if column.is_counted:
        remarks.notes.append(
            f"column {place.heading}: the number of each word in a cell is read too, as "
            f"{place.name}_{word_in_code(column.words, column.words[0])} and so on"
        )
        _add_similar_words(remarks, place, column)
        _add_mixed_marks(remarks, place, column, cells)
        _add_no_words(remarks, place, cells)
        return
    for row, cell in cells:
        if cell and repeats_words(cell.text, column.mark):
            remarks.doubts.append(
                f"{place.short_cell(row)} is {cell.text!r}, but each word is read once; give the "
                "number of each word a column of its own"
            )
            return


def _add_similar_words(remarks: Remarks, place: ColumnPlace, column: CardColumn) -> None:
    """Add a doubt on words that may be the same, such as "coin" and "coins"."""
    pairs = [f"{first!r} and {second!r}" for first, second in similar_pairs(column.words)]
    if not pairs:
        return
    listed = "; ".join(pairs[:_MOST_ROWS])
    more = "; and more" if len(pairs) > _MOST_ROWS else ""
    remarks.doubts.append(
        f"column {place.heading}: similar words are counted apart ({listed}{more}); if they mean "
        "the same, write them alike"
    )


def _add_mixed_marks(
    remarks: Remarks, place: ColumnPlace, column: CardColumn, cells: Sequence[NumberedCell]
) -> None:
    """Add a doubt on the first cell whose words are separated by an unusual mark of the column."""
    usual = column.mark[:1]
    for row, cell in cells:
        mark = next((mark for mark in column.mark[1:] if mark in cell.text), "")
        if mark:
            remarks.doubts.append(
                f"{place.short_cell(row)} is {cell.text!r}, and its {mark!r} is read as 'and', "
                f"like {usual!r} in other cells"
            )
            return


def _add_no_words(remarks: Remarks, place: ColumnPlace, cells: Sequence[NumberedCell]) -> None:
    """Add a note on the first cell that says that it counts nothing, such as "free"."""
    for _, cell in cells:
        if cell and is_no_words(cell.text):
            remarks.notes.append(f"column {place.heading}: {cell.text!r} is read as no words")
            return


def _add_odd_words(remarks: Remarks, place: ColumnPlace, column: CardColumn) -> None:
    """Add a doubt if texts such as y or 2+, which may mean yes or a number, are read as words."""
    words = [word for word in column.words if word]
    if all(word.casefold() in LIKE_YES_AND_NO for word in words):
        *first, last = words
        if len(words) < len(column.words):
            first, last = words, "empty cells"
        listed = f"{', '.join(first)} and {last}" if first else last
        verb = "are read as words" if first else "is read as a word"
        remarks.doubts.append(
            f"column {place.heading}: {listed} {verb}; write yes and no if it means that"
        )
    elif repeated := next((word for word in words if _repeats_icons(word)), ""):
        remarks.doubts.append(
            f"column {place.heading} is read as words, such as {repeated!r}; to count what is "
            "repeated in a cell, write semicolons between its parts"
        )
    elif all(_has_only_digits(word) or _COUNTED.match(word) for word in words):
        remarks.doubts.append(
            f"column {place.heading} is read as words, such as {words[0]!r}; write plain numbers "
            "if it means numbers"
        )


def _repeats_icons(word: str) -> bool:
    """Return True if a text repeats an icon or a word, as in "sword sword" or "[oil][oil]"."""
    if _REPEATED.search(word):
        return True
    symbols = [mark for mark in word if unicodedata.category(mark) == "So"]
    return len(set(symbols)) < len(symbols)


def _has_only_digits(word: str) -> bool:
    """Return True if a word has digits but no letters."""
    return any(mark.isdigit() for mark in word) and not any(mark.isalpha() for mark in word)


def _add_other_case(
    remarks: Remarks, place: ColumnPlace, column: CardColumn, cells: Sequence[NumberedCell]
) -> None:
    """Add a doubt on the first word that differs from an earlier word only in case."""
    words = {word.casefold(): word for word in column.words}
    for row, cell in cells:
        word = words.get(cell.text.casefold(), cell.text)
        if word != cell.text:
            remarks.doubts.append(f"{place.short_cell(row)} is {cell.text!r}, read as {word!r}")
            return


def _add_other_accents(
    remarks: Remarks, place: ColumnPlace, column: CardColumn, cells: Sequence[NumberedCell]
) -> None:
    """Add a doubt on the first word that differs from a word above only in accents or spaces."""
    words: dict[str, str] = {}
    usual = {word.casefold(): word for word in column.words}
    for row, cell in cells:
        word = usual.get(cell.text.casefold(), cell.text)
        above = words.setdefault(_plain_spelling(word), word)
        if word and above != word:
            remarks.doubts.append(
                f"{place.short_cell(row)} is {cell.text!r}, and other cells have {above!r}; if "
                "they mean the same, write them alike"
            )
            return


def _plain_spelling(word: str) -> str:
    """Return the letters and digits of a word without accents, and with a for the German ae."""
    plain = re.sub(r"[\W_]", "", normal_heading(word)) or word
    return re.sub(r"([aou])e", r"\1", plain)
