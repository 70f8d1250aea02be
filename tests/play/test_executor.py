"""Threads play blocks in any order, and what they give comes in the order asked for."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from contextlib import closing
from typing import Any

from simulate.play.executor import Executor, Task


def task(function: Any, *arguments: Any) -> Task:
    return Task(lambda arms, *given: function(*given), (), arguments, 1)


def test_results_come_in_the_order_of_the_calls() -> None:
    def wait(number: int) -> int:
        time.sleep(0.01 * (number % 3))
        return number

    given = list(Executor().play((task(wait, number) for number in range(40)), 4))
    assert given == list(range(40))


def test_nobody_plays_far_ahead_of_what_is_counted() -> None:
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


def test_what_is_closed_early_leaves_no_thread_waiting() -> None:
    before: Sequence[threading.Thread] = threading.enumerate()
    with closing(Executor().play((task(int, 1) for _ in range(100)), 2)) as results:
        next(results)
    deadline = time.monotonic() + 20
    while set(threading.enumerate()) - set(before) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert set(threading.enumerate()) <= set(before)
