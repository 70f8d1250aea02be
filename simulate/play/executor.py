"""Blocks of deals, the unit of work, and the executors that play them.

A block is a `Task`: a module's function with the arms that it plays and plain arguments. It can
therefore be sent to another process in a few bytes and rebuilt there (`simulate.cli.cluster`).
"""

from __future__ import annotations

import threading
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any, Self, TypeVar

import joblib

from simulate.play.arms import CompiledStudy
from simulate.play.counting import list_deals, multiply_deals, tally_rows
from simulate.play.rows import Integers
from simulate.play.signals import interrupt, resume, shielded
from simulate.play.tally import Tally, add_pairwise, digest

#: About how long a block computes, so that progress is smooth and overhead small.
BLOCK_SECONDS = 0.1
#: The most games in a block, which bounds memory.
BLOCK_GAMES = 40_000
#: The largest ratio of the size of a block to that of the block before it.
GROWTH = 16

Piece = TypeVar("Piece")


@dataclass(frozen=True)
class Block:
    """The tallies of one block of deals, which several arms played, by arm index."""

    tallies: dict[int, Tally]
    #: CPU seconds of each arm.
    seconds: dict[int, float]
    #: For each arm but the first, the sums over deals of the products of each of its counts with
    #: each count of the arm it is compared with.
    products: dict[int, list[list[int]]]
    #: Seconds between counting the block before this one and counting this one.
    elapsed: float = 0.0

    def __add__(self, other: Block) -> Block:
        return Block(
            {n: tally + other.tallies[n] for n, tally in self.tallies.items()},
            {n: seconds + other.seconds[n] for n, seconds in self.seconds.items()},
            {n: add_matrices(sums, other.products[n]) for n, sums in self.products.items()},
            self.elapsed + other.elapsed,
        )

    @classmethod
    def unpack(cls, packed: dict[str, Any]) -> Block:
        """Return a block from the JSON values of a journal."""
        products = {
            int(n): [list(map(int, row)) for row in matrix]
            for n, matrix in packed["products"].items()
        }
        return cls(
            {int(n): Tally.unpack(tally) for n, tally in packed["tallies"].items()},
            {int(n): float(seconds) for n, seconds in packed["seconds"].items()},
            products,
            float(packed["elapsed"]),
        )


def journal_key(
    arms: Sequence[CompiledStudy], places: Sequence[int], compared: Sequence[int]
) -> str:
    """Return the key of blocks of some arms in a journal, as hexadecimal digits.

    Parameters
    ----------
    arms
        All arms that are played together.
    places
        The indices of the arms that these blocks play.
    compared
        For each arm, the index of the arm that it is compared with.
    """
    return digest([[n, arms[n].key, compared[n]] for n in places])[:20]


def add_matrices(left: list[list[int]], right: list[list[int]]) -> list[list[int]]:
    """Return the sum of two matrices of integers of any size."""
    return [list(add_pairwise(*rows)) for rows in zip(left, right, strict=True)]


