"""A study played by the workers of a cluster, which are separate processes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from distributed import Client

from strategies.learned import sessions
from strategies.learned.learning import Course
from tests.helpers.commands_helper import (
    TOO_LONG,
    environment,
    fathom,
    real_fathom,
    started,
    wait_until,
    write_bold,
)

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[2]
DASK = Path(sys.executable).parent / "dask"
PLAY = ("run", "scaphandre", "--players", "3", "-s", "random,ducker,planner", "--games", "100k")
ALONE = ("--json", "--no-robust", "--no-charts")


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The results of this machine without a cluster."""
    return fathom(tmp_path_factory.mktemp("alone"), *PLAY, *ALONE).json


def test_several_workers_give_the_same_tally_as_one_machine(tmp_path: Path) -> None:
    few = (*PLAY[:-1], "20k", *ALONE)
    done = real_fathom(tmp_path, *few, "--cluster", "local:3")
    assert done.json["tally_id"] == fathom(tmp_path, *few).json["tally_id"]
    assert "workers at local:3 play: 3 threads\n" in done.err


def test_workers_play_all_analyses_and_receive_the_files_of_users(tmp_path: Path) -> None:
    few = ("--players", "3", "--games", "3k", "--no-charts", "--json", "--out")
    commands = {
        "t": ("tournament", "scaphandre", "-s", "random", "-s", "ducker"),
        "c": ("compare", "scaphandre", "--rule", "limit=9", "--rule", "limit=12", "-s", "random"),
        "k": ("run", "scaphandre", "-s", "random", "--keep-games", "--no-robust"),
        "u": ("run", "snorkeling", "-s", write_bold(tmp_path), "--no-robust"),
    }
    (tmp_path / "workers").mkdir()
    with cluster(tmp_path / "workers", 2) as (file, _):
        for name, command in commands.items():
            here = fathom(tmp_path, *command, *few, f"{name}-here").json
            options = (f"{name}-there", "--cluster", str(file))
            assert _ids(here) == _ids(real_fathom(tmp_path, *command, *few, *options).json)
    rows = [(tmp_path / f"k-{where}" / "games.parquet").read_bytes() for where in ("here", "there")]
    assert rows[0] == rows[1]


def test_a_worker_that_is_killed_costs_only_its_blocks(alone: Any, tmp_path: Path) -> None:
    with cluster(tmp_path, 2) as (file, (_, worker, _)):
        fathom_ = begun(tmp_path, file)
        worker.kill()
        out, err = fathom_.communicate(timeout=TOO_LONG)
    assert fathom_.returncode == 0, err
    assert json.loads(out)["tally_id"] == alone["tally_id"]
    notice = re.search(
        r"2 workers played (\d+) blocks, [\d,]+ games per second; lost 1 worker, and (\d+) blocks? "
        r"played again",
        " ".join(err.split()),
    )
    assert notice, err
    blocks, again = map(int, notice.groups())
    assert 1 <= again <= blocks
    by_worker = re.findall(r"^  tcp://[\d.:]+: (\d+) blocks?, [\d,]+ games per second$", err, re.M)
    lost = re.findall(r"^  tcp://[\d.:]+: lost after (\d+) blocks?$", err, re.M)
    assert len(by_worker) == len(lost) == 1
    assert int(by_worker[0]) + int(lost[0]) == blocks


def test_a_worker_with_other_code_that_joins_later_gets_no_games(tmp_path: Path) -> None:
    other = copied_code(tmp_path)
    with cluster(tmp_path, 1) as (file, _):
        fathom_ = begun(tmp_path, file, "300k")
        with one_more_worker(tmp_path, file, PYTHONPATH=str(other)):
            _, err = fathom_.communicate(timeout=TOO_LONG)
    assert fathom_.returncode == 0, err
    message = " ".join(err.split())
    assert "differs from this machine in the code of the game, the strategies" in message
    assert "it is left out" in message
    assert "1 of 2 workers play" in message


def test_a_worker_with_other_code_gets_no_games(alone: Any, tmp_path: Path) -> None:
    other = str(copied_code(tmp_path))
    with cluster(tmp_path, 2) as (where, _), one_more_worker(tmp_path, where, PYTHONPATH=other):
        client: Any = Client(scheduler_file=str(where), timeout=TOO_LONG)  # type: ignore[no-untyped-call]
        with client:
            client.wait_for_workers(3, timeout=TOO_LONG)
        done = real_fathom(tmp_path, *PLAY, *ALONE, "--cluster", str(where))
    assert done.json["tally_id"] == alone["tally_id"]
    message = " ".join(done.err.split())
    assert re.search(
        r"worker tcp://\S+ differs from this machine in the code .* is left out", message
    )
    assert "2 of 3 workers play" in message


