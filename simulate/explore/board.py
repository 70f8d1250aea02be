"""What the page shows now: the newest value of each kind, for any number of open pages.

Values are posted from any thread. Each open page gets the newest values as server-sent events. A
page that is slow, or was away, gets the newest value of a kind only, and none of those before.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from typing import Any

#: After this number of seconds without an event, a page gets an empty line, so that a connection
#: that was lost is noticed.
_QUIET_SECONDS = 10.0


class Board:
    """The newest value of each kind."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._texts: dict[str, str] = {}
        #: The number of the last post of each kind, counted over all kinds.
        self._numbers: dict[str, int] = {}
        self._posts = 0
        self._readers: set[_Reader] = set()
        self._is_closed = False

    def post(self, kind: str, value: Any) -> None:
        """Replace the value of a kind, and tell all open pages.

        Parameters
        ----------
        kind
            The name of the event, such as "answer".
        value
            A value that JSON can hold.
        """
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        with self._lock:
            if self._texts.get(kind) == text:
                return
            self._posts += 1
            self._texts[kind] = text
            self._numbers[kind] = self._posts
            readers = list(self._readers)
        for reader in readers:
            reader.wake()

    def value(self, kind: str) -> Any:
        """Return the newest value of a kind; None if there is none."""
        with self._lock:
            text = self._texts.get(kind, "null")
        return json.loads(text)

    @property
    def has_readers(self) -> bool:
        """True if a page is open."""
        return bool(self._readers)

    def close(self) -> None:
        """End the events of all open pages."""
        with self._lock:
            self._is_closed = True
            readers = list(self._readers)
        for reader in readers:
            reader.wake()

    async def events(self) -> AsyncIterator[str]:
        """Yield server-sent events: the newest value of each kind, and again when it changes."""
        reader = _Reader()
        with self._lock:
            self._readers.add(reader)
        seen = 0
        try:
            while not self._is_closed:
                for number, kind, text in self._since(seen):
                    yield f"event: {kind}\ndata: {text}\n\n"
                    seen = max(seen, number)
                if not await reader.wait(_QUIET_SECONDS):
                    yield ":\n\n"
        finally:
            with self._lock:
                self._readers.discard(reader)

    def _since(self, seen: int) -> list[tuple[int, str, str]]:
        """Return the posts after post number `seen`: number, kind and text, oldest first."""
        with self._lock:
            newer = [
                (number, kind, self._texts[kind])
                for kind, number in self._numbers.items()
                if number > seen
            ]
        return sorted(newer)


class _Reader:
    """An open page that waits for events. It is made in the thread of the event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()

    def wake(self) -> None:
        """Tell the page, from any thread, that there is a new value."""
        self._loop.call_soon_threadsafe(self._changed.set)

    async def wait(self, seconds: float) -> bool:
        """Wait until there is a new value; return False after `seconds` without one."""
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            return False
        self._changed.clear()
        return True
