"""Blocks are as large as what they compute says, not as the clock of a busy machine says."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace
from typing import Any

from simulate.play.blocks import BLOCK_GAMES, BLOCK_SECONDS, Block, Sizes
from simulate.play.signals import LOOK, cpu_seconds, interruptible


def played(seconds_a_deal: list[float], deals: int = 10**6) -> list[int]:
    """Return the sizes of blocks, each counted before the next begins, and its deals so slow."""
    arm: Any = SimpleNamespace(layout=SimpleNamespace(rotations=1), paced=0, pace=0.0)
    sizes = Sizes([arm], players=2, patience=1, fixed=None)
    found = []
    for (_, size), pace in zip(sizes.blocks_of(0, deals), seconds_a_deal, strict=False):
        sizes.count(size, Block({}, {0: pace * size}, {}))
        found.append(size)
    return found


def test_blocks_grow_until_each_computes_for_a_moment() -> None:
    assert played([1e-5] * 6) == [1, 16, 256, 4096, 10_000, 10_000]
    assert max(played([1e-9] * 50)) == BLOCK_GAMES
    assert played([10.0] * 3) == [1, 1, 1]


def test_a_block_that_was_slow_makes_the_next_one_small_and_no_others() -> None:
    sizes = played([1e-5] * 6 + [1e-3] + [1e-5] * 4)
    assert sizes[6:] == [10_000, BLOCK_SECONDS / 1e-3, 1_600, 10_000, 10_000]


def test_calls_that_may_hang_share_a_thread_and_waiting_is_not_computing() -> None:
    def wait() -> int:
        time.sleep(3 * LOOK)
        return threading.get_ident()

    before = cpu_seconds()
    assert len({interruptible(wait, lambda: False) for _ in range(5)}) == 1
    assert cpu_seconds() - before < 5 * LOOK

    def compute() -> float:
        began = time.thread_time()
        while time.thread_time() - began < 0.05:
            pass
        return time.thread_time() - began

    before = cpu_seconds()
    took = interruptible(compute, lambda: False)
    assert cpu_seconds() - before >= took
