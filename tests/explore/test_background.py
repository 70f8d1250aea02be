"""The thread of the background: the newest task replaces the one before."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar

import pytest

from simulate.explore.background import Background, Stop, Task


@pytest.fixture
def background() -> Iterator[Background]:
    background = Background(_fail)
    yield background
    background.close()


def _fail(error: Exception) -> None:
    raise AssertionError("no task fails") from error


class Recorded:
    """A task that runs until it is stopped, and remembers when it began and ended."""

    def __init__(self) -> None:
        self.began = threading.Event()
        self.ended = threading.Event()

    def __call__(self, stop: Stop) -> None:
        """Wait until a stop is requested."""
        self.began.set()
        assert stop.wait(60)
        self.ended.set()


def begun(background: Background) -> Recorded:
    """Begin a task, and wait until it runs."""
    task = Recorded()
    background.begin(task)
    assert task.began.wait(60)
    return task


def test_a_new_task_stops_the_one_before_and_runs_after_it(background: Background) -> None:
    first = begun(background)
    was_first_ended = []
    done = threading.Event()

    def second(stop: Stop) -> None:
        was_first_ended.append(first.ended.is_set())
        done.set()

    background.begin(second)
    assert done.wait(60)
    assert was_first_ended == [True]


def test_of_many_tasks_that_come_quickly_the_last_one_runs(background: Background) -> None:
    ran: list[int] = []
    blocked, going_on = threading.Event(), threading.Event()

    def block(stop: Stop) -> None:
        blocked.set()
        assert going_on.wait(60)

    def task_of(number: int) -> Task:
        return lambda stop: ran.append(number)

    background.begin(block)
    assert blocked.wait(60)
    for number in range(100):
        background.begin(task_of(number))
    done = Recorded()
    going_on.set()
    _wait(lambda: bool(ran))
    background.begin(done)
    assert done.began.wait(60)
    assert ran == [99]


def test_two_tasks_never_run_at_the_same_time(background: Background) -> None:
    running: list[int] = []
    most: list[int] = []

    def task(stop: Stop) -> None:
        running.append(1)
        most.append(len(running))
        stop.wait(0.002)
        running.pop()

    for _ in range(200):
        background.begin(task)
        time.sleep(0.0005)
    last = begun(background)
    assert set(most) == {1}
    background.stop()
    assert last.ended.wait(60)


def test_a_stop_ends_the_task_and_the_next_one_runs(background: Background) -> None:
    first = begun(background)
    background.stop()
    assert first.ended.wait(60)
    background.stop()
    begun(background)


def test_a_stop_drops_a_task_that_waits(background: Background) -> None:
    ran: list[str] = []
    blocked, going_on = threading.Event(), threading.Event()

    def block(stop: Stop) -> None:
        blocked.set()
        assert going_on.wait(60)

    background.begin(block)
    assert blocked.wait(60)
    background.begin(lambda stop: ran.append("dropped"))
    background.stop()
    going_on.set()
    begun(background)
    assert ran == []


def test_closing_ends_the_task_and_the_thread() -> None:
    background = Background(_fail)
    task = begun(background)
    background.close()
    assert task.ended.is_set()
    assert "fathom explore" not in {
        thread.name for thread in threading.enumerate() if thread is background._thread
    }


def test_closing_does_not_wait_for_a_task_that_does_not_end() -> None:
    background = Background(_fail)
    going_on = threading.Event()

    def hang(stop: Stop) -> None:
        going_on.wait(60)

    background.begin(hang)
    began = time.monotonic()
    background.close(0.05)
    assert time.monotonic() - began < 10
    going_on.set()


def test_a_task_that_fails_is_reported_and_does_not_end_the_thread() -> None:
    reported: list[Exception] = []
    background = Background(reported.append)

    def fail(stop: Stop) -> None:
        raise RuntimeError("a defect")

    def interrupt(stop: Stop) -> None:
        raise KeyboardInterrupt

    background.begin(fail)
    _wait(lambda: bool(reported))
    background.begin(interrupt)
    begun(background)
    background.close()
    assert list(map(str, reported)) == ["a defect"]


def test_a_stop_that_is_requested_raises_keyboard_interrupt_when_checked() -> None:
    stop = Stop()
    stop.check()
    stop.request()
    with pytest.raises(KeyboardInterrupt):
        stop.check()


def test_tasks_have_the_context_of_the_thread_that_made_the_background() -> None:
    setting = ContextVar("setting", default="usual")
    setting.set("special")
    background = Background(_fail)
    seen: list[str] = []
    background.begin(lambda stop: seen.append(setting.get()))
    _wait(lambda: bool(seen))
    background.close()
    assert seen == ["special"]


def _wait(reached: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not reached():
        assert time.monotonic() < end
        time.sleep(0.001)
