"""The command line: one module a command, over plain functions elsewhere."""

from __future__ import annotations

import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line and leave with its exit code."""
    try:
        from simulate.cli.app import run_app

        code = run_app()
    except KeyboardInterrupt:
        print("fathom: interrupted before anything was finished", file=sys.stderr)
        code = INTERRUPTED
    sys.exit(code)
