"""Asks Schnuff's strategies what they choose in positions stacked from plain lists.

Cards and actions are named as in the oracle; seats are 0-based.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

from simulate.game import find_game
from tests.helpers.asking import Seen, answers
from tests.oracles.schnuff import KINDS, NUMBERS
from tests.oracles.stacked import SchnuffTable

GAME = find_game("schnuff")
_COPIES = (9, 9, 9, 9, 4, 4, 4, 4, 2)


def tallied(spec: str, position: SchnuffTable, times: int, seed: int = 1) -> Counter[str]:
    """Count what a strategy chooses in a position, asked several times with one stream."""
    legal = set(position.legal())
    own = position.own[position.table.seat]
    seen = Seen(position.table, own, position.rules, position._menu)
    chosen = answers(GAME, spec, seen, times, seed)
    told = Counter({str(position.cards[action]): times for action, times in chosen.items()})
    assert legal.issuperset(told), f"{spec} chose {set(told) - legal}"
    return told


def choice(spec: str, position: SchnuffTable, seed: int = 1) -> str:
    """Return what a strategy chooses in a position."""
    return next(iter(tallied(spec, position, 1, seed)))


def at(total: int, hand: str, players: int = 4, shift: int = 0, **more: Any) -> SchnuffTable:
    """Return a position in which a player holds `hand`, written "1 3 pass".

    It is seat 0, or `shift`: then everybody sits that many seats further on. `chips` are
    given from that player on clockwise.
    """
    hands = [["1", "2", "3", "pass"]] * players
    hands[shift] = hand.split()
    chips = more.pop("chips", [10] * players)
    seated = [chips[(seat - shift) % players] for seat in range(players)]
    draw = more.pop("draw", ["1", "2", "3", "4", "back", "panic", "risk"] * 2)
    return SchnuffTable(*hands, total=total, seat=shift, chips=seated, draw=draw, **more)


class Moment:
    """A random moment of a game, which can be seated in any rotation."""

    def __init__(self, number: int) -> None:
        chance = random.Random(number)
        self.players = players = chance.randint(2, 6)
        deck = [kind for kind, copies in zip(KINDS, _COPIES, strict=True) for _ in range(copies)]
        chance.shuffle(deck)
        self.hands = [[deck.pop() for _ in range(4)] for _ in range(players)]
        self.chips = [chance.choice([0, 1, 2, 3, 5, 8, 10]) for _ in range(players)]
        self.seat = chance.randrange(players)
        for seat in (self.seat, (self.seat + 1) % players):
            self.chips[seat] = max(1, self.chips[seat])
        for seat in range(players):
            if self.chips[seat] == 0:
                self.hands[seat] = []
        limit = chance.choice([30, 60, 90])
        self.total = limit - chance.choice([0, 0, 1, 2, 3, 4, 6, 9, 12, 20])
        seen = chance.randint(0, len(deck) - 1)
        self.rest: dict[str, Any] = {
            "direction": chance.choice([1, -1]),
            "free": [n for n in range(3) if chance.random() < 0.2],
            "discards": deck[:seen],
            "draw": deck[seen:],
            "rules": {"ending": chance.choice(["last_standing", "first_out"])},
        }

    def position(self, shift: int = 0) -> SchnuffTable:
        """Return the moment with everybody `shift` seats further on."""
        order = [(seat - shift) % self.players for seat in range(self.players)]
        return SchnuffTable(
            *(self.hands[seat] for seat in order),
            chips=[self.chips[seat] for seat in order],
            seat=(self.seat + shift) % self.players,
            dealer=shift - 1,
            total=self.total,
            **self.rest,
        )

    @property
    def fitting(self) -> list[str]:
        """The number cards of the player on turn that cross nothing, lowest first."""
        room = -self.total % 30
        held = sorted(set(self.hands[self.seat]) & set(NUMBERS))
        return [card for card in held if int(card) <= room]


@cache
def moments() -> list[Moment]:
    """Return random moments, many of them near a limit."""
    return [Moment(number) for number in range(400)]
