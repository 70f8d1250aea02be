"""Play games on the workers of a Dask cluster, on this machine or on others.

Neither machine code nor games are sent to a worker. It gets the study as a study file, with the
user's files that the study names, and compiles it once. Every worker first plays a few deals, whose
tally has to be the same as on this machine, because results must not depend on who plays.

Fathom never waits without end. A worker counts as present while it sends heartbeats, which it also
does while it compiles. If a worker ends or sends none, a message names it, and Dask gives its
blocks to other workers. If no worker is left, or the scheduler does not answer, this machine plays
the remaining blocks.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import itertools
import logging
import os
import tempfile
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from reports.writing.wording import counted
from simulate.cli import cluster_work as work
from simulate.errors import FathomError, UsageError
from simulate.output.messages import print_notice
from simulate.play.arms import CompiledStudy
from simulate.play.executor import Executor, Task, Worker, use_executor
from simulate.study.text import copy_code

#: The number of blocks that are submitted per thread of the workers.
_WAITING_BLOCKS = 6
#: Seconds without an answer after which a worker, or the scheduler, counts as lost.
_SILENT_SECONDS = 15
#: Seconds to wait for another worker after the last one was lost, as Dask restarts some.
_REJOIN_SECONDS = 10
#: Seconds in which a worker has to play its first deals. It may have to compile before.
_FIRST_DEALS_SECONDS = 300
#: Seconds between two updates of the list of present workers.
_LOOK_SECONDS = 1.0
_NO_ANSWER = "the cluster's scheduler no longer answers"
#: The beginning of an address for a new cluster on this machine.
_LOCAL = "local:"
#: The loggers that report the end of a cluster in hundreds of lines.
_NOISY_LOGGERS = ("distributed", "tornado", "asyncio")
#: The maximum number of workers that the summary at the end lists.
_MOST_LISTED = 12


@cache
def _arm_spec(arm: CompiledStudy) -> work.ArmSpec:
    """Return the description of an arm that is sent to workers.

    Raise `OSError` if a file of the game or of a strategy cannot be read.
    """
    study = replace(arm.study.limited_to(arm.study.rotations), tally_id="", pinned={}, ranges=())
    study = replace(study, targets={}, plan={})
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text = copy_code(study.to_toml(), folder)
        files = tuple(
            (file.relative_to(folder).as_posix(), file.read_bytes())
            for file in sorted(folder.rglob("*"))
            if file.is_file()
        )
    return work.ArmSpec(text, files, arm.key)


class _GoneError(Exception):
    """The cluster cannot play any more. The message has the reason."""


class Cluster(Executor):
    """An executor that plays blocks on the workers of a Dask cluster.

    Parameters
    ----------
    client
        A `distributed.Client`.
    say
        Called with a sentence when a worker, or the whole cluster, is lost.
    clock
        Called without arguments; returns the time in seconds.
    """

    #: Blocks take about 1.5 seconds, as sending shorter ones would cost too much time.
    patience = 15

    def __init__(
        self,
        client: Any,
        say: Callable[[str], None] = lambda message: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._say = say
        self._clock = clock
        self._is_lost = False
        #: The scheduler's description of each worker that is present, by name of the worker.
        self._present: dict[str, dict[str, Any]] = {}
        #: The time of each worker's last heartbeat: on the scheduler's clock, and on `clock`.
        self._heartbeats: dict[str, tuple[float, float]] = {}
        #: The time at which the scheduler was last asked for the workers that are present.
        self._last_look = -_LOOK_SECONDS
        #: The time at which a worker that may play was last present.
        self._last_met = clock()
        #: Each worker that gave the right tally for an arm, paired with the key of this arm.
        self._probed: set[tuple[str, str]] = set()
        #: The names of workers whose code differs from this machine's. They get no blocks.
        self._unfit: set[str] = set()
        self._statistics: dict[str, Worker] = {}
        self._numbers = itertools.count()
        #: The numbers of the unfinished blocks that some worker has begun.
        self._begun: set[int] = set()
        self._topic = f"fathom-{client.id}"
        client.subscribe_topic(self._topic, self._count_begun)

    def players(self, jobs: int) -> int:
        with suppress(_GoneError):  # The error occurs again in `play`, which handles it.
            self._update_workers()
        return sum(self._present[name]["nthreads"] for name in self._usable_workers()) or jobs

    def _usable_workers(self) -> list[str]:
        """Return the names of the workers that may play."""
        return [name for name in self._present if name not in self._unfit]

    def prepare(self, arms: Iterable[CompiledStudy]) -> None:
        """Check that each new worker gives the same tally as this machine for a few deals per arm.

        Workers with another tally get no blocks.

        Raises
        ------
        UsageError
            If no worker gives the same tally.
        FathomError
            If the game or a strategy fails on this machine.
        """
        try:
            for arm in arms:
                reasons = self._probe(arm)
                self._leave_unfit(reasons)
                if reasons and not self._usable_workers():
                    raise UsageError(next(iter(reasons.values())))
        except _GoneError as error:
            self._give_up(error)

    def play(self, tasks: Iterable[Task], jobs: int) -> Generator[Any, None, None]:
        """Yield the result of each task, in order. Closing the generator cancels the other tasks.

        If the cluster is lost, this machine plays the remaining tasks with `jobs` threads.

        Dask distributes the tasks to workers. Joblib's interface to Dask is not used, because it
        would count the workers' threads only once, at the start.

        Raises
        ------
        FathomError
            If the game or a strategy fails, or if a block ended several workers.
        """
        tasks = iter(tasks)
        waiting: deque[Task] = deque()
        futures: deque[tuple[Any, frozenset[str]]] = deque()

        def next_result() -> Any:
            block = self._result_of_block(*futures[0])
            while block is None:
                futures[0] = self._submit(waiting[0])
                block = self._result_of_block(*futures[0])
            futures.popleft()
            self._count(block, waiting.popleft().games)
            return block.result

        try:
            if not self._is_lost:
                for task in tasks:
                    waiting.append(task)
                    futures.append(self._submit(task))
                    while len(waiting) >= _WAITING_BLOCKS * self.players(jobs):
                        yield next_result()
                while waiting:
                    yield next_result()
        except _GoneError as error:
            self._give_up(error)
        finally:
            if futures and not self._is_lost:
                self._client.cancel([future for future, _ in futures])
        yield from Executor().play(itertools.chain(waiting, tasks), jobs)

    def _submit(self, task: Task) -> tuple[Any, frozenset[str]]:
        """Submit a task to Dask.

        Returns
        -------
        future
            Dask's future of the result.
        workers
            The names of the workers that may play the task; empty for all workers.

        Raises
        ------
        _GoneError
            If no worker may play it.
        FathomError
            If the game or a strategy fails on this machine.
        """
        workers = frozenset(self._usable_workers()) if self._unfit else frozenset()
        if self._unfit and not workers:
            raise _GoneError("no worker is left that has the same code as this machine")
        settings: dict[str, Any] = {}
        if workers:
            settings = {"workers": sorted(workers), "allow_other_workers": False}
        # With pure=True, Dask would not play a block again that was submitted before.
        future = self._client.submit(
            work.play_there, self._block_task(task), pure=False, **settings
        )
        return future, workers

    def _result_of_block(self, future: Any, workers: frozenset[str]) -> work.BlockResult | None:
        """Return the result of a block, or None if the block has to be submitted again.

        Raise `FathomError` if the block failed on the worker, and `_GoneError` if the cluster
        cannot play any more.
        """
        block: work.BlockResult | None = self._result(future, workers)
        if block and block.unfit:
            self._leave_unfit({block.worker: block.unfit})
            return None
        return block

    def workers(self) -> Sequence[Worker]:
        """Return the statistics of all workers in the order of joining, lost workers included.

        Lost workers have 0 threads.
        """
        with suppress(_GoneError):
            self._update_workers()
        for name in self._usable_workers():
            self._statistics_of(name)
        for name, worker in self._statistics.items():
            worker.threads = (
                self._present[name]["nthreads"] if name in self._usable_workers() else 0
            )
        return list(self._statistics.values())

    def _update_workers(self) -> None:
        """Update which workers are present, at most once in `_LOOK_SECONDS`, and report lost ones.

        Raises
        ------
        _GoneError
            If the scheduler does not answer, or no worker has been left for a while.
        """
        now = self._clock()
        if self._is_lost or now < self._last_look + _LOOK_SECONDS:
            return
        self._last_look = now
        present = self._ask(self._client.scheduler.identity(n_workers=-1))["workers"]
        for name in self._present.keys() - present.keys():
            if name not in self._unfit:
                self._lose(name, "ended")
        self._unfit &= present.keys()
        for name, worker in present.items():
            self._note_heartbeat(name, worker["last_seen"], now)
        self._present = present
        silent = [name for name in present if now > self._heartbeats[name][1] + _SILENT_SECONDS]
        for name in silent:
            self._leave_out(name, f"has been silent for {_SILENT_SECONDS} seconds")
        if self._usable_workers():
            self._last_met = now
        elif now > self._last_met + _REJOIN_SECONDS:
            raise _GoneError("no worker is left in the cluster")

    def _note_heartbeat(self, name: str, heartbeat: float, now: float) -> None:
        """Store the last heartbeat of a worker, and when it was first seen."""
        earlier, arrived = self._heartbeats.get(name, (None, now))
        if heartbeat != earlier:
            arrived = now
        self._heartbeats[name] = (heartbeat, arrived)

    def _leave_out(self, name: str, reason: str) -> None:
        """Remove a worker from the cluster, so that Dask gives its blocks to others.

        It may join again as a new worker.

        Raise `_GoneError` if the cluster cannot play any more.
        """
        self._ask(self._client.scheduler.unregister(address=name, stimulus_id="fathom-silent"))
        self._present.pop(name, None)
        self._lose(name, f"{reason} and is left out")

    def _leave_unfit(self, reasons: Mapping[str, str]) -> None:
        """Give no more blocks to some workers, and report the reasons and how many workers play.

        `reasons` has the reason by name of the worker.
        """
        new_reasons = {name: reason for name, reason in reasons.items() if name not in self._unfit}
        self._unfit |= new_reasons.keys()
        if new_reasons and self._usable_workers():
            for reason in new_reasons.values():
                self._say(f"{reason}; it is left out")
            everybody = self._present.keys() | self._unfit
            self._say(f"{len(self._usable_workers())} of {counted(len(everybody), 'worker')} play")

    def _lose(self, name: str, event: str) -> None:
        """Forget a worker that was lost, and report it; `event` says what happened to it."""
        self._heartbeats.pop(name, None)
        self._probed = {(worker, key) for worker, key in self._probed if worker != name}
        self._say(f"worker {name} {event}; others play its blocks")

    def _give_up(self, error: _GoneError) -> None:
        """Play on this machine from now on, and report why."""
        self._is_lost = True
        self._present = {}
        self.patience = Executor.patience
        self._say(f"{error}; finished games are kept, and this machine plays the rest")

    def _begin(self, request: Coroutine[Any, Any, Any]) -> concurrent.futures.Future[Any]:
        """Start a request to the scheduler on Dask's thread, and return its future."""
        return asyncio.run_coroutine_threadsafe(request, self._client.loop.asyncio_loop)

    def _ask(self, request: Coroutine[Any, Any, Any]) -> Any:
        """Return the scheduler's answer to a request, or raise `_GoneError` if there is none."""
        try:
            return self._begin(request).result(timeout=_SILENT_SECONDS)
        except (OSError, concurrent.futures.CancelledError) as error:  # A timeout is an OSError.
            raise _GoneError(_NO_ANSWER) from error

    def _result(
        self, future: Any, workers: frozenset[str] = frozenset(), *, is_probe: bool = False
    ) -> Any:
        """Return the result of a future, or None if all workers that may compute it are lost.

        Parameters
        ----------
        future
            The future.
        workers
            The names of the workers that may compute it; empty for all.
        is_probe
            True to count a worker as lost if it takes longer than `_FIRST_DEALS_SECONDS`.

        Raises
        ------
        FathomError
            If the task ended several workers.
        _GoneError
            If the cluster cannot play any more.
        Exception
            The error that the task raised.
        """
        from distributed import CancelledError
        from distributed.comm.core import CommClosedError
        from distributed.scheduler import KilledWorker

        answer = self._begin(self._client.gather(future, asynchronous=True))
        began = self._clock()
        while True:
            self._update_workers()
            if is_probe and self._clock() > began + _FIRST_DEALS_SECONDS:
                reason = f"has not played a few deals in {_FIRST_DEALS_SECONDS} seconds"
                for worker in workers & self._present.keys():
                    self._leave_out(worker, reason)
            if workers and not workers & self._present.keys():
                answer.cancel()
                return None
            if concurrent.futures.wait([answer], _LOOK_SECONDS).done:
                break
        try:
            return answer.result()
        except KilledWorker as error:
            self._last_look = -_LOOK_SECONDS
            self._update_workers()
            if not self._present:
                raise _GoneError("no worker is left in the cluster") from error
            raise FathomError(
                f"a block of games ended several workers one after the other: {error}; check that "
                "they have enough memory"
            ) from error
        except (CancelledError, concurrent.futures.CancelledError, CommClosedError) as error:
            raise _GoneError(_NO_ANSWER) from error

    def _statistics_of(self, name: str) -> Worker:
        """Return the statistics of a worker, and create them if there are none yet."""
        return self._statistics.setdefault(name, Worker(name))

    def _block_task(self, task: Task) -> work.BlockTask:
        """Return a task in the form that is sent to a worker.

        Raise `FathomError` if the game or a strategy fails on this machine.
        """
        arms = tuple((_arm_spec(arm), tuple(work.answers_of(arm).items())) for arm in task.arms)
        return work.BlockTask(task.function, task.arguments, arms, self._topic, next(self._numbers))

    def _count(self, block: work.BlockResult, games: int) -> None:
        """Add a finished block to the statistics of its worker."""
        worker = self._statistics_of(block.worker)
        worker.blocks += 1
        worker.games += games
        worker.seconds += block.seconds
        self._begun.discard(block.number)

    def _count_begun(self, event: tuple[float, tuple[int, str]]) -> None:
        """Count a block that a worker begins. Dask calls this on a thread of its own."""
        _, (number, worker) = event
        self._statistics_of(worker).repeated += number in self._begun
        self._begun.add(number)

    def _probe(self, arm: CompiledStudy) -> dict[str, str]:
        """Let new workers try a few deals of an arm, and return why some of them cannot play it.

        Returns
        -------
        dict
            For each worker that cannot play the arm, the reason by its name.

        Raises
        ------
        _GoneError
            If the cluster cannot play any more.
        FathomError
            If the game or a strategy fails on this machine.
        """
        self._update_workers()
        spec = _arm_spec(arm)
        workers = [name for name in self._usable_workers() if (name, spec.key) not in self._probed]
        if not workers:
            return {}
        futures = {
            worker: self._client.submit(
                work.probe, spec, workers=[worker], allow_other_workers=False, pure=False
            )
            for worker in workers
        }
        answers_here = work.answers_of(arm)
        reasons: dict[str, str] = {}
        for worker, future in futures.items():
            reason = self._difference(worker, future, answers_here)
            if reason:
                reasons[worker] = reason
            elif worker in self._present:
                self._probed.add((worker, spec.key))
        return reasons

    def _difference(self, worker: str, future: Any, answers_here: work.Answers) -> str:
        """Return the reason why a worker cannot play an arm; empty if it can or is lost.

        Parameters
        ----------
        worker
            The name of the worker.
        future
            Dask's future of the result of `work.probe` on the worker.
        answers_here
            The result of `work.probe` on this machine, which the worker's result has to equal.

        Raises
        ------
        _GoneError
            If the cluster cannot play any more.
        """
        try:
            answers = self._result(future, frozenset({worker}), is_probe=True)
        except _GoneError:
            raise
        except Exception as error:  # A worker may raise any error.
            lines = str(error).splitlines() or [type(error).__name__]
            return (
                f"worker {worker} cannot play this study: {lines[0]}; check that the same version "
                "of Fathom is installed there, and the same files of learned players"
            )
        if answers is None:
            return ""
        try:
            work.compare(worker, answers, answers_here)
        except UsageError as error:
            return str(error)
        return ""


