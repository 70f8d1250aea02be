"""`Market`: a row of face-up cards that seats take and that a pile fills up again."""

from __future__ import annotations

from typing import Any

from simulate.errors import UsageError
from simulate.game import Snapshot
from simulate.kit.compiled import compiled, inlined
from simulate.kit.notes import note_laid
from simulate.making.components.cards import Cards
from simulate.making.components.component import (
    Compiled,
    Component,
    Fields,
    count_first,
    readable_name,
)
from simulate.making.components.pile import Pile


class Market(Component):
    """A row of face-up cards in order, from which cards are taken at any place.

    It starts empty. A game's ``deal`` calls ``fill``. If the rules say so, its ``apply`` does, too,
    after each card that was taken.

    Its fields are ``table.NAME``, the kind of the card at each place, and ``table.NAME_size``, the
    number of cards. Places are numbered from 0. Entries of ``table.NAME`` beyond the size are
    meaningless. Compiled code uses these functions:

    - ``fill(state)`` draws from the pile until the row is full or the pile is empty;
    - ``take(state, place)`` removes and returns the card at a place; the cards after it move up;
    - ``add(state, card)`` adds a card at the end.

    Taking a card from a place without a card, and adding a card to a full row, raises
    ``IndexError``.

    Parameters
    ----------
    name
        The component's name.
    pile
        The face-down pile that fills the row.
    length
        The largest number of cards in the row.

    Raises
    ------
    UsageError
        If `name` cannot be the name of a field, or `length` is less than 1.
    """

    def __init__(self, name: str, pile: Pile, length: int) -> None:
        super().__init__(name, "a market", pile.cards)
        if length < 1:
            raise UsageError(f"the market {name} cannot have {length} places; give 1 or more")
        self.length = length
        cards, where = pile.cards, f"in the {readable_name(name)}"
        self.fixed_fields = Fields(
            table={
                name: (f"the {cards.plural} {where}, by place", length),
                f"{name}_size": f"{cards.plural} {where}",
            }
        )
        self.add = _make_add(self, cards)
        self.fill = _make_fill(self, pile)
        self.take = _make_take(self, cards)
        self.count_seen = _make_count_seen(self)

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        row = snapshot.table[self.name][: snapshot.table[f"{self.name}_size"]]
        return f"{readable_name(self.name)}: {self.cards.list_in_order(rules, row)}"

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        size = snapshot.table[f"{self.name}_size"]
        return count_first(snapshot.table[self.name], size, self.cards.kinds)


def _make_add(market: Market, cards: Cards) -> Compiled:
    """Return the function ``(state, card)`` that adds a card at the end of the row."""
    row, row_size, length = market.name, f"{market.name}_size", market.length
    full = f"a {cards.name} is added to {row}, which is full ({length} places)"

    def add(state: Any, card: int) -> None:
        place = state.table[row_size]
        if place >= length:
            raise IndexError(full)
        note_laid(state.chance, cards.first + card)
        state.table[row][place] = card
        state.table[row_size] = place + 1

    return inlined(add)


def _make_fill(market: Market, pile: Pile) -> Compiled:
    """Return the function ``(state)`` that draws from a pile until the row is full."""
    row_size, length = f"{market.name}_size", market.length
    add, draw, can_draw = market.add, pile.draw, pile.can_draw

    def fill(state: Any) -> None:
        while state.table[row_size] < length and can_draw(state):
            add(state, draw(state))

    return compiled(fill)


def _make_take(market: Market, cards: Cards) -> Compiled:
    """Return the function ``(state, place)`` that removes and returns the card at a place."""
    row, row_size = market.name, f"{market.name}_size"
    missing = f"a {cards.name} is taken from a place of {row} that has none"

    def take(state: Any, place: int) -> int:
        size = state.table[row_size]
        if not 0 <= place < size:
            raise IndexError(missing)
        card = state.table[row][place]
        for later in range(place + 1, size):
            state.table[row][later - 1] = state.table[row][later]
        state.table[row_size] = size - 1
        return card  # type: ignore[no-any-return]

    return inlined(take)


def _make_count_seen(market: Market) -> Compiled:
    """Return the function `Component.count_seen`: everybody sees the row."""
    row, row_size = market.name, f"{market.name}_size"

    def count_seen(rules: Any, state: Any, seat: int, unseen: Any) -> None:
        for place in range(state.table[row_size]):
            unseen[state.table[row][place]] -= 1

    return inlined(count_seen)
