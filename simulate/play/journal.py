"""A journal keeps finished blocks of games on disk, so that no block is played twice.

Game k of a study depends only on the seed and on k, and tallies add exactly. The counts of
consecutive deals therefore stay right, whatever happens to the process that counted them. A journal
stores such counts ("parts") as records. Each record has a key that identifies the games
(`simulate.play.executor.journal_key`) and the number of its first deal.

Code that plays games looks up `current_journal` first. Outside of `use_journal` nothing is stored.
"""

from __future__ import annotations

import json
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

from simulate.errors import FathomError
from simulate.play.journal_database import (
    checksum_of,
    copy_database,
    create_database,
    delete_database,
    open_database,
)
from simulate.play.signals import shielded

#: The longest time in seconds that finished blocks wait to be written: at first, and later on.
FIRST_PAUSE = 0.5
PAUSE = 3.0
#: After this number of records of a key, the next record holds the sum of all of them.
_RECORDS = 64


Unpacked = TypeVar("Unpacked")


class Part(Protocol):
    """The counts of consecutive deals.

    Adding the counts of the next deals gives the counts of all these deals.

    A record stores the result of its method `pack`, or its fields if it has no such method.
    """

    def __add__(self, other: Self) -> Self: ...


class Watcher(Protocol):
    """An object that sees the row of every game, in order, and can return to an earlier state."""

    def add(self, results: Any) -> None:
        """Take the rows of the next games: shape (games, `simulate.play.rows.width`)."""

    def state(self) -> Any:
        """Return the state as JSON values. All rows that were added must then be on the disk."""

    def restore(self, state: Any) -> bool:
        """Return to a state that `state` returned, and return True; False if this is impossible."""


#: Watchers by name.
Watchers = Mapping[str, Watcher]
NO_WATCHERS: Watchers = {}


def restore_watchers(watchers: Watchers, states: Mapping[str, Any]) -> bool:
    """Restore the states of all watchers or, if that is impossible, change none of them.

    Returns
    -------
    bool
        True if all watchers were restored. False if `states`, the state of each watcher by name,
        lacks a watcher, or if a watcher cannot be restored. All watchers then keep their states.
    """
    if not watchers.keys() <= states.keys():
        return False
    before = {name: watcher.state() for name, watcher in watchers.items()}
    if all(watcher.restore(states[name]) for name, watcher in watchers.items()):
        return True
    for name, watcher in watchers.items():
        watcher.restore(before[name])
    return False


@dataclass(frozen=True)
class JournalRecord:
    """A stored part, with the state of each watcher after its last deal, by name."""

    first: int
    deals: int
    #: The part as JSON values.
    packed: Any
    states: dict[str, Any]


def unpack_part(unpack: Callable[[Any], Unpacked], record: JournalRecord) -> Unpacked:
    """Return the part of a record, as `unpack` makes it from JSON values.

    Raises
    ------
    FathomError
        If the record does not have the values of such a part.
    """
    try:
        return unpack(record.packed)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise FathomError(
            "the journal of finished games cannot be used: it contains unexpected values; use "
            "--fresh to start over"
        ) from error


@dataclass
class _Chain:
    """Consecutive parts of a key, which are combined into a single record from time to time."""

    first: int
    #: The number of deals of the parts that are already in records, the sum of these parts, and the
    #: number of these records.
    deals: int = 0
    part: Part | None = None
    records: int = 0
    #: Parts that are not in a record yet, and the number of their deals.
    waiting: list[Part] = field(default_factory=list)
    waiting_deals: int = 0

    def take_row(self, key: str, states: dict[str, Any]) -> tuple[Any, ...]:
        """Return the sum of the waiting parts as a row of the database; they no longer wait.

        Every `_RECORDS` rows, the row has the sum of all parts so far instead. At least one part
        must be waiting. `key` identifies the games, and `states` are the states of watchers, by
        name, after the last part.
        """
        part: Part = reduce(add, self.waiting)
        deals = self.waiting_deals
        first = self.first + self.deals
        self.part = part if self.part is None else self.part + part
        self.deals += deals
        self.records += 1
        self.waiting = []
        self.waiting_deals = 0
        if self.records >= _RECORDS:
            self.records = 1
            first = self.first
            deals = self.deals
            part = self.part
        text = json.dumps(part, separators=(",", ":"), default=_plain)
        row = (key, first, deals, json.dumps(states), zlib.compress(text.encode(), 1))
        return (*row, checksum_of(row))


