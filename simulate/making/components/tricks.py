"""`Trick`: cards that all seats play in turn, of which the best takes them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simulate.errors import UsageError, unknown
from simulate.game import Snapshot
from simulate.kit.bits import EMPTY, bit, has, size
from simulate.kit.compiled import compiled, inlined
from simulate.kit.layout import SEATS
from simulate.kit.menu import GROUP, allow, offer
from simulate.kit.notes import note_move
from simulate.kit.seats import end_turn, in_round
from simulate.making.components.cards import Cards
from simulate.making.components.component import Compiled, Component, Fields, readable_name
from simulate.making.components.counters import number_getter
from simulate.making.components.hands import Hands, Tableau
from simulate.rules.kinds import Option


class Trick(Component):
    """A trick: each seat plays a card in turn, and the best card takes all of them.

    Seats must follow the suit of the first card if they can. The highest trump takes the trick, or
    without a trump the highest card of the suit led. Of equal cards the first counts. The seat that
    takes the trick plays the next first card.

    The field ``table.NAME`` is the card of each seat in the current or latest trick (-1 for none).
    ``table.NAME_size`` is the number of cards in the trick, ``table.NAME_leader`` the seat that
    played the first card, and ``table.NAME_best`` the seat with the best card so far. After the
    last card, it is the seat that took the trick. ``table.NAME_trump`` is the trump suit, -1 for
    none; games can set it. ``table.NAME_number`` is the number of tricks that were taken.
    ``table.NAME_lacks`` has the suits, as a set, that each seat has shown not to have, and
    ``table.NAME_left`` the number of cards that it had left then.

    Compiled code uses these functions:

    - ``offer(rules, state, menu, base)`` offers the action base + card for each card that the seat
      to act may play;
    - ``play(rules, state, card)`` plays a card of the seat to act and ends its turn. It returns
      True if this was the last card of the trick. The cards are then in front of the seat that took
      them, and this seat is to act;
    - ``beats(rules, table, card)`` returns True if a card would be the best of the trick so far.

    Worlds that `search` imagines give no seat a suit that it has shown not to have, until the seat
    gets other cards.

    Parameters
    ----------
    name
        The component's name.
    hand
        The hands from which cards are played.
    taken
        The cards that each seat has taken.
    suits
        The number of suits, or their names for replays. Without `suit_of`, the cards are numbered
        suit by suit, all suits have the same number of cards, and the last card of a suit is the
        highest.
    suit_of, strength_of
        Compiled, ``(rules, table, card)``: the suit of a card, from 0, and a number that is larger
        for a higher card of the same suit. Default: as described under `suits`.
    trump
        The trump suit when a game begins, -1 for none, or the name of a rule that holds it.
    follow
        False if seats may play any card, or the name of a rule that says so.

    Raises
    ------
    UsageError
        If `name` cannot be the name of a field, if hands and taken cards are not made of the same
        cards, or if the cards cannot be divided into suits. The function `game` raises it if no
        rule is called `trump` or `follow`.
    """

    turn_functions = ("play",)

    def __init__(
        self,
        name: str,
        hand: Hands,
        taken: Tableau,
        *,
        suits: int | Sequence[str] = 4,
        suit_of: Compiled | None = None,
        strength_of: Compiled | None = None,
        trump: int | str = -1,
        follow: bool | str = True,
    ) -> None:
        _check_places(name, hand, taken)
        super().__init__(name, "a trick", hand.cards)
        self.hand = hand
        self.taken = taken
        self.trump = trump
        self.follow = follow
        #: The names of the suits; empty if they have none.
        self.suits = () if isinstance(suits, int) else tuple(suits)
        number = suits if isinstance(suits, int) else len(suits)
        self.suit_of = inlined(suit_of or _make_suit_of(hand.cards, number))
        self.strength_of = inlined(strength_of or (lambda rules, table, card: card))
        self.set_up = _make_set_up(self)
        self.beats = _make_beats(self)
        #: The number of cards of a suit if cards are numbered suit by suit, else 0.
        self.suit_length = 0 if suit_of else hand.cards.kinds // number
        has_suit_sets = hand.words == 1 and 0 < self.suit_length < GROUP
        self.offer = _make_fast_offer(self) if has_suit_sets else _make_offer(self)
        self.play = _make_play(self)
        self.count_seen = _make_count_seen(self)
        hand.limit(_make_may_hold(self))
        self.fixed_fields = self._declare_fields()

    def _declare_fields(self) -> Fields:
        name, cards = self.name, self.cards
        trick = readable_name(name)
        return Fields(
            table={
                name: (f"the {cards.name} of each seat in the {trick}; -1 for none", SEATS),
                f"{name}_size": f"{cards.plural} in the {trick}",
                f"{name}_leader": f"the seat that played the first {cards.name} of the {trick}",
                f"{name}_best": f"the seat with the best {cards.name} of the {trick} so far",
                f"{name}_trump": "the trump suit; -1 for none",
                f"{name}_number": f"how often a {trick} was taken",
                f"{name}_lacks": ("the suits that each seat is known not to have, as sets", SEATS),
                f"{name}_left": (
                    f"{cards.plural} that each seat had left when it last played",
                    SEATS,
                ),
            }
        )

    def fields(self, options: Mapping[str, Option]) -> Fields:
        for rule in (self.trump, self.follow):
            if isinstance(rule, str) and rule not in options:
                raise unknown("rule", rule, options, f" of {self.name}")
        return self.fixed_fields

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        table = snapshot.table
        trick = readable_name(self.name)
        labels = self.cards.labels(rules)
        leader = int(table[f"{self.name}_leader"])
        seats = [(leader + step) % rules.players for step in range(rules.players)]
        played = [
            f"seat {seat + 1} {labels[table[self.name][seat]]}"
            for seat in seats
            if table[self.name][seat] >= 0
        ]
        clauses = []
        if played and table[f"{self.name}_size"] > 0:
            clauses.append(f"{trick}: {', '.join(played)}")
        trump = int(table[f"{self.name}_trump"])
        if trump >= 0:
            clauses.append(f"trump: {self._suit_in_words(trump)}")
        return "; ".join(clauses)

    def _suit_in_words(self, suit: int) -> str:
        if suit < 0:
            return "none"
        return self.suits[suit] if suit < len(self.suits) else f"suit {suit + 1}"

    def describe_result(self, rules: Any, before: Snapshot, after: Snapshot) -> str:
        """Return a sentence on the seat that takes the trick."""
        number = f"{self.name}_number"
        if after.table[number] == before.table[number]:
            return ""
        seat = int(after.table[f"{self.name}_best"])
        card = self.cards.labels(rules)[after.table[self.name][seat]]
        return f"seat {seat + 1} takes the {readable_name(self.name)} with {card}"

    def describe_changes(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        """Return a line on a new trump."""
        trump = int(after.table[f"{self.name}_trump"])
        if trump == before.table[f"{self.name}_trump"]:
            return []
        return [f"trump: {self._suit_in_words(trump)}"]

    def places(self, rules: Any, snapshot: Snapshot) -> dict[str, Any]:
        """Return no places: the words of actions name the cards that are played."""
        return {}

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        played = snapshot.table[self.name][..., : rules.players, None]
        is_open = np.asarray(snapshot.table[f"{self.name}_size"] > 0)[..., None, None]
        return (is_open & (played == np.arange(self.cards.kinds))).sum(axis=-2)


def _check_places(name: Any, hand: Any, taken: Any) -> None:
    """Raise `UsageError` unless a trick has hands and a tableau of the same cards."""
    if not isinstance(hand, Hands) or not isinstance(taken, Tableau):
        raise UsageError(
            f"Trick needs its name, hands and a tableau for the cards that seats have taken; write "
            f"Trick({name!r}, hand, taken) with hand = Hands(CARDS) and "
            'taken = Tableau("taken", CARDS)'
        )
    if hand.cards is not taken.cards:
        raise UsageError(
            f"the {hand.name} of Trick({name!r}, ...) has other cards than {taken.name}; make both "
            "of the same Cards"
        )


def _make_suit_of(cards: Cards, suits: int) -> Compiled:
    """Return the function ``(rules, table, card)`` for cards that are numbered suit by suit.

    Raises `UsageError` if the cards cannot be divided into suits of the same length.
    """
    if suits < 1 or cards.kinds % suits != 0:
        raise UsageError(
            f"{cards.kinds} kinds of {cards.plural} cannot be divided into {suits} suits of the "
            "same length; give suits= another number, or suit_of= a function (rules, table, card) "
            "that returns the suit of a card"
        )
    length = cards.kinds // suits
    return lambda rules, table, card: card // length


def _make_set_up(trick: Trick) -> Compiled:
    """Return the function ``(rules, state)`` for a game in which no card has been played yet."""
    name, best, trump = trick.name, f"{trick.name}_best", f"{trick.name}_trump"
    trump_of = number_getter(trick.trump)

    def set_up(rules: Any, state: Any) -> None:
        state.table[best] = -1
        state.table[trump] = trump_of(rules)
        for seat in range(rules.players):
            state.table[name][seat] = -1

    return inlined(set_up)


def _make_beats(trick: Trick) -> Compiled:
    """Return the function ``(rules, table, card)``: `Trick.beats`."""
    name, best, trump = trick.name, f"{trick.name}_best", f"{trick.name}_trump"
    trick_size, suit_of, strength_of = f"{name}_size", trick.suit_of, trick.strength_of

    def beats(rules: Any, table: Any, card: int) -> bool:
        if table[trick_size] == 0:
            return True
        best_card = table[name][table[best]]
        suit = suit_of(rules, table, card)
        if suit == suit_of(rules, table, best_card):
            return strength_of(rules, table, card) > strength_of(rules, table, best_card)  # type: ignore[no-any-return]
        return suit == table[trump]  # type: ignore[no-any-return]

    return inlined(beats)


def _make_offer(trick: Trick) -> Compiled:
    """Return the function ``(rules, state, menu, base)``: `Trick.offer`."""
    name, leader, trick_size = trick.name, f"{trick.name}_leader", f"{trick.name}_size"
    suit_of, must_follow = trick.suit_of, number_getter(trick.follow)
    hand, kinds = trick.hand, trick.cards.kinds
    holds, offer_hand = hand.holds, hand.offer

    def offer_each(rules: Any, state: Any, menu: Any, base: int) -> None:
        table = state.table
        own = state.own[table.seat]
        offered = False
        if table[trick_size] > 0 and must_follow(rules) != 0:
            led = suit_of(rules, table, table[name][table[leader]])
            for card in range(kinds):
                if holds(own, card) and suit_of(rules, table, card) == led:
                    allow(menu, base + card)
                    offered = True
        if not offered:
            offer_hand(menu, base, own)

    return inlined(offer_each)


def _make_fast_offer(trick: Trick) -> Compiled:
    """Return the function `Trick.offer` for hands in which each suit is a set of bits."""
    name, leader, trick_size = trick.name, f"{trick.name}_leader", f"{trick.name}_size"
    suit_of, must_follow, length = trick.suit_of, number_getter(trick.follow), trick.suit_length
    kinds = trick.hand.kinds

    def offer_set(rules: Any, state: Any, menu: Any, base: int) -> None:
        table = state.table
        cards = state.own[table.seat][kinds]
        if table[trick_size] > 0 and must_follow(rules) != 0:
            led = suit_of(rules, table, table[name][table[leader]])
            of_suit = cards & ((bit(length) - 1) << (length * led))
            if of_suit != 0:
                cards = of_suit
        offer(menu, base, cards)

    return inlined(offer_set)


def _make_play(trick: Trick) -> Compiled:
    """Return the function ``(rules, state, card)``: `Trick.play`."""
    name, trick_size, best = trick.name, f"{trick.name}_size", f"{trick.name}_best"
    number = f"{name}_number"
    hand, cards, put = trick.hand, trick.cards, trick.taken.put
    put_down, start, note_play = hand.put_down, _make_start(trick), _make_note_play(trick)
    beats = trick.beats

    def play(rules: Any, state: Any, card: int) -> bool:
        table = state.table
        seat = table.seat
        if table[trick_size] == 0:
            start(rules, table)
        is_best = beats(rules, table, card)
        put_down(state, seat, card)
        note_move(state.chance, seat, cards.first + card, 1)
        note_play(rules, table, card)
        if is_best:
            table[best] = seat
        table[name][seat] = card
        table[trick_size] += 1
        end_turn(rules, state)
        if table[trick_size] < size(in_round(table)):
            return False
        taker = table[best]
        for owner in range(rules.players):
            if table[name][owner] >= 0:
                note_move(state.chance, owner, cards.first + table[name][owner], -1)
                put(state, taker, table[name][owner])
        table[trick_size] = 0
        table[number] += 1
        table.seat = taker
        return True

    return compiled(play)


def _make_start(trick: Trick) -> Compiled:
    """Return the function ``(rules, table)`` that begins a new trick of the seat to act."""
    name, leader = trick.name, f"{trick.name}_leader"

    def start(rules: Any, table: Any) -> None:
        for seat in range(rules.players):
            table[name][seat] = -1
        table[leader] = table.seat

    return inlined(start)


def _make_note_play(trick: Trick) -> Compiled:
    """Return the function ``(rules, table, card)`` that records what a played card shows to all.

    It is called when the card has left the hand and is not in the trick yet.
    """
    name, leader, trick_size = trick.name, f"{trick.name}_leader", f"{trick.name}_size"
    lacks, left, hand_size = f"{name}_lacks", f"{name}_left", trick.hand.size
    suit_of, must_follow = trick.suit_of, number_getter(trick.follow)

    def note_play(rules: Any, table: Any, card: int) -> None:
        seat = table.seat
        if table[hand_size][seat] + 1 > table[left][seat]:
            table[lacks][seat] = EMPTY  # The seat has got other cards since it last played.
        table[left][seat] = table[hand_size][seat]
        if table[trick_size] > 0 and must_follow(rules) != 0:
            led = suit_of(rules, table, table[name][table[leader]])
            if suit_of(rules, table, card) != led:
                table[lacks][seat] |= bit(led)

    return inlined(note_play)


def _make_may_hold(trick: Trick) -> Compiled:
    """Return the function ``(rules, state, seat, card)`` that says what all know of a hand.

    It returns False if everybody knows that a card is not in a seat's hand.
    """
    lacks, left, hand_size = f"{trick.name}_lacks", f"{trick.name}_left", trick.hand.size
    suit_of = trick.suit_of

    def may_hold(rules: Any, state: Any, seat: int, card: int) -> bool:
        table = state.table
        if table[hand_size][seat] > table[left][seat]:
            return True  # The seat has got other cards since it last played.
        return not has(table[lacks][seat], suit_of(rules, table, card))

    return inlined(may_hold)


def _make_count_seen(trick: Trick) -> Compiled:
    """Return the function `Component.count_seen`: everybody sees the cards of the trick."""
    name, trick_size = trick.name, f"{trick.name}_size"

    def count_seen(rules: Any, state: Any, seat: int, unseen: Any) -> None:
        if state.table[trick_size] > 0:
            for owner in range(rules.players):
                if state.table[name][owner] >= 0:
                    unseen[state.table[name][owner]] -= 1

    return inlined(count_seen)
