"""The program ``fathom``: it parses the command line, runs a command, and prints errors."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import copy_context
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from typer.core import TyperCommand
from typer.exceptions import TyperException

from reports.analysis.execution import fathom_version
from simulate.cli.commands import COMMANDS
from simulate.command_options import Command, set_parameters
from simulate.errors import ExitCode, FathomError, UsageError, file_error, find_unprintable
from simulate.output.messages import print_error

#: Options that take one value in most commands, but several in `fathom compare`.
COMPARED = ("--variant", "--players")


#: The option that prints the help with all options of a command, also those that few people need.
HELP_ALL = "--help-all"


class StrictCommand(TyperCommand):
    """A Typer command that rejects a repeated option instead of using its last value.

    Its help leaves out options that few people need; with `HELP_ALL` it shows them too.
    """

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help as Typer does, then the examples, which Typer does not know.

        If options are left out, it also prints how to see them all.
        """
        super().format_help(ctx, formatter)
        examples = COMMANDS[str(self.name)].examples.split("\n\n")
        for example in examples:
            print(f" {example}")
        if any(getattr(parameter, "hidden", False) for parameter in self.params):
            print(f" All options: {ctx.command_path} {HELP_ALL}")

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters as Typer does, but with help for designers.

        It does not show Python types such as `<bool>`.
        """
        parameters = super().get_params(ctx)
        for parameter in parameters:
            shown: Any = parameter
            if str(shown.display_type_rich(ctx=ctx)).startswith("<"):
                shown.display_type_rich = _show_no_type
        return parameters

    def _print_whole_help(self, ctx: Any) -> None:
        """Print the help with the whole description and all options."""
        short_help = self.help
        left_out = [parameter for parameter in self.params if getattr(parameter, "hidden", False)]
        try:
            self.help = _help_text(COMMANDS[str(self.name)].description)
            for parameter in left_out:
                parameter.hidden = False  # type: ignore[attr-defined]
            print(self.get_help(ctx))
        finally:
            self.help = short_help
            for parameter in left_out:
                parameter.hidden = True  # type: ignore[attr-defined]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words after the command's name into `ctx`, and return the unparsed words.

        Typer would use the last value of a repeated option and ignore the others. `HELP_ALL` prints
        the whole help and ends the command.

        Raises
        ------
        UsageError
            If an option that takes one value is repeated, or if a report gets several folders.
        TyperException
            If the words cannot be parsed.
        """
        if HELP_ALL in args:
            self._print_whole_help(ctx)
            ctx.exit()
        parsed_options, rest, parameters = self.make_parser(ctx).parse_args(args=list(args))
        if ctx.info_name == "report":
            _refuse_several_folders([parsed_options.get("source"), *rest])
        _refuse_several_numbers(str(ctx.info_name), parsed_options, parameters)
        for parameter in parameters:
            is_flag = getattr(parameter, "is_flag", False)
            takes_several = getattr(parameter, "multiple", True)
            if is_flag or takes_several or parameters.count(parameter) == 1:
                continue
            source = parsed_options.get("source")
            game = source if isinstance(source, str) else "GAME"
            repeated = list(_option_values(args, parameter.opts))
            raise UsageError(
                _repetition_error(str(ctx.info_name), game, parameter.opts[-1], repeated)
            )
        return super().parse_args(ctx, args)


def _show_no_type(ctx: Any) -> None:
    """Return None, which Typer shows as no type in the help of a parameter."""


