"""Writing TOML text, reading it within bounds, and excerpts of it in messages of errors."""

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
from simulate.input_files import decode, read_file
from simulate.user_files import CODE, ELSEWHERE, sources_of

#: The folder beside a study with copies of the files of its game, so that the study can be moved
#: and the originals can change.
GAME_FOLDER = "game"
#: The folder with copies of the files of its strategies.
PLAYERS_FOLDER = "players"
#: The keys of study files that name strategies, also in tables of commands.
_STRATEGY_KEYS = ("lineup", "strategies", "against", "player")
#: A file in the specification of a strategy: of personas, as in ``aunt.toml`` or
#: ``search(playout=aunt.toml)``, or of strategies, as in ``mine.py:bold``.
_FILES = re.compile(r"(?<![^(=,])\s*(?P<file>[^()=,:]+\.(?:toml|py(?=:)))")


def study_text(fields: Mapping[str, Any]) -> str:
    """Return the text of a study file with these fields.

    Unprintable characters are escaped, so that a TOML parser returns equal values.
    """
    return escape_unprintable(to_toml_item(fields).as_string())


def to_toml_item(value: Any) -> Item:
    """Return a value laid out over several lines of a study file.

    Tables have headings of their own, and lists have a line per item.
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
    """Return a value laid out on one line, however long it is."""
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
    """Return fields with the tables last, because TOML adds what follows a heading to its table."""
    is_table = {
        name: isinstance(value, Mapping) or _holds_tables(value) for name, value in fields.items()
    }
    return {name: fields[name] for name in sorted(fields, key=is_table.__getitem__)}


def _holds_tables(value: Any) -> bool:
    """Return True if a value is a list of tables too large for a line each, such as arms."""
    if not isinstance(value, list | tuple) or not value:
        return False
    if not all(isinstance(table, Mapping) for table in value):
        return False
    values = itertools.chain.from_iterable(table.values() for table in value)
    return any(isinstance(part, Mapping | list | tuple) for part in values)


def replace_files(value: Any, place: Callable[[str], str], *, is_strategy: bool = False) -> Any:
    """Return the fields of a study file, or a part of them, with the names of files replaced.

    Parameters
    ----------
    value
        The fields, or a part of them.
    place
        Returns the new name of a file.
    is_strategy
        True if texts are specifications of strategies.
    """
    if isinstance(value, Mapping):
        replaced = {}
        for key, part in value.items():
            if key == "game" and isinstance(part, str) and is_file(part):
                replaced[key] = place(part)
            else:
                replaced[key] = replace_files(part, place, is_strategy=key in _STRATEGY_KEYS)
        return replaced
    if isinstance(value, list):
        return [replace_files(part, place, is_strategy=is_strategy) for part in value]
    if is_strategy and isinstance(value, str):
        return _FILES.sub(lambda match: place(match["file"]), value)
    return value


def copy_code(text: str, folder: Path) -> str:
    """Copy the Python files that a study names, with their sources, into a new folder.

    The sources are the file itself and the files that it imported or read while it was loaded (see
    `simulate.user_files.sources_of`), without those in other places of the computer.

    Parameters
    ----------
    text
        The text of a study file.
    folder
        The folder that gets the copies. It is created if a file is copied.

    Returns
    -------
    str
        The text with the names of the copies, relative to `folder`, instead of those of the
        originals. It is formatted again, so comments are lost. A text that names no Python file is
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
        path = Path(file)
        if path.suffix != CODE:
            return file
        if path not in copies:
            home = GAME_FOLDER if file == game else f"{PLAYERS_FOLDER}/{len(copies) + 1}"
            _copy_sources(path, folder / home)
            copies[path] = f"{home}/{path.name}"
        return copies[path]

    fields = replace_files(document, copy_file)
    return study_text(fields) if copies else text


def _copy_sources(path: Path, home: Path) -> None:
    """Copy the sources of a Python file into a folder, except those that must stay elsewhere."""
    for name, content in sources_of(path).items():
        if not name.startswith(ELSEWHERE):
            copy = home / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)