def _plain(part: Any) -> Any:
    """Return values that JSON knows for an object that it does not know, for `json.dumps`.

    The values are a list for an array, the result of the method `pack` for an object that has one,
    and the fields of any other object.
    """
    for name in ("tolist", "pack"):
        if hasattr(part, name):
            return getattr(part, name)()
    return vars(part)


class Journal:
    """Stores parts in a file and returns parts that were stored earlier.

    Parameters
    ----------
    path
        The file; None stores nothing until `write_to` is called.
    head
        JSON values that describe the run; they are stored in the file.
    say
        Called with a sentence when an earlier run is continued, and when the file cannot be
        written any more.
    clock
        Returns seconds.
    """

    def __init__(
        self,
        path: Path | None = None,
        head: dict[str, Any] | None = None,
        say: Callable[[str], None] = lambda message: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path = path
        self._say = say
        self._clock = clock
        self.head = head or {}
        #: True if parts are stored.
        self._is_writable = path is not None
        #: None before the first rows are written.
        self._database: sqlite3.Connection | None = None
        #: Rows that are not written yet.
        self._rows: list[tuple[Any, ...]] = []
        self._chains: dict[str, _Chain] = {}
        self._flushed = clock()
        self._pause = FIRST_PAUSE
        self._watchers = NO_WATCHERS
        #: True if an earlier command wrote the file.
        self.is_earlier = False
        #: The number of games that were taken from the journal instead of being played.
        self.reused_games = 0

    @classmethod
    def read(cls, path: Path, say: Callable[[str], None] = lambda message: None) -> Journal | None:
        """Return the journal in a file; None if the file is missing, damaged or not a journal.

        `say` is as in the constructor.

        Raises
        ------
        FathomError
            If the file cannot be read, or has another format.
        """
        opened = open_database(path)
        if opened is None:
            return None
        database, head = opened
        journal = cls(path, head, say)
        journal._database = database
        journal.is_earlier = True
        return journal

    def records_from(self, key: str, first: int, end: int) -> Iterator[JournalRecord]:
        """Yield the consecutive records of a key from deal `first` on, up to a gap or deal `end`.

        Raises
        ------
        FathomError
            If the file is damaged or was changed by another program.
        """
        longest = (
            "SELECT * FROM records WHERE key = ? AND first = ? AND first + deals <= ? "
            "ORDER BY deals DESC LIMIT 1"
        )
        while rows := self._select(longest, key, first, end):
            [(*values, checksum)] = rows
            if checksum_of(values) != checksum:
                raise self._changed()
            _, _, deals, states, part = values
            packed = json.loads(zlib.decompress(part))
            yield JournalRecord(first, deals, packed, json.loads(states))
            first += deals

    def records_and_gaps(
        self, key: str, ranges: Iterable[tuple[int, int]]
    ) -> Iterator[JournalRecord | tuple[int, int]]:
        """Yield the records of some ranges of deals and the gaps between records, in order.

        Ranges and gaps are pairs: the first deal and the number of deals.

        Raises
        ------
        FathomError
            If the file is damaged or was changed by another program.
        """
        next_first = (
            "SELECT first FROM records WHERE key = ? AND first > ? AND first < ? "
            "ORDER BY first LIMIT 1"
        )
        for first, deals in ranges:
            at = first
            end = first + deals
            while at < end:
                for record in self.records_from(key, at, end):
                    yield record
                    at = record.first + record.deals
                begin = at
                [(at,)] = self._select(next_first, key, begin, end) or [(end,)]
                if begin < at:
                    yield begin, at - begin

    def count_reused(self, games: int) -> None:
        """Count games that were taken from the journal instead of being played.

        The first time, `say` is called with a notice if an earlier command played them.
        """
        if self.is_earlier and not self.reused_games:
            self._say("continuing with the games of an earlier command; use --fresh to start over")
        self.reused_games += games

    def ranges(self, key: str) -> list[tuple[int, int]]:
        """Return the deals of each record of a key, as first and end (not included), in any order.

        Raises
        ------
        FathomError
            If the file is damaged or was changed by another program.
        """
        return self._select("SELECT first, first + deals FROM records WHERE key = ?", key)

    def absorb(self, source: Journal) -> None:
        """Copy the records of the journal `source` into the file of this journal.

        Raises
        ------
        FathomError
            If the file of `source` is damaged or was changed by another program.
        OSError, sqlite3.Error
            If the file of this journal cannot be written.
        """
        self._insert(source._select("SELECT * FROM records"))

    def watch(self, watchers: Watchers) -> None:
        """Store the states of `watchers` with every later record."""
        self._watchers = watchers

    def add(self, key: str, first: int, deals: int, part: Part) -> None:
        """Store the counts of `deals` deals from deal `first` on, if there is a file.

        They are written a little later. `key` identifies the games.
        """
        if not self._is_writable:
            return
        chain = self._chains.get(key)
        if chain is None or chain.first + chain.deals + chain.waiting_deals != first:
            self.end(key)
            chain = self._chains[key] = _Chain(first)
        chain.waiting.append(part)
        chain.waiting_deals += deals
        self._flush_in_time()

    def end(self, key: str) -> None:
        """End the current record of a key, so that a later run can stop at the same deal."""
        chain = self._chains.pop(key, None)
        if chain and chain.waiting:
            self._rows.append(chain.take_row(key, self._states()))
            self._flush_in_time()

    def flush(self) -> None:
        """Write all parts that wait to be written.

        If the file cannot be written, `say` is called and nothing is stored from then on.
        """
        with shielded():
            chains = {key: chain for key, chain in self._chains.items() if chain.waiting}
            states = self._states() if chains else {}
            self._rows += [chain.take_row(key, states) for key, chain in chains.items()]
            try:
                if self._is_writable and self._rows:
                    self._insert(self._rows)
                    self._rows = []
            except (OSError, sqlite3.Error) as error:
                # Keep playing: losing the ability to resume is better than losing the run.
                self._say(
                    f"cannot write finished games to {self._path}: "
                    f"{getattr(error, 'strerror', None) or error}; if this command is stopped, "
                    "the next one has to start over"
                )
                self._is_writable = False
            self._flushed = self._clock()

    def write_to(self, path: Path) -> None:
        """Write all records to a new file; nothing can be stored or read afterwards.

        Raises
        ------
        OSError
            If it cannot be written.
        """
        if self._database is None:
            self._path = path
            self._is_writable = True
        self.flush()
        if self._database and self._path != path:
            copy_database(self._database, path)
        self._close()  # Some systems cannot move a folder with an open file.

    def delete(self) -> None:
        """Close the journal and delete its file, if it has one.

        Raises
        ------
        OSError
            If the file cannot be deleted.
        """
        self._close()
        if self._path:
            delete_database(self._path)

    @property
    def holds_any(self) -> bool:
        """True if the journal's file has a record of games.

        Raises
        ------
        FathomError
            If the file is damaged or was changed by another program.
        """
        return bool(self._select("SELECT 1 FROM records LIMIT 1"))

    def _close(self) -> None:
        if self._database:
            self._database.close()
        self._database = None
        self._is_writable = False

    def _flush_in_time(self) -> None:
        if self._clock() - self._flushed > min(self._pause, PAUSE):
            self.flush()
            self._pause *= 1.5

    def _states(self) -> dict[str, Any]:
        return {name: watcher.state() for name, watcher in self._watchers.items()}

    def _insert(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Add rows in one transaction, and remove earlier rows whose deals they include."""
        if self._database is None:
            assert self._path is not None
            self._database = create_database(self._path, self.head)
        with self._database as database:
            for row in rows:
                key, first, deals, *_ = row
                included = "DELETE FROM records WHERE key = ? AND first >= ? AND first + deals <= ?"
                database.execute(included, (key, first, first + deals))
                database.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)", row)

    def _select(self, query: str, *values: Any) -> list[Any]:
        """Return the rows that a query finds; none if nothing was written yet.

        Raise `FathomError` if the file is damaged or was changed by another program.
        """
        if self._database is None:
            return []
        try:
            return self._database.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise self._changed() from error

    def _changed(self) -> FathomError:
        return FathomError(
            f"{self._path} changed while it was read; another program may be writing to it; try "
            "again, or use --fresh to start over"
        )


#: The journal of the command that runs. It is a context variable, because a command plays games in
#: many places, far below the place that opens the journal. Two commands in two threads of a
#: notebook have journals of their own. Only the thread that starts the games looks it up, never the
#: threads that play blocks.
_journal: ContextVar[Journal] = ContextVar("journal")


def current_journal() -> Journal:
    """Return the journal in use, or a journal that stores nothing."""
    journal = _journal.get(None)
    return Journal() if journal is None else journal


@contextmanager
def use_journal(journal: Journal) -> Iterator[None]:
    """Store the games that are played in the `with` block in a journal."""
    token = _journal.set(journal)
    try:
        yield
    finally:
        _journal.reset(token)
