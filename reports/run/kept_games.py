"""Files with one row per game, as Parquet or CSV, written block by block to save memory."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from reports.writing.table_files import DIGITS, as_written
from simulate.errors import FathomError, explain_os_error
from simulate.game import Game
from simulate.play import rows as row
from simulate.play.arms import counting_game, layout_of
from simulate.play.counting import tally_rows
from simulate.play.tally import Tally, TallyLayout
from simulate.study import Study

#: The number of games per row group. Smaller groups make files slow to read, and larger groups need
#: more memory.
ROW_GROUP = 131_072
#: The largest number of games in memory that are not yet in the spool.
_MOST_UNSAVED = 8 * ROW_GROUP
#: The number of bytes of the spool that are read at a time.
_PIECE = 1 << 20
#: The meanings of the columns. ``N`` is the number of a seat, ``COUNT`` the name of a count, and
#: ``GROUPING`` a key of the game's ``wins_by``, such as "faction".
COLUMNS = {
    "game": "the game's number in the study, from 0; 'fathom replay --game' takes it",
    "deal": "the deal's number; a deal is played once in each rotation of the line-up",
    "rotation": "the rotation of the line-up, from 0",
    "strategy_seat_N": "the strategy that played seat N",
    "win_share_seat_N": "1 for the winner, 1/k for each of k who share the win, else 0",
    "score_seat_N": "seat N's final score",
    "first_score_seat_N": "seat N's score when standings were first taken, in most games after "
    "the first round; empty if the seat was out or the game over by then",
    "half_score_seat_N": "seat N's score in the standings from which comebacks are counted (after "
    "the first round or half-way, depending on the game); empty if the seat was out or the game "
    "over by then",
    "turns": "turns taken",
    "rounds": "rounds completed",
    "decisions": "choices made, forced ones included",
    "lead_changes": "number of times that another seat (or side) than before led alone, counted "
    "from one standing to the next",
    "decided_seat_N": "true if seat N made at least one decision",
    "finished": "false if the game was still undecided at the limit on turns (max_turns)",
    "COUNT": "a count of the game, or an event of the study; the column has its name",
    "GROUPING_of_seat_N": "seat N's group, such as its faction; several are separated by ; and "
    "spaces, and the column is empty if there is none",
    "loses_seat_N": "true if seat N is a loser, in games that have losers",
}

#: The columns that are copied unchanged from the rows of the simulation.
_COPIED = ("turns", "rounds", "decisions", "lead_changes")
#: For each kind of score, two indices in the row of a game: the index of seat 1's score, and the
#: index of the set of seats that were still in the game then (0 if all seats always are).
_SCORES = {
    "score": (row.SCORES, 0),
    "first_score": (row.FIRST_SCORES, row.FIRST_SEATS),
    "half_score": (row.HALF_SCORES, row.HALF_SEATS),
}


class _CsvWriter:
    """A writer of tables to a CSV file, with the methods of pyarrow's `ParquetWriter`."""

    def __init__(self, path: Path, digits: int) -> None:
        self._file = path.open("w", encoding="utf-8", newline="")
        self._digits = digits

    def write_table(self, table: pa.Table, row_group_size: int) -> None:
        # Without a nullable type, integers in columns with missing values would become floats.
        frame = table.to_pandas(types_mapper={pa.int64(): pd.Int64Dtype()}.get)
        frame = as_written(frame, self._digits)
        frame.to_csv(self._file, index=False, header=self._file.tell() == 0)

    def close(self) -> None:
        self._file.close()


