"""A journal gives back what was kept, whatever became of the process or of the file's end."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from simulate.errors import FathomError
from simulate.play import journal as module
from simulate.play import journal_database
from simulate.play.arms import CompiledStudy
from simulate.play.executor import journal_key
from simulate.play.journal import Journal, use_journal
from simulate.play.rows import Integers
from simulate.play.run import play, play_together, play_until
from tests.helpers.studies import Seen, lineup_of, make_study

HEAD = {"games": "abc"}


@dataclass(frozen=True)
class Sum:
    """Counts deals, for a part that is easily checked."""

    total: int

    def __add__(self, other: Sum) -> Sum:
        return Sum(self.total + other.total)


class Clock:
    """Tells a time that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def read(folder: Path) -> Journal:
    found = Journal.read(folder / "journal")
    assert found is not None
    return found


def kept(journal: Journal, end: int = 10**6, key: str = "k") -> list[tuple[int, int, Any]]:
    return [
        (one.first, one.deals, one.packed["total"]) for one in journal.records_from(key, 0, end)
    ]


@contextmanager
def connected(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file)) as database, database:
        yield database


THREE_RECORDS = [(first, 1, first) for first in range(3)]


def three_records(journal: Journal) -> None:
    for first in range(3):
        journal.add("k", first, 1, Sum(first))
        journal.end("k")
        journal.flush()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def journal(tmp_path: Path, clock: Clock) -> Journal:
    return Journal(tmp_path / "journal", HEAD, clock=clock)


def test_a_journal_writes_nothing_before_its_pause_has_passed(
    journal: Journal, clock: Clock, tmp_path: Path
) -> None:
    journal.add("k", 0, 5, Sum(5))
    assert not (tmp_path / "journal").exists()
    clock.now = module.PAUSE + 0.1
    journal.add("k", 5, 5, Sum(7))
    assert kept(read(tmp_path)) == [(0, 10, 12)]


def test_a_look_ends_a_record_and_later_deals_are_not_returned(
    journal: Journal, tmp_path: Path
) -> None:
    for first in (0, 5):
        journal.add("k", first, 5, Sum(1))
        journal.end("k")
    journal.flush()
    found = read(tmp_path)
    assert kept(found) == [(0, 5, 1), (5, 5, 1)]
    assert kept(found, end=9) == [(0, 5, 1)]
    assert kept(found, key="other") == []


def test_many_blocks_are_merged_into_one_record_so_that_the_journal_stays_small(
    journal: Journal, tmp_path: Path
) -> None:
    sizes = []
    for first in range(200):
        journal.add("k", first, 1, Sum(first))
        journal.flush()
        sizes.append((tmp_path / "journal").stat().st_size)
    assert max(sizes) == max(sizes[:64])
    records = kept(read(tmp_path))
    assert len(records) <= 64
    assert sum(total for *_, total in records) == sum(range(200))
    assert sum(deals for _, deals, _ in records) == 200


def test_a_journal_cut_off_while_it_is_used_gives_an_error_or_its_true_records(
    journal: Journal, tmp_path: Path
) -> None:
    file = tmp_path / "journal"
    three_records(journal)
    content = file.read_bytes()
    for length in range(0, len(content), 64):
        file.write_bytes(content)
        found = read(tmp_path)
        file.write_bytes(content[:length])
        try:
            assert kept(found) == THREE_RECORDS
        except FathomError as error:
            assert "changed while it was read" in str(error)


def test_a_journal_that_is_altered_while_it_is_used_is_refused(
    journal: Journal, tmp_path: Path
) -> None:
    three_records(journal)
    found = read(tmp_path)
    with connected(tmp_path / "journal") as database:
        database.execute("UPDATE records SET deals = 2 WHERE first = 0")
    with pytest.raises(FathomError, match="changed while it was read"):
        kept(found)


def test_a_truncated_journal_is_not_used(journal: Journal, tmp_path: Path) -> None:
    file = tmp_path / "journal"
    three_records(journal)
    content = file.read_bytes()
    for length in range(0, len(content), 61):
        file.write_bytes(content[:length])
        assert Journal.read(file) is None


@pytest.mark.slow
def test_a_journal_with_an_altered_byte_gives_an_error_or_its_true_records(
    journal: Journal, tmp_path: Path
) -> None:
    file = tmp_path / "journal"
    three_records(journal)
    content = file.read_bytes()
    unnoticed = 0
    places = [*range(100), *range(100, len(content), 13)]
    for place in places:
        altered = bytearray(content)
        altered[place] ^= 0x10
        file.write_bytes(bytes(altered))
        try:
            found = Journal.read(file)
        except FathomError as error:
            assert "is a journal of format" in str(error)
            continue
        if found:
            unnoticed += 1
            assert found.head == HEAD
            assert kept(found) == THREE_RECORDS
    assert 0 < unnoticed < len(places)  # some bytes of a page are not used


