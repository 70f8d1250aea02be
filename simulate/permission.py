"""Permission to run code: the one rule for code that is not part of Fathom.

**Code runs if its file is named on the command line of this call, or if its path and its content
were allowed before.** Naming a file, or ``--trust``, allows both from then on, also for the modules
that the file imports and for the copies in folders of results. Installed packages need no
permission: installing them was the permission.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from simulate.errors import UsageError

#: Beside the folders of machine code: a line per allowed file, the SHA-256 of its path and that
#: of its content. Digests, because a path can hold a line break.
RECORD = "allowed-code"


class UntrustedError(UsageError):
    """Code was to run that the user has neither named nor allowed."""


@dataclass
class Permission:
    """The code that one command may run.

    Parameters
    ----------
    named
        The files that the command line names, resolved.
    everything
        Whether all code may run (``--trust``).
    """

    named: frozenset[Path]
    everything: bool = False

    def covers(self, file: Path) -> bool:
        """Return whether a resolved file may run whatever it holds."""
        return self.everything or file in self.named

    def check(self, file: Path, content: bytes) -> None:
        """Raise `UntrustedError` unless the path and the content of a file were allowed before."""
        if _line(file, content) not in _recorded():
            raise UntrustedError(
                f"{file} is code that a study or a persona names, and as it is now you have not "
                "allowed it; code can do anything, so read it, and then give --trust, or name the "
                "file on the command line yourself"
            )

    def record(self, files: Iterable[tuple[Path, bytes]]) -> None:
        """Allow files with their content from now on, in later commands too."""
        known, place = _recorded(), record_folder()
        lines = dict.fromkeys(_line(*file) for file in files)
        new = "".join(f"{line}\n" for line in lines if line not in known)
        if new and place:
            with suppress(OSError):
                _append(place / RECORD, new)


#: The permissions of the commands that run, the innermost last; empty in a user's own program.
_current: list[Permission] = []


def current_permission() -> Permission | None:
    """Return the permission of the command that runs; None in a user's own program."""
    return _current[-1] if _current else None


@contextmanager
def granted(permission: Permission) -> Iterator[None]:
    """Return a context manager in which only code that a permission allows can run."""
    _current.append(permission)
    try:
        yield
    finally:
        _current.pop()


def grant_everything() -> None:
    """Let the command that runs run all code (``--trust``)."""
    if permission := current_permission():
        permission.everything = True


def _line(file: Path, content: bytes) -> str:
    """Return the line of the record that allows a file with this content."""
    return " ".join(hashlib.sha256(part).hexdigest() for part in (os.fsencode(file), content))


def record_folder() -> Path | None:
    """Return the folder with the record; None where no folder is safe from others."""
    from simulate.kit.compiled import cache_folder  # which imports Numba

    machine_code = cache_folder()
    return machine_code and machine_code.parent


def _append(record: Path, lines: str) -> None:
    """Add lines to the record, which only the user can write, whatever the umask.

    A record that another user could have written is started over.
    """
    from simulate.kit.kept import is_own

    if record.exists() and not is_own(record.stat()):
        record.unlink()
    handle = os.open(record, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    with os.fdopen(handle, "a", encoding="ascii") as file:
        file.write(lines)


def _recorded() -> list[str]:
    """Return the lines of the record; an empty list if another user could have written them."""
    from simulate.kit.kept import is_own

    place = record_folder()
    with suppress(OSError):
        if place and is_own((place / RECORD).stat()):
            return (place / RECORD).read_text("ascii", "replace").splitlines()
    return []
