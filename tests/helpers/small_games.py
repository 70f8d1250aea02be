"""Games with rules that make them small enough to solve, played by the engine's own functions.

All outcomes of chance are listed with their probabilities: hands by the number of ways to deal
them, and draws by setting the random stream so that it draws each card in turn.

Players remember all actions and the cards that they drew, but not the order of the drawn cards. As
the pile has no order, that order says nothing about other hands or later draws.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import permutations, product
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np

from simulate.game import find_game
from simulate.games.schnuff import KIND_NAMES, NUMBERS, RISK
from simulate.kit.bits import from_members
from simulate.kit.menu import PASS, legal
from simulate.kit.view import View
from simulate.play import kernel
from simulate.rules.kinds import Value
from tests.helpers.kept_calls import apply, offer_actions
from tests.oracles.solver import NOBODY

#: The number of copies of each card.
Cards = tuple[int, ...]
#: The largest number of cards drawn at the end of a turn.
MOST_DRAWN = 2
_WORD, _NINTH = (1 << 64) - 1, pow(9, -1, 1 << 64)


class Position(NamedTuple):
    """A position: the actions of both seats so far, and the compressed records.

    `done` is empty if actions need not be remembered, because nothing is hidden.
    """

    done: tuple[Any, ...]
    records: bytes


class SmallGame:
    """A game of the engine for two players with changed rules, in the form for the solver.

    `remembered` is False if players need not remember actions, because nothing is hidden.
    """

    #: The hidden field with the unordered draw pile, and the field of the table with its size.
    pile, pile_size = "deck", "deck_size"

    def __init__(self, name: str, rules: Mapping[str, Value], *, remembered: bool = True) -> None:
        self.game, self._remembered = find_game(name), remembered
        self.changed = rules
        values = self.game.resolve(self.game.default_variant, rules, 2)
        self.rules = self.game.rules_record(values, 2)[0]
        work = self._work = kernel.workspace(self.game)
        dtypes = {name: work[name].dtype for name in ("table", "seats", "hidden")}
        sizes = [dtype.itemsize for dtype in dtypes.values()]
        # All records share one piece of memory, so that a position is copied in one step.
        self._bytes = np.zeros(sum(sizes), np.uint8)
        self._memory = memoryview(self._bytes)  # type: ignore[arg-type]
        parts = np.split(self._bytes, np.cumsum(sizes)[:-1])
        for part, which in zip(parts, dtypes, strict=True):
            work[which] = part.view(dtypes[which]).view(np.recarray)
        self.table, self.hidden, self.menu = (work[n][0] for n in ("table", "hidden", "menu"))
        self.own, self._chance = work["seats"]["own"][0].view(np.recarray), work["chance"][0]
        self.state = kernel.State(self.table, self.own, self.hidden, self._chance, work["dice"][0])
        self._view = View(None, None, None, self.menu, None, None, work["scratch"][0])
        self._shown: Position | None = None
        self._views: dict[Position, bytes] = {}

    def deals(self) -> Iterator[float]:
        """For each way to deal, deal the cards into the records and yield its probability."""
        raise NotImplementedError

    def tidy(self) -> None:
        """Make equivalent records equal, for example by sorting a pile whose order is unknown."""
        pile, size = self.hidden[self.pile], int(self.table[self.pile_size])
        pile[:size].sort()
        pile[size:] = 0

    def ends(self) -> bool:
        """Return True if the part of the game that is solved is over."""
        return bool(self.table.over)

    def starts(self) -> Iterator[tuple[float, Position]]:
        """Yield the probability and the position after each way to deal."""
        for chance in self.deals():
            yield chance, self._packed(())

    def mover(self, position: Position) -> int:
        """Return the seat to move, or `NOBODY` if the game is over."""
        self.show(position)
        return NOBODY if self.ends() else int(self.table.seat)

    def value(self, position: Position) -> float:
        """Return seat 0's share of the win: 1/2 for a game without a winner."""
        self.show(position)
        if not self.table.over:
            return 0.5
        won = int(self.game.winners(self.rules, self.state))
        return (won & 1) / won.bit_count()

    def seen(self, position: Position) -> tuple[tuple[Any, ...], bytes]:
        """Return all that the seat to move knows: the actions so far, and a digest of its view."""
        return position.done, self.view_of(position)

    def view_of(self, position: Position) -> bytes:
        """Return a digest of the view of the seat to move."""
        if position not in self._views:
            self.show(position)
            seen = self.table.tobytes() + self.own[self.table.seat].tobytes()
            self._views[position] = blake2b(seen, digest_size=16).digest()
        return self._views[position]

    def moves(self, position: Position) -> Sequence[int]:
        """Return the legal actions, or only `PASS` if there is none."""
        self.show(position)
        offer_actions(self.game, self.rules, self._work)
        return [int(action) for action in getattr(legal, "py_func", legal)(self._view)] or [PASS]

    def after(self, position: Position, move: int) -> list[tuple[float, Position]]:
        """Return the probability and the position of each outcome of an action."""
        done = (*position.done, move) if self._remembered else ()
        self.show(position)
        pile = self.hidden[self.pile].tolist()[: int(self.table[self.pile_size])]
        drawn = self._apply(move, (), len(pile))
        if drawn == 0 or self.ends():
            return [(1.0, self._packed(done))]
        assert drawn <= MOST_DRAWN, f"{drawn} draws at once"
        # Draws of the same cards lead to the same position, from whatever places of the pile.
        ways: Counter[tuple[int, ...]] = Counter()
        places: dict[tuple[int, ...], tuple[int, ...]] = {}
        for chosen in permutations(range(len(pile)), drawn):
            cards = tuple(sorted(pile[place] for place in chosen))
            ways[cards] += 1
            places[cards] = chosen
        outcomes = []
        for cards, count in ways.items():
            self.show(position)
            self._apply(move, places[cards], len(pile))
            outcomes.append((count / ways.total(), self._packed(done)))
        return outcomes

    def show(self, position: Position) -> None:
        """Copy a position into the records."""
        if position is not self._shown:
            self._memory[:] = zlib.decompress(position.records)
            self._shown = position

    def clear(self) -> None:
        """Empty the records, before cards are dealt."""
        self._bytes[:] = 0
        self._shown = None
        self.table.active = from_members(range(2))

    def hold(self, seat: int, cards: Cards) -> None:
        """Set the hand of a seat."""
        own = self.own[seat]
        own.count[: len(cards)] = cards
        own.cards = from_members([card for card, count in enumerate(cards) if count])
        self.table.hand_size[seat] = sum(cards)

    def lay_pile(self, cards: Cards) -> None:
        """Set the draw pile."""
        pile = np.repeat(np.arange(len(cards)), cards)
        self.hidden[self.pile][: len(pile)] = pile
        self.table[self.pile_size] = len(pile)

    def _apply(self, move: int, places: Sequence[int], size: int) -> int:
        """Apply an action so that it draws from these places of a pile of `size` cards.

        Return the number of draws.
        """
        steer(self._chance, places, size)
        self._shown = None
        apply(self.game, self.rules, self._work, move)
        return int(self._chance.counter) - 1

    def _packed(self, done: tuple[Any, ...]) -> Position:
        self.hidden.counts[:] = 0
        self.tidy()
        return Position(done, zlib.compress(self._memory, 1))


