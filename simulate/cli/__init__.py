"""The command line: thin commands, over plain functions elsewhere."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress

from simulate.errors import ExitCode, explain_os_error


def main() -> None:
    """Run the command line and leave with its exit code."""
    # What is imported stays: to look through it for garbage each time takes a tenth of a start.
    gc.set_threshold(100_000)
    from simulate.output.messages import unbreakable
    from simulate.play.signals import exit_process, handle_stop_signals

    sys.stdout, sys.stderr = unbreakable(sys.stdout), unbreakable(sys.stderr)
    handle_stop_signals()
    try:
        from simulate.cli.app import run_app

        code = run_app()
    except KeyboardInterrupt:
        from simulate.output.messages import tell

        tell("interrupted before anything was finished")
        code = ExitCode.INTERRUPTED
    exit_process(_all_written(code))


def _all_written(code: int) -> int:
    """Write out what was printed, and return the exit code; tell if there is no room for it."""
    for stream in filter(None, (sys.stdout, sys.stderr)):  # a shell may have closed one
        try:
            stream.flush()
        except OSError as error:
            # What is left would be written again, and refused again, when Python ends.
            with suppress(OSError):
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, stream.fileno())
                os.close(nowhere)
            if stream is sys.stdout and code == ExitCode.DONE:  # else it was told what is wrong
                from simulate.output.messages import tell

                tell(f"cannot print what was found: {explain_os_error(error)}")
                code = ExitCode.FAILED
    return code
