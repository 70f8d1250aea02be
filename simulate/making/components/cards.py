"""Cards: which there are, and how many of each."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from simulate.errors import UsageError, unknown
from simulate.kit.layout import Field
from simulate.making.components.component import Component, Fields
from simulate.rules.kinds import CardTable, Choice, Option, RecordField
from simulate.rules.kinds.records import COPIES, NAME
from simulate.rules.kinds.single import text_of
from simulate.rules.spreadsheets import declared, read_sheet
from simulate.user_files import data_beside

#: The most cards that are named one by one. More are listed as copies of each kind.
_MOST_NAMED = 20
#: The most kinds of cards on the table that are named. Of more, only the number of cards is shown.
_MOST_KINDS = 30
#: Copies of a card that there can be where the rules say how many there are, without a maximum.
_MOST_COPIES = 100


class Cards(Component):
    """The cards of a game, or other pieces that are dealt, drawn and laid; numbers from 0 on.

    Compiled code finds in the rules ``NAME_copies`` (of each kind), ``NAME_all`` (every card,
    kind by kind) and ``NAME_total`` (how many cards there are). Of cards from a spreadsheet it
    finds each column too, ``NAME_COLUMN``, and ``NAME_length``, how many kinds there are: they
    are a rule of the game, and `kinds` is the most that other tables can have.

    Parameters
    ----------
    name, plural
        What one is called, as "tile", and several; the name with an s unless it is said.
    kinds, copies
        How many different ones there are, or what each is called; and how many of each: a number,
        a number for each kind, or the name of a rule that says it, which is a whole number or a
        table with an entry for each kind.
    data, **more
        Instead of `kinds`: a CSV or Excel file beside the game's, in which each row is a kind of
        card. The columns ``name`` and ``copies`` say what it is called and how many there are; all
        others are numbers, words or yes and no. Besides, ``words``, ``left_out``, ``most`` and
        ``most_cards`` as of `simulate.rules.spreadsheets.declared`.
    """

    def __init__(
        self,
        name: str,
        kinds: int | Sequence[str] = (),
        *,
        copies: int | str | Sequence[int] = 1,
        plural: str = "",
        data: str = "",
        **more: Any,
    ) -> None:
        super().__init__(name, "cards")
        self.plural = plural or f"{name}s"
        if isinstance(kinds, int):
            kinds = [str(number) for number in range(1, kinds + 1)]
        if isinstance(copies, Sequence) and not isinstance(copies, str):
            copies = tuple(copies)
        self.copies = copies
        #: The rule that the cards are, if they are from a spreadsheet.
        self.table: CardTable | None = None
        self._columns: Mapping[str, RecordField] = {}
        if data:
            if kinds:
                raise UsageError(
                    f"the {self.plural} are in {data}; leave out their number or names"
                )
            path = data_beside(_declaring(), data)
            sheet = read_sheet(path, more.get("left_out", ()), data)
            self.table = declared(sheet, name, **more)
            self.rules = {name: self.table}
            self._columns = {field.name: field for field in self.table.fields}
            kinds = [str(number) for number in range(1, self.table.longest + 1)]
        elif more:
            raise UsageError(f"{next(iter(more))}= of {self.plural} tells of a table; add data=")
        self._names = tuple(map(str, kinds))
        self.kinds = len(kinds)
        #: The most cards there can be, under any rules; known once the game is declared, as is
        #: which number its first kind is of what can be drawn in the game.
        self.most = self.first = 0
        if not kinds:
            raise UsageError(f"there are no {self.plural}; give their number, or their names")
        self._check_copies()

    def _check_copies(self) -> None:
        """Raise `UsageError` unless there are so many of each kind, or a rule may say it."""
        if isinstance(self.copies, str):
            return
        each = self.copies if isinstance(self.copies, tuple) else (self.copies,) * self.kinds
        if len(each) != self.kinds or not all(isinstance(n, int) and n >= 0 for n in each):
            raise UsageError(
                f"copies of {self.plural} is a whole number, the name of a rule, or a whole number "
                f"for each of the {self.kinds} kinds; it is {self.copies!r}"
            )

    def word(self, column: str, word: str) -> int:
        """Return the number that compiled code has for a word of a column of a spreadsheet."""
        columns = {
            field.name: field.choices
            for field in self._columns.values()
            if isinstance(field, Choice)
        }
        if column not in columns:
            raise unknown("column of words", column, columns, f" of {self.plural}")
        if word not in columns[column]:
            raise unknown("word", word, columns[column], f" of {self.name} column {column}")
        return columns[column].index(word)

    def fields(self, options: Mapping[str, Option]) -> Fields:
        derived: dict[str, Field] = {}
        if COPIES in self._columns:  # the table says how many there are of each
            if self.copies != 1:
                raise UsageError(
                    f"how many {self.plural} there are say both the column {COPIES} and "
                    f"copies={self.copies!r}; leave out one of them"
                )
            self.most = self.table.most_cards  # type: ignore[union-attr]
        else:
            self.most = self._most_cards(options)
            derived[f"{self.name}_copies"] = (f"how many there are of each {self.name}", self.kinds)
        derived[f"{self.name}_all"] = (f"all {self.plural}, one by one", self.most)
        derived[f"{self.name}_total"] = f"how many {self.plural} there are"
        return Fields(derived=derived)

    def _most_cards(self, options: Mapping[str, Option]) -> int:
        if not isinstance(self.copies, str):
            return int(np.broadcast_to(self.copies, self.kinds).sum())
        if self.copies not in options:
            raise unknown("rule", self.copies, options, f" with the copies of each {self.name}")
        return self.kinds * int(getattr(options[self.copies], "maximum", _MOST_COPIES))

    def prepare(self, rules: Any) -> None:
        if COPIES not in self._columns:
            copies = rules[self.copies] if isinstance(self.copies, str) else self.copies
            there = self.kinds if self.table is None else rules[f"{self.name}_length"]
            rules[f"{self.name}_copies"] = np.where(np.arange(self.kinds) < there, copies, 0)
        every = np.repeat(np.arange(self.kinds), rules[f"{self.name}_copies"])
        rules[f"{self.name}_all"][: len(every)] = every
        rules[f"{self.name}_total"] = len(every)

    def labels(self, rules: Any) -> tuple[str, ...]:
        """Return the name of each kind; rows with the same name have their numbers too."""
        if NAME not in self._columns:
            return self._names
        return _labels(rules[f"{self.name}_{NAME}"].tobytes(), self.kinds)

    def list_by_kind(self, rules: Any, counts: Any) -> str:
        """Name some cards, given by their number of each kind, as in "1, 3, 3".

        Many cards are listed as copies of each kind, as in "60 x copper, gold".
        """
        counts = np.asarray(counts)
        if counts.sum() <= _MOST_NAMED:
            return self.list_in_order(rules, np.repeat(np.arange(self.kinds), counts))
        labels = self.labels(rules)
        kinds = [int(kind) for kind in np.flatnonzero(counts)]
        copies = [f"{counts[kind]} x " if counts[kind] > 1 else "" for kind in kinds]
        return ", ".join(
            f"{number}{labels[kind]}" for number, kind in zip(copies, kinds, strict=True)
        )

    def summarize(self, rules: Any, counts: Any) -> str:
        """Name some cards as `listed` does; if they are many of many kinds, return their number."""
        total, kinds = int(np.sum(counts)), int(np.count_nonzero(counts))
        if total <= _MOST_NAMED or kinds <= _MOST_KINDS:
            return self.list_by_kind(rules, counts)
        return f"{self.name_number(total)} of {kinds} kinds"

    def list_in_order(self, rules: Any, cards: Any) -> str:
        """Name some cards in their order, as in "3, 1, 3"."""
        labels = self.labels(rules)
        return ", ".join(labels[card] for card in cards) or "nothing"

    def name_number(self, number: int) -> str:
        """Say how many cards, as in "4 cards"."""
        return f"{number} {self.name if number == 1 else self.plural}"


@lru_cache(maxsize=64)
def _labels(letters: bytes, kinds: int) -> tuple[str, ...]:
    """Return what kinds are called, by the letters of all of them in a rules record."""
    each = len(letters) // kinds
    names = [text_of(letters[place : place + each]) for place in range(0, len(letters), each)]
    return tuple(
        name if name and names.count(name) == 1 else f"{name} #{number}".strip()
        for number, name in enumerate(names, 1)
    )


def _declaring() -> Path:
    """Return the file whose code declares something, which is none of these rooms."""
    frame = sys._getframe(1)
    while frame.f_globals.get("__name__", "").startswith("simulate.making") and frame.f_back:
        frame = frame.f_back
    file = frame.f_globals.get("__file__")
    if not file:
        raise UsageError("cards from a spreadsheet are declared in a file; save the code as one")
    return Path(file)
