"""One command at a time in a folder: a lock that ends with the process that holds it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from simulate.errors import UsageError

if TYPE_CHECKING:
    from filelock import BaseFileLock


class Lock:
    """A file that the system locks, and frees when its process ends, however it ends."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._held: BaseFileLock | None = None

    def take(self) -> bool:
        """Take the lock, unless another process has it; tell whether it is held now."""
        from filelock import FileLock, Timeout

        lock = FileLock(self._file, timeout=0)
        try:
            lock.acquire()
        except Timeout:
            return False
        self._held = lock
        return True

    def give_back(self) -> None:
        """Remove the file and let others have the lock; nothing if it is not held."""
        if not self._held:
            return
        # Removed while it is held: later it may be another's. Windows removes no open file.
        with suppress(OSError):
            self._file.unlink()
        self._held.release()
        if os.name == "nt":
            with suppress(OSError):
                self._file.unlink()
        self._held = None


def locked(file: Path, folder: Path) -> Lock:
    """Return the lock of a folder, held; raise `UsageError` if another command writes to it."""
    lock = Lock(file)
    if not lock.take():
        raise UsageError(
            f"another command writes to {folder} at the moment; wait until it is done, or choose "
            "another folder with --out"
        )
    return lock
