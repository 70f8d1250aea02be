"""A game's compiled functions, called from Python.

Called directly, they would be compiled anew in each process; through here, what was compiled
stays in the cache, as the kernels do.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from simulate.game import Game
from simulate.kit.compiled import Instance
from simulate.play import kernel

# Replaced in each game's copy.
called: Any = None


def _call(rules: Any, state: Any, given: Any) -> None:
    called(rules, state, given)


@cache
def _kept(game: Game, name: str) -> Any:
    replaced = {"called": getattr(game, name)}
    return Instance(_call, f"{name}_{game.name}", None, replaced).compile()


def offer_actions(game: Game, rules: Any, state: kernel.State, menu: Any) -> None:
    """Fill the menu with what the seat to act may do."""
    _kept(game, "offer_actions")(rules, state, menu)


def apply(game: Game, rules: Any, state: kernel.State, action: int) -> None:
    """Make an action that is on the menu."""
    with np.errstate(over="ignore"):  # interpreted, the streams' words overflow
        _kept(game, "apply")(rules, state, action)


def redeal(game: Game, rules: Any, state: kernel.State, seat: int) -> None:
    """Fill in what a seat cannot know, in a state that holds only what it sees."""
    with np.errstate(over="ignore"):
        _kept(game, "redeal")(rules, state, seat)
