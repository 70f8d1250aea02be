"""Whose code is run: what the user names, and what studies in the user's own folder name.

A study file can name files with code: a game's, or a strategy's. Code can do anything. So that a
study from elsewhere can be looked at without running what came with it, its code is run only when
the user says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from simulate.errors import UsageError
from simulate.game import is_file
from simulate.user_files import code_files_in

_trusted: ContextVar[bool] = ContextVar("trusted", default=False)


def trust(studies_from_elsewhere: bool) -> None:
    """Say whether code that studies outside the current folder name may be run, from now on."""
    _trusted.set(studies_from_elsewhere)


def check_trusted(fields: Mapping[str, Any], study: Path) -> None:
    """Raise `UsageError` if a study from elsewhere names code that nobody said may be run.

    Parameters
    ----------
    fields
        What the study file says, tables of plans included.
    study
        The file.
    """
    if _trusted.get() or study.resolve().is_relative_to(Path.cwd()):
        return
    files = list(dict.fromkeys(_code_in(fields)))
    if files:
        raise UsageError(
            f"{study} lies outside the folder you are in and names code that would be run "
            f"({', '.join(files)}); read that, and give --trust to run it"
        )


def _code_in(value: Any) -> list[str]:
    if isinstance(value, Mapping):
        return [file for part in value.values() for file in _code_in(part)]
    if isinstance(value, list | tuple):
        return [file for part in value for file in _code_in(part)]
    if not isinstance(value, str):
        return []
    return [value] if is_file(value) else code_files_in(value)
