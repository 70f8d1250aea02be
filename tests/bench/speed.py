"""Measure Fathom's speed and size: ``python tests/bench/speed.py [--limit PROGRAM]``.

Prints ratios, not verdicts: machines differ and are shared. Things compared take
turns, and medians are shown. PROGRAM is a hand-written program for the one job of
random Snorkeling, called as ``PROGRAM PLAYERS EXPERT GAMES SEED``, that prints
``games/s NUMBER`` first.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

from simulate.game import game_names

FATHOM = str(Path(sys.executable).parent / "fathom")
REPEATS = 7
CORE_GAMES = "1M"


def main() -> None:
    """Run all measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", help="the hand-written program to compare with")
    arguments = parser.parse_args()
    os.environ.setdefault("FATHOM_CACHE", str(Path.cwd() / "runs" / "bench_cache"))
    start_up()
    for game in game_names():
        random_play(game, arguments.limit)
        planner(game)
    memory()


def start_up() -> None:
    """Time the first compile, the second start, and ``--help``."""
    small = ["run", "snorkeling", "--games", "1000", "--json", "--quiet"]
    cold = {**os.environ, "FATHOM_CACHE": f"{os.environ['FATHOM_CACHE']}/cold-{time.time_ns()}"}
    print(f"first run, compiling everything:   {_seconds(small, cold):.2f} s")
    warm = [_seconds(small, dict(os.environ)) for _ in range(REPEATS)]
    print(f"run of 1000 games, compiled:       {statistics.median(warm[1:]):.2f} s")
    shown = [_seconds(["--help"], dict(os.environ)) for _ in range(REPEATS)]
    print(f"--help:                            {statistics.median(shown):.2f} s")


def random_play(game: str, limit: str | None) -> None:
    """Compare random 4-player games on one job with the limit and with two jobs."""
    first_pile, two, hand = [], [], []
    for _ in range(REPEATS):
        if limit:
            hand.append(_limit_speed(limit))
        first_pile.append(_speed(game, "random", CORE_GAMES, 1))
        two.append(_speed(game, "random", CORE_GAMES, 2))
    speed = statistics.median(first_pile)
    print(f"{game}, random, one job:     {speed:,.0f} games/s")
    print(f"{game}, random, two jobs:    {_ratio(two, first_pile)} of one job")
    if limit:
        print(f"hand-written Snorkeling:     {statistics.median(hand):,.0f} games/s")
        print(f"{game}, random, one job:     {_ratio(first_pile, hand)} of that")


def planner(game: str) -> None:
    """Time four planners on one job."""
    speed = statistics.median(_speed(game, "planner", "20k", 1) for _ in range(REPEATS))
    print(f"{game}, planner, one job:    {speed:,.0f} games/s")


def memory() -> None:
    """Measure the memory of ten million games."""
    command = [FATHOM, "run", "snorkeling", "-s", "random", "--games", "10M", "--json", "--quiet"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"10 million games, peak memory:     {peak:,.0f} MB (largest child process)")


def _seconds(arguments: list[str], environment: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run([FATHOM, *arguments], check=True, stdout=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - began


def _speed(game: str, strategy: str, games: str, jobs: int) -> float:
    command = [FATHOM, "run", game, "-s", strategy, "--games", games, "--json", "--quiet"]
    done = subprocess.run([*command, "--jobs", str(jobs)], check=True, stdout=subprocess.PIPE)
    return float(json.loads(done.stdout)["games_per_s"])


def _limit_speed(program: str) -> float:
    done = subprocess.run(
        [program, "4", "0", "1000000", "1"], check=True, stdout=subprocess.PIPE, text=True
    )
    return float(done.stdout.split()[1])


def _ratio(these: list[float], those: list[float]) -> str:
    ratios = [this / that for this, that in zip(these, those, strict=True)]
    return f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


if __name__ == "__main__":
    main()
