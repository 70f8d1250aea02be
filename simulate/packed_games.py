"""Packed games: zip files with the file of a game and the files that it needs.

`fathom pack` writes them. A command that names a packed game unpacks it into a separate folder,
whose name depends on the content, and loads the game from there. The code in it needs the same
permission as all code that the user did not write (`simulate.permission`). Zip files come from
strangers, so everything in them is checked before anything is written.
"""

from __future__ import annotations

import hashlib
import io
import re
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path, PurePosixPath

from simulate.errors import UsageError, find_unprintable, printable_text
from simulate.input_files import read_file
from simulate.permission import note_unpacked, record_folder

#: The ending of packed games.
ZIP = ".zip"
#: The suffix of files with code, as in `simulate.user_files`.
_CODE = ".py"
#: The largest sizes in bytes of a zip file, and of its unpacked files together.
MOST_ZIPPED, MOST_UNPACKED = 20_000_000, 100_000_000
#: The largest number of files in a zip file, and of characters of the name of each.
MOST_FILES, _LONGEST_NAME = 500, 200
#: The beginning of the zip file's comment, which names the game's file.
_COMMENT = "Fathom game: "
#: The line of a game's file that declares the game.
_DECLARES_GAME = re.compile(rb"^GAME\b[^=\n]*=", re.MULTILINE)
#: Files that systems add to zip files. They are left out.
_ADDED_BY_SYSTEMS = ("__MACOSX", ".DS_Store", "Thumbs.db", "__pycache__")
#: The time of all packed files, so that the same files make the same zip file.
_TIME = (1980, 1, 1, 0, 0, 0)
#: The permissions of packed files: a regular file that its owner can write and all can read.
_MODE = (stat.S_IFREG | 0o644) << 16
#: The names that Windows reserves for devices, without endings.
_DEVICES = re.compile(r"(?i)con|prn|aux|nul|com\d|lpt\d")


def is_packed(name: str) -> bool:
    """Return True if the text that a user typed for a game ends in .zip, in upper or lower case."""
    return name.lower().endswith(ZIP)


def write_packed(files: Mapping[str, bytes], game_file: str) -> bytes:
    """Return the bytes of a zip file with a game.

    Parameters
    ----------
    files
        The content of each file by its name in the zip file.
    game_file
        The name of the file that declares the game.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.comment = f"{_COMMENT}{game_file}".encode()
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, _TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, on all systems, so that the bytes are the same.
            entry.external_attr = _MODE
            packed.writestr(entry, content)
    return buffer.getvalue()


def is_written_by_fathom(path: Path) -> bool:
    """Return True if a file is a zip file that `write_packed` made."""
    try:
        with zipfile.ZipFile(path) as packed:
            return packed.comment.startswith(_COMMENT.encode())
    except (OSError, zipfile.BadZipFile):
        return False


def code_file(name: str) -> Path:
    """Return the path of the Python file of a game. A packed game is unpacked first.

    A Python file need not exist.

    Parameters
    ----------
    name
        A Python file or a zip file, as the user typed it.

    Raises
    ------
    UsageError
        If a zip file is missing, unsafe, too large or damaged, or has no game.
    """
    if not is_packed(name):
        return Path(name)
    path = Path(name)
    with suppress(OSError):
        status = path.stat()
        return _unpacked(name, path.resolve(), status.st_mtime_ns, status.st_size)
    return _unpacked(name, path, 0, 0)


@cache
def _unpacked(name: str, path: Path, changed: int, size: int) -> Path:
    """Return the game's file in the folder into which a zip file was unpacked.

    The time of the last change and the size distinguish the versions of a file. Raise `UsageError`
    as `code_file` does.
    """
    zipped = read_file(path, "zip file", ZIP, MOST_ZIPPED, name)
    files, game_file = read_packed(zipped, name)
    folder = _place(zipped)
    try:
        _write_folder(files, folder)
    except OSError as error:
        raise UsageError(
            f"{name} cannot be unpacked into {folder}: {error.strerror}; unpack it yourself, and "
            "name the game's file"
        ) from None
    note_unpacked(folder, name)
    return folder / game_file


def read_packed(zipped: bytes, name: str) -> tuple[dict[str, bytes], str]:
    """Return the files in a zip file by their names, and the name of the game's file.

    Parameters
    ----------
    zipped
        The bytes of the zip file.
    name
        Its name for messages.

    Raises
    ------
    UsageError
        If the zip file is unsafe, too large or damaged, or has no game.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(zipped)) as packed:
            files = _read_entries(packed, name)
            comment = packed.comment.decode("utf-8", "replace")
    except UsageError:
        raise
    # A damaged zip file can raise all of these errors.
    except (
        *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, EOFError, OSError),
        *(NotImplementedError, RuntimeError, ValueError, IndexError, KeyError, OverflowError),
    ) as error:
        reason = printable_text(" ".join(str(error).split())) or type(error).__name__
        raise UsageError(f"{name} is not a zip file that can be read: {reason}") from None
    except Exception as error:  # The modules for rare kinds of compression have their own errors.
        raise UsageError(f"{name} is damaged: {type(error).__name__}") from None
    return files, _find_game_file(files, comment, name)


