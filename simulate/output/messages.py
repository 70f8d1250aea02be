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

#: The width of messages, in columns, if stderr is not a terminal.
USUAL_WIDTH = 80
#: The smallest width of messages, in columns.
LEAST_WIDTH = 30
#: Words with at least this many characters are shortened in messages.
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
#: The name under which `_replace_unencodable` is registered.
_HANDLER = "fathom.replacements"
#: The name of Python's class of raw streams for a console of Windows.
_WINDOWS_CONSOLE = "_WindowsConsoleIO"


#: True if only errors are printed on stderr, as with ``--quiet``. This is a context variable, not
#: an argument, because the journal, the compiler and the cluster print messages from deep inside a
#: run. Each command runs in a context of its own, so the next command starts with the default.
_is_quiet: ContextVar[bool] = ContextVar("is_quiet", default=False)


def set_quiet(quiet: bool) -> None:
    """Set whether messages that are not errors are suppressed, in the current context."""
    _is_quiet.set(quiet)


def is_quiet() -> bool:
    """Return True if only errors are printed on stderr."""
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
    """Print a message on stderr, prefixed with ``fathom:``, unless `is_quiet`."""
    print_message(f"fathom: {message}")


def print_message(message: str) -> None:
    """Print a message on stderr, unless `is_quiet`."""
    if not is_quiet():
        _print(message)


def _print(message: str) -> None:
    """Print a message on stderr, wrapped to the width of the terminal."""
    width = shutil.get_terminal_size((USUAL_WIDTH, 24)).columns
    with suppress(OSError):  # Without stderr, the error cannot be reported.
        print(wrapped(message, max(width, LEAST_WIDTH)), file=sys.stderr, flush=True)


def wrapped(message: str, width: int) -> str:
    """Return a message whose first line is wrapped to `width` columns, between words.

    Very long words of the first line are shortened. Further lines, which quote files, are indented
    and not wrapped. Control characters are replaced by visible ones.
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
    """Return the beginning and the end of a matched word, with an ellipsis in between."""
    return f"{word[0][: LONGEST_WORD // 2]}...{word[0][-LONGEST_WORD // 4 :]}"


def unbreakable(stream: TextIO) -> TextIO:
    """Return a stream that accepts every text, and discards output if nobody reads it any more.

    With an ordinary stream, ``fathom run snorkeling | head -1`` would fail and lose its games.
    Characters that the encoding of the stream lacks are replaced. A stream that does not write to a
    file, pipe or terminal is returned unchanged.
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
        # A console of Windows takes any character, whereas bytes would depend on its code page.
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
    """A raw output file that discards everything after its reader has closed it."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            if error.errno not in (errno.EPIPE, errno.EIO):  # The reader is still there.
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
    """Return ASCII characters in place of a character; "?" if there are none."""
    if character in _REPLACEMENTS:
        return _REPLACEMENTS[character]
    ascii_part = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return ascii_part or "?"
