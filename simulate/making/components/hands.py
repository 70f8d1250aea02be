"""Components that hold cards of seats: hidden hands, and tableaus that everybody sees."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.errors import UsageError
from simulate.game import Snapshot
from simulate.kit.bits import bit
from simulate.kit.compiled import compiled, inlined
from simulate.kit.hands import draw_at_random
from simulate.kit.layout import SEATS, Field
from simulate.kit.menu import GROUP, offer
from simulate.kit.notes import claim, note_move, note_passing
from simulate.making.components.cards import Cards
from simulate.making.components.component import Compiled, Component, Fields, readable_name
from simulate.making.components.limited_hands import make_limited_fill

#: The default name of hands. With it, the fields of a seat's record have no prefix.
DEFAULT_NAME = "hand"


def counts_by_seat(counts: Any, players: int) -> dict[str, Any]:
    """Return the row of each seat in `counts`, by the name of the seat, such as ``"seat 2"``."""
    return {f"seat {seat + 1}": counts[seat] for seat in range(players)}


def _check_cards(cards: Any, name: Any, kind: str) -> None:
    """Raise `UsageError` unless `cards` are `Cards`; `kind` is the name of the component's class.

    Cards are the first argument of hands, but the second of all other components.
    """
    if isinstance(cards, Cards):
        return
    if isinstance(cards, str) and isinstance(name, Cards):
        call = f"{kind}(CARDS)" if cards == DEFAULT_NAME else f"{kind}(CARDS, {cards!r})"
        problem = f"{kind} needs its cards first, and then its name"
        raise UsageError(f"{problem}; write {call} with the name of your Cards for CARDS")
    raise UsageError(
        f'{kind} needs the cards that lie in it, not {cards!r}; write CARDS = Cards("card", 52) '
        f"with your number of cards, or their names, and {kind}(CARDS)"
    )


class _SetFunctions(NamedTuple):
    """Compiled functions for the set of different cards in a hand; `own` is ``state.own[seat]``."""

    #: ``(own, card)``: adds a kind of card to the set.
    add: Compiled
    #: ``(own, card, left)``: removes a kind of card from the set if `left`, the number of such
    #: cards in the hand, is 0.
    drop: Compiled
    #: ``(own, other)``: swaps the sets of two hands.
    swap: Compiled
    #: ``(menu, base, own)``: offers the action base + card for each different card.
    offer: Compiled


class BaseHands(Component):
    """The common base of `Hands` and `OwnDecks`: a hidden hand for each seat, whose size all see.

    Raises
    ------
    UsageError
        If `cards` are not `Cards`, or `name` cannot be the name of a field.
    """

    def __init__(self, cards: Cards, name: str = DEFAULT_NAME) -> None:
        _check_cards(cards, name, type(self).__name__)
        super().__init__(name, "hands", cards)
        prefix = "" if name == DEFAULT_NAME else f"{name}_"
        self.counted = f"{prefix}count"
        #: The field of a seat's record with the set of different cards.
        self.kinds = f"{prefix}cards"
        #: The field of the table with the number of cards in each hand.
        self.size = f"{name}_size"
        #: The number of sets of 64 kinds that hold the different cards.
        self.words = -(-cards.kinds // GROUP)
        sets = self._sets = _single_set(self) if self.words == 1 else _several_sets(self)
        #: ``(own, card)``: adds a card to a hand but keeps its public size.
        self.keep = _make_keep(self, sets)
        self.add = _make_add(self, self.keep)
        self.put_down = _make_put_down(self, sets)
        self.deal = make_deal_from_pile(self.add)
        self.held, self.holds = _make_look_ups(self)
        self.offer = sets.offer
        self.count_seen = _make_count_seen(self)
        self.fill_unseen = _make_fill_unseen(self, self.keep)
        self.fixed_fields = self.declare_fields()

    def declare_fields(self) -> Fields:
        """Return the fields of the hands, which do not depend on rules."""
        cards, hand = self.cards, readable_name(self.name)
        sets: Field = f"the different {cards.plural} in {hand}, as a set"
        if self.words > 1:
            sets = (f"the different {cards.plural} in {hand}, as sets of 64", self.words)
        counts = (f"how many copies of each {cards.name} are in {hand}", cards.kinds)
        return Fields(
            table={self.size: (f"{cards.plural} in each seat's {hand}", SEATS)},
            own={self.kinds: sets, self.counted: counts},
        )

    def describe_seat(self, rules: Any, snapshot: Snapshot, seat: int, *, reveal: bool) -> str:
        size = int(snapshot.table[self.size][seat])
        cards = self.describe_own(rules, snapshot, seat) if reveal else self.cards.name_number(size)
        return f"{readable_name(self.name)} {cards}"

    def describe_own(self, rules: Any, snapshot: Snapshot, seat: int) -> str:
        cards: str = self.cards.list_by_kind(rules, snapshot.own[seat][self.counted])
        return cards

    def describe_changes(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        return []

    def find_contradiction(self, rules: Any, snapshot: Snapshot) -> str:
        """Return a sentence on the first seat whose fields contradict each other, or ""."""
        for seat in range(rules.players):
            counts = np.asarray(snapshot.own[seat][self.counted])
            total = int(counts.sum())
            size = int(snapshot.table[self.size][seat])
            if counts.min() < 0:
                return f"own.{self.counted} of seat {seat + 1} has a number below 0"
            if total != size:
                return (
                    f"own.{self.counted} of seat {seat + 1} has "
                    f"{self.cards.name_number(total)}, and table.{self.size} says {size}"
                )
            if not np.array_equal(counts > 0, self._is_in_set(snapshot.own[seat])):
                return (
                    f"own.{self.counted} and own.{self.kinds} of seat {seat + 1} have different "
                    f"{self.cards.plural}"
                )
        return ""

    def _is_in_set(self, own: Any) -> Any:
        """Return for each kind of card whether the set of different cards has it."""
        words = np.atleast_1d(own[self.kinds])[:, None]
        is_member = (words >> np.arange(GROUP)) & 1 == 1
        return is_member.ravel()[: self.cards.kinds]

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        return snapshot.own[self.counted][..., : rules.players, :].sum(axis=-2)

    def count_hidden(self, rules: Any, snapshot: Snapshot) -> Any:
        held = snapshot.own[self.counted]
        by_holder = np.zeros((*held.shape[:-2], SEATS + 1, held.shape[-1]), np.int64)
        by_holder[..., : held.shape[-2], :] = held
        return by_holder

    def places(self, rules: Any, snapshot: Snapshot) -> dict[str, Any]:
        return counts_by_seat(snapshot.own[self.counted], rules.players)


class Hands(BaseHands):
    """A hand of cards for each seat, which only that seat sees; everybody sees its size.

    Its fields are ``own.count`` (the number of cards of each kind), ``own.cards`` (the different
    cards as a set; for more than 64 kinds, an array of sets of 64) and ``table.hand_size``. Hands
    with another name than "hand" have ``own.NAME_count``, ``own.NAME_cards`` and
    ``table.NAME_size``.

    Compiled code uses these functions, where `own` is ``state.own[seat]`` or a view's ``own``:

    - ``add(state, seat, card)`` adds a card, and ``put_down(state, seat, card)`` removes one;
    - ``deal(state, seat, pile, number)`` draws a number of cards from a `Pile`;
    - ``holds(own, card)`` returns True if a card is in the hand, and ``held(own, card)`` returns
      the number of copies there;
    - ``offer(menu, base, own)`` offers the action base + card for each different card;
    - ``pass_on(rules, state)`` gives every hand to the next seat.

    Removing a card that is not in the hand raises ``IndexError``.

    Raises
    ------
    UsageError
        If `cards` are not `Cards`, or `name` cannot be the name of a field.
    """

    def __init__(self, cards: Cards, name: str = DEFAULT_NAME) -> None:
        super().__init__(cards, name)
        self.pass_on = _make_pass_on(self, self._sets)

    def limit(self, may_hold: Compiled) -> None:
        """Let imagined worlds give a seat only cards that it may hold as far as everybody knows.

        Parameters
        ----------
        may_hold
            Compiled, ``(rules, state, seat, card)``: returns False if everybody knows that a card
            is not in a seat's hand.
        """
        self.fill_unseen = make_limited_fill(self, may_hold)
        self.fills_first = True

    def describe_passing(self, rules: Any, before: Snapshot, after: Snapshot) -> str:
        """Return a line that names the direction in which all hands were passed on.

        It is empty unless every hand went to the next seat, or every hand to the previous one.
        """
        cards_before = before.own[self.counted][: rules.players]
        cards_after = after.own[self.counted][: rules.players]
        if np.all(cards_after <= cards_before) or not cards_after.any():
            return ""
        for step, direction in ((1, "next"), (-1, "previous")):
            # A card may have been played at the same time, so hands may have become smaller.
            if np.all(cards_after <= np.roll(cards_before, step, axis=0)):
                return f"{readable_name(self.name)}: each goes to the {direction} seat"
        return ""


def _make_keep(hands: BaseHands, sets: _SetFunctions) -> Compiled:
    """Return the function ``(own, card)`` that adds a card to a hand but keeps its public size."""
    count, add_to_set = hands.counted, sets.add

    def keep(own: Any, card: int) -> None:
        own[count][card] += 1
        add_to_set(own, card)

    return inlined(keep)


def _make_add(hands: BaseHands, keep: Compiled) -> Compiled:
    """Return the function ``(state, seat, card)`` that adds a card to a seat's hand."""
    size, cards = hands.size, hands.cards

    def add(state: Any, seat: int, card: int) -> None:
        claim(state.chance, seat, cards.first + card)
        note_move(state.chance, seat, cards.first + card, 1)
        keep(state.own[seat], card)
        state.table[size][seat] += 1

    return inlined(add)


