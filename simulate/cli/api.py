"""The commands as functions for notebooks and scripts.

``from simulate import run, compare, sweep, tune, tournament, ladder, ask, cards, when, waiting``.
Each function plays like the command of its name and returns a `reports.analysis.plan.Result` with
``figures`` (estimates by path), ``tables`` (data frames by name), ``charts`` (matplotlib figures by
name), ``summary`` (the JSON object of the command) and ``report(path)``. The functions print and
write nothing. They raise `simulate.errors.FathomError`, with the messages of the command line.

The parameters are the options of the command. Some options have other names here (`NAMES`), and
numbers, lists and mappings can be passed instead of texts. `when` takes its events as positional
arguments after the game.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from reports.analysis.execution import Execution, check_confidence, default_jobs
from reports.writing.progress import ProgressDisplay
from simulate.cli.commands import COMMANDS
from simulate.command_options import Command, CommandSignature
from simulate.errors import UsageError, unknown

#: The names of parameters that differ from the names of the options.
NAMES = {
    "rule": "rules",
    "strategy": "lineup",  # See `_options_by_name` for other plurals.
    "no_rotate": "rotate",
    "margin": "margins",
    "figure": "figures",
    "target": "targets",
}
#: Options of commands that functions do not have, because they write files or print lists.
_ONLY_IN_COMMANDS = ("keep_games", "keep_games_csv", "events")
#: Parameters that functions have instead of the options of `OutputOptions` and `MachineOptions`, by
#: name: type, default and meaning.
_OWN_PARAMETERS = {
    "jobs": (int | None, None, "Number of threads (default: all cores)."),
    "confidence": (float, 0.95, "Confidence of all intervals, above 0 and below 1."),
    "progress": (bool, False, "Whether progress is shown on stderr."),
}


@cache
def _function(name: str) -> Callable[..., Any]:
    """Return the Python function for the command of this name.

    Raise `KeyError` if there is no such command, and `AssertionError` if it plays no plan.
    """
    command = COMMANDS[name]
    choose = command.choose
    assert choose is not None, f"{name} plays nothing"
    signature = CommandSignature(choose, without=["confidence"])
    options = _options_by_name(command, signature)
    takes_several_games = "list" in str(signature.parameters["source"].annotation)

    def play(
        game: str | Path | Sequence[str | Path],
        *event: str,
        jobs: int | None = None,
        confidence: float = 0.95,
        progress: bool = False,
        **values: Any,
    ) -> Any:
        from simulate.permission import Permission, grant
        from simulate.user_files import code_files_named, forget_changed

        if event:
            if "event" not in options:
                raise UsageError(
                    f"{name}() takes one positional argument; pass several games as a list"
                )
            values["event"] = event
        for option in values:
            if option not in options:
                raise unknown("option", option, options, f" of {name}()")
        check_confidence(confidence)
        forget_changed()
        games = [str(game)] if isinstance(game, str | Path) else [str(path) for path in game]
        typed = {
            options[option].name: _as_typed(options[option], value)
            for option, value in values.items()
            if value is not None
        }
        typed["source"] = games if takes_several_games else games[0]
        with grant(Permission(code_files_named(_texts_in([games, *values.values()])))):
            planned = choose(confidence=confidence, **signature.arguments(typed))
            execution = Execution(
                default_jobs(jobs),
                confidence,
                ProgressDisplay(quiet=not progress),
                other_players=planned.other_players,
            )
            return planned.plan.check_and_play(execution)

    play.__name__ = play.__qualname__ = name
    play.__doc__ = _docstring(command, signature, options)
    play.__signature__ = _signature(options)  # type: ignore[attr-defined]
    return play


def _options_by_name(command: Command, signature: CommandSignature) -> dict[str, inspect.Parameter]:
    """Return the options of a command that its function takes, by name of the parameter."""
    names = dict(NAMES)
    if command.name == "compare":
        names["strategy"] = "lineups"
    elif command.name in ("ladder", "tournament"):
        names["strategy"] = "strategies"
    return {
        names.get(name, name): parameter
        for name, parameter in signature.parameters.items()
        if name not in (*_ONLY_IN_COMMANDS, "source")
    }


def _signature(options: Mapping[str, inspect.Parameter]) -> inspect.Signature:
    """Return the signature of the notebook function for a command with the given options.

    Editors and `help` show it.
    """
    parameters = [inspect.Parameter("game", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    if "event" in options:
        parameters.append(inspect.Parameter("event", inspect.Parameter.VAR_POSITIONAL))
    keyword = inspect.Parameter.KEYWORD_ONLY
    for name, option in options.items():
        if name != "event":
            default = True if option.name == "no_rotate" else option.default
            parameters.append(
                inspect.Parameter(name, keyword, default=default, annotation=_accepted_type(option))
            )
    for name, (kind, default, _) in _OWN_PARAMETERS.items():
        parameters.append(inspect.Parameter(name, keyword, default=default, annotation=kind))
    return inspect.Signature(parameters)


def _accepted_type(option: inspect.Parameter) -> Any:
    """Return the type of the values that a function accepts for an option."""
    kind = str(option.annotation.__origin__)
    if "list[" in kind:
        return str | Sequence[Any] | Mapping[str, Any] | None
    if "str" in kind:
        return str | int | Sequence[Any] | None
    return option.annotation.__origin__


def _docstring(
    command: Command, signature: CommandSignature, options: Mapping[str, inspect.Parameter]
) -> str:
    """Return the description of a command with a section on the parameters of its function."""
    meanings = {"game": _help_of(signature.parameters["source"])}
    for name, option in options.items():
        meanings[name] = _help_of(option)
        if option.name == "no_rotate":
            meanings[name] = "Whether the line-up rotates over the seats (default: True)."
    for name, (_, _, meaning) in _OWN_PARAMETERS.items():
        meanings[name] = meaning
    lines = [command.description, "", "Parameters", "----------"]
    for name, meaning in meanings.items():
        lines += [name, f"    {meaning}"]
    return "\n".join(lines)


def _help_of(parameter: inspect.Parameter) -> str:
    """Return the help text of an option."""
    [typed] = parameter.annotation.__metadata__
    return str(typed.help)


def _as_typed(option: inspect.Parameter, value: Any) -> Any:
    """Return the value of a parameter in the form that the command line passes for its option.

    If the option takes texts, numbers become texts. A list within a list becomes a text with
    commas.
    """
    kind = str(option.annotation)
    if option.name == "no_rotate":
        return not value
    if isinstance(value, Mapping | bool):
        return value
    if "list[" in kind:
        values = [value] if isinstance(value, str | int | Path) else value
        return [_list_item(item) for item in values]
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return str(value) if "str" in kind else value


def _list_item(item: Any) -> Any:
    """Return a value of an option that may be repeated, in the form of the command line."""
    if isinstance(item, list | tuple):
        return ",".join(item)
    return item if isinstance(item, int) else str(item)


def _texts_in(value: Any) -> Iterator[str]:
    """Yield each text and each path in a value, as texts. Nested lists are searched too."""
    if isinstance(value, str | Path):
        yield str(value)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts_in(item)


def __getattr__(name: str) -> Callable[..., Any]:
    """Return the Python function of the command of that name.

    Raises
    ------
    AttributeError
        If there is no such command, or it does not play a plan.
    """
    if name not in COMMANDS or COMMANDS[name].choose is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _function(name)
