"""Finding the columns with the names and the copies of cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from simulate.errors import unknown
from simulate.sheets import headings as known
from simulate.sheets.columns import (
    LONGEST_WORD,
    NumberedCell,
    are_numbered,
    copies_of,
    is_number,
)
from simulate.sheets.copies_headings import (
    COMMON_WORDS,
    LIKELY_COPIES_HEADINGS,
    REPETITION_HEADINGS,
    UNCERTAIN_COPIES_HEADINGS,
    is_copies_heading,
    is_other_number,
    may_mean_copies,
    rank_copies,
)
from simulate.sheets.headings import COPIES, NAME, find_heading
from simulate.sheets.numbers import NumberStyle
from simulate.sheets.settings import SheetSettings

#: The largest number that a column of copies with an uncertain heading, such as "No.", may contain.
_MOST_UNCERTAIN_COPIES = 100
#: A column with more numbers than this, all different, probably numbers the cards and is not read
#: as copies, unless its heading is clear.
_MOST_DIFFERENT = 4
#: If no larger share of its cells is filled, a column is not suggested as the column of copies.
_LEAST_FILLED = 0.4
#: The smallest share of cards with a name in a column of names whose heading is not known.
_LEAST_NAMED = 0.9


@dataclass(frozen=True)
class Roles:
    """The columns that have the names and the copies of the cards."""

    #: The index of the column with the names; None if there is none.
    names: int | None
    #: The index of the column with the numbers of copies; None if there is none.
    copies: int | None
    #: The headings of columns that may contain the numbers of copies, if no column is read as such.
    #: Each row then counts as one card.
    copies_candidates: tuple[str, ...]
    #: Sentences on what was assumed.
    notes: tuple[str, ...]
    #: Sentences on what the designer should check.
    doubts: tuple[str, ...]


def find_roles(
    label: str,
    headings: Mapping[int, str],
    cells: Mapping[int, Sequence[NumberedCell]],
    style: NumberStyle,
    settings: SheetSettings,
) -> Roles:
    """Return the columns with the names and the copies of cards.

    Parameters
    ----------
    label
        The name that messages use for the file.
    headings
        The heading of each column, by its index.
    cells
        The cells of each column, by its index.
    style
        How the numbers of the file are written.
    settings
        How the designer wants the sheet to be read.

    Raises
    ------
    UsageError
        If the settings name an unknown column.
    """
    finder = _RoleFinder(label, headings, cells, style, settings)
    copies = finder.find_copies()
    names = finder.find_names(copies)
    return Roles(names, copies, finder.copies_candidates, tuple(finder.notes), tuple(finder.doubts))


def has_texts(cells: Sequence[NumberedCell]) -> bool:
    """Return True if most filled cells of a column are texts."""
    filled = [cell for _, cell in cells if cell]
    return 2 * sum(not is_number(cell) for cell in filled) > len(filled)


class _RoleFinder:
    """Finds the columns with a fixed meaning; the parameters are those of `find_roles`."""

    def __init__(
        self,
        label: str,
        headings: Mapping[int, str],
        cells: Mapping[int, Sequence[NumberedCell]],
        style: NumberStyle,
        settings: SheetSettings,
    ) -> None:
        self.label = label
        self.headings = headings
        self.cells = cells
        self.style = style
        self.settings = settings
        self.length = max((len(column) for column in cells.values()), default=0)
        self.copies_candidates: tuple[str, ...] = ()
        self.notes: list[str] = []
        self.doubts: list[str] = []

    def _set_column(self, role: str) -> tuple[bool, int | None]:
        """Return whether the settings specify the column of a role, and the index of the column.

        The role is `NAME` or `COPIES`. The index is None if the settings do not specify a column,
        or specify that there is none.

        Raises
        ------
        UsageError
            If the settings name an unknown column.
        """
        if role not in self.settings.columns:
            return False, None
        wanted = self.settings.columns[role]
        if not wanted:
            return True, None
        index = find_heading(wanted, self.headings)
        if index is None and self.settings.is_lenient:
            return False, None
        if index is None:
            names = self.headings.values()
            raise unknown("column", wanted, names, f" in columns= for {self.label}")
        return True, index

    def find_copies(self) -> int | None:
        """Return the index of the column of copies, or None; add sentences on other candidates."""
        is_set, index = self._set_column(COPIES)
        if is_set:
            return index
        usual = rank_copies(self.headings)
        filled = [index for index in usual if any(cell for _, cell in self.cells[index])]
        certain = [
            index
            for index in filled
            if known.normal_heading(self.headings[index]) not in COMMON_WORDS
            or not self._tells_apart(index)
        ]
        likely = known.rank_headings(self.headings, LIKELY_COPIES_HEADINGS)
        likely = [index for index in likely if index not in usual]
        unsure = known.rank_headings(self.headings, UNCERTAIN_COPIES_HEADINGS)
        plausible = [index for index in likely if self._can_be_copies(index)]
        plausible += [
            index
            for index in unsure
            if self._can_be_copies(index)
            and not self._are_many_different(index)
            and not self._repetitions()
        ]
        for index in set(usual) - set(filled):
            self.doubts.append(
                f"column {self.headings[index]} is empty, so each card is there once"
            )
        chosen = next(iter((*certain, *plausible)), None)
        others = [
            index
            for index in (*filled, *likely, *unsure)
            if index != chosen and self._has_only_whole_numbers(index)
        ]
        if chosen is None:
            self._warn_of_single_copies(others)
            return None
        for index in others:
            self._doubt_copies(index)
        if known.normal_heading(self.headings[chosen]) != COPIES:
            sentences = self.notes if chosen in certain else self.doubts
            sentences.append(
                f"column {self.headings[chosen]} is read as the number of copies; if it is not, "
                'write columns={"copies": ""} in the game\'s file'
            )
        return chosen

    def _warn_of_single_copies(self, called_alike: Sequence[int]) -> None:
        """Set `copies_candidates`, and add a note that there is one copy of each card.

        Parameters
        ----------
        called_alike
            The columns of numbers whose headings may mean copies.
        """
        self.notes.append("copies: no column has the number of copies, so each card is there once")
        candidates = []
        for index in called_alike:
            if self._are_card_numbers(index):
                self._doubt_copies(index)
            else:
                candidates.append(index)
        for index, heading in self.headings.items():
            values = [copies_of(cell, self.style) for _, cell in self.cells[index] if cell]
            if may_mean_copies(heading) and values and None not in values:
                candidates.append(index)
        repetitions = self._repetitions()
        candidates += repetitions
        if not candidates and not self._has_headings_in_rows():
            candidates = [
                index
                for index, heading in self.headings.items()
                if self._are_small_numbers(index) and not is_other_number(heading)
            ]
        self.copies_candidates = tuple(
            dict.fromkeys(self.headings[index] for index in (*repetitions, *sorted(candidates)))
        )

    def _repetitions(self) -> list[int]:
        """Return the indices of the columns of numbers of copies in programs that print cards."""
        return [
            index
            for index in known.rank_headings(self.headings, REPETITION_HEADINGS)
            if self._has_only_whole_numbers(index)
        ]

    def _has_only_whole_numbers(self, index: int) -> bool:
        """Return True if a column has numbers, and all of them are possible numbers of copies."""
        numbers = [cell for _, cell in self.cells[index] if is_number(cell)]
        return bool(numbers) and all(copies_of(cell, self.style) is not None for cell in numbers)

    def _has_headings_in_rows(self) -> bool:
        """Return True if a cell is a heading of copies, as in a sheet with a card per column."""
        return any(
            is_copies_heading(cell.text) for cells in self.cells.values() for _, cell in cells
        )

    def _are_card_numbers(self, index: int) -> bool:
        """Return True if a column numbers the cards: 1, 2, 3 and so on, or numbers above 100."""
        values = [copies_of(cell, self.style) for _, cell in self.cells[index] if cell]
        numbers = [value for value in values if value is not None]
        return are_numbered(numbers) or max(numbers, default=0) > _MOST_UNCERTAIN_COPIES

    def _are_small_numbers(self, index: int) -> bool:
        """Return True if a column may count copies, by the number and size of its numbers."""
        values = [copies_of(cell, self.style) for _, cell in self.cells[index] if cell]
        numbers = [value for value in values if value is not None]
        if not len(numbers) == len(values) > 1 or max(numbers) > _MOST_UNCERTAIN_COPIES:
            return False
        if len(numbers) <= _LEAST_FILLED * self.length:
            return False
        return not are_numbered(numbers) and not self._are_many_different(index)

    def _are_many_different(self, index: int) -> bool:
        """Return True if a column has more than four numbers, and all are different."""
        values = [copies_of(cell, self.style) for _, cell in self.cells[index] if cell]
        return len(values) > _MOST_DIFFERENT and len(set(values)) == len(values)

    def _doubt_copies(self, index: int) -> None:
        heading = self.headings[index]
        doubt = (
            f"column {heading} could mean the number of copies, but is not read so; if it does, "
            f'write columns={{"copies": "{heading}"}} in the game\'s file'
        )
        if doubt not in self.doubts:
            self.doubts.append(doubt)

    def _can_be_copies(self, index: int) -> bool:
        """Return True if a column with an uncertain heading can have the numbers of copies.

        It cannot if some cards differ in this column only, as in a number that is printed on them.
        """
        values = [copies_of(cell, self.style) for _, cell in self.cells[index] if cell]
        numbers = [value for value in values if value is not None]
        if not numbers or len(numbers) < len(values):
            return False
        return (
            not self._tells_apart(index)
            and max(numbers) <= _MOST_UNCERTAIN_COPIES
            and not are_numbered(numbers)
        )

    def _tells_apart(self, index: int) -> bool:
        """Return True if some cards would be equal without this column, as with a card's number."""
        others = [column for column in self.headings if column != index]
        cards = set()
        for row in range(self.length):
            cards.add(tuple(self.cells[column][row][1].text.casefold() for column in others))
        return len(cards) < self.length

    def find_names(self, copies: int | None) -> int | None:
        """Return the index of the column of names, or None; add notes on other candidates."""
        is_set, index = self._set_column(NAME)
        if is_set:
            return index
        ranked = known.rank_headings(self.headings, known.NAME_HEADINGS)
        fitting = [
            index
            for index in ranked
            if index != copies
            and (known.normal_heading(self.headings[index]) == NAME or has_texts(self.cells[index]))
        ]
        if fitting:
            first, *others = fitting
            for index in others:
                self.notes.append(
                    f"column {self.headings[index]}: could be the names too; the names are read "
                    f"from {self.headings[first]}"
                )
            return first
        texts = [
            index
            for index in self.headings
            if index != copies and has_texts(self.cells[index]) and self._are_short(index)
        ]
        distinct = [index for index in texts if self._are_names(index)]
        if distinct:
            heading = self.headings[distinct[0]]
            self.doubts.append(
                f"column {heading}: its texts are read as the names of the cards, because no "
                'column is called name; columns={"name": ...} chooses another'
            )
            return distinct[0]
        if texts:
            listed = ", ".join(self.headings[index] for index in texts[:5])
            self.notes.append(
                "names: no column names the cards, so they have numbers; "
                f'columns={{"name": ...}} can choose one of {listed}'
            )
        return None

    def _are_short(self, index: int) -> bool:
        return all(len(cell.text.encode()) <= LONGEST_WORD for _, cell in self.cells[index])

    def _are_names(self, index: int) -> bool:
        """Return True if nearly all cells of a column are filled, and all are different."""
        texts = [cell.text.casefold() for _, cell in self.cells[index] if cell]
        return (
            len(texts) >= _LEAST_NAMED * self.length
            and len(set(texts)) == len(texts)
            and not all(text.startswith("#") for text in texts)
        )
