"""Commands that are killed at any moment, and given again until they are done."""

from __future__ import annotations

import json
import random
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from tests.helpers.commands_helper import FATHOM, TOO_LONG, environment

#: What is killed, by name: commands that play for about eight seconds each.
COMMANDS = {
    name: tuple(line.split())
    for name, line in {
        "run": "run snorkeling -s random --games 1200k",
        "kept games": "run snorkeling -s random --games 1500k --keep-games",
        "precision": "run scaphandre -s random --precision 0.03pp",
        "compare": "compare snorkeling --variant base --variant expert -s random --games 1M",
        "sweep": "sweep scaphandre --vary limit=9,10,11 -s random --games 2M",
        "tournament": "tournament scaphandre -s random -s ducker -s planner --games 50k",
    }.items()
}
#: What differs between two runs of the same games.
_TIMES = ("elapsed_s", "games_per_s", "decisions_per_s")


@dataclass
class Killed:
    """What came of a command that was killed some times, and then left alone."""

    kills: int = 0
    #: Seconds since the last record, or since the command began, each time.
    lost: list[float] = field(default_factory=list)
    #: How often what was played before was gone on with.
    went_on: int = 0


def undisturbed(folder: Path, name: str) -> tuple[Any, float]:
    """Return what a command finds when nobody disturbs it, and how many seconds it takes."""
    began = time.monotonic()
    done = _start(folder, name, "--fresh")
    out, err = done.communicate()
    assert done.returncode == 0, err
    return plain(json.loads(out)), time.monotonic() - began


def plain(found: Any) -> Any:
    """Return a JSON object without what tells times."""
    if isinstance(found, dict):
        return {key: plain(value) for key, value in found.items() if key not in _TIMES}
    return [plain(one) for one in found] if isinstance(found, list) else found


def kill_often(
    folder: Path, name: str, expected: Any, seconds: float, kills: int, chance: random.Random
) -> Killed:
    """Kill a command at random moments, give it again each time, and check what it finds at last.

    Undisturbed it finds what is `expected` in so many `seconds`.
    """
    found = Killed()
    place = folder / "out"
    journal = place / "journal"
    while True:
        began = time.time()
        done = _start(folder, name)
        if 0 < found.kills < kills:  # the first time as it begins, later once it has played
            end = time.monotonic() + TOO_LONG
            while _last_record(journal, began) == began and done.poll() is None:
                assert time.monotonic() < end, "nothing is kept"
                time.sleep(0.01)
        after = chance.uniform(0, 0.4) * seconds if found.kills < kills else TOO_LONG
        try:
            out, err = done.communicate(timeout=after)
        except subprocess.TimeoutExpired:
            now = time.time()
            done.kill()
            done.communicate()
            found.kills += 1
            found.lost.append(now - _last_record(journal, began))
            continue
        assert done.returncode == 0, err
        found.went_on += "going on from what was played before" in err
        assert plain(json.loads(out)) == expected
        break
    assert json.loads((place / "summary.json").read_text())["interrupted"] is False
    assert [one.name for one in folder.iterdir()] == ["out"], "something is left"
    assert not [one.name for one in place.iterdir() if one.name.startswith(".")]
    if name == "kept games":
        rows = pd.read_parquet(place / "games.parquet", columns=["game"])
        assert rows.game.tolist() == list(range(expected["games"]))
    return found


def _last_record(journal: Path, began: float) -> float:
    """Return when something was last written there, or when the command began."""
    return max(journal.stat().st_mtime if journal.exists() else 0, began)


def _start(folder: Path, name: str, *more: str) -> subprocess.Popen[str]:
    options: Sequence[str] = (*COMMANDS[name], "--json", "--no-charts", "--out", "out", *more)
    return subprocess.Popen(
        [str(FATHOM), *options],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
