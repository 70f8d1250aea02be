"""Who plays blocks: the threads of this process, unless somebody else is asked to.

A block is a `Task`: a plain function of this package with the arms that it plays, so that it can
be told to another process in a few words, and made there again (`simulate.cli.plans.cluster`).
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any, Self

import joblib

from simulate.play.arms import Arm
from simulate.play.signals import interrupt, resume

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
