"""Machine code on disk is loaded only if it is intact and this user wrote it."""

from __future__ import annotations

import errno
import os
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import types

from simulate.kit import compiled, kept
from tests.helpers.commands_helper import real_fathom
from tests.helpers.file_games import file_of

NUMBERS = types.Array(types.int64, 1, "C")
ROW = np.array([3, 1, 4, 1, 5], np.int64)


def _weigh(numbers: Any) -> Any:
    return numbers[0] + 2 * numbers[1]


def _count(numbers: Any) -> Any:
    return numbers[2] * numbers[2] - 7


FUNCTIONS = (_weigh, _count)


def instances(folder: Path) -> list[Any]:
    """Return both functions, compiled like kernels or loaded from the folder."""
    compiled.cache_folder = lambda: folder  # type: ignore[assignment]
    return [
        compiled.Instance(function, function.__name__, types.int64(NUMBERS), {}).compile()
        for function in FUNCTIONS
    ]


def hits(made: list[Any]) -> int:
    """Return the number of functions that were loaded from the disk."""
    return sum(sum(instance.stats.cache_hits.values()) for instance in made)


def right(made: list[Any]) -> bool:
    """Return whether the functions give the same results as when interpreted."""
    return [instance(ROW) for instance in made] == [function(ROW) for function in FUNCTIONS]


def kept_files(folder: Path) -> list[Path]:
    """Return the files of both functions, in the order of the functions."""
    return [next(folder.glob(f"*.{instance.__name__}-*{kept.SUFFIX}")) for instance in FUNCTIONS]


def flipped(content: bytes, chance: random.Random, other: bytes) -> bytes:
    """Return a content with one bit flipped."""
    place = chance.randrange(len(content))
    bit = bytes([content[place] ^ 1 << chance.randrange(8)])
    return content[:place] + bit + content[place + 1 :]


#: What becomes of a file, by chance and with that of another function.
ALTERATIONS: dict[str, Callable[[bytes, random.Random, bytes], bytes]] = {
    "a bit flipped": flipped,
    "truncated": lambda content, chance, other: content[: chance.randrange(len(content))],
    "all zeros": lambda content, chance, other: bytes(len(content)),
    "garbage": lambda content, chance, other: chance.randbytes(chance.choice((1, 32, 33, 5000))),
    "the other function's": lambda content, chance, other: other,
}

posix = pytest.mark.skipif(not hasattr(os, "fork"), reason="users have no numbers, nothing forks")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder for machine code, for which no warning was printed."""
    # `instances` puts its own in this place.
    monkeypatch.setattr(compiled, "cache_folder", compiled.cache_folder)
    monkeypatch.setattr(kept, "_warned", set())
    made = tmp_path / "kept"
    kept.make_folder(made)
    return made


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with both functions, compiled once for all tests."""
    return tmp_path_factory.mktemp("once") / "kept"


@pytest.fixture
def filled(folder: Path, once: Path) -> Path:
    """Return a copy of the folder with both functions."""
    if not once.exists():
        instances(folder)
        shutil.copytree(folder, once)
    return Path(shutil.copytree(once, folder, dirs_exist_ok=True))


@pytest.fixture
def parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder that ``FATHOM_CACHE`` names, before it is made."""
    monkeypatch.setenv("FATHOM_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


#: `instances` puts another function in its place.
CACHE_FOLDER = compiled.cache_folder


def fresh_cache_folder() -> Path | None:
    """Return the cache folder that a new process uses."""
    return CACHE_FOLDER.__wrapped__()


def test_machine_code_is_loaded_from_the_disk(folder: Path) -> None:
    made = instances(folder)
    assert (right(made), hits(made)) == (True, 0)
    written = {file: file.stat().st_mtime_ns for file in kept_files(folder)}
    again = instances(folder)
    assert (right(again), hits(again)) == (True, 2)
    assert {file: file.stat().st_mtime_ns for file in kept_files(folder)} == written
    assert sorted(folder.iterdir()) == sorted(written)


def test_machine_code_of_other_sources_is_not_loaded(filled: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(filled, other)
    made = instances(other)
    assert (right(made), hits(made)) == (True, 0)


def test_a_file_that_is_missing_or_cannot_be_unpickled_is_compiled_again(
    filled: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = kept_files(filled)
    first.unlink()
    second.unlink()
    second.mkdir()
    made = instances(filled)
    assert (right(made), hits(made)) == (True, 0)
    assert first.is_file()
    assert len(capsys.readouterr().err.splitlines()) == 1  # a folder cannot be replaced
    second.rmdir()

    monkeypatch.setattr(kept, "_dumps", lambda _: b"a module that is gone")
    assert right(instances(filled))
    made = instances(filled)
    assert (right(made), hits(made)) == (True, 1)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("how", ALTERATIONS)
def test_an_altered_cache_file_is_compiled_and_written_again(
    how: str, filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of two files is altered in several ways; the negative control loads it nevertheless."""
    chance = random.Random(20)
    files = kept_files(filled)
    for trial in range(4):
        file, other = files[trial % 2], files[1 - trial % 2]
        before = file.read_bytes()
        altered = ALTERATIONS[how](before, chance, other.read_bytes())
        if altered == before:
            continue
        file.write_bytes(altered)
        made = instances(filled)
        assert (right(made), hits(made)) == (True, 1)
        assert hits(instances(filled)) == 2
    if how == "the other function's":
        monkeypatch.setattr(kept, "_read", lambda path, _: path.read_bytes()[kept._DIGEST :])
        files[0].write_bytes(files[1].read_bytes())
        assert hits(instances(filled)) == 2


