"""Noticing that the files of a game were saved."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from pathlib import Path

#: The time in seconds between two looks at the files.
_PAUSE = 0.4
#: The time and the size of a file; None if it is missing.
_Stamp = tuple[int, int] | None


class FileWatch:
    """Calls a function when a file was changed.

    Parameters
    ----------
    files
        Returns the files; it is called at each look.
    changed
        Called in a thread of its own after a change.
    """

    def __init__(self, files: Callable[[], Iterable[Path]], changed: Callable[[], None]) -> None:
        self._files = files
        self._changed = changed
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="fathom files", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop watching."""
        self._closed.set()

    def _watch(self) -> None:
        seen = self._look()
        while not self._closed.wait(_PAUSE):
            now = self._look()
            if now != seen:
                seen = now
                self._changed()

    def _look(self) -> dict[Path, _Stamp]:
        return {file: _stamp(file) for file in self._files()}


def _stamp(file: Path) -> _Stamp:
    """Return the time of the last change of a file and its size; None if it is missing."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
