"""Blocks played by workers of a Dask cluster, on this machine or on many.

Machine code is not sent, and neither are games: a worker is told the study as its file says it,
with the user's files that it names, and makes of that what plays it, once. What it played is the
same wherever it is played, which is looked at before: every worker plays a few deals first, and
has to give the tally that is found here.
"""

from __future__ import annotations

import itertools
import logging
import tempfile
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.cli.outlets.messages import tell
from simulate.cli.plans.cluster_work import Answers, Given, Sent, Told, compare, play_there, probe
from simulate.errors import FathomError, UsageError

if TYPE_CHECKING:
    from simulate.play.arms import Arm
    from simulate.play.crew import Call, Worker

#: How many blocks wait for each worker.
_WAITING = 6
#: How long is waited for workers, and for the first deals: they may compile.
_SECONDS = 300
_LOCAL = "local:"
#: Whose logs say in hundreds of lines that a cluster is gone.
_NOISY = ("distributed", "tornado", "asyncio")
#: How many workers are told of, each in a line, once all is played.
_MOST_TOLD = 12


def _told(arm: Arm) -> Told:
    """Return what a worker is told of an arm."""
    from simulate.cli.plans.carry_out import with_copied_code

    study = replace(arm.study.played(arm.study.rotations), tally_id="", pinned={}, ranges=())
    study = replace(study, targets={}, plan={})
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text = with_copied_code(study.to_toml(), folder)
        files = tuple(
            (file.relative_to(folder).as_posix(), file.read_bytes())
            for file in sorted(folder.rglob("*"))
            if file.is_file()
        )
    return Told(text, files, arm.key)


class Cluster:
    """Workers of Dask, as a `simulate.play.crew.Crew`.

    Parameters
    ----------
    client
        Of the scheduler.
    """

    #: Blocks of about 1.5 seconds: sending shorter ones costs too much of them.
    patience = 15

    def __init__(self, client: Any) -> None:
        self._client = client
        self._probed: set[tuple[str, str]] = set()
        self._known: dict[int, tuple[Arm, Told]] = {}
        self._standing: dict[str, Worker] = {}
        self._numbers = itertools.count()
        self._begun: set[int] = set()
        self._topic = f"fathom-{client.id}"
        client.subscribe_topic(self._topic, self._count_begun)

    def players(self, jobs: int) -> int:
        """Return how many threads the workers have."""
        return sum(self._client.ncores().values()) or jobs

    def prepare(self, arms: Iterable[Arm]) -> None:
        """Let every worker that did not yet play a few deals of each, and compare.

        Raises
        ------
        UsageError
            One gives something else, or has other versions; names it.
        """
        for arm in arms:
            self._probe(self._tell(arm))

    def play(self, calls: Iterable[Call], jobs: int) -> Generator[Any, None, None]:
        """Yield what each call gives, in their order.

        By Dask itself: joblib would play here where there is one worker with one thread, and count
        the threads that are there once, at the start.
        """
        waiting = deque[tuple[Any, int]]()

        def counted_next() -> Any:
            future, games = waiting.popleft()
            given: Given = future.result()
            self._count(given, games)
            return given.result

        with _told_if_gone():
            try:
                for call in calls:
                    while len(waiting) >= _WAITING * self.players(jobs):
                        yield counted_next()
                    # Not pure: what was played once may be played anew.
                    future = self._client.submit(play_there, self._sent(call), pure=False)
                    waiting.append((future, call.games))
                while waiting:
                    yield counted_next()
            finally:
                with suppress(Exception):  # of a cluster that is gone
                    self._client.cancel([future for future, _ in waiting])

    def workers(self) -> Sequence[Worker]:
        """Return how each stands that is there, or was, in the order in which they came."""
        with _told_if_gone():
            there = self._client.scheduler_info(n_workers=-1)["workers"]
        for name in there:
            self._of(name)
        for name, worker in self._standing.items():
            worker.threads = there[name]["nthreads"] if name in there else 0
        return list(self._standing.values())

    def _of(self, name: str) -> Worker:
        from simulate.play.crew import Worker

        return self._standing.setdefault(name, Worker(name))

    def _sent(self, call: Call) -> Sent:
        told = tuple(map(self._tell, call.arms))
        answers = tuple((one, tuple(probe(one).items())) for one in told)
        return Sent(call.function, call.arguments, answers, self._topic, next(self._numbers))

    def _count(self, given: Given, games: int) -> None:
        """Count a block that was played."""
        worker = self._of(given.worker)
        worker.blocks += 1
        worker.games += games
        worker.seconds += given.seconds
        self._begun.discard(given.number)

    def _count_begun(self, event: tuple[float, tuple[int, str]]) -> None:
        """Count a block that somebody begins, on the thread that hears of the scheduler."""
        _, (number, worker) = event
        self._of(worker).again += number in self._begun
        self._begun.add(number)

    def _tell(self, arm: Arm) -> Told:
        if id(arm) not in self._known:
            self._known[id(arm)] = (arm, _told(arm))
        return self._known[id(arm)][1]

    def _probe(self, told: Told) -> None:
        workers = [one.name for one in self.workers() if (one.name, told.key) not in self._probed]
        asked = {
            worker: self._client.submit(
                probe, told, workers=[worker], allow_other_workers=False, pure=False
            )
            for worker in workers
        }
        here = probe(told) if workers else {}
        for worker, future in asked.items():
            compare(worker, _answer(future, worker), here)
            self._probed.add((worker, told.key))


