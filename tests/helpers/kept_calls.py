"""A game's functions called from Python, on what the kernel works on.

Called directly, they would be compiled once more. What the kernel calls is called by it: it makes
one step, in which the seat to act does as it is told.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.game import Game
from simulate.kit.menu import clear
from simulate.play import kernel
from simulate.play import rows as row

#: On no menu, so who is told to do it stops the kernel before anything is done.
NOTHING = -7


def offer_actions(game: Game, rules: Any, work: dict[str, Any]) -> None:
    """Fill the menu with what the seat to act may do."""
    clear(work["menu"][0])
    # Where nothing is offered the step is a turn without a decision, of copies.
    copies = {name: part if name == "menu" else np.array(part) for name, part in work.items()}
    _step(game, rules, copies, NOTHING)


def apply(game: Game, rules: Any, work: dict[str, Any], action: int) -> None:
    """Make an action that is on the menu."""
    assert _step(game, rules, work, action) != kernel.ILLEGAL, action


def _step(game: Game, rules: Any, work: dict[str, Any], action: int) -> int:
    told = kernel.compile_strategy(_do_as_told, "told", 1, game)
    numbers, trace = work["seats"]["parameters"]["value"], work["trace"]
    numbers[0, :, 0] = action
    trace["status"], trace["steps"] = kernel.STOPPED, 0
    results = np.zeros((1, row.width(len(game.counts))), np.int64)
    rest = ((told,) * game.seats[1], results, 0, 0, 1, 1)
    with np.errstate(over="ignore"):  # interpreted, the streams' words overflow
        status: int = kernel.compile_kernel(game)(np.array([rules]), *work.values(), *rest)
    numbers[0, :, 0] = 0
    return status


def _do_as_told(view: Any, action: float) -> int:
    return int(action)


def redeal(game: Game, rules: Any, state: kernel.State, seat: int) -> None:
    """Fill in what a seat cannot know, in a state that holds only what it sees."""
    with np.errstate(over="ignore"):
        kernel.compile_redeal(game)(rules, state, seat)
