"""A journal keeps finished blocks of games on disk, so that no block is played twice.

Game k of a study depends only on the seed and on k, and tallies add exactly. The counts of a
stretch of deals therefore stay right, whatever happens to the process that counted them. A journal
stores such counts ("parts"). Each part has a key that says what was played
(`simulate.play.executor.journal_key`) and the number of its first deal.

The file only grows. Each record starts with its length and a checksum, so a record that was being
written when the process died is recognized and dropped.

Code that plays games looks up `current_journal` first. Outside of `use_journal` nothing is stored.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

from simulate.errors import FathomError
from simulate.input_files import open_regular

#: The longest time in seconds that finished blocks wait to be written: at first, and later on.
FIRST_PAUSE = 0.5
PAUSE = 3.0
#: After this number of records of a key, the next record holds the sum of all of them.
_RECORDS = 64
#: The file is rewritten when it is larger than this and more than twice as large as its contents.
_LARGE = 8_000_000
_BEGIN = b"Fathom journal 1\n"
_HEAD = struct.Struct(">I16s")
#: The most bytes of a record, compressed or not. A larger length is a damaged one.
_MOST = 1 << 29
#: Larger than the number of any deal.
_NEVER = 1 << 62


Unpacked = TypeVar("Unpacked")


class Part(Protocol):
    """The counts of a stretch of deals; adding those of the next deals gives their sum.

    A record stores the result of its method `pack`, or its fields if it has no such method.
    """

    def __add__(self, other: Self) -> Self: ...


class Watcher(Protocol):
    """An object that sees the row of every game, in order, and can return to an earlier state."""

    def add(self, results: Any) -> None:
        """Take the rows of the next games: shape (games, `simulate.play.rows.width`)."""

    def state(self) -> Any:
        """Return the state as JSON values, after everything that was added is safe on disk."""

    def restore(self, state: Any) -> bool:
        """Return to a state that `state` returned, and return whether that is possible."""


#: Watchers by name.
Watchers = Mapping[str, Watcher]
NO_WATCHERS: Watchers = {}


def restore_watchers(watchers: Watchers, states: Mapping[str, Any]) -> bool:
    """Restore the state of each watcher, or of none.

    Returns
    -------
    bool
        Whether all watchers were restored. If one cannot be, all keep the state they had.
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
        If the record holds something else.
    """
    try:
        return unpack(record.packed)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise FathomError(
            "the journal of finished games cannot be used: it holds something else; use --fresh "
            "to start over"
        ) from error


@dataclass
class _Chain:
    """Consecutive parts of a key, which are combined into a single record from time to time."""

    first: int
    #: The deals and the sum of the parts that are written already, and in how many records.
    deals: int = 0
    part: Part | None = None
    records: int = 0
    #: Parts that are not written yet, and the number of their deals.
    waiting: list[Part] = field(default_factory=list)
    waiting_deals: int = 0
    states: dict[str, Any] = field(default_factory=dict)


class Journal:
    """Stores parts in a file and returns parts that were stored earlier.

    Parameters
    ----------
    path
        The file; None stores nothing until `write_to` is called.
    head
        JSON values that describe the run; they are the first record of the file.
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
        self._path, self._say, self._clock = path, say, clock
        self.head = head or {}
        # By key, first deal and number of deals: the place of the record and its length.
        self._index: dict[str, dict[int, dict[int, tuple[int, int]]]] = {}
        self._chains: dict[str, _Chain] = {}
        self._ended: list[tuple[str, _Chain]] = []
        self._flushed, self._pause = clock(), FIRST_PAUSE
        self._size = self._live_bytes = 0
        self._watchers = NO_WATCHERS
        #: Whether an earlier command wrote it.
        self.is_earlier = False
        #: The number of games that were taken from it instead of being played.
        self.reused_games = 0

    @classmethod
    def read(cls, path: Path, say: Callable[[str], None] = lambda message: None) -> Journal | None:
        """Return the journal in a file without a damaged end, or None if the file holds none.

        Raises
        ------
        FathomError
            If the file exists and cannot be read.
        """
        journal = cls(path, say=say)
        try:
            with open_regular(path) as file:
                if file.read(len(_BEGIN)) == _BEGIN:
                    journal._read_records(file)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise FathomError(f"{path} cannot be read: {error.strerror}") from None
        journal.is_earlier = bool(journal.head)
        return journal if journal.head else None

    def _read_records(self, file: Any) -> None:
        """Index the records of a file, up to the first damaged one."""
        self._size = file.tell()
        while len(start := file.read(_HEAD.size)) == _HEAD.size:
            length, checksum = _HEAD.unpack(start)
            body = file.read(length) if length <= _MOST else b""
            is_intact = len(body) == length and _checksum(body) == checksum
            label = _label(body) if is_intact else None
            if label is None:
                return
            if "head" in label:
                self.head = label["head"]
            else:
                self._note(label, self._size, _HEAD.size + length)
            self._size += _HEAD.size + length

    def __bool__(self) -> bool:
        return self._path is not None

    def records_from(self, key: str, first: int, end: int) -> Iterator[JournalRecord]:
        """Yield consecutive records of a key from a deal on, as far as they go, none past `end`."""
        by_first = self._index.get(key, {}) if self else {}
        while inside := [deals for deals in by_first.get(first, ()) if first + deals <= end]:
            deals = max(inside)
            label, packed = self._record(*by_first[first][deals])
            yield JournalRecord(first, deals, packed, label["states"])
            first += deals

    def records_and_gaps(
        self, key: str, stretches: Iterable[tuple[int, int]]
    ) -> Iterator[JournalRecord | tuple[int, int]]:
        """Yield what is stored of some deals, and the deals in between, in order.

        Parameters
        ----------
        key
            The key of the records.
        stretches
            The deals: the first of each stretch, and how many follow one another.

        Yields
        ------
        JournalRecord or tuple
            A record; or the first deal of a gap and its number of deals.
        """
        for first, deals in stretches:
            at, end = first, first + deals
            while at < end:
                for record in self.records_from(key, at, end):
                    yield record
                    at = record.first + record.deals
                begin = at
                at = min([end, *(later for later in self._index.get(key, {}) if later > at)])
                if begin < at:
                    yield begin, at - begin

    def count_reused(self, games: int) -> None:
        """Count games that were taken from it instead of being played."""
        if self.is_earlier and not self.reused_games:
            self._say("continuing with the games of an earlier command; use --fresh to start over")
        self.reused_games += games

    def ranges(self, key: str) -> list[tuple[int, int]]:
        """Return the deals of each record of a key, as first and end (not included)."""
        return [
            (first, first + deals)
            for record_key, first, deals, *_ in self._live()
            if record_key == key
        ]

    def absorb(self, other: Journal) -> None:
        """Copy the records of another journal that this one does not have."""
        for key, first, deals, begin, length in list(other._live()):
            if deals not in self._index.get(key, {}).get(first, {}):
                label, packed = other._record(begin, length)
                self._write(label, _body(label, packed))

    def watch(self, watchers: Watchers) -> None:
        """Store the states of these watchers with every record from now on."""
        self._watchers = watchers

    def add(self, key: str, first: int, deals: int, part: Part) -> None:
        """Store the counts of some deals, if there is a file; they are written a little later."""
        if not self:
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
            chain.states = self._states()
            self._ended.append((key, chain))
            self._flush_in_time()

    def flush(self) -> None:
        """Write all parts that wait to be written."""
        for key, chain in self._ended:
            self._write_chain(key, chain, chain.states)
        self._ended = []
        states = self._states() if self._chains else {}
        for key, chain in self._chains.items():
            self._write_chain(key, chain, states)
        self._flushed = self._clock()

    def write_to(self, path: Path) -> None:
        """Copy all records into another file, and use that file from now on."""
        if self._size:
            self.flush()
            self._copy_to(path)
        self._path = path
        self.flush()

    @property
    def holds_any(self) -> bool:
        """Whether it holds a record of games."""
        return any(self._live())

    def _flush_in_time(self) -> None:
        if self._clock() - self._flushed > min(self._pause, PAUSE):
            self.flush()
            self._pause *= 1.5

    def _states(self) -> dict[str, Any]:
        return {name: watcher.state() for name, watcher in self._watchers.items()}

    def _write_chain(self, key: str, chain: _Chain, states: dict[str, Any]) -> None:
        if not chain.waiting:
            return
        part, deals = reduce(add, chain.waiting), chain.waiting_deals
        first = chain.first + chain.deals
        chain.part = part if chain.part is None else chain.part + part
        chain.deals += deals
        chain.records += 1
        chain.waiting, chain.waiting_deals = [], 0
        if chain.records >= _RECORDS:
            first, deals, part = chain.first, chain.deals, chain.part
            chain.records = 1
        if self._path is None:
            return
        label = {"key": key, "first": first, "deals": deals, "states": states}
        try:
            self._write(label, _body(label, part))
        except OSError as error:
            # Keep playing: losing the ability to resume is better than losing the run.
            self._say(
                f"cannot write finished games to {self._path}: {error.strerror or error}; if this "
                "command is stopped, the next one has to start over"
            )
            self._path = None

    def _write(self, label: dict[str, Any], body: bytes) -> None:
        assert self._path is not None
        if not self._size:
            self._path.parent.mkdir(exist_ok=True)
            self._copy_to(self._path)
        with self._path.open("r+b") as file:
            file.seek(self._size)
            file.truncate()  # removes a damaged record
            file.write(_framed(body))
            _sync(file)
        self._note(label, self._size, _HEAD.size + len(body))
        self._size += _HEAD.size + len(body)
        if self._size > max(_LARGE, 2 * self._live_bytes):
            # The new file leaves out records whose deals later records hold too.
            part = self._path.with_name(f"{self._path.name}.part")
            self._copy_to(part)
            part.replace(self._path)

    def _copy_to(self, path: Path) -> None:
        """Copy all records into another file, and index their places there."""
        places = {}
        with path.open("wb") as file:
            file.write(_BEGIN + _framed(_body({"head": self.head}, None)))
            if self._path is not None and self._size:
                with self._path.open("rb") as source:
                    for key, first, deals, begin, length in self._live():
                        places[key, first, deals] = (file.tell(), length)
                        file.write(self._read_again(source, begin, length))
            size = file.tell()
            _sync(file)
        self._size = size
        for (key, first, deals), place in places.items():
            self._index[key][first][deals] = place

    def _live(self) -> Iterator[tuple[str, int, int, int, int]]:
        """Yield key, first deal, number of deals, place and length of each record in use."""
        for key, by_first in self._index.items():
            for first, by_deals in by_first.items():
                for deals, (begin, length) in by_deals.items():
                    yield key, first, deals, begin, length

    def _note(self, label: dict[str, Any], begin: int, length: int) -> None:
        """Index a record, and drop earlier records whose deals it includes."""
        first, deals = int(label["first"]), int(label["deals"])
        by_first = self._index.setdefault(str(label["key"]), {})
        at = first
        while inside := [size for size in by_first.get(at, ()) if at + size <= first + deals]:
            for size in inside:
                self._live_bytes -= by_first[at].pop(size)[1]
            at += max(inside)
        by_first.setdefault(first, {})[deals] = (begin, length)
        self._live_bytes += length

    def _record(self, begin: int, length: int) -> tuple[dict[str, Any], Any]:
        """Return the label and the packed part of the record at a place."""
        assert self._path is not None
        with self._path.open("rb") as file:
            raw = self._read_again(file, begin, length)
        label, _, packed = _inflated(raw[_HEAD.size :]).partition(b"\n")
        return json.loads(label), json.loads(packed)

    def _read_again(self, file: Any, begin: int, length: int) -> bytes:
        """Return the bytes of an indexed record, its length and checksum included."""
        file.seek(begin)
        raw: bytes = file.read(length)
        if len(raw) != length or _checksum(raw[_HEAD.size :]) != _HEAD.unpack(raw[: _HEAD.size])[1]:
            raise FathomError(
                f"{self._path} changed while it was read; another program may be writing to it; "
                "try again, or use --fresh to start over"
            )
        return raw