class BlockSizes:
    """Chooses the number of deals of the next block from the time that the last one took.

    Parameters
    ----------
    arms
        The arms that play each block.
    players
        The number of blocks that are played at a time.
    patience
        The duration of a block in units of `BLOCK_SECONDS`.
    fixed
        The number of deals of every block; None chooses it.
    """

    def __init__(
        self, arms: Sequence[CompiledStudy], players: int, patience: int, fixed: int | None
    ) -> None:
        self._arms, self._players, self._fixed = arms, players, fixed
        self._seconds = BLOCK_SECONDS * patience
        self._most = BLOCK_GAMES * patience // sum(arm.layout.rotations for arm in arms)

    def blocks_of(self, first: int, deals: int) -> Iterator[tuple[int, int]]:
        """Split consecutive deals into blocks, and yield the first deal and the size of each."""
        while deals:
            size = min(deals, self._fixed or self._size(deals))
            yield first, size
            first += size
            deals -= size

    def _size(self, deals: int) -> int:
        pace = sum(arm.pace for arm in self._arms)
        in_time = int(self._seconds / pace) if pace else 1
        fair_share = deals if self.fit_in_one(deals) else -(-deals // self._players)
        trusted = GROWTH * min(arm.paced_deals for arm in self._arms)
        return max(1, min(in_time, fair_share, trusted, self._most))

    def fit_in_one(self, deals: int) -> bool:
        """Return whether some deals are a single block, as starting threads would take longer."""
        return 0 < sum(arm.pace for arm in self._arms) * deals < BLOCK_SECONDS

    def count(self, deals: int, block: Block) -> None:
        """Take the time of a block that was counted."""
        for arm, seconds in zip(self._arms, block.seconds.values(), strict=True):
            arm.paced_deals = deals
            arm.pace = max(seconds, 1e-9) / deals


def play_block(
    arms: Sequence[CompiledStudy],
    places: Sequence[int],
    compared: Sequence[int],
    first: int,
    deals: int,
    with_rows: bool,
) -> tuple[Block, Integers | None]:
    """Play some deals of several arms and count them.

    Parameters
    ----------
    arms
        All arms that are played together.
    places
        The indices of the arms to play.
    compared
        For each arm, the index of the arm it is compared with: its own if it is compared with none.
    first
        The first deal.
    deals
        The number of deals.
    with_rows
        Whether to return rows.

    Returns
    -------
    Block
        The tallies.
    ndarray or None
        The rows of the games of the first arm of `places`, or None.
    """
    results = {n: arms[n].play(first, deals) for n in places}
    tallies = {n: tally_rows(arms[n].layout, rows) for n, (rows, _) in results.items()}
    listed = {n: list_deals(arms[n].layout, results[n][0]) for n in places if len(arms) > 1}
    paired = [n for n in places if n and compared[n] != n]
    products = {n: multiply_deals(listed[compared[n]], listed[n]) for n in paired}
    seconds = {n: cpu for n, (_, cpu) in results.items()}
    rows = results[places[0]][0] if with_rows else None
    return Block(tallies, seconds, products), rows


#: The number of blocks for each thread that may wait to be counted.
_WINDOW = 4


@dataclass(frozen=True)
class Task:
    """A call that plays a block: a module's function of some arms and plain arguments."""

    function: Callable[..., Any]
    arms: tuple[CompiledStudy, ...]
    arguments: tuple[Any, ...]
    #: The number of games of the block.
    games: int

    def __call__(self) -> Any:
        """Play the block in this process, and return the result of the function."""
        return self.function(self.arms, *self.arguments)


@dataclass
class Worker:
    """A worker of a cluster, and how much it has played."""

    name: str
    #: The number of blocks that it plays at a time; 0 after it is lost.
    threads: int = 1
    blocks: int = 0
    games: int = 0
    #: Seconds of all its threads together.
    seconds: float = 0.0
    #: The number of its blocks that a lost worker had begun before.
    repeated: int = 0

    @property
    def games_per_s(self) -> float:
        """Games per second, all threads together."""
        return self.games / self.seconds * self.threads if self.seconds else 0.0


class Executor:
    """Plays blocks in threads of this process; compiled games do not hold Python's lock."""

    #: The duration of a block in units of `BLOCK_SECONDS`. It is more where sending blocks is slow.
    patience = 1

    def players(self, jobs: int) -> int:
        """Return the number of blocks that are played at a time, if `jobs` threads are set."""
        return jobs

    def prepare(self, arms: Iterable[CompiledStudy]) -> None:
        """Prepare to play some arms, before the clock starts."""

    def play(self, tasks: Iterable[Task], jobs: int) -> Generator[Any, None, None]:
        """Yield the result of each task, in order. Closing the generator cancels the rest."""
        window = _Window(_WINDOW * jobs)

        def run(numbered: tuple[int, Task]) -> Any:
            number, task = numbered
            window.enter(number)
            return task()

        with window, closing(in_threads(run, enumerate(tasks), jobs)) as results:
            for result in results:
                yield result
                window.leave()

    def workers(self) -> Sequence[Worker]:
        """Return the state of each worker of a cluster; threads of this process are none."""
        return ()


class _Window:
    """Limits how many blocks threads play ahead of the block that is counted next.

    Blocks are counted in order. Without a limit the rows of waiting blocks would fill the memory
    whenever counting, or writing rows, is slower than playing.
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
        """Move the window on, after a block was counted."""
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
    function: Callable[[Any], Any], arguments: Iterable[Any], jobs: int
) -> Generator[Any, None, None]:
    """Yield the result of a function for each argument, in order, computed by `jobs` threads.

    Closed or interrupted, it abandons the calls that still run, without a warning.
    """
    parallel = joblib.Parallel(n_jobs=jobs, backend="threading", return_as="generator")
    results = parallel(map(joblib.delayed(function), arguments))
    try:
        for result in results:  # noqa: UP028 - `yield from` would close it with warnings
            yield result
    except (KeyboardInterrupt, GeneratorExit):
        # joblib warns of calls that ended after the interruption.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            interrupt()
            results.close()
            resume()
        raise


# A list and not a context variable, as the thread that refreshes the progress display reads it too.
_executors: list[Executor] = [Executor()]


def current_executor() -> Executor:
    """Return the executor in use: the threads of this process, or a cluster."""
    return _executors[-1]


@contextmanager
def use_executor(executor: Executor) -> Iterator[None]:
    """Play blocks by an executor within the `with` block."""
    _executors.append(executor)
    try:
        yield
    finally:
        _executors.pop()


def play_and_count(
    pieces: Iterable[tuple[Piece, Task]],
    jobs: int,
    count: Callable[[Piece, Any], None],
    report: Callable[[], None] = lambda: None,
) -> None:
    """Play tasks by the current executor, and count the result of each, in order.

    Parameters
    ----------
    pieces
        Tasks, each with what `count` needs to know of it. They are taken one at a time, so later
        tasks may depend on results that were counted.
    jobs
        The number of threads.
    count
        Called with a piece and the result of its task. It is `shielded`: a result is counted as a
        whole or not at all.
    report
        Called after each result was counted.
    """
    started: deque[Piece] = deque()

    def tasks() -> Iterator[Task]:
        for piece, task in pieces:
            started.append(piece)
            yield task

    with closing(current_executor().play(tasks(), jobs)) as results:
        for result in results:
            piece = started.popleft()
            with shielded():
                count(piece, result)
            report()
