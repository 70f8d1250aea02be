"""Components on the table: face-down piles, face-up cards, rows of cards, and boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.game import Snapshot
from simulate.kit.compiled import compiled, inlined
from simulate.kit.hands import draw_at_random
from simulate.kit.kept_piles import note_shuffle
from simulate.kit.layout import Field
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

#: The maximum number of cards of a pile that are named when a game is over.
_MOST_LISTED = 8
#: The length of the longest row whose cards are all named.
_LONG_ROW = 20
#: The number of cards that are named at the end of a long row.
_END_OF_ROW = 5


class Pile(Component):
    """A face-down pile in random order. Every card is drawn at random from the cards in it.

    Its fields are ``table.NAME_size``, the number of cards in it, and ``hidden.NAME``, whose first
    entries are these cards, in no order. With `refill`, ``table.NAME_shuffles`` is the number of
    times that it was refilled. In compiled code, ``draw(state)`` removes and returns a card,
    ``put(state, card)`` adds a card, and ``can_draw(state)`` returns True if a card can be drawn.
    Drawing from an empty pile that cannot be refilled raises ``IndexError``.

    Parameters
    ----------
    full
        True if all cards are in it when a game begins; False if it begins empty.
    refill
        Face-up cards, such as a discard pile, that are shuffled into the pile when a card is drawn
        while it is empty; None if it is never refilled.

    Raises
    ------
    UsageError
        If `name` cannot be the name of a field.
    """

    def __init__(
        self, name: str, cards: Cards, *, full: bool = True, refill: Shown | None = None
    ) -> None:
        super().__init__(name, "a pile", cards)
        #: The face-up cards that refill the pile; None if it is never refilled.
        self.refill = refill
        #: The field of the table with the number of refills; it exists only with `refill`.
        self.shuffles = f"{name}_shuffles"
        size, total, every = f"{name}_size", f"{cards.name}_total", f"{cards.name}_all"
        empty = f"a {cards.name} is drawn from {name}, which is empty"

        take_more = compiled(_make_refill(name, refill) if refill else lambda state: None)

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
            pile, all_cards = state.hidden[name], rules[every]
            for place in range(rules[total]):
                pile[place] = all_cards[place]
            state.table[size] = rules[total]

        def fill_unseen(rules: Any, state: Any, seat: int, bag: Any, left: int) -> int:
            pile, pile_size = state.hidden[name], state.table[size]
            if pile_size == left:  # All remaining cards are in this pile, in any order.
                for place in range(left):
                    pile[place] = bag[place]
                return 0
            for place in range(pile_size):
                pile[place] = draw_at_random(bag, left, state.chance)
                left -= 1
            return left

        self.draw = inlined(draw)
        self.put = inlined(put)
        self.can_draw = inlined(_make_can_draw(name, refill))
        self.set_up = inlined(set_up) if full else None
        self.fill_unseen = inlined(fill_unseen)

    def fields(self, options: Mapping[str, Option]) -> Fields:
        first = f"the first {self.name}_size entries, in no order"
        pile = readable_name(self.name)
        table: dict[str, Field] = {f"{self.name}_size": f"{self.cards.plural} in the {pile}"}
        if self.refill is not None:
            discards = readable_name(self.refill.name)
            table[self.shuffles] = f"how often the {discards} was shuffled into the {pile}"
        return Fields(table=table, hidden={self.name: (f"the {pile}: {first}", self.cards.most)})

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        size = int(snapshot.table[f"{self.name}_size"])
        text = f"{readable_name(self.name)}: {self.cards.name_number(size)}"
        # At the end nothing is secret any more.
        if snapshot.table.over and 0 < size <= _MOST_LISTED:
            text += f" ({self.cards.summarize(rules, self.count(rules, snapshot))})"
        return text

    def describe_changes(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        """Return a line with the number of cards if it changed or the pile was refilled."""
        if not self.was_refilled(before, after):
            return super().describe_changes(rules, before, after)
        size = int(after.table[f"{self.name}_size"])
        source = readable_name(self.refill.name)  # type: ignore[union-attr]
        cards = self.cards.name_number(size)
        return [f"{readable_name(self.name)}: {source} shuffled in, {cards} now"]

    def was_refilled(self, before: Snapshot, after: Snapshot) -> bool:
        """Return True if the pile was refilled between two moments."""
        if self.refill is None:
            return False
        return bool(after.table[self.shuffles] > before.table[self.shuffles])

    def emptied_places(self, before: Snapshot, after: Snapshot) -> dict[Component, set[str]]:
        if not self.was_refilled(before, after):
            return {}
        return {self.refill: {""}}  # type: ignore[dict-item]

    def places(self, rules: Any, snapshot: Snapshot) -> dict[str, Any]:
        return {}

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        size = snapshot.table[f"{self.name}_size"]
        return count_first(snapshot.hidden[self.name], size, self.cards.kinds)

    def count_hidden(self, rules: Any, snapshot: Snapshot) -> Any:
        return held_by_nobody(self.count(rules, snapshot))


class Shown(Component):
    """Face-up cards whose order does not matter, such as a discard pile or a display.

    Its fields are ``table.NAME``, the number of cards of each kind, and ``table.NAME_size``, the
    number of cards. In compiled code, ``put(state, card)`` adds a card, and ``take(state, card)``
    removes a card. Taking a card that is not there raises ``IndexError``.

    Parameters
    ----------
    full
        True if all cards are there when a game begins, as in a supply; False if it begins empty.

    Raises
    ------
    UsageError
        If `name` cannot be the name of a field.
    """

    def __init__(self, name: str, cards: Cards, *, full: bool = False) -> None:
        super().__init__(name, "a pile", cards)
        size, kinds = f"{name}_size", cards.kinds
        copies, total = f"{cards.name}_copies", f"{cards.name}_total"
        missing = f"the {cards.name} that is taken from {name} is not there"

        def put(state: Any, card: int) -> None:
            note_laid(state.chance, cards.first + card)
            state.table[name][card] += 1
            state.table[size] += 1

        def take(state: Any, card: int) -> None:
            if state.table[name][card] <= 0:
                raise IndexError(missing)
            state.table[name][card] -= 1
            state.table[size] -= 1

        def set_up(rules: Any, state: Any) -> None:
            for card in range(kinds):
                state.table[name][card] = rules[copies][card]
            state.table[size] = rules[total]

        def count_seen(rules: Any, state: Any, seat: int, unseen: Any) -> None:
            for card in range(kinds):
                unseen[card] -= state.table[name][card]

        self.put = inlined(put)
        self.take = inlined(take)
        self.set_up = inlined(set_up) if full else None
        self.count_seen = inlined(count_seen)
        where = f"in the {readable_name(name)}"
        laid = (f"how many copies of each {cards.name} are {where}", kinds)
        self.fixed_fields = Fields(table={name: laid, size: f"{cards.plural} {where}"})

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        return (
            f"{readable_name(self.name)}: {self.cards.summarize(rules, snapshot.table[self.name])}"
        )

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        return np.array(snapshot.table[self.name])


def _make_refill(pile: str, source: Shown) -> Compiled:
    """Return the function ``(state)`` that moves all face-up cards of `source` into a pile."""
    face_up, kinds = source.name, source.cards.kinds
    pile_size, face_up_size = f"{pile}_size", f"{source.name}_size"
    shuffles = f"{pile}_shuffles"

    def refill(state: Any) -> None:
        table = state.table
        size = note_shuffle(state.chance, table[pile_size])
        if table[face_up_size] > 0:
            table[shuffles] += 1
        for card in range(kinds):
            for _ in range(table[face_up][card]):
                state.hidden[pile][size] = card
                size += 1
            table[face_up][card] = 0
        table[pile_size] = size
        table[face_up_size] = 0

    return refill


def _make_can_draw(pile: str, source: Shown | None) -> Compiled:
    """Return the function ``(state)`` that returns True if a pile or its source has a card."""
    pile_size = f"{pile}_size"
    if source is None:
        return lambda state: state.table[pile_size] > 0
    face_up_size = f"{source.name}_size"
    return lambda state: state.table[pile_size] + state.table[face_up_size] > 0


class Rows(Component):
    """Face-up rows of cards, in which the order matters. A single row is a face-up stack.

    Its fields are ``table.NAME``, the kind of card by row and place, and ``table.NAME_size``, the
    number of cards by row. Entries of ``table.NAME`` beyond a row's size are meaningless. Rows are
    numbered from 0. In compiled code, ``put(state, row, card)`` adds a card at the end
    of a row, ``last(table, row)`` returns the card at the end, ``take_last(state, row)`` removes
    and returns it, and ``clear(state, row)`` empties a row. Adding to a full row, and reading or
    taking from an empty row, raises ``IndexError``.

    Parameters
    ----------
    length
        The largest number of cards in a row.
    rows
        The number of rows.

    Raises
    ------
    UsageError
        If `name` cannot be the name of a field.
    """

    def __init__(self, name: str, cards: Cards, length: int, rows: int = 1) -> None:
        super().__init__(name, "rows", cards)
        size = f"{name}_size"
        full = f"a {cards.name} is put into a row of {name} that is full ({length} places)"
        empty = f"the last {cards.name} of a row of {name} is read or taken, but the row is empty"

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

        self.put = inlined(put)
        self.last = last
        self.take_last = inlined(take_last)
        self.clear = inlined(clear)
        self.count_seen = inlined(count_seen)
        laid = (f"the {cards.plural} of the {readable_name(name)}, by row and place", rows, length)
        sizes = (f"{cards.plural} in each row of the {readable_name(name)}", rows)
        self.fixed_fields = Fields(table={name: laid, size: sizes})

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        rows = (self._row_in_words(rules, row) for row in self._rows(snapshot))
        return f"{readable_name(self.name)}: {' | '.join(rows)}"

    def _row_in_words(self, rules: Any, row: Any) -> str:
        """Return the names of a row's cards in their order; of a long row, only the last five."""
        if len(row) <= _LONG_ROW:
            return str(self.cards.list_in_order(rules, row))
        end = self.cards.list_in_order(rules, row[-_END_OF_ROW:])
        return f"{self.cards.name_number(len(row))}, the last of them {end}"

    def places(self, rules: Any, snapshot: Snapshot) -> dict[str, Any]:
        rows = self._rows(snapshot)
        counts: dict[str, Any] = {}
        for number, row in enumerate(rows, 1):
            place = f"row {number}" if len(rows) > 1 else ""
            counts[place] = np.bincount(row, minlength=self.cards.kinds)
        return counts

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        rows, sizes = snapshot.table[self.name], snapshot.table[f"{self.name}_size"]
        return count_first(rows, sizes, self.cards.kinds).sum(axis=-2)

    def _rows(self, snapshot: Snapshot) -> list[Any]:
        """Return the kinds of the cards in each row, without the entries beyond the row's size."""
        rows, sizes = snapshot.table[self.name], snapshot.table[f"{self.name}_size"]
        return [row[:size] for row, size in zip(rows, sizes, strict=True)]


