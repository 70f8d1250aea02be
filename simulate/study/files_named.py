"""Files that a study file names: games and personas are looked for from its folder."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simulate.game import is_file

#: Where study files name strategies, in tables of their own too.
_NAMING = ("lineup", "strategies", "against", "player")
#: A file of personas in a specification, as ``aunt.toml`` or ``search(playout=aunt.toml)``.
_PERSONAS = re.compile(r"(?<![^(=,])\s*(?P<file>[^()=,:]+\.toml)")


def from_its_folder(fields: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return what a study file says with the files that it names found from its folder.

    Parameters
    ----------
    fields
        As read from the file, tables of plans included.
    folder
        Where the file lies.
    """
    found = {
        key: _found(value, folder) if key in _NAMING else _inside(value, folder)
        for key, value in fields.items()
    }
    game = found.get("game")
    if isinstance(game, str) and is_file(game):
        found["game"] = _beside(game, folder)
    return found


def _inside(value: Any, folder: Path) -> Any:
    """Look into the tables of a plan, and into lists of tables as of arms."""
    if isinstance(value, Mapping):
        return from_its_folder(value, folder)
    if isinstance(value, list):
        return [_inside(part, folder) for part in value]
    return value


def _found(value: Any, folder: Path) -> Any:
    if isinstance(value, list):
        return [_found(part, folder) for part in value]
    if not isinstance(value, str):
        return value
    return _PERSONAS.sub(lambda named: _beside(named["file"], folder), value)


def _beside(file: str, folder: Path) -> str:
    return os.path.normpath(folder / file)
