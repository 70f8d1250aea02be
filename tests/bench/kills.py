"""Kills commands at random moments, many times, and tells what is lost.

``python -m tests.bench.kills 200``
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from tests.helpers.commands_helper import TOO_LONG, started, wait_until

#: What is killed, by name: commands that play for about three seconds each. How many games others
#: play is a matter of time, so they are left out.
COMMANDS = {
    name: tuple(line.split())
    for name, line in {
        "run": "run snorkeling -s random --games 500k --no-robust",
        "kept games": "run snorkeling -s random --games 400k --keep-games --no-robust",
        "precision": "run scaphandre -s random --precision 0.06pp --no-robust",
        "compare": "compare snorkeling --variant base --variant expert -s random --games 500k",
        "sweep": "sweep scaphandre --vary limit=9,10,11 -s random --games 1M",
        "tournament": "tournament scaphandre -s random -s ducker -s planner --games 10k",
    }.items()
}
#: What differs between two runs of the same games.
_TIMES = ("elapsed_s", "games_per_s", "decisions_per_s")


@dataclass
class Killed:
    """What came of a command that was killed some times, and then left alone.

    `lost` are the seconds since the last record, or since the command began, each time; `went_on`
    tells how often what was played before was gone on with.
    """

    kills: int = 0
    lost: list[float] = field(default_factory=list)
    went_on: int = 0


def undisturbed(folder: Path, name: str) -> tuple[Any, float]:
    """Return what a command finds when nobody disturbs it, and how many seconds it takes."""
    began = time.monotonic()
    done = _start(folder, name, "--fresh")
    out, err = done.communicate()
    assert done.returncode == 0, err
    return plain(json.loads(out)), time.monotonic() - began


def plain(part: Any) -> Any:
    """Return a JSON value without the fields that hold times."""
    if isinstance(part, dict):
        return {key: plain(value) for key, value in part.items() if key not in _TIMES}
    return [plain(item) for item in part] if isinstance(part, list) else part


def kill_often(
    folder: Path, name: str, expected: Any, seconds: float, kills: int, chance: random.Random
) -> Killed:
    """Kill a command at random moments, give it again each time, and check what it finds at last.

    Undisturbed it finds what is `expected` in so many `seconds`.
    """
    killed, place = Killed(), folder / "out"
    while True:
        began = time.time()
        done = _start(folder, name)
        if 0 < killed.kills < kills:  # the first time as it begins, later once it has played
            wait_until(partial(_goes_on, done, place, began))
        after = chance.uniform(0, 0.4) * seconds if killed.kills < kills else TOO_LONG
        try:
            out, err = done.communicate(timeout=after)
        except subprocess.TimeoutExpired:
            now = time.time()
            done.kill()
            done.communicate()
            killed.kills += 1
            killed.lost.append(now - _last_record(place, began))
            continue
        assert done.returncode == 0, err
        killed.went_on += "continuing with the games of an earlier command" in err
        assert plain(json.loads(out)) == expected
        break
    assert json.loads((place / "summary.json").read_text())["interrupted"] is False
    assert [path.name for path in folder.iterdir()] == ["out"], "something is left"
    assert not [path.name for path in place.iterdir() if path.name.startswith(".")]
    if name == "kept games":
        rows = pd.read_parquet(place / "games.parquet", columns=["game"])
        assert rows.game.tolist() == list(range(expected["games"]))
    return killed


def _last_record(place: Path, began: float) -> float:
    journal = place / "journal"
    return max(journal.stat().st_mtime if journal.exists() else 0, began)


def _goes_on(process: subprocess.Popen[str], place: Path, began: float) -> bool:
    """Tell whether a command has kept something since it began, or is done."""
    return _last_record(place, began) > began or process.poll() is not None


def _start(folder: Path, name: str, *more: str) -> subprocess.Popen[str]:
    return started(folder, *COMMANDS[name], "--json", "--no-charts", "--out", "out", *more)


def main(kills: int) -> None:
    """Kill each command in turn, so many times in all; an error ends it."""
    chance = random.Random(1)
    expected = {}
    for name in COMMANDS:
        with tempfile.TemporaryDirectory() as folder:
            undisturbed(Path(folder), name)
            expected[name] = undisturbed(Path(folder), name)
    total, ends, lost, went_on = 0, 0, list[float](), 0
    while total < kills:
        for name, (expected_summary, seconds) in expected.items():
            with tempfile.TemporaryDirectory() as folder:
                killed = kill_often(Path(folder), name, expected_summary, seconds, 5, chance)
            total, ends = total + killed.kills, ends + 1
            lost += killed.lost
            went_on += killed.went_on
            print(
                f"{name:12} {killed.kills} kills; {total} in all, {ends} commands then done and "
                f"right, {went_on} of them went on; seconds lost: median "
                f"{statistics.median(lost):.1f}, maximum {max(lost):.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]))
