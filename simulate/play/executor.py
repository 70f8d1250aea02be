"""Blocks of deals, the units of work, and the executors that play them.

A `Task` plays a block. It consists of a function of a module, the arms to play, and arguments that
are plain values. It can therefore be sent to another machine in a few bytes
(`simulate.cli.cluster`).
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

#: The intended duration of a block in seconds. Shorter blocks cost more overhead, and longer ones
#: make the progress display jump.
BLOCK_SECONDS = 0.1
#: The maximum number of games in a block, which limits the memory.
BLOCK_GAMES = 40_000
#: The maximum number of deals of a block, as a multiple of the deals of the last block.
GROWTH = 16

BlockName = TypeVar("BlockName")


@dataclass(frozen=True)
class Block:
    """The counts of one block of deals that several arms played, by index of the arm."""

    #: The tally of each arm.
    tallies: dict[int, Tally]
    #: CPU seconds of each arm.
    seconds: dict[int, float]
    #: For each arm that is compared with another arm, each count of the other arm (rows) times each
    #: of the arm's own counts (columns), summed over deals.
    products: dict[int, list[list[int]]]
    #: Seconds that passed between counting the previous block and counting this one.
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
        """Return the block whose fields are stored in a journal as JSON values.

        Raises
        ------
        KeyError, TypeError, ValueError, AttributeError
            If these are not the values of a block.
        """
        products = {}
        for n, matrix in packed["products"].items():
            products[int(n)] = [list(map(int, row)) for row in matrix]
        return cls(
            {int(n): Tally.unpack(tally) for n, tally in packed["tallies"].items()},
            {int(n): float(seconds) for n, seconds in packed["seconds"].items()},
            products,
            float(packed["elapsed"]),
        )


def journal_key(
    arms: Sequence[CompiledStudy], places: Sequence[int], compared: Sequence[int]
) -> str:
    """Return the key, 20 hexadecimal digits, under which a journal stores blocks of some arms.

    Parameters
    ----------
    arms
        All arms that are played together.
    places
        The indices of the arms that these blocks play.
    compared
        For each arm, the index of the arm with which it is compared.

    Raises
    ------
    OSError
        If the Python file of a strategy or of the game cannot be read.
    """
    return digest([[n, arms[n].key, compared[n]] for n in places])[:20]


def add_matrices(first: list[list[int]], second: list[list[int]]) -> list[list[int]]:
    """Return the sum of two matrices of integers, which may exceed 64 bits.

    Raises
    ------
    ValueError
        If the matrices have different shapes.
    """
    return [list(add_pairwise(*rows)) for rows in zip(first, second, strict=True)]


class BlockSizes:
    """Chooses the number of deals of the next block from the duration of the last block.

    Parameters
    ----------
    arms
        The arms that play each block.
    players
        The number of blocks that are played at the same time.
    patience
        The intended duration of a block in units of `BLOCK_SECONDS`.
    fixed
        The number of deals of every block; None for the chosen numbers.
    """

    def __init__(
        self, arms: Sequence[CompiledStudy], players: int, patience: int, fixed: int | None
    ) -> None:
        self._arms = arms
        self._players = players
        self._fixed = fixed
        self._seconds = BLOCK_SECONDS * patience
        self._most = BLOCK_GAMES * patience // sum(arm.layout.rotations for arm in arms)

    def blocks_of(self, first: int, deals: int) -> Iterator[tuple[int, int]]:
        """Split `deals` deals from `first` on into blocks; yield the first deal and size of each.

        The blocks are chosen one at a time, so `set_pace` changes the blocks that follow.
        """
        while deals:
            size = min(deals, self._fixed or self._choose_size(deals))
            yield first, size
            first += size
            deals -= size

    def _choose_size(self, deals: int) -> int:
        """Return the number of deals of the next block if `deals` deals remain."""
        pace = sum(arm.pace for arm in self._arms)
        in_time = int(self._seconds / pace) if pace else 1
        fair_share = deals if self.fit_in_one(deals) else -(-deals // self._players)
        trusted = GROWTH * min(arm.paced_deals for arm in self._arms)
        return max(1, min(in_time, fair_share, trusted, self._most))

    def fit_in_one(self, deals: int) -> bool:
        """Return True if `deals` deals take less than `BLOCK_SECONDS` at the measured pace.

        They are then played as a single block, because starting threads would take longer.
        """
        return 0 < sum(arm.pace for arm in self._arms) * deals < BLOCK_SECONDS

    def set_pace(self, deals: int, block: Block) -> None:
        """Set the pace of each arm to its pace in a block of `deals` deals that was played."""
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
    """Play some deals of several arms, and return their counts and perhaps rows.

    Parameters
    ----------
    arms
        All arms that are played together.
    places
        The indices of the arms to play; at least one.
    compared
        For each arm, the index of the arm with which it is compared; its own index means none. Arm
        0 is compared with no arm. If an arm is played, the arm with which it is compared must be
        played too.
    first
        The first deal.
    deals
        The number of deals.
    with_rows
        True to return rows.

    Returns
    -------
    Block
        The counts of each arm, its CPU seconds, and the products of its deals with those of the arm
        with which it is compared.
    ndarray or None
        The rows of the games of the first arm of `places` (see `CompiledStudy.play`), or None if
        `with_rows` is False.

    Raises
    ------
    FathomError
        If the game or a strategy fails, or if its counts are too large to be added.
    """
    results = {n: arms[n].play(first, deals) for n in places}
    tallies = {n: tally_rows(arms[n].layout, rows) for n, (rows, _) in results.items()}
    listed = {n: list_deals(arms[n].layout, results[n][0]) for n in places if len(arms) > 1}
    paired = [n for n in places if n and compared[n] != n]
    products = {n: multiply_deals(listed[compared[n]], listed[n]) for n in paired}
    seconds = {n: cpu for n, (_, cpu) in results.items()}
    rows = results[places[0]][0] if with_rows else None
    return Block(tallies, seconds, products), rows


#: The number of blocks per thread that may wait to be counted.
_WINDOW = 4


@dataclass(frozen=True)
class Task:
    """A call that plays a block. It can be sent to another process."""

    #: Called with the arms and the arguments. It is at the top level of a module, so that another
    #: process can find it by name.
    function: Callable[..., Any]
    arms: tuple[CompiledStudy, ...]
    #: The arguments of the function after the arms: values that JSON can hold.
    arguments: tuple[Any, ...]
    #: The number of games of the block.
    games: int

    def __call__(self) -> Any:
        """Play the block in this process, and return what `function` returns.

        Raises
        ------
        FathomError
            If the game or a strategy fails.
        """
        return self.function(self.arms, *self.arguments)


@dataclass
class Worker:
    """A worker of a cluster (a process on another machine), and how much it has played."""

    name: str
    #: The number of blocks that it plays at the same time; 0 if its connection was lost.
    threads: int = 1
    #: The number of blocks that it has played.
    blocks: int = 0
    #: The number of games in these blocks.
    games: int = 0
    #: Seconds of all its threads together.
    seconds: float = 0.0
    #: The number of its blocks that were first given to a worker whose connection was lost.
    repeated: int = 0

    @property
    def games_per_s(self) -> float:
        """Games per second, all threads together; 0 before the worker has finished a block."""
        return self.games / self.seconds * self.threads if self.seconds else 0.0


class Executor:
    """Plays blocks in threads of this process. Compiled games run in parallel, without the GIL."""

    #: The intended duration of a block in units of `BLOCK_SECONDS`; higher if sending blocks is
    #: slow.
    patience = 1

    def players(self, jobs: int) -> int:
        """Return the number of blocks that are played at the same time.

        `jobs` is the number of threads that the command set; a cluster has threads of its own.
        """
        return jobs

    def prepare(self, arms: Iterable[CompiledStudy]) -> None:
        """Do nothing, because threads need no preparation. Subclasses prepare `arms` here."""

    def play(self, tasks: Iterable[Task], jobs: int) -> Generator[Any, None, None]:
        """Yield the result of each task, in order. Closing the generator cancels the other tasks.

        Raises
        ------
        FathomError
            If the game or a strategy fails.
        """
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
        """Return the state of each worker of the cluster; empty without a cluster."""
        return ()


class _Window:
    """Limits the number of blocks that are played before earlier blocks are counted.

    Blocks are counted in order. If counting or writing rows is slower than playing, the rows of
    waiting blocks would otherwise fill the memory.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._counted = 0
        self._moved = threading.Condition()
        self._closed = False

    def enter(self, number: int) -> None:
        """Wait until block `number` is within the window, or until the window is closed."""
        with self._moved:
            self._moved.wait_for(lambda: self._closed or number < self._counted + self._most)

    def leave(self) -> None:
        """Move the window by one, after a block was counted."""
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
    """Yield the result of `function` for each argument, in the order of the arguments.

    The calls are made in `jobs` threads.

    Closing or interrupting the generator abandons the calls that still run.

    Raises
    ------
    Exception
        Any error of `function`, when the result of that call would be yielded.
    """
    parallel = joblib.Parallel(n_jobs=jobs, backend="threading", return_as="generator")
    results = parallel(map(joblib.delayed(function), arguments))
    try:
        for result in results:  # noqa: UP028 - `yield from` would close it with warnings
            yield result
    except (KeyboardInterrupt, GeneratorExit):
        # joblib would warn of each call that ends after the interruption.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            interrupt()
            results.close()
            resume()
        raise


