"""Fathom plays card and board games many times; the names below do what its commands do.

From a notebook or a script::

    from simulate import run

    found = run("snorkeling", variant="expert", games=100_000)
    found.figures["first_player_advantage"]
    found.tables["seats"]
    found.charts["length"]
    found.report("expert.html")
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
    "sweep",
    "tournament",
    "tune",
    "waiting",
    "when",
]


def __getattr__(name: str) -> Any:
    """Load the functions when somebody asks for one: what games are made of lies below them."""
    if name in __all__:
        return getattr(importlib.import_module("simulate.cli.api"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
