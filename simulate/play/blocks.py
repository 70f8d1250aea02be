"""Blocks of deals, the unit of work: how large they are, what they give, and what names that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from simulate.play.arms import Arm
from simulate.play.counting import list_deals, multiply_deals, tally_rows
from simulate.play.rows import Integers
from simulate.play.tally import Tally, digest

#: About how long a block computes, so that progress is smooth and overhead small.
BLOCK_SECONDS = 0.1
#: The most games in a block, which bounds memory.
BLOCK_GAMES = 40_000
#: How many times as large as one that was counted a block may be.
GROWTH = 16


@dataclass(frozen=True)
class Block:
    """What several arms, by place, gave in some deals that all of them played.

    `seconds` are of computing, `products` of each arm but the first: its deals times those of the
    arm it is compared with. `elapsed` passed until it was counted, since the block before it was.
    """

    tallies: dict[int, Tally]
    seconds: dict[int, float]
    products: dict[int, list[list[int]]]
    elapsed: float = 0.0

    def __add__(self, other: Block) -> Block:
        return Block(
            {n: tally + other.tallies[n] for n, tally in self.tallies.items()},
            {n: some + other.seconds[n] for n, some in self.seconds.items()},
            {n: added(some, other.products[n]) for n, some in self.products.items()},
            self.elapsed + other.elapsed,
        )

    @classmethod
    def unpacked(cls, kept: dict[str, Any]) -> Block:
        """Return the block that a journal kept."""
        products = {n: [list(map(int, row)) for row in m] for n, m in kept["products"].items()}
        return cls(
            {int(n): Tally.unpacked(tally) for n, tally in kept["tallies"].items()},
            {int(n): float(some) for n, some in kept["seconds"].items()},
            {int(n): matrix for n, matrix in products.items()},
            float(kept["elapsed"]),
        )


def journal_key(arms: Sequence[Arm], places: Sequence[int], compared: Sequence[int]) -> str:
    """Return hexadecimal digits that differ between arms, and ways to compare them."""
    return digest([[n, arms[n].key, compared[n]] for n in places])[:20]


def added(some: list[list[int]], others: list[list[int]]) -> list[list[int]]:
    """Add two matrices of integers of any size."""
    return [
        [a + b for a, b in zip(row, other, strict=True)]
        for row, other in zip(some, others, strict=True)
    ]


class Sizes:
    """How many deals make the next block: as many as compute for a moment, going by the last one.

    So many `players` play at a time, with the patience of a `simulate.play.executor.Executor`;
    `fixed` is the size of all blocks, if somebody wants to know it.
    """

    def __init__(self, arms: Sequence[Arm], players: int, patience: int, fixed: int | None) -> None:
        self._arms, self._players, self._fixed = arms, players, fixed
        self._seconds = BLOCK_SECONDS * patience
        self._most = BLOCK_GAMES * patience // sum(arm.layout.rotations for arm in arms)

    def blocks_of(self, first: int, deals: int) -> Iterator[tuple[int, int]]:
        """Split deals that follow one another into blocks: the first deal of each, and how many."""
        while deals:
            size = min(deals, self._fixed or self._size(deals))
            yield first, size
            first, deals = first + size, deals - size

    def _size(self, deals: int) -> int:
        pace = sum(arm.pace for arm in self._arms)
        wanted = int(self._seconds / pace) if pace else 1
        fair = deals if self.are_one(deals) else -(-deals // self._players)
        trusted = GROWTH * min(arm.paced for arm in self._arms)
        return max(1, min(wanted, fair, trusted, self._most))

    def are_one(self, deals: int) -> bool:
        """Tell whether so many are one block: threads would take longer to begin than to play."""
        return 0 < sum(arm.pace for arm in self._arms) * deals < BLOCK_SECONDS

    def count(self, deals: int, played: Block) -> None:
        """Say that a block was counted."""
        for arm, seconds in zip(self._arms, played.seconds.values(), strict=True):
            arm.paced, arm.pace = deals, max(seconds, 1e-9) / deals


def play_block(
    arms: Sequence[Arm],
    places: Sequence[int],
    compared: Sequence[int],
    first: int,
    deals: int,
    with_rows: bool,
) -> tuple[Block, Integers | None]:
    """Play some deals of those arms that are at `places`, and count them.

    `compared` holds the place of the arm that each is compared with, its own where it is with none.
    The rows of the first arm's games are returned too, if they are wanted.
    """
    played = {n: arms[n].play(first, deals) for n in places}
    tallies = {n: tally_rows(arms[n].layout, rows) for n, (rows, _) in played.items()}
    listed = {n: list_deals(arms[n].layout, played[n][0]) for n in places if len(arms) > 1}
    paired = [n for n in places if n and compared[n] != n]
    products = {n: multiply_deals(listed[compared[n]], listed[n]) for n in paired}
    seconds = {n: took for n, (_, took) in played.items()}
    rows = played[places[0]][0] if with_rows else None
    return Block(tallies, seconds, products), rows