def _make_put_down(hands: BaseHands, sets: _SetFunctions) -> Compiled:
    """Return the function ``(state, seat, card)`` that removes a card from a seat's hand."""
    count, size, cards = hands.counted, hands.size, hands.cards
    drop_from_set = sets.drop
    missing = f"the {cards.name} that is put down is not in {readable_name(hands.name)}"

    def put_down(state: Any, seat: int, card: int) -> None:
        own = state.own[seat]
        left = own[count][card] - 1
        if left < 0:
            raise IndexError(missing)
        note_move(state.chance, seat, cards.first + card, -1)
        own[count][card] = left
        drop_from_set(own, card, left)
        state.table[size][seat] -= 1

    return inlined(put_down)


def make_deal_from_pile(add: Compiled) -> Compiled:
    """Return the function ``(state, seat, pile, number)`` that draws cards into a seat's hand."""

    def deal(state: Any, seat: int, pile: Any, number: int) -> None:
        for _ in range(number):
            add(state, seat, pile.draw(state))

    return inlined(deal)


def _make_look_ups(hands: BaseHands) -> tuple[Compiled, Compiled]:
    """Return two functions ``(own, card)``: `Hands.held` and `Hands.holds`."""
    count = hands.counted

    def held(own: Any, card: int) -> int:
        return own[count][card]  # type: ignore[no-any-return]

    def holds(own: Any, card: int) -> bool:
        return own[count][card] > 0  # type: ignore[no-any-return]

    return inlined(held), inlined(holds)


