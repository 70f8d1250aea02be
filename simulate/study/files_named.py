"""Files that a study file names: those of personas are looked for from its folder."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

#: Where study files name strategies, in tables of their own too.
_NAMING = ("lineup", "strategies", "against", "player")
#: A file of personas in a specification, as ``aunt.toml`` or ``search(playout=aunt.toml)``.
_PERSONAS = re.compile(r"(?<![^(=,])\s*(?P<file>[^()=,:]+\.toml)")


def from_its_folder(fields: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return what a study file says with the files of personas found from its folder.

    Parameters
    ----------
    fields
        As read from the file, tables of plans included.
    folder
        Where the file lies.
    """
    return {
        key: _found(value, folder) if key in _NAMING else _inside(value, folder)
        for key, value in fields.items()
    }


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
    return _PERSONAS.sub(lambda named: os.path.normpath(folder / named["file"]), value)
