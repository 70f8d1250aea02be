"""The folder a command writes: all of it or nothing, and never over another study's."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from reports.run.kept_games import KeptGames
from reports.run.results import Results
from reports.run.tables import CHARTS, COLUMNS, make_tables, write_tables
from simulate.errors import FathomError, UsageError
from simulate.play.pins import pinned
from simulate.play.tally import Integers
from simulate.study import Study

if TYPE_CHECKING:
    import pandas as pd

STUDY_FILE, SUMMARY_FILE, GAMES_FILE = "study.toml", "summary.json", "games.parquet"


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
        self._building = Path()
        self._made: list[Path] = []

    def __enter__(self) -> Self:
        if self.path is None:
            return self
        self._check_replaceable(self.path)
        try:
            self._make_parents(self.path.parent)
            self._building = Path(
                tempfile.mkdtemp(prefix=f".{self.path.name}-", dir=self.path.parent)
            )
        except OSError as error:
            self._discard()
            raise UsageError(
                f"cannot write to {self.path}: {error.strerror} ({error.filename}); "
                "choose another folder with --out"
            ) from None
        return self

    def put(self, fill: Callable[[Path], None], interrupted: bool) -> bool:
        """Let `fill` write the files into the folder it is given, and move them in place.

        Returns
        -------
        bool
            Whether it did: what was interrupted does not replace anything earlier.
        """
        if self.path is None or (interrupted and _holds_files(self.path)):
            return False
        building = self._building
        fill(building)
        building.chmod(0o755)
        if self.path.exists():
            # The same study gave these, so what is not written anew still holds.
            for earlier in self.path.iterdir():
                if not (building / earlier.name).exists():
                    earlier.rename(building / earlier.name)
            shutil.rmtree(self.path)
        building.rename(self.path)
        self._made.clear()
        return True

    def tell(self, written: bool, *, charts: bool, as_json: bool, quiet: bool) -> None:
        """Print where the files are, or that earlier ones were kept.

        Parameters
        ----------
        written
            What `put` returned.
        charts
            Whether there are charts among the files.
        as_json, quiet
            Whether stdout is to hold nothing but JSON, and stderr nothing that is no error.
        """
        if written and not as_json:
            print(f"Tables{' and charts' if charts else ''} are in {self.path}")
        if self.path and not written and not quiet:
            print(f"fathom: the earlier results in {self.path} were kept", file=sys.stderr)

    def __exit__(self, *error: object) -> None:
        if self.path is not None and self._building.exists():
            shutil.rmtree(self._building)
        self._discard()

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
        if path.resolve() in (Path.cwd(), *Path.cwd().parents):
            raise UsageError(f"{path} is the folder you are in; choose another one with --out")
        if path.exists() and not path.is_dir():
            raise UsageError(f"{path} is a file; choose a folder with --out")
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


class OutputFolder(Folder):
    """The folder of a run.

    Parameters
    ----------
    path
        The folder, or ``None`` to write nothing.
    study
        What is played.
    keep_games
        Whether to write a row a game.
    """

    def __init__(self, path: Path | None, study: Study, keep_games: bool) -> None:
        if keep_games and path is None:
            raise UsageError("--keep-games writes files: name a folder with --out DIR")
        super().__init__(path, _names_of_run(), study.id)
        self._study = study
        self._keep_games = keep_games
        self._kept: KeptGames | None = None

    def __enter__(self) -> Self:
        super().__enter__()
        if self._keep_games:
            self._kept = KeptGames(self._building / GAMES_FILE, self._study)
        return self

    @property
    def keep(self) -> Callable[[Integers], None] | None:
        """What takes the rows of each block, when games are kept."""
        return self._kept.add if self._kept else None

    def write(self, results: Results, summary: dict[str, Any], charts: bool) -> bool:
        """Write the study, the summary, the tables and the charts, and move them in place.

        Returns
        -------
        bool
            Whether it did: an interrupted run does not replace an earlier one.
        """

        def fill(building: Path) -> None:
            run = results.run
            played = replace(
                self._study.played(run.games), tally_id=run.tally.id, pinned=pinned(run)
            )
            tables = make_tables(results)
            draw = None
            if charts:
                from reports.run.charts import write_charts

                draw = partial(write_charts, results)
            write_files(building, played.to_toml(), summary, tables, draw)
            if self._kept:
                self._kept.close()

        return self.put(fill, results.run.interrupted)

    def __exit__(self, *error: object) -> None:
        if self._kept:
            self._kept.close()
        super().__exit__(*error)


def write_files(
    folder: Path,
    study: str,
    summary: dict[str, Any],
    tables: dict[str, pd.DataFrame],
    write_charts: Callable[[Path], object] | None = None,
) -> None:
    """Write what every command leaves: the study, the summary, the tables and the charts.

    Parameters
    ----------
    folder
        Where to.
    study
        The text of a study file that gives all of it again.
    summary
        The JSON object.
    tables
        By name.
    write_charts
        Draws the charts into a folder, if they are wanted.
    """
    (folder / STUDY_FILE).write_text(study, encoding="utf-8")
    (folder / SUMMARY_FILE).write_text(json.dumps(summary, indent=2) + "\n", encoding="utf-8")
    write_tables(tables, folder)
    if write_charts:
        write_charts(folder)


def _names_of_run() -> set[str]:
    """Return the name of every file that a run can write."""
    return {STUDY_FILE, SUMMARY_FILE, GAMES_FILE} | file_names(COLUMNS, CHARTS)


def file_names(tables: Collection[str], charts: Collection[str]) -> set[str]:
    """Return the names of the files of tables and charts."""
    return {f"{name}.{kind}" for name in tables for kind in ("csv", "parquet")} | {
        f"{name}.{kind}" for name in charts for kind in ("png", "svg")
    }


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
    except ValueError:
        why = "is no JSON"
    except (KeyError, TypeError):
        why = "does not say which study it is of"
    raise FathomError(
        f"{file} {why}, so what the folder holds is not known; move it away, or choose another "
        "folder with --out"
    )
