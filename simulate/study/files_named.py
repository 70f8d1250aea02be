"""Files that a study file names: games, strategies and personas are looked for from its folder."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from simulate.game import is_file
from simulate.study.text import study_text
from simulate.user_files import CODE, ELSEWHERE, sources_of

#: Folders beside a study with the files of its game and of its strategies, so that it plays as it
#: played, wherever it lies and whatever becomes of the files.
GAME_FOLDER, PLAYERS_FOLDER = "game", "players"
#: Where study files name strategies, in tables of their own too.
_NAMING = ("lineup", "strategies", "against", "player")
#: A file in a specification: of personas, as ``aunt.toml`` or ``search(playout=aunt.toml)``, or of
#: strategies, as ``mine.py:bold``.
_FILES = re.compile(r"(?<![^(=,])\s*(?P<file>[^()=,:]+\.(?:toml|py(?=:)))")


def from_its_folder(fields: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return what a study file says with the files that it names found from its folder.

    Parameters
    ----------
    fields
        As read from the file, tables of plans included.
    folder
        Where the file lies.
    """
    return with_files(fields, lambda file: _beside(file, folder))


def with_files(fields: Mapping[str, Any], place: Callable[[str], str]) -> dict[str, Any]:
    """Return what a study file says with other names of the files that it names.

    Parameters
    ----------
    fields
        As read from the file, tables of plans included.
    place
        Returns the new name of a file.
    """
    found = {
        key: _found(value, place) if key in _NAMING else _inside(value, place)
        for key, value in fields.items()
    }
    game = found.get("game")
    if isinstance(game, str) and is_file(game):
        found["game"] = place(game)
    return found


def _inside(value: Any, place: Callable[[str], str]) -> Any:
    """Look into the tables of a plan, and into lists of tables as of arms."""
    if isinstance(value, Mapping):
        return with_files(value, place)
    if isinstance(value, list):
        return [_inside(part, place) for part in value]
    return value


def _found(value: Any, place: Callable[[str], str]) -> Any:
    if isinstance(value, list):
        return [_found(part, place) for part in value]
    if not isinstance(value, str):
        return value
    return _FILES.sub(lambda named: place(named["file"]), value)


def _beside(file: str, folder: Path) -> str:
    return os.path.normpath(folder / file)


def with_copied_code(text: str, folder: Path) -> str:
    """Copy the files with code that a study names into a new folder, and name them there.

    With a game's file, and a strategy's, what they imported and read is copied: so the study
    plays as it played wherever the folder lies, and whatever becomes of the files.
    """
    document, places = tomllib.loads(text), dict[Path, str]()
    game = document["game"]

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