def summarise_workers(workers: Sequence[Worker]) -> str:
    """Return lines with the number of blocks and the speed of all workers together and of each.

    After the first `_MOST_LISTED` workers, it gives only the number of the others.
    """
    blocks = counted(sum(worker.blocks for worker in workers), "block")
    speed = sum(worker.games_per_s for worker in workers)
    first = f"{counted(len(workers), 'worker')} played {blocks}, {speed:,.0f} games per second"
    lost = sum(not worker.threads for worker in workers)
    repeated = sum(worker.repeated for worker in workers)
    if lost or repeated:
        first += f"; lost {counted(lost, 'worker')}, and {counted(repeated, 'block')} played again"
    lines = [first]
    for worker in workers[:_MOST_LISTED]:
        blocks = counted(worker.blocks, "block")
        if worker.threads:
            lines.append(f"{worker.name}: {blocks}, {worker.games_per_s:,.0f} games per second")
        else:
            lines.append(f"{worker.name}: lost after {blocks}")
    if len(workers) > _MOST_LISTED:
        lines.append(f"and {counted(len(workers) - _MOST_LISTED, 'worker')} more")
    return "\n".join(lines)


@contextmanager
def cluster_plays(address: str) -> Iterator[None]:
    """Return a context manager within which the Dask cluster at an address plays all games.

    It prints a notice on the workers at its beginning, and a summary of their work at its end
    unless an error was raised.

    Raises
    ------
    UsageError
        If Dask is not installed, the address is invalid, or no cluster answers.
    """
    with cluster_at(address, print_notice) as executor:
        print_notice(f"workers at {address} play: {counted(executor.players(0), 'thread')}")
        with use_executor(executor):
            yield
        workers = executor.workers()
        if workers:
            print_notice(summarise_workers(workers))