def test_a_journal_with_an_altered_row_is_read_as_none(journal: Journal, tmp_path: Path) -> None:
    file = tmp_path / "journal"
    three_records(journal)
    content = file.read_bytes()
    for change in (
        "UPDATE records SET deals = 2 WHERE first = 0",
        "UPDATE records SET first = 3.0 WHERE first = 2",
        "UPDATE records SET key = 'other'",
        "UPDATE records SET states = '{}' || ' '",
        "UPDATE records SET part = x'00'",
        "UPDATE records SET checksum = NULL",
        "UPDATE head SET head = '{}'",
        "DELETE FROM head",
        "DROP TABLE head",
        "CREATE VIEW more AS SELECT 1",
    ):
        file.write_bytes(content)
        with connected(file) as database:
            database.execute(change)
        assert Journal.read(file) is None, change


def test_a_journal_with_invalid_utf_8_is_read_as_none(journal: Journal, tmp_path: Path) -> None:
    file = tmp_path / "journal"
    three_records(journal)
    content = file.read_bytes()
    for text in (b"first INTEGER", b"CREATE TABLE head", b'{"games"'):
        assert text in content
        file.write_bytes(content.replace(text, b"\xa0" + text[1:]))
        assert Journal.read(file) is None, text


@pytest.mark.parametrize("place", [(-1, 1), (3, 0), (3, -1)])
def test_a_journal_with_impossible_deals_is_read_as_none(
    place: tuple[int, int], journal: Journal, tmp_path: Path
) -> None:
    three_records(journal)
    row = ("k", *place, "{}", b"")
    with connected(tmp_path / "journal") as database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        values = (*row, journal_database.checksum_of(row))
        database.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)", values)
    assert Journal.read(tmp_path / "journal") is None


@pytest.mark.parametrize("number", [1, 3])
def test_a_journal_in_another_format_is_refused(
    number: int, journal: Journal, tmp_path: Path
) -> None:
    three_records(journal)
    if number == 1:
        (tmp_path / "journal").write_bytes(b"Fathom journal 1\nand more")
    else:
        with connected(tmp_path / "journal") as database:
            database.execute(f"PRAGMA user_version = {number}")
    with pytest.raises(FathomError, match=f"is a journal of format {number}, and this version"):
        read(tmp_path)


def test_a_process_killed_while_it_writes_loses_only_that_write(
    journal: Journal, tmp_path: Path
) -> None:
    three_records(journal)
    process = os.fork()
    if not process:
        with connected(tmp_path / "journal") as database:
            database.execute("PRAGMA cache_size = 1")  # pages are written before the end
            database.execute("UPDATE records SET part = zeroblob(100000)")
            os._exit(0)
    os.waitpid(process, 0)
    assert journal_database.rollback_file(tmp_path / "journal").stat().st_size
    assert (tmp_path / "journal").stat().st_size > 100_000
    assert kept(read(tmp_path)) == THREE_RECORDS
    assert [file.name for file in tmp_path.iterdir()] == ["journal"]


def test_a_new_journal_does_not_use_the_rollback_file_of_another_one(
    journal: Journal, tmp_path: Path
) -> None:
    test_a_process_killed_while_it_writes_loses_only_that_write(journal, tmp_path)
    rollback = journal_database.rollback_file(tmp_path / "journal")
    rollback.write_bytes(b"anything")
    again = Journal(tmp_path / "journal", HEAD)
    again.add("k", 0, 2, Sum(5))
    again.flush()
    assert kept(read(tmp_path)) == [(0, 2, 5)]
    assert not rollback.exists()


def test_a_rollback_file_that_names_another_file_is_refused(
    journal: Journal, tmp_path: Path
) -> None:
    three_records(journal)
    rollback = journal_database.rollback_file(tmp_path / "journal")
    rollback.write_bytes(b"another file" + bytes.fromhex("d9d505f920a163d7"))
    with pytest.raises(FathomError, match="journal-journal was not written by Fathom; delete it"):
        read(tmp_path)


def test_the_records_of_another_journal_are_copied(journal: Journal, tmp_path: Path) -> None:
    three_records(journal)
    other = Journal(tmp_path / "other" / "journal", HEAD)
    other.add("k", 3, 1, Sum(3))
    other.absorb(read(tmp_path))
    other.flush()
    assert kept(read(tmp_path / "other")) == [*THREE_RECORDS, (3, 1, 3)]


