"""The command ``fathom``: its commands, and the one place where errors become exit codes."""

from __future__ import annotations

import sys

import typer
from typer.exceptions import TyperException

from simulate.cli import bench, games, replay, rules, run, strategies
from simulate.errors import FathomError

INTERRUPTED = 130

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
for module in (run, games, rules, strategies, replay, bench):
    name = module.__name__.rpartition(".")[2]
    app.command(name, epilog=module.EXAMPLE)(getattr(module, name))


def main() -> None:
    """Run the command line and leave with its exit code."""
    try:
        code = app(standalone_mode=False)
    except FathomError as error:
        code = _tell(str(error), error.exit_code)
    except TyperException as error:
        code = _tell(error.format_message(), 2)
    except (KeyboardInterrupt, typer.Abort):
        code = _tell("interrupted before anything was finished", INTERRUPTED)
    except BrokenPipeError:
        # Whoever read our output has gone, as in `fathom games | head`.
        sys.stderr.close()
        code = 1
    sys.exit(code)


def _tell(message: str, code: int) -> int:
    print(f"fathom: {message}", file=sys.stderr)
    return code
