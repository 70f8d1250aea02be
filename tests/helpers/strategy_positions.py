"""Asks Snorkeling's strategies what they choose in positions built by hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from tests.helpers.asking import Seen, answers
from tests.helpers.snorkeling_positions import GAME, STOP, Action, Card, Position, pile


def tallied(spec: str, position: Position, times: int, seed: int = 1) -> Counter[Action]:
    """Count what a strategy chooses in a position, asked several times with one stream."""
    legal = position.legal()
    own = position.own[position.table.seat]
    seen = Seen(position.table, own, position.rules, position.menu)
    chosen = answers(GAME, spec, seen, times, seed)
    told = Counter({position._told(action): count for action, count in chosen.items()})
    assert legal.issuperset(told), f"{spec} chose {set(told) - legal}"
    return told


def choice(spec: str, position: Position, seed: int = 1) -> Action:
    """Return what a strategy chooses in a position."""
    return next(iter(tallied(spec, position, 1, seed)))


def turn(spec: str, position: Position) -> list[Action]:
    """Let a strategy play the turn out, and return what it did."""
    seat, rounds = position.table.seat, position.table.rounds
    done: list[Action] = []
    while (position.table.seat, position.table.rounds) == (seat, rounds) and position.legal():
        done.append(choice(spec, position))
        position.play(done[-1])
        if position.table.over or done[-1] == STOP:
            break
    return done


def at(
    *hand: Card, tops: Sequence[int] = (5, 5, 5, 5), scores: Any = None, shift: int = 0, **more: Any
) -> Position:
    """Return a position in which seat 0 holds `hand`, on a centre of one yellow 0 by default.

    With `shift`, everybody sits that many seats further on.
    """
    seats = [(seat - shift) % len(tops) for seat in range(len(tops))]
    return Position(
        hands=[[(4, 3)] * 5 if seat else hand for seat in seats],
        piles=[[(3, value) for value in range(4, tops[seat] - 1, -1)] for seat in seats],
        scores=[scores[seat] if scores else 0 for seat in seats],
        seat=shift,
        deck=[(4, 3)] * 6,
        **{"centre": [(0, 0)], **more},
    )


class Moment:
    """A random moment of a random turn, which can be seated in any rotation."""

    def __init__(self, number: int) -> None:
        chance = random.Random(number)
        self.players = players = chance.randint(2, 6)
        variant = chance.choice(["base", "expert"])
        limit = chance.choice(["per_opponent", "per_opponent", "per_turn", "none"])
        own_pile = chance.random() < 0.2
        deck: list[Card] = [(c, v) for c in range(5) for v in range(5)] * 3
        chance.shuffle(deck)
        self._hands = [[deck.pop() for _ in range(chance.randint(2, 8))] for _ in range(players)]
        falling = [(chance.randrange(5), value) for value in (4, 3, 2, 1)]
        self._piles = [falling[: chance.randint(0, 4)] for _ in range(players)]
        self._centre = [deck.pop() for _ in range(chance.randint(1, 6))]
        self._scores = [chance.randint(0, 11) for _ in range(players)]
        self._deck, self._seat = deck, chance.randrange(players)
        self._rules: dict[str, Any] = {
            "variant": variant,
            "rules": {"pile_limit": limit, "own_pile": own_pile},
        }
        self._done: list[Action] = []
        for _ in range(chance.choice([0, 1, 1, 2])):
            position = self.position()
            safe = [a for a in position.legal() if a != STOP and (a[0] != "pile" or a[2][1] > 0)]
            if safe and len(position.hand(self._seat)) > 1:
                self._done.append(chance.choice(sorted(safe)))

    def position(self, shift: int = 0) -> Position:
        """Return the moment with everybody `shift` seats further on."""

        def seated(things: list[Any]) -> list[Any]:
            return [things[(seat - shift) % self.players] for seat in range(self.players)]

        return Position(
            hands=seated(self._hands),
            piles=seated(self._piles),
            scores=seated(self._scores),
            seat=(self._seat + shift) % self.players,
            centre=self._centre,
            deck=self._deck,
            **self._rules,
        ).play(*(self.shifted(action, shift) for action in self._done))

    def shifted(self, action: Action, shift: int) -> Action:
        """Return the same action with everybody `shift` seats further on."""
        if action[0] == "pile":
            return pile((action[1] + shift) % self.players, *action[2])
        return action


@cache
def moments() -> list[Moment]:
    """Return random moments."""
    return [Moment(number) for number in range(300)]


def each_choice(spec: str) -> list[tuple[Position, Action]]:
    """Return the random moments' positions with what a strategy chooses in them."""
    positions = [moment.position() for moment in moments()]
    return [(position, choice(spec, position, seed)) for seed, position in enumerate(positions)]
