"""What once lost or mixed results, tried again: one test for each way."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from reports.run.kept_games import KeptGames
from simulate.play import blocks, journal
from tests.bench.kills import COMMANDS, kill_often, undisturbed
from tests.helpers.commands_helper import (
    FATHOM,
    TOO_LONG,
    environment,
    fathom,
    interrupted,
    real_fathom,
    wait_until,
)

pytestmark = pytest.mark.slow
LONG = ("run", "snorkeling", "-s", "random", "--games", "1M", "--no-charts", "--no-robust")


def test_kept_games_of_an_interrupted_run_never_stand_beside_a_whole_summary(
    tmp_path: Path,
) -> None:
    journal = tmp_path / "it" / "journal"
    command = (*LONG, "--out", "it")
    done = interrupted(tmp_path, *command, "--keep-games", after=0.1, until=journal)
    assert done.code == 130, done.err
    summary = json.loads((tmp_path / "it" / "summary.json").read_text())
    rows = pd.read_parquet(tmp_path / "it" / "games.parquet", columns=["game"])
    assert len(rows) == summary["games"] < 1_000_000
    real_fathom(tmp_path, *command)
    assert json.loads((tmp_path / "it" / "summary.json").read_text())["games"] == 1_000_000
    assert not (tmp_path / "it" / "games.parquet").exists()
    assert not (tmp_path / "it" / "games.spool").exists()


def test_two_commands_at_once_do_not_mix(tmp_path: Path) -> None:
    begin = [str(FATHOM), *LONG, "--out", "it"]
    first = subprocess.Popen(
        begin, cwd=tmp_path, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    begun = tmp_path / "it" / "journal"
    wait_until(lambda: begun.exists() or first.poll() is not None)
    assert first.poll() is None
    second = real_fathom(tmp_path, *LONG, "--out", "it", code=2)
    assert "another command writes to it at the moment" in second.message
    first.communicate()
    assert first.returncode == 0
    assert json.loads((tmp_path / "it" / "summary.json").read_text())["games"] == 1_000_000
    assert [one.name for one in tmp_path.iterdir()] == ["it"]


def test_a_full_disk_behind_the_output_loses_no_files(tmp_path: Path) -> None:
    command = [str(FATHOM), *LONG[:5], "2k", *LONG[6:], "--out", "it", "--full"]
    with Path("/dev/full").open("wb") as file:
        done = subprocess.run(
            command,
            cwd=tmp_path,
            env=environment(),
            stdout=file,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert b"Traceback" not in done.stderr
    assert done.returncode == 1
    assert json.loads((tmp_path / "it" / "summary.json").read_text())["games"] == 2000


def test_a_compiler_at_work_is_left(tmp_path: Path) -> None:
    fresh = environment() | {"FATHOM_CACHE": str(tmp_path / "cache")}
    begin = [str(FATHOM), *LONG, "--out", "it"]
    for _ in range(2):  # had it not been left, the second time nothing would be compiled
        process = subprocess.Popen(
            begin,
            cwd=tmp_path,
            env=fresh,
            stderr=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stderr is not None
        assert process.stderr.readline().startswith("compiling ")
        time.sleep(1)
        process.terminate()
        out, err = process.communicate(timeout=TOO_LONG)
        assert process.returncode == 130, err
        assert out == ""
        assert "Traceback" not in err
        assert "interrupted before anything was finished" in err


@pytest.mark.parametrize("name", COMMANDS)
def test_killed_at_any_moment_it_finds_the_same_and_leaves_nothing(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / "whole").mkdir()
    (tmp_path / "killed").mkdir()
    undisturbed(tmp_path / "whole", name)  # compiles
    expected, seconds = undisturbed(tmp_path / "whole", name)
    found = kill_often(tmp_path / "killed", name, expected, seconds, 3, random.Random(name))
    assert found.kills and found.went_on


RUN = ("run", "scaphandre", "--players", "3", "-s", "random,ducker,random", "--games", "3k")
KEPT = (*RUN, "--keep-games", "--no-robust", "--no-charts", "--jobs", "1", "--out")


def _flip(found: bytearray, chance: random.Random) -> None:
    for _ in range(chance.choice((1, 1, 2, 50))):
        found[chance.randrange(len(found))] ^= chance.randint(1, 255)


def _cut(found: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(found))
    del found[start : start + chance.choice((1, 8, 1000, len(found)))]


def _double(found: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(found))
    end = start + chance.choice((1, 64, 4096, len(found)))
    found[end:end] = found[start:end]


def _swap(found: bytearray, chance: random.Random) -> None:
    size = chance.choice((1, 8, 512, len(found) // 4))
    one, other = sorted(chance.sample(range(0, len(found) - size), 2))
    other = max(other, min(one + size, len(found) - size))
    first, second = bytes(found[one : one + size]), bytes(found[other : other + size])
    found[one : one + size], found[other : other + size] = second, first


def _insert(found: bytearray, chance: random.Random) -> None:
    place = chance.randrange(len(found))
    found[place:place] = chance.randbytes(chance.choice((1, 8, 1000)))


ALTERATIONS: tuple[Callable[[bytearray, random.Random], None], ...] = (
    *(_flip, _cut, _double, _swap, _insert),
)


@pytest.fixture
def stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a run that was stopped when it had kept rows several times."""
    monkeypatch.setattr(blocks, "BLOCK_GAMES", 300)
    monkeypatch.setattr(journal, "FIRST_PAUSE", 0.0)
    add, added = KeptGames.add, 0

    def adding(self: KeptGames, results: Any) -> None:
        nonlocal added
        added += 1
        add(self, results)
        if added == 6:
            os.kill(os.getpid(), signal.SIGINT)

    with monkeypatch.context() as patched:
        patched.setattr(KeptGames, "add", adding)
        fathom(tmp_path, *KEPT, "stopped", code=130)
    assert (tmp_path / "stopped" / "games.spool").stat().st_size > 10_000
    return tmp_path / "stopped"


def test_rows_that_were_altered_on_disk_are_never_published(stopped: Path, tmp_path: Path) -> None:
    fathom(tmp_path, *KEPT, "whole")
    right = (tmp_path / "whole" / "games.parquet").read_bytes()
    spool, chance = (stopped / "games.spool").read_bytes(), random.Random(4)
    wrong, altered = [], 0
    while altered < 100:
        how, found = ALTERATIONS[altered % len(ALTERATIONS)], bytearray(spool)
        how(found, chance)
        if found == spool:
            continue
        altered += 1
        folder = tmp_path / "it"
        shutil.copytree(stopped, folder)
        (folder / "games.spool").write_bytes(found)
        fathom(tmp_path, *KEPT, "it")
        if (folder / "games.parquet").read_bytes() != right:
            wrong.append((altered, how.__name__))
        shutil.rmtree(folder)
    assert wrong == []
