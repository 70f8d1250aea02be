"""Positions of Scaphandre built from plain lists, and what strategies choose in them.

A card is its number of animals, negative for crabs: 3 is 3 octopuses, -3 is 3 crabs.
Seats are 0-based.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from simulate.game import find_game
from simulate.games.scaphandre import CARDS, NUMBERS, UNKNOWN
from simulate.kit.bits import from_members
from simulate.kit.menu import clear
from simulate.play import kernel
from simulate.rules.kinds import Value
from tests.helpers.kept_calls import offer_actions

GAME = find_game("scaphandre")
Suits = Sequence[Sequence[int]]


def code(card: int) -> int:
    """Return the engine's number for a card."""
    return card - 1 if card > 0 else NUMBERS - card - 1


def card_of(number: int) -> int:
    """Return the card with the engine's number."""
    return number + 1 if number < NUMBERS else NUMBERS - number - 1


@cache
def _rules_record(variant: str, changes: tuple[tuple[str, Value], ...], players: int) -> Any:
    return GAME.rules_record(GAME.resolve(variant, dict(changes), players), players)[0]


class Position:
    """A moment of a game at which a seat decides, after so many turns.

    The hands tell the number of players; the centre has the latest card last, and as many are left
    to draw as `deck` says. In its suits 1 to 5 each seat has so many cards, crab cards negative,
    none if left out; `pairs` are those cancelled of each number.
    """

    game = GAME

    def __init__(
        self,
        *,
        hands: Sequence[Iterable[int]],
        centre: Sequence[int] = (),
        suits: Suits | None = None,
        deck: int = 0,
        pairs: Sequence[int] = (0,) * NUMBERS,
        seat: int = 0,
        turns: int = 0,
        variant: str = "base",
        rules: dict[str, Value] | None = None,
    ) -> None:
        players = len(hands)
        self.rules = _rules_record(variant, tuple((rules or {}).items()), players)
        work = kernel.workspace(GAME)
        self.table, self._menu = work["table"][0], work["menu"][0]
        hidden, own = work["hidden"][0], work["seats"]["own"][0]
        self.own = own
        self.state = kernel.State(self.table, own, hidden, work["chance"][0], work["dice"][0])
        table = self.table
        table.seat, table.turns, table.deck_size = seat, turns, deck
        table.pairs[:] = pairs
        table.active = from_members(range(players))
        holding = []
        for holder, hand in enumerate(hands):
            held = Counter(map(code, hand))
            own["count"][holder][list(held)] = list(held.values())
            own["cards"][holder] = from_members(held)
            table.hand_size[holder] = held.total()
            if held:
                holding.append(holder)
        table.holding = from_members(holding)
        for place, card in enumerate(map(code, centre)):
            hidden.centre[place] = card
            hidden.centre_count[card] += 1
            known = place >= len(centre) - self.rules.known
            table.centre[place] = card if known else UNKNOWN
            table.centre_count[card] += known
        table.centre_size, table.centre_total = len(centre), sum(map(abs, centre))
        for holder, filled in enumerate(suits or []):
            table.suits[holder, :] = filled
            table.scores[holder] = sum((i + 1) * abs(cards) for i, cards in enumerate(filled))
        clear(self._menu)
        offer_actions(GAME, self.rules, self.state, self._menu)

    def legal(self) -> set[int]:
        """Return the cards on the menu."""
        members = int(self._menu.members[0])
        return {card_of(card) for card in range(CARDS) if members >> card & 1}

    def action_of(self, number: int) -> int:
        """Return the card that is laid by the action with the engine's number."""
        return card_of(number)


def at(
    *hand: int,
    centre: Sequence[int] = (),
    own: Sequence[int] = (0,) * NUMBERS,
    following: Sequence[int] = (0,) * NUMBERS,
    players: int = 4,
    **more: Any,
) -> Position:
    """Return a position in which seat 0 holds `hand` and has `own` suits.

    The next player has the suits `following`, the others none. Everybody else holds four
    cards and 20 are left to draw, unless said.
    """
    others = [(1, 2, -3, 4)] * (players - 1)
    empty = (0,) * NUMBERS
    suits = [own, following, *[empty] * (players - 2)]
    more = {"hands": [hand, *others], "deck": 20, **more}
    return Position(centre=centre, suits=suits, **more)


class Moment:
    """A random moment of a game, which can be seated in any rotation."""

    def __init__(self, number: int) -> None:
        chance = random.Random(number)
        self.players = players = chance.randint(2, 4)
        cards = [sign * n for n in range(1, NUMBERS + 1) for sign in (1, -1)] * 6
        chance.shuffle(cards)
        self.seat = chance.randrange(players)
        late = chance.random() < 0.4
        held = chance.randint(2, 4) if late else 4
        self.hands = [[cards.pop() for _ in range(held)] for _ in range(players)]
        self.centre: list[int] = []
        while sum(map(abs, self.centre)) + abs(cards[-1]) < 12:
            self.centre.append(cards.pop())
        self.centre = self.centre[: chance.randint(0, len(self.centre))]
        self.suits = [[0] * NUMBERS for _ in range(players)]
        self.pairs = [0] * NUMBERS
        self.deck = 0 if late else chance.randint(1, len(cards))
        for card in cards[self.deck :]:
            self._file(chance.randrange(players), card)

    def _file(self, seat: int, card: int) -> None:
        suits, suit, sign = self.suits[seat], abs(card) - 1, 1 if card > 0 else -1
        self.pairs[suit] += suits[suit] * sign < 0
        suits[suit] += sign

    def position(self, shift: int = 0, variant: str = "base", **rules: Value) -> Position:
        """Return the moment with everybody `shift` seats further on."""

        def seated(things: Sequence[Any]) -> list[Any]:
            return [things[(seat - shift) % self.players] for seat in range(self.players)]

        return Position(
            hands=seated(self.hands),
            suits=seated(self.suits),
            centre=self.centre,
            seat=(self.seat + shift) % self.players,
            deck=self.deck,
            pairs=self.pairs,
            variant=variant,
            rules=rules,
        )


@cache
def moments() -> list[Moment]:
    """Return random moments, two in five of them after the last draw."""
    return [Moment(number) for number in range(400)]
