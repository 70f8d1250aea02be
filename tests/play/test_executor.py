"""Threads play blocks in any order and size, and what they give comes in the order asked for."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from contextlib import closing
from types import SimpleNamespace
from typing import Any

from simulate.play.executor import BLOCK_GAMES, BLOCK_SECONDS, Block, BlockSizes, Executor, Task
from simulate.play.signals import POLL_SECONDS, cpu_seconds, interruptible


def task(function: Any, *arguments: Any) -> Task:
    return Task(lambda arms, *given: function(*given), (), arguments, 1)


def test_results_come_in_the_order_of_the_calls() -> None:
    def wait(number: int) -> int:
        time.sleep(0.01 * (number % 3))
        return number

    given = list(Executor().play((task(wait, number) for number in range(40)), 4))
    assert given == list(range(40))


def test_the_number_of_blocks_waiting_to_be_counted_is_bounded() -> None:
    """While counting stands still, so does playing: what waits is bounded."""
    begun, at_once = 0, threading.Lock()

    def note(number: int) -> int:
        nonlocal begun
        with at_once:
            begun += 1
        return number

    seen: list[int] = []
    with closing(Executor().play((task(note, number) for number in range(1000)), 2)) as results:
        for number in results:
            time.sleep(0.002)  # all that may be played meanwhile is
            seen.append(begun - number)
            if number == 100:
                break
    assert max(seen) <= 2 * 4 + 1
    assert begun < 120


def test_closing_results_early_leaves_no_thread_running() -> None:
    before: Sequence[threading.Thread] = threading.enumerate()
    with closing(Executor().play((task(int, 1) for _ in range(100)), 2)) as results:
        next(results)
    deadline = time.monotonic() + 20
    while set(threading.enumerate()) - set(before) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert set(threading.enumerate()) <= set(before)


def played(seconds_a_deal: list[float], deals: int = 10**6) -> list[int]:
    """Return the sizes of blocks if the deals of each take the given seconds.

    The pace of each block is set before the next block is chosen.
    """
    arm: Any = SimpleNamespace(layout=SimpleNamespace(rotations=1), paced_deals=0, pace=0.0)
    sizes = BlockSizes([arm], players=2, patience=1, fixed=None)
    sizes_found = []
    for (_, size), pace in zip(sizes.blocks_of(0, deals), seconds_a_deal, strict=False):
        sizes.set_pace(size, Block({}, {0: pace * size}, {}))
        sizes_found.append(size)
    return sizes_found


def test_blocks_grow_until_each_takes_the_intended_time() -> None:
    assert played([1e-5] * 6) == [1, 16, 256, 4096, 10_000, 10_000]
    assert max(played([1e-9] * 50)) == BLOCK_GAMES
    assert played([10.0] * 3) == [1, 1, 1]


def test_a_slow_block_reduces_the_size_of_the_next_blocks_only() -> None:
    sizes = played([1e-5] * 6 + [1e-3] + [1e-5] * 4)
    assert sizes[6:] == [10_000, BLOCK_SECONDS / 1e-3, 1_600, 10_000, 10_000]


def test_calls_that_may_hang_share_a_thread_and_waiting_uses_no_cpu_time() -> None:
    def wait() -> int:
        time.sleep(3 * POLL_SECONDS)
        return threading.get_ident()

    before = cpu_seconds()
    assert len({interruptible(wait, lambda: False) for _ in range(5)}) == 1
    assert cpu_seconds() - before < 5 * POLL_SECONDS

    def compute() -> float:
        began = time.thread_time()
        while time.thread_time() - began < 0.05:
            pass
        return time.thread_time() - began

    before = cpu_seconds()
    took = interruptible(compute, lambda: False)
    assert cpu_seconds() - before >= took
