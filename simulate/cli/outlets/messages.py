"""What is said on stderr: broken between words, at the terminal's width."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from contextlib import suppress

from simulate.control_characters import readable_text

#: How wide what is no terminal is, and the least that lines are broken at.
USUAL_WIDTH, LEAST_WIDTH = 80, 30
#: From how many letters on a word of a message is shown by its beginning and its end.
LONGEST_WORD = 400
_INDENT = "  "


def tell(message: str) -> None:
    """Say what concerns the command as a whole, as ``fathom: ...``."""
    say(f"fathom: {message}")


def say(message: str) -> None:
    """Print a message on stderr."""
    width = shutil.get_terminal_size((USUAL_WIDTH, 24)).columns
    with suppress(OSError):  # nobody can be told that nobody can be told
        print(wrapped(message, max(width, LEAST_WIDTH)), file=sys.stderr, flush=True)


def wrapped(message: str, width: int) -> str:
    """Return a message whose first line is broken between words; a long word stays whole.

    The lines below it show a file, or what to write in it, and stay as they are.
    """
    first, *shown = readable_text(message).split("\n")
    first = re.sub(rf"\S{{{LONGEST_WORD},}}", _in_short, first)
    broken = textwrap.wrap(
        first,
        width,
        subsequent_indent=_INDENT,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join([*broken, *(line if line[:1] == " " else _INDENT + line for line in shown)])


def _in_short(word: re.Match[str]) -> str:
    return f"{word[0][: LONGEST_WORD // 2]}...{word[0][-LONGEST_WORD // 4 :]}"
