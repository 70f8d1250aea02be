"""Python in a process of its own, with its own settings of the compiler."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run_python(script: str, *arguments: str, root: Path = ROOT, **settings: str) -> str:
    """Run a script with the packages in `root` and return its stdout; it must succeed."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("NUMBA_", "PYTHON"))
    }
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env={**kept, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", **settings},
        cwd=root,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout
