"""Playing on the workers of a Dask cluster, on this machine or on many.

Neither machine code nor games are sent. A worker gets the study as a study file, with the user's
files that it names, and compiles it once. The same deals give the same games on every worker.
That is checked first: every worker plays a few deals and has to give the tally that this machine
gives.

No wait is without end. A worker counts as present while its heartbeat arrives, which goes on while
it compiles. A worker that is silent or ends is named in a message, and Dask gives its blocks to
others. If no worker is left, or the scheduler is gone, this machine plays the rest.
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

#: Blocks that wait for each worker.
_WAITING_BLOCKS = 6
#: Seconds of silence after which a worker, or the scheduler, is left out.
_SILENT_SECONDS = 15
#: Seconds in which another worker may join if none is left: Dask restarts some.
_REJOIN_SECONDS = 10
#: Seconds in which a worker has to play its first deals, for which it may compile.
_FIRST_DEALS_SECONDS = 300
#: Seconds between two checks of which workers are present.
_LOOK_SECONDS = 1.0
_NO_ANSWER = "the cluster's scheduler no longer answers"
_LOCAL = "local:"
#: The loggers that report the end of a cluster in hundreds of lines.
_NOISY_LOGGERS = ("distributed", "tornado", "asyncio")
#: The maximum number of workers that the summary at the end lists.
_MOST_LISTED = 12


@cache
def _arm_spec(arm: CompiledStudy) -> work.ArmSpec:
    """Return the description of an arm for workers."""
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
    """The cluster plays no more, for the reason in the message."""


class Cluster(Executor):
    """An executor that plays on Dask workers.

    Parameters
    ----------
    client
        A `distributed.Client`.
    say
        Called with a sentence when a worker, or the whole cluster, is lost.
    clock
        Returns the time in seconds.
    """

    #: Blocks take about 1.5 seconds; the cost of sending shorter ones would be too high.
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
        self._is_gone = False
        #: The workers that are present, by name, with what the scheduler knows of each.
        self._present: dict[str, dict[str, Any]] = {}
        #: The last heartbeat of each, on the scheduler's clock, and when it arrived, on this one.
        self._heartbeats: dict[str, tuple[float, float]] = {}
        self._last_look = -_LOOK_SECONDS
        #: When a worker that may play was last present.
        self._last_met = clock()
        #: The workers that have passed the probe, each with the key of the arm.
        self._probed: set[tuple[str, str]] = set()
        #: The names of workers that run other code than this machine, which get no blocks.
        self._unfit: set[str] = set()
        self._statistics: dict[str, Worker] = {}
        self._numbers = itertools.count()
        #: The numbers of blocks that a worker has begun.
        self._begun: set[int] = set()
        self._topic = f"fathom-{client.id}"
        client.subscribe_topic(self._topic, self._count_begun)

    def players(self, jobs: int) -> int:
        with suppress(_GoneError):  # `play` notices it as well, and reacts
            self._look()
        return sum(self._present[name]["nthreads"] for name in self._fit()) or jobs

    def _fit(self) -> list[str]:
        """Return the names of the workers that may play."""
        return [name for name in self._present if name not in self._unfit]

    def prepare(self, arms: Iterable[CompiledStudy]) -> None:
        """Let each new worker play a few deals of every arm, and leave out those that differ.

        Raises
        ------
        UsageError
            If all workers differ from this machine.
        """
        try:
            for arm in arms:
                reasons = self._probe(arm)
                self._leave_unfit(reasons)
                if reasons and not self._fit():
                    raise UsageError(next(iter(reasons.values())))
        except _GoneError as error:
            self._give_up(error)

    def play(self, tasks: Iterable[Task], jobs: int) -> Generator[Any, None, None]:
        """Yield the result of each task, in their order.

        Dask itself distributes the tasks. Joblib would play here if there were one worker with one
        thread, and it would count the threads only once, at the start.
        """
        tasks = iter(tasks)
        waiting: deque[Task] = deque()
        futures: deque[tuple[Any, frozenset[str]]] = deque()

        def next_result() -> Any:
            block = self._block(*futures[0])
            while block is None:
                futures[0] = self._submit(waiting[0])
                block = self._block(*futures[0])
            futures.popleft()
            self._count(block, waiting.popleft().games)
            return block.result

        try:
            if not self._is_gone:
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
            if futures and not self._is_gone:
                self._client.cancel([future for future, _ in futures])
        yield from Executor().play(itertools.chain(waiting, tasks), jobs)

    def _submit(self, task: Task) -> tuple[Any, frozenset[str]]:
        """Submit a task; return its future and the workers that it is confined to (none: all)."""
        workers = frozenset(self._fit()) if self._unfit else frozenset()
        if self._unfit and not workers:
            raise _GoneError("no worker is left that plays as this machine does")
        settings: dict[str, Any] = {}
        if workers:
            settings = {"workers": sorted(workers), "allow_other_workers": False}
        # Not pure: a block that was played may have to be played again.
        future = self._client.submit(
            work.play_there, self._block_task(task), pure=False, **settings
        )
        return future, workers

    def _block(self, future: Any, workers: frozenset[str]) -> work.BlockResult | None:
        """Return the result of a block; None if it has to be submitted again."""
        block: work.BlockResult | None = self._result(future, workers)
        if block and block.unfit:
            self._leave_unfit({block.worker: block.unfit})
            return None
        return block

    def workers(self) -> Sequence[Worker]:
        """Return the statistics of all workers, also of lost ones, in the order of joining."""
        with suppress(_GoneError):
            self._look()
        for name in self._fit():
            self._statistics_of(name)
        for name, worker in self._statistics.items():
            worker.threads = self._present[name]["nthreads"] if name in self._fit() else 0
        return list(self._statistics.values())

    def _look(self) -> None:
        """Update which workers are present, at most once in `_LOOK_SECONDS`, and report losses."""
        now = self._clock()
        if self._is_gone or now < self._last_look + _LOOK_SECONDS:
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
        if self._fit():
            self._last_met = now
        elif now > self._last_met + _REJOIN_SECONDS:
            raise _GoneError("no worker is left in the cluster")

    def _note_heartbeat(self, name: str, heartbeat: float, now: float) -> None:
        """Keep the last heartbeat of a worker, and when it was first seen."""
        earlier, arrived = self._heartbeats.get(name, (None, now))
        if heartbeat != earlier:
            arrived = now
        self._heartbeats[name] = (heartbeat, arrived)

    def _leave_out(self, name: str, reason: str) -> None:
        """Let Dask give the blocks of a worker to others; it may join again, as a new one."""
        self._ask(self._client.scheduler.unregister(address=name, stimulus_id="fathom-silent"))
        self._present.pop(name, None)
        self._lose(name, f"{reason} and is left out")

    def _leave_unfit(self, reasons: Mapping[str, str]) -> None:
        """Give no blocks to workers that run other code; print why, and how many workers play."""
        new = {name: reason for name, reason in reasons.items() if name not in self._unfit}
        self._unfit |= new.keys()
        if new and self._fit():
            for reason in new.values():
                self._say(f"{reason}; it is left out")
            everybody = self._present.keys() | self._unfit
            self._say(f"{len(self._fit())} of {counted(len(everybody), 'worker')} play")

    def _lose(self, name: str, event: str) -> None:
        self._heartbeats.pop(name, None)
        self._probed = {(worker, key) for worker, key in self._probed if worker != name}
        self._say(f"worker {name} {event}; others play its blocks")

    def _give_up(self, error: _GoneError) -> None:
        """Let this machine play from now on."""
        self._is_gone = True
        self._present = {}
        self.patience = Executor.patience
        self._say(f"{error}; what was finished counts, and this machine plays the rest")

    def _begin(self, request: Coroutine[Any, Any, Any]) -> concurrent.futures.Future[Any]:
        return asyncio.run_coroutine_threadsafe(request, self._client.loop.asyncio_loop)

    def _ask(self, request: Coroutine[Any, Any, Any]) -> Any:
        """Return the scheduler's answer; `_GoneError` if there is none."""
        try:
            return self._begin(request).result(timeout=_SILENT_SECONDS)
        except (OSError, concurrent.futures.CancelledError) as error:  # a timeout is an OSError
            raise _GoneError(_NO_ANSWER) from error

    def _result(
        self, future: Any, workers: frozenset[str] = frozenset(), *, is_probe: bool = False
    ) -> Any:
        """Return the result of a future; None if all workers that it is confined to are lost.

        A probed worker that takes longer than `_FIRST_DEALS_SECONDS` counts as lost.

        Raises
        ------
        FathomError
            If the task ended several workers.
        _GoneError
            If the cluster plays no more.
        """
        from distributed import CancelledError
        from distributed.comm.core import CommClosedError
        from distributed.scheduler import KilledWorker

        answer = self._begin(self._client.gather(future, asynchronous=True))
        began = self._clock()
        while True:
            self._look()
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
            self._look()
            if not self._present:
                raise _GoneError("no worker is left in the cluster") from error
            raise FathomError(
                f"a block of games ended several workers one after the other: {error}; do they "
                "have enough memory?"
            ) from error
        except (CancelledError, concurrent.futures.CancelledError, CommClosedError) as error:
            raise _GoneError(_NO_ANSWER) from error

    def _statistics_of(self, name: str) -> Worker:
        return self._statistics.setdefault(name, Worker(name))

    def _block_task(self, task: Task) -> work.BlockTask:
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
        """Count a block that a worker begins; runs on the thread that listens to the scheduler."""
        _, (number, worker) = event
        self._statistics_of(worker).repeated += number in self._begun
        self._begun.add(number)

    def _probe(self, arm: CompiledStudy) -> dict[str, str]:
        """Return the reasons why workers cannot play an arm, by worker; only those that cannot."""
        self._look()
        spec = _arm_spec(arm)
        workers = [name for name in self._fit() if (name, spec.key) not in self._probed]
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
        """Return the reason why a probed worker cannot play; empty if it can, or is lost."""
        try:
            answers = self._result(future, frozenset({worker}), is_probe=True)
        except _GoneError:
            raise
        except Exception as error:  # anything may go wrong on a worker
            lines = str(error).splitlines() or [type(error).__name__]
            return (
                f"worker {worker} cannot play this study: {lines[0]}; is the same version of "
                "Fathom installed there?"
            )
        if answers is None:
            return ""
        try:
            work.compare(worker, answers, answers_here)
        except UsageError as error:
            return str(error)
        return ""


