"""Folders of results. A command writes its results completely or not at all.

A command never replaces the results of another study. If the process is killed at any moment, the
folder is either the old one or the new one. On Linux, the system exchanges the two folders in one
step. Elsewhere the old folder is moved aside first; if the process is killed then, the next command
moves it back. Charts are added to the new folder afterwards. If the process is killed before, they
are missing, and the next command draws them.
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
from simulate.play.journal_database import rollback_file
from simulate.study.text import GAME_FOLDER, PLAYERS_FOLDER
from simulate.user_files import allow_copies


@contextmanager
def locked(file: Path, folder: Path, problem: str = "") -> Iterator[None]:
    """Return a context manager that holds the lock of a folder, so that only one command writes it.

    If the process is killed, its lock ends too.

    Parameters
    ----------
    file
        The file of the lock. It is removed afterwards.
    folder
        The folder, or file, that is locked, for the message of the error.
    problem
        The message of the error, if it is not about a command that writes results.

    Raises
    ------
    UsageError
        If another process holds the lock.
    OSError
        If the file of the lock cannot be written.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(file, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise UsageError(
            problem
            or f"another command is writing to {folder}; wait until it has finished, or choose "
            "another folder with --out"
        ) from None
    try:
        yield
    finally:
        # The file is removed while the lock is held, because afterwards another process may have
        # locked it. Windows cannot remove open files, so there it is removed afterwards.
        with suppress(OSError):
            file.unlink()
        lock.release()
        if os.name == "nt":
            with suppress(OSError):
                file.unlink()


@contextmanager
def parents_of(place: Path) -> Iterator[None]:
    """Return a context manager that makes the missing parent folders of a path.

    At the end, the parent folders that it made are removed if they are empty.

    Raises
    ------
    OSError
        If a folder cannot be made.
    """
    missing_parents = [folder for folder in place.parents if not folder.exists()]
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        yield
    finally:
        for folder in missing_parents:
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()


# The names of files in a folder of results.
STUDY_FILE = "study.toml"
SUMMARY_FILE = "summary.json"
GAMES_FILE = "games.parquet"
GAMES_CSV = "games.csv"
WORKBOOK = "results.xlsx"
#: The journal of finished blocks of games, from which the same command continues.
JOURNAL = "journal"
#: The rows of the games in the journal, if the command writes rows.
SPOOL = "games.spool"
#: The only files in the folder of a command that has not written its results yet.
_BEGUN = {JOURNAL, rollback_file(Path(JOURNAL)).name, SPOOL}
#: Part of the name of a folder into which a command writes its files before it is moved into place.
_NEW = ".new-"
#: Part of the name of a folder with earlier results that are about to be deleted.
_OLD = ".old-"
#: The pattern of the names of both kinds of folders.
_LEFTOVER = re.compile(r"\.(?P<name>.*)\.(?P<kind>new|old)-\w+")
#: Arguments of the system call `renameat2`: paths are relative to the current folder
#: (AT_FDCWD), and the two folders are exchanged (RENAME_EXCHANGE).
_AT_CURRENT = -100
_EXCHANGE = 2
#: The numbers of digits of an id with which the name of a folder in ``runs/`` can end. The larger
#: numbers are used only if another study has a folder with the same shorter name.
_DIGITS = (4, 8, 12)


@dataclass
class Folder:
    """A context manager for the folder that a command writes.

    The files are first written into a temporary folder, which then replaces the folder. An existing
    folder is replaced only if it contains no files but those that this command writes, and if its
    results are of the same study or are continued.

    Raises
    ------
    UsageError
        On entering, if the folder must not be replaced or cannot be written, or if another command
        is writing to it.
    FathomError
        On entering, if a file with earlier results in the folder is damaged.
    """

    #: The folder as the user named it; None to write nothing.
    path: Path | None
    #: The names of all files that the command can write.
    names: Collection[str]
    #: The id of the study. Results with this ``study_id`` or ``played_study_id`` may be replaced.
    identity: str
    #: Called with a folder; returns True if the command continues the results in it.
    goes_on: Callable[[Path], bool] = lambda place: False
    #: The folder with links resolved, because the target of a link is replaced, not the link.
    place: Path = field(default=Path(), init=False)
    #: The new folder into which the files are written first.
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
        if os.path.ismount(self.place):  # A mount point cannot be moved.
            raise UsageError(
                f"{self.path} is the mount point of a disk; choose a folder in it with --out "
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
        """Write the folder, and return True if it was written.

        Partial results never replace complete ones, and nothing is written if `path` is None.

        Parameters
        ----------
        fill
            Called with an empty folder, into which it writes all files.
        partial
            True if the results are those of an interrupted run.

        Raises
        ------
        FathomError
            If a file cannot be written. The earlier results are unchanged.
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
                f"cannot write to {self.path}: {error.strerror or error}; its contents are "
                "unchanged; choose another folder with --out"
            ) from error
        return True

    def add_charts(self, draw: Callable[[Path], None]) -> bool:
        """Add charts to the folder that `put` wrote, and return True.

        Parameters
        ----------
        draw
            Called with an empty folder, into which it writes the charts. They are moved from there
            when all are complete.

        Raises
        ------
        FathomError
            If a chart cannot be written. The other files in the folder are unchanged.
        """
        try:
            write_new(draw, self.place)
        except OSError as error:
            raise FathomError(
                f"cannot write the charts to {self.path}: {error.strerror or error}; the other "
                "results are complete; choose another folder with --out"
            ) from error
        return True

    @property
    def is_whole(self) -> bool:
        """True if the folder contains the results of a run that was not interrupted.

        Raises
        ------
        FathomError
            If its summary cannot be read.
        """
        summary = summary_in(self.place)
        return bool(summary) and not summary.get("interrupted", False)

    def __exit__(self, *error: object) -> None:
        self._leaving.close()

    def _check_replaceable(self, path: Path) -> None:
        """Raise `UsageError` unless a folder is new, empty, or has results that may be replaced.

        Raise `FathomError` if a file in the folder is damaged.
        """
        if not _holds_files(path):
            return
        foreign = sorted(file.name for file in path.iterdir() if file.name not in self.names)
        if foreign:
            raise UsageError(
                f"{path} contains {foreign[0]!r}, which no run writes; move it away, or choose "
                "another folder with --out"
            )
        same = self.identity in _identities(path) or self.goes_on(path)
        if not same and not _holds_no_games(path):
            raise UsageError(
                f"{path} holds the results of another study; choose another folder with --out"
            )


def file_names(tables: Collection[str], charts: Collection[str]) -> set[str]:
    """Return the names of all files that a command can write.

    `tables` and `charts` are the names of the command's tables and charts, without endings.
    """
    names = {STUDY_FILE, SUMMARY_FILE, GAMES_FILE, GAMES_CSV, WORKBOOK, GAME_FOLDER, PLAYERS_FOLDER}
    names |= _BEGUN
    names |= {f"{name}.{ending}" for name in tables for ending in ("csv", "parquet")}
    names |= {f"{name}.{ending}" for name in charts for ending in ("png", "svg")}
    return names


def place_in_runs(name: str, identity: str) -> Path:
    """Return the path of the folder in ``runs/`` for a plan.

    Its name ends with the first digits of the plan's id: with more than four only if the shorter
    name belongs to another study.

    Parameters
    ----------
    name
        The name of the plan, which ends with the id.
    identity
        The id of the plan.

    Raises
    ------
    FathomError
        If the summary in a folder with such a name cannot be read.
    """
    places = [Path("runs") / shortened(name, identity, digits) for digits in _DIGITS]
    for place in places:
        if not _holds_files(place) or identity in _identities(place):
            return place
    return places[-1]


def shortened(name: str, identity: str, digits: int) -> str:
    """Return `name`, which ends with the id `identity`, with the id cut to `digits` digits."""
    return name.removesuffix(identity) + identity[:digits]


def _holds_files(path: Path) -> bool:
    """Return True if a path is a folder that is not empty."""
    return path.is_dir() and any(path.iterdir())


def _holds_no_games(path: Path) -> bool:
    """Return True if a folder has only the files of a command that finished no games yet.

    Raise `FathomError` if the journal is damaged, and `OSError` if the folder cannot be read.
    """
    if any(file.name not in _BEGUN for file in path.iterdir()):
        return False
    journal = Journal.read(path / JOURNAL)
    return journal is None or not journal.holds_any


def _identities(path: Path) -> set[str]:
    """Return the ids of the study whose results are in a folder; empty if it has no results.

    Raise `FathomError` if the file with the results is damaged.
    """
    summary = summary_in(path)
    return {summary["study_id"], summary["played_study_id"]} if summary else set()


def summary_in(path: Path) -> dict[str, Any]:
    """Return the JSON object of the summary file in a folder; empty if there is no such file.

    Raises
    ------
    FathomError
        If the file cannot be read or is not a summary.
    """
    file = path / SUMMARY_FILE
    if not file.exists():
        return {}
    remedy = "move it away, or choose another folder with --out"
    summary = read_object(file, remedy)
    if {type(summary.get(name)) for name in ("study_id", "played_study_id")} != {str}:
        raise FathomError(f"{file} has no study_id or played_study_id; {remedy}")
    return summary


def take_place(building: Path, place: Path) -> None:
    """Move the folder `building` to the path `place`, and delete the folder that was there.

    Raises
    ------
    OSError
        If `building` cannot be moved. The folder at `place` is then unchanged.
    """
    if not place.exists():
        building.rename(place)
    elif _exchange(building, place):
        shutil.rmtree(building, ignore_errors=True)
    else:
        _move_aside(building, place)


def write_new(fill: Callable[[Path], None], place: Path) -> None:
    """Write files into a temporary folder, and move it to the path `place` once it is complete.

    If `place` contains files by then, such as the report itself, the new files are added to them.

    Parameters
    ----------
    fill
        Called with an empty folder, into which it writes all files.
    place
        The path of the folder.

    Raises
    ------
    OSError
        If a file cannot be written. The command can then be repeated.
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
    """Remove the temporary folders that a killed process left beside a folder of results.

    If the process had moved the earlier results aside, they are moved back. The caller has to hold
    the lock of the folder.

    Raises
    ------
    OSError
        If a folder cannot be moved.
    """
    home = place.parent
    if not home.is_dir():
        return
    for path in sorted(home.iterdir()):
        match = _LEFTOVER.fullmatch(path.name)
        if not match or match["name"] != place.name:
            continue
        if match["kind"] == "old" and not place.exists():
            path.rename(place)
        else:
            shutil.rmtree(path, ignore_errors=True)


def _exchange(first: Path, second: Path) -> bool:
    """Exchange two folders in one step, and return True if the system could do that."""
    if sys.platform != "linux":
        return False
    exchange = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if exchange is None:
        return False
    paths = (_AT_CURRENT, os.fsencode(first), _AT_CURRENT, os.fsencode(second))
    return int(exchange(*paths, _EXCHANGE)) == 0


def _move_aside(building: Path, place: Path) -> None:
    """Replace the folder `place` by `building` in two steps, if folders cannot be exchanged.

    Raise `OSError` if a folder cannot be moved. `place` is then unchanged.
    """
    aside = Path(tempfile.mkdtemp(prefix=f".{place.name}{_OLD}", dir=place.parent))
    aside.rmdir()  # Only the name is needed: a folder cannot be moved over another.
    try:
        place.rename(aside)
        building.rename(place)
    except BaseException:  # This includes KeyboardInterrupt.
        if aside.exists() and not place.exists():
            aside.rename(place)
        raise
    shutil.rmtree(aside, ignore_errors=True)
