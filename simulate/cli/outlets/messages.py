"""What is said on stderr: broken between words, at the terminal's width."""

from __future__ import annotations

import shutil
import sys
import textwrap

#: How wide what is no terminal is, and the least that lines are broken at.
USUAL_WIDTH, LEAST_WIDTH = 80, 30
_INDENT = "  "


def tell(message: str) -> None:
    """Say what concerns the command as a whole, as ``fathom: ...``."""
    say(f"fathom: {message}")


def say(message: str) -> None:
    """Print a message on stderr."""
    width = shutil.get_terminal_size((USUAL_WIDTH, 24)).columns
    print(wrapped(message, max(width, LEAST_WIDTH)), file=sys.stderr, flush=True)


def wrapped(message: str, width: int) -> str:
    """Return a message whose first line is broken between words; a long word stays whole.

    The lines below it show a file, or what to write in it, and stay as they are.
    """
    first, *shown = message.split("\n")
    broken = textwrap.wrap(
        first,
        width,
        subsequent_indent=_INDENT,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join([*broken, *(line if line[:1] == " " else _INDENT + line for line in shown)])