def summarise_workers(workers: Sequence[Worker]) -> str:
    """Return a summary of the workers at the end of a run, with the speed of each."""
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
    """Return a context manager in which the cluster at an address plays all games.

    It prints a notice on the workers before, and a summary of what they did after if nothing was
    raised.

    Raises
    ------
    UsageError
        If Dask is not installed, or no cluster answers.
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
    """Connect to a cluster: ``tcp://host:8786``, ``local:8``, or a scheduler file.

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
    # Its classes have no annotations.
    client_class: Any = distributed.Client
    cluster_class: Any = distributed.LocalCluster
    if address.startswith(_LOCAL):
        workers = _number_of_local_workers(address)
        # Dask starts the processes. None of them may import from the current folder.
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
    """Turn off the loggers of Dask: Fathom reports problems, and a closed cluster is none."""
    for name in list(logging.Logger.manager.loggerDict):
        if name.partition(".")[0] in _NOISY_LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _number_of_local_workers(address: str) -> int:
    """Return the number of workers in ``local:8``, or raise `UsageError`."""
    count = address.removeprefix(_LOCAL)
    if not count.isdecimal() or not 1 <= int(count) <= 512:
        raise UsageError(f"--cluster cannot be {address!r}; write local:8 for eight workers")
    return int(count)


def _connect(client_class: Any, address: str) -> Any:
    """Return a client that is connected to a cluster with workers, or raise `UsageError`."""
    source = "scheduler_file" if Path(address).suffix == ".json" else "address"
    try:
        client = client_class(**{source: address}, timeout=10, set_as_default=False)
        client.wait_for_workers(1, timeout=60)
    except Exception as error:  # network errors of any type
        lines = str(error).splitlines() or [""]
        reason = lines[0] or type(error).__name__
        raise UsageError(
            f"no cluster answers at {address}: {reason}; start one with 'dask scheduler' and "
            "'dask worker'"
        ) from None
    return client