class KeptGames:
    """A writer of Parquet or CSV files with one row per game, while the games are played.

    A Parquet file cannot be read before it is complete. Rows are therefore also appended to another
    file, the spool, from which the files are rebuilt when an interrupted command is resumed
    (`simulate.play.journal.Watcher`). The journal holds the spool's digest, and a spool with
    another digest is not used.

    Parameters
    ----------
    paths
        The files to write; the suffix ``.csv`` means CSV, all others Parquet.
    study
        The study that is played.
    spool
        The path of the spool.
    digits
        The number of significant digits in CSV files.
    say
        A function that is called with a message if the spool cannot be written. The games are then
        played without a spool, so an interrupted command has to start over.

    Raises
    ------
    UsageError
        If the game of the study cannot be loaded.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        study: Study,
        spool: Path,
        digits: int = DIGITS,
        say: Callable[[str], None] = lambda message: None,
    ) -> None:
        self._study = study
        self._game = counting_game(study)
        self._layout = layout_of(study)
        self._names = pa.array(study.strategies)
        self._paths = paths
        self._spool = spool
        self._digits = digits
        self._say = say
        self._spools = True
        self._writers: list[pq.ParquetWriter | _CsvWriter] = []
        self._begin()

    def _begin(self) -> None:
        """Close all files, and forget the games that were added."""
        self._discard()
        self._games = 0
        self._bytes = 0
        self._digest = hashlib.blake2b(digest_size=16)
        self._unsaved: list[pa.Table] = []
        self._unwritten: list[pa.Table] = []

    def add(self, results: row.Integers) -> None:
        """Write the rows of the next games, and keep them for `state`, in memory or in the spool.

        Parameters
        ----------
        results
            Rows as in `simulate.play.rows`, shape (games, `simulate.play.rows.width`).

        Raises
        ------
        FathomError
            If a file cannot be written.
        """
        table = self._make_table(results)
        self._games += len(results)
        self._unsaved.append(table)
        if sum(map(len, self._unsaved)) >= _MOST_UNSAVED:
            self.state()
        self._write(table)

    def state(self) -> dict[str, int | str]:
        """Save all added games in the spool, and return what `restore` needs.

        Returns
        -------
        dict
            The number of games, and the size in bytes and the digest of the spool. The size is 0 if
            the spool could not be written.
        """
        if self._unsaved and self._spools:
            try:
                self._save(pa.concat_tables(self._unsaved).combine_chunks())
            except OSError as error:
                self._stop_spooling(error)
        self._unsaved = []
        return {"games": self._games, "bytes": self._bytes, "digest": self._digest.hexdigest()}

    def _stop_spooling(self, error: OSError) -> None:
        """Delete the spool, write no more games to it, and report `error` as the reason."""
        self._spools = False
        self._bytes = 0
        with suppress(OSError):
            self._spool.unlink()
        self._say(
            f"cannot keep played games in {self._spool}: {explain_os_error(error)}. If this "
            "command is stopped, the next one starts over"
        )

    def _save(self, table: pa.Table) -> None:
        """Append games to the spool and update its digest.

        Raise `OSError` if the spool cannot be written.
        """
        self._spool.parent.mkdir(exist_ok=True)
        options = pa.ipc.IpcWriteOptions(compression="lz4")
        batch = pa.BufferOutputStream()
        with pa.ipc.new_stream(batch, table.schema, options=options) as writer:
            writer.write_table(table)
        with self._spool.open("r+b" if self._bytes else "wb") as file:
            file.seek(self._bytes)
            file.truncate()
            file.write(batch.getvalue())
            file.flush()
            os.fsync(file.fileno())
            self._bytes = file.tell()
        self._digest.update(batch.getvalue())

    def restore(self, state: Mapping[str, int | str]) -> bool:
        """Rebuild the files from the spool.

        Parameters
        ----------
        state
            The result of `state`, from the journal of the interrupted command.

        Returns
        -------
        bool
            True if the spool holds all games of that state. If it is False, the files are empty and
            all games have to be added again.

        Raises
        ------
        FathomError
            If a file cannot be written.
        """
        self._begin()
        # The spool may be missing, or written by another version of Arrow.
        with suppress(OSError, pa.ArrowInvalid):
            self._read(int(state["bytes"]), state.get("digest"))
        if self._games == state["games"]:
            return True
        self._begin()
        return False

    def _read(self, end: int, digest: int | str | None) -> None:
        """Write the games in the first `end` bytes of the spool, after checking their digest.

        If their digest is not `digest`, or if `end` is 0, write nothing.

        Raise `OSError` if the spool cannot be read, `pyarrow.ArrowInvalid` if it is damaged, and
        `FathomError` if a file cannot be written.
        """
        if not end:
            return
        with self._spool.open("rb") as file:
            while piece := file.read(min(_PIECE, end - file.tell())):
                self._digest.update(piece)
            if self._digest.hexdigest() != digest:
                return
            file.seek(0)
            while file.tell() < end:
                with pa.ipc.open_stream(pa.PythonFile(file)) as reader:
                    table = reader.read_all()
                self._games += len(table)
                self._write(table)
            self._bytes = file.tell()

    def keep_spool(self, folder: Path) -> None:
        """Link or copy the spool into another folder, so that a command there can resume.

        Raises
        ------
        OSError
            If the spool cannot be copied.
        """
        if self._bytes:
            target = folder / self._spool.name
            try:
                os.link(self._spool, target)
            except OSError:  # Not every file system supports links.
                shutil.copyfile(self._spool, target)

    def close(self) -> None:
        """Write the remaining games and close the files.

        Raises
        ------
        FathomError
            If a file cannot be written.
        """
        self._write_group()
        self._discard()

    def check(self, tally_id: str) -> None:
        """Read the closed files and check that they hold the games that were counted.

        Parameters
        ----------
        tally_id
            The expected fingerprint of the games.

        Raises
        ------
        FathomError
            If the games in a Parquet file have another fingerprint, or if a CSV file has another
            number of games. CSV files are rounded, so their fingerprint cannot be computed.
        """
        for path in self._paths:
            if path.suffix == ".csv":
                with path.open("rb") as file:
                    is_same = sum(1 for _ in file) == self._games + 1
            else:
                is_same = recount(path, self._study).id == tally_id
            if not is_same:
                raise FathomError(
                    f"the games in {path.name} differ from those that were counted, so the file is "
                    "not kept; check the disk, and use --fresh to start over"
                )

    def _discard(self) -> None:
        """Close all files. Games that are waiting to be written are not written."""
        while self._writers:
            self._writers.pop().close()

    def _write(self, table: pa.Table) -> None:
        """Write all complete row groups, and keep the remaining games for the next one.

        Raise `FathomError` if a file cannot be written.
        """
        # Row groups have a fixed size, so the file does not depend on the size of blocks.
        while len(table):
            room = ROW_GROUP - sum(map(len, self._unwritten))
            self._unwritten.append(table.slice(0, room))
            table = table.slice(room)
            if len(self._unwritten[-1]) == room:
                self._write_group()

    def _write_group(self) -> None:
        """Write the waiting games to all files; raise `FathomError` if a file cannot be written."""
        if not self._unwritten:
            return
        table = pa.concat_tables(self._unwritten).combine_chunks()
        self._unwritten = []
        try:
            if not self._writers:
                self._writers = [self._open_writer(path, table.schema) for path in self._paths]
            for writer in self._writers:
                writer.write_table(table, len(table))
        except OSError as error:
            files = " and ".join(path.name for path in self._paths)
            raise FathomError(f"cannot write {files}: {explain_os_error(error)}") from error

    def _open_writer(self, path: Path, schema: pa.Schema) -> pq.ParquetWriter | _CsvWriter:
        """Return a writer of a file for games: CSV if its suffix is ``.csv``, else Parquet.

        Raise `OSError` if the file cannot be opened.
        """
        if path.suffix == ".csv":
            return _CsvWriter(path, self._digits)
        return pq.ParquetWriter(path, schema)

    def _make_table(self, results: row.Integers) -> pa.Table:
        """Return the table of games, with the columns `COLUMNS`, from rows of the simulation.

        `results` are rows as in `simulate.play.rows`, shape (games, `simulate.play.rows.width`).
        """
        study = self._study
        seats = range(study.players)
        rotation = results[:, row.ROTATION]
        columns: dict[str, object] = {
            "game": results[:, row.DEAL] * study.rotations + rotation,
            "deal": results[:, row.DEAL],
            "rotation": rotation.astype(np.int8),
        }

        places = np.array([study.strategies.index(spec) for spec in study.lineup])
        for seat in seats:
            strategy = places[(seat + rotation) % study.players].astype(np.int8)
            columns[f"strategy_seat_{seat + 1}"] = pa.DictionaryArray.from_arrays(
                pa.array(strategy), self._names
            )

        winners = results[:, row.WINNERS]
        # All seats of a side win together, so winners are counted in sides.
        side_size = study.players * self._game.fair_share(study.players)
        winning_sides = np.bitwise_count(winners) / side_size
        for seat in seats:
            won = (winners >> seat) & 1
            columns[f"win_share_seat_{seat + 1}"] = won / np.maximum(winning_sides, 1)

        parts = self._game.score_parts
        for name, (place, still_in) in _SCORES.items():
            for seat in seats:
                scores = results[:, place + seat]
                out = (results[:, still_in] >> seat) & 1 == 0 if still_in else None
                columns[f"{name}_seat_{seat + 1}"] = pa.array(
                    scores if parts == 1 else scores / parts, mask=out
                )

        for name in _COPIED:
            columns[name] = results[:, getattr(row, name.upper())]
        for seat in seats:
            decided = (results[:, row.DECIDED] >> seat) & 1
            columns[f"decided_seat_{seat + 1}"] = decided.astype(bool)
        columns["finished"] = results[:, row.FINISHED].astype(bool)
        for index, count in enumerate(self._game.counts):
            counts_of_games = results[:, row.COUNTS + index]
            columns[count.name] = (
                counts_of_games if count.parts == 1 else counts_of_games / count.parts
            )
        columns |= _group_columns(results, self._layout)
        return pa.table(columns)


def _group_columns(results: row.Integers, layout: TallyLayout) -> dict[str, Any]:
    """Return the columns on groups and losers, by name, from the rows of games."""
    columns: dict[str, Any] = {}
    first = results.shape[1] - layout.sets
    for grouping in layout.groupings:
        sets = results[:, first : first + len(grouping.groups)]
        first += len(grouping.groups)
        # Games have few different combinations of groups, so each is written in words once.
        for seat in range(layout.players):
            has = sets >> seat & 1
            kinds, kind_of_game = np.unique(has, axis=0, return_inverse=True)
            words = [_write_groups(kind, grouping.groups) for kind in kinds]
            columns[f"{grouping.name}_of_seat_{seat + 1}"] = np.array(words)[kind_of_game]
    if layout.loses:
        for seat in range(layout.players):
            columns[f"loses_seat_{seat + 1}"] = (results[:, -1] >> seat & 1).astype(bool)
    return columns


def _write_groups(has: Sequence[int], names: Sequence[str]) -> str:
    """Return the names of the groups for which `has` is 1, separated by "; "."""
    return "; ".join(name for is_in, name in zip(has, names, strict=True) if is_in)


def _read_groups(table: pa.Table, layout: TallyLayout) -> row.Integers:
    """Return the sets of seats that `_group_columns` wrote: shape (games, `TallyLayout.sets`)."""
    sets = np.zeros((len(table), layout.sets), np.int64)
    first = 0
    for grouping in layout.groupings:
        for seat in range(layout.players):
            column = table[f"{grouping.name}_of_seat_{seat + 1}"].to_pandas()
            words = "; " + column.astype(str) + "; "
            for number, name in enumerate(grouping.groups):
                if name:
                    is_in = words.str.contains(f"; {name}; ", regex=False).to_numpy()
                    sets[:, first + number] |= is_in.astype(np.int64) << seat
        first += len(grouping.groups)
    if layout.loses:
        for seat in range(layout.players):
            lost = np.asarray(table[f"loses_seat_{seat + 1}"])
            sets[:, -1] |= lost.astype(np.int64) << seat
    return sets


def recount(path: Path, study: Study) -> Tally:
    """Return the tally of the games in a Parquet file.

    Parameters
    ----------
    path
        A file that `KeptGames` wrote, with all rotations of each deal, one deal after the other. If
        the last deal lacks rotations, its games are not counted.
    study
        The study whose games the file holds.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it is not a Parquet file.
    KeyError
        If the file lacks a column of the study's games.
    UsageError
        If the game of the study cannot be loaded.
    """
    game = counting_game(study)
    layout = layout_of(study)
    tally = Tally()
    remaining = np.zeros((0, row.width(len(game.counts), layout.sets)), np.int64)
    with pq.ParquetFile(path) as file:
        for group in range(file.num_row_groups):
            remaining = np.concatenate(
                [remaining, rows_of(file.read_row_group(group), layout, game)]
            )
            complete = len(remaining) - len(remaining) % study.rotations
            tally += tally_rows(layout, remaining[:complete])
            remaining = remaining[complete:]
    return tally


def rows_of(table: pa.Table, layout: TallyLayout, game: Game) -> row.Integers:
    """Return the rows of the simulation from which a table of games was made.

    Parameters
    ----------
    table
        A table with the columns `COLUMNS`.
    layout
        The layout of the study's tally.
    game
        The game, with the events of the study among its counts.

    Returns
    -------
    array
        Rows as in `simulate.play.rows`, shape (games, `simulate.play.rows.width`).

    Raises
    ------
    KeyError
        If the table lacks a column.
    """
    players = layout.players
    end_of_counts = row.width(len(game.counts))
    rows = np.zeros((len(table), end_of_counts + layout.sets), np.int64)
    rows[:, end_of_counts:] = _read_groups(table, layout)
    rows[:, row.DEAL] = table["deal"]
    rows[:, row.ROTATION] = table["rotation"]
    rows[:, row.FINISHED] = table["finished"]
    for name in _COPIED:
        rows[:, getattr(row, name.upper())] = table[name]
    for index, count in enumerate(game.counts):
        rows[:, row.COUNTS + index] = _in_parts(table[count.name], count.parts)
    for seat in range(players):
        decided = np.asarray(table[f"decided_seat_{seat + 1}"])
        rows[:, row.DECIDED] |= decided.astype(np.int64) << seat
        won = np.asarray(table[f"win_share_seat_{seat + 1}"]) > 0
        rows[:, row.WINNERS] |= won.astype(np.int64) << seat
        for name, (place, still_in) in _SCORES.items():
            column = table[f"{name}_seat_{seat + 1}"]
            rows[:, place + seat] = _in_parts(column.fill_null(0), game.score_parts)
            if still_in:
                rows[:, still_in] |= np.asarray(column.is_valid()).astype(np.int64) << seat
    rows[:, row.LAST_AT_HALF] = _last_at_half(rows, players, game)
    return rows


def _in_parts(column: pa.ChunkedArray, parts: int) -> Any:
    """Return the values of a column times `parts`, rounded: 1.5 points are 3 half points."""
    return np.asarray(column) if parts == 1 else np.rint(np.asarray(column) * parts)


def _last_at_half(rows: row.Integers, players: int, game: Game) -> row.Integers:
    """Return the seats in last place at half-time of each game, as bits, shape (games,).

    No bit is set if all seats were level or if the game did not end. If seats form sides, the bits
    are those of all seats of the sides with the lowest total.
    """
    bits = 1 << np.arange(players)
    still_in = rows[:, [row.HALF_SEATS]] & bits != 0
    standing = game.standing(1) * rows[:, row.HALF_SCORES : row.HALF_SCORES + players]
    side_of = game.side_of(players)
    if max(side_of) > 0:
        by_side = row.sums_by_side(np.where(still_in, standing, 0), side_of)
        standing = by_side[:, list(side_of)]
    worst = np.where(still_in, standing, np.iinfo(np.int64).max).min(axis=1, keepdims=True)
    last = (still_in & (standing == worst)) @ bits
    is_level = last == rows[:, row.HALF_SEATS]
    return np.where(is_level | (rows[:, row.FINISHED] == 0), 0, last)
