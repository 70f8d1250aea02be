"""The command line: one module a command, over plain functions elsewhere."""

from __future__ import annotations

import sys

from simulate.errors import ExitCode


def main() -> None:
    """Run the command line and leave with its exit code."""
    from simulate.cli.outlets.streams import unbreakable
    from simulate.play.signals import hear

    sys.stdout, sys.stderr = unbreakable(sys.stdout), unbreakable(sys.stderr)
    hear()
    try:
        from simulate.cli.app import run_app

        code = run_app()
    except KeyboardInterrupt:
        from simulate.cli.outlets.messages import tell

        tell("interrupted before anything was finished")
        code = ExitCode.INTERRUPTED
    if "simulate.play.leaving" in sys.modules:  # else nothing was played
        from simulate.play.leaving import leave

        leave(code)
    sys.exit(code)
