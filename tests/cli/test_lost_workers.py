"""Workers of a cluster are found or dropped by their heartbeats, with a fake scheduler."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from simulate.cli import cluster, cluster_work
from simulate.cli.cluster import Cluster
from simulate.errors import UsageError
from simulate.play.arms import CompiledStudy
from simulate.play.executor import Executor, Task, play_block
from tests.helpers.studies import lineup_of, make_study


class Scheduler:
    """A fake scheduler with the last heartbeat of each worker, by name."""

    def __init__(self) -> None:
        self.beats: dict[str, float] = {"steady": 0.0, "stopped": 0.0}

    async def identity(self, n_workers: int) -> dict[str, Any]:
        """Tell who is there."""
        workers = {name: {"nthreads": 1, "last_seen": at} for name, at in self.beats.items()}
        return {"workers": workers}

    async def unregister(self, address: str, stimulus_id: str) -> None:
        """Forget a worker."""
        del self.beats[address]


@pytest.fixture
def client() -> Iterator[Any]:
    """Return the client of a scheduler whose workers never answer."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    async def never(future: object, asynchronous: bool) -> None:
        await asyncio.Event().wait()

    yield SimpleNamespace(
        id="x",
        loop=SimpleNamespace(asyncio_loop=loop),
        scheduler=Scheduler(),
        gather=never,
        submit=lambda *arguments, **options: object(),
        cancel=lambda futures: None,
        subscribe_topic=lambda topic, handler: None,
    )

    async def end() -> None:
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    asyncio.run_coroutine_threadsafe(end(), loop).result(timeout=60)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(timeout=60)
    loop.close()


def test_a_worker_without_heartbeat_is_dropped_and_reported_once(client: Any) -> None:
    messages: list[str] = []
    now = 100.0
    executor = Cluster(client, messages.append, lambda: now)
    for _ in range(cluster._SILENT_SECONDS + 1):
        assert executor.players(9) == 2, messages
        client.scheduler.beats["steady"] += 0.5
        now += 1
    for _ in range(3):
        assert executor.players(9) == 1
        client.scheduler.beats["steady"] += 0.5
        now += 1
    assert client.scheduler.beats.keys() == {"steady"}
    assert messages == [
        "worker stopped has been silent for 15 seconds and is left out; others play its blocks"
    ]
    client.scheduler.beats["stopped"] = 7.0
    assert sorted((worker.name, worker.threads) for worker in executor.workers()) == [
        ("steady", 1),
        ("stopped", 1),
    ]


def test_this_machine_plays_if_no_worker_is_left(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_LOOK_SECONDS", 0.001)
    messages: list[str] = []
    now = 100.0

    def clock() -> float:
        nonlocal now
        now += 1
        return now

    def play(arms: object, number: int) -> int:
        return number

    executor = Cluster(client, messages.append, clock)
    tasks = (Task(play, (), (number,), 1) for number in range(40))
    assert list(executor.play(tasks, 2)) == list(range(40))
    assert len(messages) == 3
    assert messages[-1].startswith("no worker is left in the cluster; finished games are kept")
    assert executor.players(2) == 2
    again = (Task(play, (), (number,), 1) for number in range(3))
    assert list(executor.play(again, 2)) == [0, 1, 2], "it is not asked again"
    assert len(messages) == 3


#: The addresses of workers that answer as if they had another NumPy.
OLD: set[str] = set()
answers_of_here = cluster_work.probe


def probe(arm: cluster_work.ArmSpec) -> cluster_work.Answers:
    """Answer as a worker does, some with another version of NumPy."""
    from distributed import get_worker

    worker: Any = get_worker()
    answers = answers_of_here(arm)
    return {**answers, "NumPy": "0.1"} if worker.address in OLD else answers


@contextmanager
def threads_as_workers(count: int) -> Iterator[tuple[Any, Any]]:
    """Return a cluster in this process, and its client; its workers answer as `probe` does."""
    distributed: Any = pytest.importorskip("distributed")
    OLD.clear()
    cluster_work._check_itself.cache_clear()
    on = distributed.LocalCluster(
        n_workers=count, threads_per_worker=1, processes=False, dashboard_address=":0"
    )
    with (
        pytest.MonkeyPatch.context() as patched,
        on,
        distributed.Client(on, set_as_default=False) as client,
    ):
        patched.setattr(cluster_work, "probe", probe)
        yield on, client


def blocks_to_play(count: int) -> tuple[CompiledStudy, list[Task]]:
    """Return an arm, and tasks of 20 deals each."""
    study = make_study("scaphandre", 3, games=400)
    arm = CompiledStudy(study, lineup_of(study))
    tasks = [Task(play_block, (arm,), ([0], [0], 20 * n, 20, False), 20) for n in range(count)]
    return arm, tasks


@pytest.mark.slow
@pytest.mark.parametrize("old", [0, 1, 3])
def test_workers_with_other_code_get_no_games(old: int) -> None:
    messages = list[str]()
    arm, tasks = blocks_to_play(12)
    with threads_as_workers(3) as (_, client):
        addresses = sorted(client.scheduler_info(n_workers=-1)["workers"])
        OLD.update(addresses[:old])
        executor = Cluster(client, messages.append)
        if old == 3:
            with pytest.raises(UsageError, match=r"differs from this machine in NumPy: 0\.1 there"):
                executor.prepare([arm])
            return
        executor.prepare([arm])
        assert executor.players(9) == 3 - old
        ids = [block.tallies[0].id for block, _ in executor.play(iter(tasks), 1)]
        blocks = {worker.name: worker.blocks for worker in executor.workers()}
    assert ids == [block.tallies[0].id for block, _ in Executor().play(iter(tasks), 1)]
    assert sum(blocks.values()) == 12
    assert OLD.isdisjoint(blocks)
    if old:
        assert messages[0].startswith(f"worker {addresses[0]} differs from this machine in NumPy")
        assert messages[0].endswith("; it is left out")
        assert messages[1:] == ["2 of 3 workers play"]
    else:
        assert messages == []


@pytest.mark.slow
def test_a_worker_with_other_code_joining_during_play_gets_no_games() -> None:
    messages = list[str]()
    arm, tasks = blocks_to_play(60)
    with threads_as_workers(1) as (on, client):
        executor = Cluster(client, messages.append)
        executor.prepare([arm])
        first = set(client.scheduler_info(n_workers=-1)["workers"])
        on.scale(2)
        client.wait_for_workers(2, timeout=60)
        OLD.update(set(client.scheduler_info(n_workers=-1)["workers"]) - first)
        ids = [block.tallies[0].id for block, _ in executor.play(iter(tasks), 1)]
        blocks = {worker.name: worker.blocks for worker in executor.workers()}
    assert ids == [block.tallies[0].id for block, _ in Executor().play(iter(tasks), 1)]
    assert blocks == {next(iter(first)): 60}
    assert messages[1:] == ["1 of 2 workers play"]
