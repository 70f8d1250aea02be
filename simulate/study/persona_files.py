"""Reading files of personas, which pydantic validates."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails, PydanticCustomError

from simulate.errors import UsageError, unknown
from simulate.study.text import read_toml

#: The name of the list in a file with several personas.
LIST_KEY = "personas"
#: What error messages call the file.
KIND = "file of personas"
#: An example of each required line, for error messages.
_EXAMPLES = {
    "name": 'name = "cautious aunt"',
    "game": 'game = "snorkeling"',
    "base": 'base = "planner", the strategy that it plays',
}
#: The type of pydantic errors whose messages are printed unchanged.
_OWN_ERROR = "own_error"


class PersonaTable(BaseModel):
    """The table of a persona in a file."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: str
    game: str
    #: The spec of a strategy, such as ``planner`` or ``planner(attack=0.4)``.
    base: str
    about: str = ""
    #: Values of the strategy's parameters, by name.
    parameters: dict[str, int | float | str] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _require_parameters_in_one_place(self) -> Self:
        if self.parameters and "(" in self.base:
            raise PydanticCustomError(
                _OWN_ERROR,
                "base already has parameters in brackets; write all parameters in one place",
            )
        return self


def read_persona_tables(path: Path) -> list[PersonaTable]:
    """Return the personas in a TOML file, which has a single persona or a list ``personas``.

    Raises
    ------
    UsageError
        If the file is missing or cannot be read, or a persona in it is invalid.
    FathomError
        If the file is not valid TOML, or exceeds a bound of `simulate.study.text`.
    """
    document = read_toml(path, KIND)[0]
    entries = document.pop(LIST_KEY, None)
    if entries is None:
        return [_validate(document, str(path))]
    is_list_of_tables = isinstance(entries, list) and all(isinstance(e, dict) for e in entries)
    if not is_list_of_tables or not entries:
        raise UsageError(
            f"{path}: personas must be a list of tables; begin each table with a line "
            f"[[{LIST_KEY}]]"
        )
    for key in document:
        # The game of all personas may be set above the list.
        if key != "game":
            raise unknown("key", key, ("game", LIST_KEY), f" in {path}")
    return [
        _validate({**document, **entry}, f"{path}, persona {number}")
        for number, entry in enumerate(entries, 1)
    ]


def holds_personas(path: Path) -> bool:
    """Return True if a TOML file has personas and not, for example, a study.

    Raises
    ------
    UsageError
        If the file is missing or cannot be read.
    FathomError
        If the file is not valid TOML, or exceeds a bound of `simulate.study.text`.
    """
    document = read_toml(path, KIND)[0]
    return LIST_KEY in document or "base" in document


def _validate(entry: Mapping[str, Any], where: str) -> PersonaTable:
    """Return the checked table of a persona; raise `UsageError` if it is invalid."""
    try:
        return PersonaTable.model_validate(entry)
    except ValidationError as error:
        first = min(error.errors(include_url=False), key=_urgency)
        raise _usage_error(first, where) from None


def _urgency(error: ErrorDetails) -> int:
    """Return the rank of a pydantic error; the error with the lowest rank is reported.

    An unknown key comes before a missing key, because it may be the missing key misspelt.
    """
    ranks = {"extra_forbidden": 0, "missing": 1}
    return ranks.get(error["type"], 2)


def _usage_error(error: ErrorDetails, where: str) -> UsageError:
    """Return the `UsageError` that explains an error of pydantic to designers.

    `where` is the name of the file, and of the persona, in the message.
    """
    if error["type"] == _OWN_ERROR:
        return UsageError(f"{where}: {error['msg']}")
    key = str(error["loc"][0])
    if error["type"] == "extra_forbidden":
        return unknown("key", key, PersonaTable.model_fields, f" in {where}")
    if error["type"] == "missing":
        return UsageError(f"{where} has no {key}; add a line like {_EXAMPLES[key]}")
    value = error["input"]
    if key != "parameters":
        return UsageError(f"{where}: {key} cannot be {value!r}; it must be a text in quotes")
    if len(error["loc"]) == 1:
        return UsageError(
            f"{where}: parameters cannot be {value!r}; write parameters = {{ attack = 0.4 }}"
        )
    name = error["loc"][1]
    return UsageError(f"{where}: parameter {name} cannot be {value!r}; give a number")
