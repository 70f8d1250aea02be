"""A game's functions called from Python, on what the kernel works on.

Called directly, they would be compiled once more. What the kernel calls is called by it: it makes
one step, in which the seat to act does as it is told.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types

from simulate.game import Game
from simulate.kit.compiled import Instance
from simulate.kit.menu import clear
from simulate.play import kernel
from simulate.play import rows as row

#: On no menu, so who is told to do it stops the kernel before anything is done.
NOTHING = -7
# Replaced in each game's copy.
called: Any = None


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


def _call(rules: Any, state: Any, seat: int) -> None:
    called(rules, state, seat)


@cache
def _redealing(game: Game) -> Any:
    work = kernel.workspace(game)
    parts = (work["table"], work["seats"]["own"], work["hidden"], work["chance"], work["dice"])
    # With a signature it is compiled as a whole, of parts that who thinks ahead needs as well.
    world = numba.typeof(kernel.State(*(part[0] for part in parts)))  # type: ignore[no-untyped-call]
    signature = types.void(numba.from_dtype(game.rules_dtype), world, types.int64)
    return Instance(_call, f"redeal_{game.name}", signature, {"called": game.redeal}).compile()


def redeal(game: Game, rules: Any, state: kernel.State, seat: int) -> None:
    """Fill in what a seat cannot know, in a state that holds only what it sees."""
    with np.errstate(over="ignore"):
        _redealing(game)(rules, state, seat)
