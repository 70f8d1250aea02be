"""Killing the command loses nothing that was acknowledged, and a long session stays small."""

from __future__ import annotations

import gc
import os
import subprocess
import threading
import time
from pathlib import Path

import pytest

from simulate.explore.design import Choices, Design
from simulate.explore.design_file import DesignFile
from tests.explore.test_explore_command import PIG, explored
from tests.helpers.exploring import Client, play_few_games, session_of, settled_answer

pytestmark = pytest.mark.slow
#: What a designer does before the command is killed, by name, after a version was kept.
STATES: dict[str, list[dict[str, object]]] = {
    "compiling": [],
    "playing": [{"action": "set", "rule": "losing", "value": 2}],
    "comparing": [{"action": "compare", "letters": ["A", "B"]}],
    "finding": [{"action": "wish", "card": "fair", "value": 0.5}, {"action": "find"}],
}


def opened(path: Path) -> Design:
    """Return the design of a journal, as the next command reads it."""
    first = Design(Choices("base", 4, ("hold",)))
    return DesignFile(path, "pig", first).history.design


def do(client: Client, action: dict[str, object]) -> None:
    """Send an action, which must be acknowledged."""
    assert client.act(**action) == {"ok": True}  # type: ignore[arg-type]


@pytest.mark.parametrize("state", list(STATES))
def test_a_killed_command_has_kept_the_last_acknowledged_change(
    state: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if state == "compiling":
        monkeypatch.setenv("FATHOM_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "it.journal"
    with explored(tmp_path, PIG, "--journal", "it.journal") as (process, client):
        do(client, {"action": "keep"})
        do(client, {"action": "set", "rule": "goal", "value": 40})
        do(client, {"action": "keep"})
        for action in STATES[state]:
            do(client, action)
        time.sleep(1.5)
        _kill(process)
    design = opened(path)
    assert [version.letter for version in design.versions] == ["A", "B"]
    assert design.choices.rules["goal"] == 40
    assert design.wishes.fair == (0.5 if state == "finding" else None)
    with explored(tmp_path, PIG, "--journal", "it.journal") as (process, client):
        do(client, {"action": "undo"})
        _kill(process)
    assert opened(path) != design


def test_a_command_killed_amid_many_quick_changes_has_kept_all_that_were_acknowledged(
    tmp_path: Path,
) -> None:
    path = tmp_path / "it.journal"
    with explored(tmp_path, PIG, "--journal", "it.journal") as (process, client):
        acknowledged = 0
        killer = threading.Timer(2.0, _kill, (process,))
        killer.start()
        try:
            for goal in range(101, 601):
                do(client, {"action": "set", "rule": "goal", "value": goal})
                acknowledged = goal
        except (OSError, ValueError):  # There was no answer, or only a part of one.
            killer.join()
            assert process.returncode != 0
        finally:
            killer.cancel()
    assert acknowledged > 101
    assert opened(path).choices.rules["goal"] in (acknowledged, acknowledged + 1)


def _kill(process: subprocess.Popen[str]) -> None:
    """End a process at once, as a crash of the machine would."""
    process.kill()
    process.wait()


def test_a_thousand_changes_need_no_more_memory_than_a_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The games of the last hundred rules are remembered, so memory is compared after 300."""
    play_few_games(monkeypatch, 50)
    monkeypatch.setattr(os, "fsync", lambda number: None)
    with session_of(PIG, tmp_path / "it.journal") as session:
        sizes = []
        for number in range(1_000):
            session.act({"action": "set", "rule": "goal", "value": 10 + number % 900})
            if number % 10 == 9:
                settled_answer(session)
            if number in (299, 999):
                gc.collect()
                sizes.append(_resident_megabytes())
    assert sizes[1] - sizes[0] < 30, sizes


def _resident_megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
