"""One row per game, as Parquet or CSV, written block by block so that memory stays flat."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
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

#: Games that are written together: with fewer a file is slow to read, with more they fill memory.
ROW_GROUP = 131_072
#: Games that wait at most to be saved.
_MOST_UNSAVED = 8 * ROW_GROUP
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

    def write_table(self, table: pa.Table, row_group_size: int) -> None:
        frame = as_written(table.to_pandas(), self._digits)
        frame.to_csv(self._file, index=False, header=self._file.tell() == 0)

    def close(self) -> None:
        self._file.close()


class KeptGames:
    """Writes rows of games to a Parquet file, a CSV file or both, while they are played.

    A Parquet file can be read only once it is whole. So rows go to a file of batches too, from
    which those are begun again if the process dies (`simulate.play.journal.Watcher`).

    Parameters
    ----------
    paths
        The files to write, ending in ``.parquet`` or ``.csv``.
    study
        What is played.
    spool
        The file of batches, which outlives the process.
    digits
        Significant digits in CSV of numbers that are not whole.
    """

    def __init__(
        self, paths: Sequence[Path], study: Study, spool: Path, digits: int = DIGITS
    ) -> None:
        self._study = study
        self._game = find_game(study.game)
        self._names = pa.array(study.strategies)
        self._paths, self._spool, self._digits = paths, spool, digits
        self._begin()

    def _begin(self) -> None:
        """Begin with no games."""
        self._games = self._bytes = 0
        self._unsaved: list[pa.Table] = []
        self._unwritten: list[pa.Table] = []
        self._writers: list[pq.ParquetWriter | _CsvWriter] = []

    def add(self, results: Integers) -> None:
        """Take the next games, in order: shape (games, `simulate.play.rows.width`).

        Raises
        ------
        FathomError
            They cannot be written.
        """
        table = self._table(results)
        self._games += len(results)
        self._unsaved.append(table)
        if sum(map(len, self._unsaved)) >= _MOST_UNSAVED:
            self.state()
        self._write(table)

    def state(self) -> dict[str, int]:
        """Save all games that were added, and return how many these are, and where they end."""
        if self._unsaved:
            self._spool.parent.mkdir(exist_ok=True)
            with self._spool.open("r+b" if self._bytes else "wb") as file:
                file.seek(self._bytes)
                file.truncate()
                table = pa.concat_tables(self._unsaved).combine_chunks()
                options = pa.ipc.IpcWriteOptions(compression="lz4")
                with pa.ipc.new_stream(file, table.schema, options=options) as writer:
                    writer.write_table(table)
                file.flush()
                os.fsync(file.fileno())
                self._bytes = file.tell()
            self._unsaved = []
        return {"games": self._games, "bytes": self._bytes}

    def restore(self, state: Mapping[str, int]) -> bool:
        """Begin the files again with the games that were saved; tell if these are all there."""
        self._discard()
        self._begin()
        with suppress(OSError, pa.ArrowInvalid):  # gone or damaged: what it held is played again
            self._read(int(state["bytes"]))
        if self._games == state["games"]:
            return True
        self._discard()
        self._begin()
        return False

    def _read(self, end: int) -> None:
        if not end:
            return
        with self._spool.open("rb") as file:
            while file.tell() < end:
                with pa.ipc.open_stream(pa.PythonFile(file)) as reader:
                    table = reader.read_all()
                self._games += len(table)
                self._write(table)
            self._bytes = file.tell()

    def keep_spool(self, folder: Path) -> None:
        """Let the file of batches be in another folder too, for who goes on from there."""
        if self._bytes:
            place = folder / self._spool.name
            try:
                os.link(self._spool, place)
            except OSError:  # no disk has links for everybody
                shutil.copyfile(self._spool, place)

    def close(self) -> None:
        """Finish the files."""
        self._write_group()
        while self._writers:
            self._writers.pop().close()

    def _discard(self) -> None:
        """Close the files as they are; they are written anew."""
        while self._writers:
            self._writers.pop().close()

    def _write(self, table: pa.Table) -> None:
        # Just so many in each group, so that the file does not depend on the blocks played.
        while len(table):
            room = ROW_GROUP - sum(map(len, self._unwritten))
            self._unwritten.append(table.slice(0, room))
            table = table.slice(room)
            if len(self._unwritten[-1]) == room:
                self._write_group()

    def _write_group(self) -> None:
        if not self._unwritten:
            return
        table = pa.concat_tables(self._unwritten).combine_chunks()
        self._unwritten = []
        try:
            if not self._writers:
                self._writers = [
                    _CsvWriter(path, self._digits)
                    if path.suffix == ".csv"
                    else pq.ParquetWriter(path, table.schema)
                    for path in self._paths
                ]
            for writer in self._writers:
                writer.write_table(table, len(table))
        except OSError as error:
            files = " and ".join(path.name for path in self._paths)
            raise FathomError(f"cannot write {files}: {why_refused(error)}") from error

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
            "game": results[:, row.DEAL] * study.rotations + rotation,
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
