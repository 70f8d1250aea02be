"""Processes that Fathom starts of itself: isolated, so that only its own modules run in them.

Python puts the folder that it starts in first on the module path for ``-m`` and ``-c``, so that a
``pickle.py`` of somebody else's there would run. This file is started by its path with ``-I``,
and takes the module path of its parent, without the current folder.
"""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

_HOME = Path(__file__).resolve().parents[1]


def child_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module of Fathom as the main one of a process of its own."""
    path = [entry for entry in sys.path if Path(entry).is_absolute()]
    path = [entry for entry in path if Path(entry).resolve() not in (Path.cwd(), _HOME)]
    return [sys.executable, "-I", __file__, json.dumps([*path, str(_HOME)]), module, *arguments]


if __name__ == "__main__":
    sys.path[:] = json.loads(sys.argv[1])
    sys.argv = sys.argv[2:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
