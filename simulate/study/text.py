"""Writing study files, reading TOML files within bounds, and excerpts in error messages."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.items import Array, Item

from simulate.errors import FathomError, UsageError, escape_unprintable, find_unprintable
from simulate.game import is_file
from simulate.game_files import (
    LEARNED_ENDING,
    MOST_LEARNED_BYTES,
    find_learned_file,
    learned_file_beside,
)
from simulate.input_files import decode, read_file
from simulate.kit.layout import SEATS
from simulate.packed_games import code_file
from simulate.user_files import CODE, ELSEWHERE, sources_of

#: How the file begins that stands in place of a study in a folder that compares two versions of a
#: game's file. The command that compares them follows.
NO_STUDY = "# No study plays both versions of this game: "
#: The folder beside a study with copies of the files of its game, so that the study can be moved
#: and the originals can change.
GAME_FOLDER = "game"
#: The folder beside a study with copies of the files of its strategies.
PLAYERS_FOLDER = "players"
#: The keys of study files, and of tables in them, whose values are specifications of strategies.
_STRATEGY_KEYS = ("lineup", "strategies", "against", "player")
#: Matches a file in the specification of a strategy. It has personas, as in ``aunt.toml`` or
#: ``search(playout=aunt.toml)``, or strategies, as in ``mine.py:bold``.
_FILES = re.compile(r"(?<![^(=,])\s*(?P<file>[^()=,:]+\.(?:toml|py(?=:)))")


def study_text(fields: Mapping[str, Any]) -> str:
    """Return the text of a study file with the given keys and values.

    Unprintable characters are escaped, so that a TOML parser returns equal values.

    Raises
    ------
    ValueError
        If TOML has no form for a value, such as None.
    """
    return escape_unprintable(to_toml_item(fields).as_string())


def to_toml_item(value: Any) -> Item:
    """Return a value as an item of tomlkit that is written on several lines of a study file.

    Tables have headings, and lists have one line per entry.

    Raises
    ------
    ValueError
        If TOML has no form for a value, such as None.
    """
    if isinstance(value, Mapping):
        table = tomlkit.table()
        for name, part in _values_first(value).items():
            table.add(name, to_toml_item(part))
        return table
    if _holds_tables(value):
        tables = tomlkit.aot()
        for part in value:
            tables.append(to_toml_item(part))
        return tables
    item = to_inline_item(value)
    return item.multiline(len(value) > 0) if isinstance(item, Array) else item


def to_inline_item(value: Any) -> Item:
    """Return a value as an item of tomlkit that is written on one line, however long it is.

    Raises
    ------
    ValueError
        If TOML has no form for a value, such as None.
    """
    if isinstance(value, Mapping):
        record = tomlkit.inline_table()
        record.update({name: to_inline_item(part) for name, part in value.items()})
        return record
    if isinstance(value, list | tuple):
        array = tomlkit.array()
        array.extend(map(to_inline_item, value))
        return array
    item: Item = tomlkit.item(value)
    return item


def _values_first(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields with the tables last, because keys after a heading belong to its table."""
    is_table = {
        name: isinstance(value, Mapping) or _holds_tables(value) for name, value in fields.items()
    }
    return {name: fields[name] for name in sorted(fields, key=is_table.__getitem__)}


def _holds_tables(value: Any) -> bool:
    """Return True if a value is a list of tables that contain lists or tables, such as arms."""
    if not isinstance(value, list | tuple) or not value:
        return False
    if not all(isinstance(table, Mapping) for table in value):
        return False
    values = itertools.chain.from_iterable(table.values() for table in value)
    return any(isinstance(part, Mapping | list | tuple) for part in values)


def replace_files(value: Any, place: Callable[[str], str], *, is_strategy: bool = False) -> Any:
    """Return the fields of a study file, or a value in them, with the names of files replaced.

    Parameters
    ----------
    value
        The fields by key, or a value in them.
    place
        Called with the name of each file; returns the new name.
    is_strategy
        True if texts in `value` are specifications of strategies.
    """
    if isinstance(value, Mapping):
        replaced = {}
        for key, part in value.items():
            if key == "game" and isinstance(part, str) and is_file(part):
                replaced[key] = place(part)
            elif key == "variant" and isinstance(part, str) and part.endswith(".toml"):
                replaced[key] = place(part)  # The file has house rules.
            else:
                replaced[key] = replace_files(part, place, is_strategy=key in _STRATEGY_KEYS)
        return replaced
    if isinstance(value, list):
        return [replace_files(part, place, is_strategy=is_strategy) for part in value]
    if is_strategy and isinstance(value, str):
        return _FILES.sub(lambda match: place(match["file"]), value)
    return value


