"""The SQLite database of a journal.

SQLite keeps the file consistent when the process or the machine stops while it is written. A file
can also be altered or cut off later, for example while it is copied. Every row therefore has a
checksum, and a file with a damaged row is not used.

While SQLite writes, it keeps the replaced pages in a second file, the rollback file. A killed
process leaves this file behind, and SQLite restores the pages when it opens the database again.
A write-ahead log is not used: it needs shared memory, which network drives do not have.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from simulate.errors import FathomError
from simulate.input_files import open_regular

#: The number of the format. Format 1 was not a database.
_FORMAT = 2
_START_OF_FORMAT_1 = b"Fathom journal 1\n"
_TABLES = [
    "CREATE TABLE head (head TEXT, checksum TEXT)",
    "CREATE TABLE records (key TEXT, first INTEGER CHECK (first >= 0), deals INTEGER CHECK "
    "(deals > 0), states TEXT, part BLOB, checksum TEXT, PRIMARY KEY (key, first, deals))",
]
#: The longest time that one command waits while another reads the file to merge it.
_SECONDS_OF_WAITING = 60
#: The errors that mean that a file is damaged, or not a database.
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_NOTADB)
#: The end of a rollback file that names a further file, which SQLite may delete. Fathom names none.
_NAMES_A_FILE = bytes.fromhex("d9d505f920a163d7")


def create_database(path: Path, head: dict[str, Any]) -> sqlite3.Connection:
    """Return the database of a new journal, in a file that replaces an earlier one.

    The folder of the file is created, but not the folders around it.

    Parameters
    ----------
    path
        The file.
    head
        JSON values that describe the run whose blocks the journal keeps.

    Raises
    ------
    OSError, sqlite3.Error
        If the file cannot be written.
    """
    path.parent.mkdir(exist_ok=True)
    delete_database(path)
    database = _connect(path, "rwc")
    text = json.dumps(head)
    with database:
        database.execute("BEGIN")
        for table in _TABLES:
            database.execute(table)
        database.execute("INSERT INTO head VALUES (?, ?)", (text, checksum_of([text])))
        database.execute(f"PRAGMA user_version = {_FORMAT}")
    return database


def open_database(path: Path) -> tuple[sqlite3.Connection, dict[str, Any]] | None:
    """Open the database of a journal.

    Returns
    -------
    tuple or None
        The database, and the values that `create_database` stored as its head. None if the file is
        missing, is damaged, or is not a journal.

    Raises
    ------
    FathomError
        If the file cannot be read or has another format, or if Fathom did not write the rollback
        file beside it.
    """
    try:
        with open_regular(path) as file:
            if file.read(len(_START_OF_FORMAT_1)) == _START_OF_FORMAT_1:
                raise _another_format(path, 1)
        _check_rollback_file(rollback_file(path))
        database = _connect(path, "rw")
        head = _intact_head(path, database)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise FathomError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:  # SQLite's message is not valid UTF-8.
        return None
    except sqlite3.Error as error:
        if error.sqlite_errorcode & 0xFF in _DAMAGED:
            return None
        raise FathomError(f"{path} cannot be read: {error}") from None
    return None if head is None else (database, head)


def _intact_head(path: Path, database: sqlite3.Connection) -> dict[str, Any] | None:
    """Return the head of an intact journal (see `create_database`).

    Returns None if any part of the journal is damaged, or if the database is not a journal. Raises
    `FathomError` if it has another format.
    """
    [(number,)] = database.execute("PRAGMA user_version")
    if number not in (0, _FORMAT):  # 0 means another kind of database.
        raise _another_format(path, number)
    tables = [sql for (sql,) in database.execute("SELECT sql FROM sqlite_schema") if sql]
    if tables != _TABLES or [*database.execute("PRAGMA integrity_check")] != [("ok",)]:
        return None
    heads = database.execute("SELECT * FROM head").fetchall()
    rows = [*heads, *database.execute("SELECT * FROM records")]
    if len(heads) != 1 or any(checksum_of(columns) != checksum for *columns, checksum in rows):
        return None
    head: dict[str, Any] = json.loads(heads[0][0])
    return head


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    """Return the database in a file, opened in a `mode` of SQLite such as "rw".

    On a drive without file locks it is opened without locks, because commands lock the folder too.
    Raises `sqlite3.Error` if the file cannot be opened.
    """
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    database = sqlite3.connect(uri, uri=True, timeout=_SECONDS_OF_WAITING)
    try:
        database.execute("PRAGMA schema_version")  # This locks the file for a moment.
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_IOERR:
            raise
        database = sqlite3.connect(f"{uri}&nolock=1", uri=True)
    database.text_factory = lambda text: text.decode(errors="replace")
    return database


def copy_database(database: sqlite3.Connection, path: Path) -> None:
    """Write a copy of a database to a new file.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    try:
        with closing(_connect(path, "rwc")) as copy:
            database.backup(copy)
    except sqlite3.Error as error:
        raise OSError(0, str(error)) from error


def delete_database(path: Path) -> None:
    """Delete the files of a database, if there are any.

    Raises
    ------
    OSError
        If a file cannot be deleted.
    """
    # The database is deleted first, because without its rollback file it could be damaged.
    path.unlink(missing_ok=True)
    rollback_file(path).unlink(missing_ok=True)


def rollback_file(path: Path) -> Path:
    """Return the file in which SQLite keeps the replaced pages while it writes a database."""
    return path.with_name(f"{path.name}-journal")


def checksum_of(values: Iterable[Any]) -> str:
    """Return the checksum of the values of a row of the database: 32 hexadecimal digits."""
    return hashlib.blake2b(repr(tuple(values)).encode(), digest_size=16).hexdigest()


def _check_rollback_file(path: Path) -> None:
    """Raise `FathomError` if a rollback file names a further file.

    Raise `OSError` if the rollback file cannot be read.
    """
    if path.exists():
        with open_regular(path) as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - len(_NAMES_A_FILE)))
            if file.read() == _NAMES_A_FILE:
                raise FathomError(f"{path} was not written by Fathom; delete it")


def _another_format(path: Path, number: int) -> FathomError:
    return FathomError(
        f"{path} is a journal of format {number}, and this version of Fathom reads format "
        f"{_FORMAT}; continue with the version that wrote it, or delete it to start over"
    )
