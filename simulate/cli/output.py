"""The folder a run writes: all of it or nothing, and never over another study's."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from reports.kept_games import KeptGames
from reports.results import Results
from reports.tables import make_tables, write_tables
from simulate.errors import UsageError
from simulate.study import Study
from simulate.tally import Integers


class OutputFolder:
    """Collects a run's files beside their place and moves them there when complete.

    Parameters
    ----------
    path
        The folder, or ``None`` to write nothing.
    study
        What is played.
    keep_games
        Whether to write a row a game.

    Raises
    ------
    UsageError
        On entering: it cannot be written, or holds something else than this study.
    """

    def __init__(self, path: Path | None, study: Study, keep_games: bool) -> None:
        if keep_games and path is None:
            raise UsageError("--keep-games writes files: name a folder with --out DIR")
        self.path = path
        self._study = study
        self._keep_games = keep_games
        self._kept: KeptGames | None = None
        self._building = Path()

    def __enter__(self) -> OutputFolder:
        if self.path is None:
            return self
        _check_replaceable(self.path, self._study)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._building = Path(
                tempfile.mkdtemp(prefix=f".{self.path.name}-", dir=self.path.parent)
            )
        except OSError as error:
            raise UsageError(
                f"cannot write to {self.path}: {error.strerror}; choose another folder with --out"
            ) from None
        if self._keep_games:
            self._kept = KeptGames(self._building / "games.parquet", self._study)
        return self

    @property
    def keep(self) -> Callable[[Integers], None] | None:
        """What takes the rows of each block, when games are kept."""
        return self._kept.add if self._kept else None

    def write(self, results: Results, summary: dict[str, Any], charts: bool) -> None:
        """Write the study, the summary, the tables and the charts, and move them in place."""
        if self.path is None:
            return
        building = self._building
        played = replace(self._study, games=results.run.games, tally_id=results.run.tally.id)
        (building / "study.toml").write_text(played.to_toml(), encoding="utf-8")
        (building / "summary.json").write_text(json.dumps(summary, indent=2) + "\n")
        write_tables(make_tables(results), building)
        if charts:
            from reports.charts import write_charts

            write_charts(results, building)
        if self._kept:
            self._kept.close()
        building.chmod(0o755)
        if self.path.exists():
            shutil.rmtree(self.path)
        building.rename(self.path)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._kept:
            self._kept.close()
        if self.path is not None and self._building.exists():
            shutil.rmtree(self._building)


def _check_replaceable(path: Path, study: Study) -> None:
    """Raise `UsageError` unless `path` is new, empty, or an earlier run of the same study."""
    if not path.exists():
        return
    if not path.is_dir():
        raise UsageError(f"{path} is a file; choose a folder with --out")
    if not any(path.iterdir()):
        return
    try:
        earlier = json.loads((path / "summary.json").read_text())["study_id"]
    except (OSError, ValueError, KeyError, TypeError):
        earlier = None
    if earlier != study.id:
        what = f"the results of study {earlier}" if earlier else "files that are not a run's"
        raise UsageError(
            f"{path} holds {what}, this is study {study.id}; choose another folder with --out"
        )
