"""One row per game, as Parquet or CSV, written block by block so that memory stays flat."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from reports.writing.table_files import DIGITS, as_written
from simulate.errors import FathomError, why_refused
from simulate.game import find_game
from simulate.kit.bits import size
from simulate.play import rows as row
from simulate.play.rows import Integers
from simulate.study import Study

#: What every column means; ``N`` stands for a seat, ``COUNT`` for a count of the game.
COLUMNS = {
    "game": "the game's number in the study, from 0; 'fathom replay --game' takes it",
    "deal": "the deal's number; a deal is played once in each rotation of the line-up",
    "rotation": "which rotation of the line-up, from 0",
    "strategy_seat_N": "the strategy that played seat N",
    "win_share_seat_N": "1 for the winner, 1/k for each of k who share the win, else 0",
    "score_seat_N": "seat N's final score",
    "turns": "turns taken",
    "rounds": "rounds completed",
    "decisions": "choices made, forced ones included",
    "lead_changes": "times the seat alone in front changed, from one standing to the next",
    "finished": "false when the game reached the safety cap on turns undecided",
    "COUNT": "the game's own counts, by name",
}


class _CsvWriter:
    """Writes tables below one heading."""

    def __init__(self, path: Path, digits: int) -> None:
        self._file = path.open("w", encoding="utf-8", newline="")
        self._digits = digits

    def write_table(self, table: pa.Table) -> None:
        frame = as_written(table.to_pandas(), self._digits)
        frame.to_csv(self._file, index=False, header=self._file.tell() == 0)

    def close(self) -> None:
        self._file.close()


class KeptGames:
    """Writes rows of games to a Parquet file, a CSV file or both.

    Parameters
    ----------
    paths
        The files to write, ending in ``.parquet`` or ``.csv``.
    study
        What is played.
    digits
        Significant digits in CSV of numbers that are not whole.
    """

    def __init__(self, paths: Sequence[Path], study: Study, digits: int = DIGITS) -> None:
        self._study = study
        self._game = find_game(study.game)
        self._names = pa.array(study.strategies)
        self._next = 0
        self._writers: list[pq.ParquetWriter | _CsvWriter] = []
        self._paths, self._digits = paths, digits

    def add(self, results: Integers) -> None:
        """Write the next games, in order: shape (games, `simulate.play.rows.width`).

        Raises
        ------
        FathomError
            They cannot be written.
        """
        table = self._table(results)
        try:
            self._write(table)
        except OSError as error:
            files = " and ".join(path.name for path in self._paths)
            raise FathomError(f"cannot write {files}: {why_refused(error)}") from error
        self._next += len(results)

    def _write(self, table: pa.Table) -> None:
        if not self._writers:
            self._writers = [
                _CsvWriter(path, self._digits)
                if path.suffix == ".csv"
                else pq.ParquetWriter(path, table.schema)
                for path in self._paths
            ]
        for writer in self._writers:
            writer.write_table(table)

    def close(self) -> None:
        """Finish the files."""
        while self._writers:
            self._writers.pop().close()

    def _table(self, results: Integers) -> pa.Table:
        study = self._study
        seats = range(study.players)
        rotation = results[:, row.ROTATION]
        places = np.array([study.strategies.index(spec) for spec in study.lineup])
        winners = results[:, row.WINNERS]
        # All seats of a side win together.
        side = study.players * self._game.fair_share(study.players)
        sharing = np.array([size(w) for w in range(2**study.players)])[winners] / side
        columns: dict[str, object] = {
            "game": np.arange(self._next, self._next + len(results)),
            "deal": results[:, row.DEAL],
            "rotation": rotation.astype(np.int8),
        }
        for seat in seats:
            strategy = places[(seat + rotation) % study.players].astype(np.int8)
            columns[f"strategy_seat_{seat + 1}"] = pa.DictionaryArray.from_arrays(
                pa.array(strategy), self._names
            )
        for seat in seats:
            won = (winners >> seat) & 1
            columns[f"win_share_seat_{seat + 1}"] = won / np.maximum(sharing, 1)
        for seat in seats:
            scores = results[:, row.SCORES + seat]
            columns[f"score_seat_{seat + 1}"] = (
                scores if self._game.score_parts == 1 else scores / self._game.score_parts
            )
        for name in ("turns", "rounds", "decisions", "lead_changes"):
            columns[name] = results[:, getattr(row, name.upper())]
        columns["finished"] = results[:, row.FINISHED].astype(bool)
        for index, count in enumerate(self._game.counts):
            counted = results[:, row.COUNTS + index]
            columns[count.name] = counted if count.parts == 1 else counted / count.parts
        return pa.table(columns)