def copy_code(text: str, folder: Path) -> str:
    """Copy the Python files that a study names, with their sources, into a folder.

    The sources are the file itself and the files that it imported or read while it was loaded (see
    `simulate.user_files.sources_of`). Sources in unrelated folders are not copied. If the strategy
    ``learned`` may play, the files of learned players beside the game's file are copied too.

    Parameters
    ----------
    text
        The text of a study file.
    folder
        The folder for the copies. It is created if a file is copied.

    Returns
    -------
    str
        The text with the names of the originals replaced by the names of the copies, relative to
        `folder`. It is formatted again, so comments are lost. A text that names no Python file is
        returned unchanged.

    Raises
    ------
    tomllib.TOMLDecodeError
        If the text is not valid TOML.
    OSError
        If a file cannot be read or written.
    """
    document = tomllib.loads(text)
    game = document.get("game", "")
    copies: dict[Path, str] = {}

    def copy_file(file: str) -> str:
        path = code_file(file)
        if path.suffix != CODE:
            return file
        if path not in copies:
            home = GAME_FOLDER if file == game else f"{PLAYERS_FOLDER}/{len(copies) + 1}"
            _copy_sources(path, folder / home)
            if file == game and _NAMES_LEARNED.search(text):
                _copy_learned(file, folder / home / path.name)
            copies[path] = f"{home}/{path.name}"
        return copies[path]

    fields = replace_files(document, copy_file)
    return study_text(fields) if copies else text


def _copy_sources(path: Path, home: Path) -> None:
    """Copy the sources of a Python file into a folder, except sources in unrelated folders.

    Raise `OSError` if a file cannot be read or written.
    """
    for name, content in sources_of(path).items():
        if not name.startswith(ELSEWHERE):
            copy = home / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)


def _copy_learned(original: str, copy: Path) -> None:
    """Copy the files of players that learned a game to the folder of a copy of the game's file.

    `original` is the game's file, or a zip file with it.

    Raise `UsageError` or `OSError` if a file cannot be read or written.
    """
    for players in range(1, SEATS + 1):
        file = find_learned_file(original, players)
        if file.exists():
            content = read_file(file, "learned player", LEARNED_ENDING, MOST_LEARNED_BYTES)
            learned_file_beside(copy, players).write_bytes(content)


#: Matches the name of the strategy that plays as a learned player.
_NAMES_LEARNED = re.compile(r"\blearned\b")
#: The maximum size of a study file in bytes. A study that pins the tallies of a thousand arms has a
#: tenth of this size.
MOST_BYTES = 4_000_000
#: The maximum depth of nested tables and lists. A study with arms has a depth of six.
MOST_NESTED = 20
#: The maximum number of characters of a name, such as that of a pinned line-up.
LONGEST_NAME = 1_000
#: The maximum number of characters of a text, such as the description of a persona.
LONGEST_TEXT = 4_000
#: The maximum total number of keys and of entries of lists in a file.
MOST_ENTRIES = 200_000
#: The smallest and the largest whole number that TOML allows.
_LEAST, _MOST = -(2**63), 2**63 - 1
#: Matches texts and comments, in which brackets and dots have no meaning.
_TEXTS = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\[^\n])*"|\'[^\'\n]*\'|#[^\n]*', re.DOTALL
)
#: Matches a name with too many parts, such as a.b.c. The expression does not backtrack.
_DEEP_NAME = re.compile(rf'(?<![\w"-])(?:[\w"-]++[ \t]*+\.[ \t]*+){{{MOST_NESTED}}}')
_DEEP = f"lists and tables are nested more than {MOST_NESTED} levels deep; use fewer levels"
_LARGE = "a number is too large; whole numbers go from -2^63 to 2^63 - 1"
_TYPOGRAPHIC_QUOTES = re.compile("[\u2018-\u201f\u00ab\u00bb]")
_HOW = (
    "write name = value, where a value is a number such as 0.5 or 200_000, true, false, "
    '"text" or ["a", "list"]'
)
#: The maximum number of characters of a line in an excerpt.
MOST_SHOWN = 64
#: The maximum number of characters of an excerpt before the caret.
BEFORE = 40
#: Matches a key, and its value or the first entry of a list.
_KEY_AND_VALUE = re.compile(
    r"(?<![\w.-])([\w.-]+)[\"']?[ \t]*=[ \t]*+[\[{]?[ \t]*+[\"']?([\w.+-]+)"
)


