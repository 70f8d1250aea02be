"""Who plays blocks: the threads of this process, unless somebody else is asked to.

A block is a `Task`: a plain function of this package with the arms that it plays, so that it can
be told to another process in a few words, and made there again (`simulate.cli.plans.cluster`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.pool import AsyncResult, ThreadPool
from typing import Any

from simulate.play.arms import Arm
from simulate.play.signals import LOOK, interrupt, resume

#: How many blocks of each thread may wait to be counted.
_WINDOW = 4


@dataclass(frozen=True)
class Task:
    """What plays a block of so many games: a module's function of some arms and plain arguments."""

    function: Callable[..., Any]
    arms: tuple[Arm, ...]
    arguments: tuple[Any, ...]
    games: int

    def __call__(self) -> Any:
        """Play it here."""
        return self.function(self.arms, *self.arguments)


@dataclass
class Worker:
    """One of those who play, where they are worth telling apart, and what it played.

    It plays `threads` blocks at a time, 0 once it is gone; `seconds` are those of each thread
    together, and `again` counts its blocks that had been begun before, by one that is gone.
    """

    name: str
    threads: int = 1
    blocks: int = 0
    games: int = 0
    seconds: float = 0.0
    again: int = 0

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

    def prepare(self, arms: Iterable[Arm]) -> None:
        """Make ready to play some arms, before the clock runs."""

    def play(self, tasks: Iterable[Task], jobs: int) -> Generator[Any, None, None]:
        """Yield what each task gives, in their order; closed early, it leaves the rest."""
        return in_threads(Task.__call__, tasks, jobs)

    def workers(self) -> Sequence[Worker]:
        """Return how each stands of those who play; nobody where they are all alike."""
        return ()


def in_threads(
    function: Callable[[Any], Any], given: Iterable[Any], jobs: int
) -> Generator[Any, None, None]:
    """Yield what a function returns of each, in order; interrupted or closed, it ends quietly.

    Only so many of each thread may wait: without a bound, rows of blocks would fill the memory
    whenever counting, or writing rows, is slower than playing.
    """
    if jobs == 1:
        yield from map(function, given)
        return
    begun = deque[AsyncResult[Any]]()

    def first() -> Any:
        while not begun[0].ready():
            begun[0].wait(LOOK)  # on Windows nothing interrupts who waits without an end
        return begun.popleft().get()

    with ThreadPool(jobs) as pool:
        try:
            for one in given:
                begun.append(pool.apply_async(function, (one,)))
                if len(begun) == _WINDOW * jobs or begun[0].ready():
                    yield first()
            while begun:
                yield first()
        except (KeyboardInterrupt, GeneratorExit):
            interrupt()
            pool.terminate()
            resume()
            raise


_current: list[Executor] = [Executor()]


def current() -> Executor:
    """Return who plays at the moment."""
    return _current[-1]


@contextmanager
def playing(executor: Executor) -> Iterator[None]:
    """Let somebody else play."""
    _current.append(executor)
    try:
        yield
    finally:
        _current.pop()
