"""Find the results of an earlier version of a game's file, to compare them with new results."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from simulate.errors import FathomError
from simulate.input_files import read_file

#: The keys of a study file that must be equal in both runs; only the game's file then differs.
_SAME = ("game", "variant", "players", "lineup", "rules")
#: The largest size of a study file or a game's file that is read, in bytes.
MOST_BYTES = 1_000_000
#: The maximum number of folders that are looked at, the newest first.
MOST_FOLDERS = 100


def find_earlier_version(folder: Path) -> Path | None:
    """Return the newest folder with the same run of another version of the game's file.

    Only folders beside the given one are looked at. Their names may be anything.

    Parameters
    ----------
    folder
        The folder of a run.

    Returns
    -------
    Path or None
        The folder; None if the game is part of Fathom, and if no folder has another version.
    """
    study = _read_study(folder)
    content = _read_game(folder, study)
    if content is None:
        return None
    for other in _folders_beside(folder):
        other_study = _read_study(other)
        if any(other_study.get(key) != study.get(key) for key in _SAME):
            continue
        if _read_game(other, other_study) not in (None, content):
            return other
    return None


def _folders_beside(folder: Path) -> list[Path]:
    """Return the folders with a study file beside a folder, the newest first."""
    times = {}
    for file in folder.parent.glob("*/study.toml"):
        if file.parent != folder:
            times[file.parent] = file.stat().st_mtime
    return sorted(times, key=lambda other: times[other], reverse=True)[:MOST_FOLDERS]


def _read_study(folder: Path) -> dict[str, Any]:
    """Return the study file of a run; empty if it cannot be read or is not that of a run."""
    try:
        file = read_file(folder / "study.toml", "study file", ".toml", MOST_BYTES)
        study = tomllib.loads(file.decode("utf-8"))
    except (FathomError, ValueError):
        return {}
    # The study files of other commands have no fingerprint of a tally at this place.
    return study if "tally_id" in study else {}


def _read_game(folder: Path, study: dict[str, Any]) -> bytes | None:
    """Return the game's file in the folder of a run; None if it is not there or cannot be read."""
    name = str(study.get("game", ""))
    if not name.endswith(".py"):
        return None
    try:
        return read_file(folder / name, "file of a game", ".py", MOST_BYTES)
    except FathomError:
        return None