# This is a list and not a context variable, because another thread, which refreshes the progress
# display, reads it too.
_executors: list[Executor] = [Executor()]


def current_executor() -> Executor:
    """Return the executor that plays blocks now: threads of this process, or a cluster."""
    return _executors[-1]


@contextmanager
def use_executor(executor: Executor) -> Iterator[None]:
    """Return a context manager within which the given executor plays all blocks."""
    _executors.append(executor)
    try:
        yield
    finally:
        _executors.pop()


def play_and_count(
    blocks: Iterable[tuple[BlockName, Task]],
    jobs: int,
    count: Callable[[BlockName, Any], None],
    report: Callable[[], None] = lambda: None,
) -> None:
    """Play tasks with the current executor, and count the result of each, in order.

    Parameters
    ----------
    blocks
        Pairs of a name of a block (any object, which `count` gets) and the task that plays it. Each
        pair is taken just before its task is started, so it may depend on results counted earlier.
    jobs
        The number of threads.
    count
        Called with the name of a block and the result of its task. Signals are delayed during the
        call, so that no result is counted in part.
    report
        Called without arguments after each result was counted.

    Raises
    ------
    KeyboardInterrupt
        If the command was interrupted.
    FathomError
        If the game or a strategy fails.
    """
    started: deque[BlockName] = deque()

    def tasks() -> Iterator[Task]:
        for name, task in blocks:
            started.append(name)
            yield task

    with closing(current_executor().play(tasks(), jobs)) as results:
        for result in results:
            name = started.popleft()
            with shielded():
                count(name, result)
            report()
