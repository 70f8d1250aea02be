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
    """Return what a study file in a folder says with the files that it names found from there."""
    found: dict[str, Any] = with_files(fields, lambda file: os.path.normpath(folder / file))
    return found


def with_files(said: Any, place: Callable[[str], str], *, is_strategy: bool = False) -> Any:
    """Return what a study file says with other names of the files that it names.

    Parameters
    ----------
    said
        As read from the file, tables of plans included, or a part of that.
    place
        Returns the new name of a file.
    is_strategy
        Whether strategies are named there.
    """
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
