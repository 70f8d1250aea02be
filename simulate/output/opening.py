"""Open files in the program that the system uses for them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

#: The number of seconds after which a program that opens files counts as started. The program can
#: run as long as its window is open.
PATIENCE = 3.0
_NO_SCREEN = "this computer has no screen that programs can use"


def open_path(
    path: Path, system: str = sys.platform, environment: Mapping[str, str] = os.environ
) -> str:
    """Open a file or folder, and return why it could not be opened; "" if it was.

    Nothing is raised.

    Parameters
    ----------
    path
        The file or folder.
    system
        The operating system, as in `sys.platform`.
    environment
        The environment variables.
    """
    place = str(path.absolute())
    if system == "win32":
        try:
            os.startfile(place)  # type: ignore[attr-defined, unused-ignore]
        except (OSError, AttributeError) as error:
            return str(error)
        return ""
    if system != "darwin" and not {"DISPLAY", "WAYLAND_DISPLAY"} & {
        name for name, value in environment.items() if value
    }:
        return _NO_SCREEN
    name = "open" if system == "darwin" else "xdg-open"
    opener = shutil.which(name, path=environment.get("PATH", ""))
    return _run(opener, place) if opener else f"there is no program {name}"


def _run(opener: str, place: str) -> str:
    """Start a program that opens a file, and return why it failed; "" if it did not fail soon."""
    try:
        process = subprocess.Popen(
            [opener, place],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        code = process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.returncode = 0  # So Python does not warn that the program is still running.
        return ""
    except OSError as error:
        return f"{opener} failed: {error.strerror}"
    return f"{opener} failed with code {code}" if code else ""