def _make_count_seen(hands: BaseHands) -> Compiled:
    """Return the function `Component.count_seen`: a seat sees the cards in its own hand."""
    count, kinds = hands.counted, hands.cards.kinds

    def count_seen(rules: Any, state: Any, seat: int, unseen: Any) -> None:
        for card in range(kinds):
            unseen[card] -= state.own[seat][count][card]

    return inlined(count_seen)


def _make_fill_unseen(hands: BaseHands, keep: Compiled) -> Compiled:
    """Return the function `Component.fill_unseen`.

    It fills in what a seat cannot see: it draws the hands of all other seats.
    """
    size = hands.size

    def fill_unseen(rules: Any, state: Any, seat: int, bag: Any, left: int) -> int:
        for owner in range(rules.players):
            if owner != seat:
                for _ in range(state.table[size][owner]):
                    keep(state.own[owner], draw_at_random(bag, left, state.chance))
                    left -= 1
        return left

    return inlined(fill_unseen)


def _make_pass_on(hands: Hands, sets: _SetFunctions) -> Compiled:
    """Return the function ``(rules, state)`` that gives every hand to the next seat."""
    count, size, cards = hands.counted, hands.size, hands.cards
    swap_sets = sets.swap

    def pass_on(rules: Any, state: Any) -> None:
        last = rules.players - 1
        for seat in range(rules.players):
            receiver = seat + 1 if seat < last else 0
            note_passing(state.chance, seat, receiver, state.own[seat][count], cards.first)
        for seat in range(last, 0, -1):  # One swap per seat moves all hands on by one.
            own, previous = state.own[seat], state.own[seat - 1]
            for card in range(cards.kinds):
                own[count][card], previous[count][card] = previous[count][card], own[count][card]
            swap_sets(own, previous)
            sizes = state.table[size]
            sizes[seat], sizes[seat - 1] = sizes[seat - 1], sizes[seat]

    return compiled(pass_on)


