"""The text of study files, written and read within bounds, and of what it names beside them."""

from __future__ import annotations

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

#: Folders beside a study with the files of its game and of its strategies, so that it plays as it
#: played, wherever it lies and whatever becomes of the files.
GAME_FOLDER, PLAYERS_FOLDER = "game", "players"
#: Where study files name strategies, in tables of their own too.
_NAMING = ("lineup", "strategies", "against", "player")
#: A file in a specification: of personas, as ``aunt.toml`` or ``search(playout=aunt.toml)``, or of
#: strategies, as ``mine.py:bold``.
_FILES = re.compile(r"(?<![^(=,])\s*(?P<file>[^()=,:]+\.(?:toml|py(?=:)))")


def study_text(fields: Mapping[str, Any]) -> str:
    """Return the text of a study file with these plain values.

    Characters that could steer a terminal are written as escapes, so a TOML parser returns equal
    values.
    """
    return escape_unprintable(to_toml_item(fields).as_string())


def to_toml_item(value: Any) -> Item:
    """Return a value as it stands in a study file: tables of their own, and long lists."""
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
    """Return a value for one line, however long it gets."""
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
    """Return fields with the tables last: what follows the head of a table belongs to it."""
    is_table = {k: isinstance(v, Mapping) or _holds_tables(v) for k, v in fields.items()}
    return {name: fields[name] for name in sorted(fields, key=is_table.__getitem__)}


def _holds_tables(value: Any) -> bool:
    """Return whether a value is a list of tables too large for a line each, as arms are."""
    return (
        isinstance(value, list | tuple)
        and len(value) > 0
        and all(isinstance(part, Mapping) for part in value)
        and any(isinstance(one, Mapping | list | tuple) for part in value for one in part.values())
    )


def replace_files(said: Any, place: Callable[[str], str], *, is_strategy: bool = False) -> Any:
    """Return what a study file, or a part of it, says with each file that it names at a place."""
    if isinstance(said, Mapping):
        return {
            key: place(value)
            if key == "game" and isinstance(value, str) and is_file(value)
            else replace_files(value, place, is_strategy=key in _NAMING)
            for key, value in said.items()
        }
    if isinstance(said, list):
        return [replace_files(part, place, is_strategy=is_strategy) for part in said]
    if is_strategy and isinstance(said, str):
        return _FILES.sub(lambda named: place(named["file"]), said)
    return said


def copy_code(text: str, folder: Path) -> str:
    """Copy the code that a study names, with what it imports and reads, into a new folder."""
    document, places = tomllib.loads(text), dict[Path, str]()
    game = document.get("game", "")

    def place(file: str) -> str:
        path = Path(file)
        if path.suffix != CODE:
            return file
        if path not in places:
            home = GAME_FOLDER if file == game else f"{PLAYERS_FOLDER}/{len(places) + 1}"
            for name, content in sources_of(path).items():
                if not name.startswith(ELSEWHERE):
                    copy = folder / home / name
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    copy.write_bytes(content)
            places[path] = f"{home}/{path.name}"
        return places[path]

    fields = replace_files(document, place)
    return study_text(fields) if places else text


#: A study that pins the tallies of a thousand settings has a tenth of that.
MOST_BYTES = 4_000_000
#: Tables and lists in each other; those of a study with arms are six deep.
MOST_NESTED = 20
#: Letters of a name, as of a line-up that is pinned, and of a text, as what personas are about.
LONGEST_NAME, LONGEST_TEXT = 1_000, 4_000
#: Names, and entries of lists, of a file together.
MOST_ENTRIES = 200_000
_LEAST, _MOST = -(2**63), 2**63 - 1
#: What may hold brackets and digits that mean nothing: texts and remarks.
_TEXTS = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\[^\n])*"|\'[^\'\n]*\'|#[^\n]*', re.DOTALL
)
#: A name of more parts than tables may be nested, as in a.b.c; no letter is looked at often.
_DEEP_NAME = re.compile(rf'(?<![\w"-])(?:[\w"-]++[ \t]*+\.[ \t]*+){{{MOST_NESTED}}}')
_DEEP = f"lists and tables are nested more than {MOST_NESTED} deep; write them less deep"
_LARGE = "a number is too large; whole numbers go from -2^63 to 2^63 - 1"
_HOW = (
    "write name = value, where a value is a number such as 0.5 or 200_000, true, false, "
    '"text" or ["a", "list"]'
)
#: How much of a long line is shown, and how much of it stands before what is add_excerpt at.
MOST_SHOWN, BEFORE = 64, 40
#: A name, and the value after it or the first one of its list.
_SAID = re.compile(r"(?<![\w.-])([\w.-]+)[\"']?[ \t]*=[ \t]*+[\[{]?[ \t]*+[\"']?([\w.+-]+)")


