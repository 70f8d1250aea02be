"""Starts processes of Fathom that never import modules from the current folder.

With ``-m`` and ``-c``, Python puts the current folder first on the module path. A ``pickle.py`` of
another user in this folder would then run. So the command runs this file by its path, in Python's
isolated mode (``-I``). The file sets the module path of the parent process, without the current
folder, and runs the module.
"""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

_HOME = Path(__file__).resolve().parents[1]


def child_command(module: str, *arguments: str) -> list[str]:
    """Return the command line of a process that runs a module of Fathom as its main module.

    Parameters
    ----------
    module
        The full name of the module, such as ``"simulate.cli"``.
    *arguments
        The command-line arguments of the module.
    """
    absolute = [entry for entry in sys.path if Path(entry).is_absolute()]
    path = [entry for entry in absolute if Path(entry).resolve() not in (Path.cwd(), _HOME)]
    return [sys.executable, "-I", __file__, json.dumps([*path, str(_HOME)]), module, *arguments]


if __name__ == "__main__":
    sys.path[:] = json.loads(sys.argv[1])
    sys.argv = sys.argv[2:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