def _single_set(hands: BaseHands) -> _SetFunctions:
    """Return the functions for a hand of up to 64 kinds, in which the set is one number."""
    kinds = hands.kinds

    def add(own: Any, card: int) -> None:
        own[kinds] |= bit(card)

    def drop(own: Any, card: int, left: int) -> None:
        # This avoids a branch, which the processor would often predict wrong.
        own[kinds] ^= np.int64(left == 0) << card

    def swap(own: Any, other: Any) -> None:
        own[kinds], other[kinds] = other[kinds], own[kinds]

    def offer_each(menu: Any, base: int, own: Any) -> None:
        offer(menu, base, own[kinds])

    return _SetFunctions(inlined(add), inlined(drop), inlined(swap), inlined(offer_each))


def _several_sets(hands: BaseHands) -> _SetFunctions:
    """Return the functions for a hand of more than 64 kinds, in which the set is an array."""
    kinds, words = hands.kinds, hands.words

    def add(own: Any, card: int) -> None:
        own[kinds][card >> 6] |= bit(card & 63)

    def drop(own: Any, card: int, left: int) -> None:
        own[kinds][card >> 6] ^= np.int64(left == 0) << (card & 63)

    def swap(own: Any, other: Any) -> None:
        for word in range(words):
            own[kinds][word], other[kinds][word] = other[kinds][word], own[kinds][word]

    def offer_each(menu: Any, base: int, own: Any) -> None:
        for word in range(words):
            if own[kinds][word] != 0:
                offer(menu, base + GROUP * word, own[kinds][word])

    return _SetFunctions(inlined(add), inlined(drop), inlined(swap), inlined(offer_each))


class Tableau(Component):
    """Face-up cards in front of each seat, such as a tableau or the tricks that it won.

    Its fields are ``table.NAME``, the number of cards by seat and kind, and ``table.NAME_size``,
    the number of cards by seat. In compiled code, ``put(state, seat, card)`` adds a card, and
    ``take(state, seat, card)`` removes a card. Taking a card that the seat does not have there
    raises ``IndexError``.

    Raises
    ------
    UsageError
        If `name` cannot be the name of a field.
    """

    belongs_to_result = True

    def __init__(self, name: str, cards: Cards) -> None:
        super().__init__(name, "a tableau", cards)
        size, kinds = f"{name}_size", cards.kinds
        missing = f"the {cards.name} that is taken from {name} is not there"

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

        self.put = inlined(put)
        self.take = inlined(take)
        self.count_seen = inlined(count_seen)
        where = f"in each seat's {readable_name(name)}"
        laid = (f"how many copies of each {cards.name} are {where}", SEATS, kinds)
        self.fixed_fields = Fields(table={name: laid, size: (f"{cards.plural} {where}", SEATS)})

    def describe_seat(self, rules: Any, snapshot: Snapshot, seat: int, *, reveal: bool) -> str:
        cards = self.cards.summarize(rules, snapshot.table[self.name][seat])
        return f"{readable_name(self.name)} {cards}"

    def places(self, rules: Any, snapshot: Snapshot) -> dict[str, Any]:
        return counts_by_seat(snapshot.table[self.name], rules.players)

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        return snapshot.table[self.name][..., : rules.players, :].sum(axis=-2)
