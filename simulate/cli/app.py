"""The command ``fathom``: its commands, and the one place where errors become exit codes."""

from __future__ import annotations

import functools
import inspect
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any

import typer
from rich.markup import escape
from typer.core import TyperCommand
from typer.exceptions import TyperException

from reports.analysis.execution import fathom_version
from reports.writing.progress import begin_command
from simulate.cli.commands import COMMANDS
from simulate.command_options import in_groups
from simulate.errors import ExitCode, FathomError, UsageError, file_error, find_unprintable
from simulate.output.messages import hushed, tell

#: Options whose values `fathom compare` takes several of.
COMPARED = ("--variant", "--players")


class Command(TyperCommand):
    """A command that never drops the first of two values in silence."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the command line, unless an option for one value is given twice."""
        found, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for param in given:
            several = not getattr(param, "multiple", True) and not getattr(param, "is_flag", False)
            if several and given.count(param) > 1:
                source, values = found.get("source"), list(_values(args, param.opts))
                game = source if isinstance(source, str) else "GAME"
                raise UsageError(_refusal(str(ctx.info_name), game, param.opts[-1], values))
        return super().parse_args(ctx, args)


def _values(args: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    """Yield what stands after an option, every time it is given."""
    words = iter(args)
    for word in words:
        name, equals, value = word.partition("=")
        if name in names:
            yield value if equals else next(words, "")


def _refusal(command: str, source: str, option: str, values: Sequence[str]) -> str:
    said = f"{option} is given {len(values)} times ({', '.join(values)}), and '{command}' takes one"
    if option not in COMPARED or len(set(values)) < 2:
        return f"{said}; give it once"
    asked = [part for value in values for part in (option, value)]
    typed = shlex.join(["fathom", "compare", source, *asked])
    if command == "report":
        return f"{said}; type '{typed} --out both', then 'fathom report both'"
    return f"{said}; to compare them type '{typed}'"


def _guarded(command: Callable[..., int]) -> Callable[..., tuple[int]]:
    """Let a command return its exit code so that it is never taken for one of Typer's own."""

    @functools.wraps(command)
    def guarded(*arguments: Any, **options: Any) -> tuple[int]:
        from simulate.permission import Permission, granted
        from simulate.user_files import code_files_named

        begin_command()
        try:
            with granted(Permission(code_files_named(sys.argv[1:]))):
                return (command(*arguments, **options),)
        finally:
            hushed[0] = False

    return guarded


def _help_of(command: Callable[..., int]) -> str:
    """Return the docstring of a command for its help: a paragraph a line, nothing in it markup."""
    paragraphs = (inspect.getdoc(command) or "").split("\n\n")
    return "\n\n".join(escape(" ".join(paragraph.split())) for paragraph in paragraphs)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"Fathom {fathom_version()}")
        raise typer.Exit


app = typer.Typer(
    name="fathom",
    help="Plays card and board games millions of times and tells their designers what "
    "they need to know: is going first an advantage, how long does a game last, does one "
    "style of play beat the others, what does a changed rule do, and how sure are we.",
    epilog="Start with: fathom run snorkeling",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for name, (command, examples) in sorted(COMMANDS.items()):
    app.command(name, cls=Command, help=_help_of(command), epilog=escape(examples))(
        _guarded(in_groups(command))
    )


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
    """Take the options that come before any command."""


#: Made once, where Typer would make it at each command.
command_line = typer.main.get_command(app)


def run_app() -> int:
    """Run the command line, tell what went wrong, and return the exit code."""
    try:
        for text in sys.argv[1:]:  # a shell may have filled it in
            if unfit := find_unprintable(text):
                raise UsageError(
                    f"{text!a} holds {unfit}, a character that cannot be shown; type it without, "
                    "and rename a file that is called so"
                )
        found = command_line(standalone_mode=False)
        if found == ExitCode.INTERRUPTED:  # Typer would leave without a word
            raise KeyboardInterrupt
        return found[0] if isinstance(found, tuple) else int(found or 0)
    except (FathomError, OSError) as error:
        failure = error if isinstance(error, FathomError) else file_error(error)
        tell(str(failure))
        return failure.exit_code
    except RuntimeError as error:
        if "can't start new thread" not in str(error):
            raise
        tell("the system lets no more threads begin; give fewer with --jobs")
        return ExitCode.FAILED
    except TyperException as error:
        message = error.format_message()
        if not message:  # it printed the help, because nothing was asked
            return 2
        context = getattr(error, "ctx", None)
        path = context.command_path if context else "fathom"
        told = _in_words(message, path)
        tell(f"{told}{' See' if told.endswith('?') else '; see'} '{path} --help'")
        return 2


#: What Typer says of a command line, and how it is said here; ``{path}`` is the command.
_SAYINGS = (
    (
        r"Missing argument '(GAME\w*)'",
        r"which game? {path} takes a \1; write for example {path} snorkeling",
    ),
    (r"Missing (argument|option) '([^']*)'", r"\2 is missing; {path} needs it"),
    (
        r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)",
        r"\1 is one word too many for {path}; the game comes first, and what is wanted of it after "
        r"options, without spaces, as in --variant expert or --rule target_score=8",
    ),
    (r"Option '(-[^']*)' requires an argument", r"nothing follows \1; give it a value"),
    (
        r"No such option: (\S+) \(Possible options: (.*)\)",
        r"there is no option \1; did you mean one of \2?",
    ),
    (r"No such option: (\S+) Did you mean (.*)\?", r"there is no option \1; did you mean \2?"),
    (r"No such option: (\S+)", r"there is no option \1"),
    (
        r"No such command '([^']*)'\. Did you mean (.*)\?",
        r"there is no command '\1'; did you mean \2?",
    ),
    (r"No such command '([^']*\.toml)'", r"\1 is no command; write fathom run \1"),
    (
        r"No such command '([^']*)'",
        r"there is no command '\1'; to play a game, write fathom run and its name",
    ),
)


def _in_words(message: str, path: str) -> str:
    """Say what Typer says of a command line in the words of this one."""
    said = message.rstrip(".")
    for pattern, words in _SAYINGS:
        found = re.fullmatch(pattern, said)
        if found:
            return found.expand(words).replace("{path}", path)
    return said