def _answer(future: Any, worker: str) -> Answers:
    """Return what a worker answers.

    Raises
    ------
    UsageError
        It cannot; names the worker.
    """
    try:
        found: Answers = future.result(timeout=_SECONDS)
    except Exception as error:  # whatever went wrong there
        said = str(error).splitlines() or [type(error).__name__]
        raise UsageError(
            f"worker {worker} cannot play this study: {said[0]}; is the same version of Fathom "
            "installed there?"
        ) from error
    return found


@contextmanager
def _told_if_gone() -> Iterator[None]:
    """Tell what becomes of a cluster that cannot go on.

    Raises
    ------
    FathomError
        Its workers ended one after the other, or its scheduler does not answer.
    """
    from distributed import CancelledError
    from distributed.comm.core import CommClosedError
    from distributed.scheduler import KilledWorker

    try:
        yield
    except KilledWorker as error:
        raise FathomError(
            f"a block of games ended several workers one after the other: {error}; have they "
            "memory enough?"
        ) from error
    except (CancelledError, CommClosedError) as error:
        raise FathomError(
            "the cluster's scheduler does not answer any more; what was finished is kept where the "
            "command has a folder, and the same command goes on with it, also without a cluster"
        ) from error


def told_of(workers: Sequence[Worker]) -> str:
    """Return what is said of workers once all is played: of each how fast it was."""
    from reports.writing.numbers import counted

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
    lost, again = sum(not one.threads for one in workers), sum(one.again for one in workers)
    if lost or again:
        said += f"; lost {counted(lost, 'worker')}, and {counted(again, 'block')} played again"
    return "\n".join([said, *told])


_wanted = [""]


def want_cluster(address: str | None) -> None:
    """Say which cluster plays from now on; none for the threads of this process."""
    _wanted[0] = address or ""


@contextmanager
def crew_wanted(quiet: bool) -> Iterator[None]:
    """Let the cluster play that is wanted, if one is.

    Raises
    ------
    UsageError
        There is none where it is said to be, or Dask is not installed.
    """
    address = _wanted[0]
    with cluster_at(address) if address else nullcontext() as crew:
        if crew is None:
            yield
            return
        from reports.writing.numbers import counted
        from simulate.play.crew import playing

        if not quiet:
            tell(f"workers at {address} play: {counted(crew.players(0), 'thread')}")
        with playing(crew):
            yield
        if not quiet:
            tell(told_of(crew.workers()))


@contextmanager
def cluster_at(address: str) -> Iterator[Cluster]:
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
        with (
            local_cluster(
                n_workers=int(count),
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            ) as on,
            client_of(on, set_as_default=False) as client,
        ):
            yield Cluster(client)
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
        yield Cluster(client)
