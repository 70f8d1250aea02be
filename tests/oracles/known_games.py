"""Games whose solution is known: Kuhn poker and Nim."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from tests.oracles.solver import NOBODY

#: The two cards, and what was done: "p" for pass, "b" for bet.
Poker = tuple[tuple[int, int], str]


class KuhnPoker:
    """Poker with three cards and one bet (Kuhn, 1950); seat 0 loses 1/18 of the ante a game.

    A win of 2, which is the most, is 1 here, and a loss of 2 is 0.
    """

    def starts(self) -> Iterable[tuple[float, Poker]]:
        return [(1 / 6, (cards, "")) for cards in permutations(range(3), 2)]

    def mover(self, position: Poker) -> int:
        _, done = position
        return NOBODY if done in ("pp", "bp", "bb", "pbp", "pbb") else len(done) % 2

    def value(self, position: Poker) -> float:
        cards, done = position
        sign = 1 if cards[0] > cards[1] else -1
        if done in ("bp", "pbp"):
            sign = 1 if done == "bp" else -1
        won = sign * (2 if done.endswith("bb") else 1)
        return (won + 2) / 4

    def seen(self, position: Poker) -> tuple[int, str]:
        cards, done = position
        return cards[len(done) % 2], done

    def moves(self, position: Poker) -> Sequence[int]:
        return (0, 1)

    def after(self, position: Poker, move: int) -> Iterable[tuple[float, Poker]]:
        return [(1.0, (position[0], position[1] + "pb"[move]))]


class Nim:
    """Take as many as you like from one heap; whoever takes the last wins.

    The first to move loses where the heaps' exclusive or is 0 (Bouton, 1901), and wins elsewhere.
    """

    def __init__(self, *heaps: int) -> None:
        self.heaps = heaps

    def starts(self) -> Iterable[tuple[float, tuple[int, ...]]]:
        return [(1.0, (*self.heaps, 0))]

    def mover(self, position: tuple[int, ...]) -> int:
        return position[-1] if any(position[:-1]) else NOBODY

    def value(self, position: tuple[int, ...]) -> float:
        return float(position[-1])

    def seen(self, position: tuple[int, ...]) -> tuple[int, ...]:
        return position

    def moves(self, position: tuple[int, ...]) -> Sequence[int]:
        return [
            100 * heap + taken
            for heap, size in enumerate(position[:-1])
            for taken in range(1, size + 1)
        ]

    def after(
        self, position: tuple[int, ...], move: int
    ) -> Iterable[tuple[float, tuple[int, ...]]]:
        heap, taken = divmod(move, 100)
        left = list(position)
        left[heap] -= taken
        left[-1] = 1 - left[-1]
        return [(1.0, tuple(left))]