class Board(Component):
    """A board of squares that everybody sees. Each square holds a number, 0 if it is empty.

    Its field is ``table.NAME``, the number by row and column.

    Parameters
    ----------
    rows, columns
        The numbers of rows and columns.
    pieces
        The character with which replays draw each number, from 0, as in
        ``Board("board", 8, 8, pieces=".XO")`` (default: a dot for 0, digits for other numbers).

    Raises
    ------
    UsageError
        If there are no rows or no columns, or `name` cannot be the name of a field.
    """

    def __init__(self, name: str, rows: int, columns: int, *, pieces: str = ".1234567890") -> None:
        super().__init__(name, "a board")
        self.pieces = pieces
        if min(rows, columns) < 1:
            raise UsageError(
                f"the board {name} cannot have {rows} rows and {columns} columns; give 1 or more"
            )
        meaning = f"the {readable_name(name)}, by row and column; 0 is empty"
        self.fixed_fields = Fields(table={name: (meaning, rows, columns)})

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        rows = ("".join(map(self._piece, row)) for row in snapshot.table[self.name])
        return f"{readable_name(self.name)}: {' / '.join(rows)}"

    def _piece(self, number: int) -> str:
        """Return the character for a number; "?" for a number without a character."""
        return self.pieces[number] if 0 <= number < len(self.pieces) else "?"