def test_a_command_fails_if_all_workers_have_other_code(tmp_path: Path) -> None:
    with cluster(tmp_path, 1, PYTHONPATH=str(copied_code(tmp_path))) as (where, _):
        options = ("--quiet", "--cluster", str(where))
        done = real_fathom(tmp_path, *PLAY, *ALONE, *options, code=2)
    assert done.message.startswith("fathom: worker tcp://")
    assert "differs from this machine in the code of the game, the strategies" in done.message


def test_a_lost_cluster_is_reported_and_this_machine_plays_the_rest(
    alone: Any, tmp_path: Path
) -> None:
    with cluster(tmp_path, 1) as (file, (scheduler, _)):
        fathom_ = begun(tmp_path, file)
        scheduler.kill()
        out, err = fathom_.communicate(timeout=TOO_LONG)
    assert fathom_.returncode == 0, err
    notice = "the cluster's scheduler no longer answers; finished games are kept, and this"
    assert notice in " ".join(err.split())
    assert json.loads(out)["tally_id"] == alone["tally_id"]


def test_a_missing_cluster_is_refused_with_a_remedy(tmp_path: Path) -> None:
    done = real_fathom(tmp_path, *PLAY, *ALONE, "--cluster", "tcp://127.0.0.1:9", code=2)
    assert "no cluster answers at tcp://127.0.0.1:9" in done.message
    done = real_fathom(tmp_path, *PLAY, *ALONE, "--cluster", "local:many", code=2)
    assert "write local: and 1 to 512 workers, as in local:8" in done.message


def begun(folder: Path, file: Path, games: str = PLAY[-1]) -> subprocess.Popen[str]:
    """Start a command on a cluster, and return when some of its games are saved."""
    playing = started(folder, *PLAY[:-1], games, *ALONE, "--out", "it", "--cluster", str(file))
    wait_until(lambda: (folder / "it" / "journal").exists() or playing.poll() is not None)
    assert playing.poll() is None, "it was done before"
    return playing


def test_a_worker_without_the_player_that_learned_a_game_is_refused_plainly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with monkeypatch.context() as short:
        short.setattr(sessions, "USUAL_COURSE", Course(games=64, completions=0))
        short.setattr(sessions, "ROUND_DEALS", 20)
        short.setattr(sessions, "FINAL_DEALS", 20)
        fathom(tmp_path, "learn", "schnuff", "--players", "2", "--rounds", "1", "--quiet")
    run = ("run", "schnuff", "--players", "2", "-s", "learned", "--games", "2k", *ALONE)
    (tmp_path / "workers").mkdir()
    elsewhere = str(tmp_path / "elsewhere")
    with cluster(tmp_path / "workers", 1, XDG_DATA_HOME=elsewhere) as (file, _):
        refused = real_fathom(tmp_path, *run, "--cluster", str(file), code=2)
    message = " ".join(refused.err.split())
    assert "cannot play this study: no player has learned schnuff yet" in message
    assert "and the same files of learned players" in message


def _ids(summary: Any) -> list[str]:
    """Return all tally ids in a JSON object."""
    if isinstance(summary, dict):
        own = [str(value) for key, value in summary.items() if key == "tally_id"]
        return own + [id for value in summary.values() for id in _ids(value)]
    return [id for value in summary for id in _ids(value)] if isinstance(summary, list) else []


def copied_code(folder: Path) -> Path:
    """Copy Fathom's code, and change a strategy without changing its choices."""
    other = folder / "other"
    for package in ("simulate", "strategies", "reports"):
        shutil.copytree(ROOT / package, other / package)
    with (other / "strategies" / "scaphandre.py").open("a") as file:
        file.write("# another version\n")
    return other


@contextmanager
def cluster(
    folder: Path, count: int, **variables: str
) -> Iterator[tuple[Path, list[subprocess.Popen[bytes]]]]:
    """Start a scheduler and `count` workers, as people do on several machines.

    Yield the scheduler's file and the processes, with the scheduler first.
    """
    file = folder / "scheduler.json"
    with ExitStack() as stack:
        scheduler = stack.enter_context(
            _started(
                folder, "scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)
            )
        )
        wait_until(file.exists)
        workers = [
            stack.enter_context(one_more_worker(folder, file, **variables)) for _ in range(count)
        ]
        client: Any = Client(scheduler_file=str(file), timeout=TOO_LONG)  # type: ignore[no-untyped-call]
        with client:
            client.wait_for_workers(count, timeout=TOO_LONG)
        yield file, [scheduler, *workers]


def one_more_worker(
    folder: Path, file: Path, **variables: str
) -> AbstractContextManager[subprocess.Popen[bytes]]:
    """Start a worker for the scheduler of a scheduler file."""
    alone = ("--nthreads", "1", "--no-nanny", "--no-dashboard")
    return _started(folder, "worker", "--scheduler-file", str(file), *alone, **variables)


@contextmanager
def _started(folder: Path, *command: str, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [str(DASK), *command],
        cwd=folder,
        env={**os.environ, **environment(), **variables},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
