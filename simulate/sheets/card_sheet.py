"""Reading a sheet of cards: its columns, what was left out, and what the designer should check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from simulate.errors import UsageError, unknown
from simulate.sheets import headings as known
from simulate.sheets.card_tabs import EXAMPLE, choose_table
from simulate.sheets.cells import EMPTY, SheetCell, letters
from simulate.sheets.columns import (
    MOST,
    CardColumn,
    ColumnPlace,
    Kind,
    NumberedCell,
    Unread,
    choose_kind,
    copies_of,
    is_number,
)
from simulate.sheets.copies_headings import may_mean_copies, rank_copies
from simulate.sheets.deck_marks import IN_DECK, find_deck_marks
from simulate.sheets.ditto_marks import with_ditto_filled
from simulate.sheets.files import read_tabs, split_tab
from simulate.sheets.headings import (
    COPIES,
    NAME,
    code_name,
    find_heading,
    plain_name,
    word_in_code,
)
from simulate.sheets.name_checks import doubt_headings, remarks_on_names
from simulate.sheets.numbers import DASHES, NumberStyle, choose_style, is_nothing, parse_number
from simulate.sheets.remarks import name_rows, remarks_on
from simulate.sheets.roles import find_roles, has_texts
from simulate.sheets.settings import SheetSettings
from simulate.sheets.tables import FoundTable, RowsLeftOut, describe_rows

#: The maximum number of columns that a sentence lists as possible columns of copies.
_MOST_CANDIDATES = 5


@dataclass(frozen=True)
class CardSheet:
    """A sheet of cards as it was read: its columns and cells, with notes and doubts."""

    #: The name that messages use for the file.
    label: str
    table: FoundTable
    #: The columns that are read, in the order of the sheet.
    columns: tuple[CardColumn, ...]
    #: The columns that are left out, with the reasons.
    unread: tuple[Unread, ...]
    style: NumberStyle
    settings: SheetSettings
    #: The cells of each column, by its index, after merged cells were filled.
    cells: Mapping[int, tuple[NumberedCell, ...]]
    #: The headings of columns that may contain the numbers of copies, if no column is read as such.
    #: Each row then counts as one card.
    copies_candidates: tuple[str, ...]
    #: Sentences on what was left out or assumed, except for the columns in `unread`.
    notes: tuple[str, ...]
    #: Sentences on what the designer should check.
    doubts: tuple[str, ...]

    @property
    def rows_left_out(self) -> tuple[RowsLeftOut, ...]:
        """The rows of the table that are not in the deck, with the reasons."""
        copies = self.column(COPIES)
        if copies is None:
            return self.table.left_out
        cells = self.cells[copies.index]
        reasons: dict[str, list[int]] = {}
        for row, cell in cells:
            if not cell or is_nothing(cell.text):
                if COPIES not in self.settings.empty:
                    reasons.setdefault("no number of copies", []).append(row)
            elif copies_of(cell, self.style) == 0:
                reasons.setdefault("0 copies", []).append(row)
        uncounted = [self._left_out(rows, reason) for reason, rows in reasons.items()]
        return (*self.table.left_out, *uncounted)

    def _left_out(self, numbers: Sequence[int], reason: str) -> RowsLeftOut:
        """Return the rows with the given numbers as left out for a reason."""
        rows = [row for row in self.table.rows if row[0] in numbers]
        names = self.column(NAME)
        named = describe_rows(rows, None if names is None else names.index)
        return RowsLeftOut(tuple(numbers), named, reason)

    @property
    def miscounts(self) -> tuple[str, ...]:
        """Sentences on why the number of cards may be wrong, which belong beside that number."""
        sentences = [
            f"Not in the deck: {rows.description}: {rows.reason}." for rows in self.rows_left_out
        ]
        if self.table.hidden:
            sentences.append(f"In the deck, although hidden in the file: {self.table.hidden}.")
        if self.table.matrix:
            sentences.append(f"{self.table.matrix[:1].upper()}{self.table.matrix[1:]}.")
        if self.column(COPIES) is None:
            sentences += [
                f"Each row is read as one card, because {column.heading} is left out: "
                f"{column.reason.partition(';')[0]}."
                for column in self.unread
                if column.is_doubtful and may_mean_copies(column.heading)
            ]
        return tuple(sentences)

    @property
    def checks(self) -> tuple[str, ...]:
        """All sentences on what the designer should check, the most important first."""
        return (*self.important_checks, *self.table.totals)

    @property
    def important_checks(self) -> tuple[str, ...]:
        """The sentences on what could make a difference to games, the most important first."""
        if not self.copies_candidates:
            return self.doubts
        first = self.copies_candidates[0]
        return (
            f"each row is read as one card; if {either_of(self.copies_candidates)} says how many "
            f'copies there are, write columns={{"copies": "{first}"}} in the game\'s file, or '
            'columns={"copies": ""} if none does',
            *self.doubts,
        )

    def column(self, name: str) -> CardColumn | None:
        """Return the column with the given name in code, or None if there is none."""
        for column in self.columns:
            if column.name == name:
                return column
        return None

    def place(self, column: CardColumn) -> ColumnPlace:
        """Return the place of a column, which messages use to name its cells."""
        return ColumnPlace(self.label, column.name, column.heading, column.index)


def read_card_sheet(path: Path, label: str, settings: SheetSettings) -> CardSheet:
    """Read a sheet of cards, and return its columns with notes and doubts.

    Parameters
    ----------
    path
        The file: CSV, TSV, .xlsx or .ods. A tab can follow, as in ``cards.xlsx#Cards``.
    label
        The name that messages use for the file.
    settings
        How the designer wants the sheet to be read.

    Raises
    ------
    UsageError
        If the file cannot be read or has no table, if several tabs look like cards and `path` names
        none of them, if `settings` name an unknown column, or if a cell in the column of copies has
        no valid number.
    """
    file, tab_name = split_tab(path)
    table, notes, doubts = choose_table(read_tabs(file, label), tab_name, label)
    table = with_ditto_filled(table)
    if table.tab.hidden:
        notes = [*notes, f"hidden tabs: not read: {', '.join(table.tab.hidden)}"]
    if table.tab.guessed_word:
        notes = [
            *notes,
            f"letters are read as Windows-1252, as in {table.tab.guessed_word!r}; if they look "
            "wrong, save the file as 'CSV UTF-8'",
        ]
    return _SheetReader(
        label, table, settings, [*notes, *table.notes], [*doubts, *table.doubts]
    ).read()


def either_of(headings: Sequence[str]) -> str:
    """Return headings of columns with "or" before the last, as in "A, B or C"; at most five."""
    *first, last = headings[:_MOST_CANDIDATES]
    return f"{', '.join(first)} or {last}" if first else last


class _SheetReader:
    """Reads the columns of a table, and collects notes and doubts.

    Parameters
    ----------
    label
        The name that messages use for the file.
    table
        The table.
    settings
        How the designer wants the sheet to be read.
    notes, doubts
        Sentences on the table. Sentences on its columns are added to them.
    """

    def __init__(
        self,
        label: str,
        table: FoundTable,
        settings: SheetSettings,
        notes: list[str],
        doubts: list[str],
    ) -> None:
        self.label = label
        self.table = table
        self.settings = settings
        self.notes = notes
        self.doubts = doubts
        #: Sentences on columns that are left out because of their cells.
        self.left_out: list[str] = []
        self.unread: list[Unread] = []
        self.cells: dict[int, tuple[NumberedCell, ...]] = {
            index: tuple((row, cells[index]) for row, cells in table.rows)
            for index in table.headings
        }
        self.headings = self._used_headings()
        self.style = self._style()

    def read(self) -> CardSheet:
        """Return the sheet as it was read; raise `UsageError` as `read_card_sheet` does."""
        different = {
            index: heading
            for index, heading in self.headings.items()
            if not self._is_repeated(index)
        }
        key_columns = find_roles(self.label, different, self.cells, self.style, self.settings)
        self.notes += key_columns.notes
        self.doubts += key_columns.doubts
        names, copies = key_columns.names, key_columns.copies
        roles = {names: NAME, copies: COPIES}
        self._check_rows_with_a_name_only(names, copies)
        self.doubts += doubt_headings(self.table.heading_row, self.headings, self.cells, EXAMPLE)
        self._fill_like_merged(names)
        marks = self._without_marked_rows(different, names)
        columns: list[CardColumn] = []
        taken: set[str] = set()
        for index, heading in self.headings.items():
            name = roles.get(index) or self._code_name(index)
            place = ColumnPlace(self.label, name, heading, index)
            if index in marks:
                self._leave_out(place.unread("it says which cards are in the deck"))
                continue
            if index not in roles and self._is_repeated(index):
                self._leave_out(place.unread(f"another column is called {name}", is_doubtful=True))
                continue
            if name in taken or (name in roles.values() and index not in roles):
                self._leave_out(place.unread(f"another column is called {name}", is_doubtful=True))
                continue
            column = self._column(place)
            taken.add(name)
            if isinstance(column, Unread):
                self._leave_out(column, is_first=True)
            else:
                columns.append(column)
        columns += self._names_as_words(names, taken)
        columns += self._numbers_of_words(columns)
        self._check_names_of_settings(columns)
        if not columns:
            problems = [column.reason for column in self.unread if column.is_doubtful]
            if problems:
                raise UsageError(f"{self.label}: {problems[0]}")
            raise UsageError(
                f"{self.label} has no column that can be read; name the columns in its first row, "
                f"as in {EXAMPLE}"
            )
        return CardSheet(
            self.label,
            self.table,
            tuple(columns),
            tuple(self.unread),
            self.style,
            self.settings,
            self.cells,
            key_columns.copies_candidates,
            tuple(self.notes),
            # A column of numbers that is missing in a game matters most.
            (*self.left_out, *self.doubts),
        )

    def _without_marked_rows(self, headings: Mapping[int, str], names: int | None) -> set[int]:
        """Leave out the rows of cards that a column such as "Print?" marks as not in the deck.

        Doubts name these rows, and the columns that may mark more cards.

        Parameters
        ----------
        headings
            The headings of the columns that are read, by index.
        names
            The index of the column of names; None if there is none.

        Returns
        -------
        set of int
            The indices of the columns that mark cards.

        Raises
        ------
        UsageError
            If the settings name an unknown column, or one that does not mark cards.
        """
        used: set[int] = set()
        left_out = list(self.table.left_out)
        rows = {row[0]: row for row in self.table.rows}
        for mark in find_deck_marks(self.label, headings, self.cells, self.settings):
            named = describe_rows([rows[number] for number in mark.rows], names)
            if len(mark.rows) == len(rows):
                self.doubts.append(
                    f"column {mark.heading} would leave out every card, so it leaves out none"
                )
            elif not mark.is_certain:
                self.doubts.append(
                    f"{named} counted, although {mark.reason}; to leave out such cards, write "
                    f'columns={{"{IN_DECK}": "{mark.heading}"}} in the game\'s file'
                )
            else:
                used.add(mark.index)
                left_out.append(RowsLeftOut(mark.rows, named, mark.reason))
                self.doubts.append(
                    f"{named} left out, because {mark.reason}; to count all rows, write "
                    f'columns={{"{IN_DECK}": ""}} in the game\'s file'
                )
        dropped = {number for rows_left_out in left_out for number in rows_left_out.rows}
        kept = tuple(row for number, row in rows.items() if number not in dropped)
        self.table = replace(self.table, rows=kept, left_out=tuple(left_out))
        for index, cells in self.cells.items():
            self.cells[index] = tuple((row, cell) for row, cell in cells if row not in dropped)
        return used

    def _used_headings(self) -> dict[int, str]:
        """Return the headings of the columns that are read, by index."""
        headings = dict(self.table.headings)
        names = [self._code_name(index) for index in headings]
        for wanted in self.settings.left_out:
            index = find_heading(wanted, headings)
            if index is None:
                raise unknown("column", wanted, names, f" to leave out of {self.label}")
            place = ColumnPlace(self.label, self._code_name(index), headings.pop(index), index)
            self.unread.append(place.unread("left_out= names it"))
        if not self.settings.keep:
            return headings
        kept: set[int] = set()
        for wanted in (*self.settings.keep, *self.settings.columns.values()):
            index = find_heading(wanted, headings)
            if index is None and wanted in self.settings.keep and wanted not in (NAME, COPIES):
                raise unknown("column", wanted, names, f" to keep of {self.label}")
            if index is not None:
                kept.add(index)
        return self._keep(headings, kept)

    def _keep(self, headings: Mapping[int, str], kept: set[int]) -> dict[int, str]:
        """Return the headings with the indices `kept`, and note that other columns are left out.

        Columns with the names and copies of cards, and those that mark cards, are kept too.
        """
        marks = find_deck_marks(self.label, headings, self.cells, self.settings)
        always = [
            *known.rank_headings(headings, known.NAME_HEADINGS)[:1],
            *rank_copies(headings)[:1],
            *[mark.index for mark in marks if mark.is_certain],
        ]
        for index, heading in headings.items():
            if index not in kept and index not in always:
                place = ColumnPlace(self.label, self._code_name(index), heading, index)
                self.unread.append(place.unread("keep= does not name it"))
        return {index: text for index, text in headings.items() if index in {*kept, *always}}

    def _code_name(self, index: int) -> str:
        """Return the name of a column in code."""
        for name, heading in self.settings.columns.items():
            if heading and find_heading(heading, self.table.headings) == index:
                return plain_name(name)
        return code_name(self.table.headings[index], letters(index))

    def _leave_out(self, column: Unread, *, is_first: bool = False) -> None:
        """Leave out a column; `is_first` is True if a doubt on it comes before all others."""
        self.unread.append(column)
        if column.is_doubtful:
            sentences = self.left_out if is_first else self.doubts
            sentences.append(f"column {column.heading} is left out: {column.reason}")

    def _style(self) -> NumberStyle:
        """Return the style of numbers in the sheet, and add notes on ambiguous numbers."""
        if self.settings.decimal:
            return NumberStyle(self.settings.decimal, is_certain=True)
        texts = [
            cell.text
            for index in self.headings
            for _, cell in self.cells[index]
            if cell and cell.number is None and cell.date is None
        ]
        style = choose_style(texts, self.table.tab.separator)
        unclear = [text for text in texts if (number := parse_number(text)) and number.is_ambiguous]
        if unclear and not style.is_certain:
            other = "," if style.decimal == "." else "."
            value = parse_number(unclear[0])
            assert value is not None
            self.doubts.append(
                f"{unclear[0]!r} is read as {value.value(style.decimal):g}, not "
                f"{value.value(other):g}; decimal={other!r} in the game's file changes that"
            )
        if style.exception:
            value = parse_number(style.exception)
            assert value is not None
            self.doubts.append(
                f"numbers have both decimal points and decimal commas; {style.exception!r} is read "
                f"as {value.value(style.decimal):g}"
            )
        return style

    def _fill_like_merged(self, names: int | None) -> None:
        """Fill the empty cells of columns that look as if they had merged cells.

        Such a column is left of the names, has words that are all different, and is empty below
        some of them. Text files do not show which cells are merged.
        """
        for index, heading in self.headings.items():
            cells = self.cells[index]
            texts = [cell.text for _, cell in cells]
            words = [text for text in texts if text]
            is_left = names is not None and index < names
            is_set = self._code_name(index) in self.settings.empty
            if index in self.table.filled or not is_left or is_set or not texts[0]:
                continue
            if not has_texts(cells) or len(set(words)) < len(words):
                continue
            if 3 * len(words) > 2 * len(texts):
                continue
            filled: list[NumberedCell] = []
            for row, cell in cells:
                above = filled[-1][1] if filled else cell
                filled.append((row, cell if cell else above))
            self.cells[index] = tuple(filled)
            self.doubts.append(
                f"empty cells of column {heading} have the word above them, as merged cells do; "
                f'empty={{"{self._code_name(index)}": ""}} in the game\'s file leaves them empty'
            )

    def _column(self, place: ColumnPlace) -> CardColumn | Unread:
        """Return the column at a place, or an `Unread` with the reason why it is left out."""
        cells = self.cells[place.index]
        words = self.settings.words.get(place.name, ())
        if words:
            return place.read(Kind.WORDS, [str(word) for word in words])
        if place.name == NAME:
            return self._names(place)
        if place.name == COPIES:
            return self._copies(place)
        self.cells[place.index] = cells = self._without_dashes(place)
        empty = self.settings.empty_text(place.name)
        if empty:
            cells = tuple((row, cell if cell else SheetCell(empty)) for row, cell in cells)
        column = choose_kind(place, cells, self.style)
        if isinstance(column, CardColumn):
            remarks = remarks_on(place, column, self.cells[place.index], self.settings)
            self.notes += remarks.notes
            self.doubts += remarks.doubts
        return column

    def _without_dashes(self, place: ColumnPlace) -> tuple[NumberedCell, ...]:
        """Return the cells of a column of words with dashes as empty cells, with a note on them.

        The cells of other columns are returned unchanged.
        """
        cells = self.cells[place.index]
        dashes = [cell.text for _, cell in cells if cell.text in DASHES]
        if not dashes or any(is_number(cell) for _, cell in cells):
            return cells
        self.notes.append(f"column {place.heading}: {dashes[0]!r} is read as an empty cell")
        return tuple((row, EMPTY if cell.text in DASHES else cell) for row, cell in cells)

    def _is_repeated(self, index: int) -> bool:
        """Return True if a column to the left of a column has the same heading."""
        words = known.normal_heading(self.headings[index])
        return any(
            other < index and words and known.normal_heading(heading) == words
            for other, heading in self.headings.items()
        )

    def _names(self, place: ColumnPlace) -> CardColumn:
        remarks = remarks_on_names(self.cells[place.index])
        self.notes += remarks.notes
        self.doubts += remarks.doubts
        nameless = [row for row, cell in self.cells[place.index] if not cell]
        if nameless:
            self.doubts.append(f"the cards of {name_rows(nameless)} have no name")
        return place.read(Kind.NAMES)

    def _copies(self, place: ColumnPlace) -> CardColumn:
        """Return the column of copies.

        Raises
        ------
        UsageError
            If a cell has a text or number that is not allowed.
        """
        remedy = ""
        if known.normal_heading(place.heading) != COPIES:
            remedy = (
                "; if the column does not count copies, give it another heading, or write "
                'columns={"copies": ""} in the game\'s file'
            )
        empty = []
        for row, cell in self.cells[place.index]:
            if not cell or is_nothing(cell.text):
                empty.append(row)
            elif cell.problem:
                raise UsageError(f"{place.cell(row)} is {cell.text!r}, {cell.problem}{remedy}")
            elif copies_of(cell, self.style) is None:
                raise UsageError(
                    f"{place.cell(row)} is {cell.text!r}; allowed: whole numbers 0 to {MOST}"
                    f"{remedy}"
                )
        if empty and COPIES not in self.settings.empty:
            verb = "has" if len(empty) == 1 else "have"
            self.doubts.append(
                f"{name_rows(empty)} {verb} no number of copies, so these cards are not in "
                'the deck; write 1 if each is there once, or empty={"copies": 1} in the game\'s '
                "file"
            )
        return place.read(Kind.COPIES)

    def _check_rows_with_a_name_only(self, names: int | None, copies: int | None) -> None:
        """Add a doubt on rows with only a name, which may be headings of the cards below.

        If the sheet has a column of copies, these rows are left out, because they have none.
        """
        if names is None or len(self.headings) < 2:
            return
        rows = {
            row: cells[names].text
            for row, cells in self.table.rows
            if not any(cells[index] for index in self.headings if index != names)
        }
        if not rows or 2 * len(rows) > len(self.table.rows):
            return
        named = f"{name_rows(list(rows))} ({next(iter(rows.values()))!r})"
        if copies is None or COPIES in self.settings.empty:
            verb = "has" if len(rows) == 1 else "have"
            self.doubts.append(
                f"{named} {verb} only a name, and count as cards; delete headings between the cards"
            )
            return
        self.doubts.append(f"{named} left out: only a name, and no number of copies")
        for index, cells in self.cells.items():
            self.cells[index] = tuple((row, cell) for row, cell in cells if row not in rows)

    def _names_as_words(self, names: int | None, taken: set[str]) -> list[CardColumn]:
        """Return the column of names as a second column of words, unless its heading is "name"."""
        if names is None:
            return []
        name = code_name(self.headings[names], letters(names))
        is_chosen = NAME in self.settings.columns
        if name in taken or name == NAME or is_chosen:
            return []
        column = choose_kind(
            ColumnPlace(self.label, name, self.headings[names], names),
            self.cells[names],
            self.style,
        )
        return [column] if isinstance(column, CardColumn) and column.kind == Kind.WORDS else []

    def _numbers_of_words(self, columns: Sequence[CardColumn]) -> list[CardColumn]:
        """Return a column for each word of the lists that have numbers of words."""
        taken = {column.name for column in columns}
        counts: list[CardColumn] = []
        for column in columns:
            if not column.is_counted:
                continue
            for word in column.words:
                name = f"{column.name}_{word_in_code(column.words, word)}"
                if name in taken:
                    self.doubts.append(
                        f"column {column.heading}: the number of {word!r} in its cells is not "
                        f"read, because another column is called {name}"
                    )
                    continue
                taken.add(name)
                heading = f"{column.heading} ({word})"
                counts.append(CardColumn(name, heading, column.index, Kind.COUNTS, (word,)))
        return counts

    def _check_names_of_settings(self, columns: Sequence[CardColumn]) -> None:
        """Raise `UsageError` if `words` or `empty` name an unknown column."""
        if self.settings.is_lenient:
            return
        names = [column.name for column in columns]
        names += [column.name for column in self.unread]
        for argument in ("words", "empty"):
            for name in getattr(self.settings, argument):
                if name not in names:
                    raise unknown("column", name, names, f" in {argument}= for {self.label}")