def steer(stream: Any, places: Sequence[int], size: int) -> None:
    """Set a random stream so that it draws from up to two different places of a pile.

    With b = 0, the next two words of the stream are a + counter and 9 c + counter + 1. A place is
    drawn by a word in the middle of its range. Then the last card of the pile moves to that place.
    """
    first, second = (*places, 0, 0)[:MOST_DRAWN]
    if second == size - 1:
        second = first
    words = [
        ((2 * place + 1) << 63) // max(1, bound)
        for place, bound in ((first, size), (second, size - 1))
    ]
    stream.b, stream.counter = np.uint64(0), np.uint64(1)
    stream.a = np.uint64((words[0] - 1) & _WORD)
    stream.c = np.uint64((words[1] - 2) * _NINTH & _WORD)


def hands(deck: Cards, size: int) -> Iterator[tuple[int, Cards]]:
    """Yield each possible hand of `size` cards, after the number of ways to deal it."""
    for held in product(*(range(min(copies, size) + 1) for copies in deck)):
        if sum(held) == size:
            yield prod(map(comb, deck, held)), held


def without(deck: Cards, taken: Cards) -> Cards:
    """Return a deck without the taken cards."""
    return tuple(copies - out for copies, out in zip(deck, taken, strict=True))


def two_hands(deck: Cards, size: int) -> Iterator[tuple[int, Cards, Cards, Cards]]:
    """Yield the number of ways to deal two hands, the two hands, and the rest of the deck."""
    for ways, hand in hands(deck, size):
        for others, two in hands(without(deck, hand), size):
            yield ways * others, hand, two, without(without(deck, hand), two)


