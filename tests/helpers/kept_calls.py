"""Calls of a game's compiled functions from Python, on the records of the kernel.

Calling the functions directly would compile them again. Instead, the kernel makes one step, in
which the seat to act takes a given action.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.game import Game
from simulate.kit.menu import clear
from simulate.play import kernel
from simulate.play import rows as row

#: An action that is never legal, so the kernel stops before it applies anything.
NOTHING = -7


def offer_actions(game: Game, rules: Any, work: dict[str, Any]) -> None:
    """Fill the menu with the legal actions of the seat to act."""
    clear(work["menu"][0])
    # If there is no legal action, the kernel plays a turn without a decision. Only copies change.
    copies = {name: part if name == "menu" else np.array(part) for name, part in work.items()}
    _step(game, rules, copies, NOTHING)


def apply(game: Game, rules: Any, work: dict[str, Any], action: int) -> None:
    """Apply an action, which must be legal."""
    assert _step(game, rules, work, action) != kernel.ILLEGAL, action


def _step(game: Game, rules: Any, work: dict[str, Any], action: int) -> int:
    told = kernel.compile_strategy(_do_as_told, "told", 1, game)
    numbers, trace = work["seats"]["parameters"]["value"], work["trace"]
    numbers[0, :, 0] = action
    trace["status"], trace["steps"] = kernel.STOPPED, 0
    results = np.zeros((1, row.width(len(game.counts))), np.int64)
    rest = ((told,) * game.seats[1], results, 0, 0, 1, 1)
    with np.errstate(over="ignore"):  # Without compilation, random streams overflow on purpose.
        status: int = kernel.compile_kernel(game)(np.array([rules]), *work.values(), *rest)
    numbers[0, :, 0] = 0
    return status


def _do_as_told(view: Any, action: float) -> int:
    return int(action)


def redeal(game: Game, rules: Any, state: kernel.State, seat: int) -> None:
    """Draw everything that `seat` cannot know, in a state that holds only what the seat sees."""
    with np.errstate(over="ignore"):
        kernel.compile_redeal(game)(rules, state, seat)
