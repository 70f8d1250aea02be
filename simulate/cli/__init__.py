"""The command line: one module a command, over plain functions elsewhere."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

INTERRUPTED = 130


def main() -> None:
    """Run the command line and leave with its exit code."""
    sys.stdout, sys.stderr = _never_broken(sys.stdout), _never_broken(sys.stderr)
    try:
        from simulate.cli.app import run_app

        code = run_app()
    except KeyboardInterrupt:
        print("fathom: interrupted before anything was finished", file=sys.stderr)
        code = INTERRUPTED
    sys.exit(code)


class _Outlet(io.FileIO):
    """Where output goes: to whoever reads it, and nowhere from when they have gone.

    As in ``fathom run snorkeling | head -1``: that nobody reads the rest is no reason to throw
    away what was played.
    """

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            return super().write(data)


def _never_broken(stream: TextIO) -> TextIO:
    """Return a stream that goes on when its reader has gone; the same if it is no file."""
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    try:
        number = stream.fileno()
    except OSError:
        return stream
    stream.flush()
    return io.TextIOWrapper(
        io.BufferedWriter(_Outlet(number, "w", closefd=False)),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