def _option_values(args: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    """Yield every value that the words of a command line give to an option with these names."""
    words = iter(args)
    for word in words:
        name, equals, value = word.partition("=")
        if name in names:
            yield value if equals else next(words, "")


def _refuse_several_folders(sources: Sequence[object]) -> None:
    """Raise `UsageError` if a report gets several folders, with what to type instead.

    Other words that are too many are left to Typer.
    """
    folders = [source for source in sources if isinstance(source, str) and Path(source).is_dir()]
    if len(folders) < 2 or len(folders) < len(sources):
        return
    from reports.compare.plan import explain_report_of_folders

    raise UsageError(explain_report_of_folders(folders))


def _refuse_several_numbers(
    command: str, parsed_options: Mapping[str, Any], parameters: Sequence[Any]
) -> None:
    """Raise `UsageError` if --players has several numbers in a command that takes one.

    Parameters
    ----------
    command
        The command that was typed.
    parsed_options
        The values of the command line, as texts, by name of the parameter.
    parameters
        The parameters of the options that were typed.
    """
    numbers = parsed_options.get("players")
    takes_several = any(
        parameter.name == "players" and getattr(parameter, "multiple", False)
        for parameter in parameters
    )
    if takes_several or not isinstance(numbers, str) or numbers.isdecimal():
        return
    # This loads the compiler, which must not be loaded before --no-jit is read.
    from simulate.study.player_numbers import names_several

    if not names_several(numbers):
        return
    source = parsed_options.get("source")
    game = source if isinstance(source, str) else "GAME"
    comparison = shlex.join(["fathom", "compare", game, "--players", numbers])
    raise UsageError(
        f"--players is {numbers!r}, and '{command}' takes one number; to compare them type "
        f"'{comparison}'"
    )


def _repetition_error(command: str, source: str, option: str, values: Sequence[str]) -> str:
    """Return the message about a repeated option, with a command that compares its values.

    Parameters
    ----------
    command
        The command that was typed.
    source
        The game that was typed.
    option
        The name of the option.
    values
        The values of the option.
    """
    problem = (
        f"{option} is given {len(values)} times ({', '.join(values)}), and '{command}' takes one"
    )
    if option not in COMPARED or len(set(values)) < 2:
        return f"{problem}; give it once"
    repeated = [part for value in values for part in (option, value)]
    comparison = shlex.join(["fathom", "compare", source, *repeated])
    if command == "report":
        return f"{problem}; type '{comparison} --out both', then 'fathom report both'"
    return f"{problem}; to compare them type '{comparison}'"


def _typer_function(command: Command) -> Callable[..., tuple[int]]:
    """Return a function that Typer can run as a command.

    The function returns the exit code in a tuple, to distinguish it from Typer's own exit codes.
    """

    def run(**options: Any) -> tuple[int]:
        from simulate.permission import Permission, grant
        from simulate.user_files import code_files_named

        named = list(sys.argv[1:])
        source = options.get("source")
        if isinstance(source, str):
            options["source"] = _name_or_file_beside(source)
            named.append(options["source"])
        elif source:
            options["source"] = [_name_or_file_beside(name) for name in source]
            named += options["source"]
        with grant(Permission(code_files_named(named))):
            # The command runs in a copy of the context, so that settings such as --quiet end with
            # it.
            arguments = command.signature.arguments(options)
            return (copy_context().run(command.run, **arguments),)

    run.__name__ = command.name
    set_parameters(run, command.signature.parameters.values())
    return run


def _name_or_file_beside(name: str) -> str:
    """Return ``NAME.py`` if a user typed NAME as a game and the current folder has this file.

    Otherwise the result is the name as typed. This is so if the name is a game, a file or a folder.
    """
    if Path(name).exists() or not name.replace("-", "_").isidentifier():
        return name
    file = f"{name}.py"
    return file if Path(file).is_file() and not _is_known_game(name) else name


def _is_known_game(name: str) -> bool:
    """Return True if a game of this name is bundled or installed.

    Unlike `simulate.game.game_names`, this does not load the compiler, because ``--no-jit`` can
    switch the compiler off only before it is loaded.
    """
    bundled = Path(__file__).parents[1] / "games"
    if (bundled / name).is_dir() or (bundled / f"{name}.py").is_file():
        return True
    return name in entry_points(group="fathom.games").names


def _help_text(description: str) -> str:
    """Return a description in Typer's form: one line per paragraph, with markup escaped."""
    paragraphs = description.split("\n\n")
    return "\n\n".join(escape(" ".join(paragraph.split())) for paragraph in paragraphs)


def _show_version(is_given: bool) -> None:
    """Print the version and raise `typer.Exit`, if ``--version`` is given."""
    if is_given:
        print(f"Fathom {fathom_version()}")
        raise typer.Exit


app = typer.Typer(
    name="fathom",
    help="Plays card and board games millions of times and answers their designers' "
    "questions: Is going first an advantage? How long does a game last? Does one style of "
    "play beat the others? What does a changed rule do? And how certain are the answers?",
    epilog="Start with: fathom run snorkeling",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
#: What each command does, in one line, in groups as the help lists them.
GROUPS: dict[str, dict[str, str]] = {
    "Look": {
        "explore": "A page in your browser: change rules and watch the answer",
        "run": "Who wins, how long it takes, how tense it is, and how sure that is",
        "report": "All of it in one file to send: a page, Markdown or PDF",
        "replay": "One game, move by move, and what turned it",
        "rules": "The rules of a game, with all that can be changed",
        "games": "The games that can be played",
        "strategies": "The strategies that can play a game",
    },
    "Change rules": {
        "compare": "What two or more versions of the rules change",
        "sweep": "What the values of one or two rules do",
        "tune": "Rules that meet your targets",
    },
    "Ask": {
        "cards": "What each card is worth",
        "when": "How often something happens, and what follows",
        "setups": "Whether a start is hopeless or unbeatable",
        "waiting": "How long players wait, and who decides the winner",
        "tournament": "Which strategy is best",
        "ladder": "How much is skill, and how much is luck",
        "ask": "Whether players must use every option, pay attention and plan",
    },
    "My game": {
        "guide": "How to write a game, as one text for you or a coding assistant",
        "data": "How a spreadsheet of your cards is read",
        "new": "Write the file of a small game, to change into your own",
        "check": "Find mistakes in a game's file",
        "learn": "Whether a player that learns by itself beats your strategies",
        "pack": "One zip file with your game and all it needs, for a friend",
        "playtest": "Whether games at your table agree with the simulation",
    },
    "Share and automate": {
        "merge": "Add up runs of several machines",
        "verify": "Play pinned studies again, and compare",
        "schema": "The JSON schema of study files, for editors",
        "bench": "How many games per second this machine plays",
    },
}


def _add_commands() -> None:
    """Add all commands to the program, in groups."""
    for group, summaries in GROUPS.items():
        for name, summary in summaries.items():
            declared = COMMANDS[name]
            app.command(
                name,
                cls=StrictCommand,
                help=_help_text(declared.description.partition("\n\n")[0]),
                short_help=summary,
                rich_help_panel=group,
            )(_typer_function(declared))


_add_commands()


@app.callback()
def _common(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the version of Fathom and exit.",
            callback=_show_version,
            is_eager=True,
        ),
    ] = False,
) -> None:
    """Declare the options that come before the name of a command."""