def test_a_copy_of_a_journal_has_all_written_and_waiting_blocks(
    journal: Journal, tmp_path: Path
) -> None:
    three_records(journal)
    journal.add("k", 3, 1, Sum(3))
    (tmp_path / "other").mkdir()
    journal.write_to(tmp_path / "other" / "journal")
    for folder in (tmp_path, tmp_path / "other"):
        assert kept(read(folder)) == [*THREE_RECORDS, (3, 1, 3)]
        assert read(folder).head == HEAD


def test_blocks_of_another_kind_in_a_journal_are_refused(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal", HEAD)
    key = journal_key([CompiledStudy(STUDY, lineup_of(STUDY))], [0], [0])
    journal.add(key, 0, 5, Sum(5))
    journal.flush()
    with use_journal(journal), pytest.raises(FathomError, match=r"use --fresh to start over"):
        play(STUDY, lineup_of(STUDY), 1)


def test_a_journal_that_cannot_be_written_is_reported_once_and_play_continues(
    tmp_path: Path, clock: Clock
) -> None:
    said: list[str] = []
    (tmp_path / "file").write_text("")
    journal = Journal(tmp_path / "file" / "journal", HEAD, said.append, clock)
    for first in range(3):
        journal.add("k", first, 1, Sum(1))
        journal.flush()
    [told] = said
    assert told.startswith("cannot write finished games to ")


STUDY = make_study("scaphandre", 3, lineup=("random", "ducker", "random"), games=900)


@pytest.mark.parametrize("cut", [1, 4, 5])
def test_a_resumed_run_gives_the_same_tally_and_rows(
    cut: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAUSE", -1.0)  # each block is a record
    whole, seen = _played(Journal(), Seen())

    class Stops(Seen):
        def add(self, results: Integers) -> None:
            if len(self.blocks) == cut:
                raise KeyboardInterrupt
            super().add(results)

    part, _ = _played(Journal(tmp_path / "journal", HEAD), Stops())
    assert part.interrupted
    found = read(tmp_path)
    again, both = _played(found, Seen())
    assert found.reused_games == 60 * cut
    assert again.tally == whole.tally
    assert not again.interrupted
    assert both.rows.tolist() == seen.rows.tolist()
    assert again.elapsed > 0


def _played(journal: Journal, seen: Seen) -> tuple[Any, Seen]:
    with use_journal(journal):
        run = play(STUDY, lineup_of(STUDY), 2, block=20, watchers={"seen": seen})
    return run, seen


def test_a_new_watcher_of_a_resumed_run_gets_all_games_played_again(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal", HEAD)
    with use_journal(journal):
        whole = play(STUDY, lineup_of(STUDY), 1, block=100)
    journal.flush()
    found = read(tmp_path)
    again, seen = _played(found, Seen())
    assert again.tally == whole.tally
    assert len(seen.rows) == 900
    assert found.reused_games == 0


def test_a_resumed_run_has_its_looks_at_the_same_deals(tmp_path: Path) -> None:
    looks: list[list[int]] = []

    def until(journal: Journal) -> Any:
        looks.append([])

        def wanted(run: Any) -> int:
            looks[-1].append(run.tally.deals)
            return int(run.tally.deals) + 70

        with use_journal(journal):
            run = play_until(STUDY, lineup_of(STUDY), 50, wanted, 1)
        journal.flush()
        return run

    first = until(Journal(tmp_path / "journal", HEAD))
    journal = read(tmp_path)
    again = until(journal)
    assert again.tally == first.tally
    assert looks[0] == looks[1] == [50, 120, 190, 260]
    assert journal.reused_games == 900


def test_a_resumed_comparison_has_the_same_products(tmp_path: Path) -> None:
    other = make_study("scaphandre", 3, lineup=("ducker", "ducker", "random"), games=900)

    def compared(journal: Journal, studies: Sequence[Any]) -> Any:
        with use_journal(journal):
            found = play_together(studies, [lineup_of(one) for one in studies], 1, block=50)
        journal.flush()
        return found

    first = compared(Journal(tmp_path / "journal", HEAD), (STUDY, other))
    journal = read(tmp_path)
    again = compared(journal, (STUDY, other))
    assert again.products == first.products
    assert [run.tally for run in again.runs] == [run.tally for run in first.runs]
    assert journal.reused_games == 1800
    turned = read(tmp_path)
    compared(turned, (other, STUDY))
    assert turned.reused_games == 0, "the products are of others"
