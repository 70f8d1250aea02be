"""Rows of cards on the table, in their order, and boards with pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.game import Snapshot
from simulate.kit.compiled import inlined
from simulate.making.components.cards import Cards
from simulate.making.components.component import Component, Fields, check_name, spoken
from simulate.rules.kinds import Option


class Rows(Component):
    """Rows of cards for all to see, each in its order; a single one is a stack face up.

    Fields: ``table.NAME``, by row and place, and ``table.NAME_size`` by row; entries beyond a
    row's size mean nothing. In compiled code: ``put(state, row, card)`` adds a card at the end,
    ``last(table, row)`` is the one there, ``take_last(state, row)`` returns it and takes it
    away, ``clear(state, row)`` empties a row. The length is the most cards of a row.
    """

    def __init__(self, name: str, cards: Cards, length: int, rows: int = 1) -> None:
        self.name = check_name(name, "rows")
        self.cards = cards
        self.length, self.rows = length, rows
        size, count = f"{name}_size", rows
        full = f"puts a {cards.name} into a row of {name} that is full ({length})"
        empty = f"takes a {cards.name} from a row of {name} that is empty"

        def put(state: Any, row: int, card: int) -> None:
            place = state.table[size][row]
            if place >= length:
                raise IndexError(full)
            state.table[name][row, place] = card
            state.table[size][row] = place + 1

        def last(table: Any, row: int) -> int:
            if table[size][row] <= 0:
                raise IndexError(empty)
            return table[name][row, table[size][row] - 1]  # type: ignore[no-any-return]

        last_of = inlined(last)

        def take_last(state: Any, row: int) -> int:
            card = last_of(state.table, row)
            state.table[size][row] -= 1
            return card

        def clear(state: Any, row: int) -> None:
            state.table[size][row] = 0

        def count_seen(rules: Any, state: Any, seat: int, unseen: Any) -> None:
            for row in range(count):
                for place in range(state.table[size][row]):
                    unseen[state.table[name][row, place]] -= 1

        self.put, self.last = inlined(put), last_of
        self.take_last, self.clear = inlined(take_last), inlined(clear)
        self.count_seen = inlined(count_seen)

    def fields(self, options: Mapping[str, Option]) -> Fields:
        said = spoken(self.name)
        return Fields(
            table={
                self.name: (
                    f"the {self.cards.plural} of the {said}, by row and place",
                    self.rows,
                    self.length,
                ),
                f"{self.name}_size": (f"{self.cards.plural} in each row of the {said}", self.rows),
            }
        )

    def tell_table(self, rules: Any, snapshot: Snapshot, all_hands: bool) -> str:
        rows = (self.cards.named(rules, row) for row in self._laid(snapshot))
        return f"{spoken(self.name)}: {' | '.join(rows)}"

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        return np.bincount(np.concatenate(self._laid(snapshot)), minlength=self.cards.kinds)

    def _laid(self, snapshot: Snapshot) -> list[Any]:
        rows, sizes = snapshot.table[self.name], snapshot.table[f"{self.name}_size"]
        return [row[:size] for row, size in zip(rows, sizes, strict=True)]


class Board(Component):
    """A board of squares for all to see, each empty (0) or with what a number stands for.

    Field: ``table.NAME``, by row and column. The pieces say how each number is drawn, from 0 on,
    as in ``Board("board", 8, 8, pieces=".XO")``; seats' own numbers from 1 on unless it is said.
    """

    def __init__(self, name: str, rows: int, columns: int, *, pieces: str = ".1234567890") -> None:
        self.name = check_name(name, "a board")
        self.rows, self.columns, self.pieces = rows, columns, pieces
        if min(rows, columns) < 1:
            raise UsageError(
                f"the board {name} cannot have {rows} rows and {columns} columns; give 1 or more"
            )

    def fields(self, options: Mapping[str, Option]) -> Fields:
        what = f"the {spoken(self.name)}, by row and column; 0 is empty"
        return Fields(table={self.name: (what, self.rows, self.columns)})

    def tell_table(self, rules: Any, snapshot: Snapshot, all_hands: bool) -> str:
        drawn = (
            "".join(self.pieces[n] if 0 <= n < len(self.pieces) else "?" for n in row)
            for row in snapshot.table[self.name]
        )
        return f"{spoken(self.name)}: {' / '.join(drawn)}"