#: The command line. It is built once, as Typer would build it again for each call.
command_line = typer.main.get_command(app)


def run_app() -> int:
    """Run the command line of this process, print any error, and return the exit code.

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C, if no games were finished.
    """
    try:
        _check_characters(sys.argv[1:])
        outcome = command_line(standalone_mode=False)
        if outcome == ExitCode.INTERRUPTED:  # Typer turns the interrupt into an exit code.
            raise KeyboardInterrupt
        return outcome[0] if isinstance(outcome, tuple) else int(outcome or 0)
    except (FathomError, OSError) as error:
        failure = error if isinstance(error, FathomError) else file_error(error)
        print_error(str(failure))
        return failure.exit_code
    except RuntimeError as error:
        if "can't start new thread" not in str(error):
            raise
        print_error("the system cannot start more threads; use fewer with --jobs")
        return ExitCode.FAILED
    except TyperException as error:
        _print_typer_error(error)
        return ExitCode.USAGE


def _check_characters(arguments: Sequence[str]) -> None:
    """Raise `UsageError` if an argument has a character that cannot be shown.

    Such arguments are usually names of files that the shell completed.
    """
    for text in arguments:
        unfit = find_unprintable(text)
        if unfit:
            raise UsageError(
                f"{text!a} contains {unfit}, a character that cannot be shown; leave the character "
                "out, and if a file has this name, rename the file"
            )


def _print_typer_error(error: TyperException) -> None:
    """Print an error of Typer in Fathom's words, and name the command that prints the help."""
    message = error.format_message()
    if not message:  # Typer has already printed the help.
        return
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "fathom"
    reworded = _reword(message, path)
    see = " See" if reworded.endswith("?") else "; see"
    print_error(f"{reworded}{see} '{path} --help'")


#: Patterns of Typer's error messages, and Fathom's wording; ``{path}`` is the command. Messages are
#: matched because the classes of these errors are private to Typer.
_REWORDINGS = (
    (
        r"Missing argument '(GAME\w*)'",
        r"the game is missing; {path} needs a \1, as in {path} snorkeling",
    ),
    (r"Missing (argument|option) '([^']*)'", r"\2 is missing; {path} needs it"),
    (
        r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)",
        r"unexpected argument \1 of {path}; write the game first, and everything else as options, "
        r"as in --variant expert or --rule target_score=8 (without spaces around =)",
    ),
    (r"Option '(-[^']*)' requires an argument", r"\1 needs a value after it"),
    (r"No such option: (\S+)", r"unknown option \1"),
    (
        r"No such option: (\S+) \(Possible options: (.*)\)",
        r"unknown option \1; did you mean one of \2?",
    ),
    (r"No such option: (\S+) Did you mean (.*)\?", r"unknown option \1; did you mean \2?"),
    (
        r"No such command '([^']*)'\. Did you mean (.*)\?",
        r"unknown command '\1'; did you mean \2?",
    ),
    (
        r"No such command '([^']*\.toml)'",
        r"unknown command '\1'; to play the study write fathom run \1",
    ),
)


def _reword(message: str, path: str) -> str:
    """Return an error message of Typer in Fathom's wording; `path` is the command."""
    text = message.rstrip(".")
    option = re.match(r"No such option: (\S+)", text)
    if option:
        elsewhere = _explain_option_of_others(option[1], path)
        if elsewhere:
            return elsewhere
    for pattern, wording in _REWORDINGS:
        match = re.fullmatch(pattern, text)
        if match:
            return match.expand(wording).replace("{path}", path)
    command = re.fullmatch(r"No such command '([^']*)'.*", text)
    if command:
        return _explain_unknown_command(command[1])
    return text


def _explain_unknown_command(name: str) -> str:
    """Return an error message on an unknown command.

    If the name is that of a game, the message shows what to type instead.
    """
    from simulate.game import game_names, is_file

    if name in game_names() or is_file(name) or _name_or_file_beside(name) != name:
        return f"'{name}' is a game, and the command is missing; type fathom run {name}"
    return f"unknown command '{name}'; to play a game, type fathom run and its name"


def _explain_option_of_others(option: str, path: str) -> str:
    """Return a message that the command `path` lacks an option that other commands have.

    It names these commands. The message is empty if no command has the option.
    """
    commands = command_line.commands  # type: ignore[attr-defined]

    def has_option(command: Any) -> bool:
        return any(option in parameter.opts for parameter in command.params)

    owners = [name for name, command in commands.items() if has_option(command)]
    if not owners:
        return ""
    return f"{path} has no option {option}, which belongs to {', '.join(owners)}"
