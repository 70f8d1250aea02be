"""Messages on stderr, broken between words; and streams that lose nothing of what is printed."""

from __future__ import annotations

import codecs
import errno
import io
import os
import re
import shutil
import sys
import textwrap
import unicodedata
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO

from simulate.errors import printable_text

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

#: How wide what is no terminal is, and the least that lines are broken at.
USUAL_WIDTH, LEAST_WIDTH = 80, 30
#: From how many letters on a word of a message is shown by its beginning and its end.
LONGEST_WORD = 400
_INDENT = "  "
#: How characters are written where the console's encoding has none of them. Lines and bars are
#: each one character again, so that what stands below stays below.
_PLAINER = dict.fromkeys(map(chr, range(0x2500, 0x2580)), "+")
_PLAINER |= dict.fromkeys(map(chr, range(0x2580, 0x25A0)), "#")
_PLAINER |= {
    character: plain
    for plain, characters in {
        "-": "\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\u2500\u2501",
        "|": "\u2502\u2503",
        "+/-": "\N{PLUS-MINUS SIGN}",
        ".": "\N{MIDDLE DOT}",
        '"': (
            "\N{LEFT DOUBLE QUOTATION MARK}"
            "\N{RIGHT DOUBLE QUOTATION MARK}"
            "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}"
            "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}"
        ),
        "*": "\N{BLACK DIAMOND}\N{BULLET}",
        "^": "\N{BLACK UP-POINTING TRIANGLE}",
        "v": "\N{BLACK DOWN-POINTING TRIANGLE}",
        "'": "\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}",
        "->": "\N{RIGHTWARDS ARROW}",
        "<-": "\N{LEFTWARDS ARROW}",
        "<=": "\N{LESS-THAN OR EQUAL TO}",
        ">=": "\N{GREATER-THAN OR EQUAL TO}",
        "~": "\N{ALMOST EQUAL TO}",
        "ok": "\N{CHECK MARK}",
        "x": "\N{MULTIPLICATION SIGN}\N{BALLOT X}",
    }.items()
    for character in characters
}
_HANDLER = "fathom.plainer"
_WINDOWS_CONSOLE = "_WindowsConsoleIO"


#: Whether nothing is said but errors, as after ``--quiet``.
hushed = [False]


def print_text(text: str = "", *, end: str = "\n", flush: bool = False) -> None:
    """Print a text on stdout, with a sign for each character that could steer the terminal.

    All that commands print goes through it, or through `reports.writing.terminal.stdout`.
    """
    print(printable_text(text), end=end, flush=flush)


def tell(message: str) -> None:
    """Say what is wrong with the command as a whole, as ``fathom: ...``."""
    _print(f"fathom: {message}")


def mention(message: str) -> None:
    """Say what concerns the command as a whole, unless only errors are wanted."""
    say(f"fathom: {message}")


def say(message: str) -> None:
    """Print a message on stderr, unless only errors are wanted."""
    if not hushed[0]:
        _print(message)


def _print(message: str) -> None:
    width = shutil.get_terminal_size((USUAL_WIDTH, 24)).columns
    with suppress(OSError):  # nobody can be told that nobody can be told
        print(wrapped(message, max(width, LEAST_WIDTH)), file=sys.stderr, flush=True)


def wrapped(message: str, width: int) -> str:
    """Return a message with its first line broken between words; those below show files."""
    first, *shown = printable_text(message).split("\n")

    def in_short(word: re.Match[str]) -> str:
        return f"{word[0][: LONGEST_WORD // 2]}...{word[0][-LONGEST_WORD // 4 :]}"

    first = re.sub(rf"\S{{{LONGEST_WORD},}}", in_short, first)
    unbroken: Any = {"break_long_words": False, "break_on_hyphens": False}
    broken = textwrap.wrap(first, width, subsequent_indent=_INDENT, **unbroken)
    return "\n".join([*broken, *(line if line[:1] == " " else _INDENT + line for line in shown)])


def unbreakable(stream: TextIO) -> TextIO:
    """Return a stream that takes every text, and goes on when its reader has gone.

    As in ``fathom run snorkeling | head -1``: that nobody reads the rest is no reason to throw
    away what was played. What the stream's encoding cannot hold is written plainer.
    """
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    try:
        number = stream.fileno()
    except OSError:
        return stream
    codecs.register_error(_HANDLER, _plainer)
    stream.flush()
    if type(getattr(stream.buffer, "raw", None)).__name__ == _WINDOWS_CONSOLE:
        # It takes characters, whatever its code page is, which bytes written past it would not.
        stream.reconfigure(errors=_HANDLER)
        return stream
    return io.TextIOWrapper(
        io.BufferedWriter(_Outlet(number, "w", closefd=False)),
        encoding=stream.encoding,
        errors=_HANDLER,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


class _Outlet(io.FileIO):
    """Where output goes: to whoever reads it, and nowhere from when they have gone."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            if error.errno not in (errno.EPIPE, errno.EIO):  # its reader, or its terminal, is gone
                raise
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            return super().write(data)


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """Write what an encoding has no character for in ones that all have."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(character: str) -> str:
    if character in _PLAINER:
        return _PLAINER[character]
    bare = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return bare or "?"
