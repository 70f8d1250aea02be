"""Kills commands at random moments, many times, and tells what is lost.

``python -m tests.bench.kills 200``
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
from pathlib import Path

from tests.helpers.killing import COMMANDS, kill_often, undisturbed


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
        for name, (found, seconds) in expected.items():
            with tempfile.TemporaryDirectory() as folder:
                killed = kill_often(Path(folder), name, found, seconds, 5, chance)
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
