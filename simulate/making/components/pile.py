"""Piles of cards: a draw pile that nobody can look into, or cards that all see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from simulate.game import Snapshot
from simulate.kit.compiled import compiled, inlined
from simulate.kit.hands import draw_at_random
from simulate.making.components.cards import Cards
from simulate.making.components.component import Compiled, Component, Fields, check_name, spoken
from simulate.rules.kinds import Option


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
        self.name = check_name(name, "a pile")
        self.cards = cards
        self.full = full
        size, total, every = f"{name}_size", f"{cards.name}_total", f"{cards.name}_all"
        empty = f"draws from {name}, which is empty"

        refilling: Compiled = _refilling(name, refill) if refill else lambda state: None
        take_more = compiled(refilling)

        def draw(state: Any) -> int:
            if state.table[size] == 0:
                take_more(state)
            left = state.table[size]
            if left <= 0:
                raise IndexError(empty)
            card = draw_at_random(state.hidden[name], left, state.chance)
            state.table[size] = left - 1
            return card

        def put(state: Any, card: int) -> None:
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
            table={f"{self.name}_size": f"{self.cards.plural} in the {spoken(self.name)}"},
            hidden={self.name: (f"the {spoken(self.name)}: {first}", self.cards.most)},
        )

    def tell_table(self, rules: Any, snapshot: Snapshot, all_hands: bool) -> str:
        size = int(snapshot.table[f"{self.name}_size"])
        return f"{spoken(self.name)}: {self.cards.several(size)}"

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        size = int(snapshot.table[f"{self.name}_size"])
        return np.bincount(snapshot.hidden[self.name][:size], minlength=self.cards.kinds)


class Shown(Component):
    """Cards that all see and whose order does not matter: a discard pile, a display.

    Fields: ``table.NAME``, how many of each kind, and ``table.NAME_size``. In compiled code:
    ``put(state, card)`` and ``take(state, card)``.
    """

    def __init__(self, name: str, cards: Cards) -> None:
        self.name = check_name(name, "a pile")
        self.cards = cards
        size, kinds = f"{name}_size", cards.kinds
        missing = f"takes a {cards.name} from {name} that is not there"

        def put(state: Any, card: int) -> None:
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

    def fields(self, options: Mapping[str, Option]) -> Fields:
        said = spoken(self.name)
        return Fields(
            table={
                self.name: (
                    f"how many of each {self.cards.name} lie in the {said}",
                    self.cards.kinds,
                ),
                f"{self.name}_size": f"{self.cards.plural} in the {said}",
            }
        )

    def tell_table(self, rules: Any, snapshot: Snapshot, all_hands: bool) -> str:
        return f"{spoken(self.name)}: {self.cards.listed(rules, snapshot.table[self.name])}"

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
