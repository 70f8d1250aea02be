"""The text of study files, and files that it names, which are looked for from its folder."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.items import Array, Item

from simulate.game import is_file
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
    """Return the text of a study file from plain values, which reading gives again."""
    document = tomlkit.document()
    for name, value in _values_first(fields).items():
        document.add(name, laid_out(value))
    return document.as_string()


def laid_out(value: Any) -> Item:
    """Return a value as it stands in a study file: tables of their own, and long lists."""
    if isinstance(value, Mapping):
        table = tomlkit.table()
        for name, part in _values_first(value).items():
            table.add(name, laid_out(part))
        return table
    if _holds_tables(value):
        tables = tomlkit.aot()
        for part in value:
            tables.append(laid_out(part))
        return tables
    item = on_one_line(value)
    return item.multiline(len(value) > 0) if isinstance(item, Array) else item


def on_one_line(value: Any) -> Item:
    """Return a value for one line, however long it gets."""
    if isinstance(value, Mapping):
        record = tomlkit.inline_table()
        record.update({name: on_one_line(part) for name, part in value.items()})
        return record
    if isinstance(value, list | tuple):
        array = tomlkit.array()
        array.extend(map(on_one_line, value))
        return array
    item: Item = tomlkit.item(value)
    return item


def _values_first(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields with the tables last: what follows the head of a table belongs to it."""
    is_table = {k: isinstance(v, Mapping) or _holds_tables(v) for k, v in fields.items()}
    return {name: fields[name] for name in sorted(fields, key=is_table.__getitem__)}


def _holds_tables(value: Any) -> bool:
    """Tell whether a value is a list of tables too large for a line each, as arms are."""
    return (
        isinstance(value, list | tuple)
        and len(value) > 0
        and all(isinstance(part, Mapping) for part in value)
        and any(isinstance(one, Mapping | list | tuple) for part in value for one in part.values())
    )


def from_its_folder(fields: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return what a study file in a folder says with the files that it names found from there."""
    found: dict[str, Any] = with_files(fields, lambda file: os.path.normpath(folder / file))
    return found


def with_files(said: Any, place: Callable[[str], str], *, is_strategy: bool = False) -> Any:
    """Return what a study file, or a part of it, says with each file that it names at a place."""
    if isinstance(said, Mapping):
        return {
            key: place(value)
            if key == "game" and isinstance(value, str) and is_file(value)
            else with_files(value, place, is_strategy=key in _NAMING)
            for key, value in said.items()
        }
    if isinstance(said, list):
        return [with_files(part, place, is_strategy=is_strategy) for part in said]
    if is_strategy and isinstance(said, str):
        return _FILES.sub(lambda named: place(named["file"]), said)
    return said


def with_copied_code(text: str, folder: Path) -> str:
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

    fields = with_files(document, place)
    return study_text(fields) if places else text
