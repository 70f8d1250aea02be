"""The commands as functions for notebooks and scripts.

``from simulate import run, compare, sweep, tune, tournament, ladder, ask, cards, when, waiting``.
Each function plays like the command of its name and returns a `reports.analysis.plan.Result` with
``figures`` (estimates by path), ``tables`` (data frames by name), ``charts`` (matplotlib figures by
name), ``summary`` (the JSON object of the command) and ``report(path)``. Nothing is printed or
written unless it is asked for. Errors are `simulate.errors.FathomError`, with the messages of the
command line.

Parameters are the options of the command. Some have better names here (`NAMES`), and numbers, lists
and mappings may be passed where the command line has texts. The events of `when` follow its game.
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

#: The names of options here, by their names in commands.
NAMES = {
    "rule": "rules",
    "strategy": "lineup",  # strategies, or lineups, where a command has more than one line-up
    "no_rotate": "rotate",
    "margin": "margins",
    "figure": "figures",
    "target": "targets",
}
#: Options of commands that functions lack: they write files of games, or only list something.
_ONLY_IN_COMMANDS = ("keep_games", "keep_games_csv", "events")
#: Parameters that functions have instead of the options of `OutputOptions` and `MachineOptions`.
_OWN_PARAMETERS = {
    "jobs": (int | None, None, "Number of threads (default: all cores)."),
    "confidence": (float, 0.95, "Confidence of all intervals, above 0 and below 1."),
    "progress": (bool, False, "Whether progress is shown on stderr."),
}


@cache
def _function(name: str) -> Callable[..., Any]:
    """Return the function that plays like the command of this name."""
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
        from simulate.permission import Permission, granted
        from simulate.user_files import code_files_named, forget_changed

        if event:
            if "event" not in options:
                raise UsageError(f"{name}() takes one game; give several in a list")
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
        with granted(Permission(code_files_named(_texts([games, *values.values()])))):
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
    """Return the options that a function takes, by their names here."""
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
    """Return the signature that editors and `help` show."""
    parameters = [inspect.Parameter("game", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    if "event" in options:
        parameters.append(inspect.Parameter("event", inspect.Parameter.VAR_POSITIONAL))
    keyword = inspect.Parameter.KEYWORD_ONLY
    for name, option in options.items():
        if name != "event":
            default = True if option.name == "no_rotate" else option.default
            parameters.append(
                inspect.Parameter(name, keyword, default=default, annotation=_accepted(option))
            )
    for name, (kind, default, _) in _OWN_PARAMETERS.items():
        parameters.append(inspect.Parameter(name, keyword, default=default, annotation=kind))
    return inspect.Signature(parameters)


def _accepted(option: inspect.Parameter) -> Any:
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
    meanings = {"game": _meaning(signature.parameters["source"])}
    for name, option in options.items():
        meanings[name] = _meaning(option)
        if option.name == "no_rotate":
            meanings[name] = "Whether the line-up rotates over the seats (default: True)."
    for name, (_, _, meaning) in _OWN_PARAMETERS.items():
        meanings[name] = meaning
    lines = [command.description, "", "Parameters", "----------"]
    for name, meaning in meanings.items():
        lines += [name, f"    {meaning}"]
    return "\n".join(lines)


def _meaning(parameter: inspect.Parameter) -> str:
    """Return the help of an option."""
    [typed] = parameter.annotation.__metadata__
    return str(typed.help)


def _as_typed(option: inspect.Parameter, value: Any) -> Any:
    """Return a value in the form that the command line gives to an option.

    Numbers become texts where the option takes texts, and a list within a list is joined by commas.
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
    """Return an item of an option that may be repeated, in the form of the command line."""
    if isinstance(item, list | tuple):
        return ",".join(item)
    return item if isinstance(item, int) else str(item)


def _texts(value: Any) -> Iterator[str]:
    """Yield every text and path in a value and in the lists that it contains."""
    if isinstance(value, str | Path):
        yield str(value)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)


def __getattr__(name: str) -> Callable[..., Any]:
    """Return the function of the command of that name, if that command plays a plan."""
    if name not in COMMANDS or COMMANDS[name].choose is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _function(name)
