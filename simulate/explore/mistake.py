"""A mistake in the file of a game, with the lines around it, as JSON values for the page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from reports.writing.wording import capital
from simulate.errors import UsageError
from simulate.input_files import read_file

#: The largest file from which lines are shown, in bytes.
_MOST_BYTES = 5_000_000
#: The number of lines that are shown before and after the line with the mistake.
_AROUND = 2
#: The end of a message that suggests what to do.
_REMEDY = re.compile(r"; (?P<remedy>[^;]+)$", re.DOTALL)


def describe_mistake(message: str, file: Path, since: str) -> dict[str, Any]:
    """Return a mistake for the page.

    Parameters
    ----------
    message
        The message of the error, which may name a line as in "reef.py, line 42".
    file
        The file of the game.
    since
        The time until which the answer on the page was true; empty if there is none.
    """
    for path in (file.resolve(), file):
        message = message.replace(str(path), file.name)
    found = re.search(rf"{re.escape(file.name)}\D{{1,12}}?(?:line )?(\d+)\b", message)
    found = found or re.search(r"\bline (\d+)", message)
    line = int(found[1]) if found else 0
    remedy = _REMEDY.search(message)
    if remedy:
        message = message[: remedy.start()]
    return {
        "file": file.name,
        "line": line,
        "message": message if message.startswith(file.name) else capital(message),
        "remedy": capital(remedy["remedy"].strip()) if remedy else "",
        "excerpt": _excerpt(file, line),
        "since": since,
    }


def _excerpt(file: Path, line: int) -> list[dict[str, Any]]:
    """Return the lines of a file around a line; empty if there is no such line."""
    try:
        content = read_file(file, "game", ".py", _MOST_BYTES)
    except UsageError:
        return []
    lines = content.decode("utf-8", "replace").splitlines()
    if not 1 <= line <= len(lines):
        return []
    first, last = max(1, line - _AROUND), min(len(lines), line + _AROUND)
    return [
        {"number": number, "text": lines[number - 1], "is_hit": number == line}
        for number in range(first, last + 1)
    ]
