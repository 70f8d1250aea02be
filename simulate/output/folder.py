"""The folder a command writes: all of it or nothing, and never over another study's.

Killed at any moment, it is the old one or the new one. On Linux the system exchanges two folders in
one step. Elsewhere the old one is moved aside first, and back by the next command if the process
died in between.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from simulate.errors import FathomError, UsageError
from simulate.output.json_text import read_object
from simulate.play.journal import Journal
from simulate.study.text import GAME_FOLDER, PLAYERS_FOLDER
from simulate.user_files import allow_copies


@contextmanager
def locked(file: Path, folder: Path) -> Iterator[None]:
    """Hold the lock of a folder, which ends with its process; `UsageError` if another has it."""
    from filelock import FileLock, Timeout

    lock = FileLock(file, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise UsageError(
            f"another command writes to {folder} at the moment; wait until it is done, or choose "
            "another folder with --out"
        ) from None
    try:
        yield
    finally:
        # Removed while it is held: later it may be another's. Windows removes no open file.
        with suppress(OSError):
            file.unlink()
        lock.release()
        if os.name == "nt":
            with suppress(OSError):
                file.unlink()


@contextmanager
def parents_of(place: Path) -> Iterator[None]:
    """Make the folders that a place is to lie in; those that were made for nothing are removed."""
    made = [folder for folder in place.parents if not folder.exists()]
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        yield
    finally:
        for folder in made:
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()


STUDY_FILE, SUMMARY_FILE = "study.toml", "summary.json"
GAMES_FILE, GAMES_CSV, WORKBOOK = "games.parquet", "games.csv", "results.xlsx"
#: Finished blocks, from which the same command goes on, and rows of games that are kept with them.
JOURNAL, SPOOL = "journal", "games.spool"
#: The files in a folder of a command that has not written its results yet.
_BEGUN = {JOURNAL, f"{JOURNAL}.part", SPOOL}
#: How names of folders end in which files are collected, or earlier results wait to be deleted.
_NEW, _OLD = ".new-", ".old-"
_LEFT = re.compile(r"\.(?P<name>.*)\.(?P<what>new|old)-\w+")
_AT_CURRENT, _EXCHANGE = -100, 2
#: With how many digits of its id a folder in ``runs/`` is named: more only where they tell it
#: from another.
_DIGITS = (4, 8, 12)


@dataclass
class Folder:
    """Collects files beside their place and moves them there when complete; without path nowhere.

    Only what the command can write is replaced, and only results of the same `identity` (their
    ``study_id`` or ``played_study_id``), or those that what is played `goes_on` from.
    """

    path: Path | None
    names: Collection[str]
    identity: str
    goes_on: Callable[[Path], bool] = lambda place: False
    #: Where it lies, links followed: what a link leads to is replaced, not the link.
    place: Path = field(default=Path(), init=False)
    #: Where files are collected.
    building: Path = field(default=Path(), init=False)
    _leaving: ExitStack = field(default_factory=ExitStack, init=False)

    def __enter__(self) -> Self:
        if self.path is None:
            return self
        self.place = self.path.resolve()
        if self.place in (Path.cwd(), *Path.cwd().parents):
            raise UsageError(f"{self.path} is the folder you are in; choose another one with --out")
        if self.path.exists() and not self.path.is_dir():
            raise UsageError(f"{self.path} is a file; choose a folder with --out")
        if os.path.ismount(self.place):  # which cannot be moved
            raise UsageError(
                f"{self.path} is where a disk is mounted; choose a folder in it with --out "
                f"{self.path / 'results'}"
            )
        try:
            with ExitStack() as leaving:
                leaving.enter_context(parents_of(self.place))
                lock = self.place.parent / f".{self.place.name}.lock"
                leaving.enter_context(locked(lock, self.path))
                tidy(self.place)
                self._check_replaceable(self.path)
                prefix = f".{self.place.name}{_NEW}"
                self.building = Path(tempfile.mkdtemp(prefix=prefix, dir=self.place.parent))
                leaving.callback(shutil.rmtree, self.building, ignore_errors=True)
                self._leaving = leaving.pop_all()
        except OSError as error:
            raise UsageError(
                f"cannot write to {self.path}: {error.strerror} ({error.filename}); "
                "choose another folder with --out"
            ) from None
        return self

    def put(self, fill: Callable[[Path], None], *, partial: bool) -> bool:
        """Let `fill` write files into a folder, and move it in place; return whether it was moved.

        Earlier results are replaced as a whole, but a partial result never replaces a whole one. An
        error leaves them as they were.
        """
        if self.path is None or (partial and self.is_whole):
            return False
        try:
            fill(self.building)
            self.building.chmod(0o755)
            take_place(self.building, self.place)
            allow_copies(self.place)
        except OSError as error:
            raise FathomError(
                f"cannot write to {self.path}: {error.strerror or error}; what was there is as it "
                "was; choose another folder with --out"
            ) from error
        return True

    @property
    def is_whole(self) -> bool:
        """Whether it holds results of all that was to be played."""
        summary = summary_in(self.place)
        return bool(summary) and not summary.get("interrupted", False)

    def __exit__(self, *error: object) -> None:
        self._leaving.close()

    def _check_replaceable(self, path: Path) -> None:
        """Raise `UsageError` unless `path` is new, empty, or holds the same study."""
        if not _holds_files(path):
            return
        foreign = sorted(file.name for file in path.iterdir() if file.name not in self.names)
        if foreign:
            raise UsageError(
                f"{path} holds {foreign[0]!r}, which no run writes; move it away, or choose "
                "another folder with --out"
            )
        same = self.identity in _identities(path) or self.goes_on(path)
        if not same and not _holds_no_games(path):
            raise UsageError(
                f"{path} holds the results of another study; choose another folder with --out"
            )


def file_names(tables: Collection[str], charts: Collection[str]) -> set[str]:
    """Return the names of all files that a command can write, given its tables and charts."""
    return (
        {STUDY_FILE, SUMMARY_FILE, GAMES_FILE, GAMES_CSV, WORKBOOK, GAME_FOLDER, PLAYERS_FOLDER}
        | {JOURNAL, f"{JOURNAL}.part", SPOOL}
        | {f"{name}.{kind}" for name in tables for kind in ("csv", "parquet")}
        | {f"{name}.{kind}" for name in charts for kind in ("png", "svg")}
    )


def place_in_runs(name: str, identity: str) -> Path:
    """Return the folder in ``runs/`` for a name, its id as short as tells it from all there."""
    places = [Path("runs") / shortened(name, identity, digits) for digits in _DIGITS]
    fit = (one for one in places if not _holds_files(one) or identity in _identities(one))
    return next(fit, places[-1])


def shortened(name: str, identity: str, digits: int) -> str:
    """Return a name that ends with an id with fewer digits of the id."""
    return name.removesuffix(identity) + identity[:digits]


def _holds_files(path: Path) -> bool:
    return path.is_dir() and any(path.iterdir())


def _holds_no_games(path: Path) -> bool:
    """Return whether a folder holds only files of a command that has kept no games yet."""
    if any(file.name not in _BEGUN for file in path.iterdir()):
        return False
    journal = Journal.read(path / JOURNAL)
    return journal is None or not journal.holds_any


def _identities(path: Path) -> set[str]:
    summary = summary_in(path)
    return {summary["study_id"], summary["played_study_id"]} if summary else set()


def summary_in(path: Path) -> dict[str, Any]:
    """Return the summary of the results in a folder; nothing if there is none."""
    file = path / SUMMARY_FILE
    if not file.exists():
        return {}
    remedy = "move it away, or choose another folder with --out"
    summary = read_object(file, remedy)
    if {type(summary.get(name)) for name in ("study_id", "played_study_id")} != {str}:
        raise FathomError(f"{file} does not say which study it is of; {remedy}")
    return summary


def take_place(building: Path, place: Path) -> None:
    """Put a folder in its place; what was there is deleted.

    An `OSError` leaves what was there.
    """
    if not place.exists():
        building.rename(place)
    elif _exchange(building, place):
        shutil.rmtree(building, ignore_errors=True)
    else:
        _move_aside(building, place)


def write_new(fill: Callable[[Path], None], place: Path) -> None:
    """Let `fill` write files into a new folder, and move it to `place` once it is whole.

    An `OSError` of `fill` leaves `place` as it was, so that the same command can be run again.
    Files that are in `place` by then, such as the report itself, stay there.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    building = Path(tempfile.mkdtemp(prefix=f".{place.name}{_NEW}", dir=place.parent))
    try:
        fill(building)
        if _holds_files(place):
            for file in building.iterdir():
                file.replace(place / file.name)
        else:
            building.chmod(0o755)
            take_place(building, place)
    finally:
        shutil.rmtree(building, ignore_errors=True)
    allow_copies(place)


def tidy(place: Path) -> None:
    """End what a process began that was killed, whose lock is ours now."""
    home = place.parent
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