def _body(label: dict[str, Any], part: Any) -> bytes:
    # The label has a line of its own, so that it can be read without parsing the part.
    text = json.dumps(label) + "\n" + json.dumps(part, separators=(",", ":"), default=_plain)
    return zlib.compress(text.encode(), 1)


def _plain(part: Any) -> Any:
    """Return an object as values that JSON knows."""
    for name in ("tolist", "pack"):
        if hasattr(part, name):
            return getattr(part, name)()
    return vars(part)


def _label(body: bytes) -> dict[str, Any] | None:
    """Return the label of a record, or None if no journal writes such a record."""
    try:
        label: Any = json.loads(_inflated(body).partition(b"\n")[0])
    except (ValueError, zlib.error, RecursionError):
        return None
    if not isinstance(label, dict):
        return None
    if "head" in label:
        return label if isinstance(label["head"], dict) else None
    first, deals, states = (label.get(name) for name in ("first", "deals", "states"))
    is_stretch = type(first) is int and type(deals) is int and 0 <= first < first + deals < _NEVER
    return label if is_stretch and isinstance(states, dict) and "key" in label else None


def _inflated(body: bytes) -> bytes:
    inflate = zlib.decompressobj()
    text = inflate.decompress(body, _MOST)
    if inflate.unconsumed_tail:
        raise ValueError("too large")
    return text


def _framed(body: bytes) -> bytes:
    return _HEAD.pack(len(body), _checksum(body)) + body


def _checksum(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=16).digest()


def _sync(file: Any) -> None:
    file.flush()
    os.fsync(file.fileno())


#: The journal of the command that runs. A command plays games in many places, far below the place
#: that opens the journal; with a context variable they need not all pass it on, and two commands in
#: two threads of a notebook do not write to each other's. Only the thread that starts the games
#: looks it up, never the threads that play blocks.
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
