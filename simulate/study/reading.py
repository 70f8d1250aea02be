"""Reading study files, and checking their fields with one-line error messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os.path import normpath
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from simulate.errors import UsageError, unknown
from simulate.rules.values import nest_rules
from simulate.study import DEFAULT_DECIDED_CONFIDENCE, models, parse_games
from simulate.study.fields import StudyFields
from simulate.study.figure_names import full_path
from simulate.study.models import PLANS
from simulate.study.precision import flatten_tables
from simulate.study.ranges import parse_ranges
from simulate.study.text import NO_STUDY, add_excerpt, read_toml, replace_files

#: The maximum number of characters of a wrong value in a message.
MOST_SHOWN = 200


def read_study(path: Path) -> StudyFields:
    """Return the checked fields of a `Study` that a study file sets, by name.

    Names of files in the study become paths that are relative to the current folder.

    Raises
    ------
    UsageError
        If the file is missing or cannot be read, or a field is unknown or invalid. The message
        ends with the line of the file, if it can be found.
    FathomError
        If the file is not valid TOML, or exceeds a bound of `simulate.study.text`.
    """
    document, text = read_toml(path)
    if text.startswith(NO_STUDY):
        command = text.removeprefix(NO_STUDY).strip()
        raise UsageError(
            f"{path.parent} compares two versions of a game's file, and no report has both; show "
            f"them with '{command} --full', or make a report of each of the two folders"
        )
    try:
        return _fields(document, path)
    except UsageError as error:
        raise add_excerpt(error, text) from None


def _fields(document: dict[str, Any], path: Path) -> StudyFields:
    """Return the fields of a parsed study file, checked; raise `UsageError` if it is invalid."""
    _check(document, str(path))
    precision = document.get("precision")
    if isinstance(precision, int):  # A study has the same id whether it is written as 1 or 1.0.
        document["precision"] = float(precision)
    if isinstance(until_decided := document.get("until_decided"), bool):
        document["until_decided"] = DEFAULT_DECIDED_CONFIDENCE * until_decided
    if isinstance(games := document.get("games"), str):
        document["games"] = parse_games(games)
    if "deals" in document:
        document["ranges"] = parse_ranges(document.pop("deals"))
    if "rules" in document:
        document["rules"] = nest_rules(document["rules"], str(path))
    if "house" in document:
        document["house"] = nest_rules(document["house"], str(path))
    planned = [key for key in PLANS if key in document]
    if len(planned) > 1:
        raise UsageError(
            f"{path} has both a [{planned[0]}] and a [{planned[1]}] table; write each into a file "
            "of its own"
        )
    if planned:
        document["plan"] = {key: document.pop(key) for key in planned}
    fields: StudyFields = replace_files(document, lambda file: normpath(path.parent / file))
    return fields


def _check(fields: Mapping[str, Any], where: str) -> None:
    """Raise `UsageError` for the first invalid field of a study file.

    `where` is the name of the file in messages.
    """
    if not fields.keys().isdisjoint(("base", "personas")):
        raise UsageError(
            f"{where} has personas and no study; give the file as the strategy, as in "
            f"'fathom run GAME -s {where}'"
        )
    try:
        models.StudyFile.model_validate(fields)
    except ValidationError as error:
        # A missing game is reported last. If its key is misspelt, the unknown key explains more.
        details = error.errors(include_url=False)
        first = min(details, key=lambda detail: detail["loc"] == ("game",))
        raise _error_in_file(first, first["loc"], models.StudyFile, fields, where) from None
    if fields.keys().isdisjoint(PLANS):
        return
    for name, pin in fields.get("pinned", {}).items():
        if not isinstance(pin, Mapping) or not isinstance(pin.get("tally_id", ""), str):
            raise UsageError(
                f"{where}: {name!r} in [pinned] cannot be {_as_typed(pin)}; it must be a table "
                "with the tally_id as a text, as a run writes it into its study.toml"
            )


def check_targets(targets: Mapping[str, Any]) -> dict[str, Mapping[str, float]]:
    """Return the table of each target, by the path of its figure, from possibly nested tables.

    A short name of a figure, such as ``minutes``, is replaced by the path of the figure.

    Raises
    ------
    UsageError
        If a target is invalid.
    """
    try:
        models.TargetTables.model_validate(targets)
    except ValidationError as error:
        [first, *_] = error.errors(include_url=False)
        raise _error_in_target(first, first["loc"]) from None
    tables = flatten_tables(
        targets, lambda value: models.target_table_kind(value) == models.SEVERAL
    )
    return {full_path(name): bounds for name, bounds in tables.items()}


def _error_in_file(
    error: ErrorDetails,
    place: Sequence[int | str],
    model: type[BaseModel],
    fields: Mapping[str, Any],
    where: str,
    table: str = "",
) -> UsageError:
    """Return the `UsageError` for a validation error of pydantic.

    Parameters
    ----------
    error
        The error of pydantic.
    place
        The keys and indices that lead from `fields` to the wrong value.
    model
        The model of `fields`.
    fields
        The fields of the file, or of a table in it.
    where
        The name of the file in messages.
    table
        The table in messages, if `fields` belong to a table, such as ``"the [sweep] table of "``.
    """
    key = str(place[0])
    keys_below = place[1:]
    if key == "targets" and keys_below:
        return _error_in_target(error, keys_below, where)
    if key in PLANS and keys_below:
        plan: Any = models.StudyFile.model_fields[key].annotation
        return _error_in_file(error, keys_below, plan, fields[key], where, f"the [{key}] table of ")
    if key == "arms" and len(keys_below) > 1:
        number = int(keys_below[0])
        return _error_in_file(
            error,
            keys_below[1:],
            models.ArmTable,
            fields[key][number],
            f"{where}, arm {number + 1}",
        )
    if error["type"] == "extra_forbidden":
        return unknown("key", key, model.model_fields, f" in {table}{where}")
    metadata = model.model_fields[key].metadata
    [text] = [item for item in metadata if isinstance(item, models.ErrorText)]
    if error["type"] == "missing":
        return UsageError(f"{where}{text.missing}")
    problem = f"{key} cannot be {_as_typed(fields[key])}; it must be {text.allowed}"
    if error["type"] == models.OWN_ERROR:
        problem = error["msg"]
    return UsageError(f"{where}: {problem}")


def _as_typed(value: Any) -> str:
    """Return the text for a value in a study file, cut after `MOST_SHOWN` characters."""
    typed = str(value).lower() if isinstance(value, bool) else repr(value)
    return typed if len(typed) <= MOST_SHOWN else f"{typed[:MOST_SHOWN]}..."


def _error_in_target(error: ErrorDetails, place: Sequence[int | str], file: str = "") -> UsageError:
    """Return the `UsageError` for a validation error in ``[targets]``.

    Parameters
    ----------
    error
        The error of pydantic.
    place
        The keys that lead to the wrong value. The key of a table is followed by the kind of the
        table, `simulate.study.models.ONE` or `simulate.study.models.SEVERAL`.
    file
        The name of the file in messages; empty for targets that are not from a file.
    """
    names = [str(part) for part in place]
    end = names.index(models.ONE) if models.ONE in names else len(names)
    figure = ".".join(name for name in names[:end] if name != models.SEVERAL)
    start = f"{file}: target {figure}" if file else f"target {figure}"
    if error["type"] == models.OWN_ERROR:
        return UsageError(f"{start}{error['msg']}")
    if len(names) <= end + 1:  # The target itself is wrong, and not one of its keys.
        return UsageError(
            f"{start} cannot be {_as_typed(error['input'])}; write for example {{ max = 8 }}, "
            "{ min = 15, max = 25 } or { within = 0.01 }"
        )
    key = names[end + 1]
    if error["type"] == "extra_forbidden":
        where = f" of target {figure}"
        if file:
            where += f" in {file}"
        return unknown("key", key, models.TargetTable.model_fields, where)
    allowed = "true or false" if key == "robust" else "a number"
    return UsageError(f"{start}: {key} cannot be {_as_typed(error['input'])}; give {allowed}")
