"""Permission to run code that is not part of Fathom.

There is a single rule: **Code runs if its file is named on the command line, or if its path and its
content were allowed before.** Naming a file, or ``--trust``, allows its path and content from then
on. The same rule applies to the modules that the file imports and to copies in result folders.
Installed packages need no permission, because installing them was the permission.
"""

from __future__ import annotations

import hashlib
import os
import shlex
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from simulate.errors import UsageError

#: The name of the record of allowed files, beside the folders of machine code. It has a line per
#: file: the SHA-256 of its path and of its content. A path itself could contain a line break.
RECORD = "allowed-code"


class UntrustedError(UsageError):
    """Raised for code that the user has neither named nor allowed."""


@dataclass
class Permission:
    """The code that one command may run.

    Parameters
    ----------
    named
        The files that the command line names, as resolved paths.
    everything
        True if all code may run (``--trust``).
    """

    named: frozenset[Path]
    everything: bool = False

    def covers(self, file: Path) -> bool:
        """Return True if a file, given by its resolved path, may run with any content."""
        return self.everything or file in self.named

    def check(self, file: Path, content: bytes) -> None:
        """Raise `UntrustedError` if the path and content of a file were not allowed before."""
        if _line(file, content) in _recorded():
            return
        for folder, zip_file in _unpacked.items():
            if folder in file.parents:
                raise UntrustedError(
                    f"{zip_file} contains code ({file.name}), and you have not allowed it; code "
                    f"can do anything, so read it in {folder}, and then give --trust once, as in "
                    f"'fathom run {shlex.quote(zip_file)} --trust'"
                )
        raise UntrustedError(
            f"{file} is code that a study or a persona names, and you have not allowed its "
            "present content; code can do anything, so read it, and then give --trust, or name "
            "the file on the command line yourself"
        )

    def record(self, files: Iterable[tuple[Path, bytes]]) -> None:
        """Allow files, given by path and content, in all later commands.

        Nothing is recorded if the record cannot be written.
        """
        recorded = _recorded()
        folder = record_folder()
        lines = dict.fromkeys(_line(*file) for file in files)
        new_lines = "".join(f"{line}\n" for line in lines if line not in recorded)
        if new_lines and folder:
            with suppress(OSError):
                _append(folder / RECORD, new_lines)


#: For each folder into which a zip file was unpacked: the zip file, as the user typed it.
_unpacked: dict[Path, str] = {}


def note_unpacked(folder: Path, zip_file: str) -> None:
    """Note that a zip file was unpacked into a folder, so that error messages can name it."""
    _unpacked[folder.resolve()] = zip_file


#: The permissions of the running commands, the innermost last; empty in a user's own program.
_current: list[Permission] = []


def current_permission() -> Permission | None:
    """Return the permission of the running command; None in a user's own program."""
    return _current[-1] if _current else None


@contextmanager
def grant(permission: Permission) -> Iterator[None]:
    """Return a context manager within which foreign code can run only with this permission."""
    _current.append(permission)
    try:
        yield
    finally:
        _current.pop()


def grant_everything() -> None:
    """Permit the running command to run all code (``--trust``).

    This changes nothing in a user's own program, which needs no permission.
    """
    permission = current_permission()
    if permission:
        permission.everything = True


def _line(file: Path, content: bytes) -> str:
    """Return the line in the record for a file with this content."""
    return " ".join(hashlib.sha256(part).hexdigest() for part in (os.fsencode(file), content))


def record_folder() -> Path | None:
    """Return the folder of the record of allowed files. It is created if it does not exist.

    The result is None if the folder cannot be created, or if other users could write to it.

    Raises
    ------
    OSError
        If the source of an extension of the compiler cannot be read. The folder for machine code,
        which is created too, is named after it.
    """
    from simulate.kit.compiled import cache_folder  # This imports Numba.

    machine_code = cache_folder()
    return machine_code and machine_code.parent


def _append(record: Path, lines: str) -> None:
    """Add lines to the record, which is created so that only the user can write it.

    A record that another user could have written is replaced.
    """
    from simulate.kit.kept import is_own

    if record.exists() and not is_own(record.stat()):
        record.unlink()
    handle = os.open(record, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    with os.fdopen(handle, "a", encoding="ascii") as file:
        file.write(lines)


def _recorded() -> list[str]:
    """Return the lines of the record; an empty list if another user could have written it."""
    from simulate.kit.kept import is_own

    folder = record_folder()
    with suppress(OSError):
        if folder and is_own((folder / RECORD).stat()):
            return (folder / RECORD).read_text("ascii", "replace").splitlines()
    return []
