"""Where in a study file something stands, and how an error shows it: the line, with a caret."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from simulate.errors import FathomError

#: How much of a long line is shown, and how much of it stands before what is pointed at.
MOST_SHOWN, BEFORE = 64, 40
#: How many letters are looked through for the line that is meant. Each look reads the file from its
#: beginning, so that one of thousands of lines would take minutes.
MOST_LETTERS = 600_000
_ELLIPSIS = "..."
Told = TypeVar("Told", bound=FathomError)
Place = Sequence[int | str]


def excerpt(text: str, line: int, column: int) -> str:
    """Return a line of a file with its number, and below it a caret.

    Parameters
    ----------
    text
        What the file holds.
    line, column
        From 1.
    """
    shown = text.splitlines()[line - 1].replace("\t", " ") if text.strip() else ""
    place = column - 1
    if len(shown) > MOST_SHOWN:
        start = max(0, min(place - BEFORE, len(shown) - MOST_SHOWN))
        end = start + MOST_SHOWN
        before = _ELLIPSIS if start else ""
        after = _ELLIPSIS if end < len(shown) else ""
        place += len(before) - start
        shown = f"{before}{shown[start:end]}{after}"
    margin = f"    {line} | "
    return f"{margin}{shown.rstrip()}\n{' ' * (len(margin) - 2)}| {' ' * place}^"


def pointed(error: Told, text: str, place: Place, *, at_key: bool = False, entry: str = "") -> Told:
    """Return an error with the line it is about, if that is found.

    Parameters
    ----------
    error
        What is told.
    text
        What the file holds.
    place
        The keys, and the numbers in lists, that lead to what is wrong.
    at_key
        Whether its name is wrong, not its value.
    entry
        The text in the list that is its value that is wrong, if one is.
    """
    found = _statement(text, place)
    if not found:
        return error
    keys = [part for part in place if isinstance(part, str)]
    lines = text.splitlines()
    for line in range(found[0], found[1] + 1):
        quoted = re.search(rf"[\"']{re.escape(entry)}[\"']", lines[line - 1]) if entry else None
        if quoted:
            return type(error)(f"{error}\n{excerpt(text, line, quoted.start() + 1)}")
    for line in range(found[0], found[1] + 1):
        name = _named(lines[line - 1], keys[-1])
        if name:
            column = name.start() if at_key else _value_at(lines[line - 1], name.end())
            return type(error)(f"{error}\n{excerpt(text, line, column + 1)}")
    return error


def pointed_by_words(error: Told, text: str) -> Told:
    """Return an error with the one line that its words name, if there is one.

    A line is meant if the words hold both its key and its value, or hold its key, its text or one
    of its texts in quotes.
    """
    words = str(error)
    document = tomllib.loads(text)
    meant = list(_meant(document, words))
    if len(meant) != 1:
        return error
    [(place, at_key, entry)] = meant
    return pointed(error, text, place, at_key=at_key, entry=entry)


def first_line_of_last_statement(lines: Sequence[str], broken: int) -> int:
    """Return where the statement begins that is broken at a line: both numbers from 1.

    Everything before it can be read. In a file too long to look through it is that line.
    """
    letters, looked_through = sum(map(len, lines[: broken - 1])), 0
    for count in range(broken - 1, 0, -1):
        looked_through += letters
        letters -= len(lines[count - 1])
        if looked_through > MOST_LETTERS:
            return broken
        if _read(lines[:count]) is not None:
            return count + 1
    return 1


def _meant(document: Mapping[str, Any], words: str) -> Iterator[tuple[Place, bool, str]]:
    """Yield each place that some words name, whether its key, and the entry of a list."""
    for place, value in _nodes(document, ()):
        key = str(place[-1])
        names = {key, ".".join(map(str, place[1:]))}
        if any(f"'{name}'" in words for name in names if name):
            yield place, True, ""
        elif isinstance(value, list):
            named = [one for one in value if isinstance(one, str) and f"'{one}'" in words]
            if named:
                yield place, False, named[0]
        elif not isinstance(value, Mapping) and re.search(rf"\b{re.escape(key)}\b", words):
            shown = str(value).lower() if isinstance(value, bool) else str(value)
            if re.search(rf"(?<![\w.]){re.escape(shown)}(?![\w]|\.\d)", words):
                yield place, False, ""


def _nodes(
    table: Mapping[str, Any], place: tuple[int | str, ...]
) -> Iterator[tuple[tuple[int | str, ...], Any]]:
    for key, value in table.items():
        yield (*place, key), value
        if isinstance(value, Mapping):
            yield from _nodes(value, (*place, key))
        elif isinstance(value, list):
            for number, one in enumerate(value):
                if isinstance(one, Mapping):
                    yield from _nodes(one, (*place, key, number))


def _statement(text: str, place: Place) -> tuple[int, int] | None:
    """Return the first and the last line, from 1, of what says a value."""
    lines = text.splitlines()
    readable = 0
    letters, looked_through = 0, 0
    for count in range(1, len(lines) + 1):
        letters += len(lines[count - 1])
        looked_through += letters
        if looked_through > MOST_LETTERS:
            return None
        document = _read(lines[:count])
        if document is None:
            continue
        if _holds(document, place):
            return readable + 1, count
        readable = count
    return None


def _read(lines: Sequence[str]) -> dict[str, Any] | None:
    try:
        return tomllib.loads("\n".join(lines))
    except (ValueError, RecursionError):  # broken, or more digits or brackets than can be read
        return None


def _holds(document: Any, place: Place) -> bool:
    for part in place:
        if isinstance(document, Mapping):
            if part not in document:
                return False
        elif not (isinstance(document, list) and isinstance(part, int) and part < len(document)):
            return False
        document = document[part]
    return True


def _named(line: str, key: str) -> re.Match[str] | None:
    """Find a key in a line, or its last part, which may be all that stands there."""
    for name in (key, key.rpartition(".")[2]):
        found = re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", line)
        if found:
            return found
    return None


def _value_at(line: str, end_of_key: int) -> int:
    """Return where a value begins, or the key if none follows it in the line."""
    found = re.compile(r"[\"']?\s*=\s*(?=\S)").match(line, end_of_key)
    return found.end() if found else max(end_of_key - 1, 0)
