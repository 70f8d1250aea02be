"""Reading files that users name, which must be regular files below a maximum size."""

from __future__ import annotations

import codecs
import os
import stat
from pathlib import Path
from typing import BinaryIO

from simulate.errors import UsageError, explain_os_error, missing_file

_BYTES_PER_MEGABYTE = 1_000_000


def open_regular(path: Path) -> BinaryIO:
    """Open a regular file for reading bytes, and return it.

    Parameters
    ----------
    path
        The file. Links are followed.

    Raises
    ------
    UsageError
        If `path` is a folder, a pipe, a device or a socket. The last three may have no end.
    OSError
        If the file is missing or cannot be opened.
    """
    # Without this flag, opening a pipe that no process writes to would wait forever.
    without_waiting = getattr(os, "O_NONBLOCK", 0)
    handle = os.open(path, os.O_RDONLY | without_waiting | getattr(os, "O_BINARY", 0))
    mode = os.fstat(handle).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(handle, "rb")
    os.close(handle)
    if stat.S_ISDIR(mode):
        raise UsageError(f"{path} is a folder; name a file")
    raise UsageError(
        f"{path} is not a file on a disk; copy its content to a file, and name that file"
    )


def read_file(path: Path, kind: str, ending: str, limit: int, name: str = "") -> bytes:
    """Return the bytes of a file that a user named.

    Parameters
    ----------
    path
        The file.
    kind
        The kind of the file in messages, such as "study file".
    ending
        The ending of files of this kind, such as ".toml", for suggestions.
    limit
        The largest size in bytes.
    name
        The name of the file in messages (default: its path).

    Raises
    ------
    UsageError
        If the file is missing, not a regular file, too large, or cannot be read.
    """
    try:
        with open_regular(path) as file:
            content = file.read(limit + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise missing_file(kind, path, ending) from None
    except (OSError, ValueError) as error:  # A zero byte in the name is a ValueError.
        reason = explain_os_error(error) if isinstance(error, OSError) else str(error)
        raise UsageError(f"{name or path} cannot be read: {reason}") from None
    if len(content) > limit:
        raise UsageError(
            f"{name or path} is larger than the {limit / _BYTES_PER_MEGABYTE:g} MB that a {kind} "
            "may have; name a smaller file"
        )
    return content


def decode(content: bytes, fallback: str = "") -> str:
    """Return the text of a file's content, without a byte-order mark.

    Parameters
    ----------
    content
        The bytes: UTF-8, or UTF-16 with or without its mark.
    fallback
        The encoding to try for other bytes, such as "cp1252"; empty for none.

    Raises
    ------
    UnicodeDecodeError
        If the content has none of these encodings.
    """
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16")
    if b"\0" in content[:2]:  # In UTF-16, one of the two bytes of an ASCII letter is zero.
        return content.decode("utf-16-be" if content[0] == 0 else "utf-16-le")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        if not fallback:
            raise
        return content.decode(fallback)
