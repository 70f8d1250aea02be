"""Writing new files, which never replace existing ones."""

from __future__ import annotations

from pathlib import Path

from simulate.errors import UsageError


def write_new_file(file: Path, text: str) -> None:
    """Write a new text file.

    Raises
    ------
    UsageError
        If the file exists already or cannot be written.
    """
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(text)
    except FileExistsError:
        raise UsageError(f"{file} exists already; choose another name, or move it away") from None
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None
