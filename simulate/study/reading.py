"""Study files: reading them, and saying in one line what is wrong and what is allowed."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from simulate.errors import FathomError, UsageError, unknown
from simulate.rules.values import in_tables
from simulate.study import PLANS
from simulate.study.files_named import from_its_folder
from simulate.study.models import (
    ONE,
    SEVERAL,
    Arm,
    Says,
    StudyFile,
    Target,
    Targets,
    one_or_several,
)


def read_study(path: Path) -> dict[str, Any]:
    """Read a study file into checked fields, those of `Study` that it sets.

    Raises
    ------
    FathomError
        The file is broken: it cannot be read or is no TOML, which names the file and the line.
    UsageError
        There is none, or it has a key or a type of value that studies do not have.
    """
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"there is no study file {path}") from None
    except UnicodeDecodeError:
        raise FathomError(f"{path} is not saved as UTF-8 text; save it as such") from None
    except OSError as error:
        raise FathomError(f"{path} cannot be read: {error.strerror}") from None
    except tomllib.TOMLDecodeError as error:
        raise FathomError(f"{path} is not valid TOML: {error}") from None
    check_study(document, str(path))
    if "precision" in document:
        document["precision"] = float(document["precision"])
    if "rules" in document:
        document["rules"] = in_tables(document["rules"], str(path))
    planned = [key for key in PLANS if key in document]
    if len(planned) > 1:
        raise UsageError(
            f"{path} has both a [{planned[0]}] and a [{planned[1]}] table; make two files of it"
        )
    if planned:
        document["plan"] = {key: document.pop(key) for key in planned}
    return from_its_folder(document, path.parent)


def check_study(fields: Mapping[str, Any], where: str) -> None:
    """Raise `UsageError` unless a study file holds what one can.

    Parameters
    ----------
    fields
        As read from a study file.
    where
        Its name.
    """
    if not fields.keys().isdisjoint(("base", "personas")):
        raise UsageError(
            f"{where} holds personas and no study; name them as strategies, as in "
            f"'fathom run GAME -s {where}'"
        )
    errors = _errors(fields)
    if errors:  # that the game is missing is told last: its name may be misspelt
        error = min(errors, key=_is_missing)
        raise _told(error, error["loc"], StudyFile, fields, where)


def check_some(fields: Mapping[str, Any], known: Collection[str], where: str) -> None:
    """Raise `UsageError` unless some fields of a study file are of those known, and right."""
    for key in fields:
        if key not in known:
            raise unknown("key", key, known, f" in {where}")
    for error in _errors(fields):
        if not _is_missing(error):
            raise _told(error, error["loc"], StudyFile, fields, where)


def check_targets(targets: Mapping[str, Any]) -> dict[str, Mapping[str, float]]:
    """Return what is asked of each figure, by its path, as written.

    Raises
    ------
    UsageError
        One is not written as targets are; says how.
    """
    try:
        Targets.model_validate(targets)
    except ValidationError as error:
        [first, *_] = error.errors(include_url=False)
        raise _told_of_target(first, first["loc"]) from None
    return _flat(targets)


def _errors(fields: Mapping[str, Any]) -> list[ErrorDetails]:
    try:
        StudyFile.model_validate(fields)
    except ValidationError as error:
        return error.errors(include_url=False)
    return []


def _is_missing(error: ErrorDetails) -> bool:
    return error["type"] == "missing" and len(error["loc"]) == 1


def _told(
    error: ErrorDetails,
    place: Sequence[int | str],
    model: type[BaseModel],
    fields: Mapping[str, Any],
    where: str,
    table: str = "",
) -> UsageError:
    """Tell of an error in the fields of one table, or of a table in it.

    Parameters
    ----------
    error, place
        What pydantic found, and the keys and numbers that lead there.
    model, fields
        The table, and what it holds.
    where, table
        The file, and which table of it unless it is the first.
    """
    key, rest = str(place[0]), place[1:]
    if key == "targets" and rest:
        return _told_of_target(error, rest, where)
    if key in PLANS and rest:
        plan: Any = StudyFile.model_fields[key].annotation
        return _told(error, rest, plan, fields[key], where, f"the [{key}] table of ")
    if key == "arms" and len(rest) > 1:
        number = int(rest[0])
        arm = fields[key][number]
        return _told(error, rest[1:], Arm, arm, f"{where}, arm {number + 1}")
    if error["type"] == "extra_forbidden":
        return unknown("key", key, model.model_fields, f" in {table}{where}")
    [says] = [one for one in model.model_fields[key].metadata if isinstance(one, Says)]
    if error["type"] == "missing":
        return UsageError(f"{where}{says.missing}")
    to_do = error["msg"] if error["type"] == "refused" else f"it is {says.allowed}"
    return UsageError(f"{where}: {key} cannot be {fields[key]!r}; {to_do}")


def _told_of_target(error: ErrorDetails, place: Sequence[int | str], file: str = "") -> UsageError:
    """Tell of an error in ``[targets]``, whose tables are named in `place` with what they are."""
    names = [str(part) for part in place]
    end = names.index(ONE) if ONE in names else len(names)
    figure = ".".join(name for name in names[:end] if name != SEVERAL)
    start = f"{file}: target {figure}" if file else f"target {figure}"
    if error["type"] == "apart":
        return UsageError(f"{start}{error['msg']}")
    if len(names) <= end + 1:  # it is about the whole
        return UsageError(
            f"{start} cannot be {error['input']!r}; write for example {{ max = 8 }}, "
            "{ min = 15, max = 25 } or { within = 0.01 }"
        )
    key = names[end + 1]
    if error["type"] == "extra_forbidden":
        return unknown(
            "key", key, Target.model_fields, f" of target {figure}{f' in {file}' if file else ''}"
        )
    allowed = "true or false" if key == "robust" else "a number"
    return UsageError(f"{start}: {key} cannot be {error['input']!r}; give {allowed}")


def _flat(targets: Mapping[str, Any], prefix: str = "") -> dict[str, Mapping[str, float]]:
    """Join the keys of nested tables with dots: TOML makes tables of unquoted paths."""
    found: dict[str, Mapping[str, float]] = {}
    for key, value in targets.items():
        if one_or_several(value) == SEVERAL:
            found |= _flat(value, f"{prefix}{key}.")
        else:
            found[f"{prefix}{key}"] = value
    return found
