"""What installed packages add: games and strategies, by entry point."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from typing import Any

from simulate.control_characters import readable_text
from simulate.errors import FathomError


def load_plug_in(entry: EntryPoint, kind: str) -> Any:
    """Load the game, or what `kind` it is, that an installed package declares.

    Raises
    ------
    FathomError
        It does not import, or is not there; whatever its code raised.
    """
    try:
        return entry.load()
    except (Exception, SystemExit) as error:
        why = " ".join(f"{type(error).__name__}: {error}".split())
        raise FathomError(
            f"the installed {kind} {entry.name!r} ({entry.value}) does not load: {why}; "
            "repair or uninstall its package"
        ) from error


def go_without(error: FathomError) -> None:
    """Say on stderr that something installed is left out, for it is broken, and why."""
    print(f"left out: {readable_text(str(error))}", file=sys.stderr)