def file_text(path: Path, kind: str = "study file") -> str:
    """Return the text of a TOML file, with Unix line endings.

    Parameters
    ----------
    path
        The file.
    kind
        Its kind in messages.

    Raises
    ------
    UsageError
        If the file is missing, not a regular file, too large, or cannot be read.
    FathomError
        If the file is neither UTF-8 nor UTF-16.
    """
    content = read_file(path, kind, ".toml", MOST_BYTES)
    try:
        text = decode(content)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FathomError(
            f"{path}, line {line}: a letter is not encoded in UTF-8; open the file in your editor "
            "and save it with the encoding UTF-8"
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_toml(path: Path, kind: str = "study file") -> tuple[dict[str, Any], str]:
    """Return the content of a TOML file as a dictionary, and its text.

    Parameters
    ----------
    path
        The file.
    kind
        Its kind in messages.

    Raises
    ------
    UsageError
        If the file is missing, not a regular file, too large, or cannot be read.
    FathomError
        If the file is not valid TOML, or exceeds a bound of this module.
    """
    text = file_text(path, kind)
    if _DEEP_NAME.search(_TEXTS.sub('""', text)):
        raise FathomError(f"{path}: {_DEEP}")
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _broken(error, text, path) from None
    except (RecursionError, ValueError) as error:  # A number with thousands of digits: ValueError.
        problem = _DEEP if isinstance(error, RecursionError) else _LARGE
        raise FathomError(f"{path}: {problem}") from None
    _check(document, path)
    return document, text


def _broken(error: tomllib.TOMLDecodeError, text: str, path: Path) -> FathomError:
    """Return the `FathomError` for a file that is not valid TOML, with an excerpt of the line."""
    problem, _, place = str(error).rpartition(" (at ")
    numbers = re.findall(r"\d+", place)
    if numbers:
        line, column = map(int, numbers)
    else:  # If the text ends too early, the message has no line and column.
        lines = text.rstrip().split("\n")
        line = len(lines)
        column = len(lines[-1]) + 1
    problem = problem[:1].lower() + problem[1:].replace("array", "list")
    typographic = _TYPOGRAPHIC_QUOTES.search(text.split("\n")[line - 1])
    if typographic:
        problem = f"{typographic[0]} is a typographic quote; write a straight quote"
    return FathomError(
        f"{path}, line {line}, column {column}: {problem}; {_HOW}\n{excerpt(text, line, column)}"
    )


def _check(document: Mapping[str, Any], path: Path) -> None:
    """Raise `FathomError` if a document exceeds a bound.

    The function is not recursive, because a document with many levels could exhaust the stack.
    """
    unchecked: list[tuple[int, str, Any]] = [(0, "", document)]
    entries = 0
    while unchecked:
        depth, name, value = unchecked.pop()
        if depth > MOST_NESTED:
            raise FathomError(f"{path}: {_DEEP}")
        if isinstance(value, Mapping):
            for key in value:
                _check_text(key, LONGEST_NAME, f"{path}: a name")
            items = list(value.items())
        else:
            items = [(name, part) for part in value] if isinstance(value, list) else []
        unchecked += [(depth + 1, key, part) for key, part in items]
        entries += len(items)
        if entries > MOST_ENTRIES:
            raise FathomError(
                f"{path} has more than {MOST_ENTRIES:,} entries; name a file with fewer entries"
            )
        if isinstance(value, str):
            _check_text(value, LONGEST_TEXT, f"{path}: {name}: a text")
        elif isinstance(value, int) and not _LEAST <= value <= _MOST:
            raise FathomError(f"{path}: {name}: {_LARGE}")


def _check_text(text: str, longest: int, subject: str) -> None:
    """Raise `FathomError` if a text has unprintable characters or is too long.

    `subject` begins the message.
    """
    unprintable = find_unprintable(text)
    if unprintable:
        raise FathomError(
            f"{subject} contains {unprintable}, a character that cannot be shown; delete it"
        )
    if len(text) > longest:
        raise FathomError(
            f"{subject} of {len(text):,} characters is too long; write at most {longest:,}"
        )


def excerpt(text: str, line: int, column: int) -> str:
    """Return a numbered line of a text and, on a second line, a caret below the given column.

    Lines and columns are counted from 1. Long lines are shortened.
    """
    content = text.split("\n")[line - 1].replace("\t", " ")
    start = max(0, min(column - 1 - BEFORE, len(content) - MOST_SHOWN))
    before = "..." if start else ""
    after = "..." if start + MOST_SHOWN < len(content) else ""
    margin = f"    {line} | "
    first_line = f"{margin}{before}{content[start : start + MOST_SHOWN].rstrip()}{after}"
    spaces = " " * (len(before) + column - 1 - start)
    return f"{first_line}\n{' ' * (len(margin) - 2)}| {spaces}^"


def add_excerpt(error: UsageError, text: str) -> UsageError:
    """Return an error with an excerpt of the line to which its message refers.

    `text` is the content of the file. The line is the only line with a quoted name from the first
    clause of the message, or else the only line whose key and value are words of the clause. If no
    line or several lines match, the error is returned unchanged.
    """
    clause = str(error).partition(";")[0]
    quoted = re.findall(r"'([^']+)'", clause)
    words = {*quoted, *re.findall(r"[\w.+-]+", clause)}
    names = "|".join(map(re.escape, quoted)) or "$^"
    quoted_places = [
        match.start() for match in re.finditer(rf"(?<![\w.-])({names})(?![\w.-])", text)
    ]
    value_places = [
        match.start(2)
        for match in _KEY_AND_VALUE.finditer(text)
        if match[1] in words and words & {match[2], match[2].replace("_", "")}
    ]
    for places in (quoted_places, value_places):
        if places and "\n" not in text[places[0] : places[-1]]:
            line = text.count("\n", 0, places[0]) + 1
            column = places[0] - text.rfind("\n", 0, places[0])
            return UsageError(f"{error}\n{excerpt(text, line, column)}")
    return error
