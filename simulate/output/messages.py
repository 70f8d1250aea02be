"""Messages on stderr, wrapped between words, and output streams that accept every text."""

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
from contextvars import ContextVar
from typing import TYPE_CHECKING, TextIO

from simulate.errors import printable_text

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

#: The width in columns of output that is not a terminal, and the narrowest width of a message.
USUAL_WIDTH = 80
LEAST_WIDTH = 30
#: Words of a message with at least this many characters are shortened to beginning and end.
LONGEST_WORD = 400
_INDENT = "  "
#: The replacements for characters that the console's encoding lacks. Lines and bars are replaced
#: by one character each, so that columns stay aligned.
_REPLACEMENTS = dict.fromkeys(map(chr, range(0x2500, 0x2580)), "+")
_REPLACEMENTS |= dict.fromkeys(map(chr, range(0x2580, 0x25A0)), "#")
_REPLACEMENTS |= {
    character: replacement
    for replacement, characters in {
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
_HANDLER = "fathom.replacements"
_WINDOWS_CONSOLE = "_WindowsConsoleIO"


#: Whether only errors are printed on stderr, as after ``--quiet``. This is a context variable, not
#: an argument, because the journal, the compiler and the cluster print messages from deep inside a
#: run. Each command runs in a context of its own, so the next command starts with the default.
_is_quiet: ContextVar[bool] = ContextVar("is_quiet", default=False)


def set_quiet(quiet: bool) -> None:
    """Print only errors from now on in this context, or everything again."""
    _is_quiet.set(quiet)


def is_quiet() -> bool:
    """Return whether only errors are printed."""
    return _is_quiet.get()


def print_text(text: str = "", *, end: str = "\n", flush: bool = False) -> None:
    """Print a text on stdout, with control characters replaced by visible ones.

    Commands print only with this function and with `reports.writing.terminal.stdout`.
    """
    print(printable_text(text), end=end, flush=flush)


def print_error(message: str) -> None:
    """Print an error on stderr, prefixed with ``fathom:``."""
    _print(f"fathom: {message}")


def print_notice(message: str) -> None:
    """Print a notice on the whole command on stderr, prefixed with ``fathom:``, unless quiet."""
    print_message(f"fathom: {message}")


def print_message(message: str) -> None:
    """Print a message on stderr, unless quiet."""
    if not is_quiet():
        _print(message)


def _print(message: str) -> None:
    width = shutil.get_terminal_size((USUAL_WIDTH, 24)).columns
    with suppress(OSError):  # a closed stderr leaves nowhere to report the error
        print(wrapped(message, max(width, LEAST_WIDTH)), file=sys.stderr, flush=True)


def wrapped(message: str, width: int) -> str:
    """Return a message with its first line wrapped between words.

    Further lines quote files. They are indented, but not wrapped. Very long words of the first
    line are shortened.
    """
    first, *quoted = printable_text(message).split("\n")
    first = re.sub(rf"\S{{{LONGEST_WORD},}}", _shortened, first)
    lines = textwrap.wrap(
        first,
        width,
        subsequent_indent=_INDENT,
        break_long_words=False,
        break_on_hyphens=False,
    )
    for line in quoted:
        lines.append(line if line.startswith(" ") else _INDENT + line)
    return "\n".join(lines)


def _shortened(word: re.Match[str]) -> str:
    return f"{word[0][: LONGEST_WORD // 2]}...{word[0][-LONGEST_WORD // 4 :]}"


def unbreakable(stream: TextIO) -> TextIO:
    """Return a stream that accepts every text and discards output once its reader has gone.

    Without it, ``fathom run snorkeling | head -1`` would fail and lose the games played.
    Characters that the encoding of the stream lacks are replaced. Streams that are not text files
    are returned as they are.
    """
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    try:
        number = stream.fileno()
    except OSError:
        return stream
    codecs.register_error(_HANDLER, _replace_unencodable)
    stream.flush()
    if type(getattr(stream.buffer, "raw", None)).__name__ == _WINDOWS_CONSOLE:
        # This console takes characters in any code page. Bytes would depend on the code page.
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
    """A raw output file that discards everything once its reader has gone."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            if error.errno not in (errno.EPIPE, errno.EIO):  # neither reader nor terminal is gone
                raise
            null_device = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null_device, self.fileno())
            os.close(null_device)
            return super().write(data)


def _replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Handle an encoding error: return the replacement text and where to continue."""
    assert isinstance(error, UnicodeEncodeError)
    characters = error.object[error.start : error.end]
    return "".join(map(_replacement, characters)), error.end


def _replacement(character: str) -> str:
    if character in _REPLACEMENTS:
        return _REPLACEMENTS[character]
    ascii_part = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return ascii_part or "?"
