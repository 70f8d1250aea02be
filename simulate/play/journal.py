"""Finished blocks of games, kept on disk as they are finished, so that none is played twice.

Game k of a study depends on its seed and k alone, and tallies add exactly. So what was counted in
some deals is right for ever, whatever becomes of the process that counted it. A journal holds such
parts, each under a key that says what was played (`simulate.play.executor.journal_key`), and
under its first deal. It is a file that only grows; each record has its length and a checksum, so
that a record that was being written when the process died is dropped and never believed.

Whoever plays asks `current` first. Outside of `keeping` nothing is kept.
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
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

from simulate.errors import FathomError
from simulate.input_files import open_regular

#: The most seconds that finished blocks wait to be written: at first, and later on.
FIRST_PAUSE, PAUSE = 0.5, 3.0
#: After so many records one is written that holds all of them.
_RECORDS = 64
#: The file is written anew when it is larger than this and more than twice what it holds.
_LARGE = 8_000_000
_BEGIN = b"Fathom journal 1\n"
_HEAD = struct.Struct(">I16s")
#: No record is larger, packed or not: a length beyond it is none.
_MOST = 1 << 29
#: No deal has such a number.
_NEVER = 1 << 62


Unpacked = TypeVar("Unpacked")


class Part(Protocol):
    """What was counted in some deals: it adds to what was counted in the next ones.

    A record has its fields, arrays as lists; or what `packed` returns, if it has that.
    """

    def __add__(self, other: Self) -> Self: ...


class Watcher(Protocol):
    """What looks at the row of every game while it is played, and can be put back where it was."""

    def add(self, results: Any) -> None:
        """Look at the rows of the next games."""

    def state(self) -> Any:
        """Return what `restore` takes, plain, once all that was added is safe on disk."""

    def restore(self, state: Any) -> bool:
        """Be as if all that was added before that state had been added; tell if that can be."""


#: Who looks at the rows of all games as they are played, in their order; by name.
Watchers = Mapping[str, Watcher]
NO_WATCHERS: Watchers = {}


def restore_watchers(watchers: Watchers, states: Mapping[str, Any]) -> bool:
    """Put all watchers back where they were, if all of them can be."""
    if not watchers.keys() <= states.keys():
        return False
    before = {name: one.state() for name, one in watchers.items()}
    done = all(one.restore(states[name]) for name, one in watchers.items())
    if not done:
        for name, one in watchers.items():
            one.restore(before[name])
    return done


@dataclass(frozen=True)
class JournalRecord:
    """A part that was kept, packed, and the states of whatever watched its last deal, by name."""

    first: int
    deals: int
    packed: Any
    states: dict[str, Any]


def unpack_part(unpack: Callable[[Any], Unpacked], kept: JournalRecord) -> Unpacked:
    """Return what a part was before it was packed; `FathomError` if it is no such part."""
    try:
        return unpack(kept.packed)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise FathomError(
            "the journal of finished games holds something else; give --fresh to play anew"
        ) from error


@dataclass
class _Chain:
    """What was kept under a key since the last end, to be put into one record now and then."""

    first: int
    deals: int = 0
    part: Part | None = None
    waiting: list[Part] = field(default_factory=list)
    waiting_deals: int = 0
    records: int = 0
    states: dict[str, Any] = field(default_factory=dict)


class Journal:
    """Keeps parts in a file, if any, and gives back what was kept before.

    The first record tells of it (`head`); `say` is called with a sentence when something is taken
    from it, and if nothing can be kept any more.
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
        # By key and first deal: by number of deals, where the record stands and how long it is.
        self._index: dict[str, dict[int, dict[int, tuple[int, int]]]] = {}
        self._chains: dict[str, _Chain] = {}
        self._ended: list[tuple[str, _Chain]] = []
        self._flushed, self._pause = clock(), FIRST_PAUSE
        self._size = self._live_bytes = 0
        self._watchers = NO_WATCHERS
        #: Whether it is of an earlier command.
        self.is_earlier = False
        #: Games that were taken from it instead of being played.
        self.reused_games = 0

    @classmethod
    def read(cls, path: Path, say: Callable[[str], None] = lambda message: None) -> Journal | None:
        """Return the journal in a file, without its torn end; ``None`` if there is none."""
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
        """Note what stands in a file, up to the first record that is torn."""
        self._size = file.tell()
        while len(start := file.read(_HEAD.size)) == _HEAD.size:
            length, checksum = _HEAD.unpack(start)
            body = file.read(length) if length <= _MOST else b""
            whole = len(body) == length and _checksum(body) == checksum
            label = _label(body) if whole else None
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
        """Yield the parts of a key from a deal on, one after the other, none beyond `end`."""
        several = self._index.get(key, {}) if self else {}
        while inside := [some for some in several.get(first, ()) if first + some <= end]:
            deals = max(inside)
            label, packed = self._record(*several[first][deals])
            yield JournalRecord(first, deals, packed, label["states"])
            first += deals

    def records_and_gaps(
        self, key: str, stretches: Iterable[tuple[int, int]]
    ) -> Iterator[JournalRecord | tuple[int, int]]:
        """Yield the parts of a key in some deals, and where there is none the gaps.

        Gaps are like the `stretches`: a first deal, and how many follow one another.
        """
        for first, deals in stretches:
            at, end = first, first + deals
            while at < end:
                for one in self.records_from(key, at, end):
                    yield one
                    at = one.first + one.deals
                begin = at
                at = min([end, *(later for later in self._index.get(key, {}) if later > at)])
                if begin < at:
                    yield begin, at - begin

    def count_reused(self, games: int) -> None:
        """Say that games were taken from it instead of being played."""
        if self.is_earlier and not self.reused_games:
            self._say("going on from what was played before; --fresh plays all anew")
        self.reused_games += games

    def ranges(self, key: str) -> list[tuple[int, int]]:
        """Return the deals of which there are parts of a key, each part as first and end."""
        return [(first, first + deals) for one, first, deals, *_ in self._live() if one == key]

    def absorb(self, other: Journal) -> None:
        """Keep all that another journal holds."""
        for key, first, deals, begin, length in list(other._live()):
            if deals not in self._index.get(key, {}).get(first, {}):
                label, packed = other._record(begin, length)
                self._write(label, _body(label, packed))

    def watch(self, watchers: Watchers) -> None:
        """Write what these are at with every record from now on."""
        self._watchers = watchers

    def add(self, key: str, first: int, deals: int, part: Part) -> None:
        """Keep what was counted in some deals, if there is a file; written when it is time."""
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
        """Say that a look follows: what is kept next goes into another record."""
        chain = self._chains.pop(key, None)
        if chain and chain.waiting:
            chain.states = self._states()
            self._ended.append((key, chain))
            self._flush_in_time()

    def flush(self) -> None:
        """Write what waits."""
        for key, chain in self._ended:
            self._write_chain(key, chain, chain.states)
        self._ended = []
        states = self._states() if self._chains else {}
        for key, chain in self._chains.items():
            self._write_chain(key, chain, states)
        self._flushed = self._clock()

    def write_to(self, path: Path) -> None:
        """Write all that is kept into another file, in which it is kept from now on."""
        if self._size:
            self.flush()
            self._copy_to(path)
        self._path = path
        self.flush()

    @property
    def holds_any(self) -> bool:
        """Whether there is anything in it."""
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
        chain.deals, chain.records = chain.deals + deals, chain.records + 1
        chain.waiting, chain.waiting_deals = [], 0
        if chain.records >= _RECORDS:
            first, deals, part, chain.records = chain.first, chain.deals, chain.part, 1
        if self._path is None:
            return
        label = {"key": key, "first": first, "deals": deals, "states": states}
        try:
            self._write(label, _body(label, part))
        except OSError as error:  # what is played is worth more than that it can be gone on with
            self._say(
                f"cannot keep finished games in {self._path}: {error.strerror or error}; if this "
                "command is stopped, the next one begins anew"
            )
            self._path = None

    def _write(self, label: dict[str, Any], body: bytes) -> None:
        assert self._path is not None
        if not self._size:
            self._path.parent.mkdir(exist_ok=True)
            self._copy_to(self._path)
        with self._path.open("r+b") as file:
            file.seek(self._size)
            file.truncate()  # whatever was torn
            file.write(_framed(body))
            _sync(file)
        self._note(label, self._size, _HEAD.size + len(body))
        self._size += _HEAD.size + len(body)
        if self._size > max(_LARGE, 2 * self._live_bytes):
            # Anew, without the records that others hold too.
            part = self._path.with_name(f"{self._path.name}.part")
            self._copy_to(part)
            part.replace(self._path)

    def _copy_to(self, path: Path) -> None:
        """Write all that is kept into another file, and note where it stands there."""
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
        for (key, first, deals), where in places.items():
            self._index[key][first][deals] = where

    def _live(self) -> Iterator[tuple[str, int, int, int, int]]:
        for key, firsts in self._index.items():
            for first, several in firsts.items():
                for deals, (begin, length) in several.items():
                    yield key, first, deals, begin, length

    def _note(self, label: dict[str, Any], begin: int, length: int) -> None:
        """Note where a record stands, and forget those that it holds."""
        first, deals = int(label["first"]), int(label["deals"])
        firsts = self._index.setdefault(str(label["key"]), {})
        at = first
        while inside := [one for one in firsts.get(at, ()) if at + one <= first + deals]:
            for one in inside:
                self._live_bytes -= firsts[at].pop(one)[1]
            at += max(inside)
        firsts.setdefault(first, {})[deals] = (begin, length)
        self._live_bytes += length

    def _record(self, begin: int, length: int) -> tuple[dict[str, Any], Any]:
        assert self._path is not None
        with self._path.open("rb") as file:
            raw = self._read_again(file, begin, length)
        label, _, packed = _inflated(raw[_HEAD.size :]).partition(b"\n")
        return json.loads(label), json.loads(packed)

    def _read_again(self, file: Any, begin: int, length: int) -> bytes:
        """Return a record as it was when it was noted, with its length and its checksum."""
        file.seek(begin)
        raw: bytes = file.read(length)
        if len(raw) != length or _checksum(raw[_HEAD.size :]) != _HEAD.unpack(raw[: _HEAD.size])[1]:
            raise FathomError(
                f"{self._path} changed while it was read; is another program at work there? try "
                "again, or give --fresh to play anew"
            )
        return raw


