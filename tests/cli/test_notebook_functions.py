"""The functions for notebooks show the options of their commands as parameters."""

from __future__ import annotations

import inspect

import pytest

import simulate
from simulate.cli.api import NAMES
from simulate.cli.commands import COMMANDS
from simulate.command_options import MachineOptions, OutputOptions

FUNCTIONS = [name for name in simulate.__all__ if name in COMMANDS]
#: Options of commands that functions do not have, or have as parameters of their own.
ONLY_IN_COMMANDS = {
    "source",
    "keep_games",
    "keep_games_csv",
    "events",
    *MachineOptions.__dataclass_fields__,
    *OutputOptions.__dataclass_fields__,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_has_a_parameter_for_each_option_of_its_command(name: str) -> None:
    parameters = inspect.signature(getattr(simulate, name)).parameters
    assert next(iter(parameters)) == "game"
    assert {"jobs", "confidence", "progress"} < parameters.keys()
    options = COMMANDS[name].signature.parameters.keys() - ONLY_IN_COMMANDS
    other_names = {"strategies", "lineups"}
    for option in options:
        assert {option, NAMES.get(option, option)} & parameters.keys() or (
            option == "strategy" and other_names & parameters.keys()
        )
    assert len(parameters) == len(options) + len(("game", "jobs", "confidence", "progress"))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_help_of_a_function_explains_each_parameter(name: str) -> None:
    function = getattr(simulate, name)
    documented = inspect.getdoc(function) or ""
    for parameter in inspect.signature(function).parameters:
        _, heading, meaning = documented.partition(f"\n{parameter}\n    ")
        assert heading
        assert meaning.partition("\n")[0].strip()


def test_types_of_parameters_are_those_that_a_notebook_passes() -> None:
    parameters = inspect.signature(simulate.run).parameters
    assert parameters["players"].annotation == int | None
    assert "Mapping" in str(parameters["rules"].annotation)
    assert parameters["rotate"].default is True
