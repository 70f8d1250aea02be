"""`Cards`: the kinds of cards in a game, and the number of copies of each kind."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import CodeType
from typing import Any

import numpy as np

from simulate.errors import UsageError, unknown
from simulate.kit.layout import Field
from simulate.making.components.component import Component, Fields
from simulate.rules.card_tables import declare_table, missing_fields
from simulate.rules.kinds import CardTable, Choice, Option, RecordField, WordSet
from simulate.rules.kinds.single import text_of
from simulate.sheets.card_sheet import CardSheet, read_card_sheet
from simulate.sheets.headings import COPIES, NAME
from simulate.sheets.settings import SheetSettings
from simulate.user_files import data_beside

#: The largest number of cards that are named one by one. More are listed as copies of each kind.
_MOST_NAMED = 20
#: The largest number of kinds that `Cards.summarize` names if there are more than `_MOST_NAMED`
#: cards.
_MOST_KINDS = 30
#: The assumed maximum of a rule that sets the copies of a card and has no maximum.
_MOST_COPIES = 100


class Cards(Component):
    """The kinds of cards of a game, or of other pieces that are dealt and laid, numbered from 0.

    In compiled code the rules record has the fields ``NAME_copies`` (the number of copies of each
    kind), ``NAME_all`` (the kind of every card, in order of kinds) and ``NAME_total`` (the number
    of cards). For cards from a spreadsheet it also has a field for each column, ``NAME_COLUMN``,
    and ``NAME_length``, the number of kinds. Such cards are a rule of the game: designers can
    change them, and the attribute `kinds` is the largest number of kinds that is allowed.

    Parameters
    ----------
    name, plural
        The noun for a card, such as "tile", and its plural (default: the name with an s).
    kinds
        The number of kinds, or the name of each kind.
    copies
        The number of copies of every kind, a list with the number for each kind, or the name of a
        rule that holds the number: a whole number, or a table with an entry for each kind.
    data
        Instead of `kinds`: the name of a spreadsheet beside the game's file (CSV, TSV, .xlsx,
        .ods or .json), with a row for each kind; ``cards.xlsx#Tab`` names a tab. Columns for the
        name and the copies of a card are optional. All other columns hold numbers, words, lists of
        words, or yes and no. ``fathom data FILE`` shows how a file is read.
    most_cards
        The largest number of cards for which compiled code has room, if it is more than the number
        of cards in the file or under the game's rules. The rule ``copies_of`` of designers can then
        have more copies of single cards.
    **more
        For cards from a file: the fields of `simulate.sheets.settings.SheetSettings`, which say how
        it is read, and ``most`` of `simulate.rules.card_tables.declare_table`.

    Raises
    ------
    UsageError
        If there are no kinds, if `kinds` and `data` are both given, if `name` or the numbers of
        copies are invalid, or if the file cannot be read. The function `game` raises it if no rule
        is called `copies`, or if the file has a column ``copies`` too.
    """

    def __init__(
        self,
        name: str,
        kinds: int | Sequence[str] = (),
        *,
        copies: int | str | Sequence[int] = 1,
        plural: str = "",
        data: str = "",
        most_cards: int = 0,
        **more: Any,
    ) -> None:
        super().__init__(name, "cards")
        self.plural = plural or f"{name}s"
        if isinstance(kinds, int):
            kinds = [str(number) for number in range(1, kinds + 1)]
        if isinstance(copies, Sequence) and not isinstance(copies, str):
            copies = tuple(copies)
        self.copies = copies
        #: The rule that holds the cards; None for cards that are not from a spreadsheet.
        self.table: CardTable | None = None
        self._columns: Mapping[str, RecordField] = {}
        if not isinstance(most_cards, int) or most_cards < 0:
            raise UsageError(
                f"most_cards of {self.plural} cannot be {most_cards!r}; give a whole number, such "
                "as 100"
            )
        if data:
            if kinds:
                raise UsageError(
                    f"the {self.plural} are in {data}; leave out their number or names"
                )
            self.table = self._read_table(data, most_cards, more)
            kinds = [str(number) for number in range(1, self.table.longest + 1)]
        elif more:
            raise UsageError(
                f"{next(iter(more))}= of {self.plural} describes a table; add data= with its file"
            )
        if not kinds:
            raise UsageError(f"there are no {self.plural}; give their number, or their names")
        self._names = tuple(map(str, kinds))
        self.kinds = len(kinds)
        #: The largest number of cards: `most_cards` until `fields` sets it for all rules.
        self.most = most_cards
        #: The number of the first kind in `Game.deck`; set by `make_deck`.
        self.first = 0
        self._check_copies()

    def _read_table(self, data: str, most_cards: int, more: Mapping[str, Any]) -> CardTable:
        """Return the table of cards in a file beside the game's file, and make it a rule.

        `data` is the name of the file, and `most_cards` and `more` are the arguments of
        `declare_table` and of `SheetSettings`.

        Raise `UsageError` if the file is missing or cannot be read, or if its cells or these
        arguments are invalid.
        """
        arguments = dict(more)
        limits = {"most": arguments.pop("most", 0), "most_cards": most_cards}
        known = [field.name for field in dataclasses.fields(SheetSettings)]
        for argument in arguments:
            if argument not in known:
                raise unknown("argument", argument, [*known, *limits], f" of {self.plural}")
        caller = _declaring_code()
        file = data_beside(Path(caller.co_filename), data)
        sheet = self._read_sheet(file, data, SheetSettings(**arguments))
        table = declare_table(sheet, self.name, **limits)
        for field in missing_fields(sheet, self.name).keys() & set(_names_in(caller)):
            raise UsageError(missing_fields(sheet, self.name)[field])
        self.rules = {self.name: table}
        self._columns = {field.name: field for field in table.fields}
        return table

    def _read_sheet(self, file: Path, data: str, settings: SheetSettings) -> CardSheet:
        """Return the sheet in a file. Messages call the file `data`.

        If the argument `copies` of `Cards` is given, a column of copies is used only if its heading
        is "copies". Then `fields` raises an error, because the copies are given twice.

        Raise `UsageError` if the file cannot be read or is not such a sheet.
        """
        sheet = read_card_sheet(file, data, settings)
        copies = sheet.column(COPIES)
        if self.copies == 1 or copies is None or copies.heading.strip().lower() == COPIES:
            return sheet
        columns = {**settings.columns, COPIES: ""}
        return read_card_sheet(file, data, dataclasses.replace(settings, columns=columns))

    def _check_copies(self) -> None:
        """Raise `UsageError` unless `copies` is a rule's name or has a number for each kind."""
        if isinstance(self.copies, str):
            return
        copies = self.copies if isinstance(self.copies, tuple) else (self.copies,) * self.kinds
        are_valid = all(isinstance(number, int) and number >= 0 for number in copies)
        if len(copies) != self.kinds or not are_valid:
            raise UsageError(
                f"copies of {self.plural} must be a whole number, the name of a rule, or one whole "
                f"number for each of the {self.kinds} kinds, not {self.copies!r}"
            )

    def word(self, column: str, word: str) -> int:
        """Return the number that compiled code reads in place of a word from the spreadsheet.

        Raises
        ------
        UsageError
            If no column of words is called `column`, or if its words do not include `word`.
        """
        columns = {
            field.name: field.choices
            for field in self._columns.values()
            if isinstance(field, Choice | WordSet)
        }
        if column not in columns:
            raise unknown("column of words", column, columns, f" of {self.plural}")
        if word not in columns[column]:
            raise unknown("word", word, columns[column], f" of {self.name} column {column}")
        return columns[column].index(word)

    def fields(self, options: Mapping[str, Option]) -> Fields:
        derived: dict[str, Field] = {}
        if COPIES in self._columns:
            if self.copies != 1:
                raise UsageError(
                    f"the number of {self.plural} is given both by the column {COPIES} and by "
                    f"copies={self.copies!r}; leave out one of them"
                )
            self.most = self.table.most_cards  # type: ignore[union-attr]
        else:
            self.most = self._most_cards(options)
            derived[f"{self.name}_copies"] = (
                f"how many copies of each {self.name} exist",
                self.kinds,
            )
        derived[f"{self.name}_all"] = (f"all {self.plural}, one by one", self.most)
        derived[f"{self.name}_total"] = f"how many {self.plural} there are"
        return Fields(derived=derived)

    def _most_cards(self, options: Mapping[str, Option]) -> int:
        """Return the largest number of cards: the number that the rules allow, or `most_cards`.

        Raise `UsageError` if `copies` is not the name of a rule in `options`.
        """
        if not isinstance(self.copies, str):
            return max(self.most, int(np.broadcast_to(self.copies, self.kinds).sum()))
        if self.copies not in options:
            raise unknown("rule", self.copies, options, f" with the copies of each {self.name}")
        by_rule = self.kinds * int(getattr(options[self.copies], "maximum", _MOST_COPIES))
        return max(self.most, by_rule)

    def prepare(self, rules: Any) -> None:
        if COPIES not in self._columns:
            copies = rules[self.copies] if isinstance(self.copies, str) else self.copies
            kinds = self.kinds if self.table is None else rules[f"{self.name}_length"]
            rules[f"{self.name}_copies"] = np.where(np.arange(self.kinds) < kinds, copies, 0)
        self._list_all(rules)

    def names_of_kinds(self) -> tuple[str, ...]:
        """Return the names of the kinds under the game's default rules."""
        if self.table is None:
            return self._names
        if NAME not in self._columns:
            return self._names[: len(self.table.default)]
        return unique_labels([record[NAME] for record in self.table.default])

    def change_copies(self, rules: Any, changes: Mapping[str, int]) -> None:
        """Change the number of copies of some kinds in a rules record, after `prepare`.

        Parameters
        ----------
        rules
            The rules record.
        changes
            The new numbers by the name of the kind.

        Raises
        ------
        UsageError
            If there is no kind of such a name, if no card is left, or if there are more cards than
            the game's code has room for.
        """
        if not changes:
            return
        labels = self.labels(rules)
        if self.table is not None:  # The record also has room for further kinds.
            labels = labels[: rules[f"{self.name}_length"]]
        copies = rules[f"{self.name}_copies"]
        for name, number in changes.items():
            if name not in labels:
                raise unknown(self.name, name, labels, " in this table")
            copies[labels.index(name)] = number
        total = int(copies.sum())
        if total < 1:
            raise UsageError(f"no {self.name} is left; give a {self.name} 1 copy or more")
        if total > self.most:
            raise UsageError(
                f"with these copies there are {self.name_number(total)}, and the game's code has "
                f"room for {self.most}; in the game's file, write "
                f"Cards({self.name!r}, ..., most_cards={total})"
            )
        self._list_all(rules)

    def _list_all(self, rules: Any) -> None:
        """Write the kind of every card and the number of cards, from the copies of each kind."""
        all_cards = np.repeat(np.arange(self.kinds), rules[f"{self.name}_copies"])
        listed = rules[f"{self.name}_all"]
        listed[:] = 0
        listed[: len(all_cards)] = all_cards
        rules[f"{self.name}_total"] = len(all_cards)

    def labels(self, rules: Any) -> tuple[str, ...]:
        """Return the names of the kinds, in order; `rules` is a rules record.

        Names from a spreadsheet that are missing or not unique get the number of their kind, from
        1, as in "#3" or "knight #3".
        """
        if NAME not in self._columns:
            return self._names
        return _labels(rules[f"{self.name}_{NAME}"].tobytes(), self.kinds)

    def list_by_kind(self, rules: Any, counts: Any) -> str:
        """Return the names of cards, as in "1, 3, 3"; "nothing" if there are none.

        More than 20 cards are listed as copies of each kind, as in "60 x copper, gold". `counts` is
        the number of cards of each kind, shape (kinds,).
        """
        counts = np.asarray(counts)
        if counts.sum() <= _MOST_NAMED:
            return self.list_in_order(rules, np.repeat(np.arange(self.kinds), counts))
        labels = self.labels(rules)
        entries = []
        for kind in np.flatnonzero(counts):
            copies = f"{counts[kind]} x " if counts[kind] > 1 else ""
            entries.append(f"{copies}{labels[kind]}")
        return ", ".join(entries)

    def summarize(self, rules: Any, counts: Any) -> str:
        """Return the names of cards as `list_by_kind` does, or only numbers if the list is long.

        If there are more than 20 cards, and they are of more than 30 kinds, the result is a text
        such as "80 cards of 45 kinds".
        `counts` is the number of cards of each kind, shape (kinds,).
        """
        total, kinds = int(np.sum(counts)), int(np.count_nonzero(counts))
        if total <= _MOST_NAMED or kinds <= _MOST_KINDS:
            return self.list_by_kind(rules, counts)
        return f"{self.name_number(total)} of {kinds} kinds"

    def list_in_order(self, rules: Any, cards: Any) -> str:
        """Return the names of cards in their order, as in "3, 1, 3"; "nothing" if there are none.

        `cards` is the kind of each card.
        """
        labels = self.labels(rules)
        return ", ".join(labels[card] for card in cards) or "nothing"

    def name_number(self, number: int) -> str:
        """Return a number of cards with the noun, as in "4 cards"."""
        return f"{number} {self.name if number == 1 else self.plural}"


