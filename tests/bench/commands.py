"""Commands of Fathom that benchmarks run in processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any


class CommandError(Exception):
    """A command of Fathom failed.

    The message is what it printed on the error stream, on a single line.
    """

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message or f"exit code {code} (negative: the signal that ended it)")
        #: The exit code.
        self.code = code


def run_json(command: Sequence[str], folder: Path) -> Any:
    """Return the JSON object that a command of Fathom prints.

    The learned players of bundled games are in `folder`.

    Raises
    ------
    CommandError
        If the command fails.
    """
    done = subprocess.run(
        [sys.executable, "-m", "fathom_games", *command, "--json", "--quiet"],
        env={**os.environ, "XDG_DATA_HOME": str(folder / "data")},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CommandError(done.returncode, " ".join(done.stderr.split()))
    return json.loads(done.stdout)


def seat(strategies: Sequence[str]) -> list[str]:
    """Return the options that seat some strategies."""
    return [word for strategy in strategies for word in ("-s", strategy)]
