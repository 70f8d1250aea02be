"""Blocks of deals, the unit of work, and who plays them: this process's threads, unless others do.

A block is a `Task`: a plain function of this package with the arms that it plays, so that it can
be told to another process in a few words, and made there again (`simulate.cli.cluster`).
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any, Self

import joblib

from simulate.play.arms import CompiledStudy
from simulate.play.counting import list_deals, multiply_deals, tally_rows
from simulate.play.rows import Integers
from simulate.play.signals import interrupt, resume
from simulate.play.tally import Tally, add_pairwise, digest

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
            {n: add_matrices(some, other.products[n]) for n, some in self.products.items()},
            self.elapsed + other.elapsed,
        )

    @classmethod
    def unpack(cls, kept: dict[str, Any]) -> Block:
        """Return the block that a journal kept."""
        products = {int(n): [list(map(int, row)) for row in m] for n, m in kept["products"].items()}
        return cls(
            {int(n): Tally.unpack(tally) for n, tally in kept["tallies"].items()},
            {int(n): float(some) for n, some in kept["seconds"].items()},
            products,
            float(kept["elapsed"]),
        )


def journal_key(
    arms: Sequence[CompiledStudy], places: Sequence[int], compared: Sequence[int]
) -> str:
    """Return hexadecimal digits that differ between arms, and ways to compare them."""
    return digest([[n, arms[n].key, compared[n]] for n in places])[:20]


def add_matrices(some: list[list[int]], others: list[list[int]]) -> list[list[int]]:
    """Add two matrices of integers of any size."""
    return [list(add_pairwise(*rows)) for rows in zip(some, others, strict=True)]


class BlockSizes:
    """How many deals make the next block: as many as compute for a moment, going by the last one.

    So many `players` play at a time, with the patience of a `Executor`;
    `fixed` is the size of all blocks, if somebody wants to know it.
    """

    def __init__(
        self, arms: Sequence[CompiledStudy], players: int, patience: int, fixed: int | None
    ) -> None:
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
    arms: Sequence[CompiledStudy],
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


#: How many blocks of each thread may wait to be counted.
_WINDOW = 4


@dataclass(frozen=True)
class Task:
    """What plays a block of so many games: a module's function of some arms and plain arguments."""

    function: Callable[..., Any]
    arms: tuple[CompiledStudy, ...]
    arguments: tuple[Any, ...]
    games: int

    def __call__(self) -> Any:
        """Play it here."""
        return self.function(self.arms, *self.arguments)


@dataclass
class Worker:
    """One of those who play, where they are worth telling apart, and what it played.

    It plays `threads` blocks at a time, 0 once it is gone; `seconds` are those of each thread
    together, and `repeated` counts its blocks that had been begun before, by one that is gone.
    """

    name: str
    threads: int = 1
    blocks: int = 0
    games: int = 0
    seconds: float = 0.0
    repeated: int = 0

    @property
    def games_per_s(self) -> float:
        """How many games it plays in a second."""
        return self.games / self.seconds * self.threads if self.seconds else 0.0


class Executor:
    """Who plays blocks: the threads of this process, as compiled games hold no lock.

    Blocks are to take `patience` times as long as a thread's, for what it costs to send one.
    """

    patience = 1

    def players(self, jobs: int) -> int:
        """Return how many play at a time, where so many threads were asked for."""
        return jobs

    def prepare(self, arms: Iterable[CompiledStudy]) -> None:
        """Make ready to play some arms, before the clock runs."""

    def play(self, tasks: Iterable[Task], jobs: int) -> Generator[Any, None, None]:
        """Yield what each task gives, in their order; closed early, it leaves the rest."""
        window = _Window(_WINDOW * jobs)

        def one(numbered: tuple[int, Task]) -> Any:
            window.enter(numbered[0])
            return numbered[1]()

        with window, closing(in_threads(one, enumerate(tasks), jobs)) as results:
            for result in results:
                yield result
                window.leave()

    def workers(self) -> Sequence[Worker]:
        """Return how each stands of those who play; nobody where they are all alike."""
        return ()


class _Window:
    """Lets threads play only so many blocks ahead of the one that is counted next.

    Blocks are counted in their order, so without it the rows of those that wait would fill the
    memory whenever counting, or writing rows, is slower than playing.
    """

    def __init__(self, most: int) -> None:
        self._most, self._counted = most, 0
        self._moved = threading.Condition()
        self._closed = False

    def enter(self, number: int) -> None:
        """Wait until a block may be played."""
        with self._moved:
            self._moved.wait_for(lambda: self._closed or number < self._counted + self._most)

    def leave(self) -> None:
        """Say that another block was counted."""
        with self._moved:
            self._counted += 1
            self._moved.notify_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        with self._moved:
            self._closed = True
            self._moved.notify_all()


def in_threads(
    function: Callable[[Any], Any], given: Iterable[Any], jobs: int
) -> Generator[Any, None, None]:
    """Yield what a function returns of each, in order; interrupted or closed, it ends quietly."""
    parallel = joblib.Parallel(n_jobs=jobs, backend="threading", return_as="generator")
    results = parallel(map(joblib.delayed(function), given))
    try:
        for result in results:  # noqa: UP028 - that would close it aloud
            yield result
    except (KeyboardInterrupt, GeneratorExit):
        # joblib warns of blocks that were played after the one that was interrupted.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            interrupt()
            results.close()
            resume()
        raise


_current: list[Executor] = [Executor()]


def current_executor() -> Executor:
    """Return who plays at the moment."""
    return _current[-1]


@contextmanager
def use_executor(executor: Executor) -> Iterator[None]:
    """Let somebody else play."""
    _current.append(executor)
    try:
        yield
    finally:
        _current.pop()
