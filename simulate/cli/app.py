"""The command ``fathom``: its commands, and the one place where errors become exit codes."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer
from rich.markup import escape
from typer.exceptions import TyperException

from simulate.cli.commands import (
    bench,
    compare,
    games,
    replay,
    report,
    rules,
    run,
    strategies,
    sweep,
    tournament,
    verify,
)
from simulate.cli.version import fathom_version
from simulate.errors import FathomError


class _InterruptedError(Exception):
    """A KeyboardInterrupt on its way past Typer, which would leave without a word."""


def _guarded(command: Callable[..., int]) -> Callable[..., int]:
    @functools.wraps(command)
    def guarded(*arguments: Any, **options: Any) -> int:
        try:
            return command(*arguments, **options)
        except KeyboardInterrupt as error:
            raise _InterruptedError from error

    return guarded


def _help_of(command: Callable[..., int]) -> str:
    """Return the docstring of a command for its help: nothing in it is markup.

    Typer keeps the line breaks of all paragraphs but the first, so each is made one line.
    """
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
for module in (
    run,
    compare,
    sweep,
    tournament,
    report,
    games,
    rules,
    strategies,
    replay,
    verify,
    bench,
):
    name = module.__name__.rpartition(".")[2]
    command = getattr(module, name)
    app.command(name, help=_help_of(command), epilog=escape(module.EXAMPLE))(_guarded(command))


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


def run_app() -> int:
    """Run the command line, tell what went wrong in one line, and return the exit code."""
    try:
        return int(app(standalone_mode=False) or 0)
    except FathomError as error:
        return _tell(str(error), error.exit_code)
    except _InterruptedError as error:
        raise KeyboardInterrupt from error
    except TyperException as error:
        message = error.format_message()
        if not message:  # it printed the help, because nothing was asked
            return 2
        context = getattr(error, "ctx", None)
        path = context.command_path if context else "fathom"
        return _tell(f"{message} See '{path} --help'.", 2)


def _tell(message: str, code: int) -> int:
    print(f"fathom: {message}", file=sys.stderr)
    return code
