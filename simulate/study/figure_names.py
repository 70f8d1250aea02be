"""Short names of figures that people type, and the paths that they stand for."""

from __future__ import annotations

#: The paths of figures by the short names that targets and ``--figure`` accept.
SHORT_NAMES = {
    "minutes": "length.minutes.mean",
    "length": "length.minutes.mean",
    "turns": "length.turns.mean",
    "rounds": "length.rounds.mean",
}


def full_path(name: str) -> str:
    """Return the path that a short name stands for, or the name itself if it is no short name."""
    return SHORT_NAMES.get(name, name)
