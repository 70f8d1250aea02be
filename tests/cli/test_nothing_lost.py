"""Situations that once lost or mixed up results: one test for each."""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reports.run.kept_games import KeptGames
from simulate.play import executor, journal
from tests.bench.kills import kill_often, undisturbed
from tests.helpers.commands_helper import TOO_LONG, fathom, started

pytestmark = pytest.mark.slow
LONG = ("run", "snorkeling", "-s", "random", "--games", "1M", "--no-charts", "--no-robust")


def test_interrupting_a_command_does_not_stop_its_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATHOM_CACHE", str(tmp_path / "cache"))
    for _ in range(2):  # had it not been left, the second time nothing would be compiled
        process = started(tmp_path, *LONG, "--out", "it", number=signal.SIGTERM)
        assert process.stderr is not None
        assert process.stderr.readline().startswith("compiling ")
        time.sleep(1)
        process.terminate()
        out, err = process.communicate(timeout=TOO_LONG)
        assert process.returncode == 130, err
        assert out == ""
        assert "Traceback" not in err
        assert "interrupted before anything was finished" in err


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Compile whatever the commands play, so that all their time is play."""
    for game in ("snorkeling", "scaphandre"):
        fathom(tmp_path_factory.mktemp(game), "run", game, "-s", "random", "--games", "9", "--json")


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("name", ["kept games", "precision", "tournament"])
def test_a_killed_command_started_again_gives_the_same_results_and_no_extra_files(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / "whole").mkdir()
    expected, seconds = undisturbed(tmp_path / "whole", name)
    chance = random.Random(name)
    # On a busy machine all kills may come before anything was saved, so it is tried again.
    for attempt in range(4):
        folder = tmp_path / f"killed{attempt}"
        folder.mkdir()
        killed = kill_often(folder, name, expected, seconds, 2, chance)
        if killed.went_on:
            break
    assert killed.kills and killed.went_on


RUN = ("run", "scaphandre", "--players", "3", "-s", "random,ducker,random", "--games", "3k")
KEPT = (*RUN, "--keep-games", "--no-robust", "--no-charts", "--jobs", "1", "--out")


def _flip(content: bytearray, chance: random.Random) -> None:
    for _ in range(chance.choice((1, 1, 2, 50))):
        content[chance.randrange(len(content))] ^= chance.randint(1, 255)


def _cut(content: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(content))
    del content[start : start + chance.choice((1, 8, 1000, len(content)))]


def _double(content: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(content))
    end = start + chance.choice((1, 64, 4096, len(content)))
    content[end:end] = content[start:end]


def _swap(content: bytearray, chance: random.Random) -> None:
    size = chance.choice((1, 8, 512, len(content) // 4))
    start, other_start = sorted(chance.sample(range(0, len(content) - size), 2))
    other_start = max(other_start, min(start + size, len(content) - size))
    first, second = (
        bytes(content[start : start + size]),
        bytes(content[other_start : other_start + size]),
    )
    content[start : start + size], content[other_start : other_start + size] = second, first


def _insert(content: bytearray, chance: random.Random) -> None:
    place = chance.randrange(len(content))
    content[place:place] = chance.randbytes(chance.choice((1, 8, 1000)))


ALTERATIONS: tuple[Callable[[bytearray, random.Random], None], ...] = (
    *(_flip, _cut, _double, _swap, _insert),
)


@pytest.fixture
def stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a run that was stopped when it had kept rows several times."""
    monkeypatch.setattr(executor, "BLOCK_GAMES", 300)
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


def test_kept_games_that_were_altered_on_disk_are_never_written_to_results(
    stopped: Path, tmp_path: Path
) -> None:
    fathom(tmp_path, *KEPT, "whole")
    right = (tmp_path / "whole" / "games.parquet").read_bytes()
    spool, chance = (stopped / "games.spool").read_bytes(), random.Random(4)
    wrong, altered = [], 0
    while altered < 8 * len(ALTERATIONS):
        alter, content = ALTERATIONS[altered % len(ALTERATIONS)], bytearray(spool)
        alter(content, chance)
        if content == spool:
            continue
        altered += 1
        folder = tmp_path / "it"
        shutil.copytree(stopped, folder)
        (folder / "games.spool").write_bytes(content)
        fathom(tmp_path, *KEPT, "it")
        if (folder / "games.parquet").read_bytes() != right:
            wrong.append((altered, alter.__name__))
        shutil.rmtree(folder)
    assert wrong == []