@contextmanager
def cluster_at(address: str, say: Callable[[str], None]) -> Iterator[Cluster]:
    """Return a context manager that is connected to a cluster, as its executor.

    Parameters
    ----------
    address
        The address of a scheduler, such as ``tcp://host:8786``; a scheduler file (.json); or
        ``local:8`` for a new cluster of eight workers on this machine.
    say
        Called with a sentence when a worker, or the whole cluster, is lost.

    Raises
    ------
    UsageError
        If Dask is not installed, the address is invalid, or no cluster answers.
    """
    try:
        import distributed
    except ImportError:
        raise UsageError(
            "a cluster needs Dask, which is not installed; type pip install 'fathom-games[cluster]'"
        ) from None
    _silence_loggers()
    # The classes of Dask have no type annotations.
    client_class: Any = distributed.Client
    cluster_class: Any = distributed.LocalCluster
    if address.startswith(_LOCAL):
        workers = _number_of_local_workers(address)
        # The processes that Dask starts must not import modules from the current folder.
        os.environ["PYTHONSAFEPATH"] = "1"
        with (
            cluster_class(
                n_workers=workers,
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            ) as local_cluster,
            client_class(local_cluster, set_as_default=False) as client,
        ):
            yield Cluster(client, say)
        return
    with _connect(client_class, address) as client:
        yield Cluster(client, say)


