"""The board: open pages get the newest values, also if they are slow or many."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest

from simulate.explore import board as boards
from simulate.explore.board import Board


def read(event: str) -> tuple[str, Any]:
    """Return the kind and the value of an event."""
    kind, data, *rest = event.split("\n")
    assert rest == ["", ""]
    return kind.removeprefix("event: "), json.loads(data.removeprefix("data: "))


async def next_event(events: AsyncIterator[str]) -> tuple[str, Any]:
    return read(await asyncio.wait_for(anext(events), 60))


def test_a_page_gets_the_newest_value_of_each_kind_when_it_opens() -> None:
    async def check() -> None:
        board = Board()
        for number in range(5):
            board.post("state", number)
        board.post("answer", {"text": "½ 🐟"})
        events = board.events()
        assert await next_event(events) == ("state", 4)
        assert await next_event(events) == ("answer", {"text": "½ 🐟"})
        board.post("state", 5)
        assert await next_event(events) == ("state", 5)

    asyncio.run(check())


def test_a_slow_page_gets_only_the_newest_value_of_each_kind() -> None:
    async def check() -> None:
        board = Board()
        events = board.events()
        board.post("answer", 0)
        assert await next_event(events) == ("answer", 0)
        for number in range(1, 1001):
            board.post("answer", number)
            board.post("state", -number)
        assert await next_event(events) == ("answer", 1000)
        assert await next_event(events) == ("state", -1000)
        board.post("answer", "end")
        assert await next_event(events) == ("answer", "end")

    asyncio.run(check())


def test_values_posted_while_a_page_reads_are_not_lost() -> None:
    async def check() -> None:
        board = Board()
        events = board.events()
        board.post("a", 1)
        board.post("b", 1)
        assert await next_event(events) == ("a", 1)
        board.post("a", 2)  # While "b" is still on its way.
        assert await next_event(events) == ("b", 1)
        assert await next_event(events) == ("a", 2)

    asyncio.run(check())


def test_the_same_value_is_not_sent_twice() -> None:
    async def check() -> None:
        board = Board()
        events = board.events()
        board.post("answer", [1])
        assert await next_event(events) == ("answer", [1])
        board.post("answer", [1])
        board.post("state", 1)
        assert await next_event(events) == ("state", 1)

    asyncio.run(check())


def test_many_pages_get_every_last_value_posted_by_many_threads() -> None:
    async def follow(board: Board) -> dict[str, Any]:
        newest: dict[str, Any] = {}
        async for event in board.events():
            kind, value = read(event)
            assert value > newest.get(kind, -1), "an older value came after a newer one"
            newest[kind] = value
            if len(newest) == 4 and set(newest.values()) == {299}:
                return newest
        raise AssertionError("the events ended")

    async def check() -> None:
        board = Board()

        def post_all(kind: str) -> None:
            for number in range(300):
                board.post(kind, number)

        pages = [asyncio.create_task(follow(board)) for _ in range(30)]
        await asyncio.sleep(0)
        assert board.has_readers
        threads = [threading.Thread(target=post_all, args=(kind,)) for kind in "abcd"]
        for thread in threads:
            thread.start()
        await asyncio.wait_for(asyncio.gather(*pages), 60)
        for thread in threads:
            thread.join()

    asyncio.run(check())


def test_closing_ends_the_events_of_all_pages() -> None:
    async def follow(board: Board) -> int:
        return len([event async for event in board.events()])

    async def check() -> None:
        board = Board()
        board.post("state", 1)
        pages = [asyncio.create_task(follow(board)) for _ in range(5)]
        await asyncio.sleep(0.01)
        thread = threading.Thread(target=board.close)
        thread.start()
        assert await asyncio.wait_for(asyncio.gather(*pages), 60) == [1] * 5
        thread.join()
        assert not board.has_readers
        board.post("state", 2)
        assert await follow(board) == 0

    asyncio.run(check())


def test_a_page_that_was_closed_is_forgotten() -> None:
    async def check() -> None:
        board = Board()
        board.post("state", 1)
        events = board.events()
        await next_event(events)
        assert board.has_readers
        await events.aclose()  # type: ignore[attr-defined]
        assert not board.has_readers
        board.post("state", 2)

    asyncio.run(check())


def test_a_quiet_page_gets_empty_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "_QUIET_SECONDS", 0.01)

    async def check() -> None:
        board = Board()
        events = board.events()
        assert await asyncio.wait_for(anext(events), 60) == ":\n\n"
        board.post("state", 1)
        seen = [await asyncio.wait_for(anext(events), 60) for _ in range(2)]
        assert "event: state\ndata: 1\n\n" in seen

    asyncio.run(check())


def test_numbers_that_json_does_not_have_are_refused() -> None:
    board = Board()
    board.post("answer", 1)
    with pytest.raises(ValueError, match="JSON"):
        board.post("answer", float("nan"))
    assert board.value("answer") == 1
    assert board.value("nothing") is None
