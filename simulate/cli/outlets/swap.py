"""Putting a folder in the place of another: killed at any moment, it is the old one or the new one.

On Linux the system exchanges two folders in one step. Elsewhere the old one is moved aside first,
and back by the next command if the process died in between. A folder where a disk is mounted
cannot be moved: there the new files wait complete in a folder inside, and whoever comes next ends
what was begun.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

from simulate.errors import FathomError

#: How names of folders end in which files are collected, or earlier results wait to be deleted.
_NEW, _OLD = ".new-", ".old-"
_LEFT = re.compile(r"\.(?P<name>.*)\.(?P<what>new|old)-\w+")
#: In a mounted folder: what is complete, and takes its place file by file.
_COMPLETE = ".complete"
_AT_CURRENT, _EXCHANGE = -100, 2


def new_beside(place: Path) -> Path:
    """Make the folder in which files for a place are collected, where they can be moved from."""
    return Path(tempfile.mkdtemp(prefix=f".{place.name}{_NEW}", dir=_home(place)))


def lock_file(place: Path) -> Path:
    """Return the file that is locked while a command writes to a place."""
    return _home(place) / f".{place.name}.lock"


def is_ours(name: str) -> bool:
    """Tell whether a file in a mounted folder is there for moving others in place."""
    return name == _COMPLETE or bool(_LEFT.fullmatch(name)) or name.endswith(".lock")


def take_place(building: Path, place: Path) -> None:
    """Put a folder in its place; what was there is deleted.

    An `OSError` leaves what was there. A `FathomError` says that it was begun in a mounted folder,
    where the next command ends it.
    """
    if os.path.ismount(place):
        building.rename(place / _COMPLETE)
        try:
            _move_in(place)
        except OSError as error:
            raise FathomError(
                f"the new results are in {place / _COMPLETE} and not all in their place: "
                f"{error.strerror or error}; the next command that writes to {place} moves them"
            ) from error
    elif not place.exists():
        building.rename(place)
    elif _exchange(building, place):
        shutil.rmtree(building, ignore_errors=True)
    else:
        _move_aside(building, place)


def tidy(place: Path) -> None:
    """End what a process began that was killed, whose lock is ours now."""
    if os.path.ismount(place):
        _move_in(place)
    home = _home(place)
    if not home.is_dir():
        return
    for left in sorted(home.iterdir()):
        found = _LEFT.fullmatch(left.name)
        if not found or found["name"] != place.name:
            continue
        if found["what"] == "old" and not place.exists():
            left.rename(place)
        else:
            shutil.rmtree(left, ignore_errors=True)


def _home(place: Path) -> Path:
    """Return the folder in which what is to be moved to a place is on the same disk."""
    return place if os.path.ismount(place) else place.parent


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two folders in one step; tell whether the system and the disk can."""
    if sys.platform != "linux":
        return False
    exchange = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if exchange is None:
        return False
    names = (_AT_CURRENT, os.fsencode(one), _AT_CURRENT, os.fsencode(other))
    return int(exchange(*names, _EXCHANGE)) == 0


def _move_aside(building: Path, place: Path) -> None:
    aside = Path(tempfile.mkdtemp(prefix=f".{place.name}{_OLD}", dir=place.parent))
    aside.rmdir()  # its name is what is wanted: no system moves a folder over another
    try:
        place.rename(aside)
        building.rename(place)
    except BaseException:  # Ctrl-C too
        if aside.exists() and not place.exists():
            aside.rename(place)
        raise
    shutil.rmtree(aside, ignore_errors=True)


def _move_in(place: Path) -> None:
    """Move what is complete in a mounted folder out into it, and delete all else; may be repeated.

    What was moved already is no longer in the complete folder, so its names are told by a list.
    """
    complete = place / _COMPLETE
    if not complete.is_dir():
        return
    listed = complete / ".names"
    if not listed.exists():
        names = sorted(one.name for one in complete.iterdir())
        part = complete / ".names.part"
        part.write_text("\n".join(names), encoding="utf-8")
        part.replace(listed)
    names = listed.read_text(encoding="utf-8").split("\n")
    for earlier in place.iterdir():
        if earlier.name not in names and not is_ours(earlier.name):
            _delete(earlier)
    for name in names:
        new, target = complete / name, place / name
        if new.exists():
            if target.is_dir() or new.is_dir():
                _delete(target)
            new.replace(target)
    # Its list goes last: without it what is moved already would be taken for earlier results.
    done = Path(tempfile.mkdtemp(prefix=f".{place.name}{_OLD}", dir=place))
    complete.replace(done)
    shutil.rmtree(done, ignore_errors=True)


def _delete(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
