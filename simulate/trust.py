"""Whose code is run: what the user names, has named before, or says is trusted.

A study, or a persona that it names, can name files with code, and code can do anything. So while a
command runs, a user's file is run only if the user named it, or has run what it holds before. What
was run is remembered by what it held, so that copies in folders of results are trusted too; what
the user named is remembered by where it lies too, so that it may be edited.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from simulate.errors import UsageError

#: Beside the folders of machine code; lines of a SHA-256 and, of what the user named, its path.
_FILE = "trusted"
#: What the user named for the command that runs; ``None`` where a program of the user's asks.
_named: set[Path] | None = None
_everything = False


class UntrustedError(UsageError):
    """Code was to be run that the user has neither named nor trusted."""


@contextmanager
def only_named(files: Iterable[Path]) -> Iterator[None]:
    """Run only the code in these files, and what was trusted before, until this ends."""
    global _named, _everything
    before = _named, _everything
    _named, _everything = {file.resolve() for file in files}, False
    try:
        yield
    finally:
        _named, _everything = before


def trust_everything() -> None:
    """Run code whoever names it, until the command ends."""
    global _everything  # noqa: PLW0603
    _everything = True


def is_trusted(file: Path) -> bool:
    """Tell whether a file is run whatever it holds: the user named it, or trusts everything."""
    if _named is None or _everything or file in _named:
        return True
    return any(line.partition(" ")[2] == str(file) for line in _remembered())


def check_content(file: Path, content: bytes) -> None:
    """Raise `UntrustedError` unless a file holds what was run, or read, before."""
    if _digest(content) not in (line.partition(" ")[0] for line in _remembered()):
        raise UntrustedError(
            f"{file} belongs to code that a study or a persona names, and you did not; code can do "
            "anything, so read it, and give --trust to run it (or, if it is your own, name it once "
            "yourself, as after 'fathom check')"
        )


def remember(file: Path, contents: Iterable[bytes]) -> None:
    """Trust from now on what a file held, and what it read, when the user had it run."""
    if _named is None:
        return
    place = f" {file}" if file in _named else ""
    known, folder = _remembered(), kept_in()
    lines = dict.fromkeys(f"{_digest(content)}{place}" for content in contents)
    new = "".join(f"{line}\n" for line in lines if not any(one.startswith(line) for one in known))
    if new and folder:
        with suppress(OSError), (folder / _FILE).open("a", encoding="utf-8") as kept:
            kept.write(new)


def kept_in() -> Path | None:
    """Return the folder in which it is remembered; ``None`` where none can be written."""
    from simulate.kit.compiled import cache_folder  # which imports Numba

    folder = cache_folder()
    return folder and folder.parent


def _remembered() -> list[str]:
    folder = kept_in()
    with suppress(OSError):
        if folder:
            return (folder / _FILE).read_text("utf-8", "replace").splitlines()
    return []


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
