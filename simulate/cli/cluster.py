"""Blocks played by workers of a Dask cluster, on this machine or on many.

Machine code is not sent, and neither are games: a worker is told the study as its file says it,
with the user's files that it names, and makes of that what plays it, once. What it played is the
same wherever it is played, which is looked at before: every worker plays a few deals first, and
has to give the tally that is found here.

Nothing is waited for without end: a worker is there as long as its heartbeat is, which beats while
it compiles too. Who is silent, or ends, is named, and Dask gives its blocks to others; if nobody is
left, or the scheduler, the rest is played here.
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

#: How many blocks wait for each worker.
_WAITING = 6
#: Seconds after which a worker, or the scheduler, that says nothing is left out.
_SILENT = 15
#: Seconds in which another worker may come where none is left: Dask starts some again.
_BACK = 10
#: Seconds in which a worker that lives is to play its first deals: it may compile.
_FIRST_DEALS = 300
#: Seconds between two looks at who is there.
_LOOK = 1.0
_UNHEARD = "the cluster's scheduler does not answer any more"
_LOCAL = "local:"
#: Whose logs say in hundreds of lines that a cluster is gone.
_NOISY = ("distributed", "tornado", "asyncio")
#: How many workers are told of, each in a line, once all is played.
_MOST_TOLD = 12


@cache
def _told(arm: CompiledStudy) -> work.ArmSpec:
    """Return what a worker is told of an arm."""
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
    """The cluster plays no more; says why."""


class Cluster(Executor):
    """Workers of Dask; `say` is called with a sentence when one is lost, or the whole cluster."""

    #: Blocks of about 1.5 seconds: sending shorter ones costs too much of them.
    patience = 15

    def __init__(
        self,
        client: Any,
        say: Callable[[str], None] = lambda message: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client, self._say, self._clock = client, say, clock
        self._gone = False
        # Who is there, by name: what the scheduler knows of it.
        self._there: dict[str, dict[str, Any]] = {}
        # Their last heartbeats, on the scheduler's clock, and when they were heard of, on ours.
        self._beats: dict[str, tuple[float, float]] = {}
        self._looked, self._met = -_LOOK, clock()
        self._probed: set[tuple[str, str]] = set()
        #: The names of workers that run other code than this machine, which get no blocks.
        self._unfit: set[str] = set()
        self._standing: dict[str, Worker] = {}
        self._numbers = itertools.count()
        self._begun: set[int] = set()
        self._topic = f"fathom-{client.id}"
        client.subscribe_topic(self._topic, self._count_begun)

    def players(self, jobs: int) -> int:
        with suppress(_GoneError):  # whoever waits for them hears of it
            self._look()
        return sum(self._there[name]["nthreads"] for name in self._fit()) or jobs

    def _fit(self) -> list[str]:
        """Return the names of the workers that may play."""
        return [name for name in self._there if name not in self._unfit]

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
        """Yield what each task gives, in their order.

        By Dask itself: joblib would play here where there is one worker with one thread, and count
        the threads that are there once, at the start.
        """
        tasks = iter(tasks)
        waiting, futures = deque[Task](), deque[tuple[Any, frozenset[str]]]()

        def counted_next() -> Any:
            while (block := self._block(*futures[0])) is None:
                futures[0] = self._submit(waiting[0])
            futures.popleft()
            self._count(block, waiting.popleft().games)
            return block.result

        try:
            if not self._gone:
                for task in tasks:
                    waiting.append(task)
                    futures.append(self._submit(task))
                    while len(waiting) >= _WAITING * self.players(jobs):
                        yield counted_next()
                while waiting:
                    yield counted_next()
        except _GoneError as error:
            self._give_up(error)
        finally:
            if futures and not self._gone:
                self._client.cancel([future for future, _ in futures])
        yield from Executor().play(itertools.chain(waiting, tasks), jobs)

    def _submit(self, task: Task) -> tuple[Any, frozenset[str]]:
        """Submit a task; return its future and the workers that it is confined to (none: all)."""
        fit = frozenset(self._fit()) if self._unfit else frozenset()
        if self._unfit and not fit:
            raise _GoneError("no worker is left that plays as this machine does")
        confined = {"workers": sorted(fit), "allow_other_workers": False} if fit else {}
        # Not pure: what was played once may be played again.
        sent = self._sent(task)
        return self._client.submit(work.play_there, sent, pure=False, **confined), fit

    def _block(self, future: Any, among: frozenset[str]) -> work.BlockResult | None:
        """Return the result of a block; None if it has to be submitted again."""
        block: work.BlockResult | None = self._result(future, among)
        if block and block.unfit:
            self._leave_unfit({block.worker: block.unfit})
            return None
        return block

    def workers(self) -> Sequence[Worker]:
        """Return how each stands that is there, or was, in the order in which they came."""
        with suppress(_GoneError):
            self._look()
        for name in self._fit():
            self._of(name)
        for name, worker in self._standing.items():
            worker.threads = self._there[name]["nthreads"] if name in self._fit() else 0
        return list(self._standing.values())

    def _look(self) -> None:
        """Look who is there, at most once in `_LOOK` seconds, and tell who is not any more."""
        now = self._clock()
        if self._gone or now < self._looked + _LOOK:
            return
        self._looked = now
        there = self._heard(self._client.scheduler.identity(n_workers=-1))["workers"]
        for name in self._there.keys() - there.keys():
            if name not in self._unfit:
                self._lose(name, "ended")
        self._unfit &= there.keys()
        for name, one in there.items():
            beat, heard = self._beats.get(name, (None, now))
            self._beats[name] = (one["last_seen"], heard if beat == one["last_seen"] else now)
        self._there = there
        for name in [name for name in there if now > self._beats[name][1] + _SILENT]:
            self._leave_out(name, f"has been silent for {_SILENT} seconds")
        if self._fit():
            self._met = now
        elif now > self._met + _BACK:
            raise _GoneError("no worker is left in the cluster")

    def _leave_out(self, name: str, why: str) -> None:
        """Let Dask give what a worker was to do to others; it may come again, as a new one."""
        self._heard(self._client.scheduler.unregister(address=name, stimulus_id="fathom-silent"))
        self._there.pop(name, None)
        self._lose(name, f"{why} and is left out")

    def _leave_unfit(self, reasons: Mapping[str, str]) -> None:
        """Give no blocks to workers that run other code; print why, and how many workers play."""
        new = {name: why for name, why in reasons.items() if name not in self._unfit}
        self._unfit |= new.keys()
        if new and self._fit():
            for why in new.values():
                self._say(f"{why}; it is left out")
            everybody = self._there.keys() | self._unfit
            self._say(f"{len(self._fit())} of {counted(len(everybody), 'worker')} play")

    def _lose(self, name: str, what: str) -> None:
        self._beats.pop(name, None)
        self._probed = {one for one in self._probed if one[0] != name}
        self._say(f"worker {name} {what}; others play what it was to play")

    def _give_up(self, error: _GoneError) -> None:
        """Let this machine play from now on."""
        self._gone, self._there = True, {}
        self.patience = Executor.patience
        self._say(f"{error}; what was finished counts, and this machine plays the rest")

    def _begin(self, asked: Coroutine[Any, Any, Any]) -> concurrent.futures.Future[Any]:
        return asyncio.run_coroutine_threadsafe(asked, self._client.loop.asyncio_loop)

    def _heard(self, asked: Coroutine[Any, Any, Any]) -> Any:
        """Return what the scheduler answers; a `_GoneError` if it does not."""
        try:
            return self._begin(asked).result(timeout=_SILENT)
        except (OSError, concurrent.futures.CancelledError) as error:  # also that it takes too long
            raise _GoneError(_UNHEARD) from error

    def _result(
        self, future: Any, among: frozenset[str] = frozenset(), *, is_probe: bool = False
    ) -> Any:
        """Return the result of a future; None if all workers that it is confined to are lost.

        A probed worker that takes longer than `_FIRST_DEALS` seconds counts as lost.
        """
        from distributed import CancelledError
        from distributed.comm.core import CommClosedError
        from distributed.scheduler import KilledWorker

        answer = self._begin(self._client.gather(future, asynchronous=True))
        begun = self._clock()
        while True:
            self._look()
            if is_probe and self._clock() > begun + _FIRST_DEALS:
                for worker in among & self._there.keys():
                    self._leave_out(worker, f"has not played a few deals in {_FIRST_DEALS} seconds")
            if among and not among & self._there.keys():
                answer.cancel()
                return None
            if concurrent.futures.wait([answer], _LOOK).done:
                break
        try:
            return answer.result()
        except KilledWorker as error:
            self._looked = -_LOOK
            self._look()
            if not self._there:
                raise _GoneError("no worker is left in the cluster") from error
            raise FathomError(
                f"a block of games ended several workers one after the other: {error}; have they "
                "memory enough?"
            ) from error
        except (CancelledError, concurrent.futures.CancelledError, CommClosedError) as error:
            raise _GoneError(_UNHEARD) from error

    def _of(self, name: str) -> Worker:
        return self._standing.setdefault(name, Worker(name))

    def _sent(self, task: Task) -> work.BlockTask:
        arms = tuple((_told(arm), tuple(work.answers_of(arm).items())) for arm in task.arms)
        return work.BlockTask(task.function, task.arguments, arms, self._topic, next(self._numbers))

    def _count(self, given: work.BlockResult, games: int) -> None:
        worker = self._of(given.worker)
        worker.blocks += 1
        worker.games += games
        worker.seconds += given.seconds
        self._begun.discard(given.number)

    def _count_begun(self, event: tuple[float, tuple[int, str]]) -> None:
        """Count a block that somebody begins, on the thread that hears of the scheduler."""
        _, (number, worker) = event
        self._of(worker).repeated += number in self._begun
        self._begun.add(number)

    def _probe(self, arm: CompiledStudy) -> dict[str, str]:
        """Return why workers cannot play an arm, by their names; those that can are missing."""
        self._look()
        spec = _told(arm)
        reasons: dict[str, str] = {}
        workers = [name for name in self._fit() if (name, spec.key) not in self._probed]
        alone = {"allow_other_workers": False, "pure": False}
        futures = {
            worker: self._client.submit(work.probe, spec, workers=[worker], **alone)
            for worker in workers
        }
        here = work.answers_of(arm) if workers else {}
        for worker, future in futures.items():
            if why := self._difference(worker, future, here):
                reasons[worker] = why
            elif worker in self._there:
                self._probed.add((worker, spec.key))
        return reasons

    def _difference(self, worker: str, future: Any, here: work.Answers) -> str:
        """Return why a probed worker cannot play; empty if it can, or is lost."""
        try:
            answers = self._result(future, frozenset({worker}), is_probe=True)
        except _GoneError:
            raise
        except Exception as error:  # whatever went wrong there
            lines = str(error).splitlines() or [type(error).__name__]
            return (
                f"worker {worker} cannot play this study: {lines[0]}; is the same version of "
                "Fathom installed there?"
            )
        try:
            if answers is not None:
                work.compare(worker, answers, here)
        except UsageError as error:
            return str(error)
        return ""


def told_of(workers: Sequence[Worker]) -> str:
    """Return a summary of the workers at the end of a run, with the speed of each."""
    told = []
    for one in workers[:_MOST_TOLD]:
        blocks = counted(one.blocks, "block")
        speed = f"{blocks}, {one.games_per_s:,.0f} games a second"
        told.append(f"{one.name}: {speed if one.threads else f'lost after {blocks}'}")
    if len(workers) > _MOST_TOLD:
        told.append(f"and {counted(len(workers) - _MOST_TOLD, 'worker')} more")
    played = counted(sum(one.blocks for one in workers), "block")
    together = sum(one.games_per_s for one in workers)
    said = f"{counted(len(workers), 'worker')} played {played}, {together:,.0f} games a second"
    lost, again = sum(not one.threads for one in workers), sum(one.repeated for one in workers)
    if lost or again:
        said += f"; lost {counted(lost, 'worker')}, and {counted(again, 'block')} played again"
    return "\n".join([said, *told])


@contextmanager
def cluster_plays(address: str) -> Iterator[None]:
    """Let the cluster at an address play."""
    with cluster_at(address, print_notice) as executor:
        print_notice(f"workers at {address} play: {counted(executor.players(0), 'thread')}")
        with use_executor(executor):
            yield
        if workers := executor.workers():
            print_notice(told_of(workers))


@contextmanager
def cluster_at(address: str, say: Callable[[str], None]) -> Iterator[Cluster]:
    """Connect to a cluster: ``tcp://host:8786``, ``local:8``, or a scheduler file."""
    try:
        import distributed
    except ImportError:
        raise UsageError(
            "a cluster takes Dask, which is not installed; type pip install 'fathom-games[cluster]'"
        ) from None
    # What goes wrong is told by Fathom, and leaving is nothing wrong.
    for name in list(logging.Logger.manager.loggerDict):
        if name.partition(".")[0] in _NOISY:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    # Its classes have no annotations.
    client_of: Any = distributed.Client
    local_cluster: Any = distributed.LocalCluster
    if address.startswith(_LOCAL):
        count = address.removeprefix(_LOCAL)
        if not count.isdecimal() or not 1 <= int(count) <= 512:
            raise UsageError(f"--cluster cannot be {address!r}; write local:8 for eight workers")
        # Dask starts the processes. None of them must import from the current folder.
        os.environ["PYTHONSAFEPATH"] = "1"
        with (
            local_cluster(
                n_workers=int(count),
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            ) as on,
            client_of(on, set_as_default=False) as client,
        ):
            yield Cluster(client, say)
        return
    where: dict[str, Any] = {"address": address}
    if Path(address).suffix == ".json":
        where = {"scheduler_file": address}
    try:
        client = client_of(**where, timeout=10, set_as_default=False)
        client.wait_for_workers(1, timeout=60)
    except Exception as error:  # whatever a network can do
        raise UsageError(
            f"no cluster answers at {address}: {str(error).splitlines()[0] or type(error).__name__}"
            "; start one with 'dask scheduler' and 'dask worker'"
        ) from None
    with client:
        yield Cluster(client, say)
