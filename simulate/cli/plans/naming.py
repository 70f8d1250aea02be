"""What a run is called in ``runs/``: what people would call it, and its id."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from simulate.study import DEFAULT_SEED

if TYPE_CHECKING:
    from simulate.study import Study

#: The longest part of a name, and the most strategies that are named in it.
_LONGEST, _MOST_NAMED = 30, 2


def name_of(study: Study, stops: str = "") -> str:
    """Return ``snorkeling-base-4p-planner-20k-`` and the id of a study.

    Between them stand a changed rule and a seed that is not the usual one.

    Parameters
    ----------
    study
        What is played.
    stops
        When it ends, if it is not the number of games that says so.
    """
    played = f"{_file_name(study.called)}-{_file_name(study.variant)}"
    parts = [f"{played}-{study.players}p", *_changed(study), _who(study)]
    stops = "until-decided" if study.until_decided else "precise" if study.precision else stops
    parts.append(stops or _in_short(study.games))
    if study.ranges:
        parts.append(f"from-deal-{study.ranges[0][0]}")
    if study.seed != DEFAULT_SEED:
        parts.append(f"seed{study.seed}")
    return "-".join([*parts, study.id])


def _who(study: Study) -> str:
    """Name a line-up in a folder's name: one or two strategies, without their parameters."""
    names = [spec.partition("(")[0].rpartition(":")[2] for spec in study.strategies]
    different = list(dict.fromkeys(_file_name(name) for name in names))
    return "-".join(different) if len(different) <= _MOST_NAMED else "mixed"


def _changed(study: Study) -> list[str]:
    """Name a changed rule in a folder's name, or that several are."""
    if len(study.changes) > 1:
        return ["house-rules"]
    return [_file_name(change.replace("=", "-")) for change in study.changes]


def _file_name(text: str) -> str:
    """Return a text with nothing in it that a file's name cannot have on any system."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", text)[:_LONGEST].strip("-.")


def _in_short(games: int) -> str:
    for factor, letter in ((1_000_000, "M"), (1_000, "k")):
        if games % factor == 0:
            return f"{games // factor}{letter}"
    return str(games)
