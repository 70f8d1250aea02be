"""Cards that belong to seats: hands, which only their seat sees, and cards laid out for all."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.game import Snapshot
from simulate.kit.bits import bit
from simulate.kit.compiled import compiled, inlined
from simulate.kit.hands import draw_at_random
from simulate.kit.layout import SEATS, Field
from simulate.kit.menu import GROUP, offer
from simulate.kit.notes import claim, note_move, note_passing
from simulate.making.components.cards import Cards
from simulate.making.components.component import Compiled, Component, Fields, readable_name

#: How a hand's fields begin that has the usual name.
_USUAL = "hand"


def counts_by_seat(counts: Any, players: int) -> dict[str, Any]:
    """Return the rows of an array, the cards of each seat by kind, by the seats' names."""
    return {f"seat {seat + 1}": counts[seat] for seat in range(players)}


class Hands(Component):
    """A hand of cards for each seat, which only that seat sees; all see how many it holds.

    Fields: ``own.count`` (how many of each kind), ``own.cards`` (the different ones as a set; of
    more than 64 kinds an array of sets of 64) and ``table.hand_size``; of hands that are not
    called "hand" ``own.NAME_count``, ``own.NAME_cards`` and ``table.NAME_size``.

    In compiled code, `own` being ``state.own[seat]`` or a view's ``own``: ``add(state, seat,
    card)``, ``put_down(state, seat, card)``, ``deal(state, seat, pile, number)``, ``holds(own,
    card)``, ``held(own, card)``, ``offer(menu, base, own)``, which offers each different card as
    the action base + card, and ``pass_on(rules, state)``, which gives every hand to the next seat.
    """

    def __init__(self, cards: Cards, name: str = _USUAL) -> None:
        super().__init__(name, "hands", cards)
        begin = "" if name == _USUAL else f"{name}_"
        self.counted, self._kinds, self._size = f"{begin}count", f"{begin}cards", f"{name}_size"
        self.words = -(-cards.kinds // GROUP)
        add, drop, swap_sets, self.offer = _few(self) if self.words == 1 else _many(self)
        count, size, kinds = self.counted, self._size, cards.kinds
        missing = f"puts down a {cards.name} that is not in hand"

        @inlined
        def keep(own: Any, card: int) -> None:
            own[count][card] += 1
            add(own, card)

        @inlined
        def put_in(state: Any, seat: int, card: int) -> None:
            claim(state.chance, seat, cards.first + card)
            note_move(state.chance, seat, cards.first + card, 1)
            keep(state.own[seat], card)
            state.table[size][seat] += 1

        def put_down(state: Any, seat: int, card: int) -> None:
            own = state.own[seat]
            left = own[count][card] - 1
            if left < 0:
                raise IndexError(missing)
            note_move(state.chance, seat, cards.first + card, -1)
            own[count][card] = left
            drop(own, card, left)
            state.table[size][seat] -= 1

        def held(own: Any, card: int) -> int:
            return own[count][card]  # type: ignore[no-any-return]

        def holds(own: Any, card: int) -> bool:
            return own[count][card] > 0  # type: ignore[no-any-return]

        def deal(state: Any, seat: int, pile: Any, number: int) -> None:
            for _ in range(number):
                put_in(state, seat, pile.draw(state))

        def count_seen(rules: Any, state: Any, seat: int, unseen: Any) -> None:
            for card in range(kinds):
                unseen[card] -= state.own[seat][count][card]

        def fill_unseen(rules: Any, state: Any, seat: int, bag: Any, left: int) -> int:
            for other in range(rules.players):
                if other != seat:
                    for _ in range(state.table[size][other]):
                        keep(state.own[other], draw_at_random(bag, left, state.chance))
                        left -= 1
            return left

        self.add, self.put_down, self.deal = put_in, inlined(put_down), inlined(deal)
        self.pass_on = _passing_on(self, swap_sets)
        self.held, self.holds = inlined(held), inlined(holds)
        self.count_seen, self.fill_unseen = inlined(count_seen), inlined(fill_unseen)
        self.fixed_fields = self._declare_fields()

    def _declare_fields(self) -> Fields:
        cards, hand = self.cards, readable_name(self.name)
        sets: Field = f"the different {cards.plural} in {hand}, as a set"
        if self.words > 1:
            sets = (f"the different {cards.plural} in {hand}, as sets of 64", self.words)
        counts = (f"how many of each {cards.name} are in {hand}", cards.kinds)
        return Fields(
            table={self._size: (f"{cards.plural} in each seat's {hand}", SEATS)},
            own={self._kinds: sets, self.counted: counts},
        )

    def describe_seat(self, rules: Any, snapshot: Snapshot, seat: int, *, known: bool) -> str:
        size = int(snapshot.table[self._size][seat])
        cards = self.describe_own(rules, snapshot, seat) if known else self.cards.name_number(size)
        return f"{readable_name(self.name)} {cards}"

    def describe_own(self, rules: Any, snapshot: Snapshot, seat: int) -> str:
        named: str = self.cards.list_by_kind(rules, snapshot.own[seat][self.counted])
        return named

    def describe_changes(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        return []

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        return snapshot.own[self.counted][..., : rules.players, :].sum(axis=-2)

    def count_hidden(self, rules: Any, snapshot: Snapshot) -> Any:
        held = snapshot.own[self.counted]
        by_holder = np.zeros((*held.shape[:-2], SEATS + 1, held.shape[-1]), np.int64)
        by_holder[..., : held.shape[-2], :] = held
        return by_holder

    def places(self, rules: Any, snapshot: Snapshot) -> dict[str, Any]:
        return counts_by_seat(snapshot.own[self.counted], rules.players)

    def describe_passing(self, rules: Any, before: Snapshot, after: Snapshot) -> str:
        """Return a line if every hand went to the next or the previous seat; else nothing."""
        then, now = (moment.own[self.counted][: rules.players] for moment in (before, after))
        if np.all(now <= then) or not now.any():
            return ""
        for step, direction in ((1, "next"), (-1, "previous")):
            if np.all(now <= np.roll(then, step, axis=0)):
                return f"{readable_name(self.name)}: each goes to the {direction} seat"
        return ""


def _passing_on(hands: Hands, swap_sets: Compiled) -> Compiled:
    """Return the function ``(rules, state)`` that gives every hand to the next seat.

    `swap_sets` swaps the sets of two hands.
    """
    count, size, cards = hands.counted, hands._size, hands.cards

    def pass_on(rules: Any, state: Any) -> None:
        last = rules.players - 1
        for seat in range(rules.players):
            receiver = seat + 1 if seat < last else 0
            note_passing(state.chance, seat, receiver, state.own[seat][count], cards.first)
        for seat in range(last, 0, -1):  # one swap a seat moves all hands on by one
            own, previous = state.own[seat], state.own[seat - 1]
            for card in range(cards.kinds):
                own[count][card], previous[count][card] = previous[count][card], own[count][card]
            swap_sets(own, previous)
            sizes = state.table[size]
            sizes[seat], sizes[seat - 1] = sizes[seat - 1], sizes[seat]

    return compiled(pass_on)


def _few(hands: Hands) -> tuple[Compiled, Compiled, Compiled, Compiled]:
    """Return how a hand of up to 64 kinds is kept as one set: to add, drop, swap and offer."""
    kinds = hands._kinds

    def add(own: Any, card: int) -> None:
        own[kinds] |= bit(card)

    def drop(own: Any, card: int, left: int) -> None:
        own[kinds] ^= np.int64(left == 0) << card  # without a branch, often guessed wrong

    def swap(one: Any, other: Any) -> None:
        one[kinds], other[kinds] = other[kinds], one[kinds]

    def offer_each(menu: Any, base: int, own: Any) -> None:
        offer(menu, base, own[kinds])

    return inlined(add), inlined(drop), inlined(swap), inlined(offer_each)


def _many(hands: Hands) -> tuple[Compiled, Compiled, Compiled, Compiled]:
    """Return how a hand of more kinds is kept as sets of 64: to add, drop, swap and offer."""
    kinds, words = hands._kinds, hands.words

    def add(own: Any, card: int) -> None:
        own[kinds][card >> 6] |= bit(card & 63)

    def drop(own: Any, card: int, left: int) -> None:
        own[kinds][card >> 6] ^= np.int64(left == 0) << (card & 63)

    def swap(one: Any, other: Any) -> None:
        for word in range(words):
            one[kinds][word], other[kinds][word] = other[kinds][word], one[kinds][word]

    def offer_each(menu: Any, base: int, own: Any) -> None:
        for word in range(words):
            if own[kinds][word] != 0:
                offer(menu, base + GROUP * word, own[kinds][word])

    return inlined(add), inlined(drop), inlined(swap), inlined(offer_each)


class Tableau(Component):
    """Cards that lie in front of each seat for all to see: a tableau, tricks won.

    Fields: ``table.NAME``, by seat and kind how many, and ``table.NAME_size`` by seat. In
    compiled code: ``put(state, seat, card)``, ``take(state, seat, card)``.
    """

    def __init__(self, name: str, cards: Cards) -> None:
        super().__init__(name, "a tableau", cards)
        size, kinds = f"{name}_size", cards.kinds
        missing = f"takes a {cards.name} from {name} that is not there"

        def put(state: Any, seat: int, card: int) -> None:
            claim(state.chance, seat, cards.first + card)
            note_move(state.chance, seat, cards.first + card, 1)
            state.table[name][seat, card] += 1
            state.table[size][seat] += 1

        def take(state: Any, seat: int, card: int) -> None:
            if state.table[name][seat, card] <= 0:
                raise IndexError(missing)
            note_move(state.chance, seat, cards.first + card, -1)
            state.table[name][seat, card] -= 1
            state.table[size][seat] -= 1

        def count_seen(rules: Any, state: Any, seat: int, unseen: Any) -> None:
            for owner in range(rules.players):
                for card in range(kinds):
                    unseen[card] -= state.table[name][owner, card]

        self.put, self.take = inlined(put), inlined(take)
        self.count_seen = inlined(count_seen)
        where = f"in each seat's {readable_name(name)}"
        laid = (f"how many of each {cards.name} lie {where}", SEATS, kinds)
        self.fixed_fields = Fields(table={name: laid, size: (f"{cards.plural} {where}", SEATS)})

    def describe_seat(self, rules: Any, snapshot: Snapshot, seat: int, *, known: bool) -> str:
        cards = self.cards.summarize(rules, snapshot.table[self.name][seat])
        return f"{readable_name(self.name)} {cards}"

    def places(self, rules: Any, snapshot: Snapshot) -> dict[str, Any]:
        return counts_by_seat(snapshot.table[self.name], rules.players)

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        return snapshot.table[self.name][..., : rules.players, :].sum(axis=-2)
