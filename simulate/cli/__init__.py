"""The command line. Its commands only call functions of other packages, which do the work."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from typing import TextIO

from simulate.errors import ExitCode, explain_os_error


def main() -> None:
    """Run the command line and end the process with its exit code.

    Raises
    ------
    SystemExit
        Always, with the exit code.
    """
    # Imported modules are never garbage. Collecting garbage less often saves a tenth of the start.
    gc.set_threshold(100_000)
    from simulate.output.messages import unbreakable
    from simulate.play.signals import exit_process, handle_stop_signals

    sys.stdout = unbreakable(sys.stdout)
    sys.stderr = unbreakable(sys.stderr)
    handle_stop_signals()
    try:
        from simulate.cli.app import run_app

        code = run_app()
    except KeyboardInterrupt:
        from simulate.output.messages import print_error

        print_error("interrupted before anything was finished")
        code = ExitCode.INTERRUPTED
    exit_process(_flush_output(code))


def _flush_output(code: int) -> int:
    """Flush stdout and stderr, and return the exit code of the process.

    The result is `code`, or 1 if `code` is 0 and stdout could not be written.
    """
    for stream in filter(None, (sys.stdout, sys.stderr)):  # A closed stream is None.
        try:
            stream.flush()
        except OSError as error:
            _discard(stream)
            if stream is sys.stdout and code == ExitCode.DONE:
                from simulate.output.messages import print_error

                print_error(f"cannot print the results: {explain_os_error(error)}")
                code = ExitCode.FAILED
    return code


def _discard(stream: TextIO) -> None:
    """Discard the unwritten output of a stream; Python would try to write it again at the end."""
    with suppress(OSError):
        null_device = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null_device, stream.fileno())
        os.close(null_device)
