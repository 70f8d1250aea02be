"""Games whose solution is known: Kuhn poker, tic-tac-toe, and Nim."""

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
        """Deal two of three cards."""
        return [(1 / 6, (cards, "")) for cards in permutations(range(3), 2)]

    def mover(self, position: Poker) -> int:
        """Take turns until both passed, or one answered a bet."""
        _, done = position
        return NOBODY if done in ("pp", "bp", "bb", "pbp", "pbb") else len(done) % 2

    def value(self, position: Poker) -> float:
        """Pay whoever did not give up, or has the higher card."""
        cards, done = position
        sign = 1 if cards[0] > cards[1] else -1
        if done in ("bp", "pbp"):
            sign = 1 if done == "bp" else -1
        won = sign * (2 if done.endswith("bb") else 1)
        return (won + 2) / 4

    def seen(self, position: Poker) -> tuple[int, str]:
        """See one's own card and what was done."""
        cards, done = position
        return cards[len(done) % 2], done

    def moves(self, position: Poker) -> Sequence[int]:
        """Pass or bet."""
        return (0, 1)

    def after(self, position: Poker, move: int) -> Iterable[tuple[float, Poker]]:
        """Note what was done."""
        return [(1.0, (position[0], position[1] + "pb"[move]))]


#: Of nine cells "x", "o" or "."
Cells = str
_LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe:
    """Three in a row; nobody can force a win."""

    def starts(self) -> Iterable[tuple[float, Cells]]:
        """Begin with an empty board."""
        return [(1.0, "." * 9)]

    def mover(self, position: Cells) -> int:
        """Take turns until a line or the board is full."""
        if "." not in position or self.value(position) != 0.5:
            return NOBODY
        return position.count(".") % 2 ^ 1

    def value(self, position: Cells) -> float:
        """Give the win to the mark that has a line."""
        lines = {"".join(position[cell] for cell in line) for line in _LINES}
        return 0.5 + 0.5 * ("xxx" in lines) - 0.5 * ("ooo" in lines)

    def seen(self, position: Cells) -> Cells:
        """See everything."""
        return position

    def moves(self, position: Cells) -> Sequence[int]:
        """Name the empty cells."""
        return [cell for cell in range(9) if position[cell] == "."]

    def after(self, position: Cells, move: int) -> Iterable[tuple[float, Cells]]:
        """Put a mark down."""
        mark = "xo"[self.mover(position)]
        return [(1.0, position[:move] + mark + position[move + 1 :])]


class Nim:
    """Take as many as you like from one heap; whoever takes the last wins.

    The first to move loses where the heaps' exclusive or is 0 (Bouton, 1901), and wins elsewhere.
    """

    def __init__(self, *heaps: int) -> None:
        self.heaps = heaps

    def starts(self) -> Iterable[tuple[float, tuple[int, ...]]]:
        """Begin with full heaps, and seat 0 in the last place."""
        return [(1.0, (*self.heaps, 0))]

    def mover(self, position: tuple[int, ...]) -> int:
        """Take turns until nothing is left."""
        return position[-1] if any(position[:-1]) else NOBODY

    def value(self, position: tuple[int, ...]) -> float:
        """Give the win to whoever is not on turn."""
        return float(position[-1])

    def seen(self, position: tuple[int, ...]) -> tuple[int, ...]:
        """See everything."""
        return position

    def moves(self, position: tuple[int, ...]) -> Sequence[int]:
        """Name a heap and how many to take: 100 times the one and the other."""
        return [
            100 * heap + taken
            for heap, size in enumerate(position[:-1])
            for taken in range(1, size + 1)
        ]

    def after(
        self, position: tuple[int, ...], move: int
    ) -> Iterable[tuple[float, tuple[int, ...]]]:
        """Take them and hand on the turn."""
        heap, taken = divmod(move, 100)
        left = list(position)
        left[heap] -= taken
        left[-1] = 1 - left[-1]
        return [(1.0, tuple(left))]
