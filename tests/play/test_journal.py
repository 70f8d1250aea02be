"""A journal gives back what was kept, whatever became of the process or of the file's end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from simulate.errors import FathomError
from simulate.play import journal as module
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


def test_nothing_is_written_before_its_time(journal: Journal, clock: Clock, tmp_path: Path) -> None:
    journal.add("k", 0, 5, Sum(5))
    assert not (tmp_path / "journal").exists()
    clock.now = module.PAUSE + 0.1
    journal.add("k", 5, 5, Sum(7))
    assert kept(read(tmp_path)) == [(0, 10, 12)]


def test_a_look_ends_a_record_and_what_goes_beyond_the_end_is_not_given(
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


def test_many_records_become_one_and_the_file_is_written_anew(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_LARGE", 10_000)
    sizes = []
    for first in range(1_000):
        journal.add("k", first, 1, Sum(first))
        journal.flush()
        sizes.append((tmp_path / "journal").stat().st_size)
    assert max(sizes) < 20_000
    found = kept(read(tmp_path))
    assert len(found) <= 2 * 64
    assert sum(total for *_, total in found) == sum(range(1_000))
    assert sum(deals for _, deals, _ in found) == 1_000


def test_a_file_that_is_shortened_while_it_is_read_is_told(
    journal: Journal, tmp_path: Path
) -> None:
    file = tmp_path / "journal"
    journal.add("k", 0, 1, Sum(1))
    journal.flush()
    whole, found = file.read_bytes(), read(tmp_path)
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        for reading in (lambda: kept(found), lambda: found.write_to(tmp_path / "other")):
            with pytest.raises(FathomError, match="changed while it was read"):
                reading()
    file.write_bytes(whole)
    assert kept(found) == [(0, 1, 1)]


def test_a_torn_end_is_dropped_wherever_it_is_torn(journal: Journal, tmp_path: Path) -> None:
    file = tmp_path / "journal"
    three_records(journal)
    whole, counts = file.read_bytes(), set()
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        found = Journal.read(file)
        if found is None:
            continue
        counts.add(len(kept(found)))
        assert kept(found) == [(n, 1, n) for n in range(len(kept(found)))]
    assert counts == {0, 1, 2}
    # What is written next takes the place of the torn end.
    found = read(tmp_path)
    found.add("k", 2, 1, Sum(2))
    found.flush()
    assert kept(read(tmp_path)) == [(0, 1, 0), (1, 1, 1), (2, 1, 2)]


def test_an_altered_byte_is_never_believed(journal: Journal, tmp_path: Path) -> None:
    file = tmp_path / "journal"
    three_records(journal)
    whole = file.read_bytes()
    for place in range(len(whole)):
        altered = bytearray(whole)
        altered[place] ^= 0x10
        file.write_bytes(bytes(altered))
        found = Journal.read(file)
        several = kept(found) if found else []
        assert several == [(n, 1, n) for n in range(len(several))]
        assert len(several) < 3


@pytest.mark.parametrize(
    "record",
    [
        [1],
        {"head": 3},
        {"key": "k", "first": [], "deals": 1, "states": {}},
        {"key": "k", "first": -1, "deals": 1, "states": {}},
        {"key": "k", "first": 1, "deals": 0, "states": {}},
        {"key": "k", "first": 1, "deals": 10**30, "states": {}},
        {"key": "k", "first": 1, "deals": 1, "states": 5},
        {"first": 1, "deals": 1, "states": {}},
    ],
)
def test_a_record_that_no_journal_writes_ends_it(
    record: Any, journal: Journal, tmp_path: Path
) -> None:
    journal.add("k", 0, 1, Sum(1))
    journal.flush()
    with (tmp_path / "journal").open("ab") as file:
        file.write(module._framed(module._body(record, {"total": 2})))
    found = read(tmp_path)
    assert kept(found) == [(0, 1, 1)]
    assert found.head == HEAD


def test_a_part_of_something_else_is_told(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal", HEAD)
    key = journal_key([CompiledStudy(STUDY, lineup_of(STUDY))], [0], [0])
    journal.add(key, 0, 5, Sum(5))
    journal.flush()
    with use_journal(journal), pytest.raises(FathomError, match=r"use --fresh to start over"):
        play(STUDY, lineup_of(STUDY), 1)


def test_a_disk_that_is_full_is_told_once_and_what_is_played_goes_on(
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
def test_a_run_goes_on_and_gives_the_same_tally_and_rows(
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


def test_who_watches_and_was_not_there_sees_all_games_played_anew(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal", HEAD)
    with use_journal(journal):
        whole = play(STUDY, lineup_of(STUDY), 1, block=100)
    journal.flush()
    found = read(tmp_path)
    again, seen = _played(found, Seen())
    assert again.tally == whole.tally
    assert len(seen.rows) == 900
    assert found.reused_games == 0


def test_looks_fall_where_they_fell(tmp_path: Path) -> None:
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


def test_what_is_compared_goes_on_with_its_products(tmp_path: Path) -> None:
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
