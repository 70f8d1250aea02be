"""Cards and pieces on the table: piles face down, cards that all see, rows of cards, boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.game import Snapshot
from simulate.kit.compiled import compiled, inlined
from simulate.kit.hands import draw_at_random
from simulate.kit.notes import note_laid
from simulate.making.components.cards import Cards
from simulate.making.components.component import (
    Compiled,
    Component,
    Fields,
    count_first,
    held_by_nobody,
    readable_name,
)
from simulate.rules.kinds import Option

#: The most cards of a row that are all named, and how many are named at the end of a longer row.
_LONG_ROW = 20
_END_OF_ROW = 5


class Pile(Component):
    """A face-down pile, which is always shuffled: whatever is drawn is drawn at random.

    Fields: ``table.NAME_size`` and ``hidden.NAME``, whose first entries are its cards, in no
    order. In compiled code: ``draw(state)`` returns a card, ``put(state, card)`` adds one. When a
    game begins all cards are in it if it is `full`, else none; when somebody is to draw and it is
    empty, the cards of `refill` are shuffled into it, as of a discard pile.
    """

    def __init__(
        self, name: str, cards: Cards, *, full: bool = True, refill: Shown | None = None
    ) -> None:
        super().__init__(name, "a pile", cards)
        size, total, every = f"{name}_size", f"{cards.name}_total", f"{cards.name}_all"
        empty = f"draws from {name}, which is empty"

        take_more = compiled(_refilling(name, refill) if refill else lambda state: None)

        def draw(state: Any) -> int:
            if state.table[size] == 0:
                take_more(state)
            left = state.table[size]
            if left <= 0:
                raise IndexError(empty)
            card = draw_at_random(state.hidden[name], left, state.chance, cards.first)
            state.table[size] = left - 1
            return card

        def put(state: Any, card: int) -> None:
            note_laid(state.chance, cards.first + card)
            left = state.table[size]
            state.hidden[name][left] = card
            state.table[size] = left + 1

        def set_up(rules: Any, state: Any) -> None:
            pile, of_rules = state.hidden[name], rules[every]
            for place in range(rules[total]):
                pile[place] = of_rules[place]
            state.table[size] = rules[total]

        def fill_unseen(rules: Any, state: Any, seat: int, bag: Any, left: int) -> int:
            pile, cards_there = state.hidden[name], state.table[size]
            if cards_there == left:  # all that is left lies here, in no order
                for place in range(left):
                    pile[place] = bag[place]
                return 0
            for place in range(cards_there):
                pile[place] = draw_at_random(bag, left, state.chance)
                left -= 1
            return left

        self.draw = inlined(draw)
        self.put = inlined(put)
        self.set_up = inlined(set_up) if full else None
        self.fill_unseen = inlined(fill_unseen)

    def fields(self, options: Mapping[str, Option]) -> Fields:
        first = f"the first {self.name}_size entries, in no order"
        return Fields(
            table={f"{self.name}_size": f"{self.cards.plural} in the {readable_name(self.name)}"},
            hidden={self.name: (f"the {readable_name(self.name)}: {first}", self.cards.most)},
        )

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        size = int(snapshot.table[f"{self.name}_size"])
        return f"{readable_name(self.name)}: {self.cards.name_number(size)}"

    def places(self, rules: Any, snapshot: Snapshot) -> dict[str, Any]:
        return {}

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        size = snapshot.table[f"{self.name}_size"]
        return count_first(snapshot.hidden[self.name], size, self.cards.kinds)

    def count_hidden(self, rules: Any, snapshot: Snapshot) -> Any:
        return held_by_nobody(self.count(rules, snapshot))


class Shown(Component):
    """Cards that all see and whose order does not matter: a discard pile, a display.

    Fields: ``table.NAME``, how many of each kind, and ``table.NAME_size``. In compiled code:
    ``put(state, card)`` and ``take(state, card)``.
    """

    def __init__(self, name: str, cards: Cards) -> None:
        super().__init__(name, "a pile", cards)
        size, kinds = f"{name}_size", cards.kinds
        missing = f"takes a {cards.name} from {name} that is not there"

        def put(state: Any, card: int) -> None:
            note_laid(state.chance, cards.first + card)
            state.table[name][card] += 1
            state.table[size] += 1

        def take(state: Any, card: int) -> None:
            if state.table[name][card] <= 0:
                raise IndexError(missing)
            state.table[name][card] -= 1
            state.table[size] -= 1

        def count_seen(rules: Any, state: Any, seat: int, unseen: Any) -> None:
            for card in range(kinds):
                unseen[card] -= state.table[name][card]

        self.put = inlined(put)
        self.take = inlined(take)
        self.count_seen = inlined(count_seen)
        where = f"in the {readable_name(name)}"
        laid = (f"how many of each {cards.name} lie {where}", kinds)
        self.fixed_fields = Fields(table={name: laid, size: f"{cards.plural} {where}"})

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        return (
            f"{readable_name(self.name)}: {self.cards.summarize(rules, snapshot.table[self.name])}"
        )

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        return np.array(snapshot.table[self.name])


def _refilling(pile: str, shown: Shown) -> Compiled:
    """Return a function that shuffles all shown cards into a pile."""
    source, kinds, size, rest = shown.name, shown.cards.kinds, f"{pile}_size", f"{shown.name}_size"

    def refill(state: Any) -> None:
        table = state.table
        left = table[size]
        for card in range(kinds):
            for _ in range(table[source][card]):
                state.hidden[pile][left] = card
                left += 1
            table[source][card] = 0
        table[size] = left
        table[rest] = 0

    return refill


class Rows(Component):
    """Rows of cards for all to see, each in its order; a single one is a stack face up.

    Fields: ``table.NAME``, by row and place, and ``table.NAME_size`` by row; entries beyond a
    row's size mean nothing. In compiled code: ``put(state, row, card)`` adds a card at the end,
    ``last(table, row)`` is the one there, ``take_last(state, row)`` returns it and takes it
    away, ``clear(state, row)`` empties a row. The length is the most cards of a row.
    """

    def __init__(self, name: str, cards: Cards, length: int, rows: int = 1) -> None:
        super().__init__(name, "rows", cards)
        size = f"{name}_size"
        full = f"puts a {cards.name} into a row of {name} that is full ({length})"
        empty = f"takes a {cards.name} from a row of {name} that is empty"

        def put(state: Any, row: int, card: int) -> None:
            place = state.table[size][row]
            if place >= length:
                raise IndexError(full)
            note_laid(state.chance, cards.first + card)
            state.table[name][row, place] = card
            state.table[size][row] = place + 1

        @inlined
        def last(table: Any, row: int) -> int:
            if table[size][row] <= 0:
                raise IndexError(empty)
            return table[name][row, table[size][row] - 1]  # type: ignore[no-any-return]

        def take_last(state: Any, row: int) -> int:
            card = last(state.table, row)
            state.table[size][row] -= 1
            return card

        def clear(state: Any, row: int) -> None:
            state.table[size][row] = 0

        def count_seen(rules: Any, state: Any, seat: int, unseen: Any) -> None:
            for row in range(rows):
                for place in range(state.table[size][row]):
                    unseen[state.table[name][row, place]] -= 1

        self.put, self.last = inlined(put), last
        self.take_last, self.clear = inlined(take_last), inlined(clear)
        self.count_seen = inlined(count_seen)
        laid = (f"the {cards.plural} of the {readable_name(name)}, by row and place", rows, length)
        sizes = (f"{cards.plural} in each row of the {readable_name(name)}", rows)
        self.fixed_fields = Fields(table={name: laid, size: sizes})

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        rows = (self._row_in_words(rules, row) for row in self._laid(snapshot))
        return f"{readable_name(self.name)}: {' | '.join(rows)}"

    def _row_in_words(self, rules: Any, row: Any) -> str:
        """Name the cards of a row in their order; of a long row, only those at its end."""
        if len(row) <= _LONG_ROW:
            return str(self.cards.list_in_order(rules, row))
        end = self.cards.list_in_order(rules, row[-_END_OF_ROW:])
        return f"{self.cards.name_number(len(row))}, the last of them {end}"

    def places(self, rules: Any, snapshot: Snapshot) -> dict[str, Any]:
        rows = self._laid(snapshot)
        names = [f"row {number}" if len(rows) > 1 else "" for number in range(1, len(rows) + 1)]
        counts = (np.bincount(row, minlength=self.cards.kinds) for row in rows)
        return dict(zip(names, counts, strict=True))

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        rows, sizes = snapshot.table[self.name], snapshot.table[f"{self.name}_size"]
        return count_first(rows, sizes, self.cards.kinds).sum(axis=-2)

    def _laid(self, snapshot: Snapshot) -> list[Any]:
        rows, sizes = snapshot.table[self.name], snapshot.table[f"{self.name}_size"]
        return [row[:size] for row, size in zip(rows, sizes, strict=True)]


class Board(Component):
    """A board of squares for all to see, each empty (0) or with what a number stands for.

    Field: ``table.NAME``, by row and column. The pieces say how each number is drawn, from 0 on,
    as in ``Board("board", 8, 8, pieces=".XO")``; seats' own numbers from 1 on unless it is said.
    """

    def __init__(self, name: str, rows: int, columns: int, *, pieces: str = ".1234567890") -> None:
        super().__init__(name, "a board")
        self.pieces = pieces
        if min(rows, columns) < 1:
            raise UsageError(
                f"the board {name} cannot have {rows} rows and {columns} columns; give 1 or more"
            )
        what = f"the {readable_name(name)}, by row and column; 0 is empty"
        self.fixed_fields = Fields(table={name: (what, rows, columns)})

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        drawn = (
            "".join(self.pieces[n] if 0 <= n < len(self.pieces) else "?" for n in row)
            for row in snapshot.table[self.name]
        )
        return f"{readable_name(self.name)}: {' / '.join(drawn)}"