def _read_entries(packed: zipfile.ZipFile, name: str) -> dict[str, bytes]:
    """Return the content of each file in a zip file, by name.

    Raise `UsageError` if a file is unsafe, or if the files are too many or too large.
    """
    entries = [entry for entry in packed.infolist() if not _is_left_out(entry)]
    if len(entries) > MOST_FILES:
        raise UsageError(
            f"{name} contains {len(entries):,} files; a packed game has at most {MOST_FILES}"
        )
    files: dict[str, bytes] = {}
    seen: set[str] = set()
    left = MOST_UNPACKED
    for entry in entries:
        problem = _find_problem(entry)
        if not problem and entry.filename.lower() in seen:
            problem = "is in it twice"
        if problem:
            shown = printable_text(entry.filename)[:_LONGEST_NAME]
            raise UsageError(f"{name} is not safe to unpack: {shown!r} {problem}")
        seen.add(entry.filename.lower())
        # The sizes in a zip file can be wrong, so no more is read than is allowed.
        with packed.open(entry) as file:
            content = file.read(left + 1)
        left -= len(content)
        if left < 0:
            raise UsageError(
                f"{name} unpacks to more than the {MOST_UNPACKED // 1_000_000} MB that a packed "
                "game may have"
            )
        files[entry.filename] = content
    return files


def _is_left_out(entry: zipfile.ZipInfo) -> bool:
    """Return True for folders, and for files that systems add to zip files."""
    return entry.is_dir() or not {*entry.filename.split("/")}.isdisjoint(_ADDED_BY_SYSTEMS)


def _find_problem(entry: zipfile.ZipInfo) -> str:
    """Return why a file in a zip file is unsafe, to follow its name; empty if it is safe."""
    name = entry.filename
    parts = PurePosixPath(name).parts
    problems = {
        "has an absolute path or a Windows path": name.startswith("/")
        or not {"\\", ":"}.isdisjoint(name),
        "is outside the folder of the game": ".." in parts or not parts,
        "has a name that is too long or cannot be shown": len(name) > _LONGEST_NAME
        or bool(find_unprintable(name)),
        "has a name that Windows does not allow": any(map(_is_refused_by_windows, parts)),
        "is a link or a device, not a file": stat.S_IFMT(entry.external_attr >> 16)
        not in (0, stat.S_IFREG),
        "is encrypted": bool(entry.flag_bits & 1),
    }
    return next((problem for problem, is_so in problems.items() if is_so), "")


def _is_refused_by_windows(part: str) -> bool:
    """Return True if a file or folder on Windows cannot have this name."""
    return part[-1] in ". " or bool(_DEVICES.fullmatch(part.partition(".")[0]))


def _find_game_file(files: Mapping[str, bytes], comment: str, name: str) -> str:
    """Return the name of the file that declares the game.

    It is the file that the comment of the zip file names. Without such a comment, it is the only
    file with a line that begins with ``GAME =``. If several files have this line, those in the
    fewest folders count, and of these, the file that has the name of the zip file.

    Raises
    ------
    UsageError
        If there is no such file, or if it is not clear which of several it is.
    """
    named = comment.removeprefix(_COMMENT)
    if comment.startswith(_COMMENT) and named in files and named.endswith(_CODE):
        return named
    games = [
        file
        for file, content in files.items()
        if file.endswith(_CODE) and _DECLARES_GAME.search(content)
    ]
    if not games:
        raise UsageError(
            f"{name} contains no game: no file in it ends in .py and has a line GAME = game(...)"
        )
    depth = min(file.count("/") for file in games)
    nearest = [file for file in games if file.count("/") == depth]
    stem = PurePosixPath(name.replace("\\", "/")).stem
    same_name = [file for file in nearest if PurePosixPath(file).stem == stem]
    if len(nearest) > 1 and len(same_name) != 1:
        raise UsageError(
            f"{name} contains several games ({', '.join(sorted(nearest)[:5])}); pack one with "
            "'fathom pack', or unpack it and name a file"
        )
    return (same_name or nearest)[0]


def unpacking_folder() -> Path | None:
    """Return the folder into which packed games are unpacked; None if there is no safe place.

    The folder is not created.

    Raises
    ------
    OSError
        As in `simulate.permission.record_folder`.
    """
    home = record_folder()
    return home and home.resolve() / "unpacked"


def _place(zipped: bytes) -> Path:
    """Return the folder for the files of a zip file; its name depends only on their content.

    If `unpacking_folder` finds no safe place, it is in a new temporary folder.
    """
    home = unpacking_folder()
    if home is None:
        return Path(tempfile.mkdtemp(prefix="fathom-")).resolve() / "game"
    return home / hashlib.sha256(zipped).hexdigest()[:16]


def _write_folder(files: Mapping[str, bytes], folder: Path) -> None:
    """Write files into a folder, unless it has files with these names and contents already.

    Raise `OSError` if that is impossible.
    """
    if _has_all(files, folder):
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    building = Path(tempfile.mkdtemp(dir=folder.parent))
    try:
        for name, content in files.items():
            path = building / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        shutil.rmtree(folder, ignore_errors=True)
        try:
            building.rename(folder)
        except OSError:  # Another command has unpacked the same file meanwhile.
            if not _has_all(files, folder):
                raise
    finally:
        shutil.rmtree(building, ignore_errors=True)


def _has_all(files: Mapping[str, bytes], folder: Path) -> bool:
    """Return True if a folder has all files with their content."""
    try:
        return all((folder / name).read_bytes() == content for name, content in files.items())
    except OSError:
        return False
