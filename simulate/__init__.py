"""Python functions for Fathom's commands, which play card and board games many times.

From a notebook or a script::

    from simulate import run

    result = run("snorkeling", variant="expert", games=100_000)
    result.figures["first_player_advantage"]
    result.tables["seats"]
    result.charts["length"]
    result.report("expert.html")

``help(run)`` lists all parameters.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from simulate.errors import FathomError, UsageError

if TYPE_CHECKING:
    from simulate.cli.api import (
        ask,
        cards,
        compare,
        ladder,
        run,
        setups,
        sweep,
        tournament,
        tune,
        waiting,
        when,
    )

__all__ = [
    "FathomError",
    "UsageError",
    "ask",
    "cards",
    "compare",
    "ladder",
    "run",
    "setups",
    "sweep",
    "tournament",
    "tune",
    "waiting",
    "when",
]


def __getattr__(name: str) -> Any:
    """Return a function of `simulate.cli.api`, which is imported when it is first used.

    Importing it at the top would be circular, because games import this package.

    Raises
    ------
    AttributeError
        If the API has no function of this name.
    """
    if name in __all__:
        return getattr(importlib.import_module("simulate.cli.api"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
