"""A folder of results is the old one or the new one, whatever happens while it is replaced."""

from __future__ import annotations

import os
import shutil
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from simulate.errors import FathomError, UsageError
from simulate.output import folder as folders
from simulate.output.folder import Folder, locked, write_new
from simulate.play.journal import Journal
from tests.helpers.commands_helper import contents
from tests.helpers.tables import each_pair

OLD = {"summary.json": '{"study_id": "id", "played_study_id": "id"}', "seats.csv": "old"}
NEW = {**OLD, "seats.csv": "new", "games.csv": "1"}
NAMES = {*NEW, "game"}
#: The calls that change files.
CHANGES = ("os.", "shutil.", "open", "tempfile.")
KILLED, FAILED, PLAYED = 9, 1, 0

Files = dict[str, str]


def write(files: Files, folder: Path) -> None:
    for name, text in files.items():
        (folder / name).write_text(text)
    if files is NEW:
        (folder / "game").mkdir()
        (folder / "game" / "mine.py").write_text("code")


def held(folder: Path) -> Files:
    return {
        str(file.relative_to(folder)): file.read_text()
        for file in folder.rglob("*")
        if file.is_file()
    }


NEW_HELD = {**NEW, "game/mine.py": "code"}


def replace(place: Path) -> None:
    with Folder(place, NAMES, "id") as folder:
        folder.put(lambda building: write(NEW, building), partial=False)


def replaced_until(place: Path, operation: int, fault: Callable[[], None]) -> int:
    """Replace a folder in a new process, with a fault at the operation with this number.

    Return the exit code of the process: `PLAYED` if it had fewer operations.
    """
    process = os.fork()
    if process:
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    left = operation

    def hook(event: str, arguments: object) -> None:
        nonlocal left
        if event.startswith(CHANGES):
            left -= 1
            if left == 0:
                fault()

    try:
        sys.addaudithook(hook)
        replace(place)
        code = PLAYED if left > 0 else FAILED
    except (OSError, FathomError, KeyboardInterrupt):
        code = FAILED
    except BaseException:
        traceback.print_exc()
        code = 2
    finally:
        os._exit(code)


def kill() -> None:
    os._exit(KILLED)


def fail() -> None:
    raise OSError(28, "No space left on device")


def interrupt() -> None:
    raise KeyboardInterrupt


@pytest.fixture
def place(how: str, tmp_path: Path) -> Iterator[Path]:
    """A folder with old results, where the system can exchange folders or cannot."""
    place = tmp_path / "out"
    with pytest.MonkeyPatch.context() as patch:
        if how == "moved aside":
            patch.setattr(folders, "_exchange", lambda *_: False)
        yield place


@pytest.mark.slow
@each_pair("how", ["exchanged", "moved aside"], "fault", [kill, fail, interrupt])
def test_a_crash_or_failure_leaves_either_the_old_or_the_new_results(
    fault: Callable[[], None], how: str, place: Path
) -> None:
    seen, operation = [], 0
    while True:
        operation += 1
        place.mkdir()
        write(OLD, place)
        code = replaced_until(place, operation, fault)
        assert code in (KILLED, FAILED, PLAYED)
        if how == "exchanged" or fault is not kill:
            visible = {name: text for name, text in held(place).items() if name[0] != "."}
            assert visible in (OLD, NEW_HELD), (operation, visible)
        with Folder(place, NAMES, "id"):  # as the next command does
            now = held(place)
            now = {name: text for name, text in now.items() if name[0] != "."}
        assert now in (OLD, NEW_HELD), (operation, now)
        left = {path.name for path in place.parent.iterdir()} | {
            path.name for path in place.iterdir()
        }
        assert left == {"out", *(Path(name).parts[0] for name in now)}, operation
        seen.append(now == NEW_HELD)
        shutil.rmtree(place)
        if code == PLAYED:
            break
    assert operation > 15  # else nothing was tried
    assert False in seen
    assert seen[-1] is True


class Counted:
    """A count that a journal keeps."""

    def pack(self) -> int:
        return 1

    def __add__(self, counted: Counted) -> Counted:
        return counted


@pytest.mark.parametrize("begun", [("games.spool",), ("journal",), ("journal", "games.spool")])
def test_files_left_by_a_failed_write_are_replaced(begun: tuple[str, ...], tmp_path: Path) -> None:
    names, place = {*NAMES, "journal", "games.spool"}, tmp_path / "place"
    place.mkdir()
    for name in begun:
        (place / name).write_bytes(b"Fath")
    with Folder(place, names, "another") as folder:
        assert folder.put(lambda building: write(NEW, building), partial=False)
    assert held(place) == NEW_HELD


def test_a_folder_with_games_of_another_study_is_refused(tmp_path: Path) -> None:
    names, place = {*NAMES, "journal"}, tmp_path / "place"
    place.mkdir()
    journal = Journal(place / "journal", {"games": "another"})
    journal.flush()
    with Folder(place, names, "id"):
        pass
    journal.add("key", 0, 1, Counted())
    journal.flush()
    with (
        pytest.raises(UsageError, match="the results of another study"),
        Folder(place, names, "id"),
    ):
        pass


def test_a_new_folder_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    def fail(building: Path) -> None:
        (building / "seats.csv").write_text("half")
        raise OSError("full")

    place = tmp_path / "inner" / "tables"
    with pytest.raises(OSError, match="full"):
        write_new(fail, place)
    assert list(place.parent.iterdir()) == []
    write_new(lambda building: write(NEW, building), place)
    assert held(place) == NEW_HELD


@pytest.mark.parametrize("name", ["tables", "."])
def test_files_that_appear_in_a_new_folder_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    place = Path(name)
    place.mkdir(exist_ok=True)
    (place / "report.html").write_text("report")
    write_new(lambda building: write(NEW, building), place)
    assert (place / "report.html").read_text() == "report"
    (place / "report.html").unlink()
    assert held(place) == NEW_HELD
    assert not list(tmp_path.glob(".*.new-*"))


def test_a_folder_is_locked_while_a_command_writes_to_it(tmp_path: Path) -> None:
    place = tmp_path / "out"
    with (
        Folder(place, NAMES, "id"),
        pytest.raises(
            UsageError, match=r"another command is writing to .*out; wait until it has finished"
        ),
    ):
        Folder(place, NAMES, "id").__enter__()
    assert contents(tmp_path) == {}


def test_a_lock_is_released_when_its_process_ends(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    process = os.fork()
    if not process:
        with locked(file, tmp_path):
            os._exit(KILLED)
    os.waitpid(process, 0)
    assert file.exists()
    with locked(file, tmp_path):
        pass


def test_a_mount_point_is_refused_as_output_with_a_folder_suggested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "disk"
    place.mkdir()
    monkeypatch.setattr("os.path.ismount", lambda path: Path(path) == place)
    with pytest.raises(
        UsageError,
        match=r"is the mount point of a disk; choose a folder in it with --out .*results$",
    ):
        replace(place)
    replace(place / "results")
    assert held(place / "results") == NEW_HELD