@posix
@pytest.mark.parametrize("mode", [0o660, 0o606])
def test_a_cache_file_that_other_users_can_write_is_compiled_again(filled: Path, mode: int) -> None:
    kept_files(filled)[0].chmod(mode)
    assert hits(instances(filled)) == 1
    assert kept_files(filled)[0].stat().st_mode & 0o777 == 0o600
    assert hits(instances(filled)) == 2


@posix
def test_a_cache_file_or_folder_of_another_user_is_not_used(
    filled: Path, parent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = os.getuid()
    assert fresh_cache_folder() is not None
    monkeypatch.setattr(os, "getuid", lambda: user + 1)
    assert fresh_cache_folder() is None
    made = instances(filled)
    assert (right(made), hits(made)) == (True, 0)


@posix
def test_new_cache_folders_are_accessible_only_to_their_user(parent: Path) -> None:
    before = os.umask(0)
    try:
        folder = fresh_cache_folder()
    finally:
        os.umask(before)
    assert folder is not None
    assert folder.parent == parent
    assert [path.stat().st_mode & 0o777 for path in (parent, folder)] == [0o700, 0o700]


@posix
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o1777])
@pytest.mark.parametrize("which", ["the parent", "the folder in it"])
def test_a_cache_folder_that_other_users_can_write_is_not_used(
    which: str, mode: int, parent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = fresh_cache_folder()
    assert made is not None
    opened = parent if which == "the parent" else made
    opened.chmod(mode)
    assert fresh_cache_folder() is None
    [warning] = capsys.readouterr().err.splitlines()
    assert warning == (
        f"fathom: {opened} can be written by other users, so this command does not store "
        f"machine code; chmod go-w {opened}, or set FATHOM_CACHE to a folder of your own that can "
        "be written"
    )
    opened.chmod(0o755)
    assert fresh_cache_folder() == made


@posix
@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="only root gives files away")
@pytest.mark.parametrize("given", ["the folder", "a link to the user's own"])
def test_a_folder_or_link_that_now_belongs_to_another_user_is_not_used(
    given: str, parent: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if given == "the folder":
        parent.mkdir(mode=0o700)
    else:
        kept.make_folder(tmp_path / "own")
        parent.symlink_to(tmp_path / "own")
        assert fresh_cache_folder() is not None
    os.chown(parent, 65534, 65534, follow_symlinks=False)
    assert fresh_cache_folder() is None
    assert f"{parent} belongs to another user" in capsys.readouterr().err


@pytest.fixture(params=["a file is made", "it is written", "it gets its name"])
def failing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the disk fail at one step of writing a file."""

    def fail(*_: Any, **__: Any) -> Any:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    whose, name = {
        "a file is made": (tempfile, "mkstemp"),
        "it is written": (os, "fdopen"),
        "it gets its name": (Path, "replace"),
    }[request.param]
    with monkeypatch.context() as patch:
        patch.setattr(whose, name, fail)
        yield


@pytest.mark.usefixtures("failing")
def test_a_disk_error_in_the_cache_gives_one_line_of_warning(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert right(instances(folder))
    assert capsys.readouterr().err.splitlines() == [
        f"fathom: cannot write machine code to {folder} (No space left on device), so the next "
        "command compiles again; make room there, or set FATHOM_CACHE to a folder of your own that "
        "can be written"
    ]
    assert list(folder.iterdir()) == []


@pytest.mark.slow
def test_a_commands_tally_is_the_same_after_its_cache_was_altered(
    parent: Path, tmp_path: Path
) -> None:
    """Every file of the kernel, the strategies and the counting is altered in one of two ways."""
    played = ("run", file_of("pig"), "-s", "random", "--games", "2000")
    command = (*played, "--json", "--no-charts", "--no-robust")
    before = real_fathom(tmp_path, *command).json
    chance = random.Random(2000)
    files = sorted(parent.rglob(f"*{kept.SUFFIX}"))
    assert len(files) >= 5
    contents = [file.read_bytes() for file in files]
    for place, file in enumerate(files):
        how = ("a bit flipped", "the other function's")[place % 2]
        file.write_bytes(ALTERATIONS[how](contents[place], chance, contents[place - 1]))
    done = real_fathom(tmp_path, *command)
    assert done.err == ""
    assert done.json["tally_id"] == before["tally_id"]
