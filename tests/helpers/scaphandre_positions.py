"""Positions of Scaphandre for tests of strategies: made by hand, and random."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

from simulate.rules.kinds import Value
from tests.oracles.stacked import ScaphandreTable

NUMBERS = 5
NONE = (0,) * NUMBERS


def at(
    *hand: int,
    centre: Sequence[int] = (),
    own: Sequence[int] = NONE,
    following: Sequence[int] = NONE,
    players: int = 4,
    **more: Any,
) -> ScaphandreTable:
    """Return a position in which seat 0 holds `hand` and has `own` suits.

    The next player has the suits `following`, all others none. By default, all other players hold
    four cards and 20 cards are left to draw. `more` are further arguments of `ScaphandreTable`.
    """
    hands = more.pop("hands", [hand, *[(1, 2, -3, 4)] * (players - 1)])
    suits = [own, following, *[NONE] * (players - 2)]
    return ScaphandreTable(*hands, centre=centre, suits=suits, **{"draw": [-1] * 20, **more})


class Moment:
    """A random moment of a game in which the players can be moved to other seats."""

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

    @cache  # noqa: B019 - moments are also kept until the tests end
    def position(self, shift: int = 0, variant: str = "base", **rules: Value) -> ScaphandreTable:
        """Return the position at this moment with all players `shift` seats on."""
        order = [(seat - shift) % self.players for seat in range(self.players)]
        return ScaphandreTable(
            *(self.hands[seat] for seat in order),
            suits=[self.suits[seat] for seat in order],
            centre=self.centre,
            seat=(self.seat + shift) % self.players,
            draw=[-1] * self.deck,
            pairs=self.pairs,
            variant=variant,
            rules=rules,
        )


@cache
def moments() -> list[Moment]:
    """Return random moments; about 40% of them are after the last draw."""
    return [Moment(number) for number in range(400)]
