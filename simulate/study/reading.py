"""Study files: reading them, and saying in one line what is wrong and what is allowed."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from simulate.errors import UsageError, unknown
from simulate.rules.values import in_tables
from simulate.study import DECIDED_AT, PLANS
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
from simulate.study.pointing import pointed
from simulate.study.ranges import parse_ranges
from simulate.study.toml_files import read_toml

#: How much of a wrong value is shown.
MOST_SHOWN = 200


def read_study(path: Path) -> dict[str, Any]:
    """Read a study file into checked fields, those of `Study` that it sets.

    Raises
    ------
    FathomError
        The file is broken; names the line, and says what to write in it.
    UsageError
        There is none, or it has a key or a type of value that studies do not have.
    """
    document, text = read_toml(path)
    check_study(document, str(path), text)
    precision = document.get("precision")
    if isinstance(precision, int):  # a number is the same however it is written
        document["precision"] = float(precision)
    if isinstance(precision, Mapping) and "precision_of" in document:
        raise UsageError(
            f"{path}: precision names its figures, so precision_of says nothing; delete it"
        )
    if "until_decided" in document:
        document["until_decided"] = _confidence(document["until_decided"])
    if "deals" in document:
        document["ranges"] = parse_ranges(document.pop("deals"))
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


def _confidence(until_decided: bool | float) -> float:
    """Return how sure verdicts are to be that end a study; 0 if none does."""
    return DECIDED_AT * until_decided if isinstance(until_decided, bool) else until_decided


def check_study(fields: Mapping[str, Any], where: str, text: str = "") -> None:
    """Raise `UsageError` unless a study file holds what one can.

    Parameters
    ----------
    fields
        As read from a study file.
    where
        Its name.
    text
        What it holds, to show the line that is wrong.
    """
    if not fields.keys().isdisjoint(("base", "personas")):
        raise UsageError(
            f"{where} holds personas and no study; name them as strategies, as in "
            f"'fathom run GAME -s {where}'"
        )
    errors = _errors(fields)
    if errors:  # that the game is missing is told last: its name may be misspelt
        error = min(errors, key=_is_missing)
        told = _told(error, error["loc"], StudyFile, fields, where)
        place = [part for part in error["loc"] if part not in (ONE, SEVERAL)]
        raise pointed(told, text, place, at_key=error["type"] == "extra_forbidden")
    if not fields.keys().isdisjoint(PLANS):
        _check_pins(fields.get("pinned", {}), where, text)


def _check_pins(pins: Mapping[str, Any], where: str, text: str) -> None:
    """Raise `UsageError` unless what is pinned of several runs is a table for each."""
    for name, one in pins.items():
        told = ""
        if not isinstance(one, Mapping):
            told = f"{name!r} in [pinned] cannot be {_as_typed(one)}; it is a table"
        elif not isinstance(one.get("tally_id", ""), str):
            told = f"the tally_id of {name!r} in [pinned] is no text"
        if told:
            error = UsageError(f"{where}: {told}, as a run writes it into its study.toml")
            raise pointed(error, text, ("pinned", name))


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
    value = fields[key]
    told = f"{key} cannot be {_as_typed(value)}; {to_do}{_rather(value, says)}"
    return UsageError(f"{where}: {error['msg'] if error['type'] == 'apart' else told}")


def _as_typed(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    written = repr(value)
    return written if len(written) <= MOST_SHOWN else f"{written[:MOST_SHOWN]}..."


def _rather(value: Any, says: Says) -> str:
    """Say what to write instead, where it is clear what was meant."""
    if "whole number" in says.allowed:
        if isinstance(value, float) and value.is_integer():
            thousands = int(value) * 1000
            return f": {int(value)}, or {thousands:_} if the point was to part thousands"
        match = re.fullmatch(r"\s*([0-9][0-9_]*)\s*([kKmM]?)\s*", str(value))
        if isinstance(value, str) and match:
            factor = {"": 1, "k": 1_000, "m": 1_000_000}[match[2].lower()]
            return f"; write {int(match[1]) * factor:_} without quotation marks"
    if says.allowed.startswith("a list") and isinstance(value, str):
        return f', here ["{value}"]'
    if says.allowed == "true or false":
        word = str(value).strip().lower()
        truth = {"yes": "true", "no": "false", "1": "true", "0": "false"}.get(word, word)
        if truth in ("true", "false"):
            return f", here {truth}, without quotation marks"
    return ""


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
            f"{start} cannot be {_as_typed(error['input'])}; write for example {{ max = 8 }}, "
            "{ min = 15, max = 25 } or { within = 0.01 }"
        )
    key = names[end + 1]
    if error["type"] == "extra_forbidden":
        return unknown(
            "key", key, Target.model_fields, f" of target {figure}{f' in {file}' if file else ''}"
        )
    allowed = "true or false" if key == "robust" else "a number"
    return UsageError(f"{start}: {key} cannot be {_as_typed(error['input'])}; give {allowed}")


def _flat(targets: Mapping[str, Any], prefix: str = "") -> dict[str, Mapping[str, float]]:
    """Join the keys of nested tables with dots: TOML makes tables of unquoted paths."""
    found: dict[str, Mapping[str, float]] = {}
    for key, value in targets.items():
        if one_or_several(value) == SEVERAL:
            found |= _flat(value, f"{prefix}{key}.")
        else:
            found[f"{prefix}{key}"] = value
    return found