#: The largest size of a study file. One that pins the tallies of a thousand arms has a tenth of it.
MOST_BYTES = 4_000_000
#: The most tables and lists within each other. Those of a study with arms are six deep.
MOST_NESTED = 20
#: The most letters of a name, such as that of a pinned line-up.
LONGEST_NAME = 1_000
#: The most letters of a text, such as the description of a persona.
LONGEST_TEXT = 4_000
#: The most names and entries of lists in a file.
MOST_ENTRIES = 200_000
#: The bounds of whole numbers.
_LEAST, _MOST = -(2**63), 2**63 - 1
#: Texts and comments, in which brackets and dots have no meaning.
_TEXTS = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\[^\n])*"|\'[^\'\n]*\'|#[^\n]*', re.DOTALL
)
#: A name with too many parts, such as a.b.c. The expression does not backtrack.
_DEEP_NAME = re.compile(rf'(?<![\w"-])(?:[\w"-]++[ \t]*+\.[ \t]*+){{{MOST_NESTED}}}')
_DEEP = f"lists and tables are nested more than {MOST_NESTED} levels deep; use fewer levels"
_LARGE = "a number is too large; whole numbers go from -2^63 to 2^63 - 1"
_HOW = (
    "write name = value, where a value is a number such as 0.5 or 200_000, true, false, "
    '"text" or ["a", "list"]'
)
#: The most letters of a line in an excerpt.
MOST_SHOWN = 64
#: The most of these letters before the caret.
BEFORE = 40
#: A key, and its value or the first entry of a list.
_KEY_AND_VALUE = re.compile(
    r"(?<![\w.-])([\w.-]+)[\"']?[ \t]*=[ \t]*+[\[{]?[ \t]*+[\"']?([\w.+-]+)"
)


def file_text(path: Path, kind: str = "study file") -> str:
    """Return the text of a TOML file, with Unix line ends.

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
        If its encoding is not UTF-8 or UTF-16.
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
    """Return the document in a TOML file, and its text.

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
        If it is not valid TOML, or exceeds a bound of this module.
    """
    text = file_text(path, kind)
    if _DEEP_NAME.search(_TEXTS.sub('""', text)):
        raise FathomError(f"{path}: {_DEEP}")
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _broken(error, text, path) from None
    except (RecursionError, ValueError) as error:  # ValueError: a number with thousands of digits
        problem = _DEEP if isinstance(error, RecursionError) else _LARGE
        raise FathomError(f"{path}: {problem}") from None
    _check(document, path)
    return document, text


def _broken(error: tomllib.TOMLDecodeError, text: str, path: Path) -> FathomError:
    """Return the error for a file that is not valid TOML, with an excerpt of the wrong line."""
    problem, _, place = str(error).rpartition(" (at ")
    numbers = re.findall(r"\d+", place)
    if numbers:
        line, column = map(int, numbers)
    else:  # the text ends too early
        lines = text.rstrip().split("\n")
        line = len(lines)
        column = len(lines[-1]) + 1
    problem = problem[:1].lower() + problem[1:].replace("array", "list")
    return FathomError(
        f"{path}, line {line}, column {column}: {problem}; {_HOW}\n{excerpt(text, line, column)}"
    )


def _check(document: Mapping[str, Any], path: Path) -> None:
    """Raise `FathomError` if a document exceeds a bound.

    There is no recursion, which a document with many levels could exhaust.
    """
    waiting: list[tuple[int, str, Any]] = [(0, "", document)]
    entries = 0
    while waiting:
        depth, name, value = waiting.pop()
        if depth > MOST_NESTED:
            raise FathomError(f"{path}: {_DEEP}")
        if isinstance(value, Mapping):
            for key in value:
                _check_text(key, LONGEST_NAME, f"{path}: a name")
            parts = list(value.items())
        else:
            parts = [(name, part) for part in value] if isinstance(value, list) else []
        waiting += [(depth + 1, key, part) for key, part in parts]
        entries += len(parts)
        if entries > MOST_ENTRIES:
            raise FathomError(
                f"{path} has more than {MOST_ENTRIES:,} entries; name a file with fewer"
            )
        if isinstance(value, str):
            _check_text(value, LONGEST_TEXT, f"{path}: {name}: a text")
        elif isinstance(value, int) and not _LEAST <= value <= _MOST:
            raise FathomError(f"{path}: {name}: {_LARGE}")


def _check_text(text: str, longest: int, subject: str) -> None:
    """Raise `FathomError` for a text that cannot be shown or is too long.

    `subject` begins the message.
    """
    unprintable = find_unprintable(text)
    if unprintable:
        raise FathomError(
            f"{subject} contains {unprintable}, a character that cannot be shown; delete it"
        )
    if len(text) > longest:
        raise FathomError(
            f"{subject} of {len(text):,} letters is too long; write at most {longest:,}"
        )


def excerpt(text: str, line: int, column: int) -> str:
    """Return a line of a text with its number, and a second line with a caret below a column.

    Lines and columns count from 1. Long lines are cut.
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
    """Return an error with an excerpt of the line of a file that it is about.

    That is the only line with a quoted name from the first clause of the message, or else the only
    line whose key and value are words of the clause. If there is no such line, the error is
    returned unchanged.
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