def file_text(path: Path, kind: str = "study file") -> str:
    """Return the text of a TOML file of a kind, with line ends alike, however it was saved."""
    content = read_file(path, kind, ".toml", MOST_BYTES)
    try:
        text = decode(content)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FathomError(
            f"{path}, line {line}: there is a letter that is not saved as UTF-8; open the file in "
            "your editor and save it again with the encoding UTF-8"
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_toml(path: Path, kind: str = "study file") -> tuple[dict[str, Any], str]:
    """Return the document in a TOML file of a kind, and its text.

    Raises
    ------
    UsageError
        If the file is missing, not a regular file, too large, or cannot be read.
    FathomError
        If it is no TOML, or holds more than a file of this kind can.
    """
    text = file_text(path, kind)
    if _DEEP_NAME.search(_TEXTS.sub('""', text)):
        raise FathomError(f"{path}: {_DEEP}")
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _broken(error, text, path) from None
    except (RecursionError, ValueError) as error:  # Python makes no number of thousands of digits
        why = _DEEP if isinstance(error, RecursionError) else _LARGE
        raise FathomError(f"{path}: {why}") from None
    _check(document, path)
    return document, text


def _broken(error: tomllib.TOMLDecodeError, text: str, path: Path) -> FathomError:
    """Say where a file cannot be read and why not, as Python's own reader of TOML does."""
    why, _, place = str(error).rpartition(" (at ")
    numbers = re.findall(r"\d+", place)
    last = text.rstrip().split("\n")
    line, column = map(int, numbers) if numbers else (len(last), len(last[-1]) + 1)
    why = why[:1].lower() + why[1:].replace("array", "list")
    return FathomError(
        f"{path}, line {line}, column {column}: {why}; {_HOW}\n{excerpt(text, line, column)}"
    )


def _check(document: Mapping[str, Any], path: Path) -> None:
    """Raise `FathomError` if a value is beyond the bounds; without recursion, whatever it is."""
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
            parts = [(name, one) for one in value] if isinstance(value, list) else []
        waiting += [(depth + 1, key, one) for key, one in parts]
        entries += len(parts)
        if entries > MOST_ENTRIES:
            raise FathomError(f"{path} has more than {MOST_ENTRIES:,} entries; name one with fewer")
        if isinstance(value, str):
            _check_text(value, LONGEST_TEXT, f"{path}: {name}: a text")
        elif isinstance(value, int) and not _LEAST <= value <= _MOST:
            raise FathomError(f"{path}: {name}: {_LARGE}")


def _check_text(text: str, longest: int, what: str) -> None:
    if unfit := find_unprintable(text):
        raise FathomError(f"{what} holds {unfit}, a character that cannot be shown; delete it")
    if len(text) > longest:
        raise FathomError(f"{what} of {len(text):,} letters is too long; write at most {longest:,}")


def excerpt(text: str, line: int, column: int) -> str:
    """Return a line of a file with its number, and below it a caret; both count from 1."""
    whole = text.split("\n")[line - 1].replace("\t", " ")
    start = max(0, min(column - 1 - BEFORE, len(whole) - MOST_SHOWN))
    before = "..." if start else ""
    after = "..." if start + MOST_SHOWN < len(whole) else ""
    margin = f"    {line} | "
    shown = f"{margin}{before}{whole[start : start + MOST_SHOWN].rstrip()}{after}"
    return f"{shown}\n{' ' * (len(margin) - 2)}| {' ' * (len(before) + column - 1 - start)}^"


def add_excerpt(error: UsageError, text: str) -> UsageError:
    """Return an error with the one line of a file that holds what its first clause is about."""
    clause = str(error).partition(";")[0]
    quoted = re.findall(r"'([^']+)'", clause)
    words = {*quoted, *re.findall(r"[\w.+-]+", clause)}
    names = "|".join(map(re.escape, quoted)) or "$^"
    holding = [found.start() for found in re.finditer(rf"(?<![\w.-])({names})(?![\w.-])", text)]
    saying = [
        found.start(2)
        for found in _SAID.finditer(text)
        if found[1] in words and words & {found[2], found[2].replace("_", "")}
    ]
    for places in (holding, saying):
        if places and "\n" not in text[places[0] : places[-1]]:
            line = text.count("\n", 0, places[0]) + 1
            column = places[0] - text.rfind("\n", 0, places[0])
            return UsageError(f"{error}\n{excerpt(text, line, column)}")
    return error