def _silence_loggers() -> None:
    """Turn off the loggers of Dask. Fathom reports problems itself."""
    for name in list(logging.Logger.manager.loggerDict):
        if name.partition(".")[0] in _NOISY_LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _number_of_local_workers(address: str) -> int:
    """Return the number in an address such as ``local:8``, or raise `UsageError`."""
    count = address.removeprefix(_LOCAL)
    if not count.isdecimal() or not 1 <= int(count) <= 512:
        raise UsageError(
            f"--cluster cannot be {address!r}; write local: and 1 to 512 workers, as in local:8"
        )
    return int(count)


def _connect(client_class: Any, address: str) -> Any:
    """Return a client that is connected to a cluster with workers.

    Raises
    ------
    UsageError
        If no cluster answers, or no worker joins it within a minute.
    """
    source = "scheduler_file" if Path(address).suffix == ".json" else "address"
    try:
        client = client_class(**{source: address}, timeout=10, set_as_default=False)
        client.wait_for_workers(1, timeout=60)
    except Exception as error:  # Network errors can have any type.
        lines = str(error).splitlines() or [""]
        reason = lines[0] or type(error).__name__
        raise UsageError(
            f"no cluster answers at {address}: {reason}; start one with 'dask scheduler' and "
            "'dask worker'"
        ) from None
    return client