@lru_cache(maxsize=64)
def _labels(letters: bytes, kinds: int) -> tuple[str, ...]:
    """Return the names of `kinds` kinds, as in `Cards.labels`.

    `letters` holds the names one after another, each padded to the same number of bytes.
    """
    length = len(letters) // kinds
    return unique_labels(
        [text_of(letters[place : place + length]) for place in range(0, len(letters), length)]
    )


def unique_labels(names: Sequence[str]) -> tuple[str, ...]:
    """Return names, each missing or repeated one with its number, from 1, as in `Cards.labels`."""
    labels = []
    for number, name in enumerate(names, 1):
        is_unique = name and names.count(name) == 1
        labels.append(name if is_unique else f"{name} #{number}".strip())
    return tuple(labels)


def _declaring_code() -> CodeType:
    """Return the code of the innermost caller outside `simulate.making`.

    Raises `UsageError` if that code is not in a file.
    """
    frame = sys._getframe(1)
    while frame.f_globals.get("__name__", "").startswith("simulate.making") and frame.f_back:
        frame = frame.f_back
    if not frame.f_globals.get("__file__"):
        raise UsageError(
            "cards from a spreadsheet are found beside the file of the code, but this code is not "
            "in a file; save it as a file"
        )
    return frame.f_code


def _names_in(code: CodeType) -> Iterator[str]:
    """Yield the names that code uses, including the code of functions that are defined in it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)