class SmallSchnuff(SmallGame):
    """Schnuff for two players with one chip each and one limit: who crosses it first loses."""

    pile, pile_size = "pile", "draw_size"

    def __init__(self, hand_size: int, deck: Mapping[str, int]) -> None:
        self.deck = tuple(deck.get(kind, 0) for kind in KIND_NAMES)
        assert not any(self.deck[RISK:]), "cards with dice are not supported"
        rules: dict[str, Value] = {
            "deck": dict(zip(KIND_NAMES, self.deck, strict=True)),
            "chips": 1,
            "limits": (12,),
            "costs": (1,),
            "hand_size": hand_size,
        }
        super().__init__("schnuff", rules)

    def deals(self) -> Iterator[float]:
        """Deal all pairs of hands of which at least one has a number card.

        Seat 0 opens, unless it has no number card.
        """
        hands = [
            deal
            for deal in two_hands(self.deck, int(self.rules.hand_size))
            if any(deal[1][:NUMBERS]) or any(deal[2][:NUMBERS])
        ]
        total = sum(ways for ways, *_ in hands)
        for ways, first, second, left in hands:
            self.clear()
            self.hold(0, first)
            self.hold(1, second)
            self.lay_pile(left)
            table = self.table
            table.scores[:2] = table.direction = table.opening = table.dealer = 1
            table.seat = 0 if any(first[:NUMBERS]) else 1
            yield ways / total

    def tidy(self) -> None:
        """Sort the pile, unless it was turned over without shuffling and its order is known."""
        if not self.hidden.ordered:
            super().tidy()


class SmallScaphandre(SmallGame):
    """Scaphandre for two players in which all ten cards are dealt, so nothing is hidden.

    `deals` are the indices of the deals to solve, in the order of `two_hands`.
    """

    def __init__(self, limit: int, deals: Sequence[int]) -> None:
        rules: dict[str, Value] = {"copies": 1, "hand_size": 5, "limit": limit}
        super().__init__("scaphandre", rules, remembered=False)
        self._deals = list(deals)

    def deals(self) -> Iterator[float]:
        """Deal the hands with the indices given; all are equally probable."""
        every = list(two_hands((1,) * 10, 5))
        for number in self._deals:
            _, first, second, _ = every[number]
            self.clear()
            self.hold(0, first)
            self.hold(1, second)
            self.table.holding = self.table.active
            yield 1 / len(self._deals)

    def tidy(self) -> None:
        """Sort the cards in the centre too, because their order does not matter."""
        super().tidy()
        size = int(self.table.centre_size)
        for record in (self.table, self.hidden):
            record.centre[:size] = np.sort(record.centre[:size])
        self.hidden.centre[size:] = 0


class SmallSnorkeling(SmallGame):
    """One round of Snorkeling for two players, with a deck that is never shuffled again.

    The higher pile wins. If piles are equally high, or if nobody can go on, the win is shared.
    """

    def __init__(self, colours: int, values: int, copies: int, hand_size: int) -> None:
        rules: dict[str, Value] = {
            "colours": colours,
            "values": values,
            "copies": copies,
            "hand_size": hand_size,
            "target_score": 1,
            "empty_deck": "end_round",
        }
        super().__init__("snorkeling", rules)
        self.deck = (copies,) * (colours * values)

    def deals(self) -> Iterator[float]:
        """Deal all pairs of hands, with each possible first card of the centre."""
        hands = [
            (ways * copies, first, second, top, left)
            for ways, first, second, left in two_hands(self.deck, int(self.rules.hand_size))
            for top, copies in enumerate(left)
            if copies
        ]
        total = sum(ways for ways, *_ in hands)
        for ways, first, second, top, left in hands:
            self.clear()
            self.hold(0, first)
            self.hold(1, second)
            table = self.table
            table.centre_top, table.centre_size = top, 1
            table.centre[top] = 1
            table.tops[:2] = self.rules.values
            table.accepts = self.rules.same_colour[top] | self.rules.one_higher[top]
            self.lay_pile(tuple(n - (card == top) for card, n in enumerate(left)))
            yield ways / total

    def ends(self) -> bool:
        """Return True if the round is over."""
        return bool(self.table.rounds)
