"""The folder a command writes: all of it or nothing, and never over another study's."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Self

from simulate.cli.outlets.messages import tell
from simulate.errors import FathomError, UsageError

STUDY_FILE, SUMMARY_FILE = "study.toml", "summary.json"
GAMES_FILE, GAMES_CSV, WORKBOOK = "games.parquet", "games.csv", "results.xlsx"
#: The folder beside the study with the file of its game, so that it plays as it played, wherever
#: it lies and whatever becomes of the file.
GAME_FOLDER = "game"
#: With how many digits of its id a folder in ``runs/`` is named: more only where they tell it
#: from another.
_DIGITS = (4, 8, 12)


class Folder:
    """Collects files beside their place and moves them there when complete.

    Parameters
    ----------
    path
        The folder, or ``None`` to write nothing.
    names
        Of every file that the command can write.
    identity
        Of what is played. An earlier folder is replaced only if the object in its
        summary.json has it as its ``study_id`` or ``played_study_id``.

    Raises
    ------
    UsageError
        On entering: it cannot be written, or holds something else.
    FathomError
        On entering: the summary in it is broken.
    """

    def __init__(self, path: Path | None, names: Collection[str], identity: str) -> None:
        self.path = path
        self._names = names
        self._identity = identity
        self._place = Path()
        self._made: list[Path] = []
        #: Where files are collected.
        self.building = Path()

    def __enter__(self) -> Self:
        if self.path is None:
            return self
        # A link is followed: what it leads to is replaced, not the link.
        self._place = self.path.resolve()
        self._bring_back()
        self._check_replaceable(self.path)
        try:
            self._make_parents(self._place.parent)
            self.building = Path(
                tempfile.mkdtemp(prefix=f".{self._place.name}-", dir=self._place.parent)
            )
        except OSError as error:
            self._discard()
            raise UsageError(
                f"cannot write to {self.path}: {error.strerror} ({error.filename}); "
                "choose another folder with --out"
            ) from None
        return self

    def put(self, fill: Callable[[Path], None], *, partial: bool) -> bool:
        """Let `fill` write the files into the folder it is given, and move them in place.

        What was there is replaced whole: nothing of another confidence, or of another line-up's
        file, stays beside the new files.

        Parameters
        ----------
        fill
            Writes the files.
        partial
            Whether not all was played, so that nothing earlier is to be replaced.

        Returns
        -------
        bool
            Whether it did.

        Raises
        ------
        FathomError
            The files cannot be written; what was there before is still there.
        """
        if self.path is None or (partial and _holds_files(self._place)):
            return False
        try:
            fill(self.building)
            self.building.chmod(0o755)
            self._take_place()
        except OSError as error:
            raise FathomError(
                f"cannot write to {self.path}: {error.strerror or error}; what was there is as it "
                "was; choose another folder with --out"
            ) from error
        self._made.clear()
        return True

    def __exit__(self, *error: object) -> None:
        if self.path is not None and self.building.exists():
            shutil.rmtree(self.building, ignore_errors=True)
        self._discard()

    def _take_place(self) -> None:
        """Move the files in place, and what was there aside until they are."""
        if not self._place.exists():
            self.building.rename(self._place)
            return
        aside = Path(tempfile.mkdtemp(prefix=self._aside, dir=self._place.parent))
        earlier = aside / self._place.name
        try:
            self._place.rename(earlier)
            self.building.rename(self._place)
        except BaseException:  # Ctrl-C too
            if earlier.exists():
                earlier.rename(self._place)
            aside.rmdir()
            raise
        shutil.rmtree(aside, ignore_errors=True)
        if aside.exists():
            tell(f"the earlier results are left in {aside}; delete them")

    @property
    def _aside(self) -> str:
        """How the name of a folder begins in which earlier results wait to be deleted."""
        return f".earlier-{self._place.name}-"

    def _bring_back(self) -> None:
        """Move earlier results back that a run left aside when it was killed."""
        if self._place.exists() or not self._place.parent.is_dir():
            return
        for aside in sorted(self._place.parent.glob(f"{self._aside}*")):
            earlier = aside / self._place.name
            if earlier.is_dir():
                earlier.rename(self._place)
                aside.rmdir()
                return

    def _make_parents(self, folder: Path) -> None:
        """Make a folder and those it lies in, remembering which are new."""
        missing = [f for f in (folder, *folder.parents) if not f.exists()]
        for new in reversed(missing):
            new.mkdir()
            self._made.append(new)

    def _discard(self) -> None:
        """Remove the folders that were made for nothing."""
        while self._made:
            self._made.pop().rmdir()

    def _check_replaceable(self, path: Path) -> None:
        """Raise `UsageError` unless `path` is new, empty, or holds the same study."""
        if self._place in (Path.cwd(), *Path.cwd().parents):
            raise UsageError(f"{path} is the folder you are in; choose another one with --out")
        if path.exists() and not path.is_dir():
            raise UsageError(f"{path} is a file; choose a folder with --out")
        if os.path.ismount(self._place):
            raise UsageError(
                f"{path} is where a disk is mounted, which cannot be replaced as a whole; choose a "
                f"folder in it, as in --out {path / 'run'}"
            )
        if not _holds_files(path):
            return
        foreign = sorted(file.name for file in path.iterdir() if file.name not in self._names)
        if foreign:
            raise UsageError(
                f"{path} holds {foreign[0]!r}, which no run writes; move it away, or choose "
                "another folder with --out"
            )
        if self._identity not in _identities(path):
            raise UsageError(
                f"{path} holds the results of another study; choose another folder with --out"
            )


def file_names(tables: Collection[str], charts: Collection[str]) -> set[str]:
    """Return the names of all files that a command can write, given its tables and charts."""
    return (
        {STUDY_FILE, SUMMARY_FILE, GAMES_FILE, GAMES_CSV, WORKBOOK, GAME_FOLDER}
        | {f"{name}.{kind}" for name in tables for kind in ("csv", "parquet")}
        | {f"{name}.{kind}" for name in charts for kind in ("png", "svg")}
    )


def place_in_runs(name: str, identity: str) -> Path:
    """Return the folder in ``runs/`` for what has a name that ends with its id.

    The id is shortened to as few digits as tell it from all else that lies there, so that
    people can read the name, and the same study has the same one.

    Raises
    ------
    FathomError
        The summary of a folder with that name is broken.
    """
    places = [Path("runs") / shortened(name, identity, digits) for digits in _DIGITS]
    for place in places:
        if not _holds_files(place) or identity in _identities(place):
            return place
    return places[-1]


def shortened(name: str, identity: str, digits: int) -> str:
    """Return a name that ends with an id with fewer digits of the id."""
    return name.removesuffix(identity) + identity[:digits]


def _holds_files(path: Path) -> bool:
    return path.is_dir() and any(path.iterdir())


def _identities(path: Path) -> set[str]:
    """Return what the results in a folder are of; nothing if there is no summary.

    Raises
    ------
    FathomError
        The summary is broken.
    """
    file = path / SUMMARY_FILE
    try:
        summary = json.loads(file.read_text(encoding="utf-8"))
        return {summary["study_id"], summary["played_study_id"]}
    except FileNotFoundError:
        return set()
    except OSError as error:
        why = f"cannot be read: {error.strerror}"
    except (ValueError, RecursionError):
        why = "is no JSON"
    except (KeyError, TypeError):
        why = "does not say which study it is of"
    raise FathomError(
        f"{file} {why}, so what the folder holds is not known; move it away, or choose another "
        "folder with --out"
    )
