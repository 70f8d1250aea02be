"""Study files: reading them, and saying in one line what is wrong and what is allowed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os.path import normpath
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from simulate.errors import UsageError, unknown
from simulate.rules.values import nest_rules
from simulate.study import DEFAULT_DECIDED_CONFIDENCE, models
from simulate.study.models import PLANS
from simulate.study.precision import flatten_tables
from simulate.study.ranges import parse_ranges
from simulate.study.text import add_excerpt, read_toml, replace_files

#: How much of a wrong value is shown.
MOST_SHOWN = 200


def read_study(path: Path) -> dict[str, Any]:
    """Read a study file into checked fields, those of `Study` that it sets."""
    document, text = read_toml(path)
    try:
        return _fields(document, path)
    except UsageError as error:
        raise add_excerpt(error, text) from None


def _fields(document: dict[str, Any], path: Path) -> dict[str, Any]:
    _check(document, str(path))
    precision = document.get("precision")
    if isinstance(precision, int):  # a number is the same however it is written
        document["precision"] = float(precision)
    if isinstance(until_decided := document.get("until_decided"), bool):
        document["until_decided"] = DEFAULT_DECIDED_CONFIDENCE * until_decided
    if "deals" in document:
        document["ranges"] = parse_ranges(document.pop("deals"))
    if "rules" in document:
        document["rules"] = nest_rules(document["rules"], str(path))
    planned = [key for key in PLANS if key in document]
    if len(planned) > 1:
        raise UsageError(
            f"{path} has both a [{planned[0]}] and a [{planned[1]}] table; make two files of it"
        )
    if planned:
        document["plan"] = {key: document.pop(key) for key in planned}
    found: dict[str, Any] = replace_files(document, lambda file: normpath(path.parent / file))
    return found


def _check(fields: Mapping[str, Any], where: str) -> None:
    """Raise `UsageError` unless a study file, called `where`, holds what one can."""
    if not fields.keys().isdisjoint(("base", "personas")):
        raise UsageError(
            f"{where} holds personas and no study; name them as strategies, as in "
            f"'fathom run GAME -s {where}'"
        )
    try:
        models.StudyFile.model_validate(fields)
    except ValidationError as error:
        # That the game is missing is told last: its name may be misspelt.
        first = min(error.errors(include_url=False), key=lambda one: one["loc"] == ("game",))
        raise _told(first, first["loc"], models.StudyFile, fields, where) from None
    if fields.keys().isdisjoint(PLANS):
        return
    for name, one in fields.get("pinned", {}).items():
        if not isinstance(one, Mapping) or not isinstance(one.get("tally_id", ""), str):
            raise UsageError(
                f"{where}: {name!r} in [pinned] cannot be {_as_typed(one)}; it is a table with the "
                "tally_id as a text, as a run writes it into its study.toml"
            )


def check_targets(targets: Mapping[str, Any]) -> dict[str, Mapping[str, float]]:
    """Return what is asked of each figure, by its path, if it is written as targets are."""
    try:
        models.TargetTables.model_validate(targets)
    except ValidationError as error:
        [first, *_] = error.errors(include_url=False)
        raise _told_of_target(first, first["loc"]) from None
    return flatten_tables(targets, lambda value: models.target_table_kind(value) == models.SEVERAL)


def _told(
    error: ErrorDetails,
    place: Sequence[int | str],
    model: type[BaseModel],
    fields: Mapping[str, Any],
    where: str,
    table: str = "",
) -> UsageError:
    """Tell of what pydantic found at a place of a model's fields: of a file, or a table in it."""
    key, rest = str(place[0]), place[1:]
    if key == "targets" and rest:
        return _told_of_target(error, rest, where)
    if key in PLANS and rest:
        plan: Any = models.StudyFile.model_fields[key].annotation
        return _told(error, rest, plan, fields[key], where, f"the [{key}] table of ")
    if key == "arms" and len(rest) > 1:
        number = int(rest[0])
        return _told(
            error, rest[1:], models.ArmTable, fields[key][number], f"{where}, arm {number + 1}"
        )
    if error["type"] == "extra_forbidden":
        return unknown("key", key, model.model_fields, f" in {table}{where}")
    [says] = [one for one in model.model_fields[key].metadata if isinstance(one, models.ErrorText)]
    if error["type"] == "missing":
        return UsageError(f"{where}{says.missing}")
    told = f"{key} cannot be {_as_typed(fields[key])}; it is {says.allowed}"
    return UsageError(f"{where}: {error['msg'] if error['type'] == 'apart' else told}")


def _as_typed(value: Any) -> str:
    written = str(value).lower() if isinstance(value, bool) else repr(value)
    return written if len(written) <= MOST_SHOWN else f"{written[:MOST_SHOWN]}..."


def _told_of_target(error: ErrorDetails, place: Sequence[int | str], file: str = "") -> UsageError:
    """Tell of an error in ``[targets]``, whose tables are named in `place` with what they are."""
    names = [str(part) for part in place]
    end = names.index(models.ONE) if models.ONE in names else len(names)
    figure = ".".join(name for name in names[:end] if name != models.SEVERAL)
    start = f"{file and f'{file}: '}target {figure}"
    if error["type"] == "apart":
        return UsageError(f"{start}{error['msg']}")
    if len(names) <= end + 1:  # it is about the whole
        return UsageError(
            f"{start} cannot be {_as_typed(error['input'])}; write for example {{ max = 8 }}, "
            "{ min = 15, max = 25 } or { within = 0.01 }"
        )
    key = names[end + 1]
    if error["type"] == "extra_forbidden":
        where = f" of target {figure}{file and f' in {file}'}"
        return unknown("key", key, models.TargetTable.model_fields, where)
    allowed = "true or false" if key == "robust" else "a number"
    return UsageError(f"{start}: {key} cannot be {_as_typed(error['input'])}; give {allowed}")
