"""`OwnDecks`: a hand and a face-down deck of its own for each seat, as in deck builders."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from simulate.game import Snapshot
from simulate.kit.compiled import compiled, inlined
from simulate.kit.hands import draw_at_random
from simulate.kit.kept_piles import note_shuffle
from simulate.kit.layout import SEATS
from simulate.kit.notes import claim
from simulate.making.components.cards import Cards
from simulate.making.components.component import (
    Compiled,
    Component,
    Fields,
    count_first,
    readable_name,
)
from simulate.making.components.hands import DEFAULT_NAME, BaseHands, Tableau, make_deal_from_pile


class OwnDecks(BaseHands):
    """A hand and a face-down deck for each seat, where everybody knows which cards a seat owns.

    A seat draws from its own deck. When the deck is empty, the seat's discard pile is shuffled and
    becomes its deck. Everybody knows which cards are in a seat's hand and deck together, but not
    where each of them is, so strategies that think ahead never imagine that a seat holds the cards
    of another.

    Its fields are those of `Hands`, and ``table.deck_size`` (the number of cards in each seat's
    deck), ``table.deck_shuffles`` (the number of times that each seat's discard pile was shuffled)
    and ``table.unseen`` (the number of cards of each kind in each seat's hand and deck together, by
    seat and kind). With another name than "hand" they are ``table.NAME_deck_size``,
    ``table.NAME_deck_shuffles`` and ``table.NAME_unseen``.

    Compiled code uses the functions of `Hands` and those below. There is no ``pass_on``, because
    everybody knows which cards each seat owns.

    - ``put(state, seat, card)`` puts a card into the seat's deck, for instance when a game is set
      up;
    - ``draw(state, seat, number)`` moves cards from the seat's deck into its hand. It shuffles the
      discard pile when the deck is empty, stops when both are empty, and returns the number of
      cards drawn.

    Parameters
    ----------
    cards
        The cards.
    discards
        The face-up discard pile of each seat.
    name
        The name of the hands.

    Raises
    ------
    UsageError
        If `name` cannot be the name of a field.
    """

    def __init__(self, cards: Cards, discards: Tableau, name: str = DEFAULT_NAME) -> None:
        prefix = "" if name == DEFAULT_NAME else f"{name}_"
        self._deck = f"{prefix}deck"
        self._deck_size = f"{prefix}deck_size"
        self._shuffles = f"{prefix}deck_shuffles"
        self._discards = discards
        self._unseen = f"{prefix}unseen"
        super().__init__(cards, name)
        add, put_down = self.add, self.put_down
        unseen = self._unseen

        def add_owned(state: Any, seat: int, card: int) -> None:
            add(state, seat, card)
            state.table[unseen][seat, card] += 1

        def put_down_owned(state: Any, seat: int, card: int) -> None:
            put_down(state, seat, card)
            state.table[unseen][seat, card] -= 1

        self.add = inlined(add_owned)
        self.put_down = inlined(put_down_owned)
        self.deal = make_deal_from_pile(self.add)
        self.put = _make_put(self)
        self.draw = _make_draw(self, _make_shuffle(self, discards))
        self.count_seen = _make_count_seen(self)
        self.fill_unseen = _make_fill_unseen(self)

    def declare_fields(self) -> Fields:
        fields = super().declare_fields()
        cards, hand = self.cards, readable_name(self.name)
        fields.table[self._deck_size] = (f"{cards.plural} in each seat's deck", SEATS)
        fields.table[self._shuffles] = ("how often each seat's discard pile was shuffled", SEATS)
        fields.table[self._unseen] = (
            f"how many copies of each {cards.name} are in each seat's {hand} and deck together",
            SEATS,
            cards.kinds,
        )
        return fields

    def fields(self, options: Any) -> Fields:
        fixed = super().fields(options)
        decks = (
            f"the {self.cards.plural} in each seat's deck, in no order",
            SEATS,
            self.cards.most,
        )
        return Fields(table=fixed.table, own=fixed.own, hidden={self._deck: decks})

    def describe_seat(self, rules: Any, snapshot: Snapshot, seat: int, *, reveal: bool) -> str:
        in_hand = super().describe_seat(rules, snapshot, seat, reveal=reveal)
        size = int(snapshot.table[self._deck_size][seat])
        deck = f"{in_hand}, deck {self.cards.name_number(size)}"
        if not (reveal and size):
            return deck
        kinds = self.cards.summarize(rules, self._count_decks(rules, snapshot)[seat])
        return f"{deck} ({kinds})"

    def places(self, rules: Any, snapshot: Snapshot) -> dict[str, Any]:
        """Return no places: `describe_changes` names whole hands instead of single cards.

        A hand that is discarded and drawn anew may have the same cards as before, and replays would
        name only the difference.
        """
        return {}

    def describe_changes(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        return [line for _, line in self.describe_draws(rules, [before, after])]

    def describe_draws(self, rules: Any, states: Sequence[Snapshot]) -> list[tuple[int, str]]:
        """Return lines on the seats that shuffled their discard piles, and that drew cards.

        Parameters
        ----------
        rules
            The record of the rules.
        states
            The states of the game during an action, from the first to the last.

        Returns
        -------
        list of (int, str)
            The lines, each with the index of the last state before its first change.
        """
        shuffling: list[tuple[int, str]] = []
        drawing: dict[int, int] = {}
        for index, (state, following) in enumerate(pairwise(states)):
            for seat in self._shuffling_seats(state, following):
                pile = readable_name(self._discards.name)
                shuffling.append((index, f"seat {seat + 1} shuffles its {pile} in"))
            earlier, later = state.own[self.counted], following.own[self.counted]
            for seat in range(rules.players):
                if (later[seat] > earlier[seat]).any():
                    drawing.setdefault(seat, index)
        drawn = [
            (since, f"seat {seat + 1} now has {self.describe_own(rules, states[-1], seat)}")
            for seat, since in sorted(drawing.items())
        ]
        lines = []
        for name, clauses in ((self._deck, shuffling), (self.name, drawn)):
            if clauses:
                text = "; ".join(clause for _, clause in clauses)
                first = min(since for since, _ in clauses)
                lines.append((first, f"{readable_name(name)}: {text}"))
        return lines

    def _shuffling_seats(self, before: Snapshot, after: Snapshot) -> list[int]:
        """Return the seats whose discard piles were shuffled between two moments."""
        shuffled = after.table[self._shuffles] > before.table[self._shuffles]
        return [int(seat) for seat in np.flatnonzero(shuffled)]

    def emptied_places(self, before: Snapshot, after: Snapshot) -> dict[Component, set[str]]:
        seats = self._shuffling_seats(before, after)
        return {self._discards: {f"seat {seat + 1}" for seat in seats}} if seats else {}

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        return super().count(rules, snapshot) + self._count_decks(rules, snapshot).sum(axis=-2)

    def count_hidden(self, rules: Any, snapshot: Snapshot) -> Any:
        by_holder = super().count_hidden(rules, snapshot)
        by_holder[..., : rules.players, :] += self._count_decks(rules, snapshot)
        return by_holder

    def _count_decks(self, rules: Any, snapshot: Snapshot) -> Any:
        """Return the number of cards in decks, of shape (..., players, kinds)."""
        decks = snapshot.hidden[self._deck][..., : rules.players, :]
        sizes = snapshot.table[self._deck_size][..., : rules.players]
        return count_first(decks, sizes, self.cards.kinds)


def _make_put(decks: OwnDecks) -> Compiled:
    """Return the function ``(state, seat, card)`` that puts a card into a seat's deck."""
    deck, deck_size, unseen = decks._deck, decks._deck_size, decks._unseen

    def put(state: Any, seat: int, card: int) -> None:
        table = state.table
        size = table[deck_size][seat]
        state.hidden[deck][seat, size] = card
        table[deck_size][seat] = size + 1
        table[unseen][seat, card] += 1

    return inlined(put)


def _make_shuffle(decks: OwnDecks, discards: Tableau) -> Compiled:
    """Return the function ``(state, seat)`` that moves a seat's discard pile into its deck."""
    put, kinds = decks.put, decks.cards.kinds
    deck_size, pile, pile_size = decks._deck_size, discards.name, f"{discards.name}_size"
    shuffles = decks._shuffles

    def shuffle(state: Any, seat: int) -> None:
        table = state.table
        note_shuffle(state.chance, table[deck_size][seat])
        if table[pile_size][seat] > 0:
            table[shuffles][seat] += 1
        for card in range(kinds):
            for _ in range(table[pile][seat, card]):
                put(state, seat, card)
            table[pile][seat, card] = 0
        table[pile_size][seat] = 0

    return compiled(shuffle)


def _make_draw(decks: OwnDecks, shuffle: Compiled) -> Compiled:
    """Return the function ``(state, seat, number)`` that draws cards and returns their number."""
    deck, deck_size, hand_size = decks._deck, decks._deck_size, decks.size
    cards, keep = decks.cards, decks.keep

    def draw(state: Any, seat: int, number: int) -> int:
        table = state.table
        drawn = 0
        while drawn < number:
            if table[deck_size][seat] == 0:
                shuffle(state, seat)
            size = table[deck_size][seat]
            if size == 0:
                break
            card = draw_at_random(state.hidden[deck][seat], size, state.chance, cards.first)
            table[deck_size][seat] = size - 1
            claim(state.chance, seat, cards.first + card)
            keep(state.own[seat], card)
            table[hand_size][seat] += 1
            drawn += 1
        return drawn

    return compiled(draw)


def _make_count_seen(decks: OwnDecks) -> Compiled:
    """Return the function `Component.count_seen`: everybody knows which cards each seat owns."""
    unseen_of_seats, kinds = decks._unseen, decks.cards.kinds

    def count_seen(rules: Any, state: Any, seat: int, unseen: Any) -> None:
        for owner in range(rules.players):
            for card in range(kinds):
                unseen[card] -= state.table[unseen_of_seats][owner, card]

    return inlined(count_seen)


def _make_fill_unseen(decks: OwnDecks) -> Compiled:
    """Return the function `Component.fill_unseen`.

    It divides the cards of each seat at random between its hand, unless the hand is seen, and its
    deck.
    """
    deck, hand_size, unseen, count = decks._deck, decks.size, decks._unseen, decks.counted
    kinds, keep = decks.cards.kinds, decks.keep

    def fill_unseen(rules: Any, state: Any, seat: int, bag: Any, left: int) -> int:
        table = state.table
        for owner in range(rules.players):
            own, cards_of_owner = state.own[owner], state.hidden[deck][owner]
            size = 0
            for card in range(kinds):
                # The hand of another seat is empty here.
                for _ in range(table[unseen][owner, card] - own[count][card]):
                    cards_of_owner[size] = card
                    size += 1
            if owner != seat:
                for _ in range(table[hand_size][owner]):
                    keep(own, draw_at_random(cards_of_owner, size, state.chance))
                    size -= 1
        return left

    return inlined(fill_unseen)