def _body(label: dict[str, Any], part: Any) -> bytes:
    # One line, so that a reader need not take apart what it does not want.
    text = json.dumps(label) + "\n" + json.dumps(part, separators=(",", ":"), default=_plain)
    return zlib.compress(text.encode(), 1)


def _plain(part: Any) -> Any:
    for name in ("tolist", "pack"):
        if hasattr(part, name):
            return getattr(part, name)()
    return vars(part)


def _label(body: bytes) -> dict[str, Any] | None:
    """Return what a record says of itself; ``None`` if it is none that a journal writes."""
    try:
        label: Any = json.loads(_inflated(body).partition(b"\n")[0])
    except (ValueError, zlib.error, RecursionError):
        return None
    if not isinstance(label, dict):
        return None
    if "head" in label:
        return label if isinstance(label["head"], dict) else None
    first, deals, states = (label.get(name) for name in ("first", "deals", "states"))
    known = type(first) is int and type(deals) is int and 0 <= first < first + deals < _NEVER
    return label if known and isinstance(states, dict) and "key" in label else None


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


_current = [Journal()]


def current_journal() -> Journal:
    """Return the journal that is kept at the moment; one that keeps nothing if there is none."""
    return _current[-1]


@contextmanager
def use_journal(journal: Journal) -> Iterator[None]:
    """Keep what is played in a journal."""
    _current.append(journal)
    try:
        yield
    finally:
        _current.pop()
